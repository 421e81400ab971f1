//! A server that has no files left: each connection is one.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::json;

use crate::House;

/// Says to this program that it is to be the server.
const SERVES: &str = "SENET_TEST_SERVES";
const HEALTH: &str = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

/// A server in a process of its own, which may have so many files.
struct Few(Child);

impl Few {
    fn start(files: usize) -> (Few, SocketAddr) {
        let program = std::env::current_exe().unwrap();
        let mut child = Command::new("sh")
            .args(["-c", &format!("ulimit -n {files}; exec \"$0\" \"$@\"")])
            .arg(program)
            .args(["--exact", "files::who_has_no_files_left_stays_and_goes_on", "--nocapture"])
            .env(SERVES, "1")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.find_map(|line| line.unwrap().split_once("at ")?.1.parse().ok());
        (Few(child), address.expect("the server says where it is"))
    }
}

impl Drop for Few {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

fn asked(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(HEALTH.as_bytes()).unwrap();
    stream
}

fn is_well(mut asked: TcpStream) -> bool {
    let mut answer = String::new();
    let _ = asked.read_to_string(&mut answer);
    answer.contains("200 OK")
}

/// Whoever takes all files of the process keeps others out for a while: those who are in play on, and when there
/// are files again the next one is let in.
#[tokio::test]
async fn who_has_no_files_left_stays_and_goes_on() {
    if std::env::var_os(SERVES).is_some() {
        println!("at {}", House::new().await.address);
        return std::future::pending().await;
    }
    let (mut few, address) = Few::start(48);
    assert!(is_well(asked(address)));
    let mut player = House::client_at(address).await;
    let crowd: Vec<TcpStream> = (0..100).map(|_| TcpStream::connect(address).unwrap()).collect();
    let waiting = asked(address);
    for _ in 0..10 {
        assert_eq!(player.ask(json!({ "type": "ping" })).await["type"], "pong");
    }
    assert!(few.0.try_wait().unwrap().is_none(), "the process has ended");
    drop(crowd);
    assert!(is_well(waiting), "whoever waited is answered");
    assert!(is_well(asked(address)));
    assert!(few.0.try_wait().unwrap().is_none());
}
