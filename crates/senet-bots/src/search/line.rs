//! One line: a game played on from a guess to its end, by the policy in every seat.

use senet_kernel::{Actor, Dice, Events, Game, Key, Outcome, Seat, TickKind};

use super::policy::copied;
use super::{CERTAIN, Policy, Trials};
use crate::Turns;

/// Plays lines, and allocates nothing once its buffers are warm.
#[derive(Debug)]
pub struct Player<G: Game> {
    game: Option<G>,
    dice: Dice,
    events: Events<G>,
    trials: Trials<G>,
}

impl<G: Game> Default for Player<G> {
    fn default() -> Player<G> {
        Player {
            game: None,
            dice: Dice::seeded(&Key::of_number(0)).unrecorded(),
            events: Events::off(),
            trials: Trials::default(),
        }
    }
}

/// How a line begins.
#[derive(Debug)]
pub enum Opening<'a, C> {
    /// With whoever is to act.
    AsItStands,
    /// With a command, or with waiting, of a seat.
    By(Seat, Option<&'a C>),
    /// With a command of anybody.
    Entry(Actor, &'a C),
}

impl<C> Clone for Opening<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Opening<'_, C> {}

impl<G: Policy> Player<G> {
    /// What the evaluation makes of a command right after it, or of waiting.
    pub(crate) fn judge(
        &mut self,
        guess: &G,
        seat: Seat,
        command: Option<&G::Command>,
        number: u64,
    ) -> i64 {
        self.trials.reseed(number);
        self.trials.worth_after(guess, seat, command)
    }

    /// What the policy would do on a guess.
    pub(crate) fn reply(&mut self, guess: &G, seat: Seat, number: u64) -> Option<G::Command> {
        self.trials.reseed(number);
        guess.reply(seat, &mut self.trials)
    }

    /// Plays a line and says what its end is worth to the seat, 0 to [`CERTAIN`]. The same number
    /// gives the same luck; none where the game refuses the opening.
    pub fn line(
        &mut self,
        from: &G,
        opening: Opening<'_, G::Command>,
        seat: Seat,
        number: u64,
    ) -> Option<u32> {
        self.line_at(0, from, opening, seat, number)
    }

    /// The same from a position after so many entries. Lines of one number draw the same luck for the same
    /// entry, wherever they begin: so positions of one game differ by what was done and not by their lines.
    pub fn line_at(
        &mut self,
        entry: u64,
        from: &G,
        opening: Opening<'_, G::Command>,
        seat: Seat,
        number: u64,
    ) -> Option<u32> {
        self.dice.reseed(&Key::of_number(number));
        let game = copied(&mut self.game, from);
        let chapter = from.chapter();
        let mut line = Line {
            game,
            dice: &mut self.dice,
            events: &mut self.events,
            turns: Turns::default(),
            entry,
            commands: 0,
        };
        match opening {
            Opening::AsItStands => {}
            Opening::By(seat, command) => line.begin(seat, command)?,
            Opening::Entry(actor, command) => line.carry_out(actor, command)?,
        }
        if let Some(planned) = line.game.planned(seat, line.dice) {
            return Some(planned);
        }
        // Another key of the same number: the luck by which the players of the line try out.
        self.trials.reseed(!number);
        line.play(chapter, &mut self.trials);
        Some(value(game, seat))
    }

    /// How a line goes on after these commands of a seat: the state before each command, who gives it, and what.
    /// At most so many, the seat's own among them.
    pub fn course(
        &mut self,
        from: &G,
        seat: Seat,
        commands: &[G::Command],
        most: usize,
    ) -> Vec<(G, Actor, G::Command)> {
        self.dice.reseed(&Key::of_number(0));
        self.trials.reseed(!0);
        let mut line = Line {
            game: copied(&mut self.game, from),
            dice: &mut self.dice,
            events: &mut self.events,
            turns: Turns::default(),
            entry: 0,
            commands: 0,
        };
        let mut course = Vec::with_capacity(most);
        for command in commands {
            let before = line.game.clone();
            if line.begin(seat, Some(command)).is_none() {
                return course;
            }
            course.push((before, Actor::Seat(seat), command.clone()));
        }
        while course.len() < most && line.game.outcome().is_none() {
            let before = line.game.clone();
            let Some((actor, command)) = line.step(&mut self.trials) else { break };
            course.push((before, actor, command));
        }
        course
    }
}

struct Line<'a, G: Game> {
    game: &'a mut G,
    dice: &'a mut Dice,
    events: &'a mut Events<G>,
    turns: Turns,
    /// The entry that it begins after.
    entry: u64,
    commands: u32,
}

impl<G: Policy> Line<'_, G> {
    fn begin(&mut self, seat: Seat, command: Option<&G::Command>) -> Option<()> {
        self.next();
        if let Some(command) = command {
            self.carry_out(Actor::Seat(seat), command)?;
        }
        self.turns.answered(seat, command.is_some());
        Some(())
    }

    fn next(&mut self) -> Option<Seat> {
        let tick = self.game.tick();
        let beat = tick.filter(|tick| tick.kind == TickKind::Beat).map(|tick| tick.number);
        self.turns.next(self.game.to_act(), beat)
    }

    fn play(&mut self, chapter: usize, trials: &mut Trials<G>) {
        let bound = self.game.bound();
        let last = G::HORIZON.map_or(bound, |horizon| horizon.min(bound));
        let mut declined = 0;
        let goes_on = |game: &G| game.outcome().is_none() && game.chapter() == chapter;
        while self.commands < last && goes_on(self.game) {
            let moved = self.step(trials).is_some();
            declined = if moved { 0 } else { declined + 1 };
            // Where nobody wants anything only a time limit moves the game on.
            if declined > self.game.seats() {
                if self.clock().is_none() {
                    return;
                }
                declined = 0;
            }
        }
    }

    /// Asks whoever is next, or the clock; what was done, if anything was.
    fn step(&mut self, trials: &mut Trials<G>) -> Option<(Actor, G::Command)> {
        match self.next() {
            Some(seat) => {
                let moved = self.ask(seat, trials);
                self.turns.answered(seat, moved.is_some());
                moved
            }
            None => self.clock(),
        }
    }

    fn ask(&mut self, seat: Seat, trials: &mut Trials<G>) -> Option<(Actor, G::Command)> {
        // Nobody is absent where the game does not wait for them.
        let absent = || self.game.awaited().contains(seat).then(|| self.game.idle(seat)).flatten();
        let wanted = self.game.reply(seat, trials).or_else(absent)?;
        self.carry_out(Actor::Seat(seat), &wanted)?;
        Some((Actor::Seat(seat), wanted))
    }

    fn clock(&mut self) -> Option<(Actor, G::Command)> {
        let tick = self.game.tick()?;
        self.carry_out(Actor::Clock, &tick.command)?;
        Some((Actor::Clock, tick.command))
    }

    fn carry_out(&mut self, actor: Actor, command: &G::Command) -> Option<()> {
        self.dice.begin(self.entry + u64::from(self.commands) + 1);
        self.commands += 1;
        self.game.apply(actor, command, self.dice, self.events).ok()
    }
}

/// What a state is worth to a seat, from 0 to [`CERTAIN`]: the share of the win that it has where the
/// game is over, and what the evaluation makes of it where the line was cut.
pub fn value<G: Policy>(game: &G, seat: Seat) -> u32 {
    match game.outcome() {
        Some(outcome) => share(&outcome, seat),
        None => judged(game.evaluate(seat), G::SURE),
    }
}

/// The share of the win that a seat has: half of a draw, and a part of a first place that is shared.
pub fn share(outcome: &Outcome, seat: Seat) -> u32 {
    match outcome {
        Outcome::Versus { winner: None } => CERTAIN / 2,
        Outcome::Ranked { scores } if outcome.won_by(seat) => {
            let best = scores.list().iter().filter(|score| **score == scores.of(seat)).count();
            CERTAIN / best.max(1) as u32
        }
        _ if outcome.won_by(seat) => CERTAIN,
        _ => 0,
    }
}

/// An evaluation as a chance: even at 0, three of four at `sure`, and never quite certain.
fn judged(evaluation: i32, sure: i32) -> u32 {
    let half = i64::from(CERTAIN / 2);
    let evaluation = i64::from(evaluation);
    (half + half * evaluation / (evaluation.abs() + i64::from(sure.max(1)))) as u32
}
