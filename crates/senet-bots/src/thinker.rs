//! The bot that searches.

use senet_kernel::{Game, Rng};

use crate::mind::{Known, known, quick};
use crate::search::{Budget, Leash, Search};
use crate::{Bot, Level, Mind, Outlook};

/// Plays what a [`Search`] ranks first.
#[derive(Debug)]
pub struct Thinker<G: Game> {
    search: Search<G>,
    rng: Rng,
    exact: Option<Level>,
}

impl<G: Mind> Thinker<G> {
    /// The bot of this seed, with a budget for each decision.
    pub fn new(budget: Budget, seed: u64) -> Thinker<G> {
        Thinker { search: Search::new(budget), rng: Rng::new(seed), exact: None }
    }

    /// The same bot, and where a position is solved in the time of a level it plays what is best, by lot among
    /// equals.
    #[must_use]
    pub fn exact(mut self, level: Level) -> Thinker<G> {
        self.exact = Some(level);
        self
    }

    fn best_of(&mut self, solved: &[(G::Command, u32)]) -> Option<G::Command> {
        let most = solved.iter().map(|(_, chance)| *chance).max()?;
        let best: Vec<_> = solved.iter().filter(|(_, chance)| *chance == most).collect();
        self.rng.choose(&best).map(|(command, _)| command.clone())
    }
}

impl<G: Mind> Bot<G> for Thinker<G> {
    fn choose(&mut self, outlook: &Outlook<G>, out: &mut Vec<G::Command>) {
        self.think(outlook, &Leash::default(), out);
    }

    fn think(&mut self, outlook: &Outlook<G>, leash: &Leash, out: &mut Vec<G::Command>) {
        let known = self.exact.map_or(Known::No, |level| known(outlook, level, leash));
        let ranking = match known {
            Known::Whole(solved) => return out.extend(self.best_of(&solved)),
            Known::TooLate => quick().rank(outlook, self.rng.next_u64(), &Leash::default()),
            Known::No => self.search.rank(outlook, self.rng.next_u64(), leash),
        };
        out.extend(ranking.choices.into_iter().next().and_then(|best| best.command));
    }
}
