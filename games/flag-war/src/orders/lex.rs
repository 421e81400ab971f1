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
    Piece: "piece" | "pieces" | "number" | "unit" | "units" | "man" | "men" | "pawn" | "soldier" | "fighter" | "player" | "token" | "nr";
    Squares: "squares" | "square" | "steps" | "spaces" | "fields" | "field" | "tiles" | "cells";
    Go: "move" | "moves" | "go" | "goes" | "going" | "send" | "step" | "walk" | "walks" | "run" | "runs" | "march" | "push" | "head" | "heads" | "travel" | "put" | "sprint" | "moving" | "movement" | "rush" | "rushes" | "dash" | "dashes" | "slide" | "slides" | "shift" | "shifts";
    Take: "take" | "takes" | "grab" | "grabs" | "fetch" | "fetches" | "steal" | "steals" | "capture" | "captures" | "get" | "gets" | "snatch" | "pick" | "nab" | "has" | "seize" | "seizes" | "taken" | "stolen" | "retrieve" | "retrieves" | "recover" | "recovers" | "collect" | "collects" | "nabs" | "snatches" | "picks" | "taking" | "getting";
    Flag: "flag" | "flags" | "banner";
    Key: "key" | "keys";
    Guard: "guard" | "guards" | "watch" | "watches" | "protect" | "protects" | "cover" | "covers" | "guarding" | "protecting" | "watching" | "mark" | "marks";
    Sit: "sit" | "sits" | "stand" | "stands" | "camp" | "camps" | "occupy" | "occupies" | "block" | "blocks" | "plant" | "plants" | "sitting" | "standing";
    Stop: "stop" | "stops" | "intercept" | "intercepts" | "catch" | "tag" | "hunt" | "hunts" | "chase" | "chases" | "pursue" | "pursues" | "catches" | "tags" | "hunting" | "chasing";
    Rescue: "rescue" | "rescues" | "free" | "frees" | "release" | "liberate" | "unlock" | "save" | "saves" | "releases";
    Prisoner: "prisoner" | "prisoners" | "jail" | "jailed" | "captive" | "captives" | "imprisoned";
    Hold: "hold" | "holds" | "wait" | "waits" | "stay" | "stays" | "freeze" | "halt" | "pause" | "remain" | "remains" | "freezes" | "halts" | "waiting" | "staying" | "holding" | "skip" | "skips" | "pass" | "passes" | "idle";
    Not: "dont" | "not" | "never" | "doesnt" | "wont" | "cant" | "cannot" | "shouldnt" | "mustnt" | "isnt" | "arent";
    Cancel: "cancel" | "cancels" | "forget" | "drop" | "wipe" | "clear" | "delete" | "scrap" | "erase" | "discard" | "abort" | "undo" | "reset" | "remove" | "removes" | "clears" | "wipes" | "drops";
    Plan: "plan" | "plans" | "planned" | "order" | "orders" | "ordered" | "command" | "commands";
    Meta: "rule" | "rules" | "instruction" | "instructions" | "prompt" | "system" | "winner" | "victory" | "referee";
    Until: "until" | "till";
    Everything: "everything";
    Win: "win" | "wins" | "score" | "scores";
    Home: "home" | "base";
    Bring: "bring" | "brings" | "carry" | "return" | "returns" | "deliver" | "delivers" | "carries" | "comeback";
    Retreat: "retreat" | "retreats" | "withdraw" | "withdraws" | "fallback" | "retreating";
    Half: "half" | "land" | "side" | "territory" | "ground";
    Starts: "starts" | "start" | "starting";
    Flank: "flank" | "flanks" | "wide" | "sneak" | "sneaks" | "around" | "along" | "swing" | "swings" | "wing" | "creep" | "creeps" | "flanking" | "via" | "circle" | "circles";
    Bait: "bait" | "baits" | "decoy" | "lure" | "lures" | "distract" | "distracts" | "feint" | "feints" | "tease" | "divert" | "diverts" | "fake" | "fakes" | "decoys";
    Escort: "escort" | "escorts" | "accompany" | "shadow" | "close" | "near" | "bodyguard" | "beside" | "shadows" | "accompanies" | "alongside";
    Spread: "spread" | "spreads" | "scatter" | "disperse" | "fan" | "separate" | "apart";
    Swap: "swap" | "swaps" | "switch" | "exchange" | "trade" | "switches" | "exchanges" | "trades" | "interchange";
    Places: "places" | "positions" | "position" | "place";
    Change: "change";
    Attack: "attack" | "attacks" | "charge" | "assault" | "offensive" | "aggressive" | "aggressively" | "attacking" | "charges" | "storm" | "offence" | "offense";
    Defend: "defend" | "defends" | "safe" | "safely" | "defence" | "defense" | "defensive" | "defensively" | "careful" | "cautious" | "defending" | "carefully" | "cautiously";
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
    Enemy: "their" | "them" | "they" | "enemy" | "enemies" | "opponent" | "opponents" | "theirs" | "foe" | "foes" | "hostile" | "theyve" | "theyre";
    Edge: "edge" | "border" | "wall" | "rim";
    Column: "column" | "file" | "col";
    Row: "row" | "rank" | "line";
    Far: "max" | "maximum" | "farthest" | "furthest";
    Diagonal: "diagonally" | "diagonal";
    If: "if" | "when" | "should" | "once" | "whenever" | "unless";
    Caught: "caught" | "tagged" | "captured" | "arrested" | "catched";
    Each: "each" | "every" | "per";
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
    Query: "what" | "whats" | "where" | "which" | "how" | "show" | "why" | "options" | "option";
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
    ("upper", Lex::Way(Direction::Up)),
    ("lower", Lex::Way(Direction::Down)),
    ("southwards", Lex::Way(Direction::Down)),
    ("back", Lex::Back),
    ("backward", Lex::Back),
    ("backwards", Lex::Back),
];

const LETTERS: &[(&str, Lex)] = &[
    ("u", Lex::Way(Direction::Up)),
    ("d", Lex::Way(Direction::Down)),
    ("l", Lex::Way(Direction::Left)),
    ("r", Lex::Way(Direction::Right)),
];

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

const FILLERS: &str = "\
    a about above across actually again against already also altogether always an and another \
    anything anyway are area as away b be because been before behind below between big bit blue \
    boys call calls carrying case changed clever come comes dear declare did different direction \
    directly do does during duty else enough even fall falls far fast finally find follow follows \
    found further game give gives gone good got great guy guys had hand hands have having he \
    hello help her here hes hi hidden him himself his house however i ignore ill im instead is \
    its itself just keep keeps kindly know leave leaves let lets like list little long look looks \
    lose loses lost make makes many may maybe me might missing moment more most much must name \
    names need needs new nice no nor northeast northwest nothing notice of off often ok okay old \
    on only open or out over password people perhaps play plays please possible previous print \
    pull pulls quick quickly quiet quite reach reaches really red repeat repeated s said same say \
    says secret see sees set shall she shes simply since sir slow slowly so some something soon \
    southeast southwest spot spots started still straight strategy sure tactic tactics tell than \
    thanks that thats the themselves then there theres these thing things think this those though \
    through tight today too total tries try trying under use very want was way weather well were \
    weve while who whole whos will word words work works world would write yes yet you your youre \
    yourself yourselves zone zones \
    ";

/// Phrases of several known words, after typing errors are mended. Earlier ones count first.
const PHRASES: &[(&str, &str)] = &[
    ("northeast", "up right"),
    ("northwest", "up left"),
    ("southeast", "down right"),
    ("southwest", "down left"),
    ("ne", "up right"),
    ("nw", "up left"),
    ("se", "down right"),
    ("sw", "down left"),
    ("for the next", "for"),
    ("in each of the next", "for"),
    ("in the next round", "next round"),
    ("in the next turn", "next turn"),
    ("how about", ""),
    ("what about", ""),
    ("all of them", "all"),
    ("both of them", "both"),
    ("both of you", "both"),
    ("none of them", "nobody"),
    ("none of you", "nobody"),
    ("one of you", "anyone"),
    ("one of us", "anyone"),
    ("any of you", "anyone"),
    ("other than", "except"),
    ("apart from", "except"),
    ("aside from", "except"),
    ("followed by", "then"),
    ("after which", "then"),
    ("look after", "guard"),
    ("looks after", "guard"),
    ("take care of", "guard"),
    ("takes care of", "guard"),
    ("keep an eye on", "guard"),
    ("keeps an eye on", "guard"),
    ("cut off", "stop"),
    ("cuts off", "stop"),
    ("take out", "stop"),
    ("takes out", "stop"),
    ("draw them", "bait"),
    ("draws them", "bait"),
    ("draw the enemy", "bait"),
    ("draws the enemy", "bait"),
    ("draw red", "bait"),
    ("draws red", "bait"),
    ("draw blue", "bait"),
    ("draws blue", "bait"),
    ("give up", "resign"),
    ("split up", "spread"),
    ("stay defensive", "defend"),
    ("stay careful", "defend"),
    ("stay cautious", "defend"),
    ("hold back", "defend"),
    ("take no risks", "defend"),
    ("keep everything safe", "defend"),
    ("keep things safe", "defend"),
    ("keep us safe", "defend"),
    ("stay on the defensive", "defend"),
    ("round the left", "flank left"),
    ("round the right", "flank right"),
    ("up the left side", "flank left"),
    ("up the right side", "flank right"),
    ("down the left side", "flank left"),
    ("down the right side", "flank right"),
    ("until further notice", ""),
    ("until changed", ""),
    ("until i say so", ""),
    ("until it hits", "to"),
    ("until the end", "max"),
    ("till the edge", "max"),
    ("till the end", "max"),
    ("to the end", "max"),
    ("as far left as", "left as far as"),
    ("as far right as", "right as far as"),
    ("as far up as", "up as far as"),
    ("as far down as", "down as far as"),
    ("as far as it goes", "max"),
    ("as far as he goes", "max"),
    ("over the next", "for"),
    ("the next", "next"),
    ("and finally", "then"),
    ("finally", "then"),
    ("neutral zone", "neutral row"),
    ("do nothing", "hold"),
    ("does nothing", "hold"),
    ("where it is", "hold"),
    ("where he is", "hold"),
    ("where they are", "hold"),
    ("everyone else", "others"),
    ("everybody else", "others"),
    ("all the others", "others"),
    ("all others", "others"),
    ("piece on the left", "leftmost"),
    ("one on the left", "leftmost"),
    ("piece on the right", "rightmost"),
    ("one on the right", "rightmost"),
    ("piece in the middle", "midmost"),
    ("one in the middle", "midmost"),
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
    ("sit tight", "hold"),
    ("sits tight", "hold"),
    ("sit still", "hold"),
    ("sits still", "hold"),
    ("stands still", "hold"),
    ("stay still", "hold"),
    ("stays still", "hold"),
    ("stays put", "hold"),
    ("hold position", "hold"),
    ("hold positions", "hold"),
    ("hold your position", "hold"),
    ("hold your positions", "hold"),
    ("in place", "hold"),
    ("doesnt move", "hold"),
    ("wont move", "hold"),
    ("shouldnt move", "hold"),
    ("mustnt move", "hold"),
    ("not moving", "hold"),
    ("no movement", "nobody"),
    ("keep still", "hold"),
    ("stay where you are", "hold"),
    ("stay close to", "escort"),
    ("stays close to", "escort"),
    ("stay close", "escort"),
    ("stays close", "escort"),
    ("keep close to", "escort"),
    ("keeps close to", "escort"),
    ("keep near", "escort"),
    ("stay by", "escort"),
    ("stays by", "escort"),
    ("stay next to", "escort"),
    ("stays next to", "escort"),
    ("next to", "escort"),
    ("stick to", "escort"),
    ("stick with", "escort"),
    ("sticks to", "escort"),
    ("sticks with", "escort"),
    ("walk with", "escort"),
    ("walks with", "escort"),
    ("go with", "escort"),
    ("goes with", "escort"),
    ("stay near", "escort"),
    ("stays near", "escort"),
    ("stay with", "escort"),
    ("stays with", "escort"),
    ("stay beside", "escort"),
    ("follow the carrier", "escort carrier"),
    ("follows the carrier", "escort carrier"),
    ("follow our carrier", "escort carrier"),
    ("go after", "hunt"),
    ("get after", "hunt"),
    ("head after", "hunt"),
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
    ("head home", "comeback"),
    ("heads home", "comeback"),
    ("back home", "comeback"),
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
    ("pulls back", "retreat"),
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
    ("where they started", "starts"),
    ("where we started", "starts"),
    ("back to start", "starts"),
    ("back to the start", "starts"),
    ("return to start", "starts"),
    ("return to the start", "starts"),
    ("to the start", "starts"),
    ("throw everything at them", "all attack"),
    ("give them everything", "all attack"),
    ("with everything", ""),
    ("give it everything", "all attack"),
    ("throw everyone at them", "all attack"),
    ("throw all at them", "all attack"),
    ("everything at them", "all attack"),
    ("throw all we have at them", "all attack"),
    ("throw everything we have at them", "all attack"),
    ("throw everything we have got at them", "all attack"),
    ("all out attack", "all attack"),
    ("all out", "all attack"),
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
    ("after this", "then"),
    ("and afterwards", "then"),
    ("and then", "then"),
    ("afterwards", "then"),
    ("as soon as", "if"),
    ("in case", "if"),
    ("in the event that", "if"),
    ("in the event", "if"),
    ("provided that", "if"),
    ("as long as", "if"),
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
    ("are in jail", "caught"),
    ("are caught", "caught"),
    ("are jailed", "caught"),
    ("be caught", "caught"),
    ("be captured", "caught"),
    ("be tagged", "caught"),
    ("be jailed", "caught"),
    ("is imprisoned", "caught"),
    ("gets imprisoned", "caught"),
    ("is arrested", "caught"),
    ("gets arrested", "caught"),
    ("is taken prisoner", "caught"),
    ("gets taken prisoner", "caught"),
    ("is sent to jail", "caught"),
    ("gets sent to jail", "caught"),
    ("is put in jail", "caught"),
    ("ends up in jail", "caught"),
    ("go to jail", "caught"),
    ("land in jail", "caught"),
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
                words.push(if *letter == ':' { ":" } else { "," }.to_owned());
            }
            '#' => {
                push(&mut words, &mut word);
                words.push("piece".to_owned());
            }
            '&' | '+' => {
                push(&mut words, &mut word);
                words.push("and".to_owned());
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
    let letters: Vec<char> = word.chars().collect();
    let short = letters.len() < 2 || letters.iter().any(char::is_ascii_digit);
    if short || is_known(word) || phrase_words().any(|known| known == word) {
        return word.to_owned();
    }
    let known = WAYS
        .iter()
        .map(|(known, _)| *known)
        .chain(ORDINALS.iter().copied())
        .chain(WORDS.iter().map(|(known, _)| *known))
        .chain(NUMBERS.iter().copied())
        .chain(FILLERS.split_whitespace())
        .chain(phrase_words());
    // Short words are near to too many others; only directions are worth the guess.
    let mut long = known.filter(|known| *known == "up" || letters.len() > 2 && known.len() > 2);
    let swapped = long.clone().find(|known| is_swapped(&letters, known));
    let meant = swapped.or_else(|| long.find(|known| one_letter_off(&letters, known)));
    meant.unwrap_or(word).to_owned()
}

/// The words of phrases, some of which mean nothing alone.
fn phrase_words() -> impl Iterator<Item = &'static str> + Clone {
    PHRASES.iter().flat_map(|(phrase, _)| phrase.split(' '))
}

fn is_filler(word: &str) -> bool {
    FILLERS.split_whitespace().any(|known| known == word)
}

fn is_known(word: &str) -> bool {
    WAYS.iter().any(|(known, _)| *known == word)
        || WORDS.iter().any(|(known, _)| *known == word)
        || NUMBERS.contains(&word)
        || ORDINALS.contains(&word)
        || is_filler(word)
        || matches!(word, "midmost" | "p" | "x" | "y")
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
    // `first 2 up 3, then …` says when, not who.
    let number = |word: &&str| word.parse::<u32>().is_ok() || NUMBERS.contains(word);
    if word == "first" && words.get(1).is_some_and(|next| number(next) && *next != "one") {
        return (Lex::Filler, 1);
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
    // `2 u 3`: a letter for a direction stands between numbers.
    let beside = matches!(before, Some(Lex::Number(_) | Lex::Id(_) | Lex::Word(Word::All)))
        || words.get(1).is_some_and(number);
    if let (true, Some((_, lex))) = (beside, LETTERS.iter().find(|(known, _)| *known == word)) {
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
    if is_filler(word) {
        return (Lex::Filler, 1);
    }
    (Lex::Unknown, 1)
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
