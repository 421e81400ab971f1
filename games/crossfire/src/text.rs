//! The battle in words and characters.

mod draw;
mod read;
mod tell;

use senet_kernel::{Cast, Drawing, Measures, Reading, Seat, Text, Unread, Viewer};

use crate::command::{Action, Command, DeclaredAction, Kept, Source};
use crate::event::Event;
use crate::sight;
use crate::state::{Crossfire, EndReason};
use crate::unit::{UnitId, other};
use crate::view::{PhaseView, Question, Subject, UnitState, UnitView, View};

pub(crate) use draw::PAGE;
pub(crate) use tell::{first, tell as tell_plainly};

impl Text for Crossfire {
    fn seat_name(view: &View, seat: Seat) -> String {
        view.role(seat)
    }

    fn cast(view: &mut View, cast: &Cast) {
        view.cast = cast.clone();
    }

    fn prompt(view: &View, viewer: Viewer) -> String {
        view.prompt(viewer)
    }

    fn draw(view: &View, viewer: Viewer) -> Drawing {
        draw::battle(view, viewer)
    }

    fn tell(view: &View, event: &Event) -> String {
        tell::tell(&|seat| view.side_name(seat), event)
    }

    fn say(view: &View, command: &Command) -> String {
        say(view.question.as_ref().map(|question| question.roll), command)
    }

    fn read(
        view: &View,
        seat: Seat,
        text: &str,
        _memo: &serde_json::Value,
    ) -> Result<Reading<Command>, Unread> {
        read::read(view, seat, text).map(|command| Reading::commands(vec![command]))
    }

    fn caution(view: &View, seat: Seat, command: &Command) -> Option<String> {
        let concedes = matches!(command, Command::Concede {});
        let winner = view.side_name(other(seat));
        concedes.then(|| format!("That gives the battle up: {winner} wins."))
    }

    fn outlook(view: &View, command: &Command) -> Option<String> {
        draw::outlook(view, command)
    }

    fn forms() -> &'static [(&'static str, &'static str)] {
        &[
            ("deploy P1-1 2,3 P1-2 2,5 …", "place all your units"),
            ("P1-1 move 5,4", "move a unit"),
            ("P1-1 shoot P2-5, P1-1 shoot P2-5 from 6,4", "shoot, after a move if you like"),
            ("P1-1 melee P2-5 from 6,4", "fight an enemy beside the unit"),
            ("P1-1 aid P1-3 from 6,4", "help a unit that is Down"),
            ("P1-1 hold, P1-1 decline", "do nothing with a unit"),
            ("P1-1 declare move, P1-1 end 5,4", "where Move is rolled: declare it, then end it"),
            ("roll, first, second", "the initiative"),
            ("keep, reroll die 1 by faction", "answer for a roll"),
            ("P1-1 revive, no revive", "answer for Revive"),
            ("concede", "give the battle up"),
        ]
    }

    fn moment(view: &View) -> String {
        match view.round {
            0 => "Deployment".to_owned(),
            round => format!("Round {round}"),
        }
    }

    fn closes(event: &Event) -> bool {
        matches!(event, Event::BattleEnded { .. })
    }

    fn ending(view: &View) -> Drawing {
        draw::ending(view)
    }

    fn measures(view: &View) -> Measures {
        let reason = match &view.phase {
            PhaseView::Over { end } => Some(end.reason),
            _ => None,
        };
        let mut measures = Measures::because(reason).number("rolls", view.rolls);
        for seat in Seat::first(2) {
            let (side, own) = (seat.index() + 1, |unit: &&UnitView| unit.seat == seat);
            let lost = |unit: &&UnitView| unit.state == UnitState::Destroyed;
            let lost = view.units.iter().filter(own).filter(lost).count();
            measures = measures
                .number(format!("points of side {side}"), view.score[seat.index()])
                .number(format!("units lost by side {side}"), lost as i64);
        }
        measures
    }
}

impl View {
    /// What a side is called: its number, and who plays it or else its faction.
    pub fn side_name(&self, seat: Seat) -> String {
        named_side(&self.cast, seat).unwrap_or_else(|| self.role(seat))
    }

    /// The number and the faction of a side.
    fn role(&self, seat: Seat) -> String {
        format!("P{} {}", seat.index() + 1, self.scenario.factions[seat.index() & 1].name)
    }

    fn prompt(&self, viewer: Viewer) -> String {
        if let Some(question) = &self.question {
            return self.question_prompt(question, viewer);
        }
        let name = |seat| self.side_name(seat);
        match &self.phase {
            PhaseView::Deployment { placed, .. } => self.deployment_prompt(placed, viewer),
            PhaseView::QuickStart { seat, units, moved, declared } => match declared {
                Some(declared) => format!(
                    "{}: {} rolled a {}; move it up to {}, or stay.",
                    name(*seat),
                    declared.unit,
                    declared.die,
                    count(declared.steps.into(), "step")
                ),
                None => format!(
                    "{}: Quick Start. {} of {} moved; move one or be done.",
                    name(*seat),
                    moved.len(),
                    count((*units).into(), "unit")
                ),
            },
            PhaseView::Initiative { next, redraw, .. } => {
                let again = if *redraw { " again" } else { "" };
                match next {
                    Some(seat) => format!("{}: roll for initiative{again}.", name(*seat)),
                    None => "Both initiative dice have fallen.".to_owned(),
                }
            }
            PhaseView::Order { winner, dice } => {
                format!(
                    "{} has the initiative ({}): act first, or let {} begin.",
                    name(*winner),
                    first(*winner, *dice),
                    name(other(*winner))
                )
            }
            PhaseView::Activation { turn, slots, used, cap, aided, declared, .. } => {
                let name = name(*turn);
                if let Some(declared) = declared {
                    let unit = declared.unit;
                    let what = crate::rejection::declared_name(declared.action);
                    return format!(
                        "{name}: {unit} declared {what} and rolled a {}: up to {}.",
                        declared.die,
                        count(declared.steps.into(), "step")
                    );
                }
                if let Some(aided) = aided {
                    return format!("{name}: {aided} is up again. It may act at once, or decline.");
                }
                let used = used[turn.index() & 1];
                let ready = self.units.iter().filter(|unit| unit.ready).count();
                let left = usize::from((*slots).min(cap.saturating_sub(used))).min(ready);
                let units = match left {
                    1 => "one unit".to_owned(),
                    2 => "two units".to_owned(),
                    _ => format!("{left} units"),
                };
                format!("{name}: activate {units}. {used} of {cap} used in round {}.", self.round)
            }
            PhaseView::RoundEnd { asked, .. } => {
                format!("{}: Revive. Stand one Down unit up, or decline.", name(*asked))
            }
            PhaseView::Over { end } => match (end.winner, end.reason) {
                (Some(winner), EndReason::Points) => format!("{} wins on points.", name(winner)),
                (Some(winner), EndReason::WipeOut) => {
                    format!("{} wins: no enemy unit is left.", name(winner))
                }
                (Some(winner), EndReason::Concession) => {
                    format!("{} wins: {} gave up.", name(winner), name(other(winner)))
                }
                (Some(winner), EndReason::Tie) => format!("{} wins.", name(winner)),
                (None, _) => "The battle is a tie.".to_owned(),
            },
        }
    }

    fn deployment_prompt(&self, placed: &[bool; 2], viewer: Viewer) -> String {
        let waiting = |seat: Seat| !placed[seat.index() & 1];
        match viewer.seat() {
            Some(seat) if waiting(seat) => format!(
                "{}: deploy all your units in your home zone, on at least {}.",
                self.side_name(seat),
                count(self.scenario.rules.min_distinct_rows.into(), "row")
            ),
            Some(seat) => format!(
                "You have deployed and may change it. {} is still placing its units.",
                self.side_name(other(seat))
            ),
            None => {
                let who: Vec<String> = Seat::first(2)
                    .filter(|seat| waiting(*seat))
                    .map(|seat| self.side_name(seat))
                    .collect();
                format!("{} deploy, hidden from each other.", who.join(" and "))
            }
        }
    }

    fn question_prompt(&self, question: &Question, viewer: Viewer) -> String {
        let name = self.side_name(question.seat);
        let dice: Vec<String> = question.dice.iter().map(u8::to_string).collect();
        let what = match question.subject {
            Subject::Initiative => "for initiative".to_owned(),
            Subject::Movement => "for its movement".to_owned(),
            Subject::Shot { shooter, target, moved, .. } => {
                let hits = match self.needed(shooter, moved, target) {
                    Some(needed) if needed <= 12 => format!(" ({needed} or more hits)"),
                    _ => String::new(),
                };
                format!("for {shooter}'s shot at {target}{hits}")
            }
            Subject::Melee { attacker, target, dice, .. } => {
                format!("in melee, {attacker} {} against {target} {}", dice[0], dice[1])
            }
        };
        let asked = match question.choice {
            Some(choice) => format!("keep the old {} or the new {}?", choice.old, choice.new),
            None => "reroll a die, or keep?".to_owned(),
        };
        let lead = if viewer.is(question.seat) { "" } else { "waiting: " };
        format!("{lead}{name} rolled {} {what}: {asked}", dice.join(" and "))
    }

    /// The least natural that hits, for a shot whose dice lie.
    fn needed(&self, shooter: UnitId, moved: bool, target: UnitId) -> Option<i32> {
        let unit = |id: UnitId| self.units.iter().find(|unit| unit.id == id);
        let (shooter, target) = (unit(shooter)?, unit(target)?);
        let in_cover = sight::is_in_cover(&self.scenario, shooter.square?, target.square?);
        Some(self.scenario.shot_terms(shooter.seat, moved, in_cover).needed())
    }
}

/// A side by its number, which its units bear too, and the name of who plays it.
pub(crate) fn named_side(cast: &Cast, seat: Seat) -> Option<String> {
    let number = format!("P{}", seat.index() + 1);
    let name = cast.name(seat)?;
    Some(if name.starts_with(&number) { name.to_owned() } else { format!("{number} {name}") })
}

/// A number of things: 1 step, 2 steps.
pub(crate) fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// A command as a player would type it. The number of the open roll goes without saying.
pub(crate) fn say(open: Option<u32>, command: &Command) -> String {
    let number = |roll: u32| if open == Some(roll) { String::new() } else { format!(" {roll}") };
    match command {
        Command::Deploy { placements } => {
            let squares: Vec<String> = placements
                .iter()
                .map(|placement| format!("{} {}", placement.unit, placement.square))
                .collect();
            format!("deploy {}", squares.join(" "))
        }
        Command::QuickStartMove { unit, to: Some(to) } => format!("{unit} quick {to}"),
        Command::QuickStartMove { unit, to: None } => format!("{unit} quick stay"),
        Command::QuickStartDone {} => "done".to_owned(),
        Command::RollInitiative {} => "roll".to_owned(),
        Command::ChooseOrder { first: true } => "first".to_owned(),
        Command::ChooseOrder { first: false } => "second".to_owned(),
        Command::DeclareMove { unit, action } => {
            let what = match action {
                DeclaredAction::Move => "move",
                DeclaredAction::Attack => "attack",
                DeclaredAction::FirstAid => "aid",
                DeclaredAction::QuickStart => "quick",
            };
            format!("{unit} declare {what}")
        }
        Command::Act { unit, action } => say_action(*unit, action),
        Command::Reroll { roll, die, source } => {
            let source = match source {
                Source::Faction => "faction",
                Source::FocusedOrders => "orders",
                Source::TacticalEdge => "edge",
            };
            format!("reroll{} die {die} by {source}", number(*roll))
        }
        Command::KeepRoll { roll } => format!("keep{}", number(*roll)),
        Command::ChooseDie { roll, keep: Kept::Old } => format!("choose{} old", number(*roll)),
        Command::ChooseDie { roll, keep: Kept::New } => format!("choose{} new", number(*roll)),
        Command::DeclineAided { unit } => format!("{unit} decline"),
        Command::UseRevive { unit } => format!("{unit} revive"),
        Command::DeclineRevive {} => "no revive".to_owned(),
        Command::Concede {} => "concede".to_owned(),
        Command::Leave { seat } => format!("leave P{}", seat.index() + 1),
    }
}

fn say_action(unit: UnitId, action: &Action) -> String {
    let from = |to: &Option<crate::board::Position>| match to {
        Some(to) => format!(" from {to}"),
        None => String::new(),
    };
    match action {
        Action::Move { to } => format!("{unit} move {to}"),
        Action::Shoot { to, target } => format!("{unit} shoot {target}{}", from(to)),
        Action::Melee { to, target } => format!("{unit} melee {target}{}", from(to)),
        Action::FirstAid { to, target } => format!("{unit} aid {target}{}", from(to)),
        Action::Hold {} => format!("{unit} hold"),
        Action::End { to: Some(to) } => format!("{unit} end {to}"),
        Action::End { to: None } => format!("{unit} end"),
    }
}
