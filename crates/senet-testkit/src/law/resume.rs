//! A game goes on the same after it was stored, and replays from its recorded draws.

use senet_kernel::{Dice, Draw, Game, Script};

use super::ensure;
use crate::play::{Play, tried};

/// How often a play is stored and gone on with.
const STOPS: usize = 4;

pub(super) fn check<G: Game>(play: &Play<G>) -> Result<(), String> {
    from_draws(play)?;
    for point in play.some_points(STOPS) {
        let stored =
            serde_json::to_string(&play.states[point]).map_err(|error| error.to_string())?;
        let game = serde_json::from_str(&stored).map_err(|error| error.to_string())?;
        go_on(play, point, game)?;
    }
    Ok(())
}

/// From the configuration, the commands and the draws alone.
fn from_draws<G: Game>(play: &Play<G>) -> Result<(), String> {
    play.look_at(0);
    let mut dice = scripted(&play.setup);
    let mut game = G::new(play.config, &mut dice).map_err(|faults| faults.to_string())?;
    used_up(&dice)?;
    ensure!(game == play.states[0], "set up from its draws it is {game:?}");
    for (i, entry) in play.entries.iter().enumerate() {
        play.look_at(i + 1);
        let mut dice = scripted(&entry.draws);
        let replayed = tried(&game, entry.actor, &entry.command, &mut dice);
        (game, _) = replayed.map_err(|why| format!("replayed it is refused: {why}"))?;
        used_up(&dice)?;
        ensure!(game == play.states[i + 1], "replayed from its draws it leads to {game:?}");
    }
    Ok(())
}

/// From a stored state on, with the same dice.
fn go_on<G: Game>(play: &Play<G>, point: usize, mut game: G) -> Result<(), String> {
    let mut dice = Dice::seeded(&play.key());
    for (i, entry) in play.entries.iter().enumerate().skip(point) {
        play.look_at(i + 1);
        dice.begin(i as u64 + 1);
        let replayed = tried(&game, entry.actor, &entry.command, &mut dice);
        (game, _) =
            replayed.map_err(|why| format!("stored after {point}, it is refused: {why}"))?;
        ensure!(game == play.states[i + 1], "stored after {point}, it leads to {game:?}");
    }
    Ok(())
}

fn scripted(draws: &[Draw]) -> Dice {
    Dice::scripted(draws.iter().cloned().map(Script::Draw))
}

fn used_up(dice: &Dice) -> Result<(), String> {
    let fault = dice.fault();
    ensure!(fault.is_none(), "replayed it draws differently: {fault:?}");
    Ok(())
}
