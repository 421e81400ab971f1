use senet_bots::{Bot, Outlook, Random};
use senet_kernel::Seat;
use senet_reference::tic_tac_toe::TicTacToe;

use crate::{choice, start};

#[test]
fn takes_each_legal_command_equally_often() {
    let game: TicTacToe = start(1);
    let mut bot = Random::new(5);
    let mut counts = [0; 9];
    for _ in 0..9_000 {
        let [command] = choice(&mut bot, &game)[..] else { panic!("one command") };
        let senet_reference::tic_tac_toe::Command::Mark { square } = command;
        counts[usize::from(u8::from(square)) - 1] += 1;
    }
    // Five standard deviations of a count with mean 1000 are 149.
    assert!(counts.iter().all(|count| (851..=1149).contains(count)), "{counts:?}");
}

#[test]
fn repeats_by_its_seed() {
    let game: TicTacToe = start(1);
    let ten = |seed| {
        let mut bot = Random::new(seed);
        (0..10).map(|_| choice(&mut bot, &game)).collect::<Vec<_>>()
    };
    assert_eq!(ten(3), ten(3));
    assert_ne!(ten(3), ten(4));
}

#[test]
fn adds_to_what_is_there_and_nothing_when_it_is_not_to_act() {
    let game: TicTacToe = start(1);
    let mut out = choice(&mut Random::new(1), &game);
    Random::new(2).choose(&Outlook::of_game(&game, Seat::FIRST), &mut out);
    assert_eq!(out.len(), 2);
    Random::new(2).choose(&Outlook::of_game(&game, Seat::SECOND), &mut out);
    assert_eq!(out.len(), 2);
    assert_eq!(out[..1], choice(&mut Random::new(1), &game));
}
