//! Pig: points ahead of the best other seat.

use senet_kernel::{Faults, Game, Rng, Seat};
use senet_reference::pig::{Command, Pig};

use crate::exact;
use crate::learned;
use crate::search::Trials;
use crate::{
    Bot, Budget, Candidates, Easy, Evaluate, Follower, Leash, Level, Maker, Mind, Outlook, Policy,
    Random, Thinker,
};

/// From so many points on, what a roll brings on average is less than what a 1 takes.
const ENOUGH: u16 = 20;

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

impl Policy for Pig {
    /// The rule of thumb: to hold from 20 points on, or where that wins. One trial roll would say nothing.
    fn reply(&self, seat: Seat, _trials: &mut Trials<Pig>) -> Option<Command> {
        if !self.to_act().contains(seat) {
            return None;
        }
        let points = self.points();
        let holds = points >= ENOUGH || self.total(seat) + points >= self.target();
        Some(if points > 0 && holds { Command::Hold {} } else { Command::Roll {} })
    }
}

impl Candidates for Pig {}

impl Mind for Pig {
    const NETWORKS: bool = true;

    /// Few lines say little of a roll, which is hardly better or worse than to hold: the rule of thumb alone plays
    /// better than they do.
    fn bot(level: Level, seed: u64) -> Box<dyn Bot<Pig>> {
        match level {
            Level::Random => Box::new(Random::new(seed)),
            Level::Easy => Box::new(Easy::new(seed)),
            Level::Normal => Box::new(Follower::new(seed)),
            Level::Hard | Level::Expert => {
                let budget = Budget::lines(Pig::lines(level));
                Box::new(Thinker::new(budget, seed).exact(level))
            }
        }
    }

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
