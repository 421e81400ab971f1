//! Kuhn poker: the chips that the cards would bring.

use senet_kernel::{Faults, Seat};
use senet_reference::kuhn_poker::{KuhnPoker, Stage};

use crate::Greedy;
use crate::exact::kuhn_poker::Gambler;
use crate::learned;
use crate::{Bot, Candidates, Evaluate, Level, Maker, Mind, Policy, Random};

impl Evaluate for KuhnPoker {
    /// As if every bet were called: the higher card wins the chips that are in.
    fn evaluate(&self, seat: Seat) -> i32 {
        let stake = match self.stage() {
            Stage::Bet { .. } => 2,
            _ => 1,
        };
        match self.higher() {
            Some(higher) if higher == seat => stake,
            Some(_) => -stake,
            None => 0,
        }
    }
}

impl Policy for KuhnPoker {}

impl Candidates for KuhnPoker {}

impl Mind for KuhnPoker {
    const NETWORKS: bool = true;

    /// From `normal` on it is played at equilibrium: nothing beats that, and a level above would only
    /// guess at the other's faults.
    fn bot(level: Level, seed: u64) -> Box<dyn Bot<KuhnPoker>> {
        match level {
            Level::Random => Box::new(Random::new(seed)),
            Level::Easy => Box::new(Greedy::new(seed)),
            Level::Normal | Level::Hard | Level::Expert => Box::new(Gambler::new(seed)),
        }
    }

    fn learned(network: &str) -> Result<Maker<KuhnPoker>, Faults> {
        learned::maker(network)
    }
}
