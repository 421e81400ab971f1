//! A load of players over loopback: how much play a server bears, beside a bare relay.
//!
//! `senet-load bench SENET` starts the server and the relay in turns, plays tic-tac-toe at many
//! tables, and prints medians with their spread. What counts is CPU per accepted move: with both on
//! one machine, moves per second tell as much of the client as of the server.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a tool owns time, processes and sockets"
)]

mod bench;
mod client;
#[cfg(target_os = "linux")]
mod epoll;
mod long;
mod peers;
mod play;
mod relay;
mod server;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "senet-load", about = "A load of players over loopback")]
struct Cli {
    #[command(subcommand)]
    job: Job,
}

#[derive(Subcommand)]
enum Job {
    /// A bare WebSocket relay without rules: what one seat says goes to both
    Relay {
        /// The port on 127.0.0.1
        port: u16,
    },
    /// The same relay as a bare epoll loop, in one thread
    #[cfg(target_os = "linux")]
    Epoll {
        /// The port on 127.0.0.1
        port: u16,
    },
    /// Measure `senet serve` beside other houses and the floors
    Peers {
        /// The `senet` program
        senet: std::path::PathBuf,
        /// The folder with the peers and what they need
        folder: std::path::PathBuf,
        /// How often everything is repeated
        #[arg(long, default_value_t = 3)]
        rounds: usize,
    },
    /// Hold tables at which nobody does anything, with two sockets each, until it is stopped
    Idle {
        /// The port on 127.0.0.1
        port: u16,
        /// How many tables
        tables: usize,
    },
    /// Measure only paced moves, on a quiet server and beside calls that make it think
    Crowd {
        /// The `senet` program
        senet: std::path::PathBuf,
        /// How often everything is repeated
        #[arg(long, default_value_t = 3)]
        rounds: usize,
    },
    /// Play at many tables on SQLite for long, and look whether all of it was kept
    Long {
        /// The `senet` program
        senet: std::path::PathBuf,
        /// How many tables
        #[arg(long, default_value_t = 10_000)]
        tables: usize,
        /// How many moves in a second, all tables together
        #[arg(long, default_value_t = 3_000.0)]
        rate: f64,
        /// For how many seconds
        #[arg(long, default_value_t = 600)]
        seconds: u64,
    },
    /// Measure `senet serve` beside the relay
    Bench {
        /// The `senet` program
        senet: std::path::PathBuf,
        /// How often everything is repeated
        #[arg(long, default_value_t = 3)]
        rounds: usize,
        /// How many tables play at once, once for each count
        #[arg(long = "tables", default_values_t = [100, 1000])]
        tables: Vec<usize>,
        /// How many idle tables are held for the measure of memory; 0 leaves it out
        #[arg(long, default_value_t = 10_000)]
        idle: usize,
    },
}

fn main() -> Result<()> {
    // One thread: the other core is the server's.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    all_files();
    match Cli::parse().job {
        Job::Relay { port } => {
            // As many threads as the server has.
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
            runtime.block_on(relay::run(port))
        }
        #[cfg(target_os = "linux")]
        Job::Epoll { port } => epoll::run(port),
        Job::Peers { senet, folder, rounds } => {
            runtime.block_on(peers::run(&senet, &folder, rounds))
        }
        Job::Idle { port, tables } => runtime.block_on(bench::idle(port, tables)),
        Job::Crowd { senet, rounds } => runtime.block_on(bench::crowded(&senet, rounds)),
        Job::Long { senet, tables, rate, seconds } => {
            let length = std::time::Duration::from_secs(seconds);
            runtime.block_on(long::run(&senet, long::Long { tables, rate, length }))
        }
        Job::Bench { senet, rounds, tables, idle } => {
            runtime.block_on(bench::run(&senet, rounds, &tables, idle))
        }
    }
}

/// Takes as many files as the system allows, for each socket is one, and says how many that is.
#[cfg(unix)]
fn all_files() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
    let files = if raised.is_ok() { limit.maximum } else { limit.current };
    files.map(|files| usize::try_from(files).unwrap_or(usize::MAX))
}

#[cfg(not(unix))]
fn all_files() -> Option<usize> {
    None
}
