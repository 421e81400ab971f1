//! ChaCha with eight rounds, a block at a time (D. J. Bernstein: ChaCha, a variant of Salsa20).
//!
//! A game names a stream for each draw and takes a few words from it. So this makes just the one
//! block of sixteen words that is asked for, where a cipher for long texts makes several at once.

/// Four words that are worked on together.
type Row = [u32; 4];

/// A stream of words from a key.
#[derive(Clone)]
pub(crate) struct ChaCha8 {
    key: [Row; 2],
    stream: u64,
    /// The number of the next block.
    next: u64,
    block: [Row; 4],
    /// How many words of the block were given out.
    used: usize,
}

/// The number of words in a block.
const WORDS: usize = 16;
/// "expand 32-byte k" in four words.
const CONSTANTS: Row = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

impl ChaCha8 {
    pub(crate) fn new(key: &[u8; 32]) -> ChaCha8 {
        let word = |i: usize| u32::from_le_bytes(std::array::from_fn(|byte| key[4 * i + byte]));
        let row = |first: usize| std::array::from_fn(|i| word(first + i));
        let key = [row(0), row(4)];
        ChaCha8 { key, stream: 0, next: 0, block: [[0; 4]; 4], used: WORDS }
    }

    /// Turns to the start of a stream.
    pub(crate) const fn turn_to(&mut self, stream: u64) {
        self.stream = stream;
        self.next = 0;
        self.used = WORDS;
    }

    #[inline]
    pub(crate) fn word(&mut self) -> u32 {
        if self.used == WORDS {
            self.block = self.make_block();
            self.next = self.next.wrapping_add(1);
            self.used = 0;
        }
        let word = self.block.as_flattened()[self.used];
        self.used += 1;
        word
    }

    fn make_block(&self) -> [Row; 4] {
        let halves = |number: u64| [number as u32, (number >> 32) as u32];
        let ([low, high], [first, second]) = (halves(self.next), halves(self.stream));
        let start = [CONSTANTS, self.key[0], self.key[1], [low, high, first, second]];
        let mut rows = start;
        for _ in 0..4 {
            rows = mix(rows);
            // The same along the diagonals.
            let [a, [b0, b1, b2, b3], [c0, c1, c2, c3], [d0, d1, d2, d3]] = rows;
            rows = mix([a, [b1, b2, b3, b0], [c2, c3, c0, c1], [d3, d0, d1, d2]]);
            let [a, [b1, b2, b3, b0], [c2, c3, c0, c1], [d3, d0, d1, d2]] = rows;
            rows = [a, [b0, b1, b2, b3], [c0, c1, c2, c3], [d0, d1, d2, d3]];
        }
        std::array::from_fn(|i| add(rows[i], start[i]))
    }
}

/// A quarter round on each column.
#[inline]
fn mix([a, b, c, d]: [Row; 4]) -> [Row; 4] {
    let a = add(a, b);
    let d = turn(d, a, 16);
    let c = add(c, d);
    let b = turn(b, c, 12);
    let a = add(a, b);
    let d = turn(d, a, 8);
    let c = add(c, d);
    let b = turn(b, c, 7);
    [a, b, c, d]
}

#[inline]
fn add(a: Row, b: Row) -> Row {
    std::array::from_fn(|i| a[i].wrapping_add(b[i]))
}

#[inline]
fn turn(a: Row, b: Row, bits: u32) -> Row {
    std::array::from_fn(|i| (a[i] ^ b[i]).rotate_left(bits))
}

impl std::fmt::Debug for ChaCha8 {
    /// Never shows the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ChaCha8(secret)")
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    use super::ChaCha8;

    /// Another implementation gives the same words, block after block, in every stream, whatever was
    /// drawn from another stream before.
    #[test]
    fn the_words_are_those_of_chacha8() {
        for seed in 0..8_u8 {
            let key: [u8; 32] = std::array::from_fn(|i| seed.wrapping_mul(i as u8 + 1));
            let mut ours = ChaCha8::new(&key);
            for (stream, words) in [(0, 100), (1, 5), (1 << 32, 16), (u64::MAX, 17), (7, 1000)] {
                let mut theirs = ChaCha8Rng::from_seed(key);
                theirs.set_stream(stream);
                ours.turn_to(stream);
                for at in 0..words {
                    assert_eq!(ours.word(), theirs.next_u32(), "word {at} of stream {stream}");
                }
            }
        }
    }

    /// The number of a block fills two words.
    #[test]
    fn blocks_are_counted_beyond_one_word() {
        let last = (1 << 32) - 1;
        let mut ours = ChaCha8 { next: last, ..ChaCha8::new(&[3; 32]) };
        let mut theirs = ChaCha8Rng::from_seed([3; 32]);
        theirs.set_word_pos(u128::from(last) * 16);
        assert!((0..40).all(|_| ours.word() == theirs.next_u32()));
    }

    #[test]
    fn the_key_is_never_shown() {
        assert_eq!(format!("{:?}", ChaCha8::new(&[1; 32])), "ChaCha8(secret)");
    }
}
