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
/// command with a wrong name is refused by the rule that misses the card, and not by the reader.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Id<const LETTER: char>(u16);

impl<const LETTER: char> Id<LETTER> {
    /// Numbers have the lower half, strangers the upper.
    const STRANGER: u16 = 1 << 15;

    /// The name with this number.
    pub(crate) const fn of(number: u8) -> Self {
        Id(number as u16)
    }

    /// The name with this number, if that is not too large.
    pub(crate) const fn new(number: u16) -> Option<Self> {
        if number < Self::STRANGER { Some(Id(number)) } else { None }
    }

    /// The number, where it is one that a staff card can have.
    pub fn number(self) -> Option<u8> {
        u8::try_from(self.0).ok()
    }

    /// Whether this is a letter and a number at all.
    pub(crate) const fn is_name(self) -> bool {
        self.0 != 0 && self.0 < Self::STRANGER
    }

    const fn width() -> usize {
        if LETTER == 'R' { 3 } else { 2 }
    }

    /// Texts that name nothing are told apart by a hash of their bytes (FNV-1a, folded).
    fn stranger(text: &str) -> Self {
        let hash = text
            .bytes()
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        Id((hash >> 16 ^ hash) as u16 | Self::STRANGER)
    }
}

impl<const LETTER: char> FromStr for Id<LETTER> {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let written = |id: &Self| id.to_string() == text;
        let number = text.strip_prefix(LETTER).and_then(|n| n.parse().ok());
        let stranger = || {
            let hex = text.strip_prefix('?')?;
            let bits = u16::from_str_radix(hex, 16).ok()?;
            Some(Id(bits | Self::STRANGER))
        };
        Ok(number
            .and_then(Self::new)
            .filter(written)
            .or_else(|| stranger().filter(written))
            .unwrap_or_else(|| Self::stranger(text)))
    }
}

impl<const LETTER: char> fmt::Display for Id<LETTER> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < Self::STRANGER {
            write!(f, "{LETTER}{:0width$}", self.0, width = Self::width())
        } else {
            write!(f, "?{:04x}", self.0)
        }
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
        id.to_string()
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
        assert_eq!(CardId::from(id.to_string()), id, "{text} is read back");
        if named.is_some() {
            assert_eq!(id.to_string(), text);
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

    #[test]
    fn different_strangers_differ() {
        let [a, b] = ["X1", "X2"].map(|text| CardId::from(text.to_owned()));
        assert_ne!(a, b);
    }

    /// The hash stands in journals, so it stays what it is.
    #[test]
    fn a_stranger_is_written_as_its_hash() {
        let written = |text: &str| CardId::from(text.to_owned()).to_string();
        assert_eq!(written("?8001"), "?8001");
        assert_eq!(written("?8000"), "?8000");
        assert_eq!(Id::<'R'>(0x8000).number(), None);
        assert!(!Id::<'R'>(0x8000).is_name());
        assert_ne!(Id::<'R'>(0x8000).to_string(), "R32768");
        // FNV-1a of no bytes is 0x811c9dc5, folded 0x1cd9, and in the upper half 0x9cd9.
        assert_eq!(written(""), "?9cd9");
        // FNV-1a of "a" is 0xe40c292c, folded 0xcd20.
        assert_eq!(written("a"), "?cd20");
    }
}
