//! What an action promises before any die falls: the odds of its attack, the points that the round's end
//! would give, and the ground that it leads to.
//!
//! All figures are in hundredths of a third of a standing unit, and measured against doing nothing. Units
//! are worth less from round to round, because after the last one they are worth nothing; points are not.

use senet_crossfire::data::{Movement, Scoring};
use senet_crossfire::odds::{MeleeOdds, ShotOdds};
use senet_crossfire::reach::half;
use senet_crossfire::{
    Action, Area, Command, Crossfire, DeclaredAction, MOST_UNITS, Position, Scenario, Square,
    Standing, UnitId, sight,
};
use senet_kernel::{Chance, Seat};

use crate::eval::crossfire::away;

/// A standing enemy sent down, and what is added where it has not acted in this round.
const SENT_DOWN: i64 = 170;
const UNACTED: i64 = 60;
/// A standing enemy destroyed, and one that was Down.
const DESTROYED: i64 = 320;
const FINISHED: i64 = 150;
/// A kill where kills are what counts.
const KILL: i64 = 500;
/// A fight lost: the own unit goes Down beside an enemy.
const LOST: i64 = 190;
/// A friend helped up, and what is added where it may still act.
const HELPED: i64 = 150;
const HELPED_ACTS: i64 = 60;
/// To stand beside a Down friend.
const BESIDE_FRIEND: i64 = 25;
/// A point that the round's end would give, and what is added for each round after it: who holds the
/// ground now will hold it longer.
const POINT: i64 = 420;
const POINT_LATER: i64 = 100;
/// A step towards where the mission is decided.
const STEP: i64 = 30;
/// An enemy that can shoot at the square in its next activation and surely hits; in cover, or when it has
/// acted already, only so many hundredths of it.
const DANGER: i64 = 90;
const IN_COVER: i64 = 60;
const HAS_ACTED: i64 = 50;
/// An enemy that the unit can shoot at in its next activation and surely hits.
const IN_REACH: i64 = 40;
/// What a faction that may roll a die again makes of its attacks, in hundredths.
const REROLLS: i64 = 140;
/// What is left of a promise that rests on a random movement, in hundredths.
const RANDOM: i64 = 85;

const SQUARES: usize = 15 * 9;
const UNITS: usize = 2 * MOST_UNITS as usize;

/// A battle as one side sees it, with what is asked for again and again.
pub(super) struct Field<'a> {
    game: &'a Crossfire,
    scenario: &'a Scenario,
    seat: Seat,
    units: [Option<Standing>; UNITS],
    occupied: Area,
    /// The lead in points that the round's end would give.
    lead: i64,
    /// How much of a unit's worth is left, in thousandths.
    left: i64,
    point: i64,
    /// How often a plain shot of each side hits the other, of 36.
    hits: [i64; 2],
    /// How far each side shoots in its next activation.
    reach: [u8; 2],
    /// Odds that were asked for: shots by target, movement and cover; a fight is the same for all.
    shots: [[Option<ShotOdds>; 4]; UNITS],
    fight: Option<MeleeOdds>,
    places: [Option<i64>; SQUARES],
}

impl<'a> Field<'a> {
    pub(super) fn of(game: &'a Crossfire, seat: Seat) -> Field<'a> {
        let scenario = game.scenario();
        let mut units = [None; UNITS];
        for (slot, unit) in units.iter_mut().zip(game.units()) {
            *slot = Some(unit);
        }
        let rounds = i64::from(scenario.rules.regular_rounds);
        let later = (rounds - i64::from(game.round())).max(0);
        let mut field = Field {
            game,
            scenario,
            seat,
            units,
            occupied: game.occupied(),
            lead: 0,
            left: (400 + 120 * later).min(1000),
            point: POINT + POINT_LATER * later,
            hits: [0, 1].map(|side| hits(scenario, side)),
            reach: [0, 1].map(|side| reach(scenario, side)),
            shots: [[None; 4]; UNITS],
            fight: None,
            places: [None; SQUARES],
        };
        field.lead = field.lead(None, None);
        field
    }

    /// What a command promises.
    pub(super) fn worth(&mut self, command: &Command) -> i64 {
        match *command {
            Command::Act { unit, action } => {
                self.standing(unit).map_or(0, |unit| self.act(unit, action))
            }
            Command::DeclareMove { unit, action } => {
                self.standing(unit).map_or(0, |unit| self.declare(unit, action))
            }
            _ => 0,
        }
    }

    fn standing(&self, id: UnitId) -> Option<Standing> {
        self.units.iter().flatten().find(|unit| unit.unit == id).copied()
    }

    fn act(&mut self, unit: Standing, action: Action) -> i64 {
        let at = |to: Option<Position>| to.and_then(Position::square).unwrap_or(unit.square);
        match action {
            Action::Hold {} => 0,
            Action::Move { to } => self.ground(unit, at(Some(to))),
            Action::End { to } => self.ground(unit, at(to)),
            Action::FirstAid { to, target } => self.ground(unit, at(to)) + self.help(target),
            Action::Melee { to, target } => self.ground(unit, at(to)) + self.melee(unit, target),
            Action::Shoot { to, target } => {
                self.ground(unit, at(to)) + self.shot(unit, at(to), to.is_some(), target)
            }
        }
    }

    fn help(&self, friend: UnitId) -> i64 {
        let acts = self.standing(friend).is_some_and(|friend| !friend.acted);
        self.part(HELPED) + if acts { HELPED_ACTS } else { 0 }
    }

    fn shot(&mut self, unit: Standing, from: Square, moves: bool, target: UnitId) -> i64 {
        let Some(target) = self.standing(target) else { return 0 };
        let covered = sight::is_in_cover(self.scenario, from, target.square);
        let place = usize::from(target.unit.side.saturating_sub(1)) * usize::from(MOST_UNITS)
            + usize::from(target.unit.number.saturating_sub(1));
        let known = &mut self.shots[place % UNITS][usize::from(moves) * 2 + usize::from(covered)];
        if known.is_none() {
            *known = self.game.plain_shot(unit.unit, moves.then_some(from), target.unit);
        }
        let Some(odds) = *known else { return 0 };
        let down = if target.down { 0 } else { share(odds.down, self.sent_down(target)) };
        self.rerolled(down + share(odds.destroyed, self.destroyed(target)))
    }

    fn melee(&mut self, unit: Standing, target: UnitId) -> i64 {
        let Some(target) = self.standing(target) else { return 0 };
        if target.down {
            return self.destroyed(target);
        }
        if self.fight.is_none() {
            let preview = self.game.melee_preview(unit.unit, target.unit);
            self.fight = preview.map(|preview| preview.odds);
        }
        let Some(odds) = self.fight else { return 0 };
        self.rerolled(share(odds.win, self.sent_down(target))) - share(odds.lose, self.part(LOST))
    }

    fn rerolled(&self, worth: i64) -> i64 {
        let rerolls = self.scenario.factions[self.side()].reroll.is_some();
        if rerolls { worth * REROLLS / 100 } else { worth }
    }

    fn sent_down(&self, target: Standing) -> i64 {
        self.part(SENT_DOWN) + if target.acted { 0 } else { UNACTED }
    }

    /// To destroy an enemy takes it off the ground that it held, too.
    fn destroyed(&self, target: Standing) -> i64 {
        let kill = match self.scenario.mission.scoring {
            Scoring::Kills { points_per_kill } => KILL * i64::from(points_per_kill),
            _ => (self.lead(None, Some(target.unit)) - self.lead) * self.point,
        };
        let unacted = if target.down || target.acted { 0 } else { UNACTED };
        self.part(if target.down { FINISHED } else { DESTROYED }) + unacted + kill
    }

    /// What is left of a unit's worth in this round.
    const fn part(&self, worth: i64) -> i64 {
        worth * self.left / 1000
    }

    fn side(&self) -> usize {
        self.seat.index() & 1
    }

    /// What it is worth that a unit stands there and not where it is.
    fn ground(&mut self, unit: Standing, to: Square) -> i64 {
        if to == unit.square {
            return 0;
        }
        let zones = |at| zones(self.scenario, self.side(), at);
        let lead = match zones(to) == zones(unit.square) {
            true => 0,
            false => self.lead(Some((unit.unit, to)), None) - self.lead,
        };
        lead * self.point + self.place(to) - self.place(unit.square)
    }

    fn place(&mut self, at: Square) -> i64 {
        let number = usize::from(at.row() - 1) * 15 + usize::from(at.column() - 1);
        if let Some(known) = self.places[number] {
            return known;
        }
        let worth = self.judged(at);
        self.places[number] = Some(worth);
        worth
    }

    /// What a square is worth: the way to the goal, whom one could shoot at from it, who could shoot at it,
    /// and whom one could help.
    fn judged(&self, at: Square) -> i64 {
        let (own, enemy) = (self.side(), 1 - self.side());
        let mut worth = -STEP * i64::from(away(self.scenario, &self.units, self.seat, at));
        let mut in_reach = false;
        for unit in self.units.iter().flatten() {
            let distance = unit.square.distance(at);
            if unit.seat == self.seat {
                worth += if unit.down && distance == 1 { self.part(BESIDE_FRIEND) } else { 0 };
                continue;
            }
            in_reach |= distance <= self.reach[own];
            if unit.down || distance > self.reach[enemy] {
                continue;
            }
            let covered = sight::is_in_cover(self.scenario, unit.square, at);
            let less =
                |danger: i64, yes: bool, part: i64| if yes { danger * part / 100 } else { danger };
            let danger = less(DANGER * self.hits[enemy] / 36, covered, IN_COVER);
            worth -= self.part(less(danger, unit.acted, HAS_ACTED));
        }
        worth + if in_reach { self.part(IN_REACH * self.hits[own] / 36) } else { 0 }
    }

    /// A random movement, taken as three steps, or two where it is halved.
    fn declare(&mut self, unit: Standing, action: DeclaredAction) -> i64 {
        let steps = match action {
            DeclaredAction::Move | DeclaredAction::QuickStart => 3,
            DeclaredAction::Attack | DeclaredAction::FirstAid => 2,
        };
        let mut best = 0;
        for to in self.scenario.ground().within(unit.square, steps).iter() {
            if to != unit.square && self.occupied.contains(to) {
                continue;
            }
            let deed = match action {
                DeclaredAction::Move | DeclaredAction::QuickStart => 0,
                DeclaredAction::Attack => self.best_shot(unit, to),
                DeclaredAction::FirstAid => self.best_help(to),
            };
            best = best.max(self.ground(unit, to) + deed);
        }
        best * RANDOM / 100
    }

    fn best_shot(&mut self, unit: Standing, from: Square) -> i64 {
        let range = self.scenario.range(self.seat);
        let mut occupied = self.occupied;
        occupied.remove(unit.square);
        let mut best = 0;
        for place in 0..UNITS {
            let Some(enemy) = self.units[place] else { break };
            if enemy.seat != self.seat
                && enemy.square.distance(from) <= range
                && sight::is_clear(self.scenario, &occupied, from, enemy.square)
            {
                best = best.max(self.shot(unit, from, true, enemy.unit));
            }
        }
        best
    }

    fn best_help(&self, from: Square) -> i64 {
        let near =
            |unit: &&Standing| unit.seat == self.seat && unit.down && unit.square.is_adjacent(from);
        let friends = self.units.iter().flatten().filter(near);
        friends.map(|friend| self.help(friend.unit)).max().unwrap_or(0)
    }

    /// The lead in points that the round's end would give, with one unit elsewhere and one gone.
    fn lead(&self, moved: Option<(UnitId, Square)>, gone: Option<UnitId>) -> i64 {
        // Units of each side by the zones that they are in, as bits.
        let mut counts = [[0_i64; 2]; ZONES];
        for unit in self.units.iter().flatten() {
            let idle = unit.down && !self.scenario.rules.down_units_count;
            if idle || Some(unit.unit) == gone {
                continue;
            }
            let side = unit.seat.index() & 1;
            let at = moved.filter(|(id, _)| *id == unit.unit).map_or(unit.square, |(_, to)| to);
            let inside = zones(self.scenario, side, at);
            for (zone, count) in counts.iter_mut().enumerate() {
                count[side] += i64::from(inside >> zone & 1);
            }
        }
        let (own, enemy) = (self.side(), 1 - self.side());
        let more = |count: &[i64; 2]| (count[own] - count[enemy]).signum();
        match &self.scenario.mission.scoring {
            Scoring::Kills { .. } => 0,
            Scoring::Majority { points, .. } | Scoring::MajorityInEnemyHome { points } => {
                i64::from(*points) * more(&counts[0])
            }
            Scoring::SolePresence { points, .. } => {
                let shared = counts[0].iter().all(|count| *count > 0);
                if shared { 0 } else { i64::from(*points) * more(&counts[0]) }
            }
            Scoring::MajorityPerZone { zones } => {
                let points = |(zone, count): (&senet_crossfire::data::ScoredZone, &[i64; 2])| {
                    let more = more(count);
                    more * i64::from(zone.points[if more > 0 { own } else { enemy }])
                };
                zones.iter().zip(&counts).map(points).sum()
            }
        }
    }
}

/// How many zones of a mission are told apart.
const ZONES: usize = 8;

/// The zones that a square is in for a side, as bits; the first is all of them where the mission does not
/// tell them apart.
fn zones(scenario: &Scenario, side: usize, at: Square) -> u32 {
    match &scenario.mission.scoring {
        Scoring::Kills { .. } => 0,
        Scoring::Majority { zones, .. } | Scoring::SolePresence { zones, .. } => {
            zones.iter().any(|zone| zone.zone.contains(at)).into()
        }
        Scoring::MajorityInEnemyHome { .. } => scenario.rules.home[1 - side].contains(at).into(),
        Scoring::MajorityPerZone { zones } => {
            let bit = |(number, zone): (usize, &senet_crossfire::data::ScoredZone)| {
                u32::from(zone.zone.contains(at)) << number
            };
            zones.iter().take(ZONES).enumerate().map(bit).sum()
        }
    }
}

fn share(chance: Chance, worth: i64) -> i64 {
    i64::from(chance.permille()) * worth / 1000
}

/// How many of the 36 throws of two dice hit the other side.
fn hits(scenario: &Scenario, side: usize) -> i64 {
    let (own, enemy) = (&scenario.factions[side], &scenario.factions[1 - side]);
    let needed = i64::from(enemy.defense) + 1 - i64::from(own.aq);
    (2..=12).filter(|sum| *sum >= needed).map(|sum: i64| 6 - (sum - 7).abs()).sum()
}

/// How far a side shoots after half a Move; a random one counts as four steps.
fn reach(scenario: &Scenario, side: usize) -> u8 {
    let steps = match scenario.factions[side].movement {
        Movement::Fixed(steps) => steps,
        Movement::Die => 4,
    };
    scenario.range(Seat::new(side).unwrap_or(Seat::FIRST)) + half(steps)
}
