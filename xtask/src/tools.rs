//! Programs of others that checks need, installed into the target folder where they are not there.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::run::{is_there, run};
use crate::target;

/// A program for cargo, such as `cargo-mutants`: the machine's own, or one built here.
pub fn cargo_tool(root: &Path, name: &str, version: &str) -> Result<PathBuf> {
    if is_there(name, &["--version"]) {
        return Ok(name.into());
    }
    let folder = target(root).join("tools");
    let program = folder.join("bin").join(name);
    if !program.is_file() {
        let mut install = Command::new("cargo");
        install.args(["install", "--quiet", "--locked", "--root"]).arg(&folder);
        run(&format!("install {name}"), install.arg(format!("{name}@{version}")))
            .with_context(|| format!("`cargo install {name}` would install it by hand"))?;
    }
    Ok(program)
}

/// A virtual environment of Python in this folder with these packages; its interpreter.
pub fn python(folder: &Path, packages: &[&str]) -> Result<PathBuf> {
    let python = folder.join("bin/python");
    if !python.is_file() {
        run("virtual environment", Command::new("python3").args(["-m", "venv"]).arg(folder))
            .context("Python 3.11 or newer with venv is needed: install python3-venv")?;
    }
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    run("packages of Python", install.args(packages))?;
    Ok(python)
}
