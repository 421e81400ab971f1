//! Games as modules beside the same games built in, by every engine that this program has.

use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use senet_bots::Mind;
use senet_desk::{AnyGame, built_in};
use senet_host::{Engine, Guest, Limits};
use senet_kernel::Text;

use crate::Runner;

const ENGINES: &[(&str, Engine)] = &[
    ("interpreted", Engine::Interpreted),
    #[cfg(feature = "fast-guests")]
    ("compiled", Engine::Compiled),
];

/// Games of random bots by the first rule set: built in, then as a module.
///
/// # Panics
/// Where the rules of today were not published as a module.
pub fn as_module<G: Text + Mind>() -> Vec<(String, Runner<'static>)> {
    let module = published::<G>();
    let guests = ENGINES.iter().map(|(name, engine)| {
        let guest = opened(*engine, &module);
        (format!("{}, module {name}", G::ID), random(Arc::new(guest)))
    });
    [(format!("{}, built in", G::ID), random(built_in::<G>()))].into_iter().chain(guests).collect()
}

/// Opens a module again and again: as one that was never seen before, and as one that was.
///
/// # Panics
/// Where the rules of today were not published as a module.
pub fn opening<G: Text>() -> Vec<(String, Runner<'static>)> {
    let known = published::<G>();
    let ways = ENGINES.iter().flat_map(|&(name, engine)| {
        let (new, known) = (known.clone(), known.clone());
        let first: Runner =
            Box::new(move |_, count| (0..count).map(|_| open(engine, &unseen(&new))).sum());
        let again: Runner =
            Box::new(move |_, count| (0..count).map(|_| open(engine, &known)).sum());
        [
            (format!("{}, {name}, never seen", G::ID), first),
            (format!("{}, {name}, seen before", G::ID), again),
        ]
    });
    ways.collect()
}

/// The module of a game of the house, as it is published.
fn published<G: Text>() -> Vec<u8> {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let file = rules.join(format!("{}-{}.wasm.br", G::ID, G::RULES));
    let packed = std::fs::read(file).expect("the rules of today are published");
    senet_rules::unpacked(&packed).expect("what is published is packed")
}

/// The same module with a section of its own, which nobody has seen before.
fn unseen(module: &[u8]) -> Vec<u8> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let mark = now.as_nanos().to_le_bytes();
    let section = [&[0, 1 + 5 + 16, 5], &b"bench"[..], &mark].concat();
    [module, &section].concat()
}

fn open(engine: Engine, module: &[u8]) -> u64 {
    opened(engine, module).rules().into()
}

fn opened(engine: Engine, module: &[u8]) -> Guest {
    Guest::open_with(engine, module, Limits::default()).expect("what is published is a module")
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
