//! Games as modules beside the same games built in: games of bots, and how long it takes to open a module.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use senet_bots::Mind;
use senet_desk::{AnyGame, built_in};
use senet_host::{Engine, Guest, Limits};
use senet_kernel::Text;

use crate::Runner;

/// How often a module is opened.
const OPENINGS: u32 = 5;

/// The engines that this program has.
pub const ENGINES: &[(&str, Engine)] = &[
    ("interpreted", Engine::Interpreted),
    #[cfg(feature = "fast-guests")]
    ("compiled", Engine::Compiled),
];

/// The module of a game of the house, as it is published.
///
/// # Panics
/// Where `rules/` does not have it.
pub fn published<G: Text>() -> Vec<u8> {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let file = rules.join(format!("{}-{}.wasm.br", G::ID, G::RULES));
    let packed = std::fs::read(file).expect("the rules of today are published");
    senet_rules::unpacked(&packed).expect("what is published is packed")
}

/// Games of random bots by the first rule set: built in, then as a module by each engine.
///
/// # Panics
/// Where the module is none.
pub fn as_module<G: Text + Mind>() -> Vec<(String, Runner<'static>)> {
    let module = published::<G>();
    let open = |engine| Guest::open_with(engine, &module, Limits::default());
    let guests = ENGINES.iter().map(|(name, engine)| {
        let guest = open(*engine).expect("what is published is a module");
        (format!("{}, {name}", G::ID), random(Arc::new(guest)))
    });
    [(format!("{}, built in", G::ID), random(built_in::<G>()))].into_iter().chain(guests).collect()
}

fn random(game: Arc<dyn AnyGame>) -> Runner<'static> {
    let (_, config) = game.preset(None).expect("a game has a rule set");
    let seats = game.roles(&config).expect("presets are good").len();
    Box::new(move |seed, count| {
        let bots = vec!["random"; seats];
        let play = |number| game.play(&config, &bots, seed, number).expect("bots play presets");
        (0..u64::from(count)).map(|number| u64::from(play(number).commands)).sum()
    })
}

/// How long a module takes to open by an engine: one that was never seen, and one that was; medians.
///
/// # Panics
/// Where the module is none.
pub fn openings<G: Text>(engine: Engine) -> [Duration; 2] {
    let module = published::<G>();
    let new = (0..OPENINGS).map(|_| opening(engine, &unseen(&module))).collect();
    let known = (0..OPENINGS).map(|_| opening(engine, &module)).collect();
    [new, known].map(|times: Vec<Duration>| {
        let mut times = times;
        times.sort();
        times[times.len() / 2]
    })
}

fn opening(engine: Engine, module: &[u8]) -> Duration {
    let start = Instant::now();
    Guest::open_with(engine, module, Limits::default()).expect("it is a module");
    start.elapsed()
}

/// The same module with a section of its own, which nobody has seen before.
fn unseen(module: &[u8]) -> Vec<u8> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let mark = now.unwrap_or_default().as_nanos().to_le_bytes();
    let section = [&[0, 1 + 5 + 16, 5], &b"bench"[..], &mark].concat();
    [module, &section].concat()
}
