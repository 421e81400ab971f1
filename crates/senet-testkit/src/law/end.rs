//! An ended game waits for nobody and takes no command.

use senet_kernel::{Dice, Game, MAX_SEATS, Seat};

use super::{ATTEMPTS, ensure};
use crate::play::{Play, tried};

pub(super) fn check<G: Game>(play: &Play<G>) -> Result<(), String> {
    let game = play.last();
    if game.outcome().is_none() {
        return Ok(());
    }
    let fuzz = play.fuzz();
    let mut rng = play.rng(play.entries.len());
    play.look_at(play.entries.len());

    let waits = game.to_act();
    ensure!(waits.is_empty(), "it is over, but {waits:?} are to act");
    let tick = game.tick();
    ensure!(tick.is_none(), "it is over, but the clock owes {tick:?}");
    for seat in Seat::first(MAX_SEATS) {
        let mut list = Vec::new();
        game.legal(seat, &mut list);
        ensure!(list.is_empty(), "it is over, but {seat} may do {list:?}");
    }

    let said = play.entries.iter().map(|entry| (entry.actor, entry.command.clone()));
    for (actor, command) in said.chain(fuzz.attempts(game, 8 * ATTEMPTS, &mut rng)) {
        let mut dice = Dice::seeded(&play.key());
        let refused = game.check(actor, &command).is_err()
            && tried(game, actor, &command, &mut dice).is_err();
        ensure!(refused, "it is over, but {command:?} by {actor} is accepted");
    }
    Ok(())
}
