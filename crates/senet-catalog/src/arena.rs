//! Games of bots against bots, as fast as they come.

use senet_bots::{Bot, Evaluate, Outlook};
use senet_kernel::{
    Actor, Dice, Events, Fault, Faults, Game, Key, Outcome, Rng, Seat, SeatSet, TickKind,
};

use crate::any_game::Make;

/// One game that bots played.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// Whose move it is among bots.
///
/// A seat that is alone to act is asked until it wants nothing. Where several act side by side, each
/// is asked once; then the clock ticks, or, without a clock, the round of asking begins anew.
#[derive(Clone, Debug, Default)]
pub struct Turns {
    asked: SeatSet,
    to_act: SeatSet,
    countdown: Option<u32>,
}

impl Turns {
    /// The seat to ask next; none means that it is the clock's turn, or nobody's.
    pub fn next(&mut self, to_act: SeatSet, countdown: Option<u32>) -> Option<Seat> {
        let all_asked = to_act.iter().all(|seat| self.asked.contains(seat));
        let changed = self.to_act != to_act || self.countdown != countdown;
        if changed || all_asked && countdown.is_none() {
            *self = Turns { asked: SeatSet::NONE, to_act, countdown };
        }
        to_act.iter().find(|seat| !self.asked.contains(*seat))
    }

    /// Notes that the seat was asked, and whether it wanted anything.
    pub fn answered(&mut self, seat: Seat, wanted: bool) {
        if self.to_act.len() > 1 || !wanted {
            self.asked = self.asked.with(seat);
        }
    }
}

/// Plays one game.
pub(crate) fn play<G: Evaluate>(
    config: &G::Config,
    makes: &[Make<G>],
    seed: u64,
    number: u64,
) -> Result<Played, Faults> {
    let mut luck = Rng::new(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut dice = Dice::seeded(&Key::of_number(luck.next_u64())).unrecorded();
    dice.begin(0);
    let game = G::new(config, &mut dice)?;
    if makes.len() != game.seats() {
        let sentence = format!("{} bots for {} seats", makes.len(), game.seats());
        return Err(Fault::new("bots", "wrong_count", sentence).into());
    }
    let bots = makes.iter().map(|make| make(luck.next_u64())).collect();
    Ok(Match { game, bots, dice, events: Events::off(), commands: 0, choices: 0, options: 0 }.run())
}

struct Match<G: Game> {
    game: G,
    bots: Vec<Box<dyn Bot<G>>>,
    dice: Dice,
    events: Events<G>,
    commands: u32,
    choices: u32,
    options: u64,
}

impl<G: Game> Match<G> {
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
        moved || self.game.idle(seat).is_some_and(|idle| self.carry_out(Actor::Seat(seat), &idle))
    }

    fn carry_out(&mut self, actor: Actor, command: &G::Command) -> bool {
        self.dice.begin(u64::from(self.commands) + 1);
        let done = self.game.apply(actor, command, &mut self.dice, &mut self.events).is_ok();
        self.commands += u32::from(done);
        done
    }
}
