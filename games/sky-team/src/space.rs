//! The spaces of the cockpit: which there are, whose they are, and what each takes now.
//!
//! A set of spaces is a set of bits, so that listing every legal die costs a few operations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::crew::Crew;
use crate::scenario::Fuel;
use crate::switches;

/// A module of the cockpit.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Module {
    /// Keeps the plane level; one die of each colour, every round.
    Axis,
    /// Makes the speed; one die of each colour, every round.
    Engines,
    /// Sends airplanes off the track.
    Radio,
    /// Three switches of the Pilot.
    LandingGear,
    /// Four switches of the Co-Pilot, in order.
    Flaps,
    /// Three switches of the Pilot, in order.
    Brakes,
    /// Earns coffee.
    Concentration,
    /// Takes one die each round for fuel.
    Kerosene,
    /// Trains the intern.
    Intern,
    /// Replaces the brakes: four steps of two dice.
    IceBrakes,
}

impl Module {
    /// All modules, in the order in which spaces are listed.
    pub const ALL: [Module; 10] = [
        Module::Axis,
        Module::Engines,
        Module::Radio,
        Module::LandingGear,
        Module::Flaps,
        Module::Brakes,
        Module::Concentration,
        Module::Kerosene,
        Module::Intern,
        Module::IceBrakes,
    ];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Module::Axis => "axis",
            Module::Engines => "engines",
            Module::Radio => "radio",
            Module::LandingGear => "landing gear",
            Module::Flaps => "flaps",
            Module::Brakes => "brakes",
            Module::Concentration => "concentration",
            Module::Kerosene => "kerosene",
            Module::Intern => "intern",
            Module::IceBrakes => "ice brakes",
        }
    }

    /// The number of its first space and how many spaces it has.
    const fn range(self) -> (u8, u8) {
        match self {
            Module::Axis => (0, 2),
            Module::Engines => (2, 2),
            Module::Radio => (4, 3),
            Module::LandingGear => (7, 3),
            Module::Flaps => (10, 4),
            Module::Brakes => (14, 3),
            Module::Concentration => (17, 3),
            Module::Kerosene => (20, 1),
            Module::Intern => (21, 2),
            Module::IceBrakes => (23, 2),
        }
    }

    pub(crate) const fn spaces(self) -> Spaces {
        let (first, count) = self.range();
        Spaces(((1 << count) - 1) << first)
    }

    /// One of its spaces, counted from 0.
    pub(crate) const fn space(self, slot: u8) -> Option<Space> {
        let (first, count) = self.range();
        if slot < count { Some(Space(first + slot)) } else { None }
    }

    const fn slot(self, slot: u8) -> Spaces {
        match self.space(slot) {
            Some(space) => space.only(),
            None => Spaces::NONE,
        }
    }

    /// Whether a die must lie there every round, where the rule set says so.
    pub(crate) const fn is_mandatory(self) -> bool {
        matches!(self, Module::Axis | Module::Engines)
    }
}

/// One space of the cockpit. Invariant: below [`SPACES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Space(u8);

impl Space {
    pub(crate) fn module(self) -> Module {
        MODULE_OF[usize::from(self.0)]
    }

    /// All spaces of its module.
    pub(crate) fn neighbours(self) -> Spaces {
        NEIGHBOURS_OF[usize::from(self.0)]
    }

    /// Its place in its module, counted from 0.
    pub(crate) fn slot(self) -> u8 {
        self.0 - self.module().range().0
    }

    pub(crate) const fn only(self) -> Spaces {
        Spaces(1 << self.0)
    }

    /// Whose side a space of Axis, Engines, Radio or Intern is on: the first is the Pilot's.
    pub(crate) fn side(self) -> Crew {
        if self.slot() == 0 { Crew::Pilot } else { Crew::Copilot }
    }
}

/// How many spaces there could be.
const SPACES: usize = 25;

/// The module of each space.
const MODULE_OF: [Module; SPACES] = {
    let mut modules = [Module::Axis; SPACES];
    let mut i = 0;
    while i < Module::ALL.len() {
        let module = Module::ALL[i];
        let mut slot = 0;
        while let Some(space) = module.space(slot) {
            modules[space.0 as usize] = module;
            slot += 1;
        }
        i += 1;
    }
    modules
};

/// The spaces of each space's module.
const NEIGHBOURS_OF: [Spaces; SPACES] = {
    let mut spaces = [Spaces::NONE; SPACES];
    let mut i = 0;
    while i < SPACES {
        spaces[i] = MODULE_OF[i].spaces();
        i += 1;
    }
    spaces
};

/// A set of spaces, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Spaces(u32);

impl Spaces {
    pub(crate) const NONE: Spaces = Spaces(0);
    /// Every space there could be.
    pub(crate) const ALL: Spaces = Spaces((1 << SPACES) - 1);

    pub(crate) const fn and(self, other: Spaces) -> Spaces {
        Spaces(self.0 & other.0)
    }

    pub(crate) const fn or(self, other: Spaces) -> Spaces {
        Spaces(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Spaces) -> Spaces {
        Spaces(self.0 & !other.0)
    }

    pub(crate) const fn has(self, space: Space) -> bool {
        self.0 & (1 << space.0) != 0
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The first space, if there is one.
    pub(crate) fn first(self) -> Option<Space> {
        (!self.is_empty()).then(|| Space(self.0.trailing_zeros() as u8))
    }

    /// The spaces in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = Space> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let space = Spaces(left).first()?;
            left &= left - 1;
            Some(space)
        })
    }

    /// Whether there is more than one.
    pub(crate) const fn are_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Keeps only the first of some spaces that are as good as each other.
    const fn merged(self, group: Spaces) -> Spaces {
        let among = self.0 & group.0;
        let first = among & among.wrapping_neg();
        Spaces(self.0 & !group.0 | first)
    }
}

/// The spaces that take each value of a die, by the value; no die shows the first and the last.
/// Eight of them, so that all are joined at once.
#[derive(Clone, Copy)]
pub(crate) struct ByValue([Spaces; 8]);

impl ByValue {
    const NONE: ByValue = ByValue([Spaces::NONE; 8]);

    /// The spaces that take this value.
    #[inline]
    pub(crate) fn of(&self, value: u8) -> Spaces {
        self.0.get(usize::from(value)).copied().unwrap_or(Spaces::NONE)
    }

    #[inline]
    const fn or(mut self, other: &ByValue) -> ByValue {
        let mut value = 0;
        while value < self.0.len() {
            self.0[value] = self.0[value].or(other.0[value]);
            value += 1;
        }
        self
    }

    #[inline]
    fn map(self, each: impl Fn(Spaces) -> Spaces) -> ByValue {
        ByValue(self.0.map(each))
    }

    /// Spaces for all values but one.
    const fn but(value: u8, spaces: Spaces) -> ByValue {
        let mut takes = ByValue([spaces; 8]);
        takes.0[value as usize] = Spaces::NONE;
        takes
    }

    /// Spaces for these values.
    const fn at(values: &[u8], spaces: Spaces) -> ByValue {
        let mut takes = ByValue::NONE;
        let mut i = 0;
        while i < values.len() {
            takes.0[values[i] as usize] = spaces;
            i += 1;
        }
        takes
    }
}

/// What the landing gear takes, by the bits of the switches that are on; then the same where switches
/// that are on take dice too.
const GEAR: [[ByValue; 8]; 2] = {
    let mut takes = [[ByValue::NONE; 8]; 2];
    let mut i = 0;
    while i < 8 * switches::GEAR {
        let (on, slot) = (i / switches::GEAR, i % switches::GEAR);
        if on & 1 << slot == 0 {
            takes[0][on as usize] = takes[0][on as usize].or(&gear(slot));
        }
        takes[1][on as usize] = takes[1][on as usize].or(&gear(slot));
        i += 1;
    }
    takes
};

/// What flaps, brakes and ice brakes take, by how many are on.
const FLAPS: [[ByValue; 5]; 2] = in_order(&[flap(0), flap(1), flap(2), flap(3)]);
const BRAKES: [[ByValue; 4]; 2] = in_order(&[brake(0), brake(1), brake(2)]);
const ICE_STEPS: [[ByValue; 5]; 2] =
    in_order(&[ice_step(0), ice_step(1), ice_step(2), ice_step(3)]);

/// Switches that go on in order take dice at the next one; and where they take dice too that are on,
/// also at those before.
const fn in_order<const N: usize>(switches: &[ByValue]) -> [[ByValue; N]; 2] {
    let mut takes = [[ByValue::NONE; N]; 2];
    let mut on = 0;
    while on < N {
        let before = if on == 0 { ByValue::NONE } else { takes[1][on - 1] };
        takes[0][on] = if on < switches.len() { switches[on] } else { ByValue::NONE };
        takes[1][on] = before.or(&takes[0][on]);
        on += 1;
    }
    takes
}

/// By side and by the token at the end of its row.
const INTERN: [[ByValue; 7]; 2] = {
    let mut takes = [[ByValue::NONE; 7]; 2];
    let mut token = 1;
    while token <= 6 {
        takes[0][token as usize] = ByValue::but(token, intern_space(Crew::Pilot));
        takes[1][token as usize] = ByValue::but(token, intern_space(Crew::Copilot));
        token += 1;
    }
    takes
};

const fn gear(slot: u8) -> ByValue {
    ByValue::at(&switches::gear_values(slot), Module::LandingGear.slot(slot))
}

const fn flap(slot: u8) -> ByValue {
    ByValue::at(&switches::flap_values(slot), Module::Flaps.slot(slot))
}

const fn brake(slot: u8) -> ByValue {
    ByValue::at(&[switches::brake_value(slot)], Module::Brakes.slot(slot))
}

const fn ice_step(step: u8) -> ByValue {
    ByValue::at(&[switches::ice_value(step)], Module::IceBrakes.spaces())
}

/// What a die of a colour may lie on, apart from Concentration.
const PILOT: Spaces = Module::Axis
    .slot(0)
    .or(Module::Engines.slot(0))
    .or(Module::Radio.slot(0))
    .or(Module::LandingGear.spaces())
    .or(Module::Brakes.spaces())
    .or(Module::Kerosene.spaces())
    .or(Module::Intern.slot(0))
    .or(Module::IceBrakes.spaces());
const COPILOT: Spaces = Module::Axis
    .slot(1)
    .or(Module::Engines.slot(1))
    .or(COPILOT_RADIO)
    .or(Module::Flaps.spaces())
    .or(Module::Kerosene.spaces())
    .or(Module::Intern.slot(1))
    .or(Module::IceBrakes.slot(1));
const COPILOT_RADIO: Spaces = Module::Radio.slot(1).or(Module::Radio.slot(2));
const MANDATORY: Spaces = Module::Axis.spaces().or(Module::Engines.spaces());
const BASE: Spaces = MANDATORY
    .or(Module::Radio.spaces())
    .or(Module::LandingGear.spaces())
    .or(Module::Flaps.spaces());
const ANY_VALUE: Spaces = MANDATORY
    .or(Module::Radio.spaces())
    .or(Module::Concentration.spaces())
    .or(Module::Kerosene.spaces());

impl Board {
    /// The spaces of this game.
    pub(crate) fn present(&self) -> Spaces {
        let concentration = if self.policy().shared_concentration {
            Module::Concentration.spaces()
        } else {
            Module::Concentration.slot(0).or(Module::Concentration.slot(1))
        };
        let when = |there: bool, module: Module| {
            if there { module.spaces() } else { Spaces::NONE }
        };
        BASE.or(concentration)
            .or(when(!self.course.ice_brakes, Module::Brakes))
            .or(when(self.course.ice_brakes, Module::IceBrakes))
            .or(when(self.course.fuel == Fuel::Kerosene, Module::Kerosene))
            .or(when(self.course.intern, Module::Intern))
    }

    /// The spaces that take a die of this colour.
    pub(crate) fn of_colour(&self, colour: Crew) -> Spaces {
        let own = match colour {
            Crew::Pilot => PILOT.or(Module::Concentration.slot(0)),
            Crew::Copilot => COPILOT.or(Module::Concentration.slot(1)),
        };
        if self.policy().shared_concentration {
            own.or(Module::Concentration.spaces())
        } else {
            own
        }
    }

    /// Axis and Engines of a colour, where nothing lies yet this round.
    pub(crate) fn empty_mandatory(&self, colour: Crew) -> Spaces {
        MANDATORY.and(self.of_colour(colour)).without(self.filled)
    }

    /// The spaces among these that take a die of this value now. Of spaces that are as good as each
    /// other, only the first is named.
    pub(crate) fn open(&self, among: Spaces, value: u8) -> Spaces {
        self.takes(value).and(self.free(among))
    }

    /// What is [`open`](Board::open) to each value.
    #[inline]
    pub(crate) fn open_by_value(&self, among: Spaces) -> ByValue {
        let free = self.free(among);
        self.takes_by_value().map(|takes| takes.and(free))
    }

    /// The spaces among these where nothing lies; of those that are as good as each other the first.
    #[inline]
    fn free(&self, among: Spaces) -> Spaces {
        let free = among.and(self.present()).without(self.filled).merged(COPILOT_RADIO);
        if self.policy().shared_concentration {
            free.merged(Module::Concentration.spaces())
        } else {
            free
        }
    }

    /// The spaces that take this value as the switches stand, whether or not something lies there.
    pub(crate) fn takes(&self, value: u8) -> Spaces {
        let mut takes = ANY_VALUE;
        self.each_taking(|more| takes = takes.or(more.of(value)));
        takes
    }

    #[inline]
    fn takes_by_value(&self) -> ByValue {
        let mut takes = ByValue([ANY_VALUE; 8]);
        self.each_taking(|more| takes = takes.or(more));
        takes
    }

    /// Calls `each` for what takes only some values, as the switches stand.
    #[inline]
    fn each_taking(&self, mut each: impl FnMut(&ByValue)) {
        let repeats = usize::from(self.policy().repeats);
        each(of(&GEAR[repeats], self.gear));
        each(of(&FLAPS[repeats], self.flaps));
        each(of(&BRAKES[repeats], self.brakes));
        if let Some(intern) = &self.intern {
            let ends = Crew::ALL.into_iter().filter_map(|side| Some((side, intern.end(side)?)));
            ends.for_each(|(side, token)| each(of(&INTERN[side as usize], token)));
        }
        if self.course.ice_brakes {
            each(of(&ICE_STEPS[0], self.ice));
        }
    }

    /// Whether a landing gear switch is on.
    pub(crate) const fn gear_on(&self, switch: u8) -> bool {
        self.gear & (1 << switch) != 0
    }
}

/// What a row of switches takes in this state.
#[inline]
fn of(takes: &[ByValue], state: u8) -> &ByValue {
    takes.get(usize::from(state)).unwrap_or(&ByValue::NONE)
}

/// The intern's space on a side.
pub(crate) const fn intern_space(side: Crew) -> Spaces {
    Module::Intern.slot(side as u8)
}
