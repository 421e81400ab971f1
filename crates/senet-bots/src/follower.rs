//! The bot that plays as its own lines do.

use senet_kernel::Game;

use crate::search::{Policy, Trials};
use crate::{Bot, Outlook};

/// Does at once what the [`Policy`] of its game would do in a line: sound play where the policy is good.
#[derive(Debug)]
pub struct Follower<G: Game> {
    trials: Trials<G>,
}

impl<G: Policy> Follower<G> {
    /// The bot of this seed.
    pub fn new(seed: u64) -> Follower<G> {
        let mut trials = Trials::default();
        trials.reseed(seed);
        Follower { trials }
    }
}

impl<G: Policy> Bot<G> for Follower<G> {
    fn choose(&mut self, outlook: &Outlook<G>, out: &mut Vec<G::Command>) {
        let guess = outlook.guess(&mut self.trials.rng);
        out.extend(guess.reply(outlook.seat(), &mut self.trials));
    }
}
