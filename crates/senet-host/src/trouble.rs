//! What can be wrong with a module, each as a sentence.

use senet_guest::BORDER;
use senet_kernel::{Fault, Faults};
use senet_table::{JournalError, OpenError, Problem, Refusal};

/// What is wrong with a module, or with what it did. Only its own tables are touched by it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The bytes are something else.
    #[error("this is no WASM module: {0}")]
    NoModule(String),
    /// It is larger than a house takes.
    #[error("the module has more than {0} bytes, which is the most")]
    TooLarge(usize),
    /// It was not made for us.
    #[error(
        "the module has no border of senet: it lacks {0}; `senet_guest::export!` makes a game one"
    )]
    NoBorder(&'static str),
    /// It was made for another version.
    #[error(
        "the module has border {found}; this house has border {BORDER}: build the module anew with \
         a senet-guest that has it"
    )]
    OtherBorder {
        /// Its version.
        found: u32,
    },
    /// It wants what no game gets.
    #[error(
        "the module wants {0} of its host; a game gets senet.random and senet.log, and nothing else"
    )]
    Import(String),
    /// It does not come to an end.
    #[error("the module did not answer within {0} million steps, and was stopped")]
    Endless(u64),
    /// It wants more memory than there is for it.
    #[error("the module wanted more than {0} MiB of memory, and was stopped")]
    Memory(usize),
    /// All that runs of it wants more memory than there is for it.
    #[error("the tables of this game have {0} MiB of memory together, and there is no more for it")]
    Crowded(usize),
    /// It came to no end too often.
    #[error(
        "this game was set aside: its module came to no end {0} times; what was played stays as it is, \
         and goes on with a module that answers or once the house is opened again"
    )]
    SetAside(u32),
    /// It answers too much.
    #[error("the module's answer has {size} bytes; {most} is the most")]
    Giant {
        /// The answer's size.
        size: usize,
        /// The most.
        most: usize,
    },
    /// It points to where it has nothing.
    #[error("the module's answer lies outside its memory")]
    Outside,
    /// Its answer is no text.
    #[error("the module's answer is no text: it is not UTF-8")]
    NoText,
    /// Its answer is another than was asked for.
    #[error("the module's answer is not what was asked for: {0}")]
    Misshapen(String),
    /// It did not understand us.
    #[error("the module did not understand its host: {0}")]
    Misunderstood(String),
    /// It broke down.
    #[error("the module failed: {0}")]
    Failed(String),
    /// What it tells of itself cannot be.
    #[error("the module tells what cannot be: {0}")]
    Nonsense(String),
    /// What its sections tell is not what it is.
    #[error("the module's sections tell another {0} than the module itself: pack it anew")]
    Lies(&'static str),
    /// Its schemas are nowhere.
    #[error("the module tells no schemas: build it with them, or pack it")]
    NoSchemas,
    /// Its rules changed and their number did not.
    #[error(
        "{game} has changed although the number of its rules is {rules} as before: raise the number"
    )]
    SameNumber {
        /// The game.
        game: String,
        /// The number.
        rules: u32,
    },
    /// A game of the house has this id, and has or had these rules.
    #[error("the house has a game {0} of its own with these rules; give the module another id")]
    Taken(String),
}

/// The code of every refusal for trouble with a module.
const CODE: &str = "module_failed";

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Refusal {
        Refusal::new(CODE, trouble.to_string())
    }
}

impl From<Trouble> for Faults {
    fn from(trouble: Trouble) -> Faults {
        Fault::new("", CODE, trouble.to_string()).into()
    }
}

impl From<Trouble> for OpenError {
    fn from(trouble: Trouble) -> OpenError {
        OpenError::Faults(trouble.into())
    }
}

impl From<Trouble> for JournalError {
    fn from(trouble: Trouble) -> JournalError {
        JournalError { line: 1, entry: None, problem: Problem::Told(trouble.to_string()) }
    }
}
