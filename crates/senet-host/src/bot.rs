//! Bots that think inside a module, those who look back there, and programs that play a module's game.

use senet_desk::{Analysis, Analyst, AnyBot, AnyGame, Leash, LookBack, Program};
use senet_guest::{Analysing, Call};
use senet_kernel::Seat;
use senet_table::Refusal;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::game::Guest;
use crate::instance::Instance;

/// A bot in an instance of its own, where it keeps what it has thought.
pub(crate) struct Thinker {
    game: Guest,
    name: String,
    seed: u64,
    instance: Option<Instance>,
}

impl Thinker {
    pub(crate) fn new(game: Guest, name: &str, seed: u64) -> Thinker {
        Thinker { game, name: name.to_owned(), seed, instance: None }
    }
}

impl AnyBot for Thinker {
    fn think(&mut self, view: &RawValue, seat: Seat, leash: &Leash) -> Result<Vec<Value>, Refusal> {
        // One that got into trouble begins anew the next time.
        let mut instance = match self.instance.take() {
            Some(instance) => instance,
            None => {
                let mut instance = self.game.start()?;
                let seated: bool =
                    instance.call(&Call::Bot { name: self.name.clone(), seed: self.seed })?;
                if !seated {
                    let sentence = format!("there is no bot \"{}\"", self.name);
                    return Err(Refusal::new("unknown_bot", sentence));
                }
                instance
            }
        };
        let call = Call::Think { view: view.to_owned(), seat };
        let wanted: Result<Vec<Value>, Refusal> = instance.think(&call, leash)?;
        self.instance = Some(instance);
        wanted
    }
}

/// Somebody who looks back at a game inside a module.
pub(crate) struct LooksBack {
    pub(crate) instance: Instance,
    pub(crate) analysing: Analysing,
}

impl Analyst for LooksBack {
    fn entries(&self) -> u64 {
        self.analysing.entries
    }

    fn over(&self) -> bool {
        self.analysing.over
    }

    fn blank(&self) -> Analysis {
        self.analysing.blank.clone()
    }

    fn moment(&mut self, entry: u64, leash: &Leash) -> Option<LookBack> {
        // A module that fails has no more to tell; what was told before stands.
        self.instance.think(&Call::Moment(entry), leash).ok()?
    }
}

/// The bot that a program is.
pub(crate) struct Outside<P> {
    game: Guest,
    program: P,
    gone: bool,
}

impl<P: Program> Outside<P> {
    pub(crate) fn new(game: Guest, program: P) -> Outside<P> {
        Outside { game, program, gone: false }
    }
}

impl<P: Program> AnyBot for Outside<P> {
    fn think(&mut self, view: &RawValue, seat: Seat, _: &Leash) -> Result<Vec<Value>, Refusal> {
        let Some(question) = self.game.question(view, seat)?.filter(|_| !self.gone) else {
            return Ok(Vec::new());
        };
        let Ok(answer) = self.program.ask(&question) else {
            self.gone = true;
            return Ok(Vec::new());
        };
        Ok(self.game.understood(&answer).unwrap_or_else(|fault| {
            self.program.scold(&fault);
            Vec::new()
        }))
    }
}
