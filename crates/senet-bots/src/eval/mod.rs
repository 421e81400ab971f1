//! What a game's states look like to a bot. Evaluation is the bot's, not the rules': each game has
//! its own module here, with its [`Evaluate`] and the reasons for its figures.

use senet_kernel::{Game, Outcome, Seat};

// One line for each game of the house, by its name.
#[cfg(feature = "games")]
mod connect_four;
#[cfg(feature = "games")]
pub(crate) mod crossfire;
#[cfg(feature = "games")]
pub(crate) mod flag_war;
#[cfg(feature = "games")]
mod kuhn_poker;
#[cfg(feature = "games")]
mod pig;
#[cfg(feature = "games")]
mod silosoft;
#[cfg(feature = "games")]
mod sky_team;
#[cfg(feature = "games")]
mod tic_tac_toe;

/// What a won game is worth, and less a lost one. Every evaluation stays between the two.
pub const WIN: i32 = 1_000_000;

/// A game whose unfinished states can be judged.
pub trait Evaluate: Game {
    /// How good the state is for the seat: higher is better, in any unit between −[`WIN`] and
    /// [`WIN`]. Where the outcome is a score, the unit is that of the score.
    ///
    /// It is asked of states that go on; [`worth`] judges those that ended by their outcome.
    fn evaluate(&self, seat: Seat) -> i32;
}

/// What a state is worth to a seat: its outcome where it has one, otherwise its evaluation.
pub fn worth<G: Evaluate>(game: &G, seat: Seat) -> i32 {
    match game.outcome() {
        Some(ended @ Outcome::Ranked { .. }) => ended.value(seat),
        Some(ended) => ended.value(seat) * WIN,
        None => game.evaluate(seat).clamp(1 - WIN, WIN - 1),
    }
}
