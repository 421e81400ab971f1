//! Mixed strategies, found by regret.

use senet_kernel::Rng;

use super::plans::Joint;

/// What each pair of joint moves is worth to the side of the rows.
pub(super) struct Table {
    worths: Vec<Vec<i32>>,
}

/// Mixed strategies of both sides, as weights.
pub(super) struct Solved {
    rows: Vec<i64>,
    columns: Vec<i64>,
}

/// How often the strategies are improved.
const STEPS: i64 = 160;
/// The weights of a mixed strategy add up to about this.
pub(super) const WHOLE: i64 = 1 << 12;
/// What one may give away for not being foreseen: two steps of ground, and less than a piece.
const MARGIN: i64 = 120;

impl Table {
    pub(super) fn of(
        own: &[Joint],
        theirs: &[Joint],
        mut worth: impl FnMut(&Joint, &Joint) -> i32,
    ) -> Table {
        let row = |joint: &Joint| theirs.iter().map(|reply| worth(joint, reply)).collect();
        Table { worths: own.iter().map(row).collect() }
    }

    /// Regret matching with every pair of the table, both sides in turn, later steps counting more.
    pub(super) fn solved(&self) -> Solved {
        let columns = self.worths.first().map_or(0, Vec::len);
        let (mut us, mut them) = (Regret::new(self.worths.len()), Regret::new(columns));
        for step in 1..=STEPS {
            us.learn(step, |row| {
                let pairs = self.worths[row].iter().zip(&them.strategy);
                pairs.map(|(worth, weight)| i64::from(*worth) * weight).sum::<i64>() / WHOLE
            });
            them.learn(step, |column| {
                let pairs = self.worths.iter().zip(&us.strategy);
                -pairs.map(|(row, weight)| i64::from(row[column]) * weight).sum::<i64>() / WHOLE
            });
        }
        Solved { rows: us.chosen, columns: them.chosen }
    }

    /// The strategy of the rows, two thirds of it spread over whatever is nearly as good against the strategy
    /// of the columns: where a table has one best row, as at the start of a game, that row alone would be a
    /// list of orders that anybody can write an answer to.
    pub(super) fn varied(&self, solved: &Solved) -> Vec<i64> {
        let others = solved.columns.iter().sum::<i64>().max(1);
        let against = |row: &Vec<i32>| {
            let pairs = row.iter().zip(&solved.columns);
            let sum: i128 =
                pairs.map(|(worth, weight)| i128::from(*worth) * i128::from(*weight)).sum();
            (sum / i128::from(others)) as i64
        };
        let worths: Vec<i64> = self.worths.iter().map(against).collect();
        let best = worths.iter().max().copied().unwrap_or(0);
        let near: Vec<i64> = worths.iter().map(|worth| (MARGIN - (best - worth)).max(0)).collect();
        let (all, nearly) =
            (solved.rows.iter().sum::<i64>().max(1), near.iter().sum::<i64>().max(1));
        let share = |(row, near): (&i64, &i64)| {
            let (row, near) = (i128::from(*row), i128::from(*near));
            let whole = i128::from(WHOLE);
            (row * whole / i128::from(all) + near * 2 * whole / i128::from(nearly)) as i64
        };
        solved.rows.iter().zip(&near).map(share).collect()
    }
}

/// Choices are made in proportion to how much one wishes to have made them; what was not missed is
/// forgotten at once.
pub(super) struct Regret {
    regrets: Vec<i64>,
    /// Weights of about [`WHOLE`] together.
    pub strategy: Vec<i64>,
    /// How often each was chosen, later steps counting more.
    pub chosen: Vec<i64>,
    worths: Vec<i64>,
}

impl Regret {
    pub(super) fn new(choices: usize) -> Regret {
        let even = WHOLE / choices.max(1) as i64;
        let none = vec![0; choices];
        Regret {
            strategy: vec![even; choices],
            chosen: none.clone(),
            worths: none.clone(),
            regrets: none,
        }
    }

    pub(super) fn learn(&mut self, step: i64, worth: impl Fn(usize) -> i64) {
        for (place, worths) in self.worths.iter_mut().enumerate() {
            *worths = worth(place);
        }
        let pairs = self.worths.iter().zip(&self.strategy);
        let got = pairs.map(|(worth, weight)| worth * weight).sum::<i64>() / WHOLE;
        for (place, worth) in self.worths.iter().enumerate() {
            self.regrets[place] = (self.regrets[place] + worth - got).max(0);
            self.chosen[place] += step * self.strategy[place];
        }
        let sum: i64 = self.regrets.iter().sum();
        let even = WHOLE / self.regrets.len().max(1) as i64;
        for (weight, regret) in self.strategy.iter_mut().zip(&self.regrets) {
            *weight = if sum == 0 { even } else { regret * WHOLE / sum };
        }
    }

    /// A draw from the strategy of the moment.
    pub(super) fn drawn(&self, rng: &mut Rng) -> Option<usize> {
        drawn(&self.strategy, WHOLE, rng)
    }
}

/// A draw by weights, without what is hardly ever chosen: less than the heaviest by this factor. None where
/// there is nothing to choose.
pub(super) fn drawn(weights: &[i64], factor: i64, rng: &mut Rng) -> Option<usize> {
    let most = weights.iter().max().copied()?;
    let kept = |weight: &i64| if weight * factor < most { 0 } else { *weight };
    let sum: i64 = weights.iter().map(kept).sum();
    if sum == 0 {
        return Some(rng.below(weights.len() as u32) as usize);
    }
    let mut left = (rng.next_u64() % sum as u64) as i64;
    weights.iter().position(|weight| {
        left -= kept(weight);
        left < 0
    })
}
