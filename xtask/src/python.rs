//! The Python package: built as a wheel, and tested in a fresh virtual environment.
//!
//! It stands outside the workspace, so that machines without Python build everything else.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::run::{cargo, cargo_program, is_there, run};
use crate::{tools, web};

/// What the tests need, and what those of a cluster, of learning, of other arrays and of a second checker of types
/// need.
const COMPANY: [&str; 5] = ["gymnasium", "mypy", "open_spiel", "pettingzoo", "pytest"];
const LARGE: [&str; 4] = ["jax[cpu]", "pyright", "ray", "torch"];

/// The manifest of the package's workspace.
const MANIFEST: &str = "bindings/python/Cargo.toml";

/// What needs no Python and nothing built: how the package is laid out, and whether its lock follows the crates
/// of the house, which have a lock of their own.
pub fn check_form(root: &Path) -> Result<()> {
    let check = ["fmt", "--check", "--manifest-path", MANIFEST];
    cargo(root, "format of the Python package", &check)?;
    let mut resolve = Command::new(cargo_program());
    resolve.args(["metadata", "--locked", "--format-version", "1", "--manifest-path", MANIFEST]);
    let output = resolve.current_dir(root).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let stale = said.contains("because --locked was passed");
    ensure!(
        !stale,
        "the lock of {MANIFEST} is out of date: `cargo metadata` there mends it\n{said}"
    );
    if !output.status.success() {
        eprintln!("nobody knows whether the lock of {MANIFEST} is up to date: {said}");
    }
    Ok(())
}

/// Checks and builds the wheel and runs its tests; with `all` those of a cluster and of learning, too.
pub fn test(root: &Path, all: bool) -> Result<()> {
    check_form(root)?;
    let lints = ["clippy", "--locked", "--all-targets", "--manifest-path", MANIFEST];
    cargo(root, "lints of the Python package", &[&lints[..], &["--", "-D", "warnings"]].concat())?;
    let modules = web::build_test_modules(root)?;
    let large: &[&str] = if all { &LARGE } else { &[] };
    let python = fresh(root, "test", &[&COMPANY, large].concat())?;
    let mut tests = Command::new(python);
    tests.args(["-m", "pytest", "-q", "-rs", "bindings/python"]);
    run("test the Python package", tests.env("SENET_MODULES", modules).current_dir(root))
}

/// Writes Python's types of the games from the schemas. Who has no Python leaves them as they are.
pub fn write_types(root: &Path) -> Result<()> {
    if !is_there("python3", &["--version"]) {
        eprintln!("python3 is not installed: Python's types stay as they are");
        return Ok(());
    }
    let mut write = Command::new("python3");
    write.arg("bindings/python/tools/write_types.py");
    write.args(["docs/schemas", "bindings/python/python/senet/types"]).current_dir(root);
    run("write Python's types", &mut write)
}

/// Measures the package beside its peers, which come from the registry.
pub fn bench(root: &Path) -> Result<()> {
    let peers = ["gymnasium", "jax[cpu]", "open_spiel", "pettingzoo[classic]", "pgx"];
    let python = fresh(root, "bench", &peers)?;
    let mut benches = Command::new(python);
    run("measure Python", benches.arg("bindings/python/benches/peers.py").current_dir(root))
}

/// A new virtual environment with the wheel and these packages; its interpreter.
fn fresh(root: &Path, name: &str, packages: &[&str]) -> Result<PathBuf> {
    let folder = root.join("bindings/python/target/venvs").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).context("the old virtual environment is in use")?;
    }
    let wheel = root.join("bindings/python");
    let wheel = wheel.to_str().context("the path of the checkout is no text")?;
    tools::python(&folder, &[packages, &[wheel]].concat())
}
