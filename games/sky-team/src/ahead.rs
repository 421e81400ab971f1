//! What the dice that are still to come could do at most, as anybody at the table can count it: the
//! landing list says of a criterion that it is lost once even the best dice would be too few.
//!
//! Only dice are counted, never their values, so the count tells nothing of a hand. It is an upper
//! bound: what it calls out of reach is out of reach, and what it leaves open may still fail.

use crate::ability::Ability;
use crate::board::{Board, Extra, Phase};
use crate::crew::Crew;
use crate::faces::HAND;
use crate::policy::RadioAim;
use crate::space::{Module, Spaces};

/// Axis and Engines, which take a die of each of the crew in every round.
const MANDATORY: u32 = 2;

impl Board {
    /// The most dice that can still come to lie on the spaces of a module, each space once a round.
    pub(crate) fn still_to_come(&self, module: Module) -> u32 {
        self.in_this_round(module) + self.in_a_later_round(module) * self.rounds_left()
    }

    /// The most airplanes that the radio can still send off before they are judged.
    pub(crate) fn calls_to_come(&self) -> u32 {
        let rounds = self.rounds_left();
        // Where the track must be clear by the final round, that round comes too late.
        let rounds = if self.policy().clear_by_final { rounds.saturating_sub(1) } else { rounds };
        let late = self.policy().clear_by_final && self.is_final();
        let now = if late { 0 } else { self.in_this_round(Module::Radio) };
        now + self.in_a_later_round(Module::Radio) * rounds
    }

    /// Whether an airplane lies where no value of the radio leads any more.
    pub(crate) fn has_unreachable_plane(&self) -> bool {
        let (first, last) = match self.policy().radio {
            // The plane flies on, and what lies ahead comes nearer.
            RadioAim::Position => (self.approach.position, u8::MAX),
            RadioAim::Start => (0, 5),
        };
        let lies = |segment: &u8| self.approach.planes_at(*segment) > 0;
        (0..self.course.segments).filter(lies).any(|segment| segment < first || last < segment)
    }

    /// The most dice of both that can still go anywhere but on Axis and Engines.
    pub(crate) fn spare_dice(&self) -> u32 {
        let spare = |crew| self.spare_now(crew) + self.spare_later() * self.rounds_left();
        Crew::ALL.into_iter().map(spare).sum()
    }

    fn rounds_left(&self) -> u32 {
        u32::from(self.rounds().saturating_sub(self.round))
    }

    fn in_this_round(&self, module: Module) -> u32 {
        let free = module.spaces().and(self.present()).without(self.filled);
        self.shared_out(free, |crew| self.spare_now(crew))
    }

    fn in_a_later_round(&self, module: Module) -> u32 {
        self.shared_out(module.spaces().and(self.present()), |_| self.spare_later())
    }

    /// How many of these spaces the crew can fill with so many dice each.
    fn shared_out(&self, spaces: Spaces, dice: impl Fn(Crew) -> u32) -> u32 {
        let filled = |crew| spaces.and(self.of_colour(crew)).len().min(dice(crew));
        Crew::ALL.into_iter().map(filled).sum()
    }

    /// Dice of one of the crew that are not bound to Axis and Engines in this round. The extra die of
    /// Synchronisation has both colours and counts for either.
    fn spare_now(&self, crew: Crew) -> u32 {
        let placed = self.log.own_dice().filter(|laid| laid.crew == crew).count() as u32;
        let extra = match self.phase {
            Phase::Extra { extra: Extra::Token { colour, .. } } => u32::from(colour == crew),
            Phase::Extra { extra: Extra::Sync } => 1,
            _ => 0,
        };
        let sync = u32::from(self.abilities.fresh(Ability::Synchronisation));
        let bound = if self.policy().mandatory { self.empty_mandatory(crew).len() } else { 0 };
        (u32::from(HAND) + extra + sync).saturating_sub(placed + bound)
    }

    fn spare_later(&self) -> u32 {
        let bound = if self.policy().mandatory { MANDATORY } else { 0 };
        u32::from(HAND) - bound + u32::from(self.abilities.has(Ability::Synchronisation))
    }
}
