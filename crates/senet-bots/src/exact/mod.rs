//! Games that are small enough to be known: what every command is worth, without a guess.

pub mod book;
pub mod connect_four;
pub mod kuhn_poker;
pub mod pig;
pub mod tic_tac_toe;
