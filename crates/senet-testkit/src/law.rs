//! The laws, and how a game is held to them.

mod alike;
mod bound;
mod determinism;
mod end;
mod hashes;
mod legal;
mod offers;
mod outside;
mod refusal;
mod resume;
mod round_trip;
mod secrets;
mod words;

use std::cell::Cell;
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use senet_kernel::{Game, Rng, Text};

use crate::fuzz::{Mutator, json};
use crate::play::Play;
use secrets::Evidence;

/// How many strange commands are tried at a position.
const ATTEMPTS: usize = 24;

/// Says why not, unless something holds.
macro_rules! ensure {
    ($holds:expr, $($why:tt)+) => {
        if !$holds {
            return Err(format!($($why)+));
        }
    };
}
use ensure;

/// States that `inspect` accepts, made from `positions` states of a play by `changes` small changes
/// each, with a random source of their own.
fn mutants<G: Game>(
    play: &Play<G>,
    positions: usize,
    changes: usize,
) -> impl Iterator<Item = (G, Rng)> {
    let states = play.some_points(positions).map(|point| json(&play.states[point])).collect();
    let mutator = Mutator::new(states);
    play.some_points(positions).flat_map(move |point| {
        let mut rng = play.rng(point);
        let changed = (0..changes).map_while(|_| mutator.mutant(&play.states[point], &mut rng));
        let accepted = changed.filter(|state: &G| state.inspect().is_ok());
        let accepted: Vec<G> = accepted.collect();
        accepted.into_iter().map(move |state| (state, Rng::new(rng.next_u64())))
    })
}

/// A promise that every game keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// The same configuration, dice and commands give the same game, whether or not somebody
    /// listens to its events.
    Determinism,
    /// A refused command leaves no trace and draws nothing.
    Refusal,
    /// `check` and `apply` agree; `legal` lists what they accept, without repeating itself and, where
    /// it says so, completely; a seat that is not to act has an empty list. This holds in every state
    /// that `inspect` accepts, whether or not a play leads to it.
    Legal,
    /// Every play ends within the game's bound.
    Bound,
    /// An ended game waits for nobody and takes no command.
    End,
    /// Configuration, state, views, events, commands and refusals can be written and read back, and
    /// `inspect` accepts every state that is reached.
    RoundTrip,
    /// A game goes on the same after it was stored, and its journal replays through the table: every
    /// command is accepted again, with the recorded draws and to the same hashes.
    Resume,
    /// A viewer cannot tell a guess from the truth: by its view, its legal commands, its refusals, who
    /// is awaited, and what follows from a command that neither draws nor reveals. What differs only
    /// in hidden parts looks alike and is told alike, also after what reveals something; and what is
    /// said to be hidden is hidden, what is said to reveal reveals: over all games played, guesses do
    /// differ there.
    Secrets,
    /// What the game offers for an idle seat, a leaving seat and the clock is accepted.
    Offers,
    /// Every legal command has words of its own, which read back as that command; drawings fit; no
    /// text is empty where something is to be said.
    Words,
    /// Equal states have equal hashes, and only those.
    Hashes,
    /// Nothing from outside panics: changed configurations and states are refused, or play on.
    Outside,
}

impl Law {
    /// Every law.
    pub const ALL: [Law; 12] = [
        Law::Determinism,
        Law::Refusal,
        Law::Legal,
        Law::Bound,
        Law::End,
        Law::RoundTrip,
        Law::Resume,
        Law::Secrets,
        Law::Offers,
        Law::Words,
        Law::Hashes,
        Law::Outside,
    ];

    /// Plays random games of each configuration, one for each seed, and holds them to this law: each
    /// by itself, then all of them together.
    pub fn check<G: Text, N: AsRef<str>>(
        self,
        configs: &[(N, G::Config)],
        seeds: Range<u64>,
    ) -> Result<(), Box<Breach>> {
        let mut evidence = Evidence::default();
        for (name, config) in configs {
            for seed in seeds.clone() {
                self.check_one::<G>(name.as_ref(), config, seed, &mut evidence)?;
            }
        }
        evidence.verdict().map_err(|why| {
            let config = configs.first().map_or("", |(name, _)| name.as_ref()).to_owned();
            Box::new(Breach { law: self, game: G::ID, config, seed: None, entry: 0, why })
        })
    }

    /// Plays one random game and holds it to this law.
    fn check_one<G: Text>(
        self,
        name: &str,
        config: &G::Config,
        seed: u64,
        evidence: &mut Evidence,
    ) -> Result<(), Box<Breach>> {
        let at = Cell::new(0);
        let checked = catch_unwind(AssertUnwindSafe(|| {
            let play = Play::<G>::record(config, seed, &at)
                .map_err(|faults| format!("the configuration is refused: {faults}"))?;
            self.judge(&play, evidence)
        }));
        let why = match checked {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(why)) => why,
            Err(panic) => format!("a panic: {}", sentence(panic.as_ref())),
        };
        Err(Box::new(Breach {
            law: self,
            game: G::ID,
            config: name.to_owned(),
            seed: Some(seed),
            entry: at.get(),
            why,
        }))
    }

    fn judge<G: Text>(self, play: &Play<G>, evidence: &mut Evidence) -> Result<(), String> {
        match self {
            Law::Determinism => determinism::check(play),
            Law::Refusal => refusal::check(play),
            Law::Legal => legal::check(play, evidence),
            Law::Bound => bound::check(play),
            Law::End => end::check(play),
            Law::RoundTrip => round_trip::check(play),
            Law::Resume => resume::check(play),
            Law::Secrets => secrets::check(play, evidence),
            Law::Offers => offers::check(play),
            Law::Words => words::check(play),
            Law::Hashes => hashes::check(play),
            Law::Outside => outside::check(play),
        }
    }

    /// Its name as a test, and what it says.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Law::Determinism => ("determinism", "the same dice and commands give the same game"),
            Law::Refusal => ("refusal", "a refused command leaves no trace"),
            Law::Legal => ("legal", "what is listed as legal is what is accepted"),
            Law::Bound => ("bound", "every play ends within the bound"),
            Law::End => ("end", "an ended game takes no command"),
            Law::RoundTrip => ("round_trip", "everything can be written and read back"),
            Law::Resume => ("resume", "a resumed game goes on the same"),
            Law::Secrets => ("secrets", "views leak nothing"),
            Law::Offers => ("offers", "what is offered is accepted"),
            Law::Words => ("words", "every command has clear words"),
            Law::Hashes => ("hashes", "equal games have equal hashes"),
            Law::Outside => ("outside", "nothing from outside panics"),
        }
    }
}

/// How a law was broken, and where.
#[derive(Clone, Debug)]
pub struct Breach {
    /// Which law.
    pub law: Law,
    /// The game's id.
    pub game: &'static str,
    /// The configuration's name.
    pub config: String,
    /// The seed of the play; none where all plays together show it.
    pub seed: Option<u64>,
    /// The entry that it happened after or in.
    pub entry: usize,
    /// What happened.
    pub why: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Breach { law, game, config, seed, entry, why } = self;
        let (name, sentence) = law.words();
        writeln!(f, "{game} breaks the law `{name}`: {sentence}.")?;
        match seed {
            Some(seed) => write!(f, "  configuration {config}, seed {seed}, entry {entry}: {why}"),
            None => write!(f, "  over all games: {why}"),
        }
    }
}

impl std::error::Error for Breach {}

/// The test that holds a game to a law; the macro fills it in.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The crate that the test is in.
    pub package: &'static str,
    /// The path of the test, with the crate at its start.
    pub test: &'static str,
}

impl Site {
    /// The command that shows a breach again: by one game where one is enough.
    fn again(self, breach: &Breach) -> String {
        let test = self.test.split_once("::").map_or(self.test, |(_, test)| test);
        let command = format!("cargo test -p {} -- --exact {test}", self.package);
        let config = quoted(&breach.config);
        match breach.seed {
            Some(seed) => format!("SENET_LAW_SEED={seed} SENET_LAW_CONFIG={config} {command}"),
            None => command,
        }
    }
}

/// The configurations that a game comes with.
pub fn presets<G: Game>() -> Vec<(&'static str, G::Config)> {
    let presets = G::about().presets;
    presets.into_iter().map(|preset| (preset.id, preset.config)).collect()
}

/// Holds a game to a law by `games` random games of each configuration.
///
/// # Panics
/// Where the law is broken, with all that is needed to see it again.
pub fn hold<G: Text, N: AsRef<str>>(
    law: Law,
    site: Site,
    configs: Vec<(N, G::Config)>,
    games: Option<u32>,
) {
    let games = number("SENET_LAWS_GAMES").unwrap_or(games.unwrap_or(24).into());
    let only = std::env::var("SENET_LAW_CONFIG").ok();
    let seeds = match number("SENET_LAW_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..games,
    };
    let names: Vec<String> = configs.iter().map(|(name, _)| name.as_ref().to_owned()).collect();
    let wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
    let chosen: Vec<_> = configs.into_iter().filter(|(name, _)| wanted(name.as_ref())).collect();
    assert!(!chosen.is_empty(), "no game was played; the configurations are {names:?}");
    if let Err(breach) = law.check::<G, N>(&chosen, seeds) {
        panic!("{breach}\n  again: {}\n", site.again(&breach));
    }
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{variable} is a number, not {text:?}")))
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn sentence(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("of an unknown kind")
}
