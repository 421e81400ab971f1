//! A folder of modules: what is new in it, what is gone, and what is broken.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a host owns files and their times"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

use senet_desk::AnyGame;

use crate::{Guest, Limits, Trouble};

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
    /// The games whose files are gone.
    pub gone: Vec<&'static str>,
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
        let mut gone = Vec::new();
        self.seen.retain(|path, seen| {
            let stays = files.contains(path);
            gone.extend(seen.game.iter().filter(|_| !stays).map(Guest::id));
            stays
        });
        let mut found = Vec::new();
        for file in files {
            if let Some(game) = self.changed(&file) {
                found.push(Found { file, game });
            }
        }
        Ok(News { found, gone })
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
        let bytes = fs::read(file).map_err(|error| Trouble::NoModule(error.to_string()))?;
        let game = Guest::open(&bytes, self.limits)?;
        let others = self.seen.values().filter_map(|seen| seen.game.as_ref());
        for known in others.chain(before) {
            let same = known.id() == game.id() && known.rules() == game.rules();
            if same && known.hash() != game.hash() {
                let (game, rules) = (game.id().to_owned(), game.rules());
                return Err(Trouble::SameNumber { game, rules });
            }
        }
        Ok(game)
    }
}
