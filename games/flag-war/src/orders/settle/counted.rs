//! Numbers that are not names: ranges, counts, distances and the ends of lists.

use super::super::intent::Reason;
use super::super::lex::{Lex, Word, meaning};
use super::Settled::{self, Asks, Certain, Refused};
use super::{Words, head, is_act, is_pause, is_way, join, list, number, settle};

/// `1-3 up 2`, `pieces 1 to 3 up 2`: all from the first to the last.
pub(super) fn ranged(words: Words, pieces: u32) -> Settled {
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
pub(super) fn counted(words: Words, pieces: u32) -> Settled {
    let at = |place: usize| words.get(place).map_or("", String::as_str);
    let many = |word: &str| {
        let plural = word.len() > 3 && word.ends_with('s') || word == "men" || word == "people";
        plural
            && (meaning(word) == Some(Lex::Word(Word::Piece))
                || matches!(word, "guys" | "boys" | "people"))
    };
    let one = |word: &str| {
        meaning(word) == Some(Lex::Word(Word::Piece))
            && !matches!(word, "number" | "nr")
            && !many(word)
            || word == "guy"
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
        } else if at(place) == "one" && one(at(place + 1)) {
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

/// The words of each clause, by where they begin.
fn clauses(words: &[String]) -> Vec<(usize, &[String])> {
    let ends = |word: &String| {
        is_pause(word) || matches!(word.as_str(), "and" | "while" | "but" | "then" | "meanwhile")
    };
    let mut start = 0;
    let parts = words.split(ends).map(|part| {
        let at = start;
        start += part.len() + 1;
        (at, part)
    });
    parts.filter(|(_, part)| !part.is_empty()).collect()
}

/// `two stay back, one goes for the flag`, `send two up 3`: how many, or who? A number in letters that does
/// something, and is not only moved, is asked about.
pub(super) fn uncounted(words: Words, pieces: u32) -> Settled {
    let spelled = |word: &String| {
        word.parse::<u32>().is_err() && number(word).is_some_and(|count| count <= pieces)
    };
    let general = |word: &String| meaning(word) == Some(Lex::Word(Word::Others));
    let does = |word: &String| is_act(word) && !is_way(word);
    let gives = |word: &str| matches!(word, "send" | "let" | "get" | "have" | "bring" | "put");
    let mut subjects = Vec::new();
    let mut open = false;
    let clauses = clauses(&words);
    for (at, (start, clause)) in clauses.iter().enumerate() {
        // `one and three change positions`: a list.
        let listed = at
            .checked_sub(1)
            .is_some_and(|before| clauses[before].1.iter().all(|word| number(word).is_some()));
        match clause {
            _ if listed => {}
            [give, one, _, ..] if gives(give) && spelled(one) => {
                subjects.push(start + 1);
                open = true;
            }
            [one, next, ..] if spelled(one) && (does(next) || is_way(next)) => {
                subjects.push(*start);
                // `two wait` are two; `two waits` is number 2.
                let many = number(one) != Some(1) && !next.ends_with('s');
                open |= does(next) && many;
            }
            _ => {}
        }
    }
    if subjects.is_empty() {
        return Certain(words);
    }
    let doing = |place: &usize| words.get(place + 1).is_some_and(does);
    let sum: u32 = subjects.iter().filter_map(|place| number(&words[*place])).sum();
    let shared = subjects.len() > 1 && sum == pieces || words.iter().any(general);
    if !(open || shared && subjects.iter().any(doing)) {
        return Certain(words);
    }
    let mut named = words.clone();
    for place in subjects {
        named[place] = number(&words[place]).unwrap_or_default().to_string();
    }
    Asks(vec![named])
}

/// `2 goes 3 up and 1 to the right`, `1 left 2 up 3 right`: whether a number is a distance or a piece is not
/// certain where a distance stood before its way.
pub(super) fn shared(words: Words, pieces: u32) -> Settled {
    // A clause in numbers and ways alone, with their places.
    let plain = |clause: &[String]| -> Option<Vec<(usize, bool)>> {
        let mut found = Vec::new();
        for (place, word) in clause.iter().enumerate() {
            let silent = matches!(word.as_str(), "to" | "the")
                || matches!(meaning(word), Some(Lex::Word(Word::Go | Word::Piece)));
            match (number(word).is_some(), is_way(word)) {
                (true, _) => found.push((place, false)),
                (_, true) => found.push((place, true)),
                _ if silent => {}
                _ => return None,
            }
        }
        Some(found)
    };
    let ways = |clause: &[(usize, bool)]| clause.iter().map(|(_, way)| *way).collect::<Vec<_>>();
    let clauses = clauses(&words);
    let read: Vec<Option<Vec<(usize, bool)>>> =
        clauses.iter().map(|(_, clause)| plain(clause)).collect();
    for (at, ((start, clause), found)) in clauses.iter().zip(&read).enumerate() {
        let Some(found) = found else { continue };
        let before = &words[..*start];
        let after = &words[start + clause.len()..];
        let with = |middle: &[String]| [before, middle, after].concat();
        // Who, and then a way and a number by turns, or a number and a way.
        let turns = ways(found);
        let mixed = turns.len() > 3
            && turns.len().is_multiple_of(2)
            && turns.iter().enumerate().all(|(place, way)| *way == (place % 2 == 1));
        if mixed {
            let word = |place: usize| clause[found[place].0].clone();
            let pause = || ",".to_owned();
            let by_one: Words = (0..turns.len() / 2)
                .flat_map(|two| [word(2 * two), word(2 * two + 1), pause()])
                .collect();
            let mut in_turn = vec![word(0)];
            for place in 1..turns.len() {
                in_turn.push(word(place));
                if place % 2 == 0 {
                    in_turn.push("then".to_owned());
                }
            }
            return Asks(vec![with(&in_turn), with(&by_one)]);
        }
        // The distance before its way, and then another number before a way.
        let earlier = read[..at].iter().flatten().any(|old| ways(old) == [false, false, true]);
        // `2 up 2 and 3 to the left`
        let measured = |old: &Vec<(usize, bool)>| ways(old) == [false, true, false];
        let far =
            clause.iter().any(|word| word == "to") && read[..at].iter().flatten().any(measured);
        if turns == [false, true] && (earlier || far) {
            let (one, way) = (clause[found[0].0].clone(), clause[found[1].0].clone());
            let then = ["then".to_owned(), way.clone(), one.clone()];
            let own = number(&one).filter(|id| (1..=pieces).contains(id));
            let piece = own.map(|id| with(&["piece".to_owned(), id.to_string(), way]));
            let first =
                before.iter().rposition(|word| !is_pause(word) && word != "and" && word != "then");
            let first = &words[..first.map_or(0, |last| last + 1)];
            return Asks(
                [Some([first, &then, after].concat()), piece].into_iter().flatten().collect(),
            );
        }
    }
    Certain(words)
}

/// `piece two, two up` is `2 up 2`; `1 2 3 up` may be three pieces, or two that go 3.
pub(super) fn lined(words: Words, _: u32) -> Settled {
    let at = |place: usize| words.get(place).and_then(|word| number(word));
    for place in 2..words.len() {
        let (Some(far), true) = (at(place - 1), is_way(&words[place])) else {
            continue;
        };
        if at(place + 1).is_some() {
            continue;
        }
        let again = place >= 3 && is_pause(&words[place - 2]) && at(place - 3) == Some(far);
        let with =
            |from: usize, middle: &[String]| [&words[..from], middle, &words[place + 1..]].concat();
        let gone = [words[place].clone(), words[place - 1].clone()];
        if again {
            return Certain(with(place - 2, &gone));
        }
        if place >= 3 && at(place - 2).is_some() && at(place - 3).is_some() {
            let each = [",".to_owned(), words[place - 1].clone(), words[place].clone()];
            return Asks(vec![with(place - 1, &each), with(place - 1, &gone)]);
        }
    }
    Certain(words)
}

/// `you two up 2`, `this one up 3`: who is pointed at cannot be seen here.
pub(super) fn pointed(words: Words, pieces: u32) -> Settled {
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
pub(super) fn alone(words: Words, _: u32) -> Settled {
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

/// All groups of so many pieces.
fn groups(pieces: u32, count: u32) -> Vec<Vec<u32>> {
    let sets = (0..1u32 << pieces).filter(|set| set.count_ones() == count);
    let mut groups: Vec<Vec<u32>> =
        sets.map(|set| (1..=pieces).filter(|id| set & 1 << (id - 1) != 0).collect()).collect();
    groups.sort_unstable();
    groups
}

/// Distances that are none: below one, and between two whole numbers.
pub(super) fn numbered(words: Words, _: u32) -> Settled {
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

/// `hold 1, 2 and 3 up 2`: where the list of those that hold ends is not certain.
pub(super) fn enumerated(words: Words, _: u32) -> Settled {
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
