//! How both sides play in a line of Flag War: every piece has a part, and does something for it that cannot
//! be foreseen.
//!
//! A carrier goes home, a runner to the flag, a rescuer to the key. Whoever guards looks for the square on which
//! an intruder will stand, by trying out what the intruder may do. So a line knows without any search how often
//! a carrier slips through so many guards.

use senet_flag_war::position::Position;
use senet_flag_war::round::{NO_ORDERS, Orders, Step, walk};
use senet_flag_war::{Contact, Piece, Setup, Square, Team};
use senet_kernel::Rng;

/// What the pieces of both sides are there for, by team and index. It lasts for a line.
pub(super) struct Parts([[Part; 9]; 2]);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Runner,
    Guard,
    /// A runner that frees its friends first.
    Rescuer,
}

impl Parts {
    pub(super) fn drawn(rng: &mut Rng) -> Parts {
        const PARTS: [Part; 4] = [Part::Runner, Part::Runner, Part::Guard, Part::Rescuer];
        let mut bits = rng.next_u64();
        let mut part = || {
            let part = PARTS[(bits & 3) as usize];
            bits >>= 2;
            part
        };
        Parts([(); 2].map(|()| [(); 9].map(|()| part())))
    }
}

/// Where a piece wants to be.
#[derive(Clone, Copy)]
enum Aim {
    /// On its own land.
    Home,
    At(Square),
    /// Where this enemy will be.
    Meet(Piece),
}

/// How many moves of an intruder a guard thinks of.
const THOUGHTS: usize = 3;

pub(super) struct Drill<'a> {
    pub setup: &'a Setup,
    pub parts: Parts,
}

impl Drill<'_> {
    /// What both sides do.
    pub(super) fn orders(&self, position: &Position, rng: &mut Rng) -> Orders {
        let mut orders = NO_ORDERS;
        for team in Team::ALL {
            orders[team.index()] = self.side(position, team, rng);
        }
        orders
    }

    /// What one side does.
    pub(super) fn side(&self, position: &Position, team: Team, rng: &mut Rng) -> [Option<Step>; 9] {
        let mut joint = [None; 9];
        // Where friends will stand, or stand until it is their turn.
        let mut friends = position.pieces[team.index()];
        for (index, from) in position.living(team) {
            friends[index] = None;
            let way = Way { position, team, index, from };
            let to = self.aim(way).and_then(|aim| self.step(way, aim, &friends, rng));
            friends[index] = Some(to.map_or(from, |(_, to)| to));
            joint[index] = to.map(|(step, _)| step);
        }
        joint
    }

    fn aim(&self, Way { position, team, index, from }: Way<'_>) -> Option<Aim> {
        let part = self.parts.0[team.index()][index];
        let ours = position.carriers[team.index()];
        if position.carries(team, index) {
            return Some(Aim::Home);
        }
        if let Some(key) = position.keys[team.index()].filter(|_| part == Part::Rescuer)
            && position.jailed(self.setup.layout(), team) > 0
        {
            return Some(Aim::At(key));
        }
        let thief = position.thief(team);
        if part != Part::Guard && ours.is_none() {
            // A race that is lost is no race.
            let late = thief.is_some() && index % 2 == 0;
            if !late {
                return Some(Aim::At(self.setup.layout().flag(team.other())));
            }
        }
        thief.or_else(|| self.intruder(position, team, from)).map(Aim::Meet)
    }

    /// The nearest enemy on the team's land.
    fn intruder(&self, position: &Position, team: Team, from: Square) -> Option<Piece> {
        let layout = self.setup.layout();
        let enemy = team.other();
        let there = position.living(enemy).filter(|(_, square)| layout.land(*square) == Some(team));
        let (index, _) = there.min_by_key(|(_, square)| square.distance(from))?;
        Some(Piece::at(enemy, index))
    }

    /// A step towards an aim and where it ends; none to stay.
    fn step(
        &self,
        way: Way<'_>,
        aim: Aim,
        friends: &[Option<Square>; 9],
        rng: &mut Rng,
    ) -> Option<(Step, Square)> {
        let Aim::Meet(enemy) = aim else {
            return self.toward(way, aim, friends, rng);
        };
        let mut goal = way.position.square(enemy.team, enemy.index())?;
        for _ in 0..THOUGHTS {
            goal = self.foreseen(way.position, enemy, rng)?;
            if goal == way.from {
                return None;
            }
            let found = self.straight(way, goal).filter(|(_, to)| !friends.contains(&Some(*to)));
            if found.is_some() {
                return found;
            }
        }
        self.toward(way, Aim::At(goal), friends, rng)
    }

    /// Where an enemy may be met when it does what it wants.
    fn foreseen(&self, position: &Position, enemy: Piece, rng: &mut Rng) -> Option<Square> {
        let (team, index) = (enemy.team, enemy.index());
        let from = position.square(team, index)?;
        let aim = match position.carries(team, index) {
            true => Aim::Home,
            false => Aim::At(self.setup.layout().flag(team.other())),
        };
        let way = Way { position, team, index, from };
        let Some((step, to)) = self.toward(way, aim, &[None; 9], rng) else {
            return Some(from);
        };
        match self.setup.config().contact {
            Contact::Destination => Some(to),
            // Anywhere on its way.
            Contact::Path => {
                let steps = rng.below(u32::from(step.distance)) + 1;
                let delta = step.direction.delta();
                (0..steps).try_fold(from, |square, _| self.setup.layout().step(square, delta))
            }
        }
    }

    /// The one step that ends on a square, if there is one.
    fn straight(&self, way: Way<'_>, goal: Square) -> Option<(Step, Square)> {
        let (direction, distance) = way.from.straight_to(goal)?;
        if !self.setup.directions().contains(&direction) {
            return None;
        }
        let step = Step { direction, distance };
        let to = way.walk(self.setup, step).to;
        (to == goal).then_some((step, to))
    }

    /// One of the steps that lead nearer in rounds, most often; now and then one that leads no further away.
    fn toward(
        &self,
        way: Way<'_>,
        aim: Aim,
        friends: &[Option<Square>; 9],
        rng: &mut Rng,
    ) -> Option<(Step, Square)> {
        let layout = self.setup.layout();
        let limit = way.limit(self.setup);
        let here = self.rounds(way.team, way.from, aim, limit);
        // To stay, too.
        let mut all = 1;
        let mut chosen = None;
        for direction in self.setup.directions() {
            let longest = Step { direction: *direction, distance: limit };
            let reach = way.walk(self.setup, longest).moved;
            let mut to = way.from;
            for distance in 1..=reach {
                let Some(next) = layout.step(to, direction.delta()) else { break };
                to = next;
                if friends.contains(&Some(to)) {
                    continue;
                }
                let rounds = self.rounds(way.team, to, aim, limit);
                let weight = match rounds.cmp(&here) {
                    std::cmp::Ordering::Less if way.is_held(layout.land(to), to) => 1,
                    std::cmp::Ordering::Less => 8,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Greater => 0,
                };
                all += weight;
                if weight > 0 && rng.below(all) < weight {
                    chosen = Some((Step { distance, ..longest }, to));
                }
            }
        }
        chosen
    }

    /// In how many rounds a piece that nobody stops is there.
    fn rounds(&self, team: Team, from: Square, aim: Aim, limit: u8) -> u8 {
        let legs = |squares: u8| squares.div_ceil(limit.max(1));
        match aim {
            Aim::Home => legs(rows_home(self.setup, team, from.y)),
            Aim::At(goal) => legs(from.x.abs_diff(goal.x)) + legs(from.y.abs_diff(goal.y)),
            Aim::Meet(_) => 0,
        }
    }
}

/// Rows between a row and the own land.
fn rows_home(setup: &Setup, team: Team, row: u8) -> u8 {
    let layout = setup.layout();
    match team {
        Team::Blue => (layout.height - layout.depth).saturating_sub(row),
        Team::Red => row.saturating_sub(layout.depth - 1),
    }
}

/// A piece that may move.
#[derive(Clone, Copy)]
struct Way<'a> {
    position: &'a Position,
    team: Team,
    index: usize,
    from: Square,
}

impl Way<'_> {
    /// How far it can go in a round.
    fn limit(self, setup: &Setup) -> u8 {
        let movement = &setup.config().movement;
        let far = movement.max_distance.cut(setup.longest());
        match self.position.carries(self.team, self.index) {
            true => movement.max_distance_carrying.cut(far),
            false => far,
        }
    }

    fn walk(self, setup: &Setup, step: Step) -> senet_flag_war::round::Walk {
        walk(setup, self.position, self.team, self.index, self.from, step)
    }

    /// Whether an enemy stands there now and would win the meeting, or neither.
    fn is_held(self, land: Option<Team>, square: Square) -> bool {
        land != Some(self.team)
            && self.position.pieces[self.team.other().index()].contains(&Some(square))
    }
}
