//! The board and the ending as characters.
//!
//! A cell has four characters. The first side is a diamond, the second a circle; a hollow mark is
//! Down. After the number, `*` may act now and `-` has acted.

use senet_kernel::{Drawing, Ink, Line, Seat, Viewer};

use crate::board::{COLUMNS, ROWS, Square};
use crate::data::Scoring;
use crate::reference;
use crate::state::EndReason;
use crate::text::count;
use crate::unit::SIDES;
use crate::view::{Effect, EffectKind, PhaseView, UnitState, UnitView, View};

pub(super) fn battle(view: &View, viewer: Viewer) -> Drawing {
    let mut drawing = Drawing::new();
    drawing.line(heading(view));
    let mut notes = vec![capital(&view.mission_line)];
    notes.extend(view.effects.iter().map(|effect| effect_line(view, effect)));
    for line in notes.iter().flat_map(|note| wrapped(note)) {
        drawing.line(Line::new().ink(Ink::Soft, line));
    }
    board(view, viewer, &mut drawing);
    for seat in SIDES {
        drawing.line(side(view, seat));
    }
    drawing.line(Line::new().ink(
        Ink::Soft,
        "◆ P1  ● P2  ◇ ○ Down   * may act  - has acted   ▓▓ terrain   + mission zone",
    ));
    drawing
}

fn heading(view: &View) -> Line {
    let round = match (view.round, &view.phase) {
        (0, PhaseView::Deployment { .. }) => "deployment".to_owned(),
        (0, _) => "before round 1".to_owned(),
        (round, _) => format!("round {round} of {}", view.scenario.rules.regular_rounds),
    };
    let [first, second] = view.score;
    let [now_first, now_second] = view.score_now;
    Line::new()
        .ink(Ink::Strong, view.scenario.mission.name.clone())
        .text(format!(" · {round} · score {first} : {second}"))
        .ink(Ink::Soft, format!(" (if the round ended now {now_first} : {now_second})"))
}

/// A text in lines that fit.
fn wrapped(text: &str) -> Vec<String> {
    const COLUMNS: usize = 96;
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + word.chars().count() < COLUMNS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A sentence of a note.
fn capital(note: &str) -> String {
    let mut letters = note.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).chain(['.']).collect()
}

fn effect_line(view: &View, effect: &Effect) -> String {
    let whose = effect.seat.map_or("Event".to_owned(), |seat| format!("P{}", seat.index() + 1));
    let left = match (effect.kind, view.options.orders) {
        (EffectKind::Advantage, Some(left)) => format!(" ({left} left)"),
        _ => String::new(),
    };
    format!("{whose} {}{left}: {}", effect.name, effect.line)
}

fn board(view: &View, viewer: Viewer, drawing: &mut Drawing) {
    let mut header = String::from("    ");
    for column in 1..=COLUMNS {
        header.push_str(&format!("{column:^4}"));
    }
    drawing.line(Line::new().ink(Ink::Soft, header));
    for row in 1..=ROWS {
        let mut line = Line::new().ink(Ink::Soft, format!("{row:>3} "));
        for column in 1..=COLUMNS {
            if let Some(square) = Square::new(column, row) {
                line = cell(view, viewer, square, line);
            }
        }
        drawing.line(line);
    }
}

fn cell(view: &View, viewer: Viewer, square: Square, line: Line) -> Line {
    let on_it = |unit: &&UnitView| unit.square == Some(square);
    if let Some(unit) = view.units.iter().find(on_it) {
        let text = format!(" {}", mark(unit));
        return if unit.ready {
            line.marked(Ink::of(unit.seat), text)
        } else {
            line.ink(Ink::of(unit.seat), text)
        };
    }
    if let Some((seat, number)) = own_placement(view, viewer, square) {
        return line.ink(Ink::of(seat), format!(" {}{number} ", standing(seat)));
    }
    let terrain = view.scenario.pieces.iter().any(|piece| piece.squares.contains(&square));
    let home = SIDES.into_iter().find(|seat| view.scenario.home(*seat).contains(square));
    match (terrain, home) {
        (true, _) => line.ink(Ink::Strong, "▓▓▓▓"),
        (false, _) if in_mission_zone(view, square) => line.ink(Ink::Attention, " +  "),
        (false, Some(seat)) => line.ink(Ink::of(seat), " .  "),
        (false, None) => line.ink(Ink::Soft, " ·  "),
    }
}

/// The viewer's own placement while it is hidden from others.
fn own_placement(view: &View, viewer: Viewer, square: Square) -> Option<(Seat, u8)> {
    let PhaseView::Deployment { own: Some(own), .. } = &view.phase else {
        return None;
    };
    let placed = own.iter().find(|placement| placement.square.square() == Some(square))?;
    Some((viewer.seat()?, placed.unit.number))
}

fn in_mission_zone(view: &View, square: Square) -> bool {
    match &view.scenario.mission.scoring {
        Scoring::Kills { .. } | Scoring::MajorityInEnemyHome { .. } => false,
        Scoring::Majority { zones, .. } | Scoring::SolePresence { zones, .. } => {
            zones.iter().any(|zone| zone.zone.contains(square))
        }
        Scoring::MajorityPerZone { zones } => zones.iter().any(|zone| zone.zone.contains(square)),
    }
}

const fn standing(seat: Seat) -> char {
    if seat.index() == 0 { '◆' } else { '●' }
}

fn mark(unit: &UnitView) -> String {
    let shape = match (unit.state, unit.seat) {
        (UnitState::Down, Seat::FIRST) => '◇',
        (UnitState::Down, _) => '○',
        (_, seat) => standing(seat),
    };
    let turn = match (unit.ready, unit.acted) {
        (true, _) => '*',
        (false, true) => '-',
        (false, false) => ' ',
    };
    format!("{shape}{}{turn}", unit.id.number)
}

fn side(view: &View, seat: Seat) -> Line {
    let count = |state| {
        let units = view.units.iter();
        units.filter(|unit| unit.seat == seat && unit.state == state).count()
    };
    let faction = &view.scenario.factions[seat.index() & 1];
    let (standing, down, lost) =
        (count(UnitState::Standing), count(UnitState::Down), count(UnitState::Destroyed));
    let turn = if view.to_act.contains(seat) { "▶ " } else { "  " };
    Line::new()
        .ink(Ink::Attention, turn)
        .ink(Ink::of(seat), view.side_name(seat))
        .text(format!("  {standing} up, {down} Down, {lost} lost  "))
        .ink(Ink::Soft, reference::stats_line(faction))
}

pub(super) fn ending(view: &View) -> Drawing {
    let mut drawing = Drawing::new();
    let PhaseView::Over { end } = &view.phase else {
        return drawing;
    };
    let result = match end.winner {
        Some(winner) => format!("{} wins.", view.side_name(winner)),
        None => "A tie.".to_owned(),
    };
    drawing.line(Line::new().ink(Ink::Strong, result));
    let why = match end.reason {
        EndReason::Points => "More points after the last round.",
        EndReason::Tie => "Equal points after the extra round.",
        EndReason::WipeOut => "The other side has no unit left.",
        EndReason::Concession => "The other side gave up.",
    };
    drawing.line(format!("{why} {}.", view.scenario.mission.name));
    table(view, &mut drawing);
    drawing
}

/// Points and units of both sides.
fn table(view: &View, drawing: &mut Drawing) {
    for seat in SIDES {
        let units = |state| {
            let own = view.units.iter().filter(|unit| unit.seat == seat);
            own.filter(|unit| unit.state == state).count()
        };
        let points = view.score[seat.index() & 1];
        drawing.line(Line::new().ink(Ink::of(seat), format!("{:<22}", view.side_name(seat))).text(
            format!(
                "{}, {} standing, {} Down, {} destroyed",
                count(points.into(), "point"),
                units(UnitState::Standing) + units(UnitState::Waiting),
                units(UnitState::Down),
                units(UnitState::Destroyed)
            ),
        ));
    }
}
