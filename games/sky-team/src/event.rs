//! What happened. Dice that only one may see are left out for the others by [`Event::shown`].

use schemars::JsonSchema;
use senet_kernel::Viewer;
use serde::{Deserialize, Serialize};

use crate::board::Laid;
use crate::crew::{Crew, Pair};
use crate::faces::Faces;
use crate::landing::{Check, End};
use crate::space::Module;

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Event", rename_all = "snake_case")]
#[schemars(tag = "type")]
pub enum Event {
    /// A round began.
    RoundBegan {
        /// Which, counted from 1.
        round: u8,
        /// The altitude.
        altitude: u16,
        /// Who places first.
        first: Crew,
    },
    /// The crew got a reroll token.
    RerollEarned {
        /// How many it holds now.
        held: u8,
    },
    /// A traffic die was rolled.
    TrafficRolled {
        /// What it shows.
        value: u8,
        /// The segment of the airplane.
        segment: u8,
        /// Whether there was a token to add.
        added: bool,
    },
    /// One of the crew is ready.
    Ready {
        /// Who.
        crew: Crew,
    },
    /// Dice were rolled for a round.
    Rolled {
        /// Whose.
        crew: Crew,
        /// What they show, for who may see it.
        dice: Option<Faces>,
        /// Whether the other seat may see them too.
        open: bool,
    },
    /// A die was placed.
    Placed {
        /// What and where.
        laid: Laid,
        /// What it counts as.
        value: u8,
        /// How many of the eight dice are placed.
        placed: u8,
        /// Who places next; nobody where the round is over.
        next: Option<Crew>,
    },
    /// Coffee changed a die.
    CoffeeSpent {
        /// How much.
        cost: u8,
        /// What is left.
        pool: u8,
    },
    /// The axis resolved.
    AxisMoved {
        /// From where.
        from: i8,
        /// To where.
        to: i8,
    },
    /// The wind turned.
    WindTurned {
        /// The position on the ring.
        position: u8,
        /// What it adds to the speed.
        modifier: i8,
    },
    /// The engines resolved.
    SpeedSet {
        /// The Pilot's die.
        blue: u8,
        /// The Co-Pilot's die.
        orange: u8,
        /// What the wind adds.
        wind: i8,
        /// The speed.
        speed: i8,
        /// The blue marker.
        blue_marker: u8,
        /// The orange marker.
        orange_marker: u8,
        /// How many segments that moves the plane; none in the final round.
        segments: Option<u8>,
    },
    /// The plane moved a segment.
    Moved {
        /// From where.
        from: u8,
        /// To where.
        to: u8,
    },
    /// Fuel was used.
    KeroseneUsed {
        /// How much.
        amount: i8,
        /// What is left.
        left: i8,
    },
    /// The radio reached a segment.
    RadioCalled {
        /// Which; none beyond the end of the track.
        segment: Option<u8>,
        /// Whether an airplane was sent off.
        cleared: bool,
        /// How many are left there.
        left: u8,
    },
    /// A switch went on.
    Deployed {
        /// Which module.
        module: Module,
        /// Which switch, counted from 0.
        slot: u8,
        /// How many of the module are on now.
        on: u8,
        /// Where the marker of the module stands now.
        marker: u8,
    },
    /// A die had no effect.
    Wasted {
        /// Where it lies.
        module: Module,
    },
    /// A step of the ice brakes waits for its second die.
    IceWaits {
        /// The value that is wanted.
        value: u8,
    },
    /// Coffee was earned.
    CoffeeEarned {
        /// What the pool has now.
        pool: u8,
    },
    /// A token of the intern was taken.
    TokenTaken {
        /// By whom.
        crew: Crew,
        /// Its value.
        token: u8,
        /// How many are left.
        left: u8,
    },
    /// No space took the token.
    TokenDiscarded {
        /// Its value.
        token: u8,
    },
    /// Synchronisation: the Co-Pilot rolled an extra die.
    SyncRolled {
        /// What it shows, for who may see it.
        value: Option<u8>,
        /// Whether the other seat may see it too.
        open: bool,
    },
    /// A reroll token was spent.
    RerollSpent {
        /// By whom.
        crew: Crew,
        /// How many are left.
        held: u8,
    },
    /// One of the crew chose dice for a reroll, or named one for a swap.
    Chosen {
        /// Who.
        crew: Crew,
    },
    /// Dice were rerolled.
    Rerolled {
        /// Whose.
        crew: Crew,
        /// How many.
        count: u8,
        /// The whole hand now, for who may see it.
        dice: Option<Faces>,
        /// Whether the other seat may see it too.
        open: bool,
    },
    /// Anticipation: one die was rerolled.
    Anticipated {
        /// Whose.
        crew: Crew,
        /// The whole hand now, for who may see it.
        dice: Option<Faces>,
        /// Whether the other seat may see it too.
        open: bool,
    },
    /// Adaptation: a die was turned to its opposite face.
    Adapted {
        /// Whose.
        crew: Crew,
        /// What it shows now, for who may see it.
        value: Option<u8>,
        /// Whether the other seat may see it too.
        open: bool,
    },
    /// Working Together: two dice changed places. Both of the crew see both.
    Swapped {
        /// What each gave, for the crew.
        gave: Option<Pair<u8>>,
    },
    /// The time was up.
    TimeUp {
        /// How many dice were forfeited.
        forfeited: u8,
    },
    /// A round ended; the report follows the fixed order of the modules.
    RoundEnded {
        /// Which.
        round: u8,
        /// How things stand.
        report: Report,
    },
    /// The game ended.
    Ended {
        /// How.
        end: End,
        /// The landing list, where the landing was judged.
        landing: Vec<Check>,
    },
}

senet_kernel::tagged!(Event, "type");

/// How things stand at the end of a round, in the fixed order of the modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The axis.
    pub axis: i8,
    /// The speed, if the engines resolved.
    pub speed: Option<i8>,
    /// Brakes that are on; steps of the ice brakes where they replace them.
    pub brakes: u8,
    /// Flaps that are out.
    pub flaps: u8,
    /// Landing gear that is out.
    pub landing_gear: u8,
    /// Airplanes left on the track.
    pub planes: u8,
    /// Coffee in the pool.
    pub coffee: u8,
}

impl Event {
    /// The event as the viewer may see it.
    pub(crate) fn shown(&self, viewer: Viewer) -> Event {
        let eye = Crew::looking(viewer);
        let may = |crew: Crew, open: bool| eye.is_some_and(|eye| open || eye == crew);
        let mut event = self.clone();
        match &mut event {
            Event::Rolled { crew, dice, open }
            | Event::Rerolled { crew, dice, open, .. }
            | Event::Anticipated { crew, dice, open } => {
                *dice = dice.filter(|_| may(*crew, *open));
            }
            Event::Adapted { crew, value, open } => {
                *value = value.filter(|_| may(*crew, *open));
            }
            Event::SyncRolled { value, open } => {
                *value = value.filter(|_| may(Crew::Copilot, *open));
            }
            Event::Swapped { gave } => *gave = gave.filter(|_| eye.is_some()),
            _ => {}
        }
        event
    }
}
