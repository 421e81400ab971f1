//! Answers to an open roll, by what each is worth over every way in which a die can fall again.

use senet_crossfire::{Command, Crossfire, Source};
use senet_kernel::{Actor, Dice, Events, Game, Seat};

/// What one of the two rerolls of Focused Orders is worth while it is kept: a quarter of a unit sent down.
const ORDER: i64 = 40;

const FACES: u32 = 6;

/// The answer that is worth most; what lies is kept where nothing else is worth more.
pub(crate) fn answer(
    game: &Crossfire,
    seat: Seat,
    answers: impl Iterator<Item = Command>,
) -> Option<Command> {
    let judged = answers.map(|answer| (worth(game, seat, &answer), answer));
    judged.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, answer)| answer)
}

/// What an answer is worth: the sum over the faces of the die.
fn worth(game: &Crossfire, seat: Seat, answer: &Command) -> i64 {
    let after = |face: u32| {
        let mut game = game.clone();
        // Whoever else is hit by lot is the first in the list.
        let mut dice = Dice::values([face, 0, 0]).unrecorded();
        let carried_out = game.apply(Actor::Seat(seat), answer, &mut dice, &mut Events::off());
        carried_out.map_or(i64::from(i32::MIN), |()| crate::worth(&game, seat).into())
    };
    match answer {
        Command::Reroll { source, .. } => {
            let spent = if *source == Source::FocusedOrders { ORDER } else { 0 };
            (1..=FACES).map(after).sum::<i64>() - spent * i64::from(FACES)
        }
        _ => after(1) * i64::from(FACES),
    }
}
