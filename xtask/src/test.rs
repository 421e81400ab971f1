//! `cargo xtask test`: every check and every test.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::Result;

use crate::run::{cargo, cargo_program, is_there, run};
use crate::{schemas, trace, web};

fn step(name: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
    let started = Instant::now();
    work()?;
    eprintln!("── {name}: {:.0} s", started.elapsed().as_secs_f32());
    Ok(())
}

pub fn run_all(root: &Path) -> Result<()> {
    step("format", || cargo(root, "format", &["fmt", "--all", "--check"]))?;
    step("lints", || {
        cargo(root, "lints", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])
    })?;
    step("tests", || tests(root))?;
    step("examples in the docs", || {
        cargo(root, "examples in the docs", &["test", "--workspace", "--doc", "--quiet"])
    })?;
    step("docs", || docs(root))?;
    step("schemas", || schemas(true))?;
    step("trace", || trace::run(root, &[]))?;
    step("dependencies", || deny(root))?;
    step("web client", || web::web_tests(root))
}

fn tests(root: &Path) -> Result<()> {
    let modules = web::build_test_modules(root)?;
    let mut cargo = Command::new(cargo_program());
    cargo.current_dir(root).env("SENET_MODULES", modules);
    if is_there("cargo", &["nextest", "--version"]) {
        cargo.args(["nextest", "run", "--workspace", "--no-fail-fast", "--status-level", "slow"]);
        return run("tests", &mut cargo);
    }
    eprintln!("cargo-nextest is not installed (`cargo install cargo-nextest`); cargo test serves");
    run("tests", cargo.args(["test", "--workspace", "--all-targets", "--no-fail-fast"]))
}

fn docs(root: &Path) -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(["doc", "--workspace", "--no-deps", "--quiet"]).current_dir(root);
    run("docs", command.env("RUSTDOCFLAGS", "-D warnings"))
}

fn deny(root: &Path) -> Result<()> {
    if is_there("cargo", &["deny", "--version"]) {
        return cargo(root, "dependencies", &["deny", "check", "licenses", "bans", "sources"]);
    }
    eprintln!(
        "cargo-deny is not installed (`cargo install cargo-deny`): licences, bans and sources were not checked"
    );
    Ok(())
}
