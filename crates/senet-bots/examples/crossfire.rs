//! How well the greedy bot plays Crossfire Sector, and how fast battles are.
//!
//! `cargo run --release -p senet-bots --example crossfire -- missions 1000`: wins of greedy against
//! random for each mission, in pairs of games with the sides swapped. `-- factions 100`: the faction
//! matrix under greedy play. `-- speed 2000`: random battles and commands per second.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "it measures time")]

use std::time::Instant;

use senet_bots::{Bot, Greedy, Outlook, Random};
use senet_crossfire::{Config, Crossfire, Data, Id, MissionChoice};
use senet_kernel::{Dice, Events, Game, Key, Rng, Seat};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count = |default| arguments.get(1).and_then(|n| n.parse().ok()).unwrap_or(default);
    match arguments.first().map(String::as_str) {
        Some("factions") => factions(count(100)),
        Some("speed") => speed(count(2000)),
        _ => missions(count(1000)),
    }
}

/// Plays a battle and gives its winner.
fn play(config: &Config, seed: u64, mut bots: [Box<dyn Bot<Crossfire>>; 2]) -> Option<Seat> {
    let mut dice = Dice::seeded(&Key::of_number(seed)).unrecorded();
    let mut game = Crossfire::new(config, &mut dice).expect("the configuration is sound");
    let mut events = Events::off();
    let mut chosen = Vec::new();
    let mut entry = 0;
    while let Some(seat) = game.to_act().iter().next() {
        chosen.clear();
        bots[seat.index()].choose(&Outlook::of_game(&game, seat), &mut chosen);
        entry += 1;
        dice.begin(entry);
        let command = chosen.first().expect("a side that is to act has something to do");
        game.apply(seat.into(), command, &mut dice, &mut events).expect("bots keep to the rules");
    }
    game.end().and_then(|end| end.winner)
}

fn greedy(seed: u64) -> Box<dyn Bot<Crossfire>> {
    Box::new(Greedy::<Crossfire>::new(seed))
}

fn random(seed: u64) -> Box<dyn Bot<Crossfire>> {
    Box::new(Random::new(seed))
}

fn faction_ids() -> Vec<Id> {
    Data::standard().factions().iter().map(|faction| faction.id).collect()
}

fn missions(games: u64) {
    let factions = faction_ids();
    for mission in Data::standard().missions() {
        let (mut won, mut tied) = (0, 0);
        for pair in 0..games / 2 {
            let (a, b) = (pair as usize % 5, (pair as usize / 5) % 5);
            let config = Config {
                factions: [factions[a], factions[b]],
                mission: MissionChoice::Chosen(mission.id),
                ..Config::default()
            };
            let first = play(&config, pair, [greedy(pair), random(pair)]);
            let second = play(&config, pair, [random(pair), greedy(pair)]);
            won += u32::from(first == Some(Seat::FIRST)) + u32::from(second == Some(Seat::SECOND));
            tied += u32::from(first.is_none()) + u32::from(second.is_none());
        }
        let total = games / 2 * 2;
        println!("{:<16} won {won} tied {tied} of {total}", mission.name);
    }
}

fn factions(games: u64) {
    let factions = faction_ids();
    println!("wins of the row (first side) against the column, of {games}; missions in turn");
    for a in &factions {
        let mut line = format!("{:<14}", a.as_str());
        for b in &factions {
            let won = (0..games).filter(|seed| {
                let missions = Data::standard().missions();
                let mission = missions[*seed as usize % missions.len()].id;
                let config = Config {
                    factions: [*a, *b],
                    mission: MissionChoice::Chosen(mission),
                    ..Config::default()
                };
                play(&config, *seed, [greedy(*seed), greedy(seed + 1)]) == Some(Seat::FIRST)
            });
            line.push_str(&format!("{:>8}", won.count()));
        }
        println!("{line}");
    }
}

fn speed(battles: u64) {
    let factions = faction_ids();
    let (mut commands, mut listed) = (0u64, 0u64);
    let mut list = Vec::new();
    let mut events = Events::off();
    let started = Instant::now();
    for seed in 0..battles {
        let (a, b) = (seed as usize % 5, (seed as usize / 5) % 5);
        let config = Config { factions: [factions[a], factions[b]], ..Config::default() };
        let mut dice = Dice::seeded(&Key::of_number(seed)).unrecorded();
        let mut rng = Rng::new(seed);
        let mut game = Crossfire::new(&config, &mut dice).expect("the configuration is sound");
        let mut entry = 0;
        while let Some(seat) = game.to_act().iter().next() {
            list.clear();
            game.legal(seat, &mut list);
            listed += list.len() as u64;
            entry += 1;
            dice.begin(entry);
            let command = rng.choose(&list).expect("there is something to do");
            game.apply(seat.into(), command, &mut dice, &mut events).expect("it was listed");
            commands += 1;
        }
    }
    let spent = started.elapsed();
    let per_second = |n: u64| u128::from(n) * 1_000_000 / spent.as_micros().max(1);
    println!(
        "{battles} random battles, {commands} commands, {listed} listed in {spent:?}: {} battles, \
         {} commands a second",
        per_second(battles),
        per_second(commands)
    );
}
