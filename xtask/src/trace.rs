//! `cargo xtask trace`: which tests cite which rule.
//!
//! A rule is defined in `docs/rules/<system>.md` by its id in bold at the start of a list item or of
//! a table's row. A test cites it by naming the id inside the test function of the system's crate: in
//! its docs, its comments or its rows. What stands outside a test, and a test that names more rules
//! than it can show, count for nothing; nor does a test that notices no change of the code that it runs,
//! as `cargo xtask mutants` found.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::mutants;

/// The most rules that one test can show to hold; one that names more is a list.
const MOST_RULES: usize = 8;

/// Prints how each system stands, or the tests of the rules that are asked for.
pub fn run(root: &Path, asked: &[String]) -> Result<()> {
    let mut missing = 0;
    let mut found = 0;
    for (system, text) in rules(root)? {
        let ids = ids(&text);
        let folder = crate_of(root, &system);
        let package = folder.file_name().unwrap_or_default().to_string_lossy();
        let blind = mutants::blind(root, &format!("senet-{package}"))?;
        let tests = tests_that_count(tests(&folder)?, &ids, &blind);
        let citing = |id: &str| tests.iter().filter(|test| test.cites(id)).collect::<Vec<_>>();
        for id in ids.iter().filter(|id| asked.contains(id)) {
            found += 1;
            println!("{system} {id}");
            citing(id).iter().for_each(|test| println!("    {}", test.name));
        }
        if !asked.is_empty() {
            continue;
        }
        let gaps: Vec<_> =
            ids.iter().map(String::as_str).filter(|id| citing(id).is_empty()).collect();
        let citations: usize = ids.iter().map(|id| citing(id).len()).sum();
        let (rules, tests, none) = (ids.len(), tests.len(), gaps.len());
        println!(
            "{system:<16} {rules:>4} rules {tests:>4} tests {citations:>5} citations {none:>3} missing"
        );
        if !gaps.is_empty() {
            println!("    no test cites {}", gaps.join(", "));
        }
        missing += gaps.len();
    }
    ensure!(asked.is_empty() || found > 0, "no document defines {}", asked.join(", "));
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

/// A test function: where it is, and its lines with the docs above it.
struct Test {
    name: String,
    text: String,
}

impl Test {
    fn cites(&self, id: &str) -> bool {
        self.text.match_indices(id).any(|(at, _)| is_word(&self.text, at, id))
    }

    /// Whether the harness calls it by this path, such as `orders::lex::tests::name`.
    fn is_called(&self, path: &str) -> bool {
        let Some((file, function)) = self.name.split_once("::") else { return false };
        let mut parts: Vec<&str> = path.split("::").collect();
        parts.pop() == Some(function) && parts.contains(&file)
    }
}

/// The test functions below a crate.
fn tests(dir: &Path) -> Result<Vec<Test>> {
    let mut tests = Vec::new();
    for path in files(&dir.join("tests"))?.into_iter().chain(files(&dir.join("src"))?) {
        let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        tests.extend(tests_in(&file, &fs::read_to_string(&path)?));
    }
    Ok(tests)
}

/// Those that show a few rules each, and are not blind: some change of the code makes them fail.
fn tests_that_count(mut tests: Vec<Test>, ids: &[String], blind: &[String]) -> Vec<Test> {
    let cited = |test: &Test| ids.iter().filter(|id| test.cites(id)).count();
    tests.retain(|test| (1..=MOST_RULES).contains(&cited(test)));
    tests.retain(|test| !blind.iter().any(|name| test.is_called(name)));
    tests
}

/// The test functions of a file. The code is formatted, so a function ends at the first brace that
/// stands below its attribute.
fn tests_in(file: &str, text: &str) -> Vec<Test> {
    let lines: Vec<&str> = text.lines().collect();
    let mut tests = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let attribute = line.trim_start();
        if attribute != "#[test]" && !attribute.starts_with("#[tokio::test") {
            continue;
        }
        let end = format!("{}}}", &line[..line.len() - attribute.len()]);
        let above = |line: &&&str| line.trim_start().starts_with(['/', '#']);
        let begin = at - lines[..at].iter().rev().take_while(above).count();
        let body: Vec<&str> =
            lines[begin..].iter().copied().take_while(|line| *line != end).collect();
        let text = body.join("\n");
        let name = text.split("fn ").nth(1).and_then(|rest| rest.split('(').next());
        tests.push(Test { name: format!("{file}::{}", name.unwrap_or_default()), text });
    }
    tests
}

/// The Rust sources below a folder.
pub fn files(dir: &Path) -> Result<Vec<PathBuf>> {
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

    const CODE: &str = "
//! R1 and R2: what stands outside a test counts for nothing.
fn helper() {
    // R3
}

/// R4: in the docs.
#[test]
fn one() {
    if true {
        check(1); // R12
    }
    // GR-021.1
}

mod inner {
    #[tokio::test(start_paused = true)]
    async fn two() {
        check(2, \"R5\");
    }
}
// R6
";

    #[track_caller]
    fn check(id: &str, expected: &[&str]) {
        let tests = tests_in("file", CODE);
        let names: Vec<_> =
            tests.iter().filter(|test| test.cites(id)).map(|test| test.name.as_str()).collect();
        assert_eq!(names, expected, "{id}");
    }

    #[test]
    fn ids_are_bound_to_the_test_they_stand_in() {
        check("R1", &[]);
        check("R2", &[]);
        check("R3", &[]);
        check("R4", &["file::one"]);
        check("R12", &["file::one"]);
        check("GR-021", &[]);
        check("GR-021.1", &["file::one"]);
        check("R5", &["file::two"]);
        check("R6", &[]);
    }

    #[test]
    fn the_harness_calls_a_test_by_its_modules() {
        let test = Test { name: "lex::words_are_known".into(), text: String::new() };
        assert!(test.is_called("lex::words_are_known"));
        assert!(test.is_called("orders::lex::tests::words_are_known"));
        assert!(!test.is_called("parse::words_are_known"));
        assert!(!test.is_called("lex::words_are_known::twice"));
    }

    #[test]
    fn a_test_that_lists_rules_shows_none() {
        let ids: Vec<String> = (1..=MOST_RULES + 1).map(|n| format!("R{n}")).collect();
        let test = |count: usize| Test { name: String::new(), text: ids[..count].join(" ") };
        assert_eq!(tests_that_count(vec![test(MOST_RULES)], &ids, &[]).len(), 1);
        assert_eq!(tests_that_count(vec![test(MOST_RULES + 1)], &ids, &[]).len(), 0);
        assert_eq!(tests_that_count(vec![test(0)], &ids, &[]).len(), 0);
    }

    /// A rule whose only tests pass whatever is changed has no test: its citation is not counted.
    #[test]
    fn a_test_that_notices_no_change_shows_no_rule() {
        let ids = ["R4", "R5"].map(str::to_owned);
        let counted = |blind: &[&str]| {
            let blind: Vec<String> = blind.iter().map(|name| (*name).to_owned()).collect();
            let tests = tests_that_count(tests_in("file", CODE), &ids, &blind);
            ids.iter().filter(|id| tests.iter().any(|test| test.cites(id))).count()
        };
        assert_eq!(counted(&[]), 2);
        assert_eq!(counted(&["other::one"]), 2);
        assert_eq!(counted(&["file::one"]), 1);
        assert_eq!(counted(&["file::one", "file::inner::two"]), 0);
    }

    /// What the figures call blind is found under the names that the sources have: a test that was
    /// renamed since would count again unseen.
    #[test]
    fn every_blind_test_is_known_by_its_name() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for (package, folder) in mutants::PACKAGES {
            let tests = tests(&root.join(folder)).unwrap();
            for name in mutants::blind(&root, package).unwrap() {
                // The laws are tests that a macro writes.
                let known =
                    tests.iter().any(|test| test.is_called(&name)) || name.starts_with("laws::");
                assert!(known, "{package}: no test is called {name}: try its changes again");
            }
        }
    }
}
