//! The journal: lines of JSON, each chained to the one before.
//!
//! ```text
//! {"header":{"senet":1,"game":"pig","rules":1,…,"hash":"…"},"chain":"…"}
//! {"entry":{"number":1,"actor":{"seat":0},"command":{"type":"roll"},"draws":[{"d6":4}],"hash":"…"},"chain":"…"}
//! {"take_back":{"entry":1,"actor":{"seat":0}},"chain":"…"}
//! {"end":{"outcome":{…},"seed":"…"},"chain":"…"}
//! ```
//!
//! The chain of a line is the hash of the chain before it and of all the bytes of the line up to
//! it, so that no byte can be changed, and no line be moved or left out, without being noticed. It
//! proves nothing against someone who writes the whole journal anew: the seed's commitment does.

use std::sync::Arc;

use schemars::JsonSchema;
use senet_kernel::{Actor, Draw, Hash, Outcome, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::{Luck, names};

/// The format of a journal whose names stand in its chain.
pub const FORMAT: u32 = 1;
/// The format of a journal whose names stand beside its chain.
pub const VEILED: u32 = 2;

/// One line of a journal.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Line {
    /// The first line.
    Header(Box<Header>),
    /// An accepted command.
    Entry(Entry),
    /// A seat took its last command back.
    TakeBack(TakenBack),
    /// Something to remember for a seat; it is no part of the game.
    Memo(Memo),
    /// The last line.
    End(End),
}

/// What is fixed before the first command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the journal's format: 1, or 2 where the names stand beside the chain.
    pub senet: u32,
    /// The game's id.
    pub game: String,
    /// The number of its rules.
    pub rules: u32,
    /// The hash of the module that plays it, where it is no game of the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<Hash>,
    /// The hash of the data that it plays by, where it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Hash>,
    /// The name of the ready-made configuration, where one was taken as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// The configuration; null where the table was opened from a position.
    pub config: Value,
    /// The position that the table was opened from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// The journal that the position was taken from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<Branch>,
    /// The players' names by seat.
    pub seats: Vec<String>,
    /// Where the luck comes from.
    pub luck: Luck,
    /// What was drawn to set up.
    pub draws: Vec<Draw>,
    /// The hash of the game after set-up.
    pub hash: Hash,
}

/// Where a "what if" leaves another journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The chain of the other journal's header, which names it.
    pub journal: Hash,
    /// The last entry that both share.
    pub entry: u64,
}

/// An accepted command.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Counted from 1; after a take-back the number comes again.
    pub number: u64,
    /// Who acted.
    pub actor: Actor,
    /// What they asked for.
    pub command: Box<RawValue>,
    /// What was drawn.
    #[serde(default)]
    pub draws: Vec<Draw>,
    /// The hash of the game after it.
    pub hash: Hash,
    /// The request that asked for it, so that the same request acts once.
    #[serde(default)]
    pub request: Option<String>,
}

/// An entry as it is written, with the command still a value.
#[derive(Serialize)]
pub(crate) struct EntryRef<'a, C> {
    pub number: u64,
    pub actor: Actor,
    pub command: &'a C,
    #[serde(skip_serializing_if = "<[Draw]>::is_empty")]
    pub draws: &'a [Draw],
    pub hash: Hash,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<&'a str>,
}

/// A seat took its last command back.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakenBack {
    /// The entry that is in effect no more.
    pub entry: u64,
    /// Who took it back.
    pub actor: Actor,
    /// The request that asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
}

/// Something to remember for a seat.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memo {
    /// Whose it is; nobody else is shown it.
    pub seat: Seat,
    /// What it is.
    pub value: Value,
}

/// How the game ended.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The result.
    pub outcome: Outcome,
    /// The secret seed, which the header's commitment stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

/// The lines of one table and the chain that binds them.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    lines: Vec<Arc<str>>,
    chain: Option<Hash>,
}

impl Journal {
    /// The lines, each without its line feed.
    pub fn lines(&self) -> &[Arc<str>] {
        &self.lines
    }

    /// The chain of the first line, which names the journal.
    pub fn name(&self) -> Option<Hash> {
        self.lines.first().and_then(|line| parts(line)).map(|(_, chain, _)| chain)
    }

    /// The whole journal as text.
    pub fn text(&self) -> String {
        self.text_since(0)
    }

    /// The journal as text without its first `known` lines.
    pub fn text_since(&self, known: usize) -> String {
        let lines = self.lines.get(known..).unwrap_or_default();
        let mut text = String::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
        for line in lines {
            text.push_str(line);
            text.push('\n');
        }
        text
    }

    /// The journal as text without the memos, which are their seats' alone. Where some are left out the
    /// lines are chained anew, so that what is left holds by itself.
    pub fn text_without_memos(&self) -> String {
        if !self.lines.iter().any(|line| is_memo(line)) {
            return self.text();
        }
        let mut shown = Journal::default();
        for line in self.lines.iter().filter(|line| !is_memo(line)) {
            shown.follow(line);
        }
        shown.text()
    }

    /// The lines of a text, chained anew; none where one of them is no line of a journal.
    pub fn chained(text: &str) -> Option<Journal> {
        let mut journal = Journal::default();
        for line in text.lines() {
            parts(line)?;
            journal.follow(line);
        }
        Some(journal)
    }

    /// The seat that had a line written; none where the house or the host had.
    pub fn writer(line: &str) -> Option<Seat> {
        let (kind, rest) = line.strip_prefix("{\"")?.split_once("\":{")?;
        let rest = match kind {
            "memo" => rest.strip_prefix("\"seat\":")?,
            // The number of the entry stands before its actor.
            "entry" | "take_back" => {
                rest.split_once(',')?.1.strip_prefix("\"actor\":{\"seat\":")?
            }
            _ => return None,
        };
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
        Seat::new(digits.parse().ok()?)
    }

    /// Writes one more line.
    pub(crate) fn append(&mut self, kind: &str, content: &impl Serialize) {
        let mut text = self.begun();
        for part in ["{\"", kind, "\":"] {
            text.extend_from_slice(part.as_bytes());
        }
        senet_kernel::write(content, &mut text);
        self.close(text, None);
    }

    /// The chain of the line before: what a new line is hashed with stands before it.
    fn begun(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(512);
        if let Some(chain) = self.chain {
            text.extend_from_slice(&chain.digits());
        }
        text
    }

    /// Takes in a line that another keeper of the same journal has written; says whether it follows
    /// from the one before.
    pub fn mirror(&mut self, line: &str) -> bool {
        let follows = |(body, chain, _): &(&str, Hash, Option<&str>)| {
            link(self.chain, body.as_bytes()) == *chain
        };
        let Some((_, chain, _)) = parts(line).filter(follows) else {
            return false;
        };
        self.lines.push(line.into());
        self.chain = Some(chain);
        true
    }

    /// Takes in a line of another journal, chained anew.
    pub(crate) fn follow(&mut self, line: &str) {
        let (body, _, names) = parts(line).expect("every line of a journal has a chain");
        let mut text = self.begun();
        text.extend_from_slice(body.as_bytes());
        self.close(text, names);
    }

    /// Chains a line that was begun to the one before, and takes it in; with the names that follow a header's
    /// chain.
    pub(crate) fn close(&mut self, mut text: Vec<u8>, names: Option<&str>) {
        let chain = Hash::of_bytes(&text);
        let before = self.chain.map_or(0, |_| CHAIN);
        text.extend_from_slice(b",\"chain\":\"");
        text.extend_from_slice(&chain.digits());
        text.push(b'"');
        if let Some(names) = names {
            text.extend_from_slice(b",\"names\":");
            text.extend_from_slice(names.as_bytes());
        }
        text.push(b'}');
        self.lines.push(str::from_utf8(&text[before..]).expect("JSON is text").into());
        self.chain = Some(chain);
    }

    /// The same journal with its names beside the chain.
    pub(crate) fn veiled(&self, secret: &str) -> Journal {
        names::veil(&self.lines, secret).expect("we wrote these lines")
    }

    /// Reads a line, checks that it follows the one before, and takes it in.
    pub(crate) fn take(&mut self, text: &str) -> Result<Line, Problem> {
        let malformed = |error: serde_json::Error| Problem::Malformed(error.to_string());
        let Some((body, chain, tail)) = parts(text) else {
            let whole = serde_json::from_str::<Value>(text).map_err(malformed);
            return Err(whole.err().unwrap_or(Problem::NoChain));
        };
        let mut line = serde_json::from_str(&format!("{body}}}")).map_err(malformed)?;
        match (&mut line, tail) {
            (Line::Header(header), tail) => names::unveil(header, tail)?,
            (_, None) => {}
            (_, Some(_)) => return Err(Problem::NoChain),
        }
        if link(self.chain, body.as_bytes()) != chain {
            return Err(Problem::BrokenChain);
        }
        self.chain = Some(chain);
        self.lines.push(text.into());
        Ok(line)
    }
}

/// The characters of a chain.
const CHAIN: usize = 32;

/// Whether a line is something to remember; every line begins with the name of its kind.
fn is_memo(line: &str) -> bool {
    line.starts_with("{\"memo\":")
}

/// The chain of a line with this body after a line with that chain.
fn link(before: Option<Hash>, body: &[u8]) -> Hash {
    let before = before.map(|hash| hash.to_string()).unwrap_or_default();
    Hash::of_bytes(&[before.as_bytes(), body].concat())
}

/// A line's body, without the closing brace, its chain, and the names that may follow it.
pub(crate) fn parts(line: &str) -> Option<(&str, Hash, Option<&str>)> {
    let (body, rest) = line.rsplit_once(",\"chain\":\"")?;
    let (chain, rest) = rest.split_once('"')?;
    let tail = match rest {
        "}" => None,
        more => Some(more.strip_prefix(",\"names\":")?.strip_suffix('}')?),
    };
    Some((body, chain.parse().ok()?, tail))
}

/// Why a journal was refused: the line, counted from 1, and the reason.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}{}: {problem}", entry.map(|n| format!(" (entry {n})")).unwrap_or_default())]
pub struct JournalError {
    /// Counted from 1.
    pub line: usize,
    /// The entry that the line holds or should hold.
    pub entry: Option<u64>,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a line of a journal.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Problem {
    /// There is nothing.
    #[error("the journal is empty")]
    Empty,
    /// Not a line that we write.
    #[error("this is no line of a journal: {0}")]
    Malformed(String),
    /// The chain is not there.
    #[error("the line has no chain at its end; it was cut or written by hand")]
    NoChain,
    /// The line or the order was changed.
    #[error(
        "the line does not follow from the one before: it was edited, moved, or a line is missing"
    )]
    BrokenChain,
    /// The first line is no header, or a later one is.
    #[error("a journal begins with one header, and this line is {found}")]
    Header {
        /// What was found.
        found: &'static str,
    },
    /// The format is newer or older.
    #[error("the journal has format {found}; this program reads formats {FORMAT} and {VEILED}")]
    Format {
        /// The journal's format.
        found: u32,
    },
    /// The game is not one that we know.
    #[error("there is no game called \"{found}\"; senet games lists them")]
    UnknownGame {
        /// The journal's game.
        found: String,
    },
    /// The journal belongs to another game.
    #[error("the journal is of \"{found}\", not of \"{wanted}\"")]
    OtherGame {
        /// The journal's game.
        found: String,
        /// The game that was asked for.
        wanted: String,
    },
    /// The rules have changed since.
    #[error("the journal was played by rules {found} of {game}; this program has rules {known}")]
    Rules {
        /// The game.
        game: String,
        /// The journal's rules number.
        found: u32,
        /// Our rules number.
        known: u32,
    },
    /// The journal was played by another module.
    #[error(
        "the journal was played by module {found} of {game}; this house has module {}: add the \
         module that it was played by",
        none(*known)
    )]
    Module {
        /// The game.
        game: String,
        /// The hash in the journal.
        found: Hash,
        /// The hash of our module.
        known: Option<Hash>,
    },
    /// A module says what is wrong, or why it cannot tell.
    #[error("{0}")]
    Told(String),
    /// The data have changed since.
    #[error("the journal was played with data {}; this program has data {}", none(*found), none(*known))]
    Data {
        /// The hash in the journal.
        found: Option<Hash>,
        /// The hash of our data.
        known: Option<Hash>,
    },
    /// The configuration, the position or the names cannot be played.
    #[error("it cannot be set up: {0}")]
    SetUp(String),
    /// A name that stands beside the chain is not the one that was promised.
    #[error("the name of seat {seat} is not the one that the header promises")]
    Name {
        /// Counted from 1.
        seat: usize,
    },
    /// The entries are not in order.
    #[error(
        "entry {expected} should follow, but this is entry {found}: a line is missing or moved"
    )]
    Number {
        /// The number that should come.
        expected: u64,
        /// The number that came.
        found: u64,
    },
    /// The rules refuse the command.
    #[error("the rules refuse this command: {0}")]
    Refused(String),
    /// The draws do not fit the command.
    #[error("the draws do not fit the command: {0}")]
    Draws(String),
    /// The hash does not fit.
    #[error("the game after this line has the hash {computed}, but the line says {stated}")]
    Hash {
        /// What the line says.
        stated: Hash,
        /// What it is.
        computed: Hash,
    },
    /// A seat took back what it could not.
    #[error("this cannot be taken back: {0}")]
    TakeBack(String),
    /// The end does not fit the game.
    #[error("the end does not fit the game: {0}")]
    End(String),
    /// Something follows the end.
    #[error("nothing follows the end of a game")]
    AfterEnd,
    /// The seed is not the one that was promised.
    #[error("the seed does not fit the commitment {commitment}")]
    Seed {
        /// The promise in the header.
        commitment: String,
    },
    /// The seed gives other draws.
    #[error("the seed gives other draws than the line says")]
    OtherDraws,
}

fn none(hash: Option<Hash>) -> String {
    hash.map_or_else(|| "without a hash".to_owned(), |hash| hash.to_string())
}
