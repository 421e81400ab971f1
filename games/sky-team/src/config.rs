//! What is fixed before the first die.

use schemars::{JsonSchema, Schema};
use senet_kernel::{Fault, Faults};
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::scenario::{self, Scenario, Title, Weather};

/// Which reading of the rules is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RuleSet {
    /// Come in fast, with all three brakes on.
    #[default]
    Seed,
    /// Just as the rules were first written down. It cannot be won.
    Literal,
    /// The board game as sold.
    Published,
}

/// What a speed equal to the blue marker does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EqualSpeed {
    /// The plane moves one segment.
    Moves,
    /// The plane stays.
    Stays,
}

/// What is fixed before the first die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Rule set: which reading of the rules is played.
    pub rules: RuleSet,
    /// Scenario: the airport and its track, such as `yul-green`.
    #[schemars(transform = scenario_names)]
    pub scenario: String,
    /// Any scenario: lets the rule sets `seed` and `literal` fly to airports other than Montréal.
    pub any_scenario: bool,
    /// Solo: one person holds both seats and sees all eight dice.
    pub solo: bool,
    /// Briefing: both say that they are ready before each roll.
    pub briefing: bool,
    /// Safe mode: screens ask before a die that loses at once or is wasted.
    pub safe_mode: bool,
    /// Undo: whether the last die may be taken back until the other acts; as the rule set has it
    /// where nothing is said.
    pub undo: Option<bool>,
    /// Speed equal to the blue marker: as the rule set has it where nothing is said.
    pub equal_speed: Option<EqualSpeed>,
    /// Early end: the final round stops once nothing can go wrong (only `published`).
    pub early_end: bool,
    /// Seconds: a clock of 60, 70 or 80 seconds for each placement phase. Where nothing is said,
    /// real-time scenarios have 60 and the others no clock.
    #[schemars(range(min = 60, max = 80))]
    pub seconds: Option<u8>,
    /// Abilities: the special abilities of the crew, as many as the scenario gives; drawn where
    /// nothing is said.
    pub abilities: Option<Vec<Ability>>,
    /// Head wind: turns all signs of the wind round, in a scenario with wind.
    pub head_wind: bool,
    /// Scenario files of a designer: their scenarios come before the game's own.
    pub data: Vec<DataFile>,
}

/// The scenarios that come with the game, as examples: a designer's files may have others.
fn scenario_names(schema: &mut Schema) {
    let names = scenario::scenarios().iter().map(|scenario| scenario.id.clone());
    schema.insert("examples".to_owned(), names.collect());
}

/// A scenario file of a designer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DataFile {
    /// The name of the file, for messages.
    pub name: String,
    /// What it says, in TOML.
    pub text: String,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            rules: RuleSet::Seed,
            scenario: MONTREAL.to_owned(),
            any_scenario: false,
            solo: false,
            briefing: false,
            safe_mode: true,
            undo: None,
            equal_speed: None,
            early_end: false,
            seconds: None,
            abilities: None,
            head_wind: false,
            data: Vec::new(),
        }
    }
}

/// The scenario that every rule set offers.
const MONTREAL: &str = "yul-green";
/// The clocks that there are, in seconds.
pub(crate) const SECONDS: [u8; 3] = [60, 70, 80];

/// A configuration with all defaults filled in, as the game keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Options {
    /// Which reading of the rules is played.
    pub rules: RuleSet,
    /// Whether one person holds both seats.
    pub solo: bool,
    /// Whether there is a briefing before each roll.
    pub briefing: bool,
    /// Whether screens ask before a die that loses or is wasted.
    pub safe_mode: bool,
    /// Whether the last die may be taken back.
    pub undo: bool,
    /// What a speed equal to the blue marker does.
    pub equal_speed: EqualSpeed,
    /// Whether the final round stops once nothing can go wrong.
    pub early_end: bool,
    /// The clock of a placement phase, in seconds.
    pub seconds: Option<u8>,
}

/// A configuration that was found to be right.
pub(crate) struct Plan {
    pub options: Options,
    pub scenario: Scenario,
    pub title: Title,
    /// The abilities that were chosen; none where they are drawn.
    pub abilities: Option<Vec<Ability>>,
}

impl Config {
    /// The configuration of a rule set, at Montréal, with its defaults.
    pub fn of(rules: RuleSet) -> Config {
        Config { rules, ..Config::default() }
    }

    /// The scenarios of the designer's files.
    pub(crate) fn own_scenarios(&self) -> Result<Vec<Scenario>, Faults> {
        let mut own = Vec::new();
        let mut faults = Vec::new();
        for file in &self.data {
            match scenario::read_file(&file.name, &file.text) {
                Ok(more) => own.extend(more),
                Err(more) => faults.extend(more.list().iter().cloned()),
            }
        }
        Faults::check(faults)?;
        Ok(own)
    }

    /// The scenario that this configuration plays.
    pub(crate) fn find_scenario(&self) -> Result<(Scenario, Title), Faults> {
        let own = self.own_scenarios()?;
        scenario::find(&self.scenario, &own).ok_or_else(|| {
            let known = own.iter().chain(scenario::scenarios()).map(|one| one.id.as_str());
            let sentence = format!(
                "there is no scenario {:?}; there are {}",
                self.scenario.chars().take(40).collect::<String>(),
                known.collect::<Vec<_>>().join(", ")
            );
            Fault::new("scenario", "unknown_scenario", sentence).into()
        })
    }

    /// Fills in the defaults, or says everything that is wrong.
    pub(crate) fn plan(&self) -> Result<Plan, Faults> {
        let (mut scenario, title) = self.find_scenario()?;
        let policy = self.rules.policy();
        let mut faults = Vec::new();
        let mut fault = |field: &str, code: &str, sentence: &str| {
            faults.push(Fault::new(field, code, sentence));
        };
        let montreal = matches!(title, Title::BuiltIn(_)) && scenario.id == MONTREAL;
        let offered = policy.all_scenarios || self.any_scenario || montreal;
        let course = &mut scenario.course;
        if !offered {
            fault(
                "scenario",
                "not_offered",
                "this rule set flies to Montréal; allow any scenario, and it flies to the others",
            );
        }
        if course.ice_brakes && !policy.carries_ice_brakes {
            fault(
                "scenario",
                "not_carried",
                "ice brakes land at a speed of 5 at most, and this rule set asks for 9",
            );
        }
        if self.early_end && !policy.early_end {
            fault("early_end", "not_offered", "only the published rules know an early end");
        }
        if self.seconds.is_some_and(|seconds| !SECONDS.contains(&seconds)) {
            fault("seconds", "bad_seconds", "the clock has 60, 70 or 80 seconds");
        }
        if self.head_wind && course.weather == Weather::Calm {
            fault("head_wind", "no_wind", "this scenario has no wind");
        }
        if self.head_wind {
            course.weather = Weather::HeadWind;
        }
        if let Some(chosen) = &self.abilities {
            if chosen.len() != usize::from(course.abilities) {
                let sentence = format!("this scenario has {} special abilities", course.abilities);
                fault("abilities", "wrong_number", &sentence);
            }
            let twice = |(i, ability): (usize, &Ability)| chosen[..i].contains(ability);
            if chosen.iter().enumerate().any(twice) {
                fault("abilities", "twice", "the abilities are all different");
            }
        }
        Faults::check(faults)?;
        let default_seconds = course.real_time.then_some(SECONDS[0]);
        Ok(Plan {
            options: Options {
                rules: self.rules,
                solo: self.solo,
                briefing: self.briefing,
                safe_mode: self.safe_mode,
                undo: self.undo.unwrap_or(policy.undo),
                equal_speed: self.equal_speed.unwrap_or(policy.equal_speed),
                early_end: self.early_end,
                seconds: self.seconds.or(default_seconds),
            },
            scenario,
            title,
            abilities: self.abilities.clone(),
        })
    }
}
