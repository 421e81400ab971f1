//! The Python package: built as a wheel, and tested in a fresh virtual environment.
//!
//! It stands outside the workspace, so that machines without Python build everything else.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::run::run;

/// Builds the wheel and runs its tests.
pub fn test(root: &Path) -> Result<()> {
    let python = fresh(root, "test", &["gymnasium", "open_spiel", "pettingzoo", "pytest"])?;
    let mut tests = Command::new(python);
    run(
        "test the Python package",
        tests.args(["-m", "pytest", "-q", "bindings/python"]).current_dir(root),
    )
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
    run("virtual environment", Command::new("python3").args(["-m", "venv"]).arg(&folder))
        .context("Python 3.11 or newer with venv is needed: install python3-venv")?;
    let python = folder.join("bin/python");
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    install.args(packages).arg("./bindings/python").current_dir(root);
    run("wheel and its company", &mut install)?;
    Ok(python)
}
