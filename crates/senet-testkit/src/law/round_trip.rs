//! Everything can be written and read back, and `inspect` accepts what is reached.

use std::fmt::Debug;

use senet_kernel::{Game, Viewer};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{ATTEMPTS, ensure};
use crate::differ::differences;
use crate::fuzz::json;
use crate::play::Play;

pub(super) fn check<G: Game>(play: &Play<G>) -> Result<(), String> {
    same(play.config)?;
    let read = G::read_config(&json(play.config));
    ensure!(read.as_ref() == Ok(play.config), "read_config makes {read:?} of {:?}", play.config);

    let fuzz = play.fuzz();
    for point in play.points() {
        let game = &play.states[point];
        let inspected = game.inspect();
        ensure!(inspected.is_ok(), "inspect refuses a reached state: {inspected:?}");
        same(game)?;
        for viewer in Viewer::all(game.seats()) {
            same(&game.view(viewer))?;
        }
        if let Some(entry) = play.entries.get(point) {
            same(&entry.command)?;
            entry.events.iter().try_for_each(same)?;
            for viewer in Viewer::all(game.seats()) {
                let shown = entry.events.iter().filter_map(|event| G::shown(event, viewer));
                shown.into_iter().try_for_each(|event| same(&event))?;
            }
        }
        for (actor, command) in fuzz.attempts(game, ATTEMPTS, &mut play.rng(point)) {
            same(&command)?;
            if let Err(rejection) = game.check(actor, &command) {
                same(&rejection)?;
            }
        }
    }
    Ok(())
}

/// A value that was written and read is what it was.
fn same<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Result<(), String> {
    let text = serde_json::to_string(value)
        .map_err(|error| format!("{value:?} cannot be written: {error}"))?;
    let read: T = serde_json::from_str(&text)
        .map_err(|error| format!("{text} cannot be read back: {error}"))?;
    let differ = || differences(&read, value);
    ensure!(read == *value, "{value:?} is read back otherwise: {}", differ());
    Ok(())
}
