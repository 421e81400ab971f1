//! The levels of Flag War. They see the view alone, and answer well within a tick.
//!
//! A round is a game of its own, in which both sides choose at once: whoever can be foreseen is beaten.
//! - *Easy* takes one of the better plans as if the other side stood still, and forgets a piece now and then.
//! - *Normal* sets joint moves of both sides against each other in a table of what they lead to at once, and
//!   draws from a mixed strategy of that table, found by regret: no list of orders written beforehand beats it.
//! - *Hard* and *expert* play such tables on: lines by a quick drill to the end of the game say what a pair
//!   of joint moves is worth, and what is played most is looked at again a round later.

mod advice;
mod drill;
mod plans;
mod table;
mod tree;

pub(crate) use advice::advise;

use senet_flag_war::position::Position;
use senet_flag_war::round::Step;
use senet_flag_war::{Command, FlagWar, Setup, Status, Team, TickMode, View};
use senet_kernel::Rng;

use crate::{Bot, Leash, Level, Outlook};
use plans::{Board, Joint};
use tree::Tree;

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

/// How many joint moves *normal* brings to its table.
const TABLE: usize = 16;

/// How much a level looks at.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// How many joint moves a side brings to the first table.
    table: usize,
    /// How many lines are played.
    lines: u32,
    /// How many rounds further tables are made.
    depth: u32,
}

/// What is advised below `hard` rests on this.
const QUICK: Effort = Effort { table: 16, lines: 600, depth: 0 };
const HARD: Effort = Effort { table: 24, lines: 6_000, depth: 1 };
const EXPERT: Effort = Effort { table: 32, lines: 60_000, depth: 2 };

impl Bot<FlagWar> for Commander {
    fn choose(&mut self, outlook: &Outlook<FlagWar>, out: &mut Vec<Command>) {
        self.think(outlook, &Leash::default(), out);
    }

    fn think(&mut self, outlook: &Outlook<FlagWar>, leash: &Leash, out: &mut Vec<Command>) {
        let Some(open) = Open::of(outlook.view()) else {
            return;
        };
        if open.given.iter().all(Option::is_none) {
            let joint = self.joint(&open.board(), open.team, leash);
            out.extend(open.orders(&joint));
        }
        if open.setup.config().tick_mode != TickMode::Timer {
            out.push(Command::Ready {});
        }
    }
}

/// The open round of a side that may still give orders.
struct Open {
    team: Team,
    setup: Setup,
    position: Position,
    round: u32,
    /// What the pieces are told already.
    given: [Option<Option<Step>>; 9],
}

impl Open {
    fn of(view: &View) -> Option<Open> {
        let own = view.own.as_ref()?;
        let (team, round) = (own.team, view.shared.round);
        if view.shared.status == Status::Finished || view.shared.sides[team.index()].ready {
            return None;
        }
        let (setup, mut position) = (view.setup(), view.position());
        // Rescuers move from their start squares.
        for team in Team::ALL {
            for index in 0..9 {
                if position.homing[team.index()] & 1 << index != 0 {
                    position.pieces[team.index()][index] = Some(setup.layout().start(team, index));
                }
            }
        }
        let mut given = [None; 9];
        for entry in own.plan.iter().filter(|entry| entry.round == round) {
            given[usize::from(entry.piece) - 1] = Some(entry.order.step());
        }
        Some(Open { team, setup, position, round, given })
    }

    const fn board(&self) -> Board<'_> {
        Board { setup: &self.setup, position: self.position, round: self.round }
    }

    /// A joint move as orders, an order a piece.
    fn orders(&self, joint: &Joint) -> impl Iterator<Item = Command> {
        let joint = *joint;
        self.position.living(self.team).map(move |(index, _)| order(index, joint[index]))
    }
}

fn order(index: usize, step: Option<Step>) -> Command {
    let id = index as u8 + 1;
    match step {
        Some(step) => Command::step(id, step.direction, step.distance, None),
        None => Command::hold(id, None),
    }
}

impl Commander {
    fn joint(&mut self, board: &Board<'_>, team: Team, leash: &Leash) -> Joint {
        let rng = &mut self.rng;
        let effort = match self.level {
            Level::Random | Level::Easy => return board.easy(team, rng),
            Level::Normal => return board.mixed(team, TABLE, rng),
            Level::Hard => HARD,
            Level::Expert => EXPERT,
        };
        Tree::new(board.setup, team, effort, rng).search(board, leash)
    }
}
