//! What the minds are worth: `cargo xtask figures minds [WORD] [GAMES]`.
//!
//! Every row is a pairing on a frozen list of deals, in every seating, with Wilson's 95 % interval. It is
//! a table and no test: nothing here is timed or judged. `WORD` picks the rows that hold it, `GAMES` says
//! how many games a row has.
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a command owns time; its figures are for people"
)]

use std::time::Instant;

use senet_kernel::{Outcome, Seat};

/// The seed of all deals.
const SEED: u64 = 15;

/// Game, rule set, and the bots: one for all seats, or one against the other.
const ROWS: &[(&str, &str, &[&str])] = &[
    ("tic-tac-toe", "standard", &["hard", "normal"]),
    ("connect-four", "standard", &["easy", "random"]),
    ("connect-four", "standard", &["normal", "greedy"]),
    ("connect-four", "standard", &["normal", "easy"]),
    ("connect-four", "standard", &["hard", "normal"]),
    ("pig", "standard", &["hard", "greedy"]),
    ("kuhn-poker", "standard", &["normal", "easy"]),
    ("flag-war", "tactical", &["normal", "easy"]),
    ("flag-war", "tactical", &["hard", "normal"]),
    ("flag-war", "tactical", &["expert", "hard"]),
    ("flag-war", "tactical", &["normal", "greedy"]),
    ("flag-war", "tactical", &["hard", "greedy"]),
    ("flag-war", "steps", &["hard", "normal"]),
    ("flag-war", "steps", &["expert", "hard"]),
    ("flag-war", "blockade", &["hard", "normal"]),
    ("flag-war", "blockade", &["expert", "hard"]),
    ("sky-team", "published", &["greedy"]),
    ("sky-team", "published", &["easy"]),
    ("sky-team", "published", &["normal"]),
    ("sky-team", "published", &["hard"]),
    ("sky-team", "published", &["expert"]),
    ("sky-team", "published", &["expert", "easy"]),
    ("silosoft", "solo", &["greedy"]),
    ("silosoft", "solo", &["normal"]),
    ("silosoft", "solo", &["hard"]),
    ("crossfire", "standard", &["easy", "greedy"]),
    ("crossfire", "standard", &["normal", "greedy"]),
    ("crossfire", "standard", &["hard", "greedy"]),
    ("crossfire", "standard", &["expert", "greedy"]),
    ("crossfire", "standard", &["hard", "normal"]),
];

fn main() {
    let mut args = std::env::args().skip(1);
    let word = args.next().unwrap_or_default();
    let games: u64 = args.next().and_then(|text| text.parse().ok()).unwrap_or(200);
    println!("| game | rule set | bots | won | drawn | lost | won of all | interval | s a game |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (game, preset, bots) in ROWS {
        let name = format!("{game} {preset} {}", bots.join(":"));
        if name.contains(&word) {
            row(game, preset, bots, games);
        }
    }
}

fn row(game: &str, preset: &str, bots: &[&str], games: u64) {
    let Some(entry) = senet_catalog::find(game) else { return };
    let Ok((_, config)) = entry.preset(Some(preset)) else { return };
    let seats = entry.roles(&config).map_or(1, |roles| roles.len());
    let started = Instant::now();
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    for number in 0..games {
        // The bots change seats after every game of a deal.
        let turn = number as usize % seats;
        let mut seated: Vec<&str> = (0..seats).map(|seat| bots[seat % bots.len()]).collect();
        seated.rotate_right(turn);
        let Ok(played) = entry.play(&config, &seated, SEED, number / seats as u64) else { return };
        let Some(seat) = Seat::new(turn) else { return };
        match played.outcome {
            Some(Outcome::Versus { winner: None }) | None => drawn += 1,
            Some(Outcome::Ranked { scores }) if scores.of(seat) == 0 => drawn += 1,
            Some(outcome) if outcome.won_by(seat) => won += 1,
            Some(_) => lost += 1,
        }
    }
    let (low, high) = wilson(won, games);
    println!(
        "| {game} | {preset} | {} | {won} | {drawn} | {lost} | {:.1} % | {low:.1} to {high:.1} % | {:.2} |",
        bots.join(" : "),
        100.0 * won as f64 / games.max(1) as f64,
        started.elapsed().as_secs_f64() / games.max(1) as f64,
    );
}

/// Wilson's interval of a share, at 95 %, in hundredths.
fn wilson(part: u64, all: u64) -> (f64, f64) {
    let (n, z) = (all.max(1) as f64, 1.96_f64);
    let share = part as f64 / n;
    let middle = share + z * z / (2.0 * n);
    let width = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z * z / n;
    (100.0 * (middle - width).max(0.0) / whole, 100.0 * (middle + width) / whole)
}
