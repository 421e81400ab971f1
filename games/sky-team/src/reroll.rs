//! Reroll tokens (rules ST-60 to ST-62).

use schemars::JsonSchema;
use senet_kernel::{Dice, Events};
use serde::{Deserialize, Serialize};

use crate::board::{Phase, SkyTeam};
use crate::change::Change;
use crate::crew::{Crew, Pair};
use crate::event::Event;
use crate::faces::Faces;
use crate::policy::RerollRule;
use crate::rejection::Rejection;
use crate::round::altitude;
use crate::scenario::{Course, Difficulty};

/// The most own dice that one token rerolls where only its spender rolls.
pub(crate) const OWN_DICE: u8 = 2;

/// Reroll tokens that the crew holds and has spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rerolls {
    /// Tokens to spend.
    pub held: u8,
    /// Tokens spent, lying in the supply.
    pub spent: u8,
}

impl Rerolls {
    pub(crate) fn spend(&mut self) {
        self.held = self.held.saturating_sub(1);
        self.spent = self.spent.saturating_add(1);
    }

    /// Takes a spent token back, if there is one.
    pub(crate) fn regain(&mut self) -> bool {
        let any = self.spent > 0;
        if any {
            self.spent -= 1;
            self.held += 1;
        }
        any
    }
}

/// Whether the altitude of a round gives a token.
pub(crate) fn token_at(rule: RerollRule, course: &Course, round: u8) -> bool {
    match rule {
        RerollRule::Own => round == 1,
        RerollRule::Both => {
            let second = matches!(course.difficulty, Difficulty::Green | Difficulty::Yellow);
            match altitude(course, round) {
                6000 => true,
                2000 => second,
                _ => false,
            }
        }
    }
}

impl SkyTeam {
    fn check_token(&self, crew: Crew) -> Result<(), Rejection> {
        if self.board.rerolls.held == 0 {
            return Err(Rejection::NoRerollToken);
        }
        self.check_holds_dice(crew)
    }

    pub(crate) fn check_holds_dice(&self, crew: Crew) -> Result<(), Rejection> {
        if self.hidden.hands[crew].is_empty() {
            Err(Rejection::NoDiceLeft { crew })
        } else {
            Ok(())
        }
    }

    pub(crate) fn check_spend_reroll(&self, crew: Crew) -> Result<Change, Rejection> {
        self.check_phase(Phase::Placement)?;
        if self.board.policy().rerolls == RerollRule::Own {
            return Err(Rejection::NameTheDice);
        }
        self.check_token(crew)?;
        Ok(Change::SpendReroll(crew))
    }

    pub(crate) fn check_reroll(&self, crew: Crew, dice: Faces) -> Result<Change, Rejection> {
        match (self.board.phase, self.board.policy().rerolls) {
            (Phase::Rerolling, _) => {
                self.check_unanswered(crew)?;
                self.check_dice(crew, dice)?;
                Ok(Change::ChooseReroll(crew, dice))
            }
            (Phase::Placement, RerollRule::Both) => Err(Rejection::SpendATokenFirst),
            (Phase::Placement, RerollRule::Own) => {
                self.check_token(crew)?;
                self.check_dice(crew, dice)?;
                if dice.is_empty() || dice.len() > OWN_DICE {
                    return Err(Rejection::WrongNumberOfDice { least: 1, most: OWN_DICE });
                }
                Ok(Change::Reroll(crew, dice))
            }
            _ => Err(self.wrong_phase()),
        }
    }

    /// Whether all of these are in the hand.
    fn check_dice(&self, crew: Crew, dice: Faces) -> Result<(), Rejection> {
        let hand = self.hidden.hands[crew];
        let missing = |value: &u8| dice.count(*value) > hand.count(*value);
        let Some(die) = dice.distinct().find(missing) else {
            return Ok(());
        };
        self.check_in_hand(crew, die)?;
        Err(Rejection::NotSoMany { die, held: hand.count(die), named: dice.count(die) })
    }

    pub(crate) fn spend_reroll(&mut self, crew: Crew, events: &mut Events<SkyTeam>) {
        self.board.rerolls.spend();
        self.board.phase = Phase::Rerolling;
        self.board.answered = Pair::of(|crew| self.hidden.hands[crew].is_empty());
        let held = self.board.rerolls.held;
        events.push(Event::RerollSpent { crew, held });
    }

    /// Seals a choice; the second one opens both, and the Pilot's dice are rolled first.
    pub(crate) fn choose_reroll(
        &mut self,
        crew: Crew,
        chosen: Faces,
        dice: &mut Dice,
        events: &mut Events<SkyTeam>,
    ) {
        self.hidden.sealed[crew] = Some(chosen);
        self.board.answered[crew] = true;
        events.push(Event::Chosen { crew });
        if !self.board.answered[crew.other()] {
            return;
        }
        // How many dice were chosen becomes known, even where nobody chose any.
        events.mark_revealed();
        let sealed = std::mem::take(&mut self.hidden.sealed);
        self.back_to_placement();
        for crew in Crew::ALL {
            if let Some(chosen) = sealed[crew] {
                self.reroll(crew, chosen, dice, events);
            }
        }
    }

    pub(crate) fn reroll(
        &mut self,
        crew: Crew,
        chosen: Faces,
        dice: &mut Dice,
        events: &mut Events<SkyTeam>,
    ) {
        self.roll_again(crew, chosen, dice);
        events.push(Event::Rerolled {
            crew,
            count: chosen.len(),
            dice: Some(self.hidden.hands[crew]),
            open: self.board.options.solo,
        });
    }

    pub(crate) fn roll_again(&mut self, crew: Crew, chosen: Faces, dice: &mut Dice) {
        let hand = &mut self.hidden.hands[crew];
        chosen.values().for_each(|value| hand.remove(value));
        chosen.values().for_each(|_| hand.add(dice.d6()));
    }
}
