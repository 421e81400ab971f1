//! Equal states have equal hashes, and states that differ have hashes that differ.

use senet_kernel::{Actor, Dice, Game, Rng, hash};

use super::ensure;
use crate::play::{Play, tried};

/// How many ways on from a position are compared.
const WAYS: usize = 8;

pub(super) fn check<G: Game>(play: &Play<G>) -> Result<(), String> {
    for point in play.points() {
        let mut states = ways_on(play, point, &mut play.rng(point));
        states.push(play.states[point].clone());
        let states: Vec<_> = states.into_iter().map(|state| (hash(&state), state)).collect();
        for (i, (hash, state)) in states.iter().enumerate() {
            for (other_hash, other) in &states[..i] {
                let (equal, same) = (state == other, hash == other_hash);
                ensure!(
                    equal == same,
                    "equal: {equal}, equal hashes: {same}; {state:?}; {other:?}"
                );
            }
        }
    }
    Ok(())
}

/// States after one or two commands, in both orders, because equal states come about by different
/// ways.
fn ways_on<G: Game>(play: &Play<G>, point: usize, rng: &mut Rng) -> Vec<G> {
    let options = play.options(point, WAYS, rng);
    let after = |game: &G, (actor, command): &(Actor, G::Command)| {
        let mut dice = Dice::seeded(&play.key());
        tried(game, *actor, command, &mut dice).ok().map(|(after, _)| after)
    };
    let here = &play.states[point];
    let mut states: Vec<G> = options.iter().filter_map(|option| after(here, option)).collect();
    for pair in options.windows(2) {
        let twice = |a, b| after(&after(here, a)?, b);
        states.extend(twice(&pair[0], &pair[1]));
        states.extend(twice(&pair[1], &pair[0]));
    }
    states
}
