//! Names and secrets.

/// Letters and digits that nobody mistakes for one another.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// The name of a room: short enough to read out.
pub fn table_name() -> String {
    letters(8)
}

/// A code to link a second device.
pub fn link_code() -> String {
    letters(8)
}

/// A secret of 160 bits.
pub fn token() -> String {
    letters(32)
}

/// What is stored of a token. A token has too many bits to be found by trying, so a plain hash does.
pub fn token_hash(token: &str) -> String {
    blake3::hash(token.as_bytes()).to_hex().to_string()
}

/// What is mixed into the marks of a store.
#[derive(Clone, Debug)]
pub struct Salt([u8; 32]);

impl Salt {
    /// The salt that a store keeps as a text.
    pub fn of(text: &str) -> Salt {
        Salt(*blake3::hash(text.as_bytes()).as_bytes())
    }

    /// A mark by which an address is known again in this store and in no other. It is too short to tell which
    /// address it was.
    pub fn mark(&self, address: &str) -> String {
        blake3::keyed_hash(&self.0, address.as_bytes()).to_hex()[..6].to_owned()
    }
}

fn letters(count: usize) -> String {
    let mut bytes = vec![0; count];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_says_nothing_outside_of_its_store() {
        let (one, other) = (Salt::of("one"), Salt::of("other"));
        assert_eq!(one.mark("192.0.2.7"), Salt::of("one").mark("192.0.2.7"));
        assert_ne!(one.mark("192.0.2.7"), one.mark("192.0.2.8"));
        assert_ne!(one.mark("192.0.2.7"), other.mark("192.0.2.7"));
        assert_eq!(one.mark("192.0.2.7").len(), 6);
    }
}
