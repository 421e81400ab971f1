//! One game, a letter at a time.

use std::ops::Range;

use senet_kernel::{
    Actor, Chance, Dice, Events, Faults, Key, Outcome, Rng, Seat, SeatSet, TickKind, Viewer,
    outcomes_up_to,
};

use crate::words::Words;
use crate::{Encode, PASS, Sheet};

/// One game of which a single seat at a time is to choose a letter.
///
/// Where several seats may act at once, each is asked in turn, those that the game does not wait for
/// first; they may pass. In a game with a beat each seat goes on until it passes, and then the clock
/// ticks. What a seat decides stays hidden from the others just as its view hides it.
#[derive(Clone, Debug)]
pub struct Play<G: Encode> {
    game: G,
    dice: Dice,
    commands: u32,
    bound: u32,
    seat: Option<Seat>,
    may_pass: bool,
    passed: SeatSet,
    /// The letters that may be chosen, in a game of single letters.
    open: u64,
    list: Vec<G::Command>,
    words: Words,
}

/// How a play stands at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The game is over.
    Over(Outcome),
    /// It went on beyond its bound, or nobody could go on.
    Cut,
}

/// Why a letter was not taken. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misstep {
    /// Nothing follows the end.
    #[error("the game is over; reset it to play again")]
    Over,
    /// There is no such letter.
    #[error("{letter} is no action; there are {letters}, counted from 0")]
    NoLetter {
        /// What was asked for.
        letter: i64,
        /// How many there are.
        letters: usize,
    },
    /// The letter cannot come now.
    #[error("action {letter} is not allowed now; the mask says which are")]
    Closed {
        /// What was asked for.
        letter: u16,
    },
    /// The dice of the letter fall in more ways than are played out.
    #[error("the dice of action {letter} can fall in more than {MOST_FATES} ways")]
    TooManyFates {
        /// What was asked for.
        letter: u16,
    },
}

/// In how many ways the dice of a letter may fall where each is [asked for](Play::fates): those of four dice
/// fit, those of a shuffled deck never would.
pub const MOST_FATES: usize = 2048;

impl<G: Encode> Play<G> {
    /// A new game; the seed decides how its dice fall.
    pub fn new(config: &G::Config, seed: u64) -> Result<Play<G>, Faults> {
        let mut dice = Dice::seeded(&Key::of_number(seed)).unrecorded();
        dice.begin(0);
        Ok(Play::of(G::new(config, &mut dice)?, dice))
    }

    /// A game that is under way; the seed decides how its dice fall from here on.
    pub fn at(game: G, seed: u64) -> Play<G> {
        Play::of(game, Dice::seeded(&Key::of_number(seed)).unrecorded())
    }

    fn of(game: G, dice: Dice) -> Play<G> {
        let mut play = Play {
            bound: game.bound(),
            game,
            dice,
            commands: 0,
            seat: None,
            may_pass: false,
            passed: SeatSet::NONE,
            open: 0,
            list: Vec::new(),
            words: Words::default(),
        };
        play.find_seat();
        play
    }

    /// Starts a new game of the configuration that the first one was set up by.
    pub fn reset(&mut self, config: &G::Config, seed: u64) {
        self.dice.reseed(&Key::of_number(seed));
        self.game = G::new(config, &mut self.dice)
            .expect("the configuration was found right when the first game was set up");
        self.begin();
    }

    /// Goes on from the first command, whatever was played before.
    fn begin(&mut self) {
        self.bound = self.game.bound();
        self.commands = 0;
        self.passed = SeatSet::NONE;
        self.find_seat();
    }

    /// Plays games on from here with random letters and dice to their ends, those of these numbers, and
    /// shows each. The same seed and number play the same game; the luck of this play is none of theirs.
    pub fn playouts(&self, seed: u64, numbers: Range<u64>, mut each: impl FnMut(&Play<G>)) {
        let mut play = self.clone();
        for number in numbers {
            let mut rng = Rng::new(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            play.dice.reseed(&Key::of_number(rng.next_u64()));
            play.game.clone_from(&self.game);
            play.begin();
            while let Some(letter) = play.any_letter(&mut rng) {
                play.take(letter);
            }
            each(&play);
        }
    }

    /// How many seats play.
    pub fn seats(&self) -> usize {
        self.game.seats()
    }

    /// Who is to choose a letter; none at the end.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// How many commands were carried out, those of the clock included.
    pub fn commands(&self) -> u32 {
        self.commands
    }

    /// How it ended, if it did.
    pub fn end(&self) -> Option<End> {
        match self.game.outcome() {
            Some(outcome) => Some(End::Over(outcome)),
            None => self.seat.is_none().then_some(End::Cut),
        }
    }

    /// What the end is worth to a seat; 0 before it.
    pub fn worth(&self, seat: Seat) -> f32 {
        self.game.outcome().map_or(0.0, |outcome| outcome.value(seat) as f32)
    }

    /// All that a viewer may know.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(viewer)
    }

    /// The game as a seat may use it: for bots, which are handed no more than its outlook.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Writes what a seat sees into just [`width`](Encode::width) floats.
    pub fn observe(&self, seat: Seat, out: &mut [f32]) {
        let (known, letters) = out.split_at_mut(G::OBSERVATION.min(out.len()));
        self.game.observe_game(seat, &mut Sheet::new(known));
        if letters.is_empty() {
            return;
        }
        letters.fill(0.0);
        if self.seat == Some(seat) {
            let chosen = self.words.chosen();
            for (i, letter) in chosen.iter().enumerate() {
                let last = i + 1 == chosen.len();
                if let Some(slot) = letters.get_mut(usize::from(*letter)) {
                    *slot = if last { 1.0 } else { 0.5 };
                }
            }
        }
    }

    /// Writes which letters a seat may choose: for any other than the one to choose, only to pass.
    pub fn mask(&self, seat: Seat, out: &mut [bool]) {
        out.fill(false);
        let mut set = |letter: u16| {
            if let Some(slot) = out.get_mut(usize::from(letter)) {
                *slot = true;
            }
        };
        if self.seat != Some(seat) {
            if self.end().is_none() {
                set(PASS);
            }
            return;
        }
        if G::SHORT {
            for (letter, slot) in out.iter_mut().enumerate().take(64) {
                *slot = self.open >> letter & 1 != 0;
            }
        } else {
            self.words.next().for_each(&mut set);
            if self.can_pass() {
                set(PASS);
            }
        }
    }

    /// Shows the letters that the seat to choose may choose, the lowest first.
    pub fn letters(&self, mut each: impl FnMut(u16)) {
        let mut open = [0u64; 16];
        if G::SHORT {
            open[0] = self.open;
        } else if self.seat.is_some() {
            let pass = self.can_pass().then_some(PASS);
            for letter in self.words.next().chain(pass).filter(|letter| *letter < 1024) {
                open[usize::from(letter) / 64] |= 1 << (letter % 64);
            }
        }
        for (first, mut bits) in (0..).step_by(64).zip(open) {
            while bits != 0 {
                each(first + bits.trailing_zeros() as u16);
                bits &= bits - 1;
            }
        }
    }

    /// Whether a letter may be chosen now.
    #[inline]
    pub fn check(&self, letter: i64) -> Result<u16, Misstep> {
        if self.seat.is_none() {
            return Err(Misstep::Over);
        }
        let known = u16::try_from(letter).ok().filter(|letter| usize::from(*letter) < G::LETTERS);
        let Some(letter) = known else {
            return Err(Misstep::NoLetter { letter, letters: G::LETTERS });
        };
        let open = match G::SHORT {
            true => self.open >> letter & 1 != 0,
            false if letter == PASS => self.can_pass(),
            false => self.words.next().any(|next| next == letter),
        };
        if open { Ok(letter) } else { Err(Misstep::Closed { letter }) }
    }

    /// Chooses a letter. A command is carried out once its word is whole.
    #[inline]
    pub fn step(&mut self, letter: i64) -> Result<(), Misstep> {
        let letter = self.check(letter)?;
        self.take(letter);
        Ok(())
    }

    /// Chooses a letter that [`check`](Play::check) let through.
    #[inline]
    pub(crate) fn take(&mut self, letter: u16) {
        let Some(seat) = self.seat else { return };
        if letter == PASS && self.may_pass {
            return self.pass();
        }
        if G::SHORT {
            let command = G::command(letter).expect("an open letter is a command");
            self.carry_out(Actor::Seat(seat), &command);
            self.find_seat();
        } else if let Some(place) = self.words.choose(letter) {
            let command = self.list[place].clone();
            self.submit(seat, &command);
        }
    }

    /// The seat to choose does nothing for now.
    pub fn pass(&mut self) {
        if let Some(seat) = self.seat {
            self.passed = self.passed.with(seat);
            self.find_seat();
        }
    }

    /// Carries a whole command out, as a bot gives it; says whether the rules let it.
    pub fn submit(&mut self, seat: Seat, command: &G::Command) -> bool {
        let done = self.carry_out(Actor::Seat(seat), command);
        if done && !self.beats() {
            self.passed = SeatSet::NONE;
        }
        self.find_seat();
        done
    }

    /// The letters that may be chosen, in a game of single letters.
    #[inline]
    pub(crate) fn open(&self) -> u64 {
        self.open
    }

    /// Chooses a letter at random, each that is open equally likely.
    #[inline]
    pub fn any_letter(&self, rng: &mut Rng) -> Option<u16> {
        self.seat?;
        if G::SHORT {
            return Some(any_of(self.open, rng));
        }
        let mut seen = [0u64; 16];
        let mut letters: [u16; 1024] = [0; 1024];
        let mut count = 0;
        let pass = self.can_pass().then_some(PASS);
        for letter in self.words.next().chain(pass).filter(|letter| *letter < 1024) {
            let (word, bit) = (usize::from(letter) / 64, 1 << (letter % 64));
            if seen[word] & bit == 0 {
                seen[word] |= bit;
                letters[count] = letter;
                count += 1;
            }
        }
        rng.choose(&letters[..count]).copied()
    }

    /// Every way in which the dice of a letter can fall, each with its probability and the play
    /// after it. All are played out, so there may be [`MOST_FATES`] at most.
    pub fn fates(&self, letter: i64) -> Result<Vec<(f64, Play<G>)>, Misstep> {
        let letter = self.check(letter)?;
        let run = |dice: &mut Dice| {
            let mut play = self.clone();
            std::mem::swap(&mut play.dice, dice);
            play.take(letter);
            std::mem::swap(&mut play.dice, dice);
            play.dice.clone_from(&self.dice);
            play
        };
        let all = outcomes_up_to(MOST_FATES, run).ok_or(Misstep::TooManyFates { letter })?;
        let share =
            |(chance, play): (Chance, _)| (chance.parts() as f64 / chance.whole() as f64, play);
        Ok(all.into_iter().map(share).collect())
    }

    /// Whether a word was begun and is not whole.
    pub fn is_spelling(&self) -> bool {
        !self.words.chosen().is_empty()
    }

    fn can_pass(&self) -> bool {
        self.may_pass && !self.is_spelling()
    }

    /// Whether the seat to choose may do nothing for now.
    pub fn may_pass(&self) -> bool {
        self.seat.is_some() && self.can_pass()
    }

    /// Whether the game has a beat, which comes when all have passed.
    pub fn beats(&self) -> bool {
        self.game.tick().is_some_and(|tick| tick.kind == TickKind::Beat)
    }

    #[inline]
    fn carry_out(&mut self, actor: Actor, command: &G::Command) -> bool {
        self.dice.begin(u64::from(self.commands) + 1);
        let done = self.game.apply(actor, command, &mut self.dice, &mut Events::off()).is_ok();
        self.commands += u32::from(done);
        done
    }

    /// Finds who is to choose next, and lists what they may choose.
    #[inline]
    fn find_seat(&mut self) {
        self.open = 0;
        if G::SHORT {
            // Games of single letters are games of turns: nobody passes, and no clock runs.
            self.seat = self.game.to_act().iter().next().filter(|_| self.commands < self.bound);
            self.may_pass = false;
            self.open = self.seat.map_or(0, |seat| self.game.open(seat));
            return;
        }
        self.seat = None;
        self.forget_words();
        while self.game.outcome().is_none() && self.commands < self.bound {
            if let Some(seat) = self.next_seat() {
                self.seat = Some(seat);
                return;
            }
            let Some(tick) = self.game.tick() else { return };
            if !self.carry_out(Actor::Clock, &tick.command) {
                return;
            }
            self.passed = SeatSet::NONE;
        }
    }

    /// The next seat that has something to choose and has not passed, with its list.
    fn next_seat(&mut self) -> Option<Seat> {
        let (to_act, awaited, beats) = (self.game.to_act(), self.game.awaited(), self.beats());
        let unasked = to_act.iter().filter(|seat| !awaited.contains(*seat));
        let asked = awaited.iter().filter(|seat| to_act.contains(*seat));
        for seat in unasked.chain(asked).collect::<SeatOrder>().iter() {
            if self.passed.contains(seat) {
                continue;
            }
            self.list_words(seat);
            if !self.words.is_empty() {
                self.may_pass = beats || !awaited.contains(seat);
                return Some(seat);
            }
        }
        None
    }

    fn forget_words(&mut self) {
        self.list.clear();
        self.words.clear();
    }

    fn list_words(&mut self, seat: Seat) {
        self.forget_words();
        self.game.legal(seat, &mut self.list);
        for (place, command) in self.list.iter().enumerate() {
            self.words.add(place, |word| G::spell(command, word));
        }
    }
}

/// One of the letters that are open, each equally likely.
#[inline]
fn any_of(open: u64, rng: &mut Rng) -> u16 {
    letter_at(open, rng.below(open.count_ones()))
}

/// The open letter with so many before it.
#[inline]
pub(crate) fn letter_at(mut open: u64, place: u32) -> u16 {
    for _ in 0..place {
        open &= open - 1;
    }
    open.trailing_zeros() as u16
}

/// Seats in an order, without an allocation.
struct SeatOrder {
    seats: [Option<Seat>; senet_kernel::MAX_SEATS],
}

impl SeatOrder {
    fn iter(&self) -> impl Iterator<Item = Seat> {
        self.seats.iter().copied().flatten()
    }
}

impl FromIterator<Seat> for SeatOrder {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatOrder {
        let mut order = SeatOrder { seats: [None; senet_kernel::MAX_SEATS] };
        order.seats.iter_mut().zip(seats).for_each(|(slot, seat)| *slot = Some(seat));
        order
    }
}
