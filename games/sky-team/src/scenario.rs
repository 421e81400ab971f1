//! Scenarios: approach tracks as data, checked on load (rules ST-90, ST-91).
//!
//! A file is one airport with its scenarios. Whatever is wrong is reported with file, entry and
//! field.

use std::sync::{Arc, LazyLock};

use schemars::JsonSchema;
use senet_kernel::{Fault, Faults, read_config, read_toml};
use serde::{Deserialize, Serialize};

use crate::round::{ALTITUDES, MOST_ROUNDS};

/// The most segments of a track.
pub(crate) const SEGMENTS: usize = 8;
/// The fewest segments of a track.
const FEWEST_SEGMENTS: usize = 5;
/// The airplane tokens in the box.
pub(crate) const TOKENS: u8 = 12;
/// The most traffic icons on one segment.
pub(crate) const MOST_ICONS: u8 = 6;

/// How hard a track is, by the colour of its print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// The easiest.
    Green,
    /// Harder.
    Yellow,
    /// Hard.
    Red,
    /// The hardest.
    Black,
}

impl Difficulty {
    /// What a landing on such a track scores.
    pub const fn score(self) -> i8 {
        match self {
            Difficulty::Green => 1,
            Difficulty::Yellow => 2,
            Difficulty::Red => 3,
            Difficulty::Black => 4,
        }
    }
}

/// Whether and how fuel is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fuel {
    /// Not at all.
    None,
    /// A space that takes one die each round.
    Kerosene,
    /// No space: the engines lose it.
    Leak,
}

/// Whether there is wind, and what its signs mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weather {
    /// None.
    Calm,
    /// It starts by pushing.
    Wind,
    /// All signs the other way round.
    HeadWind,
}

/// What a scenario fixes for the whole game, as plain numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Course {
    /// How many segments the track has; the last is the airport.
    pub segments: u8,
    /// Traffic icons by segment.
    pub traffic: [u8; SEGMENTS],
    /// Allowed axis positions for leaving a segment, as bits: bit 0 is −2, bit 4 is +2; 0 where
    /// everything is allowed.
    pub turns: [u8; SEGMENTS],
    /// How fuel is counted.
    pub fuel: Fuel,
    /// The wind.
    pub weather: Weather,
    /// Whether an intern flies along.
    pub intern: bool,
    /// Whether ice brakes replace the brakes.
    pub ice_brakes: bool,
    /// Whether the placement phase plays against the clock.
    pub real_time: bool,
    /// How many special abilities there are.
    pub abilities: u8,
    /// Which step of the altitude track the game starts on, counted from 0 at 6000.
    pub start: u8,
    /// The colour of the track.
    pub difficulty: Difficulty,
}

impl Course {
    /// The index of the airport.
    pub(crate) const fn airport(&self) -> u8 {
        self.segments.saturating_sub(1)
    }

    /// Whether a segment may be left with this axis.
    pub(crate) fn turn_allows(&self, segment: u8, axis: i8) -> bool {
        let mask = self.turns.get(usize::from(segment)).copied().unwrap_or(0);
        mask == 0 || mask & turn_bit(axis) != 0
    }
}

/// The bit of an axis position in [`Course::turns`]; none outside −2 to +2.
pub(crate) fn turn_bit(axis: i8) -> u8 {
    match axis {
        -2..=2 => 1 << (axis + 2),
        _ => 0,
    }
}

/// A scenario: an airport, the planes on the way to it, and what else is in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scenario {
    /// The name on the wire, such as `yul-green`.
    pub id: String,
    /// The airport's code, such as `YUL`.
    pub code: String,
    /// The airport's name.
    pub name: String,
    /// Whether it came as a promotion and not in the box.
    pub promo: bool,
    /// Airplane tokens by segment at set-up.
    pub planes: [u8; SEGMENTS],
    /// The rest.
    pub course: Course,
}

/// What a running game calls its scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Title {
    /// One of the game's own, by its place in the list of all.
    BuiltIn(u8),
    /// One from a designer's file.
    Own(Arc<OwnTitle>),
}

/// The names of a scenario from a designer's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnTitle {
    /// The name on the wire.
    pub id: String,
    /// The airport's code.
    pub code: String,
    /// The airport's name.
    pub name: String,
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../data/scenarios/", $name)))),*]
    };
}

/// The box first, then the promotions, in the order of the rules.
pub(crate) const FILES: &[(&str, &str)] = files![
    "yul.toml", "hnd.toml", "kul.toml", "tgu.toml", "atl.toml", "gig.toml", "pbh.toml", "osl.toml",
    "kef.toml", "lhr.toml", "prg.toml", "lga.toml", "cdg.toml", "bud.toml", "blq.toml", "dus.toml",
];

static ALL: LazyLock<Vec<Scenario>> = LazyLock::new(|| {
    let files = FILES
        .iter()
        .flat_map(|(name, text)| read_file(name, text).expect("a test reads every embedded file"));
    files.collect()
});

/// The scenarios that come with the game.
pub fn scenarios() -> &'static [Scenario] {
    &ALL
}

/// Finds a scenario: first among a designer's files, then among the game's own.
pub(crate) fn find(id: &str, own: &[Scenario]) -> Option<(Scenario, Title)> {
    if let Some(scenario) = own.iter().find(|scenario| scenario.id == id) {
        let title = OwnTitle {
            id: scenario.id.clone(),
            code: scenario.code.clone(),
            name: scenario.name.clone(),
        };
        return Some((scenario.clone(), Title::Own(Arc::new(title))));
    }
    let index = scenarios().iter().position(|scenario| scenario.id == id)?;
    Some((scenarios()[index].clone(), Title::BuiltIn(index as u8)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    airport: RawAirport,
    #[serde(default)]
    scenario: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAirport {
    code: String,
    name: String,
    #[serde(default)]
    promo: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawScenario {
    id: String,
    difficulty: Difficulty,
    planes: Vec<u8>,
    #[serde(default)]
    traffic: Vec<u8>,
    #[serde(default)]
    turns: Vec<RawTurn>,
    #[serde(default)]
    modules: Vec<RawModule>,
    #[serde(default)]
    abilities: u8,
    #[serde(default = "highest")]
    start: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTurn {
    leave: u8,
    axis: Vec<RawAxis>,
}

/// As printed: L is tipped to the Pilot, which counts as positive.
#[derive(Clone, Copy, Deserialize)]
enum RawAxis {
    L2,
    L1,
    #[serde(rename = "0")]
    Level,
    R1,
    R2,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RawModule {
    Kerosene,
    KeroseneLeak,
    Wind,
    HeadWind,
    Intern,
    IceBrakes,
    RealTime,
}

fn highest() -> u16 {
    ALTITUDES[0]
}

/// Reads a file of scenarios, or says everything that is wrong with it.
pub(crate) fn read_file(file: &str, text: &str) -> Result<Vec<Scenario>, Faults> {
    let at = |field: &str| match field {
        "" => file.to_owned(),
        field => format!("{file}: {field}"),
    };
    let value = read_toml(text).map_err(|misfit| misfit.in_file(file))?;
    let raw: RawFile = read_config(&value).map_err(|faults| moved(&faults, &at))?;
    let mut faults = Vec::new();
    if raw.airport.code.len() != 3 || !raw.airport.code.bytes().all(|c| c.is_ascii_uppercase()) {
        faults.push(Fault::new(
            at("airport.code"),
            "bad_code",
            "an airport's code is three capital letters",
        ));
    }
    if raw.airport.name.is_empty() || raw.airport.name.chars().count() > 40 {
        faults.push(Fault::new(
            at("airport.name"),
            "bad_name",
            "an airport's name has 1 to 40 characters",
        ));
    }
    if raw.scenario.is_empty() {
        faults.push(Fault::new(at("scenario"), "empty", "a file has at least one scenario"));
    }
    let mut list: Vec<Scenario> = Vec::new();
    for (index, value) in raw.scenario.iter().enumerate() {
        let entry = match value.get("id").and_then(serde_json::Value::as_str) {
            Some(id) => id.to_owned(),
            None => format!("scenario[{index}]"),
        };
        let at = |field: &str| match field {
            "" => at(&entry),
            field => at(&format!("{entry}.{field}")),
        };
        match read_scenario(&raw.airport, value, &at) {
            Ok(scenario) if list.iter().any(|other| other.id == scenario.id) => {
                faults.push(Fault::new(at("id"), "twice", "this id is there twice"));
            }
            Ok(scenario) => list.push(scenario),
            Err(more) => faults.extend(more.list().iter().cloned()),
        }
    }
    Faults::check(faults)?;
    Ok(list)
}

fn moved(faults: &Faults, at: &dyn Fn(&str) -> String) -> Faults {
    let moved =
        faults.list().iter().map(|fault| Fault { field: at(&fault.field), ..fault.clone() });
    let moved: Vec<Fault> = moved.collect();
    match Faults::check(moved) {
        Err(faults) => faults,
        Ok(()) => faults.clone(),
    }
}

fn read_scenario(
    airport: &RawAirport,
    value: &serde_json::Value,
    at: &dyn Fn(&str) -> String,
) -> Result<Scenario, Faults> {
    let raw: RawScenario = read_config(value).map_err(|faults| moved(&faults, at))?;
    let mut faults = Vec::new();
    let mut fault = |field: &str, code: &str, sentence: &str| {
        faults.push(Fault::new(at(field), code, sentence));
    };
    let kebab = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
    if raw.id.is_empty() || raw.id.len() > 40 || !raw.id.bytes().all(kebab) {
        fault("id", "bad_id", "an id has 1 to 40 small letters, digits and hyphens");
    }
    let segments = raw.planes.len();
    if !(FEWEST_SEGMENTS..=SEGMENTS).contains(&segments) {
        fault("planes", "bad_length", "a track has 5 to 8 segments");
    }
    let tokens: u32 = raw.planes.iter().map(|planes| u32::from(*planes)).sum();
    if tokens > u32::from(TOKENS) {
        fault("planes", "too_many", "there are 12 airplane tokens");
    }
    if !raw.traffic.is_empty() && raw.traffic.len() != segments {
        fault("traffic", "bad_length", "traffic has a number for each segment, or is left out");
    }
    if raw.traffic.iter().any(|icons| *icons > MOST_ICONS) {
        fault("traffic", "too_many", "a segment shows at most 6 traffic icons");
    }
    let turns = read_turns(&raw.turns, segments, &mut fault);
    let start = ALTITUDES[..ALTITUDES.len() - 1].iter().position(|step| *step == raw.start);
    if start.is_none() {
        fault("start", "bad_start", "a game starts at 6000, 5000, 4000, 3000, 2000 or 1000");
    }
    let moves = 2 * (usize::from(MOST_ROUNDS) - 1).saturating_sub(start.unwrap_or(0));
    if start.is_some() && segments > moves + 1 {
        fault("start", "out_of_reach", "the airport cannot be reached from so low");
    }
    if usize::from(raw.abilities) > crate::ability::Ability::ALL.len() {
        fault("abilities", "too_many", "there are six special abilities");
    }
    let twice = |(i, module): (usize, &RawModule)| raw.modules[..i].contains(module);
    if raw.modules.iter().enumerate().any(twice) {
        fault("modules", "twice", "each module is named once");
    }
    let has = |module| raw.modules.contains(&module);
    if has(RawModule::Kerosene) && has(RawModule::KeroseneLeak) {
        fault("modules", "exclusive", "kerosene and kerosene-leak exclude each other");
    }
    if has(RawModule::Wind) && has(RawModule::HeadWind) {
        fault("modules", "exclusive", "wind and head-wind exclude each other");
    }
    Faults::check(faults)?;
    Ok(Scenario {
        id: raw.id,
        code: airport.code.clone(),
        name: airport.name.clone(),
        promo: airport.promo,
        planes: padded(&raw.planes),
        course: Course {
            segments: segments as u8,
            traffic: padded(&raw.traffic),
            turns,
            fuel: match (has(RawModule::Kerosene), has(RawModule::KeroseneLeak)) {
                (true, _) => Fuel::Kerosene,
                (_, true) => Fuel::Leak,
                _ => Fuel::None,
            },
            weather: match (has(RawModule::Wind), has(RawModule::HeadWind)) {
                (true, _) => Weather::Wind,
                (_, true) => Weather::HeadWind,
                _ => Weather::Calm,
            },
            intern: has(RawModule::Intern),
            ice_brakes: has(RawModule::IceBrakes),
            real_time: has(RawModule::RealTime),
            abilities: raw.abilities,
            start: start.unwrap_or(0) as u8,
            difficulty: raw.difficulty,
        },
    })
}

fn read_turns(
    raw: &[RawTurn],
    segments: usize,
    fault: &mut dyn FnMut(&str, &str, &str),
) -> [u8; SEGMENTS] {
    let mut turns = [0; SEGMENTS];
    for (i, turn) in raw.iter().enumerate() {
        let segment = usize::from(turn.leave);
        if segment + 1 >= segments {
            fault(
                &format!("turns[{i}].leave"),
                "off_track",
                "a turn belongs to a segment before the airport",
            );
        }
        if turn.axis.is_empty() {
            fault(&format!("turns[{i}].axis"), "empty", "a turn allows some axis position");
        }
        let Some(mask) = turns.get_mut(segment) else {
            continue;
        };
        if *mask != 0 {
            fault(&format!("turns[{i}].leave"), "twice", "a segment has one turn");
        }
        *mask = turn.axis.iter().fold(0, |mask, axis| mask | turn_bit(axis.position()));
    }
    turns
}

impl RawAxis {
    fn position(self) -> i8 {
        match self {
            RawAxis::L2 => 2,
            RawAxis::L1 => 1,
            RawAxis::Level => 0,
            RawAxis::R1 => -1,
            RawAxis::R2 => -2,
        }
    }
}

fn padded(values: &[u8]) -> [u8; SEGMENTS] {
    std::array::from_fn(|i| values.get(i).copied().unwrap_or(0))
}
