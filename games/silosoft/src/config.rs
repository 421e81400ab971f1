//! What is fixed before the first turn, and everything that can be wrong with it (FR-041, R-24).

use std::borrow::Cow;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use senet_kernel::{Fault, Faults, as_json};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::card::MAX_PLAYERS;
use crate::feature::{self, Feature, told};

/// The turns of a game, or of each player (FR-003, R-01).
const TURNS: u8 = 10;
/// The features that a team has to complete for each player (FR-004).
const FEATURES_EACH: u8 = 3;

const WEIGHTS: RangeInclusive<u64> = 0..=100;
const RETENTIONS: RangeInclusive<u64> = 10..=1000;
const NAME_LENGTH: usize = 20;
const SEED_LENGTH: usize = 64;

/// The options of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The players: one to four names of at most 20 characters, in seat order. A blank name
    /// becomes "Player" and the number of the seat.
    #[schemars(length(min = 1, max = 4))]
    pub players: Vec<String>,
    /// The turn limit: ten turns in all as the rules are written, or ten for each player.
    #[serde(default)]
    pub ruleset: Ruleset,
    /// How many draws in a hundred bring staff; the others bring events. 80 is relaxed, 70 is
    /// standard, 60 is a crunch.
    #[serde(default = "default_weight")]
    #[schemars(range(min = 0, max = 100))]
    pub resource_weight: u8,
    /// Whether a player completes at most one feature in a turn.
    #[serde(default)]
    pub single_completion: bool,
    /// The seed of the deal, 1 to 64 characters. Where there is none, a new one is drawn; the same seed
    /// deals the same cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 64))]
    pub rng_seed: Option<String>,
    /// How many entries the log keeps.
    #[serde(default = "default_retention")]
    #[schemars(range(min = 10, max = 1000))]
    pub log_retention: u16,
    /// A deck in place of the game's own: a hook for designers and tests, filled from data files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub features: Option<Vec<Feature>>,
}

/// The turn limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ruleset {
    /// Ten turns in all, as the rules are written.
    #[default]
    Seed,
    /// Ten turns for each player.
    Balanced,
}

impl Ruleset {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Ruleset::Seed => "seed",
            Ruleset::Balanced => "balanced",
        }
    }

    /// The last turn of a game with this many players.
    pub const fn turn_limit(self, players: u8) -> u8 {
        match self {
            Ruleset::Seed => TURNS,
            Ruleset::Balanced => TURNS * players,
        }
    }
}

/// The features that a team of this many has to complete.
pub(crate) const fn target(players: u8) -> u8 {
    FEATURES_EACH * players
}

const fn default_weight() -> u8 {
    70
}

const fn default_retention() -> u16 {
    100
}

impl Config {
    /// The defaults, for these players.
    pub fn of<'a>(players: impl IntoIterator<Item = &'a str>) -> Config {
        Config {
            players: players.into_iter().map(str::to_owned).collect(),
            ruleset: Ruleset::default(),
            resource_weight: default_weight(),
            single_completion: false,
            rng_seed: None,
            log_retention: default_retention(),
            features: None,
        }
    }

    /// The defaults, for this many players without names of their own.
    pub fn for_players(count: usize) -> Config {
        let names: Vec<String> = (0..count).map(|i| filled(i, "").into()).collect();
        Config::of(names.iter().map(String::as_str))
    }

    /// The names as the game uses them: trimmed, and filled in where they are blank.
    pub fn names(&self) -> Vec<String> {
        let names = self.players.iter().enumerate();
        names.map(|(i, given)| filled(i, given).into()).collect()
    }

    /// The deck that is played with.
    pub(crate) fn deck(&self) -> &[Feature] {
        self.features.as_deref().unwrap_or(feature::standard())
    }

    /// Says everything that is wrong.
    pub fn check(&self) -> Result<(), Faults> {
        let mut faults = Vec::new();
        let names: Vec<Option<&str>> = self.players.iter().map(|n| Some(n.as_str())).collect();
        check_names(&names, &mut faults);
        check_number(&WEIGHTS, "resource_weight", self.resource_weight.into(), &mut faults);
        check_number(&RETENTIONS, "log_retention", self.log_retention.into(), &mut faults);
        check_seed(self.rng_seed.as_deref().unwrap_or(""), &mut faults);
        if let Some(features) = &self.features {
            check_deck(features, self.players.len(), &mut faults);
        }
        Faults::check(faults)
    }

    /// What is allowed but should be known before it is chosen; empty where nothing is amiss.
    pub fn warnings(&self) -> Vec<String> {
        warnings(self.players.len(), self.ruleset, self.resource_weight, self.single_completion)
    }

    /// Reads a configuration field by field, so that all faults are reported together.
    pub fn read(json: &Value) -> Result<Config, Faults> {
        let Some(settings) = json.as_object() else {
            let sentence = format!("{} is not an object of settings", told(json));
            return Err(Fault::new("", "wrong_type", sentence).into());
        };
        let mut reader = Reader { settings, faults: Vec::new() };
        let players = reader.players();
        let config = Config {
            ruleset: reader.ruleset(),
            resource_weight: reader.number("resource_weight", &WEIGHTS, default_weight().into())
                as u8,
            single_completion: reader.single_completion(),
            rng_seed: reader.rng_seed(),
            log_retention: reader.number("log_retention", &RETENTIONS, default_retention().into())
                as u16,
            features: reader.features(players.len()),
            players,
        };
        reader.unknown();
        Faults::check(reader.faults)?;
        Ok(config)
    }
}

/// The settings that there are, in the order in which they are read and reported.
const SETTINGS: [&str; 7] = [
    "players",
    "ruleset",
    "resource_weight",
    "single_completion",
    "rng_seed",
    "log_retention",
    "features",
];

/// A configuration that is being read. Where a setting is wrong its default is used to go on with.
struct Reader<'a> {
    settings: &'a Map<String, Value>,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn fault(&mut self, field: impl Into<String>, code: &str, sentence: String) {
        self.faults.push(Fault::new(field, code, sentence));
    }

    fn wrong_type(&mut self, field: &str, value: &Value, wanted: &str) {
        self.fault(field, "wrong_type", format!("{} is not {wanted}", told(value)));
    }

    fn players(&mut self) -> Vec<String> {
        let list = match self.settings.get("players") {
            Some(Value::Array(list)) => list,
            None | Some(Value::Null) => {
                let sentence = format!("missing; a list of 1 to {MAX_PLAYERS} names is asked for");
                self.fault("players", "missing", sentence);
                return Vec::new();
            }
            Some(other) => {
                self.wrong_type("players", other, &format!("a list of 1 to {MAX_PLAYERS} names"));
                return Vec::new();
            }
        };
        let mut names = Vec::new();
        for (i, value) in list.iter().enumerate() {
            names.push(match value {
                Value::String(name) => Some(name.as_str()),
                Value::Null => Some(""),
                other => {
                    let wanted = format!("a name of 1 to {NAME_LENGTH} characters");
                    self.wrong_type(&format!("players[{i}]"), other, &wanted);
                    None
                }
            });
        }
        check_names(&names, &mut self.faults);
        let names = names.into_iter().enumerate();
        names.map(|(i, name)| filled(i, name.unwrap_or("")).into()).collect()
    }

    fn ruleset(&mut self) -> Ruleset {
        let Some(value) = self.settings.get("ruleset") else {
            return Ruleset::default();
        };
        let known = [Ruleset::Seed, Ruleset::Balanced];
        let named = |ruleset: &Ruleset| value.as_str() == Some(ruleset.name());
        known.into_iter().find(named).unwrap_or_else(|| {
            let sentence = format!("{} is no rule set; there are seed and balanced", told(value));
            self.fault("ruleset", "unknown_value", sentence);
            Ruleset::default()
        })
    }

    fn number(&mut self, field: &str, range: &RangeInclusive<u64>, default: u64) -> u64 {
        let Some(value) = self.settings.get(field) else {
            return default;
        };
        match value.as_u64() {
            Some(number) if check_number(range, field, number, &mut self.faults) => number,
            Some(_) => default,
            None => {
                let code = if value.is_i64() { "out_of_range" } else { "wrong_type" };
                let sentence = number_sentence(&told(value), range);
                self.fault(field, code, sentence);
                default
            }
        }
    }

    fn single_completion(&mut self) -> bool {
        match self.settings.get("single_completion") {
            None => false,
            Some(Value::Bool(single)) => *single,
            Some(other) => {
                self.wrong_type("single_completion", other, "true or false");
                false
            }
        }
    }

    fn rng_seed(&mut self) -> Option<String> {
        match self.settings.get("rng_seed") {
            None | Some(Value::Null) => None,
            Some(Value::String(seed)) => {
                check_seed(seed, &mut self.faults);
                Some(seed.clone()).filter(|seed| !seed.is_empty())
            }
            Some(other) => {
                self.wrong_type(
                    "rng_seed",
                    other,
                    &format!("a text of 1 to {SEED_LENGTH} characters"),
                );
                None
            }
        }
    }

    fn features(&mut self, players: usize) -> Option<Vec<Feature>> {
        let list = self.settings.get("features").filter(|list| !list.is_null())?;
        let before = self.faults.len();
        let features = feature::read(list, "features: ", &mut self.faults);
        if self.faults.len() == before {
            check_deck(&features, players, &mut self.faults);
        }
        Some(features)
    }

    fn unknown(&mut self) {
        let settings = self.settings;
        for (key, value) in settings.iter().filter(|(key, _)| !SETTINGS.contains(&key.as_str())) {
            let known = SETTINGS[..6].join(", ");
            let sentence = format!(
                "{} was given, but there is no such setting; there are {known}",
                told(value)
            );
            self.fault(key.chars().take(40).collect::<String>(), "unknown_setting", sentence);
        }
    }
}

fn filled(i: usize, given: &str) -> Cow<'_, str> {
    match given.trim() {
        "" => format!("Player {}", i + 1).into(),
        name => name.into(),
    }
}

/// Checks how many names there are, how long they are, and that no two are equal but for case. A
/// name that was no text is none, and was reported already.
fn check_names(names: &[Option<&str>], faults: &mut Vec<Fault>) {
    if names.is_empty() || names.len() > MAX_PLAYERS {
        let sentence = format!("{} players; 1 to {MAX_PLAYERS} are allowed", names.len());
        faults.push(Fault::new("players", "out_of_range", sentence));
    }
    let mut seen: Vec<String> = Vec::new();
    for (i, given) in names.iter().enumerate() {
        let Some(given) = given else { continue };
        let name = filled(i, given);
        let field = || format!("players[{i}]");
        let length = name.chars().count();
        if length > NAME_LENGTH {
            let sentence = format!(
                "{} has {length} characters; 1 to {NAME_LENGTH} are allowed",
                told(&Value::from(&*name))
            );
            faults.push(Fault::new(field(), "too_long", sentence));
        }
        let folded = name.to_lowercase();
        if seen.contains(&folded) {
            let shown = told(&Value::from(&*name));
            let sentence =
                format!("{shown} is the name of two players; names differ in more than case");
            faults.push(Fault::new(field(), "duplicate_name", sentence));
        }
        seen.push(folded);
    }
}

/// Whether the number is in its range.
fn check_number(
    range: &RangeInclusive<u64>,
    field: &str,
    number: u64,
    faults: &mut Vec<Fault>,
) -> bool {
    let fits = range.contains(&number);
    if !fits {
        let sentence = number_sentence(&number.to_string(), range);
        faults.push(Fault::new(field, "out_of_range", sentence));
    }
    fits
}

fn number_sentence(value: &str, range: &RangeInclusive<u64>) -> String {
    format!("{value} is not a whole number from {} to {}", range.start(), range.end())
}

/// An empty seed counts as none.
fn check_seed(seed: &str, faults: &mut Vec<Fault>) {
    let length = seed.chars().count();
    if length > SEED_LENGTH {
        let sentence = format!(
            "{} has {length} characters; 1 to {SEED_LENGTH} are allowed",
            told(&Value::String(seed.to_owned()))
        );
        faults.push(Fault::new("rng_seed", "too_long", sentence));
    }
}

/// Checks what the types of a deck do not promise.
fn check_deck(features: &[Feature], players: usize, faults: &mut Vec<Fault>) {
    if features.len() < players {
        let sentence = format!(
            "{} features for {players} players; each player begins with one",
            features.len()
        );
        faults.push(Fault::new("features", "too_few_features", sentence));
    }
    // A configuration that was not read from JSON is held to the same rules.
    feature::read(&as_json(&features), "features: ", faults);
}

pub(crate) fn warnings(players: usize, ruleset: Ruleset, weight: u8, single: bool) -> Vec<String> {
    let mut warnings = Vec::new();
    match (ruleset, players) {
        (Ruleset::Balanced, _) | (Ruleset::Seed, 0 | 1) => {}
        (Ruleset::Seed, 2) => warnings.push(format!(
            "A win is rare: {} features within ten turns in all. \
                 The standard rules give each player ten turns.",
            target(2)
        )),
        (Ruleset::Seed, 4..) if single => warnings.push(
            "Four players cannot win: ten turns with one completion each hold no twelve \
             completions. The standard rules give each player ten turns."
                .to_owned(),
        ),
        (Ruleset::Seed, _) => warnings.push(format!(
            "A win is practically impossible: {} features within ten turns in all. \
             The standard rules give each player ten turns.",
            target(players.min(MAX_PLAYERS) as u8)
        )),
    }
    if weight < 50 {
        warnings.push(format!("Only {weight} draws in 100 bring staff. Wins are rare below 50."));
    }
    warnings
}
