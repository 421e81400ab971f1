//! What a part says, gathered word by word, before it is asked what it means.

use crate::board::{Direction, Team};

use super::super::intent::{Intent, Side, Thing};
use super::super::lex::{Lex, Word};
use super::{Reader, Token, What, Who, is, is_enemy_number, names_team, owner_before, way};

/// What a part says, gathered word by word.
#[derive(Default)]
pub(in super::super) struct Said {
    pub words: Vec<Word>,
    pub texts: Vec<String>,
    pub ways: Vec<Direction>,
    pub way_texts: Vec<String>,
    /// On which side of a thing.
    pub beside: Option<Direction>,
    pub coord: Option<(u32, u32)>,
    pub distance: Option<u32>,
    pub ids: Vec<u32>,
    /// Pieces as they are named, whichever way.
    pub numbers: Vec<u32>,
    /// Numbers that nothing explains yet, and whether they come before the way.
    pub loose: Vec<(u32, bool)>,
    /// Numbers that nothing explains at all.
    pub left: Vec<String>,
    pub enemies: Vec<u32>,
    pub who: Vec<Who>,
    pub except: bool,
    /// Whether something is to be done after somebody was named.
    pub acted: bool,
    /// Whether it begins with the other team.
    pub of_enemy: bool,
    /// Whether something is to be done before anybody is named.
    pub who_last: bool,
    pub flag: Option<Option<Team>>,
    pub key: Option<Option<Team>>,
    pub lines: Vec<(Word, u32)>,
    /// Whether it tells somebody to stop, and nothing else.
    pub halts: bool,
}

impl Said {
    pub fn has(&self, word: Word) -> bool {
        self.words.contains(&word)
    }

    pub fn any(&self, words: &[Word]) -> bool {
        words.iter().any(|word| self.has(*word))
    }

    pub fn only(&self, words: &[Word]) -> bool {
        self.words.iter().all(|word| words.contains(word))
    }

    /// Whether somebody is to stay who was named before.
    fn stays(&self) -> bool {
        self.has(Word::Hold) && !self.who_last && !self.has(Word::Escort) && self.ways.is_empty()
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

    /// Whether somebody beside the one that is named belongs to what is to be done.
    fn takes_another(&self) -> bool {
        self.takes_a_friend() || self.has(Word::Escort)
    }

    /// Whether a friend who is named after what is to be done belongs to it.
    fn takes_a_friend(&self) -> bool {
        self.except || self.any(&[Word::Cancel, Word::Swap, Word::Change, Word::Rescue])
    }

    /// Whether `him` may stand for who was spoken of before: beside a name it is somebody else.
    pub fn may_point(&self, what: Option<&What>) -> bool {
        let named = !self.ids.is_empty() || !self.who.is_empty();
        match what {
            Some(What::Escort(_)) => true,
            Some(What::Far(_) | What::Home) => !named,
            Some(What::Intent(intent)) => {
                let goes = matches!(
                    intent,
                    Intent::Move { .. }
                        | Intent::Goto { .. }
                        | Intent::Hold {}
                        | Intent::Retreat {}
                );
                goes && !named
            }
            _ => false,
        }
    }

    pub fn says(&self, text: &str) -> bool {
        self.texts.iter().any(|said| said == text)
    }

    pub fn side(&self) -> Option<Side> {
        self.ways.iter().find_map(|way| match way {
            Direction::Left => Some(Side::Left),
            Direction::Right => Some(Side::Right),
            _ => None,
        })
    }

    /// Whose the flag or key is, where something is said of it.
    pub fn thing(&self, team: Team) -> Option<Thing> {
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

pub(super) fn gather(tokens: &[Token], reader: Reader) -> Said {
    let team = reader.team;
    let mut said =
        Said { of_enemy: begins_with_enemy(tokens, team), halts: halts(tokens), ..Said::default() };
    for (place, (lex, text)) in tokens.iter().enumerate() {
        let next = tokens.get(place + 1);
        let before = place.checked_sub(1).and_then(|place| tokens.get(place));
        let of = next.is_some_and(|(_, text)| text == "of");
        match way(*lex, team) {
            // `the square left of the flag`
            Some(way) if of => said.beside = Some(way),
            // `that's right`, `you're down`: how somebody is, is no way to go.
            Some(_) if before.is_some_and(|(_, text)| is_told_of(text)) => {
                said.left.push(text.clone());
            }
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
            // Of two squares neither is certain.
            Lex::Coord(x, y) => {
                let old = said.coord.replace((x, y));
                said.left.extend(old.map(|(x, y)| format!("{x}, {y}")));
            }
            // `free 1`: the number is who is to be freed.
            Lex::Id(_) | Lex::Number(_) if said.has(Word::Rescue) => {}
            Lex::Id(id) | Lex::Number(id) if is_enemy_number(tokens, place, team) => {
                if is(next, Word::Squares) {
                    said.distance = Some(id);
                } else {
                    said.enemies.push(id);
                }
            }
            // `2 up the third square` counts squares, not pieces.
            Lex::Id(_) if is(next, Word::Squares) => said.left.push(text.clone()),
            // `3 chases 2`: a friend, or an enemy whose team was not said.
            Lex::Id(_) | Lex::Number(_) if chases(before) || named && is(before, Word::Stop) => {
                said.left.push(text.clone());
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
                let bounded = before.is_some_and(|(_, text)| text == "to")
                    && place
                        .checked_sub(2)
                        .is_some_and(|place| way(tokens[place].0, team).is_some());
                let beside = is(before, Word::For) || is(before, Word::With);
                // `advance 2 by 3`: what looked like the distance is the piece.
                if is(before, Word::By) && !named {
                    said.ids.extend(said.distance.take());
                }
                if let Some(line) = by_line(Word::Row).or(by_line(Word::Column)) {
                    said.lines.push((line, number));
                } else if bounded && said.distance.is_none() {
                    // `2 up to 3` may be fewer.
                    said.left.push("to".to_owned());
                    said.distance = Some(number);
                } else if beside && named && acted && !said.takes_another() {
                    // `2 up 1 for 3`
                    said.left.push(text.clone());
                } else if is(next, Word::Squares) || after_way {
                    // Of two distances neither is certain.
                    if let Some(old) = said.distance.replace(number) {
                        said.left.push(old.to_string());
                    }
                } else if own
                    || [Word::Piece, Word::For, Word::With].map(|w| is(before, w)) != [false; 3]
                {
                    said.ids.push(number);
                    said.numbers.push(number);
                } else if is(before, Word::All) && !leads {
                    said.left.push(text.clone());
                } else if acted
                    && named
                    && (leads && way_number(&tokens[place + 1..], team) || said.stays())
                {
                    // `2 pushes 1 up 3`, `3 stays behind 2`: who of them goes or stays is not certain.
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
            // `2 attacks the left piece`: whose that is, and whether it goes with 2, is not certain.
            Lex::Word(word)
                if named && acted && named_by_place(word, text) && !said.takes_a_friend() =>
            {
                said.left.push(text.clone());
            }
            Lex::Word(word) => said.add(word, text, owner_before(tokens, place, team)),
            // `takes 1's flag`: pieces have none.
            Lex::Filler
                if text == "s"
                    && [Word::Flag, Word::Key, Word::Squares, Word::Places]
                        .iter()
                        .any(|thing| is(next, *thing)) =>
            {
                said.left.push(text.clone());
            }
            // `cover me`: who speaks stands nowhere.
            Lex::Filler if text == "me" && is(before, Word::Guard) => said.left.push(text.clone()),
            _ => {}
        }
    }
    said
}

/// Whether a part tells somebody to stop, and nothing else.
fn halts(tokens: &[Token]) -> bool {
    use Word::{All, Both, Leftmost, One, Others, Own, Piece, Rightmost};
    let stops = |text: &str| matches!(text, "stop" | "stops");
    let plain = |(lex, text): &Token| match lex {
        Lex::Word(Word::Stop) => stops(text),
        Lex::Word(word) => {
            matches!(word, All | Both | Leftmost | One | Others | Own | Piece | Rightmost)
        }
        Lex::Filler => names_team(text).is_none() && text != "him",
        lex => matches!(lex, Lex::Number(_) | Lex::Id(_)),
    };
    tokens.iter().any(|(_, text)| stops(text)) && tokens.iter().all(plain)
}

/// Whether a word names a piece by where it stands: `the left one`.
fn named_by_place(word: Word, text: &str) -> bool {
    matches!(word, Word::Leftmost | Word::Rightmost) || word == Word::Middle && text == "midmost"
}

/// Whether a word goes after an enemy.
fn chases(token: Option<&Token>) -> bool {
    token.is_some_and(|(lex, text)| *lex == Lex::Word(Word::Stop) && !text.starts_with("stop"))
}

/// Words that say how somebody is.
fn is_told_of(text: &str) -> bool {
    matches!(text, "thats" | "that" | "its" | "youre" | "im" | "hes" | "shes" | "theyre" | "is")
}

/// Whether a way and its distance follow.
fn way_number(tokens: &[Token], team: Team) -> bool {
    let place = tokens.iter().position(|(lex, _)| way(*lex, team).is_some());
    place.is_some_and(|place| matches!(tokens.get(place + 1), Some((Lex::Number(_), _))))
}

/// Words that say whose something is, and what is not theirs: `2 red up 3`.
pub(super) fn strays(tokens: &[Token], team: Team) -> impl Iterator<Item = String> {
    use Word::{
        All, Attack, Bait, By, Carrier, Column, Draw, Edge, Enemy, Escort, Far, Flag, For, From,
        Half, Home, Key, Last, Middle, One, Piece, Places, Prisoner, Row, Squares, Starts, Stop,
        Take, Thief, To, With,
    };
    let whose = |(lex, text): &Token| {
        names_team(text) == Some(team.other())
            || *lex == Lex::Word(Enemy)
                && matches!(text.as_str(), "their" | "enemy" | "opponents" | "hostile")
    };
    let owned = |lex: &Lex| match lex {
        Lex::Word(word) => matches!(
            word,
            Flag | Key
                | Piece
                | Half
                | Home
                | Row
                | Column
                | Starts
                | Carrier
                | Thief
                | Edge
                | Prisoner
                | One
                | Places
                | Middle
                | Squares
                | Far
                | All
                | Last
                | Enemy
        ),
        Lex::Number(_) | Lex::Id(_) => true,
        _ => false,
    };
    let about = |lex: &Lex| {
        let word = |word| {
            matches!(
                word,
                Stop | Bait | Attack | To | From | Draw | Escort | By | With | For | Take
            )
        };
        matches!(lex, Lex::Word(one) if word(*one))
    };
    let plain = |(lex, _): &&Token| *lex != Lex::Filler;
    let stray = |place: &usize| {
        let next = tokens[place + 1..].iter().find(plain).is_some_and(|(lex, _)| owned(lex));
        let before = tokens[..*place].iter().rfind(plain).is_some_and(|(lex, _)| about(lex));
        whose(&tokens[*place]) && !next && !before
    };
    let strays: Vec<String> =
        (0..tokens.len()).filter(stray).map(|place| tokens[place].1.clone()).collect();
    strays.into_iter()
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
        let who = match word {
            Word::All => Some(Who::All),
            Word::Both => Some(Who::Both),
            Word::Others => Some(Who::Others),
            Word::Any => Some(Who::Best),
            Word::Leftmost => Some(Who::Leftmost),
            Word::Rightmost => Some(Who::Rightmost),
            Word::Middle if text == "midmost" => Some(Who::Middle),
            Word::Carrier if self.except || !objects => Some(Who::Carrier),
            _ => None,
        };
        // After `except` somebody is left out, whichever way they are named.
        let one = matches!(
            who,
            Some(Who::Leftmost | Who::Rightmost | Who::Middle | Who::Carrier | Who::Best)
        );
        self.who.extend(who.map(|who| match one && self.except {
            true => Who::Except(Box::new(who)),
            false => who,
        }));
        match word {
            Word::Flag => self.flag = Some(owner),
            Word::Key => self.key = Some(owner),
            Word::Except => self.except = true,
            _ => {}
        }
        self.words.push(word);
        self.texts.push(text.to_owned());
    }
}

/// A number that nothing explains is a piece, or a distance where a piece and a way are known.
pub(super) fn settle_numbers(said: &mut Said, named_before: bool) {
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
        } else if !said.ways.is_empty()
            && !before_way
            && (!said.ids.is_empty() || said.distance.is_some() && !said.except)
        {
            // `2 up 3 1`, and `up 3 2`, which may be 3 or 2.
            said.left.push(number.to_string());
        } else {
            said.ids.push(number);
        }
    }
    // `2 2 up 3`: one of them was meant to be something else.
    let twice = (1..said.ids.len()).filter(|place| said.ids[..*place].contains(&said.ids[*place]));
    said.left.extend(twice.map(|place| said.ids[place].to_string()).collect::<Vec<_>>());
}
