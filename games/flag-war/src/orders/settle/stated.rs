//! Sentences that look like orders and are none: what somebody has, and what might be done.

use super::super::intent::Reason;
use super::super::lex::{Lex, Word, meaning};
use super::Settled::{self, Asks, Certain, Refused};
use super::{Words, acts, is_pause, is_way, number};

/// `red has 3 left`, `I have one flag`: what somebody has is told, not ordered. `2 has to go` is an order.
pub(super) fn stated(words: Words, _: u32) -> Settled {
    let at = |place: usize| words.get(place).map_or("", String::as_str);
    let tells = |place: usize| {
        let before = place.checked_sub(1).map_or("", at);
        let owns = match at(place) {
            "has" | "had" => true,
            "have" => matches!(before, "i" | "we" | "they" | "you"),
            _ => false,
        };
        owns && !matches!(at(place + 1), "to" | "got")
    };
    match (0..words.len()).any(tells) {
        true => Refused(Reason::NotAnOrder),
        false => Certain(words),
    }
}

/// `all right, 2 up 3` and `right, 2 up 3`: what is said in passing may be an order for all, or none.
pub(super) fn exclaimed(words: Words, _: u32) -> Settled {
    // `1 left 2, all right`: or all of them to the right.
    if let [rest @ .., pause, all, right] = &words[..]
        && is_pause(pause)
        && all == "all"
        && right == "right"
        && acts(rest)
    {
        let far = ["1".to_owned()];
        return Asks(vec![rest.to_vec(), [&words[..], &far].concat()]);
    }
    let (said, rest) = match &words[..] {
        [all, right, rest @ ..] if all == "all" && right == "right" => (2, rest),
        [right, rest @ ..] if right == "right" => (1, rest),
        _ => return Certain(words),
    };
    let far = ["1".to_owned()];
    match rest {
        [] if said == 2 => Asks(vec![[&words[..], &far].concat()]),
        [pause, rest @ ..] if is_pause(pause) && acts(rest) => {
            let everybody = [&words[..said], &far, &words[said..]].concat();
            Asks(vec![rest.to_vec(), everybody])
        }
        _ => Certain(words),
    }
}

/// `retreat 2`, `fall back 2`: the piece, or so many squares.
pub(super) fn withdrawn(words: Words, _: u32) -> Settled {
    match &words[..] {
        [goes, one] if meaning(goes) == Some(Lex::Word(Word::Retreat)) && number(one).is_some() => {
            let by_name = vec![one.clone(), goes.clone()];
            Asks(vec![by_name])
        }
        _ => Certain(words),
    }
}

/// `2 could go up 3`, `I should move 2`, `would 2 up 3 be good`: what a piece or a player might do is weighed, not
/// ordered yet. `could 2 move up 3` begs for it.
pub(super) fn supposed(words: Words, _: u32) -> Settled {
    let piece = |place: usize| words.get(place).is_some_and(|word| number(word).is_some());
    let weighs = |place: &usize| {
        let modal = words[*place].as_str();
        let before = place.checked_sub(1);
        let weighed = before.is_some_and(piece);
        let oneself = before.is_some_and(|place| matches!(words[place].as_str(), "i" | "we"));
        matches!(modal, "could" | "would" | "might") && (weighed || oneself)
            || modal == "should" && oneself
            || modal == "would" && piece(place + 1)
            || matches!(modal, "id" | "wed")
    };
    let Some(place) = (0..words.len()).find(weighs) else {
        return Certain(words);
    };
    let mut done = words;
    done.remove(place);
    Asks(vec![done])
}

/// `auto off`, `no suggestions`: who does without the assistant plays by hand, which is asked.
pub(super) fn switched(words: Words, _: u32) -> Settled {
    let helps = |word: &String| {
        matches!(meaning(word), Some(Lex::Word(Word::Auto | Word::Suggest))) || word == "suggesting"
    };
    let ends = |word: &String| {
        let not = matches!(meaning(word), Some(Lex::Word(Word::Not | Word::Except | Word::Stop)));
        not || matches!(word.as_str(), "no" | "off" | "end" | "quit" | "disable" | "enough")
    };
    if !(words.iter().any(helps) && words.iter().any(ends)) {
        return Certain(words);
    }
    let named = words.iter().find(|word| number(word).is_some()).cloned();
    Asks(vec![[named.into_iter().collect(), super::list(&["manual"])].concat()])
}

/// `1 distracts them`: to which side?
pub(super) fn sided(words: Words, _: u32) -> Settled {
    let clauses: Vec<&[String]> = words.split(|word| is_pause(word) || word == "and").collect();
    let open = |part: &&[String]| {
        let baits = part.iter().any(|word| meaning(word) == Some(Lex::Word(Word::Bait)));
        baits && !part.iter().any(|word| is_way(word))
    };
    let [clause] = &clauses[..] else {
        return Certain(words);
    };
    match open(clause) {
        true => {
            Asks(["left", "right"].map(|side| [clause, &[side.to_owned()][..]].concat()).into())
        }
        false => Certain(words),
    }
}
