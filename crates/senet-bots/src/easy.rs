//! The bot that makes a person's mistakes.

use senet_kernel::{Game, Rng};

use crate::search::{Budget, Candidates, Leash, Policy, Search};
use crate::{Bot, Outlook};

/// Looks one step ahead like [`Greedy`](crate::Greedy), and takes the second or the third best now and
/// then: it overlooks what is best, and never plays what looks bad to everybody.
#[derive(Debug)]
pub struct Easy<G: Game> {
    search: Search<G>,
    rng: Rng,
}

/// How often of ten the best, the second and the third are taken.
const OF_TEN: [u32; 3] = [6, 3, 1];

impl<G: Policy + Candidates> Easy<G> {
    /// The bot of this seed.
    pub fn new(seed: u64) -> Easy<G> {
        Easy { search: Search::new(Budget::lines(0)), rng: Rng::new(seed) }
    }
}

impl<G: Policy + Candidates> Bot<G> for Easy<G> {
    fn choose(&mut self, outlook: &Outlook<G>, out: &mut Vec<G::Command>) {
        // Without lines, the ranking is that of the evaluation.
        let leash = Leash::default();
        leash.pull();
        let mut choices = self.search.rank(outlook, self.rng.next_u64(), &leash).choices;
        let (Some(best), Some(worst)) = (choices.first(), choices.last()) else { return };
        // Half way down from the best to the worst, a mistake would be plain to see.
        let floor = best.prior - (best.prior - worst.prior) / 2;
        choices.retain(|choice| choice.prior >= floor);
        let chosen = softly(choices.len(), &mut self.rng);
        out.extend(choices.swap_remove(chosen).command);
    }
}

/// The place of one of so many choices, the best first: mostly the best, now and then the second or third.
pub(crate) fn softly(choices: usize, rng: &mut Rng) -> usize {
    let weights = &OF_TEN[..choices.clamp(1, OF_TEN.len())];
    let mut left = rng.below(weights.iter().sum());
    let here = |weight: &u32| match left.checked_sub(*weight) {
        Some(less) => {
            left = less;
            false
        }
        None => true,
    };
    weights.iter().position(here).unwrap_or(0)
}
