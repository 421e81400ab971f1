//! The numbers and names of the game, read from `data/*.toml` and checked.
//!
//! A raw struct mirrors each file and refuses unknown keys (`raw`); what comes out here is checked
//! and resolved. What a number does is code; which number it is, and which entries there are, is
//! data. A designer's files replace the game's own one by one.

mod check;
mod raw;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use schemars::JsonSchema;
use senet_kernel::{Fault, Faults, Hash, Seat};
use serde::{Deserialize, Serialize};

use crate::board::{Square, Zone};
use crate::id::Id;

pub(crate) use check::{check_event, check_faction, check_mission, check_rules};

/// The files and their texts as the game ships them.
const EMBEDDED: [(&str, &str); 7] = [
    ("advantages.toml", include_str!("../data/advantages.toml")),
    ("events.toml", include_str!("../data/events.toml")),
    ("factions.toml", include_str!("../data/factions.toml")),
    ("missions.toml", include_str!("../data/missions.toml")),
    ("rules.toml", include_str!("../data/rules.toml")),
    ("terrain.toml", include_str!("../data/terrain.toml")),
    ("traits.toml", include_str!("../data/traits.toml")),
];

/// The factions of the rule set `even`: those of the game's own file with a few other numbers.
const EVEN_FACTIONS: &str = include_str!("../data/even/factions.toml");

/// Everything that battles and campaigns are made from. A value that exists is checked.
///
/// On the wire it is the designer's files: a map from file name to text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "BTreeMap<String, String>", into = "BTreeMap<String, String>")]
#[schemars(with = "BTreeMap<String, String>")]
pub struct Data {
    files: BTreeMap<String, String>,
    content: Content,
    hash: Hash,
}

/// What the files say.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Content {
    factions: Vec<Faction>,
    missions: Vec<Mission>,
    events: Vec<BattleEvent>,
    traits: Vec<CommanderTrait>,
    advantages: Vec<Advantage>,
    terrain: TerrainRules,
    rules: Rules,
}

static STANDARD: LazyLock<Arc<Data>> = LazyLock::new(|| {
    let data = Data::new(&[]).expect("the data that ships with the game is checked by its tests");
    Arc::new(data)
});

static EVEN: LazyLock<Arc<Data>> = LazyLock::new(|| {
    let data = Data::new(&[("factions.toml".to_owned(), EVEN_FACTIONS.to_owned())]);
    Arc::new(data.expect("the data that ships with the game is checked by its tests"))
});

impl Data {
    /// The data that ships with the game.
    pub fn standard() -> &'static Arc<Data> {
        &STANDARD
    }

    /// The data of the rule set `even`, in which no pairing of factions is far from even.
    pub fn even() -> &'static Arc<Data> {
        &EVEN
    }

    /// The game's data with these files (name and text) in place of its own.
    pub fn new(files: &[(String, String)]) -> Result<Data, Faults> {
        let mut faults = Vec::new();
        let known = |name: &str| EMBEDDED.iter().any(|(file, _)| *file == name);
        for (name, _) in files {
            if !known(name) {
                let names: Vec<&str> = EMBEDDED.iter().map(|(file, _)| *file).collect();
                let sentence = format!("there is no such file; there are {}", names.join(", "));
                faults.push(Fault::new(name.as_str(), "unknown_file", sentence));
            }
        }
        let text = |name: &str| {
            let own = EMBEDDED.iter().find(|(file, _)| *file == name);
            let replaced = files.iter().rev().find(|(file, _)| file == name);
            replaced
                .map(|(_, text)| text.as_str())
                .or(own.map(|(_, text)| *text))
                .unwrap_or_default()
        };
        let content = raw::read(text, &mut faults);
        Faults::check(faults)?;
        let content = content.ok_or_else(|| Fault::new("", "unread", "the data is incomplete"))?;
        let hash = senet_kernel::hash(&content);
        Ok(Data { files: files.iter().cloned().collect(), content, hash })
    }

    /// This data with these files in place of those of the same name.
    pub(crate) fn with(&self, files: &[(String, String)]) -> Result<Data, Faults> {
        let mut all = self.files.clone();
        all.extend(files.iter().cloned());
        Data::try_from(all)
    }

    /// The files and their texts as the game ships them.
    pub(crate) fn files() -> Vec<(&'static str, &'static str)> {
        EMBEDDED.to_vec()
    }

    /// What stands for the content of the data: names and numbers, not comments or layout.
    pub const fn hash(&self) -> Hash {
        self.hash
    }

    /// All factions, in the order of the file.
    pub fn factions(&self) -> &[Faction] {
        &self.content.factions
    }

    /// All missions, in the order of the file.
    pub fn missions(&self) -> &[Mission] {
        &self.content.missions
    }

    /// All battle events, in the order of the file.
    pub fn events(&self) -> &[BattleEvent] {
        &self.content.events
    }

    /// All commander traits, in the order of the file.
    pub fn traits(&self) -> &[CommanderTrait] {
        &self.content.traits
    }

    /// The winner's advantages.
    pub fn advantages(&self) -> &[Advantage] {
        &self.content.advantages
    }

    /// How terrain is placed.
    pub fn terrain(&self) -> &TerrainRules {
        &self.content.terrain
    }

    /// The constants of the rules.
    pub fn rules(&self) -> &Rules {
        &self.content.rules
    }

    /// The faction of this name.
    pub fn faction(&self, id: Id) -> Option<&Faction> {
        self.factions().iter().find(|faction| faction.id == id)
    }

    /// The mission of this name.
    pub fn mission(&self, id: Id) -> Option<&Mission> {
        self.missions().iter().find(|mission| mission.id == id)
    }

    /// The advantage of this kind.
    pub fn advantage(&self, kind: AdvantageKind) -> Option<&Advantage> {
        self.advantages().iter().find(|advantage| advantage.id == kind)
    }
}

impl TryFrom<BTreeMap<String, String>> for Data {
    type Error = Faults;

    fn try_from(files: BTreeMap<String, String>) -> Result<Data, Faults> {
        let files: Vec<(String, String)> = files.into_iter().collect();
        Data::new(&files)
    }
}

impl From<Data> for BTreeMap<String, String> {
    fn from(data: Data) -> BTreeMap<String, String> {
        data.files
    }
}

/// What the units of a side are like (GR-005 to GR-011).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Faction {
    /// The name in the data.
    pub id: Id,
    /// The name for people.
    pub name: String,
    /// What they are, in a few words.
    pub role: String,
    /// The colour of its crest.
    pub color: String,
    /// How many units it fields.
    pub roster: u8,
    /// How far its units move.
    pub movement: Movement,
    /// How far they shoot, in squares.
    pub range: u8,
    /// Attack quality of a shot.
    pub aq: i8,
    /// Attack quality in melee, attacking or defending.
    pub melee_aq: i8,
    /// What a shot must exceed.
    pub defense: u8,
    /// The faction's own reroll, if it has one (GR-009).
    pub reroll: Option<FactionReroll>,
    /// Naturals that kill at range because of a trait (GR-010).
    pub kill_naturals: Naturals,
    /// The names of its traits.
    pub traits: Vec<Id>,
}

/// How far a unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Movement {
    /// Always this many steps.
    Fixed(u8),
    /// A die for each movement (GR-011).
    Die,
}

/// A reroll that a faction has for every roll of some kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FactionReroll {
    /// Which rolls.
    pub rolls: Rolls,
    /// Which value stands.
    pub keep: Keep,
}

/// Which value stands after a reroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Keep {
    /// The owner chooses the old or the new value.
    Choice,
    /// The new value, whatever it is.
    Second,
}

/// The kinds of rolls (GR-045).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum RollKind {
    /// The two dice of a shot.
    Ranged,
    /// The attacker's die in melee.
    MeleeAttack,
    /// The defender's die in melee.
    MeleeDefense,
    /// A side's initiative die.
    Initiative,
    /// The die of a random movement.
    Movement,
}

impl RollKind {
    /// All kinds.
    pub const ALL: [RollKind; 5] = [
        RollKind::Ranged,
        RollKind::MeleeAttack,
        RollKind::MeleeDefense,
        RollKind::Initiative,
        RollKind::Movement,
    ];
}

/// A set of kinds of rolls. On the wire it is a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Vec<RollKind>", into = "Vec<RollKind>")]
#[schemars(with = "Vec<RollKind>")]
pub struct Rolls(u8);

impl Rolls {
    /// Whether the kind is in the set.
    pub const fn contains(self, kind: RollKind) -> bool {
        self.0 & 1 << kind as u8 != 0
    }
}

impl From<Vec<RollKind>> for Rolls {
    fn from(kinds: Vec<RollKind>) -> Rolls {
        Rolls(kinds.into_iter().fold(0, |bits, kind| bits | 1 << kind as u8))
    }
}

impl From<Rolls> for Vec<RollKind> {
    fn from(rolls: Rolls) -> Vec<RollKind> {
        let kinds = RollKind::ALL.into_iter();
        kinds.filter(|kind| rolls.contains(*kind)).collect()
    }
}

/// A set of sums of two dice. On the wire it is a list of 2 to 12.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
#[schemars(with = "Vec<u8>")]
pub struct Naturals(u16);

impl Naturals {
    /// Whether the sum is in the set.
    pub const fn contains(self, natural: u8) -> bool {
        self.0 & 1 << natural != 0
    }

    /// What is in either set.
    #[must_use]
    pub const fn or(self, other: Naturals) -> Naturals {
        Naturals(self.0 | other.0)
    }
}

impl TryFrom<Vec<u8>> for Naturals {
    type Error = String;

    fn try_from(list: Vec<u8>) -> Result<Naturals, String> {
        let mut bits = 0;
        for natural in list {
            if !(2..=12).contains(&natural) {
                return Err(format!("{natural} is no sum of two dice; those are 2 to 12"));
            }
            bits |= 1 << natural;
        }
        Ok(Naturals(bits))
    }
}

impl From<Naturals> for Vec<u8> {
    fn from(naturals: Naturals) -> Vec<u8> {
        (2..=12).filter(|natural| naturals.contains(*natural)).collect()
    }
}

/// What a battle is about (GR-033).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Mission {
    /// The name in the data.
    pub id: Id,
    /// The name for people.
    pub name: String,
    /// The face of the die that rolls it; none is chosen only.
    pub roll: Option<u8>,
    /// What gives points at the end of each round.
    pub scoring: Scoring,
}

/// What gives points at the end of each round (GR-035.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scoring {
    /// Each enemy unit destroyed since the last scoring.
    Kills {
        /// Points for each.
        points_per_kill: u8,
    },
    /// More units than the enemy in the zones together.
    Majority {
        /// Points for that.
        points: u8,
        /// Where.
        zones: Vec<NamedZone>,
    },
    /// More units in the enemy's home than the enemy has in one's own.
    MajorityInEnemyHome {
        /// Points for that.
        points: u8,
    },
    /// At least one unit in the zones, and no enemy.
    SolePresence {
        /// Points for that.
        points: u8,
        /// Where.
        zones: Vec<NamedZone>,
    },
    /// More units than the enemy, zone by zone.
    MajorityPerZone {
        /// Where, and what each is worth to each side.
        zones: Vec<ScoredZone>,
    },
}

/// A zone with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NamedZone {
    /// Its name.
    pub id: Id,
    /// Where it is.
    pub zone: Zone,
}

/// A zone with points for each side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScoredZone {
    /// Its name.
    pub id: Id,
    /// Where it is.
    pub zone: Zone,
    /// What it is worth to the first and to the second side.
    pub points: [u8; 2],
}

/// What holds for both sides all battle (GR-042): any of these effects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BattleEvent {
    /// The name in the data.
    pub id: Id,
    /// The name for people.
    pub name: String,
    /// The face of the die that rolls it; none is chosen only.
    pub roll: Option<u8>,
    /// Nobody shoots further than this.
    pub range_cap: Option<u8>,
    /// Naturals that kill.
    pub kill_naturals: Naturals,
    /// Naturals that kill where the shooter's faction has the trait `deadly_rounds`.
    pub kill_naturals_for_deadly_rounds_trait: Naturals,
    /// Added to Move, or to its die, before halving.
    pub move_bonus: u8,
    /// Added to the attack quality of a shooter that has not moved in this activation.
    pub stationary_shot_aq: i8,
    /// How often each side may stand a unit up at a round's end.
    pub revives: u8,
}

/// What a side's commander adds (GR-041): any of these effects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommanderTrait {
    /// The name in the data.
    pub id: Id,
    /// The name for people.
    pub name: String,
    /// How many times in the battle a unit of the side would go Down and does not.
    pub ignore_downs: u8,
    /// Whether cover adds nothing against the side's shots.
    pub ignore_cover_bonus: bool,
    /// Whether the side's units cannot be shot at while in cover.
    pub untargetable_in_cover: bool,
}

/// What the side ahead takes into the next battle (GR-040).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Advantage {
    /// Which one.
    pub id: AdvantageKind,
    /// The name for people.
    pub name: String,
    /// Quick Start: how many units move.
    pub units: u8,
    /// Focused Orders: how many rerolls there are.
    pub rerolls: u8,
    /// Focused Orders: which rolls they are for.
    pub rolls: Rolls,
}

/// The winner's advantages.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum AdvantageKind {
    /// Rolls initiative first each round, and may reroll it at once.
    TacticalEdge,
    /// Moves two units before the first round.
    QuickStart,
    /// Has two rerolls for the battle.
    FocusedOrders,
}

/// The constants of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rules {
    /// The home zone of each side.
    pub home: [Zone; 2],
    /// The square in the middle.
    pub center_square: Square,
    /// A deployment uses at least this many rows.
    pub min_distinct_rows: u8,
    /// Rounds of a battle.
    pub regular_rounds: u8,
    /// Rounds that follow where the points are equal.
    pub extra_rounds_on_tie: u8,
    /// Activations of a side in a round, at most.
    pub activation_cap: u8,
    /// Units in the first activation of a round.
    pub first_batch: u8,
    /// Units in the later ones.
    pub later_batches: u8,
    /// What cover adds to Defense.
    pub cover_defense_bonus: u8,
    /// Naturals that kill.
    pub critical_kill_naturals: Naturals,
    /// Naturals that miss and may hit a friend.
    pub critical_failure_naturals: Naturals,
    /// Whether Down units hold ground.
    pub down_units_count: bool,
    /// Whether the battle ends when a side has no unit left.
    pub wipeout_ends_battle: bool,
    /// Whether the survivor then wins, whatever the points.
    pub wipeout_survivor_wins: bool,
    /// The numbers of a campaign.
    pub campaign: CampaignRules,
}

/// The numbers of a campaign (GR-036, GR-038).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CampaignRules {
    /// Battles on top of the d3.
    pub length_bonus: u8,
    /// Points for winning the battle.
    pub mission_win: u8,
    /// Points for destroying every enemy unit.
    pub kill_all_enemies: u8,
    /// Points for enough survivors.
    pub survivors: u8,
    /// How many survivors are enough.
    pub survivors_needed: u8,
    /// Whether Down units survive.
    pub down_units_survive: bool,
    /// Points to each side for a tied battle.
    pub tie_each: u8,
}

/// How terrain is placed (GR-002, GR-003).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TerrainRules {
    /// The fewest and the most pieces.
    pub pieces: [u8; 2],
    /// The smallest and the largest size.
    pub sizes: [u8; 2],
    /// Where pieces lie.
    pub zone: Zone,
    /// Squares that stay free.
    pub reserved: Vec<Square>,
    /// Free squares between pieces.
    pub gap: u8,
    /// What can be drawn, in the order of the file.
    pub shapes: Vec<Shape>,
}

/// A shape of terrain with all its turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// The name in the data.
    pub id: Id,
    /// The name for people.
    pub name: String,
    /// How many squares it has.
    pub size: u8,
    /// The squares of each turn, as steps right and down from the corner of its box.
    pub orientations: Vec<Vec<[u8; 2]>>,
    /// What it does.
    pub flags: Flags,
}

/// What a piece of terrain does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Flags {
    /// Whether it blocks sight.
    pub blocks_sight: bool,
    /// Whether it gives cover.
    pub gives_cover: bool,
    /// Whether nobody can enter it.
    pub impassable: bool,
}

/// The number of a side in the files.
fn seat_of(player: &str) -> Option<Seat> {
    match player {
        "P1" => Some(Seat::FIRST),
        "P2" => Some(Seat::SECOND),
        _ => None,
    }
}
