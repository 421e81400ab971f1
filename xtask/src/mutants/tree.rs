//! A copy of the workspace whose package holds all its changes at once, and its tests, built once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::change::Change;
use super::switches::{FEATURES, SWITCH, Switched, switched};
use crate::run::cargo_program;
use crate::target;

/// A package with its changes, ready to be tried.
pub struct Built {
    /// The programs of the tests.
    pub tests: Vec<PathBuf>,
    /// The package's folder in the copy.
    pub folder: PathBuf,
    /// The changes that could be built.
    pub changes: Vec<Change>,
}

/// Builds the tests of the package with all changes that can be built.
pub fn build(root: &Path, package: &str, folder: &str, mut changes: Vec<Change>) -> Result<Built> {
    // The copy is one for all: another package is built after this one.
    let mutants = target(root).join("mutants");
    fs::create_dir_all(&mutants)?;
    let alone = fs::File::create(mutants.join("lock"))?;
    alone.lock()?;
    let tree = Tree::copy(root)?;
    let known = Unbuilt::read(root, package);
    changes.retain(|change| !known.has(change));
    // A file whose last change does not compile is written, too: without it.
    let sources: BTreeSet<String> = changes.iter().map(|change| change.file.clone()).collect();
    loop {
        let files = tree.write(folder, &sources, &changes)?;
        let (tests, faults) = tree.compile(package)?;
        if faults.is_empty() {
            ensure!(!tests.is_empty(), "{package} has no tests");
            return Ok(Built { tests, folder: tree.path.join(folder), changes });
        }
        let blamed: BTreeSet<u32> = faults.iter().flat_map(|fault| fault.blamed(&files)).collect();
        ensure!(!blamed.is_empty(), "{package} cannot be built with switches: {}", faults[0].said);
        eprintln!("   {} changes do not compile", blamed.len());
        known.add(changes.iter().filter(|change| blamed.contains(&change.id)))?;
        changes.retain(|change| !blamed.contains(&change.id));
    }
}

/// The changes of a package that did not compile before, so that the next build leaves them out at once.
struct Unbuilt {
    path: PathBuf,
    texts: BTreeSet<String>,
}

impl Unbuilt {
    fn read(root: &Path, package: &str) -> Self {
        let path = target(root).join("mutants").join(format!("{package}.unbuilt"));
        let text = fs::read_to_string(&path).unwrap_or_default();
        Self { path, texts: text.lines().map(str::to_owned).collect() }
    }

    fn has(&self, change: &Change) -> bool {
        self.texts.contains(&change.text())
    }

    fn add<'a>(&self, changes: impl Iterator<Item = &'a Change>) -> Result<()> {
        let mut file = fs::OpenOptions::new().create(true).append(true).open(&self.path)?;
        for change in changes {
            writeln!(file, "{}", change.text())?;
        }
        Ok(())
    }
}

/// The copy.
struct Tree {
    path: PathBuf,
    root: PathBuf,
    wrapper: PathBuf,
}

impl Tree {
    /// Brings the copy to the state of the workspace; what is the same keeps its date.
    fn copy(root: &Path) -> Result<Self> {
        let path = target(root).join("mutants/tree");
        let mut list = Command::new("git");
        list.args(["ls-files", "-z", "-co", "--exclude-standard"]).current_dir(root);
        let files = list.output().context("git could not be started")?;
        let files = String::from_utf8(files.stdout)?;
        let files: BTreeSet<&str> = files.split_terminator('\0').collect();
        for file in &files {
            if let Ok(bytes) = fs::read(root.join(file)) {
                write(&path.join(file), &bytes)?;
            }
        }
        for folder in ["crates", "games"] {
            forget(&path, &path.join(folder), &files)?;
        }
        let wrapper = path.join("rustc");
        // Only the switch needs an unstable compiler, and changed code need not please the lints.
        write(&wrapper, b"#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec \"$@\" --cap-lints allow\n")?;
        fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755))?;
        Ok(Self { path, root: root.to_owned(), wrapper })
    }

    /// Writes the changed sources and the switch.
    fn write(
        &self,
        folder: &str,
        sources: &BTreeSet<String>,
        changes: &[Change],
    ) -> Result<BTreeMap<String, Switched>> {
        let library = format!("{folder}/src/lib.rs");
        let all = sources.iter().chain([&library]);
        let mut by_file: BTreeMap<&str, Vec<&Change>> =
            all.map(|file| (&**file, Vec::new())).collect();
        for change in changes {
            by_file.entry(&change.file).or_default().push(change);
        }
        let mut files = BTreeMap::new();
        for (file, changes) in by_file {
            let source = fs::read_to_string(self.root.join(file))?;
            let mut written = switched(&source, &changes);
            if file == library {
                written = written.behind(FEATURES);
                written.text += SWITCH;
            }
            write(&self.path.join(file), written.text.as_bytes())?;
            files.insert(file.to_owned(), written);
        }
        Ok(files)
    }

    /// The programs of the tests, or what the compiler finds wrong.
    fn compile(&self, package: &str) -> Result<(Vec<PathBuf>, Vec<Fault>)> {
        let mut cargo = Command::new(cargo_program());
        cargo.args(["test", "--no-run", "--message-format", "json", "--package", package]);
        // The tests run thousands of times.
        cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1").env("CARGO_TARGET_DIR", target(&self.root));
        cargo.env("RUSTC_WORKSPACE_WRAPPER", &self.wrapper).current_dir(&self.path);
        let output = cargo.output().context("cargo could not be started")?;
        let said = String::from_utf8_lossy(&output.stdout);
        let messages: Vec<Value> =
            said.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let tests = messages.iter().filter(|message| message["profile"]["test"] == true);
        let tests = tests.filter_map(|message| message["executable"].as_str()).map(PathBuf::from);
        let faults: Vec<_> = messages.iter().filter_map(Fault::read).collect();
        if faults.is_empty() && !output.status.success() {
            bail!("{package} cannot be built: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok((tests.collect(), faults))
    }
}

/// What the compiler finds wrong, and where.
struct Fault {
    said: String,
    places: Vec<(String, std::ops::Range<usize>)>,
}

impl Fault {
    fn read(message: &Value) -> Option<Self> {
        let message = message.get("message")?;
        // The last words, that there were faults, have no place.
        let spans = message["spans"].as_array().filter(|spans| !spans.is_empty())?;
        if message["level"] != "error" {
            return None;
        }
        let mut spans: Vec<&Value> = spans.iter().collect();
        spans.sort_by_key(|span| span["is_primary"] != true);
        let place = |span: &&Value| {
            let byte = |key: &str| span[key].as_u64().map(|at| at as usize);
            Some((span["file_name"].as_str()?.to_owned(), byte("byte_start")?..byte("byte_end")?))
        };
        let places = spans.iter().filter_map(place).collect();
        Some(Self { said: message["rendered"].as_str().unwrap_or_default().to_owned(), places })
    }

    /// The changes at the first place that has any.
    fn blamed(&self, files: &BTreeMap<String, Switched>) -> Vec<u32> {
        let at = |(file, range): &(String, _)| files.get(file).map(|file| file.blamed(range));
        self.places.iter().filter_map(at).find(|ids| !ids.is_empty()).unwrap_or_default()
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().context("a file lies in a folder")?)?;
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Removes what the workspace no longer has.
fn forget(tree: &Path, folder: &Path, files: &BTreeSet<&str>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            forget(tree, &path, files)?;
        } else if !files.contains(&*path.strip_prefix(tree)?.to_string_lossy()) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}
