//! The bot that knows nothing.

use senet_kernel::{Game, Rng};

use crate::{Bot, Outlook};

/// Takes any legal command, each equally likely.
#[derive(Clone, Debug)]
pub struct Random(Rng);

impl Random {
    /// The bot of this seed.
    pub fn new(seed: u64) -> Random {
        Random(Rng::new(seed))
    }

    /// One of several things, each equally likely.
    pub(crate) fn any<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.0.below(of.len() as u32) as usize]
    }
}

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, outlook: &Outlook<G>, out: &mut Vec<G::Command>) {
        // The list goes to the end of `out`, where all but the chosen one are cut off again.
        let start = out.len();
        outlook.legal(out);
        let count = (out.len() - start) as u32;
        if count > 1 {
            out.swap(start, start + self.0.below(count) as usize);
            out.truncate(start + 1);
        }
    }
}
