use senet_kernel::{Actor, Game, Key, Outcome, Seat, TakeBack};
use senet_reference::tic_tac_toe::{Config, TicTacToe};
use senet_testkit::perft;
use serde_json::json;

use crate::{game_over, inspects, legal, play, refuses, turn};

fn played(words: &str) -> TicTacToe {
    play(words)
}

/// TT-1.
#[test]
fn x_begins_and_the_seats_take_turns() {
    assert_eq!(turn(&played("")), Seat::FIRST);
    assert_eq!(turn(&played("5")), Seat::SECOND);
    assert_eq!(turn(&played("5 1")), Seat::FIRST);
    let of = |seat: u8| json!({"code": "not_your_turn", "turn": seat});
    refuses(&played(""), Seat::SECOND, "5", of(0), "it is the turn of X", "TT-1");
    refuses(&played("1"), Seat::FIRST, "5", of(1), "it is the turn of O", "TT-1");
    refuses(&played(""), Actor::Clock, "5", of(0), "it is the turn of X", "TT-1");
    refuses(&played(""), Actor::Host, "5", of(0), "it is the turn of X", "TT-1");
    refuses(&played(""), Seat::new(2).unwrap(), "5", of(0), "it is the turn of X", "TT-1");
}

/// TT-2.
#[test]
fn a_mark_takes_a_free_square() {
    let taken = |square: u8| json!({"code": "square_taken", "square": square});
    refuses(&played("5"), Seat::SECOND, "5", taken(5), "square 5 is taken", "TT-2");
    refuses(&played("9 1"), Seat::FIRST, "9", taken(9), "square 9 is taken", "TT-2");
    assert_eq!(
        legal(&played("5 1 9"), Seat::SECOND),
        ["mark 2", "mark 3", "mark 4", "mark 6", "mark 7", "mark 8"]
    );
    assert_eq!(legal(&played("5 1 9"), Seat::FIRST), [""; 0]);
}

/// TT-3.
#[test]
fn three_in_a_line_win() {
    #[track_caller]
    fn check(words: &str, winner: Seat) {
        let game = played(words);
        assert_eq!(game.outcome(), Some(Outcome::Versus { winner: Some(winner) }));
        refuses(&game, turn_after(&game), "1", game_over(), "the game is over", "TT-3");
        assert!(game.to_act().is_empty());
        assert_eq!(legal(&game, Seat::FIRST), [""; 0]);
    }
    fn turn_after(game: &TicTacToe) -> Seat {
        if game.outcome().unwrap().won_by(Seat::FIRST) { Seat::SECOND } else { Seat::FIRST }
    }
    check("1 4 2 5 3", Seat::FIRST);
    check("4 1 5 2 6", Seat::FIRST);
    check("7 1 8 2 9", Seat::FIRST);
    check("1 2 4 3 7", Seat::FIRST);
    check("2 1 5 3 8", Seat::FIRST);
    check("3 1 6 2 9", Seat::FIRST);
    check("1 2 5 3 9", Seat::FIRST);
    check("3 1 5 2 7", Seat::FIRST);
    check("9 1 5 2 7 3", Seat::SECOND);
    // The ninth mark can win too.
    check("1 2 3 4 5 7 6 8 9", Seat::FIRST);
}

/// TT-4.
#[test]
fn nine_marks_without_a_line_are_a_draw() {
    let game = played("1 2 3 5 4 6 8 7 9");
    assert_eq!(game.outcome(), Some(Outcome::Versus { winner: None }));
    refuses(&game, Seat::SECOND, "1", game_over(), "the game is over", "TT-3");
    assert_eq!(played("1 2 3 5 4 6 8 7").outcome(), None);
}

/// TT-5.
#[test]
fn a_mark_can_be_taken_back_until_it_is_answered() {
    assert_eq!(played("5").take_back(Seat::FIRST), TakeBack::UntilNext);
}

/// The figures are known from outside.
#[test]
fn there_are_255_168_games() {
    let counts = perft::<TicTacToe>(&Config {}, &Key::of_number(0), 9);
    assert_eq!(counts.games(), 255_168);
    assert_eq!(counts.ended, [0, 0, 0, 0, 0, 1440, 5328, 47_952, 72_576, 127_872]);
}

#[test]
fn states_that_cannot_be_are_refused() {
    #[track_caller]
    fn check(marks: [u16; 2], wanted: &[(&str, &str)]) {
        inspects::<TicTacToe>(json!({"marks": marks}), wanted);
    }
    let off_board = ("marks", "off_board");
    let out_of_turn = ("marks", "out_of_turn");
    let two_winners = ("marks", "two_winners");
    check([0, 0], &[]);
    check([1, 2], &[]);
    check([0b111, 0b11000], &[]);
    check([0b1_0000_0000, 0], &[]);
    check([0b10_0000_0000, 0], &[off_board]);
    check([1, 1], &[off_board]);
    check([0, 1], &[out_of_turn]);
    check([3, 0], &[out_of_turn]);
    check([0b111, 0b111_000], &[two_winners]);
}

#[test]
fn an_absent_seat_marks_the_first_free_square() {
    let square = |game: &TicTacToe, seat| {
        let command = game.idle(seat).map(serde_json::to_value);
        command.map(|json| json.unwrap()["square"].clone())
    };
    assert_eq!(square(&played("1"), Seat::SECOND), Some(json!(2)));
    assert_eq!(square(&played("1"), Seat::FIRST), None);
    assert_eq!(played("1").leave(Seat::FIRST), None);
}

#[test]
fn marks_are_told_as_bits_in_reading_order() {
    let game = play::<TicTacToe>("5 1 9");
    assert_eq!(game.marks(Seat::FIRST), 0b1_0001_0000);
    assert_eq!(game.marks(Seat::SECOND), 0b1);
}
