//! The modules of the rules that were published, as `rules/list.txt` names them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The modules of rules that are no longer those of today: their names and their files.
pub fn older(root: &Path) -> Result<Vec<(String, PathBuf)>> {
    let list = list(root)?;
    let is_older = |one: &&Published| {
        list.iter().any(|other| other.game == one.game && other.number > one.number)
    };
    Ok(list.iter().filter(is_older).map(|one| (one.name(), one.file(root))).collect())
}

/// Where they are listed.
pub const LIST: &str = "rules/list.txt";

/// A number of the rules of a game.
pub struct Published {
    /// The game's id.
    pub game: String,
    /// Which number of its rules.
    pub number: u32,
    /// The hash of the module.
    pub hash: String,
}

impl Published {
    /// Whether it is this number of this game.
    pub fn is(&self, game: &str, number: u32) -> bool {
        self.game == game && self.number == number
    }

    /// The name that tells it from all others.
    pub fn name(&self) -> String {
        format!("{}-{}", self.game, self.number)
    }

    /// Where its module lies.
    pub fn file(&self, root: &Path) -> PathBuf {
        root.join("rules").join(format!("{}.wasm.br", self.name()))
    }
}

/// All that were published.
pub fn list(root: &Path) -> Result<Vec<Published>> {
    let text =
        fs::read_to_string(root.join(LIST)).with_context(|| format!("cannot read {LIST}"))?;
    text.lines().map(|line| read(line).with_context(|| format!("{LIST}: {line}"))).collect()
}

/// What a line of the list says.
pub fn read(line: &str) -> Option<Published> {
    let mut words = line.split(' ').map(str::to_owned);
    let (game, number) = (words.next()?, words.next()?.parse().ok()?);
    Some(Published { game, number, hash: words.next()? })
}
