//! Four small games that show how a game is written. Read them in this order:
//!
//! 1. [`tic_tac_toe`][]: seats, commands, refusals, a view, words;
//! 2. [`connect_four`][]: the same on bit boards, because bots are only as fast as the state is small;
//! 3. [`pig`][]: dice;
//! 4. [`kuhn_poker`][]: hidden cards: views, redacted events and guesses.

pub mod connect_four;
pub mod kuhn_poker;
pub mod pig;
pub mod tic_tac_toe;
