//! The six special abilities (ST-80 to ST-85).

use senet_kernel::{Dice, Game, Seat, SeatSet, Viewer};
use senet_sky_team::{
    Ability, Command, Config, Event, Extra, Module, Pair, Phase, Rejection, RuleSet, SkyTeam, Stage,
};
use serde_json::json;

use crate::support::{COPILOT, Flight, PILOT, at, place};

/// Haneda red gives one ability, with kerosene and an intern.
fn with(ability: Ability) -> Flight {
    let config = Config { abilities: Some(vec![ability]), ..at("hnd-red") };
    Flight::new(&config)
        .hands(&[1, 2, 3, 4], &[3, 4, 5, 6])
        .set("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 0, 0]))
}

#[test]
fn abilities_are_drawn_or_chosen_and_all_different() {
    // ST-12
    let draws = [0, 0, 1, 1, 1].into_iter().chain([1; 8]);
    let mut dice = Dice::values(draws);
    let game = SkyTeam::new(&at("tgu-yellow"), &mut dice).unwrap();
    assert_eq!(dice.fault(), None);
    let names = |game: &SkyTeam| {
        let abilities = game.view(Viewer::Spectator).abilities;
        abilities.into_iter().map(|ability| ability.ability).collect::<Vec<_>>()
    };
    assert_eq!(names(&game), [Ability::Anticipation, Ability::Adaptation]);
    let mut dice = Dice::values([5, 4, 1, 1, 1].into_iter().chain([1; 8]));
    let game = SkyTeam::new(&at("tgu-yellow"), &mut dice).unwrap();
    assert_eq!(names(&game), [Ability::WorkingTogether, Ability::Synchronisation]);
    assert_eq!(names(&with(Ability::Control).game), [Ability::Control]);
}

#[test]
fn anticipation_rerolls_one_die_of_the_first_player_before_the_first_placement() {
    // ST-80
    let ability = Ability::Anticipation;
    let flight = with(ability);
    let mut trial = flight.clone();
    let first = PILOT;
    let other = trial.submit(Seat::SECOND, Command::Anticipate { die: 3 });
    assert_eq!(other, Err(Rejection::NotFirst { first }));
    let none = trial.submit(Seat::FIRST, Command::Anticipate { die: 6 });
    assert_eq!(none, Err(Rejection::NoSuchDie { die: 6 }));
    trial.dice = Dice::values([6]);
    trial.submit(Seat::FIRST, Command::Anticipate { die: 1 }).unwrap();
    assert_eq!(Vec::from(trial.game.hand(PILOT)), [2, 3, 4, 6]);
    assert_eq!(trial.game.board().turn, PILOT);
    let again = trial.submit(Seat::FIRST, Command::Anticipate { die: 2 });
    assert_eq!(again, Err(Rejection::AbilityUsed { ability }));
    let mut late = flight.clone().fly("P1:radio");
    let late = late.submit(Seat::FIRST, Command::Anticipate { die: 2 });
    assert_eq!(late, Err(Rejection::TooLate));
    // Each round anew, for whoever is first then.
    let round = "P1:axis C3:axis P2:engines C4:engines P3:radio C5:radio P4:conc C6:conc";
    let mut next = flight.fly(round).hands(&[1, 1, 1, 1], &[2, 2, 2, 2]);
    let first = COPILOT;
    let other = next.submit(Seat::FIRST, Command::Anticipate { die: 1 });
    assert_eq!(other, Err(Rejection::NotFirst { first }));
    next.submit(Seat::SECOND, Command::Anticipate { die: 2 }).unwrap();
    let none = Flight::seed().submit(Seat::FIRST, Command::Anticipate { die: 1 });
    assert_eq!(none, Err(Rejection::NoSuchAbility { ability }));
}

#[test]
fn adaptation_turns_a_die_over_once_per_game_for_each() {
    // ST-81
    for (die, opposite) in [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)] {
        let mut flight = with(Ability::Adaptation).hands(&[die, 1, 1, 1], &[1, 1, 1, 1]);
        flight.submit(Seat::FIRST, Command::Adapt { die }).unwrap();
        assert!(flight.game.hand(PILOT).has(opposite));
    }
    let ability = Ability::Adaptation;
    let mut flight = with(ability);
    let turn = PILOT;
    let other = flight.submit(Seat::SECOND, Command::Adapt { die: 3 });
    assert_eq!(other, Err(Rejection::NotYourTurn { turn }));
    flight.submit(Seat::FIRST, Command::Adapt { die: 1 }).unwrap();
    assert_eq!(flight.game.board().turn, PILOT);
    assert_eq!(flight.events, [Event::Adapted { crew: PILOT, value: Some(6), open: false }]);
    let again = flight.submit(Seat::FIRST, Command::Adapt { die: 2 });
    assert_eq!(again, Err(Rejection::AbilityUsed { ability }));
    let mut flight = flight.fly("P2:radio");
    let missing = flight.submit(Seat::SECOND, Command::Adapt { die: 1 });
    assert_eq!(missing, Err(Rejection::NoSuchDie { die: 1 }));
    flight.submit(Seat::SECOND, Command::Adapt { die: 6 }).unwrap();
    assert!(flight.game.hand(COPILOT).has(1));
    let none = Flight::seed().submit(Seat::FIRST, Command::Adapt { die: 1 });
    assert_eq!(none, Err(Rejection::NoSuchAbility { ability }));
}

#[test]
fn mastery_brings_a_spent_token_back_for_equal_engine_dice() {
    // ST-82: tokens held and spent before, the dice, tokens held after.
    #[track_caller]
    fn check(ability: Ability, held: u8, blue: u8, orange: u8, after: u8) {
        let flight = with(ability)
            .hands(&[blue, 1, 1, 1], &[orange, 1, 1, 1])
            .force("/board/rerolls/spent", 1 - held)
            .set("/board/rerolls/held", held)
            .fly(&format!("P{blue}:engines C{orange}:engines"));
        assert_eq!(flight.game.board().rerolls.held, after);
    }
    check(Ability::Mastery, 0, 3, 3, 1);
    check(Ability::Mastery, 0, 3, 4, 0);
    check(Ability::Mastery, 1, 3, 3, 1);
    check(Ability::Control, 0, 3, 3, 0);
}

#[test]
fn control_earns_a_coffee_for_equal_axis_dice() {
    // ST-83: coffee before, the dice, coffee after.
    #[track_caller]
    fn check(ability: Ability, coffee: u8, blue: u8, orange: u8, after: u8) {
        let flight = with(ability)
            .hands(&[blue, 1, 1, 1], &[orange, 1, 1, 1])
            .set("/board/coffee", coffee)
            .fly(&format!("P{blue}:axis C{orange}:axis"));
        assert_eq!(flight.game.board().coffee, after);
    }
    check(Ability::Control, 0, 3, 3, 1);
    check(Ability::Control, 0, 3, 4, 0);
    check(Ability::Control, 3, 3, 3, 3);
    check(Ability::Mastery, 0, 3, 3, 0);
}

#[test]
fn working_together_swaps_two_dice() {
    // ST-84: at any time, once per round, the other must answer and nobody places meanwhile.
    let ability = Ability::WorkingTogether;
    let mut flight = with(ability);
    let missing = flight.submit(Seat::SECOND, Command::Swap { die: 1 });
    assert_eq!(missing, Err(Rejection::NoSuchDie { die: 1 }));
    flight.submit(Seat::SECOND, Command::Swap { die: 6 }).unwrap();
    assert_eq!(flight.events, [Event::Chosen { crew: COPILOT }]);
    assert_eq!(flight.game.board().phase, Phase::Swapping);
    assert_eq!(flight.game.to_act(), SeatSet::only(Seat::FIRST));
    let now = Stage::Swapping;
    let busy = flight.submit(Seat::FIRST, place(1, Module::Axis));
    assert_eq!(busy, Err(Rejection::WrongPhase { now }));
    let twice = flight.submit(Seat::SECOND, Command::Swap { die: 5 });
    assert_eq!(twice, Err(Rejection::AlreadyAnswered));
    // The Pilot does not see which die is offered.
    let view = flight.game.view(Seat::FIRST.into());
    assert_eq!((view.hands.copilot.dice, view.hands.copilot.chosen), (None, None));
    flight.submit(Seat::FIRST, Command::Swap { die: 1 }).unwrap();
    assert_eq!(Vec::from(flight.game.hand(PILOT)), [2, 3, 4, 6]);
    assert_eq!(Vec::from(flight.game.hand(COPILOT)), [1, 3, 4, 5]);
    let gave = Some(Pair { pilot: 1, copilot: 6 });
    assert_eq!(flight.events, [Event::Swapped { gave }]);
    assert_eq!((flight.game.board().phase, flight.game.board().turn), (Phase::Placement, PILOT));
    let again = flight.submit(Seat::FIRST, Command::Swap { die: 2 });
    assert_eq!(again, Err(Rejection::AbilityUsed { ability }));
    // Both need an unplaced die.
    let mut last = with(ability)
        .hands(&[1, 1, 1, 1], &[1, 1, 1, 1])
        .fly("P1:axis C1:axis P1:engines C1:engines P1:radio C1:radio P1:conc");
    let alone = last.submit(Seat::SECOND, Command::Swap { die: 1 });
    assert_eq!(alone, Err(Rejection::NoDiceLeft { crew: PILOT }));
    let none = Flight::seed().submit(Seat::FIRST, Command::Swap { die: 1 });
    assert_eq!(none, Err(Rejection::NoSuchAbility { ability }));
}

/// A flight on which landing gear and flaps have just met; the extra die shows what the pick gives.
#[track_caller]
fn synchronised(pick: u32) -> Flight {
    let mut flight = with(Ability::Synchronisation)
        .hands(&[1, 2, 3, 4], &[1, 4, 5, 6])
        .set("/board/coffee", 2)
        .fly("P1:gear");
    assert_eq!(flight.game.board().phase, Phase::Placement);
    flight.dice = Dice::values([pick]);
    let mut flight = flight.fly("C1:flaps");
    assert_eq!(flight.dice.fault(), None);
    flight.dice = Flight::seed().dice;
    flight
}

#[test]
fn synchronisation_gives_the_copilot_an_extra_die() {
    // ST-85: a traffic die, seen by the Co-Pilot alone, placed at once.
    let flight = synchronised(5);
    assert_eq!(flight.game.board().phase, Phase::Extra { extra: Extra::Sync });
    assert_eq!(flight.game.to_act(), SeatSet::only(Seat::SECOND));
    assert_eq!(flight.game.view(Seat::SECOND.into()).extra_die, Some(5));
    assert_eq!(flight.game.view(Seat::FIRST.into()).extra_die, None);
    assert_eq!(flight.game.view(Viewer::Spectator).extra_die, None);
    let rolled = Event::SyncRolled { value: Some(5), open: false };
    assert!(flight.events.contains(&rolled));
    let hidden = SkyTeam::shown(&rolled, Seat::FIRST.into());
    assert_eq!(hidden, Some(Event::SyncRolled { value: None, open: false }));
    let turn = COPILOT;
    assert_eq!(flight.clone().refused("P2:axis"), Rejection::NotYourTurn { turn });
    assert_eq!(flight.clone().refused("C6:axis#1"), Rejection::NoSuchDie { die: 6 });
    // On any free space of either colour; the side is named where both are free.
    let module = Module::Axis;
    let slots = vec![0, 1];
    let named = Rejection::NameTheSpace { module, slots };
    assert_eq!(flight.clone().refused("C5:axis"), named);
    let pilot = flight.clone().fly("C5:axis#0");
    assert_eq!(pilot.game.board().axis.dice, Pair { pilot: Some(5), copilot: None });
    // Then the turn passes as it would have, and the hands are as they were.
    assert_eq!((pilot.game.board().turn, pilot.game.board().phase), (PILOT, Phase::Placement));
    assert_eq!(pilot.game.hand(COPILOT).len(), 3);
    let module = Module::Axis;
    assert_eq!(pilot.refused("P2:axis"), Rejection::SpaceTaken { module });
    let gear = flight.clone().fly("C5:gear");
    assert_eq!(gear.game.board().gear, 0b101);
    let brakes = synchronised(0).fly("C2:brakes");
    assert_eq!(brakes.game.board().brakes, 1);
}

#[test]
fn the_extra_die_takes_coffee_within_two_to_five() {
    // ST-85, ST-48
    let out = |die, value| Rejection::CoffeeOutOfRange { die, value, least: 2, most: 5 };
    assert_eq!(synchronised(5).refused("C5+1:kerosene"), out(5, 6));
    assert_eq!(synchronised(0).refused("C2-1:kerosene"), out(2, 1));
    let flight = synchronised(5).fly("C5-2:kerosene");
    assert_eq!((flight.game.board().coffee, flight.game.board().kerosene), (0, 17));
}

#[test]
fn synchronisation_happens_once_per_round_and_in_either_order() {
    // ST-85
    let mut flight =
        with(Ability::Synchronisation).hands(&[1, 3, 2, 2], &[1, 3, 1, 1]).fly("P1:radio");
    flight = flight.hands(&[1, 3, 2], &[1, 3, 1, 1]);
    flight = flight.fly("C1:flaps");
    flight.dice = Dice::values([0]);
    let mut flight = flight.fly("P1:gear");
    flight.dice = Flight::seed().dice;
    assert_eq!(flight.game.board().phase, Phase::Extra { extra: Extra::Sync });
    let flight = flight.fly("C2:kerosene");
    assert_eq!(flight.game.board().turn, COPILOT);
    let flight = flight.fly("C3:flaps");
    assert_eq!(flight.game.board().phase, Phase::Placement);
    // Other abilities give none.
    let other = with(Ability::Control).hands(&[1, 2, 3, 4], &[1, 4, 5, 6]).fly("P1:gear C1:flaps");
    assert_eq!(other.game.board().phase, Phase::Placement);
}

#[test]
fn the_extra_die_comes_before_the_round_ends() {
    // ST-85: the last die of the round completes the pair.
    let mut flight = with(Ability::Synchronisation)
        .hands(&[1, 1, 1, 1], &[1, 1, 1, 1])
        .fly("P1:gear C1:axis P1:axis C1:engines P1:engines C1:radio P1:conc");
    flight.dice = Dice::values([2]);
    let mut flight = flight.fly("C1:flaps");
    assert_eq!(flight.game.board().round, 1);
    flight.dice = Flight::seed().dice;
    let flight = flight.fly("C3:kerosene");
    assert_eq!(flight.game.board().round, 2);
    assert_eq!(flight.game.board().kerosene, 17);
}

#[test]
fn a_token_of_the_extra_die_has_the_colour_of_its_side() {
    // ST-85, ST-75
    let flight = synchronised(5)
        .set("/board/intern", json!({ "row": [3, 5, 1, 2, 6, 4], "from": 0, "to": 6 }))
        .fly("C5:intern#0");
    let extra = Extra::Token { by: COPILOT, colour: PILOT, value: 3 };
    assert_eq!(flight.game.board().phase, Phase::Extra { extra });
    let flight = flight.fly("C3:gear");
    assert_eq!(flight.game.board().gear, 0b011);
    assert_eq!(flight.game.board().turn, PILOT);
}

#[test]
fn the_extra_die_takes_a_seat_of_concentration_under_seed() {
    // ST-85, R-11: the side is named there too.
    let config = Config {
        rules: RuleSet::Seed,
        any_scenario: true,
        abilities: Some(vec![Ability::Synchronisation]),
        ..at("hnd-red")
    };
    let mut flight = Flight::new(&config).hands(&[1, 2, 3, 4], &[1, 4, 5, 6]).fly("P1:gear");
    flight.dice = Dice::values([3]);
    let mut flight = flight.fly("C1:flaps");
    flight.dice = Flight::seed().dice;
    let module = Module::Concentration;
    let slots = vec![0, 1];
    assert_eq!(flight.clone().refused("C4:conc"), Rejection::NameTheSpace { module, slots });
    let flight = flight.fly("C4:conc#0");
    assert_eq!(flight.clone().refused("P2:conc"), Rejection::SpaceTaken { module });
    flight.fly("P2:axis C4:conc");
}

#[test]
fn abilities_are_listed_while_they_are_ready() {
    // ST-80, ST-81, ST-84: what each of the crew finds in the list, and what the view says.
    #[track_caller]
    fn check(flight: &Flight, ability: Ability, pilot: bool, copilot: bool) {
        let listed = |crew| {
            let found = |command: &Command| match command {
                Command::Anticipate { .. } => ability == Ability::Anticipation,
                Command::Adapt { .. } => ability == Ability::Adaptation,
                Command::Swap { .. } => ability == Ability::WorkingTogether,
                _ => false,
            };
            flight.legal(crew).iter().any(found)
        };
        assert_eq!((listed(PILOT), listed(COPILOT)), (pilot, copilot), "{ability:?}");
    }
    #[track_caller]
    fn ready(flight: &Flight, pilot: bool, copilot: bool) {
        let view = flight.game.view(Viewer::Spectator);
        let [ability] = &view.abilities[..] else { panic!("one ability") };
        assert_eq!((ability.ready.pilot, ability.ready.copilot), (pilot, copilot));
    }
    let start = with(Ability::Anticipation).hands(&[1, 2, 3, 4], &[3, 4, 5, 6]);
    check(&start, Ability::Anticipation, true, false);
    ready(&start, true, false);
    let later = start.clone().fly("P1:axis");
    check(&later, Ability::Anticipation, false, false);
    ready(&later, false, false);
    let mut used = start;
    used.submit(PILOT.seat(), Command::Anticipate { die: 1 }).unwrap();
    check(&used, Ability::Anticipation, false, false);
    ready(&used, false, false);

    let start = with(Ability::Adaptation).hands(&[1, 2, 3, 4], &[3, 4, 5, 6]);
    check(&start, Ability::Adaptation, true, false);
    ready(&start, true, true);
    let mut used = start;
    used.submit(PILOT.seat(), Command::Adapt { die: 1 }).unwrap();
    check(&used, Ability::Adaptation, false, false);
    ready(&used, false, true);
    check(&used.fly("P2:axis"), Ability::Adaptation, false, true);

    let start = with(Ability::WorkingTogether).hands(&[1, 2, 3, 4], &[3, 4, 5, 6]);
    check(&start, Ability::WorkingTogether, true, true);
    ready(&start, true, true);
    let mut asked = start.clone();
    asked.submit(PILOT.seat(), Command::Swap { die: 1 }).unwrap();
    // An absent partner gives the first die, and nothing is asked of who has answered.
    assert_eq!(asked.game.idle(COPILOT.seat()), Some(Command::Swap { die: 3 }));
    assert_eq!(asked.game.idle(PILOT.seat()), None);
    asked.submit(COPILOT.seat(), Command::Swap { die: 3 }).unwrap();
    check(&asked, Ability::WorkingTogether, false, false);
    ready(&asked, false, false);
    let last = start.hands(&[1, 1, 1, 1], &[1, 1, 1, 1]).round(2);
    let last = last.fly("C1:axis P1:axis C1:engines P1:engines C1:radio P1:radio C1:conc");
    check(&last, Ability::WorkingTogether, false, false);

    ready(&with(Ability::Synchronisation), false, true);
    ready(&with(Ability::Control), true, true);
}

#[test]
fn the_extra_die_shows_what_a_traffic_die_shows() {
    // ST-85
    for value in [1, 6] {
        let broken = synchronised(0).force("/hidden/sync", value);
        let faults = broken.game.inspect().unwrap_err();
        assert_eq!(faults.list()[0].field, "hidden.sync");
    }
    for value in 2..=5 {
        assert_eq!(synchronised(0).force("/hidden/sync", value).game.inspect(), Ok(()));
    }
}
