//! The encodings of the house's games, a file each.

mod connect_four;
mod crossfire;
mod flag_war;
mod kuhn_poker;
mod pig;
mod silosoft;
mod sky_team;
mod tic_tac_toe;

use senet_kernel::Seat;

/// The name of a letter in a row of groups: `(name, count)`, where a group of one is told by its
/// name alone and the letters of a longer one are numbered from 1.
fn named(groups: &[(&str, u16)], letter: u16) -> String {
    let mut first = 0;
    for (name, count) in groups {
        if letter < first + count {
            return match count {
                1 => (*name).to_owned(),
                _ => format!("{name} {}", letter - first + 1),
            };
        }
        first += count;
    }
    format!("letter {letter}")
}

/// How a seat stands to the one that looks: 0 for itself, 1 for the next round the table.
fn from_here(seat: Seat, viewer: Seat, seats: usize) -> usize {
    (seat.index() + seats - viewer.index()) % seats.max(1)
}
