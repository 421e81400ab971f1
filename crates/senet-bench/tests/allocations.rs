//! Once buffers are warm, a move allocates nothing.

use allocation_counter::measure;
use senet_bench::playouts;
use senet_kernel::Game;
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::KuhnPoker;
use senet_reference::pig::Pig;
use senet_reference::tic_tac_toe::TicTacToe;

/// Ten games allocate as much as a thousand: the buffers that playouts start with, and no more.
#[track_caller]
fn check<G: Game>() {
    for preset in G::about().presets {
        let count = |games| {
            let mut moves = 0;
            let info = measure(|| moves = playouts::<G>(&preset.config, 1, games).moves);
            (info.count_total, moves)
        };
        // The first run in a process may set up what lasts.
        count(1);
        let (few, few_moves) = count(10);
        let (many, many_moves) = count(1000);
        assert!(many_moves > 50 * few_moves);
        assert_eq!(many, few, "{} {}: in {many_moves} moves", G::ID, preset.id);
    }
}

#[test]
fn no_move_allocates() {
    check::<TicTacToe>();
    check::<ConnectFour>();
    check::<Pig>();
    check::<KuhnPoker>();
}

#[test]
fn allocations_are_counted() {
    assert_eq!(measure(|| drop(std::hint::black_box(Box::new(7)))).count_total, 1);
}
