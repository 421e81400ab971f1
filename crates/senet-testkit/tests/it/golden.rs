//! Golden games are compared line by line, and written only on request.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use senet_kernel::Seat;
use senet_reference::tic_tac_toe::{Command, Config, Square, TicTacToe};
use senet_testkit::{Moves, golden, golden_answers, presets, replays};

use crate::report::run;
use crate::toy::Toy;

const JOURNAL: &str = "tests/golden/tic-tac-toe.jsonl";

/// X takes the diagonal.
fn diagonal() -> Moves<Command> {
    let marks = [(0, 5), (1, 2), (0, 1), (1, 3), (0, 9)];
    let command = |(seat, square)| {
        let square = Square::try_from(square).expect("a square");
        (Seat::new(seat).expect("a seat").into(), Command::Mark { square })
    };
    Moves::These(marks.map(command).into())
}

fn play(path: &str) {
    golden::<TicTacToe>(path, &Config::default(), "golden", diagonal());
}

/// A copy of the golden files, with one of them changed.
fn copy(name: &str, change: impl Fn(&str, String) -> String) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the folder for tests can be written");
    for end in ["jsonl", "txt"] {
        let text = std::fs::read_to_string(format!("tests/golden/tic-tac-toe.{end}"));
        let text = change(end, text.expect("the golden files are there"));
        std::fs::write(folder.join(format!("copy.{end}")), text).expect("and so can its files");
    }
    folder.join("copy.jsonl")
}

/// What a failure says.
#[track_caller]
fn failure(act: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(act)).expect_err("this should fail");
    *panic.downcast().expect("with a sentence")
}

#[test]
fn a_scripted_game_is_what_was_stored() {
    match std::env::var("SENET_TOY_GOLDEN") {
        Ok(path) => play(&path),
        Err(_) => play(JOURNAL),
    }
}

#[test]
fn a_random_game_is_what_was_stored() {
    let (_, config) = presets::<Toy>().remove(0);
    golden::<Toy>("tests/golden/toy.jsonl", &config, "golden", Moves::Random);
}

#[test]
fn a_stored_journal_replays() {
    replays::<TicTacToe>(JOURNAL);
}

#[test]
fn a_difference_is_shown_by_its_first_line() {
    let path = copy("differs", |_, text| text.replace("O marks square 2.", "O marks square 4."));
    let why = failure(|| play(path.to_str().expect("a path of plain letters")));
    let (_, why) = why.split_once("copy.txt ").expect("the transcript differs");
    assert_eq!(
        why,
        "differs from line 7 on.
  stored:     O marks square 4.
  now:        O marks square 2.
if it is meant: SENET_GOLDEN=write cargo test -p senet-testkit"
    );
}

#[test]
fn a_shorter_file_differs_at_its_end() {
    let path = copy("shorter", |end, text| match end {
        "jsonl" => text.lines().take(2).map(|line| format!("{line}\n")).collect(),
        _ => text,
    });
    let why = failure(|| play(path.to_str().expect("a path of plain letters")));
    assert!(why.contains("copy.jsonl differs from line 3 on.\n  stored: (the end)\n"), "{why}");
}

#[test]
fn files_are_written_only_on_request() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("written");
    let _ = std::fs::remove_dir_all(&folder);
    let path = folder.join("new.jsonl").display().to_string();
    let test = "golden::a_scripted_game_is_what_was_stored";
    let (path, wish) = (("SENET_TOY_GOLDEN", path.as_str()), ("SENET_GOLDEN", "write"));

    let missing = run(test, &[path]);
    assert!(missing.contains("if it is meant: SENET_GOLDEN=write"), "{missing}");
    assert!(!folder.exists());
    assert!(run(test, &[path, wish]).contains("1 passed"));
    assert!(run(test, &[path]).contains("1 passed"));
    let same = |end| {
        let stored = std::fs::read_to_string(format!("tests/golden/tic-tac-toe.{end}"));
        let new = std::fs::read_to_string(folder.join(format!("new.{end}")));
        assert_eq!(new.expect("it was written"), stored.expect("it is there"));
    };
    same("jsonl");
    same("txt");
}

#[test]
fn an_edited_journal_does_not_replay() {
    let edit = |end: &str, text: String| match end {
        "jsonl" => text.replacen("\"square\":3", "\"square\":4", 1),
        _ => text,
    };
    let path = copy("edited", edit);
    let file = path.to_str().expect("a path of plain letters");
    let why = failure(|| replays::<TicTacToe>(file));
    assert!(why.contains("line 5 (entry 4)"), "{why}");
    let folder = path.parent().and_then(|folder| folder.to_str()).expect("a folder");
    assert_eq!(failure(|| replays::<TicTacToe>(folder)), why);
}

#[test]
fn a_folder_without_journals_does_not_pass() {
    let why = failure(|| replays::<TicTacToe>("tests/it"));
    assert!(why.ends_with("there is no journal here"), "{why}");
}

#[test]
fn a_refused_command_is_named() {
    let moves = match diagonal() {
        Moves::These(moves) => Moves::These([&moves[..1], &moves[..1]].concat()),
        Moves::Random => Moves::Random,
    };
    let why = failure(|| golden::<TicTacToe>(JOURNAL, &Config::default(), "golden", moves));
    assert!(why.contains("entry 2, Mark"), "{why}");
}

#[test]
fn questions_stand_in_the_file_beside_their_answers() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("answers.txt");
    let file = path.to_str().expect("a path of plain letters");
    let letters = |word: &str| vec![word.len().to_string()];
    std::fs::write(&path, "two\n    3\nthree\n    5\n").expect("it can be written");
    golden_answers(file, letters);
    std::fs::write(&path, "two\n    3\nthree\n    4\n").expect("it can be written");
    let why = failure(|| golden_answers(file, letters));
    assert!(why.contains("differs from line 4 on.\n  stored:     4\n  now:        5\n"), "{why}");
    let why = failure(|| golden_answers("tests/golden/nowhere.txt", letters));
    assert!(why.contains("nowhere.txt: "), "{why}");
}
