//! `senet new`, and the tutorial that begins with it: every command of the page runs, and every piece of code
//! in it stands in the finished game.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::file;
use crate::modules::liars_dice;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn page() -> String {
    std::fs::read_to_string(root().join("docs/a-game-in-an-afternoon.md")).unwrap()
}

/// The blocks of code in a language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn the_code_of_the_tutorial_stands_in_the_finished_game() {
    let game = root().join("examples/liars-dice");
    let mut all = String::new();
    for file in
        ["rules.md", "src/lib.rs", "src/bid.rs", "src/config.rs", "src/game.rs", "src/mind.rs"]
    {
        all += &std::fs::read_to_string(game.join(file)).unwrap();
    }
    all += &std::fs::read_to_string(game.join("tests/it/main.rs")).unwrap();
    let page = page();
    let pieces = [blocks(&page, "rust"), blocks(&page, "md")].concat();
    assert!(pieces.len() > 8, "{}", pieces.len());
    for piece in pieces {
        assert!(all.contains(piece), "the game has no such lines:\n{piece}");
    }
}

/// Whoever reads the page and types its commands, in an empty folder beside a checkout.
struct Reader {
    home: PathBuf,
    here: PathBuf,
}

impl Reader {
    fn types(&mut self, line: &str) {
        let line = line.replace("../senet", root().to_str().unwrap());
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["cd", folder] => self.here.push(folder),
            ["senet", "serve", ..] => self.serves(&words[1..]),
            ["senet", ..] => self.runs(Command::new(env!("CARGO_BIN_EXE_senet")), &words[1..]),
            // The module is built once for all tests, by the target that there is.
            ["cargo", "build", ..] => {
                let folder = self.here.join("target/wasm32-unknown-unknown/release");
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::copy(liars_dice(), folder.join("liars_dice.wasm")).unwrap();
            }
            // Both games are members of this workspace, which builds them and runs their tests. What a
            // repository of its own needs besides is that its manifest finds everything.
            ["cargo", "test"] => {
                std::fs::copy(root().join("Cargo.lock"), self.here.join("Cargo.lock")).unwrap();
                self.runs(Command::new(env!("CARGO")), &["tree", "--offline"]);
            }
            ["cp", ..] => self.runs(Command::new("cp"), &words[1..]),
            _ => panic!("nobody types this: {line}"),
        }
    }

    fn runs(&self, mut command: Command, args: &[&str]) {
        command.args(args).current_dir(&self.here).env("XDG_DATA_HOME", &self.home);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // What is typed into a game; whoever asks nothing has closed the pipe.
        let _ = child.stdin.take().unwrap().write_all(b"roll\nbid 1 two\nquit\n");
        let output = child.wait_with_output().unwrap();
        let (out, err) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{args:?}: {out}{err}");
    }

    /// A server that is stopped once it answers.
    fn serves(&self, args: &[&str]) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_senet"));
        command.args(args).args(["--addr", "127.0.0.1:0"]).current_dir(&self.here);
        command.env("XDG_DATA_HOME", &self.home).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = command.spawn().unwrap();
        let mut first = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut first).unwrap();
        server.kill().unwrap();
        server.wait().unwrap();
        assert!(first.contains("127.0.0.1:"), "{first}");
    }
}

#[test]
fn every_command_of_the_tutorial_runs() {
    let here = PathBuf::from(file("afternoon"));
    let _ = std::fs::remove_dir_all(&here);
    std::fs::create_dir_all(&here).unwrap();
    let mut reader = Reader { home: here.join("home"), here };
    let page = page();
    let lines: Vec<&str> = blocks(&page, "sh").into_iter().flat_map(str::lines).collect();
    assert!(lines.len() >= 14, "{lines:?}");
    lines.into_iter().for_each(|line| reader.types(line));
}

#[test]
fn a_new_game_lies_in_the_workspace_or_beside_it_and_never_on_another() {
    let house = PathBuf::from(file("checkout"));
    let _ = std::fs::remove_dir_all(&house);
    std::fs::create_dir_all(house.join("examples/my-game")).unwrap();
    std::fs::write(house.join("examples/my-game/Cargo.toml"), "").unwrap();
    let senet = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_senet"));
        let output = command.args(args).current_dir(&house).output().unwrap();
        let told =
            String::from_utf8(output.stdout).unwrap() + str::from_utf8(&output.stderr).unwrap();
        (output.status.success(), told)
    };
    let (done, told) = senet(&["new", "bad-luck"]);
    assert!(done && told.starts_with("Bad Luck is there, in examples/bad-luck."), "{told}");
    assert!(told.contains("cargo test -p bad-luck"), "{told}");
    let read = |path: &str| std::fs::read_to_string(house.join(path)).unwrap();
    assert!(read("examples/bad-luck/src/lib.rs").contains("senet_guest::export!(BadLuck);"));
    assert!(read("examples/bad-luck/rules.md").contains("**BL-1**"));
    assert!(
        read("examples/bad-luck/src/lib.rs").contains("board!(\"../board.js\", \"../board.css\");")
    );
    assert!(read("examples/bad-luck/board.js").starts_with("// The board of Bad Luck: "));
    assert!(read("examples/bad-luck/board.css").contains("button {"));
    assert!(read("examples/bad-luck/Cargo.toml").contains("senet-kernel.workspace = true"));
    let (done, told) = senet(&["new", "bad-luck"]);
    assert!(!done && told.contains("examples/bad-luck is there already"), "{told}");
    let (done, told) = senet(&["new", "bad-luck", "--senet", "."]);
    assert!(done && told.contains("cd bad-luck\n"), "{told}");
    let manifest = read("bad-luck/Cargo.toml");
    assert!(manifest.contains("[workspace]") && manifest.contains("/crates/senet-kernel\""));
    assert_eq!(read("bad-luck/.gitignore"), "target\n");
    let (done, told) = senet(&["new", "Bad Luck"]);
    assert!(!done && told.contains("is no name of a game"), "{told}");
    let (done, told) = senet(&["new", "worse-luck", "--senet", "nowhere"]);
    assert!(!done && told.contains("there is no checkout of senet"), "{told}");
}
