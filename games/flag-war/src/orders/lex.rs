//! From letters to known words.
//!
//! A word that is not known but one typing error away from a known one counts as it. Phrases of
//! several words become one. The words themselves are data: `data/vocabulary.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use senet_kernel::{read, read_toml};
use serde::Deserialize;

use crate::board::Direction;

/// Texts are cut at this many characters.
pub(super) const LONGEST: usize = 500;

/// What a word means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lex {
    Number(u32),
    /// `second`, `p2`, `#2`, `piece 2`: a piece and nothing else.
    Id(u32),
    Coord(u32, u32),
    Way(Direction),
    Forward,
    Back,
    /// `x y` between parts.
    Comma,
    And,
    Then,
    Word(Word),
    /// Known, but says nothing.
    Filler,
    /// Known to change what a sentence means, but no part of any construction.
    Loose,
    Unknown,
}

/// A word that orders are made of, by its heading in `data/vocabulary.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Word {
    Piece,
    Squares,
    Go,
    Take,
    Flag,
    Key,
    Guard,
    Sit,
    Stop,
    Rescue,
    Prisoner,
    Hold,
    Not,
    Cancel,
    Plan,
    Meta,
    Until,
    Everything,
    Win,
    Home,
    Bring,
    Retreat,
    Half,
    Starts,
    Flank,
    Bait,
    Escort,
    Spread,
    Swap,
    Places,
    Change,
    Attack,
    Defend,
    Balanced,
    Throw,
    Carrier,
    Thief,
    All,
    Both,
    Others,
    Nobody,
    Any,
    Leftmost,
    Rightmost,
    Middle,
    Except,
    Own,
    Enemy,
    Edge,
    Column,
    Row,
    Far,
    Diagonal,
    If,
    Caught,
    Each,
    Times,
    Twice,
    Thrice,
    Round,
    Next,
    Now,
    In,
    For,
    To,
    With,
    By,
    Query,
    Can,
    From,
    It,
    Auto,
    Suggest,
    Manual,
    Accept,
    Ready,
    Resign,
    Draw,
    Offer,
    After,
    One,
    Last,
    Undo,
    Leave,
    Use,
    Below,
    Above,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVocabulary {
    ignorable: String,
    loose: String,
    phrases: Vec<(String, String)>,
    ways: BTreeMap<Heading, String>,
    words: BTreeMap<Word, String>,
}

/// A direction by its heading.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Heading {
    Up,
    Down,
    Left,
    Right,
    Forward,
    Back,
}

impl Heading {
    const fn meaning(self) -> Lex {
        match self {
            Heading::Up => Lex::Way(Direction::Up),
            Heading::Down => Lex::Way(Direction::Down),
            Heading::Left => Lex::Way(Direction::Left),
            Heading::Right => Lex::Way(Direction::Right),
            Heading::Forward => Lex::Forward,
            Heading::Back => Lex::Back,
        }
    }
}

/// Every known word with its meaning.
struct Vocabulary {
    meanings: BTreeMap<String, Lex>,
    /// With a space before and behind.
    phrases: Vec<(String, String)>,
    /// Words that stand in phrases, some of which mean nothing alone.
    in_phrases: BTreeSet<String>,
}

fn vocabulary() -> &'static Vocabulary {
    static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
        let file = read_toml(include_str!("../../data/vocabulary.toml"));
        let raw = file.and_then(|file| read::<RawVocabulary>(&file));
        Vocabulary::from(raw.expect("the embedded vocabulary is tested"))
    });
    &VOCABULARY
}

impl From<RawVocabulary> for Vocabulary {
    fn from(raw: RawVocabulary) -> Vocabulary {
        let mut meanings = BTreeMap::new();
        // What comes later counts: a word that orders are made of is never ignored.
        let mut add = |words: &str, meaning: Lex| {
            for word in words.split_whitespace() {
                meanings.insert(word.to_owned(), meaning);
            }
        };
        add(&raw.ignorable, Lex::Filler);
        add(&raw.loose, Lex::Loose);
        for (word, texts) in &raw.words {
            add(texts, Lex::Word(*word));
        }
        for (heading, texts) in &raw.ways {
            add(texts, heading.meaning());
        }
        for (place, ordinal) in ORDINALS.iter().enumerate() {
            add(ordinal, Lex::Id(place as u32 + 1));
        }
        for (number, word) in NUMBERS.iter().enumerate() {
            add(word, Lex::Number(number as u32));
        }
        add("and while meanwhile", Lex::And);
        add("then", Lex::Then);
        add("midmost", Lex::Word(Word::Middle));
        let words = raw.phrases.iter().flat_map(|(phrase, _)| phrase.split(' '));
        let in_phrases = words.map(str::to_owned).collect();
        let spaced =
            |(phrase, short): (String, String)| (format!(" {phrase} "), format!(" {short} "));
        Vocabulary { meanings, phrases: raw.phrases.into_iter().map(spaced).collect(), in_phrases }
    }
}

impl Vocabulary {
    fn meaning(&self, word: &str) -> Option<Lex> {
        self.meanings.get(word).copied()
    }

    /// The first of these words, where all that orders are made of mean the same.
    fn one_sense<'a>(&self, words: &[&'a String]) -> Option<&'a str> {
        let sense = |word: &&&String| self.meaning(word);
        let tells = |word: &&&String| {
            !matches!(sense(word), None | Some(Lex::Filler | Lex::Loose | Lex::Unknown))
        };
        let first = words.iter().find(tells).or(words.first())?;
        let one = words.iter().filter(tells).all(|word| sense(&word) == sense(&first));
        one.then_some(first.as_str())
    }

    /// Whether this is a known word with an ending: `loves`, `hoped`, `sides`. What it means is not known, and it is
    /// no typing error.
    fn is_formed(&self, word: &str) -> bool {
        let mut stems = ENDINGS.iter().filter_map(|ending| word.strip_suffix(ending));
        stems.any(|stem| self.knows(stem) || self.knows(&format!("{stem}e")))
    }

    fn knows(&self, word: &str) -> bool {
        self.meanings.contains_key(word)
            || self.in_phrases.contains(word)
            || matches!(word, "p" | "x" | "y")
    }
}

const LETTERS: &[(&str, Lex)] = &[
    ("u", Lex::Way(Direction::Up)),
    ("d", Lex::Way(Direction::Down)),
    ("l", Lex::Way(Direction::Left)),
    ("r", Lex::Way(Direction::Right)),
];

const ENDINGS: &[&str] = &["s", "es", "ed", "ing", "er", "ly"];

const NUMBERS: &[&str] = &[
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

const ORDINALS: &[&str] =
    &["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];

/// A text in known words: typing errors are mended, and phrases are put into fewer words.
pub(super) fn words(text: &str) -> Vec<String> {
    let text: String = text.chars().take(LONGEST).collect::<String>().to_lowercase();
    // Dots that trail off end a part; two between numbers are a range.
    let text = close_brackets(&text).replace('…', "...").replace("...", " , ").replace("..", "-");
    let text = text.replace('↑', " up ").replace('↓', " down ").replace('←', " left ");
    let text = text.replace("x=", "x ").replace("y=", "y ");
    let mended: Vec<String> = split(&text).iter().map(|word| mend(word)).collect();
    let mut joined = format!(" {} ", mended.join(" "));
    for (phrase, short) in &vocabulary().phrases {
        while joined.contains(phrase.as_str()) {
            joined = joined.replacen(phrase.as_str(), short, 1);
        }
    }
    joined.split_whitespace().map(str::to_owned).collect()
}

/// The words with their meanings.
pub(super) fn tokens(words: &[String]) -> Vec<(Lex, String)> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut tokens: Vec<(Lex, String)> = Vec::new();
    let mut place = 0;
    while place < words.len() {
        let before = tokens.last().map(|(lex, _)| *lex);
        let (lex, used) = token(&words[place..], before);
        let (lex, used) = match lex {
            Lex::Id(_) | Lex::Filler => silenced(&words, place).map_or((lex, used), |lex| (lex, 1)),
            _ => (lex, used),
        };
        tokens.push((lex, words[place..place + used].join(" ")));
        place += used;
    }
    tokens
}

/// What a single word means by itself.
pub(super) fn meaning(word: &str) -> Option<Lex> {
    match word.parse() {
        Ok(number) => Some(Lex::Number(number)),
        Err(_) => vocabulary().meaning(word),
    }
}

/// `(9, 1)` and `(9 1)` are `9,1`.
fn close_brackets(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut inside = false;
    let mut kept = String::new();
    for (place, letter) in letters.iter().enumerate() {
        let before = kept.chars().last();
        let next = letters[place..].iter().find(|letter| !letter.is_whitespace());
        let digits = |one: Option<char>| one.is_some_and(|one| one.is_ascii_digit());
        match letter {
            '(' | ')' => {
                inside = *letter == '(';
                kept.push(' ');
            }
            letter if inside && letter.is_whitespace() => {
                if digits(before) && digits(next.copied()) {
                    kept.push(',');
                } else if before != Some(',') && next != Some(&',') {
                    kept.push(' ');
                }
            }
            letter => kept.push(*letter),
        }
    }
    kept
}

/// Splits into words, numbers and the signs that matter.
fn split(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let letters: Vec<char> = text.chars().collect();
    for (place, letter) in letters.iter().enumerate() {
        let next = letters.get(place + 1);
        match letter {
            '\'' | '’' => {}
            // `1-3` is a range, `-3` less than nothing, and a dash by itself a pause.
            '-' | '–' | '—' => {
                let follows = next.is_some_and(char::is_ascii_digit);
                let counts = word.chars().last().is_some_and(|last| last.is_ascii_digit());
                let apart = place.checked_sub(1).is_none_or(|before| letters[before] == ' ');
                push(&mut words, &mut word);
                match (counts, follows, apart) {
                    (true, true, _) => words.push("thru".to_owned()),
                    (_, true, true) => word.push('-'),
                    (_, _, true) => words.push(",".to_owned()),
                    _ => {}
                }
            }
            '.' if word.chars().last().is_some_and(|last| last.is_ascii_digit())
                && next.is_some_and(char::is_ascii_digit) =>
            {
                word.push('.');
            }
            '%' => {
                push(&mut words, &mut word);
                words.push("percent".to_owned());
            }
            // `3/4` and `2 up 3/left 3` are choices; a stroke between spaces is a pause.
            '/' if next == Some(&'/') => {
                push(&mut words, &mut word);
                words.push("//".to_owned());
            }
            '/' if !points(&words) => {
                let follows = !word.is_empty() && next.is_some_and(|next| next.is_alphanumeric());
                push(&mut words, &mut word);
                words.push(if follows { "or" } else { "," }.to_owned());
            }
            // `9,1` without a space may be a square.
            ',' | '/'
                if word.chars().all(|c| c.is_ascii_digit())
                    && !word.is_empty()
                    && next.is_some_and(char::is_ascii_digit) =>
            {
                word.push(',');
                words.push(std::mem::take(&mut word));
            }
            ',' | ';' | ':' | '.' | '\n' => {
                push(&mut words, &mut word);
                words.push(if *letter == ':' { ":" } else { "," }.to_owned());
            }
            '#' => {
                push(&mut words, &mut word);
                words.push("piece".to_owned());
            }
            '&' | '+' => {
                push(&mut words, &mut word);
                // `1+3`; what `3+` is to say is not known.
                let joins = letters[place + 1..].iter().find(|letter| !letter.is_whitespace());
                let joins = joins.is_some_and(|letter| letter.is_alphanumeric());
                words.push(if joins { "and".to_owned() } else { letter.to_string() });
            }
            letter if letter.is_alphanumeric() => {
                // `3left` and `p2`: a change from number to letter ends a word, save `2nd` and `p2`.
                let digit = letter.is_ascii_digit();
                let last = word.chars().last().filter(|last| last.is_alphanumeric());
                let ends = last.is_some_and(|last| last.is_ascii_digit() != digit);
                if ends && digit && word != "p" && word != "x" && word != "y" {
                    push(&mut words, &mut word);
                }
                if ends && !digit {
                    let run: String =
                        letters[place..].iter().take_while(|one| one.is_alphabetic()).collect();
                    let ordinal = ["st", "nd", "rd", "th"].iter().any(|end| run.starts_with(end));
                    // `2a` is nobody's name; `2u3` goes up, and `3's` is of 3.
                    let way = run == "s" || LETTERS.iter().any(|(known, _)| *known == run);
                    let glued = run.chars().count() == 1 && !way;
                    if !ordinal && !glued && !word.starts_with('p') {
                        push(&mut words, &mut word);
                    }
                }
                word.push(*letter);
            }
            letter => {
                push(&mut words, &mut word);
                if !is_silent(*letter, next) {
                    words.push(letter.to_string());
                }
            }
        }
    }
    push(&mut words, &mut word);
    words
}

/// Whether a sign says nothing: quotes, marks at the end of a sentence, bullets and arrows. What another
/// one does to a sentence is not known.
fn is_silent(letter: char, next: Option<&char>) -> bool {
    let bullet = letter == '*' && next == Some(&' ');
    if letter == '>' && next.is_some_and(char::is_ascii_digit) {
        return false;
    }
    letter.is_whitespace() || bullet || "!?¡¿\"'`´‘’“”„«»()>→⇒·•".contains(letter)
}

/// Whether a square is expected next.
fn points(words: &[String]) -> bool {
    words.last().is_some_and(|last| matches!(last.as_str(), "to" | "at" | "onto" | "square"))
}

fn push(words: &mut Vec<String>, word: &mut String) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

/// The known word that this one is meant to be, or the word itself. Where it could be several that
/// differ in what they mean, it is none of them.
fn mend(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let short = letters.len() < 2 || !letters.iter().all(|letter| letter.is_alphabetic());
    let vocabulary = vocabulary();
    if short || vocabulary.knows(word) || vocabulary.is_formed(word) {
        return word.to_owned();
    }
    // Short words are near to too many others; only `up` is worth the guess, where a finger slipped.
    // And a short word that is mended into one that says nothing would just be passed over.
    let known = vocabulary.meanings.keys().chain(&vocabulary.in_phrases);
    let silent = |known: &String| {
        let team = matches!(known.as_str(), "red" | "blue");
        vocabulary.meaning(known) == Some(Lex::Filler) && !team && !is_swapped(&letters, known)
    };
    let long = known.filter(|known| match known.as_str() {
        "up" => is_slip(&letters),
        _ => letters.len() > 2 && known.len() > 2 && (letters.len() > 4 || !silent(known)),
    });
    let swapped = |known: &&String| is_swapped(&letters, known);
    let off = |known: &&String| one_letter_off(&letters, known);
    let missing = |known: &&String| known.len() > word.len() && off(known);
    let near: Vec<&String> = long.filter(|known| swapped(known) || off(known)).collect();
    // A word that turns a sentence round is never guessed, nor guessed away.
    let turns = |known: &&String| {
        matches!(
            vocabulary.meaning(known),
            Some(Lex::Word(Word::Not | Word::Except | Word::If | Word::Until))
        )
    };
    if near.iter().any(turns) && near.len() > 1 {
        return word.to_owned();
    }
    // Two letters swapped, then one missing, are the likeliest errors.
    let likely: [&dyn Fn(&&String) -> bool; 3] = [&swapped, &missing, &off];
    let found = likely.iter().find_map(|fits| {
        let fitting: Vec<&String> = near.iter().copied().filter(|known| fits(known)).collect();
        (!fitting.is_empty()).then(|| vocabulary.one_sense(&fitting))
    });
    // A word that nothing is made of is no better than the one that was written.
    let told = |known: &&str| vocabulary.meaning(known) != Some(Lex::Loose);
    found.flatten().filter(told).unwrap_or(word).to_owned()
}

/// Whether this is `up` with its letters swapped, one of them twice, or a key beside the right one.
fn is_slip(word: &[char]) -> bool {
    match word {
        ['p', 'u'] | ['u', 'u', 'p'] | ['u', 'p', 'p'] => true,
        [first, 'p'] => matches!(first, 'y' | 'i' | 'j' | 'h'),
        ['u', last] => matches!(last, 'o' | 'l'),
        _ => false,
    }
}

/// Whether two neighbouring letters are swapped.
fn is_swapped(word: &[char], known: &str) -> bool {
    let known = known.as_bytes();
    let same = same_start(word, known);
    word.len() == known.len()
        && matches!((&word[same..], &known[same..]), ([x, y, left @ ..], [p, q, right @ ..])
            if is(*x, *q) && is(*y, *p) && all_is(left, right))
}

/// Whether one letter is missing, added or wrong.
fn one_letter_off(word: &[char], known: &str) -> bool {
    let known = known.as_bytes();
    let same = same_start(word, known);
    match (&word[same..], &known[same..]) {
        ([_, left @ ..], right) if left.len() == right.len() => all_is(left, right),
        (left, [_, right @ ..]) if left.len() == right.len() => all_is(left, right),
        ([_, left @ ..], [_, right @ ..]) => all_is(left, right),
        _ => false,
    }
}

/// How many letters both begin with.
fn same_start(word: &[char], known: &[u8]) -> usize {
    word.iter().zip(known).take_while(|(a, b)| is(**a, **b)).count()
}

fn is(letter: char, known: u8) -> bool {
    letter == char::from(known)
}

fn all_is(word: &[char], known: &[u8]) -> bool {
    word.len() == known.len() && word.iter().zip(known).all(|(a, b)| is(*a, *b))
}

/// Words that name or point only where something follows or leads that they can be said of.
fn silenced(words: &[&str], place: usize) -> Option<Lex> {
    let word = words[place];
    let next = words.get(place + 1).map_or(",", |next| next);
    let before = place.checked_sub(1).map_or(",", |before| words[before]);
    let thing = |word: &str| {
        use Word::{Carrier, Enemy, Flag, Half, Key, Piece, Prisoner, Round, Squares, Thief};
        matches!(
            meaning(word),
            Some(Lex::Word(
                Carrier | Enemy | Flag | Half | Key | Piece | Prisoner | Round | Squares | Thief
            ))
        )
    };
    // `that thief` points; `2 up 3, that's it` and `2 up 3 that` may mean anything.
    if matches!(word, "that" | "this" | "those" | "these") {
        return (!thing(next) && before != "so").then_some(Lex::Loose);
    }
    // `2 up 3 as 1 goes left` joins, and `twice as fast` measures.
    if word == "as" {
        let who = matches!(meaning(next), Some(Lex::Number(_) | Lex::Id(_) | Lex::Word(Word::All)));
        let measured = matches!(before, "twice" | "thrice" | "times" | "half");
        return who.then_some(Lex::And).or(measured.then_some(Lex::Loose));
    }
    let ordinal = |word: &str| matches!(meaning(word), Some(Lex::Id(_)));
    let named = matches!(before, "the" | "piece" | "number" | "our" | "their" | "with" | "for");
    if !ordinal(word) || named && next == "," {
        return None;
    }
    // `first 2 up 3, then …` says when, not who.
    let after = words.get(place + 2).copied().unwrap_or_default();
    let number = matches!(meaning(next), Some(Lex::Number(_))) && next != "one";
    // `2 first up 2, then …` names 2, and `2 up 3 first thing` nobody else.
    let of_piece = matches!(meaning(before), Some(Lex::Number(_))) && !piece_word(next);
    if of_piece && word != "first" {
        return Some(Lex::Loose);
    }
    if word == "first" && (number || of_piece || next == "," && !ordinal(after)) {
        let goes_on = words[place..].contains(&"then");
        return Some(if goes_on { Lex::Filler } else { Lex::Loose });
    }
    // `2 up 3 first`, `second, 3 right 2`, `the second order`: in which order, not who.
    let pause = matches!(next, "," | ":" | "and" | "then" | "while");
    let listed = words.iter().filter(|word| ordinal(word)).count() > 1;
    let of_orders = matches!(meaning(next), Some(Lex::Word(Word::Plan | Word::Times)));
    (pause && !listed || of_orders).then_some(Lex::Loose)
}

/// Whether it says that somebody is meant.
fn piece_word(word: &str) -> bool {
    word == "one" || meaning(word) == Some(Lex::Word(Word::Piece))
}

/// The meaning of the first words, and how many they are.
fn token(words: &[&str], before: Option<Lex>) -> (Lex, usize) {
    let word = words[0];
    if word == "," || word == ":" {
        return (Lex::Comma, 1);
    }
    if let Some(x) = word.strip_suffix(',') {
        return pair(x, words, before);
    }
    if let Some(coord) = square(words, before) {
        return coord;
    }
    if let Ok(number) = word.parse::<u32>() {
        return (Lex::Number(number), 1);
    }
    if word.chars().all(|c| c.is_ascii_digit()) {
        return (Lex::Number(u32::MAX), 1);
    }
    if let Some(number) = word.strip_prefix('p').and_then(|rest| rest.parse().ok()) {
        return (Lex::Id(number), 1);
    }
    for ending in ["st", "nd", "rd", "th"] {
        if let Some(number) = word.strip_suffix(ending).and_then(|rest| rest.parse().ok()) {
            return (Lex::Id(number), 1 + usize::from(words.get(1) == Some(&"one")));
        }
    }
    let number = |word: &&str| matches!(meaning(word), Some(Lex::Number(_)));
    // `2 u 3`: a letter for a direction stands between numbers.
    let beside = matches!(before, Some(Lex::Number(_) | Lex::Id(_) | Lex::Word(Word::All)))
        || words.get(1).is_some_and(number);
    if let (true, Some((_, lex))) = (beside, LETTERS.iter().find(|(known, _)| *known == word)) {
        return (*lex, 1);
    }
    match meaning(word) {
        Some(Lex::Id(id)) => {
            let pronoun = matches!(words.get(1), Some(&"one" | &"piece" | &"man" | &"unit"));
            (Lex::Id(id), 1 + usize::from(pronoun))
        }
        Some(lex) => (lex, 1),
        None => (Lex::Unknown, 1),
    }
}

/// `x 9 y 1`, `x9 y1`, and `to 9 1`.
fn square(words: &[&str], before: Option<Lex>) -> Option<(Lex, usize)> {
    let number = |word: &str| word.parse::<u32>().ok();
    match words {
        ["x", x, "y", y, ..] => Some((Lex::Coord(number(x)?, number(y)?), 4)),
        [x, y, ..] if x.starts_with('x') && y.starts_with('y') => {
            Some((Lex::Coord(number(&x[1..])?, number(&y[1..])?), 2))
        }
        [x, y, ..] if before == Some(Lex::Word(Word::To)) => {
            Some((Lex::Coord(number(x)?, number(y)?), 2))
        }
        _ => None,
    }
}

/// `9,1`: a square after a word that points at one, otherwise the first of a list of numbers.
fn pair(x: &str, words: &[&str], before: Option<Lex>) -> (Lex, usize) {
    let number = |text: &str| text.trim_end_matches(',').parse::<u32>().ok();
    let x = x.parse().unwrap_or(u32::MAX);
    let points =
        matches!(before, Some(Lex::Word(Word::To | Word::Squares | Word::Sit)) | Some(Lex::Filler));
    let y = words.get(1).filter(|y| !y.ends_with(',')).and_then(|y| number(y));
    match y {
        Some(y) if points => (Lex::Coord(x, y), 2),
        _ => (Lex::Number(x), 1),
    }
}
