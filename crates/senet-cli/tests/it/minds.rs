//! Looking back at games, and programs that play, as `docs/bots.md` tells.

use crate::{file, senet};

const DOCS: &str = include_str!("../../../../docs/bots.md");
const BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/mybot.py");

#[test]
fn a_game_is_looked_back_at_in_words_in_json_and_on_a_page() {
    let (journal, page) = (file("kuhn.jsonl"), file("kuhn.html"));
    let bots = ["--seat", "easy", "--seat", "random", "--seed", "1"];
    senet(&[&["play", "kuhn-poker", "--save", &journal][..], &bots].concat(), "");
    let words = senet(&["analyse", &journal, "--level", "easy", "--html", &page], "");
    assert_eq!(words.code, Some(0), "{}", words.err);
    assert!(words.out.contains("at the start, luck "), "{}", words.out);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("at the start, luck "));
    let curves = page.matches("<polyline").count();
    assert_eq!(curves, 4, "two seats, each with everything open and as it could know it");
    let json = senet(&["analyse", &journal, "--level", "easy", "--format", "json"], "");
    let told: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    for account in told["accounts"].as_array().unwrap() {
        let part = |name: &str| account[name].as_i64().unwrap();
        let play = account["play"].as_array().unwrap().iter();
        let play: i64 = play.map(|play| play.as_i64().unwrap()).sum();
        let sum = part("start") + part("luck") + play + part("rest");
        assert_eq!(sum, part("result"), "luck and skill add up to the result");
    }
    let refused = senet(&["analyse", &journal, "--level", "genius"], "");
    assert!(refused.err.contains("there is no level \"genius\"; there are random, easy"));
}

/// The bot of the documentation is the one that is run here, and it plays as it says.
#[cfg(unix)]
#[test]
fn the_documented_program_plays_and_beats_the_random_bot() {
    let text = std::fs::read_to_string(BOT).unwrap();
    assert!(DOCS.contains(&text), "docs/bots.md shows docs/examples/mybot.py");
    assert!(text.lines().count() <= 30);
    let bots = format!("{BOT},random");
    let args = ["simulate", "pig", "--games", "20", "--bots", &bots, "--threads", "1"];
    let ran = senet(&[&args[..], &["--format", "json"]].concat(), "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let won = told.as_object().unwrap().iter().find(|(name, _)| name.ends_with("mybot.py) won %"));
    assert!(won.unwrap().1.as_f64().unwrap() > 60.0, "{told}");
    let other = senet(&["simulate", "tic-tac-toe", "--games", "4", "--bots", &bots], "");
    assert_eq!(other.code, Some(0), "{}", other.err);
}

/// A program of a few lines of shell.
#[cfg(unix)]
fn program(name: &str, text: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = file(name);
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[cfg(unix)]
fn against_random(path: &str, more: &[&str]) -> crate::Ran {
    let bots = format!("{path},random");
    let args = ["simulate", "pig", "--games", "2", "--bots", &bots, "--threads", "1"];
    senet(&[&args[..], more].concat(), "")
}

#[cfg(unix)]
#[test]
fn a_program_that_ends_or_talks_nonsense_is_told_and_loses_nobody_elses_game() {
    let ended = against_random(&program("ends.sh", "#!/bin/sh\nexit 0\n"), &[]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(ended.err.contains("it has ended; its seat leaves the game"), "{}", ended.err);
    let babbles = "#!/bin/sh\nwhile read -r line; do echo nonsense; done\n";
    let nonsense = against_random(&program("babbles.sh", babbles), &[]);
    assert!(nonsense.err.contains("it said \"nonsense\""), "{}", nonsense.err);
    let missing = against_random("./there/is/no/such/bot", &[]);
    assert_eq!(missing.code, Some(1));
    assert!(missing.err.contains("cannot be started"), "{}", missing.err);
}

/// Whoever is asked is told the time that there is, whatever it is, and a budget to count by.
#[cfg(unix)]
#[test]
fn a_program_is_told_the_time_that_it_has() {
    for (time, more) in [("10000", &[][..]), ("7000", &["--time", "7000"])] {
        let asks = format!(
            "#!/bin/sh\nwhile read -r line; do case \"$line\" in *'\"budget\":'*'\"time\":{time},'*) \
             echo '{{\"command\":{{\"type\":\"roll\"}}}}';; *) exit 1;; esac; done\n"
        );
        let told = against_random(&program(&format!("asks-{time}.sh"), &asks), more);
        assert!(told.code == Some(0) && !told.err.contains("it has ended"), "{}", told.err);
    }
}

/// A silent program leaves once its time is over, whether it listens or not, and the game goes on.
#[cfg(unix)]
#[test]
fn a_program_that_says_nothing_leaves_the_game() {
    for (name, text) in [("listens", "while read -r line; do :; done"), ("deaf", "exec sleep 600")]
    {
        let silent = program(&format!("{name}.sh"), &format!("#!/bin/sh\n{text}\n"));
        let ran = against_random(&silent, &["--time", "40"]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.err.contains("it said nothing for 40 ms; its seat leaves"), "{}", ran.err);
    }
}

/// Two lines to one question are one answer: the second one is told, and does not answer the next question.
#[cfg(unix)]
#[test]
fn a_second_line_does_not_answer_the_next_question() {
    // Were it taken for an answer, the seat would hold where it has nothing to hold, and be scolded.
    let talks = "#!/bin/sh\nwhile read -r line; do \
                 printf '{\"command\":{\"type\":\"roll\"}}\\nnonsense\\n'; done\n";
    let ran = against_random(&program("talks.sh", talks), &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("more than one line; the first counts"), "{}", ran.err);
    assert!(!ran.err.contains("it said \"nonsense\""), "{}", ran.err);
    // An answer that says which question it is for answers no other.
    let late = "#!/bin/sh\nn=0\nwhile read -r line; do n=$((n+1)); \
                echo \"{\\\"number\\\":$((n-1)),\\\"command\\\":{\\\"type\\\":\\\"hold\\\"}}\"; \
                echo \"{\\\"number\\\":$n,\\\"command\\\":{\\\"type\\\":\\\"roll\\\"}}\"; done\n";
    let ran = against_random(&program("late.sh", late), &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("it answered question 0, not 1"), "{}", ran.err);
    assert!(!ran.err.contains("its seat idles"), "{}", ran.err);
}

/// A line has an end: what has none is not read for ever.
#[cfg(unix)]
#[test]
fn a_line_without_an_end_ends_a_program() {
    let endless = program("endless.sh", "#!/bin/sh\nread -r line\nexec tr '\\0' x < /dev/zero\n");
    let ran = against_random(&endless, &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("it said a line without an end"), "{}", ran.err);
    assert!(ran.err.contains("its seat leaves the game"), "{}", ran.err);
}

/// Ctrl-C ends an analysis with what it has found.
#[cfg(target_os = "linux")]
#[test]
fn an_analysis_that_is_interrupted_tells_what_it_has() {
    use std::process::{Command, Stdio};
    let journal = file("interrupted.jsonl");
    let bots = ["--seat", "random", "--seat", "random", "--seed", "1"];
    senet(&[&["play", "crossfire", "--save", &journal][..], &bots].concat(), "");
    let child = Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(["analyse", &journal, "--level", "expert"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    // The signal is caught from when the second bit of the mask is set.
    let catches = || {
        let text = std::fs::read_to_string(&status).unwrap();
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap() & 2 != 0
    };
    while !catches() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let done = child.wait_with_output().unwrap();
    let told = String::from_utf8(done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(0), "{told}");
    assert!(told.contains("Stopped after "), "{told}");
}

/// Ctrl-C while a bot thinks ends the thought and not the game: the bot does what it has found by then.
#[cfg(target_os = "linux")]
#[test]
fn a_game_goes_on_after_a_thought_that_was_interrupted() {
    // Where nobody thinks, Ctrl-C ends the program: what hits just such a moment says nothing.
    let goes_on = (0..5).any(|_| interrupted("has deployed"));
    assert!(goes_on, "five thoughts were interrupted, and no game went on");
}

/// Interrupts the first thought of a battle; says whether it is told after that what the bot did.
#[cfg(target_os = "linux")]
fn interrupted(told: &str) -> bool {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut playing = Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(["play", "crossfire", "--seat", "expert", "--seat", "expert", "--seed", "1"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(playing.stdout.take().unwrap()).lines();
    let mut lines = lines.map_while(Result::ok);
    // The last line before the first thought.
    lines.find(|line| line.starts_with("Type a number")).unwrap();
    let sent = Command::new("kill").args(["-INT", &playing.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let goes_on = lines.any(|line| line.contains(told));
    playing.kill().unwrap();
    playing.wait().unwrap();
    goes_on
}
