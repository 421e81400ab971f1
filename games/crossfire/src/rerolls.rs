//! Rerolls (GR-045, rules section 10.4): one die of a roll, once, from one source, asked of a side
//! that has a source and answered before anything else happens.

use senet_kernel::{Dice, Seat};

use crate::command::{Kept, Source};
use crate::data::{AdvantageKind, Keep, RollKind};
use crate::event::{Event, Told};
use crate::odds::{Die, Rerolls};
use crate::state::{Crossfire, Melee, OldDie, Open, OpenRoll, Phase, Shot};
use crate::unit::other;

impl Crossfire {
    /// Whether the faction's own rule rerolls this kind.
    fn faction_rerolls(&self, seat: Seat, kind: RollKind) -> bool {
        self.stats(seat).reroll.is_some_and(|reroll| reroll.rolls.contains(kind))
    }

    /// Whether Focused Orders are held for this kind of roll.
    fn orders_cover(&self, seat: Seat, kind: RollKind) -> bool {
        let held = self.scenario.holds(seat, AdvantageKind::FocusedOrders);
        held.is_some_and(|advantage| advantage.rolls.contains(kind))
    }

    fn orders_left(&self) -> bool {
        self.options.orders.is_some_and(|left| left > 0)
    }

    /// Whether the side has any source for this kind; Tactical Edge has a window of its own.
    fn may_reroll(&self, seat: Seat, kind: RollKind) -> bool {
        self.faction_rerolls(seat, kind) || self.orders_left() && self.orders_cover(seat, kind)
    }

    pub(crate) fn may_reroll_initiative(&self, seat: Seat) -> bool {
        self.may_reroll(seat, RollKind::Initiative)
    }

    pub(crate) fn may_reroll_movement(&self, seat: Seat) -> bool {
        self.may_reroll(seat, RollKind::Movement)
    }

    /// Asks a side about a roll.
    pub(crate) fn ask(&mut self, asked: Seat, number: u32, roll: OpenRoll) {
        self.open = Some(Open { number, asked, roll, choice: None });
    }

    /// The shot's dice lie: its side is asked, or it is resolved.
    pub(crate) fn shot_lies(&mut self, shot: Shot, dice: &mut Dice, events: &mut Told) {
        let seat = shot.shooter.seat();
        if self.may_reroll(seat, RollKind::Ranged) {
            self.ask(seat, self.rolls, OpenRoll::Shot(shot));
        } else {
            self.resolve_shot(shot, dice, events);
        }
    }

    /// The dice of a fight lie: the attacker is asked, then the defender, then it is resolved.
    pub(crate) fn melee_lies(&mut self, melee: Melee, events: &mut Told) {
        let attacker = melee.attacker.seat();
        if self.may_reroll(attacker, RollKind::MeleeAttack) {
            self.ask(attacker, self.rolls.saturating_sub(1), OpenRoll::Melee(melee));
        } else {
            self.attacker_answered(melee, events);
        }
    }

    /// The kind of an open roll.
    pub(crate) fn kind(&self, open: &Open) -> RollKind {
        match open.roll {
            OpenRoll::Initiative => RollKind::Initiative,
            OpenRoll::Movement => RollKind::Movement,
            OpenRoll::Shot(_) => RollKind::Ranged,
            OpenRoll::Melee(melee) if melee.defending => RollKind::MeleeDefense,
            OpenRoll::Melee(_) => RollKind::MeleeAttack,
        }
    }

    /// How many dice an open roll has.
    pub(crate) fn dice_of(open: &Open) -> u8 {
        match open.roll {
            OpenRoll::Shot(_) => 2,
            OpenRoll::Initiative | OpenRoll::Movement | OpenRoll::Melee(_) => 1,
        }
    }

    /// Whether a source can be used for the open roll: `Ok`, or whether it is only used up.
    pub(crate) fn source(&self, open: &Open, source: Source) -> Result<(), SourceFault> {
        let kind = self.kind(open);
        let fits = match source {
            Source::Faction => self.faction_rerolls(open.asked, kind),
            Source::TacticalEdge => self.is_edge_window(open),
            Source::FocusedOrders => {
                let held = self.scenario.holds(open.asked, AdvantageKind::FocusedOrders).is_some();
                if held && !self.orders_left() {
                    return Err(SourceFault::UsedUp);
                }
                self.orders_cover(open.asked, kind)
            }
        };
        if fits { Ok(()) } else { Err(SourceFault::NotAllowed) }
    }

    /// What allows a reroll of the open roll.
    pub(crate) fn sources(&self, open: &Open) -> impl Iterator<Item = Source> {
        let all = [Source::Faction, Source::FocusedOrders, Source::TacticalEdge];
        all.into_iter().filter(|source| self.source(open, *source).is_ok())
    }

    /// Whether the side's faction rerolls this kind and keeps the value that it likes better.
    pub(crate) fn chooses(&self, seat: Seat, kind: RollKind) -> bool {
        let reroll = self.stats(seat).reroll;
        reroll.is_some_and(|reroll| reroll.rolls.contains(kind) && reroll.keep == Keep::Choice)
    }

    /// What the side may do about a roll of this kind.
    pub(crate) fn rerolls(&self, seat: Seat, kind: RollKind) -> Rerolls {
        let (faction, choice) = (self.faction_rerolls(seat, kind), self.chooses(seat, kind));
        let orders = self.orders_left() && self.orders_cover(seat, kind);
        Rerolls { choice, second: orders || faction && !choice }
    }

    /// How a die of the open roll falls if it is rerolled.
    pub(crate) fn falls_again(&self, open: &Open, die: u8, source: Source) -> Die {
        if source == Source::Faction && self.chooses(open.asked, self.kind(open)) {
            Die::Better(self.lying(open, die))
        } else {
            Die::Falls
        }
    }

    /// Whether the holder of Tactical Edge has rolled and its opponent has not.
    fn is_edge_window(&self, open: &Open) -> bool {
        let holds = self.scenario.holds(open.asked, AdvantageKind::TacticalEdge).is_some();
        let alone = match self.phase {
            Phase::Initiative { dice, .. } => dice[other(open.asked).index()].is_none(),
            _ => false,
        };
        holds && alone && open.roll == OpenRoll::Initiative
    }

    /// The value of a die of the open roll, counted from 1.
    pub(crate) fn lying(&self, open: &Open, die: u8) -> u8 {
        let value = match open.roll {
            OpenRoll::Shot(shot) => shot.dice.get(usize::from(die).wrapping_sub(1)).copied(),
            OpenRoll::Melee(melee) => Some(melee.dice[usize::from(melee.defending)]),
            OpenRoll::Movement => self.declared().map(|declared| declared.die),
            OpenRoll::Initiative => match self.phase {
                Phase::Initiative { dice, .. } => dice[open.asked.index() & 1],
                _ => None,
            },
        };
        value.unwrap_or(1)
    }

    /// Turns a die of the open roll to another face.
    fn turn(&mut self, open: &mut Open, die: u8, face: u8) {
        match &mut open.roll {
            OpenRoll::Shot(shot) => {
                if let Some(lying) = shot.dice.get_mut(usize::from(die).wrapping_sub(1)) {
                    *lying = face;
                }
            }
            OpenRoll::Melee(melee) => melee.dice[usize::from(melee.defending)] = face,
            OpenRoll::Movement => {
                if let Some(Some(declared)) = self.declared_mut() {
                    declared.die = face;
                }
            }
            OpenRoll::Initiative => {
                if let Phase::Initiative { dice, .. } = &mut self.phase {
                    dice[open.asked.index() & 1] = Some(face);
                }
            }
        }
    }

    pub(crate) fn reroll(
        &mut self,
        mut open: Open,
        die: u8,
        source: Source,
        dice: &mut Dice,
        events: &mut Told,
    ) {
        let (old, new) = (self.lying(&open, die), dice.d6());
        self.turn(&mut open, die, new);
        let (seat, roll) = (open.asked, open.number);
        events.push(Event::Rerolled { seat, roll, die, source, old, new });
        if source == Source::FocusedOrders {
            self.options.orders = self.options.orders.map(|left| left.saturating_sub(1));
        }
        if source == Source::Faction && self.chooses(seat, self.kind(&open)) {
            open.choice = Some(OldDie { die, old });
            self.open = Some(open);
        } else {
            self.answered(open, true, dice, events);
        }
    }

    pub(crate) fn keep_roll(&mut self, open: Open, dice: &mut Dice, events: &mut Told) {
        events.push(Event::RollKept { seat: open.asked, roll: open.number });
        self.answered(open, false, dice, events);
    }

    pub(crate) fn choose_die(
        &mut self,
        mut open: Open,
        choice: OldDie,
        keep: Kept,
        dice: &mut Dice,
        events: &mut Told,
    ) {
        if keep == Kept::Old {
            self.turn(&mut open, choice.die, choice.old);
        }
        let die = self.lying(&open, choice.die);
        events.push(Event::DieChosen { seat: open.asked, roll: open.number, keep, die });
        open.choice = None;
        self.answered(open, true, dice, events);
    }

    /// The roll is answered: on with what it was for.
    fn answered(&mut self, open: Open, rerolled: bool, dice: &mut Dice, events: &mut Told) {
        self.open = None;
        match open.roll {
            OpenRoll::Initiative => self.initiative_answered(rerolled, events),
            OpenRoll::Movement => self.settle_movement(events),
            OpenRoll::Shot(shot) => self.resolve_shot(shot, dice, events),
            OpenRoll::Melee(melee) if melee.defending => self.resolve_melee(melee, events),
            OpenRoll::Melee(melee) => self.attacker_answered(melee, events),
        }
    }

    fn attacker_answered(&mut self, mut melee: Melee, events: &mut Told) {
        melee.defending = true;
        let defender = melee.target.seat();
        if self.may_reroll(defender, RollKind::MeleeDefense) {
            self.ask(defender, self.rolls, OpenRoll::Melee(melee));
        } else {
            self.resolve_melee(melee, events);
        }
    }
}

/// Why a source gives no reroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SourceFault {
    /// The side has not got it for this roll.
    NotAllowed,
    /// The side holds it, but has used it up.
    UsedUp,
}
