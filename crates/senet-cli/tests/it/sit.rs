//! Programs on seats of a server, as `docs/bots.md` tells.

use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::server::{Server, free_port, post};
use crate::{Ran, file, senet};

const BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/mybot.py");

/// A room whose first seat is open, beside a bot, as an invitation.
async fn invitation(server: &Server, game: &str) -> String {
    let seats = json!([{ "type": "open" }, { "type": "bot", "bot": "easy" }]);
    let room = json!({ "game": game, "seats": seats, "public": true });
    let made = post(server.port, "/api/tables", &room).await.unwrap();
    format!("http://127.0.0.1:{}/t/{}", server.port, made["table"].as_str().unwrap())
}

async fn sits(link: &str, who: &str) -> Ran {
    let args = ["sit".to_owned(), link.to_owned(), who.to_owned()];
    let run = move || senet(&args.each_ref().map(String::as_str), "");
    tokio::task::spawn_blocking(run).await.unwrap()
}

fn program(name: &str, text: &str) -> String {
    let path = file(name);
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// The state and the outcome of a room.
async fn ending(link: &str) -> (Value, Value) {
    let link = link.to_owned();
    let room = tokio::task::spawn_blocking(move || {
        let text = ureq::get(link.replace("/t/", "/api/tables/")).call().unwrap();
        serde_json::from_str::<Value>(&text.into_body().read_to_string().unwrap()).unwrap()
    });
    let room = room.await.unwrap();
    (room["state"].clone(), room["outcome"].clone())
}

#[tokio::test]
async fn a_program_and_a_bot_play_to_the_end_at_a_server() {
    let server = Server::start("memory", free_port()).await;
    for (game, who) in [("pig", BOT), ("tic-tac-toe", BOT), ("kuhn-poker", "hard")] {
        let link = invitation(&server, game).await;
        let ran = sits(&link, who).await;
        assert_eq!(ran.code, Some(0), "{game}: {}", ran.err);
        assert!(ran.out.contains("sits at"), "{}", ran.out);
        let (state, outcome) = ending(&link).await;
        assert_eq!(state, "finished", "{game}");
        assert!(!outcome.is_null(), "{game}");
    }
}

/// Rounds that wait for everybody: the program is asked once in each, and its orders count.
#[tokio::test]
async fn a_bot_gives_its_orders_in_rounds() {
    let server = Server::start("memory", free_port()).await;
    let link = invitation(&server, "flag-war").await;
    let ran = sits(&link, "normal").await;
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(ending(&link).await.0, "finished");
}

#[tokio::test]
async fn a_program_that_talks_nonsense_idles_and_one_that_ends_leaves() {
    let server = Server::start("memory", free_port()).await;
    let babbles = "#!/bin/sh\nwhile read -r line; do echo nonsense; done\n";
    let link = invitation(&server, "tic-tac-toe").await;
    let ran = sits(&link, &program("sits-babbling.sh", babbles)).await;
    assert!(ran.err.contains("it said \"nonsense\""), "{}", ran.err);
    assert_eq!((ran.code, ending(&link).await.0), (Some(0), json!("finished")), "{}", ran.err);
    // What the rules refuse is told, and comes to the same.
    let cheats = "#!/bin/sh\nwhile read -r line; do echo '{\"command\":{\"type\":\"mark\",\"cell\":99}}'; done\n";
    let link = invitation(&server, "tic-tac-toe").await;
    let ran = sits(&link, &program("sits-cheating.sh", cheats)).await;
    assert_eq!((ran.code, ending(&link).await.0), (Some(0), json!("finished")), "{}", ran.err);
    let link = invitation(&server, "tic-tac-toe").await;
    let ran = sits(&link, &program("sits-ending.sh", "#!/bin/sh\nexit 0\n")).await;
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("has left its seat"), "{}", ran.err);
    // The seat idles from then on, and the bot beside it plays to the end.
    let until = Instant::now() + Duration::from_secs(60);
    while ending(&link).await.0 != "finished" {
        assert!(Instant::now() < until, "the game does not end");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn what_is_no_invitation_or_no_seat_is_answered_with_a_sentence() {
    let server = Server::start("memory", free_port()).await;
    let link = invitation(&server, "pig").await;
    let told = async |link: &str, who: &str| {
        let ran = sits(link, who).await;
        assert_eq!(ran.code, Some(1), "{}", ran.out);
        ran.err
    };
    assert!(told("k7f3q9", BOT).await.contains("is no invitation such as"));
    assert!(told(&link.replace("/t/", "/t/zzzz"), BOT).await.contains("no table"));
    assert!(told("http://127.0.0.1:9/t/k7f3q9", BOT).await.contains("does not answer"));
    assert!(told(&link, "genius").await.contains("there is no bot \"genius\"; there are random"));
    assert!(told(&link, "./there/is/no/such/bot").await.contains("cannot be started"));
    // None of that took the seat.
    // A code is read in any case, with what stands behind it.
    let (server, code) = link.split_once("/t/").unwrap();
    let shouted = format!("{server}/t/{}.", code.to_uppercase());
    assert_eq!(sits(&shouted, "random").await.code, Some(0));
    assert!(!told(&link, "random").await.is_empty(), "all seats are taken");
}

/// A server behind TLS is spoken to with the cryptography that the binary has; one that breaks off is told.
#[tokio::test]
async fn a_socket_by_tls_begins_its_handshake() {
    use tokio::io::AsyncReadExt;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("wss://{}/api/socket", listener.local_addr().unwrap());
    let heard = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut first = [0; 1];
        stream.read_exact(&mut first).await.unwrap();
        first[0]
    });
    assert!(tokio_tungstenite::connect_async(address).await.is_err());
    assert_eq!(heard.await.unwrap(), 22, "the first byte of a handshake of TLS");
}

/// A folder in which the words of the documentation stand for something: the repository's `docs`, a network, and
/// `DIR`.
fn desk() -> String {
    let (dir, root) = (file("documentation"), concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    std::fs::create_dir_all(format!("{dir}/DIR")).unwrap();
    std::os::unix::fs::symlink(format!("{root}/docs"), format!("{dir}/docs")).unwrap();
    // It knows nothing, and is quick to ask.
    let layer = |inputs: usize, outputs: usize| json!({ "weights": vec![0.0; inputs * outputs], "bias": vec![0.0; outputs] });
    let network = json!({
        "format": "senet-network/1",
        "game": "connect-four",
        "encoding": 1,
        "layers": [layer(85, 1)],
        "policy": layer(1, 8),
        "value": layer(1, 1),
    });
    std::fs::write(format!("{dir}/network.json"), network.to_string()).unwrap();
    dir
}

/// Runs a command in a folder, with this on its stdin.
fn run_in(dir: &str, line: &str, input: &str) -> (Option<i32>, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_senet"));
    command.args(line.split_whitespace()).current_dir(dir).stdin(std::process::Stdio::piped());
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
    (output.status.code(), text)
}

/// Every command and every message that `docs/bots.md` shows is run as it is written there. What differs is the
/// address of the server, and that a long series of games is cut to two.
#[tokio::test]
async fn the_documentation_of_bots_runs_as_it_is_written() {
    const DOCS: &str = include_str!("../../../../docs/bots.md");
    let dir = desk();
    let server = Server::start("memory", free_port()).await;
    let link = invitation(&server, "pig").await;
    let mut ran = Vec::new();
    for line in DOCS.lines().filter_map(|line| line.strip_prefix("    senet ")) {
        let line = line.replace("http://127.0.0.1:8642/t/k7f3q9", &link);
        let line = line.replace("--games 100 ", "--games 2 ").replace("--games 200 ", "--games 2 ");
        if line.starts_with("serve ") {
            let port = free_port();
            let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_senet"))
                .args(line.split_whitespace())
                .args(["--addr", &format!("127.0.0.1:{port}"), "--store", "memory"])
                .current_dir(&dir)
                .spawn()
                .unwrap();
            while tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_err() {
                assert_eq!(child.try_wait().unwrap(), None, "it goes on serving");
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            child.kill().unwrap();
            child.wait().unwrap();
        } else {
            let (dir, asked) = (dir.clone(), line.clone());
            let told = tokio::task::spawn_blocking(move || run_in(&dir, &asked, "q\n")).await;
            let (code, text) = told.unwrap();
            assert_eq!(code, Some(0), "senet {line}\n{text}");
        }
        ran.push(line.split_whitespace().next().unwrap_or_default().to_owned());
    }
    assert_eq!(ran, ["simulate", "play", "sit", "simulate", "play", "serve"]);

    // Messages stand in the text: a hint and a look back, at a table of that name.
    let quoted = DOCS.split('`').filter(|text| text.starts_with("{\"type\": \""));
    let messages: Vec<&str> = quoted.filter(|text| text.contains("\"table\": \"t\"")).collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    let mut input =
        "{\"type\": \"open\", \"table\": \"t\", \"game\": \"tic-tac-toe\", \"seats\": [\"a\", \"b\"]}\n"
            .to_owned();
    for (turn, square) in [1, 4, 2, 5, 7, 6].into_iter().enumerate() {
        let command = json!({ "type": "mark", "square": square });
        let seat = turn % 2;
        let mark =
            json!({ "type": "submit", "table": "t", "as": { "seat": seat }, "command": command });
        if turn == 4 {
            input += &format!("{}\n", messages[0]);
        }
        input += &format!("{mark}\n");
    }
    input += &format!("{}\n", messages[1]);
    let (code, text) = run_in(&dir, "table", &input);
    assert_eq!(code, Some(0), "{text}");
    let answers: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |kind: &str| answers.iter().find(|answer| answer["type"] == kind).unwrap();
    assert!(
        DOCS.contains(&format!("    {}\n", of("hint")["sentence"].as_str().unwrap())),
        "{text}"
    );
    assert_eq!(of("analysed")["moment"]["better"]["text"], "mark 3");
}
