//! A game goes on the same after it was stored, and its journal replays through the table.

use senet_kernel::{Dice, Game, Text};
use senet_table::{DiceVerdict, Table, TableOf};

use super::ensure;
use crate::fuzz::json;
use crate::play::{Play, open_table, tried};

/// How often a play is stored and gone on with.
const STOPS: usize = 4;

pub(super) fn check<G: Text>(play: &Play<G>) -> Result<(), String> {
    for point in play.some_points(STOPS) {
        let stored = serde_json::to_string(&play.states[point]).map_err(|e| e.to_string())?;
        let game = serde_json::from_str(&stored).map_err(|e| e.to_string())?;
        go_on(play, point, game)?;
    }
    journal(play)
}

/// From a stored state on, with the same dice.
fn go_on<G: Game>(play: &Play<G>, point: usize, mut game: G) -> Result<(), String> {
    let mut dice = Dice::seeded(&play.key());
    for (i, entry) in play.entries.iter().enumerate().skip(point) {
        play.look_at(i + 1);
        dice.begin(i as u64 + 1);
        let replayed = tried(&game, entry.actor, &entry.command, &mut dice);
        (game, _) =
            replayed.map_err(|why| format!("stored after {point}, it is refused: {why}"))?;
        ensure!(game == play.states[i + 1], "stored after {point}, it leads to {game:?}");
    }
    Ok(())
}

/// Through the table: half of the play, its journal read back, the other half, and all of it once
/// more. Reading replays from the recorded draws and compares every hash.
fn journal<G: Text>(play: &Play<G>) -> Result<(), String> {
    play.look_at(0);
    let half = play.entries.len() / 2;
    let mut table = open_table::<G>(play.config, &play.seed_text())
        .map_err(|error| format!("no table can be opened: {error}"))?;
    submit(play, &mut table, 0..half)?;
    let mut table = read(&table)?;
    submit(play, &mut table, half..play.entries.len())?;
    let whole = read(&table)?;
    ensure!(whole.game() == play.last(), "the journal replays to {:?}", whole.game());
    let verdict = TableOf::<G>::verify(&table.journal().text(), None);
    let verdict = verdict.map_err(|error| format!("the journal is refused: {error}"))?;
    ensure!(verdict.dice == DiceVerdict::Recomputed, "the seed gives other draws: {verdict:?}");
    Ok(())
}

fn submit<G: Text>(
    play: &Play<G>,
    table: &mut TableOf<G>,
    entries: std::ops::Range<usize>,
) -> Result<(), String> {
    for i in entries {
        play.look_at(i + 1);
        let entry = &play.entries[i];
        let accepted = table.submit(entry.actor, None, &json(&entry.command), Vec::new());
        accepted.map_err(|refusal| format!("the table refuses it: {}", refusal.sentence))?;
        let game = table.game();
        ensure!(*game == play.states[i + 1], "at a table it leads to {game:?}");
    }
    Ok(())
}

fn read<G: Text>(table: &TableOf<G>) -> Result<TableOf<G>, String> {
    let read = TableOf::load(&table.journal().text(), None, false);
    read.map(|(table, _)| table).map_err(|error| format!("the journal is refused: {error}"))
}
