//! `senet games`: what there is to play.

use anyhow::Result;
use senet_table::protocol::GameLine;

use crate::args::ListFormat;
use crate::say;

pub fn run(format: ListFormat) -> Result<()> {
    crate::modules::add_all();
    let games: Vec<GameLine> = senet_catalog::games().iter().map(|game| game.line()).collect();
    match format {
        ListFormat::Json => say!("{}", serde_json::to_string_pretty(&games)?),
        ListFormat::Table => {
            for game in &games {
                print(game)?;
            }
        }
    }
    Ok(())
}

fn print(game: &GameLine) -> Result<()> {
    say!("{}  {}", game.id, game.name);
    say!("    {}", game.line);
    let (fewest, most) = game.seats;
    let seats = if fewest == most { most.to_string() } else { format!("{fewest} to {most}") };
    let (shortest, longest) = game.minutes;
    say!("    {seats} players, {shortest} to {longest} minutes");
    say!("    rule sets: {}", game.presets.join(", "));
    say!("    bots: {}\n", game.bots.join(", "));
    Ok(())
}
