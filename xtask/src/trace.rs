//! `cargo xtask trace`: which tests cite which rule.
//!
//! A rule is defined in `docs/rules/<system>.md` by its id in bold at the start of a list item or of
//! a table's row. A test cites it by naming the id anywhere in test code of the system's crate.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

pub fn run(root: &Path) -> Result<()> {
    let mut missing = 0;
    for (system, text) in rules(root)? {
        let tests = test_code(&crate_of(root, &system))?;
        let ids = ids(&text);
        let cited: Vec<_> = ids.iter().map(|id| (id, citations(&tests, id))).collect();
        let gaps: Vec<_> =
            cited.iter().filter(|(_, count)| *count == 0).map(|(id, _)| id.as_str()).collect();
        let total: usize = cited.iter().map(|(_, count)| count).sum();
        println!(
            "{system:<16} {:>4} rules {total:>6} citations {:>4} missing",
            ids.len(),
            gaps.len()
        );
        if !gaps.is_empty() {
            println!("    no test cites {}", gaps.join(", "));
        }
        missing += gaps.len();
    }
    if missing > 0 {
        bail!("{missing} rules are cited by no test");
    }
    Ok(())
}

/// The rules documents, by the name of their system.
fn rules(root: &Path) -> Result<Vec<(String, String)>> {
    let dir = root.join("docs/rules");
    let mut rules = Vec::new();
    for entry in fs::read_dir(&dir).with_context(|| format!("cannot read {}", dir.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "md") {
            let system = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            rules.push((system, fs::read_to_string(&path)?));
        }
    }
    rules.sort();
    Ok(rules)
}

/// The folder of a system's crate; the small games share one.
fn crate_of(root: &Path, system: &str) -> PathBuf {
    let own = root.join("games").join(system);
    if own.is_dir() { own } else { root.join("games/reference") }
}

/// All test code below a crate: files in `tests`, and what follows `#[cfg(test)]` in the sources.
fn test_code(dir: &Path) -> Result<Vec<String>> {
    let mut code = Vec::new();
    for path in files(&dir.join("tests"))? {
        code.push(fs::read_to_string(path).unwrap_or_default());
    }
    for path in files(&dir.join("src"))? {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let whole = path.file_stem().is_some_and(|stem| stem == "tests");
        let start = if whole { Some(0) } else { text.find("#[cfg(test)]") };
        code.extend(start.map(|start| text[start..].to_owned()));
    }
    Ok(code)
}

fn files(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    if !dir.is_dir() {
        return Ok(found);
    }
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    Ok(found)
}

/// The ids that a document defines, in order.
fn ids(text: &str) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = line.trim_start();
        let item = line.strip_prefix(['-', '*', '|']).unwrap_or_default().trim_start();
        let id = item.strip_prefix("**").and_then(|rest| rest.split_once("**")).map(|(id, _)| id);
        if let Some(id) = id.filter(|id| is_id(id) && !ids.iter().any(|known| known == id)) {
            ids.push(id.to_owned());
        }
    }
    ids
}

/// Capitals, perhaps a hyphen, then digits and points: FR-001, R12, GR-021.1.
fn is_id(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = text.len() - digits.len();
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    (1..=4).contains(&letters)
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_alphanumeric())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.' || c.is_ascii_lowercase())
}

/// How often the id stands as a word in the code.
fn citations(code: &[String], id: &str) -> usize {
    code.iter()
        .map(|text| text.match_indices(id).filter(|(at, _)| is_word(text, *at, id)).count())
        .sum()
}

fn is_word(text: &str, at: usize, id: &str) -> bool {
    let before = text[..at].chars().next_back();
    let mut after = text[at + id.len()..].chars();
    let (next, second) = (after.next(), after.next());
    let longer = |c: char| c.is_ascii_alphanumeric();
    let decimal = next == Some('.') && second.is_some_and(|c| c.is_ascii_digit());
    !before.is_some_and(|c| longer(c) || c == '-') && !next.is_some_and(longer) && !decimal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_ids_at_the_start_of_items_and_rows() {
        let text = "- **TT-1** One.\n  - **R2** Two.\n| **GR-021.1** | x |\nSee **R9**.\n- **Board** no.\n- **R2** again";
        assert_eq!(ids(text), ["TT-1", "R2", "GR-021.1"]);
    }

    #[track_caller]
    fn check(code: &str, id: &str, expected: usize) {
        assert_eq!(citations(&[code.to_owned()], id), expected, "{id} in {code}");
    }

    #[test]
    fn counts_whole_words_only() {
        check("// R1, R12 and GR-R1", "R1", 1);
        check("// R12", "R1", 0);
        check("// GR-021.1", "GR-021", 0);
        check("// GR-021.1 and GR-021.", "GR-021", 1);
        check("// FR-001", "FR-001", 1);
    }
}
