//! The names of cards: a letter and a number, counted from 1.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of a staff card: `R001`, `R002`, … in the order in which they came.
pub type CardId = Id<'R'>;

/// The name of a feature: `F01`, `F02`, …
pub type FeatureId = Id<'F'>;

/// A letter and a number.
///
/// Any text can be read: one that is no such name becomes a stranger, which names no card. So a
/// command with a wrong name is refused by the rule that misses the card, and not by the reader; and
/// the refusal names what was sent.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Id<const LETTER: char>(u64);

/// The number of a name is below this.
const NAMES: u16 = 1 << 15;
/// Marks a stranger that is kept as it was sent; the length stands beside it, in the last byte.
const SHORT: u8 = 0x80;
/// Marks a longer one: its beginning is kept, and a hash that tells it from others.
const LONG: u8 = 0xc0;
/// The bytes of a short stranger, and of the beginning of a long one.
const SHORT_BYTES: usize = 7;
const LONG_BYTES: usize = 3;

impl<const LETTER: char> Id<LETTER> {
    /// The name with this number.
    pub(crate) const fn of(number: u8) -> Self {
        Id(number as u64)
    }

    /// The name with this number, if that is not too large.
    pub(crate) const fn new(number: u16) -> Option<Self> {
        if number < NAMES { Some(Id(number as u64)) } else { None }
    }

    /// The number, where it is one that a staff card can have.
    pub fn number(self) -> Option<u8> {
        u8::try_from(self.0).ok()
    }

    /// Whether this is a letter and a number at all.
    pub(crate) const fn is_name(self) -> bool {
        self.0 != 0 && self.is_numbered()
    }

    const fn is_numbered(self) -> bool {
        self.0 < NAMES as u64
    }

    const fn width() -> usize {
        if LETTER == 'R' { 3 } else { 2 }
    }

    /// A text that names nothing, as it was sent; of a long one the beginning and a hash (FNV-1a).
    fn stranger(text: &str) -> Self {
        let (mark, most) =
            if text.len() <= SHORT_BYTES { (SHORT, SHORT_BYTES) } else { (LONG, LONG_BYTES) };
        let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
        let kept = &text[..end.unwrap_or(0)];
        let mut bytes = [0; 8];
        bytes[..kept.len()].copy_from_slice(kept.as_bytes());
        if mark == LONG {
            let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
                (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
            });
            bytes[LONG_BYTES..SHORT_BYTES].copy_from_slice(&hash.to_le_bytes());
        }
        bytes[7] = mark | kept.len() as u8;
        Id(u64::from_le_bytes(bytes))
    }

    /// As it is written on the wire: a name, or the text of a stranger.
    fn text(self) -> String {
        if self.is_numbered() {
            return format!("{LETTER}{:0width$}", self.0, width = Self::width());
        }
        let bytes = self.0.to_le_bytes();
        let (mark, len) = (bytes[7] & LONG, usize::from(bytes[7] & 0x07));
        let kept = String::from_utf8_lossy(&bytes[..len]).into_owned();
        if mark == SHORT {
            return kept;
        }
        let mut hash = [0; 4];
        hash.copy_from_slice(&bytes[LONG_BYTES..SHORT_BYTES]);
        format!("{kept}…{:08x}", u32::from_le_bytes(hash))
    }

    /// The stranger that is written so, where a long one was written before.
    fn rewritten(text: &str) -> Option<Self> {
        let (kept, hash) = text.split_once('…')?;
        let hash = u32::from_str_radix(hash, 16).ok()?;
        let mut bytes = [0; 8];
        if kept.len() > LONG_BYTES {
            return None;
        }
        bytes[..kept.len()].copy_from_slice(kept.as_bytes());
        bytes[LONG_BYTES..SHORT_BYTES].copy_from_slice(&hash.to_le_bytes());
        bytes[7] = LONG | kept.len() as u8;
        Some(Id(u64::from_le_bytes(bytes)))
    }
}

impl<const LETTER: char> FromStr for Id<LETTER> {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let written = |id: &Self| id.text() == text;
        let number = text.strip_prefix(LETTER).and_then(|n| n.parse().ok());
        Ok(number
            .and_then(Self::new)
            .filter(written)
            .or_else(|| Self::rewritten(text).filter(written))
            .unwrap_or_else(|| Self::stranger(text)))
    }
}

/// A name as it stands on a card; a stranger in quotes, with what is not for screens escaped.
impl<const LETTER: char> fmt::Display for Id<LETTER> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_numbered() { f.write_str(&self.text()) } else { write!(f, "{:?}", self.text()) }
    }
}

impl<const LETTER: char> fmt::Debug for Id<LETTER> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<const LETTER: char> From<String> for Id<LETTER> {
    fn from(text: String) -> Self {
        let Ok(id) = text.parse();
        id
    }
}

impl<const LETTER: char> From<Id<LETTER>> for String {
    fn from(id: Id<LETTER>) -> String {
        id.text()
    }
}

impl<const LETTER: char> JsonSchema for Id<LETTER> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        if LETTER == 'R' { "CardId" } else { "FeatureId" }.into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let what = if LETTER == 'R' { "staff card" } else { "feature" };
        schemars::json_schema!({
            "type": "string",
            "description": format!("The name of a {what}, such as {}.", Self::of(7)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, named: Option<u8>) {
        let id = CardId::from(text.to_owned());
        assert_eq!(id.number(), named, "{text}");
        assert_eq!(CardId::from(String::from(id)), id, "{text} is read back");
        if text.len() <= SHORT_BYTES {
            assert_eq!(String::from(id), text);
        }
    }

    #[test]
    fn only_the_written_form_names_a_card() {
        check("R001", Some(1));
        check("R052", Some(52));
        check("R255", Some(255));
        check("R256", None);
        check("R1234", None);
        check("R32767", None);
        check("R32768", None);
        check("R99999", None);
        for text in ["", "R", "R1", "r001", "R+01", "001", "F01", "?8001", "?0001", "?", "banana"] {
            check(text, None);
        }
        for text in ["no such card", "ééé", "éééé", "…", "ab…00000001", "abc…0000000g", "\u{1b}[2J"]
        {
            check(text, None);
        }
    }

    #[test]
    fn names_have_a_number_and_strangers_none() {
        assert!(FeatureId::of(1).is_name());
        assert!(FeatureId::new(32_767).is_some_and(FeatureId::is_name));
        assert_eq!(FeatureId::new(32_768), None);
        assert!(!FeatureId::of(0).is_name());
        assert!(!FeatureId::from("x".to_owned()).is_name());
        assert_eq!(FeatureId::of(7).to_string(), "F07");
        assert_eq!(FeatureId::from("F07".to_owned()), FeatureId::of(7));
    }

    /// FR-029, FR-050: no two texts that people send are one card, so that none is "named twice".
    #[test]
    fn different_strangers_differ() {
        let names = |prefix: &'static str| (0..20_000).map(move |i| format!("{prefix}{i}"));
        for prefix in ["X", "stranger-"] {
            let ids: std::collections::BTreeSet<CardId> = names(prefix).map(CardId::from).collect();
            assert_eq!(ids.len(), 20_000, "{prefix}");
        }
    }

    /// FR-029: a refusal names what was sent, and what is not for screens is escaped.
    #[test]
    fn a_stranger_is_told_as_it_was_sent() {
        let told = |text: &str| CardId::from(text.to_owned()).to_string();
        assert_eq!(told("X1"), "\"X1\"");
        assert_eq!(told("banana"), "\"banana\"");
        assert_eq!(told(""), "\"\"");
        assert_eq!(told("\u{1b}[2J"), "\"\\u{1b}[2J\"");
        assert!(told("no such card").starts_with("\"no …"), "{}", told("no such card"));
        assert_eq!(told("R001"), "R001");
    }
}
