//! The law of the reader: every word of an order is part of what it asks for, says nothing, or makes it
//! a question. Here stands which words each order is made of.

use crate::board::Direction;

use super::super::intent::{Intent, Place, Thing};
use super::super::lex::Word::{self, *};
use super::said::Said;
use super::{Goal, What, Who};

/// Words that any order may have: who it is for, and what joins its parts.
const ANYWAY: &[Word] = &[
    Piece, All, Both, Others, Any, Leftmost, Rightmost, Own, One, Can, Go, With, For, To, Now,
    Nobody, Not, Use,
];

/// The words of an order that are no part of what was made of it.
pub(super) fn unexplained(what: Option<&What>, said: &Said) -> Vec<String> {
    let made_of = match what {
        Some(what) => made_of(what),
        // Somebody is named, and what to do comes with another part.
        None => Some(&[Guard, Escort, Squares, In, By, Not][..]),
    };
    let Some(made_of) = made_of else {
        return Vec::new();
    };
    let explained = |word: &Word| {
        ANYWAY.contains(word)
            || made_of.contains(word)
            || *word == Carrier
            || *word == Except && excepts(said)
            || *word == If && said.texts.iter().any(|text| text == "should")
            || *word == Middle && said.texts.iter().any(|text| text == "midmost")
    };
    let words = || said.words.iter().zip(&said.texts);
    let mut doubts: Vec<String> =
        words().filter(|(word, _)| !explained(word)).map(|(_, text)| text.clone()).collect();
    let again = words()
        .enumerate()
        .filter(|(place, (word, _))| said.words[..*place].contains(word) && is_once(**word));
    doubts.extend(again.map(|(_, (_, text))| text.clone()));
    // `3 wait watch our flag`: to stay or to go there.
    let stands = said.any(&[Guard, Sit, Defend]) && !matches!(what, Some(What::Escort(_)));
    let stays =
        words().filter(|(word, text)| **word == Hold && stands && !text.starts_with("hold"));
    doubts.extend(stays.map(|(_, text)| text.clone()));
    // Somebody by name and the best one, or two of those named, cannot both be meant.
    let named = !said.ids.is_empty() || said.who.len() > 1;
    let vague = words().filter(|(word, _)| **word == Any && named);
    doubts.extend(vague.map(|(_, text)| text.clone()));
    let alone = said.who.is_empty() && said.ids.len() < 2;
    let each = words().filter(|(word, _)| **word == Each && alone);
    doubts.extend(each.map(|(_, text)| text.clone()));
    let Some(what) = what else {
        return doubts;
    };
    // `2 up to red 2`: how far that is was not said.
    if !matches!(what, What::Hunt(_) | What::HuntThief | What::Intent(Intent::Decoy { .. })) {
        doubts.extend(said.enemies.iter().map(u32::to_string));
    }
    // `2 halts at 5,5`: now, or there?
    if let (Some((x, y)), false) = (said.coord, takes_square(what)) {
        doubts.push(format!("{x}, {y}"));
    }
    if !takes_ways(what, &said.ways) {
        doubts.extend(said.way_texts.iter().cloned());
    }
    if let (Some(distance), false) = (said.distance, takes_distance(what)) {
        doubts.push(distance.to_string());
    }
    // `send 1 after red 1` chases; beside a word that chases it says when.
    let later = words().filter(|(word, _)| **word == After && said.any(&[Stop, Thief]));
    doubts.extend(later.map(|(_, text)| text.clone()));
    // A row without its number, and a third piece where two are meant.
    if matches!(what, What::Intent(Intent::Goto { place: Place::Square(_) })) {
        let lines = words().filter(|(word, _)| matches!(word, Row | Column)).skip(said.lines.len());
        doubts.extend(lines.map(|(_, text)| text.clone()));
    }
    if matches!(what, What::Escort(_)) {
        doubts.extend(said.numbers.iter().skip(2).map(u32::to_string));
    }
    let placed = matches!(what, What::Intent(Intent::Goto { place: Place::Beside(..) }));
    if said.beside.is_some() && !placed {
        doubts.push("of".to_owned());
    }
    doubts
}

/// Whether somebody is left out, once.
fn excepts(said: &Said) -> bool {
    let one = said.words.iter().filter(|word| **word == Except).count() == 1;
    let left_out = said.who.iter().any(|who| matches!(who, Who::Except(_)));
    let of = said.who.iter().any(|who| matches!(who, Who::All | Who::Others));
    one && (left_out || of && !said.ids.is_empty())
}

/// Whether a word that is said twice is one too many: what is to be done is said once.
fn is_once(word: Word) -> bool {
    matches!(
        word,
        Guard
            | Sit
            | Stop
            | Rescue
            | Cancel
            | Win
            | Bait
            | Swap
            | Attack
            | Defend
            | Except
            | Nobody
    )
}

/// What an order is made of beside [`ANYWAY`]; none where anything goes.
fn made_of(what: &What) -> Option<&'static [Word]> {
    Some(match what {
        What::Intent(intent) => return of_intent(intent),
        What::Far(_) => &[Far, Edge, Half, In, Row, Column, By],
        What::Toward(..) => &[Squares, Flag, Key, Enemy, By],
        What::Home | What::TakeHome => {
            &[Home, Bring, Flag, It, Take, Enemy, Half, Retreat, Win, From, In, Places, Key]
        }
        What::Escort(_) => &[Escort, Carrier, Guard, Flag, Hold, Squares, It, By],
        What::Free => return of_intent(&Intent::Rescue {}),
        What::Hunt(_) | What::HuntThief => &[
            Stop, Thief, Enemy, Carrier, Flag, Take, Bring, Guard, Sit, Escort, Attack, Prisoner,
            From, After, Home, It, Key,
        ],
        What::Cancel(_) => &[Cancel, Plan, Everything, It, In, From, One, Each],
        _ => return None,
    })
}

fn of_intent(intent: &Intent) -> Option<&'static [Word]> {
    Some(match intent {
        Intent::Move { .. } => &[Squares, By, Each, In, Take, Bring],
        Intent::Goto { place: Place::Start } => {
            &[Starts, Squares, Places, Bring, Home, Enemy, In, Retreat, Each]
        }
        Intent::Goto { place: Place::Beside(..) } => {
            &[Squares, Flag, Key, Enemy, Below, Above, Sit, Hold, In, Places]
        }
        Intent::Goto { place: Place::Square(_) } => {
            &[Squares, Row, Column, Sit, Places, Bring, In, Hold, Take]
        }
        Intent::Goto { .. } => &[
            Squares, Row, Column, Edge, Middle, Half, Sit, By, Diagonal, Places, Starts, Bring,
            Home, In, Retreat, Hold, Take, Change,
        ],
        Intent::TakeFlag {} => &[Take, Flag, It, Enemy, From, Attack, In, Places, Squares, Home],
        Intent::BringHome {} => &[Win, Bring, Home, Flag, It, Take, Enemy],
        // To stand beside it is not to stand on it.
        Intent::Guard { thing: Thing::EnemyFlag } => {
            &[Guard, Sit, Defend, Hold, Flag, Enemy, Places, Squares, In, It]
        }
        Intent::Guard { .. } => &[
            Guard, Sit, Defend, Hold, Flag, Key, Enemy, Escort, Places, Squares, In, It, Home, Take,
        ],
        Intent::Rescue {} => &[
            Rescue, Prisoner, Key, Take, From, Enemy, It, Squares, Home, Bring, In, Caught, Places,
        ],
        Intent::Retreat {} => &[Retreat, Half, Home, Bring, In],
        Intent::Flank { .. } => &[Flank, Flag, Take, Half, Edge, Enemy, In, Attack, Column, By],
        Intent::Decoy { .. } => &[Bait, Enemy, Half, In, Edge, Draw, Flank, It],
        Intent::Spread {} => &[Spread, Column, In, Half, From, Each, Diagonal],
        Intent::Swap {} => &[Swap, Change, Places, Squares, Each, In],
        Intent::Hold {} => &[Leave, Hold, Stop, From, In, Places, Squares, Each, It, Sit, Home, By],
        Intent::Stance { .. } => &[
            Attack, Defend, Balanced, Throw, Everything, Enemy, It, In, Far, Flag, Key, Hold, Plan,
        ],
        _ => return None,
    })
}

/// Whether the ways that were named are part of the order.
fn takes_ways(what: &What, ways: &[Direction]) -> bool {
    match what {
        What::Intent(intent) => match intent {
            Intent::Move { .. } | Intent::Flank { .. } | Intent::Decoy { .. } => true,
            Intent::Goto { place } => {
                !matches!(place, Place::Square(_) | Place::Row(_)) || ways.is_empty()
            }
            Intent::Retreat {} | Intent::BringHome {} | Intent::Rescue {} => ways.len() < 2,
            Intent::Hold {}
            | Intent::TakeFlag {}
            | Intent::Guard { .. }
            | Intent::Spread {}
            | Intent::Swap {}
            | Intent::Stance { .. } => ways.is_empty(),
            _ => true,
        },
        What::Home | What::TakeHome => ways.len() < 2,
        What::Hunt(_) | What::HuntThief | What::Free => ways.len() < 2,
        What::Escort(_) | What::Toward(..) | What::Cancel(_) => ways.is_empty(),
        _ => true,
    }
}

/// Whether a square is part of the order.
fn takes_square(what: &What) -> bool {
    let place = |place: &Place| matches!(place, Place::Square(_));
    match what {
        What::Intent(Intent::Goto { place: to }) => place(to),
        What::Intent(Intent::Query {} | Intent::Recall {}) => true,
        What::Toward(goal, _) => matches!(goal, Goal::Square(_)),
        _ => false,
    }
}

fn takes_distance(what: &What) -> bool {
    match what {
        What::Intent(intent) => matches!(
            intent,
            Intent::Move { .. }
                | Intent::Goto { place: Place::Offset(..) }
                | Intent::Control { .. }
        ),
        What::Toward(..) => true,
        _ => false,
    }
}
