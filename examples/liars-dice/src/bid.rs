//! A bid and the dice that it is about (rules LD-3 to LD-7).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The dice of a seat: how many of each face, the ones first.
pub type Hand = [u8; 6];

/// So many dice of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bid {
    /// How many.
    #[schemars(range(min = 1, max = 36))]
    pub count: u8,
    /// Of which face, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub face: u8,
}

impl Bid {
    /// Whether it is a bid at all, among so many dice.
    pub fn fits(self, dice: u8) -> bool {
        (1..=6).contains(&self.face) && (1..=dice).contains(&self.count)
    }

    /// Whether it may follow another (LD-4).
    pub fn beats(self, last: Bid) -> bool {
        (self.count, self.face) > (last.count, last.face)
    }

    /// Every bid among so many dice, the lowest first.
    pub fn all(dice: u8) -> impl Iterator<Item = Bid> {
        (1..=dice).flat_map(|count| (1..=6).map(move |face| Bid { count, face }))
    }

    /// How many dice of its face there are (LD-6).
    pub fn counted(self, hands: &[Hand], wild: bool) -> u8 {
        let of = |hand: &Hand| {
            let own = hand[usize::from(self.face) - 1];
            if wild && self.face != 1 { own + hand[0] } else { own }
        };
        hands.iter().map(of).sum()
    }
}
