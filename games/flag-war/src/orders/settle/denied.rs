//! What is left out of an order: exceptions and negations.

use super::super::intent::Reason;
use super::super::lex::{Lex, Word, meaning};
use super::Settled::{self, Asks, Certain, Refused};
use super::{
    Words, acts, head, is_act, is_pause, is_way, is_who, join, list, number, says_who, settle,
    trimmed,
};

/// `nobody moves except 2, who goes up 3`: the exception has an order of its own.
pub(super) fn excepted(words: Words, pieces: u32) -> Settled {
    let is = |word: &String, wanted: Word| meaning(word) == Some(Lex::Word(wanted));
    let words = put_behind(but_not(save(words)));
    // `all but two`: number 2, or any two.
    let spelled = |word: &String| word.parse::<u32>().is_err() && number(word).is_some();
    if let Some(place) = words.windows(3).position(|three| {
        is(&three[0], Word::All) && is(&three[1], Word::Except) && spelled(&three[2])
    }) {
        let mut plain = words.clone();
        plain[place + 2] = number(&words[place + 2]).unwrap_or_default().to_string();
        return Asks(vec![plain]);
    }
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
        // `all except 1, 2 up 3`: where the list of those that are left out ends is not certain.
        let who = head(after);
        let many = who.iter().filter(|word| number(word).is_some()).count() > 1;
        let listed = who.iter().any(is_pause) && !who.iter().any(|word| word == "and");
        if many && listed && who.len() < after.len() {
            let listed = who.iter().map(|word| if is_pause(word) { "and" } else { word.as_str() });
            let both = [
                said,
                &words[place..=place],
                &list(&listed.collect::<Vec<_>>()),
                &after[who.len()..],
            ];
            return Asks(vec![both.concat()]);
        }
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
    // `nobody but 3 takes the flag`: what the others do then was not said.
    if nobody && !acts(said) {
        return Asks(vec![one.clone(), join(&[&general[..since], &one, &others])]);
    }
    settle(join(&[&general[..since], &one, &others]), pieces)
}

/// `up 2 for all, save 1` leaves 1 out.
fn save(words: Words) -> Words {
    let all = |word: &String| meaning(word) == Some(Lex::Word(Word::All));
    match &words[..] {
        [general @ .., save, one]
            if save == "save"
                && number(one).is_some()
                && general.iter().any(all)
                && acts(general) =>
        {
            [trimmed(general), &list(&["except"]), std::slice::from_ref(one)].concat()
        }
        _ => words,
    }
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
    let own = numbers.iter().all(|number| (1..=pieces).contains(number));
    if numbers.len() < 2 || !plain || !own || who.len() == after.len() {
        return None;
    }
    let left: Vec<String> =
        (1..=pieces).filter(|id| !numbers.contains(id)).map(|id| id.to_string()).collect();
    let left: Words = left.join(" and ").split(' ').map(str::to_owned).collect();
    let rest: Words =
        said.iter().filter(|word| meaning(word) != Some(Lex::Word(Word::All))).cloned().collect();
    Some([before, &left, &rest, &after[who.len()..]].concat())
}

/// `up not 3 but 4`, `not up but right`: the second of two of a kind.
fn rather(words: &[String]) -> Option<Words> {
    let alike = |one: &String, other: &String| {
        is_way(one) && is_way(other) || number(one).is_some() && number(other).is_some()
    };
    let place = words
        .windows(4)
        .position(|four| four[0] == "not" && four[2] == "but" && alike(&four[1], &four[3]))?;
    Some([&words[..place], &words[place + 3..]].concat())
}

/// `do not send 1 up 3, send 3 up 3`: what is not to be done is no order.
pub(super) fn negated(words: Words, pieces: u32) -> Settled {
    if let Some(words) = rather(&words) {
        return settle(words, pieces);
    }
    // `not 1 but 2 goes up 3`
    if let [not, one, but, rest @ ..] = &words[..]
        && not == "not"
        && number(one).is_some()
        && but == "but"
        && says_who(rest)
    {
        return Certain(rest.to_vec());
    }
    // `rather than 2, send 3 up 2`
    if let [rather, than, one, pause, rest @ ..] = &words[..]
        && rather == "rather"
        && than == "than"
        && number(one).is_some()
        && is_pause(pause)
        && acts(rest)
        && says_who(rest)
    {
        return Certain(rest.to_vec());
    }
    let not = |word: &String| {
        meaning(word) == Some(Lex::Word(Word::Not))
            || matches!(word.as_str(), "avoid" | "avoiding" | "neither" | "nor" | "no" | "refuse")
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
    // `not all of you move`: some may.
    let all = |word: &String| meaning(word) == Some(Lex::Word(Word::All));
    if words.windows(2).any(|two| not(&two[0]) && all(&two[1])) {
        return Refused(Reason::NotAnOrder);
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
    // `not 1, 3 goes up 2` leaves 1 out; what `not before round 9` does to the rest is not certain.
    let one = matches!(clauses[0], [_, one] if number(one).is_some());
    let plain = (one || acts(clauses[0])) && !clauses[0].iter().any(|word| word == "no");
    match left.is_empty() {
        true => Refused(Reason::NotAnOrder),
        false if plain && leads && whole && !joined => Certain(join(&left)),
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
