//! The levels of Flag War. They see the view alone, and answer well within a tick.
//!
//! - *Easy* moves at random, leans forward now and then, and is idle now and then.
//! - *Normal* finds for each piece the best moves against the opponent's best single moves, then the
//!   best combination of these without friendly contact.
//! - *Hard* samples joint moves of both sides, works out what each pair leads to, and plays a mixed
//!   strategy of that table, so that it cannot be foreseen.

use senet_flag_war::position::Position;
use senet_flag_war::round::{NO_ORDERS, Orders, Step, walk};
use senet_flag_war::{Command, FlagWar, Setup, Status, Team, TickMode};
use senet_kernel::Rng;

use crate::eval::flag_war::after;
use crate::{Bot, Outlook};

/// How well a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Sensible random moves.
    Easy,
    /// One round ahead, against single replies.
    Normal,
    /// One round ahead, as a game of its own.
    Hard,
}

/// A player of Flag War.
#[derive(Clone, Debug)]
pub struct Commander {
    level: Level,
    rng: Rng,
}

impl Commander {
    /// A player of a level; the same seed plays the same.
    pub fn new(level: Level, seed: u64) -> Commander {
        Commander { level, rng: Rng::new(seed) }
    }
}

/// What each piece of one team is to do.
type Joint = [Option<Step>; 9];

/// How many single replies of the opponent are looked at.
const REPLIES: usize = 7;
/// How many joint moves a side brings to the table of the hard level.
const TABLE: usize = 30;
/// How often the mixed strategy is improved.
const STEPS: u32 = 800;
/// How many combinations are tried at most.
const COMBINATIONS: usize = 512;

impl Bot<FlagWar> for Commander {
    fn choose(&mut self, outlook: &Outlook<FlagWar>, out: &mut Vec<Command>) {
        let view = outlook.view();
        let Some(own) = &view.own else {
            return;
        };
        let open = view.shared.round;
        let ordered = own.plan.iter().any(|entry| entry.round == open);
        if view.shared.status == Status::Finished || view.shared.sides[own.team.index()].ready {
            return;
        }
        let mut position = view.position();
        let setup = view.setup();
        // Rescuers move from their start squares.
        for team in Team::ALL {
            for index in 0..9 {
                if position.homing[team.index()] & 1 << index != 0 {
                    position.pieces[team.index()][index] = Some(setup.layout().start(team, index));
                }
            }
        }
        let board = Board { setup: &setup, position, round: open };
        if !ordered {
            let joint = self.joint(&board, own.team);
            for (index, _) in board.position.living(own.team) {
                let id = index as u8 + 1;
                out.push(match joint[index] {
                    Some(step) => Command::step(id, step.direction, step.distance, None),
                    None => Command::hold(id, None),
                });
            }
        }
        if setup.config().tick_mode != TickMode::Timer {
            out.push(Command::Ready {});
        }
    }
}

impl Commander {
    fn joint(&mut self, board: &Board, team: Team) -> Joint {
        match self.level {
            Level::Easy => board.easy(team, &mut self.rng),
            Level::Normal => {
                let replies = board.singles(team.other());
                let ranked = board.ranked(team, &replies, &mut self.rng);
                ranked.first().map_or([None; 9], |(_, joint)| *joint)
            }
            Level::Hard => board.mixed(team, &mut self.rng),
        }
    }
}

struct Board<'a> {
    setup: &'a Setup,
    position: Position,
    round: u32,
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
        after(self.setup, &mut position, &orders, self.round, team)
    }

    fn easy(&self, team: Team, rng: &mut Rng) -> Joint {
        let mut joint = [None; 9];
        for (index, _) in self.position.living(team) {
            let moves = self.moves(team, index);
            joint[index] = match rng.below(8) {
                0..2 => None,
                2..6 => rng.choose(&moves).copied().flatten(),
                _ => {
                    let alone = |step: &Option<Step>| {
                        let mut one = [None; 9];
                        one[index] = *step;
                        self.worth(team, &one, &[None; 9])
                    };
                    moves.into_iter().max_by_key(alone).flatten()
                }
            };
        }
        joint
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
        singles.sort_by_key(|(worth, _)| -worth);
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
            moves.sort_by_key(|(worth, tie, _)| (*worth, *tie));
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
        ranked.sort_by_key(|(worth, _)| -worth);
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

    /// Joint moves worth thinking about: the best against single replies, and some at random.
    fn sample(&self, team: Team, rng: &mut Rng) -> Vec<Joint> {
        let replies = self.singles(team.other());
        let ranked = self.ranked(team, &replies, rng);
        let mut sample: Vec<Joint> =
            ranked.into_iter().take(TABLE * 2 / 3).map(|(_, joint)| joint).collect();
        for single in self.singles(team).into_iter().take(4) {
            sample.push(single);
        }
        for _ in 0..TABLE * 4 {
            if sample.len() >= TABLE {
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

    /// A mixed strategy of the table of both samples, found by regret, and one draw from it.
    fn mixed(&self, team: Team, rng: &mut Rng) -> Joint {
        let own = self.sample(team, rng);
        let theirs = self.sample(team.other(), rng);
        let table: Vec<Vec<i64>> = own
            .iter()
            .map(|joint| theirs.iter().map(|reply| self.worth(team, joint, reply).into()).collect())
            .collect();
        let mut us = Regret::new(own.len());
        let mut them = Regret::new(theirs.len());
        for _ in 0..STEPS {
            let (row, column) = (us.draw(rng), them.draw(rng));
            let got = table[row][column];
            us.learn(|other| table[other][column] - got);
            them.learn(|other| got - table[row][other]);
        }
        own[us.average(rng)]
    }
}

/// Regret matching: choices are made in proportion to how much one wishes to have made them.
struct Regret {
    regrets: Vec<i64>,
    chosen: Vec<i64>,
}

impl Regret {
    fn new(choices: usize) -> Regret {
        Regret { regrets: vec![0; choices], chosen: vec![0; choices] }
    }

    fn draw(&mut self, rng: &mut Rng) -> usize {
        let choice = weighted(self.regrets.iter().map(|regret| *regret.max(&0)), rng)
            .unwrap_or_else(|| rng.below(self.regrets.len() as u32) as usize);
        self.chosen[choice] += 1;
        choice
    }

    fn learn(&mut self, regret: impl Fn(usize) -> i64) {
        for (choice, sum) in self.regrets.iter_mut().enumerate() {
            *sum += regret(choice);
        }
    }

    /// A draw from what was chosen over time, without what was chosen hardly ever.
    fn average(&self, rng: &mut Rng) -> usize {
        let most = self.chosen.iter().max().copied().unwrap_or(0);
        let kept = self.chosen.iter().map(|count| if count * 8 < most { 0 } else { *count });
        weighted(kept, rng).unwrap_or(0)
    }
}

/// A place, in proportion to the weights; none where all are 0.
fn weighted(weights: impl Iterator<Item = i64> + Clone, rng: &mut Rng) -> Option<usize> {
    let sum: i64 = weights.clone().sum();
    if sum == 0 {
        return None;
    }
    let mut left = (rng.next_u64() % sum as u64) as i64;
    weights.into_iter().position(|weight| {
        left -= weight;
        left < 0
    })
}
