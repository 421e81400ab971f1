//! Pig: points ahead of the best other seat.

use senet_kernel::{Faults, Game, Rng, Seat};
use senet_reference::pig::{Command, Pig};

use crate::exact;
use crate::learned;
use crate::{Candidates, Evaluate, Leash, Level, Maker, Mind, Outlook, Policy};

impl Evaluate for Pig {
    /// The points of the turn count in full, although they are not safe yet: so a roll is worth more
    /// than a hold as long as its five good faces bring more than its bad one takes, which is up to
    /// 20 points, the well-known rule of thumb.
    fn evaluate(&self, seat: Seat) -> i32 {
        let points = |seat: Seat| {
            let open = if self.to_act().contains(seat) { self.points() } else { 0 };
            i32::from(self.total(seat)) + i32::from(open)
        };
        let others = Seat::first(self.seats()).filter(|other| *other != seat);
        points(seat) - others.map(points).max().unwrap_or(0)
    }
}

impl Policy for Pig {}

impl Candidates for Pig {}

impl Mind for Pig {
    const NETWORKS: bool = true;

    fn solved(
        outlook: &Outlook<Pig>,
        _level: Level,
        _leash: &Leash,
    ) -> Option<Vec<(Command, u32)>> {
        // Nothing is hidden: the guess is the game.
        exact::pig::solved(&outlook.guess(&mut Rng::new(0)), outlook.seat())
    }

    fn learned(network: &str) -> Result<Maker<Pig>, Faults> {
        learned::maker(network)
    }
}
