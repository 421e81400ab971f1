//! Whole numbers of up to 320 bits: there are about 10^48 warbands of 125 points.

use std::cmp::Ordering;
use std::fmt;

use senet_kernel::Dice;

const LIMBS: usize = 5;

/// A whole number. Sums and products beyond 320 bits stay at the highest number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Natural {
    /// Least first; zero from `len` on.
    limbs: [u64; LIMBS],
    len: u8,
}

impl Natural {
    /// Nothing.
    pub const ZERO: Natural = Natural { limbs: [0; LIMBS], len: 0 };
    /// One.
    pub const ONE: Natural = Natural::small(1);
    const MAX: Natural = Natural { limbs: [u64::MAX; LIMBS], len: LIMBS as u8 };

    /// A small number.
    pub const fn small(number: u64) -> Natural {
        let mut limbs = [0; LIMBS];
        limbs[0] = number;
        Natural { limbs, len: (number != 0) as u8 }
    }

    /// Whether it is nothing.
    pub const fn is_zero(&self) -> bool {
        self.len == 0
    }

    /// The number, where it is small enough.
    pub const fn to_u128(&self) -> Option<u128> {
        if self.len <= 2 {
            Some((self.limbs[1] as u128) << 64 | self.limbs[0] as u128)
        } else {
            None
        }
    }

    fn used(&self) -> &[u64] {
        &self.limbs[..usize::from(self.len)]
    }

    fn measured(limbs: [u64; LIMBS]) -> Natural {
        let len = limbs.iter().rposition(|limb| *limb != 0).map_or(0, |place| place + 1);
        Natural { limbs, len: len as u8 }
    }

    /// The sum.
    pub fn plus(&self, other: &Natural) -> Natural {
        let mut limbs = [0; LIMBS];
        let mut carry = false;
        for (place, limb) in limbs.iter_mut().enumerate() {
            let (sum, first) = self.limbs[place].overflowing_add(other.limbs[place]);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *limb = sum;
            carry = first || second;
        }
        if carry { Natural::MAX } else { Natural::measured(limbs) }
    }

    /// The product.
    pub fn times(&self, other: &Natural) -> Natural {
        let mut limbs = [0_u64; LIMBS];
        for (i, a) in self.used().iter().enumerate() {
            let mut carry = 0_u128;
            for j in 0..LIMBS - i {
                if usize::from(other.len) <= j && carry == 0 {
                    break;
                }
                let product = u128::from(*a) * u128::from(other.limbs[j]);
                let sum = product + u128::from(limbs[i + j]) + carry;
                limbs[i + j] = sum as u64;
                carry = sum >> 64;
            }
            let lost = other.used().len().saturating_sub(LIMBS - i) > 0;
            if carry != 0 || lost {
                return Natural::MAX;
            }
        }
        Natural::measured(limbs)
    }

    /// The quotient, without its rest. Dividing by nothing gives nothing.
    pub fn over(&self, divisor: u64) -> Natural {
        if divisor == 0 {
            return Natural::ZERO;
        }
        let mut limbs = [0; LIMBS];
        let mut rest = 0_u128;
        for place in (0..LIMBS).rev() {
            let part = rest << 64 | u128::from(self.limbs[place]);
            limbs[place] = (part / u128::from(divisor)) as u64;
            rest = part % u128::from(divisor);
        }
        Natural::measured(limbs)
    }

    fn rest(&self, divisor: u64) -> u64 {
        let fold = |rest: u128, limb: &u64| (rest << 64 | u128::from(*limb)) % u128::from(divisor);
        self.used().iter().rev().fold(0, fold) as u64
    }

    /// The difference; nothing where the other is larger.
    pub fn minus(&self, other: &Natural) -> Natural {
        if self < other {
            return Natural::ZERO;
        }
        let mut limbs = [0; LIMBS];
        let mut borrow = false;
        for (place, limb) in limbs.iter_mut().enumerate() {
            let (difference, first) = self.limbs[place].overflowing_sub(other.limbs[place]);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            *limb = difference;
            borrow = first || second;
        }
        Natural::measured(limbs)
    }

    /// A number below this one, each equally likely; nothing where this is nothing.
    pub fn below(&self, dice: &mut Dice) -> Natural {
        let Some(top) = self.used().last() else {
            return Natural::ZERO;
        };
        let mask = u64::MAX >> top.leading_zeros();
        // More than half of the numbers under the mask fit, so this soon ends.
        loop {
            let mut limbs = [0; LIMBS];
            for limb in limbs.iter_mut().take(usize::from(self.len)) {
                *limb = word(dice);
            }
            limbs[usize::from(self.len) - 1] &= mask;
            let number = Natural::measured(limbs);
            if number < *self {
                return number;
            }
        }
    }
}

/// 64 random bits.
fn word(dice: &mut Dice) -> u64 {
    (0..4).fold(0, |word, _| word << 16 | u64::from(dice.pick(1 << 16)))
}

/// A number below `n`, each equally likely; 0 where `n` is 0.
pub(crate) fn below(dice: &mut Dice, n: u64) -> u64 {
    Natural::small(n).below(dice).limbs[0]
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Natural) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Natural) -> Ordering {
        self.limbs.iter().rev().cmp(other.limbs.iter().rev())
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The largest power of ten in a limb.
        const CHUNK: u64 = 10_000_000_000_000_000_000;
        let mut chunks = Vec::new();
        let mut left = *self;
        while !left.is_zero() {
            chunks.push(left.rest(CHUNK));
            left = left.over(CHUNK);
        }
        write!(f, "{}", chunks.pop().unwrap_or(0))?;
        for chunk in chunks.iter().rev() {
            write!(f, "{chunk:019}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
