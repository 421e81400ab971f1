//! `cargo xtask sizes`: which crate the code of the modules comes from.
//!
//! What the linker left still has its names. A function counts for the crate whose it is, wherever it was
//! compiled: reading JSON for `serde`, whatever is read.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::run::cargo;
use crate::{Make, target, web};

const STORED: &str = "docs/figures/sizes.json";
/// What a crate may grow by, in hundredths and in bytes, before the change must say why.
const SLACK: usize = 10;
const SMALL: usize = 5_000;

/// The most bytes of the program as it is published, with the page in it: it may grow no more. It should be a
/// third of that.
const PROGRAM: u64 = 42_000_000;

/// Bytes by the crate that they come from.
type Sizes = BTreeMap<String, usize>;

/// Builds the modules, prints the table, and compares; stores what it found where it is asked to.
pub fn run(root: &Path, store: bool) -> Result<()> {
    web::build_wasm(root, Make::Published)?;
    if !store {
        return check(root);
    }
    let text = format!("{:#}\n", json!({ "bytes_in_the_largest_module": largest(&of_all(root)?) }));
    fs::write(root.join(STORED), text)?;
    println!("stored in {STORED}");
    Ok(())
}

/// Prints the table of the modules that were built, and fails on a crate that grew.
pub fn check(root: &Path) -> Result<()> {
    let all = of_all(root)?;
    print(&all);
    let stored: serde_json::Value = serde_json::from_slice(&fs::read(root.join(STORED))?)?;
    let before: Sizes = serde_json::from_value(stored["bytes_in_the_largest_module"].clone())?;
    let grown = grown(&before, &largest(&all));
    ensure!(
        grown.is_empty(),
        "more than {SLACK} % and {SMALL} bytes more code in a module: {}; make it less, or say \
         why in the change and store it by `cargo xtask sizes --store`",
        grown.join(", ")
    );
    Ok(())
}

/// Builds the program as it is published, around the pages that are there, and fails where it weighs too much.
pub fn check_program(root: &Path) -> Result<()> {
    let build = ["build", "--release", "--locked", "--package", "senet-cli"];
    cargo(root, "build the program as it is published", &build)?;
    let bytes = fs::metadata(target(root).join("release/senet"))?.len();
    println!("the program with its page: {} kB of {} kB", bytes / 1000, PROGRAM / 1000);
    ensure!(bytes <= PROGRAM, "the program is {bytes} bytes; {PROGRAM} are the most allowed");
    Ok(())
}

/// The sizes of every module of the house.
fn of_all(root: &Path) -> Result<BTreeMap<String, Sizes>> {
    let folder = web::linked(root, Make::Published);
    let of = |name: String| {
        let path = folder.join(format!("{}.wasm", name.replace('-', "_")));
        let module = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok((name, sizes(&module).context("a module of ours has functions and names")?))
    };
    web::modules(root)?.into_iter().map(of).collect()
}

/// What each crate has in the module where it has most.
fn largest(all: &BTreeMap<String, Sizes>) -> Sizes {
    let mut largest = Sizes::new();
    for (name, size) in all.values().flatten() {
        let most = largest.entry(name.clone()).or_default();
        *most = (*most).max(*size);
    }
    largest
}

fn grown(before: &Sizes, now: &Sizes) -> Vec<String> {
    let grew = |(name, size): &(&String, &usize)| {
        let old = before.get(*name).copied().unwrap_or_default();
        **size > old + old * SLACK / 100 + SMALL
    };
    now.iter().filter(grew).map(|(name, size)| format!("{name} to {size} bytes")).collect()
}

fn print(all: &BTreeMap<String, Sizes>) {
    println!("Code by crate before wasm-opt, in kB:");
    println!("{:<24}{}", "", all.keys().map(|name| format!("{name:>20}")).collect::<String>());
    for (name, _) in largest(all).iter().filter(|(_, size)| **size >= SMALL) {
        let kilo = |sizes: &Sizes| sizes.get(name).copied().unwrap_or_default() / 1000;
        let row: String = all.values().map(|sizes| format!("{:>20}", kilo(sizes))).collect();
        println!("{name:<24}{row}");
    }
    let sum = |sizes: &Sizes| sizes.values().sum::<usize>() / 1000;
    let row: String = all.values().map(|sizes| format!("{:>20}", sum(sizes))).collect();
    println!("{:<24}{row}", "together");
}

/// The code of a module by crate; none where it is torn or has no names.
fn sizes(module: &[u8]) -> Option<Sizes> {
    let (mut imports, mut bodies, mut names) = (0, Vec::new(), BTreeMap::new());
    let mut rest = Bytes(module.get(8..)?);
    while !rest.0.is_empty() {
        let kind = rest.byte()?;
        let length = rest.number()?;
        let mut section = Bytes(rest.take(length)?);
        match kind {
            0 if section.text()? == "name" => names = section.names()?,
            // A module of ours imports functions and nothing else.
            2 => imports = section.number()?,
            10 => bodies = section.bodies()?,
            _ => {}
        }
    }
    let mut sizes = Sizes::new();
    for (number, size) in bodies.into_iter().enumerate() {
        let name = names.get(&(imports + number)).copied().unwrap_or_default();
        *sizes.entry(owner(name)).or_default() += size;
    }
    Some(sizes)
}

/// The crate whose a function is, by its mangled name; what has none is the compiler's.
fn owner(symbol: &str) -> String {
    let own = older(symbol).or_else(|| newer(symbol));
    own.unwrap_or("the compiler").to_owned()
}

/// `_ZN`, then each part of the path with its length before it; the first is the crate, or a type that has a
/// trait, in which two dots stand between the parts.
fn older(symbol: &str) -> Option<&str> {
    let path = symbol.strip_prefix("_ZN")?;
    let digits = path.find(|c: char| !c.is_ascii_digit())?;
    let first = path.get(digits..)?.get(..path[..digits].parse().ok()?)?;
    let (start, _) = first.split_once("..").unwrap_or((first, ""));
    // What stands before the type, such as `&mut `, is written between dollars.
    start.rsplit('$').next().map(|name| name.trim_start_matches('_'))
}

/// `C`, what tells a crate from its namesakes, an underscore, and the crate's name with its length before it.
fn newer(symbol: &str) -> Option<&str> {
    let (_, after) = symbol.strip_prefix("_R")?.split_once("Cs")?;
    let (_, named) = after.split_once('_')?;
    let digits = named.find(|c: char| !c.is_ascii_digit())?;
    named.get(digits..)?.get(..named[..digits].parse().ok()?)
}

/// A row of bytes that is read from its beginning.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// A number in the format of modules: seven bits a byte, the lowest first.
    fn number(&mut self) -> Option<usize> {
        let mut value = 0;
        for place in 0..5 {
            let byte = self.byte()?;
            value |= usize::from(byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = self.number()?;
        str::from_utf8(self.take(length)?).ok()
    }

    /// How long each function is.
    fn bodies(&mut self) -> Option<Vec<usize>> {
        let mut sizes = Vec::new();
        for _ in 0..self.number()? {
            let length = self.number()?;
            self.take(length)?;
            sizes.push(length);
        }
        Some(sizes)
    }

    /// The names of the functions, which are the second kind of names.
    fn names(&mut self) -> Option<BTreeMap<usize, &'a str>> {
        let mut names = BTreeMap::new();
        while !self.0.is_empty() {
            let kind = self.byte()?;
            let length = self.number()?;
            let mut part = Bytes(self.take(length)?);
            if kind == 1 {
                for _ in 0..part.number()? {
                    names.insert(part.number()?, part.text()?);
                }
            }
        }
        Some(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_belongs_to_its_crate() {
        let rows = [
            ("_ZN10serde_json4read5error17h4277aaf3d9d73e9bE", "serde_json"),
            (
                "_ZN46_$LT$T$u20$as$u20$serde_core..de..Expected$GT$3fmt17h0d9f78dabb8e731cE",
                "serde_core",
            ),
            (
                "_ZN59_$LT$$RF$mut$u20$serde_json..de..Deserializer$LT$R$GT$$GT$3fmt17h01E",
                "serde_json",
            ),
            ("_RNvMs4_NtCs5cOc02OMXlo_5alloc7raw_vecNtB5_11RawVecInner11finish_grow", "alloc"),
            ("memcmp", "the compiler"),
        ];
        for (symbol, owner_is) in rows {
            assert_eq!(owner(symbol), owner_is, "{symbol}");
        }
    }

    #[test]
    fn a_module_is_told_by_crate_and_a_torn_one_by_none() {
        let name = b"_ZN4core3fmt17h0E";
        let mut section = b"\x04name\x01".to_vec();
        section.push(name.len() as u8 + 3);
        section.extend([1, 0, name.len() as u8]);
        section.extend(name);
        let mut module = b"\0asm\x01\0\0\0\x0a\x04\x01\x02\x00\x0b\0".to_vec();
        module.push(section.len() as u8);
        module.extend(section);
        assert_eq!(sizes(&module), Some(Sizes::from([("core".to_owned(), 2)])));
        assert_eq!(sizes(&module[..module.len() - 3]), None);
    }

    #[test]
    fn what_grew_by_more_than_it_may_is_named() {
        let of = |rows: &[(&str, usize)]| -> Sizes {
            rows.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect()
        };
        let before = of(&[("core", 10_000), ("serde", 20_000)]);
        assert!(grown(&before, &of(&[("core", 16_000), ("new", 5_000)])).is_empty());
        assert_eq!(grown(&before, &of(&[("core", 16_001)])), ["core to 16001 bytes"]);
        assert_eq!(grown(&before, &of(&[("new", 5_001)])), ["new to 5001 bytes"]);
    }
}
