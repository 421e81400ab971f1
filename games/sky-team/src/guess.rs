//! A game that a viewer cannot tell from the true one, made from the view alone.

use senet_kernel::{Rng, Viewer};

use crate::approach::TRAFFIC_DIE;
use crate::board::{Extra, Hidden, Phase, SkyTeam};
use crate::crew::{Crew, Pair};
use crate::faces::Faces;
use crate::view::{HandView, View};

pub(crate) fn guess(view: &View, _viewer: Viewer, rng: &mut Rng) -> SkyTeam {
    let board = view.board.clone();
    let hands = Pair::of(|crew| guess_hand(&view.hands[crew], rng));
    let sealed = Pair::of(|crew| guess_sealed(board.phase, &view.hands[crew], hands[crew], rng));
    let sync = match board.phase {
        Phase::Extra { extra: Extra::Sync } => {
            view.extra_die.or_else(|| rng.choose(&TRAFFIC_DIE).copied())
        }
        _ => None,
    };
    SkyTeam { board, hidden: Hidden { hands, sealed, sync } }
}

fn guess_hand(hand: &HandView, rng: &mut Rng) -> Faces {
    hand.dice.unwrap_or_else(|| {
        let mut faces = Faces::NONE;
        (0..hand.left).for_each(|_| faces.add(rng.below(6) as u8 + 1));
        faces
    })
}

/// What somebody has chosen, who is known to have chosen.
fn guess_sealed(phase: Phase, view: &HandView, hand: Faces, rng: &mut Rng) -> Option<Faces> {
    if view.chosen.is_some() || !view.answered || hand.is_empty() {
        return view.chosen;
    }
    let mut chosen = Faces::NONE;
    match phase {
        Phase::Rerolling => {
            hand.values().filter(|_| rng.below(2) == 0).for_each(|value| chosen.add(value))
        }
        Phase::Swapping => {
            let dice: Vec<u8> = hand.into();
            rng.choose(&dice).into_iter().for_each(|value| chosen.add(*value));
        }
        _ => return None,
    }
    Some(chosen)
}

impl Crew {
    /// Whether somebody who looks may see what is hidden of this one.
    pub(crate) fn is_seen_by(self, viewer: Viewer, solo: bool) -> bool {
        Crew::looking(viewer).is_some_and(|eye| solo || eye == self)
    }
}
