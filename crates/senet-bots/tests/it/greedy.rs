use senet_bots::{Bot, Greedy, Outlook};
use senet_kernel::{Dice, Events, Game, Seat};
use senet_reference::tic_tac_toe::{Command, Square, TicTacToe};

use crate::{choice, start};

fn tic_tac_toe(squares: &[u8]) -> TicTacToe {
    let mut game: TicTacToe = start(1);
    for square in squares {
        let seat = game.to_act().iter().next().unwrap();
        let mark = mark(*square);
        game.apply(seat.into(), &mark, &mut Dice::values([]), &mut Events::off()).unwrap();
    }
    game
}

fn mark(square: u8) -> Command {
    Command::Mark { square: Square::try_from(square).unwrap() }
}

#[test]
fn wins_where_it_can_and_stops_the_other_seat_where_it_must() {
    #[track_caller]
    fn check(played: &[u8], wanted: &[u8]) {
        let wanted: Vec<Command> = wanted.iter().copied().map(mark).collect();
        for seed in 0..20 {
            let chosen = choice(&mut Greedy::new(seed), &tic_tac_toe(played));
            assert_eq!(chosen.len(), 1);
            assert!(wanted.contains(&chosen[0]), "{chosen:?}");
        }
    }
    check(&[], &[5]);
    check(&[5], &[1, 3, 7, 9]);
    check(&[1, 4, 2, 5], &[3]);
    check(&[1, 4, 2], &[3]);
    check(&[1, 4, 9, 5], &[6]);
    check(&[1, 4, 2, 5, 9], &[6]);
}

#[test]
fn decides_between_equals_by_lot() {
    let mut counts = [0; 9];
    for seed in 0..400 {
        let Command::Mark { square } = choice(&mut Greedy::new(seed), &tic_tac_toe(&[5]))[0];
        counts[usize::from(u8::from(square)) - 1] += 1;
    }
    assert_eq!(counts.iter().sum::<i32>(), 400);
    for corner in [0, 2, 6, 8] {
        assert!((60..=140).contains(&counts[corner]), "{counts:?}");
    }
}

#[test]
fn does_nothing_when_it_is_not_to_act() {
    let mut out = Vec::new();
    let game = tic_tac_toe(&[]);
    Greedy::new(1).choose(&Outlook::of_game(&game, Seat::SECOND), &mut out);
    assert_eq!(out, []);
}
