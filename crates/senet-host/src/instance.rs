//! A module that runs: its own memory, counted steps, and nothing of its host but luck and a log.

use senet_desk::{Leash, aside};
use senet_guest::{BORDER, Call, Reply};
use serde::de::DeserializeOwned;
use wasmi::errors::{ErrorKind, InstantiationError, MemoryError};
use wasmi::{
    Caller, Config, Engine, Error, Extern, ExternType, Linker, Memory, Module, Store, TrapCode,
    TypedFunc, TypedResumableCall,
};

use crate::pace::Pace;
use crate::share::{Bounds, Share};
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

/// How many steps there are between two looks at the leash.
const SLICE: u64 = 20_000_000;
/// How many steps a module has for each byte that it makes room for.
const STEPS_FOR_A_BYTE: u64 = 8;
/// How many slices a mind has to answer in once the leash is pulled.
const LAST_SLICES: u64 = 50;
/// The most bytes of a line for the log.
const LINE: usize = 2_000;
/// How deep calls may nest.
const DEPTH: usize = 20_000;
/// The most bytes of the stack of values.
const STACK: usize = 8 << 20;

/// A module that was read and found to have our border.
#[derive(Clone)]
pub(crate) struct Program {
    module: Module,
    limits: Limits,
    share: Share,
}

struct State {
    bounds: Bounds,
    said: String,
}

/// A module that runs.
pub(crate) struct Instance {
    store: Store<State>,
    memory: Memory,
    room: TypedFunc<u32, u32>,
    call: TypedFunc<u32, u64>,
    answer: TypedFunc<u32, u64>,
    leash: u32,
    limits: Limits,
    share: Share,
}

impl Program {
    pub(crate) fn read(bytes: &[u8], limits: Limits) -> Result<Program, Trouble> {
        if bytes.len() > limits.module {
            return Err(Trouble::TooLarge(limits.module));
        }
        sections::whole(bytes)?;
        let mut config = Config::default();
        config.consume_fuel(true);
        config.set_max_recursion_depth(DEPTH);
        config.set_max_stack_height(STACK);
        let engine = Engine::new(&config);
        let module = Module::new(&engine, bytes).map_err(|e| no_module(&e.to_string()))?;
        for import in module.imports() {
            let known = ["random", "log"].contains(&import.name()) && import.module() == "senet";
            if !known || !matches!(import.ty(), ExternType::Func(_)) {
                let wanted = format!("{}.{}", import.module(), import.name());
                return Err(Trouble::Import(wanted));
            }
        }
        Ok(Program { module, limits, share: Share::default() })
    }

    /// Starts the module.
    pub(crate) fn start(&self) -> Result<Instance, Trouble> {
        aside(|| self.started())
    }

    fn started(&self) -> Result<Instance, Trouble> {
        let limits = self.limits;
        let mut share = self.share.clone();
        share.goes_on(limits)?;
        let engine = self.module.engine();
        let bounds = share.bounds(limits);
        let mut store = Store::new(engine, State { bounds, said: String::new() });
        store.limiter(|state| &mut state.bounds.limits);
        let failed = |store: &Store<State>, error: &Error| trouble(error, store.data(), limits);
        let mut linker = Linker::new(engine);
        let luck = linker.func_wrap("senet", "random", random).map(|_| ());
        let log = linker.func_wrap("senet", "log", log).map(|_| ());
        luck.and(log).map_err(|error| Trouble::Failed(error.to_string()))?;
        store.set_fuel(SLICE).map_err(|error| Trouble::Failed(error.to_string()))?;
        let started = linker.instantiate_and_start(&mut store, &self.module);
        let instance = started.map_err(|error| match error.kind() {
            ErrorKind::Instantiation(InstantiationError::FuncTypeMismatch { name, .. }) => {
                Trouble::Import(format!("{}.{} of another kind", name.module(), name.name()))
            }
            ErrorKind::Instantiation(InstantiationError::FailedToInstantiateMemory(_)) => {
                store.data().bounds.trouble(limits)
            }
            _ => failed(&store, &error),
        })?;
        let memory = instance.get_export(&store, "memory").and_then(Extern::into_memory);
        let memory = memory.ok_or(Trouble::NoBorder("memory"))?;
        let border = instance.get_typed_func::<(), u32>(&store, "senet_border");
        let border = border.map_err(|_| Trouble::NoBorder("senet_border"))?;
        let found = border.call(&mut store, ()).map_err(|error| failed(&store, &error))?;
        if found != BORDER {
            return Err(Trouble::OtherBorder { found });
        }
        let typed = |name: &'static str| {
            let found = instance.get_typed_func::<u32, u64>(&store, name);
            found.map_err(|_| Trouble::NoBorder(name))
        };
        let (call, answer) = (typed("senet_call")?, typed("senet_answer")?);
        let room = instance.get_typed_func::<u32, u32>(&store, "senet_room");
        let room = room.map_err(|_| Trouble::NoBorder("senet_room"))?;
        let leash = instance.get_typed_func::<(), u32>(&store, "senet_leash");
        let leash = leash.map_err(|_| Trouble::NoBorder("senet_leash"))?;
        let leash = leash.call(&mut store, ()).map_err(|error| failed(&store, &error))?;
        share.has(memory.data(&store).len());
        Ok(Instance { store, memory, room, call, answer, leash, limits, share })
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
        let bytes = self.run(self.call, &message, Pace::of(call), leash)?;
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
        let bytes = self.run(self.answer, message.as_bytes(), Pace::Reading, &leash)?;
        String::from_utf8(bytes).map_err(|_| Trouble::NoText)
    }

    /// Lets the module answer, beside what else its host does. One that comes to no end too often is asked no
    /// more.
    fn run(
        &mut self,
        way: TypedFunc<u32, u64>,
        message: &[u8],
        pace: Pace,
        leash: &Leash,
    ) -> Result<Vec<u8>, Trouble> {
        self.share.goes_on(self.limits)?;
        self.store.data_mut().bounds = self.share.bounds(self.limits);
        let answered = aside(|| self.answered(way, message, pace, leash));
        self.share.has(self.memory.data(&self.store).len());
        if let Err(Trouble::Endless(_)) = &answered {
            self.share.came_to_no_end();
        }
        answered
    }

    fn answered(
        &mut self,
        way: TypedFunc<u32, u64>,
        message: &[u8],
        pace: Pace,
        leash: &Leash,
    ) -> Result<Vec<u8>, Trouble> {
        self.store.data_mut().said.clear();
        let length = u32::try_from(message.len()).map_err(|_| Trouble::Outside)?;
        self.fuel(SLICE + STEPS_FOR_A_BYTE * u64::from(length))?;
        let room = self.room.call(&mut self.store, length);
        let room = room.map_err(|error| self.trouble(&error))?;
        let written = self.memory.write(&mut self.store, room as usize, message);
        written.map_err(|_| Trouble::Outside)?;
        let most = pace.most(self.limits);
        let answer = self.patiently(way, length, most.saturating_mul(1_000_000), leash)?;
        let (address, size) = ((answer >> 32) as usize, (answer & 0xffff_ffff) as usize);
        if size > self.limits.answer {
            return Err(Trouble::Giant { size, most: self.limits.answer });
        }
        let end = address.checked_add(size).ok_or(Trouble::Outside)?;
        let bytes = self.memory.data(&self.store).get(address..end);
        bytes.map(<[u8]>::to_vec).ok_or(Trouble::Outside)
    }

    /// Lets the module run, slice by slice; a leash that is pulled is passed on, and then it has only
    /// so much time left.
    fn patiently(
        &mut self,
        way: TypedFunc<u32, u64>,
        length: u32,
        most: u64,
        leash: &Leash,
    ) -> Result<u64, Trouble> {
        let mut left = most;
        let mut pulled = false;
        let slice = SLICE.min(left.max(1));
        self.fuel(slice)?;
        let mut run = way.call_resumable(&mut self.store, length);
        loop {
            let waits = match run.map_err(|error| self.trouble(&error))? {
                TypedResumableCall::Finished(answer) => return Ok(answer),
                TypedResumableCall::HostTrap(_) => {
                    return Err(Trouble::Failed("its host had no luck for it".to_owned()));
                }
                TypedResumableCall::OutOfFuel(waits) => waits,
            };
            self.share.goes_on(self.limits)?;
            left = left.saturating_sub(SLICE);
            let needed = waits.required_fuel();
            if left == 0 || needed > left {
                return Err(Trouble::Endless(most / 1_000_000));
            }
            if !pulled && leash.pulled() {
                pulled = true;
                left = left.min(LAST_SLICES * SLICE);
                let told = self.memory.write(&mut self.store, self.leash as usize, &[1]);
                told.map_err(|_| Trouble::Outside)?;
            }
            self.fuel(SLICE.max(needed))?;
            run = waits.resume(&mut self.store);
        }
    }

    fn fuel(&mut self, steps: u64) -> Result<(), Trouble> {
        self.store.set_fuel(steps).map_err(|error| Trouble::Failed(error.to_string()))
    }

    fn trouble(&self, error: &Error) -> Trouble {
        trouble(error, self.store.data(), self.limits)
    }
}

#[allow(clippy::disallowed_methods, reason = "a host gives its guests luck")]
fn random(_: Caller<'_, State>) -> Result<u64, Error> {
    getrandom::u64().map_err(|error| Error::new(error.to_string()))
}

/// Keeps the last line that the module said: where it fails, it is the reason.
fn log(mut caller: Caller<'_, State>, address: u32, length: u32) {
    let Some(memory) = caller.get_export("memory").and_then(Extern::into_memory) else {
        return;
    };
    let (start, length) = (address as usize, (length as usize).min(LINE));
    let bytes = memory.data(&caller).get(start..start.saturating_add(length));
    let said = bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    caller.data_mut().said = said.unwrap_or_default();
}

/// What the reader says is wrong, without the bytes that it may show on lines of their own.
fn no_module(error: &str) -> Trouble {
    Trouble::NoModule(error.lines().next().unwrap_or_default().trim().to_owned())
}

fn trouble(error: &Error, state: &State, limits: Limits) -> Trouble {
    match (error.kind(), error.as_trap_code()) {
        (_, Some(TrapCode::OutOfFuel)) => Trouble::Endless(limits.steps),
        (_, Some(TrapCode::GrowthOperationLimited)) => state.bounds.trouble(limits),
        (ErrorKind::Memory(MemoryError::ResourceLimiterDeniedAllocation), _) => {
            state.bounds.trouble(limits)
        }
        _ if state.said.is_empty() => Trouble::Failed(error.to_string()),
        _ => Trouble::Failed(senet_kernel::visible_lines(&state.said).into()),
    }
}
