//! Puts the web client's files into the binary, where they are built: compressed where they were
//! compressed, as they are where they were not.

#![allow(clippy::disallowed_methods, reason = "a build script reads and writes files")]

use std::collections::BTreeSet;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    println!("cargo:rerun-if-changed={}", dist.display());
    let mut files = BTreeSet::new();
    collect(&dist, &mut files);
    let whole: Vec<&PathBuf> = files.iter().filter(|file| !is_packed(file)).collect();
    let mut code = format!("static FILES: [File; {}] = [\n", whole.len());
    for file in whole {
        let name = file.strip_prefix(&dist).expect("a file of the folder").to_string_lossy();
        let name = name.replace('\\', "/");
        let mut hash = DefaultHasher::new();
        hash.write(&fs::read(file).expect("the file can be read"));
        let tag = format!("W/\"{:016x}\"", hash.finish());
        let bytes = match ["br", "gz"].map(|ending| beside(file, ending)) {
            [br, gz] if files.contains(&br) && files.contains(&gz) => {
                // Of a module one form is enough: the other is made where it is asked for.
                let is_module = file.extension().is_some_and(|ending| ending == "wasm");
                let gzip =
                    if is_module { "None".to_owned() } else { format!("Some({})", include(&gz)) };
                format!("Bytes::Packed {{ br: {}, gzip: {gzip}, made: Made::new() }}", include(&br))
            }
            _ => format!("Bytes::Plain({})", include(file)),
        };
        let _ = writeln!(code, "    File {{ name: {name:?}, tag: {tag:?}, bytes: {bytes} }},");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder"));
    fs::write(out.join("files.rs"), code).expect("the folder can be written to");
}

fn include(file: &Path) -> String {
    format!("include_bytes!({:?})", file.display().to_string())
}

/// The name of the compressed copy, which lies beside the file.
fn beside(file: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}.{ending}", file.display()))
}

fn is_packed(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "br" || ending == "gz")
}

/// All files below a folder; none where it is not there.
fn collect(dir: &Path, files: &mut BTreeSet<PathBuf>) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.insert(path);
        }
    }
}
