//! What bots promise.
#![allow(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod crossfire;
mod eval;
mod exact;
mod flag_war;
mod greedy;
mod lamps;
mod learned;
mod outlook;
mod random;
mod search;
mod silosoft;
mod sky_team;

use senet_bots::{Bot, Outlook};
use senet_kernel::{Dice, Events, Game, Key};

/// A new game of the first preset.
fn start<G: Game>(seed: u64) -> G {
    let config = &G::about().presets[0].config;
    G::new(config, &mut Dice::seeded(&Key::of_number(seed))).unwrap()
}

/// A play to the end, by what is chosen for the seat that is to act.
fn play<G: Game>(
    seed: u64,
    mut choose: impl FnMut(&Outlook<G>, &G, &mut Vec<G::Command>),
) -> (G, Vec<G::Command>) {
    let mut game = start::<G>(seed);
    let mut dice = Dice::seeded(&Key::of_number(seed));
    let mut all = Vec::new();
    while let Some(seat) = game.to_act().iter().next() {
        let mut chosen = Vec::new();
        choose(&Outlook::of_game(&game, seat), &game, &mut chosen);
        assert_eq!(chosen.len(), 1, "{game:?}");
        dice.begin(all.len() as u64 + 1);
        game.apply(seat.into(), &chosen[0], &mut dice, &mut Events::off()).unwrap();
        all.append(&mut chosen);
    }
    (game, all)
}

/// What a bot does in the seat that is to act.
fn choice<G: Game>(bot: &mut impl Bot<G>, game: &G) -> Vec<G::Command> {
    let mut out = Vec::new();
    let seat = game.to_act().iter().next().unwrap();
    bot.choose(&Outlook::of_game(game, seat), &mut out);
    out
}
