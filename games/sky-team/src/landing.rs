//! How it ends: what loses at once, and what the landing asks for (rules ST-50 to ST-54).

use schemars::JsonSchema;
use senet_kernel::Outcome;
use serde::{Deserialize, Serialize};

use crate::axis::leaning;
use crate::board::Board;
use crate::policy::BrakeTest;
use crate::space::Module;
use crate::switches::{self, BRAKES, FLAPS, GEAR, ICE_SPEED, ICE_STEPS, MOST_MARKER, MOST_POWER};

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "End", rename_all = "snake_case")]
#[schemars(tag = "type")]
pub enum End {
    /// The plane has landed.
    Won,
    /// It has not.
    Lost {
        /// Why.
        loss: Loss,
    },
}

senet_kernel::tagged!(End, "type");

impl End {
    pub(crate) const fn outcome(self) -> Outcome {
        Outcome::Together { won: matches!(self, End::Won) }
    }
}

/// What loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Loss", rename_all = "snake_case")]
#[schemars(tag = "cause")]
pub enum Loss {
    /// The axis went beyond ±2.
    Spin {
        /// Where it went.
        axis: i8,
    },
    /// The tank ran dry.
    Kerosene,
    /// A segment was left with an axis that its turn does not allow.
    Turn {
        /// The segment.
        segment: u8,
        /// The axis.
        axis: i8,
    },
    /// A segment was left on which an airplane still was.
    Collision {
        /// The segment.
        segment: u8,
    },
    /// The plane flew past the airport.
    Overshoot,
    /// The altitude became 0 before the airport.
    NotAtAirport {
        /// Where the plane was.
        position: u8,
    },
    /// The altitude became 0 with airplanes on the track.
    PlanesLeft {
        /// How many.
        planes: u8,
    },
    /// Time ran out with Axis or Engines empty.
    MandatoryEmpty,
    /// The landing failed.
    Landing {
        /// Every criterion that was missed.
        failed: Failed,
    },
}

senet_kernel::tagged!(Loss, "cause");

/// Something that the landing asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// The axis is level enough.
    Axis,
    /// The speed of the final round.
    Speed,
    /// The brakes hold the speed.
    Brakes,
    /// All flaps are out.
    Flaps,
    /// All landing gear is out.
    LandingGear,
    /// No airplane is left on the track.
    Planes,
    /// The ice brakes are past 5 and hold the speed.
    IceBrakes,
    /// All tokens of the intern are gone.
    Intern,
}

impl Criterion {
    /// All, in the order of the list.
    pub const ALL: [Criterion; 8] = [
        Criterion::Axis,
        Criterion::Speed,
        Criterion::Brakes,
        Criterion::IceBrakes,
        Criterion::Flaps,
        Criterion::LandingGear,
        Criterion::Planes,
        Criterion::Intern,
    ];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Criterion::Axis => "axis",
            Criterion::Speed => "speed",
            Criterion::Brakes => "brakes",
            Criterion::Flaps => "flaps",
            Criterion::LandingGear => "landing gear",
            Criterion::Planes => "airplanes",
            Criterion::IceBrakes => "ice brakes",
            Criterion::Intern => "intern",
        }
    }
}

/// Criteria that were missed, as a list on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Vec<Criterion>", into = "Vec<Criterion>")]
#[schemars(with = "Vec<Criterion>")]
pub struct Failed(u8);

impl Failed {
    /// The criteria, in the order of the list.
    pub fn list(self) -> impl Iterator<Item = Criterion> {
        Criterion::ALL.into_iter().filter(move |criterion| self.has(*criterion))
    }

    /// Whether this one was missed.
    pub const fn has(self, criterion: Criterion) -> bool {
        self.0 & (1 << criterion as u8) != 0
    }

    const fn with(self, criterion: Criterion) -> Failed {
        Failed(self.0 | 1 << criterion as u8)
    }
}

impl From<Vec<Criterion>> for Failed {
    fn from(list: Vec<Criterion>) -> Failed {
        list.into_iter().fold(Failed::default(), Failed::with)
    }
}

impl From<Failed> for Vec<Criterion> {
    fn from(failed: Failed) -> Vec<Criterion> {
        failed.list().collect()
    }
}

/// How a criterion stands now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Not yet decided.
    Pending,
    /// It holds as things are.
    Met,
    /// It cannot hold any more.
    Failed,
}

/// A line of the landing list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    /// What is asked for.
    pub criterion: Criterion,
    /// The name for people.
    pub name: String,
    /// How it stands.
    pub standing: Standing,
    /// What is asked for and what there is.
    pub reason: String,
}

/// The dice that something needs, and the most that can still come to it.
struct DiceFor {
    needed: u32,
    to_come: u32,
}

impl Board {
    /// The criteria of this game.
    pub fn criteria(&self) -> impl Iterator<Item = Criterion> + use<> {
        let (ice, intern) = (self.course.ice_brakes, self.course.intern);
        Criterion::ALL.into_iter().filter(move |criterion| match criterion {
            Criterion::Brakes => !ice,
            Criterion::IceBrakes => ice,
            Criterion::Intern => intern,
            _ => true,
        })
    }

    /// Judges the landing.
    pub(crate) fn judge(&self) -> End {
        let missed = self.criteria().filter(|criterion| !self.holds(*criterion));
        let failed = missed.fold(Failed::default(), Failed::with);
        if failed == Failed::default() {
            End::Won
        } else {
            End::Lost { loss: Loss::Landing { failed } }
        }
    }

    /// Whether a criterion holds as things are.
    pub(crate) fn holds(&self, criterion: Criterion) -> bool {
        let policy = self.policy();
        let speed = self.final_speed();
        match criterion {
            Criterion::Axis => self.axis.position.abs() <= policy.landing_tilt,
            Criterion::Speed => {
                speed.is_some_and(|speed| policy.least_speed.is_none_or(|least| speed >= least))
            }
            Criterion::Brakes => {
                speed.is_some_and(|speed| switches::holds(policy.brakes, self.brakes, speed))
            }
            Criterion::IceBrakes => {
                self.ice == ICE_STEPS && speed.is_some_and(|speed| speed <= ICE_SPEED)
            }
            Criterion::Flaps => self.flaps == FLAPS,
            Criterion::LandingGear => self.gear.count_ones() == u32::from(GEAR),
            Criterion::Planes => self.approach.total() == 0,
            Criterion::Intern => self.intern.is_none_or(|intern| intern.left().is_empty()),
        }
    }

    /// The speed that counts for the landing: that of the final round only.
    fn final_speed(&self) -> Option<i8> {
        self.engines.speed.filter(|_| self.is_final())
    }

    /// How a criterion stands now. A flight that ended before its landing was judged has failed at
    /// none of them by that.
    pub fn standing(&self, criterion: Criterion) -> Standing {
        if self.holds(criterion) {
            Standing::Met
        } else if self.is_judged() || self.is_hopeless(criterion) {
            Standing::Failed
        } else {
            Standing::Pending
        }
    }

    /// Whether the landing was judged.
    pub(crate) const fn is_judged(&self) -> bool {
        matches!(self.end, Some(End::Won | End::Lost { loss: Loss::Landing { .. } }))
    }

    /// Whether no die that is still to come can make a criterion hold.
    fn is_hopeless(&self, criterion: Criterion) -> bool {
        let settled = |most: i8| self.final_speed().is_some_and(|speed| speed > most);
        match criterion {
            Criterion::Axis => self.is_final() && self.axis.dice.both().is_some(),
            Criterion::Speed => self.final_speed().is_some(),
            Criterion::Brakes => {
                let most = match self.policy().brakes {
                    BrakeTest::Power => MOST_POWER - 1,
                    BrakeTest::Count => BRAKES as i8 - 1,
                    BrakeTest::Marker => MOST_MARKER,
                };
                settled(most) || self.is_too_late(criterion)
            }
            Criterion::IceBrakes => settled(ICE_SPEED) || self.is_too_late(criterion),
            Criterion::Planes => self.is_too_late(criterion) || self.has_unreachable_plane(),
            Criterion::Flaps | Criterion::LandingGear | Criterion::Intern => {
                self.is_too_late(criterion)
            }
        }
    }

    /// Whether fewer dice can still come to a criterion than it needs.
    fn is_too_late(&self, criterion: Criterion) -> bool {
        self.dice_for(criterion).is_some_and(|dice| dice.to_come < dice.needed)
    }

    /// The dice that a criterion needs and those that can still come to it; none where it is not a
    /// matter of their number.
    fn dice_for(&self, criterion: Criterion) -> Option<DiceFor> {
        let (needed, to_come) = match criterion {
            Criterion::Axis | Criterion::Speed => return None,
            Criterion::Brakes => (self.brakes_needed(), self.still_to_come(Module::Brakes)),
            Criterion::IceBrakes => {
                let waiting = Module::IceBrakes.spaces().and(self.filled).len();
                let dice = 2 * u32::from(ICE_STEPS - self.ice);
                (dice.saturating_sub(waiting), self.spare_dice())
            }
            Criterion::Flaps => (u32::from(FLAPS - self.flaps), self.still_to_come(Module::Flaps)),
            Criterion::LandingGear => {
                let off = u32::from(GEAR) - self.gear.count_ones();
                (off, self.still_to_come(Module::LandingGear))
            }
            Criterion::Planes => (u32::from(self.approach.total()), self.calls_to_come()),
            Criterion::Intern => {
                let left = self.intern.map_or(0, |intern| intern.left().len());
                (left as u32, self.still_to_come(Module::Intern))
            }
        };
        Some(DiceFor { needed, to_come })
    }

    /// How many more brakes the landing needs at least.
    fn brakes_needed(&self) -> u32 {
        let all = match self.policy().brakes {
            BrakeTest::Power | BrakeTest::Count => BRAKES,
            BrakeTest::Marker => {
                let speed = self.final_speed().map_or(0, |speed| speed.max(0) as u8);
                speed.div_ceil(2).max(1)
            }
        };
        u32::from(all.saturating_sub(self.brakes))
    }

    /// The landing list.
    pub(crate) fn checklist(&self) -> Vec<Check> {
        let check = |criterion| Check {
            criterion,
            name: criterion.name().to_owned(),
            standing: self.standing(criterion),
            reason: self.reason(criterion),
        };
        self.criteria().map(check).collect()
    }

    /// What a criterion asks for and what there is; and where too few dice are left, how many.
    pub(crate) fn reason(&self, criterion: Criterion) -> String {
        let reason = self.demand(criterion);
        match self.dice_for(criterion) {
            Some(DiceFor { needed, to_come }) if to_come < needed && self.end.is_none() => {
                format!(
                    "{reason}; that needs {}, and {} can come",
                    more_dice(needed),
                    at_most(to_come)
                )
            }
            _ => reason,
        }
    }

    fn demand(&self, criterion: Criterion) -> String {
        let policy = self.policy();
        let speed = match self.final_speed() {
            Some(speed) => format!("the speed is {speed}"),
            None => "the speed is not set".to_owned(),
        };
        let axis = leaning(self.axis.position);
        match criterion {
            Criterion::Axis if policy.landing_tilt == 0 => {
                format!("must be level; it is {axis}")
            }
            Criterion::Axis => {
                format!("at most {} to a side; it is {axis}", policy.landing_tilt)
            }
            Criterion::Speed => match policy.least_speed {
                Some(least) => format!("must be at least {least}; {speed}"),
                None => format!("no minimum; {speed}"),
            },
            Criterion::Brakes => {
                let (strength, on) =
                    (switches::strength(policy.brakes, self.brakes), are(self.brakes));
                match policy.brakes {
                    BrakeTest::Power => format!(
                        "all {BRAKES} on, with more power than the speed; {on} on, power \
                         {strength}, {speed}"
                    ),
                    BrakeTest::Count => {
                        format!("all {BRAKES} on, and more than the speed; {on} on, {speed}")
                    }
                    BrakeTest::Marker => {
                        format!("the speed at most the brake marker, now {strength}; {speed}")
                    }
                }
            }
            Criterion::IceBrakes => format!(
                "all {ICE_STEPS} steps done, and a speed of at most {ICE_SPEED}; {} done, {speed}",
                are(self.ice)
            ),
            Criterion::Flaps => format!("all {FLAPS} out; {} out", are(self.flaps)),
            Criterion::LandingGear => {
                format!("all {GEAR} out; {} out", are(self.gear.count_ones() as u8))
            }
            Criterion::Planes => {
                format!("none on the track; {} there", are(self.approach.total()))
            }
            Criterion::Intern => {
                let left = self.intern.map_or(0, |intern| intern.left().len());
                format!("all tokens gone; {} left", are(left as u8))
            }
        }
    }
}

fn are(count: u8) -> String {
    match count {
        0 => "none is".to_owned(),
        1 => "1 is".to_owned(),
        _ => format!("{count} are"),
    }
}

fn at_most(dice: u32) -> String {
    if dice == 0 { "none".to_owned() } else { format!("at most {dice}") }
}

fn more_dice(dice: u32) -> String {
    let noun = if dice == 1 { "die" } else { "dice" };
    format!("{dice} more {noun}")
}
