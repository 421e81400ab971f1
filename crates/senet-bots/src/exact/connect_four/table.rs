//! What was found of positions, by their numbers.

/// Places in pairs. The first of a pair keeps what took most work, the second what came last.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pairs: Vec<[u64; 2]>,
}

/// What is known of a position: whether it is at least a draw, and at least a win. None of it is 0, so that an empty
/// place knows nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Known(u64);

impl Known {
    const DRAWS: u64 = 1;
    const LOSES: u64 = 2;
    const WINS: u64 = 4;
    const NEVER_WINS: u64 = 8;
    const ALL: u64 = 15;

    /// An answer, with what follows from it.
    pub(super) const fn answer(win: bool, yes: bool) -> Known {
        Known(match (win, yes) {
            (false, true) => Known::DRAWS,
            (false, false) => Known::LOSES | Known::NEVER_WINS,
            (true, true) => Known::WINS | Known::DRAWS,
            (true, false) => Known::NEVER_WINS,
        })
    }

    /// Whether the position is at least a win, or else a draw.
    pub(super) const fn is(self, win: bool) -> Option<bool> {
        let (yes, no) =
            if win { (Known::WINS, Known::NEVER_WINS) } else { (Known::DRAWS, Known::LOSES) };
        if self.0 & yes != 0 {
            Some(true)
        } else if self.0 & no != 0 {
            Some(false)
        } else {
            None
        }
    }
}

/// Above what is known stands how many digits the work has, and above that the number of the position, of 49 bits.
const WORK: u32 = 4;
const KEY: u32 = 15;

impl Table {
    /// A table of at least so many positions. An odd number of pairs spreads them over all.
    pub(super) fn new(positions: usize) -> Table {
        Table { pairs: vec![[0; 2]; (positions / 2) | 1] }
    }

    /// What is known of a position.
    pub(super) fn get(&self, key: u64) -> Known {
        let pair = &self.pairs[self.place(key)];
        let kept = pair.iter().find(|kept| **kept >> KEY == key);
        Known(kept.map_or(0, |kept| kept & Known::ALL))
    }

    /// Adds to what is known of a position, which took so much work.
    pub(super) fn put(&mut self, key: u64, known: Known, work: u64) {
        let work = u64::from(u64::BITS - work.leading_zeros());
        let known = known.0 | self.get(key).0;
        let place = self.place(key);
        let pair = &mut self.pairs[place];
        let entry = key << KEY | work << WORK | known;
        if pair[0] >> KEY == key {
            pair[0] = entry;
        } else if work >= pair[0] >> WORK & 0x7ff {
            *pair = [entry, pair[0]];
        } else {
            pair[1] = entry;
        }
    }

    const fn place(&self, key: u64) -> usize {
        (key % self.pairs.len() as u64) as usize
    }
}
