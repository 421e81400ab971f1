//! Bots, beside the rooms: a slow one delays no table and no tick.

use std::sync::Arc;
use std::time::Duration;

use senet_kernel::{Actor, Seat, Viewer};
use senet_table::Countdown;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::Semaphore;

use crate::room::{Room, State};
use crate::server::Server;

/// How long a bot may take, until there is a place to think in and until it has thought; then its
/// seat idles.
pub const DEADLINE: Duration = Duration::from_secs(5);

/// How many bots may think at once.
pub fn places() -> Arc<Semaphore> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Arc::new(Semaphore::new(cores.max(2)))
}

/// Lets the next bot think, where it is one's turn and nobody thinks already.
pub fn wake(server: &Server, room: &mut Room) {
    if room.thinking || room.gone || room.rests() || room.record.state != State::Playing {
        return;
    }
    let Some(seat) = next(room) else { return };
    let Some(name) = room.stand_in(seat).map(str::to_owned) else { return };
    let Some(table) = room.table.as_ref() else { return };
    room.thinking = true;
    let view = table.view(Viewer::Seat(seat));
    let seed = room.id.bytes().fold(table.entry() * 8 + seat.index() as u64, |seed, byte| {
        seed.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte)
    });
    let (server, id, game) = (server.clone(), room.id.clone(), room.record.game.clone());
    tokio::spawn(async move {
        let think = think(&server, game, name, seed, view, seat);
        let commands = tokio::time::timeout(DEADLINE, think).await.ok().flatten();
        server.bot_has_thought(&id, seat, commands).await;
    });
}

/// What a bot wants, thought out beside the threads that serve sockets.
pub async fn think(
    server: &Server,
    game: String,
    name: String,
    seed: u64,
    view: Box<RawValue>,
    seat: Seat,
) -> Option<Vec<Value>> {
    let place = server.bot_places().acquire_owned().await.ok()?;
    let thought = tokio::task::spawn_blocking(move || {
        let _place = place;
        let mut bot = senet_catalog::find(&game)?.bot(&name, seed)?;
        bot.choose(&view, seat).ok()
    });
    thought.await.ok().flatten()
}

/// The seat without a person that is to act next.
fn next(room: &mut Room) -> Option<Seat> {
    let table = room.table.as_ref()?;
    let countdown = table.countdown().and_then(Countdown::beat);
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
