//! What the three rule sets differ in, and nothing else. Each field is a ruling (`R-…` in
//! `docs/rules/sky-team.md`); the rules ask the policy and never the name of the rule set.

use crate::config::{EqualSpeed, RuleSet};

/// How one rule set decides what the seed leaves open or says in two ways.
pub(crate) struct Policy {
    /// what the brakes are compared by at the landing.
    pub brakes: BrakeTest,
    /// how far the axis may be off at the landing.
    pub landing_tilt: i8,
    /// The least speed of the final round.
    pub least_speed: Option<i8>,
    /// whether leaving planes or the airport behind, or coming late, loses. Otherwise
    /// the position stops at the airport, and is set there for the final round.
    pub track_loses: bool,
    /// whether planes left when the altitude becomes 0 lose at once.
    pub clear_by_final: bool,
    /// what the radio counts from.
    pub radio: RadioAim,
    /// what a speed equal to the blue marker does.
    pub equal_speed: EqualSpeed,
    /// whether Axis and Engines must be filled each round.
    pub mandatory: bool,
    /// how many steps coffee may change a die.
    pub coffee_steps: u8,
    /// whether Concentration has three shared spaces, or one for each.
    pub shared_concentration: bool,
    /// whether a die may lie on a switch that is on already, without effect.
    pub repeats: bool,
    /// how rerolls work.
    pub rerolls: RerollRule,
    /// whether a placement may be taken back unless the table says otherwise.
    pub undo: bool,
    /// whether the table may ask for an early end.
    pub early_end: bool,
    /// Whether it takes ice brakes: their landing speed must not contradict its own.
    pub carries_ice_brakes: bool,
    /// Whether it offers every scenario without being asked.
    pub all_scenarios: bool,
}

/// What the landing compares with the speed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BrakeTest {
    /// All three on, and the sum of their values above the speed.
    Power,
    /// All three on, and their number above the speed.
    Count,
    /// At least one on, and the speed at most the brake marker.
    Marker,
}

/// What the radio counts from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RadioAim {
    /// The current segment is 1.
    Position,
    /// The first segment of the track is 1.
    Start,
}

/// How rerolls work.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RerollRule {
    /// One token for the game; who spends it rerolls one or two own dice.
    Own,
    /// A token at each altitude that shows one; both choose any number of own dice.
    Both,
}

const SEED: Policy = Policy {
    brakes: BrakeTest::Power,
    landing_tilt: 2,
    least_speed: Some(9),
    track_loses: true,
    clear_by_final: true,
    radio: RadioAim::Position,
    equal_speed: EqualSpeed::Moves,
    mandatory: true,
    coffee_steps: 3,
    shared_concentration: false,
    repeats: false,
    rerolls: RerollRule::Own,
    undo: true,
    early_end: false,
    carries_ice_brakes: false,
    all_scenarios: false,
};

const LITERAL: Policy = Policy {
    brakes: BrakeTest::Count,
    track_loses: false,
    radio: RadioAim::Start,
    mandatory: false,
    coffee_steps: 1,
    ..SEED
};

const PUBLISHED: Policy = Policy {
    brakes: BrakeTest::Marker,
    landing_tilt: 0,
    least_speed: None,
    clear_by_final: false,
    equal_speed: EqualSpeed::Stays,
    shared_concentration: true,
    repeats: true,
    rerolls: RerollRule::Both,
    undo: false,
    early_end: true,
    carries_ice_brakes: true,
    all_scenarios: true,
    ..SEED
};

impl RuleSet {
    /// How this rule set decides.
    pub(crate) const fn policy(self) -> &'static Policy {
        match self {
            RuleSet::Seed => &SEED,
            RuleSet::Literal => &LITERAL,
            RuleSet::Published => &PUBLISHED,
        }
    }
}
