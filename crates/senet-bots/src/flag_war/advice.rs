//! What a level advises in Flag War: orders for all pieces that have none yet.
//!
//! Half of the lines find what both sides would play, as when the level plays itself. With the other half a few
//! joint moves meet what the other side plays, all on the same lines: that is their chance. An order that
//! somebody gave is judged by the best joint move that has it in it.

use senet_flag_war::round::Step;
use senet_flag_war::{Command, FlagWar};
use senet_kernel::{Actor, Dice, Events, Game, Rng, arrange};

use super::plans::Joint;
use super::tree::{Node, Tree};
use super::{EXPERT, Effort, HARD, Open, QUICK, order};
use crate::mind::ADVISER;
use crate::search::{Duel, mixed};
use crate::{Advice, Leash, Level, Outlook};

/// How many joint moves meet what the other side plays.
const TOLD: usize = 4;

/// The best joint moves that were found, the best first, and with an order beside the best that has it in it.
pub(crate) fn advise(
    outlook: &Outlook<FlagWar>,
    level: Level,
    beside: Option<&Command>,
    leash: &Leash,
) -> Vec<Advice<Command>> {
    let Some(mut open) = Open::of(outlook.view()) else {
        return Vec::new();
    };
    let done = beside.map(|beside| ordered(outlook, &open, beside));
    // Whether to be ready or to offer a draw, and what to order for later, is not judged.
    if done == Some(None) {
        return Vec::new();
    }
    let done = done.flatten();
    if let Some((index, _)) = done {
        open.given[index] = None;
    }
    if open.position.living(open.team).all(|(index, _)| open.given[index].is_some()) {
        open.given = [None; 9];
    }
    let effort = match level {
        Level::Random | Level::Easy | Level::Normal => QUICK,
        Level::Hard => HARD,
        Level::Expert => EXPERT,
    };
    let mut trials = Trials::new(&open, effort, done, leash);
    trials.play(leash);
    trials.told(&open, beside)
}

/// The piece and the step that somebody ordered for the open round; none where it is no such order.
fn ordered(
    outlook: &Outlook<FlagWar>,
    open: &Open,
    command: &Command,
) -> Option<(usize, Option<Step>)> {
    let (piece, round) = command.slot(open.round)?;
    let mut game = outlook.guess(&mut Rng::new(0));
    let mut dice = Dice::values([]).unrecorded();
    let given = Actor::Seat(outlook.seat());
    game.apply(given, command, &mut dice, &mut Events::off()).ok()?;
    let order = game.plan(open.team).order(round, piece).filter(|_| round == open.round)?;
    Some((usize::from(piece) - 1, order.step()))
}

/// Joint moves that meet the same answers.
struct Trials<'a> {
    tree: Tree<'a>,
    root: Node,
    joints: Vec<Joint>,
    sums: Vec<u64>,
    duels: Vec<Duel>,
    /// The one among them that has what somebody ordered in it.
    done: Option<usize>,
    lines: u32,
}

impl<'a> Trials<'a> {
    fn new(
        open: &'a Open,
        effort: Effort,
        done: Option<(usize, Option<Step>)>,
        leash: &Leash,
    ) -> Trials<'a> {
        let mut tree = Tree::new(&open.setup, open.team, effort, &mut Rng::new(ADVISER));
        let board = open.board();
        let mut own = tree.brought(&board, open.team);
        for joint in &mut own {
            keep_to(open, joint);
        }
        if let Some((index, step)) = done {
            // The same plans with that order in them: it is not blamed for the other pieces.
            let with: Vec<Joint> = own.iter().map(|joint| replaced(joint, index, step)).collect();
            own.extend(with);
        }
        let mut seen: Vec<Joint> = Vec::with_capacity(own.len());
        own.into_iter().for_each(|joint| {
            if !seen.contains(&joint) {
                seen.push(joint);
            }
        });
        let theirs = tree.brought(&board, open.team.other());
        let lines = tree.affordable();
        leash.begin(lines);
        let root = tree.grown(&board, [seen, theirs], lines / 2, leash);
        let liked = root.liked();
        let mut joints: Vec<Joint> = liked.iter().copied().take(TOLD).collect();
        let done = done.and_then(|(index, step)| {
            let has = |joint: &&Joint| joint[index] == step;
            let best = liked.iter().find(has)?;
            if !joints.contains(best) {
                joints.push(*best);
            }
            joints.iter().position(|joint| joint == best)
        });
        let count = joints.len();
        let lines = lines / 2 / count.max(1) as u32;
        Trials {
            tree,
            root,
            joints,
            sums: vec![0; count],
            duels: vec![Duel::default(); count],
            done,
            lines,
        }
    }

    /// Plays every joint move on, all on the same lines; a few at least, however soon the leash is pulled.
    fn play(&mut self, leash: &Leash) {
        let mut worths = vec![0; self.joints.len()];
        let mut played = 0;
        while played < Duel::ENOUGH || played < self.lines && !leash.pulled() {
            let luck = mixed(ADVISER, played.into());
            for (joint, worth) in self.joints.iter().zip(&mut worths) {
                *worth = self.tree.trial(&self.root, joint, luck);
            }
            let other = self.done.map(|done| worths[done]);
            for ((sum, duel), worth) in self.sums.iter_mut().zip(&mut self.duels).zip(&worths) {
                *sum += u64::from(*worth);
                duel.note(*worth, other.unwrap_or(*worth));
            }
            played += 1;
            leash.played(worths.len() as u32);
        }
        self.lines = played;
    }

    fn told(self, open: &Open, beside: Option<&Command>) -> Vec<Advice<Command>> {
        let lines = self.lines;
        let mut told: Vec<Advice<Command>> = Vec::with_capacity(self.joints.len());
        for (place, joint) in self.joints.iter().enumerate() {
            let free =
                open.position.living(open.team).filter(|(index, _)| open.given[*index].is_none());
            let mut commands: Vec<Command> =
                free.map(|(index, _)| order(index, joint[index])).collect();
            if let Some(beside) = beside.filter(|_| self.done == Some(place)) {
                // In the words in which it was given.
                let slot = beside.slot(open.round);
                let given = commands.iter_mut().find(|command| command.slot(open.round) == slot);
                given.into_iter().for_each(|command| *command = beside.clone());
            }
            told.push(Advice {
                commands,
                chance: Some((self.sums[place] / u64::from(lines)) as u32),
                lines,
                better: self.duels[place].is_won(),
                often: None,
            });
        }
        arrange(&mut told, |advice| [-i64::from(advice.chance.unwrap_or(0)), 0]);
        told
    }
}

/// Leaves the pieces that are told something already as they are told.
fn keep_to(open: &Open, joint: &mut Joint) {
    for (step, given) in joint.iter_mut().zip(&open.given) {
        if let Some(given) = given {
            *step = *given;
        }
    }
}

fn replaced(joint: &Joint, index: usize, step: Option<Step>) -> Joint {
    let mut joint = *joint;
    joint[index] = step;
    joint
}
