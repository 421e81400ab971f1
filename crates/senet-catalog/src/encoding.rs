//! Games as numbers behind one object-safe interface, with bots beside whoever learns.
#![allow(
    clippy::disallowed_types,
    reason = "what learners see are floats; no rule depends on them"
)]

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use senet_bots::{Bot, Learned, Leash, Mind, Network, NetworkFault, Outlook, Tree};
use senet_encode::{Arrays, Batch, Encode, End, Lots, Misstep, Part, Play, Shape, Wrong};
use senet_kernel::{Dice, Fault, Faults, Key, Rng, Seat, Text, Viewer};
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
    ) -> Result<Box<dyn AnyBatch>, Faults>;
    /// A game that is under way, in the state that a host's table tells.
    fn position(&self, state: &str, seed: u64) -> Result<Box<dyn AnyPlay>, Faults>;
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
    /// Starts a new game; bots stay in their seats. One that came from a position starts there again.
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
    /// Shows the letters that the seat to choose may choose, the lowest first.
    fn letters(&self, each: &mut dyn FnMut(u16));
    /// Chooses a letter.
    fn step(&mut self, letter: i64) -> Result<(), Misstep>;
    /// Chooses a letter at random.
    fn any_letter(&self, rng: &mut Rng) -> Option<u16>;
    /// Plays the games of these numbers on from here with random letters and dice, and adds what each was
    /// worth to each seat.
    fn playouts(&self, seed: u64, numbers: Range<u64>, out: &mut Vec<f32>);
    /// Every way in which the dice of a letter can fall.
    fn fates(&self, letter: i64) -> Result<Vec<Fate>, Misstep>;
    /// The viewer's view as JSON.
    fn view(&self, viewer: Viewer) -> Value;
    /// The same as a drawing in letters.
    fn drawing(&self, viewer: Viewer) -> String;
    /// Puts a bot on a seat, by name.
    fn seat_bot(&mut self, seat: Seat, bot: &str, seed: u64) -> Result<(), Faults>;
    /// Lets the bots play until a seat without one is to choose, the game is over, or the leash is pulled.
    fn bots_act(&mut self, leash: &Leash);
    /// The same game once more, without bots.
    fn copy(&self) -> Box<dyn AnyPlay>;
}

/// Many games side by side ([`Batch`]).
pub trait AnyBatch: Send + Sync {
    /// How large its arrays are.
    fn shape(&self) -> Shape;
    /// Starts all games anew.
    fn reset(&mut self, seeds: &[u64], arrays: Arrays<'_>) -> Result<(), Wrong>;
    /// Says which letter cannot be taken.
    fn check(&self, letters: &[i64]) -> Result<(), Wrong>;
    /// Takes a letter in each game, or in none where one of them is wrong.
    fn step(&mut self, letters: &[i64], arrays: Arrays<'_>) -> Result<(), Wrong>;
    /// Chooses a letter at random in each game.
    fn any_letters(&self, lots: Lots, out: &mut [i64]) -> Result<(), Wrong>;
    /// A search from where each game stands; none for games whose commands have several letters.
    fn search(&self, lots: Lots) -> Option<Box<dyn AnySearch>>;
}

/// Searches side by side, one for each game of a batch, led by a judge outside ([`Tree`]). Each sees what the
/// seat to choose sees.
pub trait AnySearch: Send {
    /// Follows a line in each, and writes what is seen at its end, and whether that is to be judged.
    fn descend(&mut self, seen: &mut [f32], asked: &mut [bool]);
    /// Notes what the judge says: how much it likes each letter, and what the seat to choose will get.
    fn note(&mut self, likes: &[f32], values: &[f32]);
    /// How often each letter was chosen at the start.
    fn visits(&self, out: &mut [f32]);
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
        let play = Play::<G>::new(&G::read_config(config)?, 0)?;
        Ok(G::layout(&play.view(Viewer::Seat(Seat::FIRST)), Seat::FIRST))
    }

    fn play(&self, config: &Value, seed: u64) -> Result<Box<dyn AnyPlay>, Faults> {
        let config = G::read_config(config)?;
        let play = Play::<G>::new(&config, seed)?;
        Ok(Box::new(Seated::of(play, Origin::Config(Arc::new(config)))))
    }

    fn position(&self, state: &str, seed: u64) -> Result<Box<dyn AnyPlay>, Faults> {
        let unread = |error: serde_json::Error| Fault::new("", "bad_state", error.to_string());
        let game: G = serde_json::from_str(state).map_err(unread)?;
        game.inspect()?;
        let origin = Origin::Position(Box::new(game.clone()));
        Ok(Box::new(Seated::of(Play::at(game, seed), origin)))
    }

    fn batch(
        &self,
        config: &Value,
        count: usize,
        learner: Option<Seat>,
    ) -> Result<Box<dyn AnyBatch>, Faults> {
        let config = Arc::new(G::read_config(config)?);
        Ok(Box::new(Batch::<G>::new(&config, count, learner)?))
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

/// Where a game begins anew.
#[derive(Clone)]
enum Origin<G: Encode> {
    Config(Arc<G::Config>),
    Position(Box<G>),
}

/// A game with its bots.
struct Seated<G: Encode> {
    play: Play<G>,
    origin: Origin<G>,
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    list: Vec<G::Command>,
}

impl<G: Encode> Seated<G> {
    fn of(play: Play<G>, origin: Origin<G>) -> Seated<G> {
        let bots = (0..play.seats()).map(|_| None).collect();
        Seated { play, origin, bots, list: Vec::new() }
    }

    /// Asks the bot of the seat to choose, if there is one, and does what it wants.
    fn bot_acts(&mut self, leash: &Leash) -> bool {
        let Some(seat) = self.play.seat() else { return false };
        let Some(Some(bot)) = self.bots.get_mut(seat.index()) else { return false };
        self.list.clear();
        bot.think(&Outlook::of_game(self.play.game(), seat), leash, &mut self.list);
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
        match &self.origin {
            Origin::Config(config) => self.play.reset(config, seed),
            Origin::Position(game) => self.play = Play::at((**game).clone(), seed),
        }
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

    fn letters(&self, each: &mut dyn FnMut(u16)) {
        self.play.letters(each);
    }

    fn step(&mut self, letter: i64) -> Result<(), Misstep> {
        self.play.step(letter)
    }

    fn any_letter(&self, rng: &mut Rng) -> Option<u16> {
        self.play.any_letter(rng)
    }

    fn fates(&self, letter: i64) -> Result<Vec<Fate>, Misstep> {
        let boxed =
            |(chance, play)| -> Fate { (chance, Box::new(Seated::of(play, self.origin.clone()))) };
        Ok(self.play.fates(letter)?.into_iter().map(boxed).collect())
    }

    fn playouts(&self, seed: u64, numbers: Range<u64>, out: &mut Vec<f32>) {
        let seats = self.play.seats();
        self.play.playouts(seed, numbers, |end| {
            out.extend(Seat::first(seats).map(|seat| end.worth(seat)));
        });
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

    fn bots_act(&mut self, leash: &Leash) {
        while !leash.pulled() && self.bot_acts(leash) {}
    }

    fn copy(&self) -> Box<dyn AnyPlay> {
        Box::new(Seated::of(self.play.clone(), self.origin.clone()))
    }
}

impl<G: Encode> AnyBatch for Batch<G> {
    fn shape(&self) -> Shape {
        Batch::shape(self)
    }

    fn reset(&mut self, seeds: &[u64], arrays: Arrays<'_>) -> Result<(), Wrong> {
        Batch::reset(self, seeds, arrays)
    }

    fn check(&self, letters: &[i64]) -> Result<(), Wrong> {
        Batch::check(self, letters)
    }

    fn step(&mut self, letters: &[i64], arrays: Arrays<'_>) -> Result<(), Wrong> {
        Batch::step(self, letters, arrays)
    }

    fn any_letters(&self, lots: Lots, out: &mut [i64]) -> Result<(), Wrong> {
        Batch::any_letters(self, lots, out)
    }

    fn search(&self, lots: Lots) -> Option<Box<dyn AnySearch>> {
        G::SHORT.then(|| {
            let games = self.plays().zip(lots).map(|(play, lot)| Searched::<G>::new(play, lot));
            Box::new(Searches(games.collect())) as Box<dyn AnySearch>
        })
    }
}

struct Searches<G: Encode>(Vec<Searched<G>>);

/// A search from where one game stands.
struct Searched<G: Encode> {
    outlook: Outlook<'static, G>,
    tree: Tree,
    dice: Dice,
    rng: Rng,
}

impl<G: Encode> Searched<G> {
    fn new(play: &Play<G>, seed: u64) -> Searched<G> {
        let seat = play.seat().unwrap_or(Seat::FIRST);
        let mut rng = Rng::new(seed);
        let outlook = Outlook::of_view(play.view(Viewer::Seat(seat)), seat, &mut rng);
        let dice = Dice::seeded(&Key::of_number(seed)).unrecorded();
        Searched { outlook, tree: Tree::default(), dice, rng }
    }

    fn descend(&mut self, seen: &mut [f32]) -> bool {
        self.dice.reseed(&Key::of_number(self.rng.next_u64()));
        self.tree.descend(self.outlook.guess(&mut self.rng), &mut self.dice, seen)
    }
}

impl<G: Encode> AnySearch for Searches<G> {
    fn descend(&mut self, seen: &mut [f32], asked: &mut [bool]) {
        let rows = seen.chunks_exact_mut(G::OBSERVATION).zip(asked);
        for (search, (seen, asked)) in self.0.iter_mut().zip(rows) {
            *asked = search.descend(seen);
        }
    }

    fn note(&mut self, likes: &[f32], values: &[f32]) {
        let rows = likes.chunks_exact(G::LETTERS).zip(values);
        for (search, (likes, value)) in self.0.iter_mut().zip(rows) {
            search.tree.note(likes, *value);
        }
    }

    fn visits(&self, out: &mut [f32]) {
        for (search, out) in self.0.iter().zip(out.chunks_exact_mut(G::LETTERS)) {
            search.tree.visits(out);
        }
    }
}
