//! The rules of Liar's Dice, as rows, its laws and its golden journal.
#![allow(clippy::unwrap_used, reason = "in a test, a panic is the report")]

use liars_dice::{Bid, Config, LiarsDice};
use senet_kernel::{Actor, Dice, Events, Game, Reject, Seat, Text, Viewer};
use senet_testkit::{Moves, golden, laws};
use serde_json::Value;

laws!(law, LiarsDice, games = 6);

#[test]
fn a_game_is_told_as_it_was() {
    let config = Config { seats: 3, dice: 2, wild_ones: true };
    golden::<LiarsDice>("tests/golden/liars-dice.jsonl", &config, "golden", Moves::Random);
}

/// A game after these words, parted by commas, with dice that fall as told.
#[track_caller]
fn play(config: Config, words: &str, faces: &[u32]) -> LiarsDice {
    let mut dice = Dice::values(faces.iter().copied());
    let mut game = LiarsDice::new(&config, &mut dice).unwrap();
    for word in words.split(',').filter(|word| !word.is_empty()) {
        let seat = game.to_act().iter().next().unwrap();
        let command = read(&game, word);
        game.apply(seat.into(), &command, &mut dice, &mut Events::off()).unwrap();
        game.inspect().unwrap();
    }
    assert_eq!(dice.fault(), None);
    game
}

fn read(game: &LiarsDice, word: &str) -> liars_dice::Command {
    let view = game.view(Viewer::Spectator);
    LiarsDice::read(&view, Seat::FIRST, word, &Value::Null).unwrap().commands[0]
}

const TWO: Config = Config { seats: 2, dice: 2, wild_ones: true };

#[test]
fn everybody_begins_with_the_same_dice_and_sees_only_its_own() {
    // LD-1, LD-2
    let game = play(TWO, "roll", &[3, 5, 1, 6]);
    assert_eq!((game.left(Seat::FIRST), game.left(Seat::SECOND)), (2, 2));
    let view = game.view(Viewer::Seat(Seat::SECOND));
    assert_eq!(view.hands, [None, Some([1, 0, 0, 0, 0, 1])]);
    assert_eq!(game.view(Viewer::Spectator).hands, [None, None]);
}

#[test]
fn commands_out_of_turn_order_and_range_are_refused() {
    #[track_caller]
    fn check(words: &str, seat: Seat, word: &str, sentence: &str, rule: &str) {
        let game = play(TWO, words, if words.is_empty() { &[] } else { &[3, 5, 1, 6] });
        let rejection = game.check(Actor::Seat(seat), &read(&game, word)).unwrap_err();
        assert_eq!((rejection.to_string().as_str(), rejection.rule()), (sentence, rule));
    }
    let (first, second) = (Seat::FIRST, Seat::SECOND);
    check("", first, "1 1", "the dice are not rolled yet", "LD-2");
    check("roll", first, "roll", "the dice are rolled: bid, or call", "LD-2");
    check("roll", second, "2 2", "it is the turn of Player 1", "LD-3");
    check("roll", first, "liar", "nobody has bid yet", "LD-5");
    check("roll", first, "5 2", "a bid is of 1 to 4 dice and a face from 1 to 6", "LD-4");
    let low = "bid more dice than 2, or as many of a face higher than 4";
    check("roll,2 fours", second, "2 fours", low, "LD-4");
    check("roll,2 fours", second, "1 six", low, "LD-4");
}

#[test]
fn a_bid_is_beaten_by_more_dice_or_a_higher_face() {
    // LD-4
    #[track_caller]
    fn check(next: (u8, u8), last: (u8, u8), beats: bool) {
        let bid = |(count, face)| Bid { count, face };
        assert_eq!(bid(next).beats(bid(last)), beats, "{next:?} after {last:?}");
    }
    check((3, 1), (2, 6), true);
    check((2, 6), (2, 5), true);
    check((2, 5), (2, 5), false);
    check((1, 6), (2, 1), false);
}

#[test]
fn ones_count_as_every_face_where_they_are_wild() {
    // LD-6
    #[track_caller]
    fn check(face: u8, wild: bool, count: u8) {
        let hands = [[1, 0, 1, 0, 0, 0], [1, 0, 1, 0, 0, 0]];
        assert_eq!(Bid { count: 1, face }.counted(&hands, wild), count);
    }
    check(3, true, 4);
    check(3, false, 2);
    check(1, true, 2);
    check(6, true, 2);
    check(6, false, 0);
}

#[test]
fn whoever_is_wrong_loses_a_die_and_begins_anew() {
    // LD-5, LD-7, LD-8
    #[track_caller]
    fn check(words: &str, left: [u8; 2], begins: Seat) {
        let game = play(TWO, words, &[3, 5, 1, 6]);
        assert_eq!([game.left(Seat::FIRST), game.left(Seat::SECOND)], left);
        assert!(game.to_act().contains(begins));
    }
    // There are a five and a one: two fives.
    check("roll,2 fives,liar", [2, 1], Seat::SECOND);
    check("roll,3 fives,liar", [1, 2], Seat::FIRST);
}

#[test]
fn the_last_seat_that_has_dice_wins_and_seats_without_are_passed_over() {
    // LD-3, LD-8, LD-9
    let one = Config { seats: 3, dice: 1, wild_ones: false };
    let game = play(one, "roll,1 two,liar", &[2, 3, 4]);
    assert_eq!(game.left(Seat::SECOND), 0);
    let third = Seat::new(2).unwrap();
    assert!(game.to_act().contains(third), "the next seat that has dice begins");
    let game = play(one, "roll,1 two,liar,roll,1 two", &[2, 3, 4, 5, 6]);
    assert!(game.to_act().contains(Seat::FIRST));
    let game = play(one, "roll,1 two,liar,roll,1 two,liar", &[2, 3, 4, 5, 6]);
    assert!(game.outcome().unwrap().won_by(Seat::FIRST));
    let over = game.check(Actor::Seat(Seat::FIRST), &read(&game, "roll")).unwrap_err();
    assert_eq!((over.to_string().as_str(), over.rule()), ("the game is over", "LD-9"));
}

/// LD-5, LD-6: what one holds oneself is enough to know; what others hold is not.
#[test]
fn a_call_that_loses_at_once_is_asked_about() {
    #[track_caller]
    fn check(words: &str, says: &str, asks: Option<&str>) {
        let game = play(TWO, words, &[3, 5, 1, 6]);
        let seat = game.to_act().iter().next().unwrap();
        let command = read(&game, says);
        let view = game.view(Viewer::Seat(seat));
        assert_eq!(LiarsDice::caution(&view, seat, &command).as_deref(), asks, "{words}, {says}");
    }
    let sixes = Some("Your own dice make 2 sixes true: you lose a die.");
    check("roll,2 sixes", "liar", sixes);
    check("roll,2 sixes", "3 twos", None);
    check("roll,3 sixes", "liar", None);
    check("roll,1 five", "liar", Some("Your own dice make 1 five true: you lose a die."));
    check("roll,1 two,1 four", "liar", None);
}

#[test]
fn what_is_typed_is_read() {
    let game = play(TWO, "", &[]);
    let view = game.view(Viewer::Spectator);
    #[track_caller]
    fn check(view: &liars_dice::View, text: &str, said: &str) {
        let reading = LiarsDice::read(view, Seat::FIRST, text, &Value::Null).unwrap();
        assert_eq!(LiarsDice::say(view, &reading.commands[0]), said, "{text}");
    }
    check(&view, "3 fives", "bid 3 fives");
    check(&view, "bid 3 5s", "bid 3 fives");
    check(&view, "3x6", "bid 3 sixes");
    check(&view, "Bid 1 Six", "bid 1 six");
    check(&view, "CALL", "liar");
    let nonsense = LiarsDice::read(&view, Seat::FIRST, "3 bananas", &Value::Null).unwrap_err();
    assert!(nonsense.sentence.contains("3 bananas"));
}
