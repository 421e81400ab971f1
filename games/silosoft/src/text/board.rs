//! The table and the result, drawn in characters. A shape, a word and a place carry each meaning;
//! colour only adds (FR-039).

use senet_kernel::{Drawing, Ink, Line, Seat, Viewer};

use super::{ended, name};
use crate::card::Role;
use crate::event::Incident;
use crate::feature::Feature;
use crate::id::FeatureId;
use crate::view::{ActiveView, CardView, DrawnView, PlayerView, Status, TradeView, View};

const WIDTH: usize = 100;

/// How wide warnings and hands are: a terminal of 80 columns does not break them again.
const NARROW: usize = 78;
const INDENT: &str = "    ";
/// How many players there are at most where all hands are told at length.
const MOST_AT_LENGTH: usize = 2;
/// How many trades are told with what they would do.
const MOST_TRADES: usize = 3;

pub(super) fn board(view: &View, viewer: Viewer) -> Drawing {
    let mut drawing = Drawing::new();
    drawing.line(header(view));
    drawing.line(options(view));
    if view.turn == 1 {
        for warning in view.options.warnings.iter().chain([&view.options.odds.text]) {
            for line in senet_kernel::wrapped(warning, NARROW) {
                drawing.line(Line::new().ink(Ink::Attention, line));
            }
        }
    }
    if let Some(drawn) = drawn(view) {
        drawing.line(drawn);
    }
    for player in &view.players {
        drawing.line(rule());
        draw_player(&mut drawing, view, player, viewer);
    }
    drawing.line(rule());
    if viewer.is(view.active) {
        outlook(&mut drawing, view);
    }
    drawing.line(legend());
    drawing
}

/// The trades that lead to a completion, with what each would do.
fn outlook(drawing: &mut Drawing, view: &View) {
    let leads = |trade: &&TradeView| trade.effect.completes_own || trade.effect.completes_partners;
    for trade in view.choices.trades.iter().filter(leads).take(MOST_TRADES) {
        wrapped(drawing, Ink::Primary, &trade.text);
    }
}

fn header(view: &View) -> Line {
    let (total, target) = (usize::from(view.total), usize::from(view.target));
    let done = total.min(target);
    Line::new()
        .ink(Ink::Strong, "SILOSOFT")
        .text(format!("   turn {} of {}   team ", view.turn, view.options.turn_limit))
        .ink(Ink::Strong, format!("{total} of {target} "))
        .ink(Ink::Primary, "▰".repeat(done))
        .ink(Ink::Soft, "▱".repeat(target - done))
        .text(format!("   deck {}", view.deck.left))
}

fn options(view: &View) -> Line {
    Line::new().ink(Ink::Soft, terms(view))
}

fn terms(view: &View) -> String {
    let options = &view.options;
    let single = if options.single_completion { ", one completion a turn" } else { "" };
    format!("{}, {} % staff{single}", options.ruleset.told(), options.resource_weight)
}

fn rule() -> Line {
    Line::new().ink(Ink::Soft, "─".repeat(WIDTH))
}

fn legend() -> Line {
    let mut line = Line::new();
    for role in Role::ALL {
        line = line.ink(Ink::Soft, format!("{} {}  ", mark(role), role.name()));
    }
    line
}

fn drawn(view: &View) -> Option<Line> {
    let told = match view.drawn? {
        DrawnView::Resource { card } => format!("drew {}", view.tell_card(card)),
        DrawnView::Event { event, nullified } => match nullified {
            Some(_) => format!("drew {}, without effect", event.name()),
            None => format!("drew {}", event.name()),
        },
    };
    let traded = if view.traded { ", made an offer" } else { "" };
    let completed = match view.completions {
        0 => String::new(),
        completions => format!(", completed {completions}"),
    };
    let who = name(view, view.active);
    Some(Line::new().text(format!("This turn {who} {told}{traded}{completed}.")))
}

fn draw_player(drawing: &mut Drawing, view: &View, player: &PlayerView, viewer: Viewer) {
    drawing.line(title(view, player, viewer));
    drawing.line(match &player.feature {
        Some(feature) => feature_line(feature),
        None => Line::new().ink(Ink::Soft, format!("{INDENT}no feature to build")),
    });
    // Of many hands only one's own is told at length: shapes and points say the others.
    let short = view.players.len() > MOST_AT_LENGTH && !viewer.is(player.seat);
    hand(drawing, player, if short { card_in_short } else { card_text });
    if let Some(requirement) = &player.requirement {
        wrapped(drawing, Ink::Attention, &format!("{INDENT}⚠ {}", requirement.text));
    }
    if !beside(player) {
        drawing.line(piles(Line::new().ink(Ink::Soft, format!("{INDENT}done")), player));
    }
}

fn title(view: &View, player: &PlayerView, viewer: Viewer) -> Line {
    let acts = view.awaited.contains(player.seat);
    let pointer = if acts { "▶ " } else { "  " };
    let you = if viewer.is(player.seat) { " (you)" } else { "" };
    let turns = match (player.turns_left, player.next_turn) {
        (0, _) | (_, None) => "no more turns".to_owned(),
        (1, Some(turn)) if turn == view.turn => "on the last turn".to_owned(),
        (left, Some(turn)) if turn == view.turn => format!("on turn {turn}, {} to come", left - 1),
        (1, Some(turn)) => format!("next on turn {turn}, the last"),
        (left, Some(turn)) => format!("next on turn {turn}, {left} to come"),
    };
    let line = Line::new()
        .ink(Ink::Attention, pointer)
        .ink(Ink::of(player.seat), player.name.clone())
        .text(you)
        .text(format!("   {} completed", player.completed.len()));
    let line = if beside(player) { piles(line, player) } else { line };
    line.ink(Ink::Soft, format!("   {turns}"))
}

fn ids(pile: &[Feature]) -> String {
    super::joined(pile.iter().map(|feature| feature.id))
}

/// Whether what was completed and lost stands with the name: a few features do.
fn beside(player: &PlayerView) -> bool {
    player.completed.len() + 3 * player.lost.len() <= 4
}

/// What was completed, and what was lost.
fn piles(line: Line, player: &PlayerView) -> Line {
    let line = match player.completed.as_slice() {
        [] => line,
        pile => line.text(format!(": {}", ids(pile))),
    };
    match player.lost.as_slice() {
        [] => line,
        pile => line.ink(Ink::Danger, format!("   lost: {}", ids(pile))),
    }
}

fn feature_line(feature: &ActiveView) -> Line {
    let mut line = Line::new()
        .ink(Ink::Soft, format!("{INDENT}builds "))
        .text(format!("{} {} ", feature.id, feature.title));
    for row in &feature.rows {
        let ink = if row.missing == 0 { Ink::Primary } else { Ink::Plain };
        let told = format!("  {} {} {}/{}", mark(row.role), row.role.name(), row.have, row.need);
        line = line.ink(ink, told);
    }
    if feature.completable {
        return line.ink(Ink::Primary, "  ✓ can be completed");
    }
    let lack = match feature.short {
        1 => "  1 ★ short".to_owned(),
        short => format!("  {short} ★ short"),
    };
    line.ink(Ink::Attention, lack)
}

/// The hand, as many cards on a line as fit.
fn hand(drawing: &mut Drawing, player: &PlayerView, told: fn(&CardView) -> String) {
    if player.hand.is_empty() {
        drawing.line(Line::new().ink(Ink::Soft, format!("{INDENT}an empty hand")));
        return;
    }
    let mut line = Line::new().text(INDENT);
    let mut used = INDENT.len();
    for card in &player.hand {
        let told = told(card);
        let width = told.chars().count();
        if used + told.trim_end().chars().count() > NARROW {
            drawing.line(std::mem::replace(&mut line, Line::new().text(INDENT)));
            used = INDENT.len();
        }
        let ink = if card.lock.is_some() { Ink::Soft } else { Ink::Plain };
        line = line.ink(ink, told);
        used += width;
    }
    drawing.line(line);
}

fn card_text(card: &CardView) -> String {
    let level = card.level.map_or(String::new(), |level| format!("{} ", level.name()));
    let lock = card.lock.as_ref().map_or(String::new(), |lock| format!(" [{}]", lock.text));
    let (id, role) = (card.id, card.role);
    format!("{id} {} {level}{} {}{lock}   ", mark(role), role.name(), card.points)
}

fn card_in_short(card: &CardView) -> String {
    let lock = card.lock.as_ref().map_or(String::new(), |lock| format!(" [{}]", lock.text));
    format!("{} {}{}{lock}   ", card.id, mark(card.role), card.points)
}

const fn mark(role: Role) -> char {
    match role {
        Role::Dev => '■',
        Role::Pm => '●',
        Role::Ux => '▲',
        Role::Contractor => '★',
    }
}

/// Adds a text in lines that fit, each as far in as the text begins.
fn wrapped(drawing: &mut Drawing, ink: Ink, text: &str) {
    let indent = text.len() - text.trim_start_matches(' ').len();
    for line in senet_kernel::wrapped(text, WIDTH - indent) {
        drawing.line(Line::new().ink(ink, format!("{:indent$}{line}", "")));
    }
}

pub(super) fn ending(view: &View) -> Drawing {
    let mut drawing = Drawing::new();
    let summary = &view.summary;
    if summary.outcome == Status::Playing {
        return drawing;
    }
    let ink = if summary.outcome == Status::Won { Ink::Primary } else { Ink::Danger };
    drawing.line(Line::new().ink(ink, ended(view)));
    if summary.outcome == Status::Lost {
        let missing = summary.target.saturating_sub(summary.total);
        let told = match missing {
            1 => "One feature more would have won.".to_owned(),
            missing => format!("{missing} features more would have won."),
        };
        drawing.line(told);
    }
    for player in &view.players {
        drawing.line(player_figures(view, player.seat));
    }
    let events = summary.events.iter().map(|count| match count.nullified {
        0 => format!("{} {}", short(count.event), count.drawn),
        nullified => format!("{} {} ({nullified} without effect)", short(count.event), count.drawn),
    });
    let events = events.collect::<Vec<_>>().join(", ");
    wrapped(&mut drawing, Ink::Plain, &format!("Events: {events}."));
    drawing.line(format!(
        "Offers {}, cards lost to events {}, features forfeited {}.",
        summary.trades, summary.discarded, summary.forfeited
    ));
    drawing.line(Line::new().ink(Ink::Soft, format!("Played by {}.", terms(view))));
    drawing
}

fn player_figures(view: &View, seat: Seat) -> Line {
    let summary = &view.summary;
    let at = |list: &[u8]| list.get(seat.index()).copied().unwrap_or(0);
    let lost = summary.forfeited_by_player.get(seat.index()).filter(|lost| !lost.is_empty());
    let titled = |id: &FeatureId| format!("{id} {}", view.title(*id));
    let lost = lost.map_or(String::new(), |lost| {
        format!("; forfeited {}", lost.iter().map(titled).collect::<Vec<_>>().join(", "))
    });
    let offers = match at(&summary.trades_by_player) {
        1 => "1 offer".to_owned(),
        offers => format!("{offers} offers"),
    };
    let completed = at(&summary.completed);
    Line::new()
        .ink(Ink::of(seat), name(view, seat))
        .text(format!(": {completed} completed, {offers}{lost}"))
}

const fn short(event: Incident) -> &'static str {
    match event {
        Incident::Competition => "Competition",
        other => other.name(),
    }
}
