//! The levels of Flag War. They see the view alone, and answer well within a tick.
//!
//! A round is a game of its own, in which both sides choose at once: whoever can be foreseen is beaten.
//! - *Easy* takes one of the better plans as if the other side stood still, and forgets a piece now and then.
//! - *Normal* sets joint moves of both sides against each other in a table of what they lead to at once, and
//!   draws from a mixed strategy of that table, found by regret: no list of orders written beforehand beats it.
//! - *Hard* and *expert* play such tables on: lines by a quick drill to the end of the game say what a pair
//!   of joint moves is worth, and what is played most is looked at again a round later.

mod drill;
mod plans;
mod table;
mod tree;

use senet_flag_war::{Command, FlagWar, Status, Team, TickMode};
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

const HARD: Effort = Effort { table: 24, lines: 6_000, depth: 1 };
const EXPERT: Effort = Effort { table: 32, lines: 60_000, depth: 2 };

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
        let board = Board { setup: &setup, position, round: open };
        if !ordered {
            let joint = self.joint(&board, own.team, leash);
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
