//! What is asked, and what changes: every command goes through here.
//!
//! `check_command` looks and says what the change needs; `change` cannot fail.

use senet_kernel::{Actor, Dice, Events, Game};

use crate::board::{Phase, SkyTeam};
use crate::command::Command;
use crate::crew::{Crew, Pair};
use crate::event::Event;
use crate::faces::Faces;
use crate::placement::{Placement, Wish};
use crate::rejection::{Rejection, Stage};

/// A command that was found to be right: the change cannot fail.
pub(crate) enum Change {
    Ready(Crew),
    Place(Placement),
    SpendReroll(Crew),
    Reroll(Crew, Faces),
    ChooseReroll(Crew, Faces),
    Anticipate(Crew, u8),
    Adapt(Crew, u8),
    OfferSwap(Crew, u8),
    AnswerSwap(Crew, u8),
    TimeUp,
}

impl SkyTeam {
    #[inline(always)]
    pub(crate) fn check_command(
        &self,
        actor: Actor,
        command: &Command,
    ) -> Result<Change, Rejection> {
        if self.board.phase == Phase::Over {
            return Err(Rejection::GameOver);
        }
        if let Command::TimeUp { round } = *command {
            return self.check_time_up(actor, round);
        }
        let crew = Crew::acting(actor).ok_or(Rejection::NotASeat)?;
        match *command {
            Command::Ready {} => self.check_ready(crew),
            Command::Place { die, on, slot, coffee } => {
                let wish = Wish { die, on, slot, coffee };
                self.check_place(crew, wish).map(Change::Place)
            }
            Command::SpendReroll {} => self.check_spend_reroll(crew),
            Command::Reroll { dice } => self.check_reroll(crew, dice),
            Command::Anticipate { die } => self.check_anticipate(crew, die),
            Command::Adapt { die } => self.check_adapt(crew, die),
            Command::Swap { die } => self.check_swap(crew, die),
            Command::TimeUp { round } => Err(Rejection::NoSuchClock { round }),
        }
    }

    /// The refusal of what does not belong to the phase.
    pub(crate) fn wrong_phase(&self) -> Rejection {
        let now = match self.board.phase {
            Phase::Over => return Rejection::GameOver,
            Phase::Briefing => Stage::Briefing,
            Phase::Placement => Stage::Placement,
            Phase::Extra { .. } => Stage::Extra,
            Phase::Rerolling => Stage::Rerolling,
            Phase::Swapping => Stage::Swapping,
        };
        Rejection::WrongPhase { now }
    }

    pub(crate) fn check_phase(&self, phase: Phase) -> Result<(), Rejection> {
        if self.board.phase == phase { Ok(()) } else { Err(self.wrong_phase()) }
    }

    fn check_time_up(&self, actor: Actor, round: u8) -> Result<Change, Rejection> {
        if actor != Actor::Clock {
            return Err(Rejection::NotTheClock);
        }
        match self.tick() {
            Some(tick) if tick.number == u32::from(round) => Ok(Change::TimeUp),
            _ => Err(Rejection::NoSuchClock { round }),
        }
    }

    fn check_ready(&self, crew: Crew) -> Result<Change, Rejection> {
        self.check_phase(Phase::Briefing)?;
        self.check_unanswered(crew)?;
        Ok(Change::Ready(crew))
    }

    pub(crate) fn check_unanswered(&self, crew: Crew) -> Result<(), Rejection> {
        if self.board.answered[crew] { Err(Rejection::AlreadyAnswered) } else { Ok(()) }
    }

    pub(crate) fn check_turn(&self, crew: Crew) -> Result<(), Rejection> {
        let turn = self.board.turn;
        if turn == crew { Ok(()) } else { Err(Rejection::NotYourTurn { turn }) }
    }

    #[inline]
    pub(crate) fn change(&mut self, change: Change, dice: &mut Dice, events: &mut Events<SkyTeam>) {
        self.board.undo = None;
        match change {
            Change::Ready(crew) => self.ready(crew, dice, events),
            Change::Place(placement) => self.place(placement, dice, events),
            Change::SpendReroll(crew) => self.spend_reroll(crew, events),
            Change::Reroll(crew, faces) => {
                self.board.rerolls.spend();
                let held = self.board.rerolls.held;
                events.push(Event::RerollSpent { crew, held });
                self.reroll(crew, faces, dice, events);
            }
            Change::ChooseReroll(crew, faces) => self.choose_reroll(crew, faces, dice, events),
            Change::Anticipate(crew, die) => self.anticipate(crew, die, dice, events),
            Change::Adapt(crew, die) => self.adapt(crew, die, events),
            Change::OfferSwap(crew, die) => self.offer_swap(crew, die, events),
            Change::AnswerSwap(crew, die) => self.answer_swap(crew, die, events),
            Change::TimeUp => self.time_up(dice, events),
        }
    }

    fn ready(&mut self, crew: Crew, dice: &mut Dice, events: &mut Events<SkyTeam>) {
        self.board.answered[crew] = true;
        events.push(Event::Ready { crew });
        if self.board.answered[crew.other()] {
            self.roll(dice, events);
        }
    }

    pub(crate) fn back_to_placement(&mut self) {
        self.board.answered = Pair::default();
        self.board.phase = Phase::Placement;
    }
}
