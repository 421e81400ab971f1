//! `cargo xtask mutants`: whether a test notices when a line of the rules is changed.
//!
//! A change is another operator, another answer, a branch less. All changes of a package are built at once,
//! each behind a switch, so that trying one costs no build; only the package's own tests are asked. What
//! none notices is a missing row. The scores and the changes that nobody noticed stand in
//! `docs/figures/mutants.json`; those that nobody could notice are named in `xtask/equivalent.toml`, with
//! the reason.

mod change;
mod switches;
mod tree;
mod trial;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Map, Value, json};

use crate::target;
use change::{Change, changes};
use trial::{Trial, Verdict};

const STORED: &str = "docs/figures/mutants.json";
const EQUIVALENT: &str = "xtask/equivalent.toml";
/// Of a hundred changes that could be noticed, so many must be.
const GOAL: usize = 95;
/// The part of a package that is all of it.
const WHOLE: &str = "all";
/// The packages whose changes are tried, and their folders.
pub const PACKAGES: [(&str, &str); 8] = [
    ("senet-kernel", "crates/senet-kernel"),
    ("senet-table", "crates/senet-table"),
    ("senet-reference", "games/reference"),
    ("senet-sky-team", "games/sky-team"),
    ("senet-silosoft", "games/silosoft"),
    ("senet-flag-war", "games/flag-war"),
    ("senet-crossfire", "games/crossfire"),
    ("senet-space-weirdos", "games/space-weirdos"),
];

/// Which changes to try.
#[derive(Default)]
pub struct Plan<'a> {
    /// Of this package, or of all.
    pub package: Option<&'a str>,
    /// At most so many of a package, drawn by their names.
    pub most: Option<usize>,
    /// Which part that is: rows that were written for one are judged by another.
    pub draw: u64,
    /// Only on lines that differ from this revision.
    pub since: Option<&'a str>,
    /// Only what nobody noticed when the score was stored; what was noticed then stays so.
    pub again: bool,
    /// So many at a time.
    pub jobs: usize,
}

impl Plan<'_> {
    fn part(&self) -> String {
        let which = if self.draw == 0 { String::new() } else { format!(" and {}", self.draw) };
        self.most.map_or(WHOLE.to_owned(), |most| {
            format!("{most} drawn by their names{which}, without the longest tests")
        })
    }
}

/// Tries the changes, stores the scores and fails where one is below the goal.
pub fn run(root: &Path, plan: &Plan<'_>) -> Result<()> {
    let path = root.join(STORED);
    let mut weak = Vec::new();
    for (package, folder) in PACKAGES {
        if plan.package.is_some_and(|one| one != package) {
            continue;
        }
        let Some(mut tried) = try_package(root, (package, folder), plan, None)? else {
            continue;
        };
        // Another run may have stored its package meanwhile.
        let mut figures = stored(root)?;
        let before = figures.get(package).filter(|_| plan.again);
        before.into_iter().for_each(|before| tried.go_on(before));
        tried.tell(package);
        if tried.noticed * 100 < tried.judged() * GOAL {
            weak.push(package);
        }
        let part = before.and_then(|before| before["part"].as_str().map(str::to_owned));
        figures.insert(package.to_owned(), tried.figure(part.unwrap_or_else(|| plan.part())));
        // A change's own lines are no score of the package.
        if plan.since.is_none() {
            fs::write(&path, format!("{:#}\n", Value::Object(figures.clone())))?;
        }
    }
    ensure!(weak.is_empty(), "fewer than {GOAL} % noticed in {}", weak.join(", "));
    Ok(())
}

/// Tells what nobody notices on the lines that differ from a revision, as far as the time reaches.
pub fn tell_of_change(root: &Path, since: &str, limit: Duration) -> Result<()> {
    let names =
        Command::new("git").args(["diff", "--name-only", since]).current_dir(root).output()?;
    if !names.status.success() {
        println!("there is no {since} to compare with: no change was tried");
        return Ok(());
    }
    let names = String::from_utf8_lossy(&names.stdout);
    let touched =
        |folder: &str| names.lines().any(|name| name.starts_with(&format!("{folder}/src/")));
    let until = Instant::now() + limit;
    let plan = Plan { since: Some(since), jobs: 2, ..Plan::default() };
    for (package, folder) in PACKAGES {
        if !touched(folder) {
            continue;
        }
        if until < Instant::now() {
            println!("{package}: there was no time left for its changes");
        } else if let Some(tried) = try_package(root, (package, folder), &plan, Some(until))? {
            tried.tell(package);
        }
    }
    Ok(())
}

/// The tests of a package that noticed no change, as they are stored.
pub fn blind(root: &Path, package: &str) -> Result<Vec<String>> {
    Ok(stored(root)?.get(package).map(|figure| names(figure, "blind")).unwrap_or_default())
}

/// The names that a stored score lists.
fn names(figure: &Value, key: &str) -> Vec<String> {
    let all = figure[key].as_array().into_iter().flatten();
    all.filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

fn stored(root: &Path) -> Result<Map<String, Value>> {
    match fs::read(root.join(STORED)) {
        Ok(bytes) => serde_json::from_slice(&bytes).context(STORED),
        Err(_) => Ok(Map::new()),
    }
}

/// What became of the changes of a package.
#[derive(Default)]
struct Tried {
    /// How many there are.
    named: usize,
    /// How many could not be built, or not behind a switch.
    unbuilt: usize,
    /// How many there was no time for.
    untried: usize,
    noticed: usize,
    equivalent: usize,
    unnoticed: Vec<String>,
    blind: Vec<String>,
    unwatched: Vec<String>,
}

impl Tried {
    /// The changes that somebody could notice.
    fn judged(&self) -> usize {
        self.noticed + self.unnoticed.len()
    }

    fn percent(&self) -> f64 {
        let permille = (self.noticed * 1000).checked_div(self.judged()).unwrap_or(1000);
        permille as f64 / 10.0
    }

    fn tell(&self, package: &str) {
        let (noticed, judged) = (self.noticed, self.judged());
        println!("{package}: {noticed} of {judged} changes noticed, {} %", self.percent());
        self.unnoticed.iter().for_each(|name| println!("    nobody notices {name}"));
        self.blind.iter().for_each(|name| println!("    {name} notices nothing"));
        if self.untried > 0 {
            println!("    there was no time for {}", self.untried);
        }
    }

    /// With what was noticed before: only the rest was tried again.
    fn go_on(&mut self, before: &Value) {
        let count = |key: &str| before[key].as_u64().unwrap_or(0) as usize;
        self.equivalent += count("equivalent");
        // Two changes of one line may have one name: the rest is counted, not added up.
        self.noticed = count("tried") - self.equivalent - self.unnoticed.len();
    }

    fn figure(&self, part: String) -> Value {
        json!({
            "named": self.named,
            "unbuilt": self.unbuilt,
            "tried": self.judged() + self.equivalent,
            "part": part,
            "equivalent": self.equivalent,
            "noticed": self.noticed,
            "percent": self.percent(),
            "unnoticed": self.unnoticed,
            "blind": self.blind,
            "unwatched": self.unwatched,
        })
    }
}

/// Tries the changes of a package; `None` where there are none.
fn try_package(
    root: &Path,
    (package, folder): (&str, &str),
    plan: &Plan<'_>,
    until: Option<Instant>,
) -> Result<Option<Tried>> {
    let named = changes(root, folder, plan.since)?;
    if named.is_empty() {
        return Ok(None);
    }
    let mut tried = Tried { named: named.len(), ..Tried::default() };
    eprintln!("\n── {package}: {} changes", named.len());
    let built = tree::build(root, package, folder, named)?;
    if until.is_some_and(|until| until < Instant::now()) {
        tried.untried = built.changes.len();
        return Ok(Some(tried));
    }
    let scratch = target(root).join("mutants/reached").join(package);
    let figure = stored(root)?.remove(package).unwrap_or(Value::Null);
    // What is tried again of a sample is tried by the same tests.
    let sample = plan.most.is_some() || plan.again && figure["part"] != WHOLE;
    let mut trial = Trial::watch(&built, &scratch, sample, plan.jobs)?;
    eprintln!("   {} changes, {} tests", built.changes.len(), trial.tests.len());
    // What only the compiler computes is out of a switch's reach.
    let computed = |change: &Change| change.constant && !trial.is_reached(change.id);
    let mut chosen: Vec<&Change> =
        built.changes.iter().filter(|change| !computed(change)).collect();
    tried.unbuilt = tried.named - chosen.len();
    if let Some(most) = plan.most {
        draw(&mut chosen, most, plan.draw);
    }
    if sample {
        trial.leave_out_longest();
    }
    if plan.again {
        keep_unnoticed(&mut chosen, &figure)?;
    }
    let ids: Vec<u32> = chosen.iter().map(|change| change.id).collect();
    let verdicts = trial.try_all(&ids, until)?;
    let equivalent = equivalent(root)?;
    let (mut noticing, mut passed) = (BTreeSet::new(), BTreeSet::new());
    for (change, verdict) in chosen.iter().zip(verdicts) {
        match verdict {
            Verdict::Untried => tried.untried += 1,
            Verdict::Noticed(tests) => {
                tried.noticed += 1;
                noticing.extend(tests);
            }
            Verdict::Unnoticed => {
                passed.insert(change.id);
                if equivalent.iter().any(|one| one.names(change)) {
                    tried.equivalent += 1;
                } else {
                    tried.unnoticed.push(change.name());
                }
            }
        }
    }
    if plan.since.is_none() {
        let before = names(&figure, "blind");
        // Only those are asked again that noticed nothing the last time.
        let idle = |at: &usize| !plan.again || before.contains(&trial.tests[*at].name);
        let asked = (0..trial.tests.len()).filter(|at| !noticing.contains(at) && idle(at));
        let blind = trial.blind(&asked.collect::<Vec<_>>(), &passed)?;
        tried.blind = blind.into_iter().map(str::to_owned).collect();
    }
    tried.unwatched = trial.unwatched;
    Ok(Some(tried))
}

/// Keeps what nobody noticed when the score was stored.
fn keep_unnoticed(changes: &mut Vec<&Change>, figure: &Value) -> Result<()> {
    let unnoticed = names(figure, "unnoticed");
    changes.retain(|change| unnoticed.contains(&change.name()));
    let known: BTreeSet<String> = changes.iter().map(|change| change.name()).collect();
    let gone = unnoticed.iter().find(|name| !known.contains(*name));
    ensure!(
        gone.is_none(),
        "the sources have changed since: there is no {}",
        gone.unwrap_or(&String::new())
    );
    Ok(())
}

/// Keeps so many, of each number always the same ones while their texts stay.
fn draw(changes: &mut Vec<&Change>, most: usize, number: u64) {
    if changes.len() <= most {
        return;
    }
    let number = if number == 0 { String::new() } else { number.to_string() };
    let name = |change: &Change| [&*change.file, &change.what, &change.line.1, &number].concat();
    changes.sort_by_key(|change| scattered(&name(change)));
    changes.truncate(most);
    changes.sort_by_key(|change| change.id);
}

/// FNV-1a: an order that has nothing to do with the text.
fn scattered(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// A change that nobody could notice.
struct Equivalent {
    file: String,
    what: String,
    line: String,
}

impl Equivalent {
    fn names(&self, change: &Change) -> bool {
        (&self.file, &self.what, &self.line) == (&change.file, &change.what, &change.line.1)
    }
}

fn equivalent(root: &Path) -> Result<Vec<Equivalent>> {
    let text = fs::read_to_string(root.join(EQUIVALENT)).context(EQUIVALENT)?;
    let read: Value = toml::from_str(&text).context(EQUIVALENT)?;
    let all = read.get("change").and_then(Value::as_array).cloned().unwrap_or_default();
    let one = |value: &Value| {
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        text("reason").filter(|reason| !reason.is_empty())?;
        Some(Equivalent { file: text("file")?, what: text("what")?, line: text("line")? })
    };
    let read: Option<Vec<_>> = all.iter().map(one).collect();
    read.with_context(|| format!("{EQUIVALENT}: a change has file, what, line and reason"))
}
