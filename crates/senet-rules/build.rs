//! Writes the list of the modules that become part of the program: of each game every number of rules but
//! the last, which is built in.

#![allow(clippy::disallowed_methods, reason = "a build reads and writes files")]

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let list = folder.join("list.txt");
    println!("cargo::rerun-if-changed={}", list.display());
    let text = fs::read_to_string(list)?;
    let published: Vec<(&str, u32)> = text.lines().filter_map(read).collect();
    let is_older = |(game, number): &&(&str, u32)| {
        published.iter().any(|(other, later)| other == game && later > number)
    };
    let modules = published.iter().filter(is_older).map(|(game, number)| {
        let file = folder.join(format!("{game}-{number}.wasm.br"));
        println!("cargo::rerun-if-changed={}", file.display());
        format!("({game:?}, {number}, include_bytes!({file:?})),\n")
    });
    let modules: String = modules.collect();
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("older.rs"), format!("const OLDER: &[Module] = &[\n{modules}];\n"))
}

/// The game and the number of a line.
fn read(line: &str) -> Option<(&str, u32)> {
    let mut words = line.split(' ');
    Some((words.next()?, words.next()?.parse().ok()?))
}
