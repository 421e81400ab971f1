//! Exact odds: a change is run once for each way in which its dice can fall.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Add;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Dice;

/// A probability as a fraction in lowest terms. On the wire it is `[parts, whole]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "(u64, u64)", into = "(u64, u64)")]
#[schemars(with = "(u64, u64)")]
pub struct Chance {
    parts: u64,
    whole: u64,
}

impl Chance {
    /// It never happens.
    pub const NEVER: Chance = Chance { parts: 0, whole: 1 };
    /// It always happens.
    pub const ALWAYS: Chance = Chance { parts: 1, whole: 1 };

    /// `parts` cases in `whole`, if that is a probability.
    pub fn new(parts: u64, whole: u64) -> Option<Chance> {
        if whole == 0 || parts > whole {
            return None;
        }
        let divisor = gcd(parts, whole);
        Some(Chance { parts: parts / divisor, whole: whole / divisor })
    }

    /// The numerator.
    pub const fn parts(self) -> u64 {
        self.parts
    }

    /// The denominator.
    pub const fn whole(self) -> u64 {
        self.whole
    }

    /// In thousandths, rounded to the nearest, for people.
    pub fn permille(self) -> u32 {
        let thousandths = (u128::from(self.parts) * 2000 / u128::from(self.whole)).div_ceil(2);
        thousandths as u32
    }
}

impl Add for Chance {
    type Output = Chance;

    /// The chance that one of two things happens that exclude each other.
    ///
    /// # Panics
    /// Where the sum is above 1 or its whole does not fit 64 bits: the two did not exclude each
    /// other, or came from different dice.
    fn add(self, other: Chance) -> Chance {
        let whole = u128::from(self.whole / gcd(self.whole, other.whole)) * u128::from(other.whole);
        let parts = u128::from(self.parts) * (whole / u128::from(self.whole))
            + u128::from(other.parts) * (whole / u128::from(other.whole));
        u64::try_from(parts)
            .ok()
            .zip(u64::try_from(whole).ok())
            .and_then(|(parts, whole)| Chance::new(parts, whole))
            .expect("chances that exclude each other add up to at most 1")
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.parts, self.whole)
    }
}

impl TryFrom<(u64, u64)> for Chance {
    type Error = String;

    fn try_from((parts, whole): (u64, u64)) -> Result<Chance, String> {
        Chance::new(parts, whole).ok_or_else(|| format!("{parts}/{whole} is no probability"))
    }
}

impl From<Chance> for (u64, u64) {
    fn from(chance: Chance) -> (u64, u64) {
        (chance.parts, chance.whole)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

/// Runs a change once for each way in which its dice can fall and hands over what came of it, with
/// its exact probability.
///
/// ```
/// use senet_kernel::{outcomes, Chance};
///
/// let mut sevens = Chance::NEVER;
/// outcomes(|dice| dice.d6() + dice.d6(), |chance, sum| {
///     if sum == 7 {
///         sevens = sevens + chance;
///     }
/// });
/// assert_eq!(sevens, Chance::new(1, 6).unwrap());
/// ```
pub fn outcomes<T>(mut run: impl FnMut(&mut Dice) -> T, mut each: impl FnMut(Chance, T)) {
    let mut path = Path::default();
    loop {
        let mut dice = Dice::enumerated(path);
        let result = run(&mut dice);
        path = dice.into_path().expect("the dice were made by enumeration");
        each(path.chance().expect("fewer than 2^64 ways to fall"), result);
        if !path.advance() {
            return;
        }
    }
}

/// The same for a change whose dice may fall in more ways than anybody can wait for or hold: all of them,
/// or none where there are more than `most`.
pub fn outcomes_up_to<T>(
    most: usize,
    mut run: impl FnMut(&mut Dice) -> T,
) -> Option<Vec<(Chance, T)>> {
    let mut path = Path::default();
    let mut all = Vec::new();
    loop {
        let mut dice = Dice::enumerated(path);
        let result = run(&mut dice);
        path = dice.into_path().expect("the dice were made by enumeration");
        let chance = path.chance().filter(|_| all.len() < most)?;
        all.push((chance, result));
        if !path.advance() {
            return Some(all);
        }
    }
}

/// The exact distribution of what a change leads to.
pub fn distribution<T: Ord>(run: impl FnMut(&mut Dice) -> T) -> BTreeMap<T, Chance> {
    let mut chances = BTreeMap::new();
    outcomes(run, |chance, result| {
        let sum = chances.entry(result).or_insert(Chance::NEVER);
        *sum = *sum + chance;
    });
    chances
}

/// One way in which the dice can fall: what was drawn so far and among how many.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    choices: Vec<(u32, u32)>,
    next: usize,
}

impl Path {
    pub(crate) fn choose(&mut self, of: u32) -> u32 {
        if self.next == self.choices.len() {
            self.choices.push((0, of));
        }
        let (choice, _) = self.choices[self.next];
        self.next += 1;
        choice
    }

    /// How likely this way is; none where that is less than a 64-bit fraction can tell.
    fn chance(&self) -> Option<Chance> {
        let mut choices = self.choices.iter();
        let whole =
            choices.try_fold(1u64, |whole, (_, of)| whole.checked_mul(u64::from(*of).max(1)))?;
        Some(Chance { parts: 1, whole })
    }

    /// Turns to the next way, if there is one.
    fn advance(&mut self) -> bool {
        self.next = 0;
        while let Some((choice, of)) = self.choices.pop() {
            if choice + 1 < of {
                self.choices.push((choice + 1, of));
                return true;
            }
        }
        false
    }
}
