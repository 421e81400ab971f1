//! What stays the same all battle: the sides, the mission, the optional rules in force, the map.
//!
//! It is drawn once, shared by all copies of a battle, and written whole with each, so that a saved
//! battle needs no other file. What the rules ask for often is worked out from it in advance.

use std::sync::OnceLock;

use schemars::JsonSchema;
use senet_kernel::{Dice, Fault, Faults, Seat};
use serde::{Deserialize, Serialize};

use crate::board::{Area, SQUARES, Square};
use crate::config::{Config, EventChoice, MissionChoice};
use crate::data::{
    Advantage, AdvantageKind, BattleEvent, CommanderTrait, Data, Faction, FactionReroll, Flags,
    Mission, Movement, Naturals, Rules, check_event, check_faction, check_mission, check_rules,
};
use crate::lines;
use crate::odds::ShotTerms;
use crate::reach::Ground;
use crate::terrain;
use crate::unit::{SIDES, Unit, UnitId, UnitSet, other};

/// What stays the same all battle.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "RawScenario")]
#[schemars(with = "RawScenario")]
pub struct Scenario {
    /// The faction of each side.
    pub factions: [Faction; 2],
    /// What the battle is about.
    pub mission: Mission,
    /// The commander's trait of each side, where that rule is on.
    pub traits: Option<[CommanderTrait; 2]>,
    /// The battle event, where that rule is on.
    pub event: Option<BattleEvent>,
    /// The winner's advantage that a side holds.
    pub advantage: Option<HeldAdvantage>,
    /// The terrain.
    pub pieces: Vec<Piece>,
    /// The constants of the rules.
    pub rules: Rules,
    #[serde(skip)]
    derived: Box<Derived>,
}

/// The scenario as it is written.
#[derive(Deserialize, JsonSchema)]
#[serde(rename = "Scenario")]
struct RawScenario {
    /// The faction of each side.
    factions: [Faction; 2],
    /// What the battle is about.
    mission: Mission,
    /// The commander's trait of each side, where that rule is on.
    traits: Option<[CommanderTrait; 2]>,
    /// The battle event, where that rule is on.
    event: Option<BattleEvent>,
    /// The winner's advantage that a side holds.
    advantage: Option<HeldAdvantage>,
    /// The terrain.
    pieces: Vec<Piece>,
    /// The constants of the rules.
    rules: Rules,
}

/// An advantage in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HeldAdvantage {
    /// The holder.
    pub seat: Seat,
    /// What it holds.
    pub advantage: Advantage,
}

/// A piece of terrain on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Piece {
    /// The name of its shape.
    pub name: String,
    /// Its squares.
    pub squares: Vec<Square>,
    /// What it does.
    pub flags: Flags,
}

/// What is worked out in advance.
#[derive(Clone, Debug)]
struct Derived {
    stats: [Stats; 2],
    blocking: Area,
    covering: Area,
    ground: Ground,
    home: [Area; 2],
    /// The home squares of a side by column, the one nearest to the enemy first, each from row 3
    /// down and then from the top.
    home_squares: [Vec<Square>; 2],
    /// For each square, those that no terrain hides from it; worked out when first asked for,
    /// because many a stored battle is only looked at.
    open: OnceLock<[Area; SQUARES]>,
}

/// The numbers of a side's units, with the event and the trait already in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stats {
    pub(crate) roster: u8,
    pub(crate) movement: Movement,
    /// Added to the die of a random movement; a fixed one has it already.
    pub(crate) move_bonus: u8,
    pub(crate) range: u8,
    pub(crate) aq: i32,
    /// On top, for a shooter that has not moved.
    pub(crate) stationary_aq: i32,
    pub(crate) melee_aq: i32,
    pub(crate) defense: i32,
    pub(crate) kills: Naturals,
    pub(crate) reroll: Option<FactionReroll>,
    pub(crate) ignores_cover: bool,
    pub(crate) hides_in_cover: bool,
}

impl Scenario {
    /// Sets a battle up. The draws come in the order mission, event, terrain (rules, section 15).
    pub(crate) fn new(config: &Config, dice: &mut Dice) -> Result<Scenario, Faults> {
        config.check()?;
        let data = config.data();
        let mission = match config.mission {
            MissionChoice::Chosen(id) => data.mission(id),
            MissionChoice::Rolled => {
                let face = Some(dice.d6());
                data.missions().iter().find(|mission| mission.roll == face)
            }
        };
        let event = match config.event {
            EventChoice::Off => None,
            EventChoice::Chosen(id) => data.events().iter().find(|event| event.id == id),
            EventChoice::Rolled => {
                let face = Some(dice.d6());
                data.events().iter().find(|event| event.roll == face)
            }
        };
        let pieces = terrain::place(data.terrain(), dice);
        let raw = RawScenario {
            factions: config.factions.map(|id| faction(data, id)),
            mission: mission
                .cloned()
                .expect("the configuration was checked, and each face rolls a mission"),
            traits: config.traits.map(|ids| ids.map(|id| commander(data, id))),
            event: event.cloned(),
            advantage: config.advantage.and_then(|held| {
                let advantage = data.advantage(held.advantage)?.clone();
                let seat = held.seat;
                Some(HeldAdvantage { seat, advantage })
            }),
            pieces,
            rules: data.rules().clone(),
        };
        Scenario::try_from(raw)
    }

    pub(crate) fn stats(&self, seat: Seat) -> &Stats {
        &self.derived.stats[seat.index() & 1]
    }

    /// The squares that block sight.
    pub fn blocking(&self) -> &Area {
        &self.derived.blocking
    }

    /// The squares that give cover.
    pub fn covering(&self) -> &Area {
        &self.derived.covering
    }

    /// Where units can walk.
    pub fn ground(&self) -> &Ground {
        &self.derived.ground
    }

    /// The home zone of a side.
    pub fn home(&self, seat: Seat) -> &Area {
        &self.derived.home[seat.index() & 1]
    }

    /// The home squares of a side in the order in which an absent side takes them.
    pub(crate) fn home_squares(&self, seat: Seat) -> &[Square] {
        &self.derived.home_squares[seat.index() & 1]
    }

    /// The squares that no terrain hides from this one.
    pub fn open(&self, from: Square) -> &Area {
        &self.derived.open()[from.index()]
    }

    /// How far the units of a side shoot, with everything that holds in this battle.
    pub fn range(&self, seat: Seat) -> u8 {
        self.stats(seat).range
    }

    /// The numbers of a shot of a side at the other one.
    pub(crate) fn shot_terms(&self, seat: Seat, moved: bool, in_cover: bool) -> ShotTerms {
        let (own, enemy) = (self.stats(seat), self.stats(other(seat)));
        let counts = in_cover && !own.ignores_cover;
        let bonus = if counts { self.rules.cover_defense_bonus } else { 0 };
        ShotTerms {
            attack: own.aq + if moved { 0 } else { own.stationary_aq },
            defense: enemy.defense + i32::from(bonus),
            kills: own.kills,
            failures: self.rules.critical_failure_naturals,
        }
    }

    /// The unit of this name, if a roster has it.
    pub(crate) fn unit(&self, id: UnitId) -> Option<Unit> {
        let seat = match id.side {
            1 => Seat::FIRST,
            2 => Seat::SECOND,
            _ => return None,
        };
        (1..=self.stats(seat).roster).contains(&id.number).then(|| Unit::new(seat, id.number))
    }

    /// The units of a side, on the board or not.
    pub(crate) fn roster(&self, seat: Seat) -> UnitSet {
        UnitSet::roster(seat, self.stats(seat).roster)
    }

    /// Whether the side holds this advantage.
    pub(crate) fn holds(&self, seat: Seat, kind: AdvantageKind) -> Option<&Advantage> {
        let held = self.advantage.as_ref()?;
        (held.seat == seat && held.advantage.id == kind).then_some(&held.advantage)
    }

    /// The side that holds this advantage, if one does.
    pub(crate) fn holder(&self, kind: AdvantageKind) -> Option<Seat> {
        SIDES.into_iter().find(|seat| self.holds(*seat, kind).is_some())
    }
}

impl TryFrom<RawScenario> for Scenario {
    type Error = Faults;

    fn try_from(raw: RawScenario) -> Result<Scenario, Faults> {
        raw.check()?;
        let derived = Box::new(Derived::new(&raw));
        Ok(Scenario {
            factions: raw.factions,
            mission: raw.mission,
            traits: raw.traits,
            event: raw.event,
            advantage: raw.advantage,
            pieces: raw.pieces,
            rules: raw.rules,
            derived,
        })
    }
}

impl RawScenario {
    /// What the rules rely on. It holds for what comes from checked data, and is asked of what comes
    /// from elsewhere.
    fn check(&self) -> Result<(), Faults> {
        let mut faults = Vec::new();
        for faction in &self.factions {
            check_faction(faction, "scenario", &mut faults);
        }
        check_mission(&self.mission, "scenario", &mut faults);
        check_rules(&self.rules, "scenario", &mut faults);
        if let Some(event) = &self.event {
            check_event(event, "scenario", &mut faults);
        }
        if let Some(held) = &self.advantage
            && held.seat.index() > 1
        {
            let sentence = "only the first or the second seat can hold an advantage";
            faults.push(Fault::new("scenario: advantage.seat", "no_such_seat", sentence));
        }
        let mut taken = Area::NONE;
        for (i, piece) in self.pieces.iter().enumerate() {
            let mut fault = |code: &str, sentence: &str| {
                let field = format!("scenario: pieces[{i}]");
                faults.push(Fault::new(field, code, sentence));
            };
            let squares: Area = piece.squares.iter().copied().collect();
            if squares.meets(&taken) || squares.len() as usize != piece.squares.len() {
                fault("overlap", "a square has terrain once");
            }
            let home = |square: &Square| self.rules.home.iter().any(|home| home.contains(*square));
            if piece.squares.iter().any(home) {
                fault("home_zone", "terrain stays out of the home zones");
            }
            taken = taken | squares;
        }
        for (faction, home) in self.factions.iter().zip(&self.rules.home) {
            let room = Square::all().filter(|square| home.contains(*square)).count();
            if room < faction.roster.into() || faction.roster < self.rules.min_distinct_rows {
                let field = format!("scenario: {}.roster", faction.id);
                let sentence = "the roster fits its home zone and its rows";
                faults.push(Fault::new(field, "no_room", sentence));
            }
        }
        Faults::check(faults)
    }
}

impl Derived {
    fn new(raw: &RawScenario) -> Derived {
        let squares = |does: fn(&Flags) -> bool| -> Area {
            let pieces = raw.pieces.iter().filter(|piece| does(&piece.flags));
            pieces.flat_map(|piece| piece.squares.iter().copied()).collect()
        };
        let blocking = squares(|flags| flags.blocks_sight);
        let home: [Area; 2] = raw
            .rules
            .home
            .map(|home| Square::all().filter(|square| home.contains(*square)).collect());
        Derived {
            stats: [stats(raw, 0), stats(raw, 1)],
            blocking,
            covering: squares(|flags| flags.gives_cover),
            ground: Ground::new(squares(|flags| flags.impassable)),
            home,
            home_squares: SIDES.map(|seat| home_squares(seat, home[seat.index()])),
            open: OnceLock::new(),
        }
    }

    fn open(&self) -> &[Area; SQUARES] {
        self.open.get_or_init(|| {
            let mut hidden = [Area::NONE; SQUARES];
            for blocker in self.blocking.iter() {
                for (area, more) in hidden.iter_mut().zip(lines::hidden_by(blocker)) {
                    *area = *area | *more;
                }
            }
            hidden.map(|hidden| !hidden)
        })
    }
}

/// What is worked out follows from the rest.
impl PartialEq for Scenario {
    fn eq(&self, other: &Scenario) -> bool {
        let Scenario { factions, mission, traits, event, advantage, pieces, rules, derived: _ } =
            self;
        *factions == other.factions
            && *mission == other.mission
            && *traits == other.traits
            && *event == other.event
            && *advantage == other.advantage
            && *pieces == other.pieces
            && *rules == other.rules
    }
}

impl Eq for Scenario {}

/// The order in which a side without a plan takes its home squares.
fn home_squares(seat: Seat, home: Area) -> Vec<Square> {
    let mut squares: Vec<Square> = home.iter().collect();
    let inner = |square: &Square| match seat {
        Seat::FIRST => u8::MAX - square.column(),
        _ => square.column(),
    };
    squares.sort_by_key(|square| (inner(square), square.row() < 3, square.row()));
    squares
}

/// The numbers of a side under the event and its trait.
fn stats(raw: &RawScenario, side: usize) -> Stats {
    let faction = &raw.factions[side];
    let event = raw.event.as_ref();
    let commander = raw.traits.as_ref().map(|traits| &traits[side]);
    let bonus = event.map_or(0, |event| event.move_bonus);
    let deadly = faction.traits.iter().any(|id| id.as_str() == "deadly_rounds");
    let event_kills = event.map(|event| {
        if deadly { event.kill_naturals_for_deadly_rounds_trait } else { event.kill_naturals }
    });
    Stats {
        roster: faction.roster,
        movement: match faction.movement {
            Movement::Fixed(steps) => Movement::Fixed(steps + bonus),
            Movement::Die => Movement::Die,
        },
        move_bonus: bonus,
        range: event
            .and_then(|event| event.range_cap)
            .map_or(faction.range, |cap| cap.min(faction.range)),
        aq: faction.aq.into(),
        stationary_aq: event.map_or(0, |event| event.stationary_shot_aq).into(),
        melee_aq: faction.melee_aq.into(),
        defense: faction.defense.into(),
        kills: raw
            .rules
            .critical_kill_naturals
            .or(faction.kill_naturals)
            .or(event_kills.unwrap_or_default()),
        reroll: faction.reroll,
        ignores_cover: commander.is_some_and(|commander| commander.ignore_cover_bonus),
        hides_in_cover: commander.is_some_and(|commander| commander.untargetable_in_cover),
    }
}

fn faction(data: &Data, id: crate::id::Id) -> Faction {
    data.faction(id).cloned().expect("the configuration was checked")
}

fn commander(data: &Data, id: crate::id::Id) -> CommanderTrait {
    let found = data.traits().iter().find(|entry| entry.id == id);
    found.cloned().expect("the configuration was checked")
}
