//! The bot that looks one step ahead.

use senet_kernel::{Actor, Dice, Events, Game, Key, Rng, Seat};

use crate::search::{beat, copied, may_wait, try_out};
use crate::{Bot, Evaluate, Outlook};

/// Tries each legal command on a few guesses at the game, with sampled dice, and takes the one that
/// looks best on average; equals are decided by lot.
///
/// Where a game plays to a beat, orders show what they are worth only when it ticks. There the bot
/// looks at the game after the tick, gives one order after another as long as each makes
/// things better, and gives none where none does.
#[derive(Debug)]
pub struct Greedy<G: Game> {
    rng: Rng,
    samples: Vec<Sample<G>>,
    commands: Vec<G::Command>,
    /// The state that commands are tried on, kept for its memory.
    trial: Option<G>,
    events: Events<G>,
}

/// One way in which hidden things may lie and dice may fall. Every command is tried on the same.
#[derive(Debug)]
struct Sample<G> {
    guess: G,
    dice: Dice,
}

/// How many guesses a command is tried on.
const SAMPLES: usize = 4;

/// The most orders that are given between two ticks.
const MOST_ORDERS: usize = 16;

impl<G: Evaluate> Greedy<G> {
    /// The bot of this seed.
    pub fn new(seed: u64) -> Greedy<G> {
        Greedy {
            rng: Rng::new(seed),
            samples: Vec::with_capacity(SAMPLES),
            commands: Vec::new(),
            trial: None,
            events: Events::off(),
        }
    }

    fn sample(&mut self, outlook: &Outlook<G>) {
        self.samples.clear();
        for _ in 0..SAMPLES {
            let guess = outlook.guess(&mut self.rng);
            // A key for each sample: a stream that the game names differs between them too.
            let dice = Dice::seeded(&Key::of_number(self.rng.next_u64())).unrecorded();
            self.samples.push(Sample { guess, dice });
        }
    }

    /// The best of the commands and what it is worth; none where there is no command.
    fn best(&mut self, seat: Seat) -> Option<(usize, i64)> {
        let mut best = None;
        let mut equals = 0;
        for index in 0..self.commands.len() {
            let total = self.total(seat, Some(index));
            match best {
                Some((_, highest)) if total < highest => continue,
                Some((_, highest)) if total == highest => equals += 1,
                _ => equals = 1,
            }
            if self.rng.below(equals) == 0 {
                best = Some((index, total));
            }
        }
        best
    }

    /// What a command is worth to the seat, or doing nothing: the sum over the samples.
    fn total(&mut self, seat: Seat, command: Option<usize>) -> i64 {
        let command = command.map(|index| &self.commands[index]);
        let mut total = 0;
        for Sample { guess, dice } in &mut self.samples {
            let trial = copied(&mut self.trial, guess);
            total += try_out(trial, seat, command, dice, &mut self.events);
        }
        total
    }

    /// Carries an order out on all samples, to see what else is wanted.
    fn give(&mut self, seat: Seat, order: &G::Command) {
        for Sample { guess, dice } in &mut self.samples {
            dice.begin(0);
            // A guess that refuses stays as it is.
            let _ = guess.apply(Actor::Seat(seat), order, dice, &mut self.events);
        }
    }
}

impl<G: Evaluate> Bot<G> for Greedy<G> {
    fn choose(&mut self, outlook: &Outlook<G>, out: &mut Vec<G::Command>) {
        let seat = outlook.seat();
        self.commands.clear();
        outlook.legal(&mut self.commands);
        if self.commands.is_empty() {
            return;
        }
        self.sample(outlook);
        let guess = &self.samples[0].guess;
        if beat(guess).is_none() {
            // Where others can act and nothing is owed, waiting is a choice too.
            let standing = if may_wait(guess, seat) { self.total(seat, None) } else { i64::MIN };
            let best = self.best(seat).filter(|(_, total)| *total > standing);
            out.extend(best.map(|(index, _)| self.commands.swap_remove(index)));
            return;
        }
        let mut standing = self.total(seat, None);
        for _ in 0..MOST_ORDERS {
            let Some((index, total)) = self.best(seat).filter(|(_, total)| *total > standing)
            else {
                return;
            };
            standing = total;
            let order = self.commands.swap_remove(index);
            self.give(seat, &order);
            out.push(order);
            self.commands.clear();
            self.samples[0].guess.legal(seat, &mut self.commands);
        }
    }
}
