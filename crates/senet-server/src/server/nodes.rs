//! Many nodes are one house.
//!
//! Nodes that share a store say every second that they live. What one changes the others hear of, and who
//! follows a room at one is known at all of them: who is there, who talks, who watches. A node that falls
//! silent is forgotten, its guests with it, and the others go on with its rooms. Nothing of this decides
//! who was first: that is the store's compare-and-append, whatever a node believes of the others.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Locked, Server, lock};
use crate::error::ApiError;
use crate::room::{Record, Room};
use crate::store::{Beat, Change, Elsewhere};

/// After how many beats without a word a node lives no more.
const SILENT: u32 = 5;

/// What this node knows of the others.
#[derive(Default)]
pub(super) struct Others {
    /// The others that live; none before the first beat.
    known: Option<Vec<String>>,
    /// What was heard of rooms and is not looked at yet.
    news: HashMap<String, News>,
}

/// What others have done in a room.
#[derive(Clone, Debug, Default)]
struct News {
    chat: bool,
    presence: bool,
    /// Who was shown out.
    out: Vec<String>,
}

impl News {
    fn add(&mut self, change: Change) {
        match change {
            // Whether the room has changed is looked at in any case.
            Change::Room(_) => {}
            Change::Chat(_) => self.chat = true,
            Change::Presence(_) => self.presence = true,
            Change::Out(_, name) => self.out.push(name),
            Change::Any => (self.chat, self.presence) = (true, true),
        }
    }
}

/// Whether this node may judge others: one that could not reach the store itself for a while does not
/// know who was silent and who was not heard.
struct Steady {
    pause: Duration,
    since: Instant,
    last: Instant,
}

impl Steady {
    fn new(pause: Duration, now: Instant) -> Steady {
        Steady { pause, since: now, last: now }
    }

    /// The store has answered.
    fn answered(&mut self, now: Instant) {
        if now.duration_since(self.last) > self.pause * (SILENT / 2) {
            self.since = now;
        }
        self.last = now;
    }

    /// How long others may be silent, where this node may judge.
    fn silence(&self, now: Instant) -> Option<Duration> {
        let silence = self.pause * SILENT;
        (now.duration_since(self.since) >= silence).then_some(silence)
    }
}

impl Server {
    /// Says again and again that this node lives, and goes on with the rooms of those that do not.
    pub(super) fn beat_now_and_then(&self) {
        let weak = Arc::downgrade(&self.0);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let pause = self.0.limits.beat;
        runtime.spawn(async move {
            let mut steady = Steady::new(pause, Instant::now());
            while let Some(inner) = weak.upgrade() {
                let server = Server(inner);
                if *server.0.closing.borrow() {
                    return;
                }
                let asked = Instant::now();
                match server.0.store.beat(steady.silence(asked)).await {
                    Ok(Some(beat)) => {
                        steady.answered(Instant::now());
                        server.know(beat);
                    }
                    // There are no others, and never will be.
                    Ok(None) => return server.wake_what_goes_on(),
                    Err(error) => tracing::debug!(%error, "this node is not heard"),
                }
                drop(server);
                tokio::time::sleep_until((asked + pause).into()).await;
            }
        });
    }

    /// Learns who lives. Where somebody has come or gone, everybody's guests are looked for anew, and the
    /// rooms of those who are silent go on here or at another.
    fn know(&self, beat: Beat) {
        let Beat { mut others, anew } = beat;
        others.sort_unstable();
        let before = lock(&self.0.others).known.replace(others.clone());
        if anew {
            tokio::spawn(self.clone().attend_everywhere());
        }
        if before.as_ref() == Some(&others) {
            return;
        }
        let gone = |node: &&String| !others.contains(*node);
        let lost: Vec<&String> = before.iter().flatten().filter(gone).collect();
        if !lost.is_empty() {
            tracing::warn!(event = "nodes_lost", ?lost, "nodes are silent; their rooms go on");
        }
        if before.is_none() || !lost.is_empty() {
            self.wake_what_goes_on();
        }
        self.look_everywhere(&Change::Any);
    }

    /// How many nodes the house has, as far as this one knows.
    pub(crate) fn nodes(&self) -> usize {
        1 + lock(&self.0.others).known.as_ref().map_or(0, Vec::len)
    }

    /// Whether there may be other nodes.
    fn may_have_others(&self) -> bool {
        lock(&self.0.others).known.as_ref().is_none_or(|known| !known.is_empty())
    }

    /// Whether a room that goes on by itself falls to this node, when nodes divide such rooms up.
    pub(super) fn falls_here(&self, room: &str) -> bool {
        let own = rank(self.0.store.node(), room);
        let others = lock(&self.0.others);
        others.known.iter().flatten().all(|other| rank(other, room) < own)
    }

    /// Whether the bots of a room think here: at one of the nodes where somebody follows it.
    pub(crate) fn leads(&self, room: &Room) -> bool {
        if room.elsewhere.is_empty() || room.followers.is_empty() {
            return room.elsewhere.is_empty();
        }
        let own = rank(self.0.store.node(), &room.id);
        room.elsewhere.iter().all(|other| rank(&other.node, &room.id) < own)
    }

    /// Tells the other nodes who follows a room here, where that is news to them.
    pub(crate) async fn attend(&self, room: &mut Locked) -> Result<(), ApiError> {
        let who = room.attendance();
        if who == room.attended {
            return Ok(());
        }
        if self.0.store.attend(&room.id, &who).await.is_err() {
            // The others may have forgotten a node that was silent for a while.
            if let Some(beat) = self.0.store.beat(None).await? {
                self.know(beat);
            }
            self.0.store.attend(&room.id, &who).await?;
        }
        room.attended = who;
        Ok(())
    }

    /// Tells the other nodes once more who is here, after they have forgotten it.
    async fn attend_everywhere(self) {
        let rooms: Vec<_> = lock(&self.0.rooms).values().cloned().collect();
        for room in rooms {
            let mut room = Locked(room.lock_owned().await);
            room.attended = Default::default();
            self.attendance_changed(&mut room);
        }
    }

    /// Looks who follows a room at other nodes.
    pub(crate) async fn look_around(&self, room: &mut Locked) -> Result<(), ApiError> {
        room.elsewhere = self.0.store.elsewhere(std::slice::from_ref(&room.id)).await?;
        self.attendance_changed(room);
        Ok(())
    }

    /// Who follows these rooms at other nodes, where there are any.
    pub(super) async fn elsewhere(&self, rooms: &[String]) -> Result<Vec<Elsewhere>, ApiError> {
        if rooms.is_empty() || !self.may_have_others() {
            return Ok(Vec::new());
        }
        Ok(self.0.store.elsewhere(rooms).await?)
    }

    /// Whether others have changed a room since it was last read; it is then read anew before it is used.
    /// Where the store does not answer a node alone has the truth in memory; among others it does not know.
    pub(crate) async fn is_behind(&self, room: &mut Locked) -> Result<bool, ApiError> {
        let stored = match self.0.store.version(&room.id).await {
            Err(error) if self.may_have_others() => return Err(error.into()),
            stored => stored.ok().flatten(),
        };
        let behind = stored.is_some_and(|version| version != room.version);
        room.stale |= behind;
        Ok(behind)
    }

    /// Shows somebody out who watches a room at another node.
    pub(crate) async fn show_out_elsewhere(&self, room: &str, name: &str) -> Result<(), ApiError> {
        Ok(self.0.store.tell(&Change::Out(room.to_owned(), name.to_owned())).await?)
    }

    /// Hears what other nodes do.
    pub(super) fn hear_of_others(&self) {
        let Some(mut changes) = self.0.store.changes() else { return };
        let weak = Arc::downgrade(&self.0);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            while let Some(change) = changes.recv().await {
                let Some(inner) = weak.upgrade() else { return };
                let server = Server(inner);
                server.lobby_changed();
                server.look_everywhere(&change);
            }
        });
    }

    /// Looks at the rooms in memory that a change is about.
    fn look_everywhere(&self, change: &Change) {
        let rooms: Vec<_> = {
            let rooms = lock(&self.0.rooms);
            match change.room() {
                Some(id) => rooms.get_key_value(id).into_iter().map(owned).collect(),
                None => rooms.iter().map(owned).collect(),
            }
        };
        for (id, room) in rooms {
            let mut others = lock(&self.0.others);
            let waits = others.news.contains_key(&id);
            others.news.entry(id.clone()).or_default().add(change.clone());
            // However much happens there, it is looked at once.
            if !waits {
                tokio::spawn(self.clone().look_again(id, room));
            }
        }
    }

    /// Looks at a room that others may have changed, and tells whoever follows it here.
    async fn look_again(self, id: String, room: Arc<tokio::sync::Mutex<Room>>) {
        let mut room = Locked(room.lock_owned().await);
        let Some(news) = lock(&self.0.others).news.remove(&id) else { return };
        for name in &news.out {
            room.show_out(name);
        }
        // Where the store does not answer, the next who comes looks again.
        let looked = match self.is_behind(&mut room).await {
            Ok(true) => self.refresh(&mut room).await,
            Ok(false) => Ok(()),
            Err(error) => Err(error),
        };
        if looked.is_err() {
            room.stale = true;
            return self.come_back(&id);
        }
        if news.chat
            && !room.followers.is_empty()
            && let Ok(chat) = self.0.store.chat(&id).await
        {
            room.hear(&chat);
        }
        if news.presence {
            let _ = self.look_around(&mut room).await;
        }
    }

    /// Rooms whose time runs, or whose bots are to act, go on without anybody asking: after a restart, and
    /// when the node is silent that had them.
    fn wake_what_goes_on(&self) {
        let weak = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut after = String::new();
            while let Some(inner) = weak.upgrade() {
                let server = Server(inner);
                let rooms = match server.0.store.playing(&after).await {
                    Ok(rooms) => rooms,
                    Err(error) => {
                        tracing::warn!(%error, "the rooms that go on are looked for again");
                        tokio::time::sleep(Duration::from_secs(1)).await;
                        continue;
                    }
                };
                let Some((last, _)) = rooms.last() else { return };
                after.clone_from(last);
                for (id, row) in rooms {
                    let record = serde_json::from_str::<Record>(&row.json);
                    if record.is_ok_and(|record| Room::may_go_on(&record))
                        && server.falls_here(&id)
                        && let Err(error) = server.locked(&id).await
                    {
                        tracing::warn!(table = id, code = error.0.code, "a room does not go on");
                    }
                }
            }
        });
    }
}

fn owned<K: Clone, V: Clone>((key, value): (&K, &V)) -> (K, V) {
    (key.clone(), value.clone())
}

/// How much a node wants a room: every node reckons the same, and none wants them all.
fn rank(node: &str, room: &str) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(node.as_bytes()).update(b" ").update(room.as_bytes());
    let mut bytes = [0; 8];
    hasher.finalize_xof().fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_that_was_cut_off_itself_judges_nobody() {
        let second = Duration::from_secs(1);
        let start = Instant::now();
        let mut steady = Steady::new(second, start);
        assert_eq!(steady.silence(start), None, "it has just begun");
        for beat in 1..=5 {
            steady.answered(start + second * beat);
        }
        assert_eq!(steady.silence(start + second * 5), Some(second * 5));
        steady.answered(start + second * 20);
        assert_eq!(
            steady.silence(start + second * 20),
            None,
            "others may have been heard by all but it"
        );
        for beat in 21..=25 {
            steady.answered(start + second * beat);
        }
        assert_eq!(steady.silence(start + second * 25), Some(second * 5));
    }

    #[test]
    fn rooms_are_divided_up_among_nodes() {
        let nodes = ["a", "b", "c"];
        let mut shares = [0; 3];
        for room in 0..300 {
            let room = room.to_string();
            let first = (0..3).max_by_key(|node| rank(nodes[*node], &room));
            shares[first.unwrap()] += 1;
        }
        assert!(shares.iter().all(|share| (60..140).contains(share)), "{shares:?}");
    }
}
