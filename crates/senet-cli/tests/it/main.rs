//! The command as a person or a program uses it.

#![allow(clippy::unwrap_used, reason = "a test that fails says where")]
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "tests start programs, write files, wait and talk to servers"
)]

mod crossfire;
mod deploy;
mod lab;
mod minds;
mod model;
mod modules;
mod networks;
mod nodes;
mod people;
mod play;
mod programs;
mod server;
#[cfg(unix)]
mod sit;
mod store;
mod tutorial;

#[path = "../../../senet-server/tests/it/throwaway.rs"]
mod throwaway;

use std::io::Write;
use std::process::{Command, Stdio};

/// What came of a command.
struct Ran {
    out: String,
    err: String,
    code: Option<i32>,
}

/// Runs `senet` with this on its stdin.
fn senet(args: &[&str], input: &str) -> Ran {
    senet_bytes(args, input.as_bytes())
}

fn senet_bytes(args: &[&str], input: &[u8]) -> Ran {
    ran(Command::new(env!("CARGO_BIN_EXE_senet")).args(args), input)
}

/// Runs a program that is told this.
fn ran(command: &mut Command, input: &[u8]) -> Ran {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A program that leaves early closes its stdin; that is no fault of the test.
    let writer = std::thread::spawn(move || stdin.write_all(&input).ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}

/// A path for a file of this test.
fn file(name: &str) -> String {
    let dir = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = dir.join(format!("{}-{name}", std::process::id()));
    path.to_str().unwrap().to_owned()
}
