//! A mind for every game: its five levels, and what it advises.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use senet_kernel::{Fault, Faults, arrange};

use crate::search::{Budget, Candidates, Leash, Policy, Search};
use crate::{Bot, Easy, Level, Outlook, Random, Thinker};

/// Makes a bot of a network; the same seed plays the same.
pub type Maker<G> = Arc<dyn Fn(u64) -> Box<dyn Bot<G>> + Send + Sync>;

/// A game with the five levels.
pub trait Mind: Policy + Candidates {
    /// How many lines `normal`, `hard` and `expert` play for a decision: what one core of an ordinary
    /// machine does in a tenth of a second, in one and in three.
    const LINES: [u32; 3] = [96, 768, 2_304];

    /// Whether networks play it ([`learned`](Mind::learned)).
    const NETWORKS: bool = false;

    /// How many lines a level may play for a decision.
    fn lines(level: Level) -> u32 {
        let [normal, hard, expert] = Self::LINES;
        match level {
            Level::Random | Level::Easy => 0,
            Level::Normal => normal,
            Level::Hard => hard,
            Level::Expert => expert,
        }
    }

    /// The chance to win of every command that the seat may give, 0 to
    /// [`CERTAIN`](crate::search::CERTAIN), where it can be known exactly in the time that the level has. Most
    /// games cannot be.
    fn solved(
        outlook: &Outlook<Self>,
        level: Level,
        leash: &Leash,
    ) -> Option<Vec<(Self::Command, u32)>> {
        let _ = (outlook, level, leash);
        None
    }

    /// The bot of a level; the same seed plays the same.
    fn bot(level: Level, seed: u64) -> Box<dyn Bot<Self>> {
        let budget = Budget::lines(Self::lines(level));
        match level {
            Level::Random => Box::new(Random::new(seed)),
            Level::Easy => Box::new(Easy::new(seed)),
            Level::Normal => Box::new(Thinker::new(budget, seed)),
            Level::Hard | Level::Expert => Box::new(Thinker::new(budget, seed).exact(level)),
        }
    }

    /// A bot of this name that is no level, by which the levels of this game are measured.
    fn yardstick(name: &str, seed: u64) -> Option<Box<dyn Bot<Self>>> {
        let _ = (name, seed);
        None
    }

    /// What makes bots of a network that somebody trained for the game, from the text of its file. The
    /// provided way is that of a game that no network plays.
    fn learned(_network: &str) -> Result<Maker<Self>, Faults> {
        let sentence = format!("no trained mind plays {}", Self::ID);
        Err(Fault::new("network", "no_networks", sentence).into())
    }

    /// What a level would do, the best first, with the chance of each. The same position and the same
    /// level give the same advice. With a command beside, that one is among them whatever it is worth.
    fn advise(
        outlook: &Outlook<Self>,
        level: Level,
        beside: Option<&Self::Command>,
        leash: &Leash,
    ) -> Vec<Advice<Self::Command>> {
        let ranking = match known(outlook, level, leash) {
            Known::Whole(solved) => return exactly(solved, beside),
            Known::TooLate => quick().rank_with(outlook, beside, ADVISER, &Leash::default()),
            Known::No => {
                let mut search = Search::new(Budget::lines(Self::lines(level)));
                search.rank_with(outlook, beside, ADVISER, leash)
            }
        };
        let advice = ranking.choices.into_iter().map(|ranked| Advice {
            chance: ranked.chance,
            lines: ranked.lines,
            better: ranked.duel.is_won(),
            often: None,
            commands: ranked.command.into_iter().collect(),
        });
        advice.collect()
    }
}

/// What came of the attempt to know a position exactly.
pub(crate) enum Known<C> {
    /// The chance of every command.
    Whole(Vec<(C, u32)>),
    /// The leash was pulled in the middle of it.
    TooLate,
    /// It cannot be known, or not with what the level may spend.
    No,
}

/// Tries to know a position exactly.
pub(crate) fn known<G: Mind>(
    outlook: &Outlook<G>,
    level: Level,
    leash: &Leash,
) -> Known<G::Command> {
    let pulled = Arc::new(AtomicBool::new(false));
    let (noted, asked) = (Arc::clone(&pulled), leash.clone());
    let watched = Leash::until(move || {
        let ended = asked.pulled();
        noted.fetch_or(ended, Ordering::Relaxed);
        ended
    });
    match G::solved(outlook, level, &watched) {
        Some(solved) => Known::Whole(solved),
        None if pulled.load(Ordering::Relaxed) => Known::TooLate,
        None => Known::No,
    }
}

/// What is left where the attempt to know a position took all the time: the lines of `normal`, on no leash, because
/// in a game that can be solved they take next to none.
pub(crate) fn quick<G: Mind>() -> Search<G> {
    Search::new(Budget::lines(G::lines(Level::Normal)))
}

/// Advice where every chance is known exactly.
pub fn exactly<C: PartialEq>(mut solved: Vec<(C, u32)>, beside: Option<&C>) -> Vec<Advice<C>> {
    arrange(&mut solved, |(_, chance)| [-i64::from(*chance), 0]);
    let done =
        solved.iter().find(|(command, _)| Some(command) == beside).map(|(_, chance)| *chance);
    let advice = solved.into_iter().map(|(command, chance)| Advice {
        chance: Some(chance),
        better: done.is_some_and(|done| chance > done),
        ..Advice::only(command)
    });
    advice.collect()
}

/// The seed of advice: the same for everybody, so that the same position gets the same.
pub(crate) const ADVISER: u64 = 0x05e2_e7ad;

/// One thing to do and what it promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice<C> {
    /// What to submit, in order; empty is to wait.
    pub commands: Vec<C>,
    /// The chance to win, 0 to [`CERTAIN`](crate::search::CERTAIN); none where there was no need to try.
    pub chance: Option<u32>,
    /// How many lines say so; 0 where it is known exactly or not at all.
    pub lines: u32,
    /// Whether it is better than the command beside, and by more than the luck of the lines.
    pub better: bool,
    /// How often of a thousand perfect play does so, where it mixes what it does.
    pub often: Option<u32>,
}

impl<C> Advice<C> {
    /// The only thing to do, which promises what it promises.
    pub fn only(command: C) -> Advice<C> {
        Advice { commands: vec![command], chance: None, lines: 0, better: false, often: None }
    }
}
