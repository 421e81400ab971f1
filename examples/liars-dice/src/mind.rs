//! What bots go by: the dice that are left, and how likely the last bid is.

use senet_bots::{Candidates, Evaluate, Mind, Policy};
use senet_kernel::{Game, Seat};

use crate::{LiarsDice, Stage};

/// What a die is worth.
const DIE: i32 = 100;

impl Evaluate for LiarsDice {
    /// The dice ahead of the best other seat; and of a bid that stands, how far the true count is above
    /// it: whoever made it wants it true. The state is a guess that fits what the seat sees, so this looks
    /// at the own dice and at likely ones.
    fn evaluate(&self, seat: Seat) -> i32 {
        let dice = |seat: Seat| i32::from(self.left(seat)) * DIE;
        let others = Seat::first(self.seats()).filter(|other| *other != seat);
        let ahead = dice(seat) - others.map(dice).max().unwrap_or(0);
        let Stage::Bidding { bid: Some((by, bid)), .. } = self.stage() else {
            return ahead;
        };
        let hands: Vec<_> = Seat::first(self.seats()).map(|seat| self.hand(seat)).collect();
        let counted = bid.counted(&hands, self.config().wild_ones);
        let margin = (i32::from(counted) - i32::from(bid.count)).clamp(-2, 1) * 20;
        if by == seat { ahead + margin } else { ahead - margin }
    }
}

impl Policy for LiarsDice {
    const HORIZON: Option<u32> = Some(24);
    const SURE: i32 = 3 * DIE;
}

impl Candidates for LiarsDice {}

impl Mind for LiarsDice {
    const LINES: [u32; 3] = [48, 192, 576];
}
