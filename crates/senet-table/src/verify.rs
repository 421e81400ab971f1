//! Checking a journal: every line, every command, every hash, and every draw from the seed.

use senet_kernel::{Dice, Events, Text};
use serde::{Deserialize, Serialize};

use crate::open::at;
use crate::table::TableOf;
use crate::{JournalError, Luck, Problem, Table};

/// What was checked of a journal that is in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// How many entries are in effect.
    pub entries: u64,
    /// Whether the game is over.
    pub over: bool,
    /// What is known of the dice.
    pub dice: DiceVerdict,
    /// What was passed over, such as a last line that was cut.
    pub notice: Option<String>,
}

/// What is known of a journal's dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceVerdict {
    /// Every draw was recomputed from the seed.
    Recomputed,
    /// The seed is secret until the game ends.
    Sealed,
    /// The dice fell outside and were typed in.
    Typed,
}

impl<G: Text> TableOf<G> {
    /// Checks a journal from its first line to its last.
    pub fn verify(text: &str, seed: Option<&str>) -> Result<Verdict, JournalError> {
        let (table, notice) = TableOf::<G>::load(text, seed, false)?;
        let seed = table.seed.as_deref();
        let dice = match (&table.header.luck, table.header.luck.dice(seed)) {
            (Luck::Scripted, _) => DiceVerdict::Typed,
            (Luck::Fair { .. } | Luck::Open { .. }, None) => DiceVerdict::Sealed,
            (Luck::Fair { .. } | Luck::Open { .. }, Some(dice)) => {
                table.recompute(text, dice)?;
                DiceVerdict::Recomputed
            }
        };
        Ok(Verdict { entries: table.entry(), over: table.outcome().is_some(), dice, notice })
    }

    fn recompute(&self, text: &str, mut dice: Dice) -> Result<(), JournalError> {
        let mut game = self.start.clone();
        if self.header.position.is_none() {
            let set_up = |faults| at(1, None, Problem::SetUp(faults));
            let config = G::read_config(&self.header.config);
            let config = config.map_err(|faults| set_up(faults.to_string()))?;
            dice.begin(0);
            game = G::new(&config, &mut dice).map_err(|faults| set_up(faults.to_string()))?;
            if dice.draws() != self.header.draws {
                return Err(at(1, None, Problem::OtherDraws));
            }
        }
        for (number, played) in (1..).zip(&self.played) {
            dice.begin(number);
            let done = game.apply(played.actor, &played.command, &mut dice, &mut Events::off());
            if done.is_err() || dice.draws() != played.draws {
                let line = line_of(text, number).unwrap_or(1);
                return Err(at(line, Some(number), Problem::OtherDraws));
            }
        }
        Ok(())
    }
}

/// The last line that holds this entry: after a take-back the number comes again.
fn line_of(text: &str, entry: u64) -> Option<usize> {
    let start = format!("{{\"entry\":{{\"number\":{entry},");
    text.lines().enumerate().filter(|(_, line)| line.starts_with(&start)).map(|(i, _)| i + 1).last()
}
