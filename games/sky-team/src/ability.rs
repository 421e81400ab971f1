//! The six special abilities (rules ST-80 to ST-85).

use schemars::JsonSchema;
use senet_kernel::{Dice, Events};
use serde::{Deserialize, Serialize};

use crate::board::{Phase, SkyTeam};
use crate::change::Change;
use crate::crew::{Crew, Pair};
use crate::event::Event;
use crate::faces::Faces;
use crate::rejection::Rejection;

/// A special ability of the crew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Each round, before the first die, the first player may reroll one own die.
    Anticipation,
    /// Once per game each, on the own turn: an own die turns to its opposite face.
    Adaptation,
    /// Equal engine dice earn a spent reroll token back.
    Mastery,
    /// Equal axis dice earn a coffee.
    Control,
    /// Once per round, both name an own die and the two change places.
    WorkingTogether,
    /// Once per round, landing gear and flaps in one round give the Co-Pilot an extra die.
    Synchronisation,
}

impl Ability {
    /// All six, in the order of the rules.
    pub const ALL: [Ability; 6] = [
        Ability::Anticipation,
        Ability::Adaptation,
        Ability::Mastery,
        Ability::Control,
        Ability::WorkingTogether,
        Ability::Synchronisation,
    ];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Ability::Anticipation => "Anticipation",
            Ability::Adaptation => "Adaptation",
            Ability::Mastery => "Mastery",
            Ability::Control => "Control",
            Ability::WorkingTogether => "Working Together",
            Ability::Synchronisation => "Synchronisation",
        }
    }

    /// What it does, in a sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Ability::Anticipation => {
                "Before the first die of a round is placed, the first player may reroll one own die."
            }
            Ability::Adaptation => {
                "Once per game each, on the own turn, turn an own die to its opposite face."
            }
            Ability::Mastery => "Equal dice on the engines bring a spent reroll token back.",
            Ability::Control => "Equal dice on the axis earn a coffee.",
            Ability::WorkingTogether => {
                "Once per round, both name a die of their own, and the two change places."
            }
            Ability::Synchronisation => {
                "Once per round, a die on the landing gear and one on the flaps give the Co-Pilot \
                 a traffic die to place."
            }
        }
    }

    /// Those that can be used up for a round. Adaptation is kept by who used it, and the others come
    /// by themselves.
    const ONCE_A_ROUND: [Ability; 3] =
        [Ability::Anticipation, Ability::WorkingTogether, Ability::Synchronisation];

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Which abilities are in play and what was used of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Abilities {
    /// In play, as bits in the order of the rules.
    pub has: u8,
    /// Used this round, as bits.
    pub used: u8,
    /// Who used Adaptation in this game.
    pub adapted: Pair<bool>,
}

impl Abilities {
    pub(crate) fn give(&mut self, ability: Ability) {
        self.has |= ability.bit();
    }

    pub(crate) const fn has(&self, ability: Ability) -> bool {
        self.has & ability.bit() != 0
    }

    /// Whether it is in play and was not used this round.
    pub(crate) const fn fresh(&self, ability: Ability) -> bool {
        self.has(ability) && self.used & ability.bit() == 0
    }

    /// Whether what was used this round is in play and can be used up at all.
    pub(crate) fn are_possible(&self) -> bool {
        let usable = Ability::ONCE_A_ROUND.iter().fold(0, |bits, ability| bits | ability.bit());
        self.used & !(self.has & usable) == 0
    }

    /// Whether it is in play and was used this round.
    pub(crate) const fn spent(&self, ability: Ability) -> bool {
        self.has(ability) && !self.fresh(ability)
    }

    pub(crate) fn use_up(&mut self, ability: Ability) {
        self.used |= ability.bit();
    }
}

impl SkyTeam {
    fn check_ability(&self, ability: Ability) -> Result<(), Rejection> {
        if !self.board.abilities.has(ability) {
            Err(Rejection::NoSuchAbility { ability })
        } else if !self.board.abilities.fresh(ability) {
            Err(Rejection::AbilityUsed { ability })
        } else {
            Ok(())
        }
    }

    pub(crate) fn check_anticipate(&self, crew: Crew, die: u8) -> Result<Change, Rejection> {
        self.check_phase(Phase::Placement)?;
        self.check_ability(Ability::Anticipation)?;
        let first = self.board.first();
        if first != crew {
            return Err(Rejection::NotFirst { first });
        }
        if !self.board.log.list().is_empty() {
            return Err(Rejection::TooLate);
        }
        self.check_in_hand(crew, die)?;
        Ok(Change::Anticipate(crew, die))
    }

    pub(crate) fn check_adapt(&self, crew: Crew, die: u8) -> Result<Change, Rejection> {
        let ability = Ability::Adaptation;
        self.check_phase(Phase::Placement)?;
        self.check_turn(crew)?;
        self.check_ability(ability)?;
        if self.board.abilities.adapted[crew] {
            return Err(Rejection::AbilityUsed { ability });
        }
        self.check_in_hand(crew, die)?;
        Ok(Change::Adapt(crew, die))
    }

    pub(crate) fn check_swap(&self, crew: Crew, die: u8) -> Result<Change, Rejection> {
        if self.board.phase == Phase::Swapping {
            self.check_unanswered(crew)?;
            self.check_in_hand(crew, die)?;
            return Ok(Change::AnswerSwap(crew, die));
        }
        self.check_phase(Phase::Placement)?;
        self.check_ability(Ability::WorkingTogether)?;
        self.check_holds_dice(crew)?;
        self.check_holds_dice(crew.other())?;
        self.check_in_hand(crew, die)?;
        Ok(Change::OfferSwap(crew, die))
    }

    pub(crate) fn anticipate(
        &mut self,
        crew: Crew,
        die: u8,
        dice: &mut Dice,
        events: &mut Events<SkyTeam>,
    ) {
        self.board.abilities.use_up(Ability::Anticipation);
        self.roll_again(crew, Faces::new(&[die]).unwrap_or(Faces::NONE), dice);
        events.push(Event::Anticipated {
            crew,
            dice: Some(self.hidden.hands[crew]),
            open: self.board.options.solo,
        });
    }

    pub(crate) fn adapt(&mut self, crew: Crew, die: u8, events: &mut Events<SkyTeam>) {
        let opposite = 7 - die;
        self.board.abilities.adapted[crew] = true;
        let hand = &mut self.hidden.hands[crew];
        hand.remove(die);
        hand.add(opposite);
        events.push(Event::Adapted { crew, value: Some(opposite), open: self.board.options.solo });
    }

    pub(crate) fn offer_swap(&mut self, crew: Crew, die: u8, events: &mut Events<SkyTeam>) {
        self.board.abilities.use_up(Ability::WorkingTogether);
        self.hidden.sealed[crew] = Faces::new(&[die]);
        self.board.answered[crew] = true;
        self.board.phase = Phase::Swapping;
        events.push(Event::Chosen { crew });
    }

    pub(crate) fn answer_swap(&mut self, crew: Crew, die: u8, events: &mut Events<SkyTeam>) {
        let other = crew.other();
        let offered = self.hidden.sealed[other].and_then(|faces| faces.values().next());
        self.hidden.sealed = Pair::default();
        self.back_to_placement();
        let Some(offered) = offered else {
            return;
        };
        let hands = &mut self.hidden.hands;
        hands[crew].remove(die);
        hands[other].remove(offered);
        hands[crew].add(offered);
        hands[other].add(die);
        let gave = Pair::of(|one| if one == crew { die } else { offered });
        events.reveal(Event::Swapped { gave: Some(gave) });
    }
}
