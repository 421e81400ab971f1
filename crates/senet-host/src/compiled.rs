//! Modules compiled for this machine: `wasmtime`. What was compiled is kept by the module's hash, in the folder
//! where the user's programs keep what they can make again.

#![allow(clippy::disallowed_methods, reason = "a host counts the time of its guests")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, Thread};
use std::time::Duration;

use senet_guest::BORDER;
use wasmtime::{
    Cache, CacheConfig, Caller, Config, Error, Extern, ExternType, Instance, Linker, Memory,
    Module, ResourceLimiter, Result as Done, Store, StoreContextMut, Trap, TypedFunc,
    UpdateDeadline, WasmBacktraceDetails, WasmParams, WasmResults,
};

use crate::Trouble;
use crate::engine::{Code, Machine, State, Way, check_import, luck, no_module};
use crate::share::Bounds;

/// How often a module that runs is looked after.
const BEAT: Duration = Duration::from_millis(10);
/// How many beats a mind has to answer in once the leash is pulled.
const LAST_BEATS: u32 = 1_000;
/// How many steps a module may take to start.
const START: u64 = 20_000_000;

struct Compiled(Module);

/// What is kept beside a module that runs.
struct Host {
    state: State,
    bounds: Held,
    /// Where a pulled leash is told to the module.
    leash: Option<(Memory, u32)>,
    /// How many beats it has left, once the leash is pulled.
    left: Option<u32>,
}

struct Running {
    store: Store<Host>,
    memory: Memory,
    room: TypedFunc<u32, u32>,
    call: TypedFunc<u32, u64>,
    answer: TypedFunc<u32, u64>,
}

pub(crate) fn read(bytes: &[u8]) -> Result<Arc<dyn Code>, Trouble> {
    let engine = engine().map_err(|error| Trouble::Failed(error.to_string()))?;
    let module = Module::new(engine, bytes);
    let module = module.map_err(|error| no_module(&error.root_cause().to_string()))?;
    for import in module.imports() {
        let is_function = matches!(import.ty(), ExternType::Func(_));
        check_import(import.module(), import.name(), is_function)?;
    }
    Ok(Arc::new(Compiled(module)))
}

/// One for all modules. What two machines could answer differently is left out, or made the same: numbers that
/// are none, threads, and vectors.
fn engine() -> Result<&'static wasmtime::Engine, &'static Error> {
    static ENGINE: OnceLock<Done<wasmtime::Engine>> = OnceLock::new();
    let made = ENGINE.get_or_init(|| {
        let mut config = Config::new();
        config.consume_fuel(true).epoch_interruption(true).cranelift_nan_canonicalization(true);
        config.wasm_relaxed_simd(false).wasm_simd(false);
        config.wasm_backtrace(false).wasm_backtrace_details(WasmBacktraceDetails::Disable);
        // Without a folder of the user's everything is compiled anew.
        config.cache(Cache::new(CacheConfig::new()).ok());
        wasmtime::Engine::new(&config)
    });
    made.as_ref()
}

impl Code for Compiled {
    fn start(&self, state: State) -> Result<Box<dyn Machine>, Trouble> {
        let engine = self.0.engine();
        let bounds = Held::of(&state);
        let mut store = Store::new(engine, Host { state, bounds, leash: None, left: None });
        store.limiter(|host| &mut host.bounds);
        store.set_fuel(START).map_err(failed)?;
        store.epoch_deadline_callback(on_beat);
        store.set_epoch_deadline(1);
        let mut linker = Linker::new(engine);
        let linked = linker.func_wrap("senet", "random", random).map(|_| ());
        linked.and(linker.func_wrap("senet", "log", log).map(|_| ())).map_err(failed)?;
        for import in self.0.imports() {
            let host = linker.get_by_import(&mut store, &import);
            let same = host.is_some_and(|host| is_same(&host.ty(&store), &import.ty()));
            if !same {
                let wanted = format!("{}.{} of another kind", import.module(), import.name());
                return Err(Trouble::Import(wanted));
            }
        }
        let _runs = Runs::begin(engine);
        let started = linker.instantiate(&mut store, &self.0);
        let instance = started.map_err(|error| trouble(&store, &error))?;
        let memory =
            instance.get_memory(&mut store, "memory").ok_or(Trouble::NoBorder("memory"))?;
        let border = typed::<(), u32>(&mut store, &instance, "senet_border")?;
        let found = border.call(&mut store, ()).map_err(|error| trouble(&store, &error))?;
        if found != BORDER {
            return Err(Trouble::OtherBorder { found });
        }
        let call = typed(&mut store, &instance, "senet_call")?;
        let answer = typed(&mut store, &instance, "senet_answer")?;
        let room = typed(&mut store, &instance, "senet_room")?;
        let leash = typed::<(), u32>(&mut store, &instance, "senet_leash")?;
        let leash = leash.call(&mut store, ()).map_err(|error| trouble(&store, &error))?;
        store.data_mut().leash = Some((memory, leash));
        Ok(Box::new(Running { store, memory, room, call, answer }))
    }
}

fn typed<P: WasmParams, R: WasmResults>(
    store: &mut Store<Host>,
    instance: &Instance,
    name: &'static str,
) -> Result<TypedFunc<P, R>, Trouble> {
    instance.get_typed_func(store, name).map_err(|_| Trouble::NoBorder(name))
}

/// Whether both are functions of the same kind.
fn is_same(host: &ExternType, wanted: &ExternType) -> bool {
    match (host.func(), wanted.func()) {
        (Some(host), Some(wanted)) => host.matches(wanted),
        _ => false,
    }
}

impl Machine for Running {
    fn begin(&mut self, state: State) {
        let host = self.store.data_mut();
        host.bounds = Held::of(&state);
        host.left = None;
        host.state = state;
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
        self.run(self.room.clone(), length, steps)
    }

    fn ask(&mut self, way: Way, length: u32, steps: u64) -> Result<u64, Trouble> {
        let way = match way {
            Way::Call => self.call.clone(),
            Way::Answer => self.answer.clone(),
        };
        self.run(way, length, steps)
    }
}

impl Running {
    fn run<R: WasmResults>(
        &mut self,
        way: TypedFunc<u32, R>,
        length: u32,
        steps: u64,
    ) -> Result<R, Trouble> {
        self.store.set_fuel(steps).map_err(failed)?;
        let _runs = Runs::begin(self.store.engine());
        let answer = way.call(&mut self.store, length);
        answer.map_err(|error| trouble(&self.store, &error))
    }
}

/// Looks after a module that runs; a leash that is pulled is passed on, and then it has only so much time left.
fn on_beat(mut store: StoreContextMut<'_, Host>) -> Done<UpdateDeadline> {
    let host = store.data_mut();
    let ends = host.state.look()?;
    if let Some(left) = &mut host.left {
        *left = left.checked_sub(1).ok_or(host.state.endless())?;
    }
    if let (true, Some((memory, leash))) = (ends, host.leash) {
        host.left = Some(LAST_BEATS);
        memory.write(&mut store, leash as usize, &[1]).map_err(|_| Trouble::Outside)?;
    }
    Ok(UpdateDeadline::Continue(1))
}

/// A module runs, and time is counted as long as one does.
struct Runs;

/// How many modules run.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

impl Runs {
    fn begin(engine: &wasmtime::Engine) -> Runs {
        static CLOCK: OnceLock<Thread> = OnceLock::new();
        let clock = CLOCK.get_or_init(|| {
            let engine = engine.clone();
            thread::spawn(move || beat(&engine)).thread().clone()
        });
        if RUNNING.fetch_add(1, Ordering::AcqRel) == 0 {
            clock.unpark();
        }
        Runs
    }
}

impl Drop for Runs {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Counts time while a module runs.
fn beat(engine: &wasmtime::Engine) {
    loop {
        if RUNNING.load(Ordering::Acquire) == 0 {
            thread::park();
        } else {
            thread::sleep(BEAT);
            engine.increment_epoch();
        }
    }
}

/// What a module may have, and whether it wanted more.
struct Held {
    most: usize,
    refused: bool,
}

impl Held {
    fn of(state: &State) -> Held {
        Held { most: state.bounds.most, refused: false }
    }

    fn refuse(&mut self) -> Error {
        self.refused = true;
        Error::msg("no more memory")
    }
}

impl ResourceLimiter for Held {
    fn memory_growing(&mut self, _: usize, wanted: usize, most: Option<usize>) -> Done<bool> {
        if wanted > most.unwrap_or(usize::MAX).min(self.most) {
            Err(self.refuse())
        } else {
            Ok(true)
        }
    }

    fn memory_grow_failed(&mut self, _: Error) -> Done<()> {
        Err(self.refuse())
    }

    fn table_growing(&mut self, _: usize, wanted: usize, most: Option<usize>) -> Done<bool> {
        let most = most.unwrap_or(Bounds::ELEMENTS).min(Bounds::ELEMENTS);
        if wanted > most {
            return Err(Error::msg("growth operation limited"));
        }
        Ok(true)
    }

    fn instances(&self) -> usize {
        1
    }

    fn tables(&self) -> usize {
        Bounds::TABLES
    }

    fn memories(&self) -> usize {
        1
    }
}

fn random(_: Caller<'_, Host>) -> Done<u64> {
    luck().ok_or_else(|| Error::msg("its host had no luck for it"))
}

fn log(mut caller: Caller<'_, Host>, address: u32, length: u32) {
    let Some(memory) = caller.get_export("memory").and_then(Extern::into_memory) else {
        return;
    };
    let said = State::said(memory.data(&caller), address, length);
    caller.data_mut().state.said = said;
}

fn failed(error: Error) -> Trouble {
    Trouble::Failed(error.to_string())
}

fn trouble(store: &Store<Host>, error: &Error) -> Trouble {
    let Host { state, bounds, .. } = store.data();
    if let Some(trouble) = error.downcast_ref::<Trouble>() {
        return trouble.clone();
    }
    if bounds.refused {
        return state.no_memory();
    }
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => state.endless(),
        _ => {
            let told = error.root_cause().to_string();
            state.trouble(told.strip_prefix("wasm trap: ").unwrap_or(&told).to_owned())
        }
    }
}
