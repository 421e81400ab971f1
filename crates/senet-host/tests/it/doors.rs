//! The doors that are fuzzed, with all that their fuzzing begins with: what they were given once, they
//! answer for ever, and they go on being built.

use std::fs;
use std::path::{Path, PathBuf};

#[allow(dead_code, reason = "a fuzzer asks for one door at a time")]
#[path = "../../../../fuzz/src/lib.rs"]
mod fuzzed;

/// What goes through a door.
type Door = fn(&[u8]);

/// The doors and their names, in the order of the alphabet.
const DOORS: [(&str, Door); 7] = [
    ("calls", fuzzed::calls),
    ("codes", fuzzed::codes),
    ("configurations", fuzzed::configurations),
    ("journals", fuzzed::journals),
    ("modules", fuzzed::modules),
    ("orders", fuzzed::orders),
    ("protocol", fuzzed::protocol),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What lies in a folder, in order.
fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn stems(folder: &Path) -> Vec<String> {
    inside(folder)
        .iter()
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect()
}

#[test]
fn every_door_has_a_fuzzer_and_something_to_begin_with() {
    let names = DOORS.map(|(name, _)| name.to_owned());
    assert_eq!(stems(&root().join("fuzz/fuzz_targets")), names);
    assert_eq!(stems(&root().join("fuzz/corpus")), names);
}

#[test]
fn every_door_answers_what_it_was_given() {
    for (name, door) in DOORS {
        let given = inside(&root().join("fuzz/corpus").join(name));
        assert!(!given.is_empty(), "{name}");
        for path in given {
            door(&fs::read(&path).unwrap());
        }
    }
}
