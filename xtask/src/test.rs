//! `cargo xtask test`: every check and every test.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use xtask_play::make_room;

use crate::run::{cargo, cargo_program, is_there, run};
use crate::{
    counts, fuzz, mutants, publish, python, schemas, server, sizes, target, tools, trace, web,
};

/// So long the changes of the last lines are tried.
const TRIED: Duration = Duration::from_secs(300);
/// So many seconds what arrives from outside is made up.
const FUZZED: u64 = 300;

/// Every check and every test but what takes long.
pub fn run_usual(root: &Path) -> Result<()> {
    told(|steps| usual(root, steps))
}

/// Also what takes long.
pub fn run_everything(root: &Path) -> Result<()> {
    told(|steps| {
        usual(root, steps)?;
        steps.step("weight of the program", || sizes::check_program(root))?;
        steps.step("instructions", || counts::run(root, false))?;
        steps.step("modules, compiled", || compiled_modules(root))?;
        steps.step("server at length", || server::test_at_length(root))?;
        steps.step("Python package", || python::test(root, true))?;
        steps.step("fuzzing", || fuzz::run_all(root, FUZZED, None))?;
        steps.step("advisories", || advisories(root))
    })
}

/// What is likeliest to fail comes first, and two things run at a time wherever one of them waits: the page is
/// built beside the tests, and what remains runs while the page is visited.
fn usual(root: &Path, steps: &mut Steps) -> Result<()> {
    steps.step("format", || {
        cargo(root, "format", &["fmt", "--all", "--check"])?;
        python::check_form(root)
    })?;
    steps.step("lints", || {
        cargo(root, "lints", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])
    })?;
    web::install_compiler()?;
    // What the tests start must not be built anew beside them.
    make_room(root)?;
    let page = Beside::begin(root, "test-page", 0)?;
    let tested = steps.step("tests", || tests(root)).and_then(|unstable| {
        steps.unstable = unstable;
        steps.step("examples in the docs", || {
            cargo(root, "examples in the docs", &["test", "--workspace", "--doc", "--quiet"])
        })
    });
    let built = steps.step("page, since then", || page.end());
    tested.and(built)?;
    let stage = steps.step("visits, prepared", || web::stage(root))?;
    // Visits wait for pages to answer: whatever else there is does not make them wait longer.
    let rest = Beside::begin(root, "test-rest", 15)?;
    let visited = steps.step("visits", || web::visits(root, &stage));
    let ended = steps.step("what remains, since then", || rest.end());
    visited.and(ended)
}

/// Builds the page and tests what needs no browser.
pub fn run_page(root: &Path) -> Result<()> {
    told(|steps| steps.step("page", || web::unit_tests(root)))
}

/// What is neither a test nor a visit.
pub fn run_rest(root: &Path) -> Result<()> {
    told(|steps| {
        steps.step("docs", || docs(root))?;
        steps.step("schemas", || schemas(true))?;
        steps.step("trace", || trace::run(root, &[]))?;
        steps.step("dependencies", || deny(root))?;
        steps.step("packages", || publish::pack(root))?;
        steps.step("changes of the rules", || {
            // It tells and never fails: a survivor may be one that nobody could notice.
            let tried = mutants::tell_of_change(root, "HEAD^1", TRIED);
            tried.unwrap_or_else(|fault| println!("changes could not be tried: {fault:#}"));
            Ok(())
        })
    })
}

/// A job of this program that runs beside others. What it says is told in one piece when it ends.
struct Beside {
    job: &'static str,
    running: Child,
    said: PathBuf,
}

impl Beside {
    /// Begins it; others go before it by so much, where the system has `nice`.
    fn begin(root: &Path, job: &'static str, behind: u8) -> Result<Beside> {
        let program = std::env::current_exe()?;
        let mut command = Command::new(&program);
        if behind > 0 && is_there("nice", &["--version"]) {
            command = Command::new("nice");
            command.args(["-n", &behind.to_string()]).arg(&program);
        }
        let said = target(root).join(format!("{job}.log"));
        let log = File::create(&said)?;
        command.arg(job).current_dir(root).stdin(Stdio::null());
        let running = command.stdout(log.try_clone()?).stderr(log).spawn()?;
        eprintln!("\n── {job} runs beside what follows");
        Ok(Beside { job, running, said })
    }

    fn end(mut self) -> Result<()> {
        let status = self.running.wait()?;
        eprintln!("\n── what {} said:", self.job);
        eprintln!("{}", String::from_utf8_lossy(&fs::read(&self.said)?));
        ensure!(status.success(), "{} failed: {status}", self.job);
        Ok(())
    }
}

/// What was done, and how long it took.
#[derive(Default)]
struct Steps {
    taken: Vec<(&'static str, Duration)>,
    /// Tests that passed only when they were tried again.
    unstable: Vec<String>,
}

impl Steps {
    fn step<T>(&mut self, name: &'static str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let started = Instant::now();
        let done = work();
        self.taken.push((name, started.elapsed()));
        done
    }
}

/// Does the work and tells at the end what took how long, also where it failed.
fn told(work: impl FnOnce(&mut Steps) -> Result<()>) -> Result<()> {
    let mut steps = Steps::default();
    let done = work(&mut steps);
    let all: Duration = steps.taken.iter().map(|(_, took)| *took).sum();
    eprintln!();
    for (name, took) in steps.taken.into_iter().chain([("together", all)]) {
        eprintln!("── {name:<22} {:>5} s", took.as_secs());
    }
    for test in steps.unstable {
        eprintln!("── unstable: {test} failed, and passed when it was tried again");
    }
    done
}

/// The tests of modules once more, by the engine that compiles them, and with those that build a module of every
/// game.
fn compiled_modules(root: &Path) -> Result<()> {
    let modules = web::build_test_modules(root)?;
    let mut tests = Command::new(cargo_program());
    tests.args(["test", "--package", "senet-host", "--features", "fast-guests"]);
    tests.args(["--", "--include-ignored"]);
    run("modules, compiled", tests.current_dir(root).env("SENET_MODULES", modules))
}

/// Runs every test of the workspace; which one had to be tried again.
fn tests(root: &Path) -> Result<Vec<String>> {
    let modules = web::build_test_modules(root)?;
    let mut cargo = Command::new(cargo_program());
    cargo.current_dir(root).env("SENET_MODULES", modules);
    if is_there("cargo", &["nextest", "--version"]) {
        cargo.args(["nextest", "run", "--workspace", "--no-fail-fast", "--status-level", "slow"]);
        run("tests", cargo.args(["--retries", "1"]))?;
        let report = fs::read_to_string(target(root).join("nextest/default/junit.xml"))?;
        return one_at_most(unstable(&report));
    }
    eprintln!("cargo-nextest is not installed (`cargo install cargo-nextest`); cargo test serves");
    run("tests", cargo.args(["test", "--workspace", "--all-targets", "--no-fail-fast"]))?;
    Ok(Vec::new())
}

/// A machine that stands still for seconds may fail a test that asks a server or a program: as with the visits,
/// one of a run may be tried again and is named at its end. More than one is a fault of ours.
fn one_at_most(unstable: Vec<String>) -> Result<Vec<String>> {
    ensure!(unstable.len() <= 1, "more than one test is unstable: {}", unstable.join(", "));
    Ok(unstable)
}

/// The tests that failed and then passed, by the report of a run.
fn unstable(report: &str) -> Vec<String> {
    let cases = report.split("<testcase ").skip(1).filter(|case| case.contains("<flakyFailure"));
    let name = |case: &str| case.split('"').nth(1).unwrap_or(case).to_owned();
    cases.map(name).collect()
}

fn docs(root: &Path) -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(["doc", "--workspace", "--no-deps", "--quiet"]).current_dir(root);
    run("docs", command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// Licences, bans and sources, where cargo-deny is there.
fn deny(root: &Path) -> Result<()> {
    if is_there("cargo-deny", &["--version"]) {
        return check_dependencies(root, Path::new("cargo-deny"));
    }
    eprintln!(
        "cargo-deny is not installed: `--all` installs it and checks licences, bans and sources"
    );
    Ok(())
}

fn check_dependencies(root: &Path, program: &Path) -> Result<()> {
    let mut deny = Command::new(program);
    deny.args(["check", "licenses", "bans", "sources"]).current_dir(root);
    run("dependencies", &mut deny)
}

/// Licences, bans and sources, and whether anything is known against a dependency.
fn advisories(root: &Path) -> Result<()> {
    check_dependencies(root, &tools::cargo_tool(root, "cargo-deny", "0.20.2")?)?;
    let mut audit = Command::new(tools::cargo_tool(root, "cargo-audit", "0.22.2")?);
    let output = audit.arg("audit").current_dir(root).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("couldn't fetch advisory database") {
        println!("the advisories could not be fetched: nothing was checked against them");
        return Ok(());
    }
    println!("{}{said}", String::from_utf8_lossy(&output.stdout));
    ensure!(output.status.success(), "something is known against a dependency");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_had_to_be_tried_again_is_named_and_two_are_a_fault() {
        let case = |name: &str, told: &str| {
            format!(r#"<testcase name="{name}" classname="it" time="1">{told}</testcase>"#)
        };
        let flaky = r#"<flakyFailure message="panicked"/>"#;
        let report = case("sure", "") + &case("one", flaky) + &case("failed", "<failure/>");
        assert_eq!(one_at_most(unstable(&report)).unwrap(), ["one"]);
        let report = report + &case("two", flaky);
        assert!(one_at_most(unstable(&report)).unwrap_err().to_string().ends_with("one, two"));
    }
}
