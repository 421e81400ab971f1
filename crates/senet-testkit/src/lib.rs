//! What every game is tested by.
//!
//! # The laws
//! One line in a game's tests holds it to every law of [`Law`], each as a test of its own:
//!
//! ```
//! use senet_reference::tic_tac_toe::{Config, TicTacToe};
//!
//! // Plays the game's own presets.
//! senet_testkit::laws!(tic_tac_toe, TicTacToe);
//!
//! // Plays these configurations, and fewer games because each is long.
//! senet_testkit::laws!(few, TicTacToe, || vec![("standard", Config::default())], games = 8);
//! # fn main() {}
//! ```
//!
//! Each test plays random games of each configuration, looks at their positions and throws strange
//! commands at them. How many games is `SENET_LAWS_GAMES`, or what the line says, or 24.
//!
//! A failure says which law, game, configuration, seed and entry, and the one command that plays
//! just that game again:
//!
//! ```text
//! pig breaks the law `refusal`: a refused command leaves no trace.
//!   configuration standard, seed 7, entry 12: …
//!   again: SENET_LAW_SEED=7 SENET_LAW_CONFIG=standard cargo test -p senet-reference -- --exact laws::pig::refusal
//! ```
//!
//! What the laws cannot see: a secret that the game does not name as one ([`Game::hidden`]) and
//! shows to everybody.
//!
//! [`Game::hidden`]: senet_kernel::Game::hidden
//!
//! # Counts
//! [`perft`] counts the sequences of commands to a depth: figures that are often known from outside,
//! and that any change of the rules would move.
//!
//! # Golden journals
//! [`golden`] plays a whole game and compares its journal and a readable transcript with the files
//! that were stored in the game's crate. They are written anew only where `SENET_GOLDEN=write` asks
//! for it, and read in review like code:
//!
//! ```no_run
//! use senet_reference::tic_tac_toe::{Config, TicTacToe};
//! use senet_testkit::{Moves, golden};
//!
//! // Also writes and compares tests/golden/first.txt.
//! golden::<TicTacToe>("tests/golden/first.jsonl", &Config::default(), "first", Moves::Random);
//! ```
//!
//! [`replays`] checks journals that were stored by whatever way: of an old bug, or of a whole folder.
//! [`golden_answers`] compares many short questions with their answers: what a reader makes of sentences.
//! [`golden_text`] compares whatever else a test tells.
//! [`golden_screens`] looks closely at random games: all that is shown, offered, told and refused.

#![allow(
    clippy::disallowed_methods,
    reason = "tests are told by the environment what to play, and compare with files"
)]

mod differ;
mod fuzz;
mod golden;
mod law;
mod perft;
mod play;
mod schema;
mod screens;

pub use golden::{Moves, golden, golden_answers, golden_text, replays};
pub use law::{Breach, Law, Site, hold, presets};
pub use perft::{Perft, perft};
pub use screens::golden_screens;

/// Holds a game to every law: a module with one test for each.
///
/// `laws!(module, Game)` plays the presets; a third argument, a function that returns names and
/// configurations, plays those; `games = n` at the end plays `n` games of each configuration.
#[macro_export]
macro_rules! laws {
    ($module:ident, $game:ty $(, games = $games:expr)? $(,)?) => {
        $crate::laws!($module, $game, $crate::presets::<$game> $(, games = $games)?);
    };
    ($module:ident, $game:ty, $configs:expr $(, games = $games:expr)? $(,)?) => {
        mod $module {
            #[allow(unused_imports, reason = "what the line names may come from anywhere")]
            use super::*;
            $crate::laws!(@tests $game, $configs, [$($games)?],
                determinism Determinism, refusal Refusal, legal Legal, bound Bound, end End,
                round_trip RoundTrip, resume Resume, secrets Secrets, offers Offers, words Words,
                hashes Hashes, outside Outside);
        }
    };
    (@tests $game:ty, $configs:expr, $games:tt, $($name:ident $law:ident),*) => {
        $($crate::laws!(@test $game, $configs, $games, $name, $law);)*
    };
    (@test $game:ty, $configs:expr, [$($games:expr)?], $name:ident, $law:ident) => {
        #[test]
        fn $name() {
            let site = $crate::Site {
                package: env!("CARGO_PKG_NAME"),
                test: concat!(module_path!(), "::", stringify!($name)),
            };
            let games: &[u32] = &[$($games)?];
            $crate::hold::<$game, _>($crate::Law::$law, site, ($configs)(), games.first().copied());
        }
    };
}
