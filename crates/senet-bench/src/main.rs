//! Prints how fast games are, as ratios to a floor or a peer in the same run.
//!
//! `senet-bench [WORD]` measures what holds the word, or all there is.

#![allow(clippy::disallowed_types, reason = "a stopwatch needs a clock and floats")]

use senet_bench::{Rate, Runner, Tally, floor, measure, playouts};
use senet_kernel::Game;
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::KuhnPoker;
use senet_reference::pig::Pig;
use senet_reference::tic_tac_toe::TicTacToe;

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    let mut contenders: Vec<(String, Runner)> = vec![
        (
            "floor: connect four by hand".to_owned(),
            Box::new(|seed, count| floor(seed, count).moves),
        ),
        game::<ConnectFour>(),
        game::<TicTacToe>(),
        game::<Pig>(),
        game::<KuhnPoker>(),
    ];
    same_games();
    contenders.retain(|(name, _)| name.starts_with("floor") || name.contains(&only));
    let (names, mut runners): (Vec<_>, Vec<_>) = contenders.into_iter().unzip();
    let rates = measure(&mut runners);
    println!(
        "Random playouts through the trait, one thread; medians, interleaved with the floor.\n"
    );
    println!("{:<44} {:>11} {:>13} {:>7} {:>9}", "", "games/s", "moves/s", "±", "of floor");
    for (name, rate) in names.iter().zip(&rates) {
        print(name, rate, &rates[0]);
    }
}

/// Random playouts of a game: its first preset.
fn game<G: Game>() -> (String, Runner<'static>) {
    let preset = G::about().presets.swap_remove(0);
    let name = format!("{}, {}", G::ID, preset.id);
    (name, Box::new(move |seed, count| playouts::<G>(&preset.config, seed, count).moves))
}

/// The floor and the trait play the same games, or their ratio would mean nothing.
fn same_games() {
    let by_trait: Tally = playouts::<ConnectFour>(&Default::default(), 1, 1000);
    assert_eq!(floor(1, 1000), by_trait, "the floor plays other games");
}

fn print(name: &str, rate: &Rate, floor: &Rate) {
    let Rate { large, small, spread } = rate;
    let ratio = 100.0 * small / floor.small;
    let spread = 100.0 * spread;
    println!("{name:<44} {large:>11.0} {small:>13.0} {spread:>6.1}% {ratio:>8.1}%");
}
