//! Counts of sequences are those that are known from outside.

use senet_kernel::Key;
use senet_reference::tic_tac_toe::{self, TicTacToe};
use senet_testkit::perft;

use crate::defect::Defect;
use crate::toy::{Config, Toy};

#[test]
fn tic_tac_toe_has_255168_games() {
    let counts = perft::<TicTacToe>(&tic_tac_toe::Config::default(), &Key::of_number(1), 9);
    assert_eq!(counts.sequences, [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    assert_eq!(counts.ended, [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127_872]);
    assert_eq!(counts.games(), 255_168);
}

/// Five things end a turn: roll, pass, swap or show a hidden card, and the clock's tick. Each seat may
/// mark its card once before that.
#[test]
fn seats_and_the_clock_are_counted() {
    let config = Config { turns: 3, defect: Defect::None, lost: 0 };
    let counts = perft::<Toy>(&config, &Key::of_number(7), 5);
    // In the third turn the first to act is to act again, and may have shown its card before: without
    // marks there are 5 · 5 · 5 − 5 · 2 = 115 games. A mark has three places, two have two ways.
    assert_eq!(counts.sequences, [1, 6, 35, 195, 395, 230]);
    assert_eq!(counts.games(), 6 * 115);
}
