//! When, how long and how often.

use super::super::lex::{Lex, Word};
use super::{Part, Token, When, texts};

/// Takes the words that say when, how long and how often.
pub(super) fn take_times(tokens: &[Token], part: &mut Part) -> Vec<Token> {
    let mut rest = Vec::new();
    let mut place = 0;
    while place < tokens.len() {
        let at = |offset: usize| tokens.get(place + offset).map(|(lex, _)| *lex);
        let number = |offset: usize| match at(offset) {
            Some(Lex::Number(number)) => Some(number),
            _ => None,
        };
        let word = |offset: usize, word: Word| at(offset) == Some(Lex::Word(word));
        let first = rest.iter().all(|(lex, _): &Token| *lex == Lex::Filler);
        let mut when = |when: When| {
            part.when = Some(when);
            part.when_first = first;
        };
        // How often, and by how many words that is said.
        let often = match at(0) {
            Some(Lex::Word(Word::Twice)) => Some((2, 1)),
            Some(Lex::Word(Word::Thrice)) => Some((3, 1)),
            Some(Lex::Number(times)) if word(1, Word::Times) => Some((times, 2)),
            _ => None,
        };
        let used = if let Some((times, used)) = often {
            let each = matches!(at(used), Some(Lex::Number(1) | Lex::Word(Word::Each)));
            if each && word(used + 1, Word::Round) {
                // `twice a round`: a piece moves once in each.
                part.doubts.push(texts(&tokens[place..place + used]));
                used + 2
            } else {
                part.times = Some(times);
                used
            }
        } else if word(0, Word::In) && number(1).is_some() && word(2, Word::Round) {
            when(When::In(number(1).unwrap_or(0)));
            3
        } else if number(0).is_some() && word(1, Word::Round) && word(2, Word::From) {
            when(When::In(number(0).unwrap_or(0)));
            3 + usize::from(word(3, Word::Now))
        } else if (word(0, Word::In) || word(0, Word::To))
            && word(1, Word::Round)
            && number(2).is_some()
        {
            when(When::Round(number(2).unwrap_or(0)));
            3
        } else if word(0, Word::Until) && word(1, Word::Round) && number(2).is_some() {
            part.until = number(2);
            3
        } else if word(0, Word::Until) {
            // Until what? The rest of the part would mean something else without it.
            part.doubts.push(texts(&tokens[place..]));
            tokens.len() - place
        } else if (word(0, Word::By) || word(0, Word::After)) && word(1, Word::Round) {
            // Some round before or after that one.
            part.doubts.push(texts(&tokens[place..tokens.len().min(place + 3)]));
            3.min(tokens.len() - place)
        } else if let (Some(Lex::Id(round)), true) = (at(0), word(1, Word::Round)) {
            when(When::Round(round));
            2
        } else if word(0, Word::After) && number(1).is_some() && word(2, Word::Round) {
            when(When::In(number(1).unwrap_or(0)));
            3
        } else if word(0, Word::Round) && word(1, Word::Piece) && number(2).is_some() {
            when(When::Round(number(2).unwrap_or(0)));
            3
        } else if word(0, Word::Round) && number(1).is_some() {
            when(When::Round(number(1).unwrap_or(0)));
            2
        } else if word(0, Word::Next) && word(1, Word::Round) {
            when(When::In(1));
            2
        } else if word(0, Word::Now) {
            when(When::In(0));
            1
        } else if (word(0, Word::For) || word(0, Word::Next))
            && number(1).is_some()
            && word(2, Word::Round)
        {
            part.rounds = number(1);
            3
        } else if number(0).is_some() && word(1, Word::Round) {
            // `defend five rounds`
            part.rounds = number(0);
            2
        } else if word(0, Word::If) && tokens[place].1 == "once" {
            part.times = Some(1);
            1
        } else if word(0, Word::Each) && word(1, Word::Round) {
            part.each = true;
            2
        } else {
            rest.push(tokens[place].clone());
            1
        };
        place += used;
    }
    rest
}
