//! The opening table of connect four: what early positions are worth.
//!
//! `cargo run --release -p senet-bots --example connect_four_book` works on it; a search from the start
//! takes minutes, and what stands here takes none. Eight bytes a position, sorted: its canonical number
//! and, in the two lowest bits, its worth to the seat that is next.

use super::connect_four::{Board, Worth};

/// The most discs of a position in the book.
pub const DEEPEST: u32 = 8;

static BOOK: &[u8] = include_bytes!("../../data/connect-four.book");

/// What the book says of a position.
pub fn find(board: Board) -> Option<Worth> {
    if board.discs() > DEEPEST {
        return None;
    }
    let key = board.canonical();
    let (entries, _) = BOOK.as_chunks::<8>();
    let place = entries.binary_search_by_key(&key, |entry| u64::from_le_bytes(*entry) >> 2).ok()?;
    match u64::from_le_bytes(entries[place]) & 3 {
        0 => Some(Worth::Lost),
        1 => Some(Worth::Drawn),
        _ => Some(Worth::Won),
    }
}

/// An entry of the book.
pub fn entry(board: Board, worth: Worth) -> u64 {
    board.canonical() << 2 | worth as u64
}
