//! `senet serve`, and `senet` alone: the game room.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use senet_server::page::File;
use senet_server::store::{Memory, Postgres, Sqlite, Store};
use senet_server::{Limits, Server};
use tokio::net::TcpListener;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

use crate::args::{Serve, Settings};
use crate::configuration::{Around, configuration};
use crate::{lan, model, modules, networks};

/// How many files are left for the store, and for operators, when every connection is taken.
const SPARE_FILES: usize = 128;

/// `senet` alone: on this machine, with the page open; on its network too where that is asked for.
pub fn at_home(lan: bool, page: &'static [File]) -> Result<()> {
    let serve = Serve {
        addr: "127.0.0.1:8642".to_owned(),
        store: None,
        public_url: None,
        lan,
        lan_addr: None,
        open: true,
        game: None,
        settings: Settings::default(),
        limits: Vec::new(),
        model_url: None,
        model: None,
        model_origin: Vec::new(),
        games: None,
        minds: None,
        behind_proxy: false,
        chat_filter: None,
        json_logs: false,
    };
    run(&serve, page)
}

pub fn run(args: &Serve, page: &'static [File]) -> Result<()> {
    log(args.json_logs);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(args, page))
}

async fn serve(args: &Serve, page: &'static [File]) -> Result<()> {
    let place = set_up(args)?;
    let mut limits = Limits { behind_proxy: args.behind_proxy, ..Limits::default() };
    let words = args.chat_filter.iter().flat_map(|command| command.split_whitespace());
    limits.chat_filter = words.map(str::to_owned).collect();
    for limit in &args.limits {
        let (name, value) = limit.split_once('=').context("a limit is NAME=NUMBER")?;
        let value = value.parse().with_context(|| format!("\"{value}\" is no number"))?;
        limits.set(name, value).map_err(anyhow::Error::msg)?;
    }
    if let Some(files) = all_files() {
        limits.connections = limits.connections.min(files.saturating_sub(SPARE_FILES));
        limits.sockets = limits.sockets.min(limits.connections);
    }
    modules::keep(args.games.as_deref());
    args.minds.as_deref().map_or(Ok(()), networks::open_all)?;
    let store = store(args.store.as_deref(), Access::Server).await?;
    let listens = if args.lan { lan::everywhere(&args.addr) } else { args.addr.clone() };
    let listener = listen(&listens, args.open).await?;
    let address = listener.local_addr()?;
    let link = if args.lan { lan::link(address, args.lan_addr) } else { None };
    let url = args.public_url.clone().or(link.clone());
    let url = url.unwrap_or_else(|| format!("http://{address}"));
    let server = Server::new(store, limits, Some(url.clone()));
    server.show(page);
    let at_home = !args.lan && args.public_url.is_none() && !args.behind_proxy;
    let at_home = at_home && address.ip().is_loopback();
    if at_home {
        server.at_home(address.port(), args.lan_addr);
    }
    if let (Some(url), Some(name)) = (&args.model_url, &args.model) {
        server.translate_by(Arc::new(model::endpoint(url, name)));
    }
    server.let_pages_ask(origins(args, at_home)?);
    // Programs that start the server read its address here; `docs/server.md` promises the line.
    println!("The game room is open at {url} (listening on {address}; Ctrl-C closes it)");
    let page = format!("{}/{}", url.trim_end_matches('/'), place.as_deref().unwrap_or_default());
    if place.is_some() {
        println!("The table is set up at {page}");
    }
    tracing::info!(%address, "listening");
    if args.lan {
        invite(link.as_deref());
    }
    if args.open {
        open_page(&page);
    }
    let until = async {
        asked_to_stop().await;
        tracing::info!("closing");
    };
    // What was acknowledged is durable already; what has begun is finished and answered.
    senet_server::serve(listener, server, until).await;
    Ok(())
}

/// Where the page may ask models of the player's own: as the operator says, and at home on this machine.
fn origins(args: &Serve, at_home: bool) -> Result<Vec<String>> {
    let own = ["http://127.0.0.1:*", "http://localhost:*"].map(str::to_owned);
    let mut origins = if at_home { own.to_vec() } else { Vec::new() };
    for origin in &args.model_origin {
        let place = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        if !place.is_some_and(|place| !place.is_empty() && place.bytes().all(plain)) {
            bail!("\"{origin}\" is no origin; one is https://HOST or http://HOST:PORT");
        }
        origins.push(origin.clone());
    }
    Ok(origins)
}

/// The place on the page where the table that the command line asks for is set up, if it does.
fn set_up(args: &Serve) -> Result<Option<String>> {
    let Some(id) = &args.game else {
        if args.settings != Settings::default() {
            bail!("settings are those of a game: name it with --game");
        }
        return Ok(None);
    };
    let game = crate::game(id)?;
    let (preset, config) = configuration(game.as_ref(), &args.settings, Around::Anywhere, 0)?;
    let asked = match preset {
        Some(preset) => format!("preset={preset}"),
        None => format!("config={}", escaped(&config.to_string())),
    };
    Ok(Some(format!("#/new/{id}?online&{asked}")))
}

/// A text as a part of an address.
fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let told = text.bytes().map(|byte| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    told.collect()
}

/// Shows the other devices the way.
fn invite(link: Option<&str>) {
    let Some(link) = link else {
        println!("This machine is on no network; the link works on this device alone.");
        return;
    };
    println!("Other devices on this network open {link}");
    if let Some(picture) = lan::picture(link) {
        println!("{picture}");
    }
}

/// Takes as many files as the system allows, for each socket is one, and says how many that is; none
/// where there is no such limit.
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

/// Listens where it was asked to; at home, where the usual port is taken, on any free one.
async fn listen(address: &str, at_home: bool) -> Result<TcpListener> {
    match TcpListener::bind(address).await {
        Ok(listener) => Ok(listener),
        Err(error) if at_home && error.kind() == std::io::ErrorKind::AddrInUse => {
            let host = address.rsplit_once(':').map_or("127.0.0.1", |(host, _)| host);
            Ok(TcpListener::bind(format!("{host}:0")).await?)
        }
        Err(error) => bail!("cannot listen on {address}: {error}; --addr names another place"),
    }
}

async fn asked_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}

/// Who opens a store, and whether a server may have the same file at the same time.
#[derive(Clone, Copy)]
pub enum Access {
    /// A server has its file alone, and waits for a database.
    Server,
    /// What is written to a file is written by one process.
    Alone,
    /// What only reads may do so beside a server.
    Beside,
}

/// The store of this name; the one of the user's data folder where none is named.
pub async fn store(named: Option<&str>, access: Access) -> Result<Store> {
    match named {
        Some("memory") => return Ok(Store::Memory(Memory::default())),
        Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
            let opened = match access {
                // A database may come up after the server, as when a machine starts.
                Access::Server => Postgres::open_when_there(url).await,
                Access::Alone | Access::Beside => Postgres::open(url).await,
            };
            // The address may hold a password, so it is not repeated.
            return Ok(Store::Postgres(opened.context("cannot open the PostgreSQL store")?));
        }
        _ => {}
    }
    let path = file(named)?;
    open(&path, access).with_context(|| format!("cannot open the store {}", path.display()))
}

/// The file of an SQLite store.
pub fn file(named: Option<&str>) -> Result<PathBuf> {
    let Some(named) = named else { return Ok(data_folder()?.join("senet.db")) };
    match named.strip_prefix("sqlite:") {
        Some(path) => Ok(PathBuf::from(path)),
        None => bail!("\"{named}\" is no store; it is memory, sqlite:PATH or postgres://…"),
    }
}

fn open(path: &Path, access: Access) -> Result<Store> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)?;
    }
    Ok(Store::Sqlite(match access {
        Access::Server | Access::Alone => Sqlite::open(path)?,
        Access::Beside => Sqlite::beside(path)?,
    }))
}

/// The folder for a user's data, as the system has it.
pub fn data_folder() -> Result<PathBuf> {
    let var = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || var("HOME").map(|home| home.join(".local/share"));
    let base = var("XDG_DATA_HOME").or_else(|| var("LOCALAPPDATA")).or_else(home);
    let base = base.context("there is no home folder; --store sqlite:PATH names a place")?;
    Ok(base.join("senet"))
}

/// Opens the page, where there is a browser; the address stands in the terminal anyway.
fn open_page(url: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let opened = Command::new(program).arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if opened.is_err() {
        println!("Open {url} in a browser.");
    }
}

fn log(json: bool) {
    let wanted = std::env::var("SENET_LOG").ok().and_then(|wanted| wanted.parse().ok());
    let targets = wanted.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
    let log = tracing_subscriber::fmt().with_max_level(LevelFilter::TRACE);
    let log = log.with_writer(std::io::stderr);
    if json {
        log.json().finish().with(targets).init();
    } else {
        log.with_ansi(std::io::stderr().is_terminal()).finish().with(targets).init();
    }
}
