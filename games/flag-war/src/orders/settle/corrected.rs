//! Words that change an order which was said before them: corrections, choices, and the same again.

use super::super::intent::Reason;
use super::super::lex::{Lex, Word, meaning};
use super::Settled::{self, Asks, Certain, Refused};
use super::{
    Words, acts, head, is_act, is_pause, is_way, join, list, number, says_who, settle, trimmed,
};

/// `2 advance 3 north` goes north, and `both 1 and 3` are 1 and 3.
pub(super) fn advanced(mut words: Words, _: u32) -> Settled {
    let ends = |word: &String| is_pause(word) || matches!(word.as_str(), "and" | "then" | "or");
    for place in 0..words.len() {
        let rest = &words[place + 1..];
        let clause = &rest[..rest.iter().position(ends).unwrap_or(rest.len())];
        let way = clause.iter().position(|word| is_way(word));
        if let Some(way) = way
            && matches!(words[place].as_str(), "advance" | "advances")
        {
            // The distance comes before the way here: `advance 3 north`.
            let swaps = way == 1 && number(&clause[0]).is_some();
            words[place] = "go".to_owned();
            if swaps {
                words.swap(place + 1, place + 2);
            }
            return Certain(words);
        }
    }
    let pair = |words: &[String], place: usize| {
        words[place] == "both"
            && words.get(place + 1).is_some_and(|word| number(word).is_some())
            && words.get(place + 2).is_some_and(|word| word == "and")
    };
    if let Some(place) = (0..words.len()).find(|place| pair(&words, *place)) {
        words.remove(place);
    }
    Certain(words)
}

/// `wait until round 9, then …` is `in round 9 …`.
pub(super) fn postponed(words: Words, _: u32) -> Settled {
    let holds = |word: &String| meaning(word) == Some(Lex::Word(Word::Hold));
    match trimmed(&words) {
        [hold, until, round, at, rest @ ..]
            if holds(hold) && until == "until" && round == "round" && number(at).is_some() =>
        {
            let rest = match trimmed(rest) {
                [then, rest @ ..] if then == "then" => rest,
                rest => rest,
            };
            if rest.is_empty() {
                return Certain(words);
            }
            let start = [list(&["in", "round"]), vec![at.clone()]].concat();
            Certain([&start[..], trimmed(rest)].concat())
        }
        _ => Certain(words),
    }
}

/// How a correction begins, and whether it needs something before it.
const CORRECTIONS: &[(&[&str], bool)] = &[
    (&["no", ",", "wait"], false),
    (&["no", "wait"], false),
    (&["no", "scratch", "that"], false),
    (&["wait", ",", "no"], false),
    (&["wait", "no"], false),
    (&["i", "mean"], false),
    (&["i", "meant"], false),
    (&["on", "second", "thought"], false),
    (&["or", "rather"], true),
    (&["or", "better"], true),
    (&["no", "better"], true),
    (&["hm", "better"], true),
    (&["hmm", "better"], true),
    (&["my", "mistake"], false),
    (&["my", "bad"], false),
    (&["changed", "my", "mind"], true),
    (&["err"], true),
    (&["er"], true),
    (&["scratch", "that"], true),
    (&["strike", "that"], true),
    (&["make", "that"], true),
    (&["make", "it"], true),
    (&["correction"], true),
    (&["wrong", "one"], true),
    (&["wrong", "piece"], true),
    (&["sorry"], false),
    (&["oops"], false),
    (&["nope"], false),
    (&["actually"], false),
    (&["no"], false),
];

/// The length of the correction that begins here.
fn correction(words: &[String]) -> Option<(usize, bool)> {
    let fits = |marker: &[&str]| {
        words.len() >= marker.len() && words.iter().zip(marker).all(|(word, mark)| word == mark)
    };
    let found = CORRECTIONS.iter().find(|(marker, _)| fits(marker));
    // `no retreat` denies; `no, left 3` and `no I meant 2` put right.
    let again = words.len() > 1 && correction(&words[1..]).is_some();
    let puts = |next: &String| again || is_pause(next) || is_way(next) || number(next).is_some();
    let denies = |marker: &[&str]| marker == ["no"] && !words.get(1).is_none_or(puts);
    found.filter(|(marker, _)| !denies(marker)).map(|(marker, bound)| (marker.len(), *bound))
}

/// Whether a text begins with `no` and goes on at once: `no 2 up 3` may be an order or none.
fn begins_with_no(words: &[String]) -> bool {
    let [no, next, ..] = words else {
        return false;
    };
    no == "no" && !is_pause(next) && next != "wait" && next != "better"
}

/// Whether words only take back what was said: `cancel that`, `forget it all`.
fn takes_back(words: &[String]) -> bool {
    let vague =
        |word: &String| matches!(word.as_str(), "it" | "that" | "this" | "them" | "those" | "all");
    match words {
        [cancel, that, rest @ ..] => {
            meaning(cancel) == Some(Lex::Word(Word::Cancel))
                && vague(that)
                && that != "all"
                && rest.iter().all(vague)
        }
        _ => false,
    }
}

/// `1 up 3. Forget that. 2 up 3`: with something before it, to forget that is to put it right. At the start it
/// is about an earlier text, and at the end nothing is left.
pub(super) fn forgotten(words: Words, pieces: u32) -> Settled {
    let joins = |word: &String| is_pause(word) || matches!(word.as_str(), "and" | "then" | "but");
    let clauses: Vec<&[String]> = words.split(joins).filter(|part| !part.is_empty()).collect();
    let Some(place) = clauses.iter().position(|part| takes_back(part)) else {
        return Certain(words);
    };
    let (before, after) = (&clauses[..place], &clauses[place + 1..]);
    match (before, after) {
        ([], []) => Certain(words),
        ([], after) => Asks(vec![join(after)]),
        (_, []) => Refused(Reason::NotAnOrder),
        (before, after) => {
            let put_right = [join(before), list(&[",", "correction", ","]), join(after)].concat();
            settle(put_right, pieces)
        }
    }
}

/// `2 up 3, no wait, 2 left 3`: what comes after replaces what came before.
pub(super) fn corrected(words: Words, pieces: u32) -> Settled {
    if begins_with_no(&words) && (is_way(&words[1]) || number(&words[1]).is_some()) {
        return Asks(vec![words[1..].to_vec()]);
    }
    let pause = |place: usize| words.get(place).is_none_or(is_pause);
    let marked = (0..words.len()).find_map(|place| Some((place, correction(&words[place..])?)));
    let Some((place, (length, bound))) = marked else {
        // `2 up 3, wait, 2 up 4` may be a correction or a round of waiting.
        let waits = (1..words.len())
            .find(|place| words[*place] == "wait" && pause(place - 1) && pause(place + 1));
        return match waits {
            Some(place) if acts(&words[..place]) && acts(&words[place + 1..]) => {
                let (before, after) = (trimmed(&words[..place]), trimmed(&words[place + 1..]));
                let wait = list(&["then", "wait", "then"]);
                Asks(vec![replaced(before, after), [before, &wait, after].concat()])
            }
            _ => Certain(words),
        };
    };
    let before = trimmed(&words[..place]);
    let mut after = trimmed(&words[place + length..]);
    let mut told = bound;
    let mut exact = words[place] == "make";
    while let Some((length, bound)) = correction(after) {
        exact |= after[0] == "make";
        told |= bound;
        after = trimmed(&after[length..]);
    }
    // `piece 1, I mean piece 2, up 3`: only who it is for is put right.
    if !acts(before) && says_who(before) && says_who(head(after)) {
        // `1 and 2, no 3, up 2`: for both, or for the last of them.
        let names = |word: &&String| number(word).is_some();
        if let (Some(last), true) = (
            before.iter().rposition(|word| number(word).is_some()),
            before.iter().filter(names).count() > 1,
        ) {
            return Asks(vec![after.to_vec(), [&before[..last], after].concat()]);
        }
        return settle(after.to_vec(), pieces);
    }
    // `bring the no flag home`: not put right, and not clear.
    let plain = |word: &String| number(word).is_some() || is_way(word) || is_pause(word);
    let within = place > 0 && !is_pause(&words[place - 1]);
    if words[place] == "no" && length == 1 && within && !words.get(place + 1).is_none_or(plain) {
        return Refused(Reason::NotAnOrder);
    }
    if !acts(before) {
        // Nothing was said that could be put right; a polite word at the start says nothing. `2 no hold` says
        // something.
        let no = words[place] == "no";
        let denies = no && words[..place].last().is_some_and(|last| !is_pause(last));
        return match told || denies || no && !acts(after) {
            true => Refused(Reason::NotAnOrder),
            false => settle([before, after].concat(), pieces),
        };
    }
    if after.is_empty() {
        return if told || words[place] == "no" {
            Refused(Reason::NotAnOrder)
        } else {
            Asks(vec![before.to_vec()])
        };
    }
    let last = before.iter().rposition(|word| word == ",").map_or(0, |pause| pause + 1);
    let (rest, last) = before.split_at(last);
    let new = replaced(last, after);
    // `no, 1` may be another piece or another distance.
    if let ([one], false) = (after, exact)
        && number(one).is_some_and(|number| number <= pieces)
    {
        return Asks(vec![for_another(last, one), new]);
    }
    if rest.is_empty() {
        return settle(new, pieces);
    }
    Asks(vec![join(&[rest, &new]), new])
}

/// The same order for another piece.
fn for_another(order: &[String], one: &String) -> Words {
    let names = |place: &usize| {
        let far = *place > 0 && is_way(&order[place - 1]);
        number(&order[*place]).is_some() && !far
    };
    let mut other = order.to_vec();
    match (0..order.len()).find(names) {
        Some(place) => other[place].clone_from(one),
        None => other.insert(0, one.clone()),
    }
    other
}

/// An order with what comes after it in its place: a distance, a way, or something else to do.
fn replaced(order: &[String], new: &[String]) -> Words {
    let numbers = |words: &[String]| words.iter().any(|word| number(word).is_some());
    if acts(new) && says_who(new) {
        return new.to_vec();
    }
    let (who, done) = order.split_at(head(order).len());
    match new {
        [far] if number(far).is_some() => {
            let mut order = order.to_vec();
            match order.iter().rposition(|word| number(word).is_some()) {
                Some(place) if place >= who.len() => order[place].clone_from(far),
                _ => order.push(far.clone()),
            }
            order
        }
        [way] if is_way(way) && numbers(done) => {
            let way = std::slice::from_ref(way);
            let rest: Words = done.iter().filter(|word| !is_way(word)).cloned().collect();
            [who, way, &rest].concat()
        }
        _ if acts(new) => [who, new].concat(),
        _ => new.to_vec(),
    }
}

/// `1 up 3 or 2 up 3`, `1 or 2 up 3`, `2 up or left 3`.
pub(super) fn chosen(words: Words, _: u32) -> Settled {
    if !words.iter().any(|word| word == "or") {
        return Certain(words);
    }
    let words: Words = words.into_iter().filter(|word| word != "either").collect();
    let Some(place) = words.iter().position(|word| word == "or") else {
        return Certain(words);
    };
    let (left, right) = (trimmed(&words[..place]), trimmed(&words[place + 1..]));
    let ([.., before], [after, rest @ ..]) = (left, right) else {
        return Asks(vec![[left, right].concat()]);
    };
    let clause = number(after).is_some() && rest.first().is_some_and(|next| is_act(next));
    let numbers = number(before).is_some() && number(after).is_some() && !(acts(left) && clause);
    let ways = is_way(before) && is_way(after);
    if numbers || ways {
        let first = [left, &right[1..]].concat();
        let second = [&left[..left.len() - 1], right].concat();
        return Asks(vec![first, second]);
    }
    if !acts(left) {
        let done = &right[head(right).len()..];
        return Asks(vec![[left, done].concat(), right.to_vec()]);
    }
    Asks(vec![left.to_vec(), replaced(left, right)])
}

/// `2 up 3 and 3 does the same`, `1 up 2, 3 too`, `1 up 2 and so does 2`: the order again, for another,
/// if the order before is the one that was meant.
pub(super) fn repeated(words: Words, _: u32) -> Settled {
    let joins = |word: &String| is_pause(word) || word == "and";
    let Some(place) = words.iter().rposition(joins) else {
        return Certain(words);
    };
    let (before, clause) = (trimmed(&words[..place]), &words[place + 1..]);
    let texts: Vec<&str> = clause.iter().map(String::as_str).collect();
    let one = match texts[..] {
        [one, "does", "the", "same"]
        | [one, "the", "same"]
        | [one, "likewise" | "too"]
        | [one, "as", "well"]
        | ["so", "does", one] => one,
        _ => return Certain(words),
    };
    let since = before.iter().rposition(joins).map_or(0, |pause| pause + 1);
    if number(one).is_none() || !acts(&before[since..]) {
        return Certain(words);
    }
    let again = for_another(&before[since..], &one.to_owned());
    Asks(vec![join(&[before, &again])])
}

/// `2 up 3 with 1`: together, or with something else in mind.
pub(super) fn accompanied(words: Words, _: u32) -> Settled {
    let Some((one, [before @ .., with])) = words.split_last() else {
        return Certain(words);
    };
    let moves = says_who(before) && before.iter().any(|word| is_way(word));
    if with != "with" || number(one).is_none() || !moves {
        return Certain(words);
    }
    Asks(vec![join(&[before, &for_another(before, one)]), before.to_vec()])
}

/// `undo that`, `forget it`: what was said before this text is not known here.
pub(super) fn taken_back(words: Words, _: u32) -> Settled {
    let said: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != ",").collect();
    let vague = |word: &&&str| matches!(**word, "it" | "that" | "this");
    match &said[..] {
        ["undo", rest @ ..] if rest.iter().any(|word| number(word).is_some()) => {
            let cancel = |word: String| if word == "undo" { "cancel".to_owned() } else { word };
            Certain(words.into_iter().map(cancel).collect())
        }
        ["undo", ..] | ["take" | "takes", "that" | "it", "back", ..] => Refused(Reason::UseUndo),
        [cancel, rest @ ..]
            if meaning(cancel) == Some(Lex::Word(Word::Cancel))
                && !rest.is_empty()
                && rest.iter().filter(vague).count() == rest.len() =>
        {
            Asks(vec![list(&["cancel", "all"])])
        }
        [cancel] if meaning(cancel) == Some(Lex::Word(Word::Cancel)) && *cancel != "abort" => {
            Asks(vec![list(&["cancel", "all"])])
        }
        _ => Certain(words),
    }
}
