//! Rooms over HTTP.

use std::time::Duration;

use axum::http::StatusCode;
use senet_server::Limits;
use senet_server::store::{Memory, Sqlite, Store, Write};
use serde_json::{Value, json};

use crate::House;

#[tokio::test]
async fn a_room_fills_and_starts() {
    let house = House::new().await;
    let made = house
        .post("/api/tables", "", json!({ "game": "tic-tac-toe", "public": true, "salt": "mine" }))
        .await;
    let table = made["table"].as_str().unwrap();
    assert_eq!(made["room"]["state"], "lobby");
    assert_eq!(house.get("/api/tables", "").await[0]["table"], table);
    let joined =
        house.post(&format!("/api/tables/{table}/join"), "", json!({ "name": "Ben" })).await;
    assert_eq!((&joined["seat"], &joined["room"]["state"]), (&json!(1), &json!("playing")));
    assert!(joined["room"]["commitment"].is_string());
    let mine = house.post("/api/tables/mine", "", json!({ "tokens": [joined["token"]] })).await;
    assert_eq!(mine[0]["table"], table);
    let full =
        house.call("POST", &format!("/api/tables/{table}/join"), "", json!({ "name": "Cy" })).await;
    assert_eq!((full.0, &full.1["code"]), (StatusCode::CONFLICT, &json!("wrong_state")));
}

/// Whoever makes a room without a word about its seats sits on the first, and is called as the game calls it.
#[tokio::test]
async fn a_maker_without_a_name_is_called_by_the_role() {
    let house = House::new().await;
    for game in ["sky-team", "tic-tac-toe", "flag-war"] {
        let made = house.post("/api/tables", "", json!({ "game": game })).await;
        let first = &made["room"]["seats"][0];
        assert_eq!((&first["type"], &first["name"]), (&json!("human"), &first["role"]), "{first}");
        assert_eq!(made["seats"].as_array().unwrap().len(), 1, "one seat is the maker's");
        assert_eq!(made["room"]["state"], "lobby");
    }
}

#[tokio::test]
async fn what_is_wrong_is_said_in_one_shape() {
    let house = House::new().await;
    let check =
        async |method: &str, path: &str, token: &str, body: Value, status: u16, code: &str| {
            let (found, answer) = house.call(method, path, token, body).await;
            assert_eq!(
                (found.as_u16(), answer["code"].as_str()),
                (status, Some(code)),
                "{path}: {answer}"
            );
            assert!(answer["sentence"].as_str().is_some_and(|sentence| !sentence.is_empty()));
        };
    check("POST", "/api/tables", "", json!({ "game": "chess" }), 404, "unknown_game").await;
    check(
        "POST",
        "/api/tables",
        "",
        json!({ "game": "pig", "preset": "x", "config": {} }),
        422,
        "two_configs",
    )
    .await;
    check("POST", "/api/tables", "", json!({ "game": "pig", "preset": "x" }), 422, "bad_config")
        .await;
    check(
        "POST",
        "/api/tables",
        "",
        json!({ "game": "pig", "config": { "seats": 99 } }),
        422,
        "bad_config",
    )
    .await;
    let bot = json!({ "game": "pig", "seats": [{ "type": "bot", "bot": "hal" }] });
    check("POST", "/api/tables", "", bot, 422, "unknown_bot").await;
    check("GET", "/api/tables/nowhere", "", Value::Null, 404, "no_such_table").await;
    check("POST", "/api/tables/nowhere/join", "", json!({ "name": "Ann" }), 404, "no_such_table")
        .await;
    check("GET", "/api/nothing/here", "", Value::Null, 404, "not_found").await;
    check("DELETE", "/api/tables", "", Value::Null, 405, "wrong_method").await;
    check("POST", "/api/tables", "", json!({ "game": 7 }), 400, "malformed").await;
    check("POST", "/api/tables", "", json!({ "game": "pig", "extra": 7 }), 400, "malformed").await;
    check("POST", "/api/tables", "", Value::Null, 400, "malformed").await;
    check("GET", "/api/finished?before=soon", "", Value::Null, 400, "malformed").await;
    let large = json!({ "game": "pig", "salt": "x".repeat(100_000) });
    check("POST", "/api/tables", "", large, 413, "too_large").await;
    let (table, tokens) = house.full("pig", json!({ "spectators": false })).await;
    let at = |rest: &str| format!("/api/tables/{table}/{rest}");
    check("POST", &at("leave"), "", Value::Null, 401, "no_token").await;
    check("POST", &at("leave"), "stolen", Value::Null, 403, "wrong_token").await;
    check("POST", &at("close"), &tokens[0], Value::Null, 403, "not_host").await;
    check("GET", &at("journal"), &tokens[0], Value::Null, 403, "not_yet").await;
    check("GET", &at("events"), "", Value::Null, 403, "no_spectators").await;
    check("GET", &at("replay?at=99"), &tokens[0], Value::Null, 404, "no_such_entry").await;
    check("GET", &at("replay?at=0&as=1"), &tokens[0], Value::Null, 403, "not_yet").await;
    check("POST", "/api/link", "", json!({ "code": "nonsense" }), 404, "no_such_code").await;
}

/// What a game calls its seats stands in the lobby, and a designer's data may call them anything.
#[tokio::test]
async fn what_a_designer_calls_a_seat_can_be_read() {
    let house = House::new().await;
    let page = house.get("/api/games/crossfire", "").await;
    let factions = include_str!("../../../../games/crossfire/data/factions.toml");
    for (name, status) in [("Fine", 200), ("\u{202e}eniF", 422)] {
        let renamed = factions.lines().enumerate().map(|(number, line)| {
            let is_name = line.starts_with("name = ");
            if is_name { format!("name = \"{name} {number}\"\n") } else { format!("{line}\n") }
        });
        let mut config = page["presets"][0]["config"].clone();
        config["data"] = json!({ "factions.toml": renamed.collect::<String>() });
        let asked = json!({ "game": "crossfire", "config": config });
        let (found, answer) = house.call("POST", "/api/tables", "", asked).await;
        assert_eq!(found.as_u16(), status, "{name}: {answer}");
        assert!(status == 200 || answer["sentence"].as_str().unwrap().contains("seat"), "{answer}");
    }
}

#[tokio::test]
async fn a_second_device_is_linked_by_a_code_that_is_good_once() {
    let house = House::new().await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let code =
        house.post(&format!("/api/tables/{table}/link"), &tokens[1], Value::Null).await["code"]
            .clone();
    let linked = house.post("/api/link", "", json!({ "code": code })).await;
    assert_eq!(linked["seat"], 1);
    let mut second = house.client().await;
    second.follow(&table, linked["token"].as_str().unwrap(), None).await;
    assert_eq!(second.wait("update").await["viewer"], json!({ "seat": 1 }));
    let again = house.call("POST", "/api/link", "", json!({ "code": code })).await;
    assert_eq!(again.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_rematch_turns_the_seats() {
    let house = House::new().await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut client = house.client().await;
    for token in &tokens {
        client.follow(&table, token, None).await;
    }
    let early =
        house.call("POST", &format!("/api/tables/{table}/rematch"), &tokens[0], Value::Null).await;
    assert_eq!(early.1["code"], "wrong_state");
    for (seat, square) in [(0, 1), (1, 4), (0, 2), (1, 5), (0, 3)] {
        let command = json!({ "type": "mark", "square": square });
        client
            .ask(json!({ "type": "submit", "table": table, "seat": seat, "command": command }))
            .await;
    }
    let path = format!("/api/tables/{table}/rematch");
    let first = house.post(&path, &tokens[0], Value::Null).await;
    let second = house.post(&path, &tokens[1], Value::Null).await;
    assert_eq!(first["table"], second["table"]);
    assert_eq!((&first["seat"], &second["seat"]), (&json!(1), &json!(0)));
    assert_eq!(second["room"]["state"], "playing");
    let finished = house.get("/api/finished", "").await;
    assert_eq!(
        finished.as_array().unwrap().len(),
        0,
        "a private game is not for everybody to find"
    );
}

#[tokio::test]
async fn the_host_starts_closes_and_replaces() {
    let house = House::new().await;
    let made = house.post("/api/tables", "", json!({ "game": "pig" })).await;
    let (table, host) = (made["table"].as_str().unwrap(), made["host_token"].as_str().unwrap());
    let started =
        house.post(&format!("/api/tables/{table}/start"), host, json!({ "bot": "random" })).await;
    assert_eq!(started["seats"][1]["bot"], "random");
    let replaced = house
        .post(&format!("/api/tables/{table}/replace"), host, json!({ "seat": 0, "by": "idle" }))
        .await;
    assert_eq!(replaced["seats"][0]["stand_in"], "idle");
    let closed = house.post(&format!("/api/tables/{table}/close"), host, Value::Null).await;
    // The house plays both seats by now, and may have been quicker.
    assert!([json!("closed"), json!("finished")].contains(&closed["state"]), "{closed}");
}

#[tokio::test]
async fn operators_see_that_it_lives() {
    let house = House::new().await;
    house.full("pig", json!({})).await;
    assert_eq!(house.get("/healthz", "").await, "ok\n");
    assert_eq!(house.get("/readyz", "").await, "ok\n");
    assert_eq!(house.get("/api/version", "").await["name"], "senet");
    let metrics = house.get("/metrics", "").await;
    assert!(metrics.as_str().unwrap().contains("senet_rooms_made_total 1"));
    assert!(house.get("/api/games", "").await.as_array().unwrap().len() >= 4);
    assert!(house.get("/api/games/pig", "").await["presets"].is_array());
}

#[tokio::test]
async fn whoever_leaves_a_seat_sees_and_plays_it_no_more() {
    let house = House::new().await;
    let made = house.post("/api/tables", "", json!({ "game": "kuhn-poker" })).await;
    let table = made["table"].as_str().unwrap();
    let token = made["seats"][0]["token"].as_str().unwrap();
    let mut gone = house.client().await;
    gone.follow(table, token, None).await;
    house.post(&format!("/api/tables/{table}/leave"), token, Value::Null).await;
    for name in ["Ben", "Cy"] {
        house.post(&format!("/api/tables/{table}/join"), "", json!({ "name": name })).await;
    }
    let submit = json!({ "type": "submit", "table": table, "command": { "type": "deal" } });
    assert_eq!(gone.ask(submit).await["code"], "wrong_token");
    assert!(gone.latest().await.is_null(), "no update of somebody else's seat");
}

#[tokio::test]
async fn a_rematch_can_be_asked_for_twice() {
    let house = House::new().await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut client = house.client().await;
    for token in &tokens {
        client.follow(&table, token, None).await;
    }
    for (seat, square) in [(0, 1), (1, 4), (0, 2), (1, 5), (0, 3)] {
        let command = json!({ "type": "mark", "square": square });
        client
            .ask(json!({ "type": "submit", "table": table, "seat": seat, "command": command }))
            .await;
    }
    let path = format!("/api/tables/{table}/rematch");
    house.post(&path, &tokens[0], Value::Null).await;
    let second = house.post(&path, &tokens[1], Value::Null).await;
    let again = house.post(&path, &tokens[1], Value::Null).await;
    assert_eq!((&again["table"], &again["seat"]), (&second["table"], &second["seat"]));
    let mut other = house.client().await;
    let next = again["table"].as_str().unwrap();
    other.follow(next, again["token"].as_str().unwrap(), None).await;
    let mine = house.post("/api/tables/mine", "", json!({ "tokens": [second["token"]] })).await;
    assert_eq!(mine[0]["my_seats"], json!([0]));
}

#[tokio::test]
async fn the_host_switches_the_chat_off_and_on() {
    let house = House::new().await;
    let made = house.post("/api/tables", "", json!({ "game": "pig" })).await;
    let (table, host) = (made["table"].as_str().unwrap(), made["host_token"].as_str().unwrap());
    let mut client = house.client().await;
    client.follow(table, made["seats"][0]["token"].as_str().unwrap(), None).await;
    let path = format!("/api/tables/{table}/chat");
    let chat = json!({ "type": "chat", "table": table, "text": "hello" });
    assert_eq!(house.post(&path, host, json!({ "on": false })).await["chat"], false);
    assert_eq!(client.ask(chat.clone()).await["code"], "chat_off");
    house.post(&path, host, json!({ "on": true })).await;
    assert_eq!(client.ask(chat).await["type"], "done");
}

#[tokio::test]
async fn spectators_wait_and_find_no_way_around_it() {
    let house = House::new().await;
    let (table, tokens) = house.full("pig", json!({ "spectator_delay_ms": 2000 })).await;
    let mut player = house.client().await;
    player.follow(&table, &tokens[0], None).await;
    let mut early = house.client().await;
    early.follow(&table, "", None).await;
    assert_eq!(early.wait("update").await["entry"], 0);
    let submit = json!({ "type": "submit", "table": table, "command": { "type": "roll" } });
    assert_eq!(player.ask(submit).await["type"], "accepted");
    let mut late = house.client().await;
    late.follow(&table, "", None).await;
    assert_eq!(late.wait("update").await["entry"], 0);
    let events = late.ask(json!({ "type": "events", "table": table, "since": 0 })).await;
    assert_eq!(events["frames"], json!([]));
    let drawn = late.ask(json!({ "type": "draw", "table": table, "at": 1 })).await;
    assert_eq!(drawn["code"], "no_such_entry", "not even that there is more");
    let at = |rest: &str| format!("/api/tables/{table}/{rest}");
    assert_eq!(house.get(&at("events"), "").await, json!([]));
    let (status, _) = house.call("GET", &at("replay?at=1"), "", Value::Null).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    for spectator in [&mut early, &mut late] {
        assert_eq!(spectator.wait("update").await["entry"], 1, "in the end it comes");
    }
}

#[tokio::test]
async fn warbands_are_answered_for() {
    let house = House::new().await;
    let catalogue = house.post("/api/warband/catalogue", "", json!({})).await;
    assert!(catalogue.is_object(), "{catalogue}");
    let (status, refused) = house.call("POST", "/api/warband/nothing", "", json!({})).await;
    assert_eq!((status, &refused["code"]), (StatusCode::NOT_FOUND, &json!("unknown_method")));
}

#[tokio::test]
async fn seats_tell_their_roles_and_bots_their_names() {
    let house = House::new().await;
    let bot = json!({ "type": "bot", "bot": "random" });
    let seats = json!([{ "type": "me", "name": "Ann" }, { "type": "open" }]);
    let made = house.post("/api/tables", "", json!({ "game": "sky-team", "seats": seats })).await;
    let seat = |room: &Value, i: usize, what: &str| room["seats"][i][what].clone();
    let lobby = &made["room"];
    assert_eq!(
        (seat(lobby, 0, "role"), seat(lobby, 1, "role")),
        (json!("Pilot"), json!("Co-Pilot"))
    );
    assert_eq!((seat(lobby, 1, "type"), seat(lobby, 1, "name")), (json!("open"), Value::Null));
    // The list knows no more than what is stored, and tells the same.
    let host = made["host_token"].as_str().unwrap();
    let path = format!("/api/tables/{}", made["table"].as_str().unwrap());
    house.post(&format!("{path}/bot"), host, json!({ "seat": 1, "bot": "random" })).await;
    let mut client = house.client().await;
    let token = made["seats"][0]["token"].as_str().unwrap();
    let followed = client.follow(made["table"].as_str().unwrap(), token, None).await;
    for room in [&followed["room"], &house.get(&path, "").await, &client.wait("room").await["room"]]
    {
        assert_eq!(seat(room, 0, "name"), "Ann");
        assert_eq!(seat(room, 1, "type"), "bot");
        assert_eq!(seat(room, 1, "bot"), "random");
        assert_eq!(seat(room, 1, "name"), "Co-Pilot (bot)");
        assert_eq!(seat(room, 1, "role"), "Co-Pilot");
    }
    let long = json!({ "game": "pig", "seats": [{ "type": "me", "name": "Ann" }, bot] });
    let pig = house.post("/api/tables", "", long).await;
    assert_eq!(seat(&pig["room"], 1, "name"), "Player 2 (bot)");
}

/// What a player needs to see at which of their games something is to be done.
#[tokio::test]
async fn my_tables_tell_whose_turn_it_is_and_when_something_happened() {
    let house = House::new().await;
    let (old, old_tokens) = house.full("tic-tac-toe", json!({})).await;
    let (new, new_tokens) = house.full("pig", json!({})).await;
    let mine = async || {
        let tokens = json!({ "tokens": [old_tokens[0], new_tokens[1]] });
        house.post("/api/tables/mine", "", tokens).await
    };
    tokio::time::sleep(Duration::from_millis(5)).await;
    let mut client = house.client().await;
    client.follow(&old, &old_tokens[0], None).await;
    let mark = json!({ "type": "mark", "square": 5 });
    client.ask(json!({ "type": "submit", "table": old, "command": mark })).await;
    let list = mine().await;
    assert_eq!((&list[0]["table"], &list[1]["table"]), (&json!(old), &json!(new)));
    assert_eq!((&list[0]["to_act"], &list[0]["my_seats"]), (&json!([1]), &json!([0])));
    assert_eq!(list[0]["prompt"], "Guest 1 marks a square.");
    assert_eq!((&list[1]["to_act"], &list[1]["my_seats"]), (&json!([0]), &json!([1])));
    let time = |room: &Value, what: &str| room[what].as_i64().unwrap();
    assert!(time(&list[0], "active_ms") > time(&list[0], "changed_ms"), "a move is no change");
    assert_eq!(time(&list[1], "active_ms"), time(&list[1], "changed_ms"));
    let lobby = house.post("/api/tables", "", json!({ "game": "pig" })).await;
    let waiting = json!({ "tokens": [lobby["host_token"]] });
    let waiting = house.post("/api/tables/mine", "", waiting).await;
    assert_eq!((&waiting[0]["to_act"], &waiting[0]["prompt"]), (&json!([]), &json!("")));
    assert_eq!(waiting[0]["my_seats"], json!([]), "the host's token holds no seat");
}

#[tokio::test]
async fn an_invitation_leads_to_the_page() {
    let house = House::new().await;
    let made = house.post("/api/tables", "", json!({ "game": "pig" })).await;
    let table = made["table"].as_str().unwrap();
    assert_eq!(made["invite"], format!("/t/{table}"));
    assert_eq!(
        house.headers(&format!("/t/{table}")).await["location"],
        format!("../#/join/{table}")
    );
    // As people hand them on; and whatever stands there, it leads nowhere but to the page.
    for (code, read) in [
        ("abcd2345.", "abcd2345"),
        ("ABCD%202345", "abcd2345"),
        ("abcd-2345!)", "abcd2345"),
        ("%0d%0ax", "x"),
        ("a%2f%2fevil.example", "a"),
        ("a%23b", "a"),
        ("%e2%9c%93", ""),
    ] {
        for (door, place) in [("t", "join/"), ("r", "replay/r.")] {
            let headers = house.headers(&format!("/{door}/{code}")).await;
            assert_eq!(headers["location"], format!("../#/{place}{read}"), "{door}/{code}");
        }
    }
}

/// A room that has left memory comes back by its snapshot, or without it where it is broken: nobody
/// can tell the difference.
#[tokio::test]
async fn a_room_comes_back_by_its_snapshot_and_without_a_good_one() {
    let path = std::env::temp_dir().join(format!("senet-snapshot-{}.db", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let sqlite = Store::Sqlite(Sqlite::open(&path).unwrap());
    for store in [Store::Memory(Memory::default()), sqlite] {
        comes_back(&store).await;
    }
    std::fs::remove_file(&path).unwrap();
}

async fn comes_back(store: &Store) {
    let limits = Limits { idle: Duration::from_millis(50), ..Limits::default() };
    let house = House::on(store.clone(), limits).await;
    let counted =
        async |line: &str| house.get("/metrics", "").await.as_str().unwrap().contains(line);
    let left = async || {
        for _ in 0..400 {
            if counted("senet_rooms_in_memory 0\n").await {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the room stays in memory");
    };
    let (table, tokens) = house.full("pig", json!({ "seed": "a long game" })).await;
    let mut client = house.client().await;
    for token in &tokens {
        client.follow(&table, token, None).await;
    }
    // Whoever only rolls never wins, so that the game goes on.
    for number in 0..120 {
        let submit = json!({ "type": "submit", "table": table, "seat": number % 2,
            "request": number.to_string(), "command": { "type": "roll" } });
        client.ask(submit).await;
    }
    let look = async || {
        let mut client = house.client().await;
        client.follow(&table, &tokens[0], None).await;
        let mut update = client.wait("update").await;
        update["now_ms"] = Value::Null;
        let events = client.ask(json!({ "type": "events", "table": table, "since": 0 })).await;
        (update, events["frames"].clone())
    };
    let before = look().await;
    assert!(before.0["line"].as_u64() >= Some(33), "{}", before.0["line"]);
    drop(client);
    left().await;
    // The snapshot is kept after the room has left.
    while store.load(&table).await.unwrap().unwrap().snapshot.is_none() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(look().await, before);
    assert!(!counted("senet_snapshots_used_total 0\n").await);
    assert!(counted("senet_snapshots_dropped_total 0\n").await);
    let stored = store.load(&table).await.unwrap().unwrap();
    let mut lie: Value = serde_json::from_str(stored.snapshot.as_deref().unwrap()).unwrap();
    lie["state"]["totals"][0] = json!(99);
    left().await;
    let (version, snapshot) = (stored.version, Some(lie.to_string()));
    let broken = Write { table: table.clone(), version, snapshot, ..Write::default() };
    store.write(broken).await.unwrap();
    assert_eq!(look().await, before, "a lie is not believed");
    assert!(!counted("senet_snapshots_dropped_total 0\n").await);
}

/// Replays by short link: a game that was played elsewhere is checked, kept for whoever has its link, and
/// goes when its time is over; what is not over or not in order is refused.
#[tokio::test]
async fn a_game_that_was_played_elsewhere_is_kept_for_whoever_has_its_link() {
    let house = House::new().await;
    let opening = senet_table::Opening {
        start: senet_table::Start::Config(json!({})),
        preset: None,
        seats: vec!["Ann".to_owned(), "Ben".to_owned()],
        luck: senet_table::Luck::fair("a secret", Vec::new()),
        seed: Some("a secret".to_owned()),
        script: Vec::new(),
        branch: None,
    };
    let mut table = senet_catalog::find("tic-tac-toe").unwrap().open(opening).unwrap();
    let keep =
        |journal: String| house.call("POST", "/api/replays", "", json!({ "journal": journal }));
    for (turn, square) in [1, 4, 2, 5, 3].into_iter().enumerate() {
        let (status, answer) = keep(table.journal().text()).await;
        assert_eq!((status.as_u16(), &answer["code"]), (403, &json!("not_yet")), "{answer}");
        let seat = senet_kernel::Seat::new(turn % 2).unwrap();
        let mark = json!({ "type": "mark", "square": square });
        table.submit(seat.into(), None, &mark, Vec::new()).unwrap();
    }
    let journal = table.journal().text();
    let (status, kept) = keep(journal.clone()).await;
    assert_eq!(status.as_u16(), 200, "{kept}");
    let code = kept["table"].as_str().unwrap();
    assert_eq!(kept["link"], format!("/r/{code}"));
    assert_eq!(
        house.headers(&format!("/r/{code}")).await["location"],
        format!("../#/replay/r.{code}")
    );
    let room = house.get(&format!("/api/tables/{code}"), "").await;
    assert_eq!(
        (&room["state"], &room["shared"], &room["public"]),
        (&json!("finished"), &json!(true), &json!(false))
    );
    assert_eq!(
        (&room["seats"][0]["name"], &room["seats"][1]["name"]),
        (&json!("Ann"), &json!("Ben"))
    );
    let read = house.get(&format!("/api/tables/{code}/journal"), "").await;
    assert_eq!(read, json!(journal));

    let (status, answer) = keep(journal.replace("\"square\":3", "\"square\":9")).await;
    assert_eq!((status.as_u16(), &answer["code"]), (422, &json!("bad_journal")), "{answer}");
    let (status, _) = keep("no journal".to_owned()).await;
    assert_eq!(status.as_u16(), 422);
    // Whatever stands in a link, it leads to a place of this page and to nowhere else.
    for (path, code) in [("/r/%0d%0ax", "x"), ("/r/a%2f%2fevil.example", "a"), ("/r/a%23b", "a")] {
        let headers = house.headers(path).await;
        assert_eq!(headers["location"], format!("../#/replay/r.{code}"), "{path}");
    }
}

/// A long game is longer than any message.
#[tokio::test]
async fn a_long_game_may_be_sent_to_be_kept() {
    let house = House::new().await;
    for (bytes, status) in [(200 << 10, 422), (600 << 10, 413)] {
        let body = json!({ "journal": "x".repeat(bytes) });
        let (answered, answer) = house.call("POST", "/api/replays", "", body).await;
        assert_eq!(answered.as_u16(), status, "{answer}");
    }
}

/// Where nothing happens for a while, nothing is held but who is there: and it goes on as if nothing had been.
#[tokio::test]
async fn a_room_rests_while_nothing_happens_and_goes_on_from_there() {
    let folder = std::env::temp_dir().join(format!("senet-rests-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let sqlite = Store::Sqlite(Sqlite::open(&folder.join("rests.db")).unwrap());
    for store in [Store::Memory(Memory::default()), sqlite] {
        let limits = Limits { idle: Duration::from_millis(20), ..Limits::default() };
        let house = House::on(store, limits).await;
        let (table, tokens) = house.full("tic-tac-toe", json!({ "public": true })).await;
        let mut players = [house.client().await, house.client().await];
        for (player, token) in players.iter_mut().zip(&tokens) {
            player.follow(&table, token, None).await;
        }
        let mut watcher = house.client().await;
        watcher.follow(&table, "", None).await;
        let rests = || tokio::time::sleep(Duration::from_millis(400));
        for (turn, square) in [1, 4, 2, 5].into_iter().enumerate() {
            rests().await;
            let submit = json!({ "type": "submit", "table": table, "request": format!("{square}"),
                "command": { "type": "mark", "square": square } });
            let [first, second] = &mut players;
            let (mover, other) = if turn % 2 == 0 { (first, second) } else { (second, first) };
            let accepted = mover.ask(submit.clone()).await;
            assert_eq!(
                (&accepted["type"], &accepted["entry"]),
                (&json!("accepted"), &json!(turn + 1))
            );
            for client in [other, &mut watcher] {
                let update = loop {
                    let update = client.wait("update").await;
                    if update["entry"] == turn + 1 {
                        break update;
                    }
                };
                assert_eq!(update["frames"].as_array().unwrap().len(), 1, "{update}");
            }
            rests().await;
            assert_eq!(mover.ask(submit).await["entry"], turn + 1, "a request acts once");
        }
        let told = players[1].traffic.len();
        rests().await;
        players[1].ask(json!({ "type": "ping" })).await;
        assert_eq!(players[1].traffic.len(), told + 1, "whoever rests hears nothing of it");
        let rooms = house.get("/api/tables", "").await;
        let online = |seat: usize| rooms[0]["seats"][seat]["online"].clone();
        assert_eq!((online(0), online(1)), (json!(true), json!(true)), "{rooms}");
        rests().await;
        let chat = json!({ "type": "chat", "table": table, "text": "still here" });
        assert_eq!(watcher.ask(chat).await["type"], "done");
        assert_eq!(players[0].wait("chat").await["text"], "still here");
        rests().await;
        let back = json!({ "type": "take_back", "table": table });
        assert_eq!(players[1].ask(back).await["type"], "accepted");
        rests().await;
        players[1].ask(json!({ "type": "unfollow", "table": table })).await;
        let left = loop {
            let room = players[0].wait("room").await;
            if room["room"]["seats"][1]["online"] == false {
                break room;
            }
        };
        assert_eq!(left["room"]["state"], "playing");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
