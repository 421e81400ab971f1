//! Events in sentences.

use crate::axis::{MOST_TILT, leaning};
use crate::board::Source;
use crate::crew::Crew;
use crate::event::Event;
use crate::faces::Faces;
use crate::landing::{Criterion, End, Failed, Loss, Standing};
use crate::space::Module;
use crate::text::space_name;
use crate::view::{Preview, View, Warning, Waste};

pub(super) fn listed(dice: Faces) -> String {
    let values: Vec<String> = dice.values().map(|value| value.to_string()).collect();
    values.join(" ")
}

/// How it ended, in a sentence or two.
pub(super) fn ending(view: &View) -> String {
    match &view.end {
        None => String::new(),
        Some(end) => told_end(view, end.end),
    }
}

fn told_end(view: &View, end: End) -> String {
    match end {
        End::Won => format!("Landed in {}. The crew has won.", view.scenario.name),
        End::Lost { loss } => format!("{} The crew has lost.", told_loss(loss)),
    }
}

/// Why a game is lost.
pub(super) fn told_loss(loss: Loss) -> String {
    match loss {
        Loss::Spin { axis } => {
            format!("The axis went to {}; beyond {MOST_TILT} the plane spins.", leaning(axis))
        }
        Loss::Kerosene => "The tank ran dry.".to_owned(),
        Loss::Turn { segment, axis } => {
            format!("Segment {segment} cannot be left with the axis {}.", leaning(axis))
        }
        Loss::Collision { segment } => {
            format!("Segment {segment} was left with an airplane on it: a collision.")
        }
        Loss::Overshoot => "The plane flew past the airport.".to_owned(),
        Loss::NotAtAirport { position } => {
            format!("The altitude is 0 and the plane is only on segment {position}.")
        }
        Loss::PlanesLeft { planes } => {
            format!("The altitude is 0 and {} on the track.", are(planes.into(), "airplane"))
        }
        Loss::MandatoryEmpty => "Time ran out with Axis or Engines empty.".to_owned(),
        Loss::Landing { failed } => format!("The landing failed: {}.", named(failed)),
    }
}

/// The same in a few words, as flights are counted by it.
pub(super) const fn cause(loss: Loss) -> &'static str {
    match loss {
        Loss::Spin { .. } => "a spin",
        Loss::Kerosene => "a dry tank",
        Loss::Turn { .. } => "a turn with the wrong axis",
        Loss::Collision { .. } => "a collision",
        Loss::Overshoot => "flying past the airport",
        Loss::NotAtAirport { .. } => "the ground before the airport",
        Loss::PlanesLeft { .. } => "airplanes left on the track",
        Loss::MandatoryEmpty => "an empty Axis or Engines",
        Loss::Landing { .. } => "a failed landing",
    }
}

/// Why a placement would lose the game, before it is made.
fn foretold_loss(loss: Loss) -> String {
    let why = match loss {
        Loss::Spin { axis } => {
            format!(
                "the axis would go to {}, and beyond {MOST_TILT} the plane spins",
                leaning(axis)
            )
        }
        Loss::Kerosene => "the tank would run dry".to_owned(),
        Loss::Turn { segment, axis } => {
            format!("segment {segment} cannot be left with the axis {}", leaning(axis))
        }
        Loss::Collision { segment } => {
            format!("segment {segment} would be left with an airplane on it, a collision")
        }
        Loss::Overshoot => "the plane would fly past the airport".to_owned(),
        Loss::NotAtAirport { position } => {
            format!("the altitude would be 0 with the plane only on segment {position}")
        }
        Loss::PlanesLeft { planes } => {
            let planes = are(planes.into(), "airplane");
            format!("the altitude would be 0 while {planes} on the track")
        }
        Loss::MandatoryEmpty => "Axis or Engines would stay empty".to_owned(),
        Loss::Landing { failed } => format!("the landing would fail by {}", named(failed)),
    };
    format!("The game would be lost: {why}.")
}

fn named(failed: Failed) -> String {
    let names: Vec<&str> = failed.list().map(Criterion::name).collect();
    names.join(", ")
}

/// What safe mode asks about, in a sentence.
pub(super) fn caution(preview: &Preview, warning: Warning) -> String {
    match warning {
        Warning::Loses { loss } => foretold_loss(loss),
        Warning::SpoilsLanding { criterion } => {
            let change = preview.criteria.iter().find(|change| change.criterion == criterion);
            let reason = change.map_or("", |change| change.reason.as_str());
            format!("The landing could not succeed any more: {}: {reason}.", criterion.name())
        }
        Warning::Wastes { waste } => match waste {
            Waste::NoAirplane => "No airplane is there: the die would be used up.".to_owned(),
            Waste::PoolFull => "The coffee pool is full: nothing would be earned.".to_owned(),
            Waste::SwitchOn => "The switch is on already: the die would be used up.".to_owned(),
        },
    }
}

fn are(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun} is"),
        _ => format!("{count} {noun}s are"),
    }
}

pub(super) fn tell(view: &View, event: &Event) -> String {
    let copilot = view.called(Crew::Copilot);
    match event {
        Event::RoundBegan { round, altitude, first } => {
            format!("Round {round}, altitude {altitude}: {} places first.", view.called(*first))
        }
        Event::RerollEarned { held } => format!("The crew gets a reroll token and holds {held}."),
        Event::TrafficRolled { value, segment, added } => told_traffic(*value, *segment, *added),
        Event::Ready { crew } => format!("{} is ready.", view.subject(*crew)),
        Event::Rolled { crew, dice, .. } => match dice {
            Some(dice) => format!("{} rolls {}.", view.subject(*crew), listed(*dice)),
            None => format!("{} rolls four dice.", view.subject(*crew)),
        },
        Event::Placed { .. } => told_placed(view, event),
        Event::CoffeeSpent { cost, pool } => format!("That costs {cost} coffee; {pool} left."),
        Event::AxisMoved { from, to } => told_axis(*from, *to),
        Event::WindTurned { modifier, .. } => told_wind(*modifier),
        Event::SpeedSet { .. } => told_speed(event),
        Event::Moved { from, to } => format!("The plane flies from segment {from} to {to}."),
        Event::KeroseneUsed { amount, left } => format!("Fuel: {amount} used, {left} left."),
        Event::RadioCalled { segment, cleared, left } => told_radio(*segment, *cleared, *left),
        Event::Deployed { module, on, marker, .. } => told_deployed(*module, *on, *marker),
        Event::Wasted { module } => match module {
            Module::Radio => "The call finds no airplane; the die is used up.".to_owned(),
            Module::Concentration => "The coffee pool is full; nothing is earned.".to_owned(),
            module => format!("The {} switch was on already; no effect.", module.name()),
        },
        Event::IceWaits { value } => {
            format!("The ice brakes wait for a second {value} this round.")
        }
        Event::CoffeeEarned { pool } => format!("A coffee is earned; the pool has {pool}."),
        Event::TokenTaken { crew, token, left } => {
            format!("{} takes the intern's {token}; {left} left.", view.subject(*crew))
        }
        Event::TokenDiscarded { token } => {
            format!("No space takes the intern's {token}; it is discarded.")
        }
        Event::SyncRolled { value, .. } => match value {
            Some(value) => format!("Synchronisation: {copilot} gets an extra die, a {value}."),
            None => format!("Synchronisation: {copilot} gets an extra die."),
        },
        Event::RerollSpent { crew, held } => {
            format!("{} spends a reroll token; {held} left.", view.subject(*crew))
        }
        Event::Chosen { crew } => format!("{} has chosen.", view.subject(*crew)),
        Event::Rerolled { crew, count, dice, .. } => {
            told_hand(view, *crew, &format!("rerolls {}", count_of(*count)), *dice)
        }
        Event::Anticipated { crew, dice, .. } => {
            told_hand(view, *crew, "anticipates and rerolls a die", *dice)
        }
        Event::Adapted { crew, value, .. } => match value {
            Some(value) => format!("{} turns a die over to {value}.", view.subject(*crew)),
            None => format!("{} turns a die over.", view.subject(*crew)),
        },
        Event::Swapped { gave } => match gave {
            Some(gave) => format!(
                "Two dice change places: {} gives a {}, {copilot} a {}.",
                view.called(Crew::Pilot),
                gave.pilot,
                gave.copilot
            ),
            None => "Two dice change places.".to_owned(),
        },
        Event::TimeUp { forfeited } => format!("Time is up: {} forfeited.", count_of(*forfeited)),
        Event::RoundEnded { .. } => told_report(event),
        Event::Ended { end, landing } => {
            let missed = landing.iter().filter(|check| check.standing == Standing::Failed);
            let missed: Vec<String> =
                missed.map(|check| format!("{}: {}.", check.name, check.reason)).collect();
            [told_end(view, *end)].into_iter().chain(missed).collect::<Vec<_>>().join(" ")
        }
    }
}

fn count_of(dice: u8) -> String {
    match dice {
        1 => "1 die".to_owned(),
        _ => format!("{dice} dice"),
    }
}

fn told_hand(view: &View, crew: Crew, did: &str, dice: Option<Faces>) -> String {
    match dice {
        Some(dice) => format!("{} {did} and holds {}.", view.subject(crew), listed(dice)),
        None => format!("{} {did}.", view.subject(crew)),
    }
}

fn told_traffic(value: u8, segment: u8, added: bool) -> String {
    if added {
        format!("Traffic: a {value} puts an airplane on segment {segment}.")
    } else {
        format!("Traffic: a {value}, but all airplanes are on the track.")
    }
}

fn told_placed(view: &View, event: &Event) -> String {
    let Event::Placed { laid, value, placed, next } = event else {
        return String::new();
    };
    let what = match (laid.source, laid.coffee) {
        (Source::Hand, 0) => format!("a {value}"),
        (Source::Hand, _) => format!("a {} as {value}", laid.die),
        (Source::Token, _) => format!("the intern's {value}"),
        (Source::Sync, 0) => format!("the extra die, a {value},"),
        (Source::Sync, _) => format!("the extra die, a {} as {value},", laid.die),
    };
    let slot = matches!(laid.on, Module::Flaps | Module::IceBrakes).then_some(laid.slot);
    let next = match next {
        Some(next) => format!("next is {}", view.called(*next)),
        None => "the round ends".to_owned(),
    };
    format!(
        "{} places {what} on {} ({placed} of 8; {next}).",
        view.subject(laid.crew),
        space_name(view, laid.on, slot)
    )
}

fn told_axis(from: i8, to: i8) -> String {
    if from == to {
        format!("The axis stays {}.", leaning(to))
    } else {
        format!("The axis goes from {} to {}.", leaning(from), leaning(to))
    }
}

fn told_wind(modifier: i8) -> String {
    let does = match modifier {
        0 => "leaves the speed as it is".to_owned(),
        1.. => format!("adds {modifier} to the speed"),
        _ => format!("takes {} from the speed", modifier.unsigned_abs()),
    };
    format!("The wind turns and {does}.")
}

fn told_speed(event: &Event) -> String {
    let Event::SpeedSet { blue, orange, wind, speed, blue_marker, orange_marker, segments } = event
    else {
        return String::new();
    };
    let wind = match *wind {
        0 => String::new(),
        1.. => format!(" + {wind} by the wind"),
        _ => format!(" − {} by the wind", wind.unsigned_abs()),
    };
    let moves = match segments {
        None => "it counts for the landing".to_owned(),
        Some(0) => "the plane stays".to_owned(),
        Some(1) => "one segment".to_owned(),
        Some(segments) => format!("{segments} segments"),
    };
    format!(
        "Speed {blue} + {orange}{wind} = {speed} (markers {blue_marker} and {orange_marker}): {moves}."
    )
}

fn told_radio(segment: Option<u8>, cleared: bool, left: u8) -> String {
    match (segment, cleared) {
        (Some(segment), true) => {
            format!("The radio sends an airplane off segment {segment}; {left} left there.")
        }
        (Some(segment), false) => format!("The radio calls segment {segment}."),
        (None, _) => "The radio calls beyond the end of the track.".to_owned(),
    }
}

fn told_deployed(module: Module, on: u8, marker: u8) -> String {
    match module {
        Module::LandingGear => {
            format!("Landing gear {on} of 3 is out; the blue marker is at {marker}.")
        }
        Module::Flaps => format!("Flap {on} of 4 is out; the orange marker is at {marker}."),
        Module::IceBrakes => format!("Step {on} of 4 of the ice brakes is done, past {marker}."),
        _ => format!("Brake {on} of 3 is on; the brakes stand at {marker}."),
    }
}

fn told_report(event: &Event) -> String {
    let Event::RoundEnded { round, report } = event else {
        return String::new();
    };
    let speed = match report.speed {
        Some(speed) => speed.to_string(),
        None => "none".to_owned(),
    };
    format!(
        "Round {round} ends: axis {}, speed {speed}, brakes {}, flaps {}, landing gear {}, \
         airplanes {}, coffee {}.",
        leaning(report.axis),
        report.brakes,
        report.flaps,
        report.landing_gear,
        report.planes,
        report.coffee
    )
}
