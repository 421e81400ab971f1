//! What happened.

use schemars::JsonSchema;
use senet_kernel::{Events, Seat};
use serde::{Deserialize, Serialize};

use crate::board::Square;
use crate::campaign::{Campaign, CampaignEvent};
use crate::command::{DeclaredAction, Kept, Placement, Source};
use crate::odds::ShotResult;
use crate::state::{Crossfire, EndReason};
use crate::unit::UnitId;

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Event", rename_all = "snake_case")]
#[schemars(tag = "type", rename = "BattleEvent")]
pub enum Event {
    /// A side placed its units. Where is told to nobody else.
    Deployed {
        /// Who.
        seat: Seat,
        /// Where; none for those who may not know.
        placements: Option<Vec<Placement>>,
    },
    /// Both sides are in, and everybody sees where.
    DeploymentRevealed {
        /// Every unit.
        placements: Vec<Placement>,
    },
    /// A side may move units before the first round.
    QuickStartBegan {
        /// Who.
        seat: Seat,
        /// How many.
        units: u8,
    },
    /// No further Quick Start moves.
    QuickStartEnded {
        /// Who.
        seat: Seat,
    },
    /// A round began.
    RoundBegan {
        /// Its number.
        round: u8,
    },
    /// A side rolled for initiative.
    InitiativeRolled {
        /// Who.
        seat: Seat,
        /// The number of the roll.
        roll: u32,
        /// How it fell.
        die: u8,
    },
    /// The initiative dice are equal: both sides roll again.
    InitiativeTied {
        /// How both fell.
        die: u8,
    },
    /// The initiative is settled.
    InitiativeWon {
        /// Who chooses.
        seat: Seat,
        /// The dice of the first and of the second side.
        dice: [u8; 2],
    },
    /// The winner of the initiative chose.
    OrderChosen {
        /// Who chose.
        winner: Seat,
        /// Who acts first.
        first: Seat,
    },
    /// A unit declared a random movement and rolled for it.
    MoveDeclared {
        /// Who.
        unit: UnitId,
        /// What for.
        action: DeclaredAction,
        /// The number of the roll.
        roll: u32,
        /// How it fell.
        die: u8,
    },
    /// The die of a random movement stands.
    MoveSettled {
        /// Who.
        unit: UnitId,
        /// How the die fell.
        die: u8,
        /// How many steps that is.
        steps: u8,
    },
    /// A unit moved.
    Moved {
        /// Who.
        unit: UnitId,
        /// From where.
        from: Square,
        /// The shortest way, the end included.
        path: Vec<Square>,
    },
    /// A unit shot, and the dice lie.
    ShotRolled {
        /// Who.
        shooter: UnitId,
        /// At whom.
        target: UnitId,
        /// The number of the roll.
        roll: u32,
        /// How they fell.
        dice: [u8; 2],
    },
    /// What a shot came to.
    ShotResolved {
        /// Who.
        shooter: UnitId,
        /// At whom.
        target: UnitId,
        /// The dice as they lie at last.
        dice: [u8; 2],
        /// Attack quality, with everything that adds to it.
        attack: i32,
        /// Defense, with everything that adds to it.
        defense: i32,
        /// Whether the target is in cover.
        in_cover: bool,
        /// What it comes to.
        result: ShotResult,
    },
    /// A critical failure hits a friend beside the target.
    OwnFire {
        /// Who shot.
        shooter: UnitId,
        /// Who is hit.
        unit: UnitId,
        /// Among how many.
        among: u8,
    },
    /// Two units fight, and the dice lie.
    MeleeRolled {
        /// Who attacked.
        attacker: UnitId,
        /// Whom.
        target: UnitId,
        /// The number of the attacker's roll; the defender's is the next.
        roll: u32,
        /// The attacker's and the defender's die.
        dice: [u8; 2],
    },
    /// What a fight came to.
    MeleeResolved {
        /// Who attacked.
        attacker: UnitId,
        /// Whom.
        target: UnitId,
        /// The dice as they lie at last.
        dice: [u8; 2],
        /// The totals of both.
        totals: [i32; 2],
        /// Who goes Down; none where the totals are equal.
        loser: Option<UnitId>,
    },
    /// A unit that was Down is destroyed in melee, without dice.
    Finished {
        /// Who attacked.
        attacker: UnitId,
        /// Whom.
        target: UnitId,
    },
    /// A die was rolled again.
    Rerolled {
        /// Who.
        seat: Seat,
        /// The number of the roll.
        roll: u32,
        /// Which die, from 1.
        die: u8,
        /// What allowed it.
        source: Source,
        /// As it lay.
        old: u8,
        /// As it fell.
        new: u8,
    },
    /// A side leaves a roll as it lies.
    RollKept {
        /// Who.
        seat: Seat,
        /// The number of the roll.
        roll: u32,
    },
    /// A side chose the value of a rerolled die.
    DieChosen {
        /// Who.
        seat: Seat,
        /// The number of the roll.
        roll: u32,
        /// Which value.
        keep: Kept,
        /// What it is.
        die: u8,
    },
    /// A unit went Down.
    WentDown {
        /// Who.
        unit: UnitId,
    },
    /// A unit would have gone Down, but its side's Resilient trait holds.
    Resisted {
        /// Who.
        unit: UnitId,
    },
    /// A unit was destroyed.
    Destroyed {
        /// Who.
        unit: UnitId,
        /// Where it stood.
        square: Square,
    },
    /// A unit helped another up.
    Aided {
        /// Who helped.
        unit: UnitId,
        /// Who stands up.
        target: UnitId,
    },
    /// The unit that was helped up may act at once.
    AidedOffered {
        /// Who.
        unit: UnitId,
    },
    /// It does not.
    AidedDeclined {
        /// Who.
        unit: UnitId,
    },
    /// A unit held its position.
    Held {
        /// Who.
        unit: UnitId,
    },
    /// A unit left out the rest of what it declared.
    ActionEnded {
        /// Who.
        unit: UnitId,
    },
    /// A side stood a unit up by the event Revive.
    Revived {
        /// Who.
        unit: UnitId,
    },
    /// A side does not use Revive now.
    ReviveDeclined {
        /// Who.
        seat: Seat,
    },
    /// A round was scored.
    RoundScored {
        /// Its number.
        round: u8,
        /// What each side gained.
        gained: [u16; 2],
        /// What each side has.
        score: [u16; 2],
    },
    /// A side gave the battle up.
    Conceded {
        /// Who.
        seat: Seat,
    },
    /// The battle ended.
    BattleEnded {
        /// Who won; none is a tie.
        winner: Option<Seat>,
        /// Why.
        reason: EndReason,
        /// What each side has.
        score: [u16; 2],
    },
}

senet_kernel::tagged!(Event, "type");

/// Who a battle tells what happens: those who follow it, or through a campaign those who follow
/// that.
pub(crate) enum Told<'a> {
    Battle(&'a mut Events<Crossfire>),
    Campaign(&'a mut Events<Campaign>),
}

impl Told<'_> {
    pub(crate) fn push(&mut self, event: Event) {
        self.push_with(|| event);
    }

    /// Tells an event that is built only if somebody listens.
    pub(crate) fn push_with(&mut self, event: impl FnOnce() -> Event) {
        match self {
            Told::Battle(events) => events.push_with(event),
            Told::Campaign(events) => {
                events.push_with(|| CampaignEvent::Battle { event: event() });
            }
        }
    }

    /// Says that this change shows somebody something hidden.
    pub(crate) fn mark_revealed(&mut self) {
        match self {
            Told::Battle(events) => events.mark_revealed(),
            Told::Campaign(events) => events.mark_revealed(),
        }
    }
}
