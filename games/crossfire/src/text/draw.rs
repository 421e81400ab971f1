//! The board and the ending as characters.
//!
//! A cell has four characters. The first side is a diamond, the second a circle; a hollow mark is
//! Down. After the number, `*` may act now and `-` has acted.

use senet_kernel::{Chance, Drawing, Ink, Line, Seat, Viewer, wrapped};

use crate::board::{COLUMNS, Position, ROWS, Square};
use crate::command::{Action, Command};
use crate::data::Scoring;
use crate::queries::{MeleePreview, ShotPreview};
use crate::reference;
use crate::rejection::source_name;
use crate::state::EndReason;
use crate::text::count;
use crate::unit::SIDES;
use crate::view::{
    Effect, EffectKind, Outlook, PhaseView, Question, ShotChoice, TargetChoice, UnitChoices,
    UnitState, UnitView, View,
};

/// How wide running text is set.
pub(crate) const PAGE: usize = 78;

pub(super) fn battle(view: &View, viewer: Viewer) -> Drawing {
    let mut drawing = Drawing::new();
    drawing.line(heading(view));
    let mut notes = vec![format!("{}.", view.mission_line)];
    notes.extend(view.effects.iter().map(|effect| effect_line(view, effect)));
    for line in notes.iter().flat_map(|note| wrapped(note, PAGE)) {
        drawing.line(Line::new().ink(Ink::Soft, line));
    }
    board(view, viewer, &mut drawing);
    for seat in SIDES {
        drawing.line(side(view, seat));
    }
    let zones = match &view.scenario.mission.scoring {
        Scoring::Kills { .. } | Scoring::MajorityInEnemyHome { .. } => String::new(),
        Scoring::Majority { .. } | Scoring::SolePresence { .. } => "   + mission zone".to_owned(),
        Scoring::MajorityPerZone { zones } => {
            let marks: Vec<&str> = zones.iter().map(|zone| zone.id.as_str()).collect();
            format!("   {} sectors", marks.join(" "))
        }
    };
    drawing.line(Line::new().ink(
        Ink::Soft,
        format!("◆ P1  ● P2  ◇ ○ Down   * may act  - has acted   ▓▓ terrain{zones}"),
    ));
    if let [only] = &view.choices[..] {
        let most = if only.must_roll { ", if the die is a 6" } else { "" };
        let legend = format!("o {} can go and attack or help   : only go{most}", only.unit);
        drawing.line(Line::new().ink(Ink::Soft, legend));
    }
    for line in view.choices.iter().filter_map(|choices| prospects(view, choices)) {
        for line in wrapped(&line, PAGE) {
            drawing.line(line);
        }
    }
    for ahead in view.question.iter().flat_map(answers) {
        drawing.line(ahead);
    }
    drawing
}

/// Whom a unit could shoot and fight now, with the odds: the best shot at each enemy.
fn prospects(view: &View, choices: &UnitChoices) -> Option<String> {
    let mut parts = Vec::new();
    for enemy in view.units.iter().filter(|unit| unit.id.side != choices.unit.side) {
        let shots = choices.shots.iter().filter(|shot| shot.target == enemy.id);
        let shots = shots.filter_map(|shot| Some((shot, view.shots.get(usize::from(shot.shot))?)));
        // Of equal shots the first, which is from where the unit stands, if there is one.
        let better = |a: &Chance, b: &Chance| a.permille().cmp(&b.permille());
        let best = shots.rev().max_by(|(_, a), (_, b)| better(&a.best.hit(), &b.best.hit()));
        if let Some((shot, preview)) = best {
            parts.push(shot_words(shot, preview));
        }
        if let Some(fight) = choices.melee.iter().find(|fight| fight.target == enemy.id) {
            parts.push(fight_words(view, enemy, fight));
        }
    }
    (!parts.is_empty()).then(|| format!("{}: {}", choices.unit, parts.join(" · ")))
}

/// What a shot or a fight would come to, with its chances.
pub(super) fn outlook(view: &View, command: &Command) -> Option<String> {
    let Command::Act { unit, action } = command else { return None };
    let choices = view.choices.iter().find(|choices| choices.unit == *unit)?;
    let same = |asked: &Option<Position>, to: Option<Square>| {
        *asked == to.map(Position::from) || asked.is_none() && to.is_none()
    };
    match action {
        Action::Shoot { to, target } => {
            let mut shots = choices.shots.iter();
            let shot = shots.find(|shot| shot.target == *target && same(to, shot.to))?;
            let preview = view.shots.get(usize::from(shot.shot))?;
            let odds = &preview.odds;
            let parts = [
                ("destroyed", odds.destroyed),
                ("Down", odds.down),
                ("resisted", odds.resisted),
                ("miss", odds.miss),
            ];
            let parts = parts.map(|(end, chance)| format!("{end} {}", percent(chance)));
            Some(format!("{} · {}", shot_words(shot, preview), parts.join(", ")))
        }
        Action::Melee { to, target } => {
            let mut fights = choices.melee.iter();
            let fight = fights.find(|fight| fight.target == *target && same(to, fight.to))?;
            let enemy = view.units.iter().find(|unit| unit.id == *target)?;
            Some(fight_words(view, enemy, fight))
        }
        _ => None,
    }
}

fn shot_words(shot: &ShotChoice, preview: &ShotPreview) -> String {
    let cover = if preview.in_cover { " in cover" } else { "" };
    let friends = match preview.endangered {
        0 => String::new(),
        _ => format!(", own fire {}", percent(preview.best.own_fire)),
    };
    let rerolls = with_rerolls(preview.best.hit(), preview.odds.hit());
    format!(
        "shoot {}{cover}{}: {}+ hits {}, kills {}{friends}{rerolls}",
        shot.target,
        from(shot.to),
        preview.needed,
        percent(preview.best.hit()),
        percent(preview.best.destroyed)
    )
}

fn fight_words(view: &View, enemy: &UnitView, fight: &TargetChoice) -> String {
    let odds = match (enemy.state, view.melee) {
        (UnitState::Down, _) => "destroys".to_owned(),
        (_, Some(MeleePreview { odds, best })) => {
            let ends = [("Down", best.win), ("resisted", best.resisted), ("held", best.held)];
            let ends = ends.into_iter().filter(|(_, chance)| *chance != Chance::NEVER);
            let ends = ends.chain([("loses", best.lose)]);
            let told: Vec<String> =
                ends.map(|(end, chance)| format!("{end} {}", percent(chance))).collect();
            let rerolls = with_rerolls(best.win + best.resisted, odds.win + odds.resisted);
            format!("{}{rerolls}", told.join(", "))
        }
        (_, None) => String::new(),
    };
    format!("fight {}{}: {odds}", fight.target, from(fight.to))
}

/// What rerolls change of a chance to hit or to win, where they do.
fn with_rerolls(best: Chance, plain: Chance) -> String {
    match best == plain {
        true => String::new(),
        false => format!(" with rerolls, {} without", percent(plain)),
    }
}

fn from(to: Option<Square>) -> String {
    to.map_or(String::new(), |to| format!(" from {to}"))
}

fn percent(chance: Chance) -> String {
    format!("{}%", (chance.permille() + 5) / 10)
}

/// What each answer to an open roll leads to.
fn answers(question: &Question) -> Vec<String> {
    let line = |ahead: &Outlook| {
        let what = match (ahead.die, ahead.source, &question.choice) {
            (None, _, Some(choice)) => format!("new {}", choice.new),
            (Some(_), _, Some(choice)) => format!("old {}", choice.old),
            (None, _, None) => "keep".to_owned(),
            (Some(die), Some(source), None) => {
                format!("reroll die {die} by {}", source_name(source))
            }
            (Some(die), None, None) => format!("reroll die {die}"),
        };
        let mut parts: Vec<(&str, Chance)> = Vec::new();
        if let Some(odds) = ahead.shot {
            parts.extend([("Down", odds.down), ("destroyed", odds.destroyed)]);
            parts.extend([("resisted", odds.resisted), ("miss", odds.miss)]);
            parts.push(("own fire", odds.own_fire));
        }
        if let Some(odds) = ahead.melee {
            parts.extend([("attacker wins", odds.win), ("resisted", odds.resisted)]);
            parts.extend([("tie", odds.tie), ("held", odds.held), ("loses", odds.lose)]);
        }
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(_, chance)| *chance != Chance::NEVER)
            .map(|(end, chance)| format!("{end} {}", percent(chance)))
            .collect();
        format!("{what}: {}", parts.join(", "))
    };
    question.outlook.iter().map(line).collect()
}

fn heading(view: &View) -> Line {
    let round = match (view.round, &view.phase) {
        (0, PhaseView::Deployment { .. }) => "deployment".to_owned(),
        (0, _) => "before round 1".to_owned(),
        (round, _) if round > view.scenario.rules.regular_rounds => format!("extra round {round}"),
        (round, _) => format!("round {round} of {}", view.scenario.rules.regular_rounds),
    };
    let [first, second] = view.score;
    let [now_first, now_second] = view.score_now;
    let line = Line::new()
        .ink(Ink::Strong, view.scenario.mission.name.clone())
        .text(format!(" · {round} · score {first} : {second}"));
    match view.phase {
        PhaseView::Deployment { .. } | PhaseView::QuickStart { .. } | PhaseView::Over { .. } => {
            line
        }
        _ => line.ink(Ink::Soft, format!(" (if the round ended now {now_first} : {now_second})")),
    }
}

fn effect_line(view: &View, effect: &Effect) -> String {
    let whose = effect.seat.map_or("Event".to_owned(), |seat| format!("P{}", seat.index() + 1));
    format!("{whose} {}{}: {}", effect.name, spent(view, effect), effect.line)
}

/// What is left or used up of an optional rule.
fn spent(view: &View, effect: &Effect) -> String {
    let options = &view.options;
    match (effect.kind, effect.seat) {
        (EffectKind::Advantage, _) => {
            options.orders.map_or(String::new(), |left| format!(" ({left} left)"))
        }
        (EffectKind::Trait, Some(seat)) => {
            let most = view.scenario.traits.as_ref().map(|traits| &traits[seat.index() & 1]);
            let used = options.downs_ignored.map(|used| used[seat.index() & 1]);
            match (used, most) {
                (Some(used), Some(most)) if used > 0 && used >= most.ignore_downs => {
                    " (used up)".to_owned()
                }
                _ => String::new(),
            }
        }
        (EffectKind::Event | EffectKind::Trait, _) => {
            let (Some(used), Some(event)) = (options.revives, &view.scenario.event) else {
                return String::new();
            };
            let done = SIDES.into_iter().filter(|seat| used[seat.index()] >= event.revives);
            let done: Vec<String> = done.map(|seat| format!("P{}", seat.index() + 1)).collect();
            if done.is_empty() {
                String::new()
            } else {
                format!(" (used up by {})", done.join(" and "))
            }
        }
    }
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
    let reach = match &view.choices[..] {
        [only] => steps_to(only, square).map(|steps| steps <= only.half),
        _ => None,
    };
    if let Some(before) = reach {
        let mark = if before { 'o' } else { ':' };
        let zone = mission_zone(view, square).unwrap_or(' ');
        return line.ink(Ink::Primary, format!(" {mark}{zone} "));
    }
    match (terrain, mission_zone(view, square), home) {
        (true, _, _) => line.ink(Ink::Strong, "▓▓▓▓"),
        (false, Some(mark), _) => line.ink(Ink::Attention, format!(" {mark}  ")),
        (false, None, Some(seat)) => line.ink(Ink::of(seat), " .  "),
        (false, None, None) => line.ink(Ink::Soft, " ·  "),
    }
}

/// How many steps a unit has to a square where its movement can end.
fn steps_to(choices: &UnitChoices, square: Square) -> Option<u8> {
    let steps = choices.reach.iter().position(|layer| layer.contains(&square))?;
    u8::try_from(steps).ok()
}

/// The viewer's own placement while it is hidden from others.
fn own_placement(view: &View, viewer: Viewer, square: Square) -> Option<(Seat, u8)> {
    let PhaseView::Deployment { own: Some(own), .. } = &view.phase else {
        return None;
    };
    let placed = own.iter().find(|placement| placement.square.square() == Some(square))?;
    Some((viewer.seat()?, placed.unit.number))
}

/// The mark of a square that gives points: a plus, or the letter of its sector.
fn mission_zone(view: &View, square: Square) -> Option<char> {
    match &view.scenario.mission.scoring {
        Scoring::Kills { .. } | Scoring::MajorityInEnemyHome { .. } => None,
        Scoring::Majority { zones, .. } | Scoring::SolePresence { zones, .. } => {
            zones.iter().any(|zone| zone.zone.contains(square)).then_some('+')
        }
        Scoring::MajorityPerZone { zones } => {
            let zone = zones.iter().find(|zone| zone.zone.contains(square))?;
            zone.id.as_str().chars().next()
        }
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

/// A side with its faction, whoever plays it.
fn full_name(view: &View, seat: Seat) -> String {
    let name = view.side_name(seat);
    let faction = &view.scenario.factions[seat.index() & 1].name;
    if name.contains(faction.as_str()) { name } else { format!("{name}, {faction}") }
}

fn side(view: &View, seat: Seat) -> Line {
    let count = |state| {
        let units = view.units.iter();
        units.filter(|unit| unit.seat == seat && unit.state == state).count()
    };
    let (standing, down, lost) =
        (count(UnitState::Standing), count(UnitState::Down), count(UnitState::Destroyed));
    let turn = if view.to_act.contains(seat) { "▶ " } else { "  " };
    let units = match count(UnitState::Waiting) {
        0 => format!("  {standing} up, {down} Down, {lost} lost  "),
        waiting => format!("  {waiting} to place  "),
    };
    Line::new()
        .ink(Ink::Attention, turn)
        .ink(Ink::of(seat), full_name(view, seat))
        .text(units)
        .ink(Ink::Soft, reference::stats_line(view.scenario.stats(seat)))
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
