//! `senet lab` and `senet simulate`, as a designer uses them.

use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::{
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use crate::senet;

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

fn bytes(folder: &str, file: &str) -> String {
    std::fs::read_to_string(Path::new(folder).join(file)).unwrap()
}

const DICE: &str =
    "game = \"pig\"\nbots = \"random\"\ngames = 80\nwatch = 2\n[grid]\ntarget = [20, 30]\n";

#[test]
fn a_first_experiment_can_be_written_checked_and_run() {
    let here = folder("first");
    let new = senet(&["lab", "new", "kuhn-poker"], "");
    let file = written(&here, "mine.toml", &new.out.replace("games = 200", "games = 40"));
    let checked = senet(&["lab", "check", &file], "");
    assert!(
        checked.out.contains("1 line, 40 games") && checked.out.contains("about "),
        "{}",
        checked.out
    );
    let ran = senet(&["lab", "run", &file], "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("40 games of Kuhn poker, played by easy."), "{}", ran.out);
    let out = here.join("mine.lab");
    for name in ["results.jsonl", "results.csv", "report.html"] {
        assert!(out.join(name).exists(), "{name}");
    }
    let again = senet(&["lab", "run", &file], "");
    assert_eq!(again.code, Some(1));
    assert!(again.err.contains("--resume goes on with it, --fresh begins anew"), "{}", again.err);
    let resumed = senet(&["lab", "run", &file, "--resume"], "");
    assert_eq!((resumed.code, &resumed.out), (Some(0), &ran.out));
}

/// All that can be refused is refused before the first game of the first experiment.
#[test]
fn nothing_is_played_where_a_later_experiment_cannot_be() {
    let here = folder("several");
    for name in ["a", "b"] {
        std::fs::create_dir_all(here.join(name)).unwrap();
    }
    let [first, second] = ["a", "b"].map(|name| written(&here.join(name), "dice.toml", DICE));
    let out = here.join("out").to_str().unwrap().to_owned();
    let same = senet(&["lab", "run", &first, &second, "--out", &out], "");
    assert!(same.err.contains("two experiments would be written to"), "{}", same.err);
    assert!(!here.join("out").exists());
    assert_eq!(senet(&["lab", "run", &second], "").code, Some(0));
    let there = senet(&["lab", "run", &first, &second], "");
    assert!(there.err.contains("is there already"), "{}", there.err);
    assert!(!here.join("a/dice.lab").exists());
}

#[test]
fn parts_from_many_machines_are_the_bytes_of_one_run() {
    let here = folder("parts");
    let file = written(&here, "dice.toml", DICE);
    let dir = |name: &str| here.join(name).to_str().unwrap().to_owned();
    let (whole, parts, joined) = (dir("whole"), dir("parts"), dir("joined"));
    assert_eq!(senet(&["lab", "run", &file, "--out", &whole, "--threads", "3"], "").code, Some(0));
    for shard in ["3/3", "1/3", "2/3"] {
        let part = senet(&["lab", "run", &file, "--out", &parts, "--shard", shard], "");
        assert_eq!(part.code, Some(0), "{}", part.err);
    }
    assert_eq!(senet(&["lab", "merge", &parts, "--out", &joined], "").code, Some(0));
    for name in ["results.jsonl", "results.csv", "report.html"] {
        assert_eq!(bytes(&whole, name), bytes(&joined, name), "{name}");
    }
    let bad = senet(&["lab", "run", &file, "--shard", "4/3"], "");
    assert!(bad.err.contains("is no shard; say --shard 3/64"), "{}", bad.err);
}

#[test]
fn a_comparison_ends_with_a_code_for_scripts() {
    let here = folder("compare");
    let first = written(&here, "a.toml", DICE);
    let second = written(&here, "b.toml", DICE);
    let same = senet(&["lab", "compare", &first, &second, "--same", "--within", "20-80"], "");
    assert_eq!(same.code, Some(0), "{}{}", same.out, same.err);
    assert!(same.out.contains("2 of 2 lines show no certain change"), "{}", same.out);
    let left = senet(&["lab", "compare", &first, &second, "--within", "0-1"], "");
    assert_eq!(left.code, Some(1));
    assert!(left.err.contains("leaves 0 to 1 %"), "{}", left.err);
    let bad = senet(&["lab", "compare", &first, &second, "--within", "60-40"], "");
    assert!(bad.err.contains("are no bounds; say --within 40-60"), "{}", bad.err);
}

/// A run that plays one game over and over says so.
#[test]
fn simulate_notices_equal_games() {
    let equal = senet(&["simulate", "kuhn-poker", "--games", "400"], "");
    assert!(equal.err.contains("most repeat another, command by command"), "{}", equal.err);
    assert!(equal.out.contains("different games"), "{}", equal.out);
    let different = senet(&["simulate", "pig", "--games", "100"], "");
    assert!(!different.err.contains("repeat"), "{}", different.err);
}

/// Bots of one level do not play one and the same game of simultaneous orders.
#[test]
fn bots_differ_between_games() {
    let args = ["simulate", "flag-war", "--rules", "tactical", "--bots", "normal", "--games", "6"];
    let played = senet(&[&args[..], &["--format", "json"]].concat(), "");
    let told: serde_json::Value = serde_json::from_str(&played.out).unwrap();
    assert_eq!(told["different games"], 6, "{}{}", played.out, played.err);
}

/// The rule sets of Flag War but the first end (FW-55, FW-59): also between bots that never decide a game, by the
/// limit, and such games are counted as drawn.
#[test]
fn games_that_nobody_decides_are_ended_and_counted() {
    let told = |more: &[&str]| -> serde_json::Value {
        let args = ["simulate", "flag-war", "--games", "4", "--swap", "--format", "json"];
        let ran = senet(&[&args[..], more].concat(), "");
        serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}{}", ran.out, ran.err))
    };
    let short = told(&["--rules", "steps", "--set", "round_limit=4", "--bots", "easy,random"]);
    assert_eq!((&short["games"], &short["drawn %"]), (&4.into(), &100.0.into()));
    let whole = told(&["--rules", "tactical", "--bots", "random"]);
    assert_eq!(whole["games"], 4);
    let longest = whole["commands, longest"].as_u64().unwrap();
    assert!(longest <= 100 * 2 * 10 + 100, "{longest} commands in a hundred rounds");
}

/// How long a busy machine may take for what takes a moment.
#[cfg(unix)]
const LIMIT: Duration = Duration::from_secs(120);

/// Ctrl-C ends a run with a report of the results so far, which `--resume` goes on with.
#[cfg(unix)]
#[test]
fn what_was_played_before_ctrl_c_is_kept() {
    let here = folder("stopped");
    let text = "game = \"tic-tac-toe\"\nbots = \"random\"\ngames = 100_000_000\nwatch = 0\n";
    let file = written(&here, "long.toml", text);
    let mut run = Command::new(env!("CARGO_BIN_EXE_senet"));
    run.args(["lab", "run", &file, "--threads", "1"]).stdout(Stdio::null()).stderr(Stdio::null());
    let mut running = run.spawn().unwrap();
    let kept = here.join("long.lab/results.jsonl");
    let begun = Instant::now();
    while !kept.exists() {
        assert!(begun.elapsed() < LIMIT, "nothing was stored");
        std::thread::sleep(Duration::from_millis(10));
    }
    let signal = Command::new("kill").args(["-INT", &running.id().to_string()]).status();
    assert!(signal.unwrap().success());
    let ended = running.wait().unwrap();
    assert_eq!(ended.code(), Some(130));
    let report = bytes(here.join("long.lab").to_str().unwrap(), "report.html");
    assert!(report.contains("These are results so far: not all games were played."));
    let joined = here.join("joined").to_str().unwrap().to_owned();
    let merged = senet(&["lab", "merge", kept.to_str().unwrap(), "--out", &joined], "");
    assert_eq!(merged.code, Some(0), "{}", merged.err);
    assert!(merged.out.contains("games of Tic-tac-toe, played by random."), "{}", merged.out);
}
