//! From known words to who, what and when.

use crate::board::{Direction, Square, Team};

use super::explain;
use super::intent::{Condition, Control, Intent, Place, Side, Stance, Thing};
use super::lex::{Lex, Word};

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
}

/// A text in parts, and what must happen before any of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Parsed {
    pub parts: Vec<Part>,
    pub condition: Option<Condition>,
    /// A condition that was not understood: then nothing of the text is an order.
    pub unclear: Option<String>,
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
}

pub(super) type Token = (Lex, String);

pub(super) fn parse(tokens: &[Token], reader: Reader) -> Parsed {
    let (condition, rest) = match condition(tokens, reader.team) {
        Ok(found) => found,
        Err(unclear) => return Parsed { unclear: Some(unclear), ..Parsed::default() },
    };
    let asks = asks(&rest, reader.question);
    let mut parts: Vec<Part> = Vec::new();
    // `2: 3 up`, and `1 and 3: 4 left, 4 right`: after a colon the number is a distance.
    let mut listed = 0;
    for Piecemeal { then, colon, tokens } in split(&rest) {
        let named = parts.iter().rev().take_while(|part| part.what.is_none());
        let named: usize = named.map(|part| part.who.len()).sum();
        listed = if colon { named } else { listed };
        let part = part(&tokens, then, asks, Reader { named: listed > 0, ..reader });
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
    Parsed { parts, condition, unclear: None }
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

/// Takes the condition out of a text. One that is not understood is an error: to carry out the rest
/// without it would be a guess.
fn condition(tokens: &[Token], team: Team) -> Result<(Option<Condition>, Vec<Token>), String> {
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
    let negated = tokens[start].1 == "unless";
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

fn texts(tokens: &[Token]) -> String {
    tokens.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" ").replace(" ,", ",")
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

fn meaning(tokens: &[Token], team: Team) -> Option<Condition> {
    let has = |word| tokens.iter().any(|token| is(Some(token), word));
    if has(Word::Not) {
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

/// The words of one part.
#[derive(Default)]
struct Piecemeal {
    /// Whether it follows in time.
    then: bool,
    /// Whether a colon stands before it.
    colon: bool,
    tokens: Vec<Token>,
}

/// Splits at commas and joining words.
fn split(tokens: &[Token]) -> Vec<Piecemeal> {
    let mut parts: Vec<Piecemeal> = vec![Piecemeal::default()];
    let new = |then: bool, colon: bool, tokens| Piecemeal { then, colon, tokens };
    for (place, token) in tokens.iter().enumerate() {
        let current = parts.last_mut().expect("there is a first part");
        let has = |word| current.tokens.iter().any(|token| is(Some(token), word));
        let next = tokens.get(place + 1);
        match token.0 {
            // `diagonally up and right`
            Lex::And
                if has(Word::Diagonal)
                    && next.is_some_and(|(lex, _)| way(*lex, Team::Blue).is_some()) => {}
            Lex::Comma | Lex::And => parts.push(new(false, token.1 == ":", Vec::new())),
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
                    && !current.tokens.is_empty()
                    && next.is_some() =>
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
pub(super) struct Said {
    pub words: Vec<Word>,
    pub texts: Vec<String>,
    pub ways: Vec<Direction>,
    pub way_texts: Vec<String>,
    /// On which side of a thing.
    pub beside: Option<Direction>,
    coord: Option<(u32, u32)>,
    pub distance: Option<u32>,
    ids: Vec<u32>,
    /// Pieces as they are named, whichever way.
    numbers: Vec<u32>,
    /// Numbers that nothing explains yet, and whether they come before the way.
    loose: Vec<(u32, bool)>,
    /// Numbers that nothing explains at all.
    left: Vec<String>,
    enemies: Vec<u32>,
    pub who: Vec<Who>,
    except: bool,
    /// Whether something is to be done after somebody was named.
    acted: bool,
    /// Whether it begins with the other team.
    of_enemy: bool,
    /// Whether something is to be done before anybody is named.
    who_last: bool,
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

    fn only(&self, words: &[Word]) -> bool {
        self.words.iter().all(|word| words.contains(word))
    }

    /// Whether what is to be done is done with somebody else.
    fn takes_two(&self) -> bool {
        use Word::{
            Bait, Cancel, Escort, For, Go, Guard, Hold, Own, Piece, Rescue, Round, Stop, Swap,
        };
        let only_moves = self.only(&[Go, Piece, Hold, Own, For, Word::To]);
        only_moves
            || self.any(&[Bait, Cancel, Escort, Guard, Round, Stop, Swap, Rescue])
            || self.has(Word::Take) && self.flag.is_none()
    }

    fn says(&self, text: &str) -> bool {
        self.texts.iter().any(|said| said == text)
    }

    fn side(&self) -> Option<Side> {
        self.ways.iter().find_map(|way| match way {
            Direction::Left => Some(Side::Left),
            Direction::Right => Some(Side::Right),
            _ => None,
        })
    }

    /// Whose the flag or key is, where something is said of it.
    fn thing(&self, team: Team) -> Option<Thing> {
        let enemy = |owner: Option<Team>| owner == Some(team.other());
        match (self.key, self.flag) {
            (Some(owner), _) if enemy(owner) => Some(Thing::EnemyKey),
            (Some(_), _) => Some(Thing::OwnKey),
            (_, Some(owner)) if owner == Some(team) => Some(Thing::OwnFlag),
            (_, Some(_)) => Some(Thing::EnemyFlag),
            (None, None) => None,
        }
    }
}

fn part(tokens: &[Token], then: bool, asks: bool, reader: Reader) -> Part {
    let mut part = Part { then, text: texts(tokens), ..Part::default() };
    let tokens = take_times(tokens, &mut part);
    let mut said = gather(&tokens, reader);
    settle_numbers(&mut said, reader.named);
    let unknown = tokens.iter().filter(|(lex, _)| matches!(lex, Lex::Unknown | Lex::Loose));
    part.doubts.extend(unknown.map(|(_, text)| text.clone()));
    part.doubts.extend(said.left.iter().cloned());
    let idle = |lex: &Lex| matches!(lex, Lex::Filler | Lex::Word(Word::Go | Word::Can));
    part.idle = tokens.iter().all(|(lex, _)| idle(lex));
    part.what = what(&said, &part, asks, reader);
    match &part.what {
        // Questions and arrangements are free in their words.
        Some(What::Intent(
            Intent::Query {} | Intent::Recall {} | Intent::Control { .. } | Intent::Accept {},
        )) => part.doubts.clear(),
        what => part.doubts.extend(explain::unexplained(what.as_ref(), &said)),
    }
    part.who_last = said.who_last;
    part.distance = said.distance.map(|distance| distance.min(255) as u8);
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
    part.who = said.who.iter().cloned().chain(named).collect();
    if said.has(Word::Nobody) || said.has(Word::Not) && said.has(Word::Any) {
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

fn gather(tokens: &[Token], reader: Reader) -> Said {
    let team = reader.team;
    let mut said = Said { of_enemy: begins_with_enemy(tokens, team), ..Said::default() };
    for (place, (lex, text)) in tokens.iter().enumerate() {
        let next = tokens.get(place + 1);
        let before = place.checked_sub(1).and_then(|place| tokens.get(place));
        let of = next.is_some_and(|(_, text)| text == "of");
        match way(*lex, team) {
            // `the square left of the flag`
            Some(way) if of => said.beside = Some(way),
            Some(way) => {
                said.ways.push(way);
                said.way_texts.push(text.clone());
            }
            None => {}
        }
        let named = !said.ids.is_empty() || !said.who.is_empty() || !said.loose.is_empty();
        let acts =
            matches!(lex, Lex::Word(word) if *word != Word::Piece) || way(*lex, team).is_some();
        said.who_last |= acts && !named;
        let acted = said.acted;
        said.acted |= acts && named && !matches!(lex, Lex::Word(Word::Except | Word::Round));
        match *lex {
            Lex::Coord(x, y) => said.coord = Some((x, y)),
            // `free 1`: the number is who is to be freed.
            Lex::Id(_) | Lex::Number(_) if said.has(Word::Rescue) => {}
            Lex::Id(id) | Lex::Number(id) if is_enemy_number(tokens, place, team) => {
                if is(next, Word::Squares) {
                    said.distance = Some(id);
                } else {
                    said.enemies.push(id);
                }
            }
            Lex::Id(id) => {
                said.ids.push(id);
                said.numbers.push(id);
            }
            Lex::Number(_) if counts(before, text, *lex, reader) => {}
            Lex::Number(number) => {
                let after_way = before.is_some_and(|(lex, _)| {
                    way(*lex, team).is_some() || *lex == Lex::Word(Word::By)
                });
                // A way comes after it.
                let leads = tokens[place..].iter().any(|(lex, _)| way(*lex, team).is_some());
                let by_line = |word| is(before, word).then_some(word);
                let own = names_team(before.map_or("", |(_, text)| text)) == Some(team);
                // `advance 2 by 3`: what looked like the distance is the piece.
                if is(before, Word::By) && !named {
                    said.ids.extend(said.distance.take());
                }
                if let Some(line) = by_line(Word::Row).or(by_line(Word::Column)) {
                    said.lines.push((line, number));
                } else if is(next, Word::Squares) || after_way {
                    said.distance = Some(number);
                } else if own
                    || [Word::Piece, Word::For, Word::With].map(|w| is(before, w)) != [false; 3]
                {
                    said.ids.push(number);
                    said.numbers.push(number);
                } else if is(before, Word::All) && !leads {
                    said.left.push(text.clone());
                } else if named && acted && !leads && said.ways.is_empty() && !said.takes_two() {
                    // `2 take the flag 3`
                    match said.says("towards") || said.says("toward") {
                        true => said.distance = Some(number),
                        false => said.left.push(text.clone()),
                    }
                } else {
                    said.loose.push((number, said.ways.is_empty()));
                    said.numbers.push(number);
                }
            }
            Lex::Word(word) => said.add(word, text, owner_before(tokens, place, team)),
            _ => {}
        }
    }
    said
}

/// Whether a text begins with the other team: `red 1 …`, `their pieces …`.
fn begins_with_enemy(tokens: &[Token], team: Team) -> bool {
    let skipped = |(lex, text): &&Token| match lex {
        Lex::Filler => names_team(text).is_none(),
        Lex::Word(word) => matches!(word, Word::All | Word::Go | Word::Piece | Word::Cancel),
        _ => false,
    };
    let first = tokens.iter().find(|token| !skipped(token));
    first.is_some_and(|(lex, text)| {
        *lex == Lex::Word(Word::Enemy) || names_team(text) == Some(team.other())
    })
}

/// Whether a number only counts those that were named: `all three`, `the other two`, `nearest one`.
fn counts(before: Option<&Token>, text: &str, number: Lex, reader: Reader) -> bool {
    let after = |words: &[Word]| words.iter().any(|word| is(before, *word));
    let one = text == "one"
        && after(&[Word::Any, Word::Leftmost, Word::Rightmost, Word::Middle, Word::Each]);
    one || after(&[Word::Others, Word::Both])
        || is(before, Word::All) && number == Lex::Number(reader.pieces)
}

impl Said {
    fn add(&mut self, word: Word, text: &str, owner: Option<Team>) {
        let objects = self.any(&[Word::Escort, Word::Stop, Word::Guard]);
        match word {
            Word::Flag => self.flag = Some(owner),
            Word::Key => self.key = Some(owner),
            Word::All => self.who.push(Who::All),
            Word::Both => self.who.push(Who::Both),
            Word::Others => self.who.push(Who::Others),
            Word::Any => self.who.push(Who::Best),
            Word::Leftmost => self.who.push(Who::Leftmost),
            Word::Rightmost => self.who.push(Who::Rightmost),
            Word::Middle if text == "midmost" => self.who.push(Who::Middle),
            Word::Carrier if self.except => {
                self.who.push(Who::Except(Box::new(Who::Carrier)));
            }
            Word::Carrier if !objects => self.who.push(Who::Carrier),
            Word::Except => self.except = true,
            _ => {}
        }
        self.words.push(word);
        self.texts.push(text.to_owned());
    }
}

/// A number that nothing explains is a piece, or a distance where a piece and a way are known.
fn settle_numbers(said: &mut Said, named_before: bool) {
    let named = named_before || !said.ids.is_empty() || !said.who.is_empty();
    // `2 three up`: of two numbers before the way the second is the distance.
    if !named && said.loose.len() > 1 && !said.ways.is_empty() && said.distance.is_none() {
        said.distance = said.loose.pop().map(|(number, _)| number);
    }
    for (number, before_way) in std::mem::take(&mut said.loose) {
        let moves = !said.ways.is_empty() && said.distance.is_none();
        let distance = moves && (named && !said.except || !before_way && !said.ids.is_empty());
        // `all two up 1`: those that are named need no number.
        let extra = before_way && said.distance.is_some() && !said.ways.is_empty();
        if extra && !said.except && said.who.contains(&Who::All) {
            said.left.push(number.to_string());
        } else if distance {
            said.distance = Some(number);
        } else if !said.ways.is_empty() && !before_way && !said.ids.is_empty() {
            said.left.push(number.to_string());
        } else {
            said.ids.push(number);
        }
    }
}

fn what(said: &Said, part: &Part, asks: bool, reader: Reader) -> Option<What> {
    let team = reader.team;
    let some = |intent: Intent| Some(What::Intent(intent));
    let nobody_named = said.ids.is_empty() && said.who.is_empty();
    let everybody = said.ids.is_empty() && said.who.iter().all(|who| *who == Who::All);
    if let Some(answer) = question(said, asks, reader.question) {
        return answer.then_some(What::Intent(Intent::Query {}));
    }
    if said.has(Word::Plan) && recalls(said, nobody_named) {
        return some(Intent::Recall {});
    }
    if said.has(Word::Not) {
        // To do nothing is an order; not to do something is none.
        let idle = said.any(&[Word::Go, Word::Hold])
            && said.ways.is_empty()
            && said.only(&[Word::Not, Word::Go, Word::Hold, Word::Piece, Word::All, Word::Any]);
        return idle.then_some(What::Intent(Intent::Hold {}));
    }
    if said.has(Word::Meta) && everybody {
        return None;
    }
    let plain = !reader.question && part.doubts.is_empty() && !said.of_enemy;
    if let Some(special) = special(said, nobody_named, plain) {
        return Some(special);
    }
    if said.of_enemy && everybody && said.enemies.is_empty() && orders_about(said) {
        return Some(What::NotYours);
    }
    if said.has(Word::Cancel) {
        return Some(What::Cancel(part.when));
    }
    let object = said.any(&[Word::Thief, Word::Carrier, Word::Enemy, Word::Flag]);
    let halts = (said.says("stop") || said.says("stops")) && !object && said.enemies.is_empty();
    let at_thing = said.flag.is_some() || said.key.is_some();
    let hold = said.has(Word::Hold) && !said.has(Word::Escort) && !at_thing
        || said.has(Word::Nobody)
        || halts;
    if hold && (!nobody_named || said.enemies.is_empty()) {
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
    if let Some(what) = beside(said, team) {
        return Some(what);
    }
    if let Some(hunt) = hunts(said, nobody_named, team) {
        return Some(hunt);
    }
    if let Some(what) = places(said, nobody_named, team) {
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

/// Whether somebody is told to do something that is not about a flag or a key.
fn orders_about(said: &Said) -> bool {
    let verbs = [
        Word::Go,
        Word::Hold,
        Word::Cancel,
        Word::Retreat,
        Word::Home,
        Word::Spread,
        Word::Swap,
        Word::Attack,
        Word::Defend,
    ];
    let told = said.any(&verbs) || !said.ways.is_empty();
    told && said.flag.is_none() && said.key.is_none()
}

/// Whether a part is a question: true for one that has an answer, false for one that has none.
fn question(said: &Said, asks: bool, marked: bool) -> Option<bool> {
    if said.has(Word::Plan) {
        return None;
    }
    let options = said.says("options") || said.says("option");
    let what = said.has(Word::Query) && (marked || said.any(&[Word::Can, Word::Go]) || options);
    let able = said.has(Word::Can) && marked && said.only(&[Word::Can, Word::Go, Word::Piece]);
    let moves = !said.ways.is_empty() && !said.says("how");
    if what && (moves || said.any(&[Word::Flag, Word::Key, Word::Enemy])) {
        return Some(false);
    }
    if what || able && said.ways.is_empty() {
        return Some(true);
    }
    asks.then_some(false)
}

/// Whether a part asks what is planned: `plans`, `show my orders`, `what are my plans?`
fn recalls(said: &Said, nobody_named: bool) -> bool {
    let list = [Word::Plan, Word::Own, Word::Query, Word::All, Word::Everything];
    let nobody = nobody_named || said.who == [Who::All];
    nobody && said.only(&list) && !said.of_enemy && said.ways.is_empty()
}

/// Words that stand for themselves. Those that end something are taken only where nothing else is
/// said.
fn special(said: &Said, nobody_named: bool, plain: bool) -> Option<What> {
    let control = |control| Some(What::Intent(Intent::Control { control }));
    let alone = |words: &[Word]| plain && nobody_named && said.only(words);
    match () {
        () if said.has(Word::Resign) && alone(&[Word::Resign, Word::Own]) => Some(What::Resign),
        () if said.has(Word::Draw) && said.has(Word::Retreat) => {
            alone(&[Word::Draw, Word::Retreat, Word::Offer, Word::Own])
                .then_some(What::WithdrawDraw)
        }
        () if said.has(Word::Draw) && said.any(&[Word::Offer, Word::Accept]) => {
            alone(&[Word::Draw, Word::Offer, Word::Accept, Word::Own]).then_some(What::OfferDraw)
        }
        () if said.has(Word::Accept) => Some(What::Intent(Intent::Accept {})),
        () if said.has(Word::Suggest) => control(Control::Suggest),
        () if said.has(Word::Manual) => control(Control::Manual),
        () if said.has(Word::Auto) => control(Control::Auto),
        () if said.has(Word::Ready) && alone(&[Word::Ready, Word::Own]) => Some(What::Ready),
        () => None,
    }
}

/// Beside a friend, or near a flag.
fn beside(said: &Said, team: Team) -> Option<What> {
    if !said.enemies.is_empty() {
        return None;
    }
    let beside_flag = said.flag.is_some() && said.ids.len() < 2 && !said.has(Word::Carrier);
    if said.has(Word::Escort) && beside_flag {
        let thing = match said.flag.flatten() {
            Some(owner) if owner != team => Thing::EnemyFlag,
            _ => Thing::OwnFlag,
        };
        return Some(What::Intent(Intent::Guard { thing }));
    }
    let nothing_else = said.flag.is_none() && said.key.is_none() && said.coord.is_none();
    let guards = said.has(Word::Guard)
        && (said.has(Word::Carrier) || said.ids.len() == 2 && !said.who_last && nothing_else);
    if said.has(Word::Escort) || guards {
        let friend = match said.numbers.get(1) {
            Some(id) => Who::Id(*id),
            None => Who::Carrier,
        };
        return Some(What::Escort(friend));
    }
    None
}

/// After an enemy, or after the own flag that one has taken.
fn hunts(said: &Said, nobody_named: bool, team: Team) -> Option<What> {
    let enemy = said.enemies.first().copied();
    if said.has(Word::Stop) || said.has(Word::Thief) {
        return Some(What::Hunt(enemy));
    }
    let own_flag = said.flag == Some(Some(team));
    if own_flag && said.any(&[Word::Take, Word::Bring]) {
        return Some(What::Hunt(None));
    }
    enemy?;
    let after = [Word::Guard, Word::Sit, Word::Escort, Word::Take, Word::Attack, Word::Prisoner];
    let to = said.any(&[Word::Go, Word::To]) && !nobody_named && said.ways.is_empty();
    if said.any(&after) || to {
        return Some(What::Hunt(enemy));
    }
    nobody_named.then_some(What::NotYours)
}

/// Flags, keys, home and squares.
fn places(said: &Said, nobody_named: bool, team: Team) -> Option<What> {
    let some = |intent: Intent| Some(What::Intent(intent));
    let guards = said.any(&[Word::Guard, Word::Sit, Word::Defend, Word::Hold]);
    let enemy = team.other();
    if let Some(toward) = toward(said, team) {
        return Some(toward);
    }
    if let Some(place) = square(said) {
        return some(Intent::Goto { place });
    }
    let side = match (said.has(Word::Below), said.has(Word::Above)) {
        (true, false) => Some(Direction::Down),
        (false, true) => Some(Direction::Up),
        _ => said.beside,
    };
    if let (Some(side), Some(thing)) = (side, said.thing(team)) {
        return some(Intent::Goto { place: Place::Beside(thing, side) });
    }
    if said.key.is_some() && (guards || said.key == Some(Some(enemy))) {
        let thing = match said.key.flatten() {
            Some(owner) if owner == enemy => Thing::EnemyKey,
            _ => Thing::OwnKey,
        };
        return some(Intent::Guard { thing });
    }
    let to_own = said.flag == Some(Some(team)) && said.any(&[Word::Go, Word::To]);
    if guards && said.flag.is_some() || to_own {
        let thing = match said.flag.flatten() {
            Some(owner) if owner == enemy => Thing::EnemyFlag,
            _ => Thing::OwnFlag,
        };
        return some(Intent::Guard { thing });
    }
    if said.has(Word::Guard) {
        // `guard 2` may be for it or about it.
        let about = said.who_last && !said.ids.is_empty();
        return if about { None } else { some(Intent::Guard { thing: Thing::OwnFlag }) };
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
    if said.has(Word::Bring) && said.flag.is_some() {
        return some(Intent::BringHome {});
    }
    if homeward {
        return Some(What::Home);
    }
    // Only to speak of a flag is no order.
    let goes = !nobody_named || said.any(&[Word::Go, Word::To, Word::For, Word::Attack]);
    if takes || goes && said.flag.is_some_and(|owner| owner != Some(team)) {
        return some(Intent::TakeFlag {});
    }
    None
}

/// So many squares in the direction of a thing or a square.
fn toward(said: &Said, team: Team) -> Option<What> {
    if !said.says("towards") && !said.says("toward") {
        return None;
    }
    let distance = said.distance?.min(255) as u8;
    let goal = match said.coord {
        Some((x, y)) => Goal::Square(Square::new(x.min(255) as u8, y.min(255) as u8)),
        None => Goal::Thing(said.thing(team)?),
    };
    Some(What::Toward(goal, distance))
}

/// A square, a row or a column by number.
fn square(said: &Said) -> Option<Place> {
    let small = |number: u32| number.min(255) as u8;
    if let Some((x, y)) = said.coord {
        return Some(Place::Square(Square::new(small(x), small(y))));
    }
    match said.lines[..] {
        [(Word::Column, x), (Word::Row, y)] | [(Word::Row, y), (Word::Column, x)] => {
            Some(Place::Square(Square::new(small(x), small(y))))
        }
        [(Word::Row, y), ..] => Some(Place::Row(small(y))),
        [(_, x), ..] => Some(Place::Column(small(x))),
        [] => None,
    }
}

/// Straight moves, and rows and columns by name.
fn moves(said: &Said) -> Option<What> {
    let some = |intent: Intent| Some(What::Intent(intent));
    if said.has(Word::Middle) && said.any(&[Word::Row, Word::Half, Word::Column, Word::To]) {
        let place = if said.has(Word::Column) { Place::MiddleColumn } else { Place::MiddleRow };
        return some(Intent::Goto { place });
    }
    // `to the far left column`
    let column = said.any(&[Word::Column, Word::Half]) && said.has(Word::To);
    if let (true, None, [way @ (Direction::Left | Direction::Right)]) =
        (column, said.distance, &said.ways[..])
    {
        let column = if *way == Direction::Left { 0 } else { u8::MAX };
        return some(Intent::Goto { place: Place::Column(column) });
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
        [direction] if said.has(Word::Far) => Some(What::Far(direction)),
        [direction] => some(Intent::Move { direction, distance }),
        [first, second, ..] => {
            let far = distance.unwrap_or(1).min(31) as i8;
            let (a, b) = (first.delta(), second.delta());
            let sum = (a.0 + b.0, a.1 + b.1);
            if first == second {
                // `up up up` may be one or three.
                return distance.and_then(|_| some(Intent::Move { direction: first, distance }));
            }
            // Up and down at once is no way.
            if sum.0 == 0 || sum.1 == 0 {
                return None;
            }
            some(Intent::Goto { place: Place::Offset(sum.0 * far, sum.1 * far) })
        }
    }
}
