//! The levels of Flag War. They see the view alone, and answer well within a tick.
//!
//! A round is a game of its own, in which both sides choose at once: whoever can be foreseen is beaten.
//! - *Easy* takes one of the better plans as if the other side stood still, and forgets a piece now and then.
//! - From *normal* on, joint moves of both sides are set against each other in a table, and the bot draws
//!   from a mixed strategy of that table, found by regret: no list of orders written beforehand beats it.
//! - *Hard* and *expert* look at what the strongest pairs of the table lead to: each is a game of its own
//!   again, one round later. Expert looks at many more of them, and plays its mixed strategy as it is, where
//!   the others spread theirs over whatever is nearly as good.

use senet_flag_war::position::Position;
use senet_flag_war::round::{NO_ORDERS, Orders, Step, resolve, walk};
use senet_flag_war::{Command, FlagWar, Setup, Status, Team, TickMode};
use senet_kernel::{Dice, Rng};

use crate::easy::softly;
use crate::eval::flag_war::{WON, after, value};
use crate::{Bot, Leash, Level, Outlook};

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
/// How many combinations are tried at most.
const COMBINATIONS: usize = 512;

/// What a draw is worth: nearly a flag less than nothing, because a side that may run home beside the other
/// else always does.
const DRAWN: i32 = -6000;

/// How much a level looks at.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// How many joint moves a side brings to the table.
    table: usize,
    /// How many of each side are looked at one round further, how many there, and so on.
    deeper: &'static [usize],
    /// How many thirds of a strategy are spread over what is nearly as good.
    spread: u8,
}

impl Effort {
    const fn of(level: Level) -> Effort {
        match level {
            Level::Random | Level::Easy | Level::Normal => {
                Effort { table: 16, deeper: &[], spread: 2 }
            }
            Level::Hard => Effort { table: 24, deeper: &[6, 3], spread: 2 },
            Level::Expert => Effort { table: 48, deeper: &[16, 5], spread: 0 },
        }
    }
}

impl Bot<FlagWar> for Commander {
    fn choose(&mut self, outlook: &Outlook<FlagWar>, out: &mut Vec<Command>) {
        self.think(outlook, &Leash::default(), out);
    }

    fn think(&mut self, outlook: &Outlook<FlagWar>, leash: &Leash, out: &mut Vec<Command>) {
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
        let board = Board { setup: &setup, position, round: open, leash };
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
            Level::Random | Level::Easy => board.easy(team, &mut self.rng),
            Level::Normal | Level::Hard | Level::Expert => {
                board.mixed(team, Effort::of(self.level), &mut self.rng)
            }
        }
    }
}

struct Board<'a> {
    setup: &'a Setup,
    position: Position,
    round: u32,
    /// Ends the looking ahead: what is left is judged as it stands.
    leash: &'a Leash,
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
    fn easy(&self, team: Team, rng: &mut Rng) -> Joint {
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

    /// Joint moves worth thinking about: the best against single replies, some single moves, to stand
    /// still, and some at random.
    fn sample(&self, team: Team, most: usize, rng: &mut Rng) -> Vec<Joint> {
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

    /// A mixed strategy of the table of both samples, and one draw from it.
    fn mixed(&self, team: Team, effort: Effort, rng: &mut Rng) -> Joint {
        let mut own = self.sample(team, effort.table, rng);
        let mut theirs = self.sample(team.other(), effort.table, rng);
        let mut table = Table::of(&own, &theirs, |joint, reply| self.worth(team, joint, reply));
        let mut solved = table.solved();
        if let [wide, rest @ ..] = effort.deeper {
            // What either side plays most is looked at more closely.
            own = strongest(&own, &solved.rows, *wide);
            theirs = strongest(&theirs, &solved.columns, *wide);
            table =
                Table::of(&own, &theirs, |joint, reply| self.deeper(team, joint, reply, rest, rng));
            solved = table.solved();
        }
        let weights = table.varied(&solved, effort.spread);
        drawn(&weights, rng).and_then(|row| own.get(row).copied()).unwrap_or([None; 9])
    }

    /// What a pair of joint moves is worth where the next rounds are games of their own.
    fn deeper(
        &self,
        team: Team,
        own: &Joint,
        reply: &Joint,
        widths: &[usize],
        rng: &mut Rng,
    ) -> i32 {
        let [wide, rest @ ..] = widths else {
            return self.worth(team, own, reply);
        };
        if self.leash.pulled() {
            return self.worth(team, own, reply);
        }
        let mut orders: Orders = NO_ORDERS;
        orders[team.index()] = *own;
        orders[team.other().index()] = *reply;
        let mut position = self.position;
        let mut dice = Dice::values([]).unrecorded();
        let resolved = resolve(self.setup, &mut position, &orders, self.round, &mut dice, &mut ());
        match resolved.end {
            // A win that comes sooner is worth more: nobody puts it off.
            Some(end) if end.winner == Some(team) => return 2 * WON,
            Some(end) if end.winner.is_some() => return -2 * WON,
            Some(_) => return DRAWN,
            None => {}
        }
        let next = Board { position, round: self.round + 1, ..*self };
        let mine = next.few(team, *wide, rng);
        let theirs = next.few(team.other(), *wide, rng);
        let table =
            Table::of(&mine, &theirs, |own, reply| next.deeper(team, own, reply, rest, rng));
        // What stands on the board counts too: the table is only a sample of what may come.
        let here = value(self.setup, &next.position, team);
        (table.solved().value / 4 * 3) + here / 4
    }

    /// The few joint moves that look best while the other side stands still or makes its best single.
    fn few(&self, team: Team, most: usize, rng: &mut Rng) -> Vec<Joint> {
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

/// What each pair of joint moves is worth to the side of the rows.
struct Table {
    worths: Vec<Vec<i32>>,
}

/// Mixed strategies of both sides, as weights, and what they are worth.
struct Solved {
    rows: Vec<i64>,
    columns: Vec<i64>,
    value: i32,
}

/// How often the strategies are improved.
const STEPS: i64 = 160;
/// The weights of a mixed strategy add up to about this.
const WHOLE: i64 = 1 << 12;

impl Table {
    fn of(own: &[Joint], theirs: &[Joint], mut worth: impl FnMut(&Joint, &Joint) -> i32) -> Table {
        let row = |joint: &Joint| theirs.iter().map(|reply| worth(joint, reply)).collect();
        Table { worths: own.iter().map(row).collect() }
    }

    /// Regret matching with every pair of the table, both sides in turn, later steps counting more.
    fn solved(&self) -> Solved {
        let rows = self.worths.len();
        let columns = self.worths.first().map_or(0, Vec::len);
        let (mut us, mut them) = (Regret::new(rows), Regret::new(columns));
        for step in 1..=STEPS {
            let theirs = them.strategy();
            us.learn(step, |row| {
                let pairs = self.worths[row].iter().zip(&theirs);
                pairs.map(|(worth, weight)| i64::from(*worth) * weight).sum::<i64>() / WHOLE
            });
            let ours = us.strategy();
            them.learn(step, |column| {
                let pairs = self.worths.iter().zip(&ours);
                -pairs.map(|(row, weight)| i64::from(row[column]) * weight).sum::<i64>() / WHOLE
            });
        }
        let (rows, columns) = (us.chosen, them.chosen);
        let (all, others) = (rows.iter().sum::<i64>().max(1), columns.iter().sum::<i64>().max(1));
        let mean = |row: &Vec<i32>| {
            let pairs = row.iter().zip(&columns);
            pairs.map(|(worth, weight)| i128::from(*worth) * i128::from(*weight)).sum::<i128>()
                / i128::from(others)
        };
        let sum: i128 = self
            .worths
            .iter()
            .zip(&rows)
            .map(|(row, weight)| mean(row) * i128::from(*weight))
            .sum();
        Solved { value: (sum / i128::from(all)) as i32, rows, columns }
    }
}

/// What one may give away for not being foreseen: two steps of ground, and less than a piece.
const MARGIN: i64 = 120;

impl Table {
    /// The strategy of the rows, so many thirds of it spread over whatever is nearly as good against the
    /// strategy of the columns: where a table has one best row, as at the start of a game, that row alone
    /// would be a list of orders that anybody can write an answer to.
    fn varied(&self, solved: &Solved, spread: u8) -> Vec<i64> {
        let others = solved.columns.iter().sum::<i64>().max(1);
        let against = |row: &Vec<i32>| {
            let pairs = row.iter().zip(&solved.columns);
            let sum: i128 =
                pairs.map(|(worth, weight)| i128::from(*worth) * i128::from(*weight)).sum();
            (sum / i128::from(others)) as i64
        };
        let worths: Vec<i64> = self.worths.iter().map(against).collect();
        let best = worths.iter().max().copied().unwrap_or(0);
        let near: Vec<i64> = worths.iter().map(|worth| (MARGIN - (best - worth)).max(0)).collect();
        let (all, nearly) =
            (solved.rows.iter().sum::<i64>().max(1), near.iter().sum::<i64>().max(1));
        let share = |(row, near): (&i64, &i64)| {
            let (row, near) = (i128::from(*row), i128::from(*near));
            let mixed = row * i128::from(3 - spread) * i128::from(WHOLE) / i128::from(all)
                + near * i128::from(spread) * i128::from(WHOLE) / i128::from(nearly);
            mixed as i64
        };
        solved.rows.iter().zip(&near).map(share).collect()
    }
}

/// Choices are made in proportion to how much one wishes to have made them; what was not missed is
/// forgotten at once.
struct Regret {
    regrets: Vec<i64>,
    chosen: Vec<i64>,
}

impl Regret {
    fn new(choices: usize) -> Regret {
        Regret { regrets: vec![0; choices], chosen: vec![0; choices] }
    }

    /// Weights of about [`WHOLE`] together.
    fn strategy(&self) -> Vec<i64> {
        let sum: i64 = self.regrets.iter().sum();
        let even = WHOLE / self.regrets.len().max(1) as i64;
        let share = |regret: &i64| if sum == 0 { even } else { regret * WHOLE / sum };
        self.regrets.iter().map(share).collect()
    }

    fn learn(&mut self, step: i64, worth: impl Fn(usize) -> i64) {
        let strategy = self.strategy();
        let worths: Vec<i64> = (0..strategy.len()).map(worth).collect();
        let got =
            worths.iter().zip(&strategy).map(|(worth, weight)| worth * weight).sum::<i64>() / WHOLE;
        for ((regret, chosen), (worth, weight)) in
            self.regrets.iter_mut().zip(&mut self.chosen).zip(worths.iter().zip(&strategy))
        {
            *regret = (*regret + worth - got).max(0);
            *chosen += step * weight;
        }
    }
}

/// The joint moves with the most weight; the first where the weights say nothing.
fn strongest(joints: &[Joint], weights: &[i64], most: usize) -> Vec<Joint> {
    let mut order: Vec<usize> = (0..joints.len()).collect();
    order.sort_by_key(|place| -weights[*place]);
    order.into_iter().take(most).map(|place| joints[place]).collect()
}

/// A draw from a strategy, without what is hardly ever chosen; none where there is nothing to choose.
fn drawn(weights: &[i64], rng: &mut Rng) -> Option<usize> {
    let most = weights.iter().max().copied()?;
    let kept = |weight: &i64| if weight * 24 < most { 0 } else { *weight };
    let sum: i64 = weights.iter().map(kept).sum();
    if sum == 0 {
        return Some(rng.below(weights.len() as u32) as usize);
    }
    let mut left = (rng.next_u64() % sum as u64) as i64;
    weights.iter().position(|weight| {
        left -= kept(weight);
        left < 0
    })
}
