//! `cargo xtask release`: keeps a module for every number of rules that is published.
//!
//! `rules/list.txt` names them: the game, the number, and the module's hash. What stands there never
//! changes; a number that is not there yet is added.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use xtask_play::published::{LIST, Published, list};
use xtask_play::{Make, senet, target, web};

/// Adds the rules of today to those that were published before, where they have a new number. Only those
/// are built.
pub fn run(root: &Path) -> Result<()> {
    let mut list = list(root)?;
    let (known, new) = parted(games(root)?, &list);
    for (game, number) in known {
        println!("• {game}, rules {number}: published before, and left as it is");
    }
    if new.is_empty() {
        println!("• no game has a new number: there is nothing to keep");
        return Ok(());
    }
    let modules = target(root).join("published");
    let names: Vec<String> = new.iter().map(|(game, _)| game.clone()).collect();
    web::build_modules(root, Make::Published, &names, &modules, web::For::Hosts)?;
    for (game, number) in new {
        let module = modules.join(format!("{game}.wasm"));
        let published = Published { game, number, hash: hash(root, &module)? };
        web::brotli(root, &module, &published.file(root))?;
        println!("• {}, rules {}: kept from now on", published.game, published.number);
        list.push(published);
    }
    list.sort_by(|one, other| (&one.game, one.number).cmp(&(&other.game, other.number)));
    let lines = list.iter().map(|kept| format!("{} {} {}\n", kept.game, kept.number, kept.hash));
    fs::write(root.join(LIST), lines.collect::<String>())?;
    Ok(())
}

/// The games whose numbers were published before, and those whose numbers are new.
fn parted(games: Vec<Game>, list: &[Published]) -> (Vec<Game>, Vec<Game>) {
    let is_known = |(game, number): &Game| list.iter().any(|kept| kept.is(game, *number));
    games.into_iter().partition(is_known)
}

/// A game of the house, and the number of its rules.
type Game = (String, u32);

/// The games of the house, with the numbers of their rules.
fn games(root: &Path) -> Result<Vec<Game>> {
    let games = told(root, &["games", "--format", "json"])?;
    let games: Vec<Value> = serde_json::from_str(&games)?;
    let read =
        |game: &Value| Some((game["id"].as_str()?.to_owned(), game["rules"].as_u64()? as u32));
    games.iter().map(|game| read(game).context("a game has an id and a number")).collect()
}

/// The hash of a module, as it is told where it is packed; packing again changes nothing.
fn hash(root: &Path, module: &Path) -> Result<String> {
    let path = module.to_str().context("a path is a text")?;
    let told = told(root, &["games", "pack", path, path])?;
    told.trim().rsplit(' ').next().map(str::to_owned).context("a module has a hash")
}

fn told(root: &Path, args: &[&str]) -> Result<String> {
    // Games that were added here are no games of the house.
    let mut command = Command::new(senet(root)?);
    let output = command.args(args).env("XDG_DATA_HOME", root.join("target/nobody")).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use xtask_play::published::read;

    use super::parted;

    #[test]
    fn only_a_new_number_is_built_and_kept() {
        let list = ["pig 1 00", "flag-war 1 01", "flag-war 2 02"].map(|line| read(line).unwrap());
        let games = [("pig", 1), ("flag-war", 3), ("nim", 1)].map(|(id, n)| (id.to_owned(), n));
        let (known, new) = parted(games.to_vec(), &list);
        assert_eq!(known, games[..1]);
        assert_eq!(new, games[1..]);
    }

    #[test]
    fn a_line_is_a_game_a_number_and_a_hash() {
        let line = read("flag-war 12 00ff").unwrap();
        assert!(line.is("flag-war", 12));
        assert_eq!((line.name().as_str(), line.hash.as_str()), ("flag-war-12", "00ff"));
        assert!(read("flag-war").is_none() && read("flag-war one 00").is_none());
    }
}
