//! Orders in plain language: a pure function from a view and a text to commands, plans, a read-back
//! sentence and what was not understood. It knows no network and no clock.
//!
//! The way of a text: `lex` knows the words, `parse` says who, what and when, `interpret`
//! finds the pieces, `compile` finds the moves on a `scene`, and `memo` keeps what waits.

mod answer;
mod ask;
mod compile;
mod intent;
mod lex;
mod memo;
mod parse;
mod question;
mod scene;
mod settle;
mod words;

use senet_kernel::{Reading, Seat, Unread};
use serde_json::Value;

use crate::board::{Direction, Team};
use crate::command::{Command, Origin};
use crate::round::Step;
use crate::view::{Status, View};

pub use intent::{Act, Condition, Control, Intent, Place, Reason, Side, Stance, Thing};
pub use memo::{Memo, StandingPlan, StandingStance, overtaken};

pub(crate) use answer::commands as answered;
pub(crate) use question::question;

use compile::{Output, compile};
use parse::{Goal, Part, Reader, What, When, Who};
use scene::Scene;
use settle::{Settled, settle};
use words::{listed, read_back, told_later, verb};

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
        memo: Some(serde_json::to_value(&found.memo).unwrap_or_default()),
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
    let words = match settle(words, pieces) {
        Settled::Certain(words) => words,
        Settled::Refused(reason) => return session.none(reason),
        Settled::Asks(texts) => {
            return session.ask(texts.iter().map(|words| words.join(" ")).collect());
        }
    };
    session.order_all(&words, clean.trim_end().ends_with('?'))
}

/// A text as it is told back: short.
fn shown(text: &str) -> String {
    text.trim().chars().take(60).collect()
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
}

impl<'a> Session<'a> {
    /// Reads a text that is settled; what is in doubt makes it a question.
    fn order_all(mut self, words: &[String], question: bool) -> Interpretation {
        let tokens = lex::tokens(words);
        let (team, pieces) = (self.scene.team, self.scene.layout().pieces.into());
        let parsed = parse::parse(&tokens, Reader { team, pieces, question, named: false });
        if let Some(unclear) = parsed.unclear {
            self.leave_out(shown(&unclear));
            self.found.notes.push("without its condition nothing is ordered".to_owned());
            return self.none(Reason::NotAnOrder);
        }
        self.condition = parsed.condition;
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

    /// Who is meant by `all` where others are named beside them: the rest. Where that is not certain,
    /// the texts to choose from.
    fn shared_out(
        &self,
        mut parts: Vec<Part>,
        tokens: &[parse::Token],
    ) -> Result<Vec<Part>, Vec<String>> {
        let holds = |part: &Part| part.what == Some(What::Intent(Intent::Hold {}));
        let all = |part: &Part| part.who == [Who::All] && part.what.is_some() && !part.then;
        let plain = |part: &Part| {
            matches!(part.what, Some(What::Intent(Intent::Move { .. } | Intent::Hold {})))
        };
        let named = |part: &Part| {
            !part.then
                && part.when.is_none()
                && part.what.is_some()
                && !part.who.is_empty()
                && part.who.iter().all(|who| !matches!(who, Who::All | Who::Others | Who::Both))
        };
        let Some(general) = parts.iter().position(all) else {
            return Ok(parts);
        };
        let Some(special) = parts.iter().position(named) else {
            return Ok(parts);
        };
        if holds(&parts[general]) || holds(&parts[special]) {
            parts[general].who = vec![Who::Others];
            return Ok(parts);
        }
        if !(plain(&parts[general]) && plain(&parts[special])) {
            return Ok(parts);
        }
        let texts: Vec<&str> = tokens.iter().map(|(_, text)| text.as_str()).collect();
        let is_all = |text: &str| lex::meaning(text) == Some(lex::Lex::Word(lex::Word::All));
        let rest: Vec<&str> =
            texts.iter().map(|text| if is_all(text) { "others" } else { *text }).collect();
        let then = texts.join(" ").replacen(" , ", " then ", 1);
        Err(vec![rest.join(" "), then])
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

    /// Joins lists of pieces with what they are to do.
    fn parts(&mut self, parts: &[Part]) {
        let mut waiting: Vec<Who> = Vec::new();
        let mut when: Option<When> = None;
        let mut place = 0;
        self.names = parts.iter().flat_map(|part| part.who.iter().cloned()).collect();
        self.doubts.extend(parts.iter().flat_map(|part| part.doubts.iter().cloned()));
        while place < parts.len() {
            let part = &parts[place];
            if part.when_first {
                when = part.when;
            }
            let Some(what) = &part.what else {
                self.without_order(part, &mut waiting);
                place += 1;
                continue;
            };
            let alone = |part: &&Part| part.what.is_some() && part.who.is_empty() && !part.then;
            let run = parts[place..].iter().take_while(alone).count();
            if waiting.len() > 1 && run == waiting.len() {
                self.measured(&parts[place..place + run]);
                for (who, part) in waiting.drain(..).zip(&parts[place..]) {
                    if let Some(what) = &part.what {
                        self.order(part, &[who], what, part.when.or(when));
                    }
                }
                place += run;
                continue;
            }
            let mut who: Vec<Who> = std::mem::take(&mut waiting);
            who.extend(part.who.iter().cloned());
            // `swap 1 and 3`: a list of pieces at the end belongs to what was said before it.
            let listed = |part: &Part| part.what.is_none() && !part.who.is_empty();
            let rest = &parts[place + 1..];
            let unmeasured = matches!(what, What::Intent(Intent::Move { distance: None, .. }));
            let heads = part.who_last && !unmeasured && (!who.is_empty() || self.last.is_empty());
            if heads && !rest.is_empty() && rest.iter().all(listed) {
                who.extend(parts[place + 1..].iter().flat_map(|part| part.who.iter().cloned()));
                let (mut part, what) = (part.clone(), what.clone());
                // `hold 1 and 3 for two rounds`: when, at the end of the list, is said of all.
                for last in rest {
                    part.times = part.times.or(last.times);
                    part.rounds = part.rounds.or(last.rounds);
                    part.until = part.until.or(last.until);
                    part.when = part.when.or(last.when);
                    part.each |= last.each;
                }
                self.order(&part, &who, &what, part.when.or(when));
                return;
            }
            // `1, 2, 3 go up, up, left`: the lists pair up here too.
            let run = parts[place + 1..].iter().take_while(alone).count();
            if who.len() > 1 && run + 1 == who.len() {
                self.measured(&parts[place..=place + run]);
                for (who, part) in who.into_iter().zip(&parts[place..]) {
                    if let Some(what) = &part.what {
                        self.order(part, &[who], what, part.when.or(when));
                    }
                }
                place += run + 1;
                continue;
            }
            // `1 up 1 each round, four times`: what follows may say how often.
            let mut part = part.clone();
            if let Some(next) = parts.get(place + 1)
                && next.what.is_none()
                && next.who.is_empty()
            {
                part.times = part.times.or(next.times);
                part.rounds = part.rounds.or(next.rounds);
                let ends = place + 2 == parts.len();
                part.when = part.when.or(next.when.filter(|_| ends || !next.when_first));
            }
            let what = what.clone();
            self.order(&part, &who, &what, part.when.or(when));
            place += 1;
        }
        // Somebody was named, and nothing said of what to do.
        if !waiting.is_empty()
            && let Some(part) = parts.last()
        {
            self.doubts.extend(part.text.split(' ').map(str::to_owned));
        }
    }

    /// Of moves that pair up with pieces all have a distance, or none has.
    fn measured(&mut self, parts: &[Part]) {
        let moves = parts.iter().filter_map(|part| match &part.what {
            Some(What::Intent(Intent::Move { distance, .. })) => Some(distance.is_some()),
            _ => None,
        });
        let moves: Vec<bool> = moves.collect();
        if moves.contains(&true) && moves.contains(&false) {
            self.doubts.extend(parts.iter().map(|part| part.text.clone()));
        }
    }

    fn without_order(&mut self, part: &Part, waiting: &mut Vec<Who>) {
        let timed = part.times.is_some() || part.rounds.is_some() || part.when.is_some();
        if !part.who.is_empty() {
            waiting.extend(part.who.iter().cloned());
        } else if !timed && !part.idle && part.doubts.is_empty() {
            self.doubts.extend(part.text.split(' ').map(str::to_owned));
        }
    }

    /// One part: finds the pieces and the round, and carries it out or remembers it.
    fn order(&mut self, part: &Part, who: &[Who], what: &What, when: Option<When>) {
        let open = self.scene.open;
        let base = match when {
            Some(When::Round(round)) => round,
            Some(When::In(rounds)) => open.saturating_add(rounds),
            None if part.then => self.end.saturating_add(1),
            None => open,
        };
        if base < open {
            self.found.notes.push(format!("round {base} is over, so in round {open}"));
        }
        // What comes after something that cannot be done would start from another square.
        if part.then && self.broken {
            self.leave_out(shown(&part.text));
            return;
        }
        self.broken = false;
        let meant = match self.resolve(who, what, base) {
            Err(reason) => return self.refuse(reason, part),
            Ok(meant) => meant,
        };
        let named = when.is_some() && !part.then;
        if !meant.is_empty() {
            self.last = meant.iter().flat_map(|(pieces, _)| pieces.iter().copied()).collect();
            self.named.extend(&self.last);
        }
        for (pieces, intents) in meant {
            for intent in intents {
                if !part.then && !named && self.excludes(&pieces, &intent) {
                    continue;
                }
                if matches!(intent, Intent::Stance { .. }) && who.is_empty() && !part.then {
                    // Beside orders for some it is not certain whom it is for.
                    if self.found.acts.iter().any(|act| act.condition.is_none()) {
                        self.doubts.push(part.text.clone());
                    }
                }
                // The same piece again in one text goes on after its last order.
                let again = pieces.iter().map(|id| self.after[usize::from(*id)]).max();
                let round = if named { base } else { base.max(again.unwrap_or(0)) };
                let times = match &intent {
                    Intent::Move { .. } | Intent::Hold {} => self.times(part, round),
                    _ => 1,
                };
                let act = Act {
                    pieces: pieces.clone(),
                    what: until(intent, part, round),
                    round,
                    times,
                    condition: None,
                };
                self.place(act, named && base > open);
            }
        }
    }

    /// Whether a piece is told to stay and to do something in one breath; then both are asked about.
    fn excludes(&mut self, pieces: &[u8], intent: &Intent) -> bool {
        let holds = |intent: &Intent| matches!(intent, Intent::Hold {});
        let back = |old: &Intent| match (old, intent) {
            (Intent::Move { direction, .. }, Intent::Move { direction: new, .. }) => {
                direction.opposite() == *new
            }
            _ => false,
        };
        let clash = self.found.acts.iter().find(|act| {
            act.condition.is_none()
                && act.pieces.iter().any(|id| pieces.contains(id))
                && (holds(&act.what) != holds(intent) || back(&act.what))
        });
        let Some(act) = clash else {
            return false;
        };
        let text =
            |pieces: &[u8], what: &Intent| format!("{} {}", listed(pieces, "and"), verb(what));
        self.either.push(text(&act.pieces, &act.what));
        self.either.push(text(pieces, intent));
        true
    }

    fn times(&mut self, part: &Part, round: u32) -> u32 {
        let until = part.until.map(|until| until.saturating_sub(round).saturating_add(1));
        let told = part.times.or(part.rounds).or(until);
        if part.each && told.is_none() {
            self.found.notes.push("for 10 rounds".to_owned());
        }
        let times = told.or(part.each.then_some(10)).unwrap_or(1);
        times.clamp(1, self.scene.last + 1 - self.scene.open)
    }

    fn refuse(&mut self, reason: Reason, part: &Part) {
        if reason == Reason::WhichPiece {
            self.found.notes.push("which piece?".to_owned());
        }
        self.leave_out(shown(&part.text));
        self.found.none.get_or_insert(reason);
        self.broken = true;
    }

    /// Carries an act out now, or remembers it for its round or its condition.
    fn place(&mut self, mut act: Act, later: bool) {
        let plain = matches!(
            act.what,
            Intent::Move { .. }
                | Intent::Hold {}
                | Intent::Cancel { .. }
                | Intent::Control { .. }
                | Intent::Stance { .. }
                | Intent::Accept {}
                | Intent::Query {}
                | Intent::Recall {}
        );
        let waits = match self.condition.clone() {
            Some(condition) => Some(condition),
            None => (later && !plain).then_some(Condition::Round(act.round)),
        };
        let Some(when) = waits else {
            self.carry_out(act);
            return;
        };
        act.condition = Some(when.clone());
        self.found.notes.push(told_later(self.scene.team, &act, &when));
        let input = self.input;
        let plan = StandingPlan { act: act.clone(), when, input };
        self.found.memo.remember(plan);
        self.found.acts.push(act);
    }

    fn carry_out(&mut self, act: Act) {
        let mut out = Output::default();
        match &act.what {
            Intent::Stance { stance, until } => {
                self.found.memo.stance =
                    Some(StandingStance { stance: *stance, from: act.round, until: *until });
                self.found.notes.push(verb(&act.what));
            }
            Intent::Control { control } => {
                for id in &act.pieces {
                    self.found.memo.control.insert(*id, *control);
                }
                self.found.notes.push(verb(&act.what));
            }
            Intent::Accept {} => {
                let suggested = std::mem::take(&mut self.found.memo.suggested);
                out.commands = suggested
                    .into_iter()
                    .map(|command| command.from_input(Origin::Explicit, None))
                    .collect();
            }
            Intent::Query {} => self.answer(&act.pieces),
            Intent::Recall {} => {
                let told = self.found.memo.told(self.view, self.scene.team);
                self.found.notes.extend(told);
            }
            Intent::Cancel { round } => {
                self.found.memo.forget(&act.pieces, *round);
            }
            _ => {}
        }
        match compile(&mut self.scene, &act, &mut out) {
            Ok(end) => {
                self.end = end;
                for id in &act.pieces {
                    self.after[usize::from(*id)] = end.saturating_add(1);
                }
                self.found.commands.append(&mut out.commands);
                for note in out.notes {
                    if !self.found.notes.contains(&note) {
                        self.found.notes.push(note);
                    }
                }
                self.found.acts.push(act);
            }
            Err(reason) => {
                self.found.none.get_or_insert(reason);
                self.leave_out(reason.sentence().to_owned());
                self.broken = true;
            }
        }
    }

    /// What a piece can do, in words.
    fn answer(&mut self, pieces: &[u8]) {
        let Some(own) = &self.view.own else {
            return;
        };
        for piece in own.pieces.iter().filter(|piece| pieces.contains(&piece.id)) {
            let team = own.team;
            let ways: Vec<String> =
                piece.legs.iter().map(|leg| format!("{} {}", leg.direction, leg.squares)).collect();
            let sentence = match piece.from {
                Some(from) => format!("{team} {} at {from}: at most {}", piece.id, ways.join(", ")),
                None => format!("{team} {} is in jail", piece.id),
            };
            self.found.notes.push(sentence);
        }
    }
}

/// A stance may have a last round.
fn until(intent: Intent, part: &Part, round: u32) -> Intent {
    match intent {
        Intent::Stance { stance, .. } => Intent::Stance {
            stance,
            until: part.until.or(part.rounds.map(|rounds| round.saturating_add(rounds.max(1)) - 1)),
        },
        other => other,
    }
}

/// Pieces that a part means, and what they are to do.
type Meant = (Vec<u8>, Vec<Intent>);

impl Session<'_> {
    fn resolve(&mut self, who: &[Who], what: &What, base: u32) -> Result<Vec<Meant>, Reason> {
        let plain = match what {
            What::Ready => Some(Command::Ready {}),
            What::Resign => Some(Command::Resign {}),
            What::OfferDraw => Some(Command::OfferDraw {}),
            What::WithdrawDraw => Some(Command::WithdrawDraw {}),
            What::NotYours => return Err(Reason::NotYourPiece),
            _ => None,
        };
        if let Some(command) = plain {
            self.found.commands.push(command);
            return Ok(Vec::new());
        }
        let mut intents = self.intents(what)?;
        let mut pieces = self.pieces(who, &intents[0], base)?;
        match what {
            What::Far(direction) => return self.far(&pieces, *direction, base),
            What::Toward(goal, distance) => return self.toward(&pieces, *goal, *distance, base),
            What::Home => {
                let carries = self.scene.carrier.is_some_and(|id| pieces.contains(&id));
                if who.is_empty() && self.last.is_empty() && self.scene.carrier.is_some() {
                    pieces = self.scene.carrier.into_iter().collect();
                } else if !carries {
                    intents = vec![Intent::Retreat {}];
                }
            }
            // `take the flag home` where somebody has it already.
            What::TakeHome
                if self.scene.carrier.is_some_and(|id| who.is_empty() || pieces == [id]) =>
            {
                pieces = self.scene.carrier.into_iter().collect();
                intents = vec![Intent::BringHome {}];
            }
            _ => {}
        }
        Ok(vec![(pieces, intents)])
    }

    /// As far as it goes, for each piece from where it is.
    fn far(&self, pieces: &[u8], way: Direction, base: u32) -> Result<Vec<Meant>, Reason> {
        let each = pieces.iter().map(|id| {
            let from = self.scene.at(*id, base).ok_or(Reason::PieceJailed)?;
            let step = Step { direction: way, distance: self.scene.setup.longest() };
            let distance = Some(self.scene.walk(*id, base, from, step).moved);
            Ok((vec![*id], vec![Intent::Move { direction: way, distance }]))
        });
        each.collect()
    }

    /// Straight in the direction of something, by the axis on which it is farther away.
    fn toward(
        &self,
        pieces: &[u8],
        goal: Goal,
        distance: u8,
        base: u32,
    ) -> Result<Vec<Meant>, Reason> {
        let goal = match goal {
            Goal::Square(square) => square,
            Goal::Thing(thing) => self.scene.thing(thing).ok_or(Reason::NotAnOrder)?,
        };
        let each = pieces.iter().map(|id| {
            let from = self.scene.at(*id, base).ok_or(Reason::PieceJailed)?;
            let across = from.x.abs_diff(goal.x) > from.y.abs_diff(goal.y);
            let direction = match across {
                true if goal.x < from.x => Direction::Left,
                true => Direction::Right,
                false if goal.y < from.y => Direction::Up,
                false => Direction::Down,
            };
            Ok((vec![*id], vec![Intent::Move { direction, distance: Some(distance) }]))
        });
        each.collect()
    }

    fn intents(&self, what: &What) -> Result<Vec<Intent>, Reason> {
        Ok(match what {
            What::Intent(Intent::Goto { place: Place::Offset(dx, dy) })
                if self.scene.setup.directions().len() > 4 =>
            {
                let far = dx.unsigned_abs();
                let unit = (dx.signum(), dy.signum());
                let ways = self.scene.setup.directions().iter();
                let direction = ways.copied().find(|way| way.delta() == unit);
                let direction = direction.ok_or(Reason::NotAnOrder)?;
                vec![Intent::Move { direction, distance: Some(far) }]
            }
            What::Intent(intent) => vec![intent.clone()],
            What::Far(direction) => vec![Intent::Move { direction: *direction, distance: Some(1) }],
            What::Toward(..) => {
                vec![Intent::Move { direction: self.scene.team.forward(), distance: Some(1) }]
            }
            What::Cancel(when) => {
                let open = self.scene.open;
                let round = when.map(|when| match when {
                    When::Round(round) => round,
                    When::In(rounds) => open.saturating_add(rounds),
                });
                vec![Intent::Cancel { round }]
            }
            What::Home => vec![Intent::BringHome {}],
            What::TakeHome => vec![Intent::TakeFlag {}, Intent::BringHome {}],
            What::Escort(friend) => {
                let friend = match friend {
                    Who::Id(id) => self.own(*id)?,
                    _ => self.scene.carrier.ok_or(Reason::NoCarrier)?,
                };
                vec![Intent::Escort { friend }]
            }
            What::Hunt(enemy) => {
                let enemy = match enemy {
                    Some(id) => Some(self.own(*id)?),
                    None => self.scene.position.thief(self.scene.team).map(|piece| piece.id),
                };
                vec![Intent::Intercept { enemy }]
            }
            _ => return Err(Reason::NotAnOrder),
        })
    }

    fn own(&self, id: u32) -> Result<u8, Reason> {
        let id = u8::try_from(id).map_err(|_| Reason::NoSuchPiece)?;
        let known = self.scene.ids().any(|own| own == id);
        known.then_some(id).ok_or(Reason::NoSuchPiece)
    }

    /// The pieces by their names, or by what is to be done.
    fn pieces(&self, who: &[Who], intent: &Intent, base: u32) -> Result<Vec<u8>, Reason> {
        if who.is_empty() {
            return self.unnamed(intent, base);
        }
        // Those in jail have plans too.
        let cancels = matches!(intent, Intent::Cancel { .. });
        let living = if cancels { self.scene.ids().collect() } else { self.scene.living() };
        let mut pieces = Vec::new();
        let mut excepted = Vec::new();
        for who in who {
            match who {
                Who::Except(who) => excepted.extend(self.one(who, intent, base)?),
                Who::All => pieces.extend(&living),
                Who::Both => {}
                Who::Others => {
                    let named =
                        self.names.iter().filter_map(|who| self.one(who, intent, base).ok());
                    let named: Vec<u8> =
                        named.flatten().chain(self.named.iter().copied()).collect();
                    if named.is_empty() {
                        return Err(Reason::WhichPiece);
                    }
                    pieces.extend(living.iter().filter(|id| !named.contains(id)));
                }
                who => pieces.extend(self.one(who, intent, base)?),
            }
        }
        pieces.retain(|id| !excepted.contains(id));
        let mut seen = 0u16;
        pieces.retain(|id| {
            let fresh = seen & 1 << id == 0;
            seen |= 1 << id;
            fresh
        });
        if pieces.is_empty() && who.contains(&Who::Both) {
            pieces = if self.last.len() == 2 { self.last.clone() } else { living.clone() };
            pieces.truncate(if pieces.len() == 2 { 2 } else { 0 });
        }
        if pieces.is_empty() {
            return Err(Reason::WhichPiece);
        }
        // To cancel all is one order.
        if cancels && pieces.len() == living.len() {
            pieces.clear();
        }
        Ok(pieces)
    }

    fn one(&self, who: &Who, intent: &Intent, base: u32) -> Result<Vec<u8>, Reason> {
        let mut columns: Vec<(u8, u8)> = self
            .scene
            .living()
            .into_iter()
            .filter_map(|id| Some((self.scene.at(id, self.scene.open)?.x, id)))
            .collect();
        columns.sort_unstable();
        let column = |place: usize| columns.get(place).map(|(_, id)| *id);
        let found = match who {
            Who::Id(id) => Some(self.own(*id)?),
            Who::Leftmost => column(0),
            Who::Middle => column(columns.len() / 2),
            Who::Rightmost => columns.last().map(|(_, id)| *id),
            Who::Carrier => Some(self.scene.carrier.ok_or(Reason::NoCarrier)?),
            Who::Best => return self.best(intent, base),
            Who::All | Who::Both | Who::Others | Who::Except(_) => None,
        };
        found.map(|id| vec![id]).ok_or(Reason::WhichPiece)
    }

    /// Nobody was named: who was last spoken of, or whoever the order is for by its nature.
    fn unnamed(&self, intent: &Intent, base: u32) -> Result<Vec<u8>, Reason> {
        let whole_team = matches!(
            intent,
            Intent::Stance { .. }
                | Intent::Cancel { .. }
                | Intent::Accept {}
                | Intent::Spread {}
                | Intent::Recall {}
        );
        if !self.last.is_empty() && !whole_team {
            return Ok(self.last.clone());
        }
        let living = self.scene.living();
        match intent {
            Intent::TakeFlag {}
            | Intent::Guard { .. }
            | Intent::Intercept { .. }
            | Intent::Rescue {} => self.best(intent, base),
            Intent::BringHome {} => {
                let carrier = self.scene.carrier.map(|id| vec![id]);
                carrier.ok_or(Reason::NotAnOrder)
            }
            Intent::Cancel { .. } => Ok(Vec::new()),
            Intent::Retreat {}
            | Intent::Goto { place: Place::Start }
            | Intent::Spread {}
            | Intent::Hold {}
            | Intent::Stance { .. }
            | Intent::Control { .. }
            | Intent::Accept {}
            | Intent::Query {}
            | Intent::Recall {} => Ok(living),
            _ if living.len() == 1 => Ok(living),
            _ => Err(Reason::WhichPiece),
        }
    }

    /// The piece with the fewest rounds to where the order leads.
    fn best(&self, intent: &Intent, base: u32) -> Result<Vec<u8>, Reason> {
        let living = self.scene.living();
        let base = base.max(self.scene.open);
        let square = |thing| self.scene.thing(thing);
        let found = match intent {
            Intent::TakeFlag {} => {
                square(Thing::EnemyFlag).and_then(|to| self.scene.best(&living, base, to))
            }
            Intent::Rescue {} => {
                square(Thing::OwnKey).and_then(|to| self.scene.best(&living, base, to))
            }
            Intent::Intercept { enemy } => {
                let to = self.scene.enemy(*enemy).map(|(_, square)| square);
                to.and_then(|to| self.scene.best(&living, base, to))
            }
            Intent::Guard { thing } => square(*thing).and_then(|thing| {
                let ways = living.iter().filter_map(|id| {
                    let to = self.scene.near(*id, base, thing)?;
                    Some((*id, to, self.scene.route(*id, base, to)?))
                });
                ways.min_by_key(|(id, to, route)| {
                    (to.distance(thing), route.steps.len(), route.squares, *id)
                })
                .map(|(id, ..)| id)
            }),
            Intent::Goto { place: Place::Square(to) } => self.scene.best(&living, base, *to),
            // Who is best for it cannot be told.
            _ => None,
        };
        found.map(|id| vec![id]).ok_or(Reason::WhichPiece)
    }
}
