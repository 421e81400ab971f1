//! Prints how fast games are, as ratios to a floor or a peer in the same run.
//!
//! `senet-bench [WORD]` measures what holds the word, or all there is.

#![allow(clippy::disallowed_types, reason = "a stopwatch needs a clock and floats")]

use senet_bench::{Rate, Runner, floor, measure, playouts, tables};
use senet_kernel::Game;
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::KuhnPoker;
use senet_reference::pig::Pig;
use senet_reference::tic_tac_toe::TicTacToe;

type Contender = (String, Runner<'static>);

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    compare("Random playouts through the trait, one thread", "floor", &only, all_playouts());
    compare("Tables, one thread", "trait", &only, tables::<ConnectFour>());
}

/// One entry for each game.
fn all_playouts() -> Vec<Contender> {
    vec![
        ("connect four by hand".to_owned(), Box::new(|seed, count| floor(seed, count).moves)),
        random::<ConnectFour>(),
        random::<TicTacToe>(),
        random::<Pig>(),
        random::<KuhnPoker>(),
    ]
}

/// Random playouts of a game, by its first preset.
fn random<G: Game>() -> Contender {
    let preset = G::about().presets.swap_remove(0);
    let name = format!("{}: {}", G::ID, preset.id);
    (name, Box::new(move |seed, count| playouts::<G>(&preset.config, seed, count).moves))
}

/// Measures contenders whose name or heading holds the word, and prints them as ratios to the first.
fn compare(heading: &str, first: &str, only: &str, mut contenders: Vec<Contender>) {
    let base = contenders.remove(0);
    contenders.retain(|(name, _)| name.contains(only) || heading.contains(only));
    if contenders.is_empty() {
        return;
    }
    contenders.insert(0, base);
    let (names, mut runners): (Vec<_>, Vec<_>) = contenders.into_iter().unzip();
    let rates = measure(&mut runners);
    println!("{heading}; medians of repetitions that take turns, ± the middle half");
    println!("{:<36} {:>11} {:>13} {:>7}   of {first}", "", "games/s", "commands/s", "±");
    for (name, Rate { large, small, spread }) in names.iter().zip(&rates) {
        let ratio = 100.0 * small / rates[0].small;
        println!("{name:<36} {large:>11.0} {small:>13.0} {:>6.1}% {ratio:>9.1}%", 100.0 * spread);
    }
    println!();
}
