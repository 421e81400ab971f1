//! The cockpit as text, at most 100 columns wide. The Pilot sits on the left.

use senet_kernel::{Drawing, Ink, Line};

use crate::axis::signed;
use crate::crew::Crew;
use crate::landing::Standing;
use crate::scenario::{Difficulty, Fuel};
use crate::space::Module;
use crate::text::sign;
use crate::view::{ModuleView, SpaceView, View};

const LABEL: usize = 14;
const SIDE: usize = 24;
const MIDDLE: usize = 30;

pub(super) fn draw(view: &View) -> Drawing {
    let mut drawing = Drawing::new();
    drawing.line(title(view));
    drawing.line("");
    track(view, &mut drawing);
    drawing.line("");
    let head = Line::new().ink(Ink::Soft, pad("", LABEL));
    let head = head.ink(Ink::First, pad("PILOT", SIDE));
    let head = head.ink(Ink::Soft, pad("", MIDDLE));
    drawing.line(head.ink(Ink::Second, "CO-PILOT"));
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
    drawing
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
        Module::Axis => axis_gauge(view.board.axis.position),
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
        Module::IceBrakes => format!("step {} of 4 done", view.board.ice),
        Module::Concentration => format!("coffee {} of 3", view.board.coffee),
        Module::Kerosene => format!("{} in the tank", view.board.kerosene),
        Module::Intern => {
            let row = view.intern.as_deref().unwrap_or(&[]);
            let row: Vec<String> = row.iter().map(u8::to_string).collect();
            format!("row {}", row.join(" "))
        }
        Module::Radio => String::new(),
    }
}

/// The Pilot's side is on the left, and counts as positive.
fn axis_gauge(position: i8) -> String {
    let mark = |at: i8| {
        if at == position { format!("<{}>", signed(at)) } else { signed(at) }
    };
    let marks: Vec<String> = (-2..=2).rev().map(mark).collect();
    format!("X {} X", marks.join(" "))
}

fn stores(view: &View, drawing: &mut Drawing) {
    let board = &view.board;
    let mut parts = vec![format!("reroll tokens {}", board.rerolls.held)];
    if board.course.fuel == Fuel::Leak {
        parts.push(format!("kerosene {} (leak)", board.kerosene));
    }
    if let Some(seconds) = board.options.seconds {
        parts.push(format!("{seconds} seconds a round"));
    }
    drawing.line(Line::new().ink(Ink::Soft, pad("stores", LABEL)).text(parts.join(" · ")));
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
    for check in view.checklist.iter().filter(|check| check.standing == Standing::Failed) {
        drawing.line(super::check_line(check));
    }
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
