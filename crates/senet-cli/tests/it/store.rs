//! `senet store`, beside a server and alone, on whole files and on damaged ones.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::server::{Server, free_port, post, run};
use crate::throwaway::Throwaway;
use crate::{file, senet};

/// A fresh name for a file of this test.
pub fn fresh(name: &str) -> String {
    let path = file(name);
    for ending in ["", "-wal", "-shm", ".lock"] {
        let _ = fs::remove_file(format!("{path}{ending}"));
    }
    path
}

/// A file with so many rooms of two players, and the rooms' names.
pub fn store_of(rooms: usize, name: &str) -> (String, Vec<String>) {
    let path = fresh(name);
    let store = format!("sqlite:{path}");
    let mut tables = Vec::new();
    run(async {
        let server = Server::start(&store, free_port()).await;
        for _ in 0..rooms {
            tables.push(make(server.port).await);
        }
        server.close();
    });
    (path, tables)
}

async fn make(port: u16) -> String {
    let me = |name| json!({ "type": "me", "name": name });
    let ask = json!({ "game": "pig", "seats": [me("Ann"), me("Ben")] });
    let made = post(port, "/api/tables", &ask).await;
    made.unwrap()["table"].as_str().unwrap().to_owned()
}

/// One process writes to a file. The others are told which one that is; what only reads may do so.
#[test]
fn a_second_process_is_refused_by_name() {
    let path = fresh("one.db");
    let store = format!("sqlite:{path}");
    run(async {
        let server = Server::start(&store, free_port()).await;
        make(server.port).await;
        let process = format!("process {}", server.process());
        let out = fresh("one.out");
        for args in [
            &["serve", "--addr", "127.0.0.1:0", "--store", &store][..],
            &["store", "export", "--store", &store, &out],
            &["store", "import", "--store", &store, &out],
            &["store", "salvage", "--store", &store, &out],
        ] {
            let ran = senet(args, "");
            assert_eq!(ran.code, Some(1), "{args:?}: {}", ran.out);
            assert!(ran.err.contains(&path) && ran.err.contains(&process), "{args:?}: {}", ran.err);
        }
        for args in [
            &["store", "check", "--store", &store][..],
            &["store", "backup", "--store", &store, &out],
        ] {
            let ran = senet(args, "");
            assert_eq!(ran.code, Some(0), "{args:?}: {}{}", ran.out, ran.err);
        }
        // Another name of the same file is no way around it, nor is to remove what says who has it.
        #[cfg(unix)]
        {
            let (link, name) = (fresh("one.link"), fresh("one.name"));
            std::os::unix::fs::symlink(&path, &link).unwrap();
            fs::hard_link(&path, &name).unwrap();
            let refused = |path: &str| {
                let store = format!("sqlite:{path}");
                let ran = senet(&["serve", "--addr", "127.0.0.1:0", "--store", &store], "");
                assert_eq!(ran.code, Some(1), "{path}: {}", ran.out);
                assert!(ran.err.contains("in use by"), "{path}: {}", ran.err);
            };
            refused(&link);
            refused(&name);
            fs::remove_file(format!("{path}.lock")).unwrap();
            refused(&path);
        }
        let mut server = server;
        // What a dead process held stops nobody.
        server.kill_and_start().await;
        make(server.port).await;
        server.close();
    });
}

/// The store, its copies and its exports hold secrets: others on the machine may not read them.
#[cfg(unix)]
#[test]
fn files_with_secrets_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let (path, _) = store_of(1, "private.db");
    let (copy, export) = (fresh("private.copy"), fresh("private.jsonl"));
    let store = format!("sqlite:{path}");
    assert_eq!(senet(&["store", "backup", "--store", &store, &copy], "").code, Some(0));
    assert_eq!(senet(&["store", "export", "--store", &store, &export], "").code, Some(0));
    for file in [path, copy, export] {
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
}

/// Overwrites the head of the page that holds the last of this text.
pub fn damage(path: &Path, text: &str) {
    let mut bytes = fs::read(path).unwrap();
    let at = bytes.windows(text.len()).rposition(|window| window == text.as_bytes()).unwrap();
    let page = at / 4096 * 4096;
    bytes[page..page + 16].fill(0xee);
    fs::write(path, bytes).unwrap();
}

/// A damaged page hurts the rooms on it. `check` names them and the others; `salvage` saves the others
/// whole, and of the hurt ones what can be read.
#[test]
fn damage_is_named_and_the_rest_is_saved() {
    let (path, tables) = store_of(60, "sound.db");
    let store = format!("sqlite:{path}");
    for (what, text) in [
        ("a page of rooms", format!("{}playing", tables[30])),
        ("a page of lines", "\"type\":\"fair\"".to_owned()),
        ("the list of rooms", tables[59].clone()),
    ] {
        let (hurt, saved) = (fresh("hurt.db"), fresh("saved.db"));
        // A copy has all in one file, and nothing in a log.
        assert_eq!(senet(&["store", "backup", "--store", &store, &hurt], "").code, Some(0));
        damage(Path::new(&hurt), &text);
        let hurt = format!("sqlite:{hurt}");
        let checked = senet(&["store", "check", "--store", &hurt], "");
        assert_eq!(checked.code, Some(1), "{what}: {}", checked.out);
        let count = checked.out.lines().find(|line| line.contains(" rooms, ")).expect(&checked.err);
        assert!(count.starts_with("60 rooms"), "{what}: {count}");
        let bad: usize = count.split([' ', ',']).rev().nth(1).unwrap().parse().unwrap();
        for table in &tables {
            assert!(
                checked.out.contains(table.as_str()),
                "{what}: {table} is not named: {}",
                checked.out
            );
        }
        assert!(bad < 60, "{what}: {}", checked.out);
        let ran = senet(&["store", "salvage", "--store", &hurt, &saved], "");
        assert_eq!(ran.code, Some(0), "{what}: {}{}", ran.out, ran.err);
        let again = senet(&["store", "check", "--store", &format!("sqlite:{saved}")], "");
        assert_eq!(again.code, Some(0), "{what}: {}{}", again.out, again.err);
        let whole: usize =
            ran.out.lines().last().unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!(whole >= 60 - bad && whole > 0, "{what}: {bad} bad, but {}", ran.out);
    }
}

#[test]
fn a_file_that_is_no_store_is_refused_with_a_sentence() {
    let path = fresh("none.db");
    fs::write(&path, "this is no database, but a text that is long enough to be one".repeat(100))
        .unwrap();
    for job in ["check", "export"] {
        let mut args = vec!["store", job, "--store"];
        let store = format!("sqlite:{path}");
        let out = fresh("none.out");
        args.push(&store);
        if job == "export" {
            args.push(&out);
        }
        let ran = senet(&args, "");
        assert_eq!(ran.code, Some(1));
        assert!(ran.err.contains("not a database"), "{}", ran.err);
    }
}

/// Whether a file or its log holds a text anywhere, also where rows were deleted.
fn holds(path: &str, text: &str) -> bool {
    let mut bytes = fs::read(path).unwrap();
    bytes.extend(fs::read(format!("{path}-wal")).unwrap_or_default());
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// What is erased is gone from the store, and from exports and backups that are made afterwards.
#[test]
fn a_player_or_a_room_is_erased_to_the_last_byte() {
    let (path, tables) = store_of(5, "erased.db");
    let store = format!("sqlite:{path}");
    let job = |args: &[&str], says: &str| {
        let ran = senet(&[&["store", args[0], "--store", &store], &args[1..]].concat(), "");
        assert!((ran.out + &ran.err).contains(says), "{args:?}: {}", ran.code.unwrap_or(9));
    };
    assert!(holds(&path, "Ann"));
    job(&["erase", "--player", "ann"], "\"ann\" was erased from 5 rooms");
    job(&["erase", "--player", "ann"], "from 0 rooms");
    job(&["erase", "--room", &tables[0]], "was erased");
    job(&["erase", "--room", &tables[0]], "there is no room");
    job(&["erase"], "--player");
    job(&["prune"], "say which");
    job(&["prune", "--finished-days", "1"], "0 rooms were deleted");
    job(&["check"], "4 rooms, 0 entries, 0 bad");
    let (copy, export) = (fresh("erased.copy"), fresh("erased.jsonl"));
    job(&["backup", &copy], "was copied");
    job(&["export", &export], "4 rooms");
    for file in [&path, &copy, &export] {
        for text in ["Ann", "\nann\n", tables[0].as_str()] {
            assert!(!holds(file, text), "{file} still holds {text}");
        }
        assert!(holds(file, "Ben"), "{file}");
    }
}

/// A database that is down when the server starts is waited for, as when a whole machine starts.
#[test]
fn a_database_that_comes_later_is_waited_for() {
    let Some(mut database) = Throwaway::start("later") else { return };
    database.stop();
    run(async {
        let server = Server::start(&database.url(), free_port()).await;
        assert_eq!(status(server.port, "/readyz").await, 503);
        assert_eq!(status(server.port, "/healthz").await, 200);
        let ask = json!({ "game": "pig" });
        let refused = post(server.port, "/api/tables", &ask).await.unwrap();
        assert_eq!(refused["code"], "not_stored", "{refused}");
        database.go();
        let until = Instant::now() + Duration::from_secs(60);
        while status(server.port, "/readyz").await != 200 {
            assert!(Instant::now() < until, "the server does not notice the database");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        make(server.port).await;
        server.close();
    });
    let checked = senet(&["store", "check", "--store", &database.url()], "");
    assert_eq!(checked.code, Some(0), "{}{}", checked.out, checked.err);
    database.stop();
    let ran = senet(&["store", "check", "--store", &database.url()], "");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("cannot open the PostgreSQL store"), "{}", ran.err);
}

/// `sslmode` as everybody knows it.
#[test]
fn the_way_to_postgresql_is_encrypted_as_its_address_says() {
    let Some(mut database) = Throwaway::start("tls") else { return };
    let plain = database.url();
    let check = |host: &str, more: &str| {
        let url = format!("{}?{more}", plain.replace("127.0.0.1", host));
        senet(&["store", "check", "--store", &url], "")
    };
    let until = Instant::now() + Duration::from_secs(60);
    while check("127.0.0.1", "").code != Some(0) {
        assert!(Instant::now() < until, "the database does not start");
    }
    let refused = check("127.0.0.1", "sslmode=require");
    assert_eq!(refused.code, Some(1), "there is no encryption yet: {}", refused.out);
    database.stop();
    database.encrypt();
    database.go();
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../senet-server/tests/fixtures/tls");
    let (root, other) = (format!("{kept}/ca.crt"), format!("{kept}/other.crt"));
    let until = Instant::now() + Duration::from_secs(60);
    while check("127.0.0.1", "sslmode=require").code != Some(0) {
        assert!(Instant::now() < until, "the encrypted database does not answer");
    }
    for (host, more, good) in [
        ("127.0.0.1", "sslmode=prefer".to_owned(), true),
        ("127.0.0.1", "sslmode=allow".to_owned(), true),
        ("127.0.0.1", "sslmode=disable".to_owned(), false),
        ("localhost", format!("sslmode=verify-full&sslrootcert={root}"), true),
        ("localhost", format!("sslmode=require&sslrootcert={}", root.replace('/', "%2F")), true),
        // The certificate is localhost's, and its authority is known to nobody else.
        ("127.0.0.1", format!("sslmode=verify-full&sslrootcert={root}"), false),
        ("localhost", "sslmode=verify-full".to_owned(), false),
        // Its authority alone is checked, not its name.
        ("127.0.0.1", format!("sslmode=verify-ca&sslrootcert={root}"), true),
        ("127.0.0.1", format!("sslmode=require&sslrootcert={root}"), true),
        ("localhost", format!("sslmode=verify-ca&sslrootcert={other}"), false),
        ("localhost", format!("sslmode=require&sslrootcert={other}"), false),
        ("localhost", "sslmode=verify-ca".to_owned(), false),
        ("localhost", "sslmode=verify-ca&sslrootcert=system".to_owned(), false),
    ] {
        let ran = check(host, &more);
        assert_eq!(ran.code == Some(0), good, "{host} {more}: {}{}", ran.out, ran.err);
    }
}

/// The status of a call.
async fn status(port: u16, path: &str) -> u16 {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let head = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}
