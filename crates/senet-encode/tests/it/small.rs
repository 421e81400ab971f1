//! The small games step, show and choose without an allocation.

use senet_encode::{Encode, Play};
use senet_kernel::{Rng, Seat};
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::KuhnPoker;
use senet_reference::pig::Pig;
use senet_reference::tic_tac_toe::TicTacToe;

#[track_caller]
fn check<G: Encode>() {
    let config = G::about().presets.into_iter().next().unwrap().config;
    let mut play = Play::<G>::new(&config, 1).unwrap();
    let mut floats = vec![0.0; G::width()];
    let mut mask = vec![false; G::LETTERS];
    let mut rng = Rng::new(1);
    let counted = allocation_counter::measure(|| {
        for seed in 0..20 {
            while let Some(seat) = play.seat() {
                play.observe(seat, &mut floats);
                play.mask(seat, &mut mask);
                let letter = play.any_letter(&mut rng).unwrap();
                play.step(letter.into()).unwrap();
            }
            play.observe(Seat::FIRST, &mut floats);
            play.reset(&config, seed);
        }
    });
    assert_eq!(counted.count_total, 0, "{}", G::ID);
}

#[test]
fn small_games_allocate_nothing() {
    check::<TicTacToe>();
    check::<ConnectFour>();
    check::<Pig>();
    check::<KuhnPoker>();
}
