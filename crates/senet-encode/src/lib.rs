//! Games as numbers, for programs that learn.
//!
//! An *observation* is a fixed number of floats from −1 to 1, made from a seat's view alone: what is
//! hidden from the seat cannot get in. A *command* is a word of one or more letters of the game's
//! fixed alphabet, and a mask says which letters may come next: small games have a letter for each
//! command, large ones spell a command step by step ("unit 3", "shoot", "from F4", "unit 11"), so that
//! thousands of commands need a hundred letters. `docs/encodings.md` has every layout.
//!
//! [`Play`] is one game behind that: a single seat at a time is to choose a letter. [`Batch`] is
//! many of them side by side, which write into arrays that the caller keeps.
#![allow(
    clippy::disallowed_types,
    reason = "what leaves here are floats for learners; no rule depends on them"
)]

mod batch;
mod games;
mod play;
mod sheet;
mod words;

pub use batch::{Arrays, Batch, Lots, Shape, Wrong};
pub use play::{End, MOST_FATES, Misstep, Play};
pub use sheet::{Part, Sheet};
pub use words::Word;

use senet_kernel::{Game, Seat, Viewer};

/// The letter by which a seat does nothing for now. It is the first of every alphabet.
pub const PASS: u16 = 0;

/// A game with a numbering of its commands and a fixed observation.
///
/// # Promises
/// The laws in `tests/it` hold every game to these, in every rule set:
/// - each listed command has a word, no word begins another, and equal words are equal commands;
/// - the observation is a function of the view, fills just [`OBSERVATION`](Encode::OBSERVATION)
///   floats, and each is from −1 to 1;
/// - where [`SHORT`](Encode::SHORT) says so, [`open`](Encode::open) and
///   [`command`](Encode::command) agree with the words.
pub trait Encode: Game {
    /// The number of this encoding. A change of the layout or of the alphabet raises it.
    const ENCODING: u32;

    /// How many floats [`observe`](Encode::observe) writes.
    const OBSERVATION: usize;

    /// How many letters there are, the first being [`PASS`].
    const LETTERS: usize;

    /// Whether each command is one letter, and there are at most 64: the fast way.
    const SHORT: bool = false;

    /// What a letter means, in a word or two.
    fn letter(letter: u16) -> String;

    /// Writes down what a seat knows.
    fn observe(view: &Self::View, seat: Seat, sheet: &mut Sheet<'_>);

    /// The same from the game, for games whose views take long to make. It must come to the same.
    fn observe_game(&self, seat: Seat, sheet: &mut Sheet<'_>) {
        Self::observe(&self.view(Viewer::Seat(seat)), seat, sheet);
    }

    /// Spells a command, or says that it has no word: what is never listed needs none.
    fn spell(command: &Self::Command, word: &mut Word) -> Option<()>;

    /// The letters that a seat may choose, as bits, in a game of single letters.
    fn open(&self, _seat: Seat) -> u64 {
        0
    }

    /// The command of a letter, in a game of single letters.
    fn command(_letter: u16) -> Option<Self::Command> {
        None
    }

    /// How many floats a player of the game sees: the observation and, where commands have several
    /// letters, the letters chosen so far.
    fn width() -> usize {
        Self::OBSERVATION + if Self::SHORT { 0 } else { Self::LETTERS }
    }

    /// The parts of what a player of the game sees, in order.
    fn layout(view: &Self::View, seat: Seat) -> Vec<Part> {
        let mut floats = vec![0.0; Self::width()];
        let mut parts = Vec::new();
        let mut sheet = Sheet::recorded(&mut floats, &mut parts);
        Self::observe(view, seat, &mut sheet);
        if !Self::SHORT {
            sheet.part("letters so far");
        }
        parts.push(Part { name: "", start: Self::width(), floats: "" });
        parts
    }
}
