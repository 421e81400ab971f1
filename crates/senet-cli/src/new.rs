//! `senet new`: a game that plays at once, and is then changed into another.
//!
//! What it writes is `examples/my-game` under another name: a game of this workspace, which its tests play.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use senet_table::Journal;

use crate::args::New;
use crate::say;

/// The files of the example.
const FILES: [(&str, &str); 10] = [
    ("Cargo.toml", include_str!("../../../examples/my-game/Cargo.toml")),
    ("rules.md", include_str!("../../../examples/my-game/rules.md")),
    ("board.js", include_str!("../../../examples/my-game/board.js")),
    ("board.css", include_str!("../../../examples/my-game/board.css")),
    ("src/lib.rs", include_str!("../../../examples/my-game/src/lib.rs")),
    ("src/game.rs", include_str!("../../../examples/my-game/src/game.rs")),
    ("src/text.rs", include_str!("../../../examples/my-game/src/text.rs")),
    ("src/mind.rs", include_str!("../../../examples/my-game/src/mind.rs")),
    ("tests/it/main.rs", include_str!("../../../examples/my-game/tests/it/main.rs")),
    (
        "tests/golden/my-game.txt",
        include_str!("../../../examples/my-game/tests/golden/my-game.txt"),
    ),
];
/// Its golden journal, whose lines are chained: under another name they are chained anew.
const JOURNAL: &str = include_str!("../../../examples/my-game/tests/golden/my-game.jsonl");
/// The workspace that the example lies in: it names the versions of what a game needs.
const WORKSPACE: &str = include_str!("../../../Cargo.toml");

/// What a repository of its own has besides.
const ALONE: &str = "
# Small, because it is fetched.
[profile.release]
opt-level = \"s\"
codegen-units = 1
lto = true
panic = \"abort\"

# It is no part of whatever workspace lies around it.
[workspace]
";

/// The most characters of a game's name.
const LONGEST: usize = 40;

pub fn run(args: &New) -> Result<()> {
    let name = Name::of(&args.name)?;
    let here = std::env::current_dir()?;
    let senet = args.senet.as_deref().map(checkout).transpose()?;
    let (place, package) = match (&senet, house_around(&here)) {
        (Some(_), _) => (here.join(&name.id), String::new()),
        (None, Some(house)) => (house.join("examples").join(&name.id), format!(" -p {}", name.id)),
        (None, None) => bail!(
            "this is no checkout of senet: name the one whose crates the game is built with, by --senet DIR"
        ),
    };
    let shown = place.strip_prefix(&here).unwrap_or(&place).display().to_string();
    ensure!(!place.exists(), "{shown} is there already: choose another name");
    for (path, text) in files(&name, senet.as_deref())? {
        let path = place.join(path);
        let folder = path.parent().context("a file lies in a folder")?;
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, text))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let file = name.id.replace('-', "_");
    let folder = if senet.is_some() { format!("  cd {shown}\n") } else { String::new() };
    say!("{} is there, in {shown}. Go on with:\n{folder}  cargo test{package}", name.title);
    say!("  cargo build --release{package} --target wasm32-unknown-unknown");
    say!("  senet play target/wasm32-unknown-unknown/release/{file}.wasm");
    say!(
        "rules.md says what is played, src/game.rs how, board.js what the page shows of it: change them,"
    );
    say!("a rule at a time.");
    Ok(())
}

/// The checkout of senet that a folder lies in.
fn house_around(here: &Path) -> Option<PathBuf> {
    here.ancestors().find(|folder| is_checkout(folder)).map(Path::to_owned)
}

fn is_checkout(folder: &Path) -> bool {
    folder.join("examples/my-game/Cargo.toml").exists()
}

/// A checkout that was named.
fn checkout(named: &Path) -> Result<PathBuf> {
    let found = named.canonicalize().ok().filter(|folder| is_checkout(folder));
    found.with_context(|| format!("there is no checkout of senet at {}", named.display()))
}

/// Every file of a game of this name; one that names the checkout of senet which it is built with is a
/// repository of its own.
fn files(name: &Name, senet: Option<&Path>) -> Result<Vec<(String, String)>> {
    let mut files: Vec<(String, String)> =
        FILES.iter().map(|(path, text)| (name.put_into(path), name.put_into(text))).collect();
    let journal = Journal::chained(&name.put_into(JOURNAL)).context("the example has a journal")?;
    files.push((name.put_into("tests/golden/my-game.jsonl"), journal.text()));
    if let Some(senet) = senet {
        let manifest = files.iter_mut().find(|(path, _)| path == "Cargo.toml");
        let (_, manifest) = manifest.context("the example has a manifest")?;
        *manifest = by_itself(manifest, senet)?;
        files.push((".gitignore".to_owned(), "target\n".to_owned()));
    }
    Ok(files)
}

/// The manifest with what it inherits written out.
fn by_itself(manifest: &str, senet: &Path) -> Result<String> {
    let lines: Vec<String> =
        manifest.lines().map(|line| alone(line, senet)).collect::<Result<_>>()?;
    Ok(lines.join("\n") + "\n" + ALONE)
}

fn alone(line: &str, senet: &Path) -> Result<String> {
    if let Some((key, _)) = line.split_once(".workspace = true") {
        return Ok(format!("{key} = {}", inherited(key, senet)?));
    }
    let Some((key, more)) = line.split_once(" = { workspace = true, ") else {
        return Ok(line.to_owned());
    };
    let value = inherited(key, senet)?;
    Ok(format!("{key} = {}, {more}", value.trim_end_matches('}').trim_end()))
}

/// What the workspace says of a key, with the crates of senet where they lie.
fn inherited(key: &str, senet: &Path) -> Result<String> {
    let line = WORKSPACE.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
    let value = line.with_context(|| format!("the workspace says nothing of {key}"))?;
    let Some((before, path)) = value.split_once("path = \"") else { return Ok(value.to_owned()) };
    let (path, after) = path.split_once('"').context("a path ends")?;
    Ok(format!("{before}path = {:?}{after}", senet.join(path)))
}

/// A game's name, in every form that it takes.
struct Name {
    /// `liars-dice`
    id: String,
    /// `LiarsDice`
    kind: String,
    /// `Liars Dice`
    title: String,
    /// `LD`
    initials: String,
}

impl Name {
    fn of(text: &str) -> Result<Name> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let words: Vec<&str> = text.split('-').collect();
        let begins = |word: &&str| word.starts_with(|c: char| c.is_ascii_lowercase());
        if text.len() > LONGEST || !text.chars().all(plain) || !words.iter().all(begins) {
            bail!(
                "\"{text}\" is no name of a game: it is {LONGEST} characters at most, words in small \
                 letters and digits with hyphens between them, such as liars-dice"
            );
        }
        if let Some(known) = senet_catalog::find(text) {
            bail!("there is a game called {} already: choose another name", known.id());
        }
        let capital = |word: &&str| word[..1].to_uppercase() + &word[1..];
        let title = words.iter().map(capital).collect::<Vec<_>>();
        let initials: String = match words[..] {
            [word] => word.chars().take(2).collect(),
            _ => words.iter().take(4).map(|word| &word[..1]).collect(),
        };
        Ok(Name {
            id: text.to_owned(),
            kind: title.concat(),
            title: title.join(" "),
            initials: initials.to_uppercase(),
        })
    }

    /// A text of the example with this name in place of its own.
    fn put_into(&self, text: &str) -> String {
        text.replace("my-game", &self.id)
            .replace("my_game", &self.id.replace('-', "_"))
            .replace("MyGame", &self.kind)
            .replace("My Game", &self.title)
            .replace("MG-", &format!("{}-", self.initials))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_takes_every_form() {
        #[track_caller]
        fn check(text: &str, forms: [&str; 3]) {
            let name = Name::of(text).unwrap();
            assert_eq!([&name.kind, &name.title, &name.initials], forms);
        }
        check("liars-dice", ["LiarsDice", "Liars Dice", "LD"]);
        check("nim", ["Nim", "Nim", "NI"]);
        check("a-b2-c-d-e", ["AB2CDE", "A B2 C D E", "ABCD"]);
        for wrong in ["", "-", "Nim", "nim-", "2nim", "two words", "a--b", "pig", "ü", "../x"] {
            assert!(Name::of(wrong).is_err(), "{wrong}");
        }
        assert!(Name::of(&"a".repeat(LONGEST + 1)).is_err());
    }

    /// The example is what is written, so that its tests speak for every new game.
    #[test]
    fn under_its_own_name_the_example_comes_out() {
        let files = files(&Name::of("my-game").unwrap(), None).unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/my-game");
        for (path, text) in &files {
            assert_eq!(&fs::read_to_string(folder.join(path)).unwrap(), text, "{path}");
        }
        assert_eq!(files.len(), FILES.len() + 1);
    }

    #[test]
    fn a_manifest_by_itself_inherits_nothing() {
        let nim = Name::of("nim").unwrap();
        let manifest = files(&nim, Some(Path::new("/somewhere"))).unwrap().swap_remove(0).1;
        assert!(!manifest.contains("workspace = true"), "{manifest}");
        assert!(manifest.contains("senet-kernel = { version = \"0.1.0\", path = \"/somewhere/"));
        assert!(manifest.contains("crates/senet-guest\", features = [\"schemas\"] }"));
    }
}
