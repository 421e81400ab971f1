//! How many positions it takes to know what a position of connect four is worth:
//! `cargo run --release -p senet-bots --example connect_four_nodes -- [DISCS [COUNT]]`.
//!
//! The positions are those that random players come to. What matters is the share of which `hard` and `expert` know a
//! best drop.

use senet_bots::exact::connect_four::{Board, Solver, nodes, solved};
use senet_bots::{Bot, Leash, Level, Outlook, Random};
use senet_kernel::{Dice, Events, Game};
use senet_reference::connect_four::{Config, ConnectFour};

fn main() {
    let mut args = std::env::args().skip(1).filter_map(|text| text.parse::<u32>().ok());
    let (discs, count) = (args.next().unwrap_or(8), args.next().unwrap_or(50));
    let positions: Vec<ConnectFour> =
        (0..).filter_map(|seed| position(discs, seed)).take(count as usize).collect();
    let mut took: Vec<u64> = Vec::new();
    let (mut hard, mut expert) = (0, 0);
    for game in &positions {
        let Some(seat) = game.to_act().iter().next() else { continue };
        let leash = Leash::default();
        let mut solver = Solver::default();
        solver.worth(Board::of(game, seat), u64::MAX, &leash);
        took.push(solver.nodes());
        hard += u32::from(solved(game, seat, nodes(Level::Hard), &leash).is_some());
        expert += u32::from(solved(game, seat, nodes(Level::Expert), &leash).is_some());
    }
    took.sort_unstable();
    let at =
        |share: usize| took.get(took.len() * share / 100).or(took.last()).copied().unwrap_or(0);
    println!(
        "{discs} discs, {count} positions: median {}, 90 % {}, most {}; known to hard {hard}, to expert {expert}",
        at(50),
        at(90),
        at(100)
    );
}

/// Where random players come to with so many discs; none where the game is over by then or won at once.
fn position(discs: u32, seed: u64) -> Option<ConnectFour> {
    let mut dice = Dice::values([]);
    let mut game = ConnectFour::new(&Config::default(), &mut dice).ok()?;
    let mut random = Random::new(seed);
    loop {
        let seat = game.to_act().iter().next()?;
        let board = Board::of(&game, seat);
        if board.discs() == discs {
            return (!board.wins_now()).then_some(game);
        }
        let mut chosen = Vec::new();
        random.choose(&Outlook::of_game(&game, seat), &mut chosen);
        game.apply(seat.into(), chosen.first()?, &mut dice, &mut Events::off()).ok()?;
    }
}
