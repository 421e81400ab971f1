//! What a host does with a module that is in order.

use senet_desk::AnyGame;
use senet_host::{Folder, Guest, Limits, Trouble, about, packed};
use senet_kernel::{Seat, Viewer};
use senet_reference::connect_four::ConnectFour;
use senet_table::{Luck, Problem};
use serde_json::json;

use crate::build;
use crate::house::opening;

fn guest() -> Guest {
    Guest::open(&build::of_house::<ConnectFour>(), Limits::default()).unwrap()
}

#[test]
fn what_a_module_is_can_be_read_without_running_it() {
    let bytes = build::of_house::<ConnectFour>();
    let told = about(&bytes).unwrap();
    assert_eq!(told.page.game.id, "connect-four");
    assert_eq!(told.page.text, guest().page().text);
    assert!(told.page.text.contains("**CF-1**"));
    assert_eq!(told.schemas["config"], told.page.config_schema);
    assert!(told.page.game.bots.iter().any(|bot| bot == "hard"));
    // Packing again changes nothing, and no hash.
    let again = packed(&bytes, &told);
    assert_eq!(again, bytes);
    assert_eq!(Guest::open(&again, Limits::default()).unwrap().hash(), guest().hash());
}

#[test]
fn a_journal_pins_the_module_that_played_it() {
    let guest = guest();
    let mut table = guest.open(opening(&guest, "pinned")).unwrap();
    table.submit(Seat::FIRST.into(), None, &json!({"type": "drop", "column": 4}), vec![]).unwrap();
    assert_eq!(table.header().module, Some(guest.hash()));
    let journal = table.journal().text();
    assert_eq!(guest.verify(&journal, None).unwrap().entries, 1);
    let (loaded, notice) = guest.load(&journal, None, false).unwrap();
    assert_eq!((loaded.entry(), notice), (1, None));
    // The same game by another module, whose rules may differ under the same number.
    let other = journal.replace(&guest.hash().to_string(), &"0".repeat(32));
    let error = guest.load(&other, None, false).map(|_| ()).unwrap_err();
    assert!(matches!(error.problem, Problem::BrokenChain | Problem::Module { .. }), "{error}");
}

#[test]
fn a_table_of_a_module_branches_remembers_takes_back_and_comes_back_from_a_snapshot() {
    let guest = guest();
    let mut table = guest.open(opening(&guest, "whole")).unwrap();
    let drop = |column: u8| json!({"type": "drop", "column": column});
    table.submit(Seat::FIRST.into(), Some("a"), &drop(4), vec![]).unwrap();
    let twice = table.submit(Seat::FIRST.into(), Some("a"), &drop(4), vec![]).unwrap();
    assert_eq!((twice.entry, table.entry()), (1, 1), "the same request acts once");
    table.submit(Seat::SECOND.into(), None, &drop(3), vec![]).unwrap();
    table.take_back(Seat::SECOND.into(), None).unwrap();
    assert_eq!(table.entry(), 1);
    table.remember(Seat::SECOND, json!("a plan")).unwrap();
    assert_eq!(table.memo(Seat::SECOND), &json!("a plan"));
    let branch = table.branch(0, Luck::Open { seed: "b".to_owned() }, None).unwrap();
    assert_eq!(branch.entry(), 0);
    assert_eq!(branch.header().branch.as_ref().map(|branch| branch.entry), Some(0));
    let (journal, snapshot) = (table.journal().text(), table.snapshot());
    let (resumed, fitted) = guest.resume(&journal, None, &snapshot).unwrap();
    assert!(fitted);
    assert_eq!(resumed.view(Viewer::Spectator).get(), table.view(Viewer::Spectator).get());
    assert_eq!(resumed.memo(Seat::SECOND), &json!("a plan"));
    let refusal = table.submit(Seat::FIRST.into(), None, &drop(1), vec![]).unwrap_err();
    assert_eq!(refusal.rule.as_deref(), Some("CF-1"));
}

#[test]
fn the_modules_own_desk_speaks_the_protocol() {
    let guest = guest();
    let ask = |message: &str| -> serde_json::Value {
        serde_json::from_str(&guest.message(message).unwrap()).unwrap()
    };
    let opened = ask(r#"{"type":"open","table":"t","game":"connect-four","id":5}"#);
    assert_eq!((&opened["type"], &opened["id"]), (&json!("opened"), &json!(5)));
    let first = ask(r#"{"type":"journal","table":"t"}"#)["journal"].to_string();
    ask(r#"{"type":"close","table":"t"}"#);
    ask(r#"{"type":"open","table":"t","game":"connect-four"}"#);
    let second = ask(r#"{"type":"journal","table":"t"}"#)["journal"].to_string();
    assert_ne!(first, second, "fresh seeds come from the host's luck");
    assert_eq!(ask("\u{0}")["code"], "no_json");
}

#[test]
fn sections_that_tell_another_game_or_schema_are_found_out() {
    let bytes = build::of_house::<ConnectFour>();
    let lie = |change: fn(&mut senet_guest::About)| {
        let mut told = about(&bytes).unwrap();
        change(&mut told);
        Guest::open(&packed(&bytes, &told), Limits::default()).map(|_| ()).unwrap_err()
    };
    assert_eq!(lie(|told| told.page.game.rules += 1), Trouble::Lies("game"));
    assert_eq!(lie(|told| told.schemas["config"] = json!({})), Trouble::Lies("schema"));
    // Without any schemas there is nothing to read a configuration by.
    let bare = build::built(
        &["-p", "senet-modules", "--example", "connect-four"],
        "examples/connect_four.wasm",
    );
    let bare = Guest::open(&bare, Limits::default()).map(|_| ()).unwrap_err();
    assert_eq!(bare, Trouble::NoSchemas);
}

#[test]
fn a_folder_tells_what_is_new_broken_changed_and_gone() {
    let place = std::env::temp_dir().join(format!("senet-folder-{}", std::process::id()));
    std::fs::create_dir_all(&place).unwrap();
    let mut folder = Folder::new(&place, Limits::default());
    assert!(folder.look().unwrap().found.is_empty());
    let bytes = build::of_house::<ConnectFour>();
    std::fs::write(place.join("four.wasm"), &bytes).unwrap();
    std::fs::write(place.join("broken.wasm"), "not a module").unwrap();
    std::fs::write(place.join("readme.txt"), "not looked at").unwrap();
    let news = folder.look().unwrap();
    let told: Vec<_> = news.found.iter().map(|found| found.game.as_ref().map(Guest::id)).collect();
    assert!(matches!(told[..], [Err(Trouble::NoModule(_)), Ok("connect-four")]), "{told:?}");
    assert!(folder.look().unwrap().found.is_empty(), "nothing has changed");
    // The same number of rules, and another module.
    let mut other = bytes.clone();
    let sentence = b" drops a disc into column ";
    let place_of = other.windows(sentence.len()).position(|window| window == sentence).unwrap();
    other[place_of + 1..][..5].copy_from_slice(b"LOSES");
    std::fs::write(place.join("other.wasm"), &other).unwrap();
    let changed = |rules| Trouble::SameNumber { game: "connect-four".to_owned(), rules };
    assert_eq!(folder.look().unwrap().found[0].game.as_ref().err(), Some(&changed(1)));
    std::fs::write(place.join("four.wasm"), other.split_off(9)).unwrap();
    assert!(matches!(folder.look().unwrap().found[0].game, Err(Trouble::NoModule(_))));
    std::fs::remove_file(place.join("four.wasm")).unwrap();
    let gone: Vec<_> = folder.look().unwrap().gone.iter().map(Guest::id).collect();
    assert_eq!(gone, ["connect-four"]);
    std::fs::remove_dir_all(place).unwrap();
}

/// A journal is opened by what played it: the game of the house, or the module that it pins.
#[test]
fn a_journal_finds_the_module_that_it_pins_beside_the_game_of_the_house() {
    let guest = guest();
    senet_catalog::shelf::add(std::sync::Arc::new(guest.clone()));
    let of_house = senet_catalog::find("connect-four").unwrap();
    assert_eq!(of_house.module(), None, "a game of the house keeps its id");
    for game in [&guest as &dyn AnyGame, of_house.as_ref()] {
        let mut table = game.open(opening(game, "whose")).unwrap();
        let drop = json!({"type": "drop", "column": 1});
        table.submit(Seat::FIRST.into(), None, &drop, vec![]).unwrap();
        let found = senet_catalog::of_journal(table.header()).unwrap();
        assert_eq!(found.module(), game.module());
        let text = table.journal().text();
        assert_eq!(found.verify(&text, None).unwrap().entries, 1);
        assert_eq!(found.load(&text, None, false).unwrap().0.entry(), 1);
    }
    // Rules that nobody has are told by the game of today.
    let mut header = of_house.open(opening(of_house.as_ref(), "old")).unwrap().header().clone();
    header.rules = 99;
    assert_eq!(senet_catalog::of_journal(&header).unwrap().rules(), of_house.rules());
}
