//! The laws of every game, through the border: what `senet check` holds a module to.
//!
//! Random games are played at tables; at each position what the game says of itself must be true. A
//! failure says which law, configuration, seed and entry, so that one command plays just that game again.

use std::fmt;

use senet_desk::AnyGame;
use senet_kernel::{Actor, Rng, Seat, Viewer};
use senet_table::{Luck, Opening, Start, Table};
use serde_json::{Value, json};

use crate::schema;

/// A game that goes on for longer than this does not end.
const LONGEST: u64 = 20_000;
/// The terminal that drawings are made for.
const COLUMNS: usize = 100;
/// How many positions of a game are looked at closely.
const CLOSELY: u64 = 12;

/// A law that a game broke, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The law's name.
    pub law: &'static str,
    /// The configuration.
    pub preset: String,
    /// The seed of the game.
    pub seed: u64,
    /// The last entry before it.
    pub entry: u64,
    /// What is wrong.
    pub sentence: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Breach { law, preset, seed, entry, sentence } = self;
        write!(
            f,
            "breaks the law `{law}` (rule set {preset}, seed {seed}, entry {entry}): {sentence}"
        )
    }
}

/// Plays a game of a configuration by a seed, and holds it to every law. Says how many entries it had.
pub fn check(game: &dyn AnyGame, preset: &str, config: &Value, seed: u64) -> Result<u64, Breach> {
    let mut trial = Trial { game, config, seed, entry: 0, law: "set-up", rng: Rng::new(seed) };
    trial.play().map_err(|sentence| Breach {
        law: trial.law,
        preset: preset.to_owned(),
        seed,
        entry: trial.entry,
        sentence,
    })
}

struct Trial<'a> {
    game: &'a dyn AnyGame,
    config: &'a Value,
    seed: u64,
    entry: u64,
    law: &'static str,
    rng: Rng,
}

macro_rules! ensure {
    ($holds:expr, $($sentence:tt)*) => {
        if !$holds {
            return Err(format!($($sentence)*));
        }
    };
}

impl Trial<'_> {
    fn play(&mut self) -> Result<u64, String> {
        let mut table = self.open(Start::Config(self.config.clone()))?;
        let mut twin = self.open(Start::Config(self.config.clone()))?;
        let mut resumed = None;
        self.same("determinism", table.as_ref(), twin.as_ref())?;
        while table.outcome().is_none() {
            self.entry = table.entry();
            self.law = "bound";
            ensure!(self.entry < LONGEST, "the game does not end within {LONGEST} entries");
            if self.entry < CLOSELY || self.rng.below(16) == 0 {
                resumed = Some(self.look(table.as_mut())?);
            }
            let choice = self.choice(table.as_ref())?;
            self.law = "legal";
            act(table.as_mut(), &choice)?;
            for (law, other) in [("determinism", Some(&mut twin)), ("resume", resumed.as_mut())] {
                let Some(other) = other else { continue };
                self.law = law;
                act(other.as_mut(), &choice)?;
                self.same(law, table.as_ref(), other.as_ref())?;
            }
        }
        self.entry = table.entry();
        self.end(table.as_mut())?;
        Ok(self.entry)
    }

    fn same(
        &mut self,
        law: &'static str,
        one: &dyn Table,
        other: &dyn Table,
    ) -> Result<(), String> {
        self.law = law;
        let same = one.journal().text() == other.journal().text();
        ensure!(same, "the same commands and dice lead to different journals");
        Ok(())
    }

    fn open(&self, start: Start) -> Result<Box<dyn Table>, String> {
        let opening = Opening {
            start,
            preset: None,
            seats: Vec::new(),
            luck: Luck::Open { seed: self.seed.to_string() },
            seed: None,
            script: Vec::new(),
            branch: None,
        };
        self.game.open(opening).map_err(|error| error.to_string())
    }

    /// What is done next: a legal command of somebody who is to act, or what the clock owes.
    fn choice(&mut self, table: &dyn Table) -> Result<Choice, String> {
        self.law = "end";
        let seats: Vec<Seat> = table.to_act().iter().collect();
        let ticks = table.countdown().is_some();
        let clock = ticks && (seats.is_empty() || self.rng.below(4) == 0);
        let Some(seat) = self.rng.choose(&seats).copied().filter(|_| !clock) else {
            ensure!(ticks, "nobody is to act, no clock runs, and the game is not over");
            return Ok((Actor::Clock, None));
        };
        let legal = table.legal(seat).commands;
        match self.rng.choose(&legal) {
            Some(choice) => Ok((seat.into(), Some(parsed(choice.command.get())?))),
            None if ticks => Ok((Actor::Clock, None)),
            None => Err(format!("{seat} is to act and has nothing to do")),
        }
    }

    /// Holds a position to the laws, and gives the same table as it comes back from its snapshot.
    fn look(&mut self, table: &mut dyn Table) -> Result<Box<dyn Table>, String> {
        self.legal(table)?;
        self.refusal(table)?;
        self.words(table)?;
        self.schema(table)?;
        self.secrets(table)?;
        self.resume(table)
    }

    fn legal(&mut self, table: &dyn Table) -> Result<(), String> {
        self.law = "legal";
        for seat in Seat::first(table.seats()) {
            for choice in table.legal(seat).commands {
                let command = parsed(choice.command.get())?;
                let checked = table.check(seat.into(), &command);
                checked.map_err(|no| format!("{seat} is offered {command}, but: {no}"))?;
            }
        }
        Ok(())
    }

    /// A refused command leaves no trace.
    fn refusal(&mut self, table: &mut dyn Table) -> Result<(), String> {
        self.law = "refusal";
        let before = (table.state().get().to_owned(), table.journal().text());
        let nonsense = [json!(null), json!({}), json!({"type": "\u{0}"}), json!([1, 2]), json!(-1)];
        let mut tried: Vec<(Actor, Value)> =
            nonsense.map(|command| (Actor::Seat(Seat::FIRST), command)).into();
        for seat in Seat::first(table.seats()) {
            for choice in table.legal(seat).commands.into_iter().take(4) {
                let command = parsed(choice.command.get())?;
                tried.push((seat.next(table.seats()).into(), command.clone()));
                tried.push((Actor::Clock, command));
            }
        }
        for (actor, command) in tried {
            let allowed = table.check(actor, &command).is_ok();
            if allowed {
                continue;
            }
            let done = table.submit(actor, None, &command, Vec::new());
            ensure!(done.is_err(), "{command} of {actor} is refused by check and carried out");
            let after = (table.state().get().to_owned(), table.journal().text());
            ensure!(after == before, "{command} of {actor} is refused and leaves a trace");
        }
        Ok(())
    }

    fn words(&mut self, table: &dyn Table) -> Result<(), String> {
        self.law = "words";
        for viewer in Viewer::all(table.seats()) {
            let prompt = table.prompt(viewer);
            ensure!(!prompt.trim().is_empty(), "the prompt of {viewer:?} is empty");
            for line in &table.drawing(viewer).lines {
                let columns = line.plain().chars().count();
                ensure!(columns <= COLUMNS, "a line of the drawing has {columns} columns");
            }
        }
        for seat in Seat::first(table.seats()) {
            let choices = table.legal(seat).commands;
            let words = |choice: &senet_table::Choice| -> Vec<String> {
                choice.text.split_whitespace().map(str::to_lowercase).collect()
            };
            let mut labels: Vec<_> = choices.iter().map(words).collect();
            labels.sort_unstable();
            ensure!(labels.iter().all(|label| !label.is_empty()), "a command has no label");
            let twice = labels.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| &pair[0]);
            ensure!(twice.is_none(), "two commands have one label: {twice:?}");
        }
        Ok(())
    }

    /// What is shown is what the schemas tell.
    fn schema(&mut self, table: &dyn Table) -> Result<(), String> {
        self.law = "schema";
        let schemas = self.game.schemas();
        let fits = |name: &str, value: &Value| {
            let schema = schemas.schemas.iter().find(|(known, _)| known == name);
            let (_, schema) = schema.ok_or_else(|| format!("there is no schema of a {name}"))?;
            schema::check(schema, value).map_err(|why| format!("a {name} lies: {why}"))
        };
        fits("config", self.config)?;
        for viewer in Viewer::all(table.seats()) {
            fits("view", &parsed(table.view(viewer).get())?)?;
            let step = table.step(viewer);
            for frame in table.history(viewer, step.saturating_sub(1), step) {
                for told in frame.events {
                    fits("event", &parsed(told.event.get())?)?;
                }
            }
        }
        for seat in Seat::first(table.seats()) {
            for choice in table.legal(seat).commands {
                fits("command", &parsed(choice.command.get())?)?;
            }
        }
        Ok(())
    }

    /// A guess that is made from a view alone is a game in which its viewer sees the same.
    fn secrets(&mut self, table: &dyn Table) -> Result<(), String> {
        self.law = "secrets";
        for viewer in Viewer::all(table.seats()) {
            let view = parsed(table.view(viewer).get())?;
            let guess = self.game.guess(view.clone(), viewer, self.rng.next_u64());
            let guess = guess.map_err(|refusal| format!("no guess of {viewer:?}: {refusal}"))?;
            let guessed = self.open(Start::Position(guess))?;
            let seen = parsed(guessed.view(viewer).get())?;
            ensure!(seen == view, "{viewer:?} can tell a guess from the truth: {seen} for {view}");
        }
        Ok(())
    }

    /// A journal that is read again, or resumed by a snapshot, goes on the same.
    fn resume(&mut self, table: &dyn Table) -> Result<Box<dyn Table>, String> {
        self.law = "resume";
        let journal = table.journal().text();
        let (loaded, _) =
            self.game.load(&journal, None, false).map_err(|error| error.to_string())?;
        let snapshot = table.snapshot();
        let (resumed, _) =
            self.game.resume(&journal, None, &snapshot).map_err(|error| error.to_string())?;
        for again in [&loaded, &resumed] {
            let same = again.state().get() == table.state().get();
            ensure!(same, "a journal that is read again leads to another state");
        }
        Ok(resumed)
    }

    fn end(&mut self, table: &mut dyn Table) -> Result<(), String> {
        self.law = "end";
        ensure!(table.to_act().iter().next().is_none(), "the game is over and somebody is to act");
        ensure!(table.countdown().is_none(), "the game is over and its clock runs");
        let told = table.ending(Viewer::Spectator);
        ensure!(!told.lines.is_empty(), "the game is over and nothing is told of its end");
        self.law = "verify";
        let journal = table.journal().text();
        let verdict = self.game.verify(&journal, None).map_err(|error| error.to_string())?;
        ensure!(verdict.over, "its own journal is said not to be over");
        Ok(())
    }
}

/// Who does what next; where it is nothing, the clock does what it owes.
type Choice = (Actor, Option<Value>);

fn act(table: &mut dyn Table, (actor, command): &Choice) -> Result<(), String> {
    let done = match command {
        Some(command) => table.submit(*actor, None, command, Vec::new()),
        None => table.clock(),
    };
    done.map(|_| ()).map_err(|refusal| format!("{actor} may not: {refusal}"))
}

fn parsed(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}
