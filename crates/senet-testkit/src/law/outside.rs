//! Nothing from outside panics: changed configurations and states are refused, or play on.

use schemars::schema_for;
use senet_kernel::{Dice, Key, Rng, Seat, Text, Viewer};

use super::{ensure, mutants};
use crate::fuzz::{Fuzz, Mutator, json};
use crate::play::{Driver, Play};

/// How many changed configurations are tried for a play.
const CONFIGS: usize = 16;
/// How many positions of a play are changed, and how often each.
const POSITIONS: usize = 6;
const CHANGES: usize = 8;
/// How far a changed state is played on.
const ENTRIES: usize = 6;

pub(super) fn check<G: Text>(play: &Play<G>) -> Result<(), String> {
    let mut rng = play.rng(0);
    configs(play, &mut rng)?;
    let fuzz = play.fuzz();
    for (state, mut rng) in mutants(play, POSITIONS, CHANGES) {
        plays_on(&state, &fuzz, &mut rng)?;
    }
    Ok(())
}

/// A configuration is refused or makes a state that `inspect` accepts.
fn configs<G: Text>(play: &Play<G>, rng: &mut Rng) -> Result<(), String> {
    play.look_at(0);
    let mut mutator = Mutator::new(vec![json(play.config)]);
    mutator.learn_tags(&schema_for!(G::Config).to_value());
    for _ in 0..CONFIGS {
        let mut value = json(play.config);
        mutator.mutate(&mut value, rng);
        let Ok(config) = G::read_config(&value) else {
            continue;
        };
        let _ = G::data_hash(&config);
        if let Ok(game) = G::new(&config, &mut Dice::seeded(&play.key())) {
            let inspected = game.inspect();
            ensure!(inspected.is_ok(), "{value} is set up, but then refused: {inspected:?}");
        }
    }
    Ok(())
}

/// Every method takes a state that `inspect` accepts, and leads to such states.
fn plays_on<G: Text>(state: &G, fuzz: &Fuzz<G>, rng: &mut Rng) -> Result<(), String> {
    let dice = Dice::seeded(&Key::of_number(rng.next_u64()));
    let mut driver = Driver::going_on(state.clone(), dice, rng.next_u64());
    for _ in 0..ENTRIES {
        let game = &driver.game;
        let inspected = game.inspect();
        ensure!(inspected.is_ok(), "{state:?} is accepted but leads on to {inspected:?}");
        let _ = game.bound();
        for seat in Seat::first(game.seats()) {
            let _ = (game.take_back(seat), game.idle(seat), game.leave(seat));
        }
        for viewer in Viewer::all(game.seats()) {
            let view = game.view(viewer);
            let _ = (G::draw(&view, viewer), G::prompt(&view, viewer), G::ending(&view));
            let _ = G::guess(&view, viewer, rng);
        }
        for (actor, command) in fuzz.attempts(game, 8, rng) {
            let _ = game.check(actor, &command);
        }
        if driver.step().is_none() {
            break;
        }
    }
    Ok(())
}
