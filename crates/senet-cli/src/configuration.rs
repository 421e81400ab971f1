//! The configuration that a command line asks for: a rule set or a file, data files, and settings.

use std::path::Path;

use anyhow::{Context, Result, bail};
use senet_catalog::{AnyGame, set, set_players, settings};
use serde_json::Value;

use crate::args::Settings;
use crate::say;

/// Where the people sit that a rule set is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Around {
    /// At one device, which nobody waits for while a clock runs.
    OneDevice,
    /// Anywhere.
    Anywhere,
}

/// The configuration, and the name of the rule set where it is just that. `least` is how many seats
/// the command line names; a game that can seat them does. Settings of one's own, or a whole
/// configuration, come after what one device changes.
pub fn configuration(
    game: &dyn AnyGame,
    asked: &Settings,
    around: Around,
    least: usize,
) -> Result<(Option<String>, Value)> {
    if asked.sets.iter().any(|pair| matches!(pair.as_str(), "list" | "help" | "?")) {
        list(game)?;
    }
    let (name, mut config) = match &asked.config {
        None => {
            let (name, config) = game.preset(asked.rules.as_deref())?;
            let config = match around {
                Around::OneDevice => game.unhurried(&config)?,
                Around::Anywhere => config,
            };
            (Some(name), config)
        }
        Some(path) => (None, read_json(path)?),
    };
    let plain = config.clone();
    if let Some(dir) = &asked.data {
        config = game.with_data(&config, &data_files(dir)?)?;
    }
    for pair in &asked.sets {
        let (key, value) = pair
            .split_once('=')
            .with_context(|| format!("\"{pair}\" is no setting; say --set KEY=VALUE"))?;
        set(game, &mut config, key, value)?;
    }
    for (key, value) in [("scenario", &asked.scenario), ("abilities", &asked.abilities)] {
        if let Some(value) = value {
            set(game, &mut config, key, value)?;
        }
    }
    let seats = game.roles(&config).map_or(0, |roles| roles.len());
    match asked.players {
        Some(players) => set_players(game, &mut config, players)?,
        None if least > seats && seats > 0 => set_players(game, &mut config, least)?,
        None => {}
    }
    let same = config == plain;
    let config = game.check_config(&config).context("the configuration is refused")?;
    Ok((name.filter(|_| same), config))
}

/// Prints what can be set, and ends the program.
fn list(game: &dyn AnyGame) -> Result<()> {
    for setting in settings(game) {
        say!("{} = {}", setting.key, setting.takes);
        // What is marked as code in a page of its own is plain text here.
        say!("    {}", setting.line.replace('`', ""));
    }
    std::process::exit(0)
}

fn read_json(path: &Path) -> Result<Value> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    serde_json::from_str(&text).with_context(|| format!("{shown} is no JSON"))
}

/// The data files of a folder, by name.
fn data_files(dir: &Path) -> Result<Vec<(String, String)>> {
    let shown = dir.display();
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir).with_context(|| format!("cannot read {shown}"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "toml") {
            let text = std::fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.push((name, text));
        }
    }
    if files.is_empty() {
        bail!("{shown} holds no .toml file");
    }
    files.sort();
    Ok(files)
}
