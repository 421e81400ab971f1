//! The crates that a game in a repository of its own is built with: whether they could be published.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::run::{cargo, cargo_program};

/// Packs them, each with all that it needs, as `cargo publish` would. Nothing is compiled and nothing sent.
pub fn pack(root: &Path) -> Result<()> {
    let names = public(root)?;
    let packages = names.iter().flat_map(|name| ["--package", name]);
    let package = ["package", "--quiet", "--no-verify", "--allow-dirty", "--offline"];
    let args: Vec<&str> = package.into_iter().chain(packages).collect();
    cargo(root, "crates that are published", &args)
}

/// The names of the packages that may be published.
fn public(root: &Path) -> Result<Vec<String>> {
    let mut metadata = Command::new(cargo_program());
    metadata.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let told = metadata.current_dir(root).output()?;
    ensure!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let told: Value = serde_json::from_slice(&told.stdout)?;
    let packages = told["packages"].as_array().context("cargo tells the packages")?;
    // None is named where everybody may have it.
    let public = packages.iter().filter(|package| package["publish"].is_null());
    Ok(public.filter_map(|package| package["name"].as_str().map(str::to_owned)).collect())
}
