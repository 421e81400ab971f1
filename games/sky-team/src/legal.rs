//! What may be done now (rule ST-31): the list that screens and bots choose from.

use senet_kernel::SeatSet;

use crate::ability::Ability;
use crate::board::{Extra, Phase, SkyTeam, Source};
use crate::command::Command;
use crate::crew::Crew;
use crate::faces::{Faces, HAND};
use crate::placement::Stock;
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

    /// Adds everything that this one of the crew may do, in a fixed order: placements by die, coffee
    /// and space, then the rest.
    pub(crate) fn list(&self, crew: Crew, out: &mut Vec<Command>) {
        let hand = self.hidden.hands[crew];
        let answered = self.board.answered[crew];
        match self.board.phase {
            Phase::Over => {}
            Phase::Briefing if !answered => out.push(Command::Ready {}),
            Phase::Rerolling if !answered => {
                hand.choices(0, HAND, |dice| out.push(Command::Reroll { dice }));
            }
            Phase::Swapping if !answered => {
                out.extend(hand.distinct().map(|die| Command::Swap { die }));
            }
            Phase::Briefing | Phase::Rerolling | Phase::Swapping => {}
            Phase::Extra { .. } => self.list_placements(crew, out),
            Phase::Placement => {
                self.list_placements(crew, out);
                self.list_others(crew, out);
            }
        }
    }

    fn list_placements(&self, crew: Crew, out: &mut Vec<Command>) {
        let Ok(stock) = self.stock(crew) else {
            return;
        };
        let allowed = self.allowed(&stock);
        let reach = stock.steps.min(self.board.coffee) as i8;
        let open = self.board.open_by_value(self.fit_for(&stock));
        for die in self.dice_to_place(crew).distinct() {
            for coffee in -reach..reach + 1 {
                let value = die.saturating_add_signed(coffee);
                if coffee != 0 && !(stock.least..=stock.most).contains(&value) {
                    continue;
                }
                let open = open.of(value);
                for space in open.and(allowed).iter() {
                    let several = open.and(space.neighbours()).are_several();
                    let slot = several.then(|| space.slot());
                    out.push(Command::Place { die, on: space.module(), slot, coffee });
                }
            }
        }
    }

    /// The spaces that what is being placed may go to by its kind.
    fn fit_for(&self, stock: &Stock) -> Spaces {
        match stock.source {
            Source::Token => stock.spaces.without(Module::Concentration.spaces()),
            Source::Hand | Source::Sync => stock.spaces,
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

    fn list_others(&self, crew: Crew, out: &mut Vec<Command>) {
        let hand = self.hidden.hands[crew];
        if self.may_anticipate(crew) {
            out.extend(hand.distinct().map(|die| Command::Anticipate { die }));
        }
        if self.may_adapt(crew) {
            out.extend(hand.distinct().map(|die| Command::Adapt { die }));
        }
        if self.may_offer(crew) {
            out.extend(hand.distinct().map(|die| Command::Swap { die }));
        }
        if self.may_reroll(crew) {
            match self.board.policy().rerolls {
                RerollRule::Own => {
                    hand.choices(1, OWN_DICE, |dice| out.push(Command::Reroll { dice }));
                }
                RerollRule::Both => out.push(Command::SpendReroll {}),
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
