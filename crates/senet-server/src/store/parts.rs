//! A batch of writes of which one may meet damage: the others are written without it, so that only the damaged
//! room stands still.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::StoreError;

/// What became of each write of a batch.
pub type Outcomes = Vec<Result<(), StoreError>>;

/// A batch, as far as it is not written: all of it at first, and its halves where a whole meets damage.
pub struct Parts {
    left: Vec<Range<usize>>,
    outcomes: Outcomes,
}

impl Parts {
    pub fn of(count: usize) -> Parts {
        Parts { left: std::iter::once(0..count).collect(), outcomes: vec![Ok(()); count] }
    }

    /// What is to be written next, in one transaction.
    pub fn next(&mut self) -> Option<Range<usize>> {
        self.left.pop()
    }

    /// Notes what became of a part: of each of its writes, or of none because all of it was undone.
    pub fn done(&mut self, part: Range<usize>, written: Result<Outcomes, StoreError>) {
        match written {
            Ok(outcomes) => self.outcomes[part].clone_from_slice(&outcomes),
            Err(StoreError::Damaged(_)) if part.len() > 1 => {
                let middle = part.start + part.len() / 2;
                // The same room keeps the order in which it was written to.
                self.left.extend([middle..part.end, part.start..middle]);
            }
            Err(error) => self.outcomes[part].fill(Err(error)),
        }
    }

    /// What became of each write.
    pub fn outcomes(self) -> Outcomes {
        self.outcomes
    }
}

/// Remembers that something was damaged.
pub fn noted(damaged: &AtomicBool, error: StoreError) -> StoreError {
    if matches!(error, StoreError::Damaged(_)) {
        damaged.store(true, Ordering::Relaxed);
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes these rooms, of which some are damaged and one has gone on meanwhile: what became of each, and the
    /// order in which they were written.
    fn written(rooms: &[&'static str]) -> (Outcomes, Vec<&'static str>) {
        let (mut parts, mut order) = (Parts::of(rooms.len()), Vec::new());
        while let Some(part) = parts.next() {
            let batch = &rooms[part.clone()];
            let outcome = |room: &&str| match *room {
                "behind" => Err(StoreError::Conflict),
                _ => Ok(()),
            };
            let damage = || StoreError::Damaged("a page".to_owned());
            let lost = || StoreError::Unavailable("the connection is lost".to_owned());
            let done = match batch {
                batch if batch.contains(&"lost") => Err(lost()),
                batch if batch.contains(&"hurt") => Err(damage()),
                batch => {
                    order.extend(batch);
                    Ok(batch.iter().map(outcome).collect())
                }
            };
            parts.done(part, done);
        }
        (parts.outcomes(), order)
    }

    #[test]
    fn one_damaged_room_fails_no_other() {
        let rooms = ["a", "hurt", "behind", "a", "b", "hurt", "c"];
        let (outcomes, order) = written(&rooms);
        for (room, outcome) in rooms.iter().zip(&outcomes) {
            let as_it_is = match (*room, outcome) {
                ("hurt", Err(StoreError::Damaged(_))) | ("behind", Err(StoreError::Conflict)) => {
                    true
                }
                (room, outcome) => room.len() == 1 && outcome.is_ok(),
            };
            assert!(as_it_is, "{room}: {outcome:?}");
        }
        assert_eq!(order, ["a", "behind", "a", "b", "c"], "each once, and in order");
        assert_eq!(written(&[]).0, []);
    }

    #[test]
    fn whatever_else_fails_undoes_all_of_it() {
        let (outcomes, order) = written(&["a", "hurt", "lost"]);
        assert!(outcomes.iter().all(|one| matches!(one, Err(StoreError::Unavailable(_)))));
        assert!(order.is_empty());
    }

    #[test]
    fn only_damage_is_remembered() {
        let damaged = AtomicBool::new(false);
        noted(&damaged, StoreError::Unavailable(String::new()));
        assert!(!damaged.load(Ordering::Relaxed));
        noted(&damaged, StoreError::Damaged(String::new()));
        assert!(damaged.load(Ordering::Relaxed));
    }
}
