//! What is fixed before the first round (FW-60 to FW-69), and what is wrong with it.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use senet_kernel::{Fault, Faults, arrange};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::board::{MAX_PIECES, Square, Team};
use crate::layout::Layout;

/// The rule set of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Columns of the board. An odd number, so that the flags have a middle column.
    #[schemars(range(min = 7, max = 31))]
    pub width: u32,
    /// Rows of the board. What is left beside the neutral rows must split evenly.
    #[schemars(range(min = 7, max = 31))]
    pub height: u32,
    /// Rows in the middle that belong to nobody. Each land keeps at least three rows.
    #[schemars(range(min = 1, max = 25))]
    pub neutral_rows: u32,
    /// Pieces of each team. An even number leaves the flag's column free.
    #[schemars(range(min = 1, max = 9))]
    pub pieces: u32,
    /// The no-guard zone around each flag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<Zone>,
    /// Short for a zone of half width N and depth N + 1. Not together with `zone`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 15))]
    pub zone_radius: Option<u32>,
    /// Rescue keys.
    pub keys: Keys,
    /// How pieces move.
    pub movement: Movement,
    /// Where enemies meet: on final squares only, or along the way too.
    pub contact: Contact,
    /// Friends on one square.
    ///
    /// What happens when friends end on one square.
    pub friendly: Friendly,
    /// At the edge.
    ///
    /// What becomes of a move that would leave the board.
    pub edge: Block,
    /// At the own zone.
    ///
    /// What becomes of a move into the own closed zone.
    pub zone_block: Block,
    /// Whether a team with all its pieces in jail has lost. Off needs a round limit.
    pub elimination: Switch,
    /// Both flags at once.
    ///
    /// What happens when both teams bring a flag home in the same round.
    pub double_score: DoubleScore,
    /// Later orders are lost.
    ///
    /// Whether a piece that is jailed or sent home loses its orders for later rounds.
    pub clear_plan_on_displacement: Switch,
    /// Length of a round.
    ///
    /// In milliseconds, where the clock ends it: 3000 are three seconds.
    #[schemars(range(min = 500, max = 60000))]
    pub tick_ms: u32,
    /// End of a round.
    ///
    /// What ends a round. Anything but the clock alone is for play at one device.
    pub tick_mode: TickMode,
    /// Rounds planned ahead.
    ///
    /// How many rounds ahead orders may be given.
    #[schemars(range(min = 1, max = 1000))]
    pub plan_ahead: u32,
    /// After this many rounds the game is a draw; none means no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10000))]
    pub round_limit: Option<u32>,
    /// Time away.
    ///
    /// How long a player may be away before the game is lost, in seconds.
    #[schemars(range(min = 10, max = 3600))]
    pub grace_s: u32,
    // It stands last, so that rules without it hash as they did before there was one.
    /// A position that comes so often without a tag, a flag or a rescue in between is a draw; none
    /// means that it may come for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 2, max = 100))]
    pub repetition: Option<u32>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            width: 11,
            height: 11,
            neutral_rows: 1,
            pieces: 3,
            zone: None,
            zone_radius: None,
            keys: Keys::default(),
            movement: Movement::default(),
            contact: Contact::Destination,
            friendly: Friendly::Reset,
            edge: Block::StopShort,
            zone_block: Block::StopShort,
            elimination: Switch::On,
            double_score: DoubleScore::Draw,
            clear_plan_on_displacement: Switch::Off,
            tick_ms: 3000,
            tick_mode: TickMode::Timer,
            plan_ahead: 100,
            round_limit: None,
            grace_s: 120,
            repetition: None,
        }
    }
}

/// The size of the no-guard zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Zone {
    /// Columns to each side of the flag's column.
    #[schemars(range(min = 0, max = 15))]
    pub half_width: u32,
    /// Rows, counted from the back row; 0 is no zone.
    #[schemars(range(min = 0, max = 14))]
    pub depth: u32,
}

impl Default for Zone {
    fn default() -> Zone {
        Zone { half_width: 1, depth: 2 }
    }
}

/// Where rescue keys lie and what becomes of the rescuer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Keys {
    /// Where keys appear.
    pub mode: KeyMode,
    /// Blue's key square, in Red land. Only with fixed keys; the half-turn image of Red's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blue: Option<Square>,
    /// Red's key square, in Blue land. Only with fixed keys; the half-turn image of Blue's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub red: Option<Square>,
    /// When a rescuer goes to its start square.
    pub rescuer_home: RescuerHome,
}

/// Where keys appear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KeyMode {
    /// On the key squares.
    #[default]
    Fixed,
    /// On a square of the enemy's land, drawn each time a key appears.
    RandomEnemyLand,
    /// One key for both on a drawn square of the neutral rows.
    SharedNeutral,
    /// Nobody is rescued.
    None,
}

/// When a rescuer goes to its start square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RescuerHome {
    /// At the beginning of the next round.
    #[default]
    NextRound,
    /// Together with those it freed.
    SameRound,
}

/// How pieces move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Movement {
    /// The longest move; longer orders are cut when they are carried out.
    pub max_distance: Limit,
    /// The longest move of a piece that carries a flag, if that is shorter.
    pub max_distance_carrying: Limit,
    /// Which directions there are.
    pub directions: Directions,
}

/// The longest move: `"any"` or a number of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limit {
    /// No limit.
    #[default]
    Any,
    /// At most this many squares.
    Squares(u32),
}

impl Limit {
    /// The smaller of a distance and the limit.
    pub fn cut(self, distance: u8) -> u8 {
        match self {
            Limit::Any => distance,
            Limit::Squares(most) => distance.min(most.min(255) as u8),
        }
    }

    fn number(self) -> Option<u32> {
        match self {
            Limit::Any => None,
            Limit::Squares(most) => Some(most),
        }
    }
}

impl Serialize for Limit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            _ if !serializer.is_human_readable() => self.number().serialize(serializer),
            Limit::Any => serializer.serialize_str("any"),
            Limit::Squares(most) => serializer.serialize_u32(*most),
        }
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Limit, D::Error> {
        if !deserializer.is_human_readable() {
            let number = Option::<u32>::deserialize(deserializer)?;
            return Ok(number.map_or(Limit::Any, Limit::Squares));
        }
        let value = Value::deserialize(deserializer)?;
        let number = value.as_u64().and_then(|most| u32::try_from(most).ok());
        match (value.as_str(), number) {
            (Some("any"), _) => Ok(Limit::Any),
            (_, Some(most)) => Ok(Limit::Squares(most)),
            _ => Err(serde::de::Error::custom("expected \"any\" or a whole number of squares")),
        }
    }
}

impl JsonSchema for Limit {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Limit".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The longest move: \"any\" or a number of squares.",
            "anyOf": [
                { "const": "any" },
                { "type": "integer", "minimum": 1, "maximum": 30 }
            ]
        })
    }
}

/// Which directions there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Directions {
    /// Up, down, left and right.
    #[default]
    Cardinal,
    /// The diagonals too.
    All,
}

/// Where enemies meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Contact {
    /// On final squares only.
    Destination,
    /// Along the way too, square by square.
    Path,
}

/// What happens when friends end on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Friendly {
    /// They go to their start squares.
    Reset,
    /// They may share it.
    Pass,
}

/// What an obstacle does to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// The piece stops before it.
    StopShort,
    /// The piece does not move at all.
    Void,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    /// It holds.
    On,
    /// It does not.
    Off,
}

/// What happens when both teams score in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DoubleScore {
    /// The game is a draw.
    Draw,
    /// Both flags and both carriers go home, and the game goes on.
    PlayOn,
}

/// What ends a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TickMode {
    /// The clock.
    Timer,
    /// The clock, or both teams sooner by saying that they are ready.
    TimerOrReady,
    /// Both teams by saying that they are ready.
    Manual,
}

impl Config {
    /// The size of the zones, whichever way it was given.
    pub fn zone_size(&self) -> Zone {
        match (self.zone, self.zone_radius) {
            (Some(zone), _) => zone,
            (None, Some(radius)) => Zone { half_width: radius, depth: radius.saturating_add(1) },
            (None, None) => Zone::default(),
        }
    }

    /// The same rules with every choice written out, so that equal rules are equal values.
    #[must_use]
    pub fn resolved(&self) -> Config {
        let mut config = self.clone();
        config.zone = Some(self.zone_size());
        config.zone_radius = None;
        if self.keys.mode == KeyMode::Fixed {
            let [blue, red] = self.key_squares();
            config.keys.blue = Some(blue);
            config.keys.red = Some(red);
        }
        config
    }

    /// The squares of fixed keys, given or not. Only for boards of a possible size.
    pub(crate) fn key_squares(&self) -> [Square; 2] {
        let (width, height) = (self.width.min(255) as u8, self.height.min(255) as u8);
        let blue = Square::new(width.saturating_sub(2), 1);
        let red = Square::new(1, height.saturating_sub(2));
        [self.keys.blue.unwrap_or(blue), self.keys.red.unwrap_or(red)]
    }

    /// Rows of each land.
    pub(crate) fn land_depth(&self) -> u32 {
        self.height.saturating_sub(self.neutral_rows) / 2
    }

    /// Everything that is wrong with it.
    pub(crate) fn inspect(&self) -> Result<(), Faults> {
        Faults::check(self.judge(Vec::new()))
    }

    /// Reads a configuration and reports every field that does not fit, each by its path.
    pub(crate) fn read(json: &Value) -> Result<Config, Faults> {
        let Value::Object(fields) = json else {
            return Err(Fault::new("", "malformed", "a rule set is a JSON object").into());
        };
        let mut faults = Vec::new();
        let mut good = Map::new();
        for (name, value) in fields {
            let Value::Object(parts) = value else {
                // A list would be read as the parts in order.
                if value.is_array() {
                    faults.push(Fault::new(name, "malformed", "a list does not fit here"));
                } else if read_leaf(name, value.clone(), &mut faults) {
                    good.insert(name.clone(), value.clone());
                }
                continue;
            };
            let mut good_parts = parts.clone();
            good_parts.retain(|part, value| {
                let leaf = Map::from_iter([(part.clone(), value.clone())]);
                read_leaf(name, Value::Object(leaf), &mut faults)
            });
            if !good_parts.is_empty() || parts.is_empty() {
                good.insert(name.clone(), Value::Object(good_parts));
            }
        }
        let config: Config = senet_kernel::read_config(&Value::Object(good))?;
        Faults::check(config.judge(faults))?;
        Ok(config)
    }

    /// Adds what is wrong to the faults that are known already. How fields fit together is judged
    /// only where each of them is right by itself.
    fn judge(&self, mut faults: Vec<Fault>) -> Vec<Fault> {
        self.judge_numbers(&mut faults);
        self.judge_choices(&mut faults);
        self.judge_board(&mut faults);
        self.judge_limits(&mut faults);
        if right(&faults, &["width", "height", "neutral_rows", "pieces", "zone", "keys"]) {
            self.judge_keys(&mut faults);
        }
        arrange(&mut faults, |fault| {
            let place = FIELDS.iter().position(|field| is_part(&fault.field, field));
            [place.unwrap_or(FIELDS.len()) as i64, 0]
        });
        faults
    }

    /// Numbers outside the bounds that hold whatever the other fields say.
    fn judge_numbers(&self, faults: &mut Vec<Fault>) {
        let known = faults.clone();
        let mut range = |field: &str, value: u32, least: u32, most: u32| {
            if right(&known, &[field]) && !(least..=most).contains(&value) {
                faults.push(out_of_range(field, value, least, most));
            }
        };
        range("width", self.width, 7, 31);
        range("height", self.height, 7, 31);
        range("neutral_rows", self.neutral_rows, 1, 25);
        range("pieces", self.pieces, 1, MAX_PIECES as u32);
        range("tick_ms", self.tick_ms, 500, 60_000);
        range("plan_ahead", self.plan_ahead, 1, 1000);
        if let Some(limit) = self.round_limit {
            range("round_limit", limit, 1, 10_000);
        }
        range("grace_s", self.grace_s, 10, 3600);
        if let Some(times) = self.repetition {
            range("repetition", times, 2, 100);
        }
    }

    /// Choices that exclude each other.
    fn judge_choices(&self, faults: &mut Vec<Fault>) {
        if self.zone.is_some() && self.zone_radius.is_some() {
            faults.push(Fault::new(
                "zone_radius",
                "given_twice",
                "zone_radius is short for zone; give one of them",
            ));
        }
        if self.elimination == Switch::Off
            && self.round_limit.is_none()
            && right(faults, &["round_limit"])
        {
            faults.push(Fault::new(
                "elimination",
                "never_ends",
                "without elimination the game needs a round_limit",
            ));
        }
        for (field, square) in [("keys.blue", self.keys.blue), ("keys.red", self.keys.red)] {
            if self.keys.mode != KeyMode::Fixed && square.is_some() {
                faults.push(Fault::new(
                    field,
                    "not_fixed",
                    "key squares can be given only where keys.mode is fixed",
                ));
            }
        }
    }

    /// A board that cannot be laid out.
    fn judge_board(&self, faults: &mut Vec<Fault>) {
        let known = faults.clone();
        let mut fault = |field: &str, code: &str, sentence: String| {
            faults.push(Fault::new(field, code, sentence));
        };
        let zone = self.zone_size();
        let zone_field = |part: &str| match self.zone_radius {
            Some(_) => "zone_radius".to_owned(),
            None => format!("zone.{part}"),
        };
        if right(&known, &["width"]) {
            let side = (self.width - 1) / 2;
            if self.width.is_multiple_of(2) {
                let sentence = format!("{} is even; the flags need a middle column", self.width);
                fault("width", "even_width", sentence);
            }
            if right(&known, &["pieces"]) && self.pieces / 2 > side {
                let sentence = format!(
                    "{} pieces do not fit a row of {} squares around the flag's column",
                    self.pieces, self.width
                );
                fault("pieces", "too_wide", sentence);
            }
            if right(&known, &["zone"]) && zone.half_width > side {
                let sentence = format!("{} is not allowed; 0 to {side} is", zone.half_width);
                fault(&zone_field("half_width"), "out_of_range", sentence);
            }
        }
        if right(&known, &["height", "neutral_rows"]) {
            let depth = self.land_depth();
            let lands = self.height.saturating_sub(self.neutral_rows);
            if !lands.is_multiple_of(2) {
                let sentence = format!("{lands} rows cannot be split into two equal lands");
                fault("neutral_rows", "uneven_lands", sentence);
            }
            if depth < 3 {
                let sentence = format!("each land has {depth} rows; 3 is the least");
                fault("neutral_rows", "land_too_small", sentence);
            } else if right(&known, &["zone"]) && zone.depth >= depth {
                let sentence = format!("{} is not allowed; 0 to {} is", zone.depth, depth - 1);
                fault(&zone_field("depth"), "out_of_range", sentence);
            }
        }
    }

    /// Moves longer than the board, and carriers that are faster than others.
    fn judge_limits(&self, faults: &mut Vec<Fault>) {
        if !right(faults, &["width", "height", "movement"]) {
            return;
        }
        let longest = self.width.max(self.height) - 1;
        let most = self.movement.max_distance.number().unwrap_or(longest);
        if !(1..=longest).contains(&most) {
            faults.push(out_of_range("movement.max_distance", most, 1, longest));
        }
        let carrying = self.movement.max_distance_carrying.number().unwrap_or(1);
        let most = most.clamp(1, longest);
        if !(1..=most).contains(&carrying) {
            let field = "movement.max_distance_carrying";
            faults.push(out_of_range(field, carrying, 1, most));
        }
    }

    /// Key squares that cannot be, on a board that can.
    fn judge_keys(&self, faults: &mut Vec<Fault>) {
        let layout = Layout::new(self);
        if self.keys.mode == KeyMode::RandomEnemyLand
            && layout.key_choices(Team::Blue).next().is_none()
        {
            let sentence = "zone and start squares leave no square for a key";
            faults.push(Fault::new("keys.mode", "no_key_square", sentence));
        }
        if self.keys.mode != KeyMode::Fixed {
            return;
        }
        let [blue, red] = self.key_squares();
        for (team, field, square) in [(Team::Blue, "keys.blue", blue), (Team::Red, "keys.red", red)]
        {
            if !layout.contains(square) || layout.land(square) != Some(team.other()) {
                let sentence = format!("{square} is not in {} land", team.other());
                faults.push(Fault::new(field, "not_enemy_land", sentence));
            } else if !layout.may_hold_key(team, square) {
                let sentence = format!("{square} is a flag, start or zone square");
                faults.push(Fault::new(field, "square_taken", sentence));
            }
        }
        if layout.contains(blue) && layout.half_turn(blue) != red {
            let image = layout.half_turn(blue);
            let sentence = format!("{red} is not the half-turn image of {blue}, which is {image}");
            faults.push(Fault::new("keys.red", "not_symmetric", sentence));
        }
    }
}

/// The fields in the order in which their faults are told.
const FIELDS: [&str; 21] = [
    "width",
    "height",
    "neutral_rows",
    "pieces",
    "zone",
    "zone_radius",
    "keys",
    "movement",
    "contact",
    "friendly",
    "edge",
    "zone_block",
    "elimination",
    "double_score",
    "clear_plan_on_displacement",
    "tick_ms",
    "tick_mode",
    "plan_ahead",
    "round_limit",
    "grace_s",
    "repetition",
];

/// Whether none of these fields, nor a part of one, is known to be wrong.
fn right(faults: &[Fault], fields: &[&str]) -> bool {
    let wrong = |fault: &Fault| {
        fields.iter().any(|field| {
            is_part(&fault.field, field) || *field == "zone" && fault.field == "zone_radius"
        })
    };
    !faults.iter().any(wrong)
}

fn is_part(path: &str, field: &str) -> bool {
    path.strip_prefix(field).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn out_of_range(field: &str, value: u32, least: u32, most: u32) -> Fault {
    let sentence = format!("{value} is not allowed; {least} to {most} is");
    Fault::new(field, "out_of_range", sentence)
}

/// Whether a configuration of just this field can be read; its faults are added otherwise.
fn read_leaf(name: &str, value: Value, faults: &mut Vec<Fault>) -> bool {
    let alone = Value::Object(Map::from_iter([(name.to_owned(), value)]));
    match senet_kernel::read_config::<Config>(&alone) {
        Ok(_) => true,
        Err(found) => {
            for fault in found.list() {
                if !faults.contains(fault) {
                    faults.push(fault.clone());
                }
            }
            false
        }
    }
}
