//! How long levels think: `cargo run --release -p senet-bots --example decisions -- [COUNT]`.
//!
//! Games are played on by `easy`, and at so many decisions, spread over them, each level is asked what it would do.
//! What is told is the time of one core, not that of a clock on the wall: other work on the machine does not count.
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a command owns time and files"
)]

use std::time::{Duration, Instant};

use senet_bots::{Bot as _, Easy, Level, Mind, Outlook};
use senet_crossfire::Crossfire;
use senet_flag_war::FlagWar;
use senet_kernel::{Actor, Dice, Events, Key, Text};
use senet_reference::connect_four::ConnectFour;
use senet_silosoft::Silosoft;
use senet_sky_team::SkyTeam;

fn main() {
    let count = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(20);
    println!("| game | rules | level | decisions | median | longest |\n|---|---|---|---|---|---|");
    all::<ConnectFour>(count);
    all::<SkyTeam>(count);
    all::<Silosoft>(count);
    all::<FlagWar>(count);
    all::<Crossfire>(count);
}

fn all<G: Mind + Text>(count: usize) {
    for preset in G::about().presets.iter().take(1) {
        for level in [Level::Normal, Level::Hard, Level::Expert] {
            let mut took = Vec::with_capacity(count);
            for seed in 0.. {
                course::<G>(&preset.config, level, seed, count, &mut took);
                if took.len() >= count {
                    break;
                }
            }
            took.sort_unstable();
            let (median, longest) = (took[took.len() / 2], took[took.len() - 1]);
            let (id, rules, level) = (G::ID, preset.id, level.name());
            println!("| {id} | {rules} | {level} | {count} | {median:.2?} | {longest:.2?} |");
        }
    }
}

/// One game: at every seventh choice the level thinks, beside the one who plays.
fn course<G: Mind>(
    config: &G::Config,
    level: Level,
    seed: u64,
    count: usize,
    took: &mut Vec<Duration>,
) {
    const SPREAD: u64 = 7;
    let mut dice = Dice::seeded(&Key::of_number(seed)).unrecorded();
    let mut game = G::new(config, &mut dice).expect("presets are good");
    let mut player = Easy::new(seed);
    let mut thinker = G::bot(level, seed);
    let mut entry = 0;
    for choice in 1..2000 {
        let Some(seat) = game.awaited().iter().next() else { return };
        let outlook = Outlook::of_game(&game, seat);
        let (mut legal, mut chosen) = (Vec::new(), Vec::new());
        outlook.legal(&mut legal);
        if choice % SPREAD == seed % SPREAD && legal.len() > 1 {
            let begun = spent();
            thinker.choose(&outlook, &mut chosen);
            took.push(spent().saturating_sub(begun));
            if took.len() >= count {
                return;
            }
            chosen.clear();
        }
        player.choose(&outlook, &mut chosen);
        let acts = |command: G::Command| (Actor::Seat(seat), command);
        let mut deeds: Vec<_> = chosen.into_iter().map(acts).collect();
        if deeds.is_empty() {
            deeds.extend(game.idle(seat).map(acts));
        }
        if deeds.is_empty() {
            deeds.extend(game.tick().map(|tick| (Actor::Clock, tick.command)));
        }
        for (actor, command) in deeds {
            entry += 1;
            dice.begin(entry);
            if game.apply(actor, &command, &mut dice, &mut Events::off()).is_err() {
                return;
            }
        }
    }
}

/// The time that this thread has had a core, where the system tells it, and else that of a clock.
fn spent() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = told.split_whitespace().next().and_then(|text| text.parse().ok());
    nanos.map_or_else(|| clock().elapsed(), Duration::from_nanos)
}

fn clock() -> Instant {
    static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    *BEGUN.get_or_init(Instant::now)
}
