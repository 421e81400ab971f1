//! What one guest can do to all the others: nothing.

use std::sync::mpsc;
use std::time::Duration;

use senet_server::Limits;
use senet_server::pool::{Asker, Pool};
use senet_server::store::{Memory, Sqlite, Store};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::{Client, House};

async fn house(limits: Limits) -> House {
    House::on(Store::Memory(Memory::default()), limits).await
}

/// How many thoughts wait in a house that is full.
const BEHIND: usize = 8;

/// Gives every thread of a house something that does not end before the answer is dropped, and a line
/// of things behind it.
async fn fill(house: &House) -> Vec<mpsc::Sender<()>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).max(2);
    let mut held = Vec::new();
    for address in 0..threads + BEHIND {
        let (end, ended) = mpsc::channel::<()>();
        let server = house.server.clone();
        held.push(end);
        tokio::spawn(async move {
            let wait = move || ended.recv().is_err();
            let long = Duration::from_secs(600);
            let asker = Asker::house(format!("10.0.0.{address}"));
            let _ = Pool::run(server.pool(), &asker, long, wait).await;
        });
    }
    counted(house, "senet_pool_wait_seconds", threads).await;
    while house.server.pool().waiting() < BEHIND as u64 {
        tokio::task::yield_now().await;
    }
    held
}

/// Moves, rooms, seats, follows and chat are answered while nobody can think at all.
#[tokio::test]
async fn moves_never_wait_for_thoughts() {
    let house = House::new().await;
    let full = fill(&house).await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut client = house.client().await;
    for token in &tokens {
        client.follow(&table, token, None).await;
    }
    for (seat, square) in [(0, 1), (1, 2), (0, 3)] {
        let command = json!({ "type": "mark", "square": square });
        let submit = json!({ "type": "submit", "table": table, "seat": seat, "command": command });
        assert_eq!(client.ask(submit).await["type"], "accepted");
    }
    let chat = json!({ "type": "chat", "table": table, "seat": 0, "text": "your move" });
    assert_eq!(client.ask(chat).await["type"], "done");
    // Even who has asked to look back goes on at once, and sees it later.
    client
        .send(
            &json!({ "type": "draw", "table": table, "seat": 0, "at": 1, "id": "then" })
                .to_string(),
        )
        .await;
    let command = json!({ "type": "mark", "square": 4 });
    let submit = json!({ "type": "submit", "table": table, "seat": 1, "command": command });
    assert_eq!(client.ask(submit).await["type"], "accepted");
    assert_eq!(house.get("/healthz", "").await, "ok\n");
    assert!(house.server.pool().waiting() >= BEHIND as u64, "all that while nobody could think");
    drop(full);
    assert_eq!(client.wait("drawing").await["id"], "then");
    let asked = house.post("/api/warband/catalogue", "", json!({})).await;
    assert!(asked.is_object(), "{asked}");
}

/// Whoever asks for more thoughts than an address may have waiting is told so, and when to come back.
#[tokio::test]
async fn too_many_thoughts_are_refused_with_when_to_come_back() {
    let house = House::new().await;
    let full = fill(&house).await;
    let mut asked = tokio::task::JoinSet::new();
    for _ in 0..65 {
        let server = house.server.clone();
        let address = house.address;
        asked.spawn(async move {
            let house = House { server, address };
            house.call("POST", "/api/warband/catalogue", "", json!({})).await
        });
    }
    let (status, answer) = asked.join_next().await.unwrap().unwrap();
    assert_eq!((status.as_u16(), &answer["code"]), (503, &json!("busy")), "{answer}");
    assert!(answer["retry_after"].as_u64().or(answer["facts"]["retry_after"].as_u64()) > Some(0));
    drop(full);
    while let Some(done) = asked.join_next().await {
        assert_eq!(done.unwrap().0.as_u16(), 200);
    }
}

/// Asks something about a warband, over a connection of its own and from an address.
async fn asked(house: &House, address: &str, method: &str, body: &Value) -> TcpStream {
    let body = body.to_string();
    let head = format!(
        "POST /api/warband/{method} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: {address}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    connected(house, &(head + &body)).await
}

/// Waits until a histogram has counted so many.
async fn counted(house: &House, histogram: &str, wanted: usize) {
    let line = format!("{histogram}_count {wanted}");
    while !house.get("/metrics", "").await.as_str().unwrap().lines().any(|found| found == line) {
        tokio::task::yield_now().await;
    }
}

/// The number that the server tells operators under a name.
pub async fn number(house: &House, name: &str) -> u64 {
    let told = house.get("/metrics", "").await;
    let mut lines = told.as_str().unwrap().lines();
    lines.find_map(|line| line.strip_prefix(name)?.trim().parse().ok()).unwrap()
}

/// Whatever somebody asked for who has gone is not thought about any more, whichever way it was asked.
#[tokio::test]
async fn no_thought_outlives_its_asker() {
    let house = House::new().await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let full = fill(&house).await;
    let post = |path: &str, body: Value| {
        let body = body.to_string();
        let head = "content-type: application/json\r\ncontent-length";
        format!("POST {path} HTTP/1.1\r\nhost: localhost\r\n{head}: {}\r\n\r\n{body}", body.len())
    };
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    let calls = [
        post("/api/warband/catalogue", json!({})),
        post("/api/tables/mine", json!({ "tokens": tokens })),
        post("/api/replays", json!({ "journal": "" })),
        get(&format!("/api/tables/{table}/replay?at=0")),
        get(&format!("/api/tables/{table}/events")),
    ];
    let mut hung_up = Vec::new();
    for call in &calls {
        hung_up.push(connected(&house, call).await);
    }
    let asks = [
        json!({ "type": "advise", "table": table, "bot": "hard" }),
        json!({ "type": "draw", "table": table, "at": 0 }),
        json!({ "type": "events", "table": table, "since": 0 }),
        json!({ "type": "log", "table": table }),
    ];
    let mut client = house.client().await;
    client.follow(&table, &tokens[0], None).await;
    for ask in &asks {
        client.send(&ask.to_string()).await;
    }
    let asked = (calls.len() + asks.len()) as u64;
    while house.server.pool().waiting() < BEHIND as u64 + asked {
        tokio::task::yield_now().await;
    }
    drop((hung_up, client));
    while number(&house, "senet_sockets ").await + number(&house, "senet_connections ").await > 0 {
        tokio::task::yield_now().await;
    }
    drop(full);
    while house.server.pool().waiting() > 0 {
        tokio::task::yield_now().await;
    }
    // One more, from an address of its own, comes after all that was taken up before it.
    let last = Asker::house("10.0.1.1");
    house.server.pool().run(&last, Duration::from_secs(60), || ()).await.unwrap();
    let (begun, done) = ("senet_pool_wait_seconds_count ", "senet_pool_work_seconds_count ");
    while number(&house, begun).await - number(&house, done).await > asked {
        tokio::task::yield_now().await;
    }
    assert_eq!(number(&house, begun).await - number(&house, done).await, asked, "none was begun");
}

/// Who hangs up wants no answer any more, and takes no thread from others until its time is over.
#[tokio::test]
async fn a_long_question_ends_with_its_asker() {
    let house = house(Limits { behind_proxy: true, ..Limits::default() }).await;
    let crowd = json!({ "name": "All", "pointLimit": 125, "troopers": vec![json!({}); 58] });
    let order = json!({ "order": { "warband": crowd, "open": ["*"], "arms": "any" } });
    let junk =
        json!({ "name": "Junk", "equipment": vec!["?"; 60], "psychicPowers": vec!["?"; 60] });
    let broken =
        json!({ "warband": { "name": "All", "pointLimit": 125, "troopers": vec![junk; 58] } });
    // Somebody asked first and waits: their time is over before that of the others.
    let mut patient = asked(&house, "10.0.0.1", "complete", &order).await;
    counted(&house, "senet_pool_wait_seconds", 1).await;
    for (number, (method, body)) in [("complete", &order), ("fix", &broken)].iter().enumerate() {
        let impatient = asked(&house, "10.0.0.2", method, body).await;
        counted(&house, "senet_pool_wait_seconds", number + 2).await;
        drop(impatient);
        counted(&house, "senet_pool_work_seconds", number + 1).await;
    }
    let mut said = [0; 16];
    let early = tokio::time::timeout(Duration::ZERO, patient.read(&mut said)).await;
    assert!(early.is_err(), "who waits is still waiting");
}

/// All that a connection says until it is closed, which it is within a while.
async fn until_closed(stream: &mut TcpStream) -> String {
    let mut heard = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut heard));
    // A connection may also be cut off.
    let _ = read.await.expect("the server closes the connection");
    String::from_utf8_lossy(&heard).into_owned()
}

async fn connected(house: &House, said: &str) -> TcpStream {
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    stream.write_all(said.as_bytes()).await.unwrap();
    stream
}

/// Whoever says nothing, half of something, or nothing more, is let go.
#[tokio::test]
async fn slow_clients_are_let_go() {
    let short = Duration::from_millis(300);
    let house = house(Limits { head: short, body: short, ..Limits::default() }).await;
    let half = "POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{\"ga";
    let whole = "GET /api/version HTTP/1.1\r\nhost: localhost\r\n\r\n";
    for (said, answer) in
        [("", ""), ("GET /api/ver", ""), (half, "408 Request Timeout"), (whole, "200 OK")]
    {
        let mut stream = connected(&house, said).await;
        let heard = until_closed(&mut stream).await;
        assert!(heard.contains(answer), "{said}: {heard}");
    }
    let metrics = house.get("/metrics", "").await;
    assert!(metrics.as_str().unwrap().contains("senet_refusals_total{code=\"too_slow\"} 1"));
}

/// A journal may be long to tell: it waits for its turn, and nobody waits for it.
#[tokio::test]
async fn a_journal_is_told_beside_what_is_played() {
    let house = House::new().await;
    let (table, tokens, mut client) = house.won().await;
    let full = fill(&house).await;
    let path = format!("/api/tables/{table}/journal");
    let journal = house.get(&path, &tokens[0]);
    tokio::pin!(journal);
    let early = tokio::time::timeout(Duration::from_millis(200), journal.as_mut()).await;
    assert!(early.is_err(), "it waits behind thoughts");
    assert_eq!(client.ask(json!({ "type": "ping" })).await["type"], "pong");
    drop(full);
    assert!(journal.await.as_str().unwrap().contains("\"end\""));
}

/// Whoever has a seat opens sockets for it; what happens is told to so many of them at most.
#[tokio::test]
async fn a_seat_has_only_so_many_sockets() {
    let house = House::new().await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut sockets = Vec::new();
    for _ in 0..32 {
        let mut socket = house.client().await;
        socket.follow(&table, &tokens[0], None).await;
        sockets.push(socket);
    }
    let follow = |token: &str| json!({ "type": "follow", "table": table, "token": token });
    let mut more = house.client().await;
    assert_eq!(more.ask(follow(&tokens[0])).await["code"], "too_many_sockets");
    assert_eq!(more.ask(follow(&tokens[1])).await["type"], "followed", "others are not concerned");
    assert_eq!(sockets[7].ask(follow(&tokens[0])).await["type"], "followed", "nor who is there");
    drop(sockets.pop());
    while more.ask(follow(&tokens[0])).await["code"] == "too_many_sockets" {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The first part of a message is held until the last has come: nobody has that done for ever by answering pings.
#[tokio::test]
async fn half_a_message_is_not_held_for_ever() {
    let pulse = Duration::from_millis(200);
    let house = house(Limits { pulse, ..Limits::default() }).await;
    let ask = "GET /api/socket HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n\
               upgrade: websocket\r\nsec-websocket-version: 13\r\n\
               sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let (part, pong) = ([0x01, 0x81, 0, 0, 0, 0, b'{'], [0x8a, 0x80, 0, 0, 0, 0]);
    let mut stream = connected(&house, ask).await;
    stream.write_all(&part).await.unwrap();
    let alive = async {
        // It answers before it is asked, as fast as any.
        while stream.write_all(&pong).await.is_ok() {
            tokio::time::sleep(pulse / 10).await;
        }
    };
    tokio::time::timeout(pulse * 50, alive).await.expect("the socket is closed");
    assert_eq!(house.client().await.ask(json!({ "type": "ping" })).await["type"], "pong");
}

const HEALTH: &str = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
const VERSION: &str = "GET /api/version HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

/// Connections are counted by address, sockets among them, and an operator gets in however many there
/// are, also while others crowd the narrow door.
#[tokio::test]
async fn connections_are_counted_and_health_is_always_told() {
    let house = house(Limits { connections_per_address: 3, ..Limits::default() }).await;
    let socket = house.client().await;
    let silent = [connected(&house, "").await, connected(&house, "").await];
    while !house.get("/metrics", "").await.as_str().unwrap().contains("senet_connections 3\n") {
        tokio::task::yield_now().await;
    }
    let heard = until_closed(&mut connected(&house, VERSION).await).await;
    assert!(heard.contains("429") && heard.contains("too_many_connections"), "{heard}");
    let mut crowd = Vec::new();
    for _ in 0..100 {
        crowd.push(connected(&house, "").await);
    }
    let heard = until_closed(&mut connected(&house, HEALTH).await).await;
    assert!(heard.contains("200 OK"), "{heard}");
    drop((silent, socket, crowd));
    while until_closed(&mut connected(&house, VERSION).await).await.contains("429") {}
}

/// After a stall of the server, sockets that behave are still there.
#[tokio::test]
async fn a_stall_of_the_server_costs_nobody_their_socket() {
    let pulse = Duration::from_secs(1);
    let house = house(Limits { pulse, ..Limits::default() }).await;
    let mut guests = Vec::new();
    for _ in 0..20 {
        guests.push(house.client().await);
    }
    // This thread serves them all.
    std::thread::sleep(pulse * 5 / 2);
    for guest in &mut guests {
        assert_eq!(guest.ask(json!({ "type": "ping" })).await["type"], "pong");
    }
}

/// Memos have quotas: by seat, by table, by address, and a refusal names them.
#[tokio::test]
async fn memos_do_not_fill_the_house() {
    let check = async |limits: Limits, named: &str| {
        let house = house(Limits { messages_per_second: 1_000, ..limits }).await;
        let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
        let mut client = house.client().await;
        client.follow(&table, &tokens[0], None).await;
        for number in 0..20 {
            let memo = json!({ "number": number, "text": "x".repeat(10_000) });
            let remember = json!({ "type": "remember", "table": table, "memo": memo });
            let answer = client.ask(remember).await;
            if answer["type"] == "error" {
                assert_eq!(answer["code"], "too_many_bytes", "{answer}");
                assert!(answer["sentence"].as_str().unwrap().contains(named), "{answer}");
                return;
            }
        }
        panic!("{named}: 200 kB of memos were taken");
    };
    check(Limits { memo_bytes: 50_000, ..Limits::default() }, "memo_bytes").await;
    check(Limits { table_bytes: 50_000, ..Limits::default() }, "table_bytes").await;
    check(Limits { bytes_per_address: 50_000, ..Limits::default() }, "bytes_per_address").await;
    let house = house(Limits { messages_per_second: 1_000, ..Limits::default() }).await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut client = house.client().await;
    client.follow(&table, &tokens[0], None).await;
    let mut refused = 0;
    for number in 0..40 {
        let memo = json!({ "type": "remember", "table": table, "memo": { "number": number } });
        refused += usize::from(client.ask(memo).await["code"] == "too_many_messages");
    }
    assert!(refused > 0, "memos are counted by the second, too");
}

/// Moves and take-backs without end meet the quota of their table.
#[tokio::test]
async fn a_table_has_only_so_much_room() {
    let limits = Limits { messages_per_second: 10_000, table_bytes: 20_000, ..Limits::default() };
    let house = house(limits).await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut client = house.client().await;
    client.follow(&table, &tokens[0], None).await;
    for _ in 0..1_000 {
        let command = json!({ "type": "mark", "square": 1 });
        let answer =
            client.ask(json!({ "type": "submit", "table": table, "command": command })).await;
        if answer["code"] == "too_many_bytes" {
            return;
        }
        client.ask(json!({ "type": "take_back", "table": table })).await;
    }
    panic!("the journal grows without end");
}

/// However much one seat does, the others have their share of the journal.
#[tokio::test]
async fn a_seat_fills_its_own_share_and_no_more() {
    let limits = Limits { messages_per_second: 10_000, table_bytes: 20_000, ..Limits::default() };
    let house = house(limits).await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut clients = [house.client().await, house.client().await];
    for (client, token) in clients.iter_mut().zip(&tokens) {
        client.follow(&table, token, None).await;
    }
    let [greedy, other] = &mut clients;
    let mark = |square: u8| {
        let command = json!({ "type": "mark", "square": square });
        json!({ "type": "submit", "table": table, "command": command })
    };
    let back = json!({ "type": "take_back", "table": table });
    let mut said = 0;
    while greedy.ask(if said % 2 == 0 { mark(1) } else { back.clone() }).await["type"] == "accepted"
    {
        said += 1;
    }
    assert!(said > 20, "{said} lines");
    let memo = json!({ "type": "remember", "table": table, "memo": { "note": "x" } });
    let refused = greedy.ask(memo.clone()).await;
    assert_eq!(refused["code"], "too_many_bytes", "{refused}");
    assert!(refused["sentence"].as_str().unwrap().contains("table_bytes"), "{refused}");
    assert_eq!(other.ask(memo).await["type"], "done", "there is room for the other");
    if said % 2 == 1 {
        assert_eq!(other.ask(mark(2)).await["type"], "accepted", "it is the other's turn");
    }
}

/// A host who switches something on and off again and again makes no flood: others are told a few times a second,
/// and how it is in the end.
#[tokio::test]
async fn changes_of_a_room_are_told_now_and_then() {
    let house = House::new().await;
    let made =
        house.post("/api/tables", "", json!({ "game": "pig", "seats": [{ "type": "open" }] }));
    let made = made.await;
    let (table, host) = (made["table"].as_str().unwrap(), made["host_token"].as_str().unwrap());
    let mut guest = house.client().await;
    guest.follow(table, "", None).await;
    let started = std::time::Instant::now();
    for number in 0..201 {
        let body = json!({ "on": number % 2 == 1 });
        house.post(&format!("/api/tables/{table}/chat"), host, body).await;
    }
    let said = house.post(&format!("/api/tables/{table}/chat"), host, json!({ "on": false })).await;
    while guest.wait("room").await["room"]["changed_ms"] != said["changed_ms"] {}
    let told = got(&mut guest, "room").await;
    let most = started.elapsed().as_millis() as usize / 200 + 2;
    assert!(told <= most, "{told} messages, at most {most} in that time");
}

/// What is changed over HTTP is stored as well, and counts to the address.
#[tokio::test]
async fn changes_over_http_use_up_the_bytes_of_an_address() {
    let house = house(Limits { bytes_per_address: 50_000, ..Limits::default() }).await;
    let made = house.post("/api/tables", "", json!({ "game": "pig" })).await;
    let (table, host) = (made["table"].as_str().unwrap(), made["host_token"].as_str().unwrap());
    let path = format!("/api/tables/{table}/chat");
    for number in 0..50 {
        let body = json!({ "on": number % 2 == 0 });
        let (status, answer) = house.call("POST", &path, host, body).await;
        if status.as_u16() == 429 {
            assert_eq!(answer["code"], "too_many_bytes", "{answer}");
            assert_eq!(house.get(&format!("/api/tables/{table}"), "").await["table"], table);
            return;
        }
    }
    panic!("50 changes were stored for nothing");
}

/// How many messages of a kind a client has got so far.
async fn got(client: &mut Client, kind: &str) -> usize {
    client.ask(json!({ "type": "ping" })).await;
    let kind = format!("\"type\":\"{kind}\"");
    client.traffic.iter().filter(|text| text.contains(&kind)).count()
}

/// However many spectators come, go and talk, a player hears little of it.
#[tokio::test]
async fn spectators_do_not_drown_a_player() {
    let house = house(Limits { messages_per_second: 10_000, ..Limits::default() }).await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut player = house.client().await;
    player.follow(&table, &tokens[0], None).await;
    player.wait("room").await;
    let mut crowd = Vec::new();
    for _ in 0..10 {
        crowd.push(house.client().await);
    }
    let started = std::time::Instant::now();
    let before = got(&mut player, "room").await;
    let mut talked = 0;
    for _ in 0..30 {
        for guest in &mut crowd {
            guest.follow(&table, "", None).await;
            let chat = json!({ "type": "chat", "table": table, "text": "look at me" });
            talked += usize::from(guest.ask(chat).await["type"] == "done");
            guest.ask(json!({ "type": "unfollow", "table": table })).await;
        }
    }
    assert_eq!(got(&mut player, "room").await, before, "spectators are nobody's news");
    let earned = 2 * (started.elapsed().as_secs() as usize + 1);
    assert!(talked <= 8 + earned, "{talked} of 300 lines were told, {earned} earned meanwhile");
    assert_eq!(got(&mut player, "chat").await, talked);
}

/// A player who comes and goes many times is told of a few times a second at most.
#[tokio::test]
async fn presence_is_told_now_and_then() {
    let house = house(Limits { messages_per_second: 10_000, ..Limits::default() }).await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut player = house.client().await;
    player.follow(&table, &tokens[0], None).await;
    player.wait("room").await;
    let mut other = house.client().await;
    let started = std::time::Instant::now();
    for _ in 0..100 {
        other.follow(&table, &tokens[1], None).await;
        other.ask(json!({ "type": "unfollow", "table": table })).await;
    }
    other.follow(&table, &tokens[1], None).await;
    while player.wait("room").await["room"]["seats"][1]["online"] != true {}
    let told = got(&mut player, "room").await;
    let most = started.elapsed().as_millis() as usize / 200 + 3;
    assert!(told <= most, "{told} messages, at most {most} in that time");
}

#[tokio::test]
async fn a_table_has_only_so_many_spectators() {
    for (spectators, spectators_per_address) in [(2, 50), (500, 2)] {
        let limits = Limits { spectators, spectators_per_address, ..Limits::default() };
        let house = house(limits).await;
        let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
        let mut guests = [house.client().await, house.client().await, house.client().await];
        guests[0].follow(&table, "", None).await;
        guests[1].follow(&table, "", None).await;
        guests[1].follow(&table, "", None).await;
        let third = guests[2].ask(json!({ "type": "follow", "table": table })).await;
        assert_eq!(third["code"], "too_many_spectators", "{third}");
        guests[2].follow(&table, &tokens[0], None).await;
        guests[0].ask(json!({ "type": "unfollow", "table": table })).await;
        guests[2].follow(&table, "", None).await;
    }
}

/// Makes a public room from an address.
async fn publish(house: &House, address: &str) -> (u16, Value) {
    let body = json!({ "game": "pig", "public": true }).to_string();
    let (status, answer) = house.send("/api/tables", ("x-forwarded-for", address), &body).await;
    (status.as_u16(), answer)
}

/// However many rooms one address makes, those of others are on the list.
#[tokio::test]
async fn one_address_does_not_bury_the_lobby() {
    let house = house(Limits { behind_proxy: true, ..Limits::default() }).await;
    let (_, honest) = publish(&house, "10.0.0.1").await;
    for number in 0..120 {
        let (status, answer) = publish(&house, "10.0.0.66").await;
        assert_eq!(status, if number < 20 { 200 } else { 429 }, "{answer}");
    }
    let listed = house.get("/api/tables", "").await;
    let listed = listed.as_array().unwrap();
    assert_eq!(listed.len(), 21);
    assert!(listed.iter().any(|room| room["table"] == honest["table"]));
    let (status, _) = publish(&house, "10.0.0.2").await;
    assert_eq!(status, 200, "others may still publish");
}

/// A room where nobody is leaves the list, and is there again when somebody comes.
#[tokio::test]
async fn what_nobody_can_join_leaves_the_lobby() {
    let house = house(Limits { listed: Duration::ZERO, ..Limits::default() }).await;
    let made = house.post("/api/tables", "", json!({ "game": "pig", "public": true })).await;
    let (table, token) = (made["table"].as_str().unwrap(), &made["seats"][0]["token"]);
    nothing_is_listed(&house).await;
    let mut host = house.client().await;
    host.follow(table, token.as_str().unwrap(), None).await;
    assert_eq!(house.get("/api/tables", "").await[0]["table"], table);
    drop(host);
    nothing_is_listed(&house).await;
}

/// Waits until the lobby is empty, and asks no oftener than an address may.
async fn nothing_is_listed(house: &House) {
    while house.get("/api/tables", "").await != json!([]) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// However many ask at once, an address has no more public rooms than it may.
#[tokio::test]
async fn an_address_publishes_no_more_by_asking_all_at_once() {
    let folder = std::env::temp_dir().join(format!("senet-publish-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    // Others come in between while a file is written to.
    let store = Store::Sqlite(Sqlite::open(&folder.join("rooms.db")).unwrap());
    let limits = Limits { behind_proxy: true, public_per_address: 3, ..Limits::default() };
    let house = House::on(store, limits).await;
    let asked = (0..12).map(|_| publish(&house, "10.0.0.66"));
    let answers = futures_util::future::join_all(asked).await;
    assert_eq!(answers.iter().filter(|(status, _)| *status == 200).count(), 3, "{answers:?}");
    assert_eq!(house.get("/api/tables", "").await.as_array().unwrap().len(), 3);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A table is on the list for as long as a stranger finds something there: a seat, or a game to watch.
#[tokio::test]
async fn only_what_can_be_joined_or_watched_is_in_the_lobby() {
    let house = House::new().await;
    let listed = async || house.get("/api/tables", "").await.as_array().unwrap().len();
    let (hidden, _) = house.full("pig", json!({ "public": true, "spectators": false })).await;
    assert_eq!(listed().await, 0, "{hidden} goes on behind closed doors");
    let (table, tokens) = house.full("tic-tac-toe", json!({ "public": true })).await;
    assert_eq!(listed().await, 1);
    let mut client = house.client().await;
    for token in &tokens {
        client.follow(&table, token, None).await;
    }
    for (seat, square) in [(0, 1), (1, 4), (0, 2), (1, 5), (0, 3)] {
        let command = json!({ "type": "mark", "square": square });
        let submit = json!({ "type": "submit", "table": table, "seat": seat, "command": command });
        assert_eq!(client.ask(submit).await["type"], "accepted");
    }
    let path = format!("/api/tables/{table}");
    let again = house.post(&format!("{path}/rematch"), &tokens[0], Value::Null).await;
    assert_eq!(again["room"]["state"], "lobby");
    assert_eq!(listed().await, 0, "its only free seat is kept for somebody");
    house.post(&format!("{path}/leave"), &tokens[1], Value::Null).await;
    assert_eq!(house.get("/api/tables", "").await[0]["table"], again["table"]);
}

/// A configuration may be long: it is told to whoever asks for a room, and neither in lists nor again and again.
#[tokio::test]
async fn lists_and_news_of_rooms_leave_their_configuration_out() {
    let house = House::new().await;
    let (table, tokens) = house.full("tic-tac-toe", json!({ "public": true })).await;
    let is_long = |room: &Value| room.get("config").is_some();
    assert!(is_long(&house.get(&format!("/api/tables/{table}"), "").await));
    assert!(!is_long(&house.get("/api/tables", "").await[0]));
    let mine = house.post("/api/tables/mine", "", json!({ "tokens": tokens })).await;
    assert!(!is_long(&mine[0]));
    let mut client = house.client().await;
    assert_eq!(client.ask(json!({ "type": "lobby", "on": true })).await["type"], "done");
    assert!(!is_long(&client.wait("lobby").await["rooms"][0]));
    assert!(is_long(&client.follow(&table, &tokens[0], None).await["room"]));
    house.post(&format!("/api/tables/{table}/leave"), &tokens[1], Value::Null).await;
    assert!(!is_long(&client.wait("room").await["room"]));
}

/// A house has a whole /64 of IPv6 addresses, and one share.
#[tokio::test]
async fn limits_count_ipv6_by_the_64() {
    let limits = Limits { behind_proxy: true, tables_per_address: 2, ..Limits::default() };
    let house = house(limits).await;
    let made = async |address: &str| publish(&house, address).await.0;
    assert_eq!(made("2001:db8:1:2:a::1").await, 200);
    assert_eq!(made("2001:db8:1:2:b::2").await, 200);
    assert_eq!(made("2001:db8:1:2:c::3").await, 429);
    assert_eq!(made("[2001:db8:1:2:d::4]:1234").await, 429);
    assert_eq!(made("2001:db8:1:3::1").await, 200);
}

/// No two people at one table can be taken for one another, for a bot or for a role.
#[tokio::test]
async fn names_cannot_be_mistaken() {
    let house = house(Limits { behind_proxy: true, ..Limits::default() }).await;
    let seats = json!([{ "type": "me", "name": "Alice" }]);
    let made = house.post("/api/tables", "", json!({ "game": "sky-team", "seats": seats })).await;
    let join = format!("/api/tables/{}/join", made["table"].as_str().unwrap());
    for (name, code) in [
        ("AIice", "name_taken"),
        ("\u{0410}lice", "name_taken"),
        ("Al\u{200b}ice", "name_taken"),
        ("Pilot", "bad_name"),
        ("Copilot (bot)", "bad_name"),
        ("greedy", "bad_name"),
        ("\u{202e}ecilA", "bad_name"),
        ("\u{200b}\u{2060}", "bad_name"),
        ("A\u{0}", "bad_name"),
    ] {
        let (_, answer) = house.call("POST", &join, "", json!({ "name": name })).await;
        assert_eq!(answer["code"], code, "{name:?}: {answer}");
    }
    // A spectator is nobody's double either.
    let table = made["table"].as_str().unwrap();
    let mut watcher = house.client().await;
    let called = |name: &str| json!({ "type": "follow", "table": table, "name": name });
    assert_eq!(watcher.ask(called("greedy")).await["code"], "bad_name", "a bot is called so");
    assert_eq!(watcher.ask(called("Cy")).await["type"], "followed");
    for (address, status) in [("10.0.0.9", 409), ("127.0.0.1", 200)] {
        let body = json!({ "name": "CY" }).to_string();
        let (found, answer) = house.send(&join, ("x-forwarded-for", address), &body).await;
        assert_eq!(found.as_u16(), status, "whoever is called so may sit down: {answer}");
    }
    let twins = json!([{ "type": "me", "name": "Ann" }, { "type": "me", "name": "ANN" }]);
    let (_, answer) =
        house.call("POST", "/api/tables", "", json!({ "game": "pig", "seats": twins })).await;
    assert_eq!(answer["code"], "name_taken");
}

/// Pages of other sites may not call, by whatever name they reach us; and nothing that a token opens
/// is kept by a browser.
#[tokio::test]
async fn only_our_own_pages_may_call_and_keep_nothing() {
    let house = House::new().await;
    let good = "{\"game\":\"pig\"}";
    for (header, status) in [
        (("origin", "https://evil.example"), 403),
        (("origin", "null"), 403),
        (("host", "evil.example:8642"), 403),
        (("host", "127.0.0.1:8642"), 200),
        (("host", "localhost"), 200),
    ] {
        let (found, answer) = house.send("/api/tables", header, good).await;
        assert_eq!(found.as_u16(), status, "{header:?}: {answer}");
    }
    for (path, status) in
        [("/metrics", "403"), ("/readyz", "403"), ("/kept", "403"), ("/healthz", "200")]
    {
        let said =
            format!("GET {path} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n");
        let heard = until_closed(&mut connected(&house, &said).await).await;
        assert!(heard.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {heard}");
    }
    for path in ["/api/tables", "/api/games", "/api/nothing"] {
        assert_eq!(house.headers(path).await["cache-control"], "no-store", "{path}");
    }
    let policy = house.headers("/").await["content-security-policy"].to_str().unwrap().to_owned();
    let connect = policy.split("; ").find(|part| part.starts_with("connect-src")).unwrap();
    assert_eq!(connect, "connect-src 'self'");
}

/// The trace of a caller comes back, where it is one.
#[tokio::test]
async fn traces_are_passed_through() {
    let house = House::new().await;
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    for (sent, back) in [(trace, true), ("00-x-y-01", false)] {
        let said = format!(
            "GET /api/version HTTP/1.1\r\nhost: localhost\r\ntraceparent: {sent}\r\nconnection: close\r\n\r\n"
        );
        let heard = until_closed(&mut connected(&house, &said).await).await;
        assert_eq!(heard.contains(sent), back, "{heard}");
    }
}

/// Every metric that the dashboard, the alerts and their page name is one that the server has.
#[tokio::test]
async fn what_operators_are_given_names_metrics_that_exist() {
    let house = House::new().await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut client = house.client().await;
    client.follow(&table, &tokens[0], None).await;
    let submit =
        json!({ "type": "submit", "table": table, "command": { "type": "mark", "square": 1 } });
    client.ask(submit.clone()).await;
    assert_eq!(client.ask(submit).await["type"], "rejected");
    let metrics = house.get("/metrics", "").await;
    let metrics = metrics.as_str().unwrap();
    let known: Vec<&str> = metrics
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next())
        .collect();
    let documents = [
        include_str!("../../../../docs/operate/dashboard.json"),
        include_str!("../../../../docs/operate/alerts.yml"),
        include_str!("../../../../docs/operate/README.md"),
    ];
    let mut named = 0;
    for document in documents {
        for word in document.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            if word.starts_with("senet_") {
                let name = word.strip_suffix("_bucket").unwrap_or(word);
                assert!(known.contains(&name), "{name} in {known:?}");
                named += 1;
            }
        }
    }
    assert!(named > 30, "{named}");
    serde_json::from_str::<Value>(documents[0]).unwrap();
    for line in [
        "senet_submit_seconds_count 1",
        "senet_commit_seconds_count 3",
        "senet_sockets 1",
        "senet_connections 1",
        "senet_rooms_in_memory 1",
        "senet_http_requests_total{route=\"/api/tables/{table}/join\",status=\"200\"} 1",
        "senet_refusals_total{code=\"not_your_turn\"} 1",
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line} in\n{metrics}");
    }
}
