//! The rules of My Game, as rows, its laws and its golden journal.
#![allow(clippy::unwrap_used, reason = "in a test, a panic is the report")]

use my_game::{Command, Config, MyGame};
use senet_kernel::{Actor, Dice, Events, Game, Reject, Seat, Text, Viewer};
use senet_testkit::{Moves, golden, laws};
use serde_json::Value;

laws!(law, MyGame, games = 6);

#[test]
fn a_game_is_told_as_it_was() {
    let config = Config { sticks: 9, most: 3 };
    golden::<MyGame>("tests/golden/my-game.jsonl", &config, "golden", Moves::Random);
}

/// A game of so many sticks after these were taken.
#[track_caller]
fn play(sticks: u8, taken: &[u8]) -> MyGame {
    let mut dice = Dice::values([]);
    let mut game = MyGame::new(&Config { sticks, most: 3 }, &mut dice).unwrap();
    for count in taken {
        let seat = game.to_act().iter().next().unwrap();
        let command = Command::Take { count: *count };
        game.apply(seat.into(), &command, &mut dice, &mut Events::off()).unwrap();
    }
    game
}

#[track_caller]
fn refused(game: &MyGame, seat: Seat, count: u8, sentence: &str, rule: &str) {
    let rejection = game.check(Actor::Seat(seat), &Command::Take { count }).unwrap_err();
    assert_eq!((rejection.to_string().as_str(), rejection.rule()), (sentence, rule));
}

#[test]
fn the_seats_act_in_turn() {
    // MG-1
    let game = play(9, &[]);
    refused(&game, Seat::SECOND, 1, "it is the turn of Player 1", "MG-1");
    refused(&play(9, &[2]), Seat::FIRST, 1, "it is the turn of Player 2", "MG-1");
}

#[test]
fn a_seat_takes_neither_none_nor_too_many() {
    // MG-2
    refused(&play(9, &[]), Seat::FIRST, 0, "take 1 to 3", "MG-2");
    refused(&play(9, &[]), Seat::FIRST, 4, "take 1 to 3", "MG-2");
    refused(&play(9, &[3, 3, 1]), Seat::SECOND, 3, "take 1 to 2", "MG-2");
}

#[test]
fn whoever_takes_the_last_wins() {
    // MG-3
    let game = play(5, &[3, 2]);
    assert!(game.outcome().unwrap().won_by(Seat::SECOND));
    refused(&game, Seat::FIRST, 1, "the game is over", "MG-3");
}

#[test]
fn what_is_typed_is_read() {
    let view = play(9, &[]).view(Viewer::Spectator);
    for text in ["take 2", "2", " TAKE 2 "] {
        let reading = MyGame::read(&view, Seat::FIRST, text, &Value::Null).unwrap();
        assert_eq!(reading.commands, [Command::Take { count: 2 }]);
    }
    assert!(MyGame::read(&view, Seat::FIRST, "some", &Value::Null).is_err());
}
