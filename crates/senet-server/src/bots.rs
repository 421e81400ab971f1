//! Bots, beside the rooms: a slow one delays no table and no tick.

use std::sync::Arc;
use std::time::Duration;

use senet_kernel::{Actor, Seat, Viewer};
use serde_json::Value;
use tokio::sync::Semaphore;

use crate::room::{Room, State};
use crate::server::Server;

/// How long a bot may think; then its seat idles.
const DEADLINE: Duration = Duration::from_secs(5);

/// How many bots may think at once.
pub fn places() -> Arc<Semaphore> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Arc::new(Semaphore::new(cores.saturating_sub(1).max(1)))
}

/// Lets the next bot think, where it is one's turn and nobody thinks already.
pub fn wake(server: &Server, room: &mut Room) {
    if room.thinking
        || room.gone
        || room.record.state != State::Playing
        || room.followers.is_empty()
    {
        return;
    }
    let Some(seat) = next(room) else { return };
    let Some(name) = room.stand_in(seat).map(str::to_owned) else { return };
    let Some(table) = room.table.as_ref() else { return };
    room.thinking = true;
    let view = table.view(Viewer::Seat(seat));
    let seed = table.entry().wrapping_mul(31).wrapping_add(seat.index() as u64 + 1);
    let (server, id, game) = (server.clone(), room.id.clone(), room.record.game.clone());
    tokio::spawn(async move {
        let places = server.bot_places();
        let Ok(place) = places.acquire_owned().await else { return };
        let think = tokio::task::spawn_blocking(move || {
            let _place = place;
            let mut bot = senet_catalog::find(&game)?.bot(&name, seed)?;
            bot.choose(&view, seat).ok()
        });
        let thought = tokio::time::timeout(DEADLINE, think).await;
        let commands = thought.ok().and_then(Result::ok).flatten();
        server.bot_has_thought(&id, seat, commands).await;
    });
}

/// The seat without a person that is to act next.
fn next(room: &mut Room) -> Option<Seat> {
    let table = room.table.as_ref()?;
    let countdown = table.countdown().map(|countdown| countdown.number);
    let played = table.to_act().iter().filter(|seat| room.stand_in(*seat).is_some()).collect();
    room.turns.next(played, countdown)
}

/// Does what a bot wants, or idles where it wants nothing, came too late or is none.
pub fn act(room: &mut Room, seat: Seat, commands: Option<Vec<Value>>) {
    room.thinking = false;
    if room.stand_in(seat).is_none() {
        return; // A person has come back in the meantime.
    }
    let Some(table) = room.table.as_mut() else { return };
    let mut wanted = false;
    for command in commands.unwrap_or_default() {
        wanted |= table.submit(Actor::Seat(seat), None, &command, Vec::new()).is_ok();
    }
    if !wanted && table.countdown().is_none() {
        wanted = table.idle(seat).is_ok();
    }
    room.turns.answered(seat, wanted);
}
