//! What views show and hide (ST-34, ST-96, R-23), and that guesses fit them.

use senet_kernel::{Game, Rng, Seat, Text, Viewer};
use senet_sky_team::{
    Ability, Command, Config, Crew, Criterion, End, Event, Faces, IceSpace, Loss, Module, Phase,
    Preview, Rejection, SkyTeam, Standing, Talk, Warning, Waste, WindView,
};
use serde_json::json;

use crate::support::{COPILOT, Flight, PILOT, at};

#[test]
fn unplaced_dice_are_in_no_other_view_and_no_other_event() {
    // ST-34, R-23: the Co-Pilot's hand is all sixes; no six shows up for the Pilot or a spectator.
    let flight = Flight::seed().hands(&[1, 1, 1, 1], &[6, 6, 6, 6]);
    for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Spectator] {
        let view = flight.game.view(viewer);
        assert_eq!(view.hands.copilot.dice, None);
        assert_eq!(view.hands.copilot.left, 4);
        let other = flight.clone().hands(&[1, 1, 1, 1], &[2, 3, 4, 5]);
        assert_eq!(other.game.view(viewer), view);
    }
    let own = flight.game.view(Seat::SECOND.into());
    assert_eq!(own.hands.copilot.dice, Faces::new(&[6, 6, 6, 6]));
    assert_eq!(own.hands.pilot.dice, None);
    let rolled = Event::Rolled { crew: COPILOT, dice: Faces::new(&[6, 6]), open: false };
    let hidden = Event::Rolled { crew: COPILOT, dice: None, open: false };
    assert_eq!(SkyTeam::shown(&rolled, Seat::FIRST.into()), Some(hidden.clone()));
    assert_eq!(SkyTeam::shown(&rolled, Viewer::Spectator), Some(hidden));
    assert_eq!(SkyTeam::shown(&rolled, Seat::SECOND.into()), Some(rolled));
}

#[test]
fn what_is_hidden_from_whom_is_said_by_its_place() {
    // ST-34, ST-61: the other's hand and sealed choice; the extra die of Synchronisation is the Co-Pilot's.
    let hidden = |config: &Config, viewer: Viewer| {
        let hidden = Flight::new(config).game.hidden(viewer);
        let places: Vec<&str> = hidden.iter().map(|secret| secret.place()).collect();
        places.join(" ")
    };
    let (two, solo) = (Config::default(), Config { solo: true, ..Config::default() });
    let (pilot, copilot) = (
        "/hidden/hands/pilot /hidden/sealed/pilot",
        "/hidden/hands/copilot /hidden/sealed/copilot",
    );
    assert_eq!(hidden(&two, Seat::FIRST.into()), format!("{copilot} /hidden/sync"));
    assert_eq!(hidden(&two, Seat::SECOND.into()), pilot);
    assert_eq!(hidden(&two, Viewer::Spectator), format!("{pilot} {copilot} /hidden/sync"));
    assert_eq!(hidden(&solo, Seat::FIRST.into()), "");
}

#[test]
fn both_hands_are_shown_once_the_flight_is_over() {
    // ST-34: nothing is hidden any more, for whoever looks.
    let mut flight = Flight::seed().hands(&[6, 3, 3, 3], &[1, 2, 2, 2]).fly("P6:axis");
    let shown = |flight: &Flight, viewer| {
        let hands = flight.game.view(viewer).hands;
        [hands.pilot.dice, hands.copilot.dice]
    };
    let pilot = Faces::new(&[3, 3, 3]);
    assert_eq!(shown(&flight, Seat::FIRST.into()), [pilot, None]);
    assert_eq!(shown(&flight, Viewer::Spectator), [None, None]);
    flight = flight.fly("C1:axis");
    assert_eq!(flight.game.view(Viewer::Spectator).board.phase, Phase::Over);
    for viewer in Viewer::all(2) {
        assert_eq!(shown(&flight, viewer), [pilot, Faces::new(&[2, 2, 2])], "{viewer:?}");
    }
}

#[test]
fn hidden_parts_of_events_are_shown_to_whom_they_belong() {
    // ST-34, ST-12: event, seen by the Pilot, the Co-Pilot, a spectator.
    #[track_caller]
    fn check(event: &Event, pilot: bool, copilot: bool) {
        let whole = |viewer| SkyTeam::shown(event, viewer).as_ref() == Some(event);
        assert_eq!(whole(Seat::FIRST.into()), pilot, "{event:?}");
        assert_eq!(whole(Seat::SECOND.into()), copilot, "{event:?}");
        assert!(!whole(Viewer::Spectator), "{event:?}");
    }
    let dice = Faces::new(&[1, 2]);
    for open in [false, true] {
        let (crew, count) = (PILOT, 1);
        check(&Event::Rolled { crew, dice, open }, true, open);
        check(&Event::Rerolled { crew, count, dice, open }, true, open);
        check(&Event::Anticipated { crew, dice, open }, true, open);
        check(&Event::Adapted { crew, value: Some(3), open }, true, open);
        check(&Event::SyncRolled { value: Some(3), open }, open, true);
    }
    let gave = Some(senet_sky_team::Pair { pilot: 1, copilot: 2 });
    check(&Event::Swapped { gave }, true, true);
}

#[test]
fn a_guess_fits_the_view_in_every_phase() {
    //
    let swap = Config { abilities: Some(vec![Ability::WorkingTogether]), ..at("hnd-red") };
    let mut flights = vec![Flight::seed().fly("P1:axis"), Flight::to("kul-black")];
    let mut rerolling = Flight::published();
    rerolling.submit(Seat::FIRST, Command::SpendReroll {}).unwrap();
    flights.push(rerolling.clone());
    rerolling.submit(Seat::FIRST, crate::support::reroll(&[1, 2])).unwrap();
    flights.push(rerolling);
    let mut swapping = Flight::new(&swap).hands(&[1, 2, 3, 4], &[3, 4, 5, 6]);
    swapping.submit(Seat::SECOND, Command::Swap { die: 6 }).unwrap();
    flights.push(swapping);
    flights.push(Flight::new(&Config { briefing: true, ..Config::default() }));
    for flight in flights {
        for viewer in Viewer::all(2) {
            let view = flight.game.view(viewer);
            for seed in 0..8 {
                let guess = SkyTeam::guess(&view, viewer, &mut Rng::new(seed));
                assert_eq!(guess.inspect(), Ok(()));
                assert_eq!(guess.view(viewer), view);
            }
        }
    }
}

/// The preview of the choice that a script's last word names.
#[track_caller]
fn preview(flight: Flight, script: &str) -> Preview {
    let (before, last) = script.rsplit_once(' ').unwrap_or(("", script));
    let flight = flight.fly(before);
    let (crew, command) = crate::support::read(last);
    let view = flight.game.view(crew.seat().into());
    let choice = view.choices.iter().find(|choice| choice.command == command);
    let choice = choice.unwrap_or_else(|| panic!("{last} is not offered"));
    choice.preview.clone()
}

#[test]
fn a_choice_says_what_it_would_do() {
    // ST-96
    let hands = |pilot: &[u8], copilot: &[u8]| Flight::seed().hands(pilot, copilot);
    let axis = preview(hands(&[4, 1, 1, 1], &[3, 1, 1, 1]), "P4:axis C3:axis");
    assert_eq!((axis.axis, axis.end), (Some(1), None));
    assert_eq!(preview(Flight::seed(), "P4:axis").axis, None);
    let engines = preview(hands(&[4, 1, 1, 1], &[4, 1, 1, 1]), "P4:engines C4:engines");
    assert_eq!((engines.speed, engines.segments, engines.position), (Some(8), Some(1), Some(1)));
    let radio = preview(Flight::seed(), "P3:radio");
    assert_eq!((radio.clears, radio.warnings.len()), (Some(2), 0));
    let coffee = preview(Flight::seed().set("/board/coffee", 1), "P3+1:conc");
    assert_eq!(coffee.coffee, Some(1));
    assert_eq!(preview(Flight::seed(), "P1:gear").blue_marker, Some(5));
    let flaps = preview(hands(&[1, 1, 1, 1], &[1, 1, 1, 1]), "P1:axis C1:flaps");
    assert_eq!(flaps.orange_marker, Some(9));
    assert_eq!(preview(Flight::seed(), "P2:brakes").brakes, Some(2));
    let fuel = preview(Flight::to("osl-green"), "P4:kerosene");
    assert_eq!(fuel.kerosene, Some(16));
    let intern = Flight::to("lhr-yellow")
        .set("/board/intern", json!({ "row": [2, 5, 1, 3, 6, 4], "from": 0, "to": 6 }));
    assert_eq!(preview(intern, "P1:intern").token, Some(2));
    let gear = preview(Flight::seed().set("/board/gear", 6), "P1:gear");
    let changed: Vec<(Criterion, Standing)> =
        gear.criteria.iter().map(|change| (change.criterion, change.standing)).collect();
    assert_eq!(changed, [(Criterion::LandingGear, Standing::Met)]);
}

#[test]
fn safe_mode_warns_of_losses_spoilt_landings_and_waste() {
    // ST-96
    #[track_caller]
    fn check(flight: Flight, script: &str, expected: Warning) {
        assert_eq!(preview(flight, script).warnings, [expected]);
    }
    let loses = |loss| Warning::Loses { loss };
    let hands =
        |flight: Flight, blue: u8, orange: u8| flight.hands(&[blue, 1, 1, 1], &[orange, 1, 1, 1]);
    let spin = loses(Loss::Spin { axis: 5 });
    check(hands(Flight::seed(), 6, 1), "P6:axis C1:axis", spin);
    let planes = Flight::seed().set("/board/approach/planes", json!([1, 0, 0, 0, 0, 0, 0, 0]));
    let collision = loses(Loss::Collision { segment: 0 });
    check(hands(planes, 3, 3), "P3:engines C3:engines", collision);
    let airport = Flight::seed().set("/board/approach/position", 6);
    let airport = airport.set("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 0, 0]));
    check(hands(airport, 3, 3), "P3:engines C3:engines", loses(Loss::Overshoot));
    let fuel = Flight::to("osl-green").set("/board/kerosene", 3);
    check(fuel, "P4:kerosene", loses(Loss::Kerosene));
    let waste = |waste| Warning::Wastes { waste };
    check(Flight::seed(), "P1:radio", waste(Waste::NoAirplane));
    check(Flight::seed().set("/board/coffee", 3), "P1:conc", waste(Waste::PoolFull));
    check(Flight::published().set("/board/gear", 1), "P1:gear", waste(Waste::SwitchOn));
    let criterion = Criterion::Brakes;
    let spoils = Warning::SpoilsLanding { criterion };
    let fast = hands(Flight::published().final_round(), 4, 3);
    check(fast, "P4:engines C3:engines", spoils);
    let criterion = Criterion::Speed;
    let slow = hands(Flight::seed().final_round(), 4, 4);
    check(slow, "P4:engines C4:engines", Warning::SpoilsLanding { criterion });
}

#[test]
fn the_last_die_of_a_round_shows_how_the_round_ends() {
    // ST-96, ST-52
    let flight = Flight::seed()
        .hands(&[1, 1, 1, 1], &[1, 1, 1, 1])
        .round(6)
        .set("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 0, 0]));
    let script = "C1:axis P1:axis C1:engines P1:engines C1:radio P1:radio C1:conc P1:conc";
    let preview = preview(flight, script);
    assert!(preview.ends_round);
    let loss = Loss::NotAtAirport { position: 0 };
    assert_eq!(preview.end, Some(End::Lost { loss }));
}

#[test]
fn what_does_not_go_is_there_with_its_reason() {
    // ST-96
    let view = Flight::seed().game.view(Seat::FIRST.into());
    let module = Module::Flaps;
    let flaps =
        view.blocked.iter().find(|blocked| blocked.on == module && blocked.die == 1).unwrap();
    assert_eq!(flaps.reason, Rejection::WrongColour { module, crew: PILOT });
    assert!(!flaps.text.is_empty());
    let off_turn = Flight::seed().game.view(Seat::SECOND.into());
    assert!(off_turn.blocked.is_empty() && off_turn.choices.is_empty());
    assert!(Flight::seed().game.view(Viewer::Spectator).choices.is_empty());
    // Every choice and every other command is what the list says.
    let flight = Flight::published().set("/board/coffee", 1);
    let view = flight.game.view(Seat::FIRST.into());
    let offered = view.choices.iter().map(|choice| choice.command);
    let offered: Vec<Command> =
        offered.chain(view.others.iter().map(|other| other.command)).collect();
    assert_eq!(offered, flight.legal(PILOT));
    assert!(view.others.iter().all(|other| other.crew == Crew::Pilot));
}

#[test]
fn the_track_shows_planes_icons_turns_and_reach() {
    // ST-43, ST-70, ST-71
    let flight = Flight::to("hnd-green").set("/board/approach/position", 1);
    let view = flight.game.view(Viewer::Spectator);
    let turn = &view.approach[2];
    assert_eq!(turn.turn, [0, 1]);
    assert_eq!((turn.radio, turn.here, turn.airport), (Some(2), false, false));
    assert_eq!(view.approach[0].traffic, 2);
    assert_eq!(view.approach[0].radio, None);
    assert!(view.approach[1].here);
    assert!(view.approach[7].airport && view.approach[7].radio.is_none());
}

#[test]
fn spaces_show_who_what_and_whether() {
    let flight = Flight::seed().set("/board/flaps", 1).fly("P4:axis");
    let view = flight.game.view(Viewer::Spectator);
    let module = |wanted| view.modules.iter().find(|module| module.module == wanted).unwrap();
    let axis = module(Module::Axis);
    assert!(axis.mandatory && axis.spaces[1].open && !axis.spaces[0].open);
    assert_eq!(axis.spaces[0].die, Some(4));
    assert_eq!(axis.spaces[0].crew, [PILOT]);
    let flaps = module(Module::Flaps);
    let on: Vec<Option<bool>> = flaps.spaces.iter().map(|space| space.on).collect();
    assert_eq!(on, [Some(true), Some(false), Some(false), Some(false)]);
    let open: Vec<bool> = flaps.spaces.iter().map(|space| space.open).collect();
    assert_eq!(open, [false, true, false, false]);
    assert_eq!(flaps.spaces[2].values, [4, 5]);
    assert_eq!(module(Module::Concentration).spaces.len(), 2);
    assert!(view.modules.iter().all(|module| !module.help.is_empty()));
    let published = Flight::published().game.view(Viewer::Spectator);
    let shared = published.modules.iter().find(|module| module.module == Module::Concentration);
    assert_eq!(shared.unwrap().spaces.len(), 3);
    assert!(published.modules.iter().all(|module| module.module != Module::Kerosene));
}

#[test]
fn the_speed_gauge_says_what_moves_how_far() {
    //
    let gauge = |flight: Flight| {
        let speed = flight.game.view(Viewer::Spectator).speed;
        (speed.one_from, speed.two_from)
    };
    assert_eq!(gauge(Flight::seed()), (4, 9));
    assert_eq!(gauge(Flight::published()), (5, 9));
    assert_eq!(gauge(Flight::seed().set("/board/gear", 7).set("/board/flaps", 2)), (7, 11));
}

#[test]
fn the_banner_says_what_talk_is_allowed() {
    // ST-30, ST-31
    let talk = |flight: &Flight| flight.game.view(Viewer::Spectator).banner.talk;
    assert_eq!(talk(&Flight::seed()), Talk::Silence);
    let hush = |flight: &Flight| SkyTeam::hush(&flight.game.view(Viewer::Spectator));
    assert!(hush(&Flight::seed()).is_some_and(|why| why.contains("when the flight is over")));
    let briefing = Flight::new(&Config { briefing: true, ..Config::default() });
    assert_eq!((talk(&briefing), hush(&briefing)), (Talk::Plans, None));
    let solo = Flight::new(&Config { solo: true, ..Config::default() });
    assert_eq!(talk(&solo), Talk::Free);
    let over = Flight::seed().hands(&[6, 1, 1, 1], &[1, 1, 1, 1]).fly("P6:axis C1:axis");
    assert_eq!(talk(&over), Talk::Free);
    let banner = briefing.game.view(Viewer::Spectator).banner;
    assert!(!banner.allowed.is_empty() && !banner.forbidden.is_empty());
}

#[test]
fn the_history_of_the_round_is_there() {
    let view = Flight::seed().set("/board/coffee", 1).fly("P1+1:conc C3:radio");
    let view = view.game.view(Viewer::Spectator);
    let history: Vec<(Crew, u8, u8, Module)> =
        view.history.iter().map(|laid| (laid.crew, laid.die, laid.value(), laid.on)).collect();
    assert_eq!(history, [(PILOT, 1, 2, Module::Concentration), (COPILOT, 3, 3, Module::Radio)]);
}

#[test]
fn the_altitude_track_says_who_begins_and_where_tokens_lie() {
    // ST-20, ST-21, ST-60: altitudes in thousands of feet, who places first, tokens.
    #[track_caller]
    fn check(flight: &Flight, altitudes: &[u16], first: &str, tokens: &[u8]) {
        let view = flight.game.view(Viewer::Spectator);
        let track = &view.altitudes;
        let heights: Vec<u16> = track.iter().map(|step| step.altitude / 1000).collect();
        assert_eq!(heights, altitudes);
        assert!(track.iter().map(|step| step.round).eq(1..=view.rounds));
        let begins = |crew| if crew == PILOT { 'P' } else { 'C' };
        assert_eq!(track.iter().map(|step| begins(step.first)).collect::<String>(), first);
        let given = track.iter().filter(|step| step.reroll).map(|step| step.round);
        assert_eq!(given.collect::<Vec<u8>>(), tokens);
        let here: Vec<u8> = track.iter().filter(|s| s.here).map(|step| step.round).collect();
        assert_eq!(here, [view.round]);
    }
    let all = [6, 5, 4, 3, 2, 1, 0];
    check(&Flight::seed(), &all, "PCPCPCP", &[1]);
    check(&Flight::published(), &all, "PCPCPCP", &[1, 5]);
    check(&Flight::to("hnd-red"), &all, "PCPCPCP", &[1]);
    check(&Flight::to("bud-red").round(3), &all[1..], "CPCPCP", &[]);
}

#[test]
fn gauges_stand_in_fields_of_their_own() {
    // ST-96
    let flight = Flight::published().set("/board/coffee", 2).set("/board/axis/position", -1);
    let view = flight.game.view(Viewer::Spectator);
    assert_eq!((view.axis, view.coffee, view.rerolls, view.solo), (-1, 2, 1, false));
    assert_eq!((view.phase, view.turn), (Phase::Placement, Some(PILOT)));
    assert_eq!((view.wind, view.ice_brakes), (None, None));
    let mut choosing = flight;
    choosing.submit(Seat::FIRST, Command::SpendReroll {}).unwrap();
    let view = choosing.game.view(Viewer::Spectator);
    assert_eq!((view.phase, view.turn, view.rerolls), (Phase::Rerolling, None, 0));
    let windy = Flight::to("gig-yellow").set("/board/wind", 4);
    let wind = windy.game.view(Viewer::Spectator).wind;
    assert_eq!(wind, Some(WindView { position: 4, adds: -1 }));
}

#[test]
fn all_eight_spaces_of_the_ice_brakes_are_there() {
    // ST-76
    #[track_caller]
    fn check(flight: &Flight, expected: [(u8, IceSpace, IceSpace); 4]) {
        let steps = flight.game.view(Viewer::Spectator).ice_brakes.unwrap();
        let steps: Vec<_> =
            steps.iter().map(|step| (step.value, step.pilot, step.shared)).collect();
        assert_eq!(steps, expected);
    }
    use IceSpace::{Closed, Done, Open, Waits};
    let start = Flight::to("kef-yellow").hands(&[2, 2, 3, 4], &[2, 2, 3, 4]);
    let rest = |from: u8| (from, Closed, Closed);
    check(&start, [(2, Open, Open), rest(3), rest(4), rest(5)]);
    let own = start.clone().fly("P2:ice#0");
    check(&own, [(2, Waits, Open), rest(3), rest(4), rest(5)]);
    check(&start.fly("P2:ice#1"), [(2, Open, Waits), rest(3), rest(4), rest(5)]);
    let done = own.fly("C2:ice");
    check(&done, [(2, Done, Done), (3, Open, Open), rest(4), rest(5)]);
    let all = Flight::to("kef-yellow").set("/board/ice", 4);
    check(&all, [2, 3, 4, 5].map(|value| (value, Done, Done)));
}

#[test]
fn only_the_one_on_turn_is_awaited() {
    // ST-31, ST-60: a token lets both act, but the device belongs to who places.
    let flight = Flight::seed();
    assert_eq!(flight.game.to_act().len(), 2);
    assert!(flight.game.awaited().iter().eq([Seat::FIRST]));
    assert!(flight.clone().fly("P1:axis").game.awaited().iter().eq([Seat::SECOND]));
    let mut both = Flight::published();
    both.submit(Seat::FIRST, Command::SpendReroll {}).unwrap();
    assert_eq!(both.game.awaited().len(), 2);
    both.submit(Seat::FIRST, crate::support::reroll(&[])).unwrap();
    assert!(both.game.awaited().iter().eq([Seat::SECOND]));
}

#[test]
fn who_plays_alone_sees_which_seat_does_what() {
    // ST-12
    let solo = Flight::new(&Config { solo: true, ..Config::default() });
    let solo = solo.hands(&[1, 2, 3, 4], &[3, 4, 5, 6]).fly("P1:axis");
    assert!(!solo.game.secrets());
    for viewer in [Seat::FIRST, Seat::SECOND] {
        let view = solo.game.view(viewer.into());
        assert!(view.solo);
        assert_eq!(view.turn, Some(COPILOT));
        assert!(!view.choices.is_empty());
        assert!(view.choices.iter().all(|choice| choice.crew == COPILOT));
        for crew in Crew::ALL {
            let own: Vec<Command> = view
                .choices
                .iter()
                .map(|choice| (choice.crew, choice.command))
                .chain(view.others.iter().map(|other| (other.crew, other.command)))
                .filter(|(by, _)| *by == crew)
                .map(|(_, command)| command)
                .collect();
            assert_eq!(own, solo.legal(crew));
        }
    }
}

#[test]
fn a_screen_is_hidden_while_dice_are_in_hands() {
    // ST-34
    assert!(Flight::seed().game.secrets());
    let briefing = Flight::new(&Config { briefing: true, ..Config::default() });
    assert!(!briefing.game.secrets());
    let over = Flight::seed().hands(&[6, 1, 1, 1], &[1, 1, 1, 1]).fly("P6:axis C1:axis");
    assert!(!over.game.secrets());
}

#[test]
fn choices_are_said_and_foretold_in_sentences() {
    // ST-96
    let view = Flight::seed().set("/board/coffee", 1).game.view(Seat::FIRST.into());
    let said: Vec<&str> = view.choices.iter().map(|choice| choice.text.as_str()).collect();
    assert!(said.contains(&"place 3 on radio") && said.contains(&"place 3 as 4 on landing gear"));
    assert!(view.others.iter().any(|other| other.text == "reroll 1 2"));

    /// The sentences and the cautions of the last placement of a script.
    #[track_caller]
    fn check(flight: Flight, script: &str, sentences: &[&str], cautions: &[&str]) {
        let preview = preview(flight, script);
        assert_eq!((preview.sentences, preview.cautions), (owned(sentences), owned(cautions)));
    }
    fn owned(list: &[&str]) -> Vec<String> {
        list.iter().map(|text| (*text).to_owned()).collect()
    }
    let hands =
        |flight: Flight, blue: u8, orange: u8| flight.hands(&[blue, 1, 1, 1], &[orange, 1, 1, 1]);
    check(Flight::seed(), "P4:axis", &[], &[]);
    check(
        Flight::seed(),
        "P3:radio",
        &["The radio sends an airplane off segment 2; 0 left there."],
        &[],
    );
    check(
        hands(Flight::seed(), 6, 1),
        "P6:axis C1:axis",
        &[
            "The axis goes from level to 5 towards the Pilot.",
            "The axis went to 5 towards the Pilot; beyond 2 the plane spins. The crew has lost.",
        ],
        &[
            "The game would be lost: the axis would go to 5 towards the Pilot, and beyond 2 the plane spins.",
        ],
    );
    check(
        hands(Flight::seed().final_round(), 4, 4),
        "P4:engines C4:engines",
        &["Speed 4 + 4 = 8 (markers 4 and 8): it counts for the landing."],
        &["The landing could not succeed any more: speed: must be at least 9; the speed is 8."],
    );
}

#[test]
fn every_warning_has_its_sentence() {
    // ST-96
    #[track_caller]
    fn check(flight: Flight, script: &str, sentence: &str) {
        assert_eq!(preview(flight, script).cautions, [sentence]);
    }
    let hands =
        |flight: Flight, blue: u8, orange: u8| flight.hands(&[blue, 1, 1, 1], &[orange, 1, 1, 1]);
    let lost = |why: &str| format!("The game would be lost: {why}.");
    let none = json!([0, 0, 0, 0, 0, 0, 0, 0]);
    let planes = Flight::seed().set("/board/approach/planes", json!([1, 0, 0, 0, 0, 0, 0, 0]));
    let engines = "P3:engines C3:engines";
    let collision = lost("segment 0 would be left with an airplane on it, a collision");
    check(hands(planes, 3, 3), engines, &collision);
    let airport = Flight::seed().set("/board/approach/position", 6);
    let airport = airport.set("/board/approach/planes", none.clone());
    check(hands(airport, 3, 3), engines, &lost("the plane would fly past the airport"));
    let fuel = Flight::to("osl-green").set("/board/kerosene", 3);
    check(fuel, "P4:kerosene", &lost("the tank would run dry"));
    let turn = Flight::to("kul-yellow").set("/board/approach/position", 1);
    let turn = turn.set("/board/approach/planes", none.clone());
    check(hands(turn, 3, 3), engines, &lost("segment 1 cannot be left with the axis level"));
    let last = "C1:axis P1:axis C1:engines P1:engines C1:radio P1:radio C1:conc P1:conc";
    let six = |planes| {
        let six = Flight::seed().hands(&[1, 1, 1, 1], &[1, 1, 1, 1]).round(6);
        six.set("/board/approach/planes", planes)
    };
    let far = lost("the altitude would be 0 with the plane only on segment 0");
    check(six(none), last, &far);
    let there = |planes| six(planes).set("/board/approach/position", 6);
    let one = lost("the altitude would be 0 while 1 airplane is on the track");
    check(there(json!([0, 0, 1, 0, 0, 0, 0, 0])), last, &one);
    let two = lost("the altitude would be 0 while 2 airplanes are on the track");
    check(there(json!([0, 0, 2, 0, 0, 0, 0, 0])), last, &two);
    let land = Flight::seed().hands(&[1, 1, 1, 1], &[1, 1, 1, 1]).final_round();
    let last = "P1:axis C1:axis P1:engines C1:engines P1:radio C1:radio P1:conc C1:conc";
    let missed = lost("the landing would fail by speed, brakes, flaps, landing gear");
    check(land, last, &missed);
    check(Flight::seed(), "P1:radio", "No airplane is there: the die would be used up.");
    let full = Flight::seed().set("/board/coffee", 3);
    check(full, "P1:conc", "The coffee pool is full: nothing would be earned.");
    let on = Flight::published().set("/board/gear", 1);
    check(on, "P1:gear", "The switch is on already: the die would be used up.");
}

#[test]
fn fuel_and_mandatory_spaces_are_shown_where_there_are_any() {
    // ST-72, R-07
    let spectator = |flight: &Flight| flight.game.view(Viewer::Spectator);
    assert_eq!(spectator(&Flight::seed()).kerosene, None);
    assert_eq!(spectator(&Flight::to("osl-green")).kerosene, Some(20));
    assert_eq!(spectator(&Flight::to("prg-yellow")).kerosene, Some(20));
    let must = |flight: &Flight| spectator(flight).hands.pilot.must_fill;
    assert_eq!(must(&Flight::seed()), [Module::Axis, Module::Engines]);
    assert_eq!(must(&Flight::seed().fly("P1:axis")), [Module::Engines]);
    assert_eq!(must(&Flight::literal()), []);
    assert_eq!(must(&Flight::new(&Config { briefing: true, ..Config::default() })), []);
    let mandatory = |flight: &Flight| {
        let modules = spectator(flight).modules;
        modules.iter().filter(|m| m.mandatory).map(|m| m.module).collect::<Vec<_>>()
    };
    assert_eq!(mandatory(&Flight::published()), [Module::Axis, Module::Engines]);
    assert_eq!(mandatory(&Flight::literal()), []);
}

#[test]
fn each_die_is_shown_on_its_own_space() {
    // ST-96
    let dice = |flight: &Flight, module: Module| {
        let view = flight.game.view(Viewer::Spectator);
        let module = view.modules.into_iter().find(|found| found.module == module).unwrap();
        module.spaces.iter().map(|space| space.die).collect::<Vec<_>>()
    };
    let flight = Flight::seed().fly("P4:axis C3:radio P2:radio C5:radio");
    assert_eq!(dice(&flight, Module::Axis), [Some(4), None]);
    assert_eq!(dice(&flight, Module::Engines), [None, None]);
    assert_eq!(dice(&flight, Module::Radio), [Some(2), Some(3), Some(5)]);
    // A finished step of the ice brakes takes its dice away.
    let ice = Flight::to("kef-yellow").hands(&[2, 2, 3, 4], &[2, 2, 3, 4]).fly("P2:ice#0");
    assert_eq!(dice(&ice, Module::IceBrakes), [Some(2), None]);
    assert_eq!(dice(&ice.fly("C2:ice"), Module::IceBrakes), [None, None]);
}

#[test]
fn switches_and_the_interns_spaces_show_what_they_take() {
    // ST-46, ST-75
    let module = |flight: &Flight, module: Module| {
        let view = flight.game.view(Viewer::Spectator);
        view.modules.into_iter().find(|found| found.module == module).unwrap()
    };
    let brakes = module(&Flight::seed().set("/board/brakes", 1), Module::Brakes);
    let on: Vec<Option<bool>> = brakes.spaces.iter().map(|space| space.on).collect();
    assert_eq!(on, [Some(true), Some(false), Some(false)]);
    let values = |found: senet_sky_team::ModuleView| {
        found.spaces.into_iter().map(|space| space.values).collect::<Vec<_>>()
    };
    assert_eq!(values(brakes), [[2], [4], [6]]);
    let gear = module(&Flight::seed(), Module::LandingGear);
    assert_eq!(values(gear), [[1, 2], [3, 4], [5, 6]]);
    let flaps = module(&Flight::seed(), Module::Flaps);
    assert_eq!(values(flaps), [[1, 2], [2, 3], [4, 5], [5, 6]]);
    let row = json!({ "row": [2, 5, 1, 3, 6, 4], "from": 0, "to": 6 });
    let intern = module(&Flight::to("lhr-yellow").set("/board/intern", row), Module::Intern);
    assert_eq!(values(intern), [[1, 3, 4, 5, 6], [1, 2, 3, 5, 6]]);
}

#[test]
fn help_follows_the_rule_set() {
    // ST-40 to ST-47, ST-72, ST-75, ST-76: a part of each text.
    #[track_caller]
    fn check(flight: &Flight, module: Module, part: &str) {
        let view = flight.game.view(Viewer::Spectator);
        let help = view.modules.into_iter().find(|found| found.module == module).unwrap().help;
        assert!(help.contains(part), "{help}");
    }
    let (seed, literal, sold) = (Flight::seed(), Flight::literal(), Flight::published());
    check(&seed, Module::Axis, "beyond 2 it spins and is lost. Must be filled every round.");
    let free = literal.game.view(Viewer::Spectator).modules[0].help.clone();
    assert!(free.ends_with("beyond 2 it spins and is lost."));
    check(&seed, Module::Engines, "The sum is the speed");
    check(&seed, Module::Radio, "1 is the segment you are on");
    check(&literal, Module::Radio, "1 is the first segment of the track");
    check(&seed, Module::LandingGear, "Three switches in any order");
    check(&seed, Module::Flaps, "Four switches in order");
    check(&seed, Module::Brakes, "their sum above the speed");
    check(&literal, Module::Brakes, "their number above the speed");
    check(&sold, Module::Brakes, "at most the last value set");
    check(&seed, Module::Concentration, "One die of each");
    check(&sold, Module::Concentration, "Three spaces for both");
    check(&Flight::to("osl-green"), Module::Kerosene, "an unused space costs 6");
    check(&Flight::to("lhr-yellow"), Module::Intern, "All six must be gone");
    check(&Flight::to("kef-yellow"), Module::IceBrakes, "2, 3, 4, 5 in order");
}

#[test]
fn hidden_dice_are_guessed_with_every_face() {
    //
    let view = Flight::seed().game.view(Seat::FIRST.into());
    let mut rng = Rng::new(1);
    let mut seen = [0; 6];
    for _ in 0..100 {
        let guess = SkyTeam::guess(&view, Seat::FIRST.into(), &mut rng);
        guess.hand(COPILOT).values().for_each(|value| seen[usize::from(value) - 1] += 1);
    }
    assert!(seen.iter().all(|count| *count > 30), "{seen:?}");
}
