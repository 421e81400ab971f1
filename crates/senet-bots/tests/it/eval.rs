//! What states are worth.

use senet_bots::{Evaluate, WIN, worth};
use senet_kernel::Seat;
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::KuhnPoker;
use senet_reference::pig::Pig;
use senet_reference::tic_tac_toe::TicTacToe;
use serde_json::{Value, json};

use crate::lamps::Lamps;

/// A state from JSON is worth this to the seats.
#[track_caller]
fn check<G: Evaluate>(state: Value, wanted: &[i32]) {
    let game: G = serde_json::from_value(state).unwrap();
    game.inspect().unwrap();
    let found: Vec<_> = Seat::first(game.seats()).map(|seat| worth(&game, seat)).collect();
    assert_eq!(found, wanted);
}

#[test]
fn tic_tac_toe_counts_open_lines() {
    #[track_caller]
    fn check(marks: [u16; 2], wanted: i32) {
        super::eval::check::<TicTacToe>(json!({"marks": marks}), &[wanted, -wanted]);
    }
    check([0, 0], 0);
    check([0b000_010_000, 0], 4);
    check([0b000_000_001, 0], 3);
    check([0b000_000_010, 0], 2);
    // X in the middle leaves O in the corner two lines; O takes one of four.
    check([0b000_010_000, 0b000_000_001], 3 - 2);
    // X has two in the upper row and O is to act.
    check([0b000_000_011, 0b100_000_000], 10 + 1 + 1 - 2);
    // X can fill a diagonal at once; O has two in the lower row but is not to act.
    check([0b000_110_001, 0b011_001_000], 100 + 1 + 1 - 10);
    check([0b000_000_111, 0b110_000_000], WIN);
    check([0b110_000_001, 0b000_111_000], -WIN);
    check([0b110_001_101, 0b001_110_010], 0);
}

#[test]
fn connect_four_counts_open_lines() {
    #[track_caller]
    fn check(columns: [&str; 2], wanted: i32) {
        let discs = columns.map(|own| {
            let places = own.split_whitespace().map(|place| place.parse::<u64>().unwrap());
            places.fold(0_u64, |discs, place| discs | 1 << (place / 10 * 7 - 7 + place % 10 - 1))
        });
        let played = (discs[0] | discs[1]).count_ones();
        let [first, second] = discs;
        let discs = if played.is_multiple_of(2) { [first, second] } else { [second, first] };
        let state = json!({"discs": discs, "played": played, "won": wanted.abs() == WIN});
        super::eval::check::<ConnectFour>(state, &[wanted, -wanted]);
    }
    // Places are a column and a row. A corner is part of three lines, the middle bottom of seven.
    check(["", ""], 0);
    check(["11", ""], 3);
    check(["41", ""], 7);
    check(["41", "42"], 6 - 9);
    // Beside each other: three lines hold both, three the first only and two the second only.
    check(["41 51", "11"], 3 * 4 + 3 + 2 - 2);
    // Three in a column, and the other seat is to act; then with the fourth place open.
    check(["41 42 43", "11 71"], 16 + 4 + 1 + 22 - 4);
    check(["11 12 13", "71 61 62"], 1000 + 4 + 1 + 6 - 19);
    check(["11 12 13 14", "71 72 73"], WIN);
    check(["11 12 13 21", "71 72 73 74"], -WIN);
}

#[test]
fn pig_counts_points_ahead() {
    #[track_caller]
    fn check(seats: u8, totals: [u16; 4], turn: u8, points: u16, wanted: &[i32]) {
        let config = json!({"seats": seats, "target": 100, "rounds": 9});
        let state =
            json!({"config": config, "totals": totals, "round": 1, "turn": turn, "points": points});
        super::eval::check::<Pig>(state, wanted);
    }
    check(2, [0, 0, 0, 0], 0, 0, &[0, 0]);
    check(2, [7, 3, 0, 0], 0, 5, &[9, -9]);
    check(2, [7, 3, 0, 0], 1, 5, &[-1, 1]);
    check(3, [7, 3, 9, 0], 1, 5, &[-2, -1, 1]);
}

#[test]
fn kuhn_poker_counts_chips() {
    #[track_caller]
    fn check(cards: Value, stage: Value, wanted: i32) {
        super::eval::check::<KuhnPoker>(
            json!({"cards": cards, "stage": stage}),
            &[wanted, -wanted],
        );
    }
    let high = json!(["king", "jack"]);
    let low = json!(["jack", "queen"]);
    check(Value::Null, json!({"type": "ready"}), 0);
    check(high.clone(), json!({"type": "dealt"}), 1);
    check(low.clone(), json!({"type": "checked"}), -1);
    check(low.clone(), json!({"type": "bet", "by": 0}), -2);
    check(high.clone(), json!({"type": "bet", "by": 1}), 2);
    // A score is worth itself.
    check(high, json!({"type": "folded", "by": 0}), -1);
    check(low, json!({"type": "showdown", "stake": 2}), -2);
}

#[test]
fn no_evaluation_is_worth_a_win() {
    for (value, wanted) in [(i32::MAX, WIN - 1), (i32::MIN, 1 - WIN), (7, 7)] {
        let mut game = Lamps::new(&[], &[]);
        game.score = value;
        assert_eq!(worth(&game, Seat::FIRST), wanted);
    }
}
