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

impl ShotOdds {
    /// How likely the target is hit, whatever that does to it.
    pub fn hit(&self) -> Chance {
        self.down + self.destroyed + self.resisted
    }
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

/// What is known of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Die {
    /// It is still to fall, and stands as it falls.
    Falls,
    /// It lies.
    Lies(u8),
    /// It lies with this value and falls again, and its owner keeps the better of the two.
    Better(u8),
}

impl Die {
    /// The values that its owner can choose from, for each equally likely way to fall.
    fn ways(self) -> impl Iterator<Item = [u8; 2]> + Clone {
        let (faces, old) = match self {
            Die::Falls => (1..=6, None),
            Die::Lies(face) => (face..=face, None),
            Die::Better(old) => (1..=6, Some(old)),
        };
        faces.map(move |face| [old.unwrap_or(face), face])
    }
}

/// The ends of a shot, the worst for the shooter first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ShotEnd {
    OwnFire,
    Miss,
    Resisted,
    Down,
    Destroyed,
}

/// The odds of a shot: what the terms say, what a hit does, and whether a friend is beside the
/// target.
pub fn shot_odds(terms: &ShotTerms, hit: HitEffect, friends: bool, dice: [Die; 2]) -> ShotOdds {
    let end = |natural| match terms.result(natural) {
        ShotResult::Failure if friends => ShotEnd::OwnFire,
        ShotResult::Failure | ShotResult::Miss => ShotEnd::Miss,
        ShotResult::Kill => ShotEnd::Destroyed,
        ShotResult::Hit => match hit {
            HitEffect::Down => ShotEnd::Down,
            HitEffect::Destroyed => ShotEnd::Destroyed,
            HitEffect::Nothing => ShotEnd::Resisted,
        },
    };
    let [first, second] = dice;
    let mut ends = [0; 5];
    for [a, b] in first.ways() {
        for [c, d] in second.ways() {
            let best = end(a + c).max(end(a + d)).max(end(b + c)).max(end(b + d));
            ends[best as usize] += 1;
        }
    }
    let whole = ends.iter().sum();
    let chance = |end| Chance::new(ends[end as usize], whole).unwrap_or(Chance::NEVER);
    ShotOdds {
        miss: chance(ShotEnd::Miss),
        down: chance(ShotEnd::Down),
        destroyed: chance(ShotEnd::Destroyed),
        resisted: chance(ShotEnd::Resisted),
        own_fire: chance(ShotEnd::OwnFire),
    }
}

/// The odds of a fight between standing units, by own less enemy attack quality. The better value
/// of a die is the higher one.
pub fn melee_odds(difference: i32, own: Die, enemy: Die) -> MeleeOdds {
    let (mut whole, mut win, mut tie, mut lose) = (0, 0, 0, 0);
    for [a, b] in own.ways() {
        for [c, d] in enemy.ways() {
            whole += 1;
            match (i32::from(a.max(b)) + difference).cmp(&i32::from(c.max(d))) {
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
