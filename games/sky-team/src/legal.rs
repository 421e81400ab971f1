//! What may be done now (rule ST-31): the list that screens and bots choose from.

use senet_kernel::SeatSet;

use crate::ability::Ability;
use crate::board::{Extra, Phase, SkyTeam};
use crate::command::Command;
use crate::crew::Crew;
use crate::faces::{Faces, HAND};
use crate::policy::RerollRule;
use crate::reroll::OWN_DICE;
use crate::space::{Module, Spaces};

impl SkyTeam {
    /// Who may do something now.
    pub(crate) fn may_act(&self) -> SeatSet {
        let may = |crew: &Crew| match self.board.phase {
            Phase::Over => false,
            Phase::Briefing | Phase::Rerolling | Phase::Swapping => !self.board.answered[*crew],
            Phase::Extra { extra } => extra.by() == *crew,
            Phase::Placement => {
                self.board.turn == *crew || self.may_reroll(*crew) || self.may_offer(*crew)
            }
        };
        Crew::ALL.into_iter().filter(may).map(Crew::seat).collect()
    }

    /// Calls `each` for everything that this one of the crew may do, in a fixed order: placements
    /// by die, coffee and space, then the rest.
    pub(crate) fn list(&self, crew: Crew, mut each: impl FnMut(Command)) {
        match self.board.phase {
            Phase::Over => {}
            Phase::Briefing => {
                if !self.board.answered[crew] {
                    each(Command::Ready {});
                }
            }
            Phase::Rerolling => {
                if !self.board.answered[crew] {
                    let hand = self.hidden.hands[crew];
                    hand.choices(0, HAND, |dice| each(Command::Reroll { dice }));
                }
            }
            Phase::Swapping => {
                if !self.board.answered[crew] {
                    let hand = self.hidden.hands[crew];
                    hand.distinct().for_each(|die| each(Command::Swap { die }));
                }
            }
            Phase::Extra { .. } => self.list_placements(crew, &mut each),
            Phase::Placement => {
                self.list_placements(crew, &mut each);
                self.list_others(crew, &mut each);
            }
        }
    }

    fn list_placements(&self, crew: Crew, each: &mut impl FnMut(Command)) {
        let Ok(stock) = self.stock(crew) else {
            return;
        };
        let allowed = self.allowed(&stock);
        let reach = stock.steps.min(self.board.coffee) as i8;
        let mut open = [None; 7];
        for die in self.dice_to_place(crew).distinct() {
            for coffee in -reach..=reach {
                let value = die.saturating_add_signed(coffee);
                if coffee != 0 && !(stock.least..=stock.most).contains(&value) {
                    continue;
                }
                let open = *open[usize::from(value)]
                    .get_or_insert_with(|| self.open_to(stock.spaces, value));
                for space in open.and(allowed).iter() {
                    let on = space.module();
                    let several = open.and(on.spaces()).len() > 1;
                    let slot = several.then(|| space.slot());
                    each(Command::Place { die, on, slot, coffee });
                }
            }
        }
    }

    /// The spaces among these that take what is being placed at this value.
    fn open_to(&self, spaces: Spaces, value: u8) -> Spaces {
        let open = self.board.open(spaces, value);
        match self.board.phase {
            Phase::Extra { extra: Extra::Token { .. } } => {
                open.without(Module::Concentration.spaces())
            }
            _ => open,
        }
    }

    /// What this one of the crew, who is to place something, places next.
    pub(crate) fn dice_to_place(&self, crew: Crew) -> Faces {
        let single = |value: u8| Faces::new(&[value]).unwrap_or(Faces::NONE);
        match self.board.phase {
            Phase::Extra { extra: Extra::Token { value, .. } } => single(value),
            Phase::Extra { extra: Extra::Sync } => self.hidden.sync.map_or(Faces::NONE, single),
            _ => self.hidden.hands[crew],
        }
    }

    fn list_others(&self, crew: Crew, each: &mut impl FnMut(Command)) {
        let hand = self.hidden.hands[crew];
        if self.may_anticipate(crew) {
            hand.distinct().for_each(|die| each(Command::Anticipate { die }));
        }
        if self.may_adapt(crew) {
            hand.distinct().for_each(|die| each(Command::Adapt { die }));
        }
        if self.may_offer(crew) {
            hand.distinct().for_each(|die| each(Command::Swap { die }));
        }
        if self.may_reroll(crew) {
            match self.board.policy().rerolls {
                RerollRule::Own => hand.choices(1, OWN_DICE, |dice| each(Command::Reroll { dice })),
                RerollRule::Both => each(Command::SpendReroll {}),
            }
        }
    }

    fn may_reroll(&self, crew: Crew) -> bool {
        self.board.rerolls.held > 0 && !self.hidden.hands[crew].is_empty()
    }

    fn may_anticipate(&self, crew: Crew) -> bool {
        self.board.abilities.fresh(Ability::Anticipation)
            && self.board.log.list().is_empty()
            && self.board.first() == crew
    }

    fn may_adapt(&self, crew: Crew) -> bool {
        self.board.abilities.has(Ability::Adaptation)
            && !self.board.abilities.adapted[crew]
            && self.board.turn == crew
    }

    fn may_offer(&self, crew: Crew) -> bool {
        let holds = |crew: Crew| !self.hidden.hands[crew].is_empty();
        self.board.abilities.fresh(Ability::WorkingTogether) && holds(crew) && holds(crew.other())
    }
}
