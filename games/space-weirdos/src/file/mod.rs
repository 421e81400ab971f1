//! Files: canonical JSON, the other builder's export, share codes, text rosters and the sheet.

mod code;
pub(crate) mod read;
mod roster;
mod sheet;
mod stat;

use std::collections::BTreeSet;

use schemars::JsonSchema;
use senet_kernel::visible;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use code::{decode, encode};
pub use roster::{Roster, roster};
#[cfg(feature = "clap")]
pub(crate) use roster::{loadout_line, trait_name};
pub use sheet::{Paper, overflows, sheet};
pub use stat::{Stat, stat_line, tag_words};

use crate::catalogue::Catalogue;
use crate::document::Warband;

/// No input may be longer.
pub const MAX_BYTES: usize = 10 * 1024 * 1024;
/// No input may nest deeper. A warband needs six levels.
pub const MAX_DEPTH: usize = 32;

/// Why a file was not read at all. What is merely wrong in it becomes a finding instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Refusal {
    /// More than 10 MiB.
    #[error("The file has {bytes} bytes; {limit} is the most allowed.")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The most allowed.
        limit: usize,
    },
    /// Brackets within brackets without end.
    #[error("The file nests deeper than {limit} levels.")]
    TooDeep {
        /// The most allowed.
        limit: usize,
    },
    /// Not JSON.
    #[error(
        "This is no share link, no share code and no saved warband: line {line}, column {column}: {reason}."
    )]
    NotJson {
        /// Where.
        line: usize,
        /// Where in the line.
        column: usize,
        /// What the reader says.
        reason: String,
    },
    /// JSON, but no warband.
    #[error("This is no warband: {found} stands where an object should.")]
    NotAWarband {
        /// What stands there.
        found: String,
    },
    /// Written by a newer program.
    #[error(
        "The file has format version {version}; this program reads up to {known}. Update the program to open the file."
    )]
    NewerVersion {
        /// The file's.
        version: String,
        /// Ours.
        known: u64,
    },
    /// A share code of a newer program.
    #[error(
        "The share code is from a newer version (SW{version}); this program reads SW{known}. Update the program to open the code."
    )]
    NewerCode {
        /// The code's.
        version: String,
        /// Ours.
        known: u64,
    },
    /// A share code that is not one.
    #[error("This is no share code: it should begin with {expected}.")]
    NotACode {
        /// How codes begin.
        expected: String,
    },
    /// A share code with a wrong letter or a piece missing.
    #[error("The share code is damaged: {reason}. Copy it again, whole.")]
    DamagedCode {
        /// What does not fit.
        reason: String,
    },
}

/// Something that an import changed or ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    /// Where in the file.
    pub field: String,
    /// What happened.
    pub sentence: String,
}

impl Note {
    fn new(field: &str, sentence: &str) -> Note {
        Note { field: visible(field).into_owned(), sentence: visible(sentence).into_owned() }
    }
}

/// Where a document came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Our own JSON.
    Native,
    /// The other builder's export.
    Foreign,
    /// A share code.
    Code,
}

/// A document and what was done to read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Import {
    /// What was read.
    pub warband: Warband,
    /// Where it came from.
    pub format: Format,
    /// What was changed or ignored.
    pub notes: Vec<Note>,
}

/// Reads JSON of either format, a share code or a share link.
pub fn import(catalogue: &Catalogue, text: &str) -> Result<Import, Refusal> {
    if text.len() > MAX_BYTES {
        return Err(Refusal::TooLarge { bytes: text.len(), limit: MAX_BYTES });
    }
    let Some(code) = code_in(text) else {
        return read::document(catalogue, parse(text)?);
    };
    let mut warband = decode(catalogue, code)?;
    let mut notes = Vec::new();
    read::refresh_ids(&mut warband, &mut notes);
    Ok(Import { warband, format: Format::Code, notes })
}

/// The share code that a text is, or that stands at the end of a share link. Codes of other
/// versions count, so that they can be refused as what they are.
pub fn code_in(text: &str) -> Option<&str> {
    let text = text.trim();
    let code = match text.rsplit_once(LINK) {
        // What follows a pasted link, such as a full stop, is no part of it.
        Some((_, code)) => {
            code.split_whitespace().next()?.trim_end_matches(|c: char| !code::is_letter(c))
        }
        None => text,
    };
    code::is_code(code).then_some(code)
}

/// What stands in a share link before its code.
pub const LINK: &str = "#/space-weirdos/s/";

/// Reads JSON within the caps.
pub fn parse(text: &str) -> Result<Value, Refusal> {
    if depth(text) > MAX_DEPTH {
        return Err(Refusal::TooDeep { limit: MAX_DEPTH });
    }
    let text = text.trim_start_matches('\u{feff}');
    serde_json::from_str(text).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.split(" at line").next().unwrap_or_default();
        Refusal::NotJson { line: error.line(), column: error.column(), reason: reason.to_owned() }
    })
}

/// The deepest nesting, counted without recursion.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut quoted, mut escaped) = (false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Writes the canonical JSON: fixed order of keys, ids, no costs, a line break at the end.
pub fn write(warband: &Warband) -> String {
    let mut json = serde_json::to_string_pretty(warband).expect("documents have text keys only");
    json.push('\n');
    json
}

/// A name that none of the others has: " (2)", " (3)" … is put after it.
pub fn free_name<'a>(name: &str, taken: impl IntoIterator<Item = &'a str>) -> String {
    let taken: BTreeSet<&str> = taken.into_iter().collect();
    if !taken.contains(name) {
        return name.to_owned();
    }
    let stem = unnumbered(name);
    let mut numbered = (2_u32..).map(|number| format!("{stem} ({number})"));
    numbered.find(|name| !taken.contains(name.as_str())).unwrap_or_default()
}

/// The name without a number that was put after it.
fn unnumbered(name: &str) -> &str {
    let Some((stem, number)) = name.strip_suffix(')').and_then(|n| n.rsplit_once(" (")) else {
        return name;
    };
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    if is_number { stem } else { name }
}
