//! The same configuration, dice and commands give the same game.

use senet_kernel::{Dice, Events, Game, hash};

use super::ensure;
use crate::play::{Play, tried};

pub(super) fn check<G: Game>(play: &Play<G>) -> Result<(), String> {
    play.look_at(0);
    let mut dice = Dice::seeded(&play.key());
    let mut game = G::new(play.config, &mut dice).map_err(|faults| faults.to_string())?;
    ensure!(game == play.states[0], "a second set-up with the same dice differs");
    ensure!(dice.draws() == play.setup, "a second set-up draws differently");
    for (i, entry) in play.entries.iter().enumerate() {
        play.look_at(i + 1);
        dice.begin(i as u64 + 1);
        let heard = tried(&game, entry.actor, &entry.command, &mut dice);
        let (after, again) =
            heard.map_err(|why| format!("the second time it is refused: {why}"))?;
        let first = &play.states[i + 1];
        ensure!(again.draws == entry.draws, "the second time it draws {:?}", again.draws);
        ensure!(again == *entry, "the second time it tells {again:?}; the first time {entry:?}");
        ensure!(after == *first, "the second time it leads to {after:?}; the first to {first:?}");
        ensure!(hash(&after) == hash(first), "the second time the hash differs");
        unheard(&game, i, play)?;
        game = after;
    }
    Ok(())
}

/// A playout that nobody watches goes the same way.
fn unheard<G: Game>(game: &G, i: usize, play: &Play<G>) -> Result<(), String> {
    let entry = &play.entries[i];
    let mut dice = Dice::seeded(&play.key()).unrecorded();
    let mut events = Events::off();
    let mut after = game.clone();
    dice.begin(i as u64 + 1);
    let applied = after.apply(entry.actor, &entry.command, &mut dice, &mut events);
    ensure!(applied.is_ok(), "with events off it is refused");
    ensure!(after == play.states[i + 1], "with events off it leads to {after:?}");
    let same = events.revealed() == entry.revealed && dice.drawn() != entry.draws.is_empty();
    ensure!(same, "with events off it draws or reveals differently");
    Ok(())
}
