//! What a finished game is measured by: why it ended, and the numbers that its rules count.

use serde::Serialize;
use serde_json::Value;

use crate::as_json;

/// Why a game ended and what it counted, read from its final view. The lab gives every one of them
/// a distribution.
///
/// ```
/// use senet_kernel::Measures;
///
/// let measures = Measures::because("wipe_out").number("units lost", 3);
/// assert_eq!(measures.reason(), "wipe out");
/// assert_eq!(measures.numbers(), [("units lost".to_owned(), 3)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    reason: String,
    numbers: Vec<(String, i64)>,
}

impl Measures {
    /// A game that ended for this reason, which is told as its name on the wire: a word, or the tag
    /// of what has fields beside it.
    pub fn because(reason: impl Serialize) -> Measures {
        let word = match as_json(&reason) {
            Value::String(word) => Some(word),
            Value::Object(fields) => {
                fields.values().find_map(|field| field.as_str().map(str::to_owned))
            }
            _ => None,
        };
        Measures { reason: word.unwrap_or_default().replace('_', " "), numbers: Vec::new() }
    }

    /// With one more number.
    #[must_use]
    pub fn number(mut self, name: impl Into<String>, number: impl Into<i64>) -> Measures {
        self.numbers.push((name.into(), number.into()));
        self
    }

    /// Why it ended, in a few words; empty where the outcome says it all.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The numbers, each with its name.
    pub fn numbers(&self) -> &[(String, i64)] {
        &self.numbers
    }
}
