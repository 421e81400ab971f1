//! The answer of a model, which may be anything.

use senet_kernel::NoOrders;
use serde_json::{Map, Value};

use super::{Act, Intent, Place, compile_acts, overtaken};
use crate::board::{Direction, Square, Team};
use crate::command::{Command, Origin, Round};
use crate::view::View;

/// The most brackets of an answer that are looked behind.
const MOST_BRACKETS: usize = 64;

/// The most orders of an answer that are looked at.
pub(super) const MOST_ORDERS: usize = 32;

/// Reads an answer into commands for the team of the view, each with the number of the input that
/// the question came from, so that newer inputs outrank it.
///
/// Own living pieces only; of several orders for one piece and round the first that is valid counts.
pub(crate) fn commands(view: &View, input: u32, answer: &str) -> Result<Vec<Command>, NoOrders> {
    let own = view.own.as_ref().ok_or(NoOrders::NotPlaying)?;
    let orders = orders(answer)?;
    let mut taken: Vec<(u8, i64)> = Vec::new();
    let mut commands = Vec::new();
    for order in orders.iter().take(MOST_ORDERS) {
        let Some(act) = order.as_object().and_then(|order| act(view, own.team, order)) else {
            continue;
        };
        for command in compile_acts(view, own.team, &[act]).commands {
            let Some(slot) = slot(&command, view.shared.round) else {
                continue;
            };
            // What the player has ordered since, or what the game itself understood, stays.
            if !taken.contains(&slot) && !overtaken(view, &command, input) {
                taken.push(slot);
                commands.push(command.from_input(Origin::Explicit, Some(input)));
            }
        }
    }
    if commands.is_empty() {
        return Err(NoOrders::Empty);
    }
    Ok(commands)
}

/// The list of orders in a text that should be one JSON object. Models talk: the first object in it
/// that has such a list counts, whatever else stands in brackets.
fn orders(answer: &str) -> Result<Vec<Value>, NoOrders> {
    let starts = answer.match_indices('{').map(|(start, _)| start).take(MOST_BRACKETS);
    let lists = starts.filter_map(|start| {
        let object = first_object(&answer[start..])?;
        match serde_json::from_str::<Value>(object).ok()?.get_mut("orders")?.take() {
            Value::Array(orders) => Some(orders),
            _ => None,
        }
    });
    lists.into_iter().next().ok_or(NoOrders::Unread)
}

/// The first JSON object in a text, by its brackets.
fn first_object(text: &str) -> Option<&str> {
    let start = text.find('{')?;
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for (place, letter) in text[start..].char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    return Some(&text[start..start + place + 1]);
                }
            }
            _ => {}
        }
    }
    None
}

/// A whole number, which may come as a string.
fn whole(order: &Map<String, Value>, name: &str) -> Option<u32> {
    match order.get(name)? {
        Value::Number(number) => number.as_u64()?.try_into().ok(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

fn small(order: &Map<String, Value>, name: &str) -> Option<u8> {
    whole(order, name).map(|number| number.min(255) as u8)
}

fn word<T: serde::de::DeserializeOwned>(order: &Map<String, Value>, name: &str) -> Option<T> {
    senet_kernel::read(order.get(name)?).ok()
}

/// One order of the answer; none where it is not one that the team can give.
fn act(view: &View, team: Team, order: &Map<String, Value>) -> Option<Act> {
    let piece = small(order, "piece")?;
    let known = view.shared.now.pieces.iter();
    let living = known.filter(|known| known.team == team && !known.jailed).any(|p| p.id == piece);
    if !living {
        return None;
    }
    let what = intent(view, order)?;
    let round = whole(order, "round").unwrap_or(view.shared.round);
    Some(Act {
        pieces: vec![piece],
        what,
        round,
        times: whole(order, "times").unwrap_or(1).clamp(1, 100),
        condition: None,
    })
}

fn intent(view: &View, order: &Map<String, Value>) -> Option<Intent> {
    let count = view.shared.config.pieces;
    let id = |name: &str| small(order, name).filter(|id| (1..=count).contains(&u32::from(*id)));
    Some(match order.get("intent")?.as_str()? {
        "move" => Intent::Move {
            direction: direction(view, order)?,
            distance: Some(small(order, "distance").filter(|distance| *distance > 0)?),
        },
        "goto" => Intent::Goto {
            place: Place::Square(Square::new(small(order, "x")?, small(order, "y")?)),
        },
        "take_flag" => Intent::TakeFlag {},
        "bring_home" => Intent::BringHome {},
        "guard" => Intent::Guard { thing: word(order, "thing")? },
        "intercept" => Intent::Intercept { enemy: id("enemy") },
        "rescue" => Intent::Rescue {},
        "retreat" => Intent::Retreat {},
        "flank" => Intent::Flank { side: word(order, "side")?, then_flag: false },
        "decoy" => Intent::Decoy { side: word(order, "side")? },
        "escort" => Intent::Escort { friend: id("friend")? },
        "hold" => Intent::Hold {},
        _ => return None,
    })
}

fn direction(view: &View, order: &Map<String, Value>) -> Option<Direction> {
    let direction: Direction = word(order, "direction")?;
    view.setup().directions().contains(&direction).then_some(direction)
}

fn slot(command: &Command, open: u32) -> Option<(u8, i64)> {
    match command {
        Command::Move { piece, target_round, .. } | Command::Hold { piece, target_round, .. } => {
            let round = target_round.unwrap_or(Round::from(open)).0;
            Some((piece.0?, round.max(open.into())))
        }
        _ => None,
    }
}
