//! The measurement: server and relay in turns, medians and spread.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::{Http, Socket};
use crate::play::{self, Played};
use crate::server::{Server, What};

/// What one run came to.
pub struct Run {
    /// Microseconds of the server's CPU for each accepted move.
    pub cpu: f64,
    pub rate: f64,
    pub p50: f64,
    pub p99: f64,
}

pub async fn run(senet: &Path, rounds: usize, tables: &[usize], idle: usize) -> Result<()> {
    start_up(senet).await?;
    for tables in tables {
        compare(senet, rounds, *tables).await?;
    }
    paced(senet, rounds).await?;
    crowded(senet, rounds).await?;
    if idle > 0 {
        memory(senet, idle).await?;
    }
    Ok(())
}

async fn compare(senet: &Path, rounds: usize, tables: usize) -> Result<()> {
    let games = (6_000 / tables).clamp(4, 30);
    println!(
        "\n{tables} tables, {} moves each, {rounds} rounds; median (lowest to highest)",
        games * 9
    );
    heading();
    let all = [What::Relay, What::Memory, What::Sqlite];
    let mut runs: [Vec<Run>; 3] = Default::default();
    for _ in 0..rounds {
        for (what, runs) in all.iter().zip(&mut runs) {
            runs.push(moves(senet, *what, tables, games).await?);
        }
    }
    for (what, runs) in all.iter().zip(&runs) {
        print(what.name(), runs);
    }
    let cpu = |i: usize| median(&runs[i], |run| run.cpu).1;
    let rate = |i: usize| median(&runs[i], |run| run.rate).1;
    println!("CPU per move: memory is {:.2} of the relay (goal: at most 2)", cpu(1) / cpu(0));
    println!("moves per second: sqlite is {:.2} of memory (goal: at least 0.4)", rate(2) / rate(1));
    for (what, runs) in all.iter().zip(&runs) {
        let (low, middle, high) = median(runs, |run| run.cpu);
        if (high - low) / middle > 0.2 {
            println!("{}: the spread is above 20 %; repeat on a quieter machine", what.name());
        }
    }
    Ok(())
}

/// What stands above each column.
pub fn heading() {
    println!(
        "{:<16}{:>26}{:>26}{:>12}{:>12}",
        "", "CPU per move, µs", "moves per second", "p50, ms", "p99, ms"
    );
}

/// As many moves as it bears.
pub async fn moves(senet: &Path, what: What, tables: usize, games: usize) -> Result<Run> {
    measured(senet, what, Load { tables, games, pace: None, thinkers: 0 }).await
}

async fn paced(senet: &Path, rounds: usize) -> Result<()> {
    println!("\n1000 tables, 3000 moves per second in all, {rounds} rounds");
    let mut runs = Vec::new();
    for _ in 0..rounds {
        let pace = Some(Duration::from_micros(333_333));
        let load = Load { tables: 1000, games: 2, pace, thinkers: 0 };
        runs.push(measured(senet, What::Memory, load).await?);
    }
    print(What::Memory.name(), &runs);
    println!("goal: p99 under 1 ms");
    Ok(())
}

/// Paced moves while others have the server think about the hardest that it can be asked.
pub async fn crowded(senet: &Path, rounds: usize) -> Result<()> {
    /// How many calls are under way at any time.
    const THINKERS: usize = 200;
    println!(
        "\n100 tables, 500 moves per second in all, {rounds} rounds, quiet and beside {THINKERS} warbands to complete"
    );
    let mut runs: [Vec<Run>; 2] = Default::default();
    for _ in 0..rounds {
        for (thinkers, runs) in [0, THINKERS].into_iter().zip(&mut runs) {
            let pace = Some(Duration::from_millis(200));
            let load = Load { tables: 100, games: 4, pace, thinkers };
            runs.push(measured(senet, What::Memory, load).await?);
        }
    }
    print("quiet", &runs[0]);
    print("crowded", &runs[1]);
    let p99 = |runs: &[Run]| median(runs, |run| run.p99).1;
    println!("p99: crowded is {:.2} of quiet (goal: at most 2)", p99(&runs[1]) / p99(&runs[0]));
    Ok(())
}

/// Asks for a warband to be completed, again and again.
async fn think(port: u16) -> Result<()> {
    let troopers = vec![json!({}); 58];
    let warband = json!({ "name": "All", "pointLimit": 125, "troopers": troopers });
    let order = json!({ "order": { "warband": warband, "open": ["*"], "arms": "any" } });
    let mut http = Http::open(port).await?;
    loop {
        let (status, answer) = http.ask("/api/warband/complete", &order).await?;
        match status {
            200 => {}
            503 => {
                let later = answer.pointer("/facts/retry_after").and_then(Value::as_u64);
                let seconds = later.with_context(|| format!("no time to come back: {answer}"))?;
                tokio::time::sleep(Duration::from_secs(seconds)).await;
            }
            _ => bail!("a warband was not completed: {status} {answer}"),
        }
    }
}

/// What a server is asked to bear.
struct Load {
    tables: usize,
    games: usize,
    pace: Option<Duration>,
    /// How many calls for long thoughts are under way meanwhile.
    thinkers: usize,
}

async fn measured(senet: &Path, what: What, load: Load) -> Result<Run> {
    let Load { tables, games, pace, thinkers } = load;
    let server = Server::start(senet, what).await?;
    let mut pairs = Vec::new();
    let mut http = Http::open(server.port).await?;
    for table in 0..tables {
        pairs.push(match what {
            What::Epoll | What::Relay => play::at_relay(server.port, table, games).await?,
            What::Memory | What::Sqlite => play::at_server(server.port, &mut http, games).await?,
        });
    }
    let (answer, push) = match what {
        What::Epoll | What::Relay => ("submit", "submit"),
        What::Memory | What::Sqlite => ("\"type\":\"accepted\"", "\"type\":\"update\""),
    };
    let mut thinking = JoinSet::new();
    for _ in 0..thinkers {
        thinking.spawn(think(server.port));
    }
    let before = server.cpu()?;
    let played: Played = play::play(pairs, answer, push, pace).await?;
    if let Some(Ok(Err(error))) = thinking.try_join_next() {
        return Err(error);
    }
    thinking.abort_all();
    let cpu = server.cpu()? - before;
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    Ok(Run {
        cpu: cpu.as_secs_f64() * 1e6 / played.moves as f64,
        rate: played.moves as f64 / played.time.as_secs_f64(),
        p50: ms(played.percentile(50)),
        p99: ms(played.percentile(99)),
    })
}

pub fn print(name: &str, runs: &[Run]) {
    let told = |of: fn(&Run) -> f64| {
        let (low, middle, high) = median(runs, of);
        format!("{middle:.1} ({low:.1} to {high:.1})")
    };
    let middle = |of: fn(&Run) -> f64| format!("{:.2}", median(runs, of).1);
    println!(
        "{name:<16}{:>26}{:>26}{:>12}{:>12}",
        told(|run| run.cpu),
        told(|run| run.rate),
        middle(|run| run.p50),
        middle(|run| run.p99)
    );
}

/// The lowest, the middle and the highest.
pub fn median(runs: &[Run], of: fn(&Run) -> f64) -> (f64, f64, f64) {
    let mut values: Vec<f64> = runs.iter().map(of).collect();
    values.sort_by(f64::total_cmp);
    (values[0], values[values.len() / 2], values[values.len() - 1])
}

/// Many tables at which nobody does anything, with two sockets each. Others hold them: one process
/// may not have as many files as the server needs.
async fn memory(senet: &Path, wanted: usize) -> Result<()> {
    /// How many tables one process holds.
    const HELD: usize = 2_500;
    let server = Server::start(senet, What::Memory).await?;
    let bare = server.memory()?;
    let room = crate::all_files().map_or(usize::MAX, |files| files.saturating_sub(100) / 2);
    let tables = wanted.min(room);
    if tables < wanted {
        println!(
            "\nthe system allows files for {tables} tables only, so {wanted} were not measured"
        );
    }
    let mut idle = Vec::new();
    let mut left = tables;
    while left > 0 {
        let count = left.min(HELD);
        idle.push(Idle::start(server.port, count)?);
        left -= count;
    }
    let held = server.memory()?;
    let each = (held - bare) / tables as f64;
    println!(
        "\n{tables} idle tables with two sockets each: {:.0} MiB ({:.0} MiB without any), {each:.1} KiB a table, so {:.0} MiB for 10000; goal: under 256 MiB",
        held / 1024.0,
        bare / 1024.0,
        (bare + each * 10_000.0) / 1024.0
    );
    Ok(())
}

/// A process that holds idle tables until it is dropped.
struct Idle(Child);

impl Idle {
    /// Starts it and waits until all its tables are there.
    fn start(port: u16, tables: usize) -> Result<Idle> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["idle", &port.to_string(), &tables.to_string()]);
        let mut idle = Idle(command.stdout(Stdio::piped()).spawn()?);
        let mut line = String::new();
        BufReader::new(idle.0.stdout.take().context("no output")?).read_line(&mut line)?;
        if line.trim() != "ready" {
            bail!("the idle tables could not be made");
        }
        Ok(idle)
    }
}

impl Drop for Idle {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Makes tables, follows each with two sockets, says so, and does nothing for ever.
pub async fn idle(port: u16, tables: usize) -> Result<()> {
    let mut http = Http::open(port).await?;
    let mut sockets = JoinSet::new();
    for _ in 0..tables {
        let (table, tokens) = play::make(&mut http).await?;
        for token in tokens {
            let mut socket = Socket::open(port, "/api/socket").await?;
            let follow =
                format!("{{\"type\":\"follow\",\"table\":\"{table}\",\"token\":\"{token}\"}}");
            socket.send(follow).await?;
            socket.wait("\"type\":\"update\"").await?;
            sockets.spawn(socket.idle());
        }
    }
    println!("ready");
    while sockets.join_next().await.is_some() {}
    Ok(())
}

/// From the start of the process until it listens.
async fn start_up(senet: &Path) -> Result<()> {
    let mut times = Vec::new();
    for _ in 0..5 {
        let started = Instant::now();
        let server = Server::start(senet, What::Sqlite).await?;
        times.push(started.elapsed().as_secs_f64() * 1e3);
        drop(server);
    }
    times.sort_by(f64::total_cmp);
    println!(
        "from start to listening: {:.0} ms ({:.0} to {:.0}); goal: under 50 ms",
        times[2], times[0], times[4]
    );
    Ok(())
}
