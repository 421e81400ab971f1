//! Kuhn poker: the chips that the cards would bring.

use senet_kernel::{Faults, Seat};
use senet_reference::kuhn_poker::{Command, KuhnPoker, Stage};

use crate::exact::kuhn_poker::{Gambler, weighed};
use crate::learned;
use crate::{
    Advice, Bot, Candidates, Evaluate, Greedy, Leash, Level, Maker, Mind, Outlook, Policy, Random,
};

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

    /// By the equilibrium, which says of some cards how often one speaks and not what. Chances are shares of the
    /// chips at stake.
    fn advise(
        outlook: &Outlook<KuhnPoker>,
        _level: Level,
        beside: Option<&Command>,
        _leash: &Leash,
    ) -> Vec<Advice<Command>> {
        let weighed = weighed(outlook.view(), outlook.seat());
        if weighed.is_empty() {
            let mut commands = Vec::new();
            outlook.legal(&mut commands);
            return commands.into_iter().map(Advice::only).collect();
        }
        let done = weighed.iter().find(|one| Some(&one.command) == beside).map(|one| one.share);
        let advice = weighed.iter().map(|one| Advice {
            chance: Some(one.share),
            often: Some(one.of_three * 1000 / 3),
            better: done.is_some_and(|done| one.share > done),
            ..Advice::only(one.command)
        });
        advice.collect()
    }

    fn learned(network: &str) -> Result<Maker<KuhnPoker>, Faults> {
        learned::maker(network)
    }
}
