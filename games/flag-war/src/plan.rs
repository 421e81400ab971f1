//! The sealed orders of one team: one slot per piece and round (FW-16 to FW-19, R5 to R8).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{Direction, MAX_PIECES};
use crate::command::Origin;
use crate::round::Step;

/// What a piece is told to do in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// To move straight.
    Move {
        /// Which way.
        direction: Direction,
        /// How many squares.
        distance: u8,
    },
    /// To stay.
    Hold,
}

impl Order {
    /// The move, if it is one.
    pub const fn step(self) -> Option<Step> {
        match self {
            Order::Move { direction, distance } => Some(Step { direction, distance }),
            Order::Hold => None,
        }
    }
}

impl std::fmt::Display for Order {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Order::Move { direction, distance } => write!(f, "{direction} {distance}"),
            Order::Hold => f.write_str("hold"),
        }
    }
}

/// One slot of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Slot {
    /// For which round.
    pub round: u32,
    /// The number of the piece.
    pub piece: u8,
    /// What it is told; none where the slot was emptied by a cancel, which older inputs still meet.
    pub order: Option<Order>,
    /// Who had the idea.
    pub origin: Origin,
    /// When it was said, as a number that sorts (R8).
    pub stamp: u32,
}

impl Slot {
    const fn key(&self) -> (u32, u8) {
        (self.round, self.piece)
    }
}

/// The sealed orders of one team.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Plan {
    /// Sorted by round and piece, the latest first, so that the open round's slots are at the end.
    pub(crate) slots: Vec<Slot>,
    /// For each piece, the stamp of the last input that emptied all its rounds.
    pub(crate) cleared: [u32; MAX_PIECES],
    /// The number of the last input.
    pub(crate) inputs: u32,
    /// How many orders came in the open round.
    pub(crate) taken: u32,
}

impl Plan {
    /// The slots that hold an order, the earliest first.
    pub fn orders(&self) -> impl Iterator<Item = (&Slot, Order)> {
        let slots = self.slots.iter().rev();
        slots.filter_map(|slot| Some((slot, slot.order?)))
    }

    /// What a piece is told for a round.
    pub fn order(&self, round: u32, piece: u8) -> Option<Order> {
        self.slots[self.place(round, piece).ok()?].order
    }

    /// The number of the next input.
    pub const fn next_input(&self) -> u32 {
        self.inputs.saturating_add(1)
    }

    /// When an input was said, as a number that sorts (R8). One that comes as it is said takes the
    /// next number. One that names the number that was next when it was said, such as a text that
    /// took a while to read, comes after all with lower numbers and before whatever has taken that
    /// number since: its stamp is even, theirs is odd.
    pub(crate) fn stamp(&mut self, input: Option<u32>) -> u32 {
        let next = self.next_input();
        let number = input.map_or(next, |input| input.min(next));
        self.inputs = self.inputs.max(number);
        number.saturating_mul(2).saturating_add(input.is_none().into())
    }

    /// Whether an explicit order for this slot was given when this input was said, or after it.
    pub fn is_newer(&self, round: u32, piece: u8, input: u32) -> bool {
        let slot = self.place(round, piece).ok().map(|place| self.slots[place]);
        slot.is_some_and(|slot| {
            slot.order.is_some()
                && slot.origin == Origin::Explicit
                && slot.stamp >= input.saturating_mul(2)
        })
    }

    fn place(&self, round: u32, piece: u8) -> Result<usize, usize> {
        self.slots.binary_search_by(|slot| (round, piece).cmp(&slot.key()))
    }

    /// Puts an order into its slot unless something newer or higher is there. Returns the order that
    /// is not to be: the one that was there, or the new one itself.
    pub(crate) fn put(&mut self, new: Slot) -> Placed {
        let cleared = self.cleared[usize::from(new.piece - 1)];
        let place = self.place(new.round, new.piece);
        let old = place.ok().map(|place| self.slots[place]);
        let outranked = old.is_some_and(|old| match old.order {
            Some(_) => (new.origin, new.stamp) < (old.origin, old.stamp),
            None => new.stamp < old.stamp,
        });
        if new.stamp < cleared || outranked {
            return Placed::Outranked;
        }
        match place {
            Ok(place) => self.slots[place] = new,
            Err(place) => self.slots.insert(place, new),
        }
        Placed::Put(old.filter(|old| old.order.is_some()))
    }

    /// Empties what is not newer than the cancel; says how many orders went.
    pub(crate) fn cancel(&mut self, piece: Option<u8>, round: Option<u32>, stamp: u32) -> u32 {
        let mut gone = 0;
        self.slots.retain_mut(|slot| {
            let meant = piece.is_none_or(|piece| piece == slot.piece)
                && round.is_none_or(|round| round == slot.round);
            if !meant || slot.stamp > stamp {
                return true;
            }
            gone += u32::from(slot.order.take().is_some());
            slot.stamp = stamp;
            // Where all rounds of the piece are cleared, that alone keeps older inputs out.
            round.is_some()
        });
        if round.is_none() {
            for (index, cleared) in self.cleared.iter_mut().enumerate() {
                if piece.is_none_or(|piece| usize::from(piece) == index + 1) {
                    *cleared = stamp.max(*cleared);
                }
            }
        }
        gone
    }

    /// Marks an empty slot as emptied by a cancel, so that older inputs do not fill it.
    pub(crate) fn bar(&mut self, round: u32, piece: u8, stamp: u32) {
        if let Err(place) = self.place(round, piece) {
            let slot = Slot { round, piece, order: None, origin: Origin::Explicit, stamp };
            self.slots.insert(place, slot);
        }
    }

    /// Takes out the slots of a round and of any before it.
    pub(crate) fn take(&mut self, round: u32, mut each: impl FnMut(Slot)) {
        while let Some(slot) = self.slots.pop_if(|slot| slot.round <= round) {
            each(slot);
        }
        self.taken = 0;
    }

    /// How many orders a piece has for later rounds; they go where `drop` says so.
    pub(crate) fn displaced(&mut self, piece: u8, drop: bool) -> u32 {
        let orders = self.orders().filter(|(slot, _)| slot.piece == piece).count();
        if drop {
            self.slots.retain(|slot| slot.piece != piece || slot.order.is_none());
        }
        orders as u32
    }

    pub(crate) fn clear(&mut self) {
        self.slots.clear();
        self.cleared = [0; MAX_PIECES];
        self.inputs = 0;
        self.taken = 0;
    }
}

/// What became of a new order.
pub(crate) enum Placed {
    /// It has its slot; it replaced this one.
    Put(Option<Slot>),
    /// Something newer or higher was there.
    Outranked,
}
