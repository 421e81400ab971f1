//! What lies on the table: the part that all may see, and the part that is hidden.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::Abilities;
use crate::approach::Approach;
use crate::axis::Axis;
use crate::config::Options;
use crate::crew::{Crew, Pair};
use crate::engines::{BLUE_MARKER, Engines, ORANGE_MARKER};
use crate::faces::Faces;
use crate::intern::Intern;
use crate::landing::End;
use crate::policy::Policy;
use crate::reroll::Rerolls;
use crate::scenario::{Course, Title};
use crate::space::{Module, Spaces};
use crate::wind;

/// One play of Sky Team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkyTeam {
    pub(crate) board: Board,
    pub(crate) hidden: Hidden,
}

/// What not everybody may see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hidden {
    /// The unplaced dice.
    pub hands: Pair<Faces>,
    /// What each has chosen to reroll or to swap, until both have.
    pub sealed: Pair<Option<Faces>>,
    /// The extra die of Synchronisation, while the Co-Pilot is to place it.
    pub sync: Option<u8>,
}

/// All that is public, as the rules keep it. Screens draw from the rest of the view; this part lets
/// a bot go on playing from a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Board {
    /// How the table plays.
    pub options: Options,
    /// Which scenario it is.
    pub title: Title,
    /// What the scenario fixes.
    pub course: Course,
    /// What is going on.
    pub phase: Phase,
    /// The round, counted from 1.
    pub round: u8,
    /// Who places the next die of a hand.
    pub turn: Crew,
    /// Who has answered in a briefing, a reroll or a swap.
    pub answered: Pair<bool>,
    /// Where dice lie this round.
    pub filled: Spaces,
    /// The dice placed this round, in order.
    pub log: Log,
    /// The axis.
    pub axis: Axis,
    /// The engines.
    pub engines: Engines,
    /// The approach track.
    pub approach: Approach,
    /// Landing gear switches that are on, as bits.
    pub gear: u8,
    /// How many flaps are on.
    pub flaps: u8,
    /// How many brakes are on.
    pub brakes: u8,
    /// How many steps of the ice brakes are done.
    pub ice: u8,
    /// The coffee pool.
    pub coffee: u8,
    /// Reroll tokens.
    pub rerolls: Rerolls,
    /// What is in the tank, where fuel is counted.
    pub kerosene: i8,
    /// Where the wind marker stands on its ring.
    pub wind: u8,
    /// The intern's row.
    pub intern: Option<Intern>,
    /// Special abilities.
    pub abilities: Abilities,
    /// Who may take the last placement back.
    pub undo: Option<Crew>,
    /// Figures to look back at.
    pub tally: Tally,
    /// How it ended.
    pub end: Option<End>,
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Phase", rename_all = "snake_case")]
#[schemars(tag = "type")]
pub enum Phase {
    /// Both talk and say that they are ready.
    Briefing,
    /// Dice are placed in turn.
    Placement,
    /// An extra die or an intern's token is placed at once.
    Extra {
        /// Which.
        extra: Extra,
    },
    /// Both choose what to reroll.
    Rerolling,
    /// Both name a die to swap.
    Swapping,
    /// It is over.
    Over,
}

senet_kernel::tagged!(Phase, "type");

/// Something to place that came from no hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Extra", rename_all = "snake_case")]
#[schemars(tag = "type")]
pub enum Extra {
    /// A token of the intern.
    Token {
        /// Who places it.
        by: Crew,
        /// Whose colour it has.
        colour: Crew,
        /// Its value.
        value: u8,
    },
    /// The traffic die of Synchronisation, which the Co-Pilot alone sees and places.
    Sync,
}

senet_kernel::tagged!(Extra, "type");

impl Extra {
    /// Who places it.
    pub(crate) const fn by(self) -> Crew {
        match self {
            Extra::Token { by, .. } => by,
            Extra::Sync => Crew::Copilot,
        }
    }
}

/// Where a placed value came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A die of the hand.
    Hand,
    /// A token of the intern.
    Token,
    /// The extra die of Synchronisation.
    Sync,
}

/// A die as it was placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Laid {
    /// Who placed it.
    pub crew: Crew,
    /// Where it came from.
    pub source: Source,
    /// What it showed.
    pub die: u8,
    /// How many steps coffee changed it.
    pub coffee: i8,
    /// Where it lies.
    pub on: Module,
    /// On which space of the module, counted from 0.
    pub slot: u8,
}

impl Laid {
    const NOTHING: Laid = Laid {
        crew: Crew::Pilot,
        source: Source::Hand,
        die: 0,
        coffee: 0,
        on: Module::Axis,
        slot: 0,
    };

    /// What it counts as.
    pub const fn value(&self) -> u8 {
        self.die.saturating_add_signed(self.coffee)
    }
}

/// The most that can be placed in a round: eight dice, two tokens and the extra die.
const MOST_LAID: usize = 11;

/// The dice placed this round, in order. On the wire it is a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<Laid>", into = "Vec<Laid>")]
#[schemars(with = "Vec<Laid>")]
pub struct Log {
    laid: [Laid; MOST_LAID],
    len: u8,
}

impl Log {
    pub(crate) const EMPTY: Log = Log { laid: [Laid::NOTHING; MOST_LAID], len: 0 };

    /// What was placed, in order.
    pub fn list(&self) -> &[Laid] {
        &self.laid[..self.len.into()]
    }

    pub(crate) fn push(&mut self, laid: Laid) {
        if let Some(place) = self.laid.get_mut(usize::from(self.len)) {
            *place = laid;
            self.len += 1;
        }
    }

    /// The placed dice that came from hands.
    pub(crate) fn own_dice(&self) -> impl Iterator<Item = &Laid> {
        self.list().iter().filter(|laid| laid.source == Source::Hand)
    }
}

impl TryFrom<Vec<Laid>> for Log {
    type Error = String;

    fn try_from(list: Vec<Laid>) -> Result<Log, String> {
        if list.len() > MOST_LAID {
            return Err(format!("at most {MOST_LAID} dice are placed in a round"));
        }
        let mut log = Log::EMPTY;
        list.into_iter().for_each(|laid| log.push(laid));
        Ok(log)
    }
}

impl From<Log> for Vec<Laid> {
    fn from(log: Log) -> Vec<Laid> {
        log.list().to_vec()
    }
}

/// Figures to look back at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tally {
    /// Airplanes sent off by the radio.
    pub planes_cleared: u8,
    /// Coffee earned.
    pub coffee_earned: u8,
    /// Coffee drunk.
    pub coffee_spent: u8,
    /// Dice that had no effect.
    pub wasted: u8,
}

impl Board {
    pub(crate) const fn policy(&self) -> &'static Policy {
        self.options.rules.policy()
    }

    /// The blue marker: below it the plane stays.
    pub const fn blue_marker(&self) -> u8 {
        BLUE_MARKER + self.gear.count_ones() as u8
    }

    /// The orange marker: above it the plane moves two segments.
    pub const fn orange_marker(&self) -> u8 {
        ORANGE_MARKER + self.flaps
    }

    /// What the wind adds to the speed now.
    pub fn wind_modifier(&self) -> i8 {
        wind::modifier(self.wind, self.course.weather)
    }

    /// Whether the plane has reached the airport.
    pub const fn at_airport(&self) -> bool {
        self.approach.position >= self.course.airport()
    }
}
