//! The same tables at other houses: Colyseus and boardgame.io, each with players by its own client in a
//! process of their own, beside the floors and the server. Only the CPU of the serving process counts.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::bench::{self, Run};
use crate::server::{Server, What};

const TABLES: [usize; 2] = [100, 1000];

/// Measures everybody in turns; a peer whose folder is not there is left out and named.
pub async fn run(senet: &Path, peers: &Path, rounds: usize) -> Result<()> {
    for tables in TABLES {
        compare(senet, peers, rounds, tables).await?;
    }
    Ok(())
}

async fn compare(senet: &Path, peers: &Path, rounds: usize, tables: usize) -> Result<()> {
    let games = (3_000 / tables).clamp(2, 10);
    println!("\n{tables} tables, {} moves each, {rounds} rounds", games * 9);
    bench::heading();
    let all = [What::Epoll, What::Relay, What::Memory, What::Sqlite];
    let mut ours: Vec<(&str, Vec<Run>)> =
        all.iter().map(|what| (what.name(), Vec::new())).collect();
    let mut theirs: Vec<(&str, Vec<Run>)> = ["colyseus", "boardgame-io"]
        .into_iter()
        .filter(|name| is_there(peers, name))
        .map(|name| (name, Vec::new()))
        .collect();
    for _ in 0..rounds {
        for (what, (_, runs)) in all.iter().zip(&mut ours) {
            runs.push(bench::moves(senet, *what, tables, games).await?);
        }
        for (name, runs) in &mut theirs {
            runs.push(at_peer(&peers.join(name), tables, games).await?);
        }
    }
    let relay = bench::median(&ours[1].1, |run| run.cpu).1;
    for (name, runs) in ours.iter().chain(&theirs) {
        bench::print(name, runs);
        println!("{:<16}{:>26.2} of the relay", "", bench::median(runs, |run| run.cpu).1 / relay);
    }
    Ok(())
}

fn is_there(peers: &Path, name: &str) -> bool {
    let there = peers.join(name).join("node_modules").is_dir();
    if !there {
        println!("{name} is not installed in {}: it is left out", peers.display());
    }
    there
}

/// Starts a peer's server and its players, and measures the server while they play.
async fn at_peer(folder: &Path, tables: usize, games: usize) -> Result<Run> {
    let server = Server::spawn(|port| {
        let mut command = Command::new("node");
        command.arg("server.js").arg(port.to_string()).current_dir(folder);
        command
    })
    .await?;
    let mut load = Command::new("node");
    load.arg("load.js").args([server.port, tables as u16, games as u16].map(|n| n.to_string()));
    let pipes = load.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut load = pipes.spawn().context("node could not be started")?;
    let mut said = BufReader::new(load.stdout.take().context("no output")?).lines();
    let ready = said.next().context("the players ended at once")??;
    ensure!(ready == "ready", "the players said: {ready}");
    let before = server.cpu()?;
    load.stdin.take().context("no input")?.write_all(b"go\n")?;
    let told: Value = serde_json::from_str(&said.next().context("the players ended early")??)?;
    let cpu = server.cpu()? - before;
    load.wait()?;
    let number = |name: &str| told[name].as_f64().with_context(|| format!("no {name}"));
    let moves = number("moves")?;
    Ok(Run {
        cpu: cpu.as_secs_f64() * 1e6 / moves,
        rate: moves / number("seconds")?,
        p50: number("p50")?,
        p99: number("p99")?,
    })
}
