//! A hash of a value that is the same on every platform, in every build and in WASM.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// 128 bits that stand for a value. On the wire it is 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
pub struct Hash(u128);

impl Hash {
    /// The hash of bytes.
    pub fn of_bytes(bytes: &[u8]) -> Hash {
        Hash::cut(blake3::hash(bytes))
    }

    /// The digits that it is written with, which are ASCII.
    pub fn digits(self) -> [u8; 32] {
        let digit = |value: u8| b"0123456789abcdef"[usize::from(value & 0xf)];
        let mut digits = [0; 32];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0.to_be_bytes()) {
            pair.copy_from_slice(&[digit(byte >> 4), digit(byte)]);
        }
        digits
    }

    fn cut(full: blake3::Hash) -> Hash {
        let (half, _) = full.as_bytes().split_first_chunk().expect("a full hash has 32 bytes");
        Hash(u128::from_be_bytes(*half))
    }
}

/// The hash of a value: that of its fields in order, in postcard's fixed format, by blake3.
///
/// It rests on the order and the types of the fields and not on their names.
///
/// # Panics
/// Where the value has no fixed shape (`#[serde(flatten)]`): states have none, and the first test
/// that hashes one would say so.
pub fn hash<T: Serialize + ?Sized>(value: &T) -> Hash {
    let bytes = postcard::to_extend(value, Vec::with_capacity(512))
        .expect("states are written field by field, without flattened maps");
    Hash::of_bytes(&bytes)
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(str::from_utf8(&self.digits()).expect("digits are ASCII"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hash {
    type Err = String;

    fn from_str(text: &str) -> Result<Hash, String> {
        if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err("a hash is 32 hexadecimal digits".to_owned());
        }
        u128::from_str_radix(text, 16).map(Hash).map_err(|error| error.to_string())
    }
}

impl TryFrom<String> for Hash {
    type Error = String;

    fn try_from(text: String) -> Result<Hash, String> {
        text.parse()
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(str::from_utf8(&self.digits()).expect("digits are ASCII"))
    }
}
