//! Writes the JSON Schemas of the protocol and of every game, and the list of games, to a folder.
#![allow(clippy::disallowed_methods, reason = "a host that owns files")]

use std::path::PathBuf;

use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name the folder to write to")?);
    std::fs::create_dir_all(&folder)?;
    let write = |name: &str, value: &Value| {
        let text = serde_json::to_string_pretty(value).expect("schemas are plain data");
        std::fs::write(folder.join(format!("{name}.json")), text + "\n")
    };
    write("protocol", &senet_catalog::protocol_schemas())?;
    let games = senet_catalog::games();
    for game in &games {
        write(game.id(), &game.schemas().to_value())?;
    }
    let lines: Vec<_> = games.iter().map(|game| game.line()).collect();
    write("games", &json!(lines))?;
    Ok(())
}
