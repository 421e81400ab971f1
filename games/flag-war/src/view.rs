//! What a viewer may know: a shared part that is the same for all, byte by byte, and beside it the
//! own plan of a team.

use std::sync::LazyLock;

use schemars::JsonSchema;
use senet_kernel::{Cast, Hash, Outcome, Seat, Viewer, arrange, as_json};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::board::{Direction, MAX_PIECES, Piece, Square, Team};
use crate::command::Origin;
use crate::config::{Config, KeyMode};
use crate::event::{EndReason, Event};
use crate::game::{FlagWar, Last, ORDERS_PER_ROUND};
use crate::layout::{Layout, Rect, Setup};
use crate::plan::{Order, Plan};
use crate::position::Position;
use crate::preset::presets;
use crate::repetition::Seen;
use crate::round::{Obstacle, Step, walk};

/// What a viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// What everybody sees: equal for all viewers.
    pub shared: Shared,
    /// What only this team sees; none for a spectator.
    pub own: Option<Own>,
    /// The names of the people.
    #[serde(skip)]
    pub cast: Cast,
}

/// What everybody sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shared {
    /// The rule set: the id of a preset, or `custom`. How rounds are timed makes no other rule set.
    pub ruleset: String,
    /// The preset that a custom rule set is closest to; the preset itself otherwise.
    pub closest_preset: String,
    /// What is changed against that preset.
    pub changes: Vec<Change>,
    /// The whole rule set, with every choice written out.
    pub config: Config,
    /// Whether the game runs.
    pub status: Status,
    /// The round that is open for orders.
    pub round: u32,
    /// Length of a round in milliseconds; 0 where rounds wait for both teams.
    pub tick_ms: u32,
    /// The board, Blue first.
    pub sides: Vec<Side>,
    /// Where everything is.
    pub now: Snapshot,
    /// Who won; none while it runs, or where it is a draw.
    pub winner: Option<Team>,
    /// Why it ended.
    pub end_reason: Option<EndReason>,
    /// How it ended, for all games alike.
    pub outcome: Option<Outcome>,
    /// The round before the open one.
    pub last_round: Option<LastRound>,
    /// How often the present position has come; none where the rules do not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repetition: Option<Repetition>,
    /// Stands for the rules, the round, the position and the end; no sealed order goes into it.
    pub state_hash: Hash,
}

/// The same position again (FW-59).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Repetition {
    /// How often the present position has come.
    pub times: u32,
    /// How often it comes before it is a draw.
    pub most: u32,
    /// The positions since something happened, by their numbers; the last is the present one.
    pub seen: Vec<u64>,
}

/// One change of a custom rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    /// The path of the field.
    pub field: String,
    /// Its value here, as JSON text.
    pub value: String,
    /// Its value in the preset, as JSON text.
    pub preset: String,
}

/// Whether the game runs. A table with a free seat is its host's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It runs.
    Playing,
    /// It is over.
    Finished,
}

/// What is fixed for a team, and what it has shown or said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Side {
    /// Which.
    pub team: Team,
    /// The seat that plays it.
    pub seat: Seat,
    /// Its land.
    pub land: Rect,
    /// The home square of its flag.
    pub flag_home: Square,
    /// Start squares of its pieces, by id.
    pub starts: Vec<Square>,
    /// Its no-guard zone, if there is one.
    pub zone: Option<Rect>,
    /// Where its key appears, where that is fixed.
    pub key_square: Option<Square>,
    /// Whether it is ready for the round to end.
    pub ready: bool,
    /// Whether it offers a draw.
    pub offers_draw: bool,
    /// What it did so far.
    pub tally: Tally,
}

/// What a team did so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tally {
    /// Enemy pieces put in jail.
    pub tags: u32,
    /// Times it took the enemy's flag.
    pub flags: u32,
    /// Pieces freed from jail.
    pub freed: u32,
}

/// Where everything is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// All pieces, Blue's first, by id.
    pub pieces: Vec<PieceView>,
    /// Both flags, Blue's first.
    pub flags: Vec<FlagView>,
    /// Both zones, Blue's first.
    pub zones: Vec<ZoneView>,
    /// Both keys, Blue's first.
    pub keys: Vec<KeyView>,
    /// The numbers of the pieces in jail, Blue's first.
    pub jails: [Vec<u8>; 2],
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PieceView {
    /// Whose.
    pub team: Team,
    /// Its number.
    pub id: u8,
    /// Where it stands; none in jail.
    pub square: Option<Square>,
    /// Whether it is in jail.
    pub jailed: bool,
    /// Whether it carries the enemy's flag.
    pub carrying: bool,
    /// Whether it has rescued and goes to its start square when the round begins.
    pub returns_home: bool,
}

/// A flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlagView {
    /// Whose.
    pub team: Team,
    /// Whether it is on its home square.
    pub home: bool,
    /// Where it is.
    pub square: Square,
    /// Who carries it.
    pub carrier: Option<Piece>,
}

/// A no-guard zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ZoneView {
    /// Whose.
    pub team: Team,
    /// Its squares; none where the rules have no zone.
    pub squares: Option<Rect>,
    /// Whether its owner may not enter.
    pub active: bool,
}

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeyView {
    /// Whose.
    pub team: Team,
    /// Whether it is there.
    pub present: bool,
    /// Where it is.
    pub square: Option<Square>,
}

/// A round that was resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LastRound {
    /// Its number.
    pub number: u32,
    /// The moves that both sides had ordered.
    pub orders: Vec<Ordered>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Where everything was before it; `now` is after it.
    pub before: Snapshot,
    /// What the dice gave for keys, counted from 0 over the squares row by row.
    pub key_draws: Vec<u16>,
}

/// A move that was ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ordered {
    /// Of which piece.
    pub piece: Piece,
    /// Which way.
    pub direction: Direction,
    /// How many squares.
    pub distance: u8,
}

/// What only one team sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Own {
    /// Which.
    pub team: Team,
    /// Its orders, the earliest first.
    pub plan: Vec<PlanEntry>,
    /// Its pieces: what they can do, and where their orders lead.
    pub pieces: Vec<OwnPiece>,
    /// What looks unwise about the open round.
    pub warnings: Vec<Warning>,
    /// The last round that takes orders.
    pub last_plannable_round: u32,
    /// The number that an input said now counts by, also where it arrives later (R8).
    pub next_input: u32,
    /// How many more orders the team may give in this round.
    pub orders_left: u32,
    /// The plan with all that decides which input is newer.
    pub sealed: Plan,
}

/// One order of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlanEntry {
    /// For which round.
    pub round: u32,
    /// The number of the piece.
    pub piece: u8,
    /// What.
    pub order: Order,
    /// Who had the idea.
    pub origin: Origin,
    /// Where the piece stands before it, if nothing happens to it; none in jail.
    pub from: Option<Square>,
    /// Where it stands after it, if nothing happens to it; none in jail.
    pub to: Option<Square>,
}

/// An own piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnPiece {
    /// Its number.
    pub id: u8,
    /// Where its moves of the open round begin; none in jail.
    pub from: Option<Square>,
    /// How far it can go in the open round, in each direction.
    pub legs: Vec<Leg>,
    /// Where it stands after all its orders, if nothing happens to it.
    pub after_plan: Option<Square>,
    /// The first round without an order after all its orders.
    pub free_round: u32,
    /// How far it can go from there, as zones are now.
    pub legs_after_plan: Vec<Leg>,
}

/// How far a piece can go in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Leg {
    /// Which way.
    pub direction: Direction,
    /// The most squares.
    pub squares: u8,
    /// What ends it there.
    pub stop: Stop,
}

/// What ends a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The edge of the board.
    Edge,
    /// The own closed zone.
    OwnZone,
    /// The longest move that the rules allow.
    Limit,
}

/// What looks unwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Warning", rename_all = "snake_case")]
#[schemars(tag = "type")]
pub enum Warning {
    /// Own pieces end on one square.
    FriendsMeet {
        /// Their numbers.
        pieces: Vec<u8>,
        /// Where.
        square: Square,
    },
    /// An own piece ends where an enemy stands who would jail it.
    EnemyHolds {
        /// Its number.
        piece: u8,
        /// Where.
        square: Square,
    },
    /// An enemy can reach the own flag in one move.
    FlagInReach {
        /// Who.
        by: Vec<Piece>,
    },
    /// An enemy can reach its key in one move.
    KeyInReach {
        /// Who.
        by: Vec<Piece>,
    },
}

senet_kernel::tagged!(Warning, "type");

impl View {
    pub(crate) fn of(game: &FlagWar, viewer: Viewer) -> View {
        let team = viewer.seat().and_then(Team::of);
        let own = team.map(|team| Own::of(game, team));
        View { shared: Shared::of(game), own, cast: Cast::default() }
    }

    /// The rules and the board, judged again; those of the default where somebody made the view up.
    pub fn setup(&self) -> Setup {
        let ours = Setup::new(&self.shared.config);
        ours.unwrap_or_else(|_| {
            Setup::new(&Config::default()).expect("the default configuration is tested")
        })
    }

    /// Where everything is.
    pub fn position(&self) -> Position {
        self.shared.now.position(self.setup().layout())
    }

    pub(crate) fn guess(&self) -> FlagWar {
        let shared = &self.shared;
        let setup = self.setup();
        let layout = *setup.layout();
        let position = shared.now.position(&layout);
        let mut game = FlagWar::from_position(setup, shared.round.max(1), position);
        game.last = shared.last_round.as_ref().map(|last| last.guess(&layout));
        game.end = shared.end_reason.map(|reason| crate::End { winner: shared.winner, reason });
        for side in &shared.sides {
            game.ready[side.team.index()] = side.ready;
            game.offers[side.team.index()] = side.offers_draw;
            game.tally[side.team.index()] = side.tally;
        }
        if let Some(repetition) = &shared.repetition {
            game.seen = Seen::of_numbers(&repetition.seen);
        }
        if let Some(own) = &self.own {
            game.plans[own.team.index()] = own.sealed.clone();
        }
        game
    }
}

impl Shared {
    fn of(game: &FlagWar) -> Shared {
        let setup = game.setup();
        let config = setup.config().clone();
        let (closest, changes) = closest_preset(&config);
        let own_rules = changes.iter().any(|change| !is_timing(&change.field));
        let ruleset = if own_rules { "custom" } else { closest };
        Shared {
            ruleset: ruleset.to_owned(),
            closest_preset: closest.to_owned(),
            changes,
            status: match game.end {
                None => Status::Playing,
                Some(_) => Status::Finished,
            },
            round: game.round,
            tick_ms: match config.tick_mode {
                crate::TickMode::Manual => 0,
                _ => config.tick_ms,
            },
            sides: Team::ALL.map(|team| Side::of(game, team)).into(),
            now: Snapshot::of(setup.layout(), &game.position),
            winner: game.end.and_then(|end| end.winner),
            end_reason: game.end.map(|end| end.reason),
            outcome: senet_kernel::Game::outcome(game),
            last_round: game.last.as_ref().map(|last| LastRound::of(game, last)),
            repetition: config.repetition.map(|most| Repetition {
                times: game.seen.times(),
                most,
                seen: game.seen.numbers(),
            }),
            state_hash: senet_kernel::hash(&(&config, game.round, &game.position, game.end)),
            config,
        }
    }
}

impl Side {
    fn of(game: &FlagWar, team: Team) -> Side {
        let layout = game.setup().layout();
        let fixed = game.setup().config().keys.mode == KeyMode::Fixed;
        let top = match team {
            Team::Blue => layout.height - layout.depth,
            Team::Red => 0,
        };
        Side {
            team,
            seat: team.seat(),
            land: Rect { left: 0, top, right: layout.width - 1, bottom: top + layout.depth - 1 },
            flag_home: layout.flag(team),
            starts: layout.starts(team).to_vec(),
            zone: layout.zones[team.index()],
            key_square: fixed.then_some(layout.keys[team.index()]),
            ready: game.ready[team.index()],
            offers_draw: game.offers[team.index()],
            tally: game.tally[team.index()],
        }
    }
}

impl Snapshot {
    fn of(layout: &Layout, position: &Position) -> Snapshot {
        let piece = |team: Team, index: usize| {
            let square = position.square(team, index);
            PieceView {
                team,
                id: index as u8 + 1,
                square,
                jailed: square.is_none(),
                carrying: position.carries(team, index),
                returns_home: position.homing[team.index()] & 1 << index != 0,
            }
        };
        let pieces: Vec<PieceView> = Team::ALL
            .into_iter()
            .flat_map(|team| (0..layout.pieces.into()).map(move |index| piece(team, index)))
            .collect();
        let jail = |team: Team| {
            let jailed = pieces.iter().filter(|piece| piece.team == team && piece.jailed);
            jailed.map(|piece| piece.id).collect()
        };
        Snapshot {
            jails: [jail(Team::Blue), jail(Team::Red)],
            flags: Vec::from(Team::ALL.map(|team| FlagView {
                team,
                home: position.thief(team).is_none(),
                square: position.flag(layout, team),
                carrier: position.thief(team),
            })),
            zones: Vec::from(Team::ALL.map(|team| ZoneView {
                team,
                squares: layout.zones[team.index()],
                active: position.zone_closed(team) && layout.zones[team.index()].is_some(),
            })),
            keys: Vec::from(Team::ALL.map(|team| KeyView {
                team,
                present: position.keys[team.index()].is_some(),
                square: position.keys[team.index()],
            })),
            pieces,
        }
    }

    /// The position again. Zones that do not exist open and close with their flags all the same.
    fn position(&self, layout: &Layout) -> Position {
        let mut position = Position {
            pieces: [[None; MAX_PIECES]; 2],
            carriers: [None; 2],
            homing: [0; 2],
            open: [false; 2],
            keys: [None; 2],
        };
        for piece in &self.pieces {
            let (team, index) = (piece.team.index(), usize::from(piece.id).wrapping_sub(1));
            let on_board = piece.square.filter(|square| layout.contains(*square));
            if index >= usize::from(layout.pieces) || on_board.is_none() {
                continue;
            }
            position.pieces[team][index] = on_board;
            if piece.carrying {
                position.carriers[team] = Some(index as u8);
            }
            if piece.returns_home {
                position.homing[team] |= 1 << index;
            }
        }
        for zone in &self.zones {
            let away = position.thief(zone.team).is_some();
            position.open[zone.team.index()] = match zone.squares {
                Some(_) => !zone.active,
                None => away,
            };
        }
        for key in &self.keys {
            position.keys[key.team.index()] = key.square;
        }
        position
    }
}

impl LastRound {
    fn of(game: &FlagWar, last: &Last) -> LastRound {
        let ordered = |team: Team, index: usize| {
            let step = last.orders[team.index()][index]?;
            Some(Ordered {
                piece: Piece::at(team, index),
                direction: step.direction,
                distance: step.distance,
            })
        };
        LastRound {
            number: game.round - 1,
            orders: Team::ALL
                .into_iter()
                .flat_map(|team| (0..MAX_PIECES).filter_map(move |index| ordered(team, index)))
                .collect(),
            events: game.last_events(),
            before: Snapshot::of(game.setup().layout(), &last.before),
            key_draws: last.draws.iter().flatten().copied().collect(),
        }
    }

    fn guess(&self, layout: &Layout) -> Last {
        let mut last = Last {
            before: self.before.position(layout),
            orders: crate::round::NO_ORDERS,
            draws: [None; 4],
        };
        for ordered in &self.orders {
            let index = ordered.piece.index().min(MAX_PIECES - 1);
            last.orders[ordered.piece.team.index()][index] =
                Some(Step { direction: ordered.direction, distance: ordered.distance });
        }
        for (draw, got) in last.draws.iter_mut().zip(&self.key_draws) {
            *draw = Some(*got);
        }
        last
    }
}

impl Own {
    fn of(game: &FlagWar, team: Team) -> Own {
        let plan = game.plan(team);
        let mut own = Own {
            team,
            plan: Vec::new(),
            pieces: Vec::new(),
            warnings: Vec::new(),
            last_plannable_round: game.round + game.setup().config().plan_ahead,
            next_input: plan.next_input(),
            orders_left: ORDERS_PER_ROUND - plan.taken.min(ORDERS_PER_ROUND),
            sealed: plan.clone(),
        };
        for index in 0..usize::from(game.setup().layout().pieces) {
            own.add_piece(game, index);
        }
        arrange(&mut own.plan, |entry| [entry.round.into(), entry.piece.into()]);
        own.warn(game);
        own
    }

    /// Follows the orders of a piece as zones and flags are now, met by nobody.
    fn add_piece(&mut self, game: &FlagWar, index: usize) {
        let setup = game.setup();
        let position = &game.position;
        let id = index as u8 + 1;
        let homing = position.homing[self.team.index()] & 1 << index != 0;
        let from = if homing {
            Some(setup.layout().start(self.team, index))
        } else {
            position.square(self.team, index)
        };
        let mut at = from;
        let mut free_round = game.round;
        for (slot, order) in game.plan(self.team).orders() {
            if slot.piece != id {
                continue;
            }
            let to = match (at, order.step()) {
                (Some(at), Some(step)) => {
                    Some(walk(setup, position, self.team, index, at, step).to)
                }
                _ => at,
            };
            self.plan.push(PlanEntry {
                round: slot.round,
                piece: id,
                order,
                origin: slot.origin,
                from: at,
                to,
            });
            at = to;
            free_round = slot.round + 1;
        }
        let legs = |from: Option<Square>| match from {
            None => Vec::new(),
            Some(from) => legs(setup, position, self.team, index, from),
        };
        self.pieces.push(OwnPiece {
            id,
            from,
            legs: legs(from),
            after_plan: at,
            free_round,
            legs_after_plan: legs(at),
        });
    }

    fn warn(&mut self, game: &FlagWar) {
        let layout = game.setup().layout();
        let enemy = self.team.other();
        let landing = |piece: &OwnPiece| {
            let entry = |entry: &&PlanEntry| entry.round == game.round && entry.piece == piece.id;
            let entry = self.plan.iter().find(entry);
            entry.map_or(piece.from, |entry| entry.to)
        };
        let ends: Vec<(u8, Square)> =
            self.pieces.iter().filter_map(|piece| Some((piece.id, landing(piece)?))).collect();
        let mut warnings = Vec::new();
        for (id, square) in &ends {
            let there: Vec<u8> =
                ends.iter().filter(|(_, other)| other == square).map(|(id, _)| *id).collect();
            let resets = game.setup().config().friendly == crate::Friendly::Reset;
            if resets && there.len() > 1 && there[0] == *id {
                warnings.push(Warning::FriendsMeet { pieces: there, square: *square });
            }
            let held = game.position.living(enemy).any(|(_, held)| held == *square);
            if held && layout.land(*square) != Some(self.team) {
                warnings.push(Warning::EnemyHolds { piece: *id, square: *square });
            }
        }
        let reach = |target: Square| -> Vec<Piece> {
            let able = |(index, from): (usize, Square)| {
                reaches(game, enemy, index, from, target).then_some(Piece::at(enemy, index))
            };
            game.position.living(enemy).filter_map(able).collect()
        };
        if game.end.is_none() {
            let flag = reach(layout.flag(self.team));
            if game.position.thief(self.team).is_none() && !flag.is_empty() {
                warnings.push(Warning::FlagInReach { by: flag });
            }
            let key = game.position.keys[enemy.index()].map(reach).unwrap_or_default();
            if !key.is_empty() {
                warnings.push(Warning::KeyInReach { by: key });
            }
        }
        self.warnings = warnings;
    }
}

/// How far a piece can go from a square, in each direction.
fn legs(setup: &Setup, position: &Position, team: Team, index: usize, from: Square) -> Vec<Leg> {
    let leg = |direction: &Direction| {
        let longest = Step { direction: *direction, distance: setup.longest() };
        let walk = walk(setup, position, team, index, from, longest);
        Leg {
            direction: *direction,
            // Where an obstacle voids the longest order, a shorter one may still be whole.
            squares: match walk.obstacle {
                Some(_) if walk.moved == 0 => {
                    reachable(setup, position, team, index, from, *direction)
                }
                _ => walk.moved,
            },
            stop: match walk.obstacle {
                Some(Obstacle::Edge) => Stop::Edge,
                Some(Obstacle::Zone) => Stop::OwnZone,
                None => Stop::Limit,
            },
        }
    };
    setup.directions().iter().map(leg).collect()
}

/// The longest order in a direction that nothing voids or cuts short.
fn reachable(
    setup: &Setup,
    position: &Position,
    team: Team,
    index: usize,
    from: Square,
    direction: Direction,
) -> u8 {
    let whole = |distance: &u8| {
        let step = Step { direction, distance: *distance };
        walk(setup, position, team, index, from, step).moved == *distance
    };
    (1..=setup.longest()).rev().find(whole).unwrap_or(0)
}

fn reaches(game: &FlagWar, team: Team, index: usize, from: Square, target: Square) -> bool {
    let Some((direction, distance)) = from.straight_to(target) else {
        return false;
    };
    let step = Step { direction, distance };
    game.setup().directions().contains(&direction)
        && walk(game.setup(), &game.position, team, index, from, step).to == target
}

/// The preset with the fewest changes against it, and these.
fn closest_preset(config: &Config) -> (&'static str, Vec<Change>) {
    static PRESETS: LazyLock<Vec<(&'static str, Config, Value)>> = LazyLock::new(|| {
        let written = |config: Config| (config.clone(), as_json(&config));
        presets()
            .iter()
            .map(|preset| (preset.id, written(preset.config.resolved())))
            .map(|(id, (config, value))| (id, config, value))
            .collect()
    });
    if let Some((id, ..)) = PRESETS.iter().find(|(_, preset, _)| preset == config) {
        return (id, Vec::new());
    }
    let ours = as_json(config);
    let against = PRESETS.iter().map(|(id, _, theirs)| {
        let mut changes = Vec::new();
        compare("", &ours, theirs, &mut changes);
        (*id, changes)
    });
    let rules = |changes: &[Change]| changes.iter().filter(|c| !is_timing(&c.field)).count();
    against.min_by_key(|(_, changes)| rules(changes)).unwrap_or(("custom", Vec::new()))
}

/// Whether a field says only how rounds are timed: the game is the same whoever ends them.
fn is_timing(field: &str) -> bool {
    matches!(field, "tick_ms" | "tick_mode" | "grace_s")
}

/// Adds the fields that differ. A field that one of them leaves out is `null` there.
fn compare(path: &str, ours: &Value, theirs: &Value, changes: &mut Vec<Change>) {
    let (Some(left), Some(right)) = (ours.as_object(), theirs.as_object()) else {
        if ours != theirs {
            changes.push(Change {
                field: path.to_owned(),
                value: ours.to_string(),
                preset: theirs.to_string(),
            });
        }
        return;
    };
    let mut names: Vec<&String> = left.keys().collect();
    names.extend(right.keys().filter(|name| !left.contains_key(*name)));
    for name in names {
        let path = match path {
            "" => name.clone(),
            _ => format!("{path}.{name}"),
        };
        let part = |of: &Map<String, Value>| of.get(name).cloned().unwrap_or_default();
        compare(&path, &part(left), &part(right), changes);
    }
}
