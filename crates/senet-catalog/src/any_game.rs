//! A game behind one object-safe interface.

use senet_bots::{Bot, Evaluate, Greedy, Outlook, Random};
use senet_kernel::{Fault, Faults, Rng, Seat, Text, Viewer};
use senet_table::protocol::{GameLine, GamePage, PresetPage};
use senet_table::{JournalError, OpenError, Opening, Refusal, Table, TableOf, Verdict};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::arena::{self, Played};
use crate::schemas::Schemas;

/// A game of the house, in JSON.
pub trait AnyGame: Send + Sync {
    /// Its id.
    fn id(&self) -> &'static str;
    /// The game in a list.
    fn line(&self) -> GameLine;
    /// All about it.
    fn page(&self) -> GamePage;
    /// Its JSON Schemas.
    fn schemas(&self) -> Schemas;
    /// A ready-made configuration; the first one where no name is given.
    fn preset(&self, id: Option<&str>) -> Result<(String, Value), Faults>;
    /// A configuration with every default filled in, or all that is wrong with it.
    fn check_config(&self, config: &Value) -> Result<Value, Faults>;
    /// What the seats are called in a game of this configuration, one name for each seat.
    fn roles(&self, config: &Value) -> Result<Vec<String>, Faults>;
    /// Puts a designer's data files (name and text) into a configuration.
    fn with_data(&self, config: &Value, files: &[(String, String)]) -> Result<Value, Faults>;
    /// Opens a new table.
    fn open(&self, opening: Opening) -> Result<Box<dyn Table>, OpenError>;
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
    /// A bot by name.
    fn bot(&self, name: &str, seed: u64) -> Option<Box<dyn AnyBot>>;
    /// A state that the viewer of this view cannot tell from the true one; the same seed gives the
    /// same one.
    fn guess(&self, view: Value, viewer: Viewer, seed: u64) -> Result<Value, Refusal>;
    /// Plays one game of bots, one for each seat; the same number and seed play the same game.
    fn play(&self, config: &Value, bots: &[&str], seed: u64, number: u64)
    -> Result<Played, Faults>;
}

/// A bot of any game: it is given its seat's view as JSON and never the game.
pub trait AnyBot: Send {
    /// What the bot wants to submit, in order.
    fn choose(&mut self, view: &RawValue, seat: Seat) -> Result<Vec<Value>, Refusal>;
}

/// How a bot is made from a seed.
pub(crate) type Make<G> = fn(u64) -> Box<dyn Bot<G>>;

/// A game and its bots.
pub(crate) struct Entry<G: Text + Evaluate> {
    bots: Vec<(&'static str, Make<G>)>,
}

impl<G: Text + Evaluate> Entry<G> {
    /// A game with the bots that every game has.
    pub(crate) fn new() -> Entry<G> {
        Entry {
            bots: vec![
                ("random", |seed| Box::new(Random::new(seed))),
                ("greedy", |seed| Box::new(Greedy::new(seed))),
            ],
        }
    }

    /// The game with one more bot.
    pub(crate) fn with_bot(mut self, name: &'static str, make: Make<G>) -> Entry<G> {
        self.bots.push((name, make));
        self
    }

    fn make(&self, name: &str) -> Option<Make<G>> {
        self.bots.iter().find(|(known, _)| *known == name).map(|(_, make)| *make)
    }
}

impl<G: Text + Evaluate> AnyGame for Entry<G> {
    fn id(&self) -> &'static str {
        G::ID
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
            bots: self.bots.iter().map(|(name, _)| (*name).to_owned()).collect(),
        }
    }

    fn page(&self) -> GamePage {
        let about = G::about();
        let presets = about.presets.iter().map(|preset| PresetPage {
            id: preset.id.to_owned(),
            name: preset.name.to_owned(),
            line: preset.line.to_owned(),
            note: preset.note.to_owned(),
            config: plain(&preset.config),
        });
        GamePage {
            game: self.line(),
            presets: presets.collect(),
            text: about.rules.to_owned(),
            config_schema: schemars::schema_for!(G::Config).to_value(),
        }
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
        chosen.map(|preset| (preset.id.to_owned(), plain(&preset.config))).ok_or_else(|| {
            let sentence = format!(
                "{} has no rule set \"{}\"; it has {}",
                G::ID,
                id.unwrap_or_default(),
                known.join(", ")
            );
            Fault::new("preset", "unknown_preset", sentence).into()
        })
    }

    fn check_config(&self, config: &Value) -> Result<Value, Faults> {
        let config = G::read_config(config)?;
        // Setting a game up is the whole check.
        trial::<G>(&config)?;
        Ok(plain(&config))
    }

    fn roles(&self, config: &Value) -> Result<Vec<String>, Faults> {
        let game = trial::<G>(&G::read_config(config)?)?;
        let view = game.view(Viewer::Spectator);
        Ok(Seat::first(game.seats()).map(|seat| G::seat_name(&view, seat)).collect())
    }

    fn with_data(&self, config: &Value, files: &[(String, String)]) -> Result<Value, Faults> {
        Ok(plain(&G::with_data(G::read_config(config)?, files)?))
    }

    fn open(&self, opening: Opening) -> Result<Box<dyn Table>, OpenError> {
        Ok(Box::new(TableOf::<G>::open(opening)?))
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
        let bot = self.make(name)?(seed);
        Some(Box::new(BotOf { bot, rng: Rng::new(seed) }))
    }

    fn guess(&self, view: Value, viewer: Viewer, seed: u64) -> Result<Value, Refusal> {
        let view: G::View = serde_json::from_value(view).map_err(no_view)?;
        Ok(plain(&G::guess(&view, viewer, &mut Rng::new(seed))))
    }

    fn play(
        &self,
        config: &Value,
        bots: &[&str],
        seed: u64,
        number: u64,
    ) -> Result<Played, Faults> {
        let config = G::read_config(config)?;
        let makes = bots.iter().map(|name| {
            let unknown = || {
                let known: Vec<_> = self.bots.iter().map(|(known, _)| *known).collect();
                let sentence =
                    format!("there is no bot \"{name}\"; there are {}", known.join(", "));
                Faults::from(Fault::new("bots", "unknown_bot", sentence))
            };
            self.make(name).ok_or_else(unknown)
        });
        let makes = makes.collect::<Result<Vec<_>, Faults>>()?;
        arena::play::<G>(&config, &makes, seed, number)
    }
}

struct BotOf<G: Text + Evaluate> {
    bot: Box<dyn Bot<G>>,
    rng: Rng,
}

impl<G: Text + Evaluate> AnyBot for BotOf<G> {
    fn choose(&mut self, view: &RawValue, seat: Seat) -> Result<Vec<Value>, Refusal> {
        let view: G::View = serde_json::from_str(view.get()).map_err(no_view)?;
        let outlook = Outlook::of_view(view, seat, &mut self.rng);
        let mut commands = Vec::new();
        self.bot.choose(&outlook, &mut commands);
        Ok(commands.iter().map(plain).collect())
    }
}

fn no_view(error: serde_json::Error) -> Refusal {
    Refusal::new("bad_view", format!("this is no view: {error}"))
}

/// A game of this configuration, for questions to which it does not matter how the dice fall.
fn trial<G: Text>(config: &G::Config) -> Result<G, Faults> {
    let key = senet_kernel::Key::of_number(0);
    G::new(config, &mut senet_kernel::Dice::seeded(&key))
}

/// A value as JSON.
fn plain(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("configurations and commands are plain data")
}
