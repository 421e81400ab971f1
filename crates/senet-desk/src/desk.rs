//! Any number of tables behind the protocol's messages.

use std::collections::BTreeMap;
use std::sync::Arc;

use senet_kernel::{Actor, Reading, Script, Seat, Viewer, as_json, as_raw, read_tagged};
use senet_table::protocol::{Answer, Ask, LuckAsk, Reply, greeted, not_a_message};
use senet_table::{
    Accepted, Choice, DiceVerdict, Header, JournalError, Luck, OpenError, Opening, Problem,
    Refusal, Start, Table,
};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::{Analyst, AnyGame, Depth, Leash, Level, Shelf};

/// The most tables that one desk holds.
const TABLES: usize = 10_000;
/// The most characters of a table's name.
const NAME: usize = 64;

/// Holds tables and answers messages about them. Whoever talks to it is the host of them all.
pub struct Desk {
    shelf: Box<dyn Shelf>,
    tables: BTreeMap<String, Box<dyn Table>>,
    /// Who looks back at which table, with the level and the lines of the journal that they know.
    analysts: BTreeMap<String, (Level, usize, Box<dyn Analyst>)>,
    fresh_seed: Box<dyn Fn() -> String + Send>,
    /// How long a level may think.
    leash: Box<dyn Fn(Level) -> Leash + Send>,
}

/// A command as nearly every message carries it. It is read as it stands, without a tree of values in between;
/// what does not fit (dice that are typed, a letter with an escape) goes the long way, which says what is wrong.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Submit<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    table: &'a str,
    #[serde(rename = "as")]
    actor: Actor,
    #[serde(borrow)]
    command: &'a RawValue,
    #[serde(default)]
    request: Option<&'a str>,
}

/// What is there, be it null.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

impl Desk {
    /// A desk without tables. `fresh_seed` draws a secret that nobody can guess.
    pub fn new(
        shelf: impl Shelf + 'static,
        fresh_seed: impl Fn() -> String + Send + 'static,
    ) -> Desk {
        Desk {
            shelf: Box::new(shelf),
            tables: BTreeMap::new(),
            analysts: BTreeMap::new(),
            fresh_seed: Box::new(fresh_seed),
            leash: Box::new(|_| Leash::default()),
        }
    }

    /// The same desk, at which thinking ends when a leash is pulled: whoever has a clock keeps to the time that a
    /// level is given ([`Level::millis`]).
    #[must_use]
    pub fn on_a_leash(mut self, leash: impl Fn(Level) -> Leash + Send + 'static) -> Desk {
        self.leash = Box::new(leash);
        self
    }

    /// Answers one message, whatever it is.
    pub fn message(&mut self, text: &str) -> Reply {
        if let Ok(submit) = serde_json::from_str::<Submit<'_>>(text)
            && submit.kind == "submit"
        {
            return self.submitted(&submit);
        }
        let mut json: Value = match serde_json::from_str(text) {
            Ok(json) => json,
            Err(error) => {
                let sentence = format!("the message is no JSON: {error}");
                return Reply { id: None, answer: error_of("no_json", sentence) };
            }
        };
        let id = json.as_object_mut().and_then(|object| object.remove("id"));
        let answer = match read_tagged::<Ask>("type", &json) {
            Ok(ask) => self.answer(ask).unwrap_or_else(Answer::Error),
            Err(misfit) => Answer::Error(not_a_message(&json, &misfit)),
        };
        Reply { id, answer }
    }

    /// Answers a command that was read on the short way.
    fn submitted(&mut self, submit: &Submit<'_>) -> Reply {
        let id = submit.id.and_then(|id| serde_json::from_str(id.get()).ok());
        let answer = self.table(submit.table).map_or_else(Answer::Error, |table| {
            judged(table.submit_text(submit.actor, submit.request, submit.command))
        });
        Reply { id, answer }
    }

    /// Answers what is asked.
    pub fn answer(&mut self, ask: Ask) -> Result<Answer, Refusal> {
        Ok(match ask {
            Ask::Hello { protocol } => greeted(protocol, None)?,
            Ask::Games {} => {
                Answer::Games { games: self.shelf.games().iter().map(|g| g.line()).collect() }
            }
            Ask::Game { game } => Answer::Game(Box::new(self.game_of(&game)?.page())),
            Ask::OpenNetwork { game, name, network } => {
                let any = self.game_of(&game)?;
                any.open_network(&name, &network).map_err(|faults| faulty(faults.into()))?;
                Answer::Game(Box::new(any.page()))
            }
            Ask::CheckConfig { game, config } => {
                let any = self.game_of(&game)?;
                let checked = any.check_config(&config);
                let checked = checked.and_then(|config| Ok((any.remarks(&config)?, config)));
                let (remarks, config) = checked.map_err(|faults| faulty(faults.into()))?;
                Answer::Config { config, remarks }
            }
            Ask::Open { table, game, preset, config, seats, luck } => {
                let any = self.game_of(&game)?;
                let (start, preset) = start(any.as_ref(), preset, config)?;
                self.open(table, any.as_ref(), start, preset, seats, luck)?
            }
            Ask::OpenPosition { table, game, state, seats, luck } => {
                let any = self.game_of(&game)?;
                self.open(table, any.as_ref(), Start::Position(state), None, seats, luck)?
            }
            Ask::Imagine { table, game, view, r#as, seats, seed } => {
                let any = self.game_of(&game)?;
                let start = Start::Position(any.guess(view, r#as, seed)?);
                let luck = LuckAsk::Open { seed: seed.to_string() };
                self.open(table, any.as_ref(), start, None, seats, luck)?
            }
            Ask::OpenJournal { table, journal, seed, other_data } => {
                let any = self.game_of_journal(&journal)?;
                let loaded = any.load(&journal, seed.as_deref(), other_data);
                let (opened, notice) = loaded.map_err(|error| bad_journal(&error))?;
                self.seat(table, opened, notice)?
            }
            Ask::Branch { table, at, r#as, to, luck } => self.branch(&table, at, r#as, to, luck)?,
            Ask::Close { table } => {
                self.table(&table)?;
                self.tables.remove(&table);
                self.analysts.remove(&table);
                Answer::Closed { table }
            }
            Ask::Submit { table, r#as, command, request, script } => {
                let table = self.table(&table)?;
                judged(table.submit(r#as, request.as_deref(), &command, script))
            }
            Ask::Check { table, r#as, command } => {
                let checked = self.table(&table)?.check(r#as, &command);
                checked.map_or_else(Answer::Rejected, |()| Answer::Done)
            }
            Ask::Outlook { table, r#as, command } => {
                let table = self.table(&table)?;
                Answer::Outlook { outlook: table.outlook(viewer_at(table, r#as)?, &command) }
            }
            Ask::Help { table } => Answer::help(self.table(&table)?),
            Ask::Clock { table } => judged(self.table(&table)?.clock()),
            Ask::Idle { table, seat } => judged(self.table(&table)?.idle(seat)),
            Ask::Leave { table, seat } => judged(self.table(&table)?.leave(seat)),
            Ask::TakeBack { table, r#as, request, to } => {
                take_back(self.table(&table)?, r#as, to, request.as_deref())?
            }
            Ask::SeatBots { table, bots } => {
                self.table(&table)?.seat_bots(bots);
                Answer::Done
            }
            Ask::Remember { table, seat, memo } => {
                self.table(&table)?.remember(seat, memo)?;
                Answer::Done
            }
            Ask::Legal { table, seat } => Answer::Legal(self.table(&table)?.legal(seat)),
            Ask::View { table, r#as, at } => view(self.table(&table)?, r#as, at)?,
            Ask::Update { table, r#as, since, at, of } => {
                update(self.table(&table)?, r#as, since, at, of)?
            }
            Ask::Events { table, r#as, since, until } => {
                let table = self.table(&table)?;
                let viewer = viewer_at(table, r#as)?;
                let until = until.unwrap_or_else(|| table.step(viewer));
                Answer::Events { frames: table.history(viewer, since, until) }
            }
            Ask::Log { table, r#as } => {
                let table = self.table(&table)?;
                Answer::Log { chapters: table.log(viewer_at(table, r#as)?) }
            }
            Ask::State { table } => Answer::State { state: self.table(&table)?.state() },
            Ask::Journal { table, since } => {
                let table = self.table(&table)?;
                let seed = table.seed().map(str::to_owned);
                let known = usize::try_from(since).unwrap_or(usize::MAX);
                Answer::Journal { journal: table.journal().text_since(known), seed }
            }
            Ask::Outcome { table } => Answer::Outcome { outcome: self.table(&table)?.outcome() },
            Ask::Draw { table, r#as, at } => draw(self.table(&table)?, r#as, at)?,
            Ask::Read { table, seat, text } => Answer::from(self.table(&table)?.read(seat, &text)?),
            Ask::Question { table, seat, text } => {
                Answer::question(self.table(&table)?, seat, &text)?
            }
            Ask::Answered { table, seat, input, answer } => {
                Answer::answered(self.table(&table)?, seat, input, &answer)?
            }
            Ask::Plans { table, seat } => {
                self.table(&table)?.plans(seat).map_or(Answer::Done, Answer::from)
            }
            Ask::Advise { table, seat, bot, seed } => self.advise(&table, seat, &bot, seed)?,
            Ask::Hint { table, seat, level } => self.hint(&table, seat, level.as_deref())?,
            Ask::Analyse { table, at, level } => self.analyse(&table, at, level.as_deref())?,
            Ask::Document { system, method, input } => {
                Answer::Document { output: self.shelf.document(&system, &method, input)? }
            }
            Ask::Verify { journal, seed } => self.verify(&journal, seed.as_deref())?,
        })
    }

    fn branch(
        &mut self,
        table: &str,
        at: u64,
        viewer: Option<Viewer>,
        to: String,
        luck: LuckAsk,
    ) -> Result<Answer, Refusal> {
        let (luck, seed, _) = self.luck(luck);
        let table = self.table(table)?;
        let entry = match viewer {
            Some(viewer) => entry_at(table, viewer_at(table, viewer)?, at)?,
            None => at,
        };
        let branch = table.branch(entry, luck, seed)?;
        self.seat(to, branch, None)
    }

    fn advise(
        &mut self,
        table: &str,
        seat: Seat,
        name: &str,
        seed: u64,
    ) -> Result<Answer, Refusal> {
        let leash = (self.leash)(Level::of_bot(name));
        let game = self.game_at(table)?;
        let table = self.table(table)?;
        let viewer = viewer_at(table, Viewer::Seat(seat))?;
        let mut bot = game.bot(name, seed).ok_or_else(|| {
            let sentence =
                format!("there is no bot \"{name}\"; there are {}", game.line().bots.join(", "));
            Refusal::new("unknown_bot", sentence)
        })?;
        let commands = bot.think(&table.view(viewer), seat, &leash)?;
        let choices = commands.iter().map(|command| {
            let text = table.say(viewer, command)?;
            let command = as_raw(command);
            Ok(Choice { command, text, caution: None })
        });
        Ok(Answer::from(Reading::commands(choices.collect::<Result<_, Refusal>>()?)))
    }

    fn hint(&mut self, table: &str, seat: Seat, level: Option<&str>) -> Result<Answer, Refusal> {
        let game = self.game_at(table)?;
        let table = self.table(table)?;
        let viewer = viewer_at(table, Viewer::Seat(seat))?;
        let view = table.view(viewer);
        let level = level_of(level)?;
        game.hint(&view, seat, level, &(self.leash)(level)).map(Answer::Hint)
    }

    fn analyse(&mut self, name: &str, at: u64, level: Option<&str>) -> Result<Answer, Refusal> {
        let level = level_of(level)?;
        let game = self.game_at(name)?;
        let table = self.tables.get(name).ok_or_else(|| no_table(name))?.as_ref();
        let lines = table.journal().lines().len();
        let known = self.analysts.get(name).map(|(level, lines, _)| (*level, *lines));
        if known != Some((level, lines)) {
            let text = table.journal().text();
            let analyst = game.analyst(&text, table.seed(), Depth::of(level));
            let analyst = analyst.map_err(|error| bad_journal(&error))?;
            self.analysts.insert(name.to_owned(), (level, lines, analyst));
        }
        let (_, _, analyst) = self.analysts.get_mut(name).expect("it was just seated");
        let moment = analyst.moment(at, &Leash::default());
        let moment = moment.ok_or_else(|| no_entry(table, Viewer::Spectator, at))?;
        let eyes = Seat::first(table.seats()).map(Viewer::Seat).chain([Viewer::Spectator]);
        Ok(Answer::Analysed {
            entries: analyst.entries(),
            together: analyst.blank().together,
            steps: eyes.map(|viewer| table.step_at(viewer, at)).collect(),
            moment: Box::new(moment),
        })
    }

    fn open(
        &mut self,
        name: String,
        game: &dyn AnyGame,
        start: Start,
        preset: Option<String>,
        seats: Vec<String>,
        luck: LuckAsk,
    ) -> Result<Answer, Refusal> {
        let (luck, seed, script) = self.luck(luck);
        let opening = Opening { start, preset, seats, luck, seed, script, branch: None };
        let table = game.open(opening).map_err(faulty)?;
        self.seat(name, table, None)
    }

    fn luck(&self, ask: LuckAsk) -> (Luck, Option<String>, Vec<Script>) {
        match ask {
            LuckAsk::Fresh => {
                let seed = (self.fresh_seed)();
                (Luck::fair(&seed, Vec::new()), Some(seed), Vec::new())
            }
            LuckAsk::Fair { seed, salts } => (Luck::fair(&seed, salts), Some(seed), Vec::new()),
            LuckAsk::Open { seed } => (Luck::Open { seed }, None, Vec::new()),
            LuckAsk::Scripted { script } => (Luck::Scripted, None, script),
        }
    }

    fn seat(
        &mut self,
        name: String,
        table: Box<dyn Table>,
        notice: Option<String>,
    ) -> Result<Answer, Refusal> {
        if name.is_empty() || name.chars().count() > NAME {
            let sentence = format!("a table's name has 1 to {NAME} characters");
            return Err(Refusal::new("bad_name", sentence));
        }
        if self.tables.contains_key(&name) {
            let sentence = format!("there is a table \"{name}\" already; close it first");
            return Err(Refusal::new("table_exists", sentence));
        }
        if self.tables.len() == TABLES {
            let sentence = format!("there are {TABLES} tables already; close one first");
            return Err(Refusal::new("too_many_tables", sentence));
        }
        let (seats, entry) = (table.seats(), table.entry());
        self.tables.insert(name.clone(), table);
        Ok(Answer::Opened { table: name, seats, entry, notice })
    }

    fn game_of(&self, id: &str) -> Result<Arc<dyn AnyGame>, Refusal> {
        self.shelf.find(id).ok_or_else(|| {
            let problem = Problem::UnknownGame { found: id.to_owned() };
            Refusal::new("unknown_game", problem.to_string())
        })
    }

    /// The game that is played at a table.
    fn game_at(&mut self, table: &str) -> Result<Arc<dyn AnyGame>, Refusal> {
        let header = self.table(table)?.header().clone();
        self.shelf.of_journal(&header).map_or_else(|| self.game_of(&header.game), Ok)
    }

    fn game_of_journal(&self, journal: &str) -> Result<Arc<dyn AnyGame>, Refusal> {
        let header = Header::of(journal).map_err(|error| bad_journal(&error))?;
        self.shelf.of_journal(&header).map_or_else(|| self.game_of(&header.game), Ok)
    }

    fn verify(&self, journal: &str, seed: Option<&str>) -> Result<Answer, Refusal> {
        let verdict = self.game_of_journal(journal)?.verify(journal, seed);
        let verdict = verdict.map_err(|error| bad_journal(&error))?;
        let dice = match verdict.dice {
            DiceVerdict::Recomputed => "recomputed",
            DiceVerdict::Sealed => "sealed",
            DiceVerdict::Typed => "typed",
        };
        Ok(Answer::Verified {
            entries: verdict.entries,
            over: verdict.over,
            dice: dice.to_owned(),
            notice: verdict.notice,
        })
    }

    fn table(&mut self, name: &str) -> Result<&mut (dyn Table + 'static), Refusal> {
        self.tables.get_mut(name).map(Box::as_mut).ok_or_else(|| no_table(name))
    }
}

/// Takes back the last command of an actor, or all that was done after an entry, as the actor counts
/// them. The host looks on as a spectator does.
fn take_back(
    table: &mut (dyn Table + 'static),
    actor: Actor,
    to: Option<u64>,
    request: Option<&str>,
) -> Result<Answer, Refusal> {
    let Some(step) = to else { return Ok(judged(table.take_back(actor, request))) };
    Ok(judged(match actor {
        Actor::Seat(seat) => table.take_back_after(seat, step, request),
        Actor::Host | Actor::Clock => {
            let entry = entry_at(table, Viewer::Spectator, step)?;
            table.take_back_to(entry)
        }
    }))
}

fn view(table: &dyn Table, viewer: Viewer, at: Option<u64>) -> Result<Answer, Refusal> {
    let viewer = viewer_at(table, viewer)?;
    let step = at.unwrap_or_else(|| table.step(viewer));
    let view = table.view_at(viewer, step);
    Ok(Answer::View { view: view.ok_or_else(|| no_entry(table, viewer, step))? })
}

fn update(
    table: &dyn Table,
    viewer: Viewer,
    since: Option<u64>,
    at: Option<u64>,
    of: Option<Viewer>,
) -> Result<Answer, Refusal> {
    let viewer = viewer_at(table, viewer)?;
    let Some(at) = at else {
        let before = table.step(viewer).saturating_sub(1);
        return Ok(Answer::Update(Box::new(table.update(viewer, since.unwrap_or(before)))));
    };
    let step = step_at(table, viewer, of, at)?;
    let update = table.update_at(viewer, step).ok_or_else(|| no_entry(table, viewer, step))?;
    Ok(Answer::Update(Box::new(update)))
}

fn draw(table: &dyn Table, viewer: Viewer, at: Option<u64>) -> Result<Answer, Refusal> {
    let viewer = viewer_at(table, viewer)?;
    let drawing = match at {
        Some(at) => table.drawing_at(viewer, at).ok_or_else(|| no_entry(table, viewer, at))?,
        None => table.drawing(viewer),
    };
    Ok(Answer::Drawing { drawing, prompt: table.prompt(viewer), ending: table.ending(viewer) })
}

fn start(
    game: &dyn AnyGame,
    preset: Option<String>,
    config: Option<Value>,
) -> Result<(Start, Option<String>), Refusal> {
    match (preset, config) {
        (Some(_), Some(_)) => {
            let sentence = "name a ready-made configuration or give one of your own, not both";
            Err(Refusal::new("two_configs", sentence))
        }
        (None, Some(config)) => Ok((Start::Config(config), None)),
        (preset, None) => {
            let found = game.preset(preset.as_deref()).map_err(|faults| faulty(faults.into()))?;
            let (id, config) = found;
            Ok((Start::Config(config), Some(id)))
        }
    }
}

fn no_table(name: &str) -> Refusal {
    Refusal::new("no_such_table", format!("there is no table \"{name}\"; open it first"))
}

/// A level by name; the one that advises where none is named.
fn level_of(name: Option<&str>) -> Result<Level, Refusal> {
    let name = name.unwrap_or(Level::Hard.name());
    Level::named(name).ok_or_else(|| {
        let known = Level::ALL.map(Level::name).join(", ");
        let sentence = format!("there is no level \"{name}\"; there are {known}");
        Refusal::new("unknown_level", sentence)
    })
}

fn judged(answer: Result<Accepted, Refusal>) -> Answer {
    answer.map_or_else(Answer::Rejected, Answer::Accepted)
}

fn viewer_at(table: &dyn Table, viewer: Viewer) -> Result<Viewer, Refusal> {
    match viewer.seat() {
        Some(seat) if seat.index() >= table.seats() => {
            Err(Refusal::new("no_such_seat", format!("there is no {seat} at this table")))
        }
        Some(_) | None => Ok(viewer),
    }
}

/// The entry that is a viewer's step.
fn entry_at(table: &dyn Table, viewer: Viewer, step: u64) -> Result<u64, Refusal> {
    table.entry_at(viewer, step).ok_or_else(|| no_entry(table, viewer, step))
}

/// A viewer's step at the moment of another's.
fn step_at(table: &dyn Table, viewer: Viewer, of: Option<Viewer>, at: u64) -> Result<u64, Refusal> {
    let Some(other) = of.filter(|other| *other != viewer) else { return Ok(at) };
    Ok(table.step_at(viewer, entry_at(table, viewer_at(table, other)?, at)?))
}

fn no_entry(table: &dyn Table, viewer: Viewer, step: u64) -> Refusal {
    let sentence = format!("there is no entry {step}; the last is {}", table.step(viewer));
    Refusal::new("no_such_entry", sentence)
}

fn bad_journal(error: &JournalError) -> Refusal {
    Refusal::new("bad_journal", error.to_string())
}

fn faulty(error: OpenError) -> Refusal {
    let mut refusal = Refusal::new("cannot_open", error.to_string());
    if let OpenError::Faults(faults) = &error {
        refusal.facts.insert("faults".to_owned(), as_json(faults));
    }
    refusal
}

fn error_of(code: &str, sentence: String) -> Answer {
    Answer::Error(Refusal::new(code, sentence))
}
