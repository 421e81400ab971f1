//! The file of an SQLite store: who may use it, who may read it, and whether it is still there.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::StoreError;

/// How long a process that is just ending may take to let go of the file.
const HANDOVER: Duration = Duration::from_secs(1);

/// The right to write to a store. The system takes it back when the process ends, however that
/// happens, so that no dead process ever holds it.
pub struct Lock {
    #[expect(dead_code, reason = "it is held for as long as it is open")]
    note: File,
    /// The store itself: whoever has removed the note, or comes by another name of the file, finds it locked.
    /// Elsewhere such a lock would keep SQLite out, too.
    #[cfg(unix)]
    #[expect(dead_code, reason = "it is held for as long as it is open")]
    store: File,
}

impl Lock {
    /// Takes the lock of a store, which is made where there is none, or says which process has it.
    pub fn take(store: &Path) -> Result<Lock, StoreError> {
        make_private(store)?;
        // A link to a store is that store.
        let real = std::fs::canonicalize(store).map_err(|error| failed(store, &error))?;
        let path = beside(&real, ".lock");
        let opened = private().truncate(false).open(&path);
        let mut note = opened.map_err(|error| failed(&path, &error))?;
        let until = Instant::now() + HANDOVER;
        if !locked(&note, &path, until)? {
            return Err(in_use(store, &mut note));
        }
        // Only now: in a process that has the store already, closing its file again would end the locks
        // that SQLite has on it.
        #[cfg(unix)]
        let held = File::open(&real).map_err(|error| failed(&real, &error))?;
        #[cfg(unix)]
        if !locked(&held, &real, until)? {
            return Err(in_use(store, &mut note));
        }
        write_down(&mut note).map_err(|error| failed(&path, &error))?;
        Ok(Lock {
            note,
            #[cfg(unix)]
            store: held,
        })
    }
}

/// Whether a file could be locked by then.
fn locked(file: &File, path: &Path, until: Instant) -> Result<bool, StoreError> {
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) if Instant::now() < until => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(TryLockError::WouldBlock) => return Ok(false),
            Err(TryLockError::Error(error)) => return Err(failed(path, &error)),
        }
    }
}

/// Writes down which process has the lock.
fn write_down(file: &mut File) -> std::io::Result<()> {
    file.set_len(0)?;
    file.seek(SeekFrom::Start(0))?;
    writeln!(file, "{}", std::process::id())
}

fn in_use(store: &Path, file: &mut File) -> StoreError {
    let mut number = String::new();
    // Where it cannot be read the process has no number, and the sentence still holds.
    let _ = file.read_to_string(&mut number);
    let process = match number.trim() {
        "" => "another process".to_owned(),
        number => format!("process {number}"),
    };
    StoreError::InUse { file: store.display().to_string(), process }
}

/// Makes a file that only its owner may read, where there is none.
pub fn make_private(path: &Path) -> Result<(), StoreError> {
    let made = private().truncate(false).open(path);
    made.map(|_| ()).map_err(|error| failed(path, &error))
}

/// How files with secrets are opened: others may not read them.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn failed(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::Unavailable(format!("{}: {error}", path.display()))
}

/// The file of this name beside the store.
fn beside(store: &Path, ending: &str) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The files that a store writes to, as they were when it opened them. A file that was deleted beneath
/// a process can still be written to, and all of that is gone with the process.
pub struct Beneath {
    files: [(PathBuf, Option<Identity>); 2],
}

impl Beneath {
    pub fn of(store: &Path) -> Beneath {
        let files = [store.to_owned(), beside(store, "-wal")];
        Beneath { files: files.map(|path| (path.clone(), identity(&path))) }
    }

    /// Whether what is written still gets into the files that bear the store's name.
    pub fn check(&self) -> Result<(), StoreError> {
        for (path, opened) in &self.files {
            if opened.is_some() && identity(path) != *opened {
                let path = path.display();
                return Err(StoreError::Unavailable(format!(
                    "{path} was deleted or replaced beneath the server; stop the server, put the file back, and start it again"
                )));
            }
        }
        Ok(())
    }
}

/// Which file it is, whatever it is called.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

/// Elsewhere a file that is open cannot be deleted.
#[cfg(not(unix))]
type Identity = ();

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    path.exists().then_some(())
}
