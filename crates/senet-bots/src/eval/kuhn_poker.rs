//! Kuhn poker: the chips that the cards would bring.

use senet_kernel::Seat;
use senet_reference::kuhn_poker::{KuhnPoker, Stage};

use crate::Evaluate;

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
