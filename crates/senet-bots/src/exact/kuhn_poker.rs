//! Kuhn poker at equilibrium: the first seat loses 1/18 of a chip, and nobody can do better.
//!
//! Of the equilibria, which differ in how often the first seat bluffs with the jack (up to a third), this
//! is the one with the most bluffs: its first seat plays all of its choices, and so teaches most.

use senet_kernel::{Rng, Seat};
use senet_reference::kuhn_poker::{Card, Command, KuhnPoker, Stage, View};

use crate::{Bot, Outlook};

/// How often of three a seat bets or calls, by its card and what was said.
pub fn of_three(stage: Stage, card: Card) -> u32 {
    match (stage, card) {
        // To bluff with the jack a third of the time allows to bet every king.
        (Stage::Dealt, Card::Jack) => 1,
        (Stage::Dealt, Card::Queen) => 0,
        (Stage::Dealt, Card::King) => 3,
        // After a check the second seat bluffs a third of its jacks.
        (Stage::Checked, Card::Jack) => 1,
        (Stage::Checked, Card::Queen) => 0,
        (Stage::Checked, Card::King) => 3,
        // A queen calls just as often as makes a bluff worth nothing.
        (Stage::Bet { .. }, Card::Jack) => 0,
        (Stage::Bet { by }, Card::Queen) if by == Seat::FIRST => 1,
        (Stage::Bet { .. }, Card::Queen) => 2,
        (Stage::Bet { .. }, Card::King) => 3,
        (Stage::Ready | Stage::Showdown { .. } | Stage::Folded { .. }, _) => 0,
    }
}

/// Plays the equilibrium.
#[derive(Clone, Debug)]
pub struct Gambler(Rng);

impl Gambler {
    /// The bot of this seed.
    pub fn new(seed: u64) -> Gambler {
        Gambler(Rng::new(seed))
    }
}

impl Bot<KuhnPoker> for Gambler {
    fn choose(&mut self, outlook: &Outlook<KuhnPoker>, out: &mut Vec<Command>) {
        let view: &View = outlook.view();
        if view.turn != Some(outlook.seat()) {
            return;
        }
        let card = view.cards[outlook.seat().index()];
        let bold = card.is_some_and(|card| self.0.below(3) < of_three(view.stage, card));
        out.push(match view.stage {
            Stage::Ready => Command::Deal {},
            Stage::Bet { .. } if bold => Command::Call {},
            Stage::Bet { .. } => Command::Fold {},
            _ if bold => Command::Bet {},
            _ => Command::Check {},
        });
    }
}
