//! Games as modules beside the same games built in.

use std::path::Path;
use std::sync::Arc;

use senet_bots::Mind;
use senet_desk::{AnyGame, built_in};
use senet_host::{Guest, Limits};
use senet_kernel::Text;

use crate::Runner;

/// Games of random bots by the first rule set: built in, then as a module.
///
/// # Panics
/// Where the rules of today were not published as a module.
pub fn as_module<G: Text + Mind>() -> Vec<(String, Runner<'static>)> {
    let guest = opened(&published::<G>());
    vec![
        (format!("{}, built in", G::ID), random(built_in::<G>())),
        (format!("{}, module", G::ID), random(Arc::new(guest))),
    ]
}

/// Opens a module again and again.
///
/// # Panics
/// Where the rules of today were not published as a module.
pub fn opening<G: Text>() -> (String, Runner<'static>) {
    let module = published::<G>();
    let open = move |_, count| (0..count).map(|_| u64::from(opened(&module).rules())).sum();
    (format!("{}, module", G::ID), Box::new(open))
}

/// The module of a game of the house, as it is published.
fn published<G: Text>() -> Vec<u8> {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let file = rules.join(format!("{}-{}.wasm.br", G::ID, G::RULES));
    let packed = std::fs::read(file).expect("the rules of today are published");
    senet_rules::unpacked(&packed).expect("what is published is packed")
}

fn opened(module: &[u8]) -> Guest {
    Guest::of_house(module, Limits::default()).expect("what is published is a module")
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
