//! The files as they are written. What the rules fix has a type with one value, so that a file that
//! says something else is refused rather than ignored.

use std::collections::BTreeMap;

use senet_kernel::{Fault, read as read_json, read_toml};
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde_json::Value;

use super::{
    Advantage, AdvantageKind, BattleEvent, CampaignRules, CommanderTrait, Content, Faction,
    FactionReroll, Flags, Keep, Mission, Movement, NamedZone, Naturals, Rolls, Rules, ScoredZone,
    Scoring, Shape, TerrainRules, check, seat_of,
};
use crate::board::{Square, Zone};
use crate::id::Id;

/// Reads and checks all files. Every fault is collected; nothing comes out where there is one.
pub(super) fn read<'a>(text: impl Fn(&str) -> &'a str, faults: &mut Vec<Fault>) -> Option<Content> {
    let advantages: Option<AdvantagesFile> = file("advantages.toml", &text, faults);
    let events: Option<EventsFile> = file("events.toml", &text, faults);
    let factions: Option<FactionsFile> = file("factions.toml", &text, faults);
    let missions: Option<MissionsFile> = file("missions.toml", &text, faults);
    let rules: Option<RulesFile> = file("rules.toml", &text, faults);
    let terrain: Option<TerrainFile> = file("terrain.toml", &text, faults);
    let traits: Option<TraitsFile> = file("traits.toml", &text, faults);
    let content = Content {
        factions: factions?.resolve(faults),
        missions: missions?.resolve(faults),
        events: events?.resolve(),
        traits: traits?.resolve(),
        advantages: advantages?.resolve(),
        terrain: terrain?.resolve(),
        rules: rules?.resolve(faults)?,
    };
    check::check(&content, faults);
    Some(content)
}

fn file<'a, T: DeserializeOwned>(
    name: &str,
    text: &impl Fn(&str) -> &'a str,
    faults: &mut Vec<Fault>,
) -> Option<T> {
    let file = match read_toml(text(name)) {
        Ok(file) => file,
        Err(misfit) => {
            faults.push(misfit.in_file(name));
            return None;
        }
    };
    read_json(&file)
        .map_err(|misfit| {
            let field = format!("{name}: {}", place(&file, &misfit.field));
            faults.push(Fault::new(field, "malformed", misfit.sentence));
        })
        .ok()
}

/// The path with the entry's name in place of its number: `faction[1].move` is `azure_blades.move`.
fn place(file: &Value, path: &str) -> String {
    let named = || {
        let (list, rest) = path.split_once('[')?;
        let (number, rest) = rest.split_once(']')?;
        let entry = file.get(list)?.get(number.parse::<usize>().ok()?)?;
        Some(format!("{}{rest}", entry.get("id")?.as_str()?))
    };
    named().unwrap_or_else(|| path.to_owned())
}

/// A number that the rules fix.
struct Only<const N: u8>;

impl<'de, const N: u8> Deserialize<'de> for Only<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = i64::deserialize(deserializer)?;
        if number == i64::from(N) {
            Ok(Only)
        } else {
            Err(D::Error::custom(format!("the rules know only {N} here")))
        }
    }
}

/// A switch that the rules fix.
struct Always<const B: bool>;

impl<'de, const B: bool> Deserialize<'de> for Always<B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if bool::deserialize(deserializer)? == B {
            Ok(Always)
        } else {
            Err(D::Error::custom(format!("the rules know only {B} here")))
        }
    }
}

/// A word that the rules fix.
macro_rules! words {
    ($($name:ident = $word:literal),* $(,)?) => {
        $(
            #[derive(Deserialize)]
            enum $name {
                #[serde(rename = $word)]
                Word,
            }
        )*
    };
}

words! {
    SecondStands = "second",
    FullMove = "full",
    BeforeRoundOne = "after_deployment_before_round_1",
    BeforeScoring = "round_end_before_scoring",
    EveryRoll = "every_roll",
    RangedOnly = "ranged",
    EitherCorner = "either",
    RoundedUp = "up",
    Chebyshev = "chebyshev",
    FacingSides = "facing_sides",
    Neighbour = "chebyshev_1",
    StrictlyGreater = "strictly_greater",
    OneDieThree = "1d3",
    RowMajor = "row_major",
    NextSmaller = "next_smaller_size",
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct AdvantagesFile {
    schema: Only<1>,
    advantage: Vec<RawAdvantage>,
}

#[derive(Deserialize)]
#[serde(remote = "RawAdvantage", rename_all = "snake_case", deny_unknown_fields)]
enum RawAdvantage {
    TacticalEdge {
        name: String,
        rolls_initiative_first: Always<true>,
        initiative_rerolls_per_round: Only<1>,
        keep: SecondStands,
    },
    QuickStart {
        name: String,
        timing: BeforeRoundOne,
        units: u8,
        r#move: FullMove,
        attacks: Always<false>,
    },
    FocusedOrders {
        name: String,
        rerolls_per_battle: u8,
        rolls: Rolls,
        dice_per_roll: Only<1>,
        keep: SecondStands,
    },
}

senet_kernel::read_as_tagged!(RawAdvantage, "id");

impl AdvantagesFile {
    fn resolve(self) -> Vec<Advantage> {
        let advantage =
            |id, name| Advantage { id, name, units: 0, rerolls: 0, rolls: Rolls::default() };
        let resolve = |raw| match raw {
            RawAdvantage::TacticalEdge { name, .. } => advantage(AdvantageKind::TacticalEdge, name),
            RawAdvantage::QuickStart { name, units, .. } => {
                Advantage { units, ..advantage(AdvantageKind::QuickStart, name) }
            }
            RawAdvantage::FocusedOrders { name, rerolls_per_battle, rolls, .. } => Advantage {
                rerolls: rerolls_per_battle,
                rolls,
                ..advantage(AdvantageKind::FocusedOrders, name)
            },
        };
        self.advantage.into_iter().map(resolve).collect()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct EventsFile {
    schema: Only<1>,
    event: Vec<RawEvent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct RawEvent {
    id: Id,
    name: String,
    roll: Option<u8>,
    range_cap: Option<u8>,
    #[serde(default)]
    kill_naturals: Naturals,
    #[serde(default)]
    kill_naturals_for_deadly_rounds_trait: Naturals,
    #[serde(default)]
    move_bonus: u8,
    #[serde(default)]
    stationary_shot_aq: i8,
    #[serde(default)]
    uses_per_side: u8,
    timing: Option<BeforeScoring>,
}

impl EventsFile {
    fn resolve(self) -> Vec<BattleEvent> {
        let resolve = |raw: RawEvent| BattleEvent {
            id: raw.id,
            name: raw.name,
            roll: raw.roll,
            range_cap: raw.range_cap,
            kill_naturals: raw.kill_naturals,
            kill_naturals_for_deadly_rounds_trait: raw.kill_naturals_for_deadly_rounds_trait,
            move_bonus: raw.move_bonus,
            stationary_shot_aq: raw.stationary_shot_aq,
            revives: raw.uses_per_side,
        };
        self.event.into_iter().map(resolve).collect()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct FactionsFile {
    schema: Only<1>,
    faction: Vec<RawFaction>,
    #[serde(default, rename = "trait")]
    traits: BTreeMap<Id, RawFactionTrait>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFaction {
    id: Id,
    name: String,
    role: String,
    color: String,
    roster: u8,
    r#move: RawMove,
    range: u8,
    aq: i8,
    melee_aq: i8,
    defense: u8,
    traits: Vec<Id>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a number of steps, or { die = 6 }")]
enum RawMove {
    Fixed(u8),
    Die {
        #[expect(dead_code, reason = "the rules know only the six-sided die")]
        die: Only<6>,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct RawFactionTrait {
    rolls: Option<Rolls>,
    dice_per_roll: Option<Only<1>>,
    keep: Option<Keep>,
    uses: Option<EveryRoll>,
    #[serde(default)]
    kill_naturals: Naturals,
}

impl FactionsFile {
    fn resolve(self, faults: &mut Vec<Fault>) -> Vec<Faction> {
        let traits = self.traits;
        let resolve = |raw: RawFaction| {
            let mut reroll = None;
            let mut kill_naturals = Naturals::default();
            for id in &raw.traits {
                let Some(known) = traits.get(id) else {
                    let field = format!("factions.toml: {}.traits", raw.id);
                    let sentence = format!("there is no [trait.{id}]");
                    faults.push(Fault::new(field, "unknown_trait", sentence));
                    continue;
                };
                kill_naturals = kill_naturals.or(known.kill_naturals);
                if let Some(rolls) = known.rolls {
                    let keep = known.keep.unwrap_or(Keep::Second);
                    reroll = Some(FactionReroll { rolls, keep });
                }
            }
            Faction {
                id: raw.id,
                name: raw.name,
                role: raw.role,
                color: raw.color,
                roster: raw.roster,
                movement: match raw.r#move {
                    RawMove::Fixed(steps) => Movement::Fixed(steps),
                    RawMove::Die { .. } => Movement::Die,
                },
                range: raw.range,
                aq: raw.aq,
                melee_aq: raw.melee_aq,
                defense: raw.defense,
                reroll,
                kill_naturals,
                traits: raw.traits,
            }
        };
        self.faction.into_iter().map(resolve).collect()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct MissionsFile {
    schema: Only<1>,
    mission: Vec<RawMission>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMission {
    id: Id,
    name: String,
    roll: Option<u8>,
    scoring: RawScoring,
    points_per_kill: Option<u8>,
    points: Option<u8>,
    #[serde(default)]
    zone: Vec<RawZone>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RawScoring {
    Kills,
    Majority,
    MajorityInEnemyHome,
    SolePresence,
    MajorityPerZone,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawZone {
    id: Id,
    columns: [u8; 2],
    rows: [u8; 2],
    points: Option<RawPoints>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPoints {
    #[serde(rename = "P1")]
    first: u8,
    #[serde(rename = "P2")]
    second: u8,
}

impl RawZone {
    fn zone(&self) -> Zone {
        Zone { columns: self.columns, rows: self.rows }
    }
}

impl MissionsFile {
    fn resolve(self, faults: &mut Vec<Fault>) -> Vec<Mission> {
        let resolve = |raw: RawMission| Mission {
            id: raw.id,
            name: raw.name.clone(),
            roll: raw.roll,
            scoring: raw.scoring(faults),
        };
        self.mission.into_iter().map(resolve).collect()
    }
}

impl RawMission {
    /// The scoring with the fields that it needs; one that is missing or that it does not know is a
    /// fault.
    fn scoring(&self, faults: &mut Vec<Fault>) -> Scoring {
        use RawScoring::{Kills, Majority, MajorityInEnemyHome, MajorityPerZone, SolePresence};
        let mut fault = |field: &str, code: &str, sentence: &str| {
            let field = format!("missions.toml: {}.{field}", self.id);
            faults.push(Fault::new(field, code, sentence));
        };
        let mut want = |field: &str, wanted: bool, given: bool| {
            if wanted && !given {
                fault(field, "missing", "this kind of scoring needs it");
            } else if given && !wanted {
                fault(field, "unknown", "this kind of scoring does not know it");
            }
        };
        let kind = self.scoring;
        let has_points = matches!(kind, Majority | MajorityInEnemyHome | SolePresence);
        let has_zones = matches!(kind, Majority | SolePresence | MajorityPerZone);
        want("points_per_kill", matches!(kind, Kills), self.points_per_kill.is_some());
        want("points", has_points, self.points.is_some());
        want("zone", has_zones, !self.zone.is_empty());
        for zone in &self.zone {
            let field = format!("zone.{}.points", zone.id);
            want(&field, matches!(kind, MajorityPerZone), zone.points.is_some());
        }
        let points = self.points.unwrap_or(0);
        let zones = || {
            let named = |raw: &RawZone| NamedZone { id: raw.id, zone: raw.zone() };
            self.zone.iter().map(named).collect()
        };
        let scored = |raw: &RawZone| ScoredZone {
            id: raw.id,
            zone: raw.zone(),
            points: raw.points.map_or([0; 2], |points| [points.first, points.second]),
        };
        match kind {
            Kills => Scoring::Kills { points_per_kill: self.points_per_kill.unwrap_or(0) },
            Majority => Scoring::Majority { points, zones: zones() },
            MajorityInEnemyHome => Scoring::MajorityInEnemyHome { points },
            SolePresence => Scoring::SolePresence { points, zones: zones() },
            MajorityPerZone => {
                Scoring::MajorityPerZone { zones: self.zone.iter().map(scored).collect() }
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct RulesFile {
    schema: Only<1>,
    board: RawBoard,
    deployment: RawDeployment,
    round: RawRound,
    movement: RawMovement,
    range: RawRange,
    sight: RawSight,
    combat: RawCombat,
    control: RawControl,
    wipeout: RawWipeout,
    campaign: RawCampaign,
    optional_defaults: RawDefaults,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct RawBoard {
    columns: Only<15>,
    rows: Only<9>,
    center_square: Square,
    home_zone: Vec<RawHome>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawHome {
    player: String,
    columns: [u8; 2],
    rows: [u8; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct RawDeployment {
    min_distinct_rows: u8,
    hidden_until_both_confirm: Always<true>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct RawRound {
    regular_rounds: u8,
    extra_rounds_on_tie: u8,
    activation_cap: u8,
    first_batch: u8,
    later_batches: u8,
    activations_per_unit: Only<1>,
    initiative_die: Only<6>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct RawMovement {
    diagonal_cost: Only<1>,
    corner_rule: EitherCorner,
    pass_through_units: Always<true>,
    end_on_occupied: Always<false>,
    half_move_rounding: RoundedUp,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct RawRange {
    metric: Chebyshev,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct RawSight {
    terrain_touch_blocks: Always<true>,
    unit_touch_blocks: Always<false>,
    down_units_block: Always<true>,
    cover_measure: FacingSides,
    cover_threshold: (Only<1>, Only<2>),
    cover_defense_bonus: u8,
    adjacent_means: Neighbour,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct RawCombat {
    ranged_dice: Only<2>,
    melee_dice: Only<1>,
    hit_rule: StrictlyGreater,
    critical_kill_naturals: Naturals,
    critical_failure_naturals: Naturals,
    shooter_can_hit_itself: Always<false>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawControl {
    down_units_count: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawWipeout {
    ends_battle: bool,
    survivor_wins: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct RawCampaign {
    length_die: OneDieThree,
    length_bonus: u8,
    same_faction: Always<true>,
    unique_missions: Always<true>,
    fresh_roster_each_battle: Always<true>,
    victory_points: RawVictoryPoints,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVictoryPoints {
    mission_win: u8,
    kill_all_enemies: u8,
    survivors: u8,
    survivors_needed: u8,
    down_units_survive: bool,
    tie_each: u8,
}

/// A battle's configuration switches the optional rules on; the data leaves them off.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct RawDefaults {
    commander_traits: Always<false>,
    battle_events: Always<false>,
    campaign: Always<false>,
}

impl RulesFile {
    fn resolve(self, faults: &mut Vec<Fault>) -> Option<Rules> {
        let points = self.campaign.victory_points;
        Some(Rules {
            home: self.board.home(faults)?,
            center_square: self.board.center_square,
            min_distinct_rows: self.deployment.min_distinct_rows,
            regular_rounds: self.round.regular_rounds,
            extra_rounds_on_tie: self.round.extra_rounds_on_tie,
            activation_cap: self.round.activation_cap,
            first_batch: self.round.first_batch,
            later_batches: self.round.later_batches,
            cover_defense_bonus: self.sight.cover_defense_bonus,
            critical_kill_naturals: self.combat.critical_kill_naturals,
            critical_failure_naturals: self.combat.critical_failure_naturals,
            down_units_count: self.control.down_units_count,
            wipeout_ends_battle: self.wipeout.ends_battle,
            wipeout_survivor_wins: self.wipeout.survivor_wins,
            campaign: CampaignRules {
                length_bonus: self.campaign.length_bonus,
                mission_win: points.mission_win,
                kill_all_enemies: points.kill_all_enemies,
                survivors: points.survivors,
                survivors_needed: points.survivors_needed,
                down_units_survive: points.down_units_survive,
                tie_each: points.tie_each,
            },
        })
    }
}

impl RawBoard {
    /// One home zone for each side.
    fn home(&self, faults: &mut Vec<Fault>) -> Option<[Zone; 2]> {
        let mut home = [None; 2];
        for raw in &self.home_zone {
            let slot = seat_of(&raw.player).map(|seat| &mut home[seat.index()]);
            if let Some(slot @ None) = slot {
                *slot = Some(Zone { columns: raw.columns, rows: raw.rows });
            }
        }
        match home {
            [Some(first), Some(second)] if self.home_zone.len() == 2 => Some([first, second]),
            _ => {
                let sentence = "there is one home zone for P1 and one for P2";
                let field = "rules.toml: board.home_zone";
                faults.push(Fault::new(field, "home_zones", sentence));
                None
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct TerrainFile {
    schema: Only<1>,
    generation: RawGeneration,
    flags: Flags,
    shape: Vec<RawShape>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct RawGeneration {
    pieces: [u8; 2],
    sizes: [u8; 2],
    columns: [u8; 2],
    rows: [u8; 2],
    reserved_squares: Vec<Square>,
    min_gap: u8,
    anchor_order: RowMajor,
    on_no_anchor: NextSmaller,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawShape {
    id: Id,
    name: String,
    size: u8,
    orientations: Vec<Vec<[u8; 2]>>,
    /// What this shape does where it differs from the others.
    flags: Option<Flags>,
}

impl TerrainFile {
    fn resolve(self) -> TerrainRules {
        let flags = self.flags;
        let resolve = |raw: RawShape| Shape {
            id: raw.id,
            name: raw.name,
            size: raw.size,
            orientations: raw.orientations,
            flags: raw.flags.unwrap_or(flags),
        };
        TerrainRules {
            pieces: self.generation.pieces,
            sizes: self.generation.sizes,
            zone: Zone { columns: self.generation.columns, rows: self.generation.rows },
            reserved: self.generation.reserved_squares,
            gap: self.generation.min_gap,
            shapes: self.shape.into_iter().map(resolve).collect(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct TraitsFile {
    schema: Only<1>,
    #[serde(rename = "trait")]
    traits: Vec<RawTrait>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that the rules fix are only checked")]
struct RawTrait {
    id: Id,
    name: String,
    #[serde(default)]
    ignore_downs: u8,
    prevents_kills: Option<Always<false>>,
    #[serde(default)]
    ignore_cover_bonus: bool,
    pierces_stealth: Option<Always<false>>,
    #[serde(default)]
    untargetable_in_cover: bool,
    applies_to: Option<RangedOnly>,
}

impl TraitsFile {
    fn resolve(self) -> Vec<CommanderTrait> {
        let resolve = |raw: RawTrait| CommanderTrait {
            id: raw.id,
            name: raw.name,
            ignore_downs: raw.ignore_downs,
            ignore_cover_bonus: raw.ignore_cover_bonus,
            untargetable_in_cover: raw.untargetable_in_cover,
        };
        self.traits.into_iter().map(resolve).collect()
    }
}
