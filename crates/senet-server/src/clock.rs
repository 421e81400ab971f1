//! Time: ticks of games that play against it, and turns that may not take for ever.
//!
//! Ticks lie on a fixed grid from the moment the first countdown began: computing, storing and
//! sending never shift it. A server that was held up beyond a grid point ticks once and goes on with
//! the next one, never twice in a burst. A room that nobody follows has no clock.

use std::time::Duration;

use senet_kernel::Seat;
use tokio::task::AbortHandle;
use tokio::time::Instant;

use crate::room::{Room, State, TimeOut};
use crate::server::{Server, now_ms};

/// What a room waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// The tick that ends this countdown.
    Tick { number: u32, interval_ms: u32 },
    /// The end of the turn after this entry.
    Turn { entry: u64 },
}

/// The running clock of a room.
#[derive(Default)]
pub struct Timer {
    running: Option<Running>,
}

struct Running {
    wait: Wait,
    at: Instant,
    at_ms: i64,
    task: AbortHandle,
}

impl Timer {
    /// When the time runs out.
    pub fn deadline_ms(&self) -> Option<i64> {
        self.running.as_ref().map(|running| running.at_ms)
    }

    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.task.abort();
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
    let wanted = wanted(room);
    let before = room.timer.running.as_ref().map(|running| (running.wait, running.at));
    if before.map(|(wait, _)| wait) == wanted.map(|(wait, _)| wait) {
        return;
    }
    room.timer.stop();
    let Some((wait, length)) = wanted else { return };
    let at = next(Instant::now(), before, wait, length);
    let at_ms = now_ms() + at.saturating_duration_since(Instant::now()).as_millis() as i64;
    let (server, id) = (server.clone(), room.id.clone());
    let task = tokio::spawn(async move {
        tokio::time::sleep_until(at).await;
        // What has begun is finished, whatever becomes of this clock.
        tokio::spawn(async move { server.time_is_up(&id, wait).await });
    });
    room.timer.running = Some(Running { wait, at, at_ms, task: task.abort_handle() });
}

/// What a room waits for and how long that takes.
fn wanted(room: &Room) -> Option<(Wait, Duration)> {
    let table = room.table.as_ref()?;
    if room.record.state != State::Playing || room.followers.is_empty() {
        return None;
    }
    if let Some(countdown) = table.countdown() {
        let (number, interval_ms) = (countdown.number, countdown.after_ms);
        let length = Duration::from_millis(interval_ms.into());
        return Some((Wait::Tick { number, interval_ms }, length));
    }
    let clock = room.record.clock?;
    let length = Duration::from_millis(clock.per_turn_ms.into());
    Some((Wait::Turn { entry: table.entry() }, length))
}

/// When the time runs out: a tick that follows a tick stays on the grid.
fn next(now: Instant, before: Option<(Wait, Instant)>, wait: Wait, length: Duration) -> Instant {
    let same_grid = |before: Wait| match (before, wait) {
        (Wait::Tick { interval_ms: one, .. }, Wait::Tick { interval_ms: other, .. }) => {
            one == other
        }
        _ => false,
    };
    match before.filter(|(before, at)| same_grid(*before) && *at <= now) {
        None => now + length,
        Some((_, last)) => {
            let behind = now.saturating_duration_since(last).as_nanos() / length.as_nanos().max(1);
            last + length * (behind as u32 + 1)
        }
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
        Wait::Turn { entry } if table.entry() == entry => {
            let late: Vec<Seat> = table.to_act().iter().collect();
            let on_time_out = room.record.clock.map_or(TimeOut::Idle, |clock| clock.on_time_out);
            for seat in late {
                let left = on_time_out == TimeOut::Leave && table.leave(seat).is_ok();
                if !left {
                    // A seat that can do nothing now is not late.
                    let _ = table.idle(seat);
                }
            }
        }
        Wait::Turn { .. } => {}
    }
}

/// Does what the standing plans of the seats ask for in the new round.
pub fn follow_plans(room: &mut Room) {
    let Some(table) = room.table.as_mut() else { return };
    for seat in Seat::first(table.seats()) {
        let Some(reading) = table.follow(seat) else { continue };
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

    #[tokio::test]
    async fn ticks_stay_on_the_grid() {
        let start = Instant::now();
        let tick = |number| Wait::Tick { number, interval_ms: 3000 };
        let ms = Duration::from_millis;
        let at = |before, now| next(start + ms(now), before, tick(2), ms(3000)) - start;
        assert_eq!(at(None, 100), ms(3100), "the first countdown begins now");
        let last = Some((tick(1), start + ms(3000)));
        assert_eq!(at(last, 3000), ms(6000));
        assert_eq!(at(last, 3450), ms(6000), "work does not shift it");
        assert_eq!(at(last, 6000), ms(9000), "a grid point that was missed is left out");
        assert_eq!(at(last, 14_000), ms(15_000), "however many");
        assert_eq!(at(last, 2000), ms(5000), "a countdown that was cut short starts anew");
    }
}
