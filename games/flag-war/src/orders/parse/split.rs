//! Where a text falls apart: commas, joining words, and moves that follow each other.

use crate::board::Team;

use super::super::lex::{Lex, Word};
use super::super::settle::is_act;
use super::{Token, is, way};

/// The words of one part.
#[derive(Default)]
pub(super) struct Piecemeal {
    /// Whether it follows in time.
    pub then: bool,
    /// Whether a colon stands before it.
    pub colon: bool,
    /// Whether `and` stands before it.
    pub joined: bool,
    pub tokens: Vec<Token>,
}

/// Splits at commas and joining words.
pub(super) fn split(tokens: &[Token]) -> Vec<Piecemeal> {
    let mut parts: Vec<Piecemeal> = vec![Piecemeal::default()];
    let new = |then: bool, colon: bool, tokens| Piecemeal { then, colon, joined: false, tokens };
    for (place, token) in tokens.iter().enumerate() {
        let current = parts.last_mut().expect("there is a first part");
        let has = |word| current.tokens.iter().any(|token| is(Some(token), word));
        let next = tokens.get(place + 1);
        match token.0 {
            // `diagonally up and right`
            Lex::And
                if has(Word::Diagonal)
                    && next.is_some_and(|(lex, _)| way(*lex, Team::Blue).is_some()) => {}
            Lex::Comma | Lex::And => {
                let part = new(false, token.1 == ":", Vec::new());
                parts.push(Piecemeal { joined: token.0 == Lex::And, ..part });
            }
            Lex::Then => {
                if current.tokens.is_empty() {
                    current.then = true;
                } else {
                    parts.push(new(true, false, Vec::new()));
                }
            }
            // `1 goes up but 2 waits`; `all but 2` is an exception.
            Lex::Word(Word::Except)
                if token.1 == "but"
                    && !has(Word::All)
                    && current.tokens.iter().any(|(_, text)| is_act(text))
                    && acts_next(&tokens[place + 1..]) =>
            {
                parts.push(new(false, false, Vec::new()));
            }
            // `2 up 3 left 2` and `1 left 4 3 right 4`: one move after the other.
            lex if way(lex, Team::Blue).is_some() && !has(Word::Diagonal) => {
                match after_move(&mut current.tokens) {
                    None => current.tokens.push(token.clone()),
                    Some(mut rest) => {
                        rest.push(token.clone());
                        parts.push(new(false, false, rest));
                    }
                }
            }
            _ => current.tokens.push(token.clone()),
        }
    }
    // A comma before `then` leaves an empty part: the next one follows in time.
    parts.retain(|part| !part.tokens.is_empty());
    parts
}

/// Whether something is to be done before the next pause.
fn acts_next(tokens: &[Token]) -> bool {
    let ends = |(lex, _): &&Token| !matches!(lex, Lex::Comma | Lex::And | Lex::Then);
    tokens.iter().take_while(ends).any(|(_, text)| is_act(text))
}

/// Where a part holds a whole move, a way and its number, takes out the numbers that follow it.
fn after_move(tokens: &mut Vec<Token>) -> Option<Vec<Token>> {
    let is_way = |(lex, _): &Token| way(*lex, Team::Blue).is_some();
    let number = |token: Option<&Token>| matches!(token, Some((Lex::Number(_), _)));
    let place = tokens.iter().rposition(is_way)?;
    if !number(tokens.get(place + 1)) {
        return None;
    }
    let end = place + 2 + usize::from(is(tokens.get(place + 2), Word::Squares));
    let plain = |(lex, _): &Token| {
        matches!(lex, Lex::Number(_) | Lex::Id(_) | Lex::Filler | Lex::Word(Word::Piece | Word::Go))
    };
    tokens[end..].iter().all(plain).then(|| tokens.split_off(end))
}
