//! A game goes on the same after it was stored, and its journal replays through the table.

use senet_kernel::{Dice, Game, Text};
use senet_table::{Table, TableOf};

use super::ensure;
use crate::differ::differences;
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
        let first = &play.states[i + 1];
        let differ = || differences(&game, first);
        ensure!(game == *first, "stored after {point}, it leads elsewhere: {}", differ());
    }
    Ok(())
}

/// Through the table: half of the play, its journal read back, the other half, and all of it
/// verified: replayed from the recorded draws, hash by hash, and drawn again from the seed.
fn journal<G: Text>(play: &Play<G>) -> Result<(), String> {
    play.look_at(0);
    let half = play.entries.len() / 2;
    let mut table = open_table::<G>(play.config, &play.seed_text())
        .map_err(|error| format!("no table can be opened: {error}"))?;
    submit(play, &mut table, 0..half)?;
    let mut table = read(&table)?;
    submit(play, &mut table, half..play.entries.len())?;
    let (game, last) = (table.game(), play.last());
    ensure!(game == last, "at a table it leads elsewhere: {}", differences(game, last));
    let verdict = TableOf::<G>::verify(&table.journal().text(), None);
    verdict.map(drop).map_err(|error| format!("the journal is refused: {error}"))
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
    }
    Ok(())
}

fn read<G: Text>(table: &TableOf<G>) -> Result<TableOf<G>, String> {
    let read = TableOf::load(&table.journal().text(), None, false);
    read.map(|(table, _)| table).map_err(|error| format!("the journal is refused: {error}"))
}
