//! What is measured, as processes of their own.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tokio::net::TcpStream;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum What {
    Epoll,
    Relay,
    Memory,
    Sqlite,
}

impl What {
    pub fn name(self) -> &'static str {
        match self {
            What::Epoll => "epoll loop",
            What::Relay => "relay",
            What::Memory => "senet, memory",
            What::Sqlite => "senet, sqlite",
        }
    }
}

/// A server or a relay as a process of its own.
pub struct Server {
    child: Child,
    pub port: u16,
    folder: Option<Folder>,
}

impl Server {
    pub async fn start(senet: &Path, what: What) -> Result<Server> {
        let floor = |kind: &'static str| {
            let own = std::env::current_exe()?;
            anyhow::Ok(move |port: u16| with(Command::new(&own), [kind, &port.to_string()]))
        };
        match what {
            What::Epoll => Server::spawn(floor("epoll")?).await,
            What::Relay => Server::spawn(floor("relay")?).await,
            What::Memory => Server::spawn(|port| serve(senet, port, "memory")).await,
            What::Sqlite => {
                let folder = Folder::new()?;
                let store = format!("sqlite:{}", folder.file().display());
                let mut server = Server::spawn(|port| serve(senet, port, &store)).await?;
                server.folder = Some(folder);
                Ok(server)
            }
        }
    }

    /// Starts a process that is told its port, and waits until it listens there.
    pub async fn spawn(command: impl FnOnce(u16) -> Command) -> Result<Server> {
        let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut command = command(port);
        let child = command.stdout(Stdio::null()).spawn().context("cannot start the server")?;
        let server = Server { child, port, folder: None };
        let until = Instant::now() + Duration::from_secs(30);
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            if Instant::now() > until {
                bail!("the server does not listen");
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Ok(server)
    }

    /// The CPU that the process has used, its own and the system's for it.
    pub fn cpu(&self) -> Result<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let fields = stat.rsplit_once(')').context("no stat")?.1.split_whitespace();
        let ticks: u64 = fields.skip(11).take(2).map_while(|field| field.parse::<u64>().ok()).sum();
        // Linux counts a hundred ticks in a second on every machine that we know of.
        Ok(Duration::from_millis(ticks * 10))
    }

    /// How many bytes its store has in files.
    pub fn stored(&self) -> Result<u64> {
        let Some(folder) = &self.folder else { return Ok(0) };
        let files = fs::read_dir(&folder.0)?.map(|file| Ok(file?.metadata()?.len()));
        files.sum()
    }

    /// Asks it to end, and waits until it has; the folder of its store.
    pub fn stop(mut self) -> Result<Folder> {
        let asked = Command::new("kill").arg(self.child.id().to_string()).status()?;
        if !asked.success() || !self.child.wait()?.success() {
            bail!("the server has not ended well");
        }
        self.folder.take().context("it keeps nothing in files")
    }

    /// Its memory, in KiB.
    pub fn memory(&self) -> Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("no VmRSS")?;
        Ok(line.split_whitespace().nth(1).context("no number")?.parse()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn with<const N: usize>(mut command: Command, args: [&str; N]) -> Command {
    command.args(args);
    command
}

/// The server as it is run, with limits that one address of a load does not meet.
fn serve(senet: &Path, port: u16, store: &str) -> Command {
    let mut command = Command::new(senet);
    command.args(["serve", "--addr", &format!("127.0.0.1:{port}"), "--store", store]);
    for limit in [
        "tables_per_address",
        "sockets",
        "sockets_per_address",
        "connections",
        "connections_per_address",
        "messages_per_second",
        "calls_per_second",
        "bytes_per_address",
    ] {
        command.args(["--limit", &format!("{limit}=4000000000")]);
    }
    // A connection over which games are made is silent while they are played.
    command.args(["--limit", "head_seconds=3600"]);
    command.env("SENET_LOG", "warn");
    command
}

/// A folder that goes with its owner.
pub struct Folder(std::path::PathBuf);

impl Folder {
    /// Where the store is.
    pub fn file(&self) -> std::path::PathBuf {
        self.0.join("load.db")
    }

    fn new() -> Result<Folder> {
        let folder = std::env::temp_dir().join(format!("senet-load-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
