//! What was published is there, is what it was, and plays.

#![allow(clippy::unwrap_used, reason = "a test that fails says where")]
#![allow(clippy::disallowed_methods, reason = "these tests read the modules that are kept")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use senet_desk::{AnyGame, Depth, Leash, Level};
use senet_host::{Guest, Limits};
use senet_kernel::{Actor, Seat, Viewer};
use senet_table::{Header, Luck, Opening, Start};
use serde_json::json;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The lines of the list: game, number, hash.
fn list() -> Vec<(String, u32, String)> {
    let text = fs::read_to_string(root().join("rules/list.txt")).unwrap();
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [game, number, hash] = words[..] else { panic!("{line}") };
        (game.to_owned(), number.parse().unwrap(), hash.to_owned())
    };
    text.lines().map(line).collect()
}

fn module(game: &str, number: u32) -> Vec<u8> {
    let path = root().join(format!("rules/{game}-{number}.wasm.br"));
    let packed = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    senet_rules::unpacked(&packed).unwrap()
}

#[test]
fn no_module_is_missing_and_none_has_changed() {
    let list = list();
    for (game, number, hash) in &list {
        let found = senet_host::hash(&module(game, *number)).to_string();
        assert_eq!(found, *hash, "{game}, rules {number}: what is published never changes");
    }
    for game in senet_catalog::games() {
        for number in 1..=game.rules() {
            let kept =
                list.iter().any(|(id, known, _)| (id.as_str(), *known) == (game.id(), number));
            assert!(kept, "{}, rules {number}: `cargo xtask release` keeps them", game.id());
        }
    }
    let files = fs::read_dir(root().join("rules")).unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> = files.filter(|name| name.ends_with(".br")).collect();
    let named = list.iter().map(|(game, number, _)| format!("{game}-{number}.wasm.br"));
    assert_eq!(files, named.collect(), "the list names what there is");
}

/// Every stored journal, with what it is called.
fn journals() -> Vec<(String, String)> {
    let mut folders = vec![root().join("rules/golden"), root().join("games")];
    let mut journals = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "jsonl") {
                let name = path.display().to_string();
                journals.push((name, fs::read_to_string(path).unwrap()));
            }
        }
    }
    journals.sort_by_key(|(_, text)| text.len());
    journals
}

/// The shortest stored journals of each number of rules are replayed by the module that was published
/// under it: rules that changed without a new number are found out.
#[test]
fn what_is_published_replays_the_journals_of_its_rules() {
    let journals = journals();
    let mut replayed = 0;
    for (game, number, _) in list() {
        let guest = Guest::of_house(&module(&game, number), Limits::default());
        let guest = guest.unwrap_or_else(|trouble| panic!("{game}, rules {number}: {trouble}"));
        assert_eq!((guest.id(), guest.rules()), (game.as_str(), number));
        let is_its = |header: &Header| header.game == game && header.rules == number;
        let its = journals.iter().filter(|(_, text)| Header::of(text).is_ok_and(|h| is_its(&h)));
        for (name, text) in its.take(2) {
            guest.verify(text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
            replayed += 1;
        }
    }
    assert!(replayed >= 8, "{replayed}");
}

fn race() -> String {
    fs::read_to_string(root().join("rules/golden/flag-war-1-race.jsonl")).unwrap()
}

/// The game by which a journal of older rules was played.
fn older(journal: &str) -> Arc<dyn AnyGame> {
    senet_catalog::shelf::keep_older(senet_rules::older);
    senet_catalog::of_journal(&Header::of(journal).unwrap()).unwrap()
}

#[test]
fn a_journal_of_older_rules_opens_is_looked_back_at_and_verifies() {
    let journal = race();
    let game = older(&journal);
    assert_eq!((game.id(), game.rules(), game.module()), ("flag-war", 1, None));
    let today = senet_catalog::find("flag-war").unwrap();
    assert!(today.rules() > 1 && today.load(&journal, None, false).is_err());
    let verdict = game.verify(&journal, None).unwrap();
    assert!(verdict.over);
    let (table, _) = game.load(&journal, None, false).unwrap();
    assert_eq!((table.header().rules, table.entry()), (1, verdict.entries));
    assert!(table.drawing_at(Viewer::Spectator, 1).is_some());
    let depth = Depth { level: Level::Easy, lines: 1 };
    let mut moments = 0;
    let told = game.analyse(&journal, None, depth, &Leash::default(), &mut |_, _| moments += 1);
    told.unwrap();
    assert_eq!(moments, verdict.entries);
}

#[test]
fn a_game_of_older_rules_goes_on_beside_one_of_today() {
    let by = |game: &dyn AnyGame| {
        let mut config = game.preset(Some("tactical")).unwrap().1;
        config["tick_mode"] = json!("manual");
        let opening = Opening {
            start: Start::Config(config),
            preset: None,
            seats: Vec::new(),
            luck: Luck::Open { seed: "beside".to_owned() },
            seed: None,
            script: Vec::new(),
            branch: None,
        };
        let mut table = game.open(opening).unwrap();
        let mut bots: Vec<_> = (0..2).map(|seed| game.bot("easy", seed).unwrap()).collect();
        for (seat, bot) in Seat::first(2).zip(&mut bots) {
            for command in bot.choose(&table.view(Viewer::Seat(seat)), seat).unwrap() {
                table.submit(Actor::Seat(seat), None, &command, Vec::new()).unwrap();
            }
        }
        table.journal().text()
    };
    let journal = race();
    for (game, rules) in [(older(&journal), 1), (senet_catalog::find("flag-war").unwrap(), 2)] {
        let text = by(game.as_ref());
        let found = older(&text);
        assert_eq!((Header::of(&text).unwrap().rules, found.rules()), (rules, rules));
        assert!(found.verify(&text, None).unwrap().entries > 2);
    }
}

#[test]
fn rules_that_nobody_has_are_told_by_the_game_of_today() {
    assert!(senet_rules::older("flag-war", 99).is_none());
    assert!(senet_rules::older("pig", 1).is_none(), "the last number is built in");
    let mut header = Header::of(&race()).unwrap();
    header.rules = 99;
    senet_catalog::shelf::keep_older(senet_rules::older);
    let today = senet_catalog::of_journal(&header).unwrap();
    assert_eq!(today.rules(), senet_catalog::find("flag-war").unwrap().rules());
}
