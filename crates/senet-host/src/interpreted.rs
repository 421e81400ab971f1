//! Modules step by step: `wasmi`.

use std::sync::Arc;

use senet_guest::BORDER;
use wasmi::errors::{ErrorKind, InstantiationError, MemoryError};
use wasmi::{
    Caller, Config, Error, Extern, ExternType, Linker, Memory, Module, Store, StoreLimits,
    StoreLimitsBuilder, TrapCode, TypedFunc, TypedResumableCall,
};

use crate::Trouble;
use crate::engine::{Code, Machine, State, Way, check_import, luck, no_module};
use crate::share::Bounds;

/// How many steps there are between two looks at the leash.
const SLICE: u64 = 20_000_000;
/// How many slices a mind has to answer in once the leash is pulled.
const LAST_SLICES: u64 = 50;
/// How deep calls may nest.
const DEPTH: usize = 20_000;
/// The most bytes of the stack of values.
const STACK: usize = 8 << 20;

struct Interpreted(Module);

/// What is kept beside a module that runs.
struct Host {
    state: State,
    limits: StoreLimits,
}

struct Running {
    store: Store<Host>,
    memory: Memory,
    room: TypedFunc<u32, u32>,
    call: TypedFunc<u32, u64>,
    answer: TypedFunc<u32, u64>,
    leash: u32,
}

pub(crate) fn read(bytes: &[u8]) -> Result<Arc<dyn Code>, Trouble> {
    let mut config = Config::default();
    config.consume_fuel(true);
    config.set_max_recursion_depth(DEPTH);
    config.set_max_stack_height(STACK);
    let module = Module::new(&wasmi::Engine::new(&config), bytes);
    let module = module.map_err(|error| no_module(&error.to_string()))?;
    for import in module.imports() {
        let is_function = matches!(import.ty(), ExternType::Func(_));
        check_import(import.module(), import.name(), is_function)?;
    }
    Ok(Arc::new(Interpreted(module)))
}

impl Code for Interpreted {
    fn start(&self, state: State) -> Result<Box<dyn Machine>, Trouble> {
        let engine = self.0.engine();
        let mut store = Store::new(engine, Host::of(state));
        store.limiter(|host| &mut host.limits);
        store.set_fuel(SLICE).map_err(failed)?;
        let mut linker = Linker::new(engine);
        let linked = linker.func_wrap("senet", "random", random).map(|_| ());
        linked.and(linker.func_wrap("senet", "log", log).map(|_| ())).map_err(failed)?;
        let started = linker.instantiate_and_start(&mut store, &self.0);
        let instance = started.map_err(|error| match error.kind() {
            ErrorKind::Instantiation(InstantiationError::FuncTypeMismatch { name, .. }) => {
                Trouble::Import(format!("{}.{} of another kind", name.module(), name.name()))
            }
            ErrorKind::Instantiation(InstantiationError::FailedToInstantiateMemory(_)) => {
                store.data().state.no_memory()
            }
            _ => trouble(&store, &error),
        })?;
        let memory = instance.get_export(&store, "memory").and_then(Extern::into_memory);
        let memory = memory.ok_or(Trouble::NoBorder("memory"))?;
        let border = instance.get_typed_func::<(), u32>(&store, "senet_border");
        let border = border.map_err(|_| Trouble::NoBorder("senet_border"))?;
        let found = border.call(&mut store, ()).map_err(|error| trouble(&store, &error))?;
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
        let leash = leash.call(&mut store, ()).map_err(|error| trouble(&store, &error))?;
        Ok(Box::new(Running { store, memory, room, call, answer, leash }))
    }
}

impl Machine for Running {
    fn begin(&mut self, state: State) {
        *self.store.data_mut() = Host::of(state);
    }

    fn state(&mut self) -> &mut State {
        &mut self.store.data_mut().state
    }

    fn memory(&self) -> &[u8] {
        self.memory.data(&self.store)
    }

    fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), Trouble> {
        let written = self.memory.write(&mut self.store, address as usize, bytes);
        written.map_err(|_| Trouble::Outside)
    }

    fn room(&mut self, length: u32, steps: u64) -> Result<u32, Trouble> {
        self.store.set_fuel(steps).map_err(failed)?;
        let room = self.room.call(&mut self.store, length);
        room.map_err(|error| trouble(&self.store, &error))
    }

    /// Slice by slice; a leash that is pulled is passed on, and then the module has only so much time left.
    fn ask(&mut self, way: Way, length: u32, steps: u64) -> Result<u64, Trouble> {
        let way = match way {
            Way::Call => self.call,
            Way::Answer => self.answer,
        };
        let mut left = steps;
        self.store.set_fuel(SLICE.min(left.max(1))).map_err(failed)?;
        let mut run = way.call_resumable(&mut self.store, length);
        loop {
            let waits = match run.map_err(|error| trouble(&self.store, &error))? {
                TypedResumableCall::Finished(answer) => return Ok(answer),
                TypedResumableCall::HostTrap(trap) => return Err(failed(trap.host_error())),
                TypedResumableCall::OutOfFuel(waits) => waits,
            };
            left = left.saturating_sub(SLICE);
            let needed = waits.required_fuel();
            let ends = self.state().look()?;
            if left == 0 || needed > left {
                return Err(self.state().endless());
            }
            if ends {
                left = left.min(LAST_SLICES * SLICE);
                self.write(self.leash, &[1])?;
            }
            self.store.set_fuel(SLICE.max(needed)).map_err(failed)?;
            run = waits.resume(&mut self.store);
        }
    }
}

impl Host {
    fn of(state: State) -> Host {
        let limits = StoreLimitsBuilder::new()
            .memory_size(state.bounds.most)
            .memories(1)
            .instances(1)
            .tables(Bounds::TABLES)
            .table_elements(Bounds::ELEMENTS)
            .trap_on_grow_failure(true)
            .build();
        Host { state, limits }
    }
}

fn random(_: Caller<'_, Host>) -> Result<u64, Error> {
    luck().ok_or_else(|| Error::new("its host had no luck for it"))
}

fn log(mut caller: Caller<'_, Host>, address: u32, length: u32) {
    let Some(memory) = caller.get_export("memory").and_then(Extern::into_memory) else {
        return;
    };
    let said = State::said(memory.data(&caller), address, length);
    caller.data_mut().state.said = said;
}

fn failed(error: impl ToString) -> Trouble {
    Trouble::Failed(error.to_string())
}

fn trouble(store: &Store<Host>, error: &Error) -> Trouble {
    let state = &store.data().state;
    match (error.kind(), error.as_trap_code()) {
        (_, Some(TrapCode::OutOfFuel)) => state.endless(),
        (_, Some(TrapCode::GrowthOperationLimited))
        | (ErrorKind::Memory(MemoryError::ResourceLimiterDeniedAllocation), _) => state.no_memory(),
        _ => state.trouble(error.to_string()),
    }
}
