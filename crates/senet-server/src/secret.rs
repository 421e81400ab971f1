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

/// A mark by which rooms of one address can be counted. It is too short to tell which address it was.
pub fn mark(address: &str) -> String {
    blake3::hash(address.as_bytes()).to_hex()[..6].to_owned()
}

fn letters(count: usize) -> String {
    let mut bytes = vec![0; count];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}
