//! Games of bots against bots, as fast as they come.

use senet_bots::{Bot, Mind, Outlook, Turns};
use senet_kernel::{
    Actor, Dice, Events, Fault, Faults, Game, Hash, Key, Outcome, Rng, Seat, TickKind, counted,
    hash,
};
use serde::{Deserialize, Serialize};

use crate::any_game::{Who, unknown_bot};
use crate::program::Outside;

/// One game that bots played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// How it ended; none where it did not within the game's bound.
    pub outcome: Option<Outcome>,
    /// What made it end.
    #[serde(default)]
    pub ended: Ended,
    /// How many seats played.
    pub seats: usize,
    /// How many commands were carried out, those of the clock included.
    pub commands: u32,
    /// How often a seat was to choose.
    pub choices: u32,
    /// How many commands it could choose from, summed up.
    pub options: u64,
    /// Stands for all commands in their order: games with the same print are the same game. None from
    /// modules that do not tell it.
    #[serde(default)]
    pub print: Option<Hash>,
}

/// What made a game end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// Its rules.
    #[default]
    Rules,
    /// Its bound: it went on for as many commands as a game can have.
    Bound,
    /// Nobody wanted anything any more.
    Stuck,
}

/// One game among many: the same seed and number deal the same luck, whoever plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The seed of all of them.
    pub seed: u64,
    /// Which.
    pub number: u64,
}

impl Deal {
    /// The luck that the deal's dice and bots come from.
    fn luck(self) -> Rng {
        Rng::new(self.seed ^ self.number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// The key of its dice.
    pub fn key(self) -> Key {
        Key::of_number(self.luck().next_u64())
    }
}

/// Who looks on while a game is played.
pub trait Witness<G: Game> {
    /// The events to be told; off where nobody asks.
    fn events() -> Events<G>;
    /// Sees the game before a command.
    fn before(&mut self, game: &G, commands: u32);
    /// Hears what a command led to.
    fn after(&mut self, events: &Events<G>);
}

/// Nobody looks on.
pub struct Nobody;

impl<G: Game> Witness<G> for Nobody {
    fn events() -> Events<G> {
        Events::off()
    }
    fn before(&mut self, _game: &G, _commands: u32) {}
    fn after(&mut self, _events: &Events<G>) {}
}

/// A game that was played: what came of it, its last state, and everything that was done.
pub struct Course<G: Game> {
    /// What came of it.
    pub played: Played,
    /// Its last state.
    pub last: G,
    /// Everything that was done, in order.
    pub deeds: Vec<(Actor, G::Command)>,
}

/// Plays one game before a witness. Bots are made by name and seed.
pub fn play<G: Mind, W: Witness<G>>(
    config: &G::Config,
    who: Vec<Who<'_>>,
    deal: Deal,
    named: impl Fn(&str, u64) -> Option<Box<dyn Bot<G>>>,
    witness: &mut W,
) -> Result<Course<G>, Faults> {
    let mut luck = deal.luck();
    let mut dice = Dice::seeded(&Key::of_number(luck.next_u64())).unrecorded();
    dice.begin(0);
    let game = G::new(config, &mut dice)?;
    if who.len() != game.seats() {
        let sentence =
            format!("{} for {}", counted(who.len(), "bot"), counted(game.seats(), "seat"));
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
    let events = W::events();
    let deeds = Vec::new();
    Ok(Match { game, bots, dice, events, witness, deeds, choices: 0, options: 0 }.run())
}

struct Match<'a, G: Game, W> {
    game: G,
    bots: Vec<Box<dyn Bot<G> + 'a>>,
    dice: Dice,
    events: Events<G>,
    witness: &'a mut W,
    deeds: Vec<(Actor, G::Command)>,
    choices: u32,
    options: u64,
}

impl<G: Game, W: Witness<G>> Match<'_, G, W> {
    fn run(mut self) -> Course<G> {
        let ended = self.play_on();
        let played = Played {
            outcome: self.game.outcome(),
            ended,
            seats: self.game.seats(),
            commands: self.commands(),
            choices: self.choices,
            options: self.options,
            print: Some(hash(&self.deeds)),
        };
        Course { played, last: self.game, deeds: self.deeds }
    }

    /// How many commands were carried out.
    const fn commands(&self) -> u32 {
        self.deeds.len() as u32
    }

    fn play_on(&mut self) -> Ended {
        let bound = self.game.bound();
        let mut turns = Turns::default();
        let mut list = Vec::new();
        let mut declined = 0;
        while self.game.outcome().is_none() {
            if self.commands() >= bound {
                return Ended::Bound;
            }
            let tick = self.game.tick();
            let beat = tick.as_ref().filter(|tick| tick.kind == TickKind::Beat);
            let countdown = beat.map(|tick| tick.number);
            let moved = match turns.next(self.game.to_act(), countdown) {
                Some(seat) => {
                    let wanted = self.ask(seat, &mut list);
                    turns.answered(seat, wanted);
                    wanted
                }
                None => tick.is_some_and(|tick| self.carry_out(Actor::Clock, tick.command)),
            };
            declined = if moved { 0 } else { declined + 1 };
            // Where nobody wants anything only a time limit moves the game on.
            if declined > self.game.seats() {
                let tick = self.game.tick();
                if !tick.is_some_and(|tick| self.carry_out(Actor::Clock, tick.command)) {
                    return Ended::Stuck;
                }
                declined = 0;
            }
        }
        Ended::Rules
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
            moved |= self.carry_out(Actor::Seat(seat), command);
        }
        moved || self.leaves(seat) || self.idles(seat)
    }

    /// Takes a seat out whose bot is gone, where the game has a rule for that.
    fn leaves(&mut self, seat: Seat) -> bool {
        let gone = self.bots[seat.index()].gone();
        let leave = if gone { self.game.leave(seat) } else { None };
        leave.is_some_and(|leave| self.carry_out(Actor::Host, leave))
    }

    fn idles(&mut self, seat: Seat) -> bool {
        self.game.idle(seat).is_some_and(|idle| self.carry_out(Actor::Seat(seat), idle))
    }

    fn carry_out(&mut self, actor: Actor, command: G::Command) -> bool {
        self.dice.begin(u64::from(self.commands()) + 1);
        self.witness.before(&self.game, self.commands());
        let done = self.game.apply(actor, &command, &mut self.dice, &mut self.events).is_ok();
        if done {
            self.deeds.push((actor, command));
            self.witness.after(&self.events);
        }
        self.events.clear();
        done
    }
}
