//! What an experiment comes to: lines, each a configuration with its bots, ready to be played.

use std::sync::Arc;

use senet_catalog::{AnyGame, Choices, Ring, choices, set_players, title};
use senet_kernel::{Hash, counted as number, hash};
use serde_json::{Value, json};
use toml::Table;

use crate::LabError;
use crate::experiment::{Bots, Experiment, Seatings};
use crate::overlay::{Files, Path, set_in_config};

/// The settings that are the lab's own and stand in no configuration.
const RULE_SET: &str = "rule_set";
const PLAYERS: &str = "players";
const BOTS: &str = "bots";
/// What a line of a list is called.
const NAME: &str = "name";

/// The most lines of an experiment.
const MOST_LINES: usize = 10_000;

/// An experiment with all its lines.
pub struct Plan {
    /// What was asked for.
    pub experiment: Experiment,
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// What the lines differ in.
    pub axes: Vec<Axis>,
    /// The lines.
    pub lines: Vec<Line>,
    /// The names of the game's settings.
    settings: Vec<String>,
}

/// What lines differ in.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The setting; none for the names of a list.
    pub path: Option<Path>,
    /// Its name for people.
    pub name: String,
    /// Its values, with their names for people.
    pub values: Vec<(Value, String)>,
}

impl Axis {
    /// Whether all values are numbers.
    pub fn is_numeric(&self) -> bool {
        self.values.len() > 1 && self.values.iter().all(|(value, _)| value.is_number())
    }
}

/// One line of an experiment.
pub struct Line {
    /// Which value it has on each axis.
    pub places: Vec<usize>,
    /// The names of those, joined.
    pub name: String,
    /// The bots by seat.
    pub bots: Vec<String>,
    /// How many seatings every deal is played in.
    pub seatings: u64,
    /// The configuration.
    pub config: Value,
    /// What stands for it.
    pub hash: Hash,
    /// The configuration, ready to be played.
    pub ring: Box<dyn Ring>,
}

impl Plan {
    /// Works an experiment out, or says what is wrong with it.
    pub fn new(experiment: Experiment) -> Result<Plan, LabError> {
        let game = senet_catalog::find(&experiment.game).ok_or_else(|| {
            let known: Vec<_> = senet_catalog::games().iter().map(|game| game.id()).collect();
            let (id, known) = (&experiment.game, known.join(", "));
            LabError::Experiment(format!("there is no game called \"{id}\"; there are {known}"))
        })?;
        let mut axes = Vec::new();
        if !experiment.list.is_empty() {
            axes.push(list_axis(&experiment.list)?);
        }
        for (path, value) in leaves(&experiment.grid) {
            axes.extend(grid_axes(game.as_ref(), path, &value)?);
        }
        let lines = axes.iter().map(|axis| axis.values.len());
        let count = lines.fold(1, usize::saturating_mul);
        if count > MOST_LINES {
            let sentence = format!("the experiment has more than {MOST_LINES} lines");
            return Err(LabError::Experiment(sentence));
        }
        let settings = senet_catalog::settings(game.as_ref()).into_iter();
        let settings = settings.map(|setting| setting.key).collect();
        let mut plan = Plan { experiment, game, axes, lines: Vec::new(), settings };
        plan.lines = (0..count).map(|number| plan.line(number)).collect::<Result<_, _>>()?;
        Ok(plan)
    }

    /// The same experiment with other values for some settings.
    pub fn with(&self, changes: &[(Path, Value)]) -> Result<Plan, LabError> {
        let mut experiment = self.experiment.clone();
        for (path, value) in changes {
            let value = toml::Value::try_from(value);
            let value = value.map_err(|error| LabError::Experiment(error.to_string()))?;
            insert(&mut experiment.set, &path.parts(), value);
        }
        Plan::new(experiment)
    }

    fn line(&self, number: usize) -> Result<Line, LabError> {
        // The last axis changes fastest.
        let mut rest = number;
        let mut places: Vec<usize> = Vec::with_capacity(self.axes.len());
        for axis in self.axes.iter().rev() {
            places.push(rest % axis.values.len());
            rest /= axis.values.len();
        }
        places.reverse();
        let chosen = self.axes.iter().zip(&places).map(|(axis, place)| &axis.values[*place]);
        let names: Vec<&str> = chosen.map(|(_, name)| name.as_str()).collect();
        let name = if names.is_empty() { "all games".to_owned() } else { names.join(", ") };
        let within = |error: LabError| match error {
            LabError::Faults(faults) => LabError::Experiment(format!("{name}: {faults}")),
            other => other,
        };
        self.set_up(&places, &name).map_err(within)
    }

    fn set_up(&self, places: &[usize], name: &str) -> Result<Line, LabError> {
        let settings = self.settings(places);
        let own = |key: &str| {
            let found = settings.iter().rev().find(|(path, _)| path.parts() == [key]);
            found.map(|(_, value)| value.clone())
        };
        let rule_set = match own(RULE_SET) {
            None => self.experiment.rule_set.clone(),
            Some(Value::String(id)) => Some(id),
            Some(_) => {
                return Err(LabError::Experiment("rule_set is a name".to_owned()));
            }
        };
        let (_, mut config) = self.game.preset(rule_set.as_deref())?;
        if let Some(players) = own(PLAYERS).and_then(|value| value.as_u64()) {
            set_players(self.game.as_ref(), &mut config, players as usize)?;
        }
        let mut files = Files::new(self.data_files(&config));
        for (path, value) in &settings {
            let lab = [RULE_SET, BOTS].iter().any(|key| path.parts() == [*key]);
            let players = path.parts() == [PLAYERS] && value.is_u64();
            self.make_room(&mut config, path);
            if lab || players || set_in_config(&mut config, path, value) {
                continue;
            }
            if !files.knows(path) {
                return Err(self.unknown(path));
            }
            files.set(path, value)?;
        }
        let changed = files.changed();
        if !changed.is_empty() {
            config = self.game.with_data(&config, &changed)?;
        }
        let config = self.game.check_config(&config)?;
        let ring = senet_catalog::ring(self.game.id(), &config)?;
        let bots = match own(BOTS) {
            Some(value) => serde_json::from_value(value).map_err(|_| {
                LabError::Experiment("bots are a name, or a list of names".to_owned())
            })?,
            None => self.experiment.bots.clone(),
        };
        let bots = self.bots(&bots, ring.roles().len())?;
        let differ = bots.iter().any(|bot| *bot != bots[0]);
        let all = match self.experiment.seatings {
            Some(seatings) => seatings == Seatings::All,
            None => differ,
        };
        Ok(Line {
            places: places.to_vec(),
            name: name.to_owned(),
            seatings: if all { bots.len() as u64 } else { 1 },
            bots,
            hash: hash(&config.to_string()),
            config,
            ring,
        })
    }

    /// The settings of a line: those of all, those of its entry in the list, those of its place in
    /// the grid.
    fn settings(&self, places: &[usize]) -> Vec<(Path, Value)> {
        let mut settings = leaves(&self.experiment.set);
        for (axis, place) in self.axes.iter().zip(places) {
            match &axis.path {
                Some(path) => settings.push((path.clone(), axis.values[*place].0.clone())),
                None => {
                    let entry = leaves(&self.experiment.list[*place]).into_iter();
                    settings.extend(entry.filter(|(path, _)| path.parts() != [NAME]));
                }
            }
        }
        settings
    }

    /// The number that a setting, or a field of a data file, has in a line.
    pub fn number(&self, line: &Line, path: &Path) -> Option<f64> {
        let pointer = format!("/{}", path.parts().join("/"));
        if let Some(own) = line.config.pointer(&pointer).and_then(Value::as_f64) {
            return Some(own);
        }
        let set = self.settings(&line.places).into_iter().rev().find(|(set, _)| set == path);
        let set = set.and_then(|(_, value)| value.as_f64());
        set.or_else(|| Files::new(self.data_files(&line.config)).number(path))
    }

    /// The game's data files, those in place of them that a configuration brings as its `data`: their texts by
    /// their names.
    fn data_files(&self, config: &Value) -> Vec<(String, String)> {
        let brought = |name: &str| Some(config.get("data")?.get(name)?.as_str()?.to_owned());
        let own = self.game.data_files().into_iter();
        own.map(|(name, text)| match brought(&name) {
            Some(brought) => (name, brought),
            None => (name, text),
        })
        .collect()
    }

    fn bots(&self, bots: &Bots, seats: usize) -> Result<Vec<String>, LabError> {
        let named = match bots {
            Bots::All(one) => vec![one.clone(); seats],
            Bots::BySeat(all) if all.len() == seats => all.clone(),
            Bots::BySeat(all) => {
                let sentence =
                    format!("{} for {}", number(all.len(), "bot"), number(seats, "seat"));
                return Err(LabError::Experiment(sentence));
            }
        };
        let known = self.game.line().bots;
        match named.iter().find(|bot| !known.contains(bot)) {
            None => Ok(named),
            Some(bot) => {
                let known = known.join(", ");
                let sentence = format!("there is no bot \"{bot}\"; {} has {known}", self.game.id());
                Err(LabError::Experiment(sentence))
            }
        }
    }

    /// A setting that is left out where it is off stands in no rule set, and can be set all the same.
    fn make_room(&self, config: &mut Value, path: &Path) {
        let known = self.settings.iter().find(|key| path.parts().first() == Some(&key.as_str()));
        if let (Some(key), Some(fields)) = (known, config.as_object_mut()) {
            fields.entry(key.as_str()).or_insert(Value::Null);
        }
    }

    fn unknown(&self, path: &Path) -> LabError {
        let files = self.game.data_files().into_iter();
        let files: Vec<String> = files.map(|(name, _)| name.replace(".toml", "")).collect();
        LabError::Experiment(format!(
            "{} has no setting {path}; it has {}; its data files are {}",
            self.game.id(),
            self.settings.join(", "),
            if files.is_empty() { "none".to_owned() } else { files.join(", ") }
        ))
    }

    /// How many games a line has in the first place; it may need more to be precise.
    pub fn first_games(&self) -> u64 {
        let fixed = self.experiment.fixed_games();
        fixed.unwrap_or_else(|| FIRST.min(self.experiment.at_most))
    }

    /// What stands for the experiment: what was asked for, and every configuration that it comes to.
    pub fn hash(&self) -> Hash {
        let asked = serde_json::to_string(&self.experiment).unwrap_or_default();
        let lines: Vec<Hash> = self.lines.iter().map(|line| line.hash).collect();
        hash(&(asked, lines))
    }

    /// What the report is called.
    pub fn title(&self) -> String {
        let own = self.experiment.title.clone();
        own.unwrap_or_else(|| format!("{}: an experiment", self.game.line().name))
    }
}

/// The games after which precision is judged first.
pub const FIRST: u64 = 256;

/// The leaves of a table, by their paths and in order.
pub fn leaves(table: &Table) -> Vec<(Path, Value)> {
    let mut found = Vec::new();
    gather(table, &mut Vec::new(), &mut found);
    found
}

fn gather(table: &Table, at: &mut Vec<String>, found: &mut Vec<(Path, Value)>) {
    for (key, value) in table {
        let depth = at.len();
        at.extend(key.split('.').map(str::to_owned));
        match value {
            toml::Value::Table(inner) if !is_range(inner) => gather(inner, at, found),
            value => {
                let value = serde_json::to_value(value).unwrap_or(Value::Null);
                found.push((Path::new(at.clone()), value));
            }
        }
        at.truncate(depth);
    }
}

fn is_range(table: &Table) -> bool {
    table.contains_key("from") && table.contains_key("to")
}

fn insert(table: &mut Table, parts: &[&str], value: toml::Value) {
    match parts {
        [] => {}
        [last] => {
            table.insert((*last).to_owned(), value);
        }
        [first, rest @ ..] => {
            let inner = table.entry(*first).or_insert_with(|| toml::Value::Table(Table::new()));
            if let toml::Value::Table(inner) = inner {
                insert(inner, rest, value);
            }
        }
    }
}

fn list_axis(list: &[Table]) -> Result<Axis, LabError> {
    let mut values: Vec<(Value, String)> = Vec::new();
    for (i, entry) in list.iter().enumerate() {
        let name = match entry.get(NAME) {
            None => format!("line {}", i + 1),
            Some(toml::Value::String(name)) => name.clone(),
            Some(_) => return Err(LabError::Experiment("a line's name is a text".to_owned())),
        };
        if values.iter().any(|(_, other)| *other == name) {
            return Err(LabError::Experiment(format!("two lines are called \"{name}\"")));
        }
        values.push((json!(i), name));
    }
    Ok(Axis { path: None, name: "line".to_owned(), values })
}

/// The axes of a setting of the grid: one, or one for each place where it is a list of fixed length.
fn grid_axes(game: &dyn AnyGame, path: Path, value: &Value) -> Result<Vec<Axis>, LabError> {
    let wrong = |sentence: String| LabError::Experiment(format!("{path}: {sentence}"));
    let values = match value {
        Value::Array(values) if !values.is_empty() => values.clone(),
        Value::Object(range) => counted(range).map_err(wrong)?,
        Value::String(all) if all == "*" => match everything(game, &path) {
            Some(Choices::Values(values)) => values,
            Some(Choices::Places(places)) => {
                let axes = (0..places).map(|place| grid_axes(game, path.place(place), value));
                return Ok(axes.collect::<Result<Vec<_>, _>>()?.concat());
            }
            None => return Err(wrong("what it can be is no list; name the values".to_owned())),
        },
        _ => {
            let sentence = "a grid takes a list, \"*\", or { from = 1, to = 3 }";
            return Err(wrong(sentence.to_owned()));
        }
    };
    let named = values.into_iter().map(|value| {
        let name = title(game, &path.parts(), &value).unwrap_or_else(|| plain(&value));
        (value, name)
    });
    Ok(vec![Axis { name: path.to_string(), values: named.collect(), path: Some(path) }])
}

/// All that a setting can be.
fn everything(game: &dyn AnyGame, path: &Path) -> Option<Choices> {
    match path.parts()[..] {
        [RULE_SET] => {
            let presets = game.line().presets.into_iter().map(|id| json!(id));
            Some(Choices::Values(presets.collect()))
        }
        [PLAYERS] => {
            let (fewest, most) = game.line().seats;
            Some(Choices::Values((fewest..=most).map(|count| json!(count)).collect()))
        }
        [BOTS] => None,
        ref parts => choices(game, parts),
    }
}

/// The most values of one range.
const MOST_VALUES: usize = 1000;

/// The values of a range: whole numbers where its ends and its step are.
pub fn counted(range: &serde_json::Map<String, Value>) -> Result<Vec<Value>, String> {
    let unknown = range.keys().find(|key| !["from", "to", "step"].contains(&key.as_str()));
    if let Some(key) = unknown {
        return Err(format!("a range has from, to and step, not {key}"));
    }
    let number = |key: &str| range.get(key).and_then(Value::as_f64);
    let (Some(from), Some(to)) = (number("from"), number("to")) else {
        return Err("a range is from a number to a number".to_owned());
    };
    let step = number("step").unwrap_or(1.0);
    let goes_up = step > 0.0 && from <= to && (to - from) / step <= MOST_VALUES as f64;
    if !goes_up {
        return Err(format!("a range goes up, in at most {MOST_VALUES} steps"));
    }
    let whole = [from, to, step].iter().all(|number| number.fract() == 0.0);
    let steps = ((to - from) / step + 1e-9).floor() as usize;
    let values = (0..=steps).map(|i| from + step * i as f64);
    Ok(values.map(|value| if whole { json!(value as i64) } else { json!(value) }).collect())
}

/// A value as it is read.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(" + "),
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "on".to_owned(),
        Value::Bool(false) => "off".to_owned(),
        other => other.to_string(),
    }
}
