//! Reroll tokens (ST-60 to ST-62, R-16).

use senet_kernel::{Dice, Game, Seat, SeatSet};
use senet_sky_team::{Command, Event, Faces, Phase, Rejection, RuleSet, Stage};

use crate::support::{COPILOT, Flight, PILOT, at, place, reroll};

#[test]
fn tokens_come_with_the_altitude() {
    // ST-60 to ST-62: rule set or scenario, then the tokens held in rounds 1 to 7.
    #[track_caller]
    fn check(start: Flight, expected: &[u8]) {
        let quiet = [
            "P1:axis C1:axis P1:engines C1:engines P1:radio C1:radio P1:conc C1:conc",
            "C1:axis P1:axis C1:engines P1:engines C1:radio P1:radio C1:conc P1:conc",
        ];
        let mut flight = start;
        for held in expected {
            let board = flight.game.board();
            assert_eq!(board.rerolls.held, *held, "round {}", board.round);
            let script = quiet[usize::from(board.turn == COPILOT)];
            flight = flight.hands(&[1, 1, 1, 1], &[1, 1, 1, 1]).fly(script);
        }
    }
    let clear = serde_json::json!([0, 0, 0, 0, 0, 0, 0, 0]);
    check(Flight::seed(), &[1, 1, 1, 1, 1, 1]);
    check(Flight::literal(), &[1, 1, 1, 1, 1, 1]);
    check(Flight::published(), &[1, 1, 1, 1, 2, 2]);
    check(Flight::to("lhr-yellow"), &[1, 1, 1, 1, 2, 2]);
    check(Flight::to("osl-red"), &[1, 1, 1, 1, 1, 1]);
    check(Flight::to("pbh-black"), &[1, 1, 1]);
    check(Flight::to("bud-red").set("/board/approach/planes", clear), &[0]);
}

#[test]
fn the_spender_rerolls_one_or_two_own_dice() {
    // ST-60, ST-61, R-16: any time, costs no turn, only the spender's dice.
    for rules in [RuleSet::Seed, RuleSet::Literal] {
        let mut flight = Flight::of(rules);
        flight.dice = Dice::values([6, 6]);
        flight.submit(Seat::SECOND, reroll(&[3, 4])).unwrap();
        assert_eq!(flight.dice.fault(), None);
        assert_eq!(Vec::from(flight.game.hand(COPILOT)), [5, 6, 6, 6]);
        assert_eq!(Vec::from(flight.game.hand(PILOT)), [1, 2, 3, 4]);
        let board = flight.game.board();
        assert_eq!((board.turn, board.rerolls.held, board.rerolls.spent), (PILOT, 0, 1));
        let told = Event::Rerolled {
            crew: COPILOT,
            count: 2,
            dice: Faces::new(&[5, 6, 6, 6]),
            open: false,
        };
        assert!(flight.events.contains(&told));
        // One token for the whole game.
        let again = flight.submit(Seat::FIRST, reroll(&[1]));
        assert_eq!(again, Err(Rejection::NoRerollToken));
    }
}

#[test]
fn other_numbers_and_other_dice_are_refused() {
    // ST-61, R-16
    let flight = Flight::seed();
    let refused = |dice: &[u8]| {
        let before = flight.game.clone();
        let mut trial = flight.clone();
        let refused = trial.submit(Seat::FIRST, reroll(dice)).unwrap_err();
        assert_eq!(trial.game, before);
        refused
    };
    let number = Rejection::WrongNumberOfDice { least: 1, most: 2 };
    assert_eq!(refused(&[]), number);
    assert_eq!(refused(&[1, 2, 3]), number);
    assert_eq!(refused(&[5]), Rejection::NoSuchDie { die: 5 });
    // One 1 is in the hand: what is wrong is the number of them.
    assert_eq!(refused(&[1, 1]), Rejection::NotSoMany { die: 1, held: 1, named: 2 });
    assert_eq!(refused(&[1, 1]).to_string(), "you hold 1 unplaced 1, not 2");
    assert_eq!(refused(&[5, 5]), Rejection::NoSuchDie { die: 5 });
    // A placed die, by its own code.
    let mut placed = Flight::seed().fly("P1:radio");
    assert_eq!(placed.submit(Seat::FIRST, reroll(&[1])), Err(Rejection::DieUsed { die: 1 }));
    let spend = placed.submit(Seat::FIRST, Command::SpendReroll {});
    assert_eq!(spend, Err(Rejection::NameTheDice));
    // Without an unplaced die.
    let last = Flight::seed()
        .hands(&[1, 1, 1, 1], &[1, 1, 1, 1])
        .fly("P1:axis C1:axis P1:engines C1:engines P1:radio C1:radio P1:conc");
    let mut empty = last;
    let none = empty.submit(Seat::FIRST, reroll(&[1]));
    assert_eq!(none, Err(Rejection::NoDiceLeft { crew: PILOT }));
}

#[test]
fn published_lets_both_choose_in_secret() {
    // ST-62, R-16: sealed, then the Pilot's dice are rolled first.
    let mut flight = Flight::published();
    let direct = flight.submit(Seat::FIRST, reroll(&[1]));
    assert_eq!(direct, Err(Rejection::SpendATokenFirst));
    flight.submit(Seat::SECOND, Command::SpendReroll {}).unwrap();
    assert_eq!(flight.game.board().phase, Phase::Rerolling);
    assert_eq!(flight.game.to_act(), SeatSet::first(2));
    let now = Stage::Rerolling;
    let busy = flight.submit(Seat::FIRST, place(1, senet_sky_team::Module::Axis));
    assert_eq!(busy, Err(Rejection::WrongPhase { now }));
    flight.submit(Seat::SECOND, reroll(&[3, 4, 5, 6])).unwrap();
    assert_eq!(flight.events, [Event::Chosen { crew: COPILOT }]);
    let again = flight.submit(Seat::SECOND, reroll(&[]));
    assert_eq!(again, Err(Rejection::AlreadyAnswered));
    // The other sees that something was chosen, and not what.
    let view = flight.game.view(Seat::FIRST.into());
    assert_eq!((view.hands.copilot.answered, view.hands.copilot.chosen), (true, None));
    let own = flight.game.view(Seat::SECOND.into());
    assert_eq!(own.hands.copilot.chosen, Faces::new(&[3, 4, 5, 6]));
    let wrong = flight.submit(Seat::FIRST, reroll(&[6]));
    assert_eq!(wrong, Err(Rejection::NoSuchDie { die: 6 }));

    flight.dice = Dice::values([5, 1, 2, 3, 1]);
    flight.submit(Seat::FIRST, reroll(&[1])).unwrap();
    assert_eq!(flight.dice.fault(), None);
    assert_eq!(Vec::from(flight.game.hand(PILOT)), [2, 3, 4, 5]);
    assert_eq!(Vec::from(flight.game.hand(COPILOT)), [1, 1, 2, 3]);
    let board = flight.game.board();
    assert_eq!((board.phase, board.turn), (Phase::Placement, PILOT));
    assert_eq!((board.rerolls.held, board.rerolls.spent), (0, 1));
    let spend = flight.submit(Seat::FIRST, Command::SpendReroll {});
    assert_eq!(spend, Err(Rejection::NoRerollToken));
}

#[test]
fn choosing_nothing_is_allowed_and_play_goes_on() {
    // ST-62
    let mut flight = Flight::published().fly("P1:axis");
    flight.submit(Seat::FIRST, Command::SpendReroll {}).unwrap();
    flight.submit(Seat::FIRST, reroll(&[])).unwrap();
    flight.submit(Seat::SECOND, reroll(&[])).unwrap();
    assert_eq!(Vec::from(flight.game.hand(PILOT)), [2, 3, 4]);
    assert_eq!(flight.game.board().turn, COPILOT);
    assert_eq!(flight.game.board().rerolls.held, 0);
}

#[test]
fn who_has_no_dice_left_does_not_choose() {
    // ST-62
    let mut flight = Flight::published()
        .hands(&[1, 1, 1, 1], &[1, 1, 1, 1])
        .fly("P1:axis C1:axis P1:engines C1:engines P1:radio C1:radio P1:conc");
    let none = flight.submit(Seat::FIRST, Command::SpendReroll {});
    assert_eq!(none, Err(Rejection::NoDiceLeft { crew: PILOT }));
    flight.submit(Seat::SECOND, Command::SpendReroll {}).unwrap();
    assert_eq!(flight.game.to_act(), SeatSet::only(Seat::SECOND));
    flight.dice = Dice::values([6]);
    flight.submit(Seat::SECOND, reroll(&[1])).unwrap();
    assert_eq!(Vec::from(flight.game.hand(COPILOT)), [6]);
}

#[test]
fn tokens_keep_until_they_are_spent() {
    // ST-62
    let flight = Flight::new(&at("yul-green")).round(5);
    assert_eq!(flight.game.board().rerolls.held, 2);
    let mut flight = flight;
    for _ in 0..2 {
        flight.submit(Seat::FIRST, Command::SpendReroll {}).unwrap();
        flight.submit(Seat::FIRST, reroll(&[])).unwrap();
        flight.submit(Seat::SECOND, reroll(&[])).unwrap();
    }
    assert_eq!(flight.game.board().rerolls.spent, 2);
}
