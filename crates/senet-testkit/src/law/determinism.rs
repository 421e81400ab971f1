//! The same configuration, dice and commands give the same game.

use senet_kernel::{Dice, Events, Game, hash};

use super::ensure;
use crate::differ::differences;
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
        ensure!(again == *entry, "the second time it tells {again:?}; the first time {entry:?}");
        let differ = || differences(&after, first);
        ensure!(after == *first, "the second time it leads elsewhere: {}", differ());
        ensure!(hash(&after) == hash(first), "the second time the hash differs");
        game = after;
    }
    (0..play.entries.len()).try_for_each(|i| unheard(play, i))
}

/// What nobody watches goes the same way.
fn unheard<G: Game>(play: &Play<G>, i: usize) -> Result<(), String> {
    play.look_at(i + 1);
    let entry = &play.entries[i];
    let mut dice = Dice::seeded(&play.key()).unrecorded();
    let mut events = Events::off();
    let mut after = play.states[i].clone();
    dice.begin(i as u64 + 1);
    let applied = after.apply(entry.actor, &entry.command, &mut dice, &mut events);
    let same = applied.is_ok() && after == play.states[i + 1];
    let differ = || differences(&after, &play.states[i + 1]);
    ensure!(same, "with events off it is answered {applied:?} and leads elsewhere: {}", differ());
    let same = events.revealed() == entry.revealed && dice.drawn() != entry.draws.is_empty();
    ensure!(same, "with events off it draws or reveals differently");
    Ok(())
}
