//! Names of data entries, such as `azure_blades`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const LONGEST: usize = 31;

/// The name of an entry in the data. Invariant: 1 to 31 letters, digits, `_` or `-`.
///
/// It is kept in place, so that commands and states that name an entry stay plain values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Id {
    bytes: [u8; LONGEST],
    len: u8,
}

impl Id {
    /// The name with these characters, if they can be one.
    pub fn new(text: &str) -> Option<Id> {
        let right = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        if text.is_empty() || text.len() > LONGEST || !text.bytes().all(right) {
            return None;
        }
        let mut bytes = [0; LONGEST];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Some(Id { bytes, len: text.len() as u8 })
    }

    /// The characters.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len.into()]).unwrap_or_default()
    }
}

impl TryFrom<String> for Id {
    type Error = String;

    fn try_from(text: String) -> Result<Id, String> {
        Id::new(&text)
            .ok_or_else(|| format!("\"{text}\" is no name: 1 to {LONGEST} letters, digits, _ or -"))
    }
}

impl From<Id> for String {
    fn from(id: Id) -> String {
        id.as_str().to_owned()
    }
}

impl Id {
    /// The id as people read it: "Control Center" for `control_center`.
    pub fn words(&self) -> String {
        let capital = |word: &str| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_uppercase().chain(letters).collect::<String>()
            })
        };
        self.as_str().split('_').map(capital).collect::<Vec<_>>().join(" ")
    }
}

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::fmt::Debug for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}
