//! Bots: players without a person.
//!
//! A bot sees a game through an [`Outlook`]: its seat's view, the legal commands, and guesses at what
//! is hidden. It never holds the true game, so it cannot peek. Every bot is repeatable by its seed.
//!
//! - [`Random`] plays any game, each legal command equally likely.
//! - [`Greedy`] plays any game that has an evaluation ([`Evaluate`], in [`eval`]): it tries each
//!   legal command and takes the one that looks best right after it.

pub mod eval;
pub mod flag_war;
mod greedy;
mod outlook;
mod random;

pub use eval::{Evaluate, WIN, worth};
pub use greedy::Greedy;
pub use outlook::Outlook;
pub use random::Random;

use senet_kernel::Game;

/// A player without a person.
pub trait Bot<G: Game>: Send {
    /// Adds to `out` what the bot wants to submit, in order: normally one command, several where a
    /// seat gives several orders between two ticks of the clock, none where it wants nothing now.
    fn choose(&mut self, outlook: &Outlook<G>, out: &mut Vec<G::Command>);
}
