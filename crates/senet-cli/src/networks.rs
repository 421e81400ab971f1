//! Networks from files: bots that somebody trained, named `net:FILE`.

use std::path::Path;

use anyhow::{Context, Result};
use senet_catalog::{AnyGame, NETWORK};
use serde::Deserialize;

/// Opens the networks among some bots.
pub fn open(game: &dyn AnyGame, bots: &[String]) -> Result<()> {
    for file in bots.iter().filter_map(|bot| bot.strip_prefix(NETWORK)) {
        game.open_network(file, &read(Path::new(file))?)?;
    }
    Ok(())
}

/// Opens every network of a folder for the game that it was trained for; a bot is named by its file.
pub fn open_all(folder: &Path) -> Result<()> {
    let shown = || format!("cannot look through {}", folder.display());
    for entry in std::fs::read_dir(folder).with_context(shown)? {
        let path = entry.with_context(shown)?.path();
        if path.extension().is_some_and(|end| end == "json") {
            open_one(&path).with_context(|| format!("{} is no trained mind", path.display()))?;
        }
    }
    Ok(())
}

fn open_one(path: &Path) -> Result<()> {
    #[derive(Deserialize)]
    struct Trained {
        game: String,
    }
    let text = read(path)?;
    let Trained { game } = serde_json::from_str(&text)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    crate::game(&game)?.open_network(&name, &text)?;
    tracing::info!("{NETWORK}{name} plays {game}");
    Ok(())
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
