//! The board as a plan sees it: where own pieces will be if nothing happens to them, and the ways
//! they can go.

use std::collections::BTreeMap;

use senet_kernel::arrange;

use crate::board::{Piece, Square, Team};
use crate::config::{Contact, Friendly, KeyMode};
use crate::layout::{Layout, Setup};
use crate::plan::Order;
use crate::position::Position;
use crate::round::{Step, Walk, walk};
use crate::view::View;

use super::intent::Thing;

/// The board with the orders that are known so far.
pub(super) struct Scene {
    pub setup: Setup,
    pub position: Position,
    pub team: Team,
    /// The open round.
    pub open: u32,
    /// The last round that takes orders.
    pub last: u32,
    pub orders: BTreeMap<(u32, u8), Order>,
    /// The piece that will have the flag once the plan so far is carried out.
    pub carrier: Option<u8>,
    /// The first round in which the carrier has the flag when it moves.
    carries_from: u32,
}

/// A way in straight legs, one for each round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Route {
    pub steps: Vec<Step>,
    pub squares: u32,
    /// Whether somebody would be met on it; see [`Scene::meets`].
    pub risky: bool,
}

impl Scene {
    pub fn new(view: &View, team: Team) -> Scene {
        let setup = view.setup();
        let position = view.position();
        let own = view.own.as_ref().filter(|own| own.team == team);
        let orders = own.map(|own| {
            let entries = own.plan.iter().map(|entry| ((entry.round, entry.piece), entry.order));
            entries.collect()
        });
        Scene {
            carrier: position.carriers[team.index()].map(|index| index + 1),
            carries_from: view.shared.round,
            open: view.shared.round,
            last: own.map_or(view.shared.round, |own| own.last_plannable_round),
            orders: orders.unwrap_or_default(),
            setup,
            position,
            team,
        }
    }

    pub fn layout(&self) -> &Layout {
        self.setup.layout()
    }

    pub fn ids(&self) -> impl Iterator<Item = u8> + use<> {
        1..=self.layout().pieces
    }

    pub fn living(&self) -> Vec<u8> {
        self.ids().filter(|id| !self.is_jailed(*id)).collect()
    }

    /// `the one on 6,8 up 2`, `5,8 to 5,4`, `1 from 4,8 to 4,5`: a square names the own piece that stands there.
    pub fn named_by_squares(&self, words: Vec<String>) -> Vec<String> {
        let number = |word: &String| word.trim_end_matches(',').parse::<u8>().ok();
        let square = |place: usize| {
            let x = words.get(place).filter(|x| x.ends_with(',')).and_then(number)?;
            let y = words.get(place + 1).filter(|y| !y.ends_with(',')).and_then(number)?;
            let on = Square::new(x, y);
            self.living().into_iter().find(|id| self.at(*id, self.open) == Some(on))
        };
        let is = |place: usize, texts: &[&str]| {
            words.get(place).is_some_and(|word| texts.contains(&word.as_str()))
        };
        let mut named = Vec::new();
        let mut place = 0;
        while place < words.len() {
            // `the one on`, `whoever stands at`
            let one = is(place, &["one", "piece", "guy", "man", "whoever", "who"]);
            let mut at = place + usize::from(one);
            at += usize::from(one && is(at, &["that", "who", "which"]));
            at += usize::from(one && is(at, &["is", "stands", "standing", "sits", "sitting"]));
            let here = one && is(at, &["on", "at", "from"]);
            if let Some(id) = square(at + 1).filter(|_| here) {
                named.push(id.to_string());
                place = at + 3;
            } else if let Some(id) = square(place).filter(|_| place == 0 && is(2, &["to"])) {
                named.push(id.to_string());
                place += 2;
            } else if let Some(id) = square(place + 1).filter(|_| is(place, &["from"]))
                && place.checked_sub(1).and_then(|before| number(&words[before])) == Some(id)
            {
                place += 3;
            } else {
                named.push(words[place].clone());
                place += 1;
            }
        }
        named
    }

    pub fn is_jailed(&self, id: u8) -> bool {
        self.position.square(self.team, usize::from(id) - 1).is_none()
    }

    /// Where a piece is when a round begins to move, by the orders before it.
    pub fn at(&self, id: u8, round: u32) -> Option<Square> {
        let index = usize::from(id) - 1;
        let mut at = self.position.square(self.team, index)?;
        if self.position.homing[self.team.index()] & 1 << index != 0 {
            at = self.layout().start(self.team, index);
        }
        for ((now, piece), order) in self.orders.range(..(round, 0)) {
            if let Some(step) = order.step()
                && *piece == id
            {
                at = self.walk(id, *now, at, step).to;
            }
        }
        Some(at)
    }

    /// The move of a piece in a round, met by nobody.
    pub fn walk(&self, id: u8, round: u32, from: Square, step: Step) -> Walk {
        let mut position = self.position;
        if self.carries(id, round) {
            position.carriers[self.team.index()] = Some(id - 1);
        }
        walk(&self.setup, &position, self.team, usize::from(id) - 1, from, step)
    }

    /// Whether a piece has the flag when a round moves, by the plan so far.
    fn carries(&self, id: u8, round: u32) -> bool {
        self.carrier == Some(id) && round >= self.carries_from
    }

    /// Notes that a piece has the flag from a round on, unless a friend has it already.
    pub fn takes_flag(&mut self, id: u8, from: u32) {
        if self.carrier.is_none() {
            self.carrier = Some(id);
            self.carries_from = from;
        }
    }

    /// Whether a move meets somebody, as far as can be seen now: an enemy where it ends or, where
    /// enemies meet along the way, on the way; or a friend who will be where it ends and cannot share
    /// the square. On the own land enemies are the ones to worry.
    pub fn meets(&self, id: u8, round: u32, from: Square, step: Step) -> bool {
        let config = self.setup.config();
        let walk = self.walk(id, round, from, step);
        let held =
            |square: Square| self.layout().land(square) != Some(self.team) && self.enemy_at(square);
        let met = match config.contact {
            Contact::Destination => walk.moved > 0 && held(walk.to),
            Contact::Path => (1..=walk.moved).any(|far| held(from.on(step.direction.delta(), far))),
        };
        let shares = config.friendly == Friendly::Pass;
        met || !shares && self.friends_after(id, round).contains(&walk.to)
    }

    /// Where the other own pieces are after a round.
    pub fn friends_after(&self, id: u8, round: u32) -> Vec<Square> {
        self.ids()
            .filter(|friend| *friend != id)
            .filter_map(|friend| self.at(friend, round + 1))
            .collect()
    }

    pub fn enemy_at(&self, square: Square) -> bool {
        self.position.living(self.team.other()).any(|(_, held)| held == square)
    }

    /// Where a thing is. A key that is not there is where it would appear.
    pub fn thing(&self, thing: Thing) -> Option<Square> {
        let key = |team: Team| {
            let fixed = self.setup.config().keys.mode == KeyMode::Fixed;
            let there = self.position.keys[team.index()];
            there.or(fixed.then_some(self.layout().keys[team.index()]))
        };
        match thing {
            Thing::OwnFlag => Some(self.layout().flag(self.team)),
            Thing::EnemyFlag => Some(self.layout().flag(self.team.other())),
            Thing::OwnKey => key(self.team),
            Thing::EnemyKey => key(self.team.other()),
        }
    }

    /// The enemy that is meant: by number, or who has the own flag, or who is nearest to it.
    pub fn enemy(&self, id: Option<u8>) -> Option<(Piece, Square)> {
        let enemy = self.team.other();
        let square = |piece: Piece| {
            let valid = piece.index() < usize::from(self.layout().pieces);
            valid.then(|| self.position.square(enemy, piece.index())).flatten()
        };
        let named = id.map(|id| Piece { team: enemy, id });
        let thief = self.position.thief(self.team);
        if let Some(piece) = named.or(thief) {
            return square(piece).map(|square| (piece, square));
        }
        let flag = self.layout().flag(self.team);
        let near = self.position.living(enemy).min_by_key(|(_, square)| square.distance(flag));
        near.map(|(index, square)| (Piece::at(enemy, index), square))
    }

    /// The longest move of a piece in a round.
    pub fn limit(&self, id: u8, round: u32) -> u8 {
        let movement = &self.setup.config().movement;
        let most = movement.max_distance.cut(self.setup.longest());
        if self.carries(id, round) { movement.max_distance_carrying.cut(most) } else { most }
    }

    /// The way to a square, from where the piece is when `round` begins: the leg order that avoids
    /// the own zone, friends and held squares; then the corner on own, neutral, enemy land; then
    /// the vertical leg first. None where the own zone closes every way.
    pub fn route(&self, id: u8, round: u32, to: Square) -> Option<Route> {
        let from = self.at(id, round)?;
        if from == to {
            return Some(Route::default());
        }
        let (down, across) = (Square::new(from.x, to.y), Square::new(to.x, from.y));
        let direct: &[&[Square]] =
            if from.x == to.x || from.y == to.y { &[&[to]] } else { &[&[down, to], &[across, to]] };
        let rank = |corner: Square| match self.layout().land(corner) {
            Some(land) if land == self.team => 0,
            None => 1,
            Some(_) => 2,
        };
        let direct = direct.iter().filter_map(|way| {
            let route = self.legs(id, round, from, way)?;
            Some((route.risky, rank(way[0]), route))
        });
        if let Some((.., route)) = direct.min_by_key(|(risky, rank, _)| (*risky, *rank)) {
            return Some(route);
        }
        self.detour(id, round, from, to)
    }

    /// Around the own zone, in three legs.
    fn detour(&self, id: u8, round: u32, from: Square, to: Square) -> Option<Route> {
        let layout = self.layout();
        let rows = (0..layout.height).map(|y| [Square::new(from.x, y), Square::new(to.x, y), to]);
        let columns = (0..layout.width).map(|x| [Square::new(x, from.y), Square::new(x, to.y), to]);
        rows.chain(columns)
            .filter_map(|way| self.legs(id, round, from, &way))
            .min_by_key(|route| (route.risky, route.steps.len(), route.squares))
    }

    /// The legs through these corners; none where the own zone or the edge cuts one short.
    fn legs(&self, id: u8, round: u32, from: Square, corners: &[Square]) -> Option<Route> {
        let mut route = Route::default();
        let mut at = from;
        for corner in corners {
            while at != *corner {
                let (direction, distance) = at.straight_to(*corner)?;
                let now = round.saturating_add(route.steps.len() as u32);
                let distance = distance.min(self.limit(id, now));
                let step = Step { direction, distance };
                let walk = self.walk(id, now, at, step);
                if walk.moved < distance {
                    return None;
                }
                route.risky |= self.meets(id, now, at, step);
                at = walk.to;
                route.squares += u32::from(distance);
                route.steps.push(step);
            }
        }
        Some(route)
    }

    /// The piece with the fewest rounds, then squares, then the lowest id.
    pub fn best(&self, among: &[u8], round: u32, to: Square) -> Option<u8> {
        among
            .iter()
            .filter_map(|id| Some((*id, self.route(*id, round, to)?)))
            .min_by_key(|(id, route)| (route.steps.len(), route.squares, *id))
            .map(|(id, _)| id)
    }

    /// The own-land square that is reached in the fewest rounds, then squares.
    pub fn own_land(&self, id: u8, round: u32) -> Option<Square> {
        let from = self.at(id, round)?;
        let own = |square: &Square| self.layout().land(*square) == Some(self.team);
        if own(&from) {
            return Some(from);
        }
        let ways = self
            .layout()
            .squares()
            .filter(own)
            .filter_map(|square| Some((square, self.route(id, round, square)?)));
        ways.min_by_key(|(_, route)| (route.risky, route.steps.len(), route.squares))
            .map(|(square, _)| square)
    }

    /// The square, or the nearest that neither the own zone nor a friend closes; of several the one
    /// with a safe way, then fewest rounds, then squares.
    pub fn near(&self, id: u8, round: u32, thing: Square) -> Option<Square> {
        let closed = |square: Square| {
            self.position.zone_closed(self.team) && self.layout().in_zone(self.team, square)
        };
        // Friends that wait to the end of their plans.
        let friends: Vec<Square> = self
            .ids()
            .filter(|friend| *friend != id)
            .filter_map(|f| self.at(f, u32::MAX))
            .collect();
        let free = |square: &Square| !closed(*square) && !friends.contains(square);
        if free(&thing) {
            return Some(thing);
        }
        let mut squares: Vec<Square> = self.layout().squares().filter(free).collect();
        arrange(&mut squares, |square| [square.distance(thing).into(), 0]);
        let mut best: Option<((u32, bool, usize, u32), Square)> = None;
        for square in squares {
            let far = square.distance(thing);
            if best.is_some_and(|((nearest, ..), _)| nearest < far) {
                break;
            }
            if let Some(route) = self.route(id, round, square) {
                let key = (far, route.risky, route.steps.len(), route.squares);
                if best.is_none_or(|(least, _)| key < least) {
                    best = Some((key, square));
                }
            }
        }
        best.map(|(_, square)| square)
    }

    /// The best square that one move reaches, by a figure that is to be small.
    pub fn one_move(
        &self,
        id: u8,
        round: u32,
        figure: impl Fn(Square) -> Option<u32>,
    ) -> Option<Option<Step>> {
        let from = self.at(id, round)?;
        let friends = self.friends_after(id, round);
        let safe = |square: Square| {
            let held = self.layout().land(square) != Some(self.team) && self.enemy_at(square);
            !friends.contains(&square) && !held
        };
        let mut best: Option<(u32, Option<Step>)> =
            Some(from).filter(|from| safe(*from)).and_then(|from| Some((figure(from)?, None)));
        for direction in self.setup.directions() {
            for distance in 1..=self.setup.longest() {
                let step = Step { direction: *direction, distance };
                let walk = self.walk(id, round, from, step);
                if walk.moved < distance {
                    break;
                }
                let Some(worth) = Some(walk.to).filter(|to| safe(*to)).and_then(&figure) else {
                    continue;
                };
                if best.is_none_or(|(least, _)| worth < least) {
                    best = Some((worth, Some(step)));
                }
            }
        }
        best.map(|(_, step)| step)
    }
}
