//! The plain rule of Crossfire Sector.

use senet_bots::crossfire::Marksman;
use senet_bots::{Bot, Random};
use senet_crossfire::Crossfire;
use senet_kernel::{Game, Seat};

use crate::play;

#[test]
fn the_plain_rule_beats_the_random_bot() {
    let mut won = 0;
    for seed in 0..4 {
        let seat = Seat::new(seed as usize % 2).unwrap();
        let (mut marksman, mut random) = (Marksman::new(seed), Random::new(seed));
        let (game, _) = play(seed, |outlook, _: &Crossfire, out| {
            if outlook.seat() == seat {
                marksman.choose(outlook, out);
            } else {
                random.choose(outlook, out);
            }
        });
        won += i32::from(game.outcome().unwrap().won_by(seat));
    }
    assert!(won >= 3, "{won} of 4");
}
