//! What spectators see who have to wait: a table of its own, which follows the journal by the times at
//! which its lines were stored.
//!
//! All that such a spectator is told comes from this table, so that nothing of the present can show
//! through it; and since the store keeps the times, it is the same after a restart and at another node.

use std::sync::Arc;

use senet_table::Table;

use crate::room::opened;

/// How many lines are taken in at once: whoever locks the room waits for no more.
const AT_ONCE: usize = 256;

/// A table that lags behind.
pub struct Late {
    table: Box<dyn Table>,
    /// How many lines of the journal it knows.
    lines: usize,
}

impl Late {
    /// The table as the first lines of a journal tell it; there must be a header.
    fn of(game: &str, lines: &[Arc<str>]) -> Option<Late> {
        Some(Late { table: opened(game, lines).ok()?, lines: lines.len() })
    }

    /// Whether it follows this journal, of which others may have taken the names out.
    fn follows(&self, lines: &[Arc<str>]) -> bool {
        self.table.journal().lines().first() == lines.first()
    }

    /// Follows a journal towards what was stored by then; the header is known from the start. Who has followed
    /// so far takes in a piece of it at a time.
    pub fn follow(
        late: Option<Late>,
        game: &str,
        lines: &[Arc<str>],
        times: &[i64],
        until_ms: i64,
    ) -> Option<Late> {
        let old = times.iter().take_while(|time| **time <= until_ms).count();
        let old = old.clamp(1.min(lines.len()), lines.len());
        let Some(mut late) = late.filter(|late| late.lines <= old && late.follows(lines)) else {
            return Late::of(game, lines.get(..old)?);
        };
        let old = old.min(late.lines + AT_ONCE);
        for line in &lines[late.lines..old] {
            if late.table.take_line(line).is_err() {
                return Late::of(game, &lines[..old]);
            }
            late.lines += 1;
        }
        Some(late)
    }

    pub fn table(&self) -> &dyn Table {
        self.table.as_ref()
    }

    /// How many lines of the journal it knows.
    pub fn lines(&self) -> usize {
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use senet_kernel::{Actor, Seat, Viewer};
    use senet_table::{Luck, Opening, Start};
    use serde_json::json;

    use super::*;

    /// However much there is to be caught up with, whoever comes does not wait for all of it.
    #[test]
    fn a_long_game_is_caught_up_with_piece_by_piece() {
        let opening = Opening {
            start: Start::Config(json!({})),
            preset: None,
            seats: Vec::new(),
            luck: Luck::Open { seed: "late".to_owned() },
            seed: None,
            script: Vec::new(),
            branch: None,
        };
        let mut table = senet_catalog::find("tic-tac-toe").unwrap().open(opening).unwrap();
        let actor = Actor::Seat(Seat::FIRST);
        for _ in 0..AT_ONCE {
            let mark = json!({ "type": "mark", "square": 1 });
            table.submit(actor, None, &mark, Vec::new()).unwrap();
            table.take_back(actor, None).unwrap();
        }
        let lines = table.journal().lines();
        let times = vec![1; lines.len()];
        let follow = |late, until| Late::follow(late, "tic-tac-toe", lines, &times, until);
        let mut late = follow(None, 0);
        let mut pieces = Vec::new();
        while late.as_ref().unwrap().lines() < lines.len() {
            late = follow(late, 1);
            pieces.push(late.as_ref().unwrap().lines());
        }
        assert_eq!(pieces, [AT_ONCE + 1, 2 * AT_ONCE + 1]);
        let now = Viewer::Spectator;
        assert_eq!(late.unwrap().table().last_line(now), table.last_line(now));
        assert_eq!(follow(None, 1).unwrap().lines(), lines.len(), "at first all of it at once");
    }
}
