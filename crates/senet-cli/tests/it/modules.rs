//! Games that are files: played, simulated, checked, added, served and broken.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::server::{free_port, post};
use crate::{Ran, file, ran, senet};

/// The module of Liar's Dice, built as its author builds it: by `cargo xtask test`, which names the
/// folder, or now.
pub fn liars_dice() -> PathBuf {
    if let Some(folder) = std::env::var_os("SENET_MODULES") {
        return PathBuf::from(folder).join("liars_dice.wasm");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let folder = target.join("wasm");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--profile", "play", "-p", "liars-dice"]);
    cargo.args(["--target", "wasm32-unknown-unknown", "--target-dir"]).arg(&folder);
    let done = cargo.current_dir(root).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    folder.join("wasm32-unknown-unknown/play/liars_dice.wasm")
}

fn path() -> String {
    liars_dice().to_str().unwrap().to_owned()
}

/// Runs `senet` with a data folder of its own.
fn at_home(home: &str, args: &[&str]) -> Ran {
    at_home_typing(home, args, "")
}

/// The same where something is typed.
fn at_home_typing(home: &str, args: &[&str], typed: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_senet"));
    ran(command.args(args).env("XDG_DATA_HOME", home), typed.as_bytes())
}

#[test]
fn a_game_that_is_a_file_is_played_looked_back_at_and_gone_on_with() {
    let (module, journal) = (path(), file("liar.jsonl"));
    let play = ["play", &module, "--rules", "short", "--seed", "7", "--save", &journal];
    let ran = senet(&play, "roll\n\nbid 1 two\nquit\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("Player 1 bids 1 two."), "{}", ran.out);
    let header: Value =
        serde_json::from_str(std::fs::read_to_string(&journal).unwrap().lines().next().unwrap())
            .unwrap();
    assert_eq!(header["header"]["game"], "liars-dice");
    assert_eq!(header["header"]["module"].as_str().map(str::len), Some(32), "it pins its module");
    let ran = senet(&["play", &module, "--load", &journal], "\nliar\nquit\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("doubts 1 two of Player 1"), "{}", ran.out);
    // Whoever does not have the module is told what to do.
    let home = file("nobody");
    let ran = at_home(&home, &["replay", &journal]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("senet games add adds one"), "{}", ran.err);
}

#[test]
fn bots_play_inside_a_file_and_programs_beside_it() {
    let module = path();
    let args = ["simulate", &module, "--games", "6", "--rules", "short", "--seed", "3"];
    let one = senet(&[&args[..], &["--threads", "1", "--bots", "random,easy"]].concat(), "");
    let two = senet(&[&args[..], &["--threads", "2", "--bots", "random,easy"]].concat(), "");
    assert_eq!((one.code, &one.out), (Some(0), &two.out), "{}", one.err);
    let missing = senet(&[&args[..], &["--bots", "nobody"]].concat(), "");
    assert!(missing.err.contains("there is no bot \"nobody\""), "{}", missing.err);
}

#[test]
fn a_file_is_held_to_every_law() {
    let ran = senet(&["check", &path(), "--games", "1"], "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.starts_with("liars-dice obeys every law: 3 games, "), "{}", ran.out);
    // The games of the house obey them too.
    let ran = senet(&["check", "kuhn-poker", "--games", "2"], "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

#[test]
fn what_is_no_game_is_told() {
    let broken = file("broken.wasm");
    std::fs::write(&broken, "nothing").unwrap();
    for job in ["play", "simulate", "check"] {
        let ran = senet(&[job, &broken], "");
        assert_eq!(ran.code, Some(1));
        assert!(ran.err.contains("is no game: this is no WASM module"), "{}", ran.err);
    }
    let pack = |game: &str| senet(&["games", "pack", &broken, &broken, "--of-house", game], "");
    assert!(pack("pig").err.contains("is no game: this is no WASM module"), "{}", pack("pig").err);
    assert!(pack("nim").err.contains("the house has no game \"nim\""), "{}", pack("nim").err);
    let ran = senet(&["play", "./not-there.wasm"], "");
    assert!(ran.err.contains("cannot read ./not-there.wasm"), "{}", ran.err);
}

#[test]
fn a_game_that_was_added_is_one_of_the_house() {
    let home = file("home");
    let ran = at_home(&home, &["games", "add", &path()]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(
        ran.out.starts_with("Liar's Dice is added: liars-dice, rules 1, module "),
        "{}",
        ran.out
    );
    let list = at_home(&home, &["games"]);
    assert!(list.out.contains("liars-dice  Liar's Dice"), "{}", list.out);
    let rules = at_home(&home, &["rules", "liars-dice", "LD-6"]);
    assert!(rules.out.contains("Ones count as every face"), "{}{}", rules.out, rules.err);
    let again = at_home(&home, &["games", "add", &path()]);
    assert_eq!(again.code, Some(0), "the same file twice is no fault: {}", again.err);
    // Whoever takes the file away has its journals still.
    let journal = file("kept.jsonl");
    let play = ["play", "liars-dice", "--rules", "short", "--seed", "7", "--save", &journal];
    let ran = at_home_typing(&home, &play, "roll\nquit\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let added = Path::new(&home).join("senet/games/liars-dice-1.wasm");
    let there = std::fs::read(&added).unwrap();
    std::fs::remove_file(&added).unwrap();
    let replayed = at_home(&home, &["replay", &journal, "--verify"]);
    assert_eq!(replayed.code, Some(0), "{}", replayed.err);
    let looked = at_home(&home, &["analyse", &journal, "--level", "easy"]);
    assert_eq!(looked.code, Some(0), "{}", looked.err);
    std::fs::write(&added, there).unwrap();
    // The same number of rules and other rules.
    let mut bytes = std::fs::read(liars_dice()).unwrap();
    let words = b" loses the last die.";
    let place = bytes.windows(words.len()).position(|window| window == words).unwrap();
    bytes[place + 1] = b'L';
    let changed = file("changed.wasm");
    std::fs::write(&changed, bytes).unwrap();
    let ran = at_home(&home, &["games", "add", &changed]);
    assert_eq!(ran.code, Some(1));
    let sentence = "liars-dice has changed although the number of its rules is 1 as before";
    assert!(ran.err.contains(sentence), "{}", ran.err);
}

/// What the house published plays its journals, and no file under that name and number does.
#[test]
fn a_file_with_rules_that_the_house_had_is_not_added() {
    let published = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/flag-war-1.wasm.br");
    let module = senet_rules::unpacked(&std::fs::read(published).unwrap()).unwrap();
    let path = file("flag-war-1.wasm");
    std::fs::write(&path, module).unwrap();
    let ran = at_home(&file("house-home"), &["games", "add", &path]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(
        ran.err.contains("the house has a game flag-war of its own with these rules"),
        "{}",
        ran.err
    );
}

/// Asks a server as any program does.
pub fn get(port: &str, path: &str) -> Option<String> {
    use std::io::{Read, Write};
    let mut stream = std::net::TcpStream::connect(format!("127.0.0.1:{port}")).ok()?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer)
}

#[test]
fn a_file_appears_in_a_running_server_and_a_broken_one_is_told_and_left_out() {
    let games = file("games");
    std::fs::create_dir_all(&games).unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(["serve", "--addr", "127.0.0.1:0", "--store", "memory", "--games", &games])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let port = first.split("127.0.0.1:").last().unwrap();
    let port: String = port.chars().take_while(char::is_ascii_digit).collect();
    let (said, heard) = mpsc::channel();
    let log = BufReader::new(server.stderr.take().unwrap());
    std::thread::spawn(move || log.lines().map_while(Result::ok).for_each(|l| drop(said.send(l))));
    let until = Instant::now() + Duration::from_secs(120);
    let wait = |what: &str, there: &dyn Fn() -> bool| {
        while !there() {
            assert!(Instant::now() < until, "{what}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    let listed = || get(&port, "/api/games").is_some_and(|list| list.contains("liars-dice"));
    wait("the server does not answer", &|| get(&port, "/api/games").is_some());
    assert!(!listed());
    std::fs::write(Path::new(&games).join("bad.wasm"), "nothing").unwrap();
    std::fs::copy(liars_dice(), Path::new(&games).join("liars-dice.wasm")).unwrap();
    wait("the game does not appear", &listed);
    let page = get(&port, "/api/games/liars-dice").unwrap();
    assert!(page.contains("config_schema") && page.contains("LD-9"), "{page}");
    wait("nothing is told of the broken one", &|| {
        heard.try_iter().any(|line| line.contains("bad.wasm is left out: this is no WASM module"))
    });
    std::fs::remove_file(Path::new(&games).join("liars-dice.wasm")).unwrap();
    wait("the game stays in the list", &|| !listed());
    server.kill().unwrap();
    server.wait().unwrap();
}

/// A server with a folder of games.
struct House {
    child: std::process::Child,
}

impl House {
    fn open(store: &str, games: &str, port: u16) -> House {
        let child = Command::new(env!("CARGO_BIN_EXE_senet"))
            .args(["serve", "--addr", &format!("127.0.0.1:{port}"), "--store", store])
            .args(["--games", games])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let house = House { child };
        let until = Instant::now() + Duration::from_secs(120);
        while get(&port.to_string(), "/api/games").is_none() {
            assert!(Instant::now() < until, "the server does not start");
            std::thread::sleep(Duration::from_millis(50));
        }
        house
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One socket: a message goes out, and its answer comes back.
struct Wire(
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>,
    u64,
);

impl Wire {
    async fn open(port: u16) -> Wire {
        let url = format!("ws://127.0.0.1:{port}/api/socket");
        Wire(tokio_tungstenite::connect_async(url).await.unwrap().0, 0)
    }

    async fn ask(&mut self, mut message: Value) -> Value {
        self.1 += 1;
        let id = json!(self.1);
        message["id"] = id.clone();
        self.0.send(Message::text(message.to_string())).await.unwrap();
        self.wait(|heard| heard["id"] == id).await
    }

    /// The next update.
    async fn update(&mut self) -> Value {
        self.wait(|heard| heard["type"] == "update").await
    }

    /// The next message that is awaited; what comes before it is passed over.
    async fn wait(&mut self, awaited: impl Fn(&Value) -> bool) -> Value {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(120), self.0.next()).await;
            let Message::Text(text) = next.unwrap().unwrap().unwrap() else { continue };
            let heard: Value = serde_json::from_str(&text).unwrap();
            if awaited(&heard) {
                return heard;
            }
        }
    }
}

/// A game that is a file is played online, is watched, and is there again after the server was killed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_a_file_survives_the_server() {
    let (games, store) = (file("online"), format!("sqlite:{}", file("online.db")));
    std::fs::create_dir_all(&games).unwrap();
    std::fs::copy(liars_dice(), Path::new(&games).join("liars-dice.wasm")).unwrap();
    let port = free_port();
    let house = House::open(&store, &games, port);
    let me = |name: &str| json!({ "type": "me", "name": name });
    let ask = json!({ "game": "liars-dice", "preset": "short", "seats": [me("Ann"), me("Ben")] });
    let made = post(port, "/api/tables", &ask).await.unwrap();
    let table = made["table"].clone();
    let token = |i: usize| made["seats"][i]["token"].clone();
    let mut wire = Wire::open(port).await;
    for seat in [0, 1] {
        let follow = json!({ "type": "follow", "table": table, "token": token(seat) });
        assert_eq!(wire.ask(follow).await["type"], "followed");
    }
    let submit = |seat: u8, command: Value| json!({ "type": "submit", "table": table, "seat": seat, "command": command });
    let rolled = wire.ask(submit(0, json!({ "type": "roll" }))).await;
    assert_eq!(rolled["type"], "accepted", "{rolled}");
    let bid = wire.ask(submit(0, json!({ "type": "bid", "count": 1, "face": 2 }))).await;
    assert_eq!(bid["entry"], 2, "{bid}");
    let low = wire.ask(submit(1, json!({ "type": "bid", "count": 1, "face": 1 }))).await;
    assert_eq!(low["rule"], "LD-4", "{low}");
    // Whoever watches sees the bid and no dice.
    let mut watcher = Wire::open(port).await;
    let watching = watcher.ask(json!({ "type": "follow", "table": table })).await;
    assert_eq!(watching["viewer"], "spectator", "{watching}");
    let seen = watcher.update().await;
    assert_eq!(seen["view"]["hands"], json!([null, null]), "{seen}");
    assert!(seen["view"]["stage"].to_string().contains("count"), "{seen}");
    drop(house);

    // What was accepted once stays for the tables that it plays.
    std::fs::remove_file(Path::new(&games).join("liars-dice.wasm")).unwrap();
    let house = House::open(&store, &games, port);
    let mut wire = Wire::open(port).await;
    let follow = json!({ "type": "follow", "table": table, "token": token(1) });
    assert_eq!(wire.ask(follow).await["type"], "followed");
    let call = wire.ask(submit(1, json!({ "type": "liar" }))).await;
    assert_eq!((&call["type"], &call["entry"]), (&json!("accepted"), &json!(3)), "{call}");
    let table = table.as_str().unwrap();
    let seen = get(&port.to_string(), &format!("/api/tables/{table}")).unwrap();
    assert!(seen.contains("liars-dice"), "{seen}");

    // Whoever checks the store needs the games that the server had.
    let home = file("online.home");
    let check = |more: &[&str]| {
        let ran = at_home(&home, &[&["store", "check", "--store", &store], more].concat());
        (ran.code, ran.out + &ran.err)
    };
    let (code, told) = check(&[]);
    assert!(code == Some(1) && told.contains("1 rooms, 0 entries, 1 bad"), "{told}");
    let (code, told) = check(&["--games", &games]);
    assert!(code == Some(0) && told.contains("1 rooms, 3 entries, 0 bad"), "{told}");
    let (code, told) = check(&["--games", "nowhere"]);
    assert!(code == Some(1) && told.contains("there is no folder nowhere"), "{told}");
    drop(house);

    // Nor is a journal cut because the game that could judge it is not there.
    for (out, more) in [("judged.db", &["--games", &games][..]), ("unjudged.db", &[])] {
        let out = file(out);
        let job = ["store", "salvage", "--store", &store];
        let ran = at_home(&home, &[&job[..], more, &[&out]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.out.contains("1 rooms were saved whole, 0 in part, 0 are lost"), "{}", ran.out);
        assert_eq!(ran.out.contains("its game liars-dice is not here"), more.is_empty());
        let check = ["store", "check", "--store", &format!("sqlite:{out}"), "--games", &games];
        let ran = at_home(&home, &check);
        assert!(ran.out.contains("1 rooms, 3 entries, 0 bad"), "{}{}", ran.out, ran.err);
    }
}

/// A journal that was played before the rules changed is verified, looked back at, analysed and gone on with,
/// although nobody has added anything.
#[test]
fn a_journal_of_older_rules_needs_nothing_else() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/golden");
    let journal = golden.join("flag-war-1-race.jsonl").to_str().unwrap().to_owned();
    let home = file("no-games");
    let verified = at_home(&home, &["replay", &journal, "--verify"]);
    assert_eq!(verified.code, Some(0), "{}", verified.err);
    assert!(verified.out.contains("is in order: "), "{}", verified.out);
    let seen = at_home(&home, &["replay", &journal, "--at", "2"]);
    assert!(seen.out.contains("After entry 2 of "), "{}{}", seen.out, seen.err);
    let looked = at_home(&home, &["analyse", &journal, "--level", "easy"]);
    assert_eq!(looked.code, Some(0), "{}", looked.err);
    // What was begun goes on: the same journal before its last line.
    let text = std::fs::read_to_string(&journal).unwrap();
    let begun: Vec<&str> = text.lines().take(3).collect();
    let saved = file("older.jsonl");
    std::fs::write(&saved, begun.join("\n") + "\n").unwrap();
    let ran = senet(&["play", "--load", &saved], "\n2 up 1\nquit\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let after = std::fs::read_to_string(&saved).unwrap();
    assert!(after.lines().count() > 3 && after.contains("\"rules\":1"), "{}{after}", ran.out);
    let verified = at_home(&home, &["replay", &saved, "--verify"]);
    assert_eq!(verified.code, Some(0), "{}", verified.err);
}
