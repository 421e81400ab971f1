//! The server at length: under load beside a bare relay, killed many times, and called in every way
//! that its own document allows.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::run::{cargo, cargo_program, is_there, run};
use crate::{senet, target, tools, web};

/// Builds the server and the load, and measures one beside the other.
pub fn bench(root: &Path) -> Result<()> {
    let build = ["build", "--release", "--package", "senet-cli", "--package", "senet-load"];
    cargo(root, "build the server and its load", &build)?;
    let program = |name: &str| target(root).join("release").join(name);
    let mut command = Command::new(program("senet-load"));
    run("measure the server", command.arg("bench").arg(program("senet")))
}

/// Kills the server twenty times under the load of a hundred tables, on each store; kills three nodes and
/// their database 120 times while the ways between them are cut and slowed; and calls the server in ways
/// that its document allows or nearly allows.
pub fn test_at_length(root: &Path) -> Result<()> {
    postgres();
    let mut kills = Command::new(cargo_program());
    kills.args(["test", "--package", "senet-cli", "--test", "it", "server"]).current_dir(root);
    run("kill the server", kills.env("SENET_KILLS", "20x100"))?;
    let mut nodes = Command::new(cargo_program());
    nodes.args(["test", "--package", "senet-cli", "--test", "it", "nodes::", "--", "--nocapture"]);
    run("kill nodes", nodes.current_dir(root).env("SENET_NODE_KILLS", "120"))?;
    schemathesis(root)
}

/// Installs PostgreSQL from Debian's packages where it is not there and may be installed.
fn postgres() {
    let there = Path::new("/usr/lib/postgresql").exists() || is_there("initdb", &["--version"]);
    if !there
        && is_there("apt-get", &["--version"])
        && let Err(error) = web::apt_install(&["postgresql"])
    {
        eprintln!("{error:#}: what needs PostgreSQL is left out");
    }
}

/// Runs schemathesis against the server's OpenAPI document: nothing may make it fail.
fn schemathesis(root: &Path) -> Result<()> {
    let Some(program) = schemathesis_program(root) else {
        eprintln!(
            "schemathesis is not there and cannot be installed (python3 -m venv, pip): left out"
        );
        return Ok(());
    };
    let program_of_ours = senet(root)?;
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let mut server = Command::new(program_of_ours);
    server.args(["serve", "--store", "memory", "--addr", &format!("127.0.0.1:{port}")]);
    server.args(["--limit", "calls_per_second=100000", "--limit", "tables_per_address=1000000"]);
    let _server = Stopped(server.env("SENET_LOG", "error").spawn().context("no server")?);
    let until = Instant::now() + Duration::from_secs(30);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        if Instant::now() > until {
            bail!("the server does not listen");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut calls = Command::new(program);
    calls.arg("run").arg(format!("http://127.0.0.1:{port}/api/openapi.json"));
    calls.args([
        "--checks",
        "not_a_server_error,content_type_conformance,response_schema_conformance",
    ]);
    calls.args(["--max-examples", "30", "--seed", "1", "--phases", "examples,coverage,fuzzing"]);
    run("call the server in every way", &mut calls)
}

/// The program, from the system or from a folder of our own.
fn schemathesis_program(root: &Path) -> Option<PathBuf> {
    if is_there("schemathesis", &["--version"]) {
        return Some("schemathesis".into());
    }
    let folder = target(root).join("schemathesis");
    let program = folder.join("bin/schemathesis");
    if !program.is_file() {
        tools::python(&folder, &["schemathesis"]).ok()?;
    }
    Some(program)
}

/// A process that ends with its owner.
struct Stopped(Child);

impl Drop for Stopped {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
