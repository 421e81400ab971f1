//! What there is to play.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A game in a list.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameLine {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is, in a line.
    pub line: String,
    /// The fewest and the most players.
    pub seats: (usize, usize),
    /// How long it takes, in minutes.
    pub minutes: (u32, u32),
    /// The number of its rules.
    pub rules: u32,
    /// The ids of its ready-made configurations.
    pub presets: Vec<String>,
    /// The names of its bots.
    pub bots: Vec<String>,
}

/// All about a game.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GamePage {
    /// As in the list.
    pub game: GameLine,
    /// The ready-made configurations.
    pub presets: Vec<PresetPage>,
    /// The levels of its bots, the weakest first; the same names in every game. Networks that were opened
    /// follow them.
    pub levels: Vec<LevelPage>,
    /// Whether networks play it, from files.
    #[serde(default)]
    pub networks: bool,
    /// The rules reference, in Markdown.
    pub text: String,
    /// The JSON Schema of its configuration.
    pub config_schema: Value,
}

/// How well a bot plays.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LevelPage {
    /// Its name.
    pub name: String,
    /// What to expect of it.
    pub sentence: String,
}

/// A ready-made configuration.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PresetPage {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is, in a line.
    pub line: String,
    /// What is known of how it plays.
    pub note: String,
    /// The configuration.
    pub config: Value,
}

/// What who sets a game up should know of a configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RemarkPage {
    /// A sentence, with the figures that it rests on.
    pub text: String,
    /// What could be played in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<OfferPage>,
}

/// A configuration in place of another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OfferPage {
    /// What changes, and what comes of it, in a few words.
    pub name: String,
    /// The configuration.
    pub config: Value,
}
