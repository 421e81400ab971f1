//! What Silosoft's deals could give: wins of a team that knows every draw beforehand.
//!
//! `cargo run --release -p senet-bots --example clairvoyant -- GAMES [WIDTH]`: alone and `balanced` for two to
//! four. Alone, a width of 512 keeps every state that matters; for more players the figure is what a plan of
//! this width finds, and so a lower bound.
#![allow(clippy::unwrap_used, reason = "an example that fails says where")]

use senet_bots::silosoft::Planner;
use senet_kernel::{Dice, Game, Key};
use senet_silosoft::{Config, Ruleset, Silosoft};

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let games = numbers.next().unwrap_or(200);
    let width = numbers.next().unwrap_or(512) as usize;
    let planner = Planner { width, tries: 4 * width };
    for players in 1..=4 {
        let config = Config { ruleset: Ruleset::Balanced, ..Config::for_players(players) };
        let won = (0..games).filter(|number| {
            let mut dice = Dice::seeded(&Key::of_number(*number)).unrecorded();
            let game = Silosoft::new(&config, &mut dice).unwrap();
            planner.wins(&game, &mut dice)
        });
        let won = won.count() as u64;
        println!("{players} players: {won} of {games} deals won, {} %", 100 * won / games.max(1));
    }
}
