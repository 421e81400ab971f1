//! Games as numbers behind one object-safe interface, with bots beside whoever learns.
#![allow(
    clippy::disallowed_types,
    reason = "what learners see are floats; no rule depends on them"
)]

use std::marker::PhantomData;
use std::sync::Arc;

use senet_bots::{Bot, Learned, Mind, Network, NetworkFault, Outlook};
use senet_encode::{Arrays, Batch, Encode, End, Misstep, Part, Play, Wrong};
use senet_kernel::{Faults, Rng, Seat, Text, Viewer};
use serde_json::Value;

use senet_desk::{AnyBot, any_bot, named, unknown_bot};

/// The encoding of a game of the house.
pub trait AnyEncoding: Send + Sync {
    /// The game's id.
    fn id(&self) -> &'static str;
    /// The number of the encoding.
    fn version(&self) -> u32;
    /// The names of the letters; there are as many as the mask has places.
    fn letters(&self) -> Vec<String>;
    /// How many floats an observation has.
    fn width(&self) -> usize;
    /// The parts of an observation; the last has no name and says where the one before it ends.
    fn layout(&self, config: &Value) -> Result<Vec<Part>, Faults>;
    /// A new game.
    fn play(&self, config: &Value, seed: u64) -> Result<Box<dyn AnyPlay>, Faults>;
    /// Many games side by side.
    fn batch(
        &self,
        config: &Value,
        count: usize,
        learner: Option<Seat>,
        threads: usize,
    ) -> Result<Box<dyn AnyBatch>, Faults>;
    /// A bot that is led by a network, which is the text of a file, and looks at so many lines.
    fn learned(
        &self,
        network: &str,
        lines: u32,
        seed: u64,
    ) -> Result<Box<dyn AnyBot>, NetworkFault>;
}

/// One way in which dice can fall: its probability, and the game after it.
pub type Fate = (f64, Box<dyn AnyPlay>);

/// One game, a letter at a time ([`Play`]), some of whose seats bots may hold.
pub trait AnyPlay: Send {
    /// Starts a new game; bots stay in their seats.
    fn reset(&mut self, seed: u64);
    /// How many seats play.
    fn seats(&self) -> usize;
    /// Who is to choose a letter; none at the end.
    fn seat(&self) -> Option<Seat>;
    /// How it ended, if it did.
    fn end(&self) -> Option<End>;
    /// What the end is worth to a seat; 0 before it.
    fn worth(&self, seat: Seat) -> f32;
    /// How many commands were carried out.
    fn commands(&self) -> u32;
    /// Whether a word was begun and is not whole.
    fn is_spelling(&self) -> bool;
    /// Writes what a seat sees.
    fn observe(&self, seat: Seat, out: &mut [f32]);
    /// Writes which letters a seat may choose.
    fn mask(&self, seat: Seat, out: &mut [bool]);
    /// Chooses a letter.
    fn step(&mut self, letter: i64) -> Result<(), Misstep>;
    /// Chooses a letter at random.
    fn any_letter(&self, rng: &mut Rng) -> Option<u16>;
    /// Every way in which the dice of a letter can fall.
    fn fates(&self, letter: i64) -> Result<Vec<Fate>, Misstep>;
    /// The viewer's view as JSON.
    fn view(&self, viewer: Viewer) -> Value;
    /// The same as a drawing in letters.
    fn drawing(&self, viewer: Viewer) -> String;
    /// Puts a bot on a seat, by name.
    fn seat_bot(&mut self, seat: Seat, bot: &str, seed: u64) -> Result<(), Faults>;
    /// Lets the bots play until a seat without one is to choose, or the game is over.
    fn bots_act(&mut self);
    /// The same game once more, without bots.
    fn copy(&self) -> Box<dyn AnyPlay>;
}

/// Many games side by side ([`Batch`]).
pub trait AnyBatch: Send + Sync {
    /// How many seats each game has.
    fn seats(&self) -> usize;
    /// Starts all games anew.
    fn reset(&mut self, seeds: &[u64], arrays: Arrays<'_>) -> Result<(), Wrong>;
    /// Takes a letter in each game.
    fn step(&mut self, letters: &[i64], arrays: Arrays<'_>) -> Result<(), Wrong>;
    /// Chooses a letter at random in each game.
    fn any_letters(&self, rng: &mut Rng, out: &mut [i64]) -> Result<(), Wrong>;
}

/// The encoding of a game.
pub(crate) fn of<G: Text + Mind + Encode>() -> Box<dyn AnyEncoding> {
    Box::new(Encoded::<G>(PhantomData))
}

struct Encoded<G>(PhantomData<fn() -> G>);

impl<G: Text + Mind + Encode> AnyEncoding for Encoded<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn version(&self) -> u32 {
        G::ENCODING
    }

    fn letters(&self) -> Vec<String> {
        (0..G::LETTERS as u16).map(G::letter).collect()
    }

    fn width(&self) -> usize {
        G::width()
    }

    fn layout(&self, config: &Value) -> Result<Vec<Part>, Faults> {
        let play = Play::<G>::new(Arc::new(G::read_config(config)?), 0)?;
        Ok(G::layout(&play.view(Viewer::Seat(Seat::FIRST)), Seat::FIRST))
    }

    fn play(&self, config: &Value, seed: u64) -> Result<Box<dyn AnyPlay>, Faults> {
        let play = Play::<G>::new(Arc::new(G::read_config(config)?), seed)?;
        Ok(Box::new(Seated::of(play)))
    }

    fn batch(
        &self,
        config: &Value,
        count: usize,
        learner: Option<Seat>,
        threads: usize,
    ) -> Result<Box<dyn AnyBatch>, Faults> {
        let config = Arc::new(G::read_config(config)?);
        Ok(Box::new(Batch::<G>::new(&config, count, learner, threads)?))
    }

    fn learned(
        &self,
        network: &str,
        lines: u32,
        seed: u64,
    ) -> Result<Box<dyn AnyBot>, NetworkFault> {
        let bot = Learned::<G>::new(Network::read::<G>(network)?, lines, seed);
        Ok(any_bot::<G>(Box::new(bot), seed))
    }
}

/// A game with its bots.
struct Seated<G: Encode> {
    play: Play<G>,
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    list: Vec<G::Command>,
}

impl<G: Encode> Seated<G> {
    fn of(play: Play<G>) -> Seated<G> {
        let bots = (0..play.seats()).map(|_| None).collect();
        Seated { play, bots, list: Vec::new() }
    }

    /// Asks the bot of the seat to choose, if there is one, and does what it wants.
    fn bot_acts(&mut self) -> bool {
        let Some(seat) = self.play.seat() else { return false };
        let Some(Some(bot)) = self.bots.get_mut(seat.index()) else { return false };
        self.list.clear();
        bot.choose(&Outlook::of_game(self.play.game(), seat), &mut self.list);
        let mut moved = false;
        for command in self.list.drain(..) {
            moved |= self.play.submit(seat, &command);
        }
        // With a beat a bot has given all its orders at once.
        let done = !moved || self.play.beats();
        if self.play.seat() == Some(seat) && done && self.play.may_pass() {
            self.play.pass();
            return true;
        }
        moved || self.play.game().idle(seat).is_some_and(|idle| self.play.submit(seat, &idle))
    }
}

impl<G: Text + Mind + Encode> AnyPlay for Seated<G> {
    fn reset(&mut self, seed: u64) {
        self.play.reset(seed);
    }

    fn seats(&self) -> usize {
        self.play.seats()
    }

    fn seat(&self) -> Option<Seat> {
        self.play.seat()
    }

    fn end(&self) -> Option<End> {
        self.play.end()
    }

    fn worth(&self, seat: Seat) -> f32 {
        self.play.worth(seat)
    }

    fn commands(&self) -> u32 {
        self.play.commands()
    }

    fn is_spelling(&self) -> bool {
        self.play.is_spelling()
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        self.play.observe(seat, out);
    }

    fn mask(&self, seat: Seat, out: &mut [bool]) {
        self.play.mask(seat, out);
    }

    fn step(&mut self, letter: i64) -> Result<(), Misstep> {
        self.play.step(letter)
    }

    fn any_letter(&self, rng: &mut Rng) -> Option<u16> {
        self.play.any_letter(rng)
    }

    fn fates(&self, letter: i64) -> Result<Vec<Fate>, Misstep> {
        let boxed = |(chance, play)| (chance, Box::new(Seated::of(play)) as Box<dyn AnyPlay>);
        Ok(self.play.fates(letter)?.into_iter().map(boxed).collect())
    }

    fn view(&self, viewer: Viewer) -> Value {
        serde_json::to_value(self.play.view(viewer)).expect("a view is plain data")
    }

    fn drawing(&self, viewer: Viewer) -> String {
        let view = self.play.view(viewer);
        G::draw(&view, viewer).plain() + &G::prompt(&view, viewer)
    }

    fn seat_bot(&mut self, seat: Seat, bot: &str, seed: u64) -> Result<(), Faults> {
        let made = named::<G>(bot, seed).ok_or_else(|| unknown_bot(bot))?;
        if let Some(slot) = self.bots.get_mut(seat.index()) {
            *slot = Some(made);
        }
        Ok(())
    }

    fn bots_act(&mut self) {
        while self.bot_acts() {}
    }

    fn copy(&self) -> Box<dyn AnyPlay> {
        Box::new(Seated::of(self.play.clone()))
    }
}

impl<G: Encode> AnyBatch for Batch<G> {
    fn seats(&self) -> usize {
        Batch::seats(self)
    }

    fn reset(&mut self, seeds: &[u64], arrays: Arrays<'_>) -> Result<(), Wrong> {
        Batch::reset(self, seeds, arrays)
    }

    fn step(&mut self, letters: &[i64], arrays: Arrays<'_>) -> Result<(), Wrong> {
        Batch::step(self, letters, arrays)
    }

    fn any_letters(&self, rng: &mut Rng, out: &mut [i64]) -> Result<(), Wrong> {
        Batch::any_letters(self, rng, out)
    }
}
