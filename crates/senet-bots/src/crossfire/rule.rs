//! The plain rule of Crossfire Sector: the attack with the best odds that are shown, else a step towards
//! where the mission is decided.
//!
//! It is a yardstick: what a player does who looks at the shown odds and at nothing else.

use senet_crossfire::{Action, Command, Crossfire, Standing};
use senet_kernel::{Game, Seat};

use crate::eval::crossfire::{DOWN, STANDING, STEP, away};
use crate::search::Trials;
use crate::{Bot, Outlook};

/// What an attack must promise to be worth more than a step: a fifth of a unit sent down.
const WORTH_IT: i64 = ((STANDING - DOWN) / 5) as i64;

/// Plays the plain rule.
#[derive(Debug)]
pub struct Marksman {
    trials: Trials<Crossfire>,
}

impl Marksman {
    /// The bot of this seed.
    pub fn new(seed: u64) -> Marksman {
        let mut trials = Trials::default();
        trials.reseed(seed);
        Marksman { trials }
    }
}

impl Bot<Crossfire> for Marksman {
    fn choose(&mut self, outlook: &Outlook<Crossfire>, out: &mut Vec<Command>) {
        let guess = outlook.guess(&mut self.trials.rng);
        out.extend(rule(&guess, outlook.seat(), &mut self.trials));
    }
}

/// What the rule says. Where the choice is not an action (a deployment, a reroll, the order), the one that
/// looks best right after it is taken.
fn rule(game: &Crossfire, seat: Seat, trials: &mut Trials<Crossfire>) -> Option<Command> {
    trials.commands.clear();
    game.legal(seat, &mut trials.commands);
    let acts = trials.commands.iter().all(|command| matches!(command, Command::Act { .. }));
    if !acts || game.declaration().is_some() {
        return trials.greedy(game, seat);
    }
    let mut units = [None; 16];
    for (slot, unit) in units.iter_mut().zip(game.units()) {
        *slot = Some(unit);
    }
    let mut best = None;
    let mut equals = 0;
    for command in &trials.commands {
        let Command::Act { unit, action } = command else { continue };
        let worth = promise(game, seat, &units, *unit, action);
        match best {
            Some((highest, _)) if worth < highest => continue,
            Some((highest, _)) if worth == highest => equals += 1,
            _ => equals = 1,
        }
        if trials.rng.below(equals) == 0 {
            best = Some((worth, *command));
        }
    }
    best.map(|(_, command)| command)
}

/// What an action promises, in the evaluation's figures; attacks stand above steps.
fn promise(
    game: &Crossfire,
    seat: Seat,
    units: &[Option<Standing>; 16],
    unit: senet_crossfire::UnitId,
    action: &Action,
) -> i64 {
    let standing =
        |id| units.iter().flatten().find(|standing: &&Standing| standing.unit == id).copied();
    let gain = i64::from(STANDING - DOWN);
    let attack = |worth: i64| if worth >= WORTH_IT { 1000 + worth } else { worth - WORTH_IT };
    match action {
        Action::Shoot { to, target } => {
            let to = to.and_then(|to| to.square());
            game.shot_preview(unit, to, *target).map_or(i64::MIN, |preview| {
                let odds = preview.best;
                let part = |chance: senet_kernel::Chance, worth: i64| {
                    i64::from(chance.permille()) * worth / 1000
                };
                attack(
                    part(odds.down, gain) + part(odds.destroyed, i64::from(STANDING))
                        - part(odds.own_fire, gain),
                )
            })
        }
        Action::Melee { target, .. } => {
            let down = standing(*target).is_some_and(|target| target.down);
            let won = if down { i64::from(DOWN) } else { gain };
            game.melee_preview(unit, *target).map_or(i64::MIN, |preview| {
                let (win, lose) = (preview.best.win.permille(), preview.best.lose.permille());
                attack((i64::from(win) * won - i64::from(lose) * gain) / 1000)
            })
        }
        Action::FirstAid { .. } => attack(gain / 2),
        Action::Move { to } => {
            let there = to.square().zip(standing(unit));
            there.map_or(0, |(to, from)| {
                let steps = |square| i64::from(away(game.scenario(), units, seat, square));
                i64::from(STEP) * (steps(from.square) - steps(to))
            })
        }
        Action::Hold {} | Action::End { .. } => 0,
    }
}
