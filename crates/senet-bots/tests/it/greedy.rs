use senet_bots::{Bot, Evaluate, Greedy, Outlook, Random};
use senet_kernel::{Dice, Events, Game, Seat};
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::KuhnPoker;
use senet_reference::pig::Pig;
use senet_reference::tic_tac_toe::{Command, Square, TicTacToe};

use crate::lamps::{self, Lamps};
use crate::{choice, play, start};

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

#[test]
fn gives_the_orders_that_are_worth_it_when_the_clock_ticks() {
    #[track_caller]
    fn check(values: &[i32], wanted: &[usize]) {
        let wanted: Vec<_> = wanted.iter().copied().map(lamps::Command::Order).collect();
        assert_eq!(choice(&mut Greedy::new(1), &Lamps::new(values, &[])), wanted);
    }
    check(&[], &[]);
    check(&[5], &[0]);
    check(&[0], &[]);
    check(&[-1, -2], &[]);
    check(&[2, -1, 7, 0, 3], &[2, 4, 0]);
}

#[test]
fn gives_sixteen_orders_at_most() {
    let orders = choice(&mut Greedy::new(1), &Lamps::new(&[1; 20], &[]));
    assert_eq!(orders.len(), 16);
}

#[test]
fn tries_every_command_with_the_same_luck() {
    for seed in 0..50 {
        let game = Lamps::new(&[], &[0, 1, 0]);
        let chosen = choice(&mut Greedy::new(seed), &game);
        assert_eq!(chosen, [lamps::Command::Throw(1)]);
    }
}

#[test]
fn beats_the_random_bot() {
    /// What games against the random bot bring, half of them in each seat.
    fn sum<G: Evaluate>(games: u64) -> i32 {
        let value = |seed: u64| {
            let seat = Seat::new(seed as usize % 2).unwrap();
            let mut bot = Greedy::<G>::new(seed);
            let mut random = Random::new(seed);
            let (game, _) = play(seed, |outlook, _: &G, out| {
                if outlook.seat() == seat {
                    bot.choose(outlook, out);
                } else {
                    random.choose(outlook, out);
                }
            });
            game.outcome().unwrap().value(seat)
        };
        (0..games).map(value).sum()
    }
    let sums =
        [sum::<TicTacToe>(200), sum::<ConnectFour>(200), sum::<Pig>(200), sum::<KuhnPoker>(2000)];
    let least = [160, 190, 100, 150];
    assert!(sums.iter().zip(least).all(|(sum, least)| *sum > least), "{sums:?}");
}
