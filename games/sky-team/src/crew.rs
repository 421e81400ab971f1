//! The two who fly: who sits where, and what belongs to each.

use std::ops::{Index, IndexMut};

use schemars::JsonSchema;
use senet_kernel::{Actor, Seat, Viewer};
use serde::{Deserialize, Serialize};

/// A member of the crew, and the colour of the dice.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Crew {
    /// Blue, in the left seat: the first seat of the table.
    Pilot,
    /// Orange, in the right seat: the second seat of the table.
    Copilot,
}

impl Crew {
    /// Both, the Pilot first.
    pub const ALL: [Crew; 2] = [Crew::Pilot, Crew::Copilot];

    /// Who sits in this seat; nobody beyond the second.
    pub const fn of(seat: Seat) -> Option<Crew> {
        match seat.index() {
            0 => Some(Crew::Pilot),
            1 => Some(Crew::Copilot),
            _ => None,
        }
    }

    /// Who acts; nobody for the clock and the host.
    pub(crate) fn acting(actor: Actor) -> Option<Crew> {
        actor.seat().and_then(Crew::of)
    }

    /// Who looks; nobody for a spectator.
    pub(crate) fn looking(viewer: Viewer) -> Option<Crew> {
        viewer.seat().and_then(Crew::of)
    }

    /// The seat at the table.
    pub const fn seat(self) -> Seat {
        match self {
            Crew::Pilot => Seat::FIRST,
            Crew::Copilot => Seat::SECOND,
        }
    }

    /// The one beside.
    #[must_use]
    pub const fn other(self) -> Crew {
        match self {
            Crew::Pilot => Crew::Copilot,
            Crew::Copilot => Crew::Pilot,
        }
    }

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Crew::Pilot => "Pilot",
            Crew::Copilot => "Co-Pilot",
        }
    }

    /// The colour of the dice.
    pub const fn colour(self) -> &'static str {
        match self {
            Crew::Pilot => "blue",
            Crew::Copilot => "orange",
        }
    }
}

/// One of a thing for each of the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pair<T> {
    /// The Pilot's.
    pub pilot: T,
    /// The Co-Pilot's.
    pub copilot: T,
}

impl<T> Pair<T> {
    /// What `make` gives for each.
    pub fn of(mut make: impl FnMut(Crew) -> T) -> Pair<T> {
        Pair { pilot: make(Crew::Pilot), copilot: make(Crew::Copilot) }
    }
}

impl<T: Copy> Pair<Option<T>> {
    /// Both, where both are there.
    pub fn both(&self) -> Option<(T, T)> {
        self.pilot.zip(self.copilot)
    }
}

impl<T> Index<Crew> for Pair<T> {
    type Output = T;

    fn index(&self, crew: Crew) -> &T {
        match crew {
            Crew::Pilot => &self.pilot,
            Crew::Copilot => &self.copilot,
        }
    }
}

impl<T> IndexMut<Crew> for Pair<T> {
    fn index_mut(&mut self, crew: Crew) -> &mut T {
        match crew {
            Crew::Pilot => &mut self.pilot,
            Crew::Copilot => &mut self.copilot,
        }
    }
}
