//! What must be settled before a text can be cut into orders: corrections, choices, ranges, counts,
//! exceptions and negations.
//!
//! Each of these changes what the words around it mean, so each is read by itself, first, and leaves a
//! text without it; or, where it is not certain, several such texts to choose from.

use super::intent::Reason;
use super::lex::{Lex, Word, meaning};

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

use Settled::{Asks, Certain, Refused};

type Words = Vec<String>;

/// Settles a text for a team of so many pieces.
pub(super) fn settle(words: Words, pieces: u32) -> Settled {
    let steps: [fn(Words, u32) -> Settled; 14] = [
        advanced, postponed, corrected, chosen, ranged, counted, pointed, numbered, alone,
        repeated, excepted, enumerated, negated, taken_back,
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
fn is_act(word: &str) -> bool {
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
    is_way(word) || matches!(meaning(word), Some(Lex::Word(word)) if verb(word))
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

/// `2 advance 3 north` goes north, and `both 1 and 3` are 1 and 3.
fn advanced(mut words: Words, _: u32) -> Settled {
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
fn postponed(words: Words, _: u32) -> Settled {
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
    (&["changed", "my", "mind"], true),
    (&["err"], true),
    (&["er"], true),
    (&["scratch", "that"], true),
    (&["strike", "that"], true),
    (&["make", "that"], true),
    (&["make", "it"], true),
    (&["correction"], true),
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
    found.map(|(marker, bound)| (marker.len(), *bound))
}

/// `1 up 3. Forget that. 2 up 3`: with something before it, to forget that is to put it right.
fn taken_back_within(words: &[String]) -> Option<(usize, (usize, bool))> {
    let place = (1..words.len().saturating_sub(1)).find(|place| {
        let cancels = meaning(&words[*place]) == Some(Lex::Word(Word::Cancel));
        let vague = matches!(words[place + 1].as_str(), "that" | "it" | "this");
        cancels
            && vague
            && is_pause(&words[place - 1])
            && words.get(place + 2).is_some_and(is_pause)
    })?;
    Some((place, (2, true)))
}

/// `2 up 3, no wait, 2 left 3`: what comes after replaces what came before.
fn corrected(words: Words, pieces: u32) -> Settled {
    let pause = |place: usize| words.get(place).is_none_or(is_pause);
    let marked = (0..words.len())
        .find_map(|place| Some((place, correction(&words[place..])?)))
        .or_else(|| taken_back_within(&words));
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
        return settle(after.to_vec(), pieces);
    }
    if !acts(before) {
        // Nothing was said that could be put right; a polite word at the start says nothing.
        return match told {
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
fn chosen(words: Words, _: u32) -> Settled {
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

/// `1-3 up 2`, `pieces 1 to 3 up 2`: all from the first to the last.
fn ranged(words: Words, pieces: u32) -> Settled {
    for place in 1..words.len().saturating_sub(1) {
        let (Some(first), Some(last)) = (number(&words[place - 1]), number(&words[place + 1]))
        else {
            continue;
        };
        let before = &words[..place - 1];
        let after = &words[place + 2..];
        let of_pieces =
            before.last().is_some_and(|word| meaning(word) == Some(Lex::Word(Word::Piece)));
        let goes_on = after.first().is_none_or(|next| is_act(next) || is_pause(next));
        let bound = match words[place].as_str() {
            "thru" | "through" => true,
            "to" => {
                of_pieces
                    || (goes_on && !after.is_empty())
                    || before.last().is_some_and(|w| is_way(w))
            }
            _ => false,
        };
        if !bound {
            continue;
        }
        // `3 to 9-1` is a square.
        if before
            .last()
            .is_some_and(|word| matches!(word.as_str(), "to" | "at" | "onto" | "square"))
        {
            let mut words = words.clone();
            words.remove(place);
            return Certain(words);
        }
        if before.last().is_some_and(|word| meaning(word) == Some(Lex::Word(Word::Round))) {
            return Refused(Reason::NotAnOrder);
        }
        if first >= last || last - first > 9 {
            return Refused(Reason::NotAnOrder);
        }
        let with = |middle: &[String]| [before, middle, after].concat();
        if before.iter().any(|word| is_way(word)) && !before.last().is_some_and(is_pause) {
            return Asks((first..=last).take(4).map(|far| with(&[far.to_string()])).collect());
        }
        let mut all = Words::new();
        for id in first..=last {
            if id > first {
                all.push("and".to_owned());
            }
            all.push(id.to_string());
        }
        return settle(with(&all), pieces);
    }
    Certain(words)
}

/// `two pieces up 2`, `any two`, `two of you`, `the outer two`, `a couple of squares`.
fn counted(words: Words, pieces: u32) -> Settled {
    let at = |place: usize| words.get(place).map_or("", String::as_str);
    let many = |word: &str| {
        let plural = word.len() > 3 && word.ends_with('s') || word == "men" || word == "people";
        plural
            && (meaning(word) == Some(Lex::Word(Word::Piece))
                || matches!(word, "guys" | "boys" | "people"))
    };
    let us = |place: usize| {
        at(place) == "of" && matches!(at(place + 1), "you" | "us" | "them" | "our" | "my" | "the")
    };
    for place in 0..words.len() {
        let (from, count) = match at(place) {
            "couple" | "pair" => {
                let from = place.saturating_sub(usize::from(place > 0 && at(place - 1) == "a"));
                (from, Some(2))
            }
            word => (place, number(word)),
        };
        let Some(count) = count else { continue };
        let before = place.checked_sub(1).map_or("", at);
        let pair = matches!(at(place), "couple" | "pair");
        let next = place + 1 + usize::from(pair && at(place + 1) == "of");
        let with = |from: usize, who: &[&str], end: usize| {
            [&words[..from], &list(who), &words[end..]].concat()
        };
        if pair && meaning(at(next)) == Some(Lex::Word(Word::Squares)) {
            return settle(with(from, &["2"], next), pieces);
        }
        if before == "outer" && count == 2 && pieces == 3 {
            return settle(with(place - 1, &["leftmost", "and", "rightmost"], place + 1), pieces);
        }
        if before == "all" && count != pieces && !is_way(at(place + 1)) {
            continue;
        }
        let first = before == "first" && count > 1 && !words.iter().any(|word| word == "then");
        let end = if many(at(next)) {
            next + 1
        } else if us(place + 1) {
            place + 3
        } else if pair && matches!(at(next), "you" | "us" | "them") {
            next + 1
        } else if matches!(before, "any") && count > 1 || first {
            place + 1
        } else if count == 1 && at(place + 1) == "piece" {
            place + 2
        } else {
            continue;
        };
        let from = if matches!(before, "any" | "first") { place - 1 } else { from };
        if count > pieces || count == 0 {
            return Refused(Reason::NoSuchPiece);
        }
        if count == pieces {
            return settle(with(from, &["all"], end), pieces);
        }
        if first {
            let ids: Vec<String> = (1..=count).map(|id| id.to_string()).collect();
            let who = ids.join(" and ");
            let who: Vec<&str> = who.split(' ').collect();
            return Asks(vec![with(from, &who, end), with(from, &[at(place)], end)]);
        }
        if pieces > 4 {
            return Refused(Reason::WhichPiece);
        }
        return Asks(
            groups(pieces, count)
                .iter()
                .map(|group| {
                    let ids: Vec<String> = group.iter().map(u32::to_string).collect();
                    let who = ids.join(" and ");
                    with(from, &who.split(' ').collect::<Vec<_>>(), end)
                })
                .collect(),
        );
    }
    Certain(words)
}

/// `you two up 2`, `this one up 3`: who is pointed at cannot be seen here.
fn pointed(words: Words, pieces: u32) -> Settled {
    let points =
        |word: &String| matches!(word.as_str(), "this" | "that" | "these" | "those" | "you");
    for place in 1..words.len() {
        let counts = ["one", "two", "three", "four", "five"].contains(&words[place].as_str());
        if !counts || !points(&words[place - 1]) {
            continue;
        }
        // `you three` are all of three.
        if words[place - 1] == "you" && number(&words[place]) == Some(pieces) {
            let all = [&words[..place - 1], &list(&["all"]), &words[place + 1..]].concat();
            return Certain(all);
        }
        return Refused(Reason::WhichPiece);
    }
    Certain(words)
}

/// `only 2 goes up 3`: the others hold, which is asked where nothing was said of them.
fn alone(words: Words, _: u32) -> Settled {
    let only = (0..words.len()).find(|place| {
        let first = place.checked_sub(1).is_none_or(|before| is_pause(&words[before]));
        words[*place] == "only"
            && first
            && words.get(place + 1).is_some_and(|next| number(next).is_some())
    });
    let Some(only) = only else {
        return Certain(words);
    };
    let mut rest = words;
    rest.remove(only);
    let general = |word: &String| {
        matches!(
            meaning(word),
            Some(Lex::Word(Word::All | Word::Others | Word::Nobody | Word::Both))
        )
    };
    if rest.iter().any(general) {
        return Certain(rest);
    }
    Asks(vec![join(&[&rest, &list(&["others", "hold"])]), rest])
}

/// `2 up 3 and 3 does the same`, `1 up 2, 3 too`, `1 up 2 and so does 2`: the order again, for another,
/// if the order before is the one that was meant.
fn repeated(words: Words, _: u32) -> Settled {
    let joins = |word: &String| is_pause(word) || word == "and";
    let Some(place) = words.iter().rposition(joins) else {
        return Certain(words);
    };
    let (before, clause) = (trimmed(&words[..place]), &words[place + 1..]);
    let texts: Vec<&str> = clause.iter().map(String::as_str).collect();
    let one = match texts[..] {
        [one, "does", "the", "same"] | [one, "too"] | [one, "as", "well"] | ["so", "does", one] => {
            one
        }
        _ => return Certain(words),
    };
    let since = before.iter().rposition(joins).map_or(0, |pause| pause + 1);
    if number(one).is_none() || !acts(&before[since..]) {
        return Certain(words);
    }
    let again = for_another(&before[since..], &one.to_owned());
    Asks(vec![join(&[before, &again])])
}

/// All groups of so many pieces.
fn groups(pieces: u32, count: u32) -> Vec<Vec<u32>> {
    let sets = (0..1u32 << pieces).filter(|set| set.count_ones() == count);
    let mut groups: Vec<Vec<u32>> =
        sets.map(|set| (1..=pieces).filter(|id| set & 1 << (id - 1) != 0).collect()).collect();
    groups.sort_unstable();
    groups
}

/// Distances that are none: below one, and between two whole numbers.
fn numbered(words: Words, _: u32) -> Settled {
    for place in 0..words.len() {
        let word = words[place].as_str();
        let with = |new: &str| {
            let mut words = words.clone();
            new.clone_into(&mut words[place]);
            words
        };
        if let Some((whole, _)) = word.split_once('.')
            && let Some(whole) = number(whole)
        {
            let more = whole.saturating_add(1);
            let asks = [whole, more].map(|far| with(&far.to_string()));
            return Asks(asks.into());
        }
        if let Some(far) = word.strip_prefix('-').filter(|far| number(far).is_some()) {
            let plain = with(far);
            let turned = plain.iter().map(|word| turned(word).unwrap_or(word).to_owned());
            return Asks(vec![turned.collect(), plain]);
        }
        // `2 up two times` may be two squares, or one in each of two rounds.
        let often = match (word, words.get(place + 1).map(String::as_str)) {
            ("twice", _) => Some((2, 1)),
            ("thrice", _) => Some((3, 1)),
            (_, Some("times")) => number(word).map(|times| (times, 2)),
            _ => None,
        };
        let after_way = place > 0 && is_way(&words[place - 1]);
        if let (Some((times, used)), true) = (often, after_way) {
            let with = |far: &[String]| [&words[..place], far, &words[place + used..]].concat();
            let far = times.to_string();
            let each = ["1".to_owned(), far.clone(), "times".to_owned()];
            return Asks(vec![with(std::slice::from_ref(&far)), with(&each)]);
        }
        if number(word) == Some(0) && after_way {
            let hold = [head(&words), &list(&["hold"])].concat();
            return Asks(vec![hold]);
        }
    }
    Certain(words)
}

/// The other way.
fn turned(word: &str) -> Option<&'static str> {
    use crate::board::Direction::{Down, Left, Right, Up};
    Some(match meaning(word)? {
        Lex::Way(Up) => "down",
        Lex::Way(Down) => "up",
        Lex::Way(Left) => "right",
        Lex::Way(Right) => "left",
        Lex::Forward => "back",
        Lex::Back => "forward",
        _ => return None,
    })
}

/// `nobody moves except 2, who goes up 3`: the exception has an order of its own.
fn excepted(words: Words, pieces: u32) -> Settled {
    let is = |word: &String, wanted: Word| meaning(word) == Some(Lex::Word(wanted));
    let words = put_behind(but_not(words));
    let Some(place) = words.iter().position(|word| is(word, Word::Except)) else {
        return Certain(words);
    };
    let general = trimmed(&words[..place]);
    let all = |word: &String| is(word, Word::All) || is(word, Word::Nobody);
    let nobody = general.iter().any(|word| is(word, Word::Nobody));
    let since = general.iter().rposition(is_pause).map_or(0, |pause| pause + 1);
    let said = &general[since..];
    let after = trimmed(&words[place + 1..]);
    if said.iter().any(all) && !acts(said) && !nobody {
        return Certain(several(&general[..since], said, after, pieces).unwrap_or(words));
    }
    if !said.iter().any(all) || !(acts(said) || nobody) {
        return Certain(words);
    }
    let done = after.iter().position(|word| is_act(word));
    let who: Words = head(after)
        .iter()
        .filter(|word| !is_pause(word) && !matches!(word.as_str(), "who" | "which"))
        .cloned()
        .collect();
    // `nobody but 2 moves` says that it moves, and not how.
    let how = |word: &String| meaning(word) != Some(Lex::Word(Word::Go));
    let done = done.filter(|done| {
        let clause = after[*done..].split(is_pause).next().unwrap_or_default();
        !nobody || clause.iter().any(how) || after[*done..].iter().any(is_pause)
    });
    let Some(done) = done else {
        if !nobody {
            return Certain([general, &words[place..]].concat());
        }
        // What the one is to do was not said.
        let rest = [list(&["all", "except"]), who, list(&["hold"])].concat();
        return Asks(vec![rest]);
    };
    let mut others: Words = said.iter().filter(|word| !all(word)).cloned().collect();
    if nobody {
        others = list(&["hold"]);
    }
    others.insert(0, "others".to_owned());
    let one = [&who[..], &after[done..]].concat();
    settle(join(&[&general[..since], &one, &others]), pieces)
}

/// `everyone up 2 but not 3` leaves 3 out.
fn but_not(words: Words) -> Words {
    let all = |word: &String| meaning(word) == Some(Lex::Word(Word::All));
    match &words[..] {
        [general @ .., but, not, one]
            if but == "but" && not == "not" && number(one).is_some() && general.iter().any(all) =>
        {
            [general, &list(&["except"]), std::slice::from_ref(one)].concat()
        }
        _ => words,
    }
}

/// `except 2, all go left 1`: an exception that comes first belongs to `all`.
fn put_behind(words: Words) -> Words {
    let is = |word: &String, wanted: Word| meaning(word) == Some(Lex::Word(wanted));
    let Some((first, rest)) = words.split_first() else {
        return words;
    };
    let names = rest.iter().take_while(|word| number(word).is_some() || *word == "and").count();
    let (who, rest) = rest.split_at(names);
    let all = rest.iter().position(|word| is(word, Word::All));
    match (all, rest.first()) {
        (Some(all), Some(pause))
            if is(first, Word::Except) && first != "but" && names > 0 && is_pause(pause) =>
        {
            let (before, after) = rest.split_at(all);
            let first = std::slice::from_ref(first);
            [&after[..1], first, who, trimmed(before), &after[1..]].concat()
        }
        _ => words,
    }
}

/// `all but 1 and 2 hold`: those that are left, by their numbers.
fn several(before: &[String], said: &[String], after: &[String], pieces: u32) -> Option<Words> {
    let who = head(after);
    let numbers: Vec<u32> = who.iter().filter_map(|word| number(word)).collect();
    let plain = who.iter().all(|word| number(word).is_some() || word == "and" || is_pause(word));
    if numbers.len() < 2 || !plain || who.len() == after.len() {
        return None;
    }
    let left: Vec<String> =
        (1..=pieces).filter(|id| !numbers.contains(id)).map(|id| id.to_string()).collect();
    let left: Words = left.join(" and ").split(' ').map(str::to_owned).collect();
    let rest: Words =
        said.iter().filter(|word| meaning(word) != Some(Lex::Word(Word::All))).cloned().collect();
    Some([before, &left, &rest, &after[who.len()..]].concat())
}

/// `hold 1, 2 and 3 up 2`: where the list of those that hold ends is not certain.
fn enumerated(words: Words, _: u32) -> Settled {
    let holds = |word: &String| meaning(word) == Some(Lex::Word(Word::Hold));
    let list = words.windows(5).any(|five| {
        holds(&five[0])
            && is_pause(&five[2])
            && five[4] == "and"
            && number(&five[1]).is_some()
            && number(&five[3]).is_some()
    });
    let goes_on = || {
        let last = words.iter().position(|word| word == "and").unwrap_or_default();
        words.get(last + 2).is_some_and(|word| is_act(word))
    };
    if list && goes_on() { Asks(vec![words]) } else { Certain(words) }
}

/// `do not send 1 up 3, send 3 up 3`: what is not to be done is no order.
fn negated(words: Words, _: u32) -> Settled {
    // `not 1 but 2 goes up 3`
    if let [not, one, but, rest @ ..] = &words[..]
        && not == "not"
        && number(one).is_some()
        && but == "but"
        && says_who(rest)
    {
        return Certain(rest.to_vec());
    }
    let not = |word: &String| {
        meaning(word) == Some(Lex::Word(Word::Not))
            || matches!(word.as_str(), "avoid" | "avoiding" | "neither" | "nor" | "refuse")
    };
    // `stop guarding the flag`
    let ceases = |pair: &[String]| {
        matches!(pair[0].as_str(), "stop" | "stops" | "quit") && pair[1].ends_with("ing")
    };
    if words.windows(2).any(ceases) {
        return Refused(Reason::NotAnOrder);
    }
    if !words.iter().any(not) {
        return Certain(words);
    }
    let clauses: Vec<&[String]> = words.split(is_pause).filter(|part| !part.is_empty()).collect();
    let denies = |clause: &&[String]| clause.iter().any(not) && !idles(clause);
    if !clauses.iter().any(denies) {
        return Certain(words);
    }
    let left: Vec<&[String]> = clauses.iter().copied().filter(|part| !denies(part)).collect();
    let leads = denies(&clauses[0]) && !clauses[1..].iter().any(denies);
    let whole = left.iter().all(|clause| acts(clause) && says_who(clause));
    let joined = clauses[0].iter().any(|word| matches!(word.as_str(), "and" | "but" | "then"));
    match left.is_empty() {
        true => Refused(Reason::NotAnOrder),
        false if leads && whole && !joined => Certain(join(&left)),
        false => Asks(vec![join(&left)]),
    }
}

/// `don't move 2`, `never move`: to do nothing is an order.
fn idles(clause: &[String]) -> bool {
    let plain = |word: &String| match meaning(word) {
        Some(Lex::Word(Word::Not | Word::Go | Word::To)) => true,
        Some(Lex::Filler | Lex::And | Lex::Id(_) | Lex::Number(_)) => true,
        _ => is_who(word) || is_pause(word),
    };
    let moves = |word: &String| meaning(word) == Some(Lex::Word(Word::Go));
    clause.iter().all(plain) && clause.iter().any(moves)
}

/// `undo that`, `forget it`: what was said before this text is not known here.
fn taken_back(words: Words, _: u32) -> Settled {
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
        _ => Certain(words),
    }
}
