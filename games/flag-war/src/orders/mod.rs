//! Orders in plain language: a pure function from a view and a text to commands, plans, a read-back
//! sentence and what was not understood. It knows no network and no clock.
//!
//! The way of a text: `lex` knows the words, `settle` takes out what changes their meaning, `parse` says
//! who, what and when, `parts` joins lists, `resolve` finds the pieces, `carry` carries out or remembers,
//! `compile` finds the moves on a `scene`, and `memo` keeps what waits.

mod answer;
mod ask;
mod carry;
mod compile;
mod intent;
mod lex;
mod memo;
mod parse;
mod parts;
mod question;
mod resolve;
mod scene;
mod settle;
mod words;

use senet_kernel::{Reading, Seat, Unread, as_json};
use serde_json::Value;

use crate::board::Team;
use crate::command::Command;
use crate::view::{Status, View};

pub use intent::{Act, Condition, Control, Intent, Place, Reason, Side, Stance, Thing};
pub use memo::{Memo, StandingPlan, StandingStance, overtaken};

pub(crate) use answer::commands as answered;
pub(crate) use question::question;

use parse::{Part, Reader, What, Who};
use scene::Scene;
use settle::{Settled, settle_whole};
use words::read_back;

/// What a text comes to.
#[derive(Clone, Debug, Default)]
pub struct Interpretation {
    /// What was meant, in order.
    pub acts: Vec<Act>,
    /// What to submit, in order.
    pub commands: Vec<Command>,
    /// What the player should know about it.
    pub notes: Vec<String>,
    /// What was understood, in a sentence.
    pub read_back: String,
    /// The parts that were not understood.
    pub not_understood: Vec<String>,
    /// Texts to choose from, where it could be meant in more than one way. Then nothing else is read.
    pub asks: Vec<String>,
    /// Why there is no order, where there is none.
    pub none: Option<Reason>,
    /// What to remember from now on.
    pub memo: Memo,
}

/// Reads what a player typed. See [`senet_kernel::Text::read`].
pub fn read(view: &View, seat: Seat, text: &str, memo: &Value) -> Result<Reading<Command>, Unread> {
    let team = Team::of(seat)
        .ok_or_else(|| Unread::new("not_your_piece", "only the two teams give orders"))?;
    let found = interpret(view, team, text, Memo::read(memo));
    if let Some(reason) = found.none
        && found.commands.is_empty()
        && found.acts.is_empty()
        && found.asks.is_empty()
    {
        let mut sentence = reason.sentence().to_owned();
        for note in &found.notes {
            sentence = format!("{sentence} ({note})");
        }
        let unread = Unread::new(reason.code(), sentence);
        return Err(match reason {
            Reason::NotUnderstood => unread.with("words", found.not_understood),
            _ => unread,
        });
    }
    Ok(Reading {
        commands: found.commands,
        read_back: found.read_back,
        not_understood: found.not_understood,
        asks: found.asks,
        memo: Some(as_json(&found.memo)),
    })
}

/// What standing plans ask for now. See [`senet_kernel::Text::plans`].
pub fn plans(view: &View, seat: Seat, memo: &Value) -> Option<Reading<Command>> {
    memo::plans(view, Team::of(seat)?, Memo::read(memo))
}

/// Compiles orders that came from elsewhere than the offline interpreter: same rules, same
/// commands. Pieces that are not there, not alive or named twice for a round are passed over.
pub fn compile_acts(view: &View, team: Team, acts: &[Act]) -> Interpretation {
    let mut session = Session::new(view, team, Memo::default());
    for act in acts {
        let mut act = act.clone();
        act.pieces.retain(|id| session.scene.ids().any(|own| own == *id));
        act.times = act.times.clamp(1, 100);
        act.round = act.round.max(session.scene.open);
        if !act.pieces.is_empty() {
            session.carry_out(act);
        }
    }
    session.finish()
}

/// Reads what a player of a team typed.
pub fn interpret(view: &View, team: Team, text: &str, memo: Memo) -> Interpretation {
    interpret_within(view, team, text, memo, 0)
}

fn interpret_within(view: &View, team: Team, text: &str, memo: Memo, depth: u8) -> Interpretation {
    let mut session = Session::new(view, team, memo);
    session.depth = depth;
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    session.typed = clean.to_lowercase();
    if clean.trim().is_empty() {
        return session.none(Reason::Empty);
    }
    if view.shared.status == Status::Finished {
        return session.none(Reason::GameOver);
    }
    if view.own.is_none() {
        return session.none(Reason::NotAnOrder);
    }
    let words = lex::words(&clean);
    if clean.chars().nth(lex::LONGEST).is_some() {
        let cut = format!("only the first {} characters were read", lex::LONGEST);
        session.found.notes.push(cut);
    }
    let known = |(lex, _): &(lex::Lex, String)| !matches!(lex, lex::Lex::Unknown | lex::Lex::Comma);
    if !lex::tokens(&words).iter().any(known) {
        session.leave_out(shown(&clean));
        return session.none(Reason::NotUnderstood);
    }
    let pieces = session.scene.layout().pieces.into();
    let words = session.scene.named_by_squares(words);
    let words = match settle_whole(words, pieces) {
        Settled::Certain(words) => words,
        Settled::Refused(reason) => return session.none(reason),
        Settled::Asks(texts) => {
            return session.ask(texts.iter().map(|words| words.join(" ")).collect());
        }
    };
    let ends =
        |letter: &char| letter.is_whitespace() || matches!(letter, '!' | '?' | '.' | '"' | ')');
    let question = clean.chars().rev().take_while(ends).any(|letter| letter == '?');
    session.sentences = sentences(&clean);
    session.order_all(&words, question)
}

/// How many sentences a text has, as far as its signs say.
fn sentences(text: &str) -> usize {
    let text = text.replace("...", ",").replace(". ", "\n");
    let says = |part: &&str| part.chars().any(char::is_alphanumeric);
    text.split(['\n', ';', '!']).filter(says).count()
}

/// A text as it is told back: short, and by the words of a player.
fn shown(text: &str) -> String {
    text.trim().replace("midmost", "middle").chars().take(60).collect()
}

/// A text under way.
struct Session<'a> {
    view: &'a View,
    scene: Scene,
    found: Interpretation,
    condition: Option<Condition>,
    /// The pieces that were last spoken of.
    last: Vec<u8>,
    /// All pieces that were spoken of.
    named: Vec<u8>,
    /// All names in the text, in whatever order.
    names: Vec<Who>,
    /// For each piece by id, the round after its last order of this text.
    after: [u32; 10],
    /// The last round of the part before.
    end: u32,
    /// Whether the part before could not be done.
    broken: bool,
    input: u32,
    /// Words that may change what the text means, and that nothing was made of.
    doubts: Vec<String>,
    /// Orders that exclude each other, to choose from.
    either: Vec<String>,
    /// What was remembered before the text.
    before: Memo,
    /// How many questions this text is an answer to.
    depth: u8,
    /// How many sentences it has.
    sentences: usize,
    /// The text as it was typed.
    typed: String,
}

impl<'a> Session<'a> {
    /// Reads a text that is settled; what is in doubt makes it a question.
    fn order_all(mut self, words: &[String], question: bool) -> Interpretation {
        let tokens = lex::tokens(words);
        let (team, pieces) = (self.scene.team, self.scene.layout().pieces.into());
        let parsed = parse::parse(
            &tokens,
            Reader { team, pieces, question, named: false, robbed: false, jailed: false },
        );
        // What stands in a sentence of its own is said without the condition of another.
        let apart = parsed.condition.is_some() && self.sentences > 1;
        if apart || parsed.unclear.is_some() {
            self.leave_out(shown(&parsed.unclear.unwrap_or_else(|| words.join(" "))));
            if !parsed.likes.is_empty() {
                return self.ask(parsed.likes);
            }
            self.found.notes.push("without its condition nothing is ordered".to_owned());
            return self.none(Reason::NotAnOrder);
        }
        self.condition = parsed.condition;
        if !self.may_end(&parsed.parts) {
            return self.nothing(Reason::NotAnOrder);
        }
        if self.condition.is_none() && parse::tells_of_others(&tokens, team) {
            return self.nothing(Reason::NotAnOrder);
        }
        // Then, after what?
        if let ([then, rest @ ..], Some(true)) = (words, parsed.parts.first().map(|part| part.then))
            && then == "then"
        {
            return self.ask(vec![rest.join(" ")]);
        }
        let parts = match self.shared_out(parsed.parts, &tokens) {
            Ok(parts) => parts,
            Err(texts) => return self.ask(texts),
        };
        self.parts(&parts);
        if question && self.questions(&tokens) {
            return self.ask(vec![words.join(" ")]);
        }
        if !self.either.is_empty() {
            let either = std::mem::take(&mut self.either);
            return self.ask(either);
        }
        if !self.doubts.is_empty() {
            return self.doubtful(&tokens);
        }
        if self.found.acts.is_empty() && self.found.commands.is_empty() && self.found.none.is_none()
        {
            self.found.none = Some(Reason::NotAnOrder);
        }
        self.finish()
    }

    /// Who resigns or asks for the plan says nothing else; who is ready says so last; and to forget a piece is
    /// beside other orders not to cancel its own.
    fn may_end(&self, parts: &[Part]) -> bool {
        let said: Vec<&Part> = parts.iter().filter(|part| !part.idle).collect();
        said.iter().enumerate().all(|(place, part)| match &part.what {
            Some(What::Resign | What::Intent(Intent::Recall {})) => {
                said.len() == 1 && self.condition.is_none()
            }
            // `red 2 and 3 up 1`: the team is said of both.
            Some(What::NotYours) => said.len() == 1 || part.text.split(' ').any(settle::is_act),
            Some(What::Ready) => place + 1 == said.len() && self.condition.is_none(),
            Some(What::OfferDraw | What::WithdrawDraw) => self.condition.is_none(),
            Some(What::Intent(Intent::Control { .. } | Intent::Accept {})) => {
                self.condition.is_none()
            }
            Some(What::Cancel(_)) => said.len() == 1 || !part.text.contains("forget"),
            _ => true,
        })
    }

    fn new(view: &'a View, team: Team, memo: Memo) -> Session<'a> {
        let scene = Scene::new(view, team);
        Session {
            view,
            end: scene.open,
            scene,
            before: memo.clone(),
            doubts: Vec::new(),
            either: Vec::new(),
            depth: 0,
            sentences: 1,
            typed: String::new(),
            found: Interpretation { memo, ..Interpretation::default() },
            condition: None,
            last: Vec::new(),
            named: Vec::new(),
            names: Vec::new(),
            after: [0; 10],
            broken: false,
            input: view.own.as_ref().map_or(0, |own| own.next_input),
        }
    }

    fn none(mut self, reason: Reason) -> Interpretation {
        self.found.none = Some(reason);
        self.finish()
    }

    /// Tells that some words are not part of any order.
    fn leave_out(&mut self, words: String) {
        if !self.found.not_understood.contains(&words) {
            self.found.not_understood.push(words);
        }
    }

    fn finish(mut self) -> Interpretation {
        if !self.found.not_understood.is_empty() && !self.found.acts.is_empty() {
            self.found.notes.push("what was not understood is left out".to_owned());
        }
        let team = self.scene.team;
        let open = self.scene.open;
        // A stance or a control that begins now makes its proposals at once.
        let stands = self.found.memo.stance.is_some() || !self.found.memo.control.is_empty();
        let asks = self
            .found
            .acts
            .iter()
            .any(|act| matches!(act.what, Intent::Stance { .. } | Intent::Control { .. }));
        self.found.read_back = read_back(team, open, &self.found.commands, &self.found.notes);
        if stands && asks && self.found.commands.is_empty() {
            self.found.memo.followed = 0;
            if let Some(now) = memo::plans(self.view, team, self.found.memo.clone()) {
                self.found.commands = now.commands;
                self.found.memo = now.memo.as_ref().map(Memo::read).unwrap_or_default();
                self.found.read_back = format!("{} {}", self.found.read_back, now.read_back);
            }
        }
        if self.found.read_back.is_empty()
            && let Some(reason) = self.found.none
        {
            self.found.read_back = reason.sentence().to_owned();
        }
        self.found
    }
}
