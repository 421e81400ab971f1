//! What the log tells operators: the life of every room, and every limit that somebody met.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use senet_server::Limits;
use senet_server::store::{Memory, Store};
use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::{DefaultGuard, set_default};
use tracing::{Event, Metadata, Subscriber};

use crate::{Client, House};

type Line = BTreeMap<&'static str, String>;

/// All that is said on this thread, which is all threads of these tests but those that think.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<Line>>>);

struct Fields(Line);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}").trim_matches('"').to_owned());
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields(Line::new());
        event.record(&mut fields);
        self.0.lock().unwrap().push(fields.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

impl Log {
    fn begin() -> (Log, DefaultGuard) {
        let log = Log::default();
        let guard = set_default(log.clone());
        (log, guard)
    }

    /// The lines of these events, in order.
    fn of(&self, is_one: impl Fn(&str) -> bool) -> Vec<Line> {
        let lines = self.0.lock().unwrap();
        let fits = |line: &&Line| line.get("event").is_some_and(|event| is_one(event));
        lines.iter().filter(fits).cloned().collect()
    }

    /// The codes of the limits that were met.
    fn limits(&self) -> Vec<String> {
        self.of(|event| event == "limit").iter().map(|line| line["code"].clone()).collect()
    }
}

async fn house(limits: Limits) -> House {
    House::on(Store::Memory(Memory::default()), limits).await
}

#[tokio::test]
async fn the_life_of_a_room_stands_in_the_log() {
    let (log, _guard) = Log::begin();
    let store = Store::Memory(Memory::default());
    let house = House::on(store.clone(), Limits::default()).await;
    let (table, tokens, _client) = house.won().await;
    let made = house.post("/api/tables", "", json!({ "game": "pig" })).await;
    let (other, host) = (made["table"].as_str().unwrap(), made["host_token"].as_str().unwrap());
    house.post(&format!("/api/tables/{other}/close"), host, Value::Null).await;
    let version = store.load(other).await.unwrap().unwrap().version;
    senet_server::retention::delete(&store, other.to_owned(), version).await.unwrap();
    let lives = log.of(|event| event.starts_with("room_"));
    let life = |table: &str| -> Vec<String> {
        let own = lives.iter().filter(|line| line["table"] == table);
        own.map(|line| line["event"].clone()).collect()
    };
    assert_eq!(life(&table), ["room_made", "room_started", "room_finished"]);
    assert_eq!(life(other), ["room_made", "room_closed", "room_deleted"]);
    let finished = lives.iter().find(|line| line["event"] == "room_finished").unwrap();
    assert_eq!((&*finished["game"], &*finished["entry"]), ("tic-tac-toe", "5"));
    let secrets = tokens.iter().map(String::as_str).chain([host]);
    let all = format!("{:?}", log.0.lock().unwrap());
    assert!(secrets.into_iter().all(|secret| !all.contains(secret)), "no secret is told");
}

/// Says the same more often than anybody may, without waiting for answers; the code of the first refusal.
async fn refused(client: &mut Client, said: &Value) -> Value {
    for _ in 0..100 {
        client.send(&said.to_string()).await;
    }
    client.wait("error").await["code"].clone()
}

/// Whatever limit somebody meets, and wherever: the log names it, the address, and how often.
#[tokio::test]
async fn every_limit_that_is_met_stands_in_the_log() {
    let memo = |table: &str| json!({ "type": "remember", "table": table, "memo": { "n": 1 } });
    let chat = |table: &str| json!({ "type": "chat", "table": table, "text": "hello" });
    let ping = |_: &str| json!({ "type": "ping" });
    type Said<'a> = &'a dyn Fn(&str) -> Value;
    for (said, rate) in [(&ping as Said<'_>, 1), (&memo, 10_000), (&chat, 10_000)] {
        let (log, _guard) = Log::begin();
        let house = house(Limits { messages_per_second: rate, ..Limits::default() }).await;
        let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
        let mut client = house.client().await;
        client.follow(&table, &tokens[0], None).await;
        assert_eq!(refused(&mut client, &said(&table)).await, "too_many_messages");
        assert!(log.limits().iter().all(|code| code == "too_many_messages"));
        let line = &log.of(|event| event == "limit")[0];
        assert_eq!((&*line["address"], &*line["times"]), ("127.0.0.1", "1"), "{line:?}");
    }
    let (log, _guard) = Log::begin();
    let house = house(Limits { message_bytes: 1_000, ..Limits::default() }).await;
    let mut client = house.client().await;
    let mut refused = String::new();
    let mut device = (String::new(), String::new());
    for _ in 0..65 {
        let made = house.post("/api/tables", "", json!({ "game": "pig" })).await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        device = (text(&made["table"]), text(&made["seats"][0]["token"]));
        let follow = json!({ "type": "follow", "table": device.0, "token": device.1 });
        refused = client.ask(follow).await["code"].as_str().unwrap_or_default().to_owned();
    }
    assert_eq!(refused, "too_many_tables", "one socket follows 64");
    let link = format!("/api/tables/{}/link", device.0);
    let mut status = 200;
    while status == 200 {
        let (linked, code) = house.call("POST", &link, &device.1, Value::Null).await;
        status = linked.as_u16();
        if status == 200 {
            house.post("/api/link", "", code).await;
        }
    }
    let large = json!({ "game": "pig", "salt": "x".repeat(2_000) });
    assert_eq!(house.call("POST", "/api/tables", "", large).await.0.as_u16(), 413);
    assert_eq!(log.limits(), ["too_many_tables", "too_many_devices", "too_large"]);
    client.send(&"x".repeat(2_000)).await;
    assert!(client.closes().await);
    assert!(crate::crowd::number(&house, "senet_refusals_total{code=\"too_large\"} ").await == 2);
}
