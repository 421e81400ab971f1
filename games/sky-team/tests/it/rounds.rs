//! Rounds, altitude, first player, briefing, the clock, undo (ST-20 to ST-33, ST-77, R-18, R-25).

use senet_kernel::{Actor, Game, Seat, SeatSet, TakeBack, Tick, TickKind, Viewer};
use senet_sky_team::{
    Command, Config, Event, Loss, Module, Phase, Rejection, RuleSet, Stage, Talk,
};
use serde_json::json;

use crate::support::{COPILOT, Flight, PILOT, at};

/// A quiet round: nothing moves, and nothing is left to chance.
const PILOT_FIRST: &str = "P1:axis C1:axis P1:engines C1:engines P1:radio C1:radio P1:conc C1:conc";
const COPILOT_FIRST: &str =
    "C1:axis P1:axis C1:engines P1:engines C1:radio P1:radio C1:conc P1:conc";

#[test]
fn seven_rounds_go_down_from_six_thousand_feet() {
    // ST-20, ST-21, R-18
    for rules in [RuleSet::Seed, RuleSet::Literal, RuleSet::Published] {
        let mut flight =
            Flight::of(rules).set("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 0, 0]));
        flight = flight.set("/board/approach/position", 6);
        let expected = [
            (6000, PILOT),
            (5000, COPILOT),
            (4000, PILOT),
            (3000, COPILOT),
            (2000, PILOT),
            (1000, COPILOT),
            (0, PILOT),
        ];
        for (i, (altitude, first)) in expected.into_iter().enumerate() {
            let view = flight.game.view(Viewer::Spectator);
            assert_eq!((usize::from(view.round), view.rounds), (i + 1, 7));
            assert_eq!((view.altitude, view.first, view.turn), (altitude, first, Some(first)));
            assert_eq!(view.final_round, altitude == 0);
            let script = if first == PILOT { PILOT_FIRST } else { COPILOT_FIRST };
            flight = flight.hands(&[1, 1, 1, 1], &[1, 1, 1, 1]).fly(script);
        }
        assert!(flight.game.outcome().is_some());
    }
}

#[test]
fn a_lower_start_begins_in_its_column() {
    // ST-22: from 5000 the Co-Pilot places first, there are six rounds and no token of 6000.
    let flight = Flight::new(&at("bud-red"));
    let view = flight.game.view(Viewer::Spectator);
    assert_eq!((view.round, view.rounds, view.altitude), (1, 6, 5000));
    assert_eq!(view.first, COPILOT);
    assert_eq!(flight.game.board().rerolls.held, 0);
}

#[test]
fn a_round_ends_with_the_eighth_die() {
    // ST-33: what is cleared and what stays.
    let flight = Flight::seed()
        .hands(&[5, 4, 1, 3], &[4, 4, 3, 1])
        .fly("P5:axis C4:axis P4:engines C4:engines P1:conc C1:flaps P3:radio");
    assert_eq!(flight.game.board().round, 1);
    let flight = flight.fly("C3:radio");
    let board = flight.game.board();
    assert_eq!((board.round, board.turn), (2, COPILOT));
    assert_eq!(board.engines.speed, None);
    assert_eq!(board.log.list(), []);
    assert_eq!(
        (board.axis.position, board.approach.position, board.flaps, board.coffee),
        (1, 1, 1, 1)
    );
    assert_eq!((flight.game.hand(PILOT).len(), flight.game.hand(COPILOT).len()), (4, 4));
    let report = flight.events.iter().find_map(|event| match event {
        Event::RoundEnded { round: 1, report } => Some(*report),
        _ => None,
    });
    let report = report.unwrap();
    assert_eq!((report.axis, report.speed, report.flaps), (1, Some(8), 1));
    assert_eq!((report.brakes, report.landing_gear, report.planes, report.coffee), (0, 0, 7, 1));
}

#[test]
fn placements_are_announced_with_progress_and_who_is_next() {
    // ST-34
    let flight = Flight::seed().fly("P1:conc C3:radio");
    let Event::Placed { laid, value, placed, next } = flight.events[0] else {
        panic!("{:?}", flight.events);
    };
    assert_eq!((laid.crew, laid.die, laid.on), (COPILOT, 3, Module::Radio));
    assert_eq!((value, placed, next), (3, 2, Some(PILOT)));
}

#[test]
fn both_say_that_they_are_ready() {
    // ST-30, ST-12
    let mut flight = Flight::new(&Config { briefing: true, ..Config::default() });
    assert_eq!(flight.game.board().phase, Phase::Briefing);
    assert_eq!(flight.game.to_act(), SeatSet::first(2));
    assert_eq!(flight.game.hand(PILOT).len(), 0);
    assert_eq!(flight.game.view(Viewer::Spectator).banner.talk, Talk::Plans);
    flight.submit(Seat::SECOND, Command::Ready {}).unwrap();
    assert_eq!(flight.submit(Seat::SECOND, Command::Ready {}), Err(Rejection::AlreadyAnswered));
    assert_eq!(flight.game.to_act(), SeatSet::only(Seat::FIRST));
    flight.submit(Seat::FIRST, Command::Ready {}).unwrap();
    assert_eq!(flight.game.hand(PILOT).len(), 4);
    assert_eq!(flight.game.view(Viewer::Spectator).banner.talk, Talk::Silence);
    let now = Stage::Placement;
    assert_eq!(flight.submit(Seat::FIRST, Command::Ready {}), Err(Rejection::WrongPhase { now }));
    // And again before the next round.
    let flight = flight.hands(&[1, 1, 1, 1], &[1, 1, 1, 1]).fly(PILOT_FIRST);
    assert_eq!((flight.game.board().phase, flight.game.board().round), (Phase::Briefing, 2));
}

#[test]
fn without_a_briefing_the_dice_are_rolled_at_once() {
    // ST-12, ST-31
    let flight = Flight::new(&Config::default());
    assert_eq!(flight.game.board().phase, Phase::Placement);
    assert_eq!(flight.game.hand(COPILOT).len(), 4);
}

#[test]
fn the_clock_runs_in_the_placement_phase_only() {
    // ST-77
    let timed = Config { seconds: Some(70), briefing: true, ..Config::default() };
    let mut flight = Flight::new(&timed);
    assert_eq!(flight.game.tick(), None);
    flight.submit(Seat::FIRST, Command::Ready {}).unwrap();
    flight.submit(Seat::SECOND, Command::Ready {}).unwrap();
    let kind = TickKind::Limit;
    let tick = Tick { command: Command::TimeUp { round: 1 }, after_ms: 70_000, number: 1, kind };
    assert_eq!(flight.game.tick(), Some(tick));
    assert_eq!(Flight::seed().game.tick(), None);
    let real = Flight::to("pbh-red");
    assert_eq!(real.game.tick().map(|tick| tick.after_ms), Some(60_000));
    let slow = Flight::new(&Config { seconds: Some(80), ..at("pbh-red") });
    assert_eq!(slow.game.tick().map(|tick| tick.after_ms), Some(80_000));
}

#[test]
fn time_up_loses_with_an_empty_mandatory_space_and_forfeits_dice_otherwise() {
    // ST-77, ST-51, R-07
    let timed = |rules| {
        Flight::new(&Config { seconds: Some(60), ..Config::of(rules) })
            .hands(&[1, 1, 1, 1], &[1, 1, 1, 1])
    };
    let up = Command::TimeUp { round: 1 };
    let filled = "P1:axis C1:axis P1:engines C1:engines";
    for rules in [RuleSet::Seed, RuleSet::Published] {
        let mut flight = timed(rules).fly("P1:axis C1:axis P1:engines");
        flight.submit(Actor::Clock, up).unwrap();
        assert_eq!(flight.loss(), Some(Loss::MandatoryEmpty));
        let mut flight = timed(rules).fly(filled);
        flight.submit(Actor::Clock, up).unwrap();
        assert!(flight.events.contains(&Event::TimeUp { forfeited: 4 }));
        assert_eq!((flight.loss(), flight.game.board().round), (None, 2));
        assert_eq!(flight.game.hand(PILOT).len(), 4);
    }
    let mut flight = timed(RuleSet::Literal);
    flight.submit(Actor::Clock, up).unwrap();
    assert_eq!((flight.loss(), flight.game.board().round), (None, 2));
}

#[test]
fn a_stale_clock_is_refused() {
    // ST-77
    let mut flight = Flight::to("pbh-red");
    let stale = Rejection::NoSuchClock { round: 2 };
    assert_eq!(flight.submit(Actor::Clock, Command::TimeUp { round: 2 }), Err(stale));
    let seat = flight.submit(Seat::FIRST, Command::TimeUp { round: 1 });
    assert_eq!(seat, Err(Rejection::NotTheClock));
    let host = flight.submit(Actor::Host, Command::TimeUp { round: 1 });
    assert_eq!(host, Err(Rejection::NotTheClock));
    let none = Flight::seed().submit(Actor::Clock, Command::TimeUp { round: 1 });
    assert_eq!(none, Err(Rejection::NoSuchClock { round: 1 }));
}

#[test]
fn the_last_placement_may_be_taken_back_until_the_other_acts() {
    //
    #[track_caller]
    fn check(flight: &Flight, pilot: TakeBack, copilot: TakeBack) {
        assert_eq!(flight.game.take_back(Seat::FIRST), pilot);
        assert_eq!(flight.game.take_back(Seat::SECOND), copilot);
    }
    use TakeBack::{Never, UntilNext};
    for rules in [RuleSet::Seed, RuleSet::Literal] {
        let flight = Flight::of(rules);
        check(&flight, Never, Never);
        let flight = flight.hands(&[1, 1, 1, 1], &[1, 1, 1, 1]).fly("P1:radio");
        check(&flight, UntilNext, Never);
        let flight = flight.fly("C1:radio");
        check(&flight, Never, UntilNext);
        // Not after a reroll.
        let mut rerolled = flight.clone();
        rerolled.submit(Seat::SECOND, crate::support::reroll(&[1])).unwrap();
        check(&rerolled, Never, Never);
        // Not after the end.
        let over = Flight::of(rules).hands(&[6, 1, 1, 1], &[1, 1, 1, 1]).fly("P6:axis C1:axis");
        check(&over, Never, Never);
    }
    // Not after the last die of a round, even where nothing is rolled yet.
    let briefing = Config { briefing: true, ..Config::default() };
    let mut flight = Flight::new(&briefing);
    flight.submit(Seat::FIRST, Command::Ready {}).unwrap();
    flight.submit(Seat::SECOND, Command::Ready {}).unwrap();
    let flight = flight.hands(&[1, 1, 1, 1], &[1, 1, 1, 1]).fly(PILOT_FIRST);
    check(&flight, Never, Never);
    // Published has it off, unless the table says otherwise.
    check(&Flight::published().fly("P1:radio"), Never, Never);
    let table = Config { undo: Some(true), ..Config::of(RuleSet::Published) };
    let flight = Flight::new(&table).hands(&[1, 1, 1, 1], &[1, 1, 1, 1]).fly("P1:radio");
    check(&flight, UntilNext, Never);
    let table = Config { undo: Some(false), ..Config::default() };
    let flight = Flight::new(&table).hands(&[1, 1, 1, 1], &[1, 1, 1, 1]).fly("P1:radio");
    check(&flight, Never, Never);
}

#[test]
fn an_absent_seat_places_quietly_and_nobody_is_made_to_reroll() {
    let flight = Flight::published().set("/board/coffee", 3);
    let idle = flight.game.idle(Seat::FIRST);
    assert!(matches!(idle, Some(Command::Place { coffee: 0, .. })), "{idle:?}");
    assert_eq!(flight.game.idle(Seat::SECOND), None);
    assert_eq!(flight.game.idle(Seat::new(2).unwrap()), None);
    let mut choosing = flight;
    choosing.submit(Seat::SECOND, Command::SpendReroll {}).unwrap();
    assert_eq!(choosing.game.idle(Seat::FIRST), Some(crate::support::reroll(&[])));
    let briefing = Flight::new(&Config { briefing: true, ..Config::default() });
    assert_eq!(briefing.game.idle(Seat::SECOND), Some(Command::Ready {}));
    assert_eq!(briefing.game.leave(Seat::FIRST), None);
}

#[test]
fn a_game_has_a_bound() {
    // ST-20: 17 commands a round, two who adapt, and three for each reroll.
    assert_eq!(Flight::seed().game.bound(), 7 * 17 + 2 + 3 * 9);
    assert_eq!(Flight::to("bud-red").game.bound(), 6 * 17 + 2 + 3 * 8);
}
