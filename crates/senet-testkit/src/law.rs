//! The laws, and how a game is held to them.

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
use std::panic::{AssertUnwindSafe, catch_unwind};

use senet_kernel::{Game, Text};

use crate::play::Play;

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

/// A promise that every game keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// The same configuration, dice and commands give the same game, whether or not somebody
    /// listens to its events.
    Determinism,
    /// A refused command leaves no trace and draws nothing.
    Refusal,
    /// `check` and `apply` agree; `legal` lists what they accept, without repeating itself and, where
    /// it says so, completely; a seat that is not to act has an empty list.
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
    /// A viewer cannot tell a guess from the truth: by its view, its legal commands, its refusals,
    /// and what follows from a command that neither draws nor reveals.
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

    /// Plays one random game and holds it to this law.
    pub fn check<G: Text>(
        self,
        name: &str,
        config: &G::Config,
        seed: u64,
    ) -> Result<(), Box<Breach>> {
        let at = Cell::new(0);
        let checked = catch_unwind(AssertUnwindSafe(|| {
            let play = Play::<G>::record(config, seed, &at)
                .map_err(|faults| format!("the configuration is refused: {faults}"))?;
            self.judge(&play)
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
            seed,
            entry: at.get(),
            why,
        }))
    }

    fn judge<G: Text>(self, play: &Play<G>) -> Result<(), String> {
        match self {
            Law::Determinism => determinism::check(play),
            Law::Refusal => refusal::check(play),
            Law::Legal => legal::check(play),
            Law::Bound => bound::check(play),
            Law::End => end::check(play),
            Law::RoundTrip => round_trip::check(play),
            Law::Resume => resume::check(play),
            Law::Secrets => secrets::check(play),
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
    /// The seed of the play.
    pub seed: u64,
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
        write!(f, "  configuration {config}, seed {seed}, entry {entry}: {why}")
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
    /// The command that plays one game again.
    fn again(self, config: &str, seed: u64) -> String {
        let test = self.test.split_once("::").map_or(self.test, |(_, test)| test);
        let config = quoted(config);
        let package = self.package;
        format!(
            "SENET_LAW_SEED={seed} SENET_LAW_CONFIG={config} cargo test -p {package} -- --exact {test}"
        )
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
    let mut played = false;
    for (name, config) in &configs {
        let name = name.as_ref();
        if only.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        for seed in seeds.clone() {
            played = true;
            if let Err(breach) = law.check::<G>(name, config, seed) {
                panic!("{breach}\n  again: {}\n", site.again(name, seed));
            }
        }
    }
    let names: Vec<&str> = configs.iter().map(|(name, _)| name.as_ref()).collect();
    assert!(played, "no game was played; the configurations are {names:?}");
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
