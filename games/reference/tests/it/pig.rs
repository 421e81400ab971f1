use std::collections::BTreeMap;

use senet_kernel::{
    Actor, Chance, Dice, Events, Game, Outcome, Script, Seat, TakeBack, Viewer, distribution,
};
use senet_reference::pig::{Command, Config, Event, Pig};
use serde_json::{Value, json};

use crate::{game_over, inspects, legal, play_with, refuses, turn};

fn config(seats: u8, target: u16, rounds: u16) -> Config {
    Config { seats, target, rounds }
}

/// A game of this configuration, with dice that fall so.
#[track_caller]
fn played(config: Config, words: &str, dice: &[u32]) -> Pig {
    play_with(config, words, dice.iter().copied().map(Script::Value)).0
}

#[track_caller]
fn check(game: &Pig, totals: &[u16], seat: usize, points: u16) {
    let view = game.view(Viewer::Spectator);
    assert_eq!(view.totals, totals);
    assert_eq!((turn(game).index(), game.points(), view.points), (seat, points, points));
    for (seat, total) in Seat::first(4).zip(totals.iter().chain([&0, &0])) {
        assert_eq!(game.total(seat), *total);
    }
}

/// PG-1.
#[test]
fn the_seats_take_turns() {
    let two = Config::default();
    check(&played(two, "", &[]), &[0, 0], 0, 0);
    check(&played(two, "r", &[1]), &[0, 0], 1, 0);
    check(&played(two, "r r", &[1, 1]), &[0, 0], 0, 0);
    assert_eq!(played(two, "r", &[1]).view(Viewer::Spectator).round, 1);
    assert_eq!(played(two, "r r", &[1, 1]).view(Viewer::Spectator).round, 2);
    check(&played(config(3, 100, 9), "r r", &[1, 1]), &[0, 0, 0], 2, 0);
    check(&played(config(4, 100, 9), "r r r r", &[1, 1, 1, 1]), &[0, 0, 0, 0], 0, 0);
    let of = |seat: u8| json!({"code": "not_your_turn", "turn": seat});
    let game = played(two, "", &[]);
    refuses(&game, Seat::SECOND, "roll", of(0), "it is the turn of Player 1", "PG-1");
    refuses(&game, Actor::Clock, "roll", of(0), "it is the turn of Player 1", "PG-1");
    refuses(&game, Actor::Host, "hold", of(0), "it is the turn of Player 1", "PG-1");
    refuses(&played(two, "r", &[1]), Seat::FIRST, "r", of(1), "it is the turn of Player 2", "PG-1");
}

/// PG-2.
#[test]
fn a_roll_adds_its_pips_to_the_turn() {
    let two = Config::default();
    check(&played(two, "r", &[2]), &[0, 0], 0, 2);
    check(&played(two, "r r r", &[6, 5, 3]), &[0, 0], 0, 14);
}

/// PG-3.
#[test]
fn a_one_loses_the_points_of_the_turn() {
    let two = Config::default();
    check(&played(two, "r r r", &[6, 6, 1]), &[0, 0], 1, 0);
    check(&played(two, "r h r h r r", &[6, 2, 5, 1]), &[6, 2], 1, 0);
    assert_eq!(played(two, "", &[]).view(Viewer::Spectator).risk, Chance::new(1, 6).unwrap());
}

/// PG-4.
#[test]
fn a_hold_keeps_the_points_of_the_turn() {
    let two = Config::default();
    check(&played(two, "r r h", &[6, 5]), &[11, 0], 1, 0);
    check(&played(two, "r r h r h r", &[6, 5, 2, 3]), &[11, 2], 0, 3);
    let nothing = json!({"code": "nothing_to_hold"});
    refuses(
        &played(two, "", &[]),
        Seat::FIRST,
        "hold",
        nothing,
        "roll at least once before you hold",
        "PG-4",
    );
    assert_eq!(legal(&played(two, "", &[]), Seat::FIRST), ["roll"]);
    assert_eq!(legal(&played(two, "r", &[2]), Seat::FIRST), ["roll", "hold"]);
    assert_eq!(legal(&played(two, "r", &[2]), Seat::SECOND), [""; 0]);
}

/// PG-5.
#[test]
fn the_target_wins_at_once() {
    #[track_caller]
    fn check(words: &str, dice: &[u32], winner: Option<Seat>, totals: &[u16]) {
        let game = played(config(2, 10, 9), words, dice);
        assert_eq!(game.outcome(), winner.map(|winner| Outcome::Versus { winner: Some(winner) }));
        assert_eq!(game.view(Viewer::Spectator).totals, totals);
        if winner.is_some() {
            refuses(&game, Seat::FIRST, "roll", game_over(), "the game is over", "PG-5");
            refuses(&game, Seat::SECOND, "hold", game_over(), "the game is over", "PG-5");
            assert_eq!((game.to_act().len(), game.points()), (0, 0));
        }
    }
    check("r r", &[4, 5], None, &[0, 0]);
    check("r r", &[4, 6], Some(Seat::FIRST), &[10, 0]);
    check("r r r", &[4, 5, 6], Some(Seat::FIRST), &[15, 0]);
    check("r h r h r", &[4, 5, 6], Some(Seat::FIRST), &[10, 5]);
    check("r h r h r h r", &[4, 5, 5, 6], Some(Seat::SECOND), &[9, 11]);
}

/// PG-6.
#[test]
fn after_the_last_round_the_most_points_win() {
    #[track_caller]
    fn check(config: Config, words: &str, dice: &[u32], wanted: Option<Option<usize>>) {
        let game = played(config, words, dice);
        let wanted = wanted.map(|winner| Outcome::Versus { winner: winner.and_then(Seat::new) });
        assert_eq!(game.outcome(), wanted);
        assert!(game.view(Viewer::Spectator).round <= config.rounds);
    }
    let one = config(2, 100, 1);
    check(one, "r", &[1], None);
    check(one, "r r", &[1, 1], Some(None));
    check(one, "r h r h", &[3, 2], Some(Some(0)));
    check(one, "r h r h", &[3, 3], Some(None));
    check(one, "r h r r", &[3, 5, 1], Some(Some(0)));
    check(one, "r h r h", &[3, 4], Some(Some(1)));
    check(config(2, 100, 2), "r h r h", &[3, 4], None);
    check(config(2, 100, 2), "r h r h r r", &[3, 4, 1, 1], Some(Some(1)));
    check(config(3, 100, 1), "r h r h", &[4, 2], None);
    check(config(3, 100, 1), "r h r h r h", &[4, 2, 4], Some(None));
    check(config(3, 100, 1), "r h r h r h", &[4, 2, 5], Some(Some(2)));
}

/// PG-7.
#[test]
fn a_hold_can_be_taken_back_until_the_next_roll() {
    assert_eq!(played(Config::default(), "r h", &[2]).take_back(Seat::FIRST), TakeBack::UntilNext);
}

#[test]
fn what_happens_is_told() {
    let (_, events) =
        play_with::<Pig>(config(2, 10, 9), "r h r r r r", [2, 3, 1, 4, 6].map(Script::Value));
    let [first, second] = [Seat::FIRST, Seat::SECOND];
    assert_eq!(
        events,
        [
            Event::Rolled { seat: first, pips: 2, points: 2 },
            Event::Kept { seat: first, points: 2, total: 2 },
            Event::Rolled { seat: second, pips: 3, points: 3 },
            Event::Lost { seat: second, points: 3 },
            Event::Rolled { seat: first, pips: 4, points: 4 },
            Event::Rolled { seat: first, pips: 6, points: 10 },
            Event::Kept { seat: first, points: 10, total: 12 },
            Event::Ended { winner: Some(first) },
        ]
    );
}

/// A turn that holds at 20 points brings these, in ten thousandths, as Neller and Presser print them
/// in "Optimal Play of the Dice Game Pig" (2004).
#[test]
fn the_exact_odds_of_holding_at_twenty_are_those_in_print() {
    let start = played(config(2, 100, 9), "", &[]);
    let odds: BTreeMap<u16, Chance> = distribution(|dice: &mut Dice| {
        let mut game = start;
        while turn(&game) == Seat::FIRST {
            let command = if game.points() < 20 { Command::Roll {} } else { Command::Hold {} };
            game.apply(Seat::FIRST.into(), &command, dice, &mut Events::off()).unwrap();
        }
        game.total(Seat::FIRST)
    });
    let rounded = |chance: &Chance| (chance.parts() * 20_000 / chance.whole()).div_ceil(2);
    let found: Vec<_> = odds.iter().map(|(total, chance)| (*total, rounded(chance))).collect();
    assert_eq!(
        found,
        [(0, 6245), (20, 997), (21, 950), (22, 742), (23, 542), (24, 352), (25, 172)]
    );
    assert_eq!(odds.into_values().reduce(|sum, chance| sum + chance), Some(Chance::ALWAYS));
}

#[test]
fn a_configuration_out_of_range_is_refused_with_all_that_is_wrong() {
    #[track_caller]
    fn check(config: Config, wanted: &[&str]) {
        let faults = Pig::new(&config, &mut Dice::values([])).err();
        let found: Vec<_> =
            faults.iter().flat_map(|faults| faults.list()).map(ToString::to_string).collect();
        assert_eq!(found, wanted);
    }
    check(config(2, 10, 1), &[]);
    check(config(4, 1000, 1000), &[]);
    check(config(1, 100, 9), &["seats: 1 is not between 2 and 4"]);
    check(
        config(5, 9, 0),
        &[
            "seats: 5 is not between 2 and 4",
            "target: 9 is not between 10 and 1000",
            "rounds: 0 is not between 1 and 1000",
        ],
    );
    check(
        config(3, 1001, 1001),
        &["target: 1001 is not between 10 and 1000", "rounds: 1001 is not between 1 and 1000"],
    );
    assert_eq!(Pig::read_config(&json!({})).unwrap(), config(2, 100, 100));
    assert_eq!(Pig::read_config(&json!({"dice": 2})).unwrap_err().list()[0].code, "malformed");
}

#[test]
fn states_that_cannot_be_are_refused() {
    #[track_caller]
    fn check(totals: [u16; 4], round: u16, turn: impl Into<Value>, points: u16, wanted: &[&str]) {
        let wanted: Vec<_> = wanted.iter().map(|field| (*field, "impossible")).collect();
        let config = json!({"seats": 2, "target": 100, "rounds": 9});
        let turn = turn.into();
        let state = json!({"config": config, "totals": totals, "round": round, "turn": turn, "points": points});
        inspects::<Pig>(state, &wanted);
    }
    check([0, 0, 0, 0], 1, 0, 0, &[]);
    check([99, 98, 0, 0], 9, 1, 0, &[]);
    check([105, 98, 0, 0], 5, Value::Null, 0, &[]);
    check([50, 98, 0, 0], 9, Value::Null, 0, &[]);
    check([50, 90, 0, 0], 9, 1, 9, &[]);
    check([0, 0, 1, 0], 1, 0, 0, &["totals"]);
    check([106, 0, 0, 0], 1, Value::Null, 0, &["totals"]);
    check([100, 100, 0, 0], 1, Value::Null, 0, &["totals"]);
    check([100, 0, 0, 0], 1, 0, 0, &["totals"]);
    check([0, 0, 0, 0], 0, 0, 0, &["round"]);
    check([0, 0, 0, 0], 10, 0, 0, &["round"]);
    check([0, 0, 0, 0], 1, 2, 0, &["turn"]);
    check([0, 0, 0, 0], 8, Value::Null, 0, &["turn"]);
    check([0, 0, 0, 0], 1, 0, 1, &["points"]);
    check([50, 0, 0, 0], 1, 0, 50, &["points"]);
    check([100, 0, 0, 0], 1, Value::Null, 2, &["points"]);
    check([u16::MAX, 0, 0, 0], 1, 0, u16::MAX, &["totals", "totals", "points"]);
    let config = json!({"seats": 9, "target": 100, "rounds": 9});
    let state =
        json!({"config": config, "totals": [0, 0, 0, 0], "round": 1, "turn": 0, "points": 0});
    inspects::<Pig>(state, &[("seats", "out_of_range")]);
}

#[test]
fn no_play_is_longer_than_the_bound() {
    // The longest turn: twos up to the target.
    for (target, longest) in [(10, 5), (11, 6)] {
        let config = config(2, target, 3);
        let rolls = vec![2; longest];
        let words = "r ".repeat(longest);
        let game = played(config, &words, &rolls);
        assert_eq!(game.outcome(), Some(Outcome::Versus { winner: Some(Seat::FIRST) }));
        assert_eq!(game.bound() as usize, 2 * 3 * longest);
    }
}

#[test]
fn an_absent_seat_holds_where_it_can() {
    let two = Config::default();
    assert_eq!(played(two, "", &[]).idle(Seat::FIRST), Some(Command::Roll {}));
    assert_eq!(played(two, "r", &[2]).idle(Seat::FIRST), Some(Command::Hold {}));
    assert_eq!(played(two, "r", &[2]).idle(Seat::SECOND), None);
    assert_eq!(played(two, "r", &[2]).leave(Seat::FIRST), None);
}
