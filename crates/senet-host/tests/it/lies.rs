//! Modules that tell of their tables what cannot be: each is found out at the door, and the journal stays what
//! it was.

use std::sync::Arc;

use senet_catalog::shelf;
use senet_desk::AnyGame;
use senet_host::{Guest, Limits, Trouble};
use senet_kernel::{Seat, Viewer};
use senet_table::{Header, Table};
use serde_json::{Value, json};

use crate::house::opening;
use crate::puppet::{Does, about, nothing_new, opened, puppet};

fn limits() -> Limits {
    Limits { memory: 4, steps: 20, reading: 20, thinking: 20, ..Limits::default() }
}

fn guest(acts: &[(&str, Does)]) -> Guest {
    Guest::of_house(&puppet(acts), limits()).unwrap()
}

/// A table of a puppet that is opened like this and does this.
fn table(opened: Value, acts: &[(&str, Does)]) -> Result<Box<dyn Table>, String> {
    let first = [
        ("\"about\"", about(|_| ())),
        ("{\"open\"", Does::Says(opened.clone())),
        ("{\"load\"", Does::Says(opened)),
        ("{\"change\":{\"change\":{\"seat_bots\"", Does::Says(nothing_new())),
    ];
    let acts: Vec<(&str, Does)> = first.into_iter().chain(acts.iter().cloned()).collect();
    let game = guest(&acts);
    game.open(opening(&game, "lies")).map_err(|error| error.to_string())
}

#[track_caller]
fn refused(change: impl Fn(&mut Value), expected: &str) {
    let mut opened = opened();
    change(&mut opened["Ok"]);
    let told = table(opened, &[]).map(|_| ()).unwrap_err();
    assert!(told.contains(expected), "{told}");
}

#[test]
fn an_honest_puppet_has_a_table() {
    let table = table(opened(), &[]).unwrap();
    assert_eq!((table.seats(), table.entry(), table.header().game.as_str()), (2, 0, "puppet"));
}

#[test]
fn a_table_that_cannot_be_is_not_opened() {
    let seats = |count: usize| {
        move |opened: &mut Value| {
            opened["seats"] = json!(count);
            opened["roles"] = vec!["X"; count].into();
        }
    };
    refused(seats(0), "it is played by 0");
    refused(seats(9), "it is played by 9");
    refused(seats(1), "its seats differ from its names");
    let placed = |what: &'static str, value: Value| {
        move |opened: &mut Value| opened["news"]["placed"][what] = value.clone()
    };
    refused(placed("to_act", json!([5])), "it waits for a seat that the table does not have");
    refused(placed("awaited", json!([2])), "it waits for a seat that the table does not have");
    refused(
        placed("outcome", json!({"versus": {"winner": 7}})),
        "it ends for a seat that the table does not have",
    );
    refused(placed("entry", json!(u64::MAX)), "it counts more entries than its journal has");
    refused(placed("entry", json!(1)), "it counts more entries than its journal has");
    let header = |from: &'static str, to: &'static str| {
        move |opened: &mut Value| {
            let lines = &mut opened["news"]["lines"];
            crate::puppet::rechained(lines, |line| line.replacen(from, to, 1));
        }
    };
    refused(header("\"puppet\",\"rules\"", "\"pig\",\"rules\""), "one of another game");
    refused(header("\"rules\":1", "\"rules\":2"), "one of another game");
    let pinned = "\"rules\":1,\"module\":\"00000000000000000000000000000000\"";
    refused(header("\"rules\":1", pinned), "its journal pins another module");
}

#[test]
fn a_game_for_nobody_or_for_more_than_can_sit_is_none() {
    let door = |change: fn(&mut Value)| {
        let bytes = puppet(&[("\"about\"", about(change))]);
        Guest::open(&bytes, limits()).map(|_| ()).unwrap_err().to_string()
    };
    let sentence = "the module tells what cannot be: it is for no number of players that there is";
    assert_eq!(door(|about| about["page"]["game"]["seats"] = json!([0, 2])), sentence);
    assert_eq!(door(|about| about["page"]["game"]["seats"] = json!([2, 9])), sentence);
    let roles = |roles: Value| {
        let acts =
            [("\"about\"", about(|_| ())), ("{\"roles\"", Does::Says(json!({ "Ok": roles })))];
        guest(&acts).roles(&json!({})).map_err(|faults| faults.to_string())
    };
    assert!(roles(json!([])).unwrap_err().contains("it is played by 0"));
    assert!(roles(vec!["X"; 9].into()).unwrap_err().contains("it is played by 9"));
    assert_eq!(roles(json!(["X", "O"])).unwrap().len(), 2);
}

#[test]
fn a_game_of_bots_that_others_played_does_not_count() {
    let played = |change: fn(&mut Value)| {
        let mut played = json!({
            "ended": "rules", "outcome": {"versus": {"winner": 0}}, "print": null,
            "seats": 2, "commands": 5, "choices": 5, "options": 20,
        });
        change(&mut played);
        let acts =
            [("\"about\"", about(|_| ())), ("{\"play\"", Does::Says(json!({ "Ok": played })))];
        guest(&acts).play(&json!({}), &["random", "random"], 1, 1)
    };
    assert!(played(|_| ()).is_ok(), "{:?}", played(|_| ()));
    for lie in [
        (|played| played["seats"] = json!(0)) as fn(&mut Value),
        |played| played["seats"] = json!(9),
        |played| played["outcome"]["versus"]["winner"] = json!(2),
        |played| played["outcome"] = json!({"ranked": {"scores": [1]}}),
        |played| played["options"] = json!(u64::MAX),
    ] {
        let told = played(lie).unwrap_err().to_string();
        assert!(told.contains("none of those who sat there"), "{told}");
    }
}

/// What a schema tells of settings is as far as the house goes: lists without end, ranges without end, players
/// that the configuration does not have.
#[test]
fn a_schema_without_end_is_read_to_its_bounds() {
    let list = json!({"type": "array", "items": {"$ref": "#/$defs/list"}});
    let schema = json!({
        "properties": {
            "list": {"$ref": "#/$defs/list"},
            "number": {"type": "integer", "minimum": i64::MIN, "maximum": i64::MAX},
            "places": {"type": "array", "minItems": u64::MAX, "maxItems": u64::MAX},
            "players": {"type": "array"},
        },
        "$defs": {"list": list},
    });
    let about = about(|about| {
        about["schemas"]["config"] = schema.clone();
        about["page"]["config_schema"] = schema.clone();
    });
    let game = guest(&[("\"about\"", about)]);
    let told = senet_desk::settings(&game);
    let takes = |key: &str| told.iter().find(|told| told.key == key).unwrap().takes.clone();
    assert_eq!(takes("list"), "a list of a list of a list as JSON");
    assert_eq!(senet_desk::choices(&game, &["number"]), None);
    assert_eq!(senet_desk::choices(&game, &["places"]), None);
    let mut config = json!({});
    senet_desk::set_players(&game, &mut config, 2).unwrap();
    assert_eq!(config["players"], json!(["", ""]));
}

/// Only a host that wants the names beside the chain gets its journal written anew, and then it is the same one.
#[test]
fn a_journal_is_not_written_anew_by_its_module() {
    let submit = "{\"change\":{\"change\":{\"submit\"";
    let command = json!({"type": "mark", "square": 1});
    let act = |news: Value, act: &dyn Fn(&mut dyn Table) -> Option<String>| {
        let mut acts = vec![(submit, Does::Says(news.clone()))];
        acts.push(("{\"change\":{\"change\":{\"veil\"", Does::Says(news)));
        let mut table = table(opened(), &acts).unwrap();
        let before = table.journal().text();
        let told = act(table.as_mut());
        assert_eq!(table.journal().text(), before, "the journal stays");
        assert_eq!(table.header().game, "puppet");
        told
    };
    let submitted = |table: &mut dyn Table| {
        table.submit(Seat::FIRST.into(), None, &command, vec![]).err().map(|no| no.sentence)
    };
    let veiled = |table: &mut dyn Table| {
        table.veil("secret");
        None
    };
    let mut anew = nothing_new();
    anew["answer"] = json!({ "Ok": { "entry": 0, "line": 1 } });
    anew["news"]["anew"] = json!(true);
    anew["news"]["lines"] = opened()["Ok"]["news"]["lines"].take();
    let told = act(anew.clone(), &submitted).unwrap();
    assert!(told.contains("it wrote its journal anew"), "{told}");
    let mut other = anew.clone();
    other["answer"] = Value::Null;
    crate::puppet::rechained(&mut other["news"]["lines"], |line| line.replace("puppet", "pig"));
    act(other, &veiled);
    // The state of the table is believed no more than its lines.
    let mut far = anew;
    far["news"]["anew"] = json!(false);
    far["news"]["lines"] = json!([]);
    far["news"]["placed"]["to_act"] = json!([3]);
    let told = act(far, &submitted).unwrap();
    assert!(told.contains("it waits for a seat that the table does not have"), "{told}");
}

#[test]
fn a_journal_that_is_read_is_the_one_that_was_given() {
    let mut other = opened();
    crate::puppet::rechained(&mut other["Ok"]["news"]["lines"], |line| {
        line.replacen("\"seats\":[\"", "\"seats\":[\"X", 1)
    });
    let acts = [
        ("\"about\"", about(|_| ())),
        ("{\"open\"", Does::Says(opened())),
        ("{\"load\"", Does::Says(other.clone())),
        ("{\"resume\"", Does::Says(other)),
    ];
    let game = guest(&acts);
    let journal = game.open(opening(&game, "lies")).unwrap().journal().text();
    let sentence = "it read another journal than the one that it was given";
    let told = game.load(&journal, None, false).map(|_| ()).unwrap_err().to_string();
    assert!(told.contains(sentence), "{told}");
    let told = game.resume(&journal, None, "").map(|_| ()).unwrap_err().to_string();
    assert!(told.contains(sentence), "{told}");
}

#[test]
fn what_is_counted_for_a_viewer_is_within_the_journal() {
    let look = |what: &'static str, says: Value| {
        let words: &'static str = format!("{{\"look\":{{\"{what}\"").leak();
        (words, Does::Says(says))
    };
    let far = json!(u64::MAX);
    let acts = ["step", "step_at", "entry_at", "last_line"].map(|what| look(what, far.clone()));
    let table = table(opened(), &acts).unwrap();
    let viewer = Viewer::Spectator;
    assert_eq!((table.step(viewer), table.step_at(viewer, 1)), (0, 0));
    assert_eq!((table.entry_at(viewer, 1), table.last_line(viewer)), (None, 1));
}

/// The house asks a module that came to no end three times no more: whoever sits there is told at once, and
/// nobody waits for it again. The journal stays.
#[test]
fn a_module_that_comes_to_no_end_is_set_aside() {
    let submit = ("{\"change\":{\"change\":{\"submit\"", Does::Spins);
    let prompt = ("{\"look\":{\"prompt\"", Does::Says(json!("your turn")));
    let mut table = table(opened(), &[submit, prompt]).unwrap();
    let command = json!({"type": "mark", "square": 1});
    let mut refused = || {
        let no = table.submit(Seat::FIRST.into(), None, &command, vec![]).unwrap_err();
        assert_eq!(no.code, "module_failed");
        no.sentence
    };
    for _ in 0..3 {
        assert_eq!(refused(), Trouble::Endless(20).to_string());
    }
    assert_eq!(refused(), Trouble::SetAside(3).to_string());
    assert_eq!(table.prompt(Viewer::Spectator), Trouble::SetAside(3).to_string());
    assert_eq!(table.journal().lines().len(), 1);
}

/// However many tables a module has, they share a bounded part of the memory; one that closes gives its part
/// back.
#[test]
fn all_tables_of_a_module_share_their_memory() {
    let pages = 16; // 1 MiB, beside the 2 MiB that a puppet begins with.
    let acts = [("\"about\"", about(|_| ())), ("{\"open\"", Does::Grows(pages, opened()))];
    let limits = Limits { together: 10, ..limits() };
    let game = Guest::of_house(&puppet(&acts), limits).unwrap();
    let open = || game.open(opening(&game, "crowd")).map_err(|error| error.to_string());
    // One instance, kept warm, has 2 MiB.
    let (one, two) = (open().unwrap(), open().unwrap());
    let told = open().map(|_| ()).unwrap_err();
    assert!(told.contains(&Trouble::Crowded(10).to_string()), "{told}");
    drop(one);
    let three = open();
    assert!(three.is_ok());
    drop((two, three));
}

/// A file under the name of a game of the house plays none of the house's journals.
#[test]
fn a_module_takes_no_journals_of_the_house() {
    fn published(id: &str, rules: u32) -> Option<Arc<dyn AnyGame>> {
        ((id, rules) == ("tic-tac-toe", 0)).then(|| named("tic-tac-toe", 0, "published"))
    }
    shelf::keep_older(published);
    // Neither under the number of today nor under that of rules that were published once.
    shelf::add(named("tic-tac-toe", 1, "outside"));
    shelf::add(named("tic-tac-toe", 0, "outside"));
    let mut header = senet_catalog::find("tic-tac-toe")
        .map(|game| game.open(opening(game.as_ref(), "whose")).unwrap().header().clone())
        .unwrap();
    let line = |header: &Header| senet_catalog::of_journal(header).unwrap().line().line;
    let today = line(&header);
    assert!(today != "outside" && today != "published", "{today}");
    header.rules = 0;
    assert_eq!(line(&header), "published");
    assert!(senet_catalog::is_published("tic-tac-toe", 0));
    assert!(!senet_catalog::is_published("tic-tac-toe", 7));
}

/// A game of this id and number, which says this of itself.
fn named(id: &str, rules: u32, words: &str) -> Arc<dyn AnyGame> {
    let about = about(|about| {
        about["page"]["game"]["id"] = json!(id);
        about["page"]["game"]["rules"] = json!(rules);
        about["page"]["game"]["line"] = json!(words);
    });
    Arc::new(guest(&[("\"about\"", about)]))
}
