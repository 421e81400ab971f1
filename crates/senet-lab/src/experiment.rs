//! An experiment, as a designer writes it down: a TOML file.

use serde::{Deserialize, Serialize};
use toml::Table;

use crate::LabError;

/// What is to be played. `docs/lab.md` tells every key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The game, as `senet games` lists it.
    pub game: String,
    /// What the report is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The rule set that all lines start from; the game's first where none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule_set: Option<String>,
    /// The bots by seat, or one for all seats.
    #[serde(default = "one_bot")]
    pub bots: Bots,
    /// The seed of all deals: the same number deals the same luck in every line.
    #[serde(default = "one")]
    pub seed: u64,
    /// How many games a line has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// In place of a number of games: play until every share of a line is known to so many points of
    /// a hundred, upwards and downwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<f64>,
    /// The most games that precision may cost a line.
    #[serde(default = "most_games")]
    pub at_most: u64,
    /// Whether every deal is played once with each seating of the bots. Left out, it is where the bots
    /// differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seatings: Option<Seatings>,
    /// How many deals of a line are looked at closely.
    #[serde(default = "ten")]
    pub watch: u64,
    /// How many times a position of those is dealt anew.
    #[serde(default = "sixteen")]
    pub lines: u32,
    /// Settings of all lines.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub set: Table,
    /// Settings with several values each: every combination is a line.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub grid: Table,
    /// Lines one by one, each with its settings. With a grid beside, each is every combination.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub list: Vec<Table>,
    /// What `senet lab tune` looks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tune: Option<Tune>,
}

/// One bot for all seats, or one for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Bots {
    /// The same in every seat.
    All(String),
    /// By seat.
    BySeat(Vec<String>),
}

/// How bots are seated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seatings {
    /// As they are listed.
    Given,
    /// Moved on round the table until each has sat everywhere.
    All,
}

/// What is to be found: values within bounds that come nearest to targets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tune {
    /// The values that may change, each with its bounds: `factions.ember_guard.defense = { from = 8, to = 11 }`.
    pub values: Table,
    /// Between which win rates, in per cent of decided shares, every line is to lie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<[f64; 2]>,
    /// Between which lengths, in commands, the mean of every line is to lie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commands: Option<[f64; 2]>,
    /// The most draws of a line, in per cent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<f64>,
    /// The share of games won together, in per cent, between these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won: Option<[f64; 2]>,
    /// How many sets of values are tried.
    #[serde(default = "forty")]
    pub tries: u32,
    /// What one whole step of every value away from today's costs, in points of distance.
    #[serde(default = "small")]
    pub change: f64,
}

fn one_bot() -> Bots {
    Bots::All("normal".to_owned())
}

const fn one() -> u64 {
    1
}

const fn ten() -> u64 {
    10
}

const fn sixteen() -> u32 {
    16
}

const fn forty() -> u32 {
    40
}

const fn small() -> f64 {
    0.5
}

const fn most_games() -> u64 {
    20_000
}

/// How many games a line has where the file says neither games nor precision.
const GAMES: u64 = 1000;

/// The most games of a line: what is summed up over them stays a number.
const MOST_GAMES: u64 = 1_000_000_000_000;

/// The most times that a position is dealt anew.
const MOST_DEALS_ANEW: u32 = 100_000;

impl Tune {
    /// Says what no set of values could ever reach.
    fn check(&self) -> Result<(), LabError> {
        let shares = [("share", self.share, 100.0), ("won", self.won, 100.0)];
        let lengths = [("commands", self.commands, f64::MAX)];
        for (name, bounds, most) in shares.into_iter().chain(lengths) {
            let lies = |[low, high]: [f64; 2]| 0.0 <= low && low <= high && high <= most;
            if bounds.is_some_and(|bounds| !lies(bounds)) {
                let sentence = format!("tune.{name} is two bounds, the lower one first");
                return Err(LabError::Experiment(sentence));
            }
        }
        let refuse = |sentence: &str| Err(LabError::Experiment(sentence.to_owned()));
        if self.drawn.is_some_and(|most| !(0.0..=100.0).contains(&most)) {
            return refuse("tune.drawn is in per cent, 0 to 100");
        }
        if !(0.0..=1000.0).contains(&self.change) {
            return refuse("tune.change is in points, 0 to 1000");
        }
        if !(1..=100_000).contains(&self.tries) {
            return refuse("tune.tries is 1 to 100000");
        }
        Ok(())
    }
}

impl Experiment {
    /// Reads an experiment.
    pub fn read(text: &str) -> Result<Experiment, LabError> {
        let experiment: Experiment = toml::from_str(text)
            .map_err(|error| LabError::Experiment(error.to_string().trim().to_owned()))?;
        let refuse = |sentence: &str| Err(LabError::Experiment(sentence.to_owned()));
        if experiment.games.is_some() && experiment.precision.is_some() {
            return refuse("`games` and `precision` exclude each other: take one out");
        }
        if experiment.precision.is_some_and(|points| !(0.1..=50.0).contains(&points)) {
            return refuse("`precision` is in points of a hundred, 0.1 to 50");
        }
        if experiment.games == Some(0) || experiment.at_most == 0 {
            return refuse("a line has at least one game");
        }
        if experiment.games.unwrap_or(0).max(experiment.at_most) > MOST_GAMES {
            return refuse("a line has at most a million million games");
        }
        if !(2..=MOST_DEALS_ANEW).contains(&experiment.lines) {
            return refuse("`lines` is 2 to 100000: a chance from one line is none");
        }
        experiment.tune.iter().try_for_each(Tune::check)?;
        Ok(experiment)
    }

    /// How many games a line has; none where it plays until it is precise.
    pub fn fixed_games(&self) -> Option<u64> {
        match self.precision {
            Some(_) => None,
            None => Some(self.games.unwrap_or(GAMES)),
        }
    }
}

/// An experiment to begin with, with every key explained.
pub fn example(game: &dyn senet_catalog::AnyGame) -> String {
    let line = game.line();
    let mut text = format!(
        "# An experiment with {name}: `senet lab check FILE` says what it would play, `senet lab run FILE` plays it.\n\
         game = \"{id}\"\n\
         title = \"{name}, a first look\"\n\
         # rule_set = \"{preset}\"        # {presets}\n\
         bots = \"easy\"                 # one for all seats, or one for each: [\"hard\", \"easy\"]; {bots}\n\
         # seatings = \"all\"            # every deal once with each seating of the bots; so by itself where they differ\n\
         seed = 1                      # the same number deals the same luck in every line\n\
         games = 200                   # of each line\n\
         # precision = 2.0             # in place of games: until every share is known to ±2 points\n\
         # at_most = 20000             # … but no more games than that\n\
         watch = 10                    # so many deals of a line are looked at closely: leads, luck, when it was decided\n\
         lines = 16                    # … by dealing their positions anew so many times\n\
         \n\
         # Settings of all lines. `senet play {id} --set list` tells what there is.\n\
         [set]\n",
        name = line.name,
        id = line.id,
        preset = line.presets.first().map_or("", String::as_str),
        presets = line.presets.join(", "),
        bots = line.bots.join(", "),
    );
    for setting in senet_catalog::settings(game) {
        text.push_str(&format!("# {} = …  # {}\n", setting.key, setting.takes));
    }
    text.push_str(
        "\n# Several values each: every combination is a line. \"*\" is all that a setting can be, a list\n\
         # names values, { from = 2, to = 8, step = 2 } counts them. A field of a data file is named by\n\
         # file, entry and field. `rule_set`, `players` and `bots` can stand here too.\n\
         [grid]\n",
    );
    if line.presets.len() > 1 {
        text.push_str("rule_set = \"*\"\n");
    }
    for (name, data) in game.data_files().iter().take(3) {
        if let Some(path) = first_number(name, data) {
            text.push_str(&format!("# {path}\n"));
        }
    }
    text.push_str(
        "\n# Lines one by one.\n# [[list]]\n# name = \"as it is\"\n#\n# [[list]]\n# name = \"changed\"\n",
    );
    text
}

/// A number of a data file as it would stand in a grid: its path, and two values round its own.
fn first_number(file: &str, text: &str) -> Option<String> {
    let table: Table = toml::from_str(text).ok()?;
    let stem = file.strip_suffix(".toml")?;
    table.values().filter_map(toml::Value::as_array).flatten().find_map(|entry| {
        let id = entry.get("id")?.as_str()?;
        let fields = entry.as_table()?.iter();
        let (field, number) =
            fields.filter_map(|(key, value)| Some((key, value.as_integer()?))).next()?;
        let id = if id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-') {
            id.to_owned()
        } else {
            format!("\"{id}\"")
        };
        Some(format!("{stem}.{id}.{field} = [{number}, {}]", number + 1))
    })
}
