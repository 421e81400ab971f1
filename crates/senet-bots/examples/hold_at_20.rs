//! A bot in a few lines, as `docs/bots.md` shows it, against the random bot.
#![allow(clippy::unwrap_used, reason = "an example that fails says where")]

use senet_bots::{Bot, Outlook, Random};
use senet_kernel::{Dice, Events, Game, Key, Seat};
use senet_reference::pig::{Command, Pig};

/// Holds at 20, or where that wins.
struct HoldAt20;

impl Bot<Pig> for HoldAt20 {
    fn choose(&mut self, outlook: &Outlook<Pig>, out: &mut Vec<Command>) {
        let view = outlook.view();
        let total = view.totals[outlook.seat().index()];
        let enough = view.points >= 20 || total + view.points >= view.config.target;
        out.push(if view.points > 0 && enough { Command::Hold {} } else { Command::Roll {} });
    }
}

fn main() {
    println!("{} of 200 games won against the random bot", won());
}

/// How many of 200 games it wins.
pub(crate) fn won() -> usize {
    (0..200).filter(|seed| play(*seed) == Some(Seat::FIRST)).count()
}

fn play(seed: u64) -> Option<Seat> {
    let mut dice = Dice::seeded(&Key::of_number(seed));
    let mut game = Pig::new(&Pig::about().presets[0].config, &mut dice).unwrap();
    let mut bots: [Box<dyn Bot<Pig>>; 2] = [Box::new(HoldAt20), Box::new(Random::new(seed))];
    let mut out = Vec::new();
    for entry in 1.. {
        let seat = game.to_act().iter().next()?;
        bots[seat.index()].choose(&Outlook::of_game(&game, seat), &mut out);
        dice.begin(entry);
        game.apply(seat.into(), &out.pop()?, &mut dice, &mut Events::off()).unwrap();
        if let Some(outcome) = game.outcome() {
            return Seat::first(2).find(|seat| outcome.won_by(*seat));
        }
    }
    None
}
