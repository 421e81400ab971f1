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
    /// The defender loses, but its side's trait makes nothing of it.
    pub resisted: Chance,
    /// Nothing happens.
    pub tie: Chance,
    /// The attacker loses, but its side's trait makes nothing of it.
    pub held: Chance,
    /// The attacker goes Down.
    pub lose: Chance,
}

/// The numbers of one fight between standing units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeleeTerms {
    /// The attacker's melee quality less the defender's.
    pub difference: i32,
    /// Whether the defender's trait makes nothing of a defeat.
    pub resisted: bool,
    /// Whether the attacker's trait makes nothing of a defeat.
    pub held: bool,
}

/// What a side may do about one die of its roll, once the dice lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rerolls {
    /// It rolls the die again and keeps the value that it likes better.
    pub choice: bool,
    /// It rolls the die again, and the second value stands.
    pub second: bool,
}

impl Rerolls {
    /// Whether there is none.
    pub const fn is_none(self) -> bool {
        !self.choice && !self.second
    }

    /// What can become of a die that lies: it stays, or one of the rerolls.
    fn of(self, lying: u8) -> impl Iterator<Item = Die> + Clone {
        let choice = self.choice.then_some(Die::Better(lying));
        let second = self.second.then_some(Die::Falls);
        [Die::Lies(lying)].into_iter().chain(choice).chain(second)
    }
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

/// How many of the equally likely ways of a roll lead to each end of a shot.
type ShotCounts = [u64; 5];

/// The odds of a shot: what the terms say, what a hit does, and whether a friend is beside the
/// target.
pub fn shot_odds(terms: &ShotTerms, hit: HitEffect, friends: bool, dice: [Die; 2]) -> ShotOdds {
    shot_chances(shot_counts(terms, hit, friends, dice))
}

/// The same before the dice fall, where the shooter's side makes the best of a reroll: it sees both
/// dice, and rolls one again or none. Best is what hits most often; of such, what destroys most often;
/// of such, what endangers friends least.
pub fn best_shot_odds(
    terms: &ShotTerms,
    hit: HitEffect,
    friends: bool,
    rerolls: Rerolls,
) -> ShotOdds {
    let judge = |dice| told_for(shot_counts(terms, hit, friends, dice), 6);
    let mut sum = [0; 5];
    for (a, b) in both_dice() {
        let first = rerolls.of(a).map(|die| [die, Die::Lies(b)]);
        let second = rerolls.of(b).skip(1).map(|die| [Die::Lies(a), die]);
        let best = first
            .chain(second)
            .map(judge)
            .reduce(|best, next| if liking(&next) > liking(&best) { next } else { best });
        add(&mut sum, &best.unwrap_or_default());
    }
    shot_chances(sum)
}

/// How much a shooter likes what may become of a shot.
fn liking(counts: &ShotCounts) -> (u64, u64, std::cmp::Reverse<u64>) {
    let of = |end: ShotEnd| counts[end as usize];
    let hits = of(ShotEnd::Resisted) + of(ShotEnd::Down) + of(ShotEnd::Destroyed);
    (hits, of(ShotEnd::Destroyed), std::cmp::Reverse(of(ShotEnd::OwnFire)))
}

fn shot_counts(terms: &ShotTerms, hit: HitEffect, friends: bool, dice: [Die; 2]) -> ShotCounts {
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
    let mut counts = [0; 5];
    for [a, b] in first.ways() {
        for [c, d] in second.ways() {
            let best = end(a + c).max(end(a + d)).max(end(b + c)).max(end(b + d));
            counts[best as usize] += 1;
        }
    }
    counts
}

fn shot_chances(counts: ShotCounts) -> ShotOdds {
    let whole = counts.iter().sum();
    let chance = |end| Chance::new(counts[end as usize], whole).unwrap_or(Chance::NEVER);
    ShotOdds {
        miss: chance(ShotEnd::Miss),
        down: chance(ShotEnd::Down),
        destroyed: chance(ShotEnd::Destroyed),
        resisted: chance(ShotEnd::Resisted),
        own_fire: chance(ShotEnd::OwnFire),
    }
}

/// How many of the equally likely ways of a fight the attacker wins, ties and loses.
type FightCounts = [u64; 3];

/// The odds of a fight between standing units. The better value of a die is the higher one.
pub fn melee_odds(terms: MeleeTerms, own: Die, enemy: Die) -> MeleeOdds {
    melee_chances(terms, fight_counts(terms, own, enemy))
}

/// The same where the defender's die lies and its side answers the attacker's as best it can.
pub fn answered_melee_odds(terms: MeleeTerms, own: Die, lying: u8, answers: Rerolls) -> MeleeOdds {
    melee_chances(terms, answered(terms, own, lying, answers))
}

/// The same before the dice fall, where both sides make the best of their rerolls: the attacker sees
/// both dice and answers first.
pub fn best_melee_odds(terms: MeleeTerms, own: Rerolls, enemy: Rerolls) -> MeleeOdds {
    let mut sum = [0; 3];
    for (a, b) in both_dice() {
        let ways = own.of(a).map(|die| told_for(answered(terms, die, b, enemy), 36));
        let best = ways.reduce(|best, next| if lead(&next) > lead(&best) { next } else { best });
        add(&mut sum, &best.unwrap_or_default());
    }
    melee_chances(terms, sum)
}

/// How much more often the attacker wins than loses.
fn lead([win, _, lose]: &FightCounts) -> i64 {
    *win as i64 - *lose as i64
}

/// The ends after the defender's best answer to each value of the attacker's die.
fn answered(terms: MeleeTerms, own: Die, lying: u8, answers: Rerolls) -> FightCounts {
    let mut sum = [0; 3];
    for [a, b] in own.ways() {
        let attack = Die::Lies(a.max(b));
        let ways = answers.of(lying).map(|die| told_for(fight_counts(terms, attack, die), 6));
        let best = ways.reduce(|best, next| if lead(&next) < lead(&best) { next } else { best });
        add(&mut sum, &best.unwrap_or_default());
    }
    sum
}

fn fight_counts(terms: MeleeTerms, own: Die, enemy: Die) -> FightCounts {
    let mut counts = [0; 3];
    for [a, b] in own.ways() {
        for [c, d] in enemy.ways() {
            let end = match (i32::from(a.max(b)) + terms.difference).cmp(&i32::from(c.max(d))) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 2,
            };
            counts[end] += 1;
        }
    }
    counts
}

fn melee_chances(terms: MeleeTerms, [win, tie, lose]: FightCounts) -> MeleeOdds {
    let whole = win + tie + lose;
    let chance = |parts| Chance::new(parts, whole).unwrap_or(Chance::NEVER);
    let split = |parts, nothing| if nothing { [0, parts] } else { [parts, 0] };
    let [win, resisted] = split(win, terms.resisted).map(chance);
    let [lose, held] = split(lose, terms.held).map(chance);
    MeleeOdds { win, resisted, tie: chance(tie), held, lose }
}

/// Every way in which two dice fall.
fn both_dice() -> impl Iterator<Item = (u8, u8)> {
    (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)))
}

/// Counts told for so many ways, of which they are a part without rest.
fn told_for<const N: usize>(counts: [u64; N], whole: u64) -> [u64; N] {
    let ways: u64 = counts.iter().sum();
    counts.map(|count| count * whole / ways.max(1))
}

fn add<const N: usize>(sum: &mut [u64; N], counts: &[u64; N]) {
    sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

impl MeleeOdds {
    /// Against a Down unit: no dice.
    pub const CERTAIN: MeleeOdds = MeleeOdds {
        win: Chance::ALWAYS,
        resisted: Chance::NEVER,
        tie: Chance::NEVER,
        held: Chance::NEVER,
        lose: Chance::NEVER,
    };
}
