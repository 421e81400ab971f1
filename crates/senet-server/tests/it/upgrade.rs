//! Stores that older programs left behind: each schema that ever was, with a running game, a finished one
//! and a room that waits for players. They start with this program and go on.

use senet_server::Limits;
use senet_server::retention::{Kept, forget};
use senet_server::store::{Sqlite, Store};
use serde_json::json;

use crate::House;
use crate::nodes::connected;
use crate::throwaway::Throwaway;

const RUNNING: (&str, [&str; 2]) =
    ("tc54kvus", ["7efgf45pjwyw8tm28zw3jv3j4qzshefr", "bv3c77427d6w5v7ewe55sz0favgv08ku"]);
const FINISHED: &str = "75kkefe8";
const WAITING: &str = "mw2yk89g";

async fn goes_on(store: Store) {
    let house = House::on(store.clone(), Limits::default()).await;
    let (table, tokens) = RUNNING;
    let mut client = house.client().await;
    for token in tokens {
        let followed = client.follow(table, token, None).await;
        assert_eq!(followed["chat"][0]["text"], "good luck", "{followed}");
    }
    let mut entry = None;
    for seat in [0, 1] {
        let command = json!({ "type": "roll" });
        let roll = json!({ "type": "submit", "table": table, "seat": seat, "command": command });
        let answer = client.ask(roll).await;
        if answer["type"] == "accepted" {
            entry = entry.or(answer["entry"].as_u64());
        }
    }
    assert_eq!(entry, Some(41), "one of the two may roll, after 40 entries");
    let finished = house.get(&format!("/api/tables/{FINISHED}"), "").await;
    assert_eq!((&finished["state"], &finished["entry"]), (&json!("finished"), &json!(5)));
    let by_ann = house.get("/api/finished?player=Ann", "").await;
    assert_eq!(by_ann[0]["table"], FINISHED);
    let joined =
        house.post(&format!("/api/tables/{WAITING}/join"), "", json!({ "name": "Dora" })).await;
    assert_eq!((&joined["seat"], &joined["room"]["state"]), (&json!(1), &json!("playing")));
    for table in [table, FINISHED, WAITING] {
        let stored = store.load(table).await.unwrap().unwrap();
        senet_server::verify(&stored).unwrap();
        // Old journals have names in their chain; they can be erased all the same.
        let kept = Kept::of(&store, table).await.unwrap().unwrap();
        for player in ["Ann", "Cleo"] {
            let Some(erased) = forget(&kept, player).unwrap() else { continue };
            senet_server::verify(&erased.stored).unwrap();
            // As a word: a secret is drawn from letters, and may spell a short name.
            let left = format!("{erased:?}").to_lowercase().replace("\\n", " ");
            let mut words = left.split(|letter: char| !letter.is_alphanumeric());
            assert!(!words.any(|word| word == player.to_lowercase()), "{left}");
        }
    }
}

#[tokio::test]
async fn every_schema_of_sqlite_starts() {
    let all = [
        include_str!("../fixtures/sqlite-1.sql"),
        include_str!("../fixtures/sqlite-2.sql"),
        include_str!("../fixtures/sqlite-3.sql"),
        include_str!("../fixtures/sqlite-4.sql"),
    ];
    for (schema, left) in all.iter().enumerate() {
        let path =
            std::env::temp_dir().join(format!("senet-old-{schema}-{}.db", std::process::id()));
        let _ = std::fs::remove_file(&path);
        rusqlite::Connection::open(&path).unwrap().execute_batch(left).unwrap();
        goes_on(Store::Sqlite(Sqlite::open(&path).unwrap())).await;
        let file = rusqlite::Connection::open(&path).unwrap();
        let newest: i64 = file.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
        assert_eq!(newest, all.len() as i64, "a new schema leaves a store of its own here");
        let _ = std::fs::remove_file(&path);
    }
}

#[tokio::test]
async fn every_schema_of_postgresql_starts() {
    let Some(database) = Throwaway::start("upgrade") else { return };
    drop(connected(&database.url()).await);
    let all = [
        include_str!("../fixtures/postgres-1.sql"),
        include_str!("../fixtures/postgres-2.sql"),
        include_str!("../fixtures/postgres-3.sql"),
        include_str!("../fixtures/postgres-4.sql"),
        include_str!("../fixtures/postgres-5.sql"),
    ];
    for left in all {
        let url = database.url();
        let (client, connection) =
            tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        client.batch_execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public").await.unwrap();
        client.batch_execute(left).await.unwrap();
        goes_on(connected(&url).await).await;
        let row = client.query_one("SELECT max(version) FROM senet_schema", &[]).await.unwrap();
        let newest: i64 = row.get(0);
        assert_eq!(newest, all.len() as i64, "a new schema leaves a store of its own here");
    }
}
