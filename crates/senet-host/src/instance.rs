//! A module that runs: its own memory, counted steps, and nothing of its host but luck and a log.

use std::sync::Arc;

use senet_desk::{Leash, aside};
use senet_guest::{Call, Reply};
use serde::de::DeserializeOwned;

use crate::engine::{Code, Engine, Machine, State, Way};
use crate::pace::Pace;
use crate::share::Share;
use crate::{Trouble, sections};

/// How much a module may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Of the module itself, in bytes.
    pub module: usize,
    /// Of memory for one table, bot or question, in MiB.
    pub memory: usize,
    /// Of memory for all tables, bots and questions of a module together, in MiB.
    pub together: usize,
    /// Of steps for an answer, in millions.
    pub steps: u64,
    /// Of steps for reading a journal, in millions.
    pub reading: u64,
    /// Of steps for thinking, in millions.
    pub thinking: u64,
    /// Of an answer, in bytes.
    pub answer: usize,
    /// How often it may come to no end before it is set aside.
    pub failures: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            module: 16 << 20,
            memory: 128,
            together: 2_048,
            steps: 300,
            reading: 5_000,
            thinking: 400_000,
            answer: 32 << 20,
            failures: 3,
        }
    }
}

/// How many steps a module has to make room in, and how many more for each byte.
const ROOM: u64 = 20_000_000;
const STEPS_FOR_A_BYTE: u64 = 8;

/// A module that was read and found to have our border.
#[derive(Clone)]
pub(crate) struct Program {
    code: Arc<dyn Code>,
    limits: Limits,
    share: Share,
}

/// A module that runs.
pub(crate) struct Instance {
    machine: Box<dyn Machine>,
    limits: Limits,
    share: Share,
}

impl Program {
    pub(crate) fn read(engine: Engine, bytes: &[u8], limits: Limits) -> Result<Program, Trouble> {
        if bytes.len() > limits.module {
            return Err(Trouble::TooLarge(limits.module));
        }
        sections::whole(bytes)?;
        Ok(Program { code: engine.read(bytes)?, limits, share: Share::default() })
    }

    /// Starts the module.
    pub(crate) fn start(&self) -> Result<Instance, Trouble> {
        aside(|| self.started())
    }

    fn started(&self) -> Result<Instance, Trouble> {
        let mut share = self.share.clone();
        share.goes_on(self.limits)?;
        let machine = self.code.start(State::new(self.limits, &share))?;
        share.has(machine.memory().len());
        Ok(Instance { machine, limits: self.limits, share })
    }
}

impl Instance {
    /// Asks the module as its host.
    pub(crate) fn call<T: DeserializeOwned>(&mut self, call: &Call) -> Result<T, Trouble> {
        self.think(call, &Leash::default())
    }

    /// The same for what may take long, on a leash.
    pub(crate) fn think<T: DeserializeOwned>(
        &mut self,
        call: &Call,
        leash: &Leash,
    ) -> Result<T, Trouble> {
        let message = serde_json::to_vec(call).expect("calls are plain data");
        let bytes = self.run(Way::Call, &message, Pace::of(call), leash)?;
        let text = str::from_utf8(&bytes).map_err(|_| Trouble::NoText)?;
        match serde_json::from_str(text) {
            Ok(Reply::Done(answer)) => Ok(answer),
            Ok(Reply::Fault(sentence)) => Err(Trouble::Misunderstood(sentence)),
            Err(error) => Err(Trouble::Misshapen(error.to_string())),
        }
    }

    /// Asks the module's own desk, in the protocol's messages.
    pub(crate) fn message(&mut self, message: &str) -> Result<String, Trouble> {
        let leash = Leash::default();
        let bytes = self.run(Way::Answer, message.as_bytes(), Pace::Reading, &leash)?;
        String::from_utf8(bytes).map_err(|_| Trouble::NoText)
    }

    /// Lets the module answer, beside what else its host does. One that comes to no end too often is asked no
    /// more.
    fn run(
        &mut self,
        way: Way,
        message: &[u8],
        pace: Pace,
        leash: &Leash,
    ) -> Result<Vec<u8>, Trouble> {
        self.share.goes_on(self.limits)?;
        let answered = aside(|| self.answered(way, message, pace, leash));
        self.share.has(self.machine.memory().len());
        if let Err(Trouble::Endless(_)) = &answered {
            self.share.came_to_no_end();
        }
        answered
    }

    fn answered(
        &mut self,
        way: Way,
        message: &[u8],
        pace: Pace,
        leash: &Leash,
    ) -> Result<Vec<u8>, Trouble> {
        let length = u32::try_from(message.len()).map_err(|_| Trouble::Outside)?;
        self.machine.begin(State::new(self.limits, &self.share));
        let room = self.machine.room(length, ROOM + STEPS_FOR_A_BYTE * u64::from(length))?;
        self.machine.write(room, message)?;
        let state = self.machine.state();
        state.most = pace.most(self.limits);
        state.leash = Some(leash.clone());
        let steps = state.most.saturating_mul(1_000_000);
        let answer = self.machine.ask(way, length, steps)?;
        let (address, size) = ((answer >> 32) as usize, (answer & 0xffff_ffff) as usize);
        if size > self.limits.answer {
            return Err(Trouble::Giant { size, most: self.limits.answer });
        }
        let end = address.checked_add(size).ok_or(Trouble::Outside)?;
        let bytes = self.machine.memory().get(address..end);
        bytes.map(<[u8]>::to_vec).ok_or(Trouble::Outside)
    }
}
