//! What the game offers for an idle seat, a leaving seat and the clock is accepted.

use senet_kernel::Game;

use super::ensure;
use crate::play::{Play, offers};

pub(super) fn check<G: Game>(play: &Play<G>) -> Result<(), String> {
    for point in play.points() {
        let game = &play.states[point];
        if game.outcome().is_some() {
            continue;
        }
        for (actor, command) in offers(game) {
            let checked = game.check(actor, &command);
            ensure!(checked.is_ok(), "{command:?} is offered to {actor}; refused: {checked:?}");
        }
    }
    Ok(())
}
