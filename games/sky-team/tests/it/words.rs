//! What is typed, told and drawn.

use senet_kernel::{Game, Seat, Text, Unread, Viewer};
use senet_sky_team::{Ability, Command, Config, End, Event, Faces, Loss, Module, SkyTeam};
use serde_json::json;

use crate::support::{Flight, PILOT, at, read};

fn typed(flight: &Flight, seat: Seat, text: &str) -> Result<Command, Unread> {
    let view = flight.game.view(seat.into());
    let reading = SkyTeam::read(&view, seat, text, &serde_json::Value::Null)?;
    Ok(reading.commands[0])
}

#[test]
fn a_placement_is_typed_in_many_ways() {
    #[track_caller]
    fn check(text: &str, word: &str) {
        let flight = Flight::seed().set("/board/coffee", 2);
        assert_eq!(typed(&flight, Seat::FIRST, text), Ok(read(word).1), "{text}");
    }
    for text in
        ["place 4 on radio", "4 radio", "Radio 4", "  PLACE the 4 ON the radio. ", "put 4 radio"]
    {
        check(text, "P4:radio");
    }
    for text in ["place 3 as 4 on axis", "3+1 axis", "3 -> 4 axis", "axis 3+1", "3 to 4 on axis"] {
        check(text, "P3+1:axis");
    }
    check("4-2 engines", "P4-2:engines");
    check("1 landing gear", "P1:gear");
    check("1 coffee", "P1:conc");
    // What is not legal is still understood, so that the rules can say why not.
    check("6 radio", "P6:radio");
    check("1 flaps", "P1:flaps");
    check("2 kerosene", "P2:kerosene");
}

#[test]
fn other_commands_are_typed_too() {
    #[track_caller]
    fn check(flight: &Flight, text: &str, command: Command) {
        assert_eq!(typed(flight, Seat::FIRST, text), Ok(command), "{text}");
    }
    let seed = Flight::seed();
    let dice = Faces::new(&[1, 2]).unwrap();
    check(&seed, "ready", Command::Ready {});
    check(&seed, "reroll 2 1", Command::Reroll { dice });
    check(&seed, "Reroll 1 and 2", Command::Reroll { dice });
    check(&seed, "reroll none", Command::Reroll { dice: Faces::NONE });
    check(&seed, "anticipate 3", Command::Anticipate { die: 3 });
    check(&seed, "adapt 3", Command::Adapt { die: 3 });
    check(&seed, "swap 3", Command::Swap { die: 3 });
    check(&Flight::published(), "reroll", Command::SpendReroll {});
    check(&Flight::published(), "spend reroll", Command::SpendReroll {});
}

#[test]
fn what_is_not_understood_is_said() {
    let flight = Flight::seed();
    for (text, code) in [
        ("", "empty_text"),
        ("hello", "unknown_word"),
        ("4", "missing_target"),
        ("radio", "missing_target"),
        ("4 wings", "unknown_word"),
        ("reroll", "missing_target"),
        ("4+x radio", "unknown_word"),
        ("4 as", "missing_target"),
        ("1-2 radio", "nothing_to_do"),
        ("reroll 9", "not_understood"),
    ] {
        let refused = typed(&flight, Seat::FIRST, text);
        assert_eq!(
            refused.as_ref().map_err(|unread| unread.code),
            Err(code),
            "{text}: {refused:?}"
        );
    }
}

#[test]
fn a_flap_is_named_by_its_values() {
    let flight = Flight::published()
        .hands(&[1, 1, 2, 2], &[2, 5, 2, 3])
        .set("/board/flaps", 1)
        .fly("P1:axis");
    let unread = typed(&flight, Seat::SECOND, "2 flaps").unwrap_err();
    assert_eq!(unread.code, "which_one");
    assert!(unread.sentence.contains("flaps 2-3"), "{unread}");
    assert_eq!(typed(&flight, Seat::SECOND, "2 flaps 2-3"), Ok(read("C2:flaps#1").1));
    assert_eq!(typed(&flight, Seat::SECOND, "2 on flaps 1-2"), Ok(read("C2:flaps#0").1));
    let ice = Flight::to("kef-yellow");
    assert_eq!(typed(&ice, Seat::FIRST, "2 on pilot ice brakes"), Ok(read("P2:ice#0").1));
    assert_eq!(typed(&ice, Seat::FIRST, "2 on shared ice brakes"), Ok(read("P2:ice#1").1));
}

#[test]
fn events_are_told_with_their_facts() {
    #[track_caller]
    fn check(event: &Event, expected: &str) {
        let view = Flight::seed().game.view(Viewer::Spectator);
        assert_eq!(SkyTeam::tell(&view, event), expected);
    }
    check(&Event::AxisMoved { from: 0, to: 2 }, "The axis goes from level to 2 towards the Pilot.");
    check(&Event::AxisMoved { from: 1, to: 1 }, "The axis stays 1 towards the Pilot.");
    check(&Event::AxisMoved { from: 1, to: 0 }, "The axis goes from 1 towards the Pilot to level.");
    let speed = Event::SpeedSet {
        blue: 4,
        orange: 5,
        wind: -2,
        speed: 7,
        blue_marker: 4,
        orange_marker: 8,
        segments: Some(1),
    };
    check(&speed, "Speed 4 + 5 − 2 by the wind = 7 (markers 4 and 8): one segment.");
    let radio = Event::RadioCalled { segment: Some(3), cleared: true, left: 1 };
    check(&radio, "The radio sends an airplane off segment 3; 1 left there.");
    let rolled = Event::Rolled { crew: PILOT, dice: Faces::new(&[2, 5]), open: false };
    check(&rolled, "The Pilot rolls 2 5.");
    let hidden = Event::Rolled { crew: PILOT, dice: None, open: false };
    check(&hidden, "The Pilot rolls four dice.");
    let deployed = |module, on, marker| Event::Deployed { module, slot: 0, on, marker };
    let gear = deployed(Module::LandingGear, 2, 6);
    check(&gear, "Landing gear 2 of 3 is out; the blue marker is at 6.");
    let flaps = deployed(Module::Flaps, 1, 9);
    check(&flaps, "Flap 1 of 4 is out; the orange marker is at 9.");
    check(&deployed(Module::Brakes, 3, 12), "Brake 3 of 3 is on; the brakes stand at 12.");
    let ice = deployed(Module::IceBrakes, 2, 3);
    check(&ice, "Step 2 of 4 of the ice brakes is done, past 3.");
    let wasted = |module| Event::Wasted { module };
    check(&wasted(Module::Radio), "The call finds no airplane; the die is used up.");
    check(&wasted(Module::Concentration), "The coffee pool is full; nothing is earned.");
    check(&wasted(Module::Flaps), "The flaps switch was on already; no effect.");
    let beyond = Event::RadioCalled { segment: None, cleared: false, left: 0 };
    check(&beyond, "The radio calls beyond the end of the track.");
    let traffic = |added| Event::TrafficRolled { value: 3, segment: 4, added };
    check(&traffic(true), "Traffic: a 3 puts an airplane on segment 4.");
    check(&traffic(false), "Traffic: a 3, but all airplanes are on the track.");
    check(&Event::CoffeeSpent { cost: 2, pool: 1 }, "That costs 2 coffee; 1 left.");
    check(&Event::CoffeeEarned { pool: 2 }, "A coffee is earned; the pool has 2.");
    let crew = PILOT;
    check(&Event::Ready { crew }, "The Pilot is ready.");
    check(&Event::Chosen { crew }, "The Pilot has chosen.");
    check(&Event::RerollSpent { crew, held: 1 }, "The Pilot spends a reroll token; 1 left.");
    check(&Event::RerollEarned { held: 2 }, "The crew gets a reroll token and holds 2.");
    let rerolled = |count, dice| Event::Rerolled { crew, count, dice, open: false };
    check(&rerolled(1, None), "The Pilot rerolls 1 die.");
    check(&rerolled(2, Faces::new(&[1, 4])), "The Pilot rerolls 2 dice and holds 1 4.");
    let adapted = |value| Event::Adapted { crew, value, open: false };
    check(&adapted(Some(3)), "The Pilot turns a die over to 3.");
    check(&adapted(None), "The Pilot turns a die over.");
    check(&Event::Swapped { gave: None }, "Two dice change places.");
    check(&Event::TimeUp { forfeited: 3 }, "Time is up: 3 dice forfeited.");
    let taken = Event::TokenTaken { crew, token: 4, left: 5 };
    check(&taken, "The Pilot takes the intern's 4; 5 left.");
    check(&Event::Moved { from: 1, to: 2 }, "The plane flies from segment 1 to 2.");
    check(&Event::KeroseneUsed { amount: 6, left: 8 }, "Fuel: 6 used, 8 left.");
}

#[test]
fn the_prompt_says_whose_turn_it_is_and_what_is_open() {
    #[track_caller]
    fn check(flight: &Flight, viewer: Viewer, expected: &str) {
        assert_eq!(SkyTeam::prompt(&flight.game.view(viewer), viewer), expected);
    }
    let flight = Flight::seed();
    let pilot = Viewer::Seat(Seat::FIRST);
    check(&flight, pilot, "Pilot: place die 1 of 8. Still empty: axis and engines.");
    check(&flight, Viewer::Spectator, "Waiting for the Pilot to place die 1 of 8.");
    let pressed = flight.fly("P1:radio C3:axis P2:conc C4:engines");
    check(
        &pressed,
        pilot,
        "Pilot: place die 5 of 8. Your last dice must fill the axis and the engines.",
    );
    let briefing = Flight::new(&Config { briefing: true, ..Config::default() });
    check(&briefing, pilot, "Pilot: say \"ready\" when the briefing is done.");
    check(&briefing, Viewer::Spectator, "Waiting for the Pilot and the Co-Pilot.");
    let lost = Flight::seed().hands(&[6, 1, 1, 1], &[1, 1, 1, 1]).fly("P6:axis C1:axis");
    check(
        &lost,
        pilot,
        "The axis went to 5 towards the Pilot; beyond 2 the plane spins. The crew has lost.",
    );
}

#[test]
fn the_cockpit_is_drawn_with_the_pilot_on_the_left() {
    // positive is tipped to the Pilot and stands on the left of the gauge.
    let flight = Flight::to("hnd-red").set("/board/axis/position", 2).fly("P4:engines");
    let viewer = Viewer::Seat(Seat::SECOND);
    let text = SkyTeam::draw(&flight.game.view(viewer), viewer).plain();
    assert!(text.contains("X <+2> +1 0 -1 -2 X"), "{text}");
    for part in ["Haneda", "turn: axis", "kerosene", "intern", "landing gear", "Co-Pilot (you)"] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    let hand = text.lines().find(|line| line.contains("Pilot   ")).unwrap();
    assert!(hand.contains("[?] [?] [?]") && !hand.contains("[1]"), "{hand}");
}

#[test]
fn the_end_gives_the_reasons_and_the_figures() {
    let flight = Flight::seed().hands(&[1, 1, 1, 1], &[1, 1, 1, 1]).final_round();
    let flight =
        flight.fly("P1:axis C1:axis P1:engines C1:engines P1:radio C1:radio P1:conc C1:conc");
    let view = flight.game.view(Viewer::Spectator);
    let text = SkyTeam::ending(&view).plain();
    assert!(text.starts_with("The landing failed: speed, brakes, flaps, landing gear."), "{text}");
    assert!(text.contains("✗ speed        must be at least 9; the speed is 2"), "{text}");
    assert!(text.contains("✓ axis"), "{text}");
    assert!(text.contains("Coffee earned: 2."), "{text}");
    assert_eq!(SkyTeam::ending(&Flight::seed().game.view(Viewer::Spectator)).plain(), "");
}

#[test]
fn labels_name_the_space_where_it_matters() {
    #[track_caller]
    fn check(flight: &Flight, word: &str, expected: &str) {
        let (crew, command) = read(word);
        let view = flight.game.view(crew.seat().into());
        assert_eq!(SkyTeam::say(&view, &command), expected);
    }
    let flight = Flight::new(&at("kef-yellow"));
    check(&flight, "P2:radio", "place 2 on radio");
    check(&flight, "P2+1:gear", "place 2 as 3 on landing gear");
    check(&flight, "C2:flaps#1", "place 2 on flaps 2-3");
    check(&flight, "P2:ice#0", "place 2 on pilot ice brakes");
    check(&flight, "P2:ice#1", "place 2 on shared ice brakes");
    check(&flight, "C3:axis#0", "place 3 on pilot axis");
    check(&flight, "C3:radio#2", "place 3 on copilot radio");
    let view = flight.game.view(Viewer::Spectator);
    assert_eq!(SkyTeam::say(&view, &Command::SpendReroll {}), "spend reroll");
    assert_eq!(SkyTeam::seat_name(&view, Seat::SECOND), "Co-Pilot");
    assert_eq!(Module::LandingGear.name(), "landing gear");
}

#[test]
fn every_loss_is_told_with_its_cause() {
    #[track_caller]
    fn check(loss: Loss, expected: &str) {
        let view = Flight::seed().game.view(Viewer::Spectator);
        let event = Event::Ended { end: End::Lost { loss }, landing: Vec::new() };
        assert_eq!(SkyTeam::tell(&view, &event), format!("{expected} The crew has lost."));
    }
    check(
        Loss::Spin { axis: -3 },
        "The axis went to 3 towards the Co-Pilot; beyond 2 the plane spins.",
    );
    check(Loss::Kerosene, "The tank ran dry.");
    let turn = Loss::Turn { segment: 2, axis: 0 };
    check(turn, "Segment 2 cannot be left with the axis level.");
    let collision = Loss::Collision { segment: 3 };
    check(collision, "Segment 3 was left with an airplane on it: a collision.");
    check(Loss::Overshoot, "The plane flew past the airport.");
    let late = Loss::NotAtAirport { position: 4 };
    check(late, "The altitude is 0 and the plane is only on segment 4.");
    check(Loss::PlanesLeft { planes: 1 }, "The altitude is 0 and 1 airplane is on the track.");
    check(Loss::PlanesLeft { planes: 2 }, "The altitude is 0 and 2 airplanes are on the track.");
    check(Loss::MandatoryEmpty, "Time ran out with Axis or Engines empty.");
    let view = Flight::seed().game.view(Viewer::Spectator);
    let won = Event::Ended { end: End::Won, landing: Vec::new() };
    let told = SkyTeam::tell(&view, &won);
    assert_eq!(told, "Landed in Montréal-Trudeau. The crew has won.");
}

/// Whole drawings, read in review like code.
#[test]
fn the_cockpit_is_drawn() {
    #[track_caller]
    fn check(flight: &Flight, viewer: Seat, drawn: &str) {
        let viewer = Viewer::Seat(viewer);
        assert_eq!(SkyTeam::draw(&flight.game.view(viewer), viewer).plain(), drawn);
    }
    let (pilot, copilot) = (Seat::FIRST, Seat::SECOND);
    check(&Flight::seed(), pilot, include_str!("../drawn/start.txt"));
    // Kerosene, an intern, turns, traffic and an ability; a call of each, and coffee to drink.
    let config = Config { abilities: Some(vec![Ability::Control]), ..at("hnd-red") };
    let row = json!({ "row": [2, 5, 1, 3, 6, 4], "from": 0, "to": 6 });
    let busy = Flight::new(&config).hands(&[1, 3, 4, 6], &[1, 2, 5, 6]);
    let busy = busy.set("/board/intern", row).set("/board/coffee", 1);
    let busy = busy
        .set("/board/approach/planes", json!([1, 0, 1, 1, 7, 2, 0, 0]))
        .set("/board/gear", 1)
        .set("/board/axis/position", -2);
    let busy = busy.fly("P3:engines C5:radio P4:axis");
    check(&busy, copilot, include_str!("../drawn/busy.txt"));
    check(&busy, pilot, include_str!("../drawn/busy-other.txt"));
    // Ice brakes and wind, in the middle of a step.
    let config =
        Config { abilities: Some(vec![Ability::Mastery, Ability::Adaptation]), ..at("kef-black") };
    let ice = Flight::new(&config).hands(&[3, 3, 4, 6], &[3, 2, 5, 6]);
    let ice = ice.set("/board/ice", 1).set("/board/wind", 4).set("/board/approach/position", 1);
    check(&ice.fly("P3:ice#0"), copilot, include_str!("../drawn/ice.txt"));
    // A leak, sixty seconds, and a collision ahead.
    let config = Config { seconds: Some(60), abilities: None, ..at("prg-yellow") };
    let leak = Flight::new(&config).hands(&[3, 3, 4, 6], &[3, 2, 5, 6]);
    let leak = leak.set("/board/approach/planes", json!([1, 0, 0, 0, 0, 0, 0, 0]));
    let leak = leak.set(
        "/board/abilities",
        json!({ "has": 3, "used": 0, "adapted": { "pilot": true, "copilot": false } }),
    );
    check(&leak.fly("P3:engines"), copilot, include_str!("../drawn/leak.txt"));
    // The final round of the published rules, with a marker at 4.
    let landing = Flight::published().final_round().set("/board/brakes", 2);
    let landing = landing.set("/board/flaps", 4).set("/board/gear", 3);
    let landing = landing.hands(&[2, 3, 5, 6], &[2, 3, 4, 5]).fly("P2:engines");
    check(&landing, copilot, include_str!("../drawn/landing.txt"));
}

#[test]
fn the_ready_made_games_speak_to_players() {
    for preset in SkyTeam::about().presets {
        for text in [preset.name, preset.line, preset.note] {
            for odd in ["seed document", "greedy", "to the letter", "`"] {
                assert!(!text.contains(odd), "{text:?} says {odd:?}");
            }
        }
    }
}
