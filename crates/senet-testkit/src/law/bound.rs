//! Every play ends within the game's bound.

use senet_kernel::Game;

use super::ensure;
use crate::play::{Driver, Play};

pub(super) fn check<G: Game>(play: &Play<G>) -> Result<(), String> {
    let driver = Driver::<G>::new(play.config, &play.seed_text());
    let mut driver = driver.map_err(|faults| faults.to_string())?;
    let bound = driver.game.bound();
    for played in 0..=bound {
        play.look_at(played as usize);
        if driver.game.outcome().is_some() {
            return Ok(());
        }
        ensure!(played < bound, "no end after {bound} commands, which is the bound");
        let waits = driver.game.to_act();
        ensure!(driver.step().is_some(), "no end, but nobody can act; to act: {waits:?}");
    }
    Ok(())
}
