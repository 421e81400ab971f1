//! Timing: contenders take turns, so that a busy moment of the machine hits them all.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// A contender: given a seed and a count, it does that many of something and says how many smaller
/// things that came to.
pub type Runner<'a> = Box<dyn FnMut(u64, u32) -> u64 + 'a>;

/// How long a repetition should take.
const REPETITION: Duration = Duration::from_millis(60);
/// How often each contender runs.
const REPETITIONS: usize = 15;

/// How fast something went.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Of the counted things per second: the median of the repetitions.
    pub large: f64,
    /// Of the smaller things per second: the median.
    pub small: f64,
    /// Half of the repetitions lay within this part of the median, above and below.
    pub spread: f64,
}

/// Measures all contenders in turns.
pub fn measure(contenders: &mut [Runner]) -> Vec<Rate> {
    let counts: Vec<u32> = contenders.iter_mut().map(calibrate).collect();
    let mut times = vec![Vec::new(); contenders.len()];
    for repetition in 0..REPETITIONS {
        for (i, run) in contenders.iter_mut().enumerate() {
            times[i].push(once(run, repetition as u64, counts[i]));
        }
    }
    times.into_iter().zip(counts).map(|(times, count)| rate(times, count)).collect()
}

/// How many fill a repetition; it also warms caches and buffers up.
fn calibrate(run: &mut Runner) -> u32 {
    let mut count = 1;
    loop {
        let (time, _) = once(run, 0, count);
        if time * 4 > REPETITION || count > u32::MAX / 8 {
            let scale = REPETITION.as_secs_f64() / time.as_secs_f64().max(1e-9);
            return (f64::from(count) * scale).max(1.0) as u32;
        }
        count *= 4;
    }
}

fn once(run: &mut Runner, seed: u64, count: u32) -> (Duration, u64) {
    let start = Instant::now();
    let small = black_box(run(black_box(seed), black_box(count)));
    (start.elapsed(), small)
}

fn rate(times: Vec<(Duration, u64)>, count: u32) -> Rate {
    let sorted = |of: &dyn Fn(&(Duration, u64)) -> f64| {
        let mut rates: Vec<f64> = times.iter().map(of).collect();
        rates.sort_by(f64::total_cmp);
        rates
    };
    let large = sorted(&|(time, _)| f64::from(count) / time.as_secs_f64());
    let small = sorted(&|(time, small)| *small as f64 / time.as_secs_f64());
    let at = |part: usize| small[small.len() * part / 4];
    Rate { large: large[large.len() / 2], small: at(2), spread: (at(3) - at(1)) / 2.0 / at(2) }
}
