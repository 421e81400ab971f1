//! Whole games as stored text: each rule set, and scenarios with every module.

use senet_kernel::{Actor, Dice, Events, Game, Key, Rng};
use senet_sky_team::{Ability, Command, Config, RuleSet, SkyTeam, Warning};
use senet_testkit::{Moves, golden};

use crate::support::at;

#[track_caller]
fn check(name: &str, seed: &str, config: &Config) {
    let path = format!("tests/golden/{name}.jsonl");
    golden::<SkyTeam>(&path, config, seed, Moves::Random);
}

#[test]
fn rule_sets() {
    check("seed", "montreal", &Config::default());
    check("literal", "montreal", &Config::of(RuleSet::Literal));
    check("published", "montreal", &Config::of(RuleSet::Published));
}

#[test]
fn scenarios() {
    check("turns", "haneda", &at("hnd-green"));
    check("ice", "keflavik", &at("kef-black"));
    check("intern", "heathrow", &at("lhr-yellow"));
    check("fuel", "oslo", &at("osl-green"));
    check("real-time", "paro", &at("pbh-red"));
    check("wind", "budapest", &at("bud-red"));
    let swap = vec![Ability::WorkingTogether, Ability::Synchronisation];
    check("swap", "tegucigalpa", &Config { abilities: Some(swap), ..at("tgu-red") });
}

#[test]
fn careful_flights() {
    check_careful("careful-seed", "spruce", &Config::default());
    check_careful("careful-published", "spruce", &Config::of(RuleSet::Published));
}

/// Random play is soon over; who heeds the warnings of safe mode flies on.
#[track_caller]
fn check_careful(name: &str, seed: &str, config: &Config) {
    let path = format!("tests/golden/{name}.jsonl");
    golden::<SkyTeam>(&path, config, seed, Moves::These(careful(config, seed)));
}

fn careful(config: &Config, seed: &str) -> Vec<(Actor, Command)> {
    let mut dice = Dice::seeded(&Key::new(seed, []));
    let mut game = SkyTeam::new(config, &mut dice).unwrap();
    let mut rng = Rng::new(1);
    let mut moves = Vec::new();
    while game.outcome().is_none() {
        let seat = game.board().turn.seat();
        let choices = game.view(seat.into()).choices;
        let quiet = choices.iter().filter(|choice| choice.preview.warnings.is_empty());
        let quiet: Vec<Command> = quiet.map(|choice| choice.command).collect();
        let loses = |warning: &Warning| matches!(warning, Warning::Loses { .. });
        let safe = choices.iter().filter(|choice| !choice.preview.warnings.iter().any(loses));
        let safe: Vec<Command> = safe.map(|choice| choice.command).collect();
        let command = match rng.choose(&quiet) {
            Some(command) => Some(*command),
            None => rng.choose(&safe).copied(),
        };
        let command = command.unwrap_or(choices[0].command);
        moves.push((Actor::Seat(seat), command));
        dice.begin(moves.len() as u64);
        game.apply(seat.into(), &command, &mut dice, &mut Events::off()).unwrap();
    }
    moves
}
