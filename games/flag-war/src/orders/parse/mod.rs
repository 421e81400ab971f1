//! From known words to who, what and when, along the grammar: `condition` is taken out first, `split`
//! cuts the rest into parts, `times` says when, `said` gathers what a part says, `what` says what it
//! asks for, and `explain` sees to it that no word is passed over.

mod closed;
mod condition;
mod explain;
mod said;
mod split;
mod times;
mod what;

use crate::board::{Direction, Square, Team};

use super::intent::{Condition, Intent, Thing};
use super::lex::{Lex, Word};
use super::settle::is_act;

use closed::{beside_cancel, closed};
use condition::{Unclear, condition};
use said::{Said, gather, settle_numbers, strays};
use split::{Piecemeal, split};
use times::take_times;
use what::what;

/// Who is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Id(u32),
    All,
    /// Two pieces, named beside it or known from before.
    Both,
    Others,
    Best,
    Leftmost,
    Middle,
    Rightmost,
    Carrier,
    Except(Box<Who>),
}

/// What is meant, where the position may still have to say what exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    Intent(Intent),
    /// As far as it goes.
    Far(Direction),
    /// Home: with the flag, or else to the own land.
    Home,
    /// Takes the flag and brings it home.
    TakeHome,
    Escort(Who),
    Hunt(Option<u32>),
    /// Go after whoever carries the own flag.
    HuntThief,
    /// Free who is in jail.
    Free,
    /// So many squares in the direction of something.
    Toward(Goal, u8),
    /// Forgets orders of a named round, or of all.
    Cancel(Option<When>),
    Ready,
    Resign,
    OfferDraw,
    WithdrawDraw,
    /// Speaks of a piece of the other team as if it were an own one.
    NotYours,
}

/// What a direction may point at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    Thing(Thing),
    Square(Square),
}

/// A round that was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    Round(u32),
    In(u32),
}

/// One part of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    pub who: Vec<Who>,
    pub what: Option<What>,
    pub when: Option<When>,
    /// Whether the round was named before anything else.
    pub when_first: bool,
    pub rounds: Option<u32>,
    pub times: Option<u32>,
    /// The last round of it.
    pub until: Option<u32>,
    pub each: bool,
    /// Whether it follows the part before in time.
    pub then: bool,
    /// Whether the pieces come after what they are to do.
    pub who_last: bool,
    /// A distance that nothing else was said about.
    pub distance: Option<u8>,
    pub text: String,
    /// The words of it that nothing was made of, though they may change what it means.
    pub doubts: Vec<String>,
    /// Whether it says nothing at all.
    pub idle: bool,
    /// Whether it is for whoever was last spoken of: `him`.
    pub points: bool,
}

/// A text in parts, and what must happen before any of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Parsed {
    pub parts: Vec<Part>,
    pub condition: Option<Condition>,
    /// A condition that was not understood: then nothing of the text is an order.
    pub unclear: Option<String>,
    /// Texts with a condition that is nearly the same.
    pub likes: Vec<String>,
}

/// What a text is read by, beside its words.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    pub team: Team,
    /// How many pieces the team has.
    pub pieces: u32,
    /// Whether it ends with a question mark.
    pub question: bool,
    /// Whether it is said before a part who it is for.
    pub named: bool,
    /// Whether all of it waits until an enemy has the own flag: then it is known whom to chase.
    pub robbed: bool,
    /// Whether all of it waits until somebody is in jail: then it is known whom to free.
    pub jailed: bool,
}

pub(super) type Token = (Lex, String);

pub(super) fn parse(tokens: &[Token], reader: Reader) -> Parsed {
    let (condition, rest) = match condition(tokens, reader) {
        Ok(found) => found,
        Err(Unclear { told, likes }) => {
            return Parsed { unclear: Some(told), likes, ..Parsed::default() };
        }
    };
    let robbed = condition == Some(Condition::OwnFlagTaken);
    let jailed = matches!(condition, Some(Condition::Jailed(_)));
    let reader = Reader { robbed, jailed, ..reader };
    let asks = asks(&rest, reader.question);
    let mut parts: Vec<Part> = Vec::new();
    // `2: 3 up`, and `1 and 3: 4 left, 4 right`: after a colon the number is a distance.
    let mut listed = 0;
    for Piecemeal { then, colon, joined, tokens } in split(&rest) {
        let named = parts.iter().rev().take_while(|part| part.what.is_none());
        let named: usize = named.map(|part| part.who.len()).sum();
        listed = if colon { named } else { listed };
        let mut part = part(&tokens, then, asks, Reader { named: listed > 0, ..reader });
        // `2 and right 3`: what 2 is to do, or who goes right, was not said.
        if joined && part.what.is_some() && part.who.is_empty() && parts.len() == 1 {
            let named = &parts[0];
            if named.what.is_none() && named.who.len() == 1 && !named.text.contains(' ') {
                part.doubts.push(format!("{} ", part.text));
            }
        }
        listed = listed.saturating_sub(1);
        // `up, three squares`: the distance belongs to the move before.
        if let Some(far) = part.distance.filter(|_| part.what.is_none() && part.who.is_empty())
            && let Some(before) = parts.last_mut()
            && let Some(What::Intent(Intent::Move { distance: distance @ None, .. })) =
                &mut before.what
        {
            *distance = Some(far);
            before.doubts.extend(part.doubts);
            continue;
        }
        parts.push(part);
    }
    Parsed { parts, condition, ..Parsed::default() }
}

fn is(token: Option<&Token>, word: Word) -> bool {
    token.is_some_and(|(lex, _)| *lex == Lex::Word(word))
}

/// Whether a text asks instead of ordering. `can you …?` is an order all the same.
fn asks(tokens: &[Token], question: bool) -> bool {
    let Some((lex, text)) = tokens.first() else {
        return false;
    };
    let verb = matches!(
        text.as_str(),
        "is" | "are"
            | "do"
            | "does"
            | "did"
            | "was"
            | "were"
            | "who"
            | "am"
            | "will"
            | "has"
            | "should"
            | "shall"
            | "may"
            | "might"
    );
    *lex == Lex::Word(Word::Query) || question && verb
}

fn texts(tokens: &[Token]) -> String {
    tokens.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" ").replace(" ,", ",")
}

fn names_team(text: &str) -> Option<Team> {
    match text {
        "blue" => Some(Team::Blue),
        "red" => Some(Team::Red),
        _ => None,
    }
}

/// Whether somebody else does something: `red will go up`, `they go for the flag`. Their pieces by number
/// are told of elsewhere.
pub(super) fn tells_of_others(tokens: &[Token], team: Team) -> bool {
    let subject = |(lex, text): &Token| {
        let their = matches!(text.as_str(), "they" | "theyre" | "enemy" | "enemies" | "opponent");
        names_team(text) == Some(team.other()) || their || *lex == Lex::Unknown && text == "theyll"
    };
    let does = |(lex, text): &Token| {
        matches!(lex, Lex::Word(_)) && is_act(text)
            || matches!(text.as_str(), "will" | "would" | "is" | "are" | "may" | "might" | "could")
    };
    tokens.windows(2).enumerate().any(|(place, two)| {
        let before = tokens[..place].iter().rfind(|(lex, _)| *lex != Lex::Filler);
        // `stop the enemy from …`: what something is done to is no subject.
        let object = before.is_some_and(|(lex, text)| {
            matches!(lex, Lex::Word(_)) && (is_act(text) || matches!(text.as_str(), "to" | "from"))
        });
        !object && subject(&two[0]) && does(&two[1])
    })
}

/// Whose the thing at a place is, by the nearest word of the three before it that says so.
fn owner_before(tokens: &[Token], place: usize, team: Team) -> Option<Team> {
    let near = &tokens[place.saturating_sub(3)..place];
    near.iter().rev().find_map(|(lex, text)| match lex {
        Lex::Word(Word::Own) => Some(team),
        Lex::Word(Word::Enemy) => Some(team.other()),
        _ => names_team(text),
    })
}

/// Whether the number at a place is that of an enemy: `red 1`, `their number one`.
fn is_enemy_number(tokens: &[Token], place: usize, team: Team) -> bool {
    if !matches!(tokens[place].0, Lex::Number(_) | Lex::Id(_)) {
        return false;
    }
    let owner = tokens[..place].iter().rev().find_map(|(lex, text)| match lex {
        _ if names_team(text).is_some() => Some(names_team(text)),
        Lex::Word(Word::Enemy) if matches!(text.as_str(), "them" | "they") => Some(None),
        Lex::Word(Word::Enemy) => Some(Some(team.other())),
        Lex::Word(Word::Piece | Word::All) | Lex::Filler => None,
        _ => Some(None),
    });
    owner.flatten() == Some(team.other())
}

fn way(lex: Lex, team: Team) -> Option<Direction> {
    match lex {
        Lex::Way(direction) => Some(direction),
        Lex::Forward => Some(team.forward()),
        Lex::Back => Some(team.forward().opposite()),
        _ => None,
    }
}

fn part(all: &[Token], then: bool, asks: bool, reader: Reader) -> Part {
    let mut part = Part { then, text: texts(all), ..Part::default() };
    let tokens = take_times(all, &mut part);
    let mut said = gather(&tokens, reader);
    settle_numbers(&mut said, reader.named);
    let idle = |lex: &Lex| matches!(lex, Lex::Filler | Lex::Word(Word::Go | Word::Can));
    part.idle = tokens.iter().all(|(lex, _)| idle(lex));
    // `then up 3 again`, `repeat 4 times`: what is said again is said.
    let again = part.then || part.times.is_some() || part.when.is_some();
    let repeats = |text: &str| again && matches!(text, "again" | "repeat" | "repeated");
    let unknown = tokens
        .iter()
        .filter(|(lex, text)| matches!(lex, Lex::Unknown | Lex::Loose) && !repeats(text));
    part.doubts.extend(unknown.map(|(_, text)| text.clone()));
    part.doubts.extend(said.left.iter().cloned());
    part.doubts.extend(restricted(&tokens));
    // `2 up for`: what for, or how far, was not said.
    let ends = all.last().filter(|(lex, text)| *lex == Lex::Word(Word::For) && text == "for");
    part.doubts.extend(ends.map(|(_, text)| text.clone()));
    part.what = match closed(all).filter(|_| !reader.question) {
        Some(what) => {
            part.doubts.clear();
            Some(what)
        }
        None => what(&said, &part, asks, reader),
    };
    match &part.what {
        // Questions are free in their words.
        Some(What::Intent(Intent::Query {} | Intent::Recall {})) => part.doubts.clear(),
        what => {
            part.doubts.extend(explain::unexplained(what.as_ref(), &said));
            if !said.of_enemy {
                part.doubts.extend(strays(&tokens, reader.team));
            }
        }
    }
    if matches!(part.what, Some(What::Cancel(_))) {
        let nobody_named = said.ids.is_empty() && said.who.is_empty();
        part.doubts.extend(beside_cancel(&tokens, &part, nobody_named));
    }
    if let Some(place) = tokens.iter().position(|(_, text)| text == "him") {
        let thief = reader.robbed && matches!(part.what, Some(What::Hunt(None)));
        let freed = reader.jailed
            && matches!(part.what, Some(What::Free | What::Intent(Intent::Rescue {})));
        let known = thief || freed;
        // `move him up 2`; `up 2 him` is nothing.
        let leads = place
            .checked_sub(1)
            .is_none_or(|before| matches!(tokens[before].0, Lex::Word(_) | Lex::Filler | Lex::And));
        part.points = !known;
        if !(known || leads && said.may_point(part.what.as_ref())) {
            part.doubts.push("him".to_owned());
        }
    }
    part.who_last = said.who_last;
    part.distance = said.distance.map(|distance| distance.min(255) as u8);
    part.who = who(&part, said);
    part
}

/// Where those are who are meant: `everyone near the flag hold`, `all in their half up 1`. Not all of them, then, and
/// which was not settled.
fn restricted(tokens: &[Token]) -> Option<String> {
    let plain: Vec<&Token> =
        tokens.iter().filter(|(lex, text)| *lex != Lex::Filler || text == "on").collect();
    let all = plain.iter().position(|token| is(Some(token), Word::All))?;
    let [place, rest @ ..] = &plain[all + 1..] else {
        return None;
    };
    let somewhere = match place.0 {
        Lex::Word(Word::In | Word::By | Word::From | Word::Escort | Word::Above | Word::Below) => {
            true
        }
        _ => matches!(place.1.as_str(), "on" | "at"),
    };
    let acts = rest.iter().any(|(lex, text)| *lex != Lex::Filler && is_act(text));
    (somewhere && acts).then(|| texts(tokens) + " ")
}

/// Who a part is for, by the names in it.
fn who(part: &Part, mut said: Said) -> Vec<Who> {
    if said.has(Word::Nobody) || said.has(Word::Not) && said.has(Word::Any) {
        return vec![Who::All];
    }
    let escorts = matches!(part.what, Some(What::Escort(_)));
    let first = &said.numbers[..said.numbers.len().min(1)];
    let ids = if escorts { first } else { &said.ids[..] };
    let mut named: Vec<Who> = ids.iter().map(|id| Who::Id(*id)).collect();
    // `cancel all orders for 3` is about 3.
    let cancels = matches!(part.what, Some(What::Cancel(_)));
    if cancels && !named.is_empty() && !said.except {
        said.who.retain(|who| *who != Who::All);
    }
    if said.except {
        named = named.into_iter().map(|who| Who::Except(Box::new(who))).collect();
    }
    said.who.into_iter().chain(named).collect()
}
