//! The state of a battle, and the simple questions that every rule asks of it.

use std::sync::Arc;

use schemars::JsonSchema;
use senet_kernel::Seat;
use serde::{Deserialize, Serialize};

use crate::board::{Area, Square};
use crate::command::DeclaredAction;
use crate::data::{AdvantageKind, Movement};
use crate::event::{Event, Told};
use crate::reach::half;
use crate::rejection::PhaseName;
use crate::scenario::{Scenario, Stats};
use crate::unit::{MOST_UNITS, Unit, UnitSet, other};

/// The state of one battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crossfire {
    pub(crate) scenario: Arc<Scenario>,
    /// 0 before the first round.
    pub(crate) round: u8,
    pub(crate) score: [u16; 2],
    pub(crate) squares: [Option<Square>; 2 * MOST_UNITS as usize],
    pub(crate) down: UnitSet,
    pub(crate) destroyed: UnitSet,
    pub(crate) acted: UnitSet,
    /// How many rolls were made; the last one has this number.
    pub(crate) rolls: u32,
    pub(crate) phase: Phase,
    pub(crate) open: Option<Open>,
    pub(crate) options: Options,
    /// Whether the last command was a move or a hold, which may be taken back.
    pub(crate) harmless: bool,
}

/// What the optional rules remember; nothing where they are off (AQ-006).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Options {
    /// How often each side's Resilient trait held.
    pub downs_ignored: Option<[u8; 2]>,
    /// How often each side used Revive.
    pub revives: Option<[u8; 2]>,
    /// The rerolls of Focused Orders that its holder has left.
    pub orders: Option<u8>,
}

impl Options {
    /// What there is to remember at the start.
    pub(crate) fn of(scenario: &Scenario) -> Options {
        let traits = scenario.traits.as_ref();
        let resilient = traits.is_some_and(|traits| traits.iter().any(|t| t.ignore_downs > 0));
        let revives = scenario.event.as_ref().is_some_and(|event| event.revives > 0);
        let held = scenario.advantage.as_ref();
        let orders = held.filter(|held| held.advantage.id == AdvantageKind::FocusedOrders);
        Options {
            downs_ignored: resilient.then_some([0; 2]),
            revives: revives.then_some([0; 2]),
            orders: orders.map(|held| held.advantage.rerolls),
        }
    }
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Phase {
    Deployment {
        placed: [Option<Placed>; 2],
    },
    QuickStart {
        moved: UnitSet,
        declared: Option<Declared>,
    },
    Initiative {
        dice: [Option<u8>; 2],
        /// Whether this is a roll after equal dice, which Tactical Edge does not touch (R11).
        redraw: bool,
    },
    Order {
        dice: [u8; 2],
    },
    Activation(Activation),
    Revive {
        first: Seat,
        asked: Seat,
    },
    Over(End),
}

/// A side's units in number order, with their squares.
pub(crate) type Placed = [Option<Square>; MOST_UNITS as usize];

/// A random movement that was declared, and how its die fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Declared {
    pub(crate) unit: Unit,
    pub(crate) action: DeclaredAction,
    pub(crate) die: u8,
}

/// Whose units act, and how many more of them (rules, section 7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Activation {
    /// Who acted first in this round.
    pub(crate) first: Seat,
    pub(crate) turn: Seat,
    pub(crate) slots: u8,
    pub(crate) used: [u8; 2],
    pub(crate) aided: Option<Unit>,
    pub(crate) declared: Option<Declared>,
}

/// A roll that lies open: somebody must say whether to reroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Open {
    /// The number of the roll.
    pub(crate) number: u32,
    pub(crate) asked: Seat,
    pub(crate) roll: OpenRoll,
    /// After a reroll whose owner chooses: which die it was, and what it showed before.
    pub(crate) choice: Option<OldDie>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OldDie {
    pub(crate) die: u8,
    pub(crate) old: u8,
}

/// What the roll is of. Initiative and movement dice lie in the phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum OpenRoll {
    Initiative,
    Movement,
    Shot(Shot),
    Melee(Melee),
}

/// A shot whose dice lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shot {
    pub(crate) shooter: Unit,
    pub(crate) target: Unit,
    pub(crate) moved: bool,
    pub(crate) dice: [u8; 2],
}

/// A fight whose dice lie: the attacker's and the defender's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Melee {
    pub(crate) attacker: Unit,
    pub(crate) target: Unit,
    pub(crate) dice: [u8; 2],
    /// Whether the attacker has answered and the defender is asked.
    pub(crate) defending: bool,
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct End {
    /// Who won; none is a tie.
    pub winner: Option<Seat>,
    /// Why.
    pub reason: EndReason,
}

/// Why a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// More points after the last round.
    Points,
    /// Equal points after the extra round.
    Tie,
    /// One side had no unit left.
    WipeOut,
    /// One side gave up.
    Concession,
}

impl Crossfire {
    pub(crate) fn start(scenario: Arc<Scenario>) -> Crossfire {
        let options = Options::of(&scenario);
        Crossfire {
            scenario,
            round: 0,
            score: [0; 2],
            squares: [None; 2 * MOST_UNITS as usize],
            down: UnitSet::NONE,
            destroyed: UnitSet::NONE,
            acted: UnitSet::NONE,
            rolls: 0,
            phase: Phase::Deployment { placed: [None; 2] },
            open: None,
            options,
            harmless: false,
        }
    }

    /// What stays the same all battle.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The round, from 1; 0 before the first.
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// The points of both sides, as of the last scoring.
    pub const fn score(&self) -> [u16; 2] {
        self.score
    }

    /// How it ended, if it did.
    pub const fn end(&self) -> Option<End> {
        match self.phase {
            Phase::Over(end) => Some(end),
            _ => None,
        }
    }

    pub(crate) fn stats(&self, seat: Seat) -> &Stats {
        self.scenario.stats(seat)
    }

    pub(crate) fn square(&self, unit: Unit) -> Option<Square> {
        self.squares[unit.index()]
    }

    /// The units of a side that are on the board.
    pub(crate) fn present(&self, seat: Seat) -> UnitSet {
        match self.phase {
            Phase::Deployment { .. } => UnitSet::NONE,
            _ => self.scenario.roster(seat).without(self.destroyed),
        }
    }

    pub(crate) fn standing(&self, seat: Seat) -> UnitSet {
        self.present(seat).without(self.down)
    }

    pub(crate) fn down_units(&self, seat: Seat) -> UnitSet {
        self.present(seat).and(self.down)
    }

    /// How many units of a side are destroyed.
    pub(crate) fn losses(&self, seat: Seat) -> u8 {
        self.scenario.roster(seat).and(self.destroyed).len()
    }

    /// The squares with a unit on them.
    pub fn occupied(&self) -> Area {
        self.squares.iter().flatten().copied().collect()
    }

    pub(crate) fn is_down(&self, unit: Unit) -> bool {
        self.down.contains(unit)
    }

    /// The units that stand on or beside a square, of a side.
    pub(crate) fn beside(&self, seat: Seat, square: Square) -> impl Iterator<Item = Unit> {
        let present = self.present(seat).iter();
        present.filter(move |unit| self.square(*unit).is_some_and(|at| at.is_adjacent(square)))
    }

    /// The next number of a roll.
    pub(crate) fn next_roll(&mut self) -> u32 {
        self.rolls = self.rolls.saturating_add(1);
        self.rolls
    }

    pub(crate) fn declared(&self) -> Option<Declared> {
        match self.phase {
            Phase::QuickStart { declared, .. } => declared,
            Phase::Activation(activation) => activation.declared,
            _ => None,
        }
    }

    pub(crate) fn declared_mut(&mut self) -> Option<&mut Option<Declared>> {
        match &mut self.phase {
            Phase::QuickStart { declared, .. } => Some(declared),
            Phase::Activation(activation) => Some(&mut activation.declared),
            _ => None,
        }
    }

    /// How many steps a declared movement has.
    pub(crate) fn declared_steps(&self, declared: Declared) -> u8 {
        let whole = declared.die + self.stats(declared.unit.seat()).move_bonus;
        match declared.action {
            DeclaredAction::Move | DeclaredAction::QuickStart => whole,
            DeclaredAction::Attack | DeclaredAction::FirstAid => half(whole),
        }
    }

    /// How many steps a unit has for a Move and for half a Move; none before a random one is rolled.
    pub(crate) fn steps(&self, seat: Seat) -> Option<(u8, u8)> {
        match self.stats(seat).movement {
            Movement::Fixed(steps) => Some((steps, half(steps))),
            Movement::Die => None,
        }
    }

    pub(crate) fn phase_name(&self) -> PhaseName {
        match self.phase {
            Phase::Deployment { .. } => PhaseName::Deployment,
            Phase::QuickStart { .. } => PhaseName::QuickStart,
            Phase::Initiative { .. } => PhaseName::Initiative,
            Phase::Order { .. } => PhaseName::Order,
            Phase::Activation(_) => PhaseName::Activation,
            Phase::Revive { .. } => PhaseName::RoundEnd,
            Phase::Over(_) => PhaseName::Over,
        }
    }

    /// Moves a unit and tells the way.
    pub(crate) fn walk(&mut self, unit: Unit, to: Option<Square>, events: &mut Told) {
        let (Some(from), Some(to)) = (self.square(unit), to) else {
            return;
        };
        self.squares[unit.index()] = Some(to);
        events.push_with(|| Event::Moved {
            unit: unit.id(),
            from,
            path: self.scenario.ground().path(from, to).unwrap_or_default(),
        });
    }

    /// Ends the battle. Kills of an unfinished round still count, zones do not (R35, R51).
    pub(crate) fn end_battle(&mut self, end: End, events: &mut Told) {
        self.phase = Phase::Over(end);
        self.open = None;
        let End { winner, reason } = end;
        events.push(Event::BattleEnded { winner, reason, score: self.score });
    }

    pub(crate) fn concede(&mut self, seat: Seat, events: &mut Told) {
        events.push(Event::Conceded { seat });
        self.score_kills();
        let winner = Some(other(seat));
        self.end_battle(End { winner, reason: EndReason::Concession }, events);
    }
}
