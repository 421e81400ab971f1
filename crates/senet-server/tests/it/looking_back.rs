//! Games that are over are looked back at here: once, in the pool, and for those who may know all of them.

use serde_json::{Value, json};

use crate::House;
use crate::crowd::number;

/// X could win in the upper row at once, and marks elsewhere; O wins. The table's name and its tokens.
async fn lost(house: &House) -> (String, Vec<String>) {
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut client = house.client().await;
    for token in &tokens {
        client.follow(&table, token, None).await;
    }
    for (i, square) in [1, 4, 2, 5, 7, 6].into_iter().enumerate() {
        let path = format!("/api/tables/{table}/analysis");
        assert_eq!(house.call("GET", &path, &tokens[0], Value::Null).await.1["code"], "not_yet");
        let command = json!({ "type": "mark", "square": square });
        let mark = json!({ "type": "submit", "table": table, "seat": i % 2, "command": command });
        assert_eq!(client.ask(mark).await["type"], "accepted");
    }
    (table, tokens)
}

/// What a seat is told of a game, beyond an entry.
async fn told(house: &House, table: &str, token: &str, since: usize) -> Value {
    let path = format!("/api/tables/{table}/analysis?since={since}");
    let (status, told) = house.call("GET", &path, token, Value::Null).await;
    assert_eq!(status, 200, "{told}");
    told
}

/// Who comes back is told what they have missed, whether that is little, much or all of it.
#[tokio::test]
async fn who_comes_back_is_told_what_was_missed() {
    let house = House::new().await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut client = house.client().await;
    for token in &tokens {
        client.follow(&table, token, None).await;
    }
    for (i, square) in [1, 2, 3, 4, 5].into_iter().enumerate() {
        let command = json!({ "type": "mark", "square": square });
        let mark = json!({ "type": "submit", "table": table, "seat": i % 2, "command": command });
        assert_eq!(client.ask(mark).await["type"], "accepted");
    }
    for (token, since, missed) in [
        (&*tokens[0], Some(0), 5),
        ("", Some(2), 3),
        (&*tokens[1], Some(4), 1),
        ("", Some(5), 0),
        ("", Some(6), 0),
        ("", None, 0),
    ] {
        let mut back = house.client().await;
        back.follow(&table, token, since).await;
        let update = back.wait("update").await;
        assert_eq!(update["frames"].as_array().unwrap().len(), missed, "since {since:?}");
        assert_eq!((&update["entry"], &update["line"]), (&json!(5), &json!(6)));
        assert_eq!(update["can_take_back"], !token.is_empty() && token == tokens[0]);
    }
}

#[tokio::test]
async fn a_finished_game_is_looked_back_at_once_and_kept() {
    let house = House::new().await;
    let (table, tokens) = lost(&house).await;
    let path = format!("/api/tables/{table}/analysis");
    let (status, refusal) = house.call("GET", &path, "", Value::Null).await;
    assert_eq!((status.as_u16(), &refusal["code"]), (403, &json!("not_shared")));

    // What there is so far is told at once, and goes on from there.
    let mut looked: Vec<Value> = Vec::new();
    while looked.len() < 6 {
        let told = told(&house, &table, &tokens[looked.len() % 2], looked.len()).await;
        let same = (&told["level"], &told["entries"], &told["together"]);
        assert_eq!(same, (&json!("hard"), &json!(6), &json!(false)));
        looked.extend(told["looked"].as_array().unwrap().iter().cloned());
    }
    let entries: Vec<u64> =
        looked.iter().map(|looked| looked["moment"]["entry"].as_u64().unwrap()).collect();
    assert_eq!(entries, [1, 2, 3, 4, 5, 6]);
    let mistake = &looked[4];
    assert_eq!(mistake["steps"], json!([5, 5, 5]));
    assert_eq!(mistake["moment"]["better"]["text"], "mark 3");
    assert_eq!(mistake["moment"]["better"]["cost"], 1_000_000);
    assert_eq!(looked[5]["moment"]["open"], json!([0, 1_000_000]));

    // It is told again, and nothing is thought of for it any more but what it costs to look it up.
    const THOUGHTS: &str = "senet_pool_wait_seconds_count";
    let before = number(&house, THOUGHTS).await;
    let again = told(&house, &table, &tokens[1], 0).await;
    assert_eq!(again["looked"].as_array().unwrap(), &looked);
    assert_eq!(told(&house, &table, &tokens[1], 99).await["looked"], json!([]));
    assert_eq!(number(&house, THOUGHTS).await, before + 2);
}
