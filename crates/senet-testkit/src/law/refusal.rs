//! A refused command leaves no trace and draws nothing.

use senet_kernel::{Actor, Dice, Events, Game, hash};

use super::{ATTEMPTS, ensure};
use crate::differ::differences;
use crate::play::Play;

pub(super) fn check<G: Game>(play: &Play<G>) -> Result<(), String> {
    let fuzz = play.fuzz();
    for point in play.points() {
        let game = &play.states[point];
        let mut rng = play.rng(point);
        for (actor, command) in fuzz.attempts(game, ATTEMPTS, &mut rng) {
            refused(play, game, actor, &command)?;
        }
    }
    Ok(())
}

fn refused<G: Game>(
    play: &Play<G>,
    game: &G,
    actor: Actor,
    command: &G::Command,
) -> Result<(), String> {
    let mut after = game.clone();
    let mut dice = Dice::seeded(&play.key());
    let mut events = Events::on();
    let Err(why) = after.apply(actor, command, &mut dice, &mut events) else {
        return Ok(());
    };
    let what = format!("{command:?} by {actor} is refused ({why})");
    ensure!(after == *game, "{what} but changes the game: {}", differences(&after, game));
    ensure!(hash(&after) == hash(game), "{what} but changes the hash");
    ensure!(!dice.drawn(), "{what} but draws {:?}", dice.draws());
    let told = events.list();
    ensure!(told.is_empty() && !events.revealed(), "{what} but tells {told:?}");
    Ok(())
}
