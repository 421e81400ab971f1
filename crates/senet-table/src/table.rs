//! A table: one play of a game, its journal and its dice.

use std::collections::{BTreeMap, VecDeque};

use schemars::JsonSchema;
use senet_kernel::{
    Actor, Cast, Dice, Draw, Drawing, Events, Listing, Misfit, NoOrders, Outcome, Question,
    Reading, Script, Seat, SeatSet, TakeBack, Text, Tick, TickKind, Unread, Viewer, as_json,
    as_raw, as_text, hash,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::draft::DraftOf;
use crate::journal::{EntryRef, VEILED};
use crate::open::{at, sits};
use crate::protocol::Update;
use crate::snapshot::Earlier;
use crate::steps::{Audience, Seen, Steps, viewer_of};
use crate::{
    Branch, Chapter, Draft, End, Frame, Header, Journal, JournalError, Luck, Memo, OpenError,
    Opening, Part, Refusal, Start, TakenBack,
};

/// The most characters of a request id.
const REQUEST: usize = 64;
/// How many refusals are remembered, so that a request sent twice gets the same answer.
const REFUSALS: usize = 64;
/// How many commands can be taken back at most: for each the state before it is kept.
const TAKEN_BACK: usize = 24;
/// The most bytes of a memo.
const MEMO: usize = 64 * 1024;

/// A table of any game, in JSON.
pub trait Table: Send + Sync {
    /// The journal's header.
    fn header(&self) -> &Header;
    /// The journal: what a host stores and hands back.
    fn journal(&self) -> &Journal;
    /// Puts the players' names beside the journal's chain, so that they can be erased one day. The
    /// secret salts their promises; it need not be kept.
    fn veil(&mut self, secret: &str);
    /// The secret seed, for the host that keeps it.
    fn seed(&self) -> Option<&str>;
    /// How many seats play.
    fn seats(&self) -> usize;
    /// The number of the last entry in effect; 0 after set-up. It is for hosts: viewers count only what
    /// they may know of.
    fn entry(&self) -> u64;
    /// The number of the last entry that a viewer may know of, by the viewer's own count.
    fn step(&self, viewer: Viewer) -> u64;
    /// The entry that is the viewer's step of this number.
    fn entry_at(&self, viewer: Viewer, step: u64) -> Option<u64>;
    /// The viewer's step at the moment of an entry.
    fn step_at(&self, viewer: Viewer, entry: u64) -> u64;
    /// The same for every entry, from the first on. The provided way is that of a game that lies behind a border.
    fn steps(&self, viewer: Viewer) -> Vec<u64> {
        (1..=self.entry()).map(|entry| self.step_at(viewer, entry)).collect()
    }
    /// How many lines the journal had after the last change that a viewer may know of.
    fn last_line(&self, viewer: Viewer) -> u64;
    /// The seats that may act now.
    fn to_act(&self) -> SeatSet;
    /// Those of them that the game waits for.
    fn awaited(&self) -> SeatSet;
    /// How it ended, if it did.
    fn outcome(&self) -> Option<Outcome>;
    /// What the clock owes the game, if anything.
    fn countdown(&self) -> Option<Countdown>;
    /// Who acted in the entries after this one, and whether that is past taking back: dice fell, or
    /// something hidden was shown.
    fn acted_since(&self, entry: u64) -> Vec<(Actor, bool)>;
    /// Whether seats see, at this moment, what others must not.
    fn secrets(&self) -> bool;
    /// The name of a player.
    fn name(&self, seat: Seat) -> &str;
    /// What a seat is called in the game, such as "Pilot".
    fn role(&self, seat: Seat) -> String;

    /// Carries out a command. The same request of the same actor acts once and gets the same answer.
    fn submit(
        &mut self,
        actor: Actor,
        request: Option<&str>,
        command: &Value,
        script: Vec<Script>,
    ) -> Result<Accepted, Refusal>;
    /// The same for a command that is still the text that a message carried.
    fn submit_text(
        &mut self,
        actor: Actor,
        request: Option<&str>,
        command: &RawValue,
    ) -> Result<Accepted, Refusal>;
    /// Says why a command would be refused.
    fn check(&self, actor: Actor, command: &Value) -> Result<(), Refusal>;
    /// Carries out the command that the clock owes.
    fn clock(&mut self) -> Result<Accepted, Refusal>;
    /// Does what an absent seat does.
    fn idle(&mut self, seat: Seat) -> Result<Accepted, Refusal>;
    /// Takes a seat out of the game for good.
    fn leave(&mut self, seat: Seat) -> Result<Accepted, Refusal>;
    /// Says which seats bots play: what they answer keeps nobody from taking back. It is the host's to
    /// know, and stands in no journal.
    fn seat_bots(&mut self, bots: SeatSet);
    /// Takes the actor's last command back, with what bots answered; all of it or nothing.
    fn take_back(&mut self, actor: Actor, request: Option<&str>) -> Result<Accepted, Refusal>;
    /// Takes back all that a seat did after one of its steps, with what bots answered; all of it or
    /// nothing.
    fn take_back_after(
        &mut self,
        seat: Seat,
        step: u64,
        request: Option<&str>,
    ) -> Result<Accepted, Refusal>;
    /// Says why the actor cannot take its last command back. The host may take anybody's back that
    /// drew no dice and revealed nothing, also when the turn has passed.
    fn can_take_back(&self, actor: Actor) -> Result<(), Refusal>;
    /// As the host, takes back all that was done after an entry, or nothing of it.
    fn take_back_to(&mut self, entry: u64) -> Result<Accepted, Refusal>;

    /// The viewer's view.
    fn view(&self, viewer: Viewer) -> Box<RawValue>;
    /// The whole state, for hosts only.
    fn state(&self) -> Box<RawValue>;
    /// What a seat may do, each command with its words.
    fn legal(&self, seat: Seat) -> Legal;
    /// The same without words, each command as JSON. The provided way is that of a game that lies behind a
    /// border.
    fn commands(&self, seat: Seat) -> Vec<String> {
        let own = |choice: Choice| choice.command.get().to_owned();
        self.legal(seat).commands.into_iter().map(own).collect()
    }
    /// All that a viewer's screen needs, with what happened after its step `since`.
    fn update(&self, viewer: Viewer, since: u64) -> Update;
    /// The same as JSON, written at the end of a text.
    fn write_update(&self, viewer: Viewer, since: u64, text: &mut Vec<u8>) {
        let update = self.update(viewer, since);
        senet_kernel::write(&update, text);
    }
    /// All that happened, by the game's own turns or rounds, as far as the game's log goes back.
    fn log(&self, viewer: Viewer) -> Vec<Chapter>;
    /// The parts of a long game, such as the battles of a campaign. The provided way is that of a game
    /// in one piece, and of one that lies behind a border.
    fn parts(&self, _viewer: Viewer) -> Vec<Part> {
        Vec::new()
    }
    /// What happened in the viewer's steps after `since` and up to `until`, through its eyes.
    fn history(&self, viewer: Viewer, since: u64, until: u64) -> Vec<Frame>;
    /// The viewer's view after one of its steps.
    fn view_at(&self, viewer: Viewer, step: u64) -> Option<Box<RawValue>>;
    /// All that a viewer's screen would have shown after one of its steps, with what happened in it.
    fn update_at(&self, viewer: Viewer, step: u64) -> Option<Update>;
    /// Takes the next line of the journal that this table follows: one that another host has made.
    fn take_line(&mut self, line: &str) -> Result<(), JournalError>;
    /// What spares a host the replay of this journal's lines when it opens the table again. It holds
    /// secrets, and is only a cache: see [`TableOf::resume`].
    fn snapshot(&self) -> String;
    /// A new table that goes on from an entry of this one, with luck of its own.
    fn branch(
        &self,
        entry: u64,
        luck: Luck,
        seed: Option<String>,
    ) -> Result<Box<dyn Table>, Refusal>;

    /// The board as text.
    fn drawing(&self, viewer: Viewer) -> Drawing;
    /// The board as text after one of the viewer's steps.
    fn drawing_at(&self, viewer: Viewer, step: u64) -> Option<Drawing>;
    /// Whose turn it is and what is wanted.
    fn prompt(&self, viewer: Viewer) -> String;
    /// What to look back at when it is over.
    fn ending(&self, viewer: Viewer) -> Drawing;
    /// A command in words.
    fn say(&self, viewer: Viewer, command: &Value) -> Result<String, Refusal>;
    /// What a command would lead to, with its chances.
    fn outlook(&self, viewer: Viewer, command: &Value) -> Option<String>;
    /// The forms of words that a player may type, each with what it does.
    fn forms(&self) -> Vec<(String, String)>;
    /// What a seat's words come to.
    fn read(&self, seat: Seat, text: &str) -> Result<Reading<Choice>, Refusal>;
    /// The question to a language model about words of a seat that were not understood, where the game
    /// reads orders by one. The provided way is that of a game that reads none.
    fn question(&self, _seat: Seat, _text: &str) -> Option<Question> {
        None
    }
    /// What a model's answer to a question with this input comes to now.
    fn answered(&self, _seat: Seat, _input: u32, _answer: &str) -> Result<Vec<Choice>, NoOrders> {
        Err(NoOrders::NotPlaying)
    }
    /// What a seat's standing plans ask for now.
    fn plans(&self, seat: Seat) -> Option<Reading<Choice>>;
    /// What is remembered for a seat.
    fn memo(&self, seat: Seat) -> &Value;
    /// Remembers something for a seat.
    fn remember(&mut self, seat: Seat, memo: Value) -> Result<(), Refusal>;
    /// A draft that goes on from here. The provided way is that of a game that lies behind a border, and of
    /// dice that are not known.
    fn draft(&self) -> Option<Box<dyn Draft>> {
        None
    }
}

/// A command was carried out, or taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Accepted {
    /// The entry that is the last in effect since then, as the actor counts them.
    pub entry: u64,
    /// How many changes the actor knew of then.
    pub line: u64,
}

/// What the clock owes a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Countdown {
    /// How long it takes, in milliseconds.
    pub after_ms: u32,
    /// A new number starts anew, the same number goes on.
    pub number: u32,
    /// What it means to the seats.
    pub kind: TickKind,
}

impl Countdown {
    /// What a game's clock owes.
    pub(crate) fn of<C>(tick: Tick<C>) -> Countdown {
        Countdown { after_ms: tick.after_ms, number: tick.number, kind: tick.kind }
    }

    /// The number of the beat that orders wait for; none where the clock is only a limit.
    pub fn beat(self) -> Option<u32> {
        (self.kind == TickKind::Beat).then_some(self.number)
    }
}

/// What a seat may do.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Legal {
    /// Whether that is all.
    pub listing: Listing,
    /// The commands with their words.
    pub commands: Vec<Choice>,
}

/// A command and its words.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// What to submit.
    #[schemars(with = "Value")]
    pub command: Box<RawValue>,
    /// What a player would type.
    pub text: String,
    /// What a screen asks about before it submits this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caution: Option<String>,
}

/// A table of one game.
#[derive(Clone)]
pub struct TableOf<G: Text> {
    pub(crate) header: Header,
    pub(crate) journal: Journal,
    /// The players' names, for all that is said. The game itself never knows them.
    pub(crate) cast: Cast,
    /// What the seats are called in the game, whoever sits there; the same from start to end.
    pub(crate) roles: Vec<String>,
    pub(crate) game: G,
    /// The state before the entries in memory.
    pub(crate) start: G,
    pub(crate) played: Vec<Played<G>>,
    pub(crate) earlier: Earlier<G>,
    /// Who may know of which entry.
    pub(crate) steps: Steps,
    /// The states before the last entries, as far as they can be taken back by the host, each with
    /// what led to it; nothing where lines that were taken back since lie in between.
    pub(crate) undo: VecDeque<(Option<Settled>, G)>,
    /// How many of those entries a seat may take back, too: nobody who knew of them has acted since.
    own: usize,
    /// The state before the newest entry, where that cannot be taken back.
    before: Option<G>,
    /// The seats that bots play, as the host says.
    bots: SeatSet,
    /// What led to the state that no taking back can reach behind.
    pub(crate) settled: Settled,
    pub(crate) dice: Option<Dice>,
    pub(crate) seed: Option<String>,
    pub(crate) requests: BTreeMap<(Actor, String), Accepted>,
    refusals: VecDeque<(Actor, String, Refusal)>,
    pub(crate) memos: Vec<Value>,
    pub(crate) ended: bool,
}

/// How far a table is settled.
#[derive(Clone, Copy)]
pub(crate) struct Settled {
    /// In lines of the journal.
    pub lines: usize,
    /// In entries among them, those that were taken back included.
    pub entries: usize,
}

/// An entry in effect.
#[derive(Clone)]
pub(crate) struct Played<G: Text> {
    pub actor: Actor,
    pub command: G::Command,
    pub draws: Vec<Draw>,
    pub revealed: bool,
    pub events: Vec<G::Event>,
}

impl<G: Text> TableOf<G> {
    pub(crate) fn start(
        header: Header,
        journal: Journal,
        game: G,
        dice: Option<Dice>,
        seed: Option<String>,
    ) -> TableOf<G> {
        let roles = roles(&game);
        TableOf {
            cast: Cast::new(&header.seats, &roles),
            roles,
            memos: vec![Value::Null; game.seats()],
            start: game.clone(),
            game,
            header,
            journal,
            dice,
            seed,
            played: Vec::new(),
            earlier: Earlier::default(),
            steps: Steps::default(),
            undo: VecDeque::new(),
            own: 0,
            before: None,
            bots: SeatSet::NONE,
            settled: Settled { lines: 1, entries: 0 },
            requests: BTreeMap::new(),
            refusals: VecDeque::new(),
            ended: false,
        }
    }

    /// The game itself. Hosts that play fair show it to nobody.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What a viewer sees of a state, with the names of the people in it.
    pub(crate) fn seen(&self, game: &G, viewer: Viewer) -> G::View {
        let mut view = game.view(viewer);
        G::cast(&mut view, &self.cast);
        view
    }

    /// What a viewer sees now.
    fn sight(&self, viewer: Viewer) -> G::View {
        self.seen(&self.game, viewer)
    }

    /// A refusal by the rules, which names people.
    fn by_rule(&self, rejection: &G::Rejection) -> Refusal {
        let mut refusal = Refusal::by_rule(rejection);
        refusal.sentence = self.cast.fill(&refusal.sentence, &self.roles);
        refusal
    }

    pub(crate) fn push(&mut self, before: G, played: Played<G>) {
        let (lines, entries) = (self.journal.lines().len(), self.steps.marks().len());
        let seen = Seen {
            actor: played.actor,
            drew: !played.draws.is_empty(),
            revealed: played.revealed,
            audience: Audience::of(&before, &self.game, &played),
        };
        let barrier = seen.revealed || seen.drew || seen.actor.seat().is_none();
        // What its actors cannot know of keeps nobody from taking back: a refusal would tell.
        let unknown = |other: &Seen| other.actor == seen.actor || !seen.is_seen_by(other.actor);
        if barrier || !self.steps.seen()[self.reach(seen.actor)..].iter().all(unknown) {
            self.own = 0;
        }
        if barrier {
            self.undo.clear();
            self.before = Some(before);
            self.settled = Settled { lines, entries: entries + 1 };
        } else {
            self.before = None;
            self.undo.push_back((Some(Settled { lines: lines - 1, entries }), before));
            self.own += 1;
            self.settle(Settled { lines, entries: entries + 1 });
        }
        self.steps.push(seen, lines);
        self.played.push(played);
    }

    /// The state before the newest entry, where it is at hand.
    pub(crate) fn before_last(&self) -> Option<&G> {
        self.before.as_ref().or_else(|| self.undo.back().map(|(_, state)| state))
    }

    /// Lets go of the oldest states that can be taken back to: of those that are too many, and of those
    /// that no part of the journal leads to.
    fn settle(&mut self, now: Settled) {
        let mut settled = None;
        while settled.is_none() || self.undo.len() > TAKEN_BACK {
            match self.undo.front() {
                Some((Some(led), _)) if self.undo.len() <= TAKEN_BACK => settled = Some(*led),
                Some(_) => drop(self.undo.pop_front()),
                None => break,
            }
        }
        self.settled = settled.unwrap_or(now);
        self.own = self.own.min(self.undo.len());
    }

    /// The place of the first entry that an actor's taking back can reach.
    fn reach(&self, actor: Actor) -> usize {
        let count = if actor == Actor::Host { self.undo.len() } else { self.own };
        self.steps.seen().len() - count
    }

    /// The place of the entry that an actor may take back: the last one that it knows of. The host may
    /// take back anybody's last one, also when the turn has passed.
    pub(crate) fn to_take_back(&self, actor: Actor) -> Result<usize, Refusal> {
        let no = |code, sentence: &str| Err(Refusal::new(code, sentence));
        let (last, seat) = match actor {
            Actor::Seat(seat) => (self.steps.last_seen_by(actor), Some(seat)),
            Actor::Host => {
                let last = self.steps.seen().iter().enumerate().next_back();
                (last, last.and_then(|(_, last)| last.actor.seat()))
            }
            Actor::Clock => (None, None),
        };
        let (Some((place, last)), Some(seat)) = (last, seat) else {
            return Err(nothing());
        };
        if self.game.outcome().is_some() {
            return no("game_over", "the game is over; nothing can be taken back");
        }
        if last.actor != actor && actor != Actor::Host {
            return no(
                "not_yours",
                "only the last command of the game can be taken back, and it was not yours",
            );
        }
        if last.drew {
            return no("drew_dice", "dice have fallen; that cannot be taken back");
        }
        if last.revealed {
            return no("revealed", "something hidden was shown; that cannot be taken back");
        }
        match self.game.take_back(seat) {
            TakeBack::Never => Err(never()),
            TakeBack::WhileToAct if actor != Actor::Host && !self.to_act().contains(seat) => {
                Err(turn_passed())
            }
            _ if place < self.reach(Actor::Host) => {
                no("nothing_to_take_back", "that lies too far back")
            }
            _ if place < self.reach(actor) => {
                no("nothing_to_take_back", "somebody else has acted since")
            }
            TakeBack::WhileToAct | TakeBack::UntilNext => Ok(place),
        }
    }

    /// The places of what a seat takes back, the last one first: its own command, or all of them after
    /// one of its steps, and what bots answered.
    fn to_undo(&self, seat: Seat, after: Option<u64>) -> Result<Vec<usize>, Refusal> {
        let plain = self.to_take_back(Actor::Seat(seat));
        if after.is_none() && (plain.is_ok() || self.bots.is_empty()) {
            return plain.map(|place| vec![place]);
        }
        let why = || match self.to_take_back(Actor::Seat(seat)) {
            Err(refusal) => refusal,
            Ok(_) => nothing(),
        };
        if self.game.outcome().is_some() {
            return Err(why());
        }
        let mut step = self.steps.count(Viewer::Seat(seat));
        if after.is_some_and(|after| step <= after) {
            return Err(nothing());
        }
        let (mut places, mut owned) = (Vec::new(), false);
        for (place, seen) in self.steps.seen().iter().enumerate().rev() {
            if !seen.is_seen_by(Actor::Seat(seat)) {
                continue;
            }
            if after.map_or(owned, |after| step <= after) {
                break;
            }
            let own = seen.actor == Actor::Seat(seat);
            if !own && !seen.actor.seat().is_some_and(|by| self.bots.contains(by)) {
                return Err(why());
            }
            self.may_undo(place)?;
            owned |= own;
            places.push(place);
            step -= 1;
        }
        let first = places.last().copied().unwrap_or_default();
        if !owned || self.bots.is_empty() && first < self.reach(Actor::Seat(seat)) {
            return Err(why());
        }
        self.waits_for_no_other(seat)?;
        for taken in 1..=places.len() {
            self.game_without(&places[..taken])?;
        }
        Ok(places)
    }

    /// Refuses an entry that no taking back reaches, whoever asks for it.
    pub(crate) fn may_undo(&self, place: usize) -> Result<(), Refusal> {
        let steps = self.steps.seen().len() - 1 - place;
        let at = place.checked_sub(self.reach(Actor::Host)).ok_or_else(|| self.blocked(steps))?;
        // The state after an entry is the one before the next.
        let after = self.undo.get(at + 1).map_or(&self.game, |(_, state)| state);
        let seat = self.steps.seen()[place].actor.seat().ok_or_else(|| self.blocked(steps))?;
        match after.take_back(seat) {
            TakeBack::Never => Err(never()),
            TakeBack::WhileToAct | TakeBack::UntilNext => Ok(()),
        }
    }

    /// Where a turn that has passed is not taken back, it is the seat's again, or a bot's.
    fn waits_for_no_other(&self, seat: Seat) -> Result<(), Refusal> {
        let to_act = self.to_act();
        let bots = !to_act.is_empty() && to_act.iter().all(|other| self.bots.contains(other));
        if self.game.take_back(seat) == TakeBack::WhileToAct && !to_act.contains(seat) && !bots {
            return Err(turn_passed());
        }
        Ok(())
    }

    /// The game without some entries.
    fn game_without(&self, places: &[usize]) -> Result<G, Refusal> {
        let Some(first) = places.iter().min() else { return Ok(self.game.clone()) };
        let mut game = self.undo[first - self.reach(Actor::Host)].1.clone();
        let known = self.earlier.entries as usize;
        for (place, played) in (known..).zip(&self.played).skip(first - known) {
            if !places.contains(&place) {
                again(&mut game, played)?;
            }
        }
        Ok(game)
    }

    /// Takes back entries that can be taken back, the last one first, by lines of their own: the seat's
    /// commands by the seat, what bots answered by the host.
    fn undo_all(
        &mut self,
        seat: Seat,
        places: &[usize],
        request: Option<&str>,
    ) -> Result<Accepted, Refusal> {
        for (left, place) in (0..places.len()).rev().zip(places) {
            let own = self.steps.seen()[*place].actor == Actor::Seat(seat);
            let actor = if own { Actor::Seat(seat) } else { Actor::Host };
            let request = request.filter(|_| left == 0).map(str::to_owned);
            let without = self.without(*place)?;
            self.journal
                .append("take_back", &TakenBack { entry: *place as u64 + 1, actor, request });
            self.remove(*place, without);
        }
        Ok(self.accepted_now(Actor::Seat(seat)))
    }

    /// What the game is without an entry that can be taken back: the states before what followed it,
    /// which its actor knows nothing of, and the state now.
    pub(crate) fn without(&self, place: usize) -> Result<(Vec<G>, G), Refusal> {
        let mut game = self.undo[place - self.reach(Actor::Host)].1.clone();
        let after = place + 1 - self.earlier.entries as usize;
        let mut states = Vec::new();
        for played in &self.played[after..] {
            states.push(game.clone());
            again(&mut game, played)?;
        }
        Ok((states, game))
    }

    /// Takes an entry out, by the last line of the journal.
    pub(crate) fn remove(&mut self, place: usize, (states, game): (Vec<G>, G)) {
        let at = place - self.reach(Actor::Host);
        let led = self.undo[at].0;
        self.undo.truncate(at);
        // The first of them is the state before the entry itself; the others come about only now.
        self.undo
            .extend(states.into_iter().zip(0..).map(|(game, i)| (led.filter(|_| i == 0), game)));
        self.own = self.own.saturating_sub(1);
        self.before = None;
        self.played.remove(place - self.earlier.entries as usize);
        self.game = game;
        self.steps.take_back(place, self.journal.lines().len());
    }

    /// How an actor is told that something was done.
    pub(crate) fn accepted_now(&self, actor: Actor) -> Accepted {
        let viewer = viewer_of(actor);
        Accepted { entry: self.steps.count(viewer), line: self.steps.changes(viewer) }
    }

    /// The seed of the dice, open or secret, where it is known here.
    pub(crate) fn known_seed(&self) -> Option<&str> {
        self.header.luck.open_seed().or(self.seed.as_deref())
    }

    /// Writes the journal's last line once the game is over.
    pub(crate) fn note_end(&mut self) {
        let Some(outcome) = self.game.outcome().filter(|_| !self.ended) else {
            return;
        };
        let fair = matches!(self.header.luck, Luck::Fair { .. });
        // Without the secret the end cannot be written: the host that keeps it will.
        if fair && self.seed.is_none() {
            return;
        }
        let seed = self.seed.clone().filter(|_| fair);
        self.journal.append("end", &End { outcome, seed });
        self.steps.all_see(self.journal.lines().len());
        self.ended = true;
    }

    pub(crate) fn carry_out(
        &mut self,
        actor: Actor,
        request: Option<&str>,
        command: G::Command,
        script: Vec<Script>,
    ) -> Result<Accepted, Refusal> {
        let number = self.entry() + 1;
        let before = self.game.clone();
        let mut events = Events::on();
        let mut typed = Dice::scripted(script);
        let dice = self.dice.as_mut().unwrap_or(&mut typed);
        if self.header.luck != Luck::Scripted {
            dice.begin(number);
        }
        let applied = self.game.apply(actor, &command, dice, &mut events);
        let (fault, draws) = (dice.fault(), dice.draws().to_vec());
        applied.map_err(|rejection| self.by_rule(&rejection))?;
        if let Some(fault) = fault {
            self.game = before;
            return Err(match self.header.luck {
                Luck::Scripted => Refusal::new("bad_script", fault.to_string()),
                Luck::Fair { .. } | Luck::Open { .. } => seed_unknown(),
            });
        }
        let hash = hash(&self.game);
        let entry = EntryRef { number, actor, command: &command, draws: &draws, hash, request };
        self.journal.append("entry", &entry);
        let revealed = events.revealed();
        let events = events.take();
        self.push(before, Played { actor, command, draws, revealed, events });
        let accepted = self.accepted_now(actor);
        self.note_end();
        Ok(accepted)
    }

    /// Answers a request at most once.
    fn once(
        &mut self,
        actor: Actor,
        request: Option<&str>,
        act: impl FnOnce(&mut TableOf<G>) -> Result<Accepted, Refusal>,
    ) -> Result<Accepted, Refusal> {
        if !sits(actor, self.seats()) {
            return Err(no_such_seat(actor));
        }
        let Some(request) = request else {
            return act(self);
        };
        if request.is_empty() || request.chars().count() > REQUEST {
            let sentence = format!("a request id has 1 to {REQUEST} characters");
            return Err(Refusal::new("bad_request_id", sentence));
        }
        let key = (actor, request.to_owned());
        if let Some(accepted) = self.requests.get(&key) {
            return Ok(*accepted);
        }
        let same = |(by, id, _): &&(Actor, String, Refusal)| *by == key.0 && *id == key.1;
        if let Some((_, _, refusal)) = self.refusals.iter().find(same) {
            return Err(refusal.clone());
        }
        let answer = act(self);
        match &answer {
            Ok(accepted) => {
                self.requests.insert(key, *accepted);
            }
            Err(refusal) => {
                if self.refusals.len() == REFUSALS {
                    self.refusals.pop_front();
                }
                self.refusals.push_back((key.0, key.1, refusal.clone()));
            }
        }
        answer
    }

    fn of_house(&mut self, actor: Actor, command: Option<G::Command>) -> Result<Accepted, Refusal> {
        let nothing = || Refusal::new("nothing_to_do", "the game asks for nothing of the kind now");
        self.carry_out(actor, None, command.ok_or_else(nothing)?, Vec::new())
    }

    /// A command of a message, unless the game has something to tell before it looks at what it says.
    fn received(
        &self,
        actor: Actor,
        size: impl Fn() -> usize,
        command: Result<G::Command, Refusal>,
    ) -> Result<G::Command, Refusal> {
        let unread = command.as_ref().err().map(|refusal| refusal.sentence.as_str());
        match self.game.receive(actor, size, unread) {
            Ok(()) => command,
            Err(rejection) => Err(self.by_rule(&rejection)),
        }
    }

    fn command(json: &Value) -> Result<G::Command, Refusal> {
        senet_kernel::read(json).map_err(|Misfit { field, sentence }| {
            let place = if field.is_empty() { field } else { format!(" at {field}") };
            Refusal::new("malformed", format!("this is no command of the game{place}: {sentence}"))
        })
    }

    /// The command that a text holds. Where it holds none, the way round by a value says why.
    pub(crate) fn command_in(text: &RawValue) -> Result<G::Command, Refusal> {
        serde_json::from_str(text.get()).or_else(|_| {
            let json = serde_json::from_str(text.get());
            let no_json = |error| {
                Refusal::new("malformed", format!("this is no command of the game: {error}"))
            };
            TableOf::<G>::command(&json.map_err(no_json)?)
        })
    }

    /// Why the entry so many steps back cannot be reached.
    fn blocked(&self, step: usize) -> Refusal {
        let barrier = self.played.len().checked_sub(step + 1).map(|at| &self.played[at]);
        let (code, sentence) = match barrier {
            Some(played) if !played.draws.is_empty() => {
                ("drew_dice", "dice have fallen; that cannot be taken back")
            }
            Some(played) if played.revealed => {
                ("revealed", "something hidden was shown; that cannot be taken back")
            }
            _ => ("nothing_to_take_back", "that lies too far back"),
        };
        Refusal::new(code, sentence)
    }

    /// Reads a text, and where it is not understood once more with roles in place of names.
    fn read_named(
        &self,
        view: &G::View,
        seat: Seat,
        text: &str,
    ) -> Result<Reading<G::Command>, Unread> {
        let memo = self.memo(seat);
        G::read(view, seat, text, memo).or_else(|unread| {
            let plain = self.cast.roles_for_names(text, &self.roles);
            let plain = plain.ok_or_else(|| unread.clone())?;
            G::read(view, seat, &plain, memo).map_err(|_| unread)
        })
    }

    pub(crate) fn choice(view: &G::View, seat: Seat, command: &G::Command) -> Choice {
        Choice {
            command: as_raw(command),
            text: G::say(view, command),
            caution: G::caution(view, seat, command),
        }
    }

    fn reading(view: &G::View, seat: Seat, reading: Reading<G::Command>) -> Reading<Choice> {
        let choice = |command| TableOf::<G>::choice(view, seat, command);
        Reading {
            commands: reading.commands.iter().map(choice).collect(),
            read_back: reading.read_back,
            not_understood: reading.not_understood,
            asks: reading.asks,
            memo: reading.memo,
        }
    }
}

impl<G: Text> Table for TableOf<G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn journal(&self) -> &Journal {
        &self.journal
    }

    fn veil(&mut self, secret: &str) {
        self.journal = self.journal.veiled(secret);
        self.header.senet = VEILED;
    }

    fn seed(&self) -> Option<&str> {
        self.seed.as_deref()
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn entry(&self) -> u64 {
        self.earlier.entries + self.played.len() as u64
    }

    fn step(&self, viewer: Viewer) -> u64 {
        self.steps.count(viewer)
    }

    fn entry_at(&self, viewer: Viewer, step: u64) -> Option<u64> {
        self.steps.entry_at(viewer, step)
    }

    fn step_at(&self, viewer: Viewer, entry: u64) -> u64 {
        self.steps.step_at(viewer, entry)
    }

    fn steps(&self, viewer: Viewer) -> Vec<u64> {
        self.steps.all(viewer)
    }

    fn last_line(&self, viewer: Viewer) -> u64 {
        self.steps.last_line(viewer)
    }

    fn to_act(&self) -> SeatSet {
        self.game.to_act()
    }

    fn awaited(&self) -> SeatSet {
        self.game.awaited()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn countdown(&self) -> Option<Countdown> {
        self.game.tick().map(Countdown::of)
    }

    fn acted_since(&self, entry: u64) -> Vec<(Actor, bool)> {
        let known = entry.saturating_sub(self.earlier.entries);
        let new = self.played.get(usize::try_from(known).unwrap_or(usize::MAX)..);
        let done = |played: &Played<G>| played.revealed || !played.draws.is_empty();
        new.unwrap_or_default().iter().map(|played| (played.actor, done(played))).collect()
    }

    fn secrets(&self) -> bool {
        self.game.secrets()
    }

    fn name(&self, seat: Seat) -> &str {
        self.header.seats.get(seat.index()).map_or("", String::as_str)
    }

    fn role(&self, seat: Seat) -> String {
        self.roles.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string())
    }

    fn submit(
        &mut self,
        actor: Actor,
        request: Option<&str>,
        command: &Value,
        script: Vec<Script>,
    ) -> Result<Accepted, Refusal> {
        self.once(actor, request, |table| {
            let size = || command.to_string().len();
            let command = table.received(actor, size, TableOf::<G>::command(command))?;
            table.carry_out(actor, request, command, script)
        })
    }

    fn submit_text(
        &mut self,
        actor: Actor,
        request: Option<&str>,
        command: &RawValue,
    ) -> Result<Accepted, Refusal> {
        self.once(actor, request, |table| {
            let size = || command.get().len();
            let command = table.received(actor, size, TableOf::<G>::command_in(command))?;
            table.carry_out(actor, request, command, Vec::new())
        })
    }

    fn check(&self, actor: Actor, command: &Value) -> Result<(), Refusal> {
        if !sits(actor, self.seats()) {
            return Err(no_such_seat(actor));
        }
        let size = || command.to_string().len();
        let command = self.received(actor, size, TableOf::<G>::command(command))?;
        self.game.check(actor, &command).map_err(|rejection| self.by_rule(&rejection))
    }

    fn clock(&mut self) -> Result<Accepted, Refusal> {
        self.of_house(Actor::Clock, self.game.tick().map(|tick| tick.command))
    }

    fn idle(&mut self, seat: Seat) -> Result<Accepted, Refusal> {
        let command = if self.to_act().contains(seat) { self.game.idle(seat) } else { None };
        self.of_house(Actor::Seat(seat), command)
    }

    fn leave(&mut self, seat: Seat) -> Result<Accepted, Refusal> {
        let command = if sits(seat.into(), self.seats()) { self.game.leave(seat) } else { None };
        self.of_house(Actor::Host, command)
    }

    fn seat_bots(&mut self, bots: SeatSet) {
        self.bots = bots;
    }

    fn take_back_after(
        &mut self,
        seat: Seat,
        step: u64,
        request: Option<&str>,
    ) -> Result<Accepted, Refusal> {
        self.once(seat.into(), request, |table| {
            let places = table.to_undo(seat, Some(step))?;
            table.undo_all(seat, &places, request)
        })
    }

    fn take_back(&mut self, actor: Actor, request: Option<&str>) -> Result<Accepted, Refusal> {
        self.once(actor, request, |table| {
            if let Actor::Seat(seat) = actor {
                let places = table.to_undo(seat, None)?;
                return table.undo_all(seat, &places, request);
            }
            let place = table.to_take_back(actor)?;
            let without = table.without(place)?;
            let (entry, request) = (place as u64 + 1, request.map(str::to_owned));
            table.journal.append("take_back", &TakenBack { entry, actor, request });
            table.remove(place, without);
            Ok(table.accepted_now(actor))
        })
    }

    fn can_take_back(&self, actor: Actor) -> Result<(), Refusal> {
        match actor {
            Actor::Seat(seat) => self.to_undo(seat, None).map(drop),
            Actor::Host | Actor::Clock => self.to_take_back(actor).map(drop),
        }
    }

    fn take_back_to(&mut self, entry: u64) -> Result<Accepted, Refusal> {
        let steps = self.entry().saturating_sub(entry);
        let steps = usize::try_from(steps).unwrap_or(usize::MAX);
        if steps == 0 {
            return Err(nothing());
        }
        self.can_take_back(Actor::Host)?;
        for step in 1..steps {
            // The state after an entry is the one before the next.
            let place = self.undo.len().checked_sub(step).filter(|place| *place > 0);
            let after = place.and_then(|place| self.undo.get(place));
            let played = self.played.len().checked_sub(step + 1).map(|at| &self.played[at]);
            let seat = played.and_then(|played| played.actor.seat());
            let (Some((_, after)), Some(seat)) = (after, seat) else {
                return Err(self.blocked(step));
            };
            if after.take_back(seat) == TakeBack::Never {
                return Err(never());
            }
        }
        for _ in 0..steps {
            let place = self.to_take_back(Actor::Host)?;
            let without = self.without(place)?;
            let taken = TakenBack { entry: place as u64 + 1, actor: Actor::Host, request: None };
            self.journal.append("take_back", &taken);
            self.remove(place, without);
        }
        Ok(self.accepted_now(Actor::Host))
    }

    fn view(&self, viewer: Viewer) -> Box<RawValue> {
        as_raw(&self.sight(viewer))
    }

    fn state(&self) -> Box<RawValue> {
        as_raw(&self.game)
    }

    fn legal(&self, seat: Seat) -> Legal {
        let mut commands = Vec::new();
        if !sits(seat.into(), self.seats()) {
            return Legal { listing: Listing::Complete, commands: Vec::new() };
        }
        let listing = self.game.legal(seat, &mut commands);
        let view = self.sight(Viewer::Seat(seat));
        let choice = |command| TableOf::<G>::choice(&view, seat, command);
        Legal { listing, commands: commands.iter().map(choice).collect() }
    }

    fn commands(&self, seat: Seat) -> Vec<String> {
        let mut commands = Vec::new();
        if sits(seat.into(), self.seats()) {
            self.game.legal(seat, &mut commands);
        }
        commands.iter().map(as_text).collect()
    }

    fn update(&self, viewer: Viewer, since: u64) -> Update {
        self.update_of(&self.game, viewer, since, self.step(viewer))
    }

    fn write_update(&self, viewer: Viewer, since: u64, text: &mut Vec<u8>) {
        self.write_scene(viewer, since, text);
    }

    fn log(&self, viewer: Viewer) -> Vec<Chapter> {
        self.chapters(viewer)
    }

    fn parts(&self, viewer: Viewer) -> Vec<Part> {
        self.parted(viewer)
    }

    fn history(&self, viewer: Viewer, since: u64, until: u64) -> Vec<Frame> {
        self.frames(viewer, since, until)
    }

    fn view_at(&self, viewer: Viewer, step: u64) -> Option<Box<RawValue>> {
        let game = self.game_at(self.entry_at(viewer, step)?)?;
        Some(as_raw(&self.seen(&game, viewer)))
    }

    fn update_at(&self, viewer: Viewer, step: u64) -> Option<Update> {
        let game = self.game_at(self.entry_at(viewer, step)?)?;
        Some(self.update_of(&game, viewer, step.saturating_sub(1), step))
    }

    fn take_line(&mut self, line: &str) -> Result<(), JournalError> {
        let number = self.journal.lines().len() + 1;
        self.next_line(line).map_err(|problem| at(number, None, problem))
    }

    fn snapshot(&self) -> String {
        TableOf::snapshot(self)
    }

    fn branch(
        &self,
        entry: u64,
        luck: Luck,
        seed: Option<String>,
    ) -> Result<Box<dyn Table>, Refusal> {
        let game = self.game_at(entry).ok_or_else(|| {
            let sentence = format!("there is no entry {entry}; the last is {}", self.entry());
            Refusal::new("no_such_entry", sentence)
        })?;
        let position = as_json(&game);
        let opening = Opening {
            start: Start::Position(position),
            preset: None,
            seats: self.header.seats.clone(),
            luck,
            seed,
            script: Vec::new(),
            branch: self.journal.name().map(|journal| Branch { journal, entry }),
        };
        let table = TableOf::<G>::open_by(opening, self.header.module);
        let table =
            table.map_err(|error: OpenError| Refusal::new("cannot_branch", error.to_string()))?;
        Ok(Box::new(table))
    }

    fn drawing(&self, viewer: Viewer) -> Drawing {
        G::draw(&self.sight(viewer), viewer)
    }

    fn drawing_at(&self, viewer: Viewer, step: u64) -> Option<Drawing> {
        let game = self.game_at(self.entry_at(viewer, step)?)?;
        Some(G::draw(&self.seen(&game, viewer), viewer))
    }

    fn prompt(&self, viewer: Viewer) -> String {
        G::prompt(&self.sight(viewer), viewer)
    }

    fn ending(&self, viewer: Viewer) -> Drawing {
        G::ending(&self.sight(viewer))
    }

    fn say(&self, viewer: Viewer, command: &Value) -> Result<String, Refusal> {
        Ok(G::say(&self.sight(viewer), &TableOf::<G>::command(command)?))
    }

    fn outlook(&self, viewer: Viewer, command: &Value) -> Option<String> {
        G::outlook(&self.sight(viewer), &TableOf::<G>::command(command).ok()?)
    }

    fn forms(&self) -> Vec<(String, String)> {
        let own = |&(form, does): &(&str, &str)| (form.to_owned(), does.to_owned());
        G::forms().iter().map(own).collect()
    }

    fn read(&self, seat: Seat, text: &str) -> Result<Reading<Choice>, Refusal> {
        if !sits(seat.into(), self.seats()) {
            return Err(no_such_seat(seat.into()));
        }
        let view = self.sight(Viewer::Seat(seat));
        let wanted = text.trim().to_lowercase();
        let mut commands = Vec::new();
        self.game.legal(seat, &mut commands);
        let named = commands.into_iter().find(|c| G::say(&view, c).to_lowercase() == wanted);
        let reading = match named {
            Some(command) => Ok(Reading::commands(vec![command])),
            None => self.read_named(&view, seat, text),
        };
        let spoken = |mut reading: Reading<G::Command>| {
            reading.commands =
                reading.commands.into_iter().map(|command| G::spoken(&view, command)).collect();
            reading
        };
        reading
            .map(|reading| TableOf::<G>::reading(&view, seat, spoken(reading)))
            .map_err(Refusal::from)
    }

    fn question(&self, seat: Seat, text: &str) -> Option<Question> {
        sits(seat.into(), self.seats()).then_some(())?;
        G::question(&self.sight(Viewer::Seat(seat)), text)
    }

    fn answered(&self, seat: Seat, input: u32, answer: &str) -> Result<Vec<Choice>, NoOrders> {
        if !sits(seat.into(), self.seats()) {
            return Err(NoOrders::NotPlaying);
        }
        let view = self.sight(Viewer::Seat(seat));
        let commands = G::answered(&view, input, answer)?;
        Ok(TableOf::<G>::reading(&view, seat, Reading::commands(commands)).commands)
    }

    fn plans(&self, seat: Seat) -> Option<Reading<Choice>> {
        let memo = self.memos.get(seat.index()).filter(|memo| !memo.is_null())?;
        let view = self.sight(Viewer::Seat(seat));
        let reading = G::plans(&view, seat, memo)?;
        Some(TableOf::<G>::reading(&view, seat, reading))
    }

    fn memo(&self, seat: Seat) -> &Value {
        self.memos.get(seat.index()).unwrap_or(&Value::Null)
    }

    fn remember(&mut self, seat: Seat, memo: Value) -> Result<(), Refusal> {
        if self.ended {
            return Err(Refusal::new("game_over", "the game is over; there is nothing to plan"));
        }
        let Some(slot) = self.memos.get_mut(seat.index()) else {
            return Err(no_such_seat(seat.into()));
        };
        if *slot == memo {
            return Ok(());
        }
        let record = Memo { seat, value: memo };
        let size = as_text(&record).len();
        if size > MEMO {
            let sentence = format!("the memo has {size} bytes; {MEMO} is the most");
            return Err(Refusal::new("memo_too_large", sentence));
        }
        self.journal.append("memo", &record);
        *slot = record.value;
        Ok(())
    }

    fn draft(&self) -> Option<Box<dyn Draft>> {
        DraftOf::of(self).map(|draft| Box::new(draft) as Box<dyn Draft>)
    }
}

/// What the seats are called in the game, whoever sits there.
pub(crate) fn roles<G: Text>(game: &G) -> Vec<String> {
    let view = game.view(Viewer::Spectator);
    Seat::first(game.seats()).map(|seat| G::seat_name(&view, seat)).collect()
}

/// Carries out an entry once more that drew no dice.
fn again<G: Text>(game: &mut G, played: &Played<G>) -> Result<(), Refusal> {
    let mut dice = Dice::scripted(Vec::new());
    game.apply(played.actor, &played.command, &mut dice, &mut Events::off())
        .map_err(|rejection| Refusal::new("not_allowed", rejection.to_string()))
}

fn nothing() -> Refusal {
    Refusal::new("nothing_to_take_back", "there is nothing to take back")
}

fn never() -> Refusal {
    Refusal::new("not_allowed", "the rules of this game allow no taking back")
}

fn turn_passed() -> Refusal {
    Refusal::new("turn_passed", "the turn has passed; somebody's answer is awaited")
}

fn no_such_seat(actor: Actor) -> Refusal {
    Refusal::new("no_such_seat", format!("there is no {actor} at this table"))
}

fn seed_unknown() -> Refusal {
    let sentence = "this draws from the table's secret seed, which is not known here";
    Refusal::new("seed_unknown", sentence)
}
