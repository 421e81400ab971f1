//! From known words to who, what and when.

use crate::board::{Direction, Team};

use super::intent::{Condition, Control, Intent, Place, Side, Stance, Thing};
use super::lex::{Lex, Word};

/// Who is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Id(u32),
    All,
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
    Ready,
    Resign,
    OfferDraw,
    WithdrawDraw,
    /// Speaks of a piece of the other team as if it were an own one.
    NotYours,
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
    pub each: bool,
    /// Whether it follows the part before in time.
    pub then: bool,
    pub diagonal: bool,
    pub text: String,
    pub known: bool,
}

/// A text in parts, and what must happen before any of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Parsed {
    pub parts: Vec<Part>,
    pub condition: Option<Condition>,
}

type Token = (Lex, String);

pub(super) fn parse(tokens: &[Token], question: bool, team: Team) -> Parsed {
    let (condition, rest) = condition(tokens, team);
    let parts = split(&rest)
        .into_iter()
        .map(|(then, tokens)| part(&tokens, then, question, team))
        .collect();
    Parsed { parts, condition }
}

fn is(token: Option<&Token>, word: Word) -> bool {
    token.is_some_and(|(lex, _)| *lex == Lex::Word(word))
}

/// Takes the condition out of a text.
fn condition(tokens: &[Token], team: Team) -> (Option<Condition>, Vec<Token>) {
    let whole = || (None, tokens.to_vec());
    let Some(start) = tokens.iter().position(|token| is(Some(token), Word::If)) else {
        return whole();
    };
    let after = &tokens[start + 1..];
    let ends = |(lex, _): &Token| matches!(lex, Lex::Comma | Lex::Then);
    let told = |(lex, _): &Token| matches!(lex, Lex::Word(Word::Caught | Word::Flag));
    let length = after
        .iter()
        .position(ends)
        .or_else(|| after.iter().position(told).map(|place| place + 1))
        .unwrap_or(after.len());
    let Some(condition) = meaning(&after[..length], team) else {
        return whole();
    };
    let mut rest: Vec<Token> = tokens[..start].to_vec();
    let skip = after.get(length).is_some_and(ends);
    rest.extend_from_slice(&after[length + usize::from(skip)..]);
    (Some(condition), rest)
}

fn meaning(tokens: &[Token], team: Team) -> Option<Condition> {
    let has = |word| tokens.iter().any(|token| is(Some(token), word));
    let enemy = |(lex, text): &Token| {
        *lex == Lex::Word(Word::Enemy) || names_team(text) == Some(team.other())
    };
    let ids = || {
        let ids = tokens.iter().filter_map(|(lex, _)| match lex {
            Lex::Number(id) | Lex::Id(id) => u8::try_from(*id).ok(),
            _ => None,
        });
        ids.collect()
    };
    if has(Word::Caught) || has(Word::Prisoner) {
        return Some(if tokens.iter().any(enemy) {
            Condition::EnemyJailed
        } else {
            Condition::Jailed(ids())
        });
    }
    if has(Word::Flag) && (has(Word::Take) || has(Word::Carrier)) {
        // The owner of the flag, or else who takes it, says which flag it is.
        let place = tokens.iter().position(|token| is(Some(token), Word::Flag))?;
        let owner = owner_before(tokens, place, team);
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

fn names_team(text: &str) -> Option<Team> {
    match text {
        "blue" => Some(Team::Blue),
        "red" => Some(Team::Red),
        _ => None,
    }
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

/// Splits at commas and joining words; says which parts follow in time.
fn split(tokens: &[Token]) -> Vec<(bool, Vec<Token>)> {
    let mut parts: Vec<(bool, Vec<Token>)> = vec![(false, Vec::new())];
    for (place, token) in tokens.iter().enumerate() {
        let current = parts.last_mut().expect("there is a first part");
        let has = |word| current.1.iter().any(|token| is(Some(token), word));
        let next = tokens.get(place + 1);
        match token.0 {
            // `diagonally up and right`
            Lex::And
                if has(Word::Diagonal)
                    && next.is_some_and(|(lex, _)| way(*lex, Team::Blue).is_some()) => {}
            Lex::Comma | Lex::And => parts.push((false, Vec::new())),
            Lex::Then => {
                if current.1.is_empty() {
                    current.0 = true;
                } else {
                    parts.push((true, Vec::new()));
                }
            }
            // `1 goes up but 2 waits`; `all but 2` is an exception.
            Lex::Word(Word::Except) if !has(Word::All) && !current.1.is_empty() => {
                parts.push((false, Vec::new()));
            }
            _ => current.1.push(token.clone()),
        }
    }
    // A comma before `then` leaves an empty part: the next one follows in time.
    parts.retain(|(_, tokens)| !tokens.is_empty());
    parts
}

fn way(lex: Lex, team: Team) -> Option<Direction> {
    match lex {
        Lex::Way(direction) => Some(direction),
        Lex::Forward => Some(team.forward()),
        Lex::Back => Some(team.forward().opposite()),
        _ => None,
    }
}

/// What a part says, gathered word by word.
#[derive(Default)]
struct Said {
    words: Vec<Word>,
    texts: Vec<String>,
    ways: Vec<Direction>,
    coord: Option<(u32, u32)>,
    distance: Option<u32>,
    ids: Vec<u32>,
    loose: Vec<(u32, bool)>,
    enemies: Vec<u32>,
    who: Vec<Who>,
    except: bool,
    flag: Option<Option<Team>>,
    key: Option<Option<Team>>,
    lines: Vec<(Word, u32)>,
}

impl Said {
    fn has(&self, word: Word) -> bool {
        self.words.contains(&word)
    }

    fn any(&self, words: &[Word]) -> bool {
        words.iter().any(|word| self.has(*word))
    }

    fn side(&self) -> Option<Side> {
        self.ways.iter().find_map(|way| match way {
            Direction::Left => Some(Side::Left),
            Direction::Right => Some(Side::Right),
            _ => None,
        })
    }
}

fn part(tokens: &[Token], then: bool, question: bool, team: Team) -> Part {
    let mut part = Part {
        then,
        text: tokens.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" "),
        known: tokens.iter().any(|(lex, _)| *lex != Lex::Unknown),
        ..Part::default()
    };
    let tokens = take_times(tokens, &mut part);
    let mut said = gather(&tokens, team);
    part.diagonal = said.has(Word::Diagonal);
    settle_numbers(&mut said);
    part.what = what(&said, &part, question, team);
    let escorts = matches!(part.what, Some(What::Escort(_)));
    let ids = if escorts { &said.ids[..said.ids.len().min(1)] } else { &said.ids[..] };
    let mut named: Vec<Who> = ids.iter().map(|id| Who::Id(*id)).collect();
    if said.except {
        named = named.into_iter().map(|who| Who::Except(Box::new(who))).collect();
    }
    part.who = said.who.iter().cloned().chain(named).collect();
    if said.has(Word::Nobody) {
        part.who = vec![Who::All];
    }
    part
}

/// Takes the words that say when, how long and how often.
fn take_times(tokens: &[Token], part: &mut Part) -> Vec<Token> {
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
        let used = if word(0, Word::In) && number(1).is_some() && word(2, Word::Round) {
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
        } else if word(0, Word::Round) && number(1).is_some() {
            when(When::Round(number(1).unwrap_or(0)));
            2
        } else if word(0, Word::Next) && word(1, Word::Round) {
            when(When::In(1));
            2
        } else if word(0, Word::Now) {
            when(When::In(0));
            1
        } else if word(0, Word::For) && number(1).is_some() && word(2, Word::Round) {
            part.rounds = number(1);
            3
        } else if number(0).is_some() && word(1, Word::Times) {
            part.times = number(0);
            2
        } else if word(0, Word::Twice) || word(0, Word::Thrice) {
            part.times = Some(if word(0, Word::Twice) { 2 } else { 3 });
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

fn gather(tokens: &[Token], team: Team) -> Said {
    let mut said = Said::default();
    for (place, (lex, text)) in tokens.iter().enumerate() {
        let next = tokens.get(place + 1);
        let before = place.checked_sub(1).and_then(|place| tokens.get(place));
        let owner = owner_before(tokens, place, team);
        if let Some(way) = way(*lex, team) {
            said.ways.push(way);
        }
        match *lex {
            Lex::Coord(x, y) => said.coord = Some((x, y)),
            // `free 1`: the number is who is to be freed.
            Lex::Id(_) | Lex::Number(_) if said.has(Word::Rescue) => {}
            Lex::Id(id) => said.ids.push(id),
            Lex::Number(number) => {
                let after_way = before.is_some_and(|(lex, _)| {
                    way(*lex, team).is_some() || *lex == Lex::Word(Word::By)
                });
                let by_line = |word| is(before, word).then_some(word);
                if let Some(line) = by_line(Word::Row).or(by_line(Word::Column)) {
                    said.lines.push((line, number));
                } else if owner == Some(team.other()) && !is(next, Word::Squares) && !after_way {
                    said.enemies.push(number);
                } else if is(next, Word::Squares) || after_way {
                    said.distance = Some(number);
                } else if is(before, Word::Piece)
                    || names_team(before.map_or("", |(_, t)| t)) == Some(team)
                {
                    said.ids.push(number);
                } else {
                    said.loose.push((number, said.ways.is_empty()));
                }
            }
            Lex::Word(word) => {
                let objects = said.any(&[Word::Escort, Word::Stop, Word::Guard]);
                match word {
                    Word::Flag => said.flag = Some(owner),
                    Word::Key => said.key = Some(owner),
                    Word::All | Word::Both => said.who.push(Who::All),
                    Word::Others => said.who.push(Who::Others),
                    Word::Any => said.who.push(Who::Best),
                    Word::Leftmost => said.who.push(Who::Leftmost),
                    Word::Rightmost => said.who.push(Who::Rightmost),
                    Word::Middle if text == "midmost" => said.who.push(Who::Middle),
                    Word::Carrier if said.except => {
                        said.who.push(Who::Except(Box::new(Who::Carrier)));
                    }
                    Word::Carrier if !objects => said.who.push(Who::Carrier),
                    Word::Except => said.except = true,
                    _ => {}
                }
                said.words.push(word);
                said.texts.push(text.clone());
            }
            _ => {}
        }
    }
    said
}

/// A number that nothing explains is a piece, or a distance where a piece and a way are known.
fn settle_numbers(said: &mut Said) {
    let named = !said.ids.is_empty() || !said.who.is_empty();
    for (number, before_way) in std::mem::take(&mut said.loose) {
        let moves = !said.ways.is_empty() && said.distance.is_none();
        let distance = moves && (named && !said.except || !before_way && !said.ids.is_empty());
        if distance {
            said.distance = Some(number);
        } else {
            said.ids.push(number);
        }
    }
}

fn what(said: &Said, part: &Part, question: bool, team: Team) -> Option<What> {
    let some = |intent: Intent| Some(What::Intent(intent));
    let nobody_named = said.ids.is_empty() && said.who.is_empty();
    let everybody = said.ids.is_empty() && said.who.iter().all(|who| *who == Who::All);
    if said.has(Word::Query) && (question || said.has(Word::Can)) {
        return some(Intent::Query {});
    }
    if let Some(special) = special(said, nobody_named) {
        return Some(special);
    }
    if said.has(Word::Cancel) {
        let round = match part.when {
            Some(When::Round(round)) => Some(round),
            _ => None,
        };
        return some(Intent::Cancel { round });
    }
    let object = said.any(&[Word::Thief, Word::Carrier, Word::Enemy, Word::Flag]);
    let halts = said.texts.iter().any(|text| text == "stop" || text == "stops")
        && !object
        && said.enemies.is_empty();
    let hold = said.has(Word::Hold) && !said.has(Word::Escort) || said.has(Word::Nobody) || halts;
    if hold || said.has(Word::Not) && said.has(Word::Go) {
        return some(Intent::Hold {});
    }
    if said.has(Word::Swap) || said.has(Word::Change) && said.has(Word::Places) {
        return some(Intent::Swap {});
    }
    if said.has(Word::Spread) {
        return some(Intent::Spread {});
    }
    if said.has(Word::Bait) {
        let side = said.side().unwrap_or(Side::Left);
        return some(Intent::Decoy { side });
    }
    if let (true, Some(side)) = (said.has(Word::Flank), said.side()) {
        let then_flag = said.flag.is_some_and(|owner| owner != Some(team));
        return some(Intent::Flank { side, then_flag });
    }
    if said.has(Word::Escort) || said.has(Word::Guard) && said.has(Word::Carrier) {
        let friend = match said.ids.get(1) {
            Some(id) => Who::Id(*id),
            None => Who::Carrier,
        };
        return Some(What::Escort(friend));
    }
    if said.has(Word::Stop) || said.has(Word::Thief) {
        return Some(What::Hunt(said.enemies.first().copied()));
    }
    if let Some(what) = places(said, team) {
        return Some(what);
    }
    let (attack, defend) = (said.has(Word::Attack), said.has(Word::Defend));
    if attack || defend || said.has(Word::Balanced) {
        let stance = match (attack, defend) {
            (true, _) => Stance::Attack,
            (_, true) => Stance::Defend,
            _ => Stance::Balanced,
        };
        return match (everybody, stance) {
            (true, _) | (_, Stance::Balanced) => some(Intent::Stance { stance, until: None }),
            (false, Stance::Attack) => some(Intent::TakeFlag {}),
            (false, Stance::Defend) => some(Intent::Guard { thing: Thing::OwnFlag }),
        };
    }
    moves(said)
}

/// Words that stand for themselves.
fn special(said: &Said, nobody_named: bool) -> Option<What> {
    let control = |control| Some(What::Intent(Intent::Control { control }));
    match () {
        () if said.has(Word::Resign) => Some(What::Resign),
        () if said.has(Word::Draw) && said.has(Word::Retreat) => Some(What::WithdrawDraw),
        () if said.has(Word::Draw) && said.any(&[Word::Offer, Word::Accept]) => {
            Some(What::OfferDraw)
        }
        () if said.has(Word::Accept) => Some(What::Intent(Intent::Accept {})),
        () if said.has(Word::Suggest) => control(Control::Suggest),
        () if said.has(Word::Manual) => control(Control::Manual),
        () if said.has(Word::Auto) => control(Control::Auto),
        () if said.has(Word::Ready) && nobody_named => Some(What::Ready),
        () => None,
    }
}

/// Flags, keys, home and squares.
fn places(said: &Said, team: Team) -> Option<What> {
    let some = |intent: Intent| Some(What::Intent(intent));
    let guards = said.any(&[Word::Guard, Word::Sit, Word::Defend]);
    let enemy = team.other();
    if guards && said.key.is_some() {
        let thing = match said.key.flatten() {
            Some(owner) if owner == enemy => Thing::EnemyKey,
            _ => Thing::OwnKey,
        };
        return some(Intent::Guard { thing });
    }
    if guards && said.flag.is_some() {
        let thing = match said.flag.flatten() {
            Some(owner) if owner == enemy => Thing::EnemyFlag,
            _ => Thing::OwnFlag,
        };
        return some(Intent::Guard { thing });
    }
    if said.has(Word::Guard) {
        return some(Intent::Guard { thing: Thing::OwnFlag });
    }
    if said.any(&[Word::Rescue, Word::Prisoner]) || said.key.is_some() {
        return some(Intent::Rescue {});
    }
    if said.has(Word::Starts) {
        return some(Intent::Goto { place: Place::Start });
    }
    let homeward = said.any(&[Word::Home, Word::Bring]);
    if said.has(Word::Win) {
        return some(Intent::BringHome {});
    }
    if said.has(Word::Retreat) || said.has(Word::Half) && homeward {
        return some(Intent::Retreat {});
    }
    let takes = said.has(Word::Take) && (said.flag.is_some() || said.has(Word::It));
    if takes && homeward {
        return Some(What::TakeHome);
    }
    if homeward {
        return Some(What::Home);
    }
    if takes || said.flag.is_some_and(|owner| owner != Some(team)) {
        return some(Intent::TakeFlag {});
    }
    if let Some((x, y)) = said.coord {
        let square = crate::Square::new(x.min(255) as u8, y.min(255) as u8);
        return some(Intent::Goto { place: Place::Square(square) });
    }
    if let Some((line, number)) = said.lines.first() {
        let number = (*number).min(255) as u8;
        let place = match line {
            Word::Row => Place::Row(number),
            _ => Place::Column(number),
        };
        return some(Intent::Goto { place });
    }
    None
}

/// Straight moves, and rows and columns by name.
fn moves(said: &Said) -> Option<What> {
    let some = |intent: Intent| Some(What::Intent(intent));
    let row = said.any(&[Word::Row, Word::Half, Word::Column]);
    if said.has(Word::Middle) && row && said.ways.is_empty() {
        // Rows beyond the board stand for its middle, which the position knows.
        return some(Intent::Goto { place: Place::Row(u8::MAX) });
    }
    if said.has(Word::Edge) {
        let place = match said.ways.first()? {
            Direction::Left => Place::Column(0),
            Direction::Right => Place::Column(u8::MAX),
            direction => return Some(What::Far(*direction)),
        };
        return some(Intent::Goto { place });
    }
    let distance = said.distance.map(|distance| distance.min(255) as u8);
    match said.ways[..] {
        [] => None,
        _ if !said.enemies.is_empty() && said.ids.is_empty() && said.who.is_empty() => {
            Some(What::NotYours)
        }
        [direction] if said.has(Word::Far) => Some(What::Far(direction)),
        [direction] => some(Intent::Move { direction, distance }),
        [first, second, ..] => {
            let far = distance.unwrap_or(1).min(31) as i8;
            let (a, b) = (first.delta(), second.delta());
            let sum = (a.0 + b.0, a.1 + b.1);
            if first == second || sum.0 == 0 || sum.1 == 0 {
                return some(Intent::Move { direction: first, distance });
            }
            some(Intent::Goto { place: Place::Offset(sum.0 * far, sum.1 * far) })
        }
    }
}
