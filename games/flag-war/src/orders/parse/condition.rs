//! Conditions: what must happen before anything of a text is done.

use crate::board::Team;

use super::super::intent::Condition;
use super::super::lex::{Lex, Word};
use super::super::settle::is_act;
use super::{Reader, Token, is, is_enemy_number, names_team, owner_before, texts};

/// A condition that is not one that can be kept.
pub(super) struct Unclear {
    /// Its words.
    pub told: String,
    /// The text with one that can, and that is nearly the same.
    pub likes: Vec<String>,
}

/// What the words of a condition come to.
enum Meaning {
    Is(Condition),
    /// It says more than can be kept; this says less.
    Like(&'static str),
}

/// Takes the condition out of a text. One that is not understood is an error: to carry out the rest
/// without it would be a guess.
pub(super) fn condition(
    tokens: &[Token],
    reader: Reader,
) -> Result<(Option<Condition>, Vec<Token>), Unclear> {
    let Some(start) = (0..tokens.len()).find(|place| opens_condition(tokens, *place)) else {
        return Ok((None, tokens.to_vec()));
    };
    let (before, after) = (&tokens[..start], &tokens[start + 1..]);
    let ends = |(lex, _): &Token| matches!(lex, Lex::Comma | Lex::Then);
    let clause = after.iter().position(ends).unwrap_or(after.len());
    let unclear = || Unclear { told: texts(&tokens[start..=start + clause]), likes: Vec::new() };
    // What is done each time, and what is not done then, are no conditions that can be kept.
    if matches!(tokens[start].1.as_str(), "unless" | "whenever") {
        return Err(unclear());
    }
    // It ends at the pause, or where what is to be done begins.
    let goes_on = |length: usize| !before.iter().any(acts) && begins_order(&after[length..clause]);
    let found = [clause].into_iter().chain((1..clause).filter(|length| goes_on(*length)));
    let found = found.filter_map(|length| Some((meaning(&after[..length], reader)?, length)));
    let Some((meaning, length)) = found.into_iter().next() else {
        return Err(unclear());
    };
    let skip = after.get(length).is_some_and(ends);
    let rest = &after[length + usize::from(skip)..];
    // Orders before it may be meant at once, and so may all but the last of several before it.
    let clauses = before.split(ends).filter(|part| part.iter().any(acts)).count();
    if clauses > 0 && rest.iter().any(acts) || clauses > 1 {
        return Err(unclear());
    }
    match meaning {
        Meaning::Is(condition) => Ok((Some(condition), [before, rest].concat())),
        Meaning::Like(words) => {
            let parts = [texts(before), format!("if {words},"), texts(rest)];
            let like = parts.join(" ").trim().trim_end_matches(',').to_owned();
            Err(Unclear { likes: vec![like], ..unclear() })
        }
    }
}

fn acts((lex, text): &Token) -> bool {
    !matches!(lex, Lex::Filler) && is_act(text)
}

/// Whether words begin an order: who it is for, or what is to be done.
fn begins_order(tokens: &[Token]) -> bool {
    use Word::{All, Any, Both, Leftmost, Nobody, Others, Piece, Rightmost};
    let mut plain = tokens.iter().filter(|(lex, _)| *lex != Lex::Filler);
    let first = plain.next().is_some_and(|token| match token.0 {
        Lex::Number(_) | Lex::Id(_) => true,
        Lex::Word(All | Any | Both | Leftmost | Nobody | Others | Piece | Rightmost) => true,
        _ => acts(token),
    });
    first && tokens.iter().any(acts)
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
    Word::To,
    Word::From,
    Word::By,
    Word::Starts,
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
        Lex::Coord(..) | Lex::Way(_) | Lex::Forward | Lex::Back | Lex::And => false,
        Lex::Number(_) | Lex::Id(_) | Lex::Comma | Lex::Then | Lex::Filler => true,
    }
}

/// What a condition says, word by word.
struct Clause<'a> {
    tokens: &'a [Token],
    team: Team,
    /// Own pieces by their numbers.
    ids: Vec<u8>,
    /// Whether an enemy is named by number.
    enemy_number: bool,
}

/// What the words of a condition come to; none where any of them is no part of it.
fn meaning(tokens: &[Token], reader: Reader) -> Option<Meaning> {
    let clause = Clause::new(tokens, reader)?;
    if clause.has(Word::Round) {
        return clause.round();
    }
    if clause.has(Word::Starts) {
        return None;
    }
    if clause.has(Word::Flag) {
        return clause.flag();
    }
    clause.jailed()
}

impl Clause<'_> {
    fn new(tokens: &[Token], reader: Reader) -> Option<Clause<'_>> {
        if !tokens.iter().all(explained) {
            return None;
        }
        let of = |place: usize| tokens.get(place + 1).is_some_and(|(_, text)| text == "of");
        let round = tokens.iter().any(|token| is(Some(token), Word::Round));
        let mut ids = Vec::new();
        let mut enemy_number = false;
        for (place, (lex, text)) in tokens.iter().enumerate() {
            let (Lex::Number(id) | Lex::Id(id)) = *lex else { continue };
            let named =
                place.checked_sub(1).is_some_and(|place| is(tokens.get(place), Word::Piece));
            let counts = matches!(lex, Lex::Number(_)) && text.parse::<u32>().is_err() && !named;
            match (round, id) {
                (true, _) => {}
                // `one of them` is any; `two of them`, and `we lose two`, are so many.
                (_, 1) if counts && of(place) => {}
                _ if counts => return None,
                _ if is_enemy_number(tokens, place, reader.team) => enemy_number = true,
                _ if (1..=reader.pieces).contains(&id) => ids.push(u8::try_from(id).ok()?),
                _ => return None,
            }
        }
        Some(Clause { tokens, team: reader.team, ids, enemy_number })
    }

    fn has(&self, word: Word) -> bool {
        self.tokens.iter().any(|token| is(Some(token), word))
    }

    fn says(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|(_, text)| words.contains(&text.as_str()))
    }

    fn loses(&self) -> bool {
        self.says(&["lose", "loses", "lost"])
    }

    fn is_enemy(&self, (lex, text): &Token) -> bool {
        *lex == Lex::Word(Word::Enemy) || names_team(text) == Some(self.team.other())
    }

    /// The first word that says something.
    fn first(&self) -> Option<&Token> {
        self.tokens.iter().find(|token| token.0 != Lex::Filler || self.is_enemy(token))
    }

    fn begins_with_enemy(&self) -> bool {
        self.first().is_some_and(|first| self.is_enemy(first))
    }

    /// `round 10 comes`, `it is round 10`.
    fn round(&self) -> Option<Meaning> {
        let plain = |(lex, text): &Token| match lex {
            Lex::Word(word) => matches!(word, Word::Round | Word::In | Word::It | Word::Starts),
            Lex::Number(_) | Lex::Id(_) | Lex::Filler => true,
            _ => matches!(text.as_str(), "is"),
        };
        let mut numbers = self.tokens.iter().filter_map(|(lex, _)| match lex {
            Lex::Number(number) | Lex::Id(number) => Some(*number),
            _ => None,
        });
        match (numbers.next(), numbers.next()) {
            (Some(round), None) if self.tokens.iter().all(plain) => {
                Some(Meaning::Is(Condition::Round(round)))
            }
            _ => None,
        }
    }

    /// Somebody is caught, or lost.
    fn jailed(&self) -> Option<Meaning> {
        let enemies = self.tokens.iter().any(|token| self.is_enemy(token));
        let ours = self.tokens.iter().any(|token| is(Some(token), Word::Own));
        let own = || Some(Meaning::Is(Condition::Jailed(self.ids.clone())));
        let any_enemy = "one of them is in jail";
        if self.has(Word::It) || self.has(Word::Hold) {
            return None;
        }
        if self.has(Word::Caught) || self.has(Word::Prisoner) {
            if self.enemy_number && self.ids.is_empty() && !self.has(Word::By) {
                return Some(Meaning::Like(any_enemy));
            }
            // Who is caught by whom: one of ours by whichever of theirs is the same.
            let mixed = enemies && (ours || !self.ids.is_empty()) && !self.has(Word::By);
            return match (self.enemy_number || mixed, enemies && !self.has(Word::By)) {
                (true, _) => None,
                (_, true) => Some(Meaning::Is(Condition::EnemyJailed)),
                _ => own(),
            };
        }
        // `if we catch somebody`
        let catches = self.first().is_some_and(|(lex, _)| *lex == Lex::Word(Word::Own))
            && self.has(Word::Stop)
            && (enemies || self.has(Word::Any));
        if catches && !self.loses() && self.ids.is_empty() && !self.enemy_number {
            return Some(Meaning::Is(Condition::EnemyJailed));
        }
        // `if they catch 1`, `if we lose 1`
        let takes = self.begins_with_enemy() && (self.has(Word::Stop) || self.has(Word::Take));
        let lost = self.loses() && ours && !enemies;
        match !self.ids.is_empty() && !self.enemy_number && (takes && !self.loses() || lost) {
            true => own(),
            false => None,
        }
    }

    /// Somebody has a flag.
    fn flag(&self) -> Option<Meaning> {
        if self.has(Word::Caught) && !self.says(&["captured"]) || self.has(Word::It) {
            return None;
        }
        let place = self.tokens.iter().position(|token| is(Some(token), Word::Flag))?;
        let owned = self.tokens.iter().any(|(_, text)| possessive(text));
        let contrary = self.has(Word::Take) && self.loses();
        // Who loses which flag is not certain.
        if self.loses() && !owned || contrary {
            return None;
        }
        let holds = self.says(&["have", "got", "gone", "missing", "away", "hold", "holds"]);
        if !(self.has(Word::Take) || self.has(Word::Caught) || holds || self.loses()) {
            return None;
        }
        // The owner of the flag, or else who takes it, says which flag it is.
        let nearest = &self.tokens[place.saturating_sub(3)..place];
        let speaks =
            nearest.iter().any(|(_, text)| matches!(text.as_str(), "we" | "us" | "they" | "them"));
        let owner = owner_before(self.tokens, place, self.team)
            .filter(|_| !speaks || nearest.iter().any(|(_, text)| possessive(text)));
        let taken_by_us = self.first().is_some_and(|(lex, _)| *lex == Lex::Word(Word::Own));
        let own_flag = match owner {
            Some(owner) => owner == self.team,
            None if self.begins_with_enemy() => true,
            None if taken_by_us || !self.ids.is_empty() => false,
            None => return None,
        };
        // Which of them takes it is more than can be kept.
        let somebody = self.enemy_number || !self.ids.is_empty();
        let condition = if own_flag { Condition::OwnFlagTaken } else { Condition::EnemyFlagTaken };
        Some(match (somebody, own_flag) {
            (false, _) => Meaning::Is(condition),
            (true, true) => Meaning::Like("they take our flag"),
            (true, false) => Meaning::Like("we have their flag"),
        })
    }
}

fn possessive(text: &str) -> bool {
    matches!(text, "our" | "my" | "own" | "their" | "enemy" | "blue" | "red" | "opponents")
}
