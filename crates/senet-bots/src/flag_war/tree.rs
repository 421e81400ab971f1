//! Lines of Flag War: what both sides could do now and next, tried out to the end.
//!
//! A node is a position with some joint moves of either side. Every line draws one of each from the mixed
//! strategies of the moment, or any pair now and then, and is played on by the drill; what it came to is
//! noted for the pair, and the strategies learn from the whole table. A pair that is played often becomes a
//! node of its own: what follows is looked at where it matters.

use senet_flag_war::position::Position;
use senet_flag_war::round::{NO_ORDERS, Resolved, resolve};
use senet_flag_war::{Setup, Team};
use senet_kernel::{Dice, Key, Rng, arrange};

use super::Effort;
use super::drill::{Drill, Parts};
use super::plans::{Board, Joint};
use super::table::{Regret, WHOLE, drawn};
use crate::eval::flag_war::{WON, after, value};
use crate::{Leash, search};

/// What a certain win is worth.
const CERTAIN: i32 = 1 << 16;
/// What a draw is worth: a side that may run home beside the other else always does.
const DRAWN: i32 = -CERTAIN / 10;
/// The evaluation at which a line that was cut counts as won three times of four.
const SURE: i32 = 6000;
/// How many rounds a line has before it is cut.
const HORIZON: u32 = 16;
/// How many lines the evaluation counts for, so that a pair has a worth before its first.
const PRIOR: u32 = 2;
/// The ways that a side's pieces have on the usual board: three pieces, four directions, ten squares.
const USUAL: u32 = 3 * 4 * 10;
/// What is played less than the most by this factor was tried and found wanting.
const FOUND_WANTING: i64 = 8;
/// One line of so many tries out any pair.
const CURIOUS: u32 = 8;
/// How many joint moves a side has in a node below the first.
const BELOW: usize = 8;
/// How many lines make a pair a node: as many as that node will have pairs.
const RIPE: u32 = (BELOW * BELOW) as u32;

/// What an evaluation counts as.
fn counted(worth: i32) -> i32 {
    let worth = i64::from(worth);
    (worth * i64::from(CERTAIN) / (worth.abs() + i64::from(SURE))) as i32
}

/// A table of joint moves.
pub(super) struct Node {
    position: Position,
    round: u32,
    /// Of the side that thinks, and of the other.
    pub joints: [Vec<Joint>; 2],
    /// By row and column.
    pairs: Vec<Pair>,
    learners: [Regret; 2],
    visits: i64,
}

struct Pair {
    sum: i64,
    lines: u32,
    mean: i32,
    child: Option<Box<Node>>,
}

impl Pair {
    fn note(&mut self, worth: i32) {
        self.sum += i64::from(worth);
        self.lines += 1;
        self.mean = (self.sum / i64::from(self.lines)) as i32;
    }
}

pub(super) struct Tree<'a> {
    setup: &'a Setup,
    team: Team,
    effort: Effort,
    rng: Rng,
    dice: Dice,
}

impl<'a> Tree<'a> {
    pub(super) fn new(setup: &'a Setup, team: Team, effort: Effort, rng: &mut Rng) -> Tree<'a> {
        let dice = Dice::seeded(&Key::of_number(rng.next_u64())).unrecorded();
        Tree { setup, team, effort, rng: Rng::new(rng.next_u64()), dice }
    }

    /// Draws from the mixed strategy that the lines led to.
    pub(super) fn search(mut self, board: &Board<'_>, leash: &Leash) -> Joint {
        let joints = [self.team, self.team.other()].map(|team| self.brought(board, team));
        let lines = self.affordable();
        leash.begin(lines);
        let root = self.grown(board, joints, lines, leash);
        let [own, _] = &root.joints;
        let chosen = drawn(&root.learners[0].chosen, FOUND_WANTING, &mut self.rng);
        chosen.and_then(|row| own.get(row).copied()).unwrap_or([None; 9])
    }

    /// The table of these joint moves after so many lines.
    pub(super) fn grown(
        &mut self,
        board: &Board<'_>,
        joints: [Vec<Joint>; 2],
        lines: u32,
        leash: &Leash,
    ) -> Node {
        let mut root = self.node(board.position, board.round, joints);
        for _ in 0..lines {
            if leash.pulled() {
                break;
            }
            self.visit(&mut root, 0);
            leash.played(1);
        }
        root
    }

    /// What one line comes to where the side plays this and the other side draws from its strategy, 0 to
    /// [`CERTAIN`](crate::search::CERTAIN). Lines of one number have the same luck and meet the same answer.
    pub(super) fn trial(&mut self, root: &Node, joint: &Joint, number: u64) -> u32 {
        self.rng = Rng::new(number);
        self.dice.reseed(&Key::of_number(number));
        let [_, theirs] = &root.joints;
        let answer = drawn(&root.learners[1].chosen, FOUND_WANTING, &mut self.rng);
        let answer = answer.and_then(|column| theirs.get(column).copied()).unwrap_or([None; 9]);
        let mut orders = NO_ORDERS;
        orders[self.team.index()] = *joint;
        orders[self.team.other().index()] = answer;
        let mut position = root.position;
        let resolved = self.resolve(&mut position, &orders, root.round);
        let worth = match self.verdict(&resolved, 0) {
            Some(worth) => worth,
            None => self.line(position, root.round + 1, 1),
        };
        let share =
            i64::from(worth + CERTAIN) * i64::from(search::CERTAIN) / i64::from(2 * CERTAIN);
        share as u32
    }

    /// As many lines as the level plays, fewer where a round has more ways to go.
    pub(super) fn affordable(&self) -> u32 {
        let (config, layout) = (self.setup.config(), self.setup.layout());
        let reach = config.movement.max_distance.cut(self.setup.longest());
        let squares = self.setup.directions().len() as u32 * u32::from(reach);
        let ways = u32::from(layout.pieces) * squares;
        self.effort.lines * USUAL / ways.max(USUAL)
    }

    /// What looks best to the evaluation, and what the drill would do.
    pub(super) fn brought(&mut self, board: &Board<'_>, team: Team) -> Vec<Joint> {
        let most = self.effort.table;
        let mut joints: Vec<Joint> = Vec::with_capacity(most);
        let mut add = |joint: Joint| {
            if joints.len() < most && !joints.contains(&joint) {
                joints.push(joint);
            }
        };
        board.sample(team, most * 2 / 3, &mut self.rng).into_iter().for_each(&mut add);
        for _ in 0..2 * most {
            let drill = Drill { setup: self.setup, parts: Parts::drawn(&mut self.rng) };
            add(drill.side(&board.position, team, &mut self.rng));
        }
        joints
    }

    fn node(&mut self, position: Position, round: u32, joints: [Vec<Joint>; 2]) -> Node {
        let [own, theirs] = &joints;
        let mut pairs = Vec::with_capacity(own.len() * theirs.len());
        for joint in own {
            for reply in theirs {
                let mut orders = NO_ORDERS;
                orders[self.team.index()] = *joint;
                orders[self.team.other().index()] = *reply;
                let mut next = position;
                let mean =
                    counted(after(self.setup, &mut next, &orders, round, self.team, -WON / 100));
                let sum = i64::from(mean) * i64::from(PRIOR);
                pairs.push(Pair { sum, lines: PRIOR, mean, child: None });
            }
        }
        let learners = [Regret::new(own.len()), Regret::new(theirs.len())];
        let mut node = Node { position, round, joints, pairs, learners, visits: 0 };
        for _ in 0..100 {
            node.learn();
        }
        node
    }

    /// Plays one line from a node and says what it came to.
    fn visit(&mut self, node: &mut Node, depth: u32) -> i32 {
        let Some((row, column)) = node.drawn(&mut self.rng) else { return 0 };
        let place = row * node.joints[1].len() + column;
        let mut orders = NO_ORDERS;
        orders[self.team.index()] = node.joints[0][row];
        orders[self.team.other().index()] = node.joints[1][column];
        let pair = &mut node.pairs[place];
        let worth = match &mut pair.child {
            Some(child) => self.visit(child, depth + 1),
            None => {
                let mut position = node.position;
                let resolved = self.resolve(&mut position, &orders, node.round);
                match self.verdict(&resolved, depth) {
                    Some(worth) => worth,
                    None if depth < self.effort.depth && pair.lines >= RIPE => {
                        let mut child = Box::new(self.below(position, node.round + 1));
                        let worth = self.visit(&mut child, depth + 1);
                        pair.child = Some(child);
                        worth
                    }
                    None => self.line(position, node.round + 1, depth + 1),
                }
            }
        };
        pair.note(worth);
        node.visits += 1;
        // Learning from a large table costs as much as a line: it is done less often there.
        if node.visits % (node.pairs.len() as i64 / 64).max(1) == 0 {
            node.learn();
        }
        worth
    }

    fn below(&mut self, position: Position, round: u32) -> Node {
        let board = Board { setup: self.setup, position, round };
        let joints =
            [self.team, self.team.other()].map(|team| board.few(team, BELOW, &mut self.rng));
        self.node(position, round, joints)
    }

    /// Plays on by the drill.
    fn line(&mut self, mut position: Position, mut round: u32, depth: u32) -> i32 {
        let drill = Drill { setup: self.setup, parts: Parts::drawn(&mut self.rng) };
        for depth in depth..HORIZON {
            let orders = drill.orders(&position, &mut self.rng);
            let resolved = self.resolve(&mut position, &orders, round);
            if let Some(worth) = self.verdict(&resolved, depth) {
                return worth;
            }
            round += 1;
        }
        counted(value(self.setup, &position, self.team))
    }

    fn resolve(
        &mut self,
        position: &mut Position,
        orders: &senet_flag_war::round::Orders,
        round: u32,
    ) -> Resolved {
        resolve(self.setup, position, orders, round, &mut self.dice, &mut ())
    }

    /// What the end of a game is worth, if it is one; a win that comes sooner is worth more.
    fn verdict(&self, resolved: &Resolved, depth: u32) -> Option<i32> {
        let end = resolved.end?;
        let late = depth as i32 * CERTAIN / 128;
        Some(match end.winner {
            Some(team) if team == self.team => CERTAIN - late,
            Some(_) => late - CERTAIN,
            None => DRAWN,
        })
    }
}

impl Node {
    /// The joint moves of the side that thinks, those that its strategy plays most first.
    pub(super) fn liked(&self) -> Vec<Joint> {
        let [own, _] = &self.joints;
        let mut liked: Vec<(i64, Joint)> =
            self.learners[0].chosen.iter().copied().zip(own.iter().copied()).collect();
        arrange(&mut liked, |(weight, _)| [-weight, 0]);
        liked.into_iter().map(|(_, joint)| joint).collect()
    }

    /// A row and a column to try.
    fn drawn(&self, rng: &mut Rng) -> Option<(usize, usize)> {
        let [own, theirs] = &self.joints;
        if own.is_empty() || theirs.is_empty() {
            return None;
        }
        if rng.below(CURIOUS) == 0 {
            let any = |joints: &Vec<Joint>, rng: &mut Rng| rng.below(joints.len() as u32) as usize;
            return Some((any(own, rng), any(theirs, rng)));
        }
        let [us, them] = &self.learners;
        Some((us.drawn(rng)?, them.drawn(rng)?))
    }

    /// Both strategies get better against each other, by what the pairs are worth so far.
    fn learn(&mut self) {
        let width = self.joints[1].len();
        let [us, them] = &mut self.learners;
        let pairs = &self.pairs;
        let step = self.visits.max(1);
        us.learn(step, |row| {
            let row = &pairs[row * width..][..width];
            let worths = row.iter().zip(&them.strategy);
            worths.map(|(pair, weight)| i64::from(pair.mean) * weight).sum::<i64>() / WHOLE
        });
        them.learn(step, |column| {
            let column = pairs.iter().skip(column).step_by(width).zip(&us.strategy);
            -column.map(|(pair, weight)| i64::from(pair.mean) * weight).sum::<i64>() / WHOLE
        });
    }
}
