//! Connect four as one would write it by hand for a single purpose: two numbers and a loop.

use senet_kernel::{Rng, Seat};

use crate::Tally;

/// The lowest place of every column, seven bits apart.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// The highest place of every column.
const TOP: u64 = BOTTOM << 5;

/// Random games of connect four by a loop that knows no trait, no list and no event.
///
/// It draws the same numbers as [`playouts`](crate::playouts) does and plays the same games.
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
            let column = if occupied & TOP == 0 {
                rng.below(7) * 7
            } else {
                let mut open = TOP & !occupied;
                for _ in 0..rng.below(open.count_ones()) {
                    open &= open - 1;
                }
                open.trailing_zeros() - 5
            };
            own |= (occupied + (1 << column)) & (0b11_1111 << column);
            moves += 1;
            if has_line(own) {
                break Seat::new((moves as usize - 1) % 2);
            }
            std::mem::swap(&mut own, &mut other);
        };
        tally.add(moves, winner);
    }
    tally
}

fn has_line(discs: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}
