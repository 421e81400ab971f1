//! Bots, beside the rooms: a slow one delays no table and no tick.

use std::sync::Arc;
use std::time::{Duration, Instant};

use senet_catalog::{AnyGame, Leash, Level};
use senet_kernel::{Actor, Seat, Viewer};
use senet_table::Countdown;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::pool::{Asker, Missed};
use crate::room::{Room, State};
use crate::server::Server;

/// How long a bot may take, its turn in the line included; then its seat idles. Once it is its turn, it thinks no
/// longer than its level may.
const DEADLINE: Duration = Duration::from_secs(30);

/// Lets the next bot think, where it is one's turn and nobody thinks already.
pub fn wake(server: &Server, room: &mut Room) {
    let rests = room.rests(server.limits().table_bytes);
    if room.thinking || room.gone || rests || room.record.state != State::Playing {
        return;
    }
    // Where people follow at several nodes, the bot thinks at one of them.
    if !server.leads(room) {
        return;
    }
    let Some(seat) = next(room) else { return };
    let Some(name) = room.stand_in(seat).map(str::to_owned) else { return };
    let Some(table) = room.table.as_ref() else { return };
    let view = table.view(Viewer::Seat(seat));
    let seed = seed(&room.record.bot_secret, table.entry(), seat);
    let (server, id, asker) = (server.clone(), room.id.clone(), Asker::house(patron(room)));
    let Some(game) = senet_catalog::of_journal(table.header()) else { return };
    room.thinking = true;
    room.thought += 1;
    let thought = room.thought;
    let bot = Thinker { game, name, seed, view, seat };
    tokio::spawn(async move {
        let started = Instant::now();
        let commands = think_until(&server, &asker, &bot, started + DEADLINE).await;
        let thought = Thought { number: thought, seat, commands, took: started.elapsed() };
        server.bot_has_thought(&id, thought).await;
    });
}

/// The seed of a bot's luck: nobody who does not know the room's secret can foretell it.
fn seed(secret: &str, entry: u64, seat: Seat) -> u64 {
    let key = blake3::derive_key("senet room: the luck of bots", secret.as_bytes());
    let mut hasher = blake3::Hasher::new_keyed(&key);
    hasher.update(&entry.to_le_bytes()).update(&[seat.into()]);
    let mut bytes = [0; 8];
    hasher.finalize_xof().fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

/// What a bot wants, thought out beside the threads that serve sockets, for somebody.
pub async fn think(
    server: &Server,
    asker: &Asker,
    bot: Thinker,
    deadline: Duration,
) -> Result<Option<Vec<Value>>, Missed> {
    let Thinker { game, name, seed, view, seat } = bot;
    let thought = server.pool().run_on_a_leash(asker, deadline, move |enough| {
        let mut bot = game.bot(&name, seed)?;
        let time = Duration::from_millis(Level::of_bot(&name).millis().into());
        let begun = Instant::now();
        let leash = Leash::until(move || begun.elapsed() >= time || enough());
        bot.think(&view, seat, &leash).ok()
    });
    thought.await
}

/// What a bot wants; where the line is full it waits for a place in it.
async fn think_until(
    server: &Server,
    asker: &Asker,
    bot: &Thinker,
    until: Instant,
) -> Option<Vec<Value>> {
    /// How long it waits before it looks again.
    const PAUSE: Duration = Duration::from_millis(200);
    loop {
        let left = until.saturating_duration_since(Instant::now());
        match think(server, asker, bot.clone(), left).await {
            Err(Missed::Busy(_)) if left > PAUSE => tokio::time::sleep(PAUSE).await,
            thought => return thought.ok().flatten(),
        }
    }
}

/// What a bot has thought of.
pub struct Thought {
    /// Which thought of its room it is.
    pub number: u64,
    pub seat: Seat,
    /// What the bot wants; nothing where it came to nothing in time.
    pub commands: Option<Vec<Value>>,
    pub took: Duration,
}

/// A bot, and what it thinks about.
#[derive(Clone)]
pub struct Thinker {
    pub game: Arc<dyn AnyGame>,
    pub name: String,
    pub seed: u64,
    pub view: Box<RawValue>,
    pub seat: Seat,
}

/// For whom the bots of a room think: an address that has a seat there, which gets no larger share of
/// the threads by making more rooms. A room that nobody follows stands for itself.
fn patron(room: &Room) -> Arc<str> {
    let seated = room.followers.iter().find(|follower| follower.viewer.seat().is_some());
    let patron = seated.or_else(|| room.followers.first());
    patron.map_or_else(|| room.id.as_str().into(), |follower| follower.out.address().clone())
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

#[cfg(test)]
mod tests {
    use super::*;

    /// All that is public of a room, its name and the entry, says nothing of a bot's luck.
    #[test]
    fn a_bots_luck_comes_from_the_rooms_secret() {
        let of = |secret: &str, entry, seat| seed(secret, entry, seat);
        let (one, other) = (Seat::FIRST, Seat::SECOND);
        assert_eq!(of("a", 1, one), of("a", 1, one), "it can be repeated by who knows the secret");
        assert_ne!(of("a", 1, one), of("b", 1, one));
        assert_ne!(of("a", 1, one), of("a", 2, one));
        assert_ne!(of("a", 1, one), of("a", 1, other));
    }
}
