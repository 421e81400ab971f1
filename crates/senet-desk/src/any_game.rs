//! A game behind one object-safe interface.

use std::marker::PhantomData;
use std::sync::Arc;

use senet_bots::{Bot, Greedy, Leash, Level, Mind, Outlook};
use senet_kernel::{
    Fault, Faults, Hash, Misfit, Offer, Remark, Rng, Seat, Text, Viewer, as_json, read, read_text,
};
use senet_table::protocol::{GameLine, GamePage, LevelPage, OfferPage, PresetPage, RemarkPage};
use senet_table::{JournalError, OpenError, Opening, Refusal, Table, TableOf, Verdict};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::analysis::{self, Analysis, Analyst, AnalystOf, Depth};
use crate::arena::{self, Deal, Nobody, Played};
use crate::hint::{self, Hint};
use crate::networks;
use crate::program::{self, Outside, Program};
use crate::schemas::{Schemas, config_of};

/// A game of the house, in JSON.
pub trait AnyGame: Send + Sync {
    /// Its id.
    fn id(&self) -> &'static str;
    /// The number of its rules.
    fn rules(&self) -> u32;
    /// The hash of the module that it is, which journals pin; none for a game of the house.
    fn module(&self) -> Option<Hash> {
        None
    }
    /// The game in a list.
    fn line(&self) -> GameLine;
    /// All about it.
    fn page(&self) -> GamePage;
    /// The board that it brings along for the page; none for a game of the house, whose boards the page has.
    fn board(&self) -> Option<Board> {
        None
    }
    /// Its JSON Schemas.
    fn schemas(&self) -> Schemas;
    /// A ready-made configuration; the first one where no name is given.
    fn preset(&self, id: Option<&str>) -> Result<(String, Value), Faults>;
    /// A configuration with every default filled in, or all that is wrong with it.
    fn check_config(&self, config: &Value) -> Result<Value, Faults>;
    /// What who sets a game up should know of a configuration.
    fn remarks(&self, config: &Value) -> Result<Vec<RemarkPage>, Faults>;
    /// What the seats are called in a game of this configuration, one name for each seat.
    fn roles(&self, config: &Value) -> Result<Vec<String>, Faults>;
    /// Puts a designer's data files (name and text) into a configuration.
    fn with_data(&self, config: &Value, files: &[(String, String)]) -> Result<Value, Faults>;
    /// The same rules for people around one device, without a clock.
    fn unhurried(&self, config: &Value) -> Result<Value, Faults>;
    /// Opens a new table.
    fn open(&self, opening: Opening) -> Result<Box<dyn Table>, OpenError> {
        self.open_by(opening, None)
    }
    /// Opens a new table whose journal pins the module that plays it.
    fn open_by(&self, opening: Opening, module: Option<Hash>) -> Result<Box<dyn Table>, OpenError>;
    /// Opens the table of a journal; the notice says what was passed over.
    fn load(
        &self,
        journal: &str,
        seed: Option<&str>,
        other_data: bool,
    ) -> Result<(Box<dyn Table>, Option<String>), JournalError>;
    /// Opens the table of a journal with the help of what its table gave as a snapshot, and says
    /// whether that fitted; one that does not is left aside.
    fn resume(
        &self,
        journal: &str,
        seed: Option<&str>,
        snapshot: &str,
    ) -> Result<(Box<dyn Table>, bool), JournalError>;
    /// Checks a journal from its first line to its last.
    fn verify(&self, journal: &str, seed: Option<&str>) -> Result<Verdict, JournalError>;
    /// Opens a network that somebody trained for the game, from the text of its file: from then on
    /// `net:NAME` is a bot. The provided way is that of a game from outside, which no network plays.
    fn open_network(&self, name: &str, network: &str) -> Result<(), Faults> {
        let _ = (name, network);
        let sentence = format!("no trained mind plays {}", self.id());
        Err(Fault::new("network", "no_networks", sentence).into())
    }
    /// A bot by name: one of the five levels, `greedy`, by which bots are measured, or a network that was
    /// opened.
    fn bot(&self, name: &str, seed: u64) -> Option<Box<dyn AnyBot>>;
    /// What a program is asked that plays a seat with this view; none where there is nothing to do.
    fn question(&self, view: &RawValue, seat: Seat) -> Result<Option<String>, Refusal>;
    /// The commands of a program's answer, or what is wrong with it.
    fn understood(&self, answer: &str) -> Result<Vec<Value>, String>;
    /// A program as a bot.
    fn outside(&self, program: Box<dyn Program>) -> Box<dyn AnyBot>;
    /// What a level advises a seat that has this view, the best first, each with its words and its
    /// chance. The same view and level get the same hint.
    fn hint(
        &self,
        view: &RawValue,
        seat: Seat,
        level: Level,
        leash: &Leash,
    ) -> Result<Hint, Refusal>;
    /// A state that the viewer of this view cannot tell from the true one; the same seed gives the
    /// same one.
    fn guess(&self, view: Value, viewer: Viewer, seed: u64) -> Result<Value, Refusal>;
    /// Somebody who looks back at a journal, entry by entry.
    fn analyst(
        &self,
        journal: &str,
        seed: Option<&str>,
        depth: Depth,
    ) -> Result<Box<dyn Analyst>, JournalError>;
    /// Looks back at a whole journal, and tells after each entry how far it is.
    fn analyse(
        &self,
        journal: &str,
        seed: Option<&str>,
        depth: Depth,
        leash: &Leash,
        each: &mut dyn FnMut(u64, u64),
    ) -> Result<Analysis, JournalError> {
        let mut analyst = self.analyst(journal, seed, depth)?;
        Ok(analysis::whole(analyst.as_mut(), leash, each))
    }
    /// Plays one game of bots, one for each seat; the same number and seed play the same game.
    fn play(
        &self,
        config: &Value,
        bots: &[&str],
        seed: u64,
        number: u64,
    ) -> Result<Played, Faults> {
        self.play_among(config, bots.iter().map(|name| Who::Bot(name)).collect(), seed, number)
    }
    /// The same among bots and programs.
    fn play_among(
        &self,
        config: &Value,
        who: Vec<Who<'_>>,
        seed: u64,
        number: u64,
    ) -> Result<Played, Faults>;
    /// The game's own data files (name and text), as a designer may replace them.
    fn data_files(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// The board of a game that is a file, for a frame of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Its script.
    pub script: String,
    /// Its style.
    pub style: String,
}

/// Who plays a seat of the arena.
pub enum Who<'a> {
    /// A bot of this name.
    Bot(&'a str),
    /// A program.
    Program(&'a mut dyn Program),
}

/// A bot of any game: it is given its seat's view as JSON and never the game.
pub trait AnyBot: Send {
    /// What the bot wants to submit, in order. It answers with the best so far when the leash is
    /// pulled.
    fn think(&mut self, view: &RawValue, seat: Seat, leash: &Leash) -> Result<Vec<Value>, Refusal>;

    /// The same, for as long as the bot likes.
    fn choose(&mut self, view: &RawValue, seat: Seat) -> Result<Vec<Value>, Refusal> {
        self.think(view, seat, &Leash::default())
    }
}

/// The bot that is no level: it looks one step ahead, and everything is measured by it.
const GREEDY: &str = "greedy";

/// A bot of this name.
pub fn named<G: Mind>(name: &str, seed: u64) -> Option<Box<dyn Bot<G>>> {
    match Level::named(name) {
        Some(level) => Some(G::bot(level, seed)),
        None if name == GREEDY => Some(Box::new(Greedy::new(seed))),
        None => {
            G::yardstick(name, seed).or_else(|| networks::maker::<G>(name).map(|make| make(seed)))
        }
    }
}

/// The names of all bots, the levels first.
fn names() -> Vec<&'static str> {
    Level::ALL.into_iter().map(Level::name).chain([GREEDY]).collect()
}

/// A game and its mind, as they are compiled in.
pub fn built_in<G: Text + Mind>() -> Arc<dyn AnyGame> {
    Arc::new(BuiltIn::<G>(PhantomData))
}

struct BuiltIn<G>(PhantomData<fn() -> G>);

impl<G: Text + Mind> AnyGame for BuiltIn<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn rules(&self) -> u32 {
        G::RULES
    }

    fn line(&self) -> GameLine {
        let about = G::about();
        GameLine {
            id: G::ID.to_owned(),
            name: about.name.to_owned(),
            line: about.line.to_owned(),
            seats: about.seats.into_inner(),
            minutes: about.minutes.into_inner(),
            rules: G::RULES,
            presets: about.presets.iter().map(|preset| preset.id.to_owned()).collect(),
            bots: names().into_iter().map(str::to_owned).chain(networks::bots(G::ID)).collect(),
        }
    }

    fn page(&self) -> GamePage {
        let about = G::about();
        let presets = about.presets.iter().map(|preset| PresetPage {
            id: preset.id.to_owned(),
            name: preset.name.to_owned(),
            line: preset.line.to_owned(),
            note: preset.note.to_owned(),
            config: as_json(&preset.config),
        });
        GamePage {
            game: self.line(),
            presets: presets.collect(),
            levels: Level::ALL.into_iter().map(level_page).chain(networks::pages(G::ID)).collect(),
            networks: G::NETWORKS,
            text: about.rules.to_owned(),
            config_schema: config_of::<G>(),
        }
    }

    fn open_network(&self, name: &str, network: &str) -> Result<(), Faults> {
        networks::open::<G>(name, network)
    }

    fn schemas(&self) -> Schemas {
        Schemas::of::<G>()
    }

    fn preset(&self, id: Option<&str>) -> Result<(String, Value), Faults> {
        let presets = G::about().presets;
        let known: Vec<&str> = presets.iter().map(|preset| preset.id).collect();
        let chosen = match id {
            None => presets.first(),
            Some(id) => presets.iter().find(|preset| preset.id == id),
        };
        chosen
            .map(|preset| (preset.id.to_owned(), as_json(&preset.config)))
            .ok_or_else(|| unknown_preset(G::ID, id.unwrap_or_default(), &known))
    }

    fn check_config(&self, config: &Value) -> Result<Value, Faults> {
        let config = G::read_config(config)?;
        // Setting a game up is the whole check.
        trial::<G>(&config)?;
        Ok(as_json(&config))
    }

    fn remarks(&self, config: &Value) -> Result<Vec<RemarkPage>, Faults> {
        let remarks = G::remarks(&G::read_config(config)?).into_iter();
        let offer = |offer: Offer<G::Config>| OfferPage {
            name: offer.name,
            config: as_json(&offer.config),
        };
        let page = |remark: Remark<G::Config>| RemarkPage {
            text: remark.text,
            offer: remark.offer.map(offer),
        };
        Ok(remarks.map(page).collect())
    }

    fn roles(&self, config: &Value) -> Result<Vec<String>, Faults> {
        let game = trial::<G>(&G::read_config(config)?)?;
        let view = game.view(Viewer::Spectator);
        Ok(Seat::first(game.seats()).map(|seat| G::seat_name(&view, seat)).collect())
    }

    fn with_data(&self, config: &Value, files: &[(String, String)]) -> Result<Value, Faults> {
        Ok(as_json(&G::with_data(G::read_config(config)?, files)?))
    }

    fn unhurried(&self, config: &Value) -> Result<Value, Faults> {
        Ok(as_json(&G::unhurried(G::read_config(config)?)))
    }

    fn open_by(&self, opening: Opening, module: Option<Hash>) -> Result<Box<dyn Table>, OpenError> {
        Ok(Box::new(TableOf::<G>::open_by(opening, module)?))
    }

    fn load(
        &self,
        journal: &str,
        seed: Option<&str>,
        other_data: bool,
    ) -> Result<(Box<dyn Table>, Option<String>), JournalError> {
        let (table, notice) = TableOf::<G>::load(journal, seed, other_data)?;
        Ok((Box::new(table), notice))
    }

    fn resume(
        &self,
        journal: &str,
        seed: Option<&str>,
        snapshot: &str,
    ) -> Result<(Box<dyn Table>, bool), JournalError> {
        let (table, fitted) = TableOf::<G>::resume(journal, seed, snapshot)?;
        Ok((Box::new(table), fitted))
    }

    fn verify(&self, journal: &str, seed: Option<&str>) -> Result<Verdict, JournalError> {
        TableOf::<G>::verify(journal, seed)
    }

    fn bot(&self, name: &str, seed: u64) -> Option<Box<dyn AnyBot>> {
        let bot = named::<G>(name, seed)?;
        Some(any_bot(bot, seed))
    }

    fn question(&self, view: &RawValue, seat: Seat) -> Result<Option<String>, Refusal> {
        let view: G::View = read_text(view).map_err(no_view)?;
        Ok(program::question(&Outlook::<G>::of_view(view, seat, &mut Rng::new(0))))
    }

    fn understood(&self, answer: &str) -> Result<Vec<Value>, String> {
        Ok(program::read::<G>(answer)?.iter().map(as_json).collect())
    }

    fn outside(&self, program: Box<dyn Program>) -> Box<dyn AnyBot> {
        any_bot::<G>(Box::new(Outside::new(program)), 0)
    }

    fn hint(
        &self,
        view: &RawValue,
        seat: Seat,
        level: Level,
        leash: &Leash,
    ) -> Result<Hint, Refusal> {
        let view: G::View = read_text(view).map_err(no_view)?;
        Ok(hint::of::<G>(view, seat, level, leash))
    }

    fn analyst(
        &self,
        journal: &str,
        seed: Option<&str>,
        depth: Depth,
    ) -> Result<Box<dyn Analyst>, JournalError> {
        let (table, _) = TableOf::<G>::load(journal, seed, false)?;
        Ok(Box::new(AnalystOf::new(table, depth)))
    }

    fn guess(&self, view: Value, viewer: Viewer, seed: u64) -> Result<Value, Refusal> {
        let view: G::View = read(&view).map_err(no_view)?;
        Ok(as_json(&G::guess(&view, viewer, &mut Rng::new(seed))))
    }

    fn play_among(
        &self,
        config: &Value,
        who: Vec<Who<'_>>,
        seed: u64,
        number: u64,
    ) -> Result<Played, Faults> {
        let config = G::read_config(config)?;
        let deal = Deal { seed, number };
        Ok(arena::play::<G, Nobody>(&config, who, deal, named, &mut Nobody)?.played)
    }

    fn data_files(&self) -> Vec<(String, String)> {
        let owned = |(name, text): (&str, &str)| (name.to_owned(), text.to_owned());
        G::data_files().into_iter().map(owned).collect()
    }
}

fn level_page(level: Level) -> LevelPage {
    LevelPage { name: level.name().to_owned(), sentence: level.sentence().to_owned() }
}

/// The game has no ready-made configuration of this name.
pub fn unknown_preset(game: &str, id: &str, known: &[&str]) -> Faults {
    let sentence = format!("{game} has no rule set \"{id}\"; it has {}", known.join(", "));
    Fault::new("preset", "unknown_preset", sentence).into()
}

/// There is no bot of this name.
pub fn unknown_bot(name: &str) -> Faults {
    let sentence = format!("there is no bot \"{name}\"; there are {}", names().join(", "));
    Fault::new("bots", "unknown_bot", sentence).into()
}

/// A bot that is handed its views as JSON; the seed is for what it guesses.
pub fn any_bot<G: Text + Mind>(bot: Box<dyn Bot<G>>, seed: u64) -> Box<dyn AnyBot> {
    Box::new(BotOf { bot, rng: Rng::new(seed) })
}

struct BotOf<G: Text + Mind> {
    bot: Box<dyn Bot<G>>,
    rng: Rng,
}

impl<G: Text + Mind> AnyBot for BotOf<G> {
    fn think(&mut self, view: &RawValue, seat: Seat, leash: &Leash) -> Result<Vec<Value>, Refusal> {
        let view: G::View = read_text(view).map_err(no_view)?;
        let outlook = Outlook::of_view(view, seat, &mut self.rng);
        let mut commands = Vec::new();
        self.bot.think(&outlook, leash, &mut commands);
        Ok(commands.iter().map(as_json).collect())
    }
}

fn no_view(misfit: Misfit) -> Refusal {
    Refusal::new("bad_view", format!("this is no view: {misfit}"))
}

/// A game of this configuration, for questions to which it does not matter how the dice fall.
fn trial<G: Text>(config: &G::Config) -> Result<G, Faults> {
    let key = senet_kernel::Key::of_number(0);
    G::new(config, &mut senet_kernel::Dice::seeded(&key))
}
