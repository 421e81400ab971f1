//! Games of bots against bots, as fast as they come.

use senet_bots::{Bot, Mind, Outlook, Turns};
use senet_kernel::{Actor, Dice, Events, Fault, Faults, Game, Key, Outcome, Rng, Seat, TickKind};
use serde::{Deserialize, Serialize};

use crate::any_game::{Who, unknown_bot};
use crate::program::Outside;

/// One game that bots played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// How it ended; none where it did not within the game's bound.
    pub outcome: Option<Outcome>,
    /// How many seats played.
    pub seats: usize,
    /// How many commands were carried out, those of the clock included.
    pub commands: u32,
    /// How often a seat was to choose.
    pub choices: u32,
    /// How many commands it could choose from, summed up.
    pub options: u64,
}

/// Plays one game. Bots are made by name and seed.
pub(crate) fn play<G: Mind>(
    config: &G::Config,
    who: Vec<Who<'_>>,
    seed: u64,
    number: u64,
    named: impl Fn(&str, u64) -> Option<Box<dyn Bot<G>>>,
) -> Result<Played, Faults> {
    let mut luck = Rng::new(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut dice = Dice::seeded(&Key::of_number(luck.next_u64())).unrecorded();
    dice.begin(0);
    let game = G::new(config, &mut dice)?;
    if who.len() != game.seats() {
        let sentence = format!("{} bots for {} seats", who.len(), game.seats());
        return Err(Fault::new("bots", "wrong_count", sentence).into());
    }
    let mut bots: Vec<Box<dyn Bot<G> + '_>> = Vec::with_capacity(who.len());
    for who in who {
        let seed = luck.next_u64();
        bots.push(match who {
            Who::Bot(name) => named(name, seed).ok_or_else(|| unknown_bot(name))?,
            Who::Program(program) => Box::new(Outside::new(program)),
        });
    }
    Ok(Match { game, bots, dice, events: Events::off(), commands: 0, choices: 0, options: 0 }.run())
}

struct Match<'a, G: Game> {
    game: G,
    bots: Vec<Box<dyn Bot<G> + 'a>>,
    dice: Dice,
    events: Events<G>,
    commands: u32,
    choices: u32,
    options: u64,
}

impl<G: Game> Match<'_, G> {
    fn run(mut self) -> Played {
        let bound = self.game.bound();
        let mut turns = Turns::default();
        let mut list = Vec::new();
        let mut declined = 0;
        while self.game.outcome().is_none() && self.commands < bound {
            let tick = self.game.tick();
            let beat = tick.as_ref().filter(|tick| tick.kind == TickKind::Beat);
            let countdown = beat.map(|tick| tick.number);
            let moved = match turns.next(self.game.to_act(), countdown) {
                Some(seat) => {
                    let wanted = self.ask(seat, &mut list);
                    turns.answered(seat, wanted);
                    wanted
                }
                None => tick.is_some_and(|tick| self.carry_out(Actor::Clock, &tick.command)),
            };
            declined = if moved { 0 } else { declined + 1 };
            // Where nobody wants anything only a time limit moves the game on.
            if declined > self.game.seats() {
                match self.game.tick() {
                    Some(tick) if self.carry_out(Actor::Clock, &tick.command) => declined = 0,
                    Some(_) | None => break,
                }
            }
        }
        Played {
            outcome: self.game.outcome(),
            seats: self.game.seats(),
            commands: self.commands,
            choices: self.choices,
            options: self.options,
        }
    }

    /// Asks a bot and carries out what it wants; says whether anything was done.
    fn ask(&mut self, seat: Seat, list: &mut Vec<G::Command>) -> bool {
        list.clear();
        self.game.legal(seat, list);
        self.choices += 1;
        self.options += list.len() as u64;
        list.clear();
        self.bots[seat.index()].choose(&Outlook::of_game(&self.game, seat), list);
        let mut moved = false;
        for command in list.drain(..) {
            moved |= self.carry_out(Actor::Seat(seat), &command);
        }
        moved || self.leaves(seat) || self.idles(seat)
    }

    /// Takes a seat out whose bot is gone, where the game has a rule for that.
    fn leaves(&mut self, seat: Seat) -> bool {
        let gone = self.bots[seat.index()].gone();
        let leave = if gone { self.game.leave(seat) } else { None };
        leave.is_some_and(|leave| self.carry_out(Actor::Host, &leave))
    }

    fn idles(&mut self, seat: Seat) -> bool {
        self.game.idle(seat).is_some_and(|idle| self.carry_out(Actor::Seat(seat), &idle))
    }

    fn carry_out(&mut self, actor: Actor, command: &G::Command) -> bool {
        self.dice.begin(u64::from(self.commands) + 1);
        let done = self.game.apply(actor, command, &mut self.dice, &mut self.events).is_ok();
        self.commands += u32::from(done);
        done
    }
}
