//! What must be settled before a text can be cut into orders: corrections, choices, ranges, counts,
//! exceptions and negations.
//!
//! Each of these changes what the words around it mean, so each is read by itself, first, and leaves a
//! text without it; or, where it is not certain, several such texts to choose from.

mod corrected;
mod counted;
mod denied;
mod stated;

use super::intent::Reason;
use super::lex::{Lex, Word, meaning};
use corrected::{
    accompanied, advanced, chosen, corrected, forgotten, postponed, repeated, taken_back,
};
use counted::{alone, counted, enumerated, lined, numbered, pointed, ranged, shared, uncounted};
use denied::{excepted, negated};
use stated::{exclaimed, sided, stated, supposed, switched, withdrawn};

/// What became of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Settled {
    /// It says this.
    Certain(Vec<String>),
    /// It says one of these, if any.
    Asks(Vec<Vec<String>>),
    /// It gives no order.
    Refused(Reason),
}

use Settled::{Certain, Refused};

type Words = Vec<String>;

/// Settles a text as it was typed: `2 up 3 and` had more to come.
pub(super) fn settle_whole(words: Words, pieces: u32) -> Settled {
    match trimmed(&words) {
        [said @ .., last] if matches!(last.as_str(), "and" | "or" | "but" | "then" | "while") => {
            Settled::Asks(vec![trimmed(said).to_vec()])
        }
        _ => settle(words, pieces),
    }
}

/// Settles a text for a team of so many pieces.
pub(super) fn settle(words: Words, pieces: u32) -> Settled {
    let steps: [fn(Words, u32) -> Settled; 25] = [
        stated,
        supposed,
        exclaimed,
        withdrawn,
        switched,
        sided,
        advanced,
        postponed,
        forgotten,
        corrected,
        chosen,
        ranged,
        counted,
        uncounted,
        shared,
        lined,
        pointed,
        numbered,
        alone,
        repeated,
        accompanied,
        excepted,
        enumerated,
        negated,
        taken_back,
    ];
    // What is said within a condition is read with it.
    if let Some((start, end)) = condition(&words) {
        let (before, told, after) = (&words[..start], &words[start..end], &words[end..]);
        let around = |part: &[String]| match settle(part.to_vec(), pieces) {
            Certain(part) => Some(part),
            _ => None,
        };
        return match (around(before), around(after)) {
            (Some(before), Some(after)) => Certain([&before[..], told, &after[..]].concat()),
            _ => Refused(Reason::NotAnOrder),
        };
    }
    let mut words = words;
    for step in steps {
        match step(words, pieces) {
            Certain(next) => words = next,
            other => return other,
        }
    }
    Certain(words)
}

/// Where a condition begins and ends; without a comma it is left to the reader of conditions.
fn condition(words: &[String]) -> Option<(usize, usize)> {
    let opens = |place: &usize| match words[*place].as_str() {
        "should" | "once" => place.checked_sub(1).is_none_or(|before| is_pause(&words[before])),
        word => meaning(word) == Some(Lex::Word(Word::If)),
    };
    let start = (0..words.len()).find(opens)?;
    let ends = |word: &String| word == "," || word == "then";
    let end = words[start..].iter().position(ends).map_or(words.len(), |end| start + end);
    Some((start, end))
}

fn list(words: &[&str]) -> Words {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// One after the other, with the pauses at the seams taken out.
fn join(parts: &[&[String]]) -> Words {
    let mut joined = Words::new();
    for part in parts {
        joined.extend(trimmed(part).iter().cloned());
        joined.push(",".to_owned());
    }
    trimmed(&joined).to_vec()
}

fn is_pause(word: &String) -> bool {
    word == "," || word == ":"
}

fn trimmed(words: &[String]) -> &[String] {
    let start = words.iter().position(|word| !is_pause(word)).unwrap_or(words.len());
    let end = words.iter().rposition(|word| !is_pause(word)).map_or(start, |last| last + 1);
    &words[start..end]
}

fn number(word: &str) -> Option<u32> {
    match meaning(word.trim_end_matches(',')) {
        Some(Lex::Number(number)) => Some(number),
        _ => None,
    }
}

fn is_way(word: &str) -> bool {
    matches!(meaning(word), Some(Lex::Way(_) | Lex::Forward | Lex::Back))
}

/// Whether something is to be done: a way or a verb.
pub(super) fn is_act(word: &str) -> bool {
    let verb = |word: Word| {
        matches!(
            word,
            Word::Go
                | Word::Take
                | Word::Guard
                | Word::Sit
                | Word::Stop
                | Word::Rescue
                | Word::Hold
                | Word::Cancel
                | Word::Win
                | Word::Bring
                | Word::Retreat
                | Word::Flank
                | Word::Bait
                | Word::Escort
                | Word::Spread
                | Word::Swap
                | Word::Attack
                | Word::Defend
        )
    };
    match meaning(word) {
        Some(Lex::Way(_) | Lex::Forward | Lex::Back) => true,
        Some(Lex::Word(word)) => verb(word),
        _ => false,
    }
}

fn is_who(word: &str) -> bool {
    let who = |word: Word| {
        matches!(
            word,
            Word::All
                | Word::Both
                | Word::Others
                | Word::Nobody
                | Word::Any
                | Word::Leftmost
                | Word::Rightmost
                | Word::Carrier
                | Word::Piece
        )
    };
    match meaning(word) {
        Some(Lex::Id(_) | Lex::Number(_)) => true,
        Some(Lex::Word(word)) => who(word),
        _ => word == "midmost" || word.strip_prefix('p').is_some_and(|id| number(id).is_some()),
    }
}

/// The words before anything is to be done: who it is for.
fn head(words: &[String]) -> &[String] {
    let end = words.iter().position(|word| is_act(word)).unwrap_or(words.len());
    &words[..end]
}

/// Whether somebody is named: a number after a way is a distance.
fn says_who(words: &[String]) -> bool {
    (0..words.len()).any(|place| {
        let far = place > 0 && is_way(&words[place - 1]);
        let squares = words
            .get(place + 1)
            .is_some_and(|next| meaning(next) == Some(Lex::Word(Word::Squares)));
        is_who(&words[place]) && !far && !squares
    })
}

fn acts(words: &[String]) -> bool {
    words.iter().any(|word| is_act(word))
}
