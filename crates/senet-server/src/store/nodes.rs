//! Nodes that share a store: who lives, who follows which room there, and what they tell each other.

use std::time::Duration;

use senet_kernel::SeatSet;
use serde::{Deserialize, Serialize};

/// What others do in the same store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// They have changed this room.
    Room(String),
    /// Somebody has talked there.
    Chat(String),
    /// Somebody has come there, or gone.
    Presence(String),
    /// Whoever is called so and watches there was shown out.
    Out(String, String),
    /// They could not be heard for a while: anything may have changed.
    Any,
}

impl Change {
    /// The room that it is about; none where it is about all of them.
    pub fn room(&self) -> Option<&str> {
        match self {
            Change::Room(room)
            | Change::Chat(room)
            | Change::Presence(room)
            | Change::Out(room, _) => Some(room),
            Change::Any => None,
        }
    }

    /// As one node tells it to the others: a letter and the room.
    pub(super) fn told(&self) -> String {
        match self {
            Change::Room(room) => format!("r {room}"),
            Change::Chat(room) => format!("c {room}"),
            Change::Presence(room) => format!("p {room}"),
            Change::Out(room, name) => format!("o {room} {name}"),
            Change::Any => "a".to_owned(),
        }
    }

    /// What another node has told. What cannot be read may mean anything.
    pub(super) fn heard(told: &str) -> Change {
        match told.split_once(' ') {
            Some(("r", room)) => Change::Room(room.to_owned()),
            Some(("c", room)) => Change::Chat(room.to_owned()),
            Some(("p", room)) => Change::Presence(room.to_owned()),
            Some(("o", out)) => match out.split_once(' ') {
                Some((room, name)) => Change::Out(room.to_owned(), name.to_owned()),
                None => Change::Any,
            },
            Some(_) | None => Change::Any,
        }
    }
}

/// Who follows a room at one node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attendance {
    /// The seats whose holders are connected there.
    pub seats: SeatSet,
    /// How many spectators there are.
    pub spectators: usize,
    /// What those of them are called who have said so, and the marks of their addresses.
    pub names: Vec<(String, String)>,
}

impl Attendance {
    /// Whether nobody is there.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty() && self.spectators == 0
    }
}

/// Who follows a room at another node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// The room.
    pub room: String,
    /// The node.
    pub node: String,
    /// Who is there.
    pub who: Attendance,
}

/// What a node is told when it says that it lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    /// The others that live.
    pub others: Vec<String>,
    /// Whether nobody knew of this node any more, nor of who is there.
    pub anew: bool,
}

/// A code for a second device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The room.
    pub table: String,
    /// The sitting that gave it out, with which it ends.
    pub sitting: String,
    /// The device of that sitting, with which it ends too.
    pub device: String,
}

/// How long a code for a second device is good.
pub const LINK: Duration = Duration::from_secs(300);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_heard() {
        for change in [
            Change::Room("k7f3q9".to_owned()),
            Change::Chat("k7f3q9".to_owned()),
            Change::Presence("k7f3q9".to_owned()),
            Change::Out("k7f3q9".to_owned(), "Eve of the hill".to_owned()),
            Change::Any,
        ] {
            assert_eq!(Change::heard(&change.told()), change);
        }
        assert_eq!(Change::heard("k7f3q9"), Change::Any, "an older node tells the bare room");
    }
}
