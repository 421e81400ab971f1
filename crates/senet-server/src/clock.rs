//! Time: ticks of games that play against it, and turns that may not take for ever.
//!
//! Time is spent, not started anew: when a countdown ends and when a turn began is stored with the
//! room, so that neither taking back, nor coming back, nor another server gives any of it back. Ticks
//! lie on a fixed grid from the moment the first countdown began: computing, storing and sending never
//! shift it. A server that was held up beyond a grid point ticks once and goes on with the next one,
//! never twice in a burst. Clocks run whether somebody looks or not.

use std::time::Duration;

use senet_kernel::{Actor, Seat, SeatSet};
use senet_table::Table;
use serde::{Deserialize, Serialize};
use tokio::task::AbortHandle;
use tokio::time::Instant;

use crate::room::{Room, State, TimeOut, TurnClock};
use crate::server::{Server, now_ms};

/// The shortest turn, so that no room keeps the server busy by itself.
const SHORTEST_MS: u32 = 50;

/// How long a node leaves a clock to another that is to ring it first.
const GRACE: Duration = Duration::from_millis(500);

/// What time has been spent in a room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// The turns by seat, where turns have a clock.
    turns: Vec<Turn>,
    /// The countdown, where the game plays against time.
    tick: Option<Due>,
}

/// The turn of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Turn {
    /// When it began.
    since_ms: i64,
    /// Whether the game waits for the seat.
    waits: bool,
    /// Whether others have acted since the seat was last waited for: its next turn is a new one.
    passed: bool,
}

/// When a countdown ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Due {
    number: u32,
    interval_ms: u32,
    at_ms: i64,
}

/// What has happened at a table, as far as its clocks ask.
pub struct Happened {
    /// The seats that the game waits for now.
    pub awaited: SeatSet,
    /// Who acted, and whether that is past taking back.
    pub acted: Vec<(Actor, bool)>,
}

impl Times {
    /// Notes what has happened at a table since an entry.
    pub fn note(&mut self, table: &dyn Table, clocked: bool, since: u64, now_ms: i64) {
        if clocked {
            let acted = table.acted_since(since);
            let awaited = if table.outcome().is_some() { SeatSet::NONE } else { awaited(table) };
            self.note_turns(table.seats(), &Happened { awaited, acted }, now_ms);
        }
        self.tick = table.countdown().map(|countdown| {
            let (number, interval_ms) = (countdown.number, countdown.after_ms);
            let same = |due: &Due| due.number == number && due.interval_ms == interval_ms;
            let at_ms = || next(now_ms, self.tick, interval_ms);
            self.tick.filter(same).unwrap_or_else(|| Due { number, interval_ms, at_ms: at_ms() })
        });
    }

    /// A turn begins anew when it has passed to somebody else in between, when the house has acted,
    /// or when its seat has done what cannot be taken back. Everything else spends its time.
    fn note_turns(&mut self, seats: usize, happened: &Happened, now_ms: i64) {
        let fresh = Turn { since_ms: now_ms, waits: false, passed: true };
        self.turns.resize(seats, fresh);
        let acted = &happened.acted;
        let house = acted.iter().any(|(actor, _)| actor.seat().is_none());
        let mut handed_on = false;
        for (turn, seat) in self.turns.iter_mut().zip(Seat::first(seats)) {
            let others = acted.iter().any(|(actor, _)| actor.seat() != Some(seat));
            let done = acted.iter().any(|(actor, done)| actor.seat() == Some(seat) && *done);
            turn.passed |= !turn.waits && others;
            turn.waits = happened.awaited.contains(seat);
            if turn.waits && (turn.passed || done || house) {
                handed_on |= turn.passed;
                *turn = Turn { since_ms: now_ms, waits: true, passed: false };
            }
        }
        // Whoever has brought about somebody else's turn, and is still waited for, has a new one too.
        for (turn, seat) in self.turns.iter_mut().zip(Seat::first(seats)) {
            let did = acted.iter().any(|(actor, _)| actor.seat() == Some(seat));
            if handed_on && did && turn.waits {
                turn.since_ms = now_ms;
            }
        }
    }

    /// The time of these turns is over; if they go on, they begin anew.
    fn spend(&mut self, late: &[Seat], now_ms: i64) {
        for seat in late {
            if let Some(turn) = self.turns.get_mut(seat.index()) {
                turn.since_ms = now_ms;
            }
        }
    }

    /// When the next turn runs out.
    fn turn_ends(&self, clock: TurnClock) -> Option<i64> {
        let waiting = self.turns.iter().filter(|turn| turn.waits);
        waiting.map(|turn| turn.since_ms + length(clock)).min()
    }

    /// The seats whose turn has run out by then.
    fn late(&self, clock: TurnClock, at_ms: i64) -> Vec<Seat> {
        let turns = self.turns.iter().zip(Seat::first(self.turns.len()));
        let late = turns.filter(|(turn, _)| turn.waits && turn.since_ms + length(clock) <= at_ms);
        late.map(|(_, seat)| seat).collect()
    }

    /// Whether any time runs.
    pub fn run(&self) -> bool {
        self.tick.is_some() || self.turns.iter().any(|turn| turn.waits)
    }
}

/// The seats that the game waits for.
fn awaited(table: &dyn Table) -> SeatSet {
    let awaited = table.awaited();
    if awaited.is_empty() { table.to_act() } else { awaited }
}

fn length(clock: TurnClock) -> i64 {
    clock.per_turn_ms.max(SHORTEST_MS).into()
}

/// What a room waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// The tick that ends this countdown.
    Tick { number: u32, at_ms: i64 },
    /// The end of a turn.
    Turn { at_ms: i64 },
}

impl Wait {
    fn at_ms(self) -> i64 {
        match self {
            Wait::Tick { at_ms, .. } | Wait::Turn { at_ms } => at_ms,
        }
    }
}

/// The running clock of a room.
#[derive(Default)]
pub struct Timer {
    running: Option<(Wait, AbortHandle)>,
}

impl Timer {
    /// When the time runs out.
    pub fn deadline_ms(&self) -> Option<i64> {
        self.running.as_ref().map(|(wait, _)| wait.at_ms())
    }

    /// Whether something will happen by itself.
    pub fn runs(&self) -> bool {
        self.running.is_some()
    }

    fn stop(&mut self) {
        if let Some((_, task)) = self.running.take() {
            task.abort();
        }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Sets a room's clock to what it waits for now.
pub fn set(server: &Server, room: &mut Room) {
    let wanted = wanted(room, server.limits().table_bytes);
    if room.timer.running.as_ref().map(|(wait, _)| *wait) == wanted.map(|(wait, _)| wait) {
        return;
    }
    room.timer.stop();
    let Some((wait, longest)) = wanted else { return };
    // A clock that was set back must not make anybody wait longer than the whole time.
    let left = (wait.at_ms() - now_ms()).clamp(0, longest.into());
    // Where people follow at several nodes, one of them rings first; the others come if it does not.
    let grace = if server.leads(room) { Duration::ZERO } else { GRACE };
    let at = Instant::now() + Duration::from_millis(left.unsigned_abs()) + grace;
    let (server, id) = (server.clone(), room.id.clone());
    let task = tokio::spawn(async move {
        tokio::time::sleep_until(at).await;
        // What has begun is finished, whatever becomes of this clock.
        tokio::spawn(async move { server.time_is_up(&id, wait).await });
    });
    room.timer.running = Some((wait, task.abort_handle()));
}

/// What a room waits for whose journal may have so many bytes, and the longest that this can take.
fn wanted(room: &Room, most: u64) -> Option<(Wait, u32)> {
    if room.record.state != State::Playing || room.gone || room.rests(most) {
        return None;
    }
    if let Some(due) = room.record.times.tick {
        return Some((Wait::Tick { number: due.number, at_ms: due.at_ms }, due.interval_ms));
    }
    let clock = room.record.clock?;
    let at_ms = room.record.times.turn_ends(clock)?;
    Some((Wait::Turn { at_ms }, clock.per_turn_ms.max(SHORTEST_MS)))
}

/// When a countdown ends that begins now: one that follows a countdown stays on the grid.
fn next(now_ms: i64, before: Option<Due>, interval_ms: u32) -> i64 {
    let interval = i64::from(interval_ms.max(1));
    match before.filter(|due| due.interval_ms == interval_ms && due.at_ms <= now_ms) {
        None => now_ms + interval,
        Some(last) => last.at_ms + interval * ((now_ms - last.at_ms) / interval + 1),
    }
}

/// What happens when the time is up.
pub fn ring(room: &mut Room, wait: Wait) {
    let Some(table) = room.table.as_mut() else { return };
    match wait {
        Wait::Tick { number, .. } => {
            if table.countdown().is_some_and(|countdown| countdown.number == number) {
                if let Err(refusal) = table.clock() {
                    tracing::error!(table = room.id, code = refusal.code, "the clock was refused");
                }
                follow_plans(room);
            }
        }
        Wait::Turn { at_ms } => {
            let Some(clock) = room.record.clock else { return };
            let late = room.record.times.late(clock, at_ms);
            for seat in &late {
                let leaves = clock.on_time_out == TimeOut::Leave;
                if !(leaves && table.leave(*seat).is_ok()) {
                    // A seat that can do nothing now is not late.
                    let _ = table.idle(*seat);
                }
            }
            room.record.times.spend(&late, now_ms());
        }
    }
}

/// Does what the standing plans of the seats ask for in the new round.
pub fn follow_plans(room: &mut Room) {
    let Some(table) = room.table.as_mut() else { return };
    for seat in Seat::first(table.seats()) {
        let Some(reading) = table.plans(seat) else { continue };
        for choice in &reading.commands {
            if let Ok(command) = serde_json::from_str(choice.command.get()) {
                // What a plan asks for may have become impossible; then it is not done.
                let _ = table.submit(seat.into(), None, &command, Vec::new());
            }
        }
        if let Some(memo) = reading.memo {
            let _ = table.remember(seat, memo);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat::FIRST;
    const B: Seat = Seat::SECOND;

    #[test]
    fn ticks_stay_on_the_grid() {
        let at = |before, now| next(now, before, 3000);
        let last = Some(Due { number: 1, interval_ms: 3000, at_ms: 3000 });
        assert_eq!(at(None, 100), 3100, "the first countdown begins now");
        assert_eq!(at(last, 3000), 6000);
        assert_eq!(at(last, 3450), 6000, "work does not shift it");
        assert_eq!(at(last, 6000), 9000, "a grid point that was missed is left out");
        assert_eq!(at(last, 14_000), 15_000, "however many");
        assert_eq!(at(last, 2000), 5000, "a countdown that was cut short starts anew");
    }

    /// Who acted, and whether past taking back; then who is awaited.
    type Step = (Option<(Actor, bool)>, &'static [Seat]);

    /// What happens, one after another. In the end the turns of A and B began at these times; none
    /// where the seat is not awaited.
    #[track_caller]
    fn check(story: &[Step], ends: [Option<i64>; 2]) {
        let mut times = Times::default();
        for ((acted, awaited), now_ms) in story.iter().zip(0..) {
            let awaited = awaited.iter().copied().collect();
            let acted = acted.iter().copied().collect();
            times.note_turns(2, &Happened { awaited, acted }, now_ms);
        }
        let since = |turn: &Turn| turn.waits.then_some(turn.since_ms);
        assert_eq!(times.turns.iter().map(since).collect::<Vec<_>>(), ends);
    }

    #[test]
    fn a_turns_time_is_spent_and_not_started_anew() {
        let does = |seat: Seat| Some((Actor::Seat(seat), false));
        let rolls = |seat: Seat| Some((Actor::Seat(seat), true));
        let house = Some((Actor::Clock, true));
        check(&[(None, &[A])], [Some(0), None]);
        check(&[(None, &[A]), (does(A), &[B])], [None, Some(1)]);
        // A move and its take-back, which is nobody's act.
        check(&[(None, &[A]), (does(A), &[B]), (None, &[A])], [Some(0), None]);
        // The other one's turn begins whole with every move.
        check(&[(None, &[A]), (does(A), &[B]), (None, &[A]), (does(A), &[B])], [None, Some(3)]);
        // The turn comes round.
        check(&[(None, &[A]), (does(A), &[B]), (does(B), &[A])], [Some(2), None]);
        // Orders that are given and cancelled.
        check(&[(None, &[A, B]), (does(A), &[A, B]), (does(A), &[A, B])], [Some(0), Some(0)]);
        // Done, and not done after all.
        check(&[(None, &[A, B]), (does(A), &[B]), (does(A), &[A, B])], [Some(0), Some(0)]);
        // Dice do not come again.
        check(&[(None, &[A]), (rolls(A), &[A])], [Some(1), None]);
        check(&[(None, &[A, B]), (rolls(A), &[A, B])], [Some(1), Some(0)]);
        // The last order of a round opens the next one for both.
        check(&[(None, &[A, B]), (does(A), &[B]), (does(B), &[A, B])], [Some(2), Some(2)]);
        check(&[(None, &[A, B]), (house, &[A, B])], [Some(1), Some(1)]);
    }
}
