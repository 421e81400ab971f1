//! A folder of modules: what is new in it, what is gone, and what is broken.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a host owns files and their times"
)]

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

use senet_desk::AnyGame;
use senet_kernel::Hash;

use crate::{Guest, Limits, Trouble, packed};

/// A folder that is looked through now and then.
pub struct Folder {
    place: PathBuf,
    limits: Limits,
    seen: BTreeMap<PathBuf, Seen>,
}

/// What has changed in a folder.
pub struct News {
    /// The files that have changed.
    pub found: Vec<Found>,
    /// The games that no file is any more.
    pub gone: Vec<Guest>,
}

/// A file that is new or has changed, and what it is.
pub struct Found {
    /// Its path.
    pub file: PathBuf,
    /// The game, or what is wrong with it.
    pub game: Result<Guest, Trouble>,
}

struct Seen {
    stamp: (Option<SystemTime>, u64),
    game: Option<Guest>,
}

impl Folder {
    /// A folder that nothing is known of yet.
    pub fn new(place: impl Into<PathBuf>, limits: Limits) -> Folder {
        Folder { place: place.into(), limits, seen: BTreeMap::new() }
    }

    /// Looks for what has changed since the last time. A file that is still being written is read again
    /// once it has changed.
    pub fn look(&mut self) -> io::Result<News> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.place)? {
            let path = entry?.path();
            if path.extension().is_some_and(|end| end == "wasm") && path.is_file() {
                files.push(path);
            }
        }
        files.sort();
        let before: Vec<Guest> = self.games().cloned().collect();
        self.seen.retain(|path, _| files.contains(path));
        let mut found = Vec::new();
        for file in files {
            if let Some(game) = self.changed(&file) {
                found.push(Found { file, game });
            }
        }
        // Another file may be the same game.
        let is_gone = |game: &Guest| self.games().all(|there| there.hash() != game.hash());
        let mut gone: Vec<Guest> = before.into_iter().filter(is_gone).collect();
        gone.dedup_by_key(|game| game.hash());
        Ok(News { found, gone })
    }

    /// The games that are there.
    fn games(&self) -> impl Iterator<Item = &Guest> {
        self.seen.values().filter_map(|seen| seen.game.as_ref())
    }

    /// The game of a file, where it has changed.
    fn changed(&mut self, file: &Path) -> Option<Result<Guest, Trouble>> {
        let about = fs::metadata(file).ok()?;
        let stamp = (about.modified().ok(), about.len());
        if self.seen.get(file).is_some_and(|seen| seen.stamp == stamp) {
            return None;
        }
        let before = self.seen.remove(file).and_then(|seen| seen.game);
        let game = self.read(file, before.as_ref());
        // One whose new version is refused goes on as it was.
        let kept = game.as_ref().ok().cloned().or(before);
        self.seen.insert(file.to_owned(), Seen { stamp, game: kept });
        Some(game)
    }

    fn read(&self, file: &Path, before: Option<&Guest>) -> Result<Guest, Trouble> {
        let bytes = bytes_of(file, self.limits);
        let bytes = bytes.map_err(|error| Trouble::NoModule(error.to_string()))?;
        let game = Guest::open(&bytes, self.limits)?;
        for known in self.games().chain(before) {
            let same = known.id() == game.id() && known.rules() == game.rules();
            if same && known.hash() != game.hash() {
                let (game, rules) = (game.id().to_owned(), game.rules());
                return Err(Trouble::SameNumber { game, rules });
            }
        }
        Ok(game)
    }
}

/// The bytes of a file, and no more of one that is too large than shows that it is.
pub fn bytes_of(file: &Path, limits: Limits) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(file)?.take(limits.module as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A folder in which modules stay once they were accepted, so that journals open by what played them for ever.
pub struct Archive {
    place: PathBuf,
    limits: Limits,
}

impl Archive {
    /// What is kept in a folder, which need not be there yet.
    pub fn new(place: impl Into<PathBuf>, limits: Limits) -> Archive {
        Archive { place: place.into(), limits }
    }

    /// Keeps a module of these bytes. It appears whole or not at all.
    pub fn keep(&self, bytes: &[u8], game: &Guest) -> io::Result<()> {
        let path = self.path(game.hash());
        if path.exists() {
            return Ok(());
        }
        fs::create_dir_all(&self.place)?;
        put_whole(&path, &packed(bytes, game.about()))
    }

    /// The module that a journal pins, where it was kept.
    pub fn open(&self, hash: Hash) -> Option<Guest> {
        let bytes = bytes_of(&self.path(hash), self.limits).ok()?;
        let game = Guest::open(&bytes, self.limits).ok()?;
        (game.hash() == hash).then_some(game)
    }

    fn path(&self, hash: Hash) -> PathBuf {
        self.place.join(format!("{hash}.wasm"))
    }
}

/// Writes a file that appears whole or not at all.
pub fn put_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = path.with_extension(format!("{}.part", std::process::id()));
    fs::write(&part, bytes)?;
    fs::rename(&part, path)
}
