//! The board in characters: land, zones, flags, keys and pieces, told apart by shape.

use senet_kernel::{Drawing, Ink, Line, Viewer};

use crate::board::{Square, Team};
use crate::view::{Own, PieceView, PlanEntry, View, Warning};

use super::tell::names;

/// Blue points up, Red points down, whatever the colours.
const fn mark(team: Team) -> char {
    match team {
        Team::Blue => '▲',
        Team::Red => '▼',
    }
}

/// The same for a piece that is not there yet.
const fn hollow(team: Team) -> char {
    match team {
        Team::Blue => '△',
        Team::Red => '▽',
    }
}

/// Where own pieces end in the open round by their orders.
fn ghosts(own: &Own, round: u32) -> Vec<(Square, u8)> {
    let now = own.plan.iter().filter(|entry| entry.round == round && entry.from != entry.to);
    now.filter_map(|entry| Some((entry.to?, entry.piece))).collect()
}

/// How many orders are listed below the board.
const LISTED: usize = 12;

pub(super) fn board(view: &View, viewer: Viewer) -> Drawing {
    let shared = &view.shared;
    let mut drawing = Drawing::new();
    let width = shared.config.width.min(31) as u8;
    let height = shared.config.height.min(31) as u8;
    let own = view.own.as_ref().filter(|own| viewer.is(own.team.seat()));
    let ghosts = own.map(|own| ghosts(own, shared.round)).unwrap_or_default();
    drawing.line(jail(view, Team::Red));
    drawing.line(columns(width));
    for y in 0..height {
        let mut line = Line::new().ink(Ink::Soft, format!("{y:>2} "));
        for x in 0..width {
            let square = Square::new(x, y);
            let (ink, text) = cell(view, square);
            let ghost = ghosts.iter().find(|(to, _)| *to == square);
            let free = !shared.now.pieces.iter().any(|piece| piece.square == Some(square));
            line = match ghost.zip(own) {
                Some(((_, id), own)) if free => {
                    line.marked(Ink::of(own.team.seat()), format!("{}{id} ", hollow(own.team)))
                }
                Some(_) => line.marked(ink, text),
                None => line.ink(ink, text),
            };
        }
        drawing.line(line);
    }
    drawing.line(jail(view, Team::Blue));
    // Who is who stands with the jails.
    let mut legend = "⚑ flag  K key  ░ closed zone  ~ neutral  > goes home next round".to_owned();
    if let (Some(own), false) = (own, ghosts.is_empty()) {
        legend.push_str(&format!("  {} by your orders", hollow(own.team)));
    }
    drawing.line(Line::new().ink(Ink::Soft, legend));
    if let Some(own) = own {
        for warning in &own.warnings {
            drawing.line(Line::new().ink(Ink::Attention, format!("⚠ {}", warned(warning))));
        }
        plan(own, &mut drawing);
    }
    drawing
}

/// The orders, a line for each round.
fn plan(own: &Own, drawing: &mut Drawing) {
    let listed = &own.plan[..own.plan.len().min(LISTED)];
    for orders in listed.chunk_by(|one, next| one.round == next.round) {
        let told: Vec<String> = orders.iter().map(ordered).collect();
        let line = format!("round {}: {}", orders[0].round, told.join(" · "));
        drawing.line(Line::new().ink(Ink::Primary, line));
    }
    if let Some(more) = own.plan.len().checked_sub(LISTED).filter(|more| *more > 0) {
        drawing.line(Line::new().ink(Ink::Soft, format!("and {more} more orders")));
    }
}

/// An order with where it leads: "2 up 3 to (5,5)".
fn ordered(entry: &PlanEntry) -> String {
    let way = match (entry.from, entry.to) {
        (Some(from), Some(to)) if from != to => format!(" to {to}"),
        _ => String::new(),
    };
    format!("{} {}{way}", entry.piece, entry.order)
}

fn warned(warning: &Warning) -> String {
    match warning {
        Warning::FriendsMeet { pieces, square } => {
            let ids: Vec<String> = pieces.iter().map(u8::to_string).collect();
            format!("{} end on one square, {square}, and would be sent home", ids.join(" and "))
        }
        Warning::EnemyHolds { piece, square } => {
            format!("{piece} ends where an enemy stands, {square}")
        }
        Warning::FlagInReach { by } => format!("{} can reach your flag", names(by)),
        Warning::KeyInReach { by } => format!("{} can reach their key", names(by)),
    }
}

fn columns(width: u8) -> Line {
    let numbers: String = (0..width).map(|x| format!("{x:^3}")).collect();
    Line::new().ink(Ink::Soft, format!("   {numbers}"))
}

fn jail(view: &View, team: Team) -> Line {
    let jailed = &view.shared.now.jails[team.index()];
    let ids: Vec<String> = jailed.iter().map(u8::to_string).collect();
    let ids = if ids.is_empty() { "nobody".to_owned() } else { ids.join(" ") };
    Line::new()
        .ink(Ink::of(team.seat()), format!("{} {}", mark(team), view.full(team)))
        .ink(Ink::Soft, format!("  in jail: {ids}"))
}

fn cell(view: &View, square: Square) -> (Ink, String) {
    let now = &view.shared.now;
    let there: Vec<&PieceView> =
        now.pieces.iter().filter(|piece| piece.square == Some(square)).collect();
    if let [piece, rest @ ..] = there.as_slice() {
        let sign = match rest {
            [] if piece.carrying => '⚑',
            [] if piece.returns_home => '>',
            [] => ' ',
            _ => '+',
        };
        let text = format!("{}{}{sign}", mark(piece.team), piece.id);
        return (Ink::of(piece.team.seat()), text);
    }
    if let Some(flag) = now.flags.iter().find(|flag| flag.home && flag.square == square) {
        return (Ink::of(flag.team.seat()), format!("{}⚑ ", mark(flag.team)));
    }
    if let Some(key) = now.keys.iter().find(|key| key.square == Some(square)) {
        return (Ink::Attention, format!("{}K ", mark(key.team)));
    }
    let in_zone = |zone: &&crate::ZoneView| {
        zone.active && zone.squares.is_some_and(|rect| rect.contains(square))
    };
    if now.zones.iter().any(|zone| in_zone(&zone)) {
        return (Ink::Soft, " ░ ".to_owned());
    }
    let lands = &view.shared.sides;
    let land = lands.iter().find(|side| side.land.contains(square));
    (Ink::Soft, if land.is_some() { " · " } else { " ~ " }.to_owned())
}
