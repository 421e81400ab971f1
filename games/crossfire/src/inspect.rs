//! Whether a state from outside is one that the rules can go on from.

use senet_kernel::{Fault, Faults, Seat};

use crate::board::{Area, Square};
use crate::check::rows_of;
use crate::command::DeclaredAction;
use crate::data::{AdvantageKind, Movement};
use crate::state::{
    Activation, Crossfire, Declared, Melee, OldDie, Open, OpenRoll, Options, Phase, Placed, Shot,
};
use crate::text::count;
use crate::unit::{SIDES, Unit, UnitSet, other};

/// What is wrong, with its place.
type Found = Result<(), Fault>;

fn ensure(holds: bool, field: &str, code: &str, sentence: &str) -> Found {
    if holds { Ok(()) } else { Err(Fault::new(field, code, sentence)) }
}

fn is_face(die: u8) -> bool {
    (1..=6).contains(&die)
}

fn is_side(seat: Seat) -> bool {
    seat.index() < 2
}

impl Crossfire {
    pub(crate) fn inspected(&self) -> Result<(), Faults> {
        self.units_fit()
            .and_then(|()| self.options_fit())
            .and_then(|()| self.round_fits())
            .and_then(|()| self.phase_fits())
            .and_then(|()| self.open_fits())
            .map_err(Faults::from)
    }

    fn everyone(&self) -> UnitSet {
        SIDES.into_iter().flat_map(|seat| self.scenario.roster(seat).iter()).collect()
    }

    fn units_fit(&self) -> Found {
        let everyone = self.everyone();
        let mut taken = Area::NONE;
        for (index, square) in self.squares.iter().enumerate() {
            let Some(square) = *square else { continue };
            let known = everyone.iter().any(|unit| unit.index() == index);
            let field = format!("squares[{index}]");
            ensure(known, &field, "unknown_unit", "no roster has this unit")?;
            let free = self.scenario.ground().free().contains(square);
            ensure(free, &field, "terrain", &format!("the unit stands on terrain at {square}"))?;
            let alone = !taken.contains(square);
            ensure(alone, &field, "occupied", &format!("two units stand at {square}"))?;
            taken.insert(square);
        }
        let present: UnitSet = everyone.iter().filter(|u| self.square(*u).is_some()).collect();
        let missing = everyone.without(present);
        ensure(
            self.down.without(present).is_empty(),
            "down",
            "not_on_board",
            "only units on the board can be Down",
        )?;
        ensure(
            self.destroyed.without(missing).is_empty(),
            "destroyed",
            "on_board",
            "a destroyed unit is off the board",
        )?;
        ensure(
            self.acted.without(everyone).is_empty(),
            "acted",
            "unknown_unit",
            "only units of the rosters act",
        )?;
        if self.is_placed() {
            let gone = missing.without(self.destroyed).is_empty();
            return ensure(gone, "squares", "off_board", "a unit is neither there nor destroyed");
        }
        ensure(
            present.is_empty() && self.destroyed.is_empty() && self.acted.is_empty(),
            "squares",
            "not_deployed",
            "no unit is on the board before both sides have deployed",
        )
    }

    /// Whether the units are on the board: not before both sides have deployed, and not at all where
    /// a side gave up before that.
    fn is_placed(&self) -> bool {
        match self.phase {
            Phase::Deployment { .. } => false,
            Phase::Over(_) => self.round > 0 || self.squares.iter().any(|square| square.is_some()),
            _ => true,
        }
    }

    fn options_fit(&self) -> Found {
        let full = Options::of(&self.scenario);
        let Options { downs_ignored, revives, orders } = self.options;
        let same = downs_ignored.is_some() == full.downs_ignored.is_some()
            && revives.is_some() == full.revives.is_some()
            && orders.is_some() == full.orders.is_some();
        ensure(same, "options", "not_in_force", "only rules that are on remember anything")?;
        let most = |side: usize| {
            let traits = self.scenario.traits.as_ref();
            let event = self.scenario.event.as_ref();
            (
                traits.map_or(0, |traits| traits[side].ignore_downs),
                event.map_or(0, |event| event.revives),
            )
        };
        let within = (0..2).all(|side| {
            let (downs, stands) = most(side);
            downs_ignored.is_none_or(|used| used[side] <= downs)
                && revives.is_none_or(|used| used[side] <= stands)
        });
        ensure(
            within && orders <= full.orders,
            "options",
            "used_too_often",
            "no optional rule is used more often than it allows",
        )
    }

    fn round_fits(&self) -> Found {
        let rules = &self.scenario.rules;
        let last = rules.regular_rounds.saturating_add(rules.extra_rounds_on_tie);
        let fits = match self.phase {
            Phase::Deployment { .. } | Phase::QuickStart { .. } => self.round == 0,
            Phase::Over(_) => self.round <= last,
            _ => (1..=last).contains(&self.round),
        };
        ensure(fits, "round", "no_such_round", &format!("a battle has rounds 1 to {last}"))?;
        let going = self.is_placed() && self.end().is_none();
        ensure(
            !going || self.wiped_out().is_none(),
            "squares",
            "wiped_out",
            "a side without units has lost, but the battle goes on",
        )
    }

    fn phase_fits(&self) -> Found {
        if let Phase::Initiative { .. } | Phase::Order { .. } = self.phase {
            let none = self.acted.is_empty();
            ensure(none, "acted", "acted", "no unit has acted before the round is under way")?;
        }
        match self.phase {
            Phase::Deployment { placed } => self.deployment_fits(&placed),
            Phase::QuickStart { moved, declared } => self.quick_start_fits(moved, declared),
            Phase::Initiative { dice, redraw } => self.initiative_fits(dice, redraw),
            Phase::Order { dice: [a, b] } => ensure(
                is_face(a) && is_face(b) && a != b,
                "phase",
                "dice",
                "the initiative is settled by two different dice",
            ),
            Phase::Activation(activation) => self.activation_fits(&activation),
            Phase::Revive { first, asked } => ensure(
                is_side(first) && is_side(asked) && self.may_revive(asked),
                "phase",
                "revive",
                "a side is asked that can stand a unit up",
            ),
            Phase::Over(end) => {
                let side = end.winner.is_none_or(is_side);
                ensure(side, "phase", "no_such_seat", "one of the two sides wins, or nobody")
            }
        }
    }

    fn deployment_fits(&self, placed: &[Option<Placed>; 2]) -> Found {
        let both = placed.iter().all(Option::is_some);
        ensure(!both, "phase", "deployed", "both sides have deployed")?;
        for (seat, units) in SIDES.into_iter().zip(placed) {
            let Some(units) = units else { continue };
            let squares: Vec<Square> = units.iter().flatten().copied().collect();
            let area: Area = squares.iter().copied().collect();
            let roster = usize::from(self.stats(seat).roster);
            let fits = units.iter().take(roster).all(Option::is_some)
                && squares.len() == roster
                && area.len() as usize == roster
                && (area & !*self.scenario.home(seat)).is_empty()
                && (area & !*self.scenario.ground().free()).is_empty()
                && rows_of(units) >= self.scenario.rules.min_distinct_rows;
            ensure(fits, "phase", "deployment", "a placement breaks the rules of deployment")?;
        }
        Ok(())
    }

    fn quick_start_fits(&self, moved: UnitSet, declared: Option<Declared>) -> Found {
        let holder = self.scenario.holder(AdvantageKind::QuickStart);
        let Some(seat) = holder else {
            return ensure(false, "phase", "quick_start", "nobody holds Quick Start");
        };
        let roster = self.scenario.roster(seat);
        let fits = moved.without(roster).is_empty()
            && moved.len() < self.quick_start_units(seat)
            && self.down.is_empty()
            && self.destroyed.is_empty()
            && self.acted.is_empty();
        ensure(fits, "phase", "quick_start", "Quick Start comes before anything else")?;
        declared.map_or(Ok(()), |declared| {
            self.declaration_fits(declared, seat)?;
            ensure(
                declared.action == DeclaredAction::QuickStart && !moved.contains(declared.unit),
                "phase",
                "declared",
                "only a Quick Start move can be declared now",
            )
        })
    }

    fn declaration_fits(&self, declared: Declared, seat: Seat) -> Found {
        ensure(
            is_face(declared.die)
                && self.stats(seat).movement == Movement::Die
                && self.eligible(seat).contains(declared.unit),
            "phase",
            "declared",
            "a unit that may act and has a random Move declares it",
        )
    }

    fn initiative_fits(&self, dice: [Option<u8>; 2], redraw: bool) -> Found {
        let first = self.rolls_first();
        let faces = dice.into_iter().flatten().all(is_face);
        let order = dice[first.index()].is_some() || dice[other(first).index()].is_none();
        ensure(faces && order, "phase", "dice", "the initiative dice fall in order")?;
        let asked = self.open.map(|open| open.asked);
        let edge = self.scenario.holder(AdvantageKind::TacticalEdge);
        let fits = match (dice, asked) {
            ([Some(a), Some(b)], Some(asked)) => {
                a != b && is_side(asked) && self.may_reroll_initiative(asked)
            }
            ([Some(_), Some(_)], None) | ([None, None], Some(_)) => false,
            ([None, None], None) => true,
            (_, Some(asked)) => edge == Some(asked) && !redraw,
            (_, None) => true,
        };
        ensure(fits, "phase", "dice", "two dice are settled unless somebody may reroll")
    }

    fn activation_fits(&self, activation: &Activation) -> Found {
        let Activation { first, turn, slots, used, aided, declared } = *activation;
        ensure(is_side(first) && is_side(turn), "phase", "no_such_seat", "there are two sides")?;
        let cap = self.scenario.rules.activation_cap;
        let counts = used.into_iter().all(|used| used <= cap) && used[turn.index()] < cap;
        ensure(counts && slots <= 16, "phase", "cap", "a side acts as often as the cap allows")?;
        for seat in SIDES {
            let (acted, used) = (self.acted.and(self.scenario.roster(seat)), used[seat.index()]);
            let sentence = format!(
                "{} of P{} acted with {}; each acts once, and none while it is Down",
                count(acted.len().into(), "unit"),
                seat.index() + 1,
                count(used.into(), "activation")
            );
            ensure(acted.len() == used, "acted", "acted", &sentence)?;
        }
        let next = match aided {
            Some(aided) => self.eligible(turn).contains(aided),
            None => slots > 0 && !self.eligible(turn).is_empty(),
        };
        ensure(next, "phase", "nobody", "the side whose turn it is has a unit that may act")?;
        declared.map_or(Ok(()), |declared| {
            self.declaration_fits(declared, turn)?;
            ensure(
                declared.action != DeclaredAction::QuickStart
                    && aided.is_none_or(|aided| aided == declared.unit),
                "phase",
                "declared",
                "the unit that acts has declared its movement",
            )
        })
    }

    fn open_fits(&self) -> Found {
        let Some(open) = &self.open else {
            return Ok(());
        };
        let fits = match (open.roll, self.phase) {
            (OpenRoll::Initiative, Phase::Initiative { .. }) => true,
            (OpenRoll::Movement, Phase::QuickStart { .. } | Phase::Activation(_)) => {
                self.declared().is_some_and(|declared| declared.unit.seat() == open.asked)
            }
            (OpenRoll::Shot(shot), Phase::Activation(activation)) => {
                self.shot_fits(shot, &activation) && open.asked == shot.shooter.seat()
            }
            (OpenRoll::Melee(melee), Phase::Activation(activation)) => {
                let asked = if melee.defending { melee.target } else { melee.attacker };
                self.melee_fits(melee, &activation) && open.asked == asked.seat()
            }
            _ => false,
        };
        ensure(fits, "open", "no_such_roll", "the open roll belongs to what is going on")?;
        ensure(self.choice_fits(open), "open", "choice", "the owner chooses after its reroll")
    }

    fn choice_fits(&self, open: &Open) -> bool {
        let Some(OldDie { die, old }) = open.choice else {
            return true;
        };
        self.chooses(open.asked, self.kind(open))
            && (1..=Crossfire::dice_of(open)).contains(&die)
            && is_face(old)
    }

    /// A unit that acts now, and an enemy of it on the board.
    fn pair_fits(&self, unit: Unit, target: Unit, activation: &Activation) -> bool {
        let acting = match (activation.declared, activation.aided) {
            (Some(declared), _) => declared.unit == unit,
            (None, Some(aided)) => aided == unit,
            (None, None) => true,
        };
        acting
            && self.eligible(activation.turn).contains(unit)
            && self.present(other(activation.turn)).contains(target)
    }

    fn shot_fits(&self, shot: Shot, activation: &Activation) -> bool {
        self.pair_fits(shot.shooter, shot.target, activation) && shot.dice.into_iter().all(is_face)
    }

    fn melee_fits(&self, melee: Melee, activation: &Activation) -> bool {
        self.pair_fits(melee.attacker, melee.target, activation)
            && !self.is_down(melee.target)
            && melee.dice.into_iter().all(is_face)
    }
}
