//! The cockpit as text, at most 80 columns wide but for long names. The Pilot sits on the left.

use senet_kernel::{Drawing, Ink, Line};

use crate::axis::signed;
use crate::crew::Crew;
use crate::landing::{Check, Loss, Standing};
use crate::scenario::{Difficulty, Fuel};
use crate::space::Module;
use crate::text::sign;
use crate::view::{Choice, IceSpace, IceStepView, ModuleView, Preview, SpaceView, View, Warning};

const LABEL: usize = 14;
const SIDE: usize = 24;
const MIDDLE: usize = 30;
/// Where the flaps begin: four switches with their dice still end within 80 columns.
const FLAPS_AT: usize = 49;
/// How many foreseen placements stand on a line.
const OUTLOOKS: usize = 4;

pub(super) fn draw(view: &View) -> Drawing {
    let mut drawing = Drawing::new();
    drawing.line(title(view));
    drawing.line("");
    track(view, &mut drawing);
    drawing.line("");
    let head = Line::new().ink(Ink::Soft, pad("", LABEL));
    let head = head.ink(Ink::First, pad(&sign_of(view, Crew::Pilot), SIDE + MIDDLE));
    drawing.line(head.ink(Ink::Second, sign_of(view, Crew::Copilot)));
    for module in &view.modules {
        drawing.line(module_line(view, module));
    }
    drawing.line("");
    stores(view, &mut drawing);
    landing(view, &mut drawing);
    drawing.line("");
    for crew in Crew::ALL {
        drawing.line(hand(view, crew));
    }
    outlook(view, &mut drawing);
    drawing
}

/// What stands over a side: its role, and who plays it.
fn sign_of(view: &View, crew: Crew) -> String {
    let role = crew.name().to_uppercase();
    match view.cast.name(crew.seat()) {
        Some(name) => format!("{role} {name}"),
        None => role,
    }
}

fn pad(text: &str, width: usize) -> String {
    format!("{text:<width$}")
}

fn title(view: &View) -> Line {
    let difficulty = match view.scenario.difficulty {
        Difficulty::Green => "green",
        Difficulty::Yellow => "yellow",
        Difficulty::Red => "red",
        Difficulty::Black => "black",
    };
    let place = format!("{} ({}, {difficulty})", view.scenario.name, view.scenario.code);
    let round = format!("   round {} of {} · altitude {}", view.round, view.rounds, view.altitude);
    let line = Line::new().ink(Ink::Strong, place).text(round);
    if view.final_round { line.ink(Ink::Attention, " · FINAL ROUND") } else { line }
}

/// The track: a column for each segment, with the rows that the scenario needs.
fn track(view: &View, drawing: &mut Drawing) {
    const CELL: usize = 9;
    let mut names = Line::new().ink(Ink::Soft, pad("approach", LABEL));
    let mut planes = Line::new().text(pad("", LABEL));
    let mut radio = Line::new().ink(Ink::Soft, pad("radio reaches", LABEL));
    let mut traffic = Line::new().ink(Ink::Soft, pad("traffic dice", LABEL));
    let mut turns = Line::new().ink(Ink::Soft, pad("turn: axis", LABEL));
    for segment in &view.approach {
        let name = match (segment.here, segment.airport) {
            (true, true) => format!("[{}✈AIR]", segment.index),
            (true, false) => format!("[{}✈]", segment.index),
            (false, true) => format!("{} AIR", segment.index),
            (false, false) => segment.index.to_string(),
        };
        let ink = if segment.here { Ink::Primary } else { Ink::Soft };
        names = names.ink(ink, pad(&name, CELL));
        let tokens = match segment.planes {
            0 => "·".to_owned(),
            count @ 1..=6 => "▲".repeat(count.into()),
            count => format!("▲x{count}"),
        };
        let ink = match (segment.planes, segment.here) {
            (0, _) => Ink::Soft,
            (_, true) => Ink::Danger,
            (_, false) => Ink::Attention,
        };
        planes = planes.ink(ink, pad(&tokens, CELL));
        let reach = segment.radio.map_or(String::new(), |value| value.to_string());
        radio = radio.ink(Ink::Soft, pad(&reach, CELL));
        let dice =
            if segment.traffic == 0 { String::new() } else { format!("+{}", segment.traffic) };
        traffic = traffic.text(pad(&dice, CELL));
        turns = turns.text(pad(&turn_name(&segment.turn), CELL));
    }
    drawing.line(names).line(planes).line(radio);
    if view.approach.iter().any(|segment| segment.traffic > 0) {
        drawing.line(traffic);
    }
    if view.approach.iter().any(|segment| !segment.turn.is_empty()) {
        drawing.line(turns);
    }
}

/// Allowed positions with the Pilot's side first, as on the track.
fn turn_name(turn: &[i8]) -> String {
    let names: Vec<String> = turn.iter().rev().map(|axis| signed(*axis)).collect();
    names.join("/")
}

fn module_line(view: &View, module: &ModuleView) -> Line {
    let only = |crew: Crew| {
        let own = |space: &&SpaceView| space.crew == [crew];
        module.spaces.iter().filter(own).collect::<Vec<_>>()
    };
    let shared: Vec<&SpaceView> =
        module.spaces.iter().filter(|space| space.crew.len() == 2).collect();
    let mut line = Line::new().ink(Ink::Soft, pad(module.module.name(), LABEL));
    if module.module == Module::Flaps {
        line = line.text(pad(&note(view, module.module), FLAPS_AT - LABEL));
        return spaces(line, module, &only(Crew::Copilot), 0);
    }
    line = spaces(line, module, &only(Crew::Pilot), SIDE);
    let width = shared.iter().map(|space| cell(module, space).chars().count() + 1).sum::<usize>();
    line = spaces(line, module, &shared, width);
    let note = note(view, module.module);
    line = line.text(pad(&note, MIDDLE.saturating_sub(width)));
    spaces(line, module, &only(Crew::Copilot), 0)
}

/// Spaces side by side, filled up to a width.
fn spaces(mut line: Line, module: &ModuleView, spaces: &[&SpaceView], width: usize) -> Line {
    let mut used = 0;
    for space in spaces {
        let text = cell(module, space);
        used += text.chars().count() + 1;
        let ink = match (space.die, space.on, space.open) {
            (Some(_), ..) => space.crew.first().map_or(Ink::Plain, |crew| Ink::of(crew.seat())),
            (None, Some(true), _) => Ink::Primary,
            (None, _, true) if module.mandatory => Ink::Attention,
            (None, _, true) => Ink::Plain,
            (None, ..) => Ink::Soft,
        };
        line = line.ink(ink, text).text(" ");
    }
    line.text(pad("", width.saturating_sub(used)))
}

/// A space: the die that lies there, or what it takes; `✓` is a switch that is on, `!` must be
/// filled.
fn cell(module: &ModuleView, space: &SpaceView) -> String {
    let takes = match space.values.as_slice() {
        [one] => one.to_string(),
        [low, high] => format!("{low}-{high}"),
        _ => String::new(),
    };
    match (space.die, space.on) {
        (Some(die), Some(_)) => format!("[{takes}✓{die}]"),
        (Some(die), None) => format!("[{die}]"),
        (None, Some(true)) => format!("[{takes}✓]"),
        (None, Some(false)) if space.open => format!("[{takes} ]"),
        (None, Some(false)) => format!("({takes} )"),
        (None, None) if module.mandatory && space.open => "[!]".to_owned(),
        (None, None) if !takes.is_empty() => format!("[{takes} ]"),
        (None, None) => "[ ]".to_owned(),
    }
}

fn note(view: &View, module: Module) -> String {
    let speed = &view.speed;
    match module {
        Module::Axis => axis_gauge(view.axis),
        Module::Engines => {
            let now = speed.speed.map_or("-".to_owned(), |speed| speed.to_string());
            let wind = speed.wind.map_or(String::new(), |wind| format!(" wind {wind:+}"));
            format!("speed {now}{wind} (1:{}+ 2:{}+)", speed.one_from, speed.two_from)
        }
        Module::LandingGear => format!("blue marker {}", speed.blue_marker),
        Module::Flaps => format!("orange marker {}", speed.orange_marker),
        Module::Brakes => view
            .brakes
            .as_ref()
            .map_or(String::new(), |brakes| format!("{} {}", brakes.judged_by, brakes.strength)),
        Module::IceBrakes => view.ice_brakes.as_deref().map_or(String::new(), ice_steps),
        Module::Concentration => format!("coffee {} of 3", view.coffee),
        Module::Kerosene => {
            view.kerosene.map_or(String::new(), |left| format!("{left} in the tank"))
        }
        Module::Intern => {
            let row = view.intern.as_deref().unwrap_or(&[]);
            let row: Vec<String> = row.iter().map(u8::to_string).collect();
            format!("row {}", row.join(" "))
        }
        Module::Radio => format!("reroll tokens {}", view.rerolls),
    }
}

/// The steps in order: done, the next one, and those that are closed.
fn ice_steps(steps: &[IceStepView]) -> String {
    let sign = |step: &IceStepView| match step.pilot {
        IceSpace::Done => format!("{}✓", step.value),
        IceSpace::Waits | IceSpace::Open => format!("<{}>", step.value),
        IceSpace::Closed => step.value.to_string(),
    };
    let steps: Vec<String> = steps.iter().map(sign).collect();
    format!("two of {}", steps.join(" "))
}

/// The Pilot's side is on the left, and counts as positive.
fn axis_gauge(position: i8) -> String {
    let mark = |at: i8| {
        if at == position { format!("<{}>", signed(at)) } else { signed(at) }
    };
    let marks: Vec<String> = (-2..=2).rev().map(mark).collect();
    let end = |spins: bool| if spins { "<X>" } else { "X" };
    format!("{} {} {}", end(position > 2), marks.join(" "), end(position < -2))
}

fn stores(view: &View, drawing: &mut Drawing) {
    let board = &view.board;
    let mut parts = Vec::new();
    if board.course.fuel == Fuel::Leak {
        parts.push(format!("kerosene {} (leak)", board.kerosene));
    }
    if let Some(seconds) = board.options.seconds {
        parts.push(format!("{seconds} seconds a round"));
    }
    if !parts.is_empty() {
        drawing.line(Line::new().ink(Ink::Soft, pad("stores", LABEL)).text(parts.join(" · ")));
    }
    for ability in &view.abilities {
        let ready = ability.ready.pilot || ability.ready.copilot;
        let state = if ready { "ready" } else { "used" };
        drawing.line(
            Line::new()
                .ink(Ink::Soft, pad("ability", LABEL))
                .text(format!("{} ({state})", ability.name)),
        );
    }
}

fn landing(view: &View, drawing: &mut Drawing) {
    let mut line = Line::new().ink(Ink::Soft, pad("landing", LABEL));
    for check in &view.checklist {
        let (sign, ink) = sign(check.standing);
        line = line.ink(ink, format!("{sign} {}  ", check.name));
    }
    drawing.line(line);
    // Once it is over, the ending lists every criterion.
    let failed = |check: &&Check| check.standing == Standing::Failed && view.end.is_none();
    for check in view.checklist.iter().filter(failed) {
        drawing.line(super::check_line(check));
    }
}

/// What the viewer's dice would do as they are, for each module that they would change.
fn outlook(view: &View, drawing: &mut Drawing) {
    let mut label = "would do";
    for module in &view.modules {
        let here = |choice: &&Choice| choice.on == module.module && choice.cost == 0;
        // Dice that would do the same stand together.
        let mut told: Vec<(String, String, Ink)> = Vec::new();
        for choice in view.choices.iter().filter(here) {
            let Some((does, ink)) = foreseen(&choice.preview) else { continue };
            let slot =
                choice.slot.map_or(String::new(), |slot| format!("#{}", u16::from(slot) + 1));
            let die = format!("{}{slot}", choice.die);
            match told.iter_mut().find(|(_, other, _)| *other == does) {
                Some((dice, ..)) => *dice = format!("{dice} {die}"),
                None => told.push((die, does, ink)),
            }
        }
        for (nth, part) in told.chunks(OUTLOOKS).enumerate() {
            let name = if nth == 0 { module.module.name() } else { "" };
            let mut line = Line::new().ink(Ink::Soft, pad(label, LABEL)).text(pad(name, LABEL));
            for (dice, does, ink) in part {
                line = line.ink(*ink, format!("{dice} → {does}")).text("   ");
            }
            drawing.line(line);
            label = "";
        }
    }
}

/// What a placement would do, in a word or two; none where it only waits.
fn foreseen(preview: &Preview) -> Option<(String, Ink)> {
    let warned = |ink| move |text: &str| Some((text.to_owned(), ink));
    let (danger, soft) = (warned(Ink::Danger), warned(Ink::Soft));
    match preview.warnings.first() {
        Some(Warning::Loses { loss }) => {
            return danger(match loss {
                Loss::Spin { .. } => "spins",
                Loss::Kerosene => "runs dry",
                Loss::Turn { .. } => "wrong axis",
                Loss::Collision { .. } => "collides",
                Loss::Overshoot => "overshoots",
                Loss::NotAtAirport { .. } => "airport too far",
                Loss::PlanesLeft { .. } => "airplanes left",
                Loss::MandatoryEmpty | Loss::Landing { .. } => "no landing",
            });
        }
        Some(Warning::SpoilsLanding { criterion }) => {
            return danger(&format!("spoils {}", criterion.name()));
        }
        Some(Warning::Wastes { .. }) => return soft("no effect"),
        None => {}
    }
    let does = match preview {
        Preview { axis: Some(0), .. } => "level".to_owned(),
        Preview { axis: Some(axis), .. } => signed(*axis),
        Preview { speed: Some(speed), segments, .. } => match segments {
            None => format!("speed {speed}"),
            Some(0) => format!("{speed}, stays"),
            Some(moves) => format!("{speed}, flies {moves}"),
        },
        Preview { clears: Some(segment), .. } => format!("clears {segment}"),
        Preview { blue_marker: Some(marker), .. } => format!("blue {marker}"),
        Preview { orange_marker: Some(marker), .. } => format!("orange {marker}"),
        Preview { brakes: Some(strength), .. } => format!("at {strength}"),
        Preview { token: Some(token), .. } => format!("takes the {token}"),
        Preview { kerosene: Some(left), .. } => format!("{left} left"),
        Preview { coffee: Some(pool), .. } => format!("coffee {pool}"),
        _ => return None,
    };
    Some((does, Ink::Plain))
}

fn hand(view: &View, crew: Crew) -> Line {
    let hand = &view.hands[crew];
    let you = if view.you == Some(crew) { " (you)" } else { "" };
    let turn = if view.turn == Some(crew) { "> " } else { "  " };
    let line = Line::new()
        .ink(Ink::Attention, turn)
        .ink(Ink::of(crew.seat()), pad(&format!("{}{you}", crew.name()), LABEL + 1));
    match hand.dice {
        Some(dice) => dice.values().fold(line, |line, value| {
            line.marked(Ink::of(crew.seat()), format!("[{value}]")).text(" ")
        }),
        None => line.text("[?] ".repeat(hand.left.into())),
    }
}
