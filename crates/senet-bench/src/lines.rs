//! Lines of the search: games played on by their policies.

use std::hint::black_box;

use senet_bots::Policy;
use senet_bots::search::{Opening, Player};
use senet_kernel::{Dice, Key, Seat};

/// Plays lines from the start of a game, and says how many.
///
/// # Panics
/// Where the game refuses its configuration.
pub fn lines<G: Policy>(config: &G::Config, seed: u64, count: u32) -> u64 {
    let mut dice = Dice::seeded(&Key::of_number(seed)).unrecorded();
    let game = G::new(config, &mut dice).expect("presets are good");
    let mut player = Player::default();
    for number in 0..u64::from(count) {
        black_box(player.line(&game, Opening::AsItStands, Seat::FIRST, seed ^ number));
    }
    count.into()
}
