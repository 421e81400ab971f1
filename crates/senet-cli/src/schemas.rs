//! `senet schemas`: the JSON Schemas as files, from which TypeScript's types are made.

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

pub fn run(dir: &Path, check: bool) -> Result<()> {
    let games = senet_catalog::games();
    let games = games.iter().map(|game| (game.id(), game.schemas().to_value()));
    let documents = senet_catalog::documents();
    let documents = documents.iter().map(|system| (system.id, system.schemas.clone()));
    let protocol = ("protocol", senet_catalog::protocol_schemas());
    let all = games.chain(documents).chain([protocol]);
    for (name, schema) in all {
        let path = dir.join(format!("{name}.json"));
        let text = pretty(&schema)?;
        if check {
            let stored = std::fs::read_to_string(&path).unwrap_or_default();
            if stored != text {
                bail!("{} is out of date; `cargo xtask schemas` writes it anew", path.display());
            }
        } else {
            std::fs::create_dir_all(dir)?;
            std::fs::write(&path, text)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(())
}

fn pretty(schema: &Value) -> Result<String> {
    Ok(serde_json::to_string_pretty(schema)? + "\n")
}
