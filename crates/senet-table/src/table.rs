//! A table: one play of a game, its journal and its dice.

use std::collections::{BTreeMap, VecDeque};

use schemars::JsonSchema;
use senet_kernel::{
    Actor, Cast, Dice, Draw, Drawing, Events, Listing, Outcome, Reading, Script, Seat, SeatSet,
    TakeBack, Text, Tick, TickKind, Viewer, hash,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::journal::{EntryRef, VEILED};
use crate::open::sits;
use crate::protocol::Update;
use crate::snapshot::Earlier;
use crate::{
    Branch, End, Frame, Header, Journal, Luck, Memo, OpenError, Opening, Refusal, Start, TakenBack,
};

/// The most characters of a request id.
const REQUEST: usize = 64;
/// How many refusals are remembered, so that a request sent twice gets the same answer.
const REFUSALS: usize = 64;
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
    /// The number of the last entry in effect; 0 after set-up.
    fn entry(&self) -> u64;
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
    /// Takes the actor's last command back.
    fn take_back(&mut self, actor: Actor, request: Option<&str>) -> Result<Accepted, Refusal>;
    /// Says why the actor cannot take its last command back.
    fn can_take_back(&self, actor: Actor) -> Result<(), Refusal>;

    /// The viewer's view.
    fn view(&self, viewer: Viewer) -> Box<RawValue>;
    /// The whole state, for hosts only.
    fn state(&self) -> Box<RawValue>;
    /// What a seat may do, each command with its words.
    fn legal(&self, seat: Seat) -> Legal;
    /// All that a viewer's screen needs, with what happened after entry `since`.
    fn update(&self, viewer: Viewer, since: u64) -> Update;
    /// What happened in the entries after `since` and up to `until`, through the viewer's eyes.
    fn history(&self, viewer: Viewer, since: u64, until: u64) -> Vec<Frame>;
    /// The viewer's view after an entry.
    fn view_at(&self, viewer: Viewer, entry: u64) -> Option<Box<RawValue>>;
    /// All that a viewer's screen would have shown after an entry, with what happened in it.
    fn update_at(&self, viewer: Viewer, entry: u64) -> Option<Update>;
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
    /// The board as text after an entry.
    fn drawing_at(&self, viewer: Viewer, entry: u64) -> Option<Drawing>;
    /// Whose turn it is and what is wanted.
    fn prompt(&self, viewer: Viewer) -> String;
    /// What to look back at when it is over.
    fn ending(&self, viewer: Viewer) -> Drawing;
    /// A command in words.
    fn say(&self, viewer: Viewer, command: &Value) -> Result<String, Refusal>;
    /// What a seat's words come to.
    fn read(&self, seat: Seat, text: &str) -> Result<Reading<Choice>, Refusal>;
    /// What a seat's standing plans ask for now.
    fn follow(&self, seat: Seat) -> Option<Reading<Choice>>;
    /// What is remembered for a seat.
    fn memo(&self, seat: Seat) -> &Value;
    /// Remembers something for a seat.
    fn remember(&mut self, seat: Seat, memo: Value) -> Result<(), Refusal>;
}

/// A command was carried out, or taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Accepted {
    /// The entry that is the last in effect since then.
    pub entry: u64,
    /// How many lines the journal had then.
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
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Legal {
    /// Whether that is all.
    pub listing: Listing,
    /// The commands with their words.
    pub commands: Vec<Choice>,
}

/// A command and its words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Choice {
    /// What to submit.
    #[schemars(with = "Value")]
    pub command: Box<RawValue>,
    /// What a player would type.
    pub text: String,
}

/// A table of one game.
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
    /// The states before the last entries, as far as they can be taken back.
    pub(crate) undo: Vec<G>,
    /// How many lines led to the state that no taking back can reach behind.
    pub(crate) settled: usize,
    dice: Option<Dice>,
    pub(crate) seed: Option<String>,
    pub(crate) requests: BTreeMap<(Actor, String), Accepted>,
    refusals: VecDeque<(Actor, String, Refusal)>,
    pub(crate) memos: Vec<Value>,
    pub(crate) ended: bool,
}

/// An entry in effect.
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
            undo: Vec::new(),
            settled: 1,
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
        let lines = self.journal.lines().len();
        let same = self.last().is_none_or(|last| last.actor == played.actor);
        let barrier = played.revealed || !played.draws.is_empty() || played.actor.seat().is_none();
        if !same || barrier {
            self.undo.clear();
        }
        if barrier {
            self.settled = lines;
        } else {
            if self.undo.is_empty() {
                self.settled = lines - 1;
            }
            self.undo.push(before);
        }
        self.played.push(played);
    }

    pub(crate) fn pop(&mut self) {
        if let Some(before) = self.undo.pop() {
            self.game = before;
            self.played.pop();
        }
    }

    pub(crate) fn accepted_now(&self, entry: u64) -> Accepted {
        Accepted { entry, line: self.journal.lines().len() as u64 }
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
        self.ended = true;
    }

    fn carry_out(
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
        let accepted = self.accepted_now(number);
        let revealed = events.revealed();
        let events = events.take();
        self.push(before, Played { actor, command, draws, revealed, events });
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
        size: usize,
        command: Result<G::Command, Refusal>,
    ) -> Result<G::Command, Refusal> {
        let unread = command.as_ref().err().map(|refusal| refusal.sentence.as_str());
        match self.game.receive(actor, size, unread) {
            Ok(()) => command,
            Err(rejection) => Err(self.by_rule(&rejection)),
        }
    }

    fn command(json: &Value) -> Result<G::Command, Refusal> {
        serde_path_to_error::deserialize(json).map_err(|error| {
            let path = error.path().to_string();
            let place = if path == "." { String::new() } else { format!(" at {path}") };
            let sentence = format!("this is no command of the game{place}: {}", error.into_inner());
            Refusal::new("malformed", sentence)
        })
    }

    /// The command that a text holds. Where it holds none, the way round by a value says why.
    fn command_in(text: &RawValue) -> Result<G::Command, Refusal> {
        serde_json::from_str(text.get()).or_else(|_| {
            let json = serde_json::from_str(text.get());
            let no_json = |error| {
                Refusal::new("malformed", format!("this is no command of the game: {error}"))
            };
            TableOf::<G>::command(&json.map_err(no_json)?)
        })
    }

    /// Reads a text, and where it is not understood once more with roles in place of names.
    fn read_named(
        &self,
        view: &G::View,
        seat: Seat,
        text: &str,
    ) -> Result<Reading<G::Command>, String> {
        let memo = self.memo(seat);
        G::read(view, seat, text, memo).or_else(|sentence| {
            let plain = self.cast.roles_for_names(text, &self.roles);
            let plain = plain.ok_or_else(|| sentence.clone())?;
            G::read(view, seat, &plain, memo).map_err(|_| sentence)
        })
    }

    fn reading(view: &G::View, reading: Reading<G::Command>) -> Reading<Choice> {
        let choice = |command| Choice { command: raw(command), text: G::say(view, command) };
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
            let size = command.to_string().len();
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
            let size = command.get().len();
            let command = table.received(actor, size, TableOf::<G>::command_in(command))?;
            table.carry_out(actor, request, command, Vec::new())
        })
    }

    fn check(&self, actor: Actor, command: &Value) -> Result<(), Refusal> {
        if !sits(actor, self.seats()) {
            return Err(no_such_seat(actor));
        }
        let size = command.to_string().len();
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

    fn take_back(&mut self, actor: Actor, request: Option<&str>) -> Result<Accepted, Refusal> {
        self.once(actor, request, |table| {
            table.can_take_back(actor)?;
            let entry = table.entry();
            let request = request.map(str::to_owned);
            table.journal.append("take_back", &TakenBack { entry, actor, request });
            table.pop();
            Ok(table.accepted_now(entry - 1))
        })
    }

    fn can_take_back(&self, actor: Actor) -> Result<(), Refusal> {
        let no = |code, sentence: &str| Err(Refusal::new(code, sentence));
        let (Some(seat), Some(last)) = (actor.seat(), self.last()) else {
            return no("nothing_to_take_back", "there is nothing to take back");
        };
        if self.game.outcome().is_some() {
            return no("game_over", "the game is over; nothing can be taken back");
        }
        if last.actor != actor {
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
            TakeBack::Never => no("not_allowed", "the rules of this game allow no taking back"),
            TakeBack::WhileToAct if !self.to_act().contains(seat) => {
                no("turn_passed", "the turn has passed; somebody's answer is awaited")
            }
            _ if self.undo.is_empty() => {
                no("nothing_to_take_back", "somebody else has acted since")
            }
            TakeBack::WhileToAct | TakeBack::UntilNext => Ok(()),
        }
    }

    fn view(&self, viewer: Viewer) -> Box<RawValue> {
        raw(&self.sight(viewer))
    }

    fn state(&self) -> Box<RawValue> {
        raw(&self.game)
    }

    fn legal(&self, seat: Seat) -> Legal {
        let mut commands = Vec::new();
        if !sits(seat.into(), self.seats()) {
            return Legal { listing: Listing::Complete, commands: Vec::new() };
        }
        let listing = self.game.legal(seat, &mut commands);
        let view = self.sight(Viewer::Seat(seat));
        let choice = |command| Choice { command: raw(command), text: G::say(&view, command) };
        Legal { listing, commands: commands.iter().map(choice).collect() }
    }

    fn update(&self, viewer: Viewer, since: u64) -> Update {
        self.update_of(&self.game, viewer, since, self.entry())
    }

    fn history(&self, viewer: Viewer, since: u64, until: u64) -> Vec<Frame> {
        self.frames(viewer, since, until)
    }

    fn view_at(&self, viewer: Viewer, entry: u64) -> Option<Box<RawValue>> {
        Some(raw(&self.seen(&self.game_at(entry)?, viewer)))
    }

    fn update_at(&self, viewer: Viewer, entry: u64) -> Option<Update> {
        let game = self.game_at(entry)?;
        Some(self.update_of(&game, viewer, entry.saturating_sub(1), entry))
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
        let position = serde_json::to_value(&game).expect("states are plain data");
        let opening = Opening {
            start: Start::Position(position),
            preset: None,
            seats: self.header.seats.clone(),
            luck,
            seed,
            script: Vec::new(),
            branch: self.journal.name().map(|journal| Branch { journal, entry }),
        };
        let table = TableOf::<G>::open(opening);
        let table =
            table.map_err(|error: OpenError| Refusal::new("cannot_branch", error.to_string()))?;
        Ok(Box::new(table))
    }

    fn drawing(&self, viewer: Viewer) -> Drawing {
        G::draw(&self.sight(viewer), viewer)
    }

    fn drawing_at(&self, viewer: Viewer, entry: u64) -> Option<Drawing> {
        Some(G::draw(&self.seen(&self.game_at(entry)?, viewer), viewer))
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
            .map(|reading| TableOf::<G>::reading(&view, spoken(reading)))
            .map_err(|sentence| Refusal::new("not_understood", sentence))
    }

    fn follow(&self, seat: Seat) -> Option<Reading<Choice>> {
        let memo = self.memos.get(seat.index()).filter(|memo| !memo.is_null())?;
        let view = self.sight(Viewer::Seat(seat));
        let reading = G::follow(&view, seat, memo)?;
        Some(TableOf::<G>::reading(&view, reading))
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
        let size = serde_json::to_string(&record).map_or(MEMO + 1, |json| json.len());
        if size > MEMO {
            let sentence = format!("the memo has {size} bytes; {MEMO} is the most");
            return Err(Refusal::new("memo_too_large", sentence));
        }
        self.journal.append("memo", &record);
        *slot = record.value;
        Ok(())
    }
}

/// What the seats are called in the game, whoever sits there.
pub(crate) fn roles<G: Text>(game: &G) -> Vec<String> {
    let view = game.view(Viewer::Spectator);
    Seat::first(game.seats()).map(|seat| G::seat_name(&view, seat)).collect()
}

/// A value as JSON text.
pub(crate) fn raw(value: &impl Serialize) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).expect("views, commands and states are plain data")
}

fn no_such_seat(actor: Actor) -> Refusal {
    Refusal::new("no_such_seat", format!("there is no {actor} at this table"))
}

fn seed_unknown() -> Refusal {
    let sentence = "this draws from the table's secret seed, which is not known here";
    Refusal::new("seed_unknown", sentence)
}
