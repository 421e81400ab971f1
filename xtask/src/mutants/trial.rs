//! Trying changes: every test is watched once for the changes that it reaches, and a change is tried by
//! the tests that reach it, the quickest first.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::change::Change;
use super::tree::Built;

/// So many tests try a change before more do.
const ROUNDS: [usize; 4] = [4, 16, 64, usize::MAX];
/// What takes so many times the steps that it took unchanged runs for ever.
const FOR_EVER: u64 = 20;
/// A test that takes more steps is left out of a sample at once.
const LONG: u64 = 400_000_000;
/// The longest of the rest that together take so many tenths of all steps are left out, too.
const LONGEST: u64 = 9;
/// Tests that compare a stored text notice most: they stay in a sample however long they take.
const STORED_TEXT: [&str; 3] = ["golden::", "screens::", "talks::"];
/// What a test ends with that takes more steps than it may, as the switch has it.
const TOO_LONG: i32 = 99;
/// So many changes that few tests reach a test is shown before it counts as blind, and so many more, spread
/// over all that it reaches.
const SHOWN: usize = 24;

/// One test of the package, and what it reaches as the package is.
pub struct Test {
    program: usize,
    pub name: String,
    took: Duration,
    steps: u64,
    reaches: BTreeSet<u32>,
}

/// What watching a test comes to.
enum Seen {
    Passes(Test),
    /// It does not bear to be watched.
    Fails,
    TooLong,
}

/// The tests of a package that pass under watch.
pub struct Trial<'a> {
    built: &'a Built,
    pub tests: Vec<Test>,
    /// Tests that do not bear to be watched: they count what is allocated.
    pub unwatched: Vec<String>,
    jobs: usize,
}

/// What became of a change.
pub enum Verdict {
    /// These tests fail with it.
    Noticed(Vec<usize>),
    /// Every test that reaches it passes.
    Unnoticed,
    /// There was no time left.
    Untried,
}

impl<'a> Trial<'a> {
    /// Watches every test once; for a sample only as long as it is short.
    pub fn watch(built: &'a Built, scratch: &Path, sample: bool, jobs: usize) -> Result<Self> {
        fs::create_dir_all(scratch)?;
        let mut names = Vec::new();
        for program in 0..built.tests.len() {
            names.extend(listed(built, program)?.into_iter().map(|name| (program, name)));
        }
        let watched = each(&names, jobs, |at, (program, name)| {
            watch(built, (*program, name), &scratch.join(at.to_string()), sample)
        });
        let (mut tests, mut unwatched) = (Vec::new(), Vec::new());
        for ((_, name), test) in names.iter().zip(watched) {
            match test? {
                Seen::Passes(test) => tests.push(test),
                Seen::Fails => unwatched.push(name.clone()),
                Seen::TooLong => {}
            }
        }
        tests.sort_by_key(|test| test.took);
        ensure!(unwatched.len() * 10 <= names.len(), "tests fail unchanged: {unwatched:?}");
        Ok(Self { built, tests, unwatched, jobs })
    }

    /// Without the few tests that take most of the time, but for stored texts: what only they notice counts
    /// as unnoticed. They would be asked about every change that no other test notices, and a sample is to
    /// be quick.
    pub fn leave_out_longest(&mut self) {
        let all: u64 = self.tests.iter().map(|test| test.steps).sum();
        let mut steps: Vec<u64> = self.tests.iter().map(|test| test.steps).collect();
        steps.sort_unstable();
        let mut sum = 0;
        let short = |steps: &&u64| {
            sum += **steps;
            sum <= all / 10 * (10 - LONGEST)
        };
        let most = steps.iter().take_while(short).last().copied().unwrap_or(u64::MAX);
        self.tests.retain(|test| test.steps <= most || is_stored_text(&test.name));
    }

    /// Whether any test comes by the change.
    pub fn is_reached(&self, change: u32) -> bool {
        self.tests.iter().any(|test| test.reaches.contains(&change))
    }

    /// Tries the changes until the time is up.
    pub fn try_all(&self, changes: &[u32], until: Option<Instant>) -> Result<Vec<Verdict>> {
        let one = |_, change: &u32| {
            if until.is_some_and(|until| until < Instant::now()) {
                return Ok(Verdict::Untried);
            }
            let verdict = self.try_one(*change)?;
            if matches!(verdict, Verdict::Unnoticed) {
                let name =
                    self.built.changes.iter().find(|one| one.id == *change).map(Change::name);
                eprintln!("   unnoticed so far: {}", name.unwrap_or_default());
            }
            Ok(verdict)
        };
        each(changes, self.jobs, one).into_iter().collect()
    }

    fn try_one(&self, change: u32) -> Result<Verdict> {
        let reached = |(_, test): &(usize, &Test)| test.reaches.contains(&change);
        let mut tests = self.tests.iter().enumerate().filter(reached).map(|(at, _)| at);
        for size in ROUNDS {
            let round: Vec<usize> = tests.by_ref().take(size).collect();
            for program in 0..self.built.tests.len() {
                let part: Vec<usize> =
                    round.iter().copied().filter(|at| self.tests[*at].program == program).collect();
                if let Some(noticing) = self.fail(&part, change)? {
                    return Ok(Verdict::Noticed(noticing));
                }
            }
        }
        Ok(Verdict::Unnoticed)
    }

    /// Which of these tests of one program fail with the change.
    fn fail(&self, tests: &[usize], change: u32) -> Result<Option<Vec<usize>>> {
        let Some(program) = tests.first().map(|at| self.tests[*at].program) else {
            return Ok(None);
        };
        let names: Vec<&str> = tests.iter().map(|at| &*self.tests[*at].name).collect();
        let steps: u64 = tests.iter().map(|at| self.tests[*at].steps).sum();
        let took: Duration = tests.iter().map(|at| self.tests[*at].took).sum();
        let environment = [
            ("SENET_CHANGE", change.to_string()),
            ("SENET_STEPS", (1_000_000 + steps * FOR_EVER).to_string()),
        ];
        // Steps end most of what runs for ever; this is for a loop that holds no change.
        let seconds = 60 + took.as_secs() * FOR_EVER;
        let output = run(self.built, program, &names, &environment, seconds)?;
        if output.status.success() {
            return Ok(None);
        }
        let said = String::from_utf8_lossy(&output.stdout);
        let failed = |at: &&usize| fails(&said, &self.tests[**at].name);
        Ok(Some(tests.iter().filter(failed).copied().collect()))
    }

    /// Those of some tests that notice nothing: shown the changes that they reach, those first that few
    /// tests reach, they pass.
    pub fn blind(&self, asked: &[usize], unnoticed: &BTreeSet<u32>) -> Result<Vec<&str>> {
        let mut seen_by: BTreeMap<u32, usize> = BTreeMap::new();
        for change in self.tests.iter().flat_map(|test| &test.reaches) {
            *seen_by.entry(*change).or_default() += 1;
        }
        let asked = asked.iter().copied().filter(|at| !self.tests[*at].reaches.is_empty());
        let idle: Vec<usize> = asked.collect();
        let seen = each(&idle, self.jobs, |_, at| -> Result<bool> {
            let mut shown: Vec<u32> =
                self.tests[*at].reaches.difference(unnoticed).copied().collect();
            shown.sort_by_key(|change| (seen_by[change], *change));
            for change in first_and_spread(&shown) {
                if self.fail(&[*at], change)?.is_some() {
                    return Ok(true);
                }
            }
            Ok(false)
        });
        let mut blind = Vec::new();
        for (at, sees) in idle.into_iter().zip(seen) {
            if !sees? {
                blind.push(&*self.tests[at].name);
            }
        }
        blind.sort_unstable();
        Ok(blind)
    }
}

fn is_stored_text(test: &str) -> bool {
    STORED_TEXT.iter().any(|begins| test.starts_with(begins))
}

/// The first few, and as many more at even distances.
fn first_and_spread(all: &[u32]) -> impl Iterator<Item = u32> {
    let (first, rest) = all.split_at(SHOWN.min(all.len()));
    first.iter().chain(rest.iter().step_by(rest.len() / SHOWN + 1)).copied()
}

/// Whether a test's line says that it failed, or that it was the last that began.
fn fails(said: &str, name: &str) -> bool {
    let rest = |line: &str| line.strip_prefix(&format!("test {name} ... ")).map(str::to_owned);
    let line = said.lines().find_map(rest);
    line.is_some_and(|rest| rest.contains("FAILED") || rest.is_empty())
}

fn listed(built: &Built, program: usize) -> Result<Vec<String>> {
    let mut list = Command::new(&built.tests[program]);
    let output = list.args(["--list", "--format", "terse"]).current_dir(&built.folder).output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    Ok(said.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

/// Runs one test as the package is, and writes down what it reaches.
fn watch(built: &Built, (program, name): (usize, &str), file: &Path, sample: bool) -> Result<Seen> {
    let _ = fs::remove_file(file);
    let most = built.changes.iter().map(|change| change.id).max().unwrap_or(0);
    let environment = [
        ("SENET_REACHED", file.to_string_lossy().into_owned()),
        ("SENET_CHANGES", most.to_string()),
        ("SENET_STEPS", if sample && !is_stored_text(name) { LONG } else { u64::MAX }.to_string()),
    ];
    let started = Instant::now();
    let output = run(built, program, &[name], &environment, 600)?;
    let took = started.elapsed();
    if !output.status.success() {
        let long = output.status.code() == Some(TOO_LONG);
        return Ok(if long { Seen::TooLong } else { Seen::Fails });
    }
    let lines = fs::read_to_string(file).unwrap_or_default();
    let steps = lines.lines().filter_map(|line| line.strip_prefix("steps ")?.parse::<u64>().ok());
    // Steps are told at powers of two.
    let steps = steps.max().unwrap_or(0) * 2;
    let reaches = lines.lines().filter_map(|line| line.parse().ok()).collect();
    Ok(Seen::Passes(Test { program, name: name.to_owned(), took, steps, reaches }))
}

/// Runs tests of one program, one after the other, with bounds on time and memory.
fn run(
    built: &Built,
    program: usize,
    names: &[&str],
    environment: &[(&str, String)],
    seconds: u64,
) -> Result<Output> {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 4194304; exec timeout -k 1 \"$0\" \"$@\""]);
    command.arg(seconds.to_string()).arg(&built.tests[program]);
    command.args(["--test-threads", "1", "--exact"]).args(names);
    command.envs(environment.iter().map(|(key, value)| (key, value)));
    command.env("CARGO_MANIFEST_DIR", &built.folder).env("RUST_BACKTRACE", "0");
    command.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1").current_dir(&built.folder);
    command.output().context("a test could not be started")
}

/// Does the work for each, several at a time, and keeps the order.
fn each<T: Sync, R: Send>(all: &[T], jobs: usize, work: impl Fn(usize, &T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<BTreeMap<usize, R>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(one) = all.get(at) else { return };
                    let result = work(at, one);
                    done.lock().expect("no work panics").insert(at, result);
                }
            });
        }
    });
    done.into_inner().expect("no work panics").into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_fails_by_name_or_by_being_the_last() {
        let said =
            "running 3 tests\ntest a::one ... ok\ntest a::two ... FAILED\ntest a::three ... ";
        assert!(!fails(said, "a::one"));
        assert!(fails(said, "a::two"));
        assert!(fails(said, "a::three"));
        assert!(!fails(said, "a::four"));
    }

    #[test]
    fn a_test_is_shown_changes_of_all_that_it_reaches() {
        let shown = |many: u32| {
            let all: Vec<u32> = (0..many).collect();
            first_and_spread(&all).collect::<Vec<_>>()
        };
        assert_eq!(shown(3), [0, 1, 2]);
        assert_eq!(shown(24).len(), 24);
        assert_eq!(shown(40), (0..40).collect::<Vec<_>>());
        let many = shown(24 + 240);
        assert_eq!(many[..24], (0..24).collect::<Vec<_>>());
        assert_eq!(many[24..27], [24, 35, 46]);
        assert!(many.len() <= 48 && many.last() > Some(&250), "{many:?}");
    }

    #[test]
    fn work_is_shared_and_keeps_its_order() {
        assert_eq!(each(&[3, 1, 2], 2, |at, one| at * 10 + one), [3, 11, 22]);
    }
}
