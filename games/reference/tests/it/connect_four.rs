use senet_kernel::{Actor, Dice, Events, Game, Key, Outcome, Rng, Seat, TakeBack, Viewer};
use senet_reference::connect_four::{Column, Config, ConnectFour, Place, View};
use senet_testkit::perft;
use serde_json::json;

use crate::{game_over, inspects, legal, play, refuses, turn};

fn played(words: &str) -> ConnectFour {
    play(words)
}

/// CF-1.
#[test]
fn yellow_begins_and_the_seats_take_turns() {
    assert_eq!(turn(&played("")), Seat::FIRST);
    assert_eq!(turn(&played("4")), Seat::SECOND);
    assert_eq!(turn(&played("4 4")), Seat::FIRST);
    let of = |seat: u8| json!({"code": "not_your_turn", "turn": seat});
    let game = played("");
    refuses(&game, Seat::SECOND, "4", of(0), "it is the turn of Yellow", "CF-1");
    refuses(&game, Actor::Clock, "4", of(0), "it is the turn of Yellow", "CF-1");
    refuses(&game, Actor::Host, "4", of(0), "it is the turn of Yellow", "CF-1");
    refuses(&game, Seat::new(2).unwrap(), "4", of(0), "it is the turn of Yellow", "CF-1");
    refuses(&played("4"), Seat::FIRST, "4", of(1), "it is the turn of Red", "CF-1");
}

/// CF-2.
#[test]
fn a_disc_falls_to_the_lowest_empty_place() {
    let game = played("4 4 1 7 4");
    let view = game.view(Viewer::Spectator);
    let discs = |column: usize| {
        view.columns[column].iter().flatten().map(|seat| seat.index()).collect::<Vec<_>>()
    };
    assert_eq!(discs(3), [0, 1, 0]);
    assert_eq!(discs(0), [0]);
    assert_eq!(discs(6), [1]);
    assert_eq!(
        view.columns[3][..4],
        [Some(Seat::FIRST), Some(Seat::SECOND), Some(Seat::FIRST), None]
    );
    let landing: Vec<_> =
        view.landing.iter().map(|place| (u8::from(place.column), place.row)).collect();
    assert_eq!(landing, [(1, 2), (2, 1), (3, 1), (4, 4), (5, 1), (6, 1), (7, 2)]);
    assert_eq!(game.discs(Seat::FIRST), 1 << 21 | 1 | 1 << 23);
    assert_eq!(game.discs(Seat::SECOND), 1 << 22 | 1 << 42);
    assert_eq!(game.discs(Seat::new(2).unwrap()), 0);
}

/// CF-3.
#[test]
fn a_full_column_takes_no_more() {
    let game = played("7 7 7 7 7 7");
    let full = json!({"code": "column_full", "column": 7});
    refuses(&game, Seat::FIRST, "7", full, "column 7 is full", "CF-3");
    assert_eq!(
        legal(&game, Seat::FIRST),
        ["drop 1", "drop 2", "drop 3", "drop 4", "drop 5", "drop 6"]
    );
    assert_eq!(legal(&game, Seat::SECOND), [""; 0]);
    assert_eq!(legal(&played("7 7 7 7 7"), Seat::SECOND).len(), 7);
    assert_eq!(game.view(Viewer::Spectator).landing.len(), 6);
}

/// CF-4.
#[test]
fn four_in_a_line_win() {
    #[track_caller]
    fn check(words: &str, winner: Seat, line: &[(u8, u8)]) {
        let game = played(words);
        assert_eq!(game.outcome(), Some(Outcome::Versus { winner: Some(winner) }));
        let view = game.view(Viewer::Spectator);
        let found: Vec<_> =
            view.line.iter().map(|place| (u8::from(place.column), place.row)).collect();
        assert_eq!(found, line);
        assert_eq!((view.landing, view.turn), (vec![], None));
        refuses(&game, winner.next(2), "1", game_over(), "the game is over", "CF-4");
        assert_eq!(legal(&game, winner.next(2)), [""; 0]);
        assert!(game.to_act().is_empty());
    }
    check("1 1 2 2 3 3 4", Seat::FIRST, &[(1, 1), (2, 1), (3, 1), (4, 1)]);
    check("4 1 5 2 6 2 7", Seat::FIRST, &[(4, 1), (5, 1), (6, 1), (7, 1)]);
    check("1 2 1 2 1 2 1", Seat::FIRST, &[(1, 1), (1, 2), (1, 3), (1, 4)]);
    check("1 7 1 7 1 7 2 7", Seat::SECOND, &[(7, 1), (7, 2), (7, 3), (7, 4)]);
    check("1 7 1 7 7 1 7 1 7 1 7", Seat::FIRST, &[(7, 3), (7, 4), (7, 5), (7, 6)]);
    check("1 2 2 3 3 4 3 4 4 6 4", Seat::FIRST, &[(1, 1), (2, 2), (3, 3), (4, 4)]);
    check("7 6 6 5 5 4 5 4 4 2 4", Seat::FIRST, &[(4, 4), (5, 3), (6, 2), (7, 1)]);
    // A disc can close a line of five, or two lines at once.
    check("1 1 2 2 4 4 5 5 3", Seat::FIRST, &[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1)]);
}

/// CF-4: the bit boards find just the lines that counting place by place finds, so none that goes
/// round an edge.
#[test]
fn a_line_is_four_equal_neighbours() {
    let mut rng = Rng::new(4);
    let mut commands = Vec::new();
    for _ in 0..300 {
        let mut game = played("");
        while let Some(seat) = game.to_act().iter().next() {
            commands.clear();
            game.legal(seat, &mut commands);
            let command = rng.choose(&commands).unwrap();
            game.apply(seat.into(), command, &mut Dice::values([]), &mut Events::off()).unwrap();
            let view = game.view(Viewer::Spectator);
            let lines = lines(&view);
            assert_eq!(view.line.is_empty(), lines.is_empty(), "{view:?}");
            assert!(lines.iter().flatten().all(|place| view.line.contains(place)), "{view:?}");
            assert!(
                view.line.iter().all(|place| lines.iter().flatten().any(|other| other == place))
            );
            assert_eq!(!lines.is_empty(), game.outcome().is_some_and(|end| end.won_by(seat)));
        }
    }
}

fn lines(view: &View) -> Vec<[Place; 4]> {
    let at = |column: i8, row: i8| {
        let place = Place { column: Column::try_from(column as u8).ok()?, row: row as u8 };
        let owner = view.columns.get(column as usize - 1)?.get((row as usize).checked_sub(1)?)?;
        owner.map(|owner| (place, owner))
    };
    let mut lines = Vec::new();
    for (column, row) in (1..=7).flat_map(|column| (1..=6).map(move |row| (column, row))) {
        for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let line = [0, 1, 2, 3].map(|i| at(column + i * right, row + i * up));
            if let [Some(a), Some(b), Some(c), Some(d)] = line
                && [b.1, c.1, d.1] == [a.1; 3]
            {
                lines.push([a.0, b.0, c.0, d.0]);
            }
        }
    }
    lines
}

/// CF-5.
#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let words = "1 2 1 2 1 2 2 1 2 1 2 1 3 4 3 4 3 4 4 3 4 3 4 3 5 6 5 6 5 6 6 5 6 5 6 5 7 7 7 7 7";
    let game = played(words);
    assert_eq!(game.outcome(), None);
    let game = played(&format!("{words} 7"));
    assert_eq!(game.outcome(), Some(Outcome::Versus { winner: None }));
    refuses(&game, Seat::FIRST, "1", game_over(), "the game is over", "CF-4");
    assert!(game.to_act().is_empty());
    assert_eq!(legal(&game, Seat::FIRST), [""; 0]);
    assert_eq!(game.bound(), 42);
}

/// CF-6.
#[test]
fn a_disc_can_be_taken_back_until_it_is_answered() {
    assert_eq!(played("4").take_back(Seat::FIRST), TakeBack::UntilNext);
}

/// The figures are known from outside: a line ends no sequence before the seventh disc, and seven of
/// the 7^7 would put a seventh disc into a column.
#[test]
fn there_are_7_to_the_n_sequences_up_to_6_and_823_536_of_length_7() {
    let counts = perft::<ConnectFour>(&Config {}, &Key::of_number(0), 7);
    assert_eq!(counts.sequences, [1, 7, 49, 343, 2401, 16_807, 117_649, 823_536]);
    assert_eq!(counts.ended[..7], [0; 7]);
}

#[test]
fn states_that_cannot_be_are_refused() {
    #[track_caller]
    fn check(discs: [u64; 2], played: u8, won: bool, wanted: &[(&str, &str)]) {
        let [first, second] = discs;
        let discs = if played.is_multiple_of(2) { [first, second] } else { [second, first] };
        let state = json!({"discs": discs, "played": played, "won": won});
        inspects::<ConnectFour>(state, wanted);
    }
    let off_board = ("discs", "off_board");
    let out_of_turn = ("played", "out_of_turn");
    check([0, 0], 0, false, &[]);
    check([1, 2], 2, false, &[]);
    check([1 << 42, 0], 1, false, &[]);
    check([1 << 49, 0], 1, false, &[off_board]);
    check([0, u64::MAX], 1, false, &[off_board]);
    check([1 << 6, 0], 1, false, &[off_board]);
    check([1, 1], 2, false, &[off_board]);
    check([2, 0], 1, false, &[("discs", "floating")]);
    check([5, 0], 2, false, &[("discs", "floating"), out_of_turn]);
    check([1, 0], 2, false, &[out_of_turn]);
    check([0, 1], 1, false, &[out_of_turn]);
    check([0, 0], 255, false, &[out_of_turn]);
    let line = ("won", "line");
    check([0b1111, 0b111 << 7], 7, true, &[]);
    check([0b1111, 0b111 << 7], 7, false, &[line]);
    check([1, 0], 1, true, &[line]);
    check([0b1111, 0b1111 << 7], 8, true, &[line]);
    check([0b1111, 1 << 7 | 1 << 14 | 1 << 21 | 1 << 35], 8, false, &[line]);
}

#[test]
fn an_absent_seat_drops_into_the_first_open_column() {
    let column = |words, seat| {
        let command = played(words).idle(seat).map(serde_json::to_value);
        command.map(|json| json.unwrap()["column"].clone())
    };
    assert_eq!(column("1 1 1 1 1 1", Seat::FIRST), Some(json!(2)));
    assert_eq!(column("1", Seat::FIRST), None);
    assert_eq!(played("1").leave(Seat::FIRST), None);
}
