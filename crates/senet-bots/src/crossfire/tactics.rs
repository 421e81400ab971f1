//! What promises most in a battle, without a trial: the policy of the lines, and the sieve of what gets
//! lines at all.

use senet_crossfire::{Action, Command, Crossfire, DeclaredAction, UnitId};
use senet_kernel::{Game, Rng, Seat};

use super::answers::answer;
use super::field::Field;
use crate::search::Trials;
use crate::{Bot, Easy, Outlook};

/// How many commands of a battle get lines.
pub(crate) const WIDTH: usize = 10;

/// How many of them may differ only by the square that they lead to.
const ALIKE: usize = 2;

/// Among how many of the best actions of a unit somebody new to the battle sees no difference.
const ALL_THE_SAME: usize = 6;

/// Plays like somebody new to the battle.
#[derive(Debug)]
pub struct Recruit {
    rng: Rng,
    /// Answers where there are no actions to choose among, as in a deployment.
    otherwise: Easy<Crossfire>,
}

impl Recruit {
    /// The bot of this seed.
    pub fn new(seed: u64) -> Recruit {
        Recruit { rng: Rng::new(seed), otherwise: Easy::new(seed) }
    }
}

impl Bot<Crossfire> for Recruit {
    fn choose(&mut self, outlook: &Outlook<Crossfire>, out: &mut Vec<Command>) {
        let mut commands = Vec::new();
        outlook.legal(&mut commands);
        let guess = outlook.guess(&mut self.rng);
        match one_of_the_good(&guess, outlook.seat(), commands, &mut self.rng) {
            Some(command) => out.push(command),
            None => self.otherwise.choose(outlook, out),
        }
    }
}

/// Something good that the unit of the most promising action can do, by lot; none where tactics say nothing.
///
/// Another unit would be no mistake: most of them act in every round, and in which order is seldom what matters. The
/// mistakes are a target that is less worth it, and a square that is nearly as good.
pub(crate) fn one_of_the_good(
    game: &Crossfire,
    seat: Seat,
    mut commands: Vec<Command>,
    rng: &mut Rng,
) -> Option<Command> {
    if !commands.iter().all(is_action) {
        return None;
    }
    let mut field = Field::of(game, seat);
    commands.sort_by_cached_key(|command| std::cmp::Reverse(field.worth(command)));
    let unit = commands.first().map(|command| deed(command).0)?;
    commands.retain(|command| deed(command).0 == unit);
    commands.truncate(ALL_THE_SAME);
    rng.choose(&commands).copied()
}

/// What promises most. Where tactics say nothing, as in a deployment, it is what looks best right after it.
pub(crate) fn reply(
    game: &Crossfire,
    seat: Seat,
    trials: &mut Trials<Crossfire>,
) -> Option<Command> {
    trials.commands.clear();
    game.legal(seat, &mut trials.commands);
    let commands = trials.commands.iter().copied();
    preferred(game, seat, commands, &mut trials.rng).or_else(|| trials.greedy(game, seat))
}

/// The command that promises most, equals by lot; none where tactics say nothing.
pub(crate) fn preferred(
    game: &Crossfire,
    seat: Seat,
    mut commands: impl Iterator<Item = Command> + Clone,
    rng: &mut Rng,
) -> Option<Command> {
    match commands.clone().next()? {
        only @ Command::RollInitiative {} => return Some(only),
        // Whoever begins acts last, too: one unit, two, two, two, one.
        Command::ChooseOrder { .. } => return Some(Command::ChooseOrder { first: true }),
        Command::KeepRoll { .. } | Command::ChooseDie { .. } => {
            return answer(game, seat, commands);
        }
        _ => {}
    }
    if !commands.clone().all(|command| is_action(&command)) {
        return None;
    }
    let mut field = Field::of(game, seat);
    let first = commands.next()?;
    let (mut best, mut highest, mut equals) = (first, field.worth(&first), 1);
    for command in commands {
        let worth = field.worth(&command);
        equals = match worth.cmp(&highest) {
            std::cmp::Ordering::Less => continue,
            std::cmp::Ordering::Equal => equals + 1,
            std::cmp::Ordering::Greater => 1,
        };
        if rng.below(equals) == 0 {
            (best, highest) = (command, worth);
        }
    }
    Some(best)
}

fn is_action(command: &Command) -> bool {
    matches!(
        command,
        Command::Act { .. } | Command::DeclareMove { .. } | Command::DeclineAided { .. }
    )
}

/// Keeps of the actions of a unit those that promise most, the best first. What is no action is kept
/// whole.
pub(crate) fn sift(game: &Crossfire, seat: Seat, commands: &mut Vec<Command>) {
    if !commands.iter().all(is_action) {
        return;
    }
    let mut field = Field::of(game, seat);
    commands.sort_by_cached_key(|command| std::cmp::Reverse(field.worth(command)));
    let mut kept: Vec<Deed> = Vec::with_capacity(WIDTH);
    commands.retain(|command| {
        let deed = deed(command);
        let alike = kept.iter().filter(|other| **other == deed).count();
        let wanted = alike < ALIKE && kept.len() < WIDTH;
        if wanted {
            kept.push(deed);
        }
        wanted
    });
}

/// Who does what to whom, from wherever; all that hold are alike, because the others may still act.
type Deed = (Option<UnitId>, &'static str, Option<UnitId>);

fn deed(command: &Command) -> Deed {
    match *command {
        Command::Act { unit, action } => match action {
            Action::Move { .. } => (Some(unit), "move", None),
            Action::Shoot { target, .. } => (Some(unit), "shoot", Some(target)),
            Action::Melee { target, .. } => (Some(unit), "fight", Some(target)),
            Action::FirstAid { target, .. } => (Some(unit), "help", Some(target)),
            Action::End { .. } => (Some(unit), "end", None),
            Action::Hold {} => (None, "hold", None),
        },
        Command::DeclareMove { unit, action } => {
            let declared = match action {
                DeclaredAction::Move | DeclaredAction::QuickStart => "declare a move",
                DeclaredAction::Attack => "declare an attack",
                DeclaredAction::FirstAid => "declare help",
            };
            (Some(unit), declared, None)
        }
        _ => (None, "hold", None),
    }
}
