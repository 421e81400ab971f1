//! What the minds are worth: `cargo xtask figures minds [WORD] [GAMES]`.
//!
//! Every row is a pairing on a frozen list of deals, in every seating, with Wilson's 95 % interval. It is
//! a table and no test: nothing here fails. `WORD` picks the rows that hold it, `GAMES` says how many games
//! a row has. What was measured is kept in `docs/figures/minds.json`, and `docs/minds.md` tells it.
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a command owns time and files; its figures are for people"
)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use senet_crossfire::Data;
use senet_desk::AnyGame;
use senet_kernel::{Outcome, Seat};
use serde_json::{Value, json};

/// The seed of all deals.
const SEED: u64 = 15;

/// One pairing.
struct Row {
    game: &'static str,
    preset: &'static str,
    /// A setting that differs from the preset, and what to call it.
    setting: Option<(&'static str, Value, String)>,
    /// One for all seats, or one against the other.
    bots: &'static [&'static str],
    goal: Goal,
}

/// What a pairing is to reach, in hundredths.
#[derive(Clone, Copy)]
enum Goal {
    None,
    /// Of all games.
    All(u32),
    /// Of the games that were not drawn, and fewer than a quarter drawn.
    Decided(u32),
}

impl Row {
    fn name(&self) -> String {
        let setting = self.setting.as_ref().map_or("", |(_, _, name)| name.as_str());
        format!("{} {} {setting} {}", self.game, self.preset, self.bots.join(":"))
            .replace("  ", " ")
    }
}

/// Crossfire with the same faction on both sides: every faction and every mission in turn.
const MIRRORS: &str = "mirrors";

/// The set-up of a deal.
fn config(row: &Row, entry: &dyn AnyGame, deal: u64) -> Option<Value> {
    let mirrors = row.preset == MIRRORS;
    let (_, mut config) = entry.preset(Some(row.preset).filter(|_| !mirrors)).ok()?;
    if mirrors {
        let data = Data::standard();
        let in_turn = |count: usize| deal as usize % count;
        let faction = data.factions()[in_turn(data.factions().len())].id.as_str();
        let mission = data.missions()[in_turn(data.missions().len())].id.as_str();
        config["factions"] = json!([faction, faction]);
        config["mission"] = json!(mission);
    }
    if let Some((key, value, _)) = &row.setting {
        config[*key] = value.clone();
    }
    Some(config)
}

fn rows() -> Vec<Row> {
    use Goal::{All, Decided, None as Open};
    let row = |game, preset, bots, goal| Row { game, preset, setting: None, bots, goal };
    let mut rows: Vec<Row> = vec![
        row("tic-tac-toe", "standard", &["hard", "normal"], Open),
        row("connect-four", "standard", &["easy", "random"], Open),
        row("connect-four", "standard", &["normal", "greedy"], Open),
        row("connect-four", "standard", &["normal", "easy"], Open),
        row("connect-four", "standard", &["hard", "normal"], Open),
        row("pig", "standard", &["hard", "greedy"], Open),
        row("kuhn-poker", "standard", &["normal", "easy"], Open),
    ];
    for preset in ["tactical", "steps", "blockade"] {
        rows.push(row("flag-war", preset, &["normal", "easy"], Decided(65)));
        rows.push(row("flag-war", preset, &["hard", "normal"], Decided(65)));
        rows.push(row("flag-war", preset, &["expert", "hard"], Decided(65)));
        rows.push(row("flag-war", preset, &["normal", "greedy"], Decided(50)));
        rows.push(row("flag-war", preset, &["hard", "greedy"], Decided(50)));
        rows.push(row("flag-war", preset, &["expert", "greedy"], Decided(50)));
    }
    let flights: [(&'static [&'static str], Goal); 6] = [
        (&["greedy"], Open),
        (&["easy"], Open),
        (&["normal"], All(60)),
        (&["hard"], All(80)),
        (&["expert"], All(92)),
        (&["expert", "easy"], Open),
    ];
    rows.extend(flights.map(|(bots, goal)| row("sky-team", "published", bots, goal)));
    rows.push(row("sky-team", "seed", &["greedy"], Open));
    for scenario in senet_sky_team::scenarios() {
        let bots: [&'static [&'static str]; 3] = [&["greedy"], &["normal"], &["hard"]];
        rows.extend(bots.map(|bots| Row {
            setting: Some(("scenario", json!(scenario.id), format!("track {}", scenario.id))),
            ..row("sky-team", "published", bots, Open)
        }));
    }
    // The goals are half way from the greedy bot to the clairvoyant (examples/clairvoyant of senet-bots).
    let alone: [(&'static [&'static str], Goal); 4] =
        [(&["greedy"], Open), (&["normal"], Open), (&["hard"], Open), (&["expert"], All(30))];
    rows.extend(alone.map(|(bots, goal)| row("silosoft", "solo", bots, goal)));
    for players in 2..=4_usize {
        let names: Vec<String> = (1..=players).map(|number| format!("Player {number}")).collect();
        let bots: [&'static [&'static str]; 3] = [&["greedy"], &["hard"], &["expert"]];
        rows.extend(bots.map(|bots| Row {
            setting: Some(("players", json!(names), format!("{players} players"))),
            ..row("silosoft", "balanced", bots, Open)
        }));
    }
    let battles: [(&'static [&'static str], Goal); 9] = [
        (&["easy", "greedy"], Open),
        (&["normal", "greedy"], Open),
        (&["hard", "greedy"], All(75)),
        (&["expert", "greedy"], All(90)),
        (&["normal", "easy"], All(65)),
        (&["hard", "normal"], All(65)),
        (&["expert", "hard"], All(65)),
        (&["normal", "rule"], Open),
        (&["expert", "rule"], All(85)),
    ];
    rows.extend(battles.map(|(bots, goal)| row("crossfire", MIRRORS, bots, goal)));
    rows
}

fn main() {
    let mut args = std::env::args().skip(1);
    let word = args.next().unwrap_or_default();
    let games: u64 = args.next().and_then(|text| text.parse().ok()).unwrap_or(200);
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut kept = kept(&docs.join("figures/minds.json"));
    for row in rows().iter().filter(|row| row.name().contains(&word)) {
        let Some(measured) = measure(row, games) else {
            eprintln!("{} cannot be played", row.name());
            continue;
        };
        println!("{}", line(&measured));
        kept.retain(|other| other["name"] != measured["name"]);
        kept.push(measured);
        // In the order of the list, whatever was measured last.
        let place = |figure: &Value| rows().iter().position(|row| figure["name"] == row.name());
        kept.retain(|figure| place(figure).is_some());
        kept.sort_by_key(place);
        if let Err(fault) = keep(&docs, &kept) {
            eprintln!("the figures cannot be kept: {fault}");
        }
    }
}

fn kept(path: &PathBuf) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

fn keep(docs: &Path, kept: &[Value]) -> std::io::Result<()> {
    std::fs::create_dir_all(docs.join("figures"))?;
    let text = serde_json::to_string_pretty(kept).map_err(std::io::Error::other)?;
    std::fs::write(docs.join("figures/minds.json"), text + "\n")?;
    std::fs::write(docs.join("minds.md"), page(kept))
}

/// Plays the games of a row.
fn measure(row: &Row, games: u64) -> Option<Value> {
    let entry = senet_catalog::find(row.game)?;
    let first = config(row, &*entry, 0)?;
    let seats = entry.roles(&first).map_or(1, |roles| roles.len());
    let started = Instant::now();
    let (mut won, mut drawn, mut lost) = (0_u64, 0_u64, 0_u64);
    for number in 0..games {
        // The bots change seats after every game of a deal; where all are the same, that would be the same game.
        let seatings = if row.bots.len() == 1 { 1 } else { seats };
        let turn = number as usize % seatings;
        let mut seated: Vec<&str> =
            (0..seats).map(|seat| row.bots[seat % row.bots.len()]).collect();
        seated.rotate_right(turn);
        let deal = number / seatings as u64;
        let played = entry.play(&config(row, &*entry, deal)?, &seated, SEED, deal).ok()?;
        let seat = Seat::new(turn)?;
        match played.outcome {
            Some(Outcome::Versus { winner: None }) | None => drawn += 1,
            Some(Outcome::Ranked { scores }) if scores.of(seat) == 0 => drawn += 1,
            Some(outcome) if outcome.won_by(seat) => won += 1,
            Some(_) => lost += 1,
        }
    }
    let counted = match row.goal {
        Goal::Decided(_) => won + lost,
        Goal::None | Goal::All(_) => games,
    };
    let (low, high) = wilson(won, counted);
    let share = 100.0 * won as f64 / counted.max(1) as f64;
    let (goal, reached) = match row.goal {
        Goal::None => (Value::Null, Value::Null),
        Goal::All(goal) => (json!(goal), json!(share >= goal.into())),
        Goal::Decided(goal) => (json!(goal), json!(share >= goal.into() && drawn * 4 < games)),
    };
    let tenths = |share: f64| (share * 10.0).round() / 10.0;
    Some(json!({
        "name": row.name(),
        "game": row.game,
        "rules": row.preset,
        "setting": row.setting.as_ref().map(|(_, _, name)| name),
        "bots": row.bots,
        "seed": SEED,
        "version": env!("CARGO_PKG_VERSION"),
        "games": games,
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "of": if matches!(row.goal, Goal::Decided(_)) { "decided" } else { "all" },
        "share": tenths(share),
        "interval": [tenths(low), tenths(high)],
        "goal": goal,
        "reached": reached,
        "seconds_a_game": (started.elapsed().as_secs_f64() / games.max(1) as f64 * 100.0).round() / 100.0,
    }))
}

/// A row of the table.
fn line(figure: &Value) -> String {
    let text = |key: &str| figure[key].as_str().unwrap_or("").to_owned();
    let bots: Vec<&str> =
        figure["bots"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let goal = match (figure["goal"].as_u64(), figure["reached"].as_bool()) {
        (Some(goal), Some(true)) => format!("{goal} %: reached"),
        (Some(goal), _) => format!("{goal} %: **missed**"),
        _ => String::new(),
    };
    format!(
        "| {} | {} {} | {} | {} | {} | {} | {} | {} % of {} | {} to {} % | {goal} |",
        text("game"),
        text("rules"),
        text("setting"),
        bots.join(" : "),
        figure["games"],
        figure["won"],
        figure["drawn"],
        figure["lost"],
        figure["share"],
        text("of"),
        figure["interval"][0],
        figure["interval"][1],
    )
}

/// The page that tells the figures.
fn page(kept: &[Value]) -> String {
    let mut page = String::from(
        "# What the minds are worth\n\n\
         Made by `cargo xtask figures minds [WORD] [GAMES]` from `docs/figures/minds.json`; do not edit it. Each \
         row is a frozen list of deals in every seating. The first bot's games are counted: against the other, \
         or, in games that are won together, with itself or beside the other. The interval is Wilson's at 95 %. \
         A goal that is missed is told so; one that lies inside the interval needs more games to be sure \
         of.\n\n\
         | game | rules | bots | games | won | drawn | lost | share | interval | goal |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    for figure in kept {
        let _ = writeln!(page, "{}", line(figure));
    }
    page
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
