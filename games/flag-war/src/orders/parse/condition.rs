//! Conditions: what must happen before anything of a text is done.

use crate::board::Team;

use super::super::intent::Condition;
use super::super::lex::{Lex, Word};
use super::{Token, is, is_enemy_number, names_team, owner_before, texts};

/// Takes the condition out of a text. One that is not understood is an error: to carry out the rest
/// without it would be a guess.
pub(super) fn condition(
    tokens: &[Token],
    team: Team,
) -> Result<(Option<Condition>, Vec<Token>), String> {
    let Some(start) = (0..tokens.len()).find(|place| opens_condition(tokens, *place)) else {
        return Ok((None, tokens.to_vec()));
    };
    let after = &tokens[start + 1..];
    let ends = |(lex, _): &Token| matches!(lex, Lex::Comma | Lex::Then);
    let first = |word| after.iter().position(|token| is(Some(token), word));
    // Without a comma it ends with the word that completes it.
    let taken = first(Word::Flag).zip(first(Word::Take)).map(|(flag, take)| flag.max(take));
    let told = first(Word::Caught).or(taken).or(first(Word::Flag)).map(|place| place + 1);
    let commas = (0..after.len()).filter(|place| ends(&after[*place]));
    // What is done each time, and what is not done then, are no conditions that can be kept.
    let negated = matches!(tokens[start].1.as_str(), "unless" | "whenever");
    let found = commas.chain(told).chain([after.len()]).find_map(|length| {
        let condition = meaning(&after[..length], team)?;
        Some((condition, length))
    });
    let Some((condition, length)) = found.filter(|_| !negated) else {
        let length = after.iter().position(ends).unwrap_or(after.len());
        return Err(texts(&tokens[start..=start + length.min(after.len())]));
    };
    let mut rest: Vec<Token> = tokens[..start].to_vec();
    let skip = after.get(length).is_some_and(ends);
    rest.extend_from_slice(&after[length + usize::from(skip)..]);
    Ok((Some(condition), rest))
}

/// Whether a condition begins here. `2 should go up` and `up once` are none.
fn opens_condition(tokens: &[Token], place: usize) -> bool {
    if !is(tokens.get(place), Word::If) {
        return false;
    }
    let before = place.checked_sub(1).map(|place| tokens[place].0);
    let clause = matches!(before, None | Some(Lex::Comma | Lex::And | Lex::Then));
    let caught = || tokens[place..].iter().any(|token| is(Some(token), Word::Caught));
    match tokens[place].1.as_str() {
        "should" => clause || caught(),
        "once" => tokens.get(place + 1).is_some_and(|(lex, _)| *lex != Lex::Comma),
        _ => true,
    }
}

/// Words that a condition may be made of, beside who and whose.
const MADE_OF: &[Word] = &[
    Word::Any,
    Word::Carrier,
    Word::Caught,
    Word::Enemy,
    Word::Flag,
    Word::Go,
    Word::In,
    Word::It,
    Word::One,
    Word::Own,
    Word::Piece,
    Word::Prisoner,
    Word::Round,
    Word::Take,
    Word::Thief,
    Word::To,
    Word::With,
    Word::From,
    Word::By,
];

/// Words of a condition that mean something only there.
const SAID_OF_IT: &[&str] =
    &["away", "got", "gone", "has", "have", "lose", "loses", "lost", "missing", "or"];

/// Whether every word is part of the condition, or says nothing.
fn explained((lex, text): &Token) -> bool {
    match lex {
        Lex::Word(Word::Hold) => text.starts_with("hold"),
        Lex::Word(Word::Stop) => text.starts_with("catch") || text.starts_with("tag"),
        Lex::Word(word) => MADE_OF.contains(word),
        Lex::Loose | Lex::Unknown => {
            SAID_OF_IT.contains(&text.as_str())
                || matches!(text.as_str(), "is" | "are" | "get" | "gets")
        }
        Lex::Coord(..) | Lex::Way(_) | Lex::Forward | Lex::Back => false,
        Lex::Number(_) | Lex::Id(_) | Lex::Comma | Lex::And | Lex::Then | Lex::Filler => true,
    }
}

fn meaning(tokens: &[Token], team: Team) -> Option<Condition> {
    let has = |word| tokens.iter().any(|token| is(Some(token), word));
    if !tokens.iter().all(explained) {
        return None;
    }
    let enemy = |(lex, text): &Token| {
        *lex == Lex::Word(Word::Enemy) || names_team(text) == Some(team.other())
    };
    let says = |words: &[&str]| tokens.iter().any(|(_, text)| words.contains(&text.as_str()));
    // `one of them` is a count.
    let counts = |place: usize| tokens.get(place + 1).is_some_and(|(_, text)| text == "of");
    let ids: Vec<u8> = (0..tokens.len())
        .filter_map(|place| match tokens[place].0 {
            Lex::Number(id) | Lex::Id(id) if !counts(place) => u8::try_from(id).ok(),
            _ => None,
        })
        .collect();
    if has(Word::Nobody) {
        return None;
    }
    let flag = tokens.iter().position(|token| is(Some(token), Word::Flag));
    let enemies = tokens.iter().any(enemy);
    if has(Word::Caught) || has(Word::Prisoner) {
        // `if 1 and 2 are caught`: both of them, which is another condition than either.
        let joined = tokens.iter().any(|(lex, _)| *lex == Lex::And);
        if ids.len() > 1 && joined && !says(&["or"]) {
            return None;
        }
        let theirs = (0..tokens.len()).any(|place| is_enemy_number(tokens, place, team));
        let whole = enemies && ids.is_empty();
        return Some(if theirs || whole { Condition::EnemyJailed } else { Condition::Jailed(ids) });
    }
    // `if they catch 1`, `if we lose 1`
    let lost = says(&["lose", "lost", "loses"]) || has(Word::Stop) || has(Word::Take);
    if flag.is_none() && lost && !ids.is_empty() {
        return Some(Condition::Jailed(ids));
    }
    // Who loses which flag is not certain.
    let owned = tokens.iter().any(|(_, text)| possessive(text));
    if flag.is_some() && says(&["lose", "lost", "loses"]) && !owned {
        return None;
    }
    let holds =
        says(&["have", "got", "gone", "missing", "away", "hold", "holds", "lose", "loses", "lost"]);
    // A number says who takes it, and stands just before that.
    let taking = |(lex, text): &Token| {
        matches!(lex, Lex::Word(Word::Take | Word::Carrier | Word::Hold))
            || SAID_OF_IT.contains(&text.as_str())
    };
    let plain = |(lex, _): &&Token| *lex != Lex::Filler;
    let stray = |place: usize| {
        let before =
            tokens[..place].iter().rfind(|token| names_team(&token.1).is_some() || plain(token));
        let after = tokens[place + 1..].iter().find(plain);
        let named =
            before.is_none_or(|(lex, text)| *lex == Lex::Word(Word::Piece) || possessive(text));
        matches!(tokens[place].0, Lex::Number(_) | Lex::Id(_))
            && !(named && after.is_some_and(taking))
    };
    let contrary = has(Word::Take) && says(&["lose", "loses", "lost"]);
    if flag.is_some() && (contrary || (0..tokens.len()).any(stray)) {
        return None;
    }
    if let Some(place) = flag.filter(|_| has(Word::Take) || has(Word::Carrier) || holds) {
        // The owner of the flag, or else who takes it, says which flag it is.
        let owner = owner_before(tokens, place, team).filter(|_| {
            let nearest = &tokens[place.saturating_sub(3)..place];
            !nearest.iter().any(|(_, text)| matches!(text.as_str(), "we" | "us" | "they" | "them"))
                || nearest.iter().any(|(_, text)| possessive(text))
        });
        let taker = tokens.first().filter(|first| enemy(first)).is_some();
        let own_flag = owner.map_or(taker, |owner| owner == team);
        return Some(if own_flag { Condition::OwnFlagTaken } else { Condition::EnemyFlagTaken });
    }
    if has(Word::Round) {
        let numbers = tokens.iter().filter_map(|(lex, _)| match lex {
            Lex::Number(number) => Some(*number),
            _ => None,
        });
        return numbers.max().map(Condition::Round);
    }
    None
}

fn possessive(text: &str) -> bool {
    matches!(text, "our" | "my" | "own" | "their" | "enemy" | "blue" | "red" | "opponents")
}
