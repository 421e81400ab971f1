//! Joint moves worth thinking about, by what they lead to right away.

use senet_flag_war::position::Position;
use senet_flag_war::round::{NO_ORDERS, Orders, Step, walk};
use senet_flag_war::{Setup, Team};
use senet_kernel::{Rng, arrange};

use super::table::{Table, drawn};
use crate::easy::softly;
use crate::eval::flag_war::after;

/// What each piece of one team is to do.
pub(super) type Joint = [Option<Step>; 9];

/// How many single replies of the opponent are looked at.
const REPLIES: usize = 7;
/// How many combinations are tried at most.
const COMBINATIONS: usize = 512;

/// What a draw is worth: nearly a flag less than nothing, because a side that may run home beside the other
/// else always does.
const DRAWN: i32 = -6000;

pub(super) struct Board<'a> {
    pub setup: &'a Setup,
    pub position: Position,
    pub round: u32,
}

impl Board<'_> {
    /// Every way of a piece, to stay included.
    fn moves(&self, team: Team, index: usize) -> Vec<Option<Step>> {
        let mut moves = vec![None];
        let Some(from) = self.position.square(team, index) else {
            return moves;
        };
        for direction in self.setup.directions() {
            let longest = Step { direction: *direction, distance: self.setup.longest() };
            let reach = walk(self.setup, &self.position, team, index, from, longest).moved;
            moves.extend((1..=reach).map(|distance| Some(Step { distance, ..longest })));
        }
        moves
    }

    fn worth(&self, team: Team, own: &Joint, reply: &Joint) -> i32 {
        let mut orders: Orders = NO_ORDERS;
        orders[team.index()] = *own;
        orders[team.other().index()] = *reply;
        let mut position = self.position;
        after(self.setup, &mut position, &orders, self.round, team, DRAWN)
    }

    /// One of the better plans while the other side stands still; one piece of five is forgotten.
    pub(super) fn easy(&self, team: Team, rng: &mut Rng) -> Joint {
        let mut ranked = self.ranked(team, &[[None; 9]], rng);
        let (Some((best, _)), Some((worst, _))) = (ranked.first(), ranked.last()) else {
            return [None; 9];
        };
        // Half way down from the best to the worst, a mistake would be plain to see.
        let floor = best - (best - worst) / 2;
        ranked.retain(|(worth, _)| *worth >= floor);
        let (_, joint) = ranked[softly(ranked.len(), rng)];
        joint.map(|step| step.filter(|_| rng.below(5) > 0))
    }

    /// The best single moves of a team while the other stands still, and to stand still.
    fn singles(&self, team: Team) -> Vec<Joint> {
        let mut singles = Vec::new();
        for (index, _) in self.position.living(team) {
            for step in self.moves(team, index).into_iter().flatten() {
                let mut joint = [None; 9];
                joint[index] = Some(step);
                singles.push((self.worth(team, &joint, &[None; 9]), joint));
            }
        }
        arrange(&mut singles, |(worth, _)| [-i64::from(*worth), 0]);
        let best = singles.into_iter().take(REPLIES).map(|(_, joint)| joint);
        std::iter::once([None; 9]).chain(best).collect()
    }

    /// The mean of what the replies lead to, and a little of the worst.
    fn against(&self, team: Team, own: &Joint, replies: &[Joint]) -> i32 {
        let worths = replies.iter().map(|reply| self.worth(team, own, reply));
        let (worst, sum) =
            worths.fold((i32::MAX, 0), |(worst, sum), worth| (worst.min(worth), sum + worth));
        worst / 8 + sum / replies.len().max(1) as i32
    }

    /// Joint moves of each piece's best moves, the best first, without friendly contact.
    fn ranked(&self, team: Team, replies: &[Joint], rng: &mut Rng) -> Vec<(i32, Joint)> {
        let pieces: Vec<usize> = self.position.living(team).map(|(index, _)| index).collect();
        let keep = match pieces.len() {
            0..=3 => 5,
            4 => 4,
            _ => 2,
        };
        let mut joints = vec![[None; 9]];
        for index in pieces {
            let mut moves: Vec<(i32, u32, Option<Step>)> = self
                .moves(team, index)
                .into_iter()
                .map(|step| {
                    let mut one = [None; 9];
                    one[index] = step;
                    (-self.against(team, &one, replies), rng.below(1000), step)
                })
                .collect();
            arrange(&mut moves, |(worth, tie, _)| [i64::from(*worth), i64::from(*tie)]);
            let best: Vec<Option<Step>> =
                moves.into_iter().take(keep).map(|(.., step)| step).collect();
            joints = joints
                .iter()
                .flat_map(|joint| {
                    best.iter().map(move |step| {
                        let mut joint = *joint;
                        joint[index] = *step;
                        joint
                    })
                })
                .take(COMBINATIONS)
                .collect();
        }
        let mut ranked: Vec<(i32, Joint)> = joints
            .into_iter()
            .filter(|joint| self.apart(team, joint))
            .map(|joint| (self.against(team, &joint, replies), joint))
            .collect();
        arrange(&mut ranked, |(worth, _)| [-i64::from(*worth), 0]);
        ranked
    }

    /// Whether no two own pieces end on one square.
    fn apart(&self, team: Team, joint: &Joint) -> bool {
        let ends: Vec<_> = self
            .position
            .living(team)
            .map(|(index, from)| match joint[index] {
                Some(step) => walk(self.setup, &self.position, team, index, from, step).to,
                None => from,
            })
            .collect();
        (1..ends.len()).all(|place| !ends[..place].contains(&ends[place]))
    }

    /// Joint moves worth thinking about: the best against single replies, some single moves, to stand
    /// still, and some at random.
    pub(super) fn sample(&self, team: Team, most: usize, rng: &mut Rng) -> Vec<Joint> {
        let replies = self.singles(team.other());
        let ranked = self.ranked(team, &replies, rng);
        let mut sample: Vec<Joint> =
            ranked.into_iter().take((most * 2).div_ceil(3)).map(|(_, joint)| joint).collect();
        for single in self.singles(team).into_iter().take(most / 6) {
            sample.push(single);
        }
        for _ in 0..most * 4 {
            if sample.len() >= most {
                break;
            }
            let mut joint = [None; 9];
            for (index, _) in self.position.living(team) {
                joint[index] = rng.choose(&self.moves(team, index)).copied().flatten();
            }
            if self.apart(team, &joint) {
                sample.push(joint);
            }
        }
        sample
    }

    /// A draw from a mixed strategy of the table of both samples.
    pub(super) fn mixed(&self, team: Team, most: usize, rng: &mut Rng) -> Joint {
        let own = self.sample(team, most, rng);
        let theirs = self.sample(team.other(), most, rng);
        let table = Table::of(&own, &theirs, |joint, reply| self.worth(team, joint, reply));
        let weights = table.varied(&table.solved());
        drawn(&weights, 24, rng).and_then(|row| own.get(row).copied()).unwrap_or([None; 9])
    }

    /// The few joint moves that look best while the other side stands still or makes its best single.
    pub(super) fn few(&self, team: Team, most: usize, rng: &mut Rng) -> Vec<Joint> {
        let replies: Vec<Joint> = self.singles(team.other()).into_iter().take(2).collect();
        let mut few: Vec<Joint> = self
            .ranked(team, &replies, rng)
            .into_iter()
            .take(most)
            .map(|(_, joint)| joint)
            .collect();
        if few.is_empty() {
            few.push([None; 9]);
        }
        few
    }
}
