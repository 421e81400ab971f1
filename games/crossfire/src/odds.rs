//! Shots and fights in numbers: what a roll comes to, and how likely each end is.
//!
//! The rules and the odds shown to players ask the same functions, so they cannot differ.

use schemars::JsonSchema;
use senet_kernel::Chance;
use serde::{Deserialize, Serialize};

use crate::data::Naturals;

/// The numbers of one shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShotTerms {
    /// Attack quality, with everything that adds to it.
    pub attack: i32,
    /// Defense, with everything that adds to it.
    pub defense: i32,
    /// Naturals that kill.
    pub kills: Naturals,
    /// Naturals that fail.
    pub failures: Naturals,
}

/// What the two dice of a shot come to.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ShotResult {
    /// A critical failure: a friend beside the target is hit instead, if there is one.
    Failure,
    /// A critical hit: destroyed.
    Kill,
    /// The total is above the Defense.
    Hit,
    /// It is not.
    Miss,
}

impl ShotTerms {
    /// What a natural comes to (rules, section 10.1, in its order).
    pub fn result(&self, natural: u8) -> ShotResult {
        if self.failures.contains(natural) {
            ShotResult::Failure
        } else if self.kills.contains(natural) {
            ShotResult::Kill
        } else if i32::from(natural) + self.attack > self.defense {
            ShotResult::Hit
        } else {
            ShotResult::Miss
        }
    }

    /// The least natural whose total is above the Defense.
    pub fn needed(&self) -> i32 {
        self.defense + 1 - self.attack
    }
}

/// What a hit does to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HitEffect {
    /// It goes Down.
    Down,
    /// It was Down, and is destroyed.
    Destroyed,
    /// Its side's Resilient trait makes nothing of it.
    Nothing,
}

/// How likely each end of a shot is. They add up to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShotOdds {
    /// Nothing happens.
    pub miss: Chance,
    /// The target goes Down.
    pub down: Chance,
    /// The target is destroyed.
    pub destroyed: Chance,
    /// The target is hit, but its side's trait makes nothing of it.
    pub resisted: Chance,
    /// A friend beside the target is hit instead.
    pub own_fire: Chance,
}

/// How likely each end of a fight is, for the attacker. They add up to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MeleeOdds {
    /// The defender goes Down; one that was Down is destroyed.
    pub win: Chance,
    /// Nothing happens.
    pub tie: Chance,
    /// The attacker goes Down.
    pub lose: Chance,
}

/// Which dice of a roll are still to fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lying {
    /// None lies yet.
    None,
    /// One lies, the other falls again.
    One(u8),
    /// Both lie.
    Both(u8, u8),
}

/// The odds of a shot: what the terms say, what a hit does, and whether a friend is beside the
/// target.
pub fn shot_odds(terms: &ShotTerms, hit: HitEffect, friends: bool, lying: Lying) -> ShotOdds {
    let (mut whole, mut miss, mut down, mut destroyed, mut resisted, mut own_fire) =
        (0, 0, 0, 0, 0, 0);
    for_each_sum(lying, |natural| {
        whole += 1;
        let end = match terms.result(natural) {
            ShotResult::Failure if friends => &mut own_fire,
            ShotResult::Failure | ShotResult::Miss => &mut miss,
            ShotResult::Kill => &mut destroyed,
            ShotResult::Hit => match hit {
                HitEffect::Down => &mut down,
                HitEffect::Destroyed => &mut destroyed,
                HitEffect::Nothing => &mut resisted,
            },
        };
        *end += 1;
    });
    let chance = |parts| Chance::new(parts, whole).unwrap_or(Chance::NEVER);
    ShotOdds {
        miss: chance(miss),
        down: chance(down),
        destroyed: chance(destroyed),
        resisted: chance(resisted),
        own_fire: chance(own_fire),
    }
}

/// The odds of a fight between standing units, by own less enemy attack quality; a die that lies
/// is given.
pub fn melee_odds(difference: i32, own: Option<u8>, enemy: Option<u8>) -> MeleeOdds {
    let (mut whole, mut win, mut tie, mut lose) = (0, 0, 0, 0);
    for own in faces(own) {
        for enemy in faces(enemy) {
            whole += 1;
            match (i32::from(own) + difference).cmp(&i32::from(enemy)) {
                std::cmp::Ordering::Greater => win += 1,
                std::cmp::Ordering::Equal => tie += 1,
                std::cmp::Ordering::Less => lose += 1,
            }
        }
    }
    let chance = |parts| Chance::new(parts, whole).unwrap_or(Chance::NEVER);
    MeleeOdds { win: chance(win), tie: chance(tie), lose: chance(lose) }
}

impl MeleeOdds {
    /// Against a Down unit: no dice.
    pub const CERTAIN: MeleeOdds =
        MeleeOdds { win: Chance::ALWAYS, tie: Chance::NEVER, lose: Chance::NEVER };
}

fn for_each_sum(lying: Lying, mut each: impl FnMut(u8)) {
    let (first, second) = match lying {
        Lying::None => (None, None),
        Lying::One(die) => (Some(die), None),
        Lying::Both(a, b) => (Some(a), Some(b)),
    };
    for a in faces(first) {
        for b in faces(second) {
            each(a + b);
        }
    }
}

fn faces(lying: Option<u8>) -> std::ops::RangeInclusive<u8> {
    match lying {
        Some(die) => die..=die,
        None => 1..=6,
    }
}
