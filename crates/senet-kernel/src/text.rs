//! The game in words and characters: what terminals, logs and screen readers show.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Cast, Game, Measures, NoOrders, Question, Seat, Viewer};

/// What a game says. Everything is made from a view, so that no sentence can leak.
pub trait Text: Game {
    /// What a seat is called, such as "Pilot", whoever sits there.
    fn seat_name(view: &Self::View, seat: Seat) -> String;

    /// Puts the people's names into a view, so that all that is said from it names them. The prompt
    /// of who is to act begins with them, and the drawing shows everybody.
    fn cast(view: &mut Self::View, cast: &Cast);

    /// One line: whose turn it is and what is wanted, or what is waited for, or how it ended.
    fn prompt(view: &Self::View, viewer: Viewer) -> String;

    /// The board as text, for a terminal of 100 columns.
    fn draw(view: &Self::View, viewer: Viewer) -> Drawing;

    /// An event in a sentence, from the view after it.
    fn tell(view: &Self::View, event: &Self::Event) -> String;

    /// A command in a few words, as a player would type it: "place 4 on radio".
    fn say(view: &Self::View, command: &Self::Command) -> String;

    /// Reads what a player typed where [`say`](Text::say) does not list it. `memo` is what earlier
    /// readings asked to remember for this seat (`null` at first). A refusal says what was not
    /// understood.
    fn read(
        view: &Self::View,
        seat: Seat,
        text: &str,
        memo: &serde_json::Value,
    ) -> Result<Reading<Self::Command>, Unread>;

    /// A command that was read from a text said at this view, marked so that it does not beat what the
    /// seat orders before it arrives. Most games have no use for that.
    fn spoken(_view: &Self::View, command: Self::Command) -> Self::Command {
        command
    }

    /// What the plans that a seat's memo holds ask for now. Hosts ask after every change of a game
    /// that plays against the clock. Most games remember nothing.
    fn plans(
        _view: &Self::View,
        _seat: Seat,
        _memo: &serde_json::Value,
    ) -> Option<Reading<Self::Command>> {
        None
    }

    /// The question to a language model about words that were not understood, from the view of who said
    /// them alone. None where a game reads no orders by one, or nothing can be ordered now.
    fn question(_view: &Self::View, _text: &str) -> Option<Question> {
        None
    }

    /// The commands of a model's answer to a question with this input, by the view of now. What was
    /// ordered since, or was understood without it, stays.
    fn answered(
        _view: &Self::View,
        _input: u32,
        _answer: &str,
    ) -> Result<Vec<Self::Command>, NoOrders> {
        Err(NoOrders::NotPlaying)
    }

    /// What a screen asks about before it submits this: the command gives up, loses at once, or
    /// wastes what could be used. None where it may just be done.
    fn caution(_view: &Self::View, _seat: Seat, _command: &Self::Command) -> Option<String> {
        None
    }

    /// What a command would lead to, with its chances, as far as the viewer can know. None where the
    /// command says it all.
    fn outlook(_view: &Self::View, _command: &Self::Command) -> Option<String> {
        None
    }

    /// Why nobody may talk at this moment, where the rules ask for silence: a host passes no chat on then.
    fn hush(_view: &Self::View) -> Option<String> {
        None
    }

    /// The forms of words that a player may type, each with what it does.
    fn forms() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The game's own number of the moment, such as "Turn 3": what happens is told under it. Empty
    /// where a game counts nothing.
    fn moment(_view: &Self::View) -> String {
        String::new()
    }

    /// Which part of a long game this is, counted from 1, such as a battle of a campaign: a part can
    /// be looked back at by itself. None where a game is one piece, or between two parts.
    fn part(_view: &Self::View) -> Option<usize> {
        None
    }

    /// How many of the last events a log tells; all where the game does not limit it.
    fn retention(_view: &Self::View) -> Option<usize> {
        None
    }

    /// Whether an event tells just how it ended, which [`ending`](Text::ending) tells again with its
    /// reasons: who shows both leaves the event out.
    fn closes(_event: &Self::Event) -> bool {
        false
    }

    /// What to look back at when it is over: the result, why, and figures. Empty before that.
    fn ending(view: &Self::View) -> Drawing;

    /// Why the game ended and the numbers that it counted, from the final view. The provided way
    /// leaves it to the outcome.
    fn measures(_view: &Self::View) -> Measures {
        Measures::default()
    }
}

/// What a player's words come to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reading<C> {
    /// What to submit, in order.
    pub commands: Vec<C>,
    /// What was understood, in a sentence; empty where the commands say it all.
    pub read_back: String,
    /// The parts that were not understood.
    pub not_understood: Vec<String>,
    /// Where the words can be meant in more than one way, texts to choose from, each of which is read
    /// without doubt. There is nothing to submit then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<String>,
    /// What to remember for the seat from now on; none leaves it as it is.
    pub memo: Option<serde_json::Value>,
}

impl<C> Reading<C> {
    /// Just commands, with nothing to add or to remember.
    pub const fn commands(commands: Vec<C>) -> Reading<C> {
        Reading {
            commands,
            read_back: String::new(),
            not_understood: Vec::new(),
            asks: Vec::new(),
            memo: None,
        }
    }
}

/// `1 bot`, `2 bots`: a count of what takes an s.
pub fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Why a player's words came to nothing, as data: a code, a sentence and the facts behind it.
///
/// The codes of every game are made by the constructors; a game may have others of its own, which its
/// rules document names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// A stable code in snake case.
    pub code: &'static str,
    /// What was not understood and what to say instead, for a person.
    pub sentence: String,
    /// What a program needs to ask again: the word, the choices.
    pub facts: serde_json::Map<String, serde_json::Value>,
}

impl Unread {
    /// A refusal with a code of the game's own.
    pub fn new(code: &'static str, sentence: impl Into<String>) -> Unread {
        Unread { code, sentence: sentence.into(), facts: serde_json::Map::new() }
    }

    /// The words as a whole mean nothing here.
    pub fn not_understood(sentence: impl Into<String>) -> Unread {
        Unread::new("not_understood", sentence)
    }

    /// Nothing was said.
    pub fn empty_text(sentence: impl Into<String>) -> Unread {
        Unread::new("empty_text", sentence)
    }

    /// One word is unknown here; the others may be all right.
    pub fn unknown_word(word: &str, sentence: impl Into<String>) -> Unread {
        Unread::new("unknown_word", sentence).with("word", word)
    }

    /// The words fit several things; each of the choices can be said instead.
    pub fn which_one(choices: Vec<String>, sentence: impl Into<String>) -> Unread {
        Unread::new("which_one", sentence).with("choices", choices)
    }

    /// What is wanted is clear, but not with what: a card, a place, a player.
    pub fn missing_target(wanted: &str, sentence: impl Into<String>) -> Unread {
        Unread::new("missing_target", sentence).with("wanted", wanted)
    }

    /// The words are clear, and there is nothing that they could mean now.
    pub fn nothing_to_do(sentence: impl Into<String>) -> Unread {
        Unread::new("nothing_to_do", sentence)
    }

    /// The same with one more fact.
    #[must_use]
    pub fn with(mut self, fact: &str, value: impl Into<serde_json::Value>) -> Unread {
        self.facts.insert(fact.to_owned(), value.into());
        self
    }
}

impl std::fmt::Display for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence)
    }
}

/// Lines of text with a meaning for each part; a terminal turns meanings into colours, or leaves
/// them out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Drawing {
    /// From top to bottom.
    pub lines: Vec<Line>,
}

impl Drawing {
    /// A drawing without lines.
    pub const fn new() -> Drawing {
        Drawing { lines: Vec::new() }
    }

    /// Adds a line.
    pub fn line(&mut self, line: impl Into<Line>) -> &mut Drawing {
        self.lines.push(line.into());
        self
    }

    /// Without any meaning: just the characters.
    pub fn plain(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            text.push_str(line.plain().trim_end());
            text.push('\n');
        }
        text
    }
}

/// One line of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Line {
    /// From left to right.
    pub spans: Vec<Span>,
}

impl Line {
    /// An empty line.
    pub const fn new() -> Line {
        Line { spans: Vec::new() }
    }

    /// Adds plain text.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Line {
        self.ink(Ink::Plain, text)
    }

    /// Adds text with a meaning.
    #[must_use]
    pub fn ink(mut self, ink: Ink, text: impl Into<String>) -> Line {
        self.spans.push(Span { ink, marked: false, text: text.into() });
        self
    }

    /// Adds text that stands out from its ground: a selected or reachable square.
    #[must_use]
    pub fn marked(mut self, ink: Ink, text: impl Into<String>) -> Line {
        self.spans.push(Span { ink, marked: true, text: text.into() });
        self
    }

    /// Just the characters.
    pub fn plain(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }
}

impl<T: Into<String>> From<T> for Line {
    fn from(text: T) -> Line {
        Line::new().text(text)
    }
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Span {
    /// What it means.
    pub ink: Ink,
    /// Whether it stands out from its ground.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
    /// The characters.
    pub text: String,
}

/// What a part of a drawing means. Colour only adds: the characters carry the meaning too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ink {
    /// Text.
    Plain,
    /// Less important: borders, grids, labels.
    Soft,
    /// More important: headings.
    Strong,
    /// Can be chosen, is selected, goes well.
    Primary,
    /// Loses, is lost, is forbidden.
    Danger,
    /// Wants attention: whose turn it is, what is still open.
    Attention,
    /// Belongs to the first seat.
    First,
    /// Belongs to the second seat.
    Second,
    /// Belongs to the third seat.
    Third,
    /// Belongs to the fourth seat.
    Fourth,
}

impl Ink {
    /// The ink of a seat.
    pub const fn of(seat: Seat) -> Ink {
        match seat.index() % 4 {
            0 => Ink::First,
            1 => Ink::Second,
            2 => Ink::Third,
            _ => Ink::Fourth,
        }
    }
}

/// Running text in lines of at most so many characters; a longer word has a line of its own.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + word.chars().count() < columns => {
                line.extend([" ", word]);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{Unread, wrapped};

    #[test]
    fn a_refusal_to_words_tells_its_facts() {
        #[track_caller]
        fn check(unread: &Unread, code: &str, facts: &str) {
            let told = serde_json::Value::Object(unread.facts.clone()).to_string();
            assert_eq!((unread.code, told.as_str()), (code, facts), "{unread}");
        }
        check(&Unread::unknown_word("hop", "no"), "unknown_word", r#"{"word":"hop"}"#);
        check(&Unread::missing_target("card", "no"), "missing_target", r#"{"wanted":"card"}"#);
        let choices = vec!["4 gear".to_owned(), "4 flaps".to_owned()];
        let facts = r#"{"choices":["4 gear","4 flaps"]}"#;
        check(&Unread::which_one(choices, "no"), "which_one", facts);
        check(&Unread::nothing_to_do("no"), "nothing_to_do", "{}");
        check(&Unread::empty_text("no"), "empty_text", "{}");
    }

    #[test]
    fn running_text_is_broken_between_words() {
        #[track_caller]
        fn check(text: &str, columns: usize, expected: &[&str]) {
            assert_eq!(wrapped(text, columns), expected);
        }
        check("one two  three", 7, &["one two", "three"]);
        check("one two", 6, &["one", "two"]);
        check("unbreakable é é", 3, &["unbreakable", "é é"]);
        check("", 3, &[""]);
    }
}
