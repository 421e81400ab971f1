//! Orders in words: what is told back to the player.

use crate::board::{Direction, Team};
use crate::command::Command;
use crate::text::say;

use super::intent::{Act, Condition, Control, Intent, Place, Side, Stance, Thing};

const fn named_thing(thing: Thing) -> &'static str {
    match thing {
        Thing::OwnFlag => "our flag",
        Thing::EnemyFlag => "their flag",
        Thing::OwnKey => "our key",
        Thing::EnemyKey => "their key",
    }
}

/// What an intent asks for, in words.
pub(super) fn verb(intent: &Intent) -> String {
    let side = |side: &Side| match side {
        Side::Left => "left",
        Side::Right => "right",
    };
    match intent {
        Intent::Move { direction, distance } => format!("{direction} {}", distance.unwrap_or(1)),
        Intent::Goto { place } => match place {
            Place::Square(square) => format!("go to {square}"),
            Place::Column(column) => format!("go to column {column}"),
            Place::Row(row) => format!("go to row {row}"),
            Place::MiddleColumn => "go to the middle column".to_owned(),
            Place::MiddleRow => "go to the middle row".to_owned(),
            Place::Offset(..) => "go there in two legs".to_owned(),
            Place::Start => "go to the start square".to_owned(),
            Place::Beside(thing, side) => {
                let side = match side {
                    Direction::Up => "above",
                    Direction::Down => "below",
                    Direction::Left => "left of",
                    _ => "right of",
                };
                format!("go to the square {side} {}", named_thing(*thing))
            }
        },
        Intent::TakeFlag {} => "take the flag".to_owned(),
        Intent::BringHome {} => "bring the flag home".to_owned(),
        Intent::Guard { thing } => {
            format!("guard {}", named_thing(*thing))
        }
        Intent::Intercept { enemy: Some(id) } => format!("go after their {id}"),
        Intent::Intercept { enemy: None } => "go after their carrier or the nearest".to_owned(),
        Intent::Rescue {} => "go for the key".to_owned(),
        Intent::Retreat {} => "go back to our land".to_owned(),
        Intent::Flank { side: s, then_flag: false } => format!("go along the {} edge", side(s)),
        Intent::Flank { side: s, then_flag: true } => {
            format!("go along the {} edge to their flag", side(s))
        }
        Intent::Decoy { side: s } => format!("draw the enemy to the {}", side(s)),
        Intent::Escort { friend } => format!("stay near {friend}"),
        Intent::Spread {} => "spread out".to_owned(),
        Intent::Swap {} => "change places".to_owned(),
        Intent::Hold {} => "hold".to_owned(),
        Intent::Cancel { .. } => "cancel".to_owned(),
        Intent::Stance { stance, until } => {
            let name = match stance {
                Stance::Attack => "attack",
                Stance::Defend => "defend",
                Stance::Balanced => "balanced",
            };
            match until {
                Some(until) => format!("stance {name} to round {until}"),
                None => format!("stance {name} until changed"),
            }
        }
        Intent::Control { control } => match control {
            Control::Auto => "the assistant plays".to_owned(),
            Control::Suggest => "the assistant suggests".to_owned(),
            Control::Manual => "you play".to_owned(),
        },
        Intent::Accept {} => "accept".to_owned(),
        Intent::Query {} | Intent::Recall {} => "tell".to_owned(),
    }
}

/// What an order waits for, in words.
pub(super) fn told_when(when: &Condition) -> String {
    match when {
        Condition::OwnFlagTaken => "if our flag is taken".to_owned(),
        Condition::EnemyFlagTaken => "if we have their flag".to_owned(),
        Condition::Jailed(ids) if ids.is_empty() => "if one of us is in jail".to_owned(),
        Condition::Jailed(ids) => format!("if {} is in jail", listed(ids, "or")),
        Condition::EnemyJailed => "if one of them is in jail".to_owned(),
        Condition::Round(round) => format!("in round {round}"),
    }
}

/// Who is to do what, in words.
pub(super) fn told_act(team: Team, act: &Act) -> String {
    format!("{team} {}: {}", listed(&act.pieces, "and"), verb(&act.what))
}

/// Who does what, as a player would say it: `1 guards our flag`.
pub(super) fn done(pieces: &[u8], what: &Intent) -> String {
    let (who, verb) = (listed(pieces, "and"), verb(what));
    if pieces.len() != 1 || matches!(what, Intent::Move { .. }) {
        return format!("{who} {verb}");
    }
    let end = verb.find(' ').unwrap_or(verb.len());
    let (verb, rest) = verb.split_at(end);
    let ending = if verb.ends_with('o') { "es" } else { "s" };
    format!("{who} {verb}{ending}{rest}")
}

/// An order that waits, in words.
pub(super) fn told_later(team: Team, act: &Act, when: &Condition) -> String {
    format!("{}, {}", told_when(when), told_act(team, act))
}

/// `1, 2 and 3`.
pub(super) fn listed(ids: &[u8], join: &str) -> String {
    let names: Vec<String> = ids.iter().map(u8::to_string).collect();
    match &names[..] {
        [rest @ .., last] if !rest.is_empty() => format!("{} {join} {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// What was understood, in a sentence.
pub(super) fn read_back(team: Team, open: u32, commands: &[Command], notes: &[String]) -> String {
    let mut parts: Vec<String> = commands.iter().map(|command| said(team, open, command)).collect();
    parts.extend(notes.iter().cloned());
    if parts.is_empty() {
        return String::new();
    }
    format!("{}.", parts.join("; "))
}

pub(super) fn said(team: Team, open: u32, command: &Command) -> String {
    let text = say(open, command);
    match text.split_once(' ') {
        Some((id, rest)) if id.chars().all(|c| c.is_ascii_digit()) => {
            format!("{team} {id}: {rest}")
        }
        _ => text,
    }
}
