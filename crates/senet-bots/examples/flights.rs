//! How flights of Sky Team end, track by track:
//! `cargo run --release -p senet-bots --example flights -- [BOT [FLIGHTS [TRACK]]]`.
//!
//! Two bots of a level, or `greedy`, fly every track by the rules as they are published. What is counted is why a flight
//! was lost; a landing that fails in several ways counts for each of them.
#![allow(clippy::unwrap_used, reason = "an example that fails says where")]

use std::collections::BTreeMap;

use senet_bots::{Bot, Greedy, Level, Mind, Outlook};
use senet_kernel::{Actor, Dice, Events, Game, Key, Outcome, Viewer};
use senet_sky_team::{Config, RuleSet, SkyTeam};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |place: usize| arguments.get(place).map(String::as_str);
    let bot = argument(0).unwrap_or("greedy");
    let flights = argument(1).and_then(|text| text.parse().ok()).unwrap_or(200);
    println!("| track | {bot} lands | what is missed |\n|---|---|---|");
    let mut all = 0;
    let mut tracks = 0;
    for track in senet_sky_team::scenarios() {
        if !track.id.contains(argument(2).unwrap_or_default()) {
            continue;
        }
        let config =
            Config { rules: RuleSet::Published, scenario: track.id.clone(), ..Config::default() };
        let mut missed = BTreeMap::<String, u32>::new();
        let mut landed = 0;
        for number in 0..flights {
            match flight(&config, bot, number) {
                None => landed += 1,
                Some(why) => why.into_iter().for_each(|why| *missed.entry(why).or_default() += 1),
            }
        }
        all += landed;
        tracks += 1;
        let mut missed: Vec<_> = missed.into_iter().collect();
        missed.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let missed: Vec<_> = missed.iter().map(|(why, count)| format!("{why} {count}")).collect();
        println!("| {} | {landed} of {flights} | {} |", track.id, missed.join(", "));
    }
    let tenths = 1000 * all / (tracks * flights).max(1);
    println!("\n{}.{} % over all {tracks}", tenths / 10, tenths % 10);
}

/// Why a flight was lost; none where it landed.
fn flight(config: &Config, bot: &str, number: u64) -> Option<Vec<String>> {
    let mut dice = Dice::seeded(&Key::of_number(number)).unrecorded();
    let mut game = SkyTeam::new(config, &mut dice).unwrap();
    let mut crew: [Box<dyn Bot<SkyTeam>>; 2] =
        std::array::from_fn(|seat| member(bot, 2 * number + seat as u64));
    let mut chosen = Vec::new();
    for entry in 1_u64.. {
        let next = game.awaited().iter().next();
        chosen.clear();
        if let Some(seat) = next {
            crew[seat.index()].choose(&Outlook::of_game(&game, seat), &mut chosen);
        }
        let seated = || next.map(Actor::Seat).zip(chosen.first().copied());
        let idle = || next.and_then(|seat| Some((Actor::Seat(seat), game.idle(seat)?)));
        let clock = || game.tick().map(|tick| (Actor::Clock, tick.command));
        let Some((actor, command)) = seated().or_else(idle).or_else(clock) else { break };
        dice.begin(entry);
        game.apply(actor, &command, &mut dice, &mut Events::off()).unwrap();
    }
    if game.outcome() == Some(Outcome::Together { won: true }) {
        return None;
    }
    let view = serde_json::to_value(game.view(Viewer::Spectator)).unwrap();
    let loss = &view["end"]["end"]["loss"];
    let cause = loss["cause"].as_str().unwrap_or("unfinished");
    let failed = loss["failed"].as_array().into_iter().flatten();
    let failed: Vec<_> =
        failed.filter_map(|one| Some(format!("landing without {}", one.as_str()?))).collect();
    Some(if failed.is_empty() { vec![cause.replace('_', " ")] } else { failed })
}

fn member(bot: &str, seed: u64) -> Box<dyn Bot<SkyTeam>> {
    match Level::named(bot) {
        Some(level) => SkyTeam::bot(level, seed),
        None => Box::new(Greedy::new(seed)),
    }
}
