//! From letters to known words.
//!
//! A word that is not known but one typing error away from a known one counts as it. Phrases of
//! several words become one.

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
    Unknown,
}

macro_rules! words {
    ($($name:ident: $($text:literal)|+;)*) => {
        /// A word that orders are made of.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Word { $($name),* }

        /// Every word with its meaning. Where a typing error fits several, the first counts.
        const WORDS: &[(&str, Word)] = &[$($(($text, Word::$name)),+),*];
    };
}

words! {
    Piece: "piece" | "pieces" | "number" | "unit" | "man" | "pawn" | "soldier";
    Squares: "squares" | "square" | "steps" | "spaces" | "fields" | "field" | "tiles" | "cells";
    Go: "move" | "moves" | "go" | "goes" | "going" | "send" | "step" | "walk" | "walks" | "run" | "runs" | "march" | "push" | "head" | "heads" | "travel" | "put" | "sprint";
    Take: "take" | "takes" | "grab" | "grabs" | "fetch" | "fetches" | "steal" | "steals" | "capture" | "captures" | "get" | "gets" | "snatch" | "pick" | "nab" | "has" | "seize" | "seizes" | "taken" | "stolen";
    Flag: "flag" | "flags" | "banner";
    Key: "key" | "keys";
    Guard: "guard" | "guards" | "watch" | "watches" | "protect" | "protects" | "cover" | "covers" | "guarding";
    Sit: "sit" | "sits" | "stand" | "stands" | "camp" | "camps" | "occupy" | "occupies" | "block" | "blocks";
    Stop: "stop" | "stops" | "intercept" | "intercepts" | "catch" | "tag" | "hunt" | "hunts" | "chase" | "chases" | "pursue" | "attackthief";
    Rescue: "rescue" | "rescues" | "free" | "frees" | "release" | "liberate" | "unlock" | "save";
    Prisoner: "prisoner" | "prisoners" | "jail" | "jailed" | "captive" | "captives" | "imprisoned";
    Hold: "hold" | "holds" | "wait" | "waits" | "stay" | "stays" | "freeze" | "halt" | "pause" | "remain" | "remains";
    Not: "dont" | "not" | "never";
    Cancel: "cancel" | "cancels" | "forget" | "drop" | "wipe" | "clear" | "delete" | "scrap" | "erase" | "discard" | "abort";
    Plan: "plan" | "plans" | "order" | "orders" | "command" | "commands";
    Everything: "everything";
    Win: "win" | "wins" | "score" | "scores";
    Home: "home" | "base";
    Bring: "bring" | "brings" | "carry" | "return" | "returns" | "deliver" | "comeback";
    Retreat: "retreat" | "retreats" | "withdraw" | "fallback";
    Half: "half" | "land" | "side" | "territory" | "ground";
    Starts: "starts" | "start" | "starting";
    Flank: "flank" | "flanks" | "wide" | "sneak" | "sneaks" | "around" | "along" | "swing" | "swings" | "wing" | "creep" | "creeps";
    Bait: "bait" | "baits" | "decoy" | "lure" | "lures" | "distract" | "distracts" | "feint" | "feints" | "tease";
    Escort: "escort" | "escorts" | "accompany" | "shadow" | "close" | "near" | "bodyguard" | "beside";
    Spread: "spread" | "spreads" | "scatter" | "disperse" | "fan";
    Swap: "swap" | "swaps" | "switch" | "exchange" | "trade";
    Places: "places" | "positions" | "position" | "place";
    Change: "change";
    Attack: "attack" | "attacks" | "charge" | "assault" | "offensive" | "aggressive";
    Defend: "defend" | "defends" | "safe" | "safely" | "defence" | "defense" | "defensive" | "careful" | "cautious";
    Balanced: "balanced" | "balance" | "normally";
    Throw: "throw";
    Carrier: "carrier" | "bearer" | "flagcarrier";
    Thief: "thief" | "robber" | "stealer";
    All: "all" | "everyone" | "everybody" | "team" | "squad";
    Both: "both";
    Others: "others" | "other" | "remaining" | "rest";
    Nobody: "nobody" | "noone" | "none";
    Any: "anyone" | "anybody" | "somebody" | "someone" | "nearest" | "closest" | "best" | "whoever" | "any";
    Leftmost: "leftmost";
    Rightmost: "rightmost";
    Middle: "middle" | "centre" | "center" | "neutral" | "central";
    Except: "except" | "but" | "without" | "excluding";
    Own: "our" | "ours" | "my" | "own" | "us" | "we" | "mine";
    Enemy: "their" | "them" | "they" | "enemy" | "enemies" | "opponent" | "opponents" | "theirs" | "foe" | "hostile";
    Edge: "edge" | "border" | "wall" | "rim";
    Column: "column" | "file" | "col";
    Row: "row" | "rank" | "line";
    Far: "max" | "maximum" | "farthest" | "furthest";
    Diagonal: "diagonally" | "diagonal";
    If: "if" | "when" | "should" | "once" | "whenever";
    Caught: "caught" | "tagged" | "captured" | "arrested";
    Each: "each" | "every";
    Times: "times" | "time";
    Twice: "twice";
    Thrice: "thrice";
    Round: "round" | "rounds" | "turn" | "turns" | "tick" | "ticks";
    Next: "next";
    Now: "now" | "immediately";
    In: "in" | "within";
    For: "for";
    To: "to" | "onto" | "towards" | "toward" | "at" | "into";
    With: "with";
    By: "by";
    Query: "what" | "where" | "which" | "how" | "show" | "why";
    Can: "can" | "could";
    From: "from";
    It: "it";
    Auto: "auto" | "automatic" | "assistant";
    Suggest: "suggest" | "suggestions" | "propose" | "advise";
    Manual: "manual" | "manually";
    Accept: "accept" | "accepted" | "agree";
    Ready: "ready" | "done";
    Resign: "resign" | "surrender";
    Draw: "draw";
    Offer: "offer";
    After: "after";
    One: "ones";
    Last: "last";
}

const WAYS: &[(&str, Lex)] = &[
    ("up", Lex::Way(Direction::Up)),
    ("north", Lex::Way(Direction::Up)),
    ("upwards", Lex::Way(Direction::Up)),
    ("upward", Lex::Way(Direction::Up)),
    ("northwards", Lex::Way(Direction::Up)),
    ("down", Lex::Way(Direction::Down)),
    ("south", Lex::Way(Direction::Down)),
    ("downwards", Lex::Way(Direction::Down)),
    ("downward", Lex::Way(Direction::Down)),
    ("left", Lex::Way(Direction::Left)),
    ("west", Lex::Way(Direction::Left)),
    ("leftwards", Lex::Way(Direction::Left)),
    ("westwards", Lex::Way(Direction::Left)),
    ("right", Lex::Way(Direction::Right)),
    ("east", Lex::Way(Direction::Right)),
    ("rightwards", Lex::Way(Direction::Right)),
    ("eastwards", Lex::Way(Direction::Right)),
    ("forward", Lex::Forward),
    ("advance", Lex::Forward),
    ("advances", Lex::Forward),
    ("forwards", Lex::Forward),
    ("ahead", Lex::Forward),
    ("onward", Lex::Forward),
    ("back", Lex::Back),
    ("backward", Lex::Back),
    ("backwards", Lex::Back),
];

const NUMBERS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

const ORDINALS: &[&str] =
    &["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];

const FILLERS: &[&str] = &[
    "the",
    "a",
    "an",
    "b",
    "no",
    "of",
    "you",
    "your",
    "please",
    "is",
    "are",
    "be",
    "that",
    "this",
    "these",
    "those",
    "as",
    "far",
    "possible",
    "his",
    "her",
    "its",
    "he",
    "she",
    "him",
    "i",
    "me",
    "want",
    "let",
    "lets",
    "will",
    "would",
    "just",
    "only",
    "also",
    "too",
    "so",
    "on",
    "off",
    "out",
    "over",
    "do",
    "does",
    "did",
    "spot",
    "spots",
    "who",
    "keep",
    "keeps",
    "have",
    "having",
    "make",
    "makes",
    "way",
    "until",
    "till",
    "again",
    "rule",
    "rules",
    "blue",
    "red",
    "winner",
    "declare",
    "ignore",
    "there",
    "here",
    "and",
    "then",
    "while",
    "hello",
    "hi",
    "thanks",
    "yes",
    "ok",
    "okay",
    "good",
    "well",
    "game",
    "guys",
    "guy",
    "boys",
    "come",
    "comes",
    "gone",
    "got",
    "moving",
    "play",
    "plays",
    "start",
    "up",
    "us",
    "if",
    "still",
    "some",
    "much",
    "many",
    "more",
    "than",
    "very",
    "really",
    "like",
    "think",
    "about",
    "could",
    "anything",
    "nothing",
    "weather",
    "today",
    "nice",
    "system",
    "prompt",
    "previous",
    "instructions",
    "tell",
    "me",
    "rounds",
    "through",
    "across",
    "behind",
    "fall",
    "falls",
    "pull",
    "pulls",
    "hand",
    "hands",
    "call",
    "calls",
    "lost",
    "lose",
    "loses",
    "find",
    "found",
    "look",
    "looks",
    "see",
    "sees",
    "say",
    "says",
    "said",
    "know",
    "need",
    "needs",
    "new",
    "old",
    "big",
    "long",
    "most",
    "must",
    "may",
    "might",
    "shall",
    "never",
    "always",
    "often",
    "under",
    "above",
    "below",
    "between",
    "before",
    "during",
    "against",
    "because",
    "since",
    "though",
    "great",
    "thing",
    "things",
    "something",
    "people",
    "world",
    "house",
    "work",
    "works",
    "help",
    "tactic",
    "tactics",
    "strategy",
    "clever",
    "quick",
    "quickly",
    "fast",
    "slow",
    "slowly",
    "carefully",
    "straight",
    "same",
    "different",
    "another",
    "own",
    "quiet",
    "tight",
    "whole",
    "word",
    "words",
    "name",
    "names",
    "list",
    "hidden",
    "secret",
    "password",
    "write",
    "print",
    "started",
    "carrying",
    "steps",
    "moves",
    "been",
    "was",
    "were",
    "had",
    "it",
    "its",
    "nor",
    "or",
    "give",
    "gives",
    "set",
    "use",
    "follow",
    "follows",
    "open",
    "moment",
    "case",
    "soon",
    "starting",
];

/// Phrases of several known words, after typing errors are mended. Earlier ones count first.
const PHRASES: &[(&str, &str)] = &[
    ("as far as it can", "max"),
    ("as far as you can", "max"),
    ("as far as he can", "max"),
    ("as far as she can", "max"),
    ("as far as possible", "max"),
    ("as far as they can", "max"),
    ("all the way", "max"),
    ("until the edge", "max"),
    ("to the edge", "max"),
    ("to the wall", "max"),
    ("to the border", "max"),
    ("the one with the flag", "carrier"),
    ("the one with our flag", "thief"),
    ("the one who has the flag", "carrier"),
    ("the one that has the flag", "carrier"),
    ("whoever has the flag", "carrier"),
    ("the one carrying the flag", "carrier"),
    ("their flag carrier", "thief"),
    ("enemy flag carrier", "thief"),
    ("flag carrier", "carrier"),
    ("flag bearer", "carrier"),
    ("flag thief", "thief"),
    ("their carrier", "thief"),
    ("enemy carrier", "thief"),
    ("no one", "nobody"),
    ("not one", "nobody"),
    ("do not move", "hold"),
    ("dont move", "hold"),
    ("not move", "hold"),
    ("never move", "hold"),
    ("stay put", "hold"),
    ("stand still", "hold"),
    ("hold still", "hold"),
    ("stand by", "hold"),
    ("keep still", "hold"),
    ("stay where you are", "hold"),
    ("stay close to", "escort"),
    ("stays close to", "escort"),
    ("stay close", "escort"),
    ("stays close", "escort"),
    ("keep close to", "escort"),
    ("stay near", "escort"),
    ("stays near", "escort"),
    ("stay with", "escort"),
    ("stays with", "escort"),
    ("stay beside", "escort"),
    ("follow the carrier", "escort carrier"),
    ("go after", "hunt"),
    ("goes after", "hunt"),
    ("run after", "hunt"),
    ("runs after", "hunt"),
    ("come back home", "comeback"),
    ("come back", "comeback"),
    ("comes back", "comeback"),
    ("come home", "comeback"),
    ("comes home", "comeback"),
    ("run home", "comeback"),
    ("runs home", "comeback"),
    ("go home", "comeback"),
    ("goes home", "comeback"),
    ("run back", "comeback"),
    ("go back with it", "comeback"),
    ("bring it back", "comeback"),
    ("bring it home", "comeback"),
    ("carry it home", "comeback"),
    ("carry it back", "comeback"),
    ("return with it", "comeback"),
    ("fall back", "retreat"),
    ("falls back", "retreat"),
    ("pull back", "retreat"),
    ("back to our half", "retreat"),
    ("back to our land", "retreat"),
    ("back to our side", "retreat"),
    ("back to our territory", "retreat"),
    ("back to your first squares", "starts"),
    ("your first squares", "starts"),
    ("the first squares", "starts"),
    ("first squares", "starts"),
    ("starting squares", "starts"),
    ("start squares", "starts"),
    ("starting positions", "starts"),
    ("start positions", "starts"),
    ("starting places", "starts"),
    ("where you started", "starts"),
    ("throw everything at them", "all attack"),
    ("give them everything", "all attack"),
    ("with everything", ""),
    ("all out attack", "all attack"),
    ("go all in", "all attack"),
    ("keep it safe", "defend"),
    ("play it safe", "defend"),
    ("play safe", "defend"),
    ("stay safe", "defend"),
    ("left over", "others"),
    ("the rest", "others"),
    ("middle one", "midmost"),
    ("middle piece", "midmost"),
    ("left one", "leftmost"),
    ("left piece", "leftmost"),
    ("right one", "rightmost"),
    ("right piece", "rightmost"),
    ("change places", "swap"),
    ("change positions", "swap"),
    ("change squares", "swap"),
    ("number of", "of"),
    ("after that", "then"),
    ("and then", "then"),
    ("afterwards", "then"),
    ("as soon as", "if"),
    ("in case", "if"),
    ("right now", "now"),
    ("this round", "now"),
    ("this turn", "now"),
    ("this time", "now"),
    ("gets caught", "caught"),
    ("get caught", "caught"),
    ("is caught", "caught"),
    ("gets tagged", "caught"),
    ("get tagged", "caught"),
    ("is tagged", "caught"),
    ("is jailed", "caught"),
    ("gets jailed", "caught"),
    ("get jailed", "caught"),
    ("is captured", "caught"),
    ("gets captured", "caught"),
    ("lands in jail", "caught"),
    ("goes to jail", "caught"),
    ("is in jail", "caught"),
];

/// The words of a text with their meanings.
pub(super) struct Lexed {
    pub tokens: Vec<(Lex, String)>,
    /// Whether any word was known.
    pub known: bool,
    pub question: bool,
}

pub(super) fn lex(text: &str) -> Lexed {
    let text: String = text.chars().take(LONGEST).collect::<String>().to_lowercase();
    let text = close_brackets(&text);
    let question = text.trim_end().ends_with('?');
    let raw = split(&text);
    let mended: Vec<String> = raw.iter().map(|word| mend(word)).collect();
    let mut joined = format!(" {} ", mended.join(" "));
    for (phrase, short) in PHRASES {
        let (phrase, short) = (format!(" {phrase} "), format!(" {short} "));
        while joined.contains(&phrase) {
            joined = joined.replacen(&phrase, &short, 1);
        }
    }
    let words: Vec<&str> = joined.split_whitespace().collect();
    let mut tokens = Vec::new();
    let mut place = 0;
    while place < words.len() {
        let (lex, used) = token(&words[place..], tokens.last().map(|(lex, _)| *lex));
        tokens.push((lex, words[place..place + used].join(" ")));
        place += used;
    }
    let known = tokens.iter().any(|(lex, _)| !matches!(lex, Lex::Unknown | Lex::Comma));
    Lexed { tokens, known, question }
}

/// `(9, 1)` is `9,1`.
fn close_brackets(text: &str) -> String {
    let mut inside = false;
    let kept = text.chars().filter_map(|letter| match letter {
        '(' | ')' => {
            inside = letter == '(';
            Some(' ')
        }
        letter if inside && letter.is_whitespace() => None,
        letter => Some(letter),
    });
    kept.collect()
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
                words.push(",".to_owned());
            }
            '#' => {
                push(&mut words, &mut word);
                words.push("piece".to_owned());
            }
            letter if letter.is_alphanumeric() => {
                // `3left` and `p2`: a change from number to letter ends a word, save `2nd` and `p2`.
                let digit = letter.is_ascii_digit();
                let ends = word.chars().last().is_some_and(|last| last.is_ascii_digit() != digit);
                if ends && digit && word != "p" && word != "x" && word != "y" {
                    push(&mut words, &mut word);
                }
                if ends && !digit {
                    let rest: String = letters[place..].iter().take(2).collect();
                    if !matches!(rest.as_str(), "st" | "nd" | "rd" | "th") && !word.starts_with('p')
                    {
                        push(&mut words, &mut word);
                    }
                }
                word.push(*letter);
            }
            _ => push(&mut words, &mut word),
        }
    }
    push(&mut words, &mut word);
    words
}

fn push(words: &mut Vec<String>, word: &mut String) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

/// The known word that this one is meant to be, or the word itself.
fn mend(word: &str) -> String {
    let letters = word.chars().count();
    if letters < 2 || word.chars().any(|c| c.is_ascii_digit()) || is_known(word) {
        return word.to_owned();
    }
    let known = WAYS
        .iter()
        .map(|(known, _)| *known)
        .chain(WORDS.iter().map(|(known, _)| *known))
        .chain(NUMBERS.iter().copied())
        .chain(ORDINALS.iter().copied())
        .chain(FILLERS.iter().copied());
    // Short words are near to too many others; only directions are worth the guess.
    let mut long = known.filter(|known| *known == "up" || letters > 2 && known.len() > 2);
    let swapped = long.clone().find(|known| is_swapped(word, known));
    let meant = swapped.or_else(|| long.find(|known| one_letter_off(word, known)));
    meant.unwrap_or(word).to_owned()
}

fn is_known(word: &str) -> bool {
    WAYS.iter().any(|(known, _)| *known == word)
        || WORDS.iter().any(|(known, _)| *known == word)
        || NUMBERS.contains(&word)
        || ORDINALS.contains(&word)
        || FILLERS.contains(&word)
        || matches!(word, "midmost" | "p" | "x" | "y")
}

/// Whether two neighbouring letters are swapped.
fn is_swapped(word: &str, known: &str) -> bool {
    match differing(word, known) {
        (a, b) if a.len() == b.len() => {
            matches!((&a[..], &b[..]), ([x, y, left @ ..], [p, q, right @ ..])
                if x == q && y == p && left == right)
        }
        _ => false,
    }
}

/// Whether one letter is missing, added or wrong.
fn one_letter_off(word: &str, known: &str) -> bool {
    let (a, b) = differing(word, known);
    let without_first = |letters: &[char]| letters.get(1..).map(<[char]>::to_vec);
    let (a_rest, b_rest) = (without_first(&a), without_first(&b));
    a_rest.is_some() && a_rest == b_rest || a_rest.as_ref() == Some(&b) || b_rest == Some(a)
}

/// What is left of both from the first letter that differs.
fn differing(word: &str, known: &str) -> (Vec<char>, Vec<char>) {
    let same = word.chars().zip(known.chars()).take_while(|(a, b)| a == b).count();
    (word.chars().skip(same).collect(), known.chars().skip(same).collect())
}

/// The meaning of the first words, and how many they are.
fn token(words: &[&str], before: Option<Lex>) -> (Lex, usize) {
    let word = words[0];
    if word == "," {
        return (Lex::Comma, 1);
    }
    if let Some(x) = word.strip_suffix(',') {
        return pair(x, words, before);
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
    if let Some(place) = ORDINALS.iter().position(|known| *known == word) {
        let pronoun = matches!(words.get(1), Some(&"one" | &"piece" | &"man" | &"unit"));
        return (Lex::Id(place as u32 + 1), 1 + usize::from(pronoun));
    }
    if let Some(number) = NUMBERS.iter().position(|known| *known == word) {
        return (Lex::Number(number as u32), 1);
    }
    if let Some((_, lex)) = WAYS.iter().find(|(known, _)| *known == word) {
        return (*lex, 1);
    }
    match word {
        "and" | "while" => return (Lex::And, 1),
        "then" => return (Lex::Then, 1),
        "midmost" => return (Lex::Word(Word::Middle), 1),
        _ => {}
    }
    if let Some((_, word)) = WORDS.iter().find(|(known, _)| *known == word) {
        return (Lex::Word(*word), 1);
    }
    if FILLERS.contains(&word) {
        return (Lex::Filler, 1);
    }
    (Lex::Unknown, 1)
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
