//! Folders of games: what is there, what takes whose place, and what stays for its journals.

use std::path::PathBuf;
use std::sync::Arc;

use senet_catalog::shelf;
use senet_desk::AnyGame;
use senet_host::{Archive, Folder, Guest, Limits, Trouble, bytes_of};
use serde_json::json;

use crate::puppet::{about, puppet};

/// A folder of this test alone.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let place = std::env::temp_dir().join(format!("senet-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&place).unwrap();
        Place(place)
    }

    fn write(&self, file: &str, bytes: &[u8]) {
        // A new file, so that it differs from the one before whatever the clock says.
        let path = self.0.join(file);
        let _ = std::fs::remove_file(&path);
        std::fs::write(path, bytes).unwrap();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A game of this id and number of rules; each has another length.
fn game(id: &str, rules: u32) -> Vec<u8> {
    puppet(&[(
        "\"about\"",
        about(|about| {
            about["page"]["game"]["id"] = json!(id);
            about["page"]["game"]["rules"] = json!(rules);
            about["page"]["game"]["line"] = json!("x".repeat(rules as usize));
        }),
    )])
}

/// What is new in a folder is put on the shelf as a server does it; the games that are gone.
fn shelved(folder: &mut Folder) -> Vec<(&'static str, u32)> {
    let news = folder.look().unwrap();
    let gone = news.gone.iter().filter(|game| shelf::remove(*game));
    let gone = gone.map(|game| (game.id(), game.rules())).collect();
    for found in news.found {
        shelf::add(Arc::new(found.game.unwrap()));
    }
    gone
}

/// The number of rules by which a game is begun; none where it is not in the list.
fn begun(id: &str) -> Option<u32> {
    senet_catalog::find(id).map(|game| game.rules())
}

#[test]
fn an_old_file_that_is_deleted_takes_no_newer_game_away() {
    let place = Place::new("older");
    let mut folder = Folder::new(&place.0, Limits::default());
    place.write("a.wasm", &game("aged", 1));
    place.write("b.wasm", &game("aged", 2));
    shelved(&mut folder);
    assert_eq!(begun("aged"), Some(2));
    std::fs::remove_file(place.0.join("a.wasm")).unwrap();
    assert_eq!(shelved(&mut folder), [("aged", 1)]);
    assert_eq!(begun("aged"), Some(2), "the newer one stays");
    place.write("a.wasm", &game("aged", 1));
    std::fs::remove_file(place.0.join("b.wasm")).unwrap();
    assert_eq!(shelved(&mut folder), [("aged", 2)]);
    assert_eq!(begun("aged"), Some(1), "the older one is played again");
}

#[test]
fn a_file_that_becomes_another_game_leaves_no_ghost() {
    let place = Place::new("ghost");
    let mut folder = Folder::new(&place.0, Limits::default());
    place.write("game.wasm", &game("first", 1));
    shelved(&mut folder);
    place.write("game.wasm", &game("second-name", 3));
    assert_eq!(shelved(&mut folder), [("first", 1)]);
    assert_eq!((begun("first"), begun("second-name")), (None, Some(3)));
    // The same game twice is there as long as one of its files is.
    place.write("twin.wasm", &game("second-name", 3));
    assert!(shelved(&mut folder).is_empty());
    std::fs::remove_file(place.0.join("game.wasm")).unwrap();
    assert!(shelved(&mut folder).is_empty());
    assert_eq!(begun("second-name"), Some(3));
}

#[test]
fn a_module_that_was_accepted_opens_its_journals_for_ever() {
    let place = Place::new("archive");
    let archive = Archive::new(place.0.join("kept"), Limits::default());
    let bytes = game("lasting", 4);
    let guest = Guest::open(&bytes, Limits::default()).unwrap();
    assert!(archive.open(guest.hash()).is_none());
    archive.keep(&bytes, &guest).unwrap();
    archive.keep(&bytes, &guest).unwrap();
    let again = archive.open(guest.hash()).unwrap();
    assert_eq!((again.id(), again.rules(), again.hash()), ("lasting", 4, guest.hash()));
    // A file under a name that is not its hash is not believed.
    let other = Guest::open(&game("lasting", 5), Limits::default()).unwrap();
    let path = place.0.join("kept").join(format!("{}.wasm", other.hash()));
    std::fs::write(path, &bytes).unwrap();
    assert!(archive.open(other.hash()).is_none());
}

#[test]
fn of_a_file_that_is_too_large_no_more_is_read_than_shows_it() {
    let place = Place::new("large");
    place.write("large.wasm", &vec![0; 4096]);
    let limits = Limits { module: 1000, ..Limits::default() };
    let file = place.0.join("large.wasm");
    assert_eq!(bytes_of(&file, limits).unwrap().len(), 1001);
    let found = Folder::new(&place.0, limits).look().unwrap().found.remove(0);
    assert!(matches!(found.game, Err(Trouble::TooLarge(1000))));
}
