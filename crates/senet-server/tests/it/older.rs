//! A game that began before its rules changed goes on by them, beside games of today.

use senet_server::Limits;
use senet_server::store::{Fate, Memory, Store, Write};
use senet_table::{Header, Luck, Opening, Start};
use serde_json::{Value, json};

use crate::House;

const GAME: &str = "flag-war";

/// The lines of a game of older rules that has just begun, with this secret.
fn begun(seed: &str) -> Vec<String> {
    let older = senet_rules::older(GAME, 1).unwrap();
    let mut config = older.preset(Some("tactical")).unwrap().1;
    config["tick_mode"] = json!("manual");
    let opening = Opening {
        start: Start::Config(config),
        preset: None,
        seats: vec!["Ann".to_owned(), "Guest 1".to_owned()],
        luck: Luck::fair(seed, Vec::new()),
        seed: Some(seed.to_owned()),
        script: Vec::new(),
        branch: None,
    };
    let table = older.open(opening).unwrap();
    table.journal().text().lines().map(str::to_owned).collect()
}

#[tokio::test]
async fn a_running_game_of_older_rules_goes_on_beside_one_of_today() {
    senet_catalog::shelf::keep_older(senet_rules::older);
    let store = Store::Memory(Memory::default());
    let manual = json!({ "config": { "tick_mode": "manual" } });
    let (old, tokens) = {
        let house = House::on(store.clone(), Limits::default()).await;
        house.full(GAME, manual.clone()).await
    };
    // The house was closed, and the room in its store is what a program of older rules left behind.
    let left = store.load(&old).await.unwrap().unwrap();
    let record: Value = serde_json::from_str(&left.room.json).unwrap();
    let lines = begun(record["seed"].as_str().unwrap());
    let write = Write {
        table: old.clone(),
        version: left.version,
        after: left.lines.len() as u64,
        lines: lines.iter().map(|line| line.as_str().into()).collect(),
        room: Some(left.room),
        fate: Fate::Anew,
        ..Write::default()
    };
    store.write(write).await.unwrap();

    let house = House::on(store.clone(), Limits::default()).await;
    let (new, others) = house.full(GAME, manual).await;
    let mut client = house.client().await;
    let mut watcher = house.client().await;
    for (table, tokens, rules) in [(&old, &tokens, 1), (&new, &others, 2)] {
        let room = house.get(&format!("/api/tables/{table}"), "").await;
        assert_eq!(room["rules"], rules, "{room}");
        watcher.follow(table, "", None).await;
        for (seat, token) in tokens.iter().enumerate() {
            client.follow(table, token, None).await;
            let order = json!({ "type": "move", "piece": 2, "direction": if seat == 0 { "up" } else { "down" }, "distance": 2 });
            for command in [order, json!({ "type": "ready" })] {
                let submit =
                    json!({ "type": "submit", "table": table, "seat": seat, "command": command });
                let answer = client.ask(submit).await;
                assert_eq!(answer["type"], "accepted", "rules {rules}: {answer}");
            }
        }
        let seen = watcher.latest().await;
        assert_eq!(seen["view"]["shared"]["round"], 2, "rules {rules}: {seen}");
        let advise = json!({ "type": "advise", "table": table, "seat": 0, "bot": "easy" });
        let advice = client.ask(advise).await;
        assert_eq!(advice["type"], "reading", "rules {rules}: {advice}");
        let stored = store.load(table).await.unwrap().unwrap();
        assert_eq!(Header::of(&stored.lines[0]).unwrap().rules, rules);
        assert_eq!(senet_server::verify(&stored), Ok(4));
    }
}
