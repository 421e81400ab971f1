//! A language model that is set up for the server reads what a game did not understand, and nothing else.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::post;
use axum::{Json, Router};
use senet_llm::{Endpoint, Settings};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::{Client, House};

/// The key is read from the environment; every test has this one.
const KEY: &str = "CARGO_MANIFEST_DIR";

/// A small model on this machine: it says what it is told to say, and remembers what it was asked.
#[derive(Clone)]
struct Small {
    says: Arc<Mutex<VecDeque<String>>>,
    asked: Arc<Mutex<Vec<(String, Value)>>>,
    /// How many answers may go out.
    may_speak: Arc<Semaphore>,
}

impl Small {
    async fn new(says: &[Value]) -> (Small, SocketAddr) {
        let says = says.iter().map(Value::to_string).collect();
        let small = Small {
            says: Arc::new(Mutex::new(says)),
            asked: Arc::default(),
            may_speak: Arc::new(Semaphore::new(0)),
        };
        let app =
            Router::new().route("/v1/chat/completions", post(answer)).with_state(small.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, app).await });
        (small, address)
    }

    fn asked(&self) -> Vec<(String, Value)> {
        self.asked.lock().unwrap().clone()
    }
}

async fn answer(
    State(small): State<Small>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Json<Value> {
    let key = headers["authorization"].to_str().unwrap().to_owned();
    small.asked.lock().unwrap().push((key, body));
    small.may_speak.acquire().await.unwrap().forget();
    let content = small.says.lock().unwrap().pop_front().unwrap();
    Json(json!({ "choices": [{ "message": { "content": content } }] }))
}

/// A table of Flag War between two people, with a model behind the server that says this.
async fn at_war(says: &[Value]) -> (House, Small, String, [Client; 2]) {
    let house = House::new().await;
    let (small, address) = Small::new(says).await;
    let mut settings = Settings::new(format!("http://{address}/v1"), "small").key_from(KEY);
    settings.time_limit = std::time::Duration::from_secs(20);
    house.server.translate_by(Arc::new(Endpoint::new(settings)));
    let page = house.get("/api/games/flag-war", "").await;
    let presets = page["presets"].as_array().unwrap();
    let mut config = presets.iter().find(|one| one["id"] == "tactical").unwrap()["config"].clone();
    // Rounds wait for both, however long a machine takes.
    config["tick_mode"] = json!("manual");
    let (table, tokens) = house.full("flag-war", json!({ "config": config })).await;
    let [mut ann, mut ben] = [house.client().await, house.client().await];
    ann.follow(&table, &tokens[0], None).await;
    ben.follow(&table, &tokens[1], None).await;
    (house, small, table, [ann, ben])
}

/// An answer that moves a piece.
fn moves(piece: u8, direction: &str, distance: u8) -> Value {
    let order = json!({
        "piece": piece, "intent": "move", "direction": direction, "distance": distance
    });
    json!({ "orders": [order] })
}

#[tokio::test]
async fn what_was_not_understood_is_asked_and_the_answer_is_heard_when_it_comes() {
    let (house, small, table, [mut ann, ben]) = at_war(&[moves(2, "up", 3)]).await;
    assert_eq!(house.get("/api/model", "").await, json!({ "here": true, "origins": [] }));
    let said = "xyzzy plugh";
    let question = json!({ "type": "question", "table": table, "text": said });
    let question = ann.ask(question).await;
    assert_eq!(question["type"], "question", "{question}");
    small.may_speak.add_permits(1);
    let translate =
        json!({ "type": "translate", "table": table, "text": said, "input": question["input"] });
    let told = ann.ask(translate).await;
    assert_eq!(told["type"], "reading", "{told}");
    assert_eq!(told["commands"].as_array().unwrap().len(), 1, "{told}");
    let submit =
        json!({ "type": "submit", "table": table, "command": told["commands"][0]["command"] });
    assert_eq!(ann.ask(submit).await["type"], "accepted");

    let asked = small.asked();
    let [(key, body)] = asked.as_slice() else { panic!("asked {} times", asked.len()) };
    let secret = std::env::var(KEY).unwrap();
    assert_eq!(key, &format!("Bearer {secret}"));
    let user: Value =
        serde_json::from_str(body["messages"][1]["content"].as_str().unwrap()).unwrap();
    assert_eq!(user["order"], said, "the words, and nothing that was said before");
    // Neither the key nor where the model is ever reached a player.
    for traffic in [&ann.traffic, &ben.traffic] {
        assert!(traffic.iter().all(|text| !text.contains(&secret) && !text.contains("/v1")));
    }
}

#[tokio::test]
async fn what_the_game_understands_or_asks_about_is_no_question_for_a_model() {
    let (_house, small, table, [mut ann, _ben]) = at_war(&[]).await;
    for text in ["2 up 3", "1 up 3 or 2 up 3"] {
        let told = ann.ask(json!({ "type": "translate", "table": table, "text": text })).await;
        assert_eq!(told["code"], "understood", "{text}: {told}");
    }
    assert!(small.asked().is_empty());
}

/// FW-14, R8: what was ordered after the words were said goes before the answer.
#[tokio::test]
async fn a_late_answer_overrides_nothing_that_came_after_the_words() {
    let (_house, small, table, [mut ann, _ben]) = at_war(&[moves(2, "up", 3)]).await;
    let translate = json!({ "type": "translate", "table": table, "text": "xyzzy plugh", "id": 99 });
    ann.send(&translate.to_string()).await;
    let read = ann.ask(json!({ "type": "read", "table": table, "text": "2 left 1" })).await;
    let submit =
        json!({ "type": "submit", "table": table, "command": read["commands"][0]["command"] });
    assert_eq!(ann.ask(submit).await["type"], "accepted", "nobody waits for the model");
    small.may_speak.add_permits(1);
    let told = ann.wait("error").await;
    assert_eq!((&told["id"], &told["code"]), (&json!(99), &json!("no_orders")), "{told}");
}

#[tokio::test]
async fn a_seat_asks_once_a_round_and_another_has_its_own() {
    let (_house, small, table, [mut ann, mut ben]) =
        at_war(&[moves(1, "left", 1), moves(1, "left", 1)]).await;
    small.may_speak.add_permits(2);
    let translate = json!({ "type": "translate", "table": table, "text": "xyzzy plugh" });
    assert_eq!(ann.ask(translate.clone()).await["type"], "reading");
    let more = ann.ask(translate.clone()).await;
    assert_eq!(more["code"], "no_orders", "{more}");
    assert!(more["sentence"].as_str().unwrap().contains("next round"), "{more}");
    assert_eq!(ben.ask(translate).await["type"], "reading");
}

#[tokio::test]
async fn without_a_model_nothing_is_asked_and_pages_reach_only_what_they_may() {
    let house = House::new().await;
    let (table, tokens) = house.full("flag-war", json!({})).await;
    let mut ann = house.client().await;
    ann.follow(&table, &tokens[0], None).await;
    let told = ann.ask(json!({ "type": "translate", "table": table, "text": "xyzzy" })).await;
    assert_eq!(told["code"], "no_model");
    house.server.let_pages_ask(vec!["https://models.example".to_owned()]);
    let policy = house.headers("/").await["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("connect-src 'self' https://models.example;"), "{policy}");
    let origins = house.get("/api/model", "").await;
    assert_eq!(origins, json!({ "here": false, "origins": ["https://models.example"] }));
}
