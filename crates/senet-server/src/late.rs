//! What spectators see who have to wait: a table of its own, which follows the journal by the times at
//! which its lines were stored.
//!
//! All that such a spectator is told comes from this table, so that nothing of the present can show
//! through it; and since the store keeps the times, it is the same after a restart and at another node.

use std::sync::Arc;

use senet_table::Table;

/// A table that lags behind.
pub struct Late {
    table: Box<dyn Table>,
    /// How many lines of the journal it knows.
    lines: usize,
}

impl Late {
    /// The table as the first lines of a journal tell it; there must be a header.
    fn of(game: &str, lines: &[Arc<str>]) -> Option<Late> {
        let text = lines.join("\n") + "\n";
        match senet_catalog::of_text(game, &text)?.load(&text, None, false) {
            Ok((table, _)) => Some(Late { table, lines: lines.len() }),
            Err(error) => {
                tracing::error!(%error, "a journal cannot be followed");
                None
            }
        }
    }

    /// Follows a journal up to what was stored by then; the header is known from the start.
    pub fn follow(
        late: Option<Late>,
        game: &str,
        lines: &[Arc<str>],
        times: &[i64],
        until_ms: i64,
    ) -> Option<Late> {
        let old = times.iter().take_while(|time| **time <= until_ms).count();
        let old = old.clamp(1.min(lines.len()), lines.len());
        let Some(mut late) = late.filter(|late| late.lines <= old) else {
            return Late::of(game, lines.get(..old)?);
        };
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
