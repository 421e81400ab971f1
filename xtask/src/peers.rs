//! Side by side with others: their libraries and servers come from the registries into a folder of
//! their own; what cannot be installed is told and left out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::run::{cargo, run};
use crate::{target, tools};

/// Builds what is ours, installs what is others', and measures all in one run.
pub fn bench(root: &Path) -> Result<()> {
    let programs = ["senet-cli", "senet-load", "senet-bench"];
    let packages = programs.into_iter().flat_map(|name| ["--package", name]);
    let build: Vec<_> = ["build", "--release"].into_iter().chain(packages).collect();
    cargo(root, "build what is measured", &build)?;
    let program = |name: &str| Command::new(target(root).join("release").join(name));
    match tools::python(&target(root).join("peers/python"), &LIBRARIES) {
        Ok(python) => {
            run("play beside libraries", program("senet-bench").arg("peers").arg(python))?;
        }
        Err(error) => eprintln!("the libraries are left out: {error:#}"),
    }
    let houses = houses(root)?;
    let senet = target(root).join("release/senet");
    run("serve beside houses", program("senet-load").arg("peers").arg(senet).arg(houses))
}

/// What plays games in Python.
const LIBRARIES: [&str; 4] = ["open_spiel", "pettingzoo[classic]", "pgx", "jax[cpu]"];

/// A folder with the other houses, each with what it needs where that could be installed.
fn houses(root: &Path) -> Result<PathBuf> {
    let from = root.join("crates/senet-load/peers");
    let to = target(root).join("peers/node");
    copy(&from, &to)?;
    for house in ["colyseus", "boardgame-io"] {
        let mut install = Command::new("npm");
        install.args(["ci", "--no-audit", "--no-fund"]).current_dir(to.join(house));
        if let Err(error) = run(&format!("install {house}"), &mut install) {
            eprintln!("{house} is left out: {error:#}");
        }
    }
    Ok(to)
}

/// Copies the files of a folder and of those in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("{} is missing", from.display()))? {
        let entry = entry?;
        let there = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &there)?;
        } else {
            fs::copy(entry.path(), there)?;
        }
    }
    Ok(())
}
