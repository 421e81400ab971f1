//! Peace at the table: putting out, muting, blocking, reporting.

use senet_server::Limits;
use senet_server::store::{Memory, Sqlite, Store};
use serde_json::{Value, json};

use crate::{Client, House};

/// A room in the lobby with Ann as its host and Ben at the second seat.
struct Lobby {
    house: House,
    path: String,
    table: String,
    host: String,
    ann: String,
    ben: String,
}

impl Lobby {
    async fn new(store: Store, limits: Limits) -> Lobby {
        let house = House::on(store, limits).await;
        let seats = json!([{ "type": "me", "name": "Ann" }]);
        let made = house.post("/api/tables", "", json!({ "game": "pig", "seats": seats })).await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let (table, host) = (text(&made["table"]), text(&made["host_token"]));
        let path = format!("/api/tables/{table}");
        let mut lobby = Lobby {
            house,
            path,
            table,
            host,
            ann: text(&made["seats"][0]["token"]),
            ben: String::new(),
        };
        lobby.ben = text(&lobby.join("Ben").await.1["token"]);
        lobby
    }

    async fn join(&self, name: &str) -> (u16, Value) {
        let (status, answer) = self
            .house
            .call("POST", &format!("{}/join", self.path), "", json!({ "name": name }))
            .await;
        (status.as_u16(), answer)
    }

    async fn call(&self, what: &str, token: &str, body: Value) -> (u16, Value) {
        let path = format!("{}/{what}", self.path);
        let (status, answer) = self.house.call("POST", &path, token, body).await;
        (status.as_u16(), answer)
    }

    async fn says(&self, client: &mut Client, text: &str) -> Value {
        client.ask(json!({ "type": "chat", "table": self.table, "text": text })).await
    }

    async fn spectator(&self, name: &str) -> (Client, Value) {
        let mut client = self.house.client().await;
        let follow = json!({ "type": "follow", "table": self.table, "name": name });
        let followed = client.ask(follow).await;
        (client, followed)
    }
}

async fn lobby() -> Lobby {
    Lobby::new(Store::Memory(Memory::default()), Limits::default()).await
}

#[tokio::test]
async fn a_host_puts_somebody_out_of_the_lobby_and_keeps_them_out() {
    let lobby = half_full().await;
    assert_eq!(lobby.call("kick", &lobby.ben, json!({ "seat": 0 })).await.0, 403, "only the host");
    let (status, room) = lobby.call("kick", &lobby.host, json!({ "seat": 0 })).await;
    assert_eq!((status, &room["seats"][0]["type"]), (200, &json!("open")), "{room}");
    let gone = lobby.call("leave", &lobby.ben, Value::Null).await;
    assert_eq!(gone.0, 403, "the token of whoever was put out is worth nothing: {gone:?}");
    assert_eq!(lobby.join("Ben").await.0, 200, "who is not barred may come back");
    lobby.call("kick", &lobby.host, json!({ "name": "Ben", "bar": true })).await;
    let (status, answer) = lobby.join("Benny").await;
    assert_eq!((status, &answer["code"]), (403, &json!("barred")));
    let (mut cy, followed) = lobby.spectator("Cy").await;
    assert_eq!(followed["type"], "followed", "{followed}");
    lobby.call("kick", &lobby.host, json!({ "name": "Cy", "bar": true })).await;
    assert_eq!(lobby.says(&mut cy, "still here").await["code"], "not_followed");
    assert_eq!(lobby.spectator("Cy again").await.1["code"], "barred");
}

/// A table of Ann's where Ben alone has sat down, so that the game does not begin.
async fn half_full() -> Lobby {
    let mut lobby = lobby().await;
    let seats = json!([{ "type": "open" }, { "type": "open" }]);
    let made = lobby.house.post("/api/tables", "", json!({ "game": "pig", "seats": seats })).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (lobby.table, lobby.host) = (text(&made["table"]), text(&made["host_token"]));
    lobby.path = format!("/api/tables/{}", lobby.table);
    lobby.ben = text(&lobby.join("Ben").await.1["token"]);
    lobby
}

#[tokio::test]
async fn spectators_have_names_that_nobody_else_has() {
    let lobby = lobby().await;
    let mut ann = lobby.house.client().await;
    ann.follow(&lobby.table, &lobby.ann, None).await;
    let (mut cy, followed) = lobby.spectator("Cy").await;
    assert_eq!(followed["type"], "followed", "{followed}");
    for (name, code) in [("Cy", "name_taken"), ("ANN", "name_taken"), ("host", "bad_name")] {
        assert_eq!(lobby.spectator(name).await.1["code"], code, "{name}");
    }
    assert_eq!(lobby.says(&mut cy, "good luck").await["type"], "done");
    let heard = ann.wait("chat").await;
    assert_eq!((&heard["from"], &heard["seat"]), (&json!("Cy"), &Value::Null));
}

#[tokio::test]
async fn a_host_mutes_and_everybody_blocks() {
    let lobby = lobby().await;
    let mut ann = lobby.house.client().await;
    ann.follow(&lobby.table, &lobby.ann, None).await;
    let mut ben = lobby.house.client().await;
    ben.follow(&lobby.table, &lobby.ben, None).await;
    let (mut cy, _) = lobby.spectator("Cy").await;
    assert_eq!(lobby.call("mute", &lobby.ben, json!({ "seat": 0, "on": true })).await.0, 403);
    lobby.call("mute", &lobby.host, json!({ "name": "Cy", "on": true })).await;
    assert_eq!(lobby.says(&mut cy, "boo").await["code"], "muted");
    let (mut other, _) = lobby.spectator("Not Cy").await;
    assert_eq!(lobby.says(&mut other, "boo").await["code"], "muted", "another name is no voice");
    drop(other);
    lobby.call("mute", &lobby.host, json!({ "name": "Cy", "on": false })).await;
    assert_eq!(lobby.says(&mut cy, "hello").await["type"], "done");
    assert_eq!(ann.wait("chat").await["text"], "hello");
    let (status, answer) = lobby.call("block", &lobby.ann, json!({ "seat": 1, "on": true })).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(lobby.says(&mut ben, "you cannot hear me").await["type"], "done");
    assert_eq!(cy.wait("chat").await["from"], "Cy");
    assert_eq!(cy.wait("chat").await["from"], "Ben");
    assert_eq!(lobby.says(&mut cy, "last").await["type"], "done");
    assert_eq!(ann.wait("chat").await["text"], "last", "what is blocked is not heard");
    let mut again = lobby.house.client().await;
    let followed = again.follow(&lobby.table, &lobby.ann, None).await;
    assert_eq!(followed["chat"].as_array().unwrap().len(), 2, "nor read later: {followed}");
}

#[tokio::test]
async fn a_report_keeps_the_last_lines_of_chat() {
    let folder = std::env::temp_dir().join(format!("senet-reports-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let sqlite = Store::Sqlite(Sqlite::open(&folder.join("reports.db")).unwrap());
    for store in [Store::Memory(Memory::default()), sqlite] {
        let lobby = Lobby::new(store.clone(), Limits::default()).await;
        let mut ben = lobby.house.client().await;
        ben.follow(&lobby.table, &lobby.ben, None).await;
        lobby.says(&mut ben, "something bad").await;
        let report = json!({ "seat": 1, "text": "he swears" });
        let (status, answer) = lobby.call("report", &lobby.ann, report.clone()).await;
        assert_eq!((status, &answer["lines"]), (200, &json!(1)), "{answer}");
        let reports = store.reports().await.unwrap();
        let (table, kept) = &reports[0];
        assert_eq!((table, &*kept.by, &*kept.about), (&lobby.table, "Ann", "Ben"));
        assert_eq!((&*kept.text, &*kept.chat[0].text), ("he swears", "something bad"));
        let by_host = lobby.call("report", &lobby.host, report.clone()).await;
        assert_eq!(by_host.0, 200, "a host who has no seat is somebody there, too: {by_host:?}");
        // Two within one millisecond stand in either order.
        let reports = store.reports().await.unwrap();
        assert!(reports.iter().any(|(_, kept)| kept.by == "the host"), "it is kept, too");
        let mut refused = 0;
        for _ in 0..30 {
            refused += usize::from(lobby.call("report", &lobby.ann, report.clone()).await.0 == 429);
        }
        assert_eq!(refused, 12, "twenty reports an hour are enough");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn a_command_may_be_asked_what_can_be_said() {
    let folder = std::env::temp_dir().join(format!("senet-filter-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let script = folder.join("filter.sh");
    std::fs::write(&script, "if grep -q darn; then exit 1; fi\n").unwrap();
    let with = |command: &str| {
        let chat_filter = command.split_whitespace().map(str::to_owned).collect();
        Limits { chat_filter, ..Limits::default() }
    };
    let asked = format!("sh {}", script.display());
    for (command, text, allowed) in [
        (&*asked, "hello", true),
        (&*asked, "darn it", false),
        ("/nowhere/there-is-no-such-command", "hello", false),
        ("", "darn it", true),
    ] {
        let lobby = Lobby::new(Store::Memory(Memory::default()), with(command)).await;
        let mut ann = lobby.house.client().await;
        ann.follow(&lobby.table, &lobby.ann, None).await;
        let answer = lobby.says(&mut ann, text).await;
        assert_eq!(answer["type"] == "done", allowed, "{command} {text}: {answer}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A command is a process: nobody has one started by talking where they may not.
#[cfg(unix)]
#[tokio::test]
async fn who_may_not_talk_starts_no_command() {
    let folder = std::env::temp_dir().join(format!("senet-silent-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (script, asked) = (folder.join("filter.sh"), folder.join("asked"));
    std::fs::write(&script, format!("cat >> {}\n", asked.display())).unwrap();
    let chat_filter = vec!["sh".to_owned(), script.display().to_string()];
    let limits = Limits { chat_filter, ..Limits::default() };
    let lobby = Lobby::new(Store::Memory(Memory::default()), limits).await;
    let mut stranger = lobby.house.client().await;
    assert_eq!(lobby.says(&mut stranger, "no table").await["code"], "not_followed");
    let (mut cy, _) = lobby.spectator("Cy").await;
    lobby.call("mute", &lobby.host, json!({ "name": "Cy", "on": true })).await;
    assert_eq!(lobby.says(&mut cy, "muted").await["code"], "muted");
    lobby.call("chat", &lobby.host, json!({ "on": false })).await;
    let mut ann = lobby.house.client().await;
    ann.follow(&lobby.table, &lobby.ann, None).await;
    assert_eq!(lobby.says(&mut ann, "off").await["code"], "chat_off");
    assert!(!asked.exists(), "{:?}", std::fs::read_to_string(&asked));
    lobby.call("chat", &lobby.host, json!({ "on": true })).await;
    assert_eq!(lobby.says(&mut ann, "hello").await["type"], "done");
    assert!(std::fs::read_to_string(&asked).unwrap().contains("hello"));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// ST-31: from the roll on nobody talks until the round ends. The house passes nothing on, whatever a client does.
#[tokio::test]
async fn the_house_is_silent_where_the_rules_are() {
    let house = House::new().await;
    let (table, tokens) = house.full("sky-team", json!({ "config": { "briefing": true } })).await;
    let (mut crew, mut friend) = (house.client().await, house.client().await);
    for token in &tokens {
        crew.follow(&table, token, None).await;
    }
    friend.ask(json!({ "type": "follow", "table": table, "name": "Eve" })).await;
    let chat = |seat: usize| json!({ "type": "chat", "table": table, "seat": seat, "text": "six" });
    assert_eq!(crew.ask(chat(0)).await["type"], "done", "plans may be made");
    let help = friend.ask(json!({ "type": "help", "table": table })).await;
    assert!(help["forms"][0]["does"].is_string(), "{help}");
    let mut silent = false;
    // Eight dice are placed at most, unless the plane crashes before.
    for _ in 0..30 {
        let (seat, command) = first_of(&mut crew, &table).await;
        let ask = |what| json!({ "type": what, "table": table, "seat": seat, "command": command });
        assert_eq!(crew.ask(ask("outlook")).await["type"], "outlook", "{command}");
        assert_eq!(crew.ask(ask("submit")).await["type"], "accepted", "{command}");
        let mut now = crew.latest().await;
        if now.is_null() {
            now = crew.wait("update").await;
        }
        if silent && now["hush"].is_null() {
            break;
        }
        if !silent && !now["hush"].is_null() {
            silent = true;
            let refused = crew.ask(chat(1)).await;
            assert_eq!((&refused["code"], &refused["sentence"]), (&json!("hushed"), &now["hush"]));
            let watched = json!({ "type": "chat", "table": table, "text": "six" });
            assert_eq!(friend.ask(watched).await["code"], "hushed");
        }
    }
    assert!(silent, "dice were rolled");
    assert_eq!(crew.ask(chat(1)).await["type"], "done", "the round or the flight is over");
    assert_eq!(friend.wait("chat").await["seat"], 0);
    assert_eq!(friend.wait("chat").await["seat"], 1, "nothing was passed on in between");
    assert_eq!(friend.latest().await["hush"], Value::Null);
}

/// The first thing that anybody at this socket may do.
async fn first_of(client: &mut Client, table: &str) -> (usize, Value) {
    for seat in 0..2 {
        let legal = json!({ "type": "legal", "table": table, "seat": seat });
        let legal = client.ask(legal).await;
        if let Some(choice) = legal["commands"].as_array().and_then(|all| all.first()) {
            return (seat, choice["command"].clone());
        }
    }
    panic!("nobody may do anything");
}
