//! Prints how fast games are, as ratios to a floor or a peer in the same run.
//!
//! `senet-bench [WORD]` measures what holds the word, or all there is. `senet-bench names` lists what
//! there is, and `senet-bench run NAME COUNT` does one of them so often, for a counter of instructions.
//! `senet-bench peers PYTHON` plays the classics beside the libraries of an interpreter.

#![allow(clippy::disallowed_types, reason = "a stopwatch needs a clock and floats")]

use senet_bench::{
    Rate, Rivals, Runner, as_module, battlefield, beside, floor, lines, measure, opening, playouts,
    sealed_rounds, server, tables, warbands, words,
};
use senet_bots::Policy;
use senet_crossfire::{Campaign, Crossfire};
use senet_flag_war::FlagWar;
use senet_kernel::Game;
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::KuhnPoker;
use senet_reference::pig::Pig;
use senet_reference::tic_tac_toe::TicTacToe;
use senet_silosoft::{Config as Studio, Ruleset, Silosoft};
use senet_sky_team::SkyTeam;

type Contender = (String, Runner<'static>);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["names"] => all().iter().for_each(|(name, _)| println!("{name}")),
        ["run", name, count] => run_one(name, count.parse().expect("the count is a number")),
        ["peers", python] => beside(python, rivals()),
        [] => measure_all(""),
        [only, ..] => measure_all(only),
    }
}

/// Everything that can be run by its name.
fn all() -> Vec<Contender> {
    let lines = all_lines();
    all_playouts()
        .into_iter()
        .chain(tables::<ConnectFour>())
        .chain([server()])
        .chain(lines)
        .collect()
}

/// Does one thing so often, always with the same luck.
fn run_one(name: &str, count: u32) {
    let Some((_, mut run)) = all().into_iter().find(|(called, _)| called == name) else {
        panic!("there is no \"{name}\"; `senet-bench names` lists what there is");
    };
    println!("{}", run(1, count));
}

fn measure_all(only: &str) {
    let only = only.to_owned();
    rates("Random playouts through the trait, one thread", "floor", &only, all_playouts());
    rates("Tables, one thread", "trait", &only, tables::<ConnectFour>());
    times("Space Weirdos, one thread", &only, warbands());
    searches("Lines of the search, one thread", &only, all_lines());
    rates("Connect four as a module, one thread", "built in", &only, as_module::<ConnectFour>());
    rates("Sky Team as a module, one thread", "built in", &only, as_module::<SkyTeam>());
    times("Opening of a module", &only, all_openings());
}

/// The smallest module and one of the large ones.
fn all_openings() -> Vec<Contender> {
    opening::<ConnectFour>().into_iter().chain(opening::<SkyTeam>()).collect()
}

/// By hand, then each game.
fn all_playouts() -> Vec<Contender> {
    let mut all: Vec<Contender> = vec![
        ("connect four by hand".to_owned(), Box::new(|seed, count| floor(seed, count).moves)),
        random::<ConnectFour>(0),
        random::<TicTacToe>(0),
        random::<Pig>(0),
        random::<KuhnPoker>(0),
    ];
    all.extend((0..3).map(random::<SkyTeam>));
    all.extend((1..=4).map(|players| studio(Ruleset::Seed, players)));
    all.extend((2..=4).map(|players| studio(Ruleset::Balanced, players)));
    all.extend(["seed", "tactical"].map(sealed_rounds));
    all.extend([random::<Crossfire>(0), random::<Crossfire>(2), random::<Campaign>(0)]);
    all.extend([battlefield(), words()]);
    all
}

/// Random playouts of a game, by one of its presets.
fn random<G: Game>(number: usize) -> Contender {
    let preset = G::about().presets.swap_remove(number);
    let name = format!("{}: {}", G::ID, preset.id);
    (name, Box::new(move |seed, count| playouts::<G>(&preset.config, seed, count).moves))
}

/// The lines of each game, connect four first.
fn all_lines() -> Vec<Contender> {
    vec![
        line::<ConnectFour>(0),
        line::<TicTacToe>(0),
        line::<Pig>(0),
        line::<KuhnPoker>(0),
        line::<SkyTeam>(0),
        line::<Silosoft>(0),
        line::<FlagWar>(0),
        line::<Crossfire>(0),
        line::<Campaign>(0),
    ]
}

/// Lines of a game, by one of its presets.
fn line<G: Policy>(number: usize) -> Contender {
    let preset = G::about().presets.swap_remove(number);
    let name = format!("{}: {}, lines", G::ID, preset.id);
    (name, Box::new(move |seed, count| lines::<G>(&preset.config, seed, count)))
}

/// Random playouts of Silosoft.
fn studio(ruleset: Ruleset, players: usize) -> Contender {
    let config = Studio { ruleset, ..Studio::for_players(players) };
    let name = format!("{}: {}, {players} players", Silosoft::ID, ruleset.name());
    (name, Box::new(move |seed, count| playouts::<Silosoft>(&config, seed, count).moves))
}

/// The classics, and what other libraries call them.
fn rivals() -> Vec<Rivals> {
    fn rivals<G: Game>(games: u32, theirs: &[(&'static str, &'static str)]) -> Rivals {
        let (_, ours) = random::<G>(0);
        Rivals { name: G::ID, ours, games, theirs: theirs.to_vec() }
    }
    vec![
        rivals::<TicTacToe>(
            200_000,
            &[
                ("open_spiel", "tic_tac_toe"),
                ("pettingzoo", "tictactoe_v3"),
                ("pgx", "tic_tac_toe"),
            ],
        ),
        rivals::<ConnectFour>(
            200_000,
            &[
                ("open_spiel", "connect_four"),
                ("pettingzoo", "connect_four_v3"),
                ("pgx", "connect_four"),
            ],
        ),
        rivals::<KuhnPoker>(200_000, &[("open_spiel", "kuhn_poker"), ("pgx", "kuhn_poker")]),
        rivals::<Pig>(20_000, &[("open_spiel", "pig")]),
    ]
}

/// Measures the contenders whose name or the heading holds the word, and the first with them.
fn measured(heading: &str, only: &str, mut contenders: Vec<Contender>) -> Vec<(String, Rate)> {
    let base = contenders.remove(0);
    contenders.retain(|(name, _)| name.contains(only) || heading.contains(only));
    if contenders.is_empty() {
        return Vec::new();
    }
    contenders.insert(0, base);
    let (names, mut runners): (Vec<_>, Vec<_>) = contenders.into_iter().unzip();
    let rates = names.into_iter().zip(measure(&mut runners)).collect();
    println!("{heading}; medians of repetitions that take turns, ± the middle half");
    rates
}

/// Prints how much is done in a second, as ratios to the first.
fn rates(heading: &str, first: &str, only: &str, contenders: Vec<Contender>) {
    let rates = measured(heading, only, contenders);
    let Some((_, base)) = rates.first() else { return };
    println!("{:<36} {:>11} {:>13} {:>7}   of {first}", "", "games/s", "commands/s", "±");
    for (name, Rate { large, small, spread }) in &rates {
        let ratio = 100.0 * small / base.small;
        println!("{name:<36} {large:>11.0} {small:>13.0} {:>6.1}% {ratio:>9.2}%", 100.0 * spread);
    }
    println!();
}

/// Prints how many lines are played in a second, as ratios to the first.
fn searches(heading: &str, only: &str, contenders: Vec<Contender>) {
    let rates = measured(heading, only, contenders);
    let Some((first, base)) = rates.first() else { return };
    println!("{:<36} {:>11} {:>7}   of {first}", "", "lines/s", "±");
    for (name, Rate { large, spread, .. }) in &rates {
        let ratio = 100.0 * large / base.large;
        println!("{name:<36} {large:>11.0} {:>6.1}% {ratio:>9.4}%", 100.0 * spread);
    }
    println!();
}

/// Prints how long each thing takes, as ratios to the first.
fn times(heading: &str, only: &str, contenders: Vec<Contender>) {
    let rates = measured(heading, only, contenders);
    let Some((first, base)) = rates.first() else { return };
    println!("{:<40} {:>13} {:>7}   × {first}", "", "µs", "±");
    for (name, Rate { large, spread, .. }) in &rates {
        let (micros, ratio) = (1e6 / large, base.large / large);
        println!("{name:<40} {micros:>13.3} {:>6.1}% {ratio:>12.1}", 100.0 * spread);
    }
    println!();
}
