//! Random play: who acts next and what they do, decided by a seed.

use std::cell::Cell;

use senet_kernel::{Actor, Dice, Draw, Events, Faults, Game, Key, Rng, Seat, Text};
use senet_table::{Luck, OpenError, Opening, Start, TableOf};

use crate::fuzz::{Fuzz, json};

/// A play is recorded up to this many entries; only the law of the bound follows it further.
const LONGEST: usize = 3000;

/// The laws look at no more positions of one play than this, spread over all of it.
const POINTS: usize = 60;

/// One accepted command and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Played<G: Game> {
    pub actor: Actor,
    pub command: G::Command,
    pub draws: Vec<Draw>,
    pub events: Vec<G::Event>,
    pub revealed: bool,
}

/// One recorded play.
pub(crate) struct Play<'a, G: Game> {
    pub config: &'a G::Config,
    pub seed: u64,
    /// What the set-up drew.
    pub setup: Vec<Draw>,
    /// The state after each entry; the first is the set-up.
    pub states: Vec<G>,
    /// `entries[n]` leads from `states[n]` to `states[n + 1]`.
    pub entries: Vec<Played<G>>,
    /// The entry that is looked at, for the report of a failure.
    at: &'a Cell<usize>,
}

impl<'a, G: Game> Play<'a, G> {
    /// Plays a game and keeps all of it.
    pub fn record(
        config: &'a G::Config,
        seed: u64,
        at: &'a Cell<usize>,
    ) -> Result<Play<'a, G>, Faults> {
        at.set(0);
        let mut driver = Driver::<G>::new(config, &seed.to_string())?;
        let mut play = Play {
            config,
            seed,
            setup: driver.dice.draws().to_vec(),
            states: vec![driver.game.clone()],
            entries: Vec::new(),
            at,
        };
        while play.entries.len() < LONGEST {
            at.set(play.entries.len() + 1);
            let Some(entry) = driver.step() else { break };
            play.entries.push(entry);
            play.states.push(driver.game.clone());
        }
        Ok(play)
    }

    /// The seed as a table is told it.
    pub fn seed_text(&self) -> String {
        self.seed.to_string()
    }

    pub fn key(&self) -> Key {
        Key::new(&self.seed_text(), [])
    }

    /// The last state that was reached.
    pub fn last(&self) -> &G {
        self.states.last().expect("a play begins with its set-up")
    }

    /// The numbers of the positions to look at: all, or some of a long play with both its ends.
    /// What is looked at is reported when a law is broken there.
    pub fn points(&self) -> impl Iterator<Item = usize> {
        self.some_points(POINTS)
    }

    /// At most `count` of the positions: one at random of each stretch of the play, and both ends.
    pub fn some_points(&self, count: usize) -> impl Iterator<Item = usize> {
        let all = self.states.len();
        let count = count.min(all);
        let mut rng = self.rng(all);
        (0..count).map(move |i| {
            let (from, to) = (i * all / count, (i + 1) * all / count);
            let point = match i {
                0 => 0,
                _ if i == count - 1 => all - 1,
                _ => from + rng.below((to - from) as u32) as usize,
            };
            self.look_at(point);
            point
        })
    }

    /// Notes the entry that a failure from here on belongs to.
    pub fn look_at(&self, entry: usize) {
        self.at.set(entry);
    }

    /// A random source of its own for each position, so that one play can be looked at alone.
    pub fn rng(&self, point: usize) -> Rng {
        Rng::new(self.seed.rotate_left(32) ^ point as u64 ^ 0x5e7e7)
    }

    /// Strange commands, made from those of this play.
    pub fn fuzz(&self) -> Fuzz<G> {
        Fuzz::new(self)
    }

    /// What can be done at a position by those who may act, and what was done: at most `count`.
    pub fn options(&self, point: usize, count: usize, rng: &mut Rng) -> Vec<(Actor, G::Command)> {
        let game = &self.states[point];
        let mut options = offers(game);
        let mut list = Vec::new();
        for seat in game.to_act().iter() {
            list.clear();
            game.legal(seat, &mut list);
            options.extend(list.iter().map(|command| (Actor::Seat(seat), command.clone())));
        }
        rng.shuffle(&mut options);
        if let Some(entry) = self.entries.get(point) {
            options.insert(0, (entry.actor, entry.command.clone()));
        }
        options.truncate(count);
        options
    }
}

/// What the game offers beside the lists: the clock's command, and idling and leaving seats.
pub(crate) fn offers<G: Game>(game: &G) -> Vec<(Actor, G::Command)> {
    let tick = game.tick().map(|tick| (Actor::Clock, tick.command));
    let idle = game.to_act().iter().filter_map(|seat| Some((Actor::Seat(seat), game.idle(seat)?)));
    let leave = Seat::first(game.seats()).filter_map(|seat| Some((Actor::Host, game.leave(seat)?)));
    tick.into_iter().chain(idle).chain(leave).collect()
}

/// A command carried out on a copy: the state after it and its entry, or the refusal.
pub(crate) fn tried<G: Game>(
    game: &G,
    actor: Actor,
    command: &G::Command,
    dice: &mut Dice,
) -> Result<(G, Played<G>), G::Rejection> {
    let mut after = game.clone();
    let mut events = Events::on();
    after.apply(actor, command, dice, &mut events)?;
    let entry = Played {
        actor,
        command: command.clone(),
        draws: dice.draws().to_vec(),
        revealed: events.revealed(),
        events: events.take(),
    };
    Ok((after, entry))
}

/// A table with an open seed, and so with the dice of a [`Driver`] with that seed.
pub(crate) fn open_table<G: Text>(config: &G::Config, seed: &str) -> Result<TableOf<G>, OpenError> {
    TableOf::open(Opening {
        start: Start::Config(json(config)),
        preset: None,
        seats: Vec::new(),
        luck: Luck::Open { seed: seed.to_owned() },
        seed: None,
        script: Vec::new(),
        branch: None,
    })
}

/// Plays on at random. Its habits differ from seed to seed, so that some plays see much of the
/// clock, some see each kind of command equally often, and from some a seat leaves.
pub(crate) struct Driver<G: Game> {
    pub game: G,
    pub dice: Dice,
    played: u64,
    rng: Rng,
    /// How often the clock acts while seats could, in eighths.
    clock: u32,
    /// Whether kinds of commands are equally likely, rather than commands.
    by_kind: bool,
    /// Whether seats leave now and then.
    leaving: bool,
}

impl<G: Game> Driver<G> {
    /// Sets up a game with the dice that a table with this open seed has.
    pub fn new(config: &G::Config, seed: &str) -> Result<Driver<G>, Faults> {
        let mut dice = Dice::seeded(&Key::new(seed, []));
        let game = G::new(config, &mut dice)?;
        let number = seed.bytes().fold(0, |number: u64, byte| {
            (number ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Ok(Driver::going_on(game, dice, number))
    }

    /// Goes on from a state.
    pub fn going_on(game: G, dice: Dice, seed: u64) -> Driver<G> {
        let mut rng = Rng::new(seed);
        Driver {
            game,
            dice,
            played: 0,
            clock: [1, 3, 4, 7][rng.below(4) as usize],
            by_kind: rng.below(2) == 0,
            leaving: rng.below(4) == 0,
            rng,
        }
    }

    /// One more entry; none once the game is over, or where nobody can act.
    pub fn step(&mut self) -> Option<Played<G>> {
        /// A list may hold commands that are refused, which is for another law to say.
        const TRIES: u32 = 64;

        if self.game.outcome().is_some() {
            return None;
        }
        for _ in 0..TRIES {
            let Some((actor, command)) = self.choose() else {
                continue;
            };
            self.dice.begin(self.played + 1);
            if let Ok((after, entry)) = tried(&self.game, actor, &command, &mut self.dice) {
                self.game = after;
                self.played += 1;
                return Some(entry);
            }
        }
        None
    }

    fn choose(&mut self) -> Option<(Actor, G::Command)> {
        if self.leaving && self.rng.below(32) == 0 {
            let seat = Seat::new(self.rng.below(self.game.seats() as u32) as usize)?;
            return Some((Actor::Host, self.game.leave(seat)?));
        }
        let seats: Vec<Seat> = self.game.to_act().iter().collect();
        if let Some(tick) = self.game.tick()
            && (seats.is_empty() || self.rng.below(8) < self.clock)
        {
            return Some((Actor::Clock, tick.command));
        }
        let seat = *self.rng.choose(&seats)?;
        let mut list = Vec::new();
        self.game.legal(seat, &mut list);
        let command = self.pick(&list).or_else(|| self.game.idle(seat))?;
        Some((Actor::Seat(seat), command))
    }

    fn pick(&mut self, list: &[G::Command]) -> Option<G::Command> {
        let any = self.rng.choose(list)?;
        if !self.by_kind {
            return Some(any.clone());
        }
        let mut kinds = Vec::new();
        for command in list {
            let kind = std::mem::discriminant(command);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let kind = self.rng.choose(&kinds)?;
        let of_kind: Vec<_> = list.iter().filter(|c| std::mem::discriminant(*c) == *kind).collect();
        self.rng.choose(&of_kind).map(|command| (*command).clone())
    }
}
