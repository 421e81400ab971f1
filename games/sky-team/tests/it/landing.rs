//! How it ends: the final round, the landing list, points (ST-50 to ST-54, R-01 to ).

use senet_kernel::{Game, Outcome, Seat, Viewer};
use senet_sky_team::{Config, Criterion, Difficulty, End, Event, Failed, Loss, RuleSet, Standing};
use serde_json::json;

use crate::support::{Flight, at};

/// A final round in which everything is ready and the engines are to be set.
struct Approach {
    rules: RuleSet,
    axis: i8,
    dice: (u8, u8),
    brakes: u8,
    flaps: u8,
    gear: u8,
    planes: u8,
}

const READY: Approach = Approach {
    rules: RuleSet::Seed,
    axis: 0,
    dice: (5, 5),
    brakes: 3,
    flaps: 4,
    gear: 7,
    planes: 0,
};
const PUBLISHED: Approach = Approach { rules: RuleSet::Published, dice: (1, 1), ..READY };

impl Approach {
    /// Flies the final round with dice that do nothing else.
    #[track_caller]
    fn land(&self) -> Option<End> {
        let (blue, orange) = self.dice;
        let flight = Flight::of(self.rules)
            .hands(&[blue, 1, 1, 1], &[orange, 1, 1, 1])
            .final_round()
            .force("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, self.planes, 0]))
            .set("/board/axis/position", self.axis)
            .set("/board/brakes", self.brakes)
            .set("/board/flaps", self.flaps)
            .set("/board/gear", self.gear)
            .fly(&format!("P{blue}:engines C{orange}:engines P1:axis C1:axis P1:conc C1:conc"));
        assert_eq!(flight.game.outcome(), None, "it is not judged before the last die");
        // Speed is set, so segment 6 is the current one: a 1 on the radio would hit it.
        let pilot = if self.rules == RuleSet::Published { "P1:conc" } else { "P1:radio" };
        let flight = if self.planes > 0 { flight.hands(&[6], &[6]) } else { flight };
        let (pilot, copilot) =
            if self.planes > 0 { ("P6:radio", "C6:radio") } else { (pilot, "C1:radio") };
        flight.fly(pilot).fly(copilot).game.board().end
    }
}

#[track_caller]
fn lands(approach: Approach) {
    assert_eq!(approach.land(), Some(End::Won));
}

#[track_caller]
fn fails(approach: Approach, failed: &[Criterion]) {
    let failed = Failed::from(failed.to_vec());
    assert_eq!(approach.land(), Some(End::Lost { loss: Loss::Landing { failed } }));
}

#[test]
fn seed_lands_at_nine_to_eleven_with_all_brakes() {
    // ST-53, R-01; R-17: judged after the last die, and not before
    lands(READY);
    lands(Approach { dice: (4, 5), ..READY });
    lands(Approach { dice: (6, 5), ..READY });
    fails(Approach { dice: (6, 6), ..READY }, &[Criterion::Brakes]);
    fails(Approach { dice: (4, 4), ..READY }, &[Criterion::Speed]);
    fails(Approach { brakes: 2, ..READY }, &[Criterion::Brakes]);
    fails(Approach { brakes: 0, ..READY }, &[Criterion::Brakes]);
}

#[test]
fn published_lands_no_faster_than_its_brakes() {
    // ST-53, R-01: the number of brakes, the speed.
    lands(PUBLISHED);
    lands(Approach { brakes: 1, dice: (1, 1), ..PUBLISHED });
    lands(Approach { brakes: 2, dice: (2, 2), ..PUBLISHED });
    lands(Approach { brakes: 3, dice: (3, 3), ..PUBLISHED });
    fails(Approach { brakes: 1, dice: (1, 2), ..PUBLISHED }, &[Criterion::Brakes]);
    fails(Approach { brakes: 2, dice: (2, 3), ..PUBLISHED }, &[Criterion::Brakes]);
    fails(Approach { brakes: 3, dice: (3, 4), ..PUBLISHED }, &[Criterion::Brakes]);
    fails(Approach { brakes: 0, ..PUBLISHED }, &[Criterion::Brakes]);
}

#[test]
fn the_axis_is_within_two_or_level() {
    // ST-53, R-02
    for axis in [-2, -1, 1, 2] {
        lands(Approach { axis, ..READY });
        fails(Approach { axis, ..PUBLISHED }, &[Criterion::Axis]);
    }
}

#[test]
fn flaps_and_gear_must_all_be_out() {
    // ST-53
    for approach in [|| READY, || PUBLISHED] {
        fails(Approach { flaps: 3, ..approach() }, &[Criterion::Flaps]);
        fails(Approach { gear: 3, ..approach() }, &[Criterion::LandingGear]);
        fails(Approach { gear: 6, ..approach() }, &[Criterion::LandingGear]);
    }
}

#[test]
fn every_missed_criterion_is_named() {
    // ST-53
    let approach = Approach { axis: 1, brakes: 0, flaps: 0, gear: 0, planes: 1, ..PUBLISHED };
    let all = [
        Criterion::Axis,
        Criterion::Brakes,
        Criterion::Flaps,
        Criterion::LandingGear,
        Criterion::Planes,
    ];
    fails(approach, &all);
    let approach = Approach { dice: (1, 1), brakes: 0, flaps: 0, gear: 0, ..READY };
    let all = [Criterion::Speed, Criterion::Brakes, Criterion::Flaps, Criterion::LandingGear];
    fails(approach, &all);
}

#[test]
fn published_may_clear_the_airport_in_the_final_round() {
    // the planes are judged at the end of the final round.
    let flight = Flight::published()
        .hands(&[1, 1, 1, 1], &[1, 1, 1, 1])
        .final_round()
        .force("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 2, 0]))
        .set("/board/brakes", 1)
        .set("/board/flaps", 4)
        .set("/board/gear", 7);
    let flight =
        flight.fly("P1:engines C1:engines P1:axis C1:axis P1:radio C1:radio P1:conc C1:conc");
    assert!(flight.won());
}

/// A round before the final one, all but its last die placed.
fn before_final(rules: RuleSet, position: u8, planes: [u8; 8]) -> Flight {
    Flight::of(rules)
        .hands(&[1, 1, 2, 2], &[1, 1, 2, 2])
        .round(6)
        .force("/board/approach/position", position)
        .set("/board/approach/planes", json!(planes))
        .fly("C1:engines P1:engines C1:axis P1:axis C2:radio P2:radio C2:conc")
}

#[test]
fn altitude_zero_asks_for_the_airport_then_for_planes() {
    // ST-52, R-03, R-04, ST-95
    #[track_caller]
    fn check(rules: RuleSet, position: u8, planes: u8, expected: Option<Loss>) {
        let track = [0, 0, 0, 0, 0, 0, planes, 0];
        let flight = before_final(rules, position, track).fly("P2:conc");
        assert_eq!(flight.loss(), expected, "{rules:?}");
        if expected.is_none() {
            let board = flight.game.board();
            assert_eq!((board.round, board.approach.position), (7, 6));
        }
    }
    use RuleSet::{Literal, Published, Seed};
    for rules in [Seed, Literal, Published] {
        check(rules, 6, 0, None);
    }
    for rules in [Seed, Published] {
        check(rules, 4, 0, Some(Loss::NotAtAirport { position: 4 }));
        check(rules, 4, 2, Some(Loss::NotAtAirport { position: 4 }));
    }
    check(Literal, 2, 0, None);
    check(Seed, 6, 2, Some(Loss::PlanesLeft { planes: 2 }));
    check(Literal, 2, 2, Some(Loss::PlanesLeft { planes: 2 }));
    check(Published, 6, 2, None);
}

#[test]
fn the_speed_of_another_round_does_not_count() {
    // without two engine dice speed and brakes both fail.
    let flight = Flight::literal()
        .hands(&[1, 2, 3, 4], &[1, 1, 1, 1])
        .final_round()
        .set("/board/brakes", 3)
        .set("/board/flaps", 4)
        .set("/board/gear", 3)
        .fly("P1:axis C1:axis P2:engines C1:radio P3:conc C1:radio P4:radio C1:conc");
    let failed = vec![Criterion::Speed, Criterion::Brakes, Criterion::LandingGear];
    let failed = Failed::from(failed);
    assert_eq!(flight.loss(), Some(Loss::Landing { failed }));
    // In an earlier round a speed is no landing speed.
    let flight = Flight::seed().hands(&[5, 1, 1, 1], &[5, 1, 1, 1]).fly("P5:engines C5:engines");
    let view = flight.game.view(Viewer::Spectator);
    let speed = view.checklist.iter().find(|check| check.criterion == Criterion::Speed).unwrap();
    assert_eq!(speed.standing, Standing::Pending);
}

#[test]
fn the_list_shows_what_is_pending_met_and_failed() {
    // ST-53, ST-96
    #[track_caller]
    fn check(flight: &Flight, criterion: Criterion, expected: Standing) {
        let view = flight.game.view(Viewer::Spectator);
        let found = view.checklist.iter().find(|check| check.criterion == criterion);
        assert_eq!(found.map(|check| check.standing), Some(expected), "{criterion:?}");
    }
    use Standing::{Failed, Met, Pending};
    let flight = Flight::seed();
    check(&flight, Criterion::Axis, Met);
    for criterion in [Criterion::Speed, Criterion::Brakes, Criterion::Flaps, Criterion::Planes] {
        check(&flight, criterion, Pending);
    }
    check(&flight.clone().set("/board/gear", 7), Criterion::LandingGear, Met);
    check(&flight.set("/board/flaps", 4), Criterion::Flaps, Met);

    // Speed 12 can be held by nothing in seed, 7 by nothing in published, 6 still by brakes; one
    // step of them is left to do.
    let engines = |flight: Flight, blue: u8, orange: u8| {
        let ice = flight.game.board().course.ice_brakes;
        let (path, on) = if ice { ("/board/ice", 3) } else { ("/board/brakes", 2) };
        flight
            .hands(&[blue, 1, 1, 1], &[orange, 1, 1, 1])
            .final_round()
            .set(path, on)
            .fly(&format!("P{blue}:engines C{orange}:engines"))
    };
    check(&engines(Flight::seed(), 6, 6), Criterion::Brakes, Failed);
    check(&engines(Flight::seed(), 6, 5), Criterion::Brakes, Pending);
    check(&engines(Flight::seed(), 4, 4), Criterion::Speed, Failed);
    check(&engines(Flight::seed(), 4, 5), Criterion::Speed, Met);
    check(&engines(Flight::published(), 3, 4), Criterion::Brakes, Failed);
    check(&engines(Flight::published(), 3, 3), Criterion::Brakes, Pending);
    check(&engines(Flight::published(), 3, 3), Criterion::Speed, Met);
    check(&engines(Flight::literal(), 1, 1), Criterion::Brakes, Pending);
    check(&engines(Flight::literal(), 1, 2), Criterion::Brakes, Failed);
    let ice = Flight::to("kef-yellow");
    check(&engines(ice.clone(), 3, 3), Criterion::IceBrakes, Failed);
    check(&engines(ice, 2, 3), Criterion::IceBrakes, Pending);

    // Published wants a level axis: open until the last axis dice.
    let tilted = Flight::published().set("/board/axis/position", 1);
    check(&tilted, Criterion::Axis, Pending);
    let last = tilted.final_round().hands(&[1, 1, 1, 1], &[1, 1, 1, 1]);
    check(&last, Criterion::Axis, Pending);
    check(&last.fly("P1:axis C1:axis"), Criterion::Axis, Failed);
}

#[test]
fn the_end_says_what_and_why_and_takes_no_more_commands() {
    // ST-50, ST-54
    let mut flight = Flight::seed().hands(&[6, 1, 1, 1], &[1, 1, 1, 1]).fly("P6:axis C1:axis");
    assert_eq!(flight.game.outcome(), Some(Outcome::Together { won: false }));
    assert!(flight.game.to_act().is_empty());
    let ended = flight.events.last().cloned();
    let end = End::Lost { loss: Loss::Spin { axis: 5 } };
    assert_eq!(ended, Some(Event::Ended { end, landing: Vec::new() }));
    let refused =
        flight.submit(Seat::SECOND, crate::support::place(1, senet_sky_team::Module::Axis));
    assert_eq!(refused, Err(senet_sky_team::Rejection::GameOver));
    assert_eq!(flight.game.view(Viewer::Spectator).end.unwrap().score, -1);
}

#[test]
fn a_landing_scores_by_the_colour_of_the_track() {
    // ST-54
    for (difficulty, score) in [
        (Difficulty::Green, 1),
        (Difficulty::Yellow, 2),
        (Difficulty::Red, 3),
        (Difficulty::Black, 4),
    ] {
        assert_eq!(difficulty.score(), score);
    }
    let won = Flight::seed()
        .force("/board/phase", json!({ "type": "over" }))
        .set("/board/end", json!({ "type": "won" }));
    assert_eq!(won.game.view(Viewer::Spectator).end.unwrap().score, 1);
    assert_eq!(won.game.outcome(), Some(Outcome::Together { won: true }));
}

#[test]
fn an_early_end_waits_for_everything() {
    //
    let ready = |config: &Config| {
        Flight::new(config)
            .hands(&[1, 1, 1, 1], &[1, 1, 1, 1])
            .final_round()
            .set("/board/brakes", u8::from(!config.scenario.starts_with("kef")))
            .set("/board/flaps", 4)
            .set("/board/gear", 7)
    };
    let early = Config { early_end: true, ..Config::of(RuleSet::Published) };
    // Everything holds but the mandatory axis.
    let flight = ready(&early).fly("P1:engines C1:engines P1:axis");
    assert_eq!(flight.game.outcome(), None);
    assert!(flight.fly("C1:axis").won());
    // Off by default.
    let flight =
        ready(&Config::of(RuleSet::Published)).fly("P1:engines C1:engines P1:axis C1:axis");
    assert_eq!(flight.game.outcome(), None);
    // Not before the final round.
    let sixth = ready(&early).round(6).set("/board/turn", "copilot");
    let sixth = sixth.fly("C1:engines P1:engines C1:axis P1:axis");
    assert_eq!(sixth.game.outcome(), None);
    // An unused tank of 5 could still run dry; one of 6 could not.
    let fuel = Config { early_end: true, ..at("osl-green") };
    let last = |kerosene: i8| {
        ready(&fuel).set("/board/kerosene", kerosene).fly("P1:engines C1:engines P1:axis C1:axis")
    };
    assert_eq!(last(5).game.outcome(), None);
    assert!(last(6).won());
    assert!(last(5).fly("P1:kerosene").won());
}

#[test]
fn reasons_say_what_is_asked_for_and_what_there_is() {
    // ST-51, ST-54
    #[track_caller]
    fn check(flight: &Flight, criterion: Criterion, reason: &str) {
        let view = flight.game.view(Viewer::Spectator);
        let line = view.checklist.iter().find(|line| line.criterion == criterion).unwrap();
        assert_eq!((line.name.as_str(), line.reason.as_str()), (criterion.name(), reason));
    }
    let (seed, literal, sold) = (Flight::seed(), Flight::literal(), Flight::published());
    let tilted = |flight: &Flight| flight.clone().set("/board/axis/position", -1);
    check(&tilted(&seed), Criterion::Axis, "at most 2 to a side; it is 1 towards the Co-Pilot");
    check(&tilted(&sold), Criterion::Axis, "must be level; it is 1 towards the Co-Pilot");
    check(&seed, Criterion::Speed, "must be at least 9; the speed is not set");
    check(&sold, Criterion::Speed, "no minimum; the speed is not set");
    let one = |flight: &Flight| flight.clone().set("/board/brakes", 1);
    let power = "all 3 on, with more power than the speed; 1 is on, power 2, the speed is not set";
    check(&one(&seed), Criterion::Brakes, power);
    let count = "all 3 on, and more than the speed; 1 is on, the speed is not set";
    check(&one(&literal), Criterion::Brakes, count);
    let marker = "the speed at most the brake marker, now 2; the speed is not set";
    check(&one(&sold), Criterion::Brakes, marker);
    check(&seed.clone().set("/board/flaps", 2), Criterion::Flaps, "all 4 out; 2 are out");
    check(&seed.clone().set("/board/gear", 2), Criterion::LandingGear, "all 3 out; 1 is out");
    check(&seed, Criterion::Planes, "none on the track; 9 are there");
    check(&seed, Criterion::Flaps, "all 4 out; none is out");
    let ice = Flight::to("kef-yellow").set("/board/ice", 1);
    let steps = "all 4 steps done, and a speed of at most 5; 1 is done, the speed is not set";
    check(&ice, Criterion::IceBrakes, steps);
    let row = json!({ "row": [1, 2, 3, 4, 5, 6], "from": 1, "to": 6 });
    let intern = Flight::to("lhr-yellow").set("/board/intern", row);
    check(&intern, Criterion::Intern, "all tokens gone; 5 are left");
    let fast = seed.final_round().hands(&[4, 1, 1, 1], &[6, 1, 1, 1]);
    let fast = fast.fly("P4:engines C6:engines");
    check(&fast, Criterion::Speed, "must be at least 9; the speed is 10");
}

#[test]
fn an_end_is_written_with_every_failed_criterion() {
    // ST-54
    let failed = vec![Criterion::Planes, Criterion::Speed];
    let loss = Loss::Landing { failed: failed.into() };
    let written = serde_json::to_value(End::Lost { loss }).unwrap();
    let loss = json!({ "cause": "landing", "failed": ["speed", "planes"] });
    assert_eq!(written, json!({ "type": "lost", "loss": loss }));
}

/// How one criterion of the landing list stands, and what it says.
fn listed(flight: &Flight, criterion: Criterion) -> (Standing, String) {
    let checklist = flight.game.view(Viewer::Seat(Seat::FIRST)).checklist;
    let check = checklist.into_iter().find(|check| check.criterion == criterion).unwrap();
    (check.standing, check.reason)
}

/// ST-53: two free dice a round and a crew member are the most there can be.
#[test]
fn the_list_marks_what_too_few_dice_can_still_reach() {
    #[track_caller]
    fn check(flight: Flight, criterion: Criterion, standing: Standing) {
        let (stands, reason) = listed(&flight, criterion);
        assert_eq!(stands, standing, "{criterion:?}: {reason}");
    }
    let (open, lost) = (Standing::Pending, Standing::Failed);
    let last = |flaps: u8| Flight::seed().final_round().set("/board/flaps", flaps);
    check(last(1), Criterion::Flaps, lost);
    check(last(2), Criterion::Flaps, open);
    // A free die elsewhere is one flap less.
    check(last(2).fly("P4:axis C4:radio"), Criterion::Flaps, lost);
    check(last(2).fly("P4:axis C4:axis"), Criterion::Flaps, open);
    let gear = |gear: u8| Flight::seed().final_round().set("/board/gear", gear);
    check(gear(0), Criterion::LandingGear, lost);
    check(gear(1), Criterion::LandingGear, open);
    check(gear(0).force("/board/brakes", 0), Criterion::Brakes, lost);
    check(Flight::seed(), Criterion::Flaps, open);
    check(Flight::literal().final_round().set("/board/flaps", 0), Criterion::Flaps, open);
    // Seed: the track must be clear when the final round begins; three calls a round at most.
    let busy = |rules: RuleSet, planes: u8| {
        Flight::of(rules)
            .round(6)
            .set("/board/approach/planes", json!([0, 0, 0, 0, 0, planes, 0, 0]))
    };
    check(busy(RuleSet::Seed, 3), Criterion::Planes, open);
    check(busy(RuleSet::Seed, 4), Criterion::Planes, lost);
    check(busy(RuleSet::Published, 6), Criterion::Planes, open);
    check(busy(RuleSet::Published, 7), Criterion::Planes, lost);
    // Two tokens of the intern a round.
    check(Flight::to("lhr-yellow"), Criterion::Intern, open);
    check(Flight::to("lhr-yellow").final_round(), Criterion::Intern, lost);
}

/// ST-53: the reason says what is missing, and safe mode asks before the last chance goes.
#[test]
fn what_is_out_of_reach_says_why_and_is_warned_of() {
    let flight = Flight::seed().final_round().set("/board/flaps", 1);
    let (_, reason) = listed(&flight, Criterion::Flaps);
    assert_eq!(reason, "all 4 out; 1 is out; that needs 3 more dice, and at most 2 can come");
    let flight = Flight::seed().final_round().set("/board/flaps", 2).fly("P4:axis");
    let view = flight.game.view(Viewer::Seat(Seat::SECOND));
    let radio = view.choices.iter().find(|choice| choice.on == senet_sky_team::Module::Radio);
    let spoils = senet_sky_team::Warning::SpoilsLanding { criterion: Criterion::Flaps };
    assert!(radio.unwrap().preview.warnings.contains(&spoils));
}

/// ST-51, ST-53: a spin loses at once. The landing was not judged, and nothing of it has failed.
#[test]
fn a_spin_in_the_first_round_fails_no_criterion() {
    let flight = Flight::seed().hands(&[6, 1, 1, 1], &[1, 1, 1, 1]).fly("P6:axis C1:axis");
    assert_eq!(flight.loss(), Some(Loss::Spin { axis: 5 }));
    let view = flight.game.view(Viewer::Seat(Seat::FIRST));
    let failed = view.checklist.iter().filter(|check| check.standing == Standing::Failed);
    assert_eq!(failed.count(), 0, "{:?}", view.checklist);
}
