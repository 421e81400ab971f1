//! `cargo xtask house`: what follows from the list of the games of the house, `house!` of the catalog.
//!
//! A game there is a dependency of those who play, judge and encode it, has a module of its own, and stands in the tests
//! that hold every game to its laws. All that is written here, so that a new game is a line of that list.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// A game of the list.
#[derive(Debug, PartialEq)]
struct Game {
    id: String,
    /// Its type, by its whole path.
    path: String,
    /// The package that it lies in.
    package: String,
}

/// A list of games that tests are made for.
struct List {
    file: &'static str,
    /// How it begins.
    begins: &'static str,
    /// The line of the game.
    line: String,
}

impl Game {
    /// The lists of tests that every game stands in. How long its laws are played is for its author to say: few
    /// games to begin with.
    fn tests(&self, folder: &str) -> [List; 2] {
        let (name, path) = (self.id.replace('-', "_"), &self.path);
        let folder = folder.trim_start_matches("games/");
        [
            List {
                file: "crates/senet-encode/tests/it/laws.rs",
                begins: "\nlaws! {\n",
                line: format!("    {name}: {path}, 3, 300;\n"),
            },
            List {
                file: "crates/senet-host/tests/it/house.rs",
                begins: "\ngames! {\n",
                line: format!("    {name}: {path}, {folder:?}, #[ignore = \"builds a module\"];\n"),
            },
        ]
    }
}

impl List {
    /// The file with the line at the end of its list; as it is, where the list has the game.
    fn with(&self, text: &str, path: &str) -> Option<String> {
        let start = text.find(self.begins)? + self.begins.len();
        let end = start + text[start..].find("\n}")? + 1;
        if text[start..end].contains(&format!(" {path},")) {
            return Some(text.to_owned());
        }
        Some([&text[..end], &self.line, &text[end..]].concat())
    }
}

/// Writes what is not there yet, and tells it.
pub fn write(root: &Path) -> Result<()> {
    let files = missing(root)?;
    for (path, text) in &files {
        fs::write(root.join(path), text).with_context(|| format!("cannot write {path}"))?;
        println!("• {path}");
    }
    if files.is_empty() {
        println!("• all that follows from the list is there");
    }
    Ok(())
}

/// The files that do not say what follows from the list, as they should be.
fn missing(root: &Path) -> Result<BTreeMap<String, String>> {
    let read = |path: &str| {
        fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"))
    };
    let games =
        games(&read("crates/senet-catalog/src/lib.rs")?).context("the catalog has a list")?;
    let mut files = BTreeMap::new();
    let mut ensure = |path: &str, section: &str, line: &str| -> Result<()> {
        let text = files.get(path).map_or_else(|| read(path), |text: &String| Ok(text.clone()))?;
        let with = with_line(&text, section, line);
        files.insert(path.to_owned(), with.with_context(|| format!("{path} has no {section}"))?);
        Ok(())
    };
    for game in &games {
        let package = &game.package;
        let folder = folder(root, package)?;
        let place = format!("{package} = {{ version = \"0.1.0\", path = \"{folder}\" }}");
        ensure("Cargo.toml", "[workspace.dependencies]", &place)?;
        let plain = format!("{package}.workspace = true");
        ensure("crates/senet-catalog/Cargo.toml", "[dependencies]", &plain)?;
        ensure("crates/senet-encode/Cargo.toml", "[dependencies]", &plain)?;
        ensure("crates/senet-modules/Cargo.toml", "[dev-dependencies]", &plain)?;
        ensure("crates/senet-host/Cargo.toml", "[dev-dependencies]", &plain)?;
        let optional = format!("{package} = {{ workspace = true, optional = true }}");
        ensure("crates/senet-bots/Cargo.toml", "[dependencies]", &optional)?;
        ensure("crates/senet-bots/Cargo.toml", "games = [", &format!("    \"dep:{package}\","))?;
    }
    for game in &games {
        for list in game.tests(&folder(root, &game.package)?) {
            let text = files.remove(list.file).map_or_else(|| read(list.file), Ok)?;
            let with = list.with(&text, &game.path);
            let with = with.with_context(|| format!("{} has no list", list.file))?;
            files.insert(list.file.to_owned(), with);
        }
    }
    let modules = "crates/senet-modules";
    let mut manifest = files.remove(&format!("{modules}/Cargo.toml")).unwrap_or_default();
    for Game { id, path, .. } in &games {
        let stanza = format!("[[example]]\nname = \"{id}\"\ncrate-type = [\"cdylib\"]\n\n");
        if !manifest.contains(&stanza) {
            let end = manifest.find("# The names of a module's exports").context("it has lints")?;
            manifest.insert_str(end, &stanza);
        }
        let module = format!("//! {id} as a module.\n\nsenet_modules::house!({path});\n");
        files.insert(format!("{modules}/examples/{id}.rs"), module);
    }
    files.insert(format!("{modules}/Cargo.toml"), manifest);
    files.retain(|path, text| fs::read_to_string(root.join(path)).ok().as_ref() != Some(text));
    Ok(files)
}

/// The games of the list, in its order.
fn games(catalog: &str) -> Option<Vec<Game>> {
    let list = catalog.split_once("\nhouse! {\n")?.1.split_once("\n}")?.0;
    let game = |line: &str| {
        let (id, path) = line.trim().strip_suffix(',')?.split_once("\": ")?;
        let (package, _) = path.split_once("::")?;
        let (id, package) = (id.strip_prefix('"')?.to_owned(), package.replace('_', "-"));
        Some(Game { id, path: path.to_owned(), package })
    };
    list.lines().map(game).collect()
}

/// The folder of a game's package.
fn folder(root: &Path, package: &str) -> Result<String> {
    for entry in fs::read_dir(root.join("games"))?.flatten() {
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).unwrap_or_default();
        if manifest.contains(&format!("name = \"{package}\"\n")) {
            return Ok(format!("games/{}", entry.file_name().to_string_lossy()));
        }
    }
    anyhow::bail!("no folder of games has the package {package}")
}

/// A manifest with this line among those of a section; as it is, where the section names the same. A new line
/// comes before the first that is greater, and after a comment at the beginning.
fn with_line(manifest: &str, section: &str, line: &str) -> Option<String> {
    let name =
        |line: &str| line.split(['.', ' ', ',']).find(|part| !part.is_empty()).map(str::to_owned);
    let lines: Vec<&str> = manifest.lines().collect();
    let start = lines.iter().position(|known| *known == section)? + 1;
    let length = lines[start..].iter().position(|line| line.is_empty() || *line == "]");
    let end = length.map_or(lines.len(), |length| start + length);
    if lines[start..end].iter().any(|known| name(known) == name(line)) {
        return Some(manifest.to_owned());
    }
    let greater = |known: &&str| !known.starts_with('#') && name(known) > name(line);
    let at = lines[start..end].iter().position(greater).map_or(end, |place| start + place);
    let with = [&lines[..at], &[line], &lines[at..]].concat();
    Some(with.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::{Game, games, missing, with_line};

    #[test]
    fn all_that_follows_from_the_list_is_there() {
        let missing = missing(&crate::root()).unwrap();
        let missing: Vec<_> = missing.keys().collect();
        assert!(missing.is_empty(), "`cargo xtask house` writes {missing:?}");
    }

    #[test]
    fn the_list_is_read() {
        let game = |id: &str, path: &str, package: &str| Game {
            id: id.to_owned(),
            path: path.to_owned(),
            package: package.to_owned(),
        };
        let list = "fn f() {}\nhouse! {\n    \"nim\": senet_nim::Nim,\n    \"big-nim\": senet_nim::big::Nim,\n}\n";
        let expected = [
            game("nim", "senet_nim::Nim", "senet-nim"),
            game("big-nim", "senet_nim::big::Nim", "senet-nim"),
        ];
        assert_eq!(games(list).unwrap(), expected);
        assert_eq!(games("no list"), None);
        assert_eq!(games("\nhouse! {\n    Nim,\n}\n"), None);
    }

    #[test]
    fn a_game_comes_into_the_lists_of_tests_once() {
        let path = "senet_big_nim::Nim".to_owned();
        let nim = Game { id: "big-nim".to_owned(), path, package: "senet-big-nim".to_owned() };
        let [laws, modules] = nim.tests("games/nim");
        let text = "use a;\n\nlaws! {\n    pig: senet_pig::Pig, 3, 300;\n}\n";
        let with = laws.with(text, &nim.path).unwrap();
        assert!(with.ends_with("300;\n    big_nim: senet_big_nim::Nim, 3, 300;\n}\n"), "{with}");
        assert_eq!(laws.with(&with, &nim.path).unwrap(), with);
        assert!(modules.line.contains("big_nim: senet_big_nim::Nim, \"nim\", #[ignore"));
        assert_eq!(modules.with(text, &nim.path), None);
    }

    #[test]
    fn a_line_comes_to_its_place_once() {
        let manifest =
            "[package]\n\n[dependencies]\na.workspace = true\nc = { path = \"c\" }\n\n[lints]\n";
        let line = "b.workspace = true";
        let with = with_line(manifest, "[dependencies]", line).unwrap();
        assert!(with.contains("\na.workspace = true\nb.workspace = true\nc = "), "{with}");
        assert_eq!(with_line(&with, "[dependencies]", "b = { path = \"b\" }").unwrap(), with);
        let last = with_line(manifest, "[dependencies]", "d.workspace = true").unwrap();
        assert!(last.contains("c\" }\nd.workspace = true\n\n[lints]"), "{last}");
        assert_eq!(with_line(manifest, "[features]", line), None);
    }
}
