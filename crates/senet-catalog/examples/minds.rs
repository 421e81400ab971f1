//! What the minds are worth: `cargo xtask figures minds [WORD] [GAMES]`, and whether those of Flag War can be
//! foreseen: `cargo xtask figures lists [WORD] [TRIES]`.
//!
//! Every row is a pairing on a frozen list of deals, in every seating, with Wilson's 95 % interval. It is
//! a table and no test: nothing here fails. `WORD` picks the rows that hold it, `GAMES` says how many games
//! a row has, and `--on` goes on where a row stands. What was measured is kept in `docs/figures/minds.json`, and `docs/minds.md` tells it.
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a command owns time and files; its figures are for people"
)]

use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

#[path = "../../senet-bots/examples/lists.rs"]
mod lists;

use senet_bots::Level;
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
    /// Whether both hands of a flight lie open.
    open: bool,
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
        let setting = self.setting();
        format!("{} {} {setting} {}", self.game, self.preset, self.bots.join(":"))
            .replace("  ", " ")
    }

    /// What differs from the preset.
    fn setting(&self) -> String {
        let setting = self.setting.as_ref().map(|(_, _, name)| name.as_str());
        let open = self.open.then_some("both hands open");
        setting.into_iter().chain(open).collect::<Vec<_>>().join(", ")
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
    if row.open {
        config["solo"] = json!(true);
    }
    Some(config)
}

fn rows() -> Vec<Row> {
    use Goal::{All, Decided, None as Open};
    let row =
        |game, preset, bots, goal| Row { game, preset, setting: None, open: false, bots, goal };
    let small: [(&'static str, &'static [&'static str]); 15] = [
        ("tic-tac-toe", &["easy", "random"]),
        ("tic-tac-toe", &["normal", "easy"]),
        ("tic-tac-toe", &["hard", "normal"]),
        ("connect-four", &["easy", "random"]),
        ("connect-four", &["normal", "greedy"]),
        ("connect-four", &["normal", "easy"]),
        ("connect-four", &["hard", "normal"]),
        ("connect-four", &["expert", "hard"]),
        ("pig", &["easy", "random"]),
        ("pig", &["normal", "easy"]),
        ("pig", &["hard", "normal"]),
        ("pig", &["hard", "greedy"]),
        ("kuhn-poker", &["easy", "random"]),
        ("kuhn-poker", &["normal", "easy"]),
        ("kuhn-poker", &["hard", "normal"]),
    ];
    let small = small.into_iter();
    let mut rows: Vec<Row> = small.map(|(game, bots)| row(game, "standard", bots, Open)).collect();
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
    for preset in ["seed", "literal"] {
        rows.push(row("sky-team", preset, &["greedy"], Open));
        rows.push(row("sky-team", preset, &["normal"], Open));
    }
    rows.push(Row { open: true, ..row("sky-team", "published", &["normal"], Open) });
    for scenario in senet_sky_team::scenarios() {
        let bots: [&'static [&'static str]; 3] = [&["greedy"], &["normal"], &["hard"]];
        rows.extend(bots.map(|bots| Row {
            setting: Some(("scenario", json!(scenario.id), format!("track {}", scenario.id))),
            ..row("sky-team", "published", bots, Open)
        }));
        rows.push(Row {
            setting: Some(("scenario", json!(scenario.id), format!("track {}", scenario.id))),
            open: true,
            ..row("sky-team", "published", &["normal"], Open)
        });
    }
    // The goals are half way from the greedy bot to the clairvoyant (examples/clairvoyant of senet-bots).
    let alone: [(&'static [&'static str], Goal); 4] =
        [(&["greedy"], Open), (&["normal"], Open), (&["hard"], Open), (&["expert"], All(30))];
    rows.extend(alone.map(|(bots, goal)| row("silosoft", "solo", bots, goal)));
    for players in 2..=4_usize {
        let names: Vec<String> = (1..=players).map(|number| format!("Player {number}")).collect();
        let bots: [&'static [&'static str]; 4] = [&["greedy"], &["normal"], &["hard"], &["expert"]];
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
    let words: Vec<String> = std::env::args().skip(1).collect();
    let text = |place: usize| words.get(place).map_or("", String::as_str);
    match text(0) {
        "lists" => try_lists(text(1), text(2).parse().unwrap_or(10_000)),
        word => try_pairings(word, text(1).parse().unwrap_or(200), text(2) == "on"),
    }
}

/// Plays the rows that hold a word, up to so many games; `on` goes on where rows stand, which only makes sense
/// while nothing that plays has changed.
fn try_pairings(word: &str, games: u64, on: bool) {
    // In the order of the list, whatever was measured last.
    let names: Vec<String> = rows().iter().map(Row::name).collect();
    for row in rows().iter().filter(|row| row.name().contains(word)) {
        let before = if on { kept("minds.json") } else { Vec::new() };
        let before = before.iter().find(|figure| figure["name"] == *row.name());
        let tally = before.map(Tally::of).unwrap_or_default();
        // What was played is kept as it comes, so that a long row can be ended.
        let each = |tally: Tally| keep("minds.json", told(row, tally), &names);
        match measure(row, games, tally, each) {
            Some(tally) => println!("{}", line(&told(row, tally))),
            None => eprintln!("{} cannot be played", row.name()),
        }
    }
}

/// On how many fresh seeds the best list of orders is tried.
const FRESH: u64 = 200;

/// Looks for lists of orders that beat a level of Flag War.
fn try_lists(word: &str, tries: u64) {
    let levels = [Level::Normal, Level::Hard, Level::Expert];
    let rows = ["tactical", "steps", "blockade"].into_iter();
    let rows = rows.flat_map(|preset| levels.map(|level| (preset, level)));
    let name = |(preset, level): (&str, Level)| format!("{preset} {}", level.name());
    let names: Vec<String> = rows.clone().map(name).collect();
    for (preset, level) in rows {
        let name = name((preset, level));
        let Some(config) = lists::preset(preset).filter(|_| name.contains(word)) else { continue };
        let found = lists::best(&config, level, tries, FRESH);
        let (low, high) = wilson(found.won, found.games);
        let share = 100.0 * found.won as f64 / found.games.max(1) as f64;
        let measured = json!({
            "name": name,
            "rules": preset,
            "level": level.name(),
            "version": env!("CARGO_PKG_VERSION"),
            "tried": found.tried,
            "winning": found.winning,
            "games": found.games,
            "won": found.won,
            "share": tenths(share),
            "interval": [tenths(low), tenths(high)],
        });
        println!("{}", list_line(&measured));
        keep("lists.json", measured, &names);
    }
}

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");

fn kept(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(Path::new(DOCS).join("figures").join(file));
    serde_json::from_str(&text.unwrap_or_default()).unwrap_or_default()
}

/// Keeps a figure among those of these names, in their order, and writes the page anew.
fn keep(file: &str, measured: Value, names: &[String]) {
    // Others may have measured other rows in the meantime.
    let mut all = kept(file);
    all.retain(|other| other["name"] != measured["name"]);
    all.push(measured);
    let place = |figure: &Value| names.iter().position(|name| figure["name"] == **name);
    all.retain(|figure| place(figure).is_some());
    all.sort_by_key(place);
    let write = || {
        let text = serde_json::to_string_pretty(&all).map_err(std::io::Error::other)?;
        std::fs::write(Path::new(DOCS).join("figures").join(file), text + "\n")?;
        std::fs::write(Path::new(DOCS).join("minds.md"), page())
    };
    if let Err(fault) = write() {
        eprintln!("the figures cannot be kept: {fault}");
    }
}

/// How the games of a row went.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u64,
    drawn: u64,
    lost: u64,
    seconds: f64,
}

impl Tally {
    fn of(figure: &Value) -> Tally {
        let count = |key: &str| figure[key].as_u64().unwrap_or(0);
        let [won, drawn, lost] = ["won", "drawn", "lost"].map(count);
        let each = figure["seconds_a_game"].as_f64().unwrap_or(0.0);
        Tally { won, drawn, lost, seconds: each * (won + drawn + lost) as f64 }
    }

    const fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// Plays the games of a row, those that were played already left out, and tells of every few.
fn measure(row: &Row, games: u64, mut tally: Tally, mut each: impl FnMut(Tally)) -> Option<Tally> {
    let entry = senet_catalog::find(row.game)?;
    let first = config(row, &*entry, 0)?;
    let seats = entry.roles(&first).map_or(1, |roles| roles.len());
    let mut kept = Instant::now();
    for number in tally.games()..games {
        let started = Instant::now();
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
            Some(Outcome::Versus { winner: None }) | None => tally.drawn += 1,
            Some(Outcome::Ranked { scores }) if scores.of(seat) == 0 => tally.drawn += 1,
            Some(outcome) if outcome.won_by(seat) => tally.won += 1,
            Some(_) => tally.lost += 1,
        }
        tally.seconds += started.elapsed().as_secs_f64();
        let whole = tally.games().is_multiple_of(seatings as u64);
        if whole && (tally.games() == games || kept.elapsed().as_secs() >= 20) {
            each(tally);
            kept = Instant::now();
        }
    }
    Some(tally)
}

/// A row as it is kept.
fn told(row: &Row, tally: Tally) -> Value {
    let Tally { won, drawn, lost, seconds } = tally;
    let games = tally.games();
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
    json!({
        "name": row.name(),
        "game": row.game,
        "rules": row.preset,
        "setting": row.setting(),
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
        "seconds_a_game": (seconds / games.max(1) as f64 * 100.0).round() / 100.0,
    })
}

fn tenths(share: f64) -> f64 {
    (share * 10.0).round() / 10.0
}

/// A row of the table of lists.
fn list_line(figure: &Value) -> String {
    let text = |key: &str| figure[key].as_str().unwrap_or("").to_owned();
    let best = match figure["games"].as_u64() {
        Some(0) | None => "none wins once".to_owned(),
        Some(games) => format!(
            "{} of {games}: {} % ({} to {} %)",
            figure["won"], figure["share"], figure["interval"][0], figure["interval"][1]
        ),
    };
    let kept = if figure["share"].as_f64() <= Some(55.0) { "reached" } else { "**missed**" };
    format!(
        "| {} | {} | {} | {} | {best} | {kept} |",
        text("rules"),
        text("level"),
        figure["tried"],
        figure["winning"],
    )
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
fn page() -> String {
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
    for figure in kept("minds.json") {
        let _ = writeln!(page, "{}", line(&figure));
    }
    page.push_str(
        "\n## Lists of orders against Flag War\n\n\
         Made by `cargo xtask figures lists [WORD] [TRIES]` from `docs/figures/lists.json`. Lists of orders that \
         were drawn beforehand are given whatever happens. Those that win on one seed are tried on more; the best \
         of them plays on seeds that chose nothing, and is to win at most 55 % there.\n\n\
         | rules | level | lists | win once | the best, on fresh seeds | goal |\n\
         |---|---|---|---|---|---|\n",
    );
    for figure in kept("lists.json") {
        let _ = writeln!(page, "{}", list_line(&figure));
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
