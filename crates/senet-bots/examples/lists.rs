//! Whether a level of Flag War can be foreseen: lists of orders, written beforehand, against it.
//!
//! `cargo run --release -p senet-bots --example lists -- PRESET LEVEL [TRIES]`. A list that beats the level on one
//! seed is tried on more and more others, and the best of them on seeds that chose nothing: that share is told.
//! `cargo xtask figures lists` keeps what was measured.
#![allow(dead_code, reason = "tests and the table of the minds ask for parts of it")]
#![allow(clippy::unwrap_used, reason = "an example that fails says where")]

use senet_bots::flag_war::Commander;
use senet_bots::{Bot, Level, Outlook};
use senet_flag_war::{Command, Config, FlagWar, Team};
use senet_kernel::{Actor, Dice, Events, Game, Key, Rng, Seat};

/// How many rounds a random list has.
const ROUNDS: u32 = 10;
/// How many lists go on from one trial to the next, and on how many more seeds each is tried there where the best is
/// tried on two hundred.
const TRIALS: [(usize, u64); 3] = [(400, 4), (60, 20), (8, 76)];
/// The first of the seeds by which nothing is chosen.
const FRESH: u64 = 1_000;

/// A list of orders that was written beforehand, by round, and is given whatever happens.
pub type List = Vec<Vec<Command>>;

/// What came of a search for lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// How many lists were tried.
    pub tried: u64,
    /// How many of them beat the level on the first seed.
    pub winning: u64,
    /// On how many fresh seeds the best was tried.
    pub games: u64,
    /// And how often it won.
    pub won: u64,
}

/// Looks for the list that beats a level most often.
pub fn best(config: &Config, level: Level, random: u64, fresh: u64) -> Best {
    let lists = lists(config, random);
    let won = |list: &List, seeds: std::ops::Range<u64>| {
        seeds.filter(|seed| beats(list, config, level, *seed)).count() as u64
    };
    let tried = lists.len() as u64;
    let mut alive: Vec<(u64, List)> =
        lists.into_iter().filter(|list| won(list, 0..1) == 1).map(|list| (0, list)).collect();
    let winning = alive.len() as u64;
    let mut from = 1;
    for (most, seeds) in TRIALS {
        let seeds = seeds * fresh / 200;
        alive.sort_by_key(|(won, _)| std::cmp::Reverse(*won));
        alive.truncate(most);
        for (sum, list) in &mut alive {
            *sum += won(list, from..from + seeds);
        }
        from += seeds;
    }
    alive.sort_by_key(|(won, _)| std::cmp::Reverse(*won));
    let won = alive.first().map_or(0, |(_, list)| won(list, FRESH..FRESH + fresh));
    Best { tried, winning, games: if winning == 0 { 0 } else { fresh }, won }
}

/// Whether a list beats a level.
pub fn beats(list: &List, config: &Config, level: Level, seed: u64) -> bool {
    let mut game = FlagWar::new(config, &mut Dice::values([])).unwrap();
    let mut bot = Commander::new(level, seed);
    let (mut events, mut dice) = (Events::off(), Dice::seeded(&Key::of_number(seed)));
    let mut commands = Vec::new();
    for orders in list {
        for order in orders {
            // A piece that is gone hears nothing.
            let _ = game.apply(Actor::Seat(Seat::FIRST), order, &mut dice, &mut events);
        }
        bot.choose(&Outlook::of_game(&game, Seat::SECOND), &mut commands);
        for command in commands.drain(..) {
            game.apply(Actor::Seat(Seat::SECOND), &command, &mut dice, &mut events).unwrap();
        }
        game.apply(Actor::Clock, &Command::Tick {}, &mut dice, &mut events).unwrap();
        if let Some(outcome) = game.outcome() {
            return outcome.won_by(Seat::FIRST);
        }
    }
    false
}

/// Lists worth trying: each piece alone runs for the flag and back, and some at random.
fn lists(config: &Config, random: u64) -> Vec<List> {
    let game = FlagWar::new(config, &mut Dice::values([])).unwrap();
    let setup = game.setup();
    let (directions, longest) = (setup.directions(), setup.longest());
    let pieces: Vec<u8> =
        game.position().living(Team::Blue).map(|(index, _)| index as u8 + 1).collect();
    let mut lists = Vec::new();
    for piece in &pieces {
        for out in 1..=3 {
            let up = |round| {
                if round < out { Team::Blue.forward() } else { Team::Blue.forward().opposite() }
            };
            let order = |round| vec![Command::step(*piece, up(round), longest, None)];
            lists.push((0..2 * out).map(order).collect());
        }
    }
    for number in 0..random {
        let mut rng = Rng::new(number);
        let mut order = |piece: &u8| {
            let direction = *rng.choose(directions).unwrap();
            let distance = rng.below(u32::from(longest)) as u8 + 1;
            (rng.below(3) == 0).then(|| Command::step(*piece, direction, distance, None))
        };
        lists.push((0..ROUNDS).map(|_| pieces.iter().filter_map(&mut order).collect()).collect());
    }
    lists
}

/// The settings of a preset.
pub fn preset(id: &str) -> Option<Config> {
    let preset = FlagWar::about().presets.into_iter().find(|preset| preset.id == id)?;
    Some(preset.config)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [id, level, rest @ ..] = &words[..] else {
        eprintln!("lists PRESET LEVEL [TRIES]");
        return;
    };
    let tries = rest.first().and_then(|text| text.parse().ok()).unwrap_or(10_000);
    let (Some(config), Some(level)) = (preset(id), Level::named(level)) else {
        eprintln!("there is no preset {id}, or no level {level}");
        return;
    };
    let Best { tried, winning, games, won } = best(&config, level, tries, 200);
    println!(
        "{id} {}: {winning} of {tried} lists win once; the best wins {won} of {games}",
        level.name()
    );
}
