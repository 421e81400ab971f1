//! Load at length: many tables at play on SQLite, minute after minute, whether memory stays flat, and whether
//! all that was acknowledged is there in the end.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinSet;

use crate::client::Http;
use crate::play::Endless;
use crate::server::{Server, What};

/// How often it is told how it goes.
const TOLD: Duration = Duration::from_secs(30);
/// How many tables share a connection over which new games are made.
const SHARE: usize = 100;

/// What is asked of the server.
pub struct Long {
    pub tables: usize,
    /// Moves in a second, all tables together.
    pub rate: f64,
    pub length: Duration,
}

pub async fn run(senet: &Path, Long { tables, rate, length }: Long) -> Result<()> {
    let server = Server::start(senet, What::Sqlite).await?;
    let allowed = crate::all_files().map_or(usize::MAX, |files| files.saturating_sub(300) / 2);
    let tables = tables.min(allowed);
    let seconds = length.as_secs();
    println!(
        "{tables} tables with two sockets each, {rate:.0} moves a second, {seconds} seconds, SQLite"
    );
    println!("the process at rest: {:.1} MiB", server.memory()? / 1024.0);
    let mut pairs = Vec::with_capacity(tables);
    let mut http = None;
    for table in 0..tables {
        if table % SHARE == 0 {
            http = Some(Arc::new(Mutex::new(Http::open(server.port).await?)));
        }
        let http = http.clone().context("there is one for each share")?;
        pairs.push(Endless::at_server(server.port, http).await?);
    }
    println!("all tables open: {:.1} MiB", server.memory()? / 1024.0);
    let (told, mut waits) = mpsc::unbounded_channel();
    let stop = Arc::new(AtomicBool::new(false));
    let pace = Duration::from_secs_f64(tables as f64 / rate);
    let mut players = JoinSet::new();
    for (number, pair) in pairs.into_iter().enumerate() {
        let delay = pace.mul_f64(number as f64 / tables as f64);
        players.spawn(pair.play(pace, delay, told.clone(), stop.clone()));
    }
    drop(told);
    let (started, cpu) = (Instant::now(), server.cpu()?);
    let (mut all, mut part) = (Vec::new(), Vec::new());
    heading();
    let mut next = started + TOLD;
    while let Some(wait) = {
        let open = tokio::time::timeout_at(next.into(), waits.recv()).await;
        open.unwrap_or(Some(Duration::ZERO))
    } {
        if !wait.is_zero() {
            part.push(wait);
        }
        if Instant::now() >= next {
            line(&server, started, &mut part)?;
            all.append(&mut part);
            next += TOLD;
        }
        if started.elapsed() >= length {
            // Games that have begun are played to their end.
            stop.store(true, Ordering::Relaxed);
        }
    }
    while let Some(player) = players.join_next().await {
        player??;
    }
    line(&server, started, &mut part)?;
    all.append(&mut part);
    all.sort_unstable();
    let moves = all.len();
    let cpu = (server.cpu()? - cpu).as_secs_f64() * 1e6 / moves.max(1) as f64;
    println!("{moves} moves, {cpu:.1} µs of CPU each, games made and left included");
    println!("p50 {}, p99 {}, p99.9 {}", ms(&all, 500), ms(&all, 990), ms(&all, 999));
    nothing_is_lost(senet, server, moves)
}

fn heading() {
    println!(
        "{:>8}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}",
        "seconds", "moves", "p50, ms", "p99, ms", "most, ms", "memory, MiB", "file, MiB"
    );
}

/// How it went since the last line.
fn line(server: &Server, started: Instant, waits: &mut [Duration]) -> Result<()> {
    waits.sort_unstable();
    println!(
        "{:>8}{:>12}{:>12}{:>12}{:>12}{:>12.1}{:>12.1}",
        started.elapsed().as_secs(),
        waits.len(),
        ms(waits, 500),
        ms(waits, 990),
        ms(waits, 1000),
        server.memory()? / 1024.0,
        server.stored()? as f64 / 1024.0 / 1024.0,
    );
    Ok(())
}

/// So many of a thousand waited no longer, in milliseconds.
fn ms(waits: &[Duration], of_1000: usize) -> String {
    let last = waits.len().saturating_sub(1);
    let wait = waits.get((waits.len() * of_1000 / 1000).min(last));
    wait.map_or_else(|| "-".to_owned(), |wait| format!("{:.2}", wait.as_secs_f64() * 1e3))
}

/// Stops the server, and compares what it has kept with what it has acknowledged.
fn nothing_is_lost(senet: &Path, server: Server, moves: usize) -> Result<()> {
    let folder = server.stop()?;
    let store = format!("sqlite:{}", folder.file().display());
    let check = Command::new(senet).args(["store", "check", "--store", &store]).output()?;
    let said = String::from_utf8_lossy(&check.stdout);
    let told = said.trim().lines().last().unwrap_or_default();
    println!("{told}; {moves} moves were acknowledged");
    if !check.status.success() || !told.contains(&format!(" {moves} entries, 0 bad")) {
        bail!("what was acknowledged is not what is stored");
    }
    Ok(())
}
