//! The promises of `ARCHITECTURE.md`, read from the workspace itself: who depends on whom, and which
//! words stand in whose sources.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "this test reads the sources and asks cargo"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What a rules crate does not touch.
const ABSENT: [&str; 12] = [
    "std::time",
    "std::fs",
    "std::thread",
    "std::net",
    "std::process",
    "std::env::var",
    "getrandom",
    "rand::",
    "HashMap",
    "HashSet",
    ": f64",
    ": f32",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Each package of the workspace with the folder that it lies in and the packages of the workspace
/// that it needs.
fn packages() -> BTreeMap<String, (String, BTreeSet<String>)> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let told = cargo.current_dir(root()).output().unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let told: Value = serde_json::from_slice(&told.stdout).unwrap();
    let packages = told["packages"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let names: BTreeSet<String> = packages.iter().map(|package| text(&package["name"])).collect();
    let needs = |package: &Value| {
        let all = package["dependencies"].as_array().unwrap().iter();
        let all = all.filter(|needed| needed["kind"].is_null()).map(|needed| text(&needed["name"]));
        all.filter(|name| names.contains(name)).collect()
    };
    let entry = |package: &Value| {
        let manifest = PathBuf::from(text(&package["manifest_path"]));
        let folder = manifest.parent().unwrap().strip_prefix(root()).unwrap().to_owned();
        (text(&package["name"]), (folder.to_str().unwrap().to_owned(), needs(package)))
    };
    packages.iter().map(entry).collect()
}

fn sources(folder: &Path, out: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|end| end == "rs") {
            out.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
        }
    }
}

/// The lines of code of a package: no comments, no tests.
fn code(folder: &str) -> Vec<(PathBuf, String)> {
    let mut all = Vec::new();
    sources(&root().join(folder).join("src"), &mut all);
    all.retain(|(path, _)| !path.ends_with("tests.rs"));
    let plain = |text: String| {
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    };
    all.into_iter().map(|(path, text)| (path, plain(text))).collect()
}

#[test]
fn dependencies_point_up_the_map_only() {
    let packages = packages();
    let games: BTreeSet<&str> = packages
        .iter()
        .filter(|(_, (folder, _))| folder.starts_with("games/"))
        .map(|(name, _)| name.as_str())
        .collect();
    assert!(games.len() >= 6, "{games:?}");
    let mut found = BTreeSet::new();
    for (name, (_, needs)) in &packages {
        let needs: BTreeSet<&str> = needs.iter().map(String::as_str).collect();
        let allowed = |list: &[&str]| {
            let beyond = needs.iter().filter(|need| !list.contains(need));
            let beyond: Vec<_> = beyond.filter(|need| !games.contains(*need)).collect();
            assert!(beyond.is_empty(), "{name} needs {beyond:?}");
        };
        let named: Vec<&str> = needs.intersection(&games).copied().collect();
        match name.as_str() {
            "senet-kernel" => assert!(needs.is_empty(), "the kernel needs nobody: {needs:?}"),
            game if games.contains(game) => {
                assert!(needs.iter().all(|need| *need == "senet-kernel"), "{name}: {needs:?}");
            }
            "senet-encode" => allowed(&["senet-kernel"]),
            "senet-bots" => allowed(&["senet-kernel", "senet-encode"]),
            "senet-desk" => {
                allowed(&["senet-kernel", "senet-table", "senet-bots"]);
                assert!(named.is_empty(), "{name}: {named:?}");
            }
            "senet-catalog" => {
                let parts = ["senet-kernel", "senet-table", "senet-encode", "senet-bots"];
                allowed(&[parts.as_slice(), &["senet-desk"]].concat());
            }
            // Measures what it names.
            "senet-bench" => {}
            "senet-table" => {
                allowed(&["senet-kernel"]);
                assert!(named.is_empty(), "{name}: {named:?}");
            }
            host => found.extend(named.into_iter().map(|game| format!("{host} needs {game}"))),
        }
    }
    assert_eq!(found, BTreeSet::new(), "a host names no game");
}

#[test]
fn kernel_and_games_know_no_clock_file_thread_socket_or_chance() {
    for (name, (folder, _)) in packages() {
        if name != "senet-kernel" && !folder.starts_with("games/") {
            continue;
        }
        for (path, text) in code(&folder) {
            for word in ABSENT {
                assert!(!text.contains(word), "{} has {word}", path.display());
            }
        }
    }
}

/// Steps of a module that call each other fill the stack wherever the compiler does not turn the call into a jump, which
/// only an optimised program shows: tests are none.
#[test]
fn the_interpreter_of_modules_goes_from_step_to_step_without_tail_calls() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let line = manifest.lines().find(|line| line.starts_with("wasmi = ")).unwrap();
    assert!(
        line.contains("\"portable-dispatch\"") && !line.contains("\"auto-dispatch\""),
        "{line}"
    );
}

#[test]
fn hosts_name_no_game() {
    let mut ids: BTreeSet<String> =
        senet_catalog::games().iter().map(|g| g.id().to_owned()).collect();
    ids.extend(senet_catalog::documents().iter().map(|system| system.id.to_owned()));
    let packages = packages();
    for host in
        ["senet-server", "senet-cli", "senet-lab", "senet-host", "senet-guest", "senet-table"]
    {
        for (path, text) in code(&packages[host].0) {
            for id in &ids {
                let named = text.contains(&format!("\"{id}\""));
                assert!(!named, "{} names {id}", path.display());
            }
        }
    }
}

/// The ways through the house are the true ones: at most ten steps each, and each function is defined in the
/// file that is named with it, or else in a file of its way.
#[test]
fn the_ways_through_the_house_exist() {
    let map = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let ways = map.split("## Three ways through the house").nth(1).unwrap();
    let ways: Vec<&str> = ways.split("\n## ").next().unwrap().split("\n**").skip(1).collect();
    assert_eq!(ways.len(), 3);
    for way in ways {
        assert!(!way.contains("\n11. "), "a way of more than ten steps is too long: {way}");
        let words: Vec<&str> = way.split('`').collect();
        let files: Vec<&str> =
            words.iter().skip(1).step_by(2).copied().filter(|word| word.contains('/')).collect();
        assert!(files.len() >= 3, "{files:?}");
        for at in (1..words.len()).step_by(2).filter(|at| is_function(words[*at])) {
            let function = words[at].split('(').next().unwrap();
            let between = words.get(at + 1).map_or("", |between| between.trim());
            let own = Some(at + 2).filter(|_| matches!(between, "of" | "in"));
            match own.map(|own| words[own]).filter(|own| own.contains('/')) {
                Some(own) => assert!(defines(own, function), "{own} defines no {function}"),
                None => assert!(
                    files.iter().any(|file| defines(file, function)),
                    "no file of this way defines {function}: {files:?}"
                ),
            }
        }
    }
}

/// Whether what is set as code is a function, rather than a file or what is typed.
fn is_function(word: &str) -> bool {
    let name = word.split('(').next().unwrap();
    name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '#'))
}

/// Whether a source defines a function of this name, in Rust or in TypeScript.
fn defines(file: &str, function: &str) -> bool {
    let text = std::fs::read_to_string(root().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    let begins = |line: &str, with: &str| {
        let rest = line.strip_prefix(with).and_then(|rest| rest.strip_prefix(function));
        rest.is_some_and(|rest| rest.starts_with(['(', '<']))
    };
    text.lines().map(str::trim_start).any(|line| match file.ends_with(".rs") {
        true => line.find("fn ").is_some_and(|at| begins(&line[at..], "fn ")),
        false => {
            let line = line.strip_prefix("export ").unwrap_or(line);
            let line = line.strip_prefix("async ").unwrap_or(line);
            // A function or a method, and no call of one.
            begins(line, "function ") || begins(line, "") && line.ends_with('{')
        }
    })
}
