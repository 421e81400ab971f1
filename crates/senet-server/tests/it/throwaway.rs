//! A PostgreSQL of the system's packages, for one test, gone with it.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub struct Throwaway {
    folder: PathBuf,
    port: u16,
    child: Option<Child>,
}

impl Throwaway {
    /// Starts one, or says why there is none: the test is then left out.
    pub fn start(name: &str) -> Option<Throwaway> {
        let Some(bin) = binaries() else {
            eprintln!(
                "left out: there is no initdb; install PostgreSQL (Debian: apt install postgresql)"
            );
            return None;
        };
        let folder = std::env::temp_dir().join(format!("senet-pg-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        if is_root() && !done(Command::new("chown").arg("postgres").arg(&folder)) {
            eprintln!("left out: PostgreSQL does not run as root, and there is no user postgres");
            return None;
        }
        let data = folder.join("data");
        let made = done(
            as_nobody(&bin.join("initdb"))
                .args(["--auth=trust", "--username=senet", "--no-sync", "--encoding=UTF8"])
                .arg("-D")
                .arg(&data),
        );
        if !made {
            eprintln!("left out: initdb has failed");
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut server = Throwaway { folder, port, child: None };
        server.go();
        Some(server)
    }

    pub fn url(&self) -> String {
        format!("postgres://senet@127.0.0.1:{}/postgres", self.port)
    }

    #[allow(dead_code, reason = "not all who start a database lead a way of their own to it")]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Lets only encrypted connections in, from its next start on.
    #[allow(dead_code, reason = "not all who start a database want that")]
    pub fn encrypt(&self) {
        let data = self.folder.join("data");
        let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../senet-server/tests/fixtures/tls");
        for name in ["server.crt", "server.key"] {
            let file = data.join(name);
            fs::copy(Path::new(kept).join(name), &file).unwrap();
            assert!(done(Command::new("chmod").arg("600").arg(&file)));
            if is_root() {
                assert!(done(Command::new("chown").arg("postgres").arg(&file)));
            }
        }
        let conf = data.join("postgresql.conf");
        let text = fs::read_to_string(&conf).unwrap() + "\nssl = on\n";
        fs::write(&conf, text).unwrap();
        fs::write(
            data.join("pg_hba.conf"),
            "hostssl all all 127.0.0.1/32 trust\nhostssl all all ::1/128 trust\n",
        )
        .unwrap();
    }

    /// Starts it, again or for the first time, and waits until it answers.
    pub fn go(&mut self) {
        let bin = binaries().unwrap();
        let log = fs::File::create(self.folder.join("log")).unwrap();
        let child = as_nobody(&bin.join("postgres"))
            .arg("-D")
            .arg(self.folder.join("data"))
            .arg("-k")
            .arg(&self.folder)
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-c", "fsync=off"])
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        self.child = Some(child);
        let until = Instant::now() + Duration::from_secs(60);
        while std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(Instant::now() < until, "PostgreSQL does not start");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Stops it as a fallen machine would: without a goodbye to anybody.
    pub fn stop(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        let pid = fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap_or_default();
        if let Some(pid) = pid.lines().next() {
            let _ = Command::new("kill").args(["-QUIT", pid]).status();
        }
        let _ = child.wait();
    }
}

impl Drop for Throwaway {
    fn drop(&mut self) {
        self.stop();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The folder of `initdb`, which Debian keeps out of the way.
fn binaries() -> Option<PathBuf> {
    let installed = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = installed.map(|entry| entry.path().join("bin")).collect();
    folders.sort();
    folders.reverse();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&path));
    folders.into_iter().find(|folder| folder.join("initdb").is_file())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout == b"0\n")
}

/// A program of PostgreSQL, which refuses to run as root.
fn as_nobody(program: &Path) -> Command {
    if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
        return command;
    }
    Command::new(program)
}

fn done(command: &mut Command) -> bool {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}
