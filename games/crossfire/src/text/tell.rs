//! Events in sentences, with the facts.

use std::fmt::Display;

use senet_kernel::Seat;

use crate::command::Kept;
use crate::event::Event;
use crate::odds::ShotResult;
use crate::rejection::{declared_name, source_name};
use crate::state::EndReason;
use crate::text::count;
use crate::unit::other;

/// An event in a sentence, given what a side is called.
pub(crate) fn tell(side_name: &dyn Fn(Seat) -> String, event: &Event) -> String {
    let name = |seat: Seat| side_name(seat);
    match event {
        Event::Deployed { seat, .. } => format!("{} has deployed.", name(*seat)),
        Event::DeploymentRevealed { .. } => "Both deployments are revealed.".to_owned(),
        Event::QuickStartBegan { seat, units } => {
            let units = count((*units).into(), "unit");
            format!("{} makes a Quick Start: up to {units} may move now.", name(*seat))
        }
        Event::QuickStartEnded { seat } => format!("{} ends its Quick Start.", name(*seat)),
        Event::RoundBegan { round } => format!("Round {round} begins."),
        Event::InitiativeRolled { seat, die, .. } => {
            format!("{} rolls {die} for initiative.", name(*seat))
        }
        Event::InitiativeTied { die } => format!("Both have {die}: they roll again."),
        Event::InitiativeWon { seat, dice } => {
            format!("{} has the initiative, {}.", name(*seat), first(*seat, *dice))
        }
        Event::OrderChosen { winner, first } if winner == first => {
            format!("{} acts first.", name(*winner))
        }
        Event::OrderChosen { winner, first } => {
            format!("{} lets {} act first.", name(*winner), name(*first))
        }
        Event::MoveDeclared { unit, action, die, .. } => {
            format!("{unit} declares {} and rolls {die}.", declared_name(*action))
        }
        Event::MoveSettled { unit, die, steps } => {
            format!("{unit} may move {}: the die shows {die}.", count((*steps).into(), "step"))
        }
        Event::Moved { unit, from, path } => match path.last() {
            Some(to) => format!("{unit} moves from {from} to {to}, {}.", count(path.len(), "step")),
            None => format!("{unit} stays on {from}."),
        },
        Event::ShotRolled { shooter, target, dice, .. } => {
            format!("{shooter} shoots at {target} and rolls {} and {}.", dice[0], dice[1])
        }
        Event::ShotResolved { .. } => shot(event),
        Event::OwnFire { shooter, unit, among: 1 } => {
            format!("{shooter}'s shot hits its own {unit}.")
        }
        Event::OwnFire { shooter, unit, among } => {
            format!("{shooter}'s shot hits its own {unit}, one of {among} beside the target.")
        }
        Event::MeleeRolled { attacker, target, dice, .. } => {
            format!("{attacker} fights {target}: {} against {}.", dice[0], dice[1])
        }
        Event::MeleeResolved { totals, loser, .. } => {
            let [own, enemy] = totals;
            match loser {
                Some(loser) => format!("{own} against {enemy}: {loser} loses the fight."),
                None => format!("{own} against {enemy}: nothing happens."),
            }
        }
        Event::Finished { attacker, target } => {
            format!("{attacker} finishes {target}, which was Down.")
        }
        Event::Rerolled { seat, die, source, old, new, .. } => {
            let source = source_name(*source);
            format!("{} rerolls die {die} by {source}: {old} becomes {new}.", name(*seat))
        }
        Event::RollKept { seat, .. } => format!("{} keeps the roll.", name(*seat)),
        Event::DieChosen { seat, keep, die, .. } => {
            let which = if *keep == Kept::Old { "old" } else { "new" };
            format!("{} keeps the {which} {die}.", name(*seat))
        }
        Event::WentDown { unit } => format!("{unit} goes Down."),
        Event::Resisted { unit } => format!("{unit} stays up: its side is Resilient."),
        Event::Destroyed { unit, square } => format!("{unit} is destroyed on {square}."),
        Event::Aided { unit, target } => format!("{unit} helps {target} up."),
        Event::AidedOffered { unit } => format!("{unit} may act at once."),
        Event::AidedDeclined { unit } => format!("{unit} does not act at once."),
        Event::Held { unit } => format!("{unit} holds its position."),
        Event::ActionEnded { unit } => format!("{unit} ends its action."),
        Event::Revived { unit } => format!("{unit} is revived."),
        Event::ReviveDeclined { seat } => format!("{} does not use Revive now.", name(*seat)),
        Event::RoundScored { round, gained, score } => format!(
            "Round {round} is scored: {} +{}, {} +{}; now {} to {}.",
            name(Seat::FIRST),
            gained[0],
            name(other(Seat::FIRST)),
            gained[1],
            score[0],
            score[1]
        ),
        Event::Conceded { seat } => format!("{} gives up.", name(*seat)),
        Event::BattleEnded { winner, reason, score } => {
            let score = first(winner.unwrap_or(Seat::FIRST), *score);
            match (winner, reason) {
                (None, _) => format!("The battle is a tie, {score}."),
                (Some(winner), EndReason::WipeOut) => {
                    format!(
                        "{} has no unit left: {} wins, {score}.",
                        name(other(*winner)),
                        name(*winner)
                    )
                }
                (Some(winner), _) => format!("{} wins the battle, {score}.", name(*winner)),
            }
        }
    }
}

/// Two numbers, that of the one who is told of before the other's: "wins, 3 to 0".
pub(crate) fn first<N: Copy + Display>(seat: Seat, pair: [N; 2]) -> String {
    format!("{} to {}", pair[seat.index() & 1], pair[other(seat).index() & 1])
}

fn shot(event: &Event) -> String {
    let Event::ShotResolved { target, dice, attack, defense, in_cover, result, .. } = event else {
        return String::new();
    };
    let natural = dice[0] + dice[1];
    let cover = if *in_cover { " in cover" } else { "" };
    let sign = if *attack < 0 { '-' } else { '+' };
    let sum = format!("{natural} {sign} {} = {}", attack.abs(), i32::from(natural) + attack);
    match result {
        ShotResult::Failure => format!("A natural {natural}: critical failure."),
        ShotResult::Kill => format!("A natural {natural}: critical hit on {target}."),
        ShotResult::Hit => format!("{sum} against Defense {defense}{cover}: {target} is hit."),
        ShotResult::Miss => format!("{sum} against Defense {defense}{cover}: a miss."),
    }
}
