//! What runs a module: one of two engines, behind one interface.

use std::sync::Arc;

use senet_desk::Leash;

use crate::share::{Bounds, Share};
use crate::{Limits, Trouble, interpreted};

/// What runs a module. Whichever it is, a journal has the same bytes; each counts steps in its own way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Goes through the module step by step: opens quickly.
    #[cfg_attr(not(feature = "fast-guests"), default)]
    Interpreted,
    /// Compiles the module first, and keeps what it compiled: plays quickly.
    #[cfg(feature = "fast-guests")]
    #[default]
    Compiled,
}

impl Engine {
    /// Reads a module, which is known to be whole.
    pub(crate) fn read(self, bytes: &[u8]) -> Result<Arc<dyn Code>, Trouble> {
        match self {
            Engine::Interpreted => interpreted::read(bytes),
            #[cfg(feature = "fast-guests")]
            Engine::Compiled => crate::compiled::read(bytes),
        }
    }
}

/// A module that was read.
pub(crate) trait Code: Send + Sync {
    /// Starts it.
    fn start(&self, state: State) -> Result<Box<dyn Machine>, Trouble>;
}

/// A module that runs.
pub(crate) trait Machine: Send {
    /// Before it is asked something.
    fn begin(&mut self, state: State);
    fn state(&mut self) -> &mut State;
    fn memory(&self) -> &[u8];
    fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), Trouble>;
    /// Asks for room for so many bytes; the answer is its address.
    fn room(&mut self, length: u32, steps: u64) -> Result<u32, Trouble>;
    /// Lets it answer the message in its room, looking after it now and then.
    fn ask(&mut self, way: Way, length: u32, steps: u64) -> Result<u64, Trouble>;
}

/// What a message is put to.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// What its host asks.
    Call,
    /// The module's own desk.
    Answer,
}

/// What its host knows of a module that runs.
pub(crate) struct State {
    pub(crate) limits: Limits,
    pub(crate) bounds: Bounds,
    /// Of all that runs of the module.
    share: Share,
    /// The last line that it said: where it fails, it is the reason.
    pub(crate) said: String,
    /// How many million steps it may take.
    pub(crate) most: u64,
    /// The leash of what it is asked now, until it is pulled.
    pub(crate) leash: Option<Leash>,
}

/// The most bytes of a line for the log.
const LINE: usize = 2_000;

impl State {
    /// Of a module that is about to start.
    pub(crate) fn new(limits: Limits, share: &Share) -> State {
        State {
            limits,
            bounds: share.bounds(limits),
            share: share.clone(),
            said: String::new(),
            most: limits.steps,
            leash: None,
        }
    }

    /// Before the module goes on: whether it has just been told to come to an end.
    pub(crate) fn look(&mut self) -> Result<bool, Trouble> {
        self.share.goes_on(self.limits)?;
        Ok(self.leash.take_if(|leash| leash.pulled()).is_some())
    }

    /// Why it came to no end.
    pub(crate) fn endless(&self) -> Trouble {
        Trouble::Endless(self.most)
    }

    /// Keeps a line that the module said, as it stands in its memory.
    pub(crate) fn said(memory: &[u8], address: u32, length: u32) -> String {
        let (start, length) = (address as usize, (length as usize).min(LINE));
        let bytes = memory.get(start..start.saturating_add(length));
        bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned()).unwrap_or_default()
    }

    /// Why it failed, as its engine tells it.
    pub(crate) fn trouble(&self, error: String) -> Trouble {
        let said = senet_kernel::visible_lines(&self.said);
        Trouble::Failed(if self.said.is_empty() { error } else { said.into() })
    }

    /// Why it was refused more memory.
    pub(crate) fn no_memory(&self) -> Trouble {
        self.bounds.trouble(self.limits)
    }
}

/// What a module may import.
pub(crate) fn check_import(module: &str, name: &str, is_function: bool) -> Result<(), Trouble> {
    let known = module == "senet" && ["random", "log"].contains(&name);
    if known && is_function { Ok(()) } else { Err(Trouble::Import(format!("{module}.{name}"))) }
}

/// What the reader says is wrong, without the bytes that it may show on lines of their own.
pub(crate) fn no_module(error: &str) -> Trouble {
    Trouble::NoModule(error.lines().next().unwrap_or_default().trim().to_owned())
}

/// Fresh luck for a module.
#[allow(clippy::disallowed_methods, reason = "a host gives its guests luck")]
pub(crate) fn luck() -> Option<u64> {
    getrandom::u64().ok()
}
