//! The order of things: deployment, Quick Start, initiative, and whose units act
//! (rules, sections 6, 7 and 13).

use senet_kernel::{Dice, Seat};

use crate::command::{DeclaredAction, Placement};
use crate::data::AdvantageKind;
use crate::event::{Event, Told};
use crate::state::{Activation, Crossfire, Declared, OpenRoll, Phase, Placed};
use crate::unit::{MOST_UNITS, SIDES, Unit, UnitSet, other};

impl Crossfire {
    /// Takes a side's placement; the second one opens both.
    pub(crate) fn deploy(&mut self, seat: Seat, units: Placed, events: &mut Told) {
        let Phase::Deployment { mut placed } = self.phase else {
            return;
        };
        placed[seat.index()] = Some(units);
        self.phase = Phase::Deployment { placed };
        events.push_with(|| Event::Deployed { seat, placements: Some(placements(seat, &units)) });
        if let [Some(first), Some(second)] = placed {
            self.squares[..MOST_UNITS.into()].copy_from_slice(&first);
            self.squares[MOST_UNITS.into()..].copy_from_slice(&second);
            events.mark_revealed();
            events.push_with(|| {
                let mut all = placements(Seat::FIRST, &first);
                all.extend(placements(Seat::SECOND, &second));
                Event::DeploymentRevealed { placements: all }
            });
            self.begin_battle(events);
        }
    }

    fn begin_battle(&mut self, events: &mut Told) {
        let Some(seat) = self.scenario.holder(AdvantageKind::QuickStart) else {
            return self.begin_round(events);
        };
        self.phase = Phase::QuickStart { moved: UnitSet::NONE, declared: None };
        events.push(Event::QuickStartBegan { seat, units: self.quick_start_units(seat) });
    }

    /// How many units a side may move before the first round.
    pub(crate) fn quick_start_units(&self, seat: Seat) -> u8 {
        let held = self.scenario.holds(seat, AdvantageKind::QuickStart);
        held.map_or(0, |advantage| advantage.units).min(self.stats(seat).roster)
    }

    /// A unit has had its Quick Start move; the last one ends it.
    pub(crate) fn quick_started(&mut self, unit: Unit, events: &mut Told) {
        let Phase::QuickStart { mut moved, .. } = self.phase else {
            return;
        };
        moved.insert(unit);
        self.phase = Phase::QuickStart { moved, declared: None };
        if moved.len() >= self.quick_start_units(unit.seat()) {
            self.end_quick_start(unit.seat(), events);
        }
    }

    pub(crate) fn end_quick_start(&mut self, seat: Seat, events: &mut Told) {
        events.push(Event::QuickStartEnded { seat });
        self.begin_round(events);
    }

    pub(crate) fn begin_round(&mut self, events: &mut Told) {
        self.round += 1;
        self.acted = UnitSet::NONE;
        self.phase = Phase::Initiative { dice: [None; 2], redraw: false };
        events.push(Event::RoundBegan { round: self.round });
    }

    /// Who rolls for initiative first: the holder of Tactical Edge, or the first side.
    pub(crate) fn rolls_first(&self) -> Seat {
        self.scenario.holder(AdvantageKind::TacticalEdge).unwrap_or(Seat::FIRST)
    }

    /// Whose initiative die is next.
    pub(crate) fn next_initiative(&self, dice: [Option<u8>; 2]) -> Seat {
        let first = self.rolls_first();
        if dice[first.index()].is_none() { first } else { other(first) }
    }

    pub(crate) fn roll_initiative(&mut self, seat: Seat, dice: &mut Dice, events: &mut Told) {
        let Phase::Initiative { dice: mut lying, redraw } = self.phase else {
            return;
        };
        let die = dice.d6();
        lying[seat.index()] = Some(die);
        self.phase = Phase::Initiative { dice: lying, redraw };
        let roll = self.next_roll();
        events.push(Event::InitiativeRolled { seat, roll, die });
        let edge = self.scenario.holds(seat, AdvantageKind::TacticalEdge).is_some();
        let alone = lying[other(seat).index()].is_none();
        if edge && alone && !redraw {
            self.ask(seat, roll, OpenRoll::Initiative);
            return;
        }
        self.look_at_initiative(events);
    }

    /// Both dice lie: equal ones are rolled again; unequal ones may be rerolled by Focused Orders,
    /// as often as they come about (R52).
    fn look_at_initiative(&mut self, events: &mut Told) {
        let Phase::Initiative { dice: [Some(first), Some(second)], .. } = self.phase else {
            return;
        };
        if first == second {
            events.push(Event::InitiativeTied { die: first });
            self.phase = Phase::Initiative { dice: [None; 2], redraw: true };
            return;
        }
        let asked = SIDES.into_iter().find(|seat| self.may_reroll_initiative(*seat));
        match asked {
            Some(seat) => self.ask(seat, self.initiative_roll(seat), OpenRoll::Initiative),
            None => self.settle_initiative(events),
        }
    }

    /// The number of a side's die where both lie: the later one is the last roll.
    fn initiative_roll(&self, seat: Seat) -> u32 {
        if seat == self.rolls_first() { self.rolls.saturating_sub(1) } else { self.rolls }
    }

    /// The answer about an initiative die is in. A reroll can tie, and then both roll afresh.
    pub(crate) fn initiative_answered(&mut self, rerolled: bool, events: &mut Told) {
        let Phase::Initiative { dice, .. } = self.phase else {
            return;
        };
        let [Some(first), Some(second)] = dice else {
            return;
        };
        if rerolled && first == second {
            self.look_at_initiative(events);
        } else {
            self.settle_initiative(events);
        }
    }

    fn settle_initiative(&mut self, events: &mut Told) {
        let Phase::Initiative { dice: [Some(first), Some(second)], .. } = self.phase else {
            return;
        };
        let dice = [first, second];
        self.phase = Phase::Order { dice };
        events.push(Event::InitiativeWon { seat: winner(dice), dice });
    }

    pub(crate) fn choose_order(&mut self, winner: Seat, itself: bool, events: &mut Told) {
        let first = if itself { winner } else { other(winner) };
        events.push(Event::OrderChosen { winner, first });
        self.phase = Phase::Activation(Activation {
            first,
            turn: first,
            slots: self.scenario.rules.first_batch,
            used: [0; 2],
            aided: None,
            declared: None,
        });
        self.settle(events);
    }

    /// Standing units that have not acted.
    pub(crate) fn eligible(&self, seat: Seat) -> UnitSet {
        self.standing(seat).without(self.acted)
    }

    fn can_act(&self, activation: &Activation, seat: Seat) -> bool {
        activation.used[seat.index()] < self.scenario.rules.activation_cap
            && !self.eligible(seat).is_empty()
    }

    /// A unit has finished its action, which may have helped another up.
    pub(crate) fn finish(&mut self, unit: Unit, helped: Option<Unit>, events: &mut Told) {
        let Phase::Activation(mut activation) = self.phase else {
            return;
        };
        let used = &mut activation.used[unit.seat().index()];
        *used = used.saturating_add(1);
        let left = *used < self.scenario.rules.activation_cap;
        self.acted.insert(unit);
        activation.slots = activation.slots.saturating_sub(1);
        activation.declared = None;
        activation.aided = helped.filter(|helped| left && !self.acted.contains(*helped));
        self.phase = Phase::Activation(activation);
        match self.wiped_out() {
            Some(loser) => self.end_by_wipe_out(loser, events),
            None => self.settle(events),
        }
    }

    /// Finds who acts next, or ends the round.
    pub(crate) fn settle(&mut self, events: &mut Told) {
        let Phase::Activation(mut activation) = self.phase else {
            return;
        };
        if let Some(unit) = activation.aided {
            events.push(Event::AidedOffered { unit: unit.id() });
            return;
        }
        let (turn, next) = (activation.turn, other(activation.turn));
        if activation.slots > 0 && self.can_act(&activation, turn) {
            return;
        }
        let turn = match (self.can_act(&activation, next), self.can_act(&activation, turn)) {
            (true, _) => next,
            (false, true) => turn,
            (false, false) => return self.end_round(activation.first, events),
        };
        activation.turn = turn;
        activation.slots = self.scenario.rules.later_batches;
        self.phase = Phase::Activation(activation);
    }

    pub(crate) fn decline_aided(&mut self, unit: Unit, events: &mut Told) {
        if let Phase::Activation(activation) = &mut self.phase {
            activation.aided = None;
        }
        events.push(Event::AidedDeclined { unit: unit.id() });
        self.settle(events);
    }

    /// A unit declares a random movement, and its die falls.
    pub(crate) fn declare(
        &mut self,
        unit: Unit,
        action: DeclaredAction,
        dice: &mut Dice,
        events: &mut Told,
    ) {
        let die = dice.d6();
        if let Some(declared) = self.declared_mut() {
            *declared = Some(Declared { unit, action, die });
        }
        let roll = self.next_roll();
        events.push(Event::MoveDeclared { unit: unit.id(), action, roll, die });
        if self.may_reroll_movement(unit.seat()) {
            self.ask(unit.seat(), roll, OpenRoll::Movement);
        } else {
            self.settle_movement(events);
        }
    }

    pub(crate) fn settle_movement(&self, events: &mut Told) {
        if let Some(declared) = self.declared() {
            let steps = self.declared_steps(declared);
            let Declared { unit, die, .. } = declared;
            events.push(Event::MoveSettled { unit: unit.id(), die, steps });
        }
    }
}

/// Who has the higher of two dice that differ.
pub(crate) fn winner([first, second]: [u8; 2]) -> Seat {
    if first > second { Seat::FIRST } else { Seat::SECOND }
}

/// A placement as it stands on the wire.
pub(crate) fn placements(seat: Seat, units: &Placed) -> Vec<Placement> {
    let placed = (1..=MOST_UNITS).zip(units);
    placed
        .filter_map(|(number, square)| {
            Some(Placement { unit: Unit::new(seat, number).id(), square: (*square)?.into() })
        })
        .collect()
}
