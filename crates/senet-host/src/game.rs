//! A module behind the interface of any game.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use senet_desk::{
    Analyst, AnyBot, AnyGame, Board, Depth, Hint, Leash, Level, Played, Program as Player, Schemas,
    Who, aside,
};
use senet_guest::{About, Analysing, Call, JournalFault, Opened};
use senet_kernel::{Fault, Faults, Hash, MAX_SEATS, Seat, Viewer, counted};
use senet_table::protocol::{GameLine, GamePage, RemarkPage};
use senet_table::{Header, JournalError, OpenError, Opening, Problem, Refusal, Table, Verdict};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::bot::{LooksBack, Outside, Thinker};
use crate::instance::{Instance, Limits, Program};
use crate::table::{GuestTable, is_of, seats_of};
use crate::{Engine, Trouble, arena, sections};

/// The most characters of a game's id.
const ID: usize = 40;
/// The most choices that a game of bots is believed to have had, so that games can be counted together.
const OPTIONS: u64 = 1 << 40;

/// A game that is a module. Clones share what was read.
#[derive(Clone)]
pub struct Guest(Arc<Read>);

struct Read {
    id: &'static str,
    about: About,
    board: Option<Board>,
    hash: Hash,
    /// Whether its journals pin it. The games of the house, older ones too, are known by their number.
    pinned: bool,
    program: Program,
    /// An instance that is at nobody's table, kept warm for questions about the game itself.
    spare: Mutex<Option<Instance>>,
}

impl Guest {
    /// Reads a module that somebody brings; its journals pin it.
    pub fn open(bytes: &[u8], limits: Limits) -> Result<Guest, Trouble> {
        Guest::open_with(Engine::default(), bytes, limits)
    }

    /// The same by a chosen engine.
    pub fn open_with(engine: Engine, bytes: &[u8], limits: Limits) -> Result<Guest, Trouble> {
        Guest::read(engine, bytes, limits, true)
    }

    /// Reads a module of the house itself: the number of its rules stands for it, and its journals are
    /// those of the built-in game.
    pub fn of_house(bytes: &[u8], limits: Limits) -> Result<Guest, Trouble> {
        Guest::read(Engine::default(), bytes, limits, false)
    }

    fn read(engine: Engine, bytes: &[u8], limits: Limits, pinned: bool) -> Result<Guest, Trouble> {
        aside(|| Guest::read_here(engine, bytes, limits, pinned))
    }

    fn read_here(
        engine: Engine,
        bytes: &[u8],
        limits: Limits,
        pinned: bool,
    ) -> Result<Guest, Trouble> {
        let program = Program::read(engine, bytes, limits)?;
        let mut instance = program.start()?;
        let own: About = instance.call(&Call::About)?;
        let about = settled(own, sections::about(bytes))?;
        check(&about.page)?;
        Ok(Guest(Arc::new(Read {
            id: lasting(&about.page.game.id),
            about,
            board: sections::board(bytes),
            hash: sections::hash(bytes),
            pinned,
            program,
            spare: Mutex::new(Some(instance)),
        })))
    }

    /// What it tells of itself.
    pub fn about(&self) -> &About {
        &self.0.about
    }

    /// The hash of the module.
    pub fn hash(&self) -> Hash {
        self.0.hash
    }

    /// Answers a message of the protocol by the module's own desk.
    pub fn message(&self, message: &str) -> Result<String, Trouble> {
        self.with(|instance| instance.message(message))
    }

    /// Starts the module for a table or a bot of its own.
    pub(crate) fn start(&self) -> Result<Instance, Trouble> {
        self.0.program.start()
    }

    /// Asks something that leaves nothing behind.
    fn ask<T: DeserializeOwned>(&self, call: &Call) -> Result<T, Trouble> {
        self.with(|instance| instance.call(call))
    }

    fn ask_long<T: DeserializeOwned>(&self, call: &Call, leash: &Leash) -> Result<T, Trouble> {
        self.with(|instance| instance.think(call, leash))
    }

    /// Lends the spare instance, or a new one where another thread has it. One that got into trouble is
    /// thrown away.
    fn with<T>(
        &self,
        work: impl FnOnce(&mut Instance) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let spare = || self.0.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = spare().take();
        let mut instance = taken.map_or_else(|| self.start(), Ok)?;
        let answer = work(&mut instance)?;
        *spare() = Some(instance);
        Ok(answer)
    }

    /// Whether a journal was played by this module, before it is asked itself.
    fn plays(&self, journal: &str) -> Result<Header, JournalError> {
        let header = Header::of(journal)?;
        let (game, found) = (self.id().to_owned(), header.rules);
        let problem = match header.module {
            _ if header.game != self.id() => {
                Problem::OtherGame { found: header.game, wanted: game }
            }
            _ if found != self.rules() => Problem::Rules { game, found, known: self.rules() },
            Some(found) if found != self.0.hash => {
                Problem::Module { game, found, known: Some(self.0.hash) }
            }
            _ => return Ok(header),
        };
        Err(JournalError { line: 1, entry: None, problem })
    }

    pub(crate) fn load_table(
        &self,
        journal: &str,
        seed: Option<&str>,
        other_data: bool,
    ) -> Result<(GuestTable, Option<String>), JournalError> {
        self.plays(journal)?;
        let mut instance = self.start()?;
        let (text, seed) = (journal.to_owned(), seed.map(str::to_owned));
        let opened: Result<Opened, JournalFault> =
            instance.call(&Call::Load { journal: text, seed, other_data })?;
        let mut opened = opened.map_err(told)?;
        let notice = opened.notice.take();
        let table = GuestTable::new(self.clone(), instance, opened, other_data)?;
        Ok((table.of_journal(journal)?, notice))
    }
}

impl AnyGame for Guest {
    fn id(&self) -> &'static str {
        self.0.id
    }

    fn rules(&self) -> u32 {
        self.0.about.page.game.rules
    }

    fn module(&self) -> Option<Hash> {
        self.0.pinned.then_some(self.0.hash)
    }

    fn line(&self) -> GameLine {
        self.0.about.page.game.clone()
    }

    fn page(&self) -> GamePage {
        self.0.about.page.clone()
    }

    fn board(&self) -> Option<Board> {
        self.0.board.clone()
    }

    fn schemas(&self) -> Schemas {
        let all = self.0.about.schemas.as_object().into_iter().flatten();
        Schemas { schemas: all.map(|(name, schema)| (name.clone(), schema.clone())).collect() }
    }

    fn preset(&self, id: Option<&str>) -> Result<(String, Value), Faults> {
        let presets = &self.0.about.page.presets;
        let chosen = match id {
            None => presets.first(),
            Some(id) => presets.iter().find(|preset| preset.id == id),
        };
        chosen.map(|preset| (preset.id.clone(), preset.config.clone())).ok_or_else(|| {
            let known: Vec<&str> = presets.iter().map(|preset| preset.id.as_str()).collect();
            senet_desk::unknown_preset(self.id(), id.unwrap_or_default(), &known)
        })
    }

    fn check_config(&self, config: &Value) -> Result<Value, Faults> {
        self.ask::<Result<_, Faults>>(&Call::CheckConfig(config.clone()))?
    }

    fn remarks(&self, config: &Value) -> Result<Vec<RemarkPage>, Faults> {
        // An older module does not know the question: it has nothing to say.
        let told = self.ask::<Result<_, Faults>>(&Call::Remarks(config.clone()));
        told.unwrap_or_else(|_| Ok(Vec::new()))
    }

    fn roles(&self, config: &Value) -> Result<Vec<String>, Faults> {
        let roles: Result<Vec<String>, Faults> = self.ask(&Call::Roles(config.clone()))?;
        let roles = roles?;
        seats_of(roles.len())?;
        Ok(roles)
    }

    fn with_data(&self, config: &Value, files: &[(String, String)]) -> Result<Value, Faults> {
        let call = Call::WithData { config: config.clone(), files: files.to_vec() };
        self.ask::<Result<_, Faults>>(&call)?
    }

    fn data_files(&self) -> Vec<(String, String)> {
        self.ask(&Call::DataFiles).unwrap_or_default()
    }

    fn unhurried(&self, config: &Value) -> Result<Value, Faults> {
        self.ask::<Result<_, Faults>>(&Call::Unhurried(config.clone()))?
    }

    fn open(&self, opening: Opening) -> Result<Box<dyn Table>, OpenError> {
        self.open_by(opening, self.module())
    }

    fn open_by(&self, opening: Opening, module: Option<Hash>) -> Result<Box<dyn Table>, OpenError> {
        let mut instance = self.start()?;
        let opened: Result<Opened, OpenError> = instance.call(&Call::Open { opening, module })?;
        let table = GuestTable::new(self.clone(), instance, opened?, false)?;
        Ok(Box::new(table.pinned_to(module)?))
    }

    fn load(
        &self,
        journal: &str,
        seed: Option<&str>,
        other_data: bool,
    ) -> Result<(Box<dyn Table>, Option<String>), JournalError> {
        let (table, notice) = self.load_table(journal, seed, other_data)?;
        Ok((Box::new(table), notice))
    }

    fn resume(
        &self,
        journal: &str,
        seed: Option<&str>,
        snapshot: &str,
    ) -> Result<(Box<dyn Table>, bool), JournalError> {
        self.plays(journal)?;
        let mut instance = self.start()?;
        let (text, seed) = (journal.to_owned(), seed.map(str::to_owned));
        let call = Call::Resume { journal: text, seed, snapshot: snapshot.to_owned() };
        let opened: Result<Opened, JournalFault> = instance.call(&call)?;
        let opened = opened.map_err(told)?;
        let fitted = opened.fitted;
        let table = GuestTable::new(self.clone(), instance, opened, false)?;
        Ok((Box::new(table.of_journal(journal)?), fitted))
    }

    fn verify(&self, journal: &str, seed: Option<&str>) -> Result<Verdict, JournalError> {
        self.plays(journal)?;
        let (journal, seed) = (journal.to_owned(), seed.map(str::to_owned));
        let call = Call::Verify { journal, seed };
        let verdict: Result<Verdict, JournalFault> = self.ask_long(&call, &Leash::default())?;
        verdict.map_err(told)
    }

    fn bot(&self, name: &str, seed: u64) -> Option<Box<dyn AnyBot>> {
        let known = self.0.about.page.game.bots.iter().any(|bot| bot == name);
        known.then(|| Box::new(Thinker::new(self.clone(), name, seed)) as Box<dyn AnyBot>)
    }

    fn question(&self, view: &RawValue, seat: Seat) -> Result<Option<String>, Refusal> {
        self.ask::<Result<_, Refusal>>(&Call::Question { view: view.to_owned(), seat })?
    }

    fn understood(&self, answer: &str) -> Result<Vec<Value>, String> {
        let understood = self.ask(&Call::Understood(answer.to_owned()));
        understood.map_err(|trouble| trouble.to_string())?
    }

    fn outside(&self, program: Box<dyn Player>) -> Box<dyn AnyBot> {
        Box::new(Outside::new(self.clone(), program))
    }

    fn hint(
        &self,
        view: &RawValue,
        seat: Seat,
        level: Level,
        leash: &Leash,
    ) -> Result<Hint, Refusal> {
        let level = level.name().to_owned();
        let call = Call::Hint { view: view.to_owned(), seat, level };
        self.ask_long::<Result<_, Refusal>>(&call, leash)?
    }

    fn guess(&self, view: Value, viewer: Viewer, seed: u64) -> Result<Value, Refusal> {
        self.ask::<Result<_, Refusal>>(&Call::Guess { view, viewer, seed })?
    }

    fn analyst(
        &self,
        journal: &str,
        seed: Option<&str>,
        depth: Depth,
    ) -> Result<Box<dyn Analyst>, JournalError> {
        self.plays(journal)?;
        let mut instance = self.start()?;
        let (journal, seed) = (journal.to_owned(), seed.map(str::to_owned));
        let level = depth.level.name().to_owned();
        let call = Call::Analyst { journal, seed, level, lines: depth.lines };
        let analysing: Result<Analysing, JournalFault> = instance.call(&call)?;
        Ok(Box::new(LooksBack { instance, analysing: analysing.map_err(told)? }))
    }

    /// Bots alone play inside the module, and the border is paid once a game. With a program among them
    /// the game is played at a table here.
    fn play_among(
        &self,
        config: &Value,
        who: Vec<Who<'_>>,
        seed: u64,
        number: u64,
    ) -> Result<Played, Faults> {
        let names: Option<Vec<String>> = who
            .iter()
            .map(|who| match who {
                Who::Bot(name) => Some((*name).to_owned()),
                Who::Program(_) => None,
            })
            .collect();
        let Some(bots) = names else {
            return arena::play(self, config, who, seed, number);
        };
        let seats = bots.len();
        let call = Call::Play { config: config.clone(), bots, seed, number };
        let played: Result<Played, Faults> = self.ask_long(&call, &Leash::default())?;
        Ok(believed(played?, seats)?)
    }
}

/// A game of bots, where it can have been one.
fn believed(played: Played, seats: usize) -> Result<Played, Trouble> {
    let others = played.outcome.is_some_and(|outcome| !is_of(&outcome, seats));
    if played.seats != seats || others || played.options > OPTIONS {
        let sentence = "a game of bots that it played is none of those who sat there";
        return Err(Trouble::Nonsense(sentence.to_owned()));
    }
    Ok(played)
}

/// What a module tells of itself, whether it was packed or not.
pub fn tells(bytes: &[u8], limits: Limits) -> Result<About, Trouble> {
    Program::read(Engine::default(), bytes, limits)?.start()?.call(&Call::About)
}

/// What a module says is wrong with a journal.
pub(crate) fn told(fault: JournalFault) -> JournalError {
    let JournalFault { line, entry, sentence } = fault;
    JournalError { line, entry, problem: Problem::Told(sentence) }
}

/// What is true of a module: what it says itself, with the schemas that stand beside it. Where both
/// tell, they tell the same.
fn settled(own: About, packed: Option<About>) -> Result<About, Trouble> {
    let silent = own.schemas.as_object().is_none_or(serde_json::Map::is_empty);
    let Some(packed) = packed else {
        return if silent { Err(Trouble::NoSchemas) } else { Ok(own) };
    };
    let json = |value: &About| {
        let mut page = serde_json::to_value(&value.page).unwrap_or_default();
        page["config_schema"].take();
        page
    };
    if json(&own) != json(&packed) {
        return Err(Trouble::Lies("game"));
    }
    let same = own.schemas == packed.schemas && own.page.config_schema == packed.page.config_schema;
    if !silent && !same || packed.schemas["config"] != packed.page.config_schema {
        return Err(Trouble::Lies("schema"));
    }
    Ok(packed)
}

/// Whether what a module tells of itself can be.
fn check(page: &GamePage) -> Result<(), Trouble> {
    let nonsense = |sentence: &str| Err(Trouble::Nonsense(sentence.to_owned()));
    let id = &page.game.id;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || id.len() > ID || !id.chars().all(plain) || id.starts_with('-') {
        return nonsense("its id is not in small letters, digits and hyphens, 40 at most");
    }
    let (fewest, most) = page.game.seats;
    if fewest == 0 || fewest > most || most > MAX_SEATS {
        return nonsense("it is for no number of players that there is");
    }
    let presets: Vec<&String> = page.presets.iter().map(|preset| &preset.id).collect();
    if presets.is_empty() || presets != page.game.presets.iter().collect::<Vec<_>>() {
        return nonsense("it has no ready-made configuration, or lists others than it has");
    }
    let words = [&page.game.name, &page.game.line];
    if words.iter().any(|text| text.trim().is_empty() || text.chars().any(char::is_control)) {
        return nonsense("its name and its line are not plain text");
    }
    Ok(())
}

/// The same text for as long as the program runs. Each id is kept once, however often a file changes.
fn lasting(id: &str) -> &'static str {
    static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(lasting) = known.get(id) {
        return lasting;
    }
    let lasting: &'static str = Box::leak(id.to_owned().into_boxed_str());
    known.insert(lasting);
    lasting
}

/// A game has no seats for as many as came.
pub(crate) fn wrong_count(bots: usize, seats: usize) -> Faults {
    let sentence = format!("{} for {}", counted(bots, "bot"), counted(seats, "seat"));
    Fault::new("bots", "wrong_count", sentence).into()
}
