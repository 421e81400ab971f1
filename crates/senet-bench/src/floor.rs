//! Connect four as one would write it by hand for a single purpose: two numbers and a loop.

use senet_kernel::{Rng, Seat};

use crate::Tally;

/// The highest place of a column.
const TOP: u64 = 1 << 5;

/// Random games of connect four by a loop that knows no trait, no list and no event.
///
/// It draws from the same source as [`playouts`](crate::playouts) does. A full column is drawn again,
/// which is the fastest way that was found to take each open column equally often.
pub fn floor(seed: u64, games: u32) -> Tally {
    let mut rng = Rng::new(seed);
    let mut tally = Tally::default();
    for _ in 0..games {
        let mut own: u64 = 0;
        let mut other: u64 = 0;
        let mut moves = 0;
        let winner = loop {
            if moves == 42 {
                break None;
            }
            let occupied = own | other;
            let column = loop {
                let column = rng.below(7) * 7;
                if occupied >> column & TOP == 0 {
                    break column;
                }
            };
            own |= (occupied + (1 << column)) & (0b11_1111 << column);
            moves += 1;
            if has_line(own) {
                break Seat::new((moves as usize - 1) % 2);
            }
            std::mem::swap(&mut own, &mut other);
        };
        tally.add(moves, 0, winner);
    }
    tally
}

fn has_line(discs: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}
