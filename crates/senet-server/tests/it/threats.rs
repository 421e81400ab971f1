//! `docs/operate/threats.md` names a test for every threat. Each of them is one.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What the last column of each row names, between backticks.
fn named() -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(root().join("docs/operate/threats.md")).unwrap();
    let is_row = |line: &&str| line.starts_with("| ") && !line.ends_with("| test |");
    let last = text.lines().filter(is_row);
    let last = last.filter_map(|row| row.trim_end_matches('|').rsplit('|').next());
    let names = |cell: &str| {
        let quoted = cell.split('`').skip(1).step_by(2);
        quoted.filter(|name| !name.contains(' ')).map(str::to_owned).collect()
    };
    last.map(names).collect()
}

/// The sources in which a name is looked for: a path as it is, else a module of these tests or of the crate.
fn sources(module: &str) -> Vec<PathBuf> {
    let crate_root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let at = module.replace("::", "/");
    let places = [
        root().join(module),
        crate_root.join(format!("tests/it/{at}.rs")),
        crate_root.join(format!("src/{at}.rs")),
        crate_root.join(format!("src/{at}/mod.rs")),
    ];
    places.into_iter().filter(|place| place.exists()).collect()
}

#[test]
fn every_test_that_the_threats_name_exists() {
    let named = named();
    assert!(named.len() > 35, "{named:?}");
    assert!(named.iter().all(|row| !row.is_empty()), "every threat has a test: {named:?}");
    for name in named.into_iter().flatten() {
        let (module, test) = match name.rsplit_once("::") {
            Some((module, test)) if sources(&name).is_empty() => (module, Some(test)),
            _ => (name.as_str(), None),
        };
        let shows = |place: &PathBuf| {
            let text = std::fs::read_to_string(place).unwrap_or_default();
            let before = test.map_or(Some(&*text), |test| {
                text.split_once(&format!("fn {test}(")).map(|(before, _)| before)
            });
            // What makes it a test stands right above it; a whole module has some.
            let above = before.unwrap_or_default().trim_end().lines().rev().map(str::trim);
            let mut above = above.take_while(|line| test.is_none() || !line.is_empty());
            above.any(|line| line.starts_with("#[") && line.contains("test"))
        };
        assert!(sources(module).iter().any(shows), "`{name}` is no test");
    }
}
