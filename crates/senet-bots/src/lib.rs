//! Bots: players without a person.
//!
//! A bot sees a game through an [`Outlook`]: its seat's view, the legal commands, and guesses at what
//! is hidden. It never holds the true game, so it cannot peek. Every bot is repeatable by its seed.
//!
//! - [`Random`] plays any game, each legal command equally likely.
//! - [`Greedy`] plays any game that has an evaluation ([`Evaluate`], in [`eval`]): it tries each
//!   legal command and takes the one that looks best right after it.
//! - [`Follower`] does what a fast policy says, where a game has a good one ([`Policy`]).
//! - [`Thinker`] searches: it plays the best commands on to the end of the game, many times
//!   ([`search`]).
//! - [`Learned`] searches too, led by a [`Network`] that somebody trained, from a plain file.
//!
//! [`Mind`] gives every game its five [`Level`]s; where a game is small they are exact ([`exact`]).

#[cfg(feature = "games")]
pub mod crossfire;
mod easy;
pub mod eval;
#[cfg(feature = "games")]
pub mod exact;
#[cfg(feature = "games")]
pub mod flag_war;
mod follower;
mod greedy;
#[cfg(feature = "games")]
mod learned;
mod level;
mod mind;
mod outlook;
mod random;
pub mod search;
#[cfg(feature = "games")]
pub mod silosoft;
#[cfg(feature = "games")]
pub mod sky_team;
mod thinker;
mod turns;

pub use easy::Easy;
pub use eval::{Evaluate, WIN, worth};
pub use follower::Follower;
pub use greedy::Greedy;
#[cfg(feature = "games")]
pub use learned::{Learned, Network, NetworkFault, Tree};
pub use level::Level;
pub use mind::{Advice, Maker, Mind, exactly};
pub use outlook::Outlook;
pub use random::Random;
pub use search::{Budget, Candidates, Leash, Policy};
pub use thinker::Thinker;
pub use turns::Turns;

use senet_kernel::Game;

/// A player without a person.
pub trait Bot<G: Game>: Send {
    /// Adds to `out` what the bot wants to submit, in order: normally one command, several where a
    /// seat gives several orders between two ticks of the clock, none where it wants nothing now.
    fn choose(&mut self, outlook: &Outlook<G>, out: &mut Vec<G::Command>);

    /// The same for a bot that takes its time: it answers with the best so far when the leash is
    /// pulled. The provided way is for bots that answer at once.
    fn think(&mut self, outlook: &Outlook<G>, leash: &Leash, out: &mut Vec<G::Command>) {
        let _ = leash;
        self.choose(outlook, out);
    }

    /// Whether the bot will never choose again, as a program that has ended.
    fn gone(&self) -> bool {
        false
    }
}
