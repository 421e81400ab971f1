//! One play of any game: a journal with seats.
//!
//! A [`TableOf`] a game holds the game, its journal and the secret of its dice. Behind the
//! object-safe [`Table`] it speaks JSON only, so that hosts need to name no game.
//!
//! The truth is the journal: lines of JSON that a person can read, each chained to the one before.
//! It is the save file, the replay and the bug report in one. Every line is made here and nowhere
//! else; hosts store lines and hand them back. A [`Draft`] writes them later, for programs that read few.

mod draft;
mod fair;
mod history;
mod journal;
mod names;
mod open;
mod refusal;
mod snapshot;
mod steps;
mod table;
mod verify;

pub mod protocol;

pub use draft::{Draft, draft};
pub use fair::{Commitment, Luck};
pub use history::{Chapter, Deed, Frame, Part, Told};
pub use journal::{
    Branch, End, Entry, Header, Journal, JournalError, Line, Memo, Problem, TakenBack,
};
pub use names::forget;
pub use open::{OpenError, Opening, Start};
pub use refusal::Refusal;
pub use table::{Accepted, Choice, Countdown, Legal, Table, TableOf};
pub use verify::{DiceVerdict, Verdict};
