//! Plans for Silosoft: the best that a team can do with draws that are laid open.
//!
//! A line that is played card by card never saves up: it completes what it can, and all commands look alike.
//! Here the draws of a line are fixed first, and the team plans with them, turn by turn: the states at the
//! end of a turn are judged, and the best are planned on. What is searched is the plan and never the luck of
//! the game itself: a bot draws many futures of its own and takes the command that leaves most of them won.
//!
//! With the true draws and a great width, the same plan is the clairvoyant by which bots are measured
//! (`cargo run --release -p senet-bots --example clairvoyant`).

use senet_kernel::{Actor, Dice, Events, Game, Outcome};
use senet_silosoft::{Command, Decision, Silosoft};

use crate::Evaluate;
use crate::search::mixed;

/// How a team plans.
#[derive(Clone, Copy, Debug)]
pub struct Planner {
    /// How many states are kept at the end of a turn.
    pub width: usize,
    /// How many commands are tried in a turn, from each state.
    pub tries: usize,
}

/// A state and what it is worth.
struct Kept {
    worth: i32,
    mark: u64,
    game: Silosoft,
}

impl Planner {
    /// Whether a way to win is found from here, with the draws of these dice.
    pub fn wins(&self, game: &Silosoft, dice: &mut Dice) -> bool {
        let mut states = vec![game.clone()];
        let mut ends: Vec<Kept> = Vec::new();
        while !states.is_empty() {
            ends.clear();
            for state in states.drain(..) {
                if self.turn(state, dice, &mut ends) {
                    return true;
                }
            }
            ends.sort_by_key(|kept| (std::cmp::Reverse(kept.worth), kept.mark));
            ends.dedup_by_key(|kept| kept.mark);
            ends.truncate(self.width);
            states.extend(ends.drain(..).map(|kept| kept.game));
        }
        false
    }

    /// Plays a turn in every way that is worth trying and adds what it leads to; says whether one wins.
    fn turn(&self, start: Silosoft, dice: &mut Dice, ends: &mut Vec<Kept>) -> bool {
        let turn = start.turn();
        let (mut open, mut commands, mut events) = (vec![start], Vec::new(), Events::off());
        let mut left = self.tries;
        while let Some(state) = open.pop() {
            match state.outcome() {
                Some(Outcome::Together { won: true }) => return true,
                Some(_) => continue,
                None => {}
            }
            if state.turn() != turn {
                ends.push(Kept { worth: worth(&state), mark: mark(&state), game: state });
                continue;
            }
            let Some(seat) = state.awaited().iter().next() else { continue };
            commands.clear();
            state.legal(seat, &mut commands);
            wanted(&state, &mut commands);
            // The last that is put on the pile is tried first: a completion before a trade before a pass.
            for command in &commands {
                // When the tries are used up, the turn is ended the short way.
                let more = matches!(command, Command::Complete { .. } | Command::Offer { .. });
                if left == 0 && more {
                    continue;
                }
                let mut next = state.clone();
                if next.apply(Actor::Seat(seat), command, dice, &mut events).is_ok() {
                    left = left.saturating_sub(1);
                    open.push(next);
                }
            }
        }
        false
    }
}

/// Leaves out what only wastes a try: an offer is made to be accepted, and one forfeit is like another.
fn wanted(state: &Silosoft, commands: &mut Vec<Command>) {
    match state.open() {
        Some(Decision::TradeAnswer) => {
            commands.retain(|command| matches!(command, Command::Accept {}));
        }
        Some(Decision::Penalty) => commands.truncate(1),
        // The list names completions first and the pass last; the pile turns it over.
        _ => commands.reverse(),
    }
}

fn worth(state: &Silosoft) -> i32 {
    state.evaluate(state.whose_turn())
}

/// A number that states share in which the team holds the same and has done the same.
fn mark(state: &Silosoft) -> u64 {
    let seats = senet_kernel::Seat::first(state.seats());
    let done = seats.fold(0, |sum: u64, seat| {
        let due = u64::from(state.due(seat).unwrap_or(0));
        mixed(sum, u64::from(state.completed_by(seat)) << 8 | due)
    });
    let card = |held: senet_silosoft::HandCard| {
        let kind = (held.staff.role() as u64) << 8 | u64::from(held.staff.points());
        let release = u64::from(held.release.unwrap_or(0));
        mixed(7, (held.holder.index() as u64) << 32 | release << 16 | kind)
    };
    state.held().map(card).fold(done, u64::wrapping_add)
}
