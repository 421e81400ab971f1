//! One suite for every store.

use super::*;

#[path = "../../tests/it/throwaway.rs"]
mod throwaway;

fn row(state: &str, changed_ms: i64) -> RoomRow {
    RoomRow {
        state: state.to_owned(),
        public: true,
        game: "pig".to_owned(),
        players: "\nann\nben\n".to_owned(),
        changed_ms,
        active_ms: changed_ms,
        tokens: vec![format!("token-{changed_ms}")],
        maker: String::new(),
        json: "{}".to_owned(),
    }
}

fn write(table: &str, version: u64, after: u64, lines: &[&str], room: Option<RoomRow>) -> Write {
    let lines = lines.iter().map(|line| (*line).into()).collect();
    let at_ms = room.as_ref().map_or(0, |room| room.changed_ms);
    Write { table: table.to_owned(), at_ms, version, after, lines, room, ..Write::default() }
}

async fn suite(store: &Store) {
    appends_only_where_it_fits(store).await;
    lists_and_finds(store).await;
    keeps_chat(store).await;
    keeps_reports(store).await;
    forgets(store).await;
    assert_eq!(store.ready().await, Ok(()));
    assert_eq!(store.names("").await.unwrap(), ["a", "b", "c", "d", "e", "f"]);
    assert_eq!(store.names("d").await.unwrap(), ["e", "f"]);
    lists_everybodys_newest_first(store).await;
}

/// Nobody has so many rooms that those of others are not even looked at.
async fn lists_everybodys_newest_first(store: &Store) {
    let made = |table: String, maker: &str, at_ms| {
        let row = RoomRow { maker: maker.to_owned(), ..row("lobby", at_ms) };
        store.write(write(&table, 0, 0, &[], Some(row)))
    };
    made("quiet".to_owned(), "quiet", 100).await.unwrap();
    let loud = (0..LOBBY as i64).map(|at| made(format!("loud-{at:03}"), "loud", 1000 + at));
    for done in futures_util::future::join_all(loud).await {
        done.unwrap();
    }
    let public = Which::Public { since_ms: 50, here: Vec::new(), maker: None };
    let listed = store.list(public).await.unwrap();
    assert_eq!((listed.len(), &*listed[0].0), (LOBBY, "loud-499"));
    assert_eq!(listed.last().unwrap().0, "quiet");
}

/// Every change of a room is compare-and-append with its one version, with lines or without.
async fn appends_only_where_it_fits(store: &Store) {
    assert_eq!(store.load("a").await, Ok(None));
    let lobby = |at| Some(row("lobby", at));
    for (version, after, lines, room, result) in [
        (0, 0, &["x"][..], None, Err(StoreError::Conflict)), // there is no such room
        (3, 0, &[], lobby(1), Err(StoreError::Conflict)),
        (0, 0, &["one"], lobby(1), Ok(())),
        (0, 0, &["one"], lobby(1), Err(StoreError::Conflict)), // there is one already
        (1, 1, &["two", "three"], None, Ok(())),
        (1, 1, &["other"], None, Err(StoreError::Conflict)),
        (1, 3, &[], Some(row("playing", 9)), Err(StoreError::Conflict)),
        (2, 3, &[], lobby(2), Ok(())),
        (2, 3, &[], lobby(9), Err(StoreError::Conflict)), // a seat was taken at another node
        (2, 3, &["four"], None, Err(StoreError::Conflict)), // and a move was made for the seats before
        (3, 3, &["four"], Some(row("playing", 2)), Ok(())),
    ] {
        let write = write("a", version, after, lines, room);
        assert_eq!(store.write(write.clone()).await, result, "{write:?}");
    }
    let stored = store.load("a").await.unwrap().unwrap();
    assert!(stored.lines.iter().map(|line| &**line).eq(["one", "two", "three", "four"]));
    assert_eq!((stored.version, stored.room), (4, row("playing", 2)));
    let later = Write { at_ms: 15, ..write("a", 4, 4, &["five"], None) };
    assert_eq!(store.write(later).await, Ok(()));
    keeps_a_snapshot(store).await;
    let stored = store.load("a").await.unwrap().unwrap();
    assert_eq!((stored.room.changed_ms, stored.room.active_ms), (2, 15), "a move is no change");
}

/// One for each room, for as long as it takes a newer one to come.
async fn keeps_a_snapshot(store: &Store) {
    let kept = async || store.load("a").await.unwrap().unwrap().snapshot;
    assert_eq!(kept().await, None);
    let snapshot = |text: &str| Some(text.to_owned());
    for (version, text, result, found) in [
        (5, "first", Ok(()), "first"),
        (5, "second", Ok(()), "second"),
        (3, "late", Err(StoreError::Conflict), "second"),
    ] {
        let write = Write { snapshot: snapshot(text), ..write("a", version, 5, &[], None) };
        assert_eq!(store.write(write).await, result);
        assert_eq!(kept().await, snapshot(found));
    }
    let stored = store.load("a").await.unwrap().unwrap();
    assert_eq!(stored.room.active_ms, 15, "to keep a snapshot is not to play");
    assert_eq!((stored.version, stored.lines.len()), (5, 5));
}

async fn lists_and_finds(store: &Store) {
    for (table, state, at) in
        [("b", "lobby", 10), ("c", "finished", 20), ("d", "closed", 30), ("e", "finished", 40)]
    {
        store.write(write(table, 0, 0, &[], Some(row(state, at)))).await.unwrap();
    }
    let mut hidden = row("lobby", 50);
    hidden.public = false;
    store.write(write("f", 0, 0, &[], Some(hidden))).await.unwrap();
    let names = async |which| {
        let list = store.list(which).await.unwrap();
        list.into_iter().map(|(table, _)| table).collect::<Vec<_>>()
    };
    let public = |since_ms, here: &[&str], maker: Option<&str>| Which::Public {
        since_ms,
        here: here.iter().map(|room| (*room).to_owned()).collect(),
        maker: maker.map(str::to_owned),
    };
    assert_eq!(names(public(0, &[], None)).await, ["b", "a"]);
    assert_eq!(
        names(public(5, &[], None)).await,
        ["b"],
        "where nothing happens nobody finds anybody"
    );
    assert_eq!(
        names(public(5, &["a", "d", "f"], None)).await,
        ["b", "a"],
        "unless somebody is there"
    );
    assert!(names(public(0, &[], Some("other"))).await.is_empty());
    let tokens = |hashes: &[&str]| Which::Tokens(hashes.iter().map(|h| (*h).to_owned()).collect());
    assert_eq!(names(tokens(&["token-50", "token-10", "nothing"])).await, ["f", "b"]);
    assert_eq!(names(tokens(&["token-10", "token-2"])).await, ["a", "b"], "by what happened last");
    assert!(names(tokens(&[])).await.is_empty());
    let finished = |game: Option<&str>, player: Option<&str>, before_ms| Which::Finished {
        game: game.map(str::to_owned),
        player: player.map(str::to_owned),
        before_ms,
    };
    assert_eq!(names(finished(None, None, None)).await, ["e", "c"]);
    assert_eq!(names(finished(Some("pig"), Some("Ann"), Some(40))).await, ["c"]);
    assert!(names(finished(Some("chess"), None, None)).await.is_empty());
    assert!(names(finished(None, Some("an"), None)).await.is_empty(), "whole names only");
}

async fn keeps_chat(store: &Store) {
    for i in 0..CHAT as i64 + 5 {
        let chat = ChatRow { at_ms: i, seat: Some(0), from: "Ann".to_owned(), text: i.to_string() };
        let said = Write { chat: vec![chat], ..write("a", 0, 0, &[], None) };
        store.write(said).await.unwrap();
    }
    let chat = store.chat("a").await.unwrap();
    assert_eq!((chat.len(), chat[0].at_ms), (CHAT, 5));
    assert!(store.chat("nothing").await.unwrap().is_empty());
    let nowhere = Write { chat: chat[..1].to_vec(), ..write("nothing", 0, 0, &[], None) };
    assert_eq!(store.write(nowhere).await, Err(StoreError::Conflict));
    assert_eq!(store.load("a").await.unwrap().unwrap().version, 5, "to talk changes no room");
}

/// Reports come newest first, with their evidence, and change no room.
async fn keeps_reports(store: &Store) {
    let report = |at_ms| ReportRow {
        at_ms,
        by: "Ann".to_owned(),
        about: "Ben".to_owned(),
        text: at_ms.to_string(),
        chat: vec![ChatRow { at_ms, seat: None, from: "Ben".to_owned(), text: "bad".to_owned() }],
    };
    for at_ms in [1, 2] {
        let told = Write { reports: vec![report(at_ms)], ..write("a", 0, 0, &[], None) };
        store.write(told).await.unwrap();
    }
    let kept = [("a".to_owned(), report(2)), ("a".to_owned(), report(1))];
    assert_eq!(store.reports().await.unwrap(), kept);
    assert_eq!(store.load("a").await.unwrap().unwrap().version, 5);
}

#[tokio::test]
async fn only_the_last_lines_of_chat_are_kept() {
    let path = std::env::temp_dir().join(format!("senet-chat-{}.db", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let store = Store::Sqlite(Sqlite::open(&path).unwrap());
    store.write(write("a", 0, 0, &[], Some(row("lobby", 1)))).await.unwrap();
    for i in 0..CHAT as i64 + 50 {
        let chat = ChatRow { at_ms: i, seat: None, from: "Cy".to_owned(), text: i.to_string() };
        store.write(Write { chat: vec![chat], ..write("a", 0, 0, &[], None) }).await.unwrap();
    }
    let beside = rusqlite::Connection::open(&path).unwrap();
    let kept: i64 = beside.query_row("SELECT count(*) FROM chat", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, CHAT as i64);
    let _ = std::fs::remove_file(&path);
}

/// What is erased or deleted is compared like any other change.
async fn forgets(store: &Store) {
    let said = ChatRow { at_ms: 5, seat: None, from: "Ann".to_owned(), text: "hello".to_owned() };
    let made = write("g", 0, 0, &["old", "lines"], Some(row("finished", 5)));
    store.write(Write { chat: vec![said], ..made }).await.unwrap();
    let anew = |version| Write {
        fate: Fate::Anew,
        ..write("g", version, 0, &["new"], Some(row("finished", 5)))
    };
    assert_eq!(store.write(anew(0)).await, Err(StoreError::Conflict));
    assert_eq!(store.write(anew(1)).await, Ok(()));
    let stored = store.load("g").await.unwrap().unwrap();
    assert_eq!((stored.version, &*stored.lines[0], stored.lines.len()), (2, "new", 1));
    assert!(store.chat("g").await.unwrap().is_empty());
    let expired = async |finished, lobby| {
        let names = store.expired(finished, lobby, "").await.unwrap();
        names.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert_eq!(expired(Some(6), None).await, ["g"]);
    assert_eq!(expired(Some(31), Some(11)).await, ["b", "c", "d", "g"]);
    assert!(expired(None, None).await.is_empty());
    let later = store.expired(Some(31), Some(11), "c").await.unwrap();
    assert_eq!(later.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), ["d", "g"]);
    let gone = |version| Write { fate: Fate::Gone, ..write("g", version, 0, &[], None) };
    assert_eq!(store.write(gone(1)).await, Err(StoreError::Conflict));
    assert_eq!(store.write(gone(2)).await, Ok(()));
    assert_eq!(store.load("g").await, Ok(None));
    assert!(store.list(Which::Tokens(vec!["token-5".to_owned()])).await.unwrap().is_empty());
    assert_eq!(store.write(gone(2)).await, Err(StoreError::Conflict));
}

#[tokio::test]
async fn memory_keeps_the_contract() {
    suite(&Store::Memory(Memory::default())).await;
}

#[tokio::test]
async fn sqlite_keeps_the_contract_and_what_it_was_given() {
    let path = std::env::temp_dir().join(format!("senet-store-{}.db", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let store = Store::Sqlite(Sqlite::open(&path).unwrap());
    suite(&store).await;
    let mark = store.salt().await.unwrap().mark("192.0.2.7");
    drop(store);
    let again = Store::Sqlite(Sqlite::open(&path).unwrap());
    assert_eq!(again.salt().await.unwrap().mark("192.0.2.7"), mark, "who is out stays out");
    assert_eq!(again.load("a").await.unwrap().unwrap().lines.len(), 5);
    std::fs::remove_file(&path).unwrap();
}

#[tokio::test]
async fn postgres_keeps_the_contract_and_comes_back() {
    let Some(mut server) = throwaway::Throwaway::start("suite") else { return };
    let first = connected(&server.url()).await;
    suite(&first).await;
    let second = connected(&server.url()).await;
    let mark = async |store: &Store| store.salt().await.unwrap().mark("192.0.2.7");
    assert_eq!(mark(&first).await, mark(&second).await, "the salt is the house's");
    assert_eq!(second.load("a").await.unwrap().unwrap().lines.len(), 5);
    // Two nodes at one table: the second to come is refused, and hears of the first.
    let mut heard = second.changes().unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(first.write(write("a", 5, 5, &["five"], None)).await, Ok(()));
    assert_eq!(second.write(write("a", 5, 5, &["other"], None)).await, Err(StoreError::Conflict));
    assert_eq!(heard.recv().await, Some(Change::Any), "what came before is not known");
    assert_eq!(heard.recv().await, Some(Change::Room("a".to_owned())));
    server.stop();
    assert!(matches!(
        first.write(write("a", 6, 6, &["lost"], None)).await,
        Err(StoreError::Unavailable(_))
    ));
    assert!(matches!(first.load("a").await, Err(StoreError::Unavailable(_))));
    server.go();
    for attempt in 0.. {
        tokio::time::sleep(Duration::from_millis(100)).await;
        if first.write(write("a", 6, 6, &["six"], None)).await.is_ok() {
            break;
        }
        assert!(attempt < 100, "it does not come back");
    }
    assert_eq!(first.load("a").await.unwrap().unwrap().lines.len(), 7);
}

/// A server that has just started may still refuse.
async fn connected(url: &str) -> Store {
    for attempt in 0.. {
        match Postgres::open(url).await {
            Ok(store) => return Store::Postgres(store),
            Err(error) => assert!(attempt < 100, "{error}"),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    unreachable!()
}

/// Whoever adds a schema keeps a store of the one before, which `tests/it/upgrade.rs` starts with.
#[test]
fn a_store_of_every_earlier_schema_is_kept() {
    let kept = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for (kind, schemas) in
        [("sqlite", sqlite::MIGRATIONS.len()), ("postgres", postgres::MIGRATIONS.len())]
    {
        for schema in 1..schemas {
            let file = kept.join(format!("{kind}-{schema}.sql"));
            assert!(file.exists(), "{} is missing", file.display());
        }
    }
}
