//! Play over a WebSocket: one socket follows any number of tables.

mod ear;
mod outlet;
mod wire;

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use futures_util::FutureExt;
use senet_kernel::{Actor, Question, Seat, Viewer};
use senet_table::protocol::{
    Answer, ChatLine, Followed, GuestAsk, Hello, Occasion, Push, greeted, not_a_message,
};
use senet_table::{Choice, Refusal, Table, json};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::bots::{self, Thinker};
use crate::error::ApiError;
use crate::http::moderation;
use crate::limit::{Allowance, Counter};
use crate::names;
use crate::pulse::{Beat, Pulse};
use crate::room::{Follower, MESSAGE, Room, State, text, update_text};
use crate::secret::token_hash;
use crate::server::{ATTEMPTS, Locked, Server, now_ms, unknown_game};
use crate::sitting::DEVICES;
use crate::store::{ChatRow, StoreError};
use ear::{Farewell, Heard, TOO_LONG};
use wire::{AT_ONCE, Frame};

pub use outlet::Outlet;
pub use wire::{Upgrade, Wire};

/// The most entries that are told to somebody who comes back; beyond that the bare view does.
const CATCH_UP: u64 = 200;
/// How often somebody is told what they have missed who comes while others play on.
const CATCHES: usize = 3;
/// How long that may take each time, its turn in the line included.
const CAUGHT_UP_WITHIN: Duration = Duration::from_secs(10);
/// The most tables that one socket follows.
const FOLLOWED: usize = 64;
/// The most sockets that follow a table for one seat: some for each device.
const SEATED: usize = 4 * DEVICES;
/// The most messages that are taken before their answers go out.
const BREATH: usize = 32;
/// Lines of chat in a second, on average.
const CHATTER: f64 = 2.0;
/// Memos in a second, on average.
const MEMOS: f64 = 5.0;
/// What the store is taken to need for a command, besides its own bytes.
const ENTRY_BYTES: usize = 256;
/// After how many bytes the share of an address is looked at again.
const ACCOUNT: usize = 64 << 10;
/// How long a hint may take, its turn in the line included.
const HINT: Duration = Duration::from_secs(10);
/// How long a write may take.
const WRITTEN_WITHIN: Duration = Duration::from_secs(30);

/// The message that comes most often, which is read in one go and without copies; strings with
/// escapes go the longer way.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Submit<'a> {
    #[serde(rename = "type")]
    _type: SubmitType,
    id: Option<Value>,
    table: &'a str,
    seat: Option<Seat>,
    request: Option<&'a str>,
    #[serde(borrow)]
    command: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum SubmitType {
    Submit,
}

/// Serves a socket until it closes. One task reads and writes: what an answer leads to goes out
/// with it, in one piece.
pub async fn serve(server: Server, mut wire: Wire, place: Counter) {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let out = Outlet::new(&place);
    out.send(text(&Push::Hello(Hello::new(Some(now_ms())))));
    let mut guest = Guest {
        number: NUMBER.fetch_add(1, Ordering::Relaxed),
        followed: Vec::new(),
        allowance: Allowance::new(server.limits().messages_per_second),
        chatter: Allowance::new(CHATTER),
        memos: Allowance::new(MEMOS),
        unpaid: 0,
        lobby: None,
        advising: Arc::default(),
        server,
        out: out.clone(),
    };
    let mut closing = guest.server.closing();
    let mut closing = pin!(async move { closing.wait_for(|closing| *closing).await.is_ok() });
    let mut pulse = Pulse::new(guest.server.limits().pulse, Instant::now());
    let mut alarm = pin!(tokio::time::sleep_until(pulse.due().into()));
    let mut told = false;
    let end = 'open: loop {
        if let Err(end) = write(&mut wire, &out).await {
            break end;
        }
        let happened = poll_fn(|context| {
            if out.poll_news(context).is_ready() {
                return Poll::Ready(Happened::News);
            }
            if let Poll::Ready(heard) = wire.poll_heard(context) {
                return Poll::Ready(Happened::Heard(heard));
            }
            if alarm.as_mut().poll(context).is_ready() {
                return Poll::Ready(Happened::Silence);
            }
            // All sockets wait for this at one place: each asks there once, and is woken by it.
            told = told || closing.as_mut().poll(context).is_pending();
            if guest.server.is_closing() { Poll::Ready(Happened::Closing) } else { Poll::Pending }
        });
        let mut heard = match happened.await {
            Happened::News => continue,
            Happened::Closing => break Some(CLOSING),
            Happened::Silence => {
                // Whoever does not even answer a ping has gone.
                match pulse.look(Instant::now(), wire.half_said()) {
                    Beat::Ask => {}
                    Beat::Gone => break Some(SILENT),
                    Beat::Late => break Some(TOO_LATE),
                }
                alarm.as_mut().reset(pulse.due().into());
                wire.put(Frame::ping());
                continue;
            }
            Happened::Heard(heard) => heard,
        };
        pulse.heard();
        out.awake();
        // Whatever else is here already is answered in the same breath.
        for left in (0..BREATH).rev() {
            match heard {
                Heard::Goodbye(_) | Heard::Silence => break 'open None,
                Heard::Broken(end) => break 'open Some(end),
                said => guest.listen(said).await,
            }
            let more = if left > 0 { wire.here() } else { None };
            let Some(more) = more else { break };
            heard = more;
        }
    };
    if let Some((code, sentence)) = end {
        match end {
            Some(TOO_SLOW) => guest.server.refused("too_slow", out.address()),
            Some(TOO_LONG) => guest.server.refused("too_large", out.address()),
            _ => {}
        }
        wire.put(Frame::close(code, sentence));
    }
    // Whoever says goodbye is answered.
    let _ = Box::pin(tokio::time::timeout(Duration::from_secs(1), wire.flush())).await;
    out.close();
    drop(place);
    Box::pin(guest.go()).await;
}

/// What wakes a socket.
enum Happened {
    /// There is something to write.
    News,
    /// Somebody says something.
    Heard(Heard),
    /// Nobody has said anything for long.
    Silence,
    /// The server closes.
    Closing,
}

const TOO_SLOW: Farewell = (1008, "you read too slowly; connect again and follow with `since`");
const SILENT: Farewell = (1008, "you did not answer a ping; connect again");
const TOO_LATE: Farewell = (1008, "the rest of your message did not come; connect again");
const CLOSING: Farewell = (1001, "the server closes; connect again in a moment");

/// Writes what is queued, many messages at once.
async fn write(wire: &mut Wire, out: &Outlet) -> Result<(), Option<Farewell>> {
    out.take(AT_ONCE, |text| wire.put(Frame::text(text)));
    if out.is_full() {
        return Err(Some(TOO_SLOW));
    }
    // As a rule the system takes it at once, and neither a clock nor memory for waiting is needed.
    match wire.flush().now_or_never() {
        Some(written) => written.map_err(|_| None),
        None => Box::pin(write_slowly(wire, out)).await,
    }
}

/// Writes to a reader who takes their time.
async fn write_slowly(wire: &mut Wire, out: &Outlet) -> Result<(), Option<Farewell>> {
    tokio::select! {
        biased;
        written = tokio::time::timeout(WRITTEN_WITHIN, wire.flush()) => match written {
            Ok(Ok(())) => Ok(()),
            _ => Err(None),
        },
        () = out.overflow() => Err(Some(TOO_SLOW)),
    }
}

/// Whoever is at the other end.
struct Guest {
    number: u64,
    server: Server,
    out: Outlet,
    /// The tables that are followed.
    followed: Vec<Watch>,
    allowance: Allowance,
    chatter: Allowance,
    memos: Allowance,
    /// How many bytes were stored for this socket since they were last counted to its address.
    unpaid: usize,
    lobby: Option<tokio::task::AbortHandle>,
    /// Whether a hint is being thought out.
    advising: Arc<AtomicBool>,
}

/// A table that is followed.
struct Watch {
    table: String,
    room: Arc<tokio::sync::Mutex<Room>>,
    /// The seats held there, with the hashes of their tokens.
    seats: Vec<(Seat, String)>,
}

impl Guest {
    /// Takes what was said, of which there may be only so much, whatever it is.
    async fn listen(&mut self, heard: Heard) {
        let allowed = self.allowance.take();
        let message = match &heard {
            Heard::Text(text) => Some(text),
            Heard::Binary => None,
            _ => return,
        };
        if !allowed {
            let sentence = "too many messages; wait a second and go on";
            let refusal = Refusal::new("too_many_messages", sentence);
            return self.answer(message.and_then(|text| id_of(text)), &Answer::Error(refusal));
        }
        // A thought takes its memory only while it lasts: most sockets are silent.
        match message {
            Some(text) => Box::pin(self.hear(text)).await,
            None => self.answer(None, &Answer::Error(Refusal::new("no_text", "messages are text"))),
        }
    }

    /// A table that is followed.
    fn watch(&self, table: &str) -> Option<&Watch> {
        self.followed.iter().find(|watch| watch.table == table)
    }

    async fn hear(&mut self, message: &str) {
        if let Ok(submit) = serde_json::from_str::<Submit>(message) {
            let Submit { id, table, seat, request, command, .. } = submit;
            let answer = self.submit(table, seat, request, command).await;
            return self.answer(id, &answer.unwrap_or_else(|ApiError(no)| Answer::Error(no)));
        }
        let mut json: Value = match serde_json::from_str(message) {
            Ok(json) => json,
            Err(error) => {
                let sentence = format!("the message is no JSON: {error}");
                return self.answer(None, &Answer::Error(Refusal::new("no_json", sentence)));
            }
        };
        let id = json.as_object_mut().and_then(|object| object.remove("id"));
        match serde_json::from_value::<GuestAsk>(json.clone()) {
            Err(error) => self.answer(id, &Answer::Error(not_a_message(&json, &error))),
            Ok(ask) => {
                if let Err(ApiError(refusal)) = self.obey(id.clone(), ask).await {
                    self.answer(id, &Answer::Error(refusal));
                }
            }
        }
    }

    async fn obey(&mut self, id: Option<Value>, ask: GuestAsk) -> Result<(), ApiError> {
        if is_a_call(&ask) {
            self.server.may_call(self.out.address())?;
        }
        // What is asked rarely takes its memory only then.
        let answer = match ask {
            GuestAsk::Hello { protocol } => greeted(protocol, Some(now_ms()))?,
            GuestAsk::Follow { table, token, since, name } => {
                return Box::pin(self.follow(id, table, token, since, name)).await;
            }
            GuestAsk::Unfollow { table } => {
                Box::pin(self.unfollow(&table)).await?;
                Answer::Done
            }
            GuestAsk::Submit { table, seat, request, command } => {
                let command = to_raw_value(&command).expect("a JSON value");
                self.submit(&table, seat, request.as_deref(), &command).await?
            }
            GuestAsk::TakeBack { table, seat, request, to } => {
                self.pay(ENTRY_BYTES)?;
                let back = |table: &mut dyn Table, seat: Seat| match to {
                    Some(step) => table.take_back_after(seat, step, request.as_deref()),
                    None => table.take_back(Actor::Seat(seat), request.as_deref()),
                };
                self.act(&table, seat, back, None).await?
            }
            GuestAsk::Check { table, seat, command } => {
                let (mut room, seat) = self.at_seat(&table, seat).await?;
                let checked = room.playing()?.check(Actor::Seat(seat), &command);
                checked.map_or_else(Answer::Rejected, |()| Answer::Done)
            }
            GuestAsk::Outlook { table, seat, command } => {
                let (mut room, seat) = self.at_seat(&table, seat).await?;
                Answer::Outlook { outlook: room.playing()?.outlook(seat.into(), &command) }
            }
            GuestAsk::Help { table, seat } => {
                let (mut room, _) = self.looking(&table, seat).await?;
                Answer::help(room.playing()?)
            }
            GuestAsk::Legal { table, seat } => {
                let (mut room, seat) = self.at_seat(&table, seat).await?;
                Answer::Legal(room.playing()?.legal(seat))
            }
            GuestAsk::Read { table, seat, text } => {
                let (mut room, seat) = self.at_seat(&table, seat).await?;
                Answer::from(room.playing()?.read(seat, &text)?)
            }
            GuestAsk::Question { table, seat, text } => {
                let (mut room, seat) = self.at_seat(&table, seat).await?;
                Answer::question(room.playing()?, seat, &text)?
            }
            GuestAsk::Answered { table, seat, input, answer } => {
                let (mut room, seat) = self.at_seat(&table, seat).await?;
                Answer::answered(room.playing()?, seat, input, &answer)?
            }
            GuestAsk::Translate { table, seat, text, input } => {
                return Box::pin(self.translate(id, table, seat, &text, input)).await;
            }
            GuestAsk::Remember { table, seat, memo } => {
                self.remember(&table, seat, &memo).await?;
                Answer::Done
            }
            GuestAsk::Advise { table, seat, bot } => {
                return Box::pin(self.advise(id, table, seat, bot)).await;
            }
            GuestAsk::Events { table, seat, since, until } => {
                let until = until.unwrap_or(u64::MAX);
                let told = move |table: &dyn Table, viewer| Answer::Events {
                    frames: table.history(viewer, since, until),
                };
                return Box::pin(self.look_back(id, table, seat, None, told)).await;
            }
            GuestAsk::Log { table, seat } => {
                let told =
                    move |table: &dyn Table, viewer| Answer::Log { chapters: table.log(viewer) };
                return Box::pin(self.look_back(id, table, seat, None, told)).await;
            }
            GuestAsk::Draw { table, seat, at } => {
                let drawn = move |table: &dyn Table, viewer| drawing(table, viewer, at);
                return Box::pin(self.look_back(id, table, seat, at, drawn)).await;
            }
            GuestAsk::Chat { table, seat, text } => {
                Box::pin(self.chat(&table, seat, text)).await?;
                Answer::Done
            }
            GuestAsk::Lobby { on } => {
                self.watch_lobby(on);
                Answer::Done
            }
            GuestAsk::Ping {} => Answer::Pong { now_ms: now_ms() },
        };
        self.answer(id, &answer);
        Ok(())
    }

    /// Keeps a memo of a seat, where there is room for it.
    async fn remember(
        &mut self,
        table: &str,
        seat: Option<Seat>,
        memo: &Value,
    ) -> Result<(), ApiError> {
        if !self.memos.take() {
            let sentence = "too many memos; wait a second and go on";
            return Err(ApiError::new("too_many_messages", sentence));
        }
        let bytes = memo.to_string().len();
        self.pay(ENTRY_BYTES + bytes)?;
        for _ in 1..ATTEMPTS {
            let (mut room, seat) = self.at_seat(table, seat).await?;
            self.has_room(&room, seat)?;
            self.has_room_for_memo(&room, seat, bytes)?;
            going_on(&mut room)?.remember(seat, memo.clone())?;
            match self.server.settle(&mut room).await {
                Err(error) if error.is_conflict() => {}
                settled => return settled,
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// Refuses where the memos of a seat would become too many.
    fn has_room_for_memo(&self, room: &Room, seat: Seat, bytes: usize) -> Result<(), ApiError> {
        let most = self.server.limits().memo_bytes;
        if room.memo_bytes(seat) + bytes as u64 <= most {
            return Ok(());
        }
        let sentence = format!(
            "the memos of this seat would have more than {most} bytes (`memo_bytes`), which is the most"
        );
        Err(ApiError::new("too_many_bytes", sentence))
    }

    /// Counts what is stored for this socket to its address, now and then.
    fn pay(&mut self, bytes: usize) -> Result<(), ApiError> {
        self.unpaid += bytes;
        if self.unpaid >= ACCOUNT {
            // Where it is refused, all that comes later is asked for at once.
            let unpaid = std::mem::replace(&mut self.unpaid, ACCOUNT);
            self.server.may_write(self.out.address(), unpaid)?;
            self.unpaid = 0;
        }
        Ok(())
    }

    /// Refuses where a seat has had its share of the journal written: however much it does, the others have theirs.
    fn has_room(&self, room: &Room, seat: Seat) -> Result<(), ApiError> {
        let (all, seats) = (self.server.limits().table_bytes, room.record.seats.len().max(1));
        if room.bytes_of(seat) < all / seats as u64 {
            return Ok(());
        }
        let sentence = format!(
            "this seat has used up its share of the {all} bytes that the journal of this table may have (`table_bytes`); it can do nothing more here but leave"
        );
        Err(ApiError::new("too_many_bytes", sentence))
    }

    async fn submit(
        &mut self,
        table: &str,
        seat: Option<Seat>,
        request: Option<&str>,
        command: &RawValue,
    ) -> Result<Answer, ApiError> {
        let started = Instant::now();
        self.pay(ENTRY_BYTES + command.get().len())?;
        let submit =
            |table: &mut dyn Table, seat: Seat| table.submit_text(seat.into(), request, command);
        self.act(table, seat, submit, Some(started)).await
    }

    /// Acts at a table, and again on what is there then where another node came first.
    async fn act(
        &self,
        table: &str,
        seat: Option<Seat>,
        act: impl Fn(&mut dyn Table, Seat) -> Result<senet_table::Accepted, Refusal>,
        timed: Option<Instant>,
    ) -> Result<Answer, ApiError> {
        for _ in 1..ATTEMPTS {
            let (mut room, seat) = self.at_seat(table, seat).await?;
            self.has_room(&room, seat)?;
            let judged = act(going_on(&mut room)?, seat);
            // Another node may have gone on in the meantime; what is refused is judged by what counts.
            if judged.is_err() && self.server.is_behind(&mut room).await? {
                continue;
            }
            match self.settle(room, judged, timed).await {
                Err(error) if error.is_conflict() => {}
                answer => return answer,
            }
        }
        Err(StoreError::Conflict.into())
    }

    async fn settle(
        &self,
        mut room: Locked,
        judged: Result<senet_table::Accepted, Refusal>,
        timed: Option<Instant>,
    ) -> Result<Answer, ApiError> {
        let counters = self.server.counters();
        match judged {
            Err(refusal) => {
                counters.rejected.fetch_add(1, Ordering::Relaxed);
                Ok(Answer::Rejected(refusal))
            }
            Ok(accepted) => {
                let before = room.counted;
                self.server.settle(&mut room).await?;
                // What not everybody may know of is not counted: a number would tell when it was done.
                if let Some(started) = timed.filter(|_| room.counted != before) {
                    self.server.metrics().submit.observe(started.elapsed());
                }
                Ok(Answer::Accepted(accepted))
            }
        }
    }

    async fn follow(
        &mut self,
        id: Option<Value>,
        table: String,
        token: Option<String>,
        since: Option<u64>,
        name: Option<String>,
    ) -> Result<(), ApiError> {
        if self.followed.len() >= FOLLOWED && self.watch(&table).is_none() {
            let sentence = format!("one socket follows at most {FOLLOWED} tables");
            return Err(ApiError::new("too_many_tables", sentence));
        }
        let mark = self.server.mark(self.out.address()).await?;
        let (mut room, missed) = self.come(&table, token.as_deref(), since).await?;
        let chat = self.server.store().chat(&table).await?;
        room.hear(&chat);
        let viewer = viewer_of(&room, token.as_deref())?;
        if viewer == Viewer::Spectator {
            room.may_come(&mark)?;
            self.may_watch(&room)?;
            if let Some(name) = &name {
                self.may_be_called(&room, name)?;
            }
        }
        room.followers.retain(|f| !(f.socket == self.number && f.viewer == viewer));
        self.has_place(&room, viewer)?;
        let entry = room.known_to(viewer);
        let since = since.filter(|since| since.checked_add(1) == Some(entry)).unwrap_or(entry);
        let out = self.out.clone();
        let called = name.filter(|_| viewer == Viewer::Spectator).map(Arc::from);
        let chat: Vec<_> = chat.into_iter().filter(|row| room.hears(viewer, &row.from)).collect();
        let hash = token.as_deref().map(token_hash);
        let known = room.watched(viewer).map_or(0, |table| table.last_line(viewer));
        room.followers.push(Follower {
            socket: self.number,
            viewer,
            token: hash,
            out,
            mark: (viewer == Viewer::Spectator).then(|| mark.into()),
            name: called,
            seen: entry,
            known,
        });
        if let Err(error) = self.server.attend(&mut room).await {
            room.followers.pop();
            return Err(error);
        }
        let seats = match self.followed.iter().position(|watch| watch.table == table) {
            Some(known) => self.followed.swap_remove(known).seats,
            None => Vec::new(),
        };
        let mut watch = Watch { table, room: room.shared(), seats };
        if let (Some(seat), Some(token)) = (viewer.seat(), &token) {
            watch.seats.retain(|(known, _)| *known != seat);
            // As a rule it is the only one, and most sockets follow one table.
            watch.seats.reserve_exact(1);
            watch.seats.push((seat, token_hash(token)));
        }
        self.followed.reserve_exact(1);
        self.followed.push(watch);
        let followed = Followed {
            table: room.id.clone(),
            viewer,
            room: room.view(),
            chat: chat.into_iter().map(ChatLine::from).collect(),
        };
        self.answer(id, &Answer::Followed(Box::new(followed)));
        self.server.attendance_changed(&mut room);
        if let Some(table) = room.watched(viewer) {
            let deadline_ms = room.deadline_for(viewer);
            let at = Occasion { table: &room.id, viewer, now_ms: now_ms(), deadline_ms };
            self.out.send(missed.unwrap_or_else(|| update_text(at, table, since)));
        }
        if viewer == Viewer::Spectator {
            self.server.tell_late(&mut room);
        }
        Ok(())
    }

    /// Locks a room for somebody who comes, with what they have missed since one of their steps, where that is
    /// more than one and not too much. To tell it a long game has to be played again: that is done among the
    /// thoughts and without the room, where others play on meanwhile. Where they do so all the time, or there is
    /// too much to think about, the bare view does.
    async fn come(
        &self,
        table: &str,
        token: Option<&str>,
        since: Option<u64>,
    ) -> Result<(Locked, Option<Bytes>), ApiError> {
        let mut told = None;
        for _ in 0..=CATCHES {
            let room = self.server.room(table).await?;
            let viewer = viewer_of(&room, token)?;
            let entry = room.known_to(viewer);
            let line = room.watched(viewer).map_or(0, |table| table.last_line(viewer));
            let far = |since: &u64| (2..=CATCH_UP).contains(&entry.saturating_sub(*since));
            let Some(since) = since.filter(far) else { return Ok((room, None)) };
            if let Some((_, text)) = told.take_if(|(known, _)| *known == line) {
                return Ok((room, text));
            }
            let (past, id) = (room.past(viewer, since)?, room.id.clone());
            let deadline_ms = room.deadline_for(viewer);
            drop(room);
            let tell = move || {
                let table = past.table().ok()?;
                let at = Occasion { table: &id, viewer, now_ms: now_ms(), deadline_ms };
                Some(update_text(at, &*table, since))
            };
            let text = self.server.pool().run(&self.out.asker(), CAUGHT_UP_WITHIN, tell).await;
            told = Some((line, text.ok().flatten()));
        }
        Ok((self.server.room(table).await?, None))
    }

    /// Refuses where a seat has too many sockets: whatever happens is told to each of them.
    fn has_place(&self, room: &Room, viewer: Viewer) -> Result<(), ApiError> {
        let open = room.followers.iter().filter(|follower| follower.viewer == viewer).count();
        if viewer == Viewer::Spectator || open < SEATED {
            return Ok(());
        }
        let sentence = format!("{open} sockets follow for this seat, which is the most; close one");
        Err(ApiError::new("too_many_sockets", sentence))
    }

    /// Checks the name of a spectator, which nobody else here may have.
    fn may_be_called(&self, room: &Room, name: &str) -> Result<(), ApiError> {
        names::check(name, self.server.limits().name)?;
        names::check_among(name, None, &room.record.seats, &room.bots()?)?;
        let others = room.followers.iter().filter(|other| other.socket != self.number);
        let mut others = others.filter_map(|other| other.name.as_ref());
        let far = !room.called_elsewhere(name).is_empty();
        if far || others.any(|other| names::alike(other, name)) {
            return Err(names::taken(name));
        }
        Ok(())
    }

    /// Lets one spectator more in, where there are not too many.
    fn may_watch(&self, room: &Room) -> Result<(), ApiError> {
        let (limits, address) = (self.server.limits(), self.out.address());
        let others = room.followers.iter().filter(|follower| {
            follower.viewer == Viewer::Spectator && follower.socket != self.number
        });
        let (mut all, mut own) = (room.spectators_elsewhere(), 0);
        for other in others {
            all += 1;
            own += usize::from(other.out.address() == address);
        }
        if all < limits.spectators && own < limits.spectators_per_address {
            return Ok(());
        }
        let sentence =
            format!("{all} spectators watch this table, which is the most; try again later");
        Err(ApiError::new("too_many_spectators", sentence))
    }

    async fn unfollow(&mut self, table: &str) -> Result<(), ApiError> {
        if let Some(known) = self.followed.iter().position(|watch| watch.table == table) {
            let watch = self.followed.swap_remove(known);
            self.server.unfollow(watch.room, self.number).await;
        }
        Ok(())
    }

    async fn chat(
        &mut self,
        table: &str,
        seat: Option<Seat>,
        said: String,
    ) -> Result<(), ApiError> {
        let most = self.server.limits().chat;
        let said = said.trim().to_owned();
        if said.chars().count() > most || names::is_harmful(&said) {
            let sentence = format!(
                "a line of chat has 1 to {most} characters that can be seen, none of which changes how others are read"
            );
            return Err(ApiError::new("bad_chat", sentence));
        }
        let too_fast = || {
            let sentence = "you talk faster than anybody reads; wait a moment";
            ApiError::new("too_many_messages", sentence)
        };
        if !self.chatter.take() {
            return Err(too_fast());
        }
        self.pay(ENTRY_BYTES + said.len())?;
        let mark = self.server.mark(self.out.address()).await?;
        // Who may not talk here has no command started either.
        let (room, viewer) = self.looking(table, seat).await?;
        self.speaker(&room, viewer, &mark)?;
        drop(room);
        moderation::ask_filter(&self.server, table, &said).await?;
        let (mut room, viewer) = self.looking(table, seat).await?;
        let from = self.speaker(&room, viewer, &mark)?;
        if !room.may_talk(viewer) {
            return Err(too_fast());
        }
        let row = ChatRow { at_ms: now_ms(), seat: viewer.seat().map(u8::from), from, text: said };
        self.server.chat(&mut room, row).await
    }

    /// The name under which this socket talks, where it may.
    fn speaker(&self, room: &Room, viewer: Viewer, mark: &str) -> Result<String, ApiError> {
        if !room.record.chat {
            return Err(ApiError::new("chat_off", "the host has switched the chat off"));
        }
        if let Some(hush) = room.hush() {
            return Err(ApiError::new("hushed", hush));
        }
        let own = room.followers.iter().find(|follower| follower.socket == self.number);
        let spectator =
            own.filter(|_| viewer == Viewer::Spectator).and_then(|own| own.name.clone());
        let from = spectator.map_or_else(|| room.called(viewer), |name| name.to_string());
        let hushed = room.record.hushed.iter().any(|other| other.mark == mark);
        let muted = room.record.muted.iter().any(|name| names::alike(name, &from));
        if muted || hushed && viewer == Viewer::Spectator {
            return Err(ApiError::new("muted", "the host lets nobody hear you"));
        }
        Ok(from)
    }

    /// Looks back into a game, as far as this entry, beside everything else: neither what comes after it on this
    /// socket waits, nor anybody else at the table.
    async fn look_back(
        &self,
        id: Option<Value>,
        table: String,
        seat: Option<Seat>,
        at: Option<u64>,
        look: impl FnOnce(&dyn Table, Viewer) -> Answer + Send + 'static,
    ) -> Result<(), ApiError> {
        let (room, viewer) = self.looking(&table, seat).await?;
        let (server, out, known) = (self.server.clone(), self.out.clone(), room.shared());
        let asked = id.clone();
        let hash = viewer.seat().and_then(|seat| {
            let held = self.watch(&table)?.seats.iter().find(|(known, _)| *known == seat)?;
            Some(held.1.clone())
        });
        drop(room);
        tokio::spawn(async move {
            let house = server.clone();
            let looked = async move {
                let room = house.known_room(&table, &known).await?;
                // The seat may have become somebody else's in the meantime.
                if hash.is_some_and(|hash| room.seat_of(&hash) != viewer.seat()) {
                    return Err(ApiError::new("wrong_token", "this seat is no longer yours"));
                }
                let past = room.past(viewer, at.unwrap_or(0))?;
                drop(room);
                // All of a long game is long to write, too.
                Ok(reply(asked, &look(&*past.table()?, viewer)))
            };
            match server.pool().look_up(&out.asker(), looked).await {
                Ok(text) => out.send(text),
                Err(ApiError(refusal)) => answer(&server, &out, id, &Answer::Error(refusal)),
            }
        });
        Ok(())
    }

    /// Lets a bot think beside everything else; one hint at a time.
    async fn advise(
        &self,
        id: Option<Value>,
        table: String,
        seat: Option<Seat>,
        bot: String,
    ) -> Result<(), ApiError> {
        let (mut room, seat) = self.at_seat(&table, seat).await?;
        let playing = room.playing()?;
        let (game, view) = (senet_catalog::of_journal(playing.header()), playing.view(seat.into()));
        let game = game.ok_or_else(|| unknown_game(&room.record.game))?;
        let sitting = room.sitting(seat).map(|sitting| sitting.id.clone()).unwrap_or_default();
        drop(room);
        if self.advising.swap(true, Ordering::Relaxed) {
            return Err(ApiError::new("one_at_a_time", "another hint is being thought out"));
        }
        let (server, out, advising) =
            (self.server.clone(), self.out.clone(), self.advising.clone());
        tokio::spawn(async move {
            let bot = Thinker { game, name: bot, seed: 1, view, seat };
            let advice = match bots::think(&server, &out.asker(), bot, HINT).await {
                Ok(Some(commands)) => {
                    put_in_words(&server, &table, seat, &sitting, &commands).await
                }
                Ok(None) => Err(ApiError::new("unknown_bot", "no such bot has anything to say")),
                Err(missed) => Err(missed.into()),
            };
            advising.store(false, Ordering::Relaxed);
            let advice = advice.unwrap_or_else(|ApiError(refusal)| Answer::Error(refusal));
            answer(&server, &out, id, &advice);
        });
        Ok(())
    }

    /// Asks the server's model what words mean, beside everything else; its answer is told when it comes.
    async fn translate(
        &self,
        id: Option<Value>,
        table: String,
        seat: Option<Seat>,
        text: &str,
        input: Option<u32>,
    ) -> Result<(), ApiError> {
        let models = self.server.models();
        let models = models.ok_or_else(|| {
            ApiError::new("no_model", "no language model is set up on this server")
        })?;
        let (mut room, seat) = self.at_seat(&table, seat).await?;
        let question = models.question(&table, room.playing()?, seat, text, input)?;
        let sitting = room.sitting(seat).map(|sitting| sitting.id.clone()).unwrap_or_default();
        drop(room);
        let (server, out) = (self.server.clone(), self.out.clone());
        tokio::spawn(async move {
            let told = translated(&server, &table, seat, &sitting, question).await;
            let told = told.unwrap_or_else(|ApiError(refusal)| Answer::Error(refusal));
            answer(&server, &out, id, &told);
        });
        Ok(())
    }

    fn watch_lobby(&mut self, on: bool) {
        if let Some(task) = self.lobby.take() {
            task.abort();
        }
        if !on {
            return;
        }
        let (server, out) = (self.server.clone(), self.out.clone());
        let mut told = server.lobby();
        let task = tokio::spawn(async move {
            if let Ok(text) = server.lobby_text().await {
                out.send(text);
            }
            while told.changed().await.is_ok() {
                let text = told.borrow_and_update().clone();
                out.send(text);
            }
        });
        self.lobby = Some(task.abort_handle());
    }

    /// Locks the room for the seat that is meant, which this socket must still hold.
    async fn at_seat(&self, table: &str, seat: Option<Seat>) -> Result<(Locked, Seat), ApiError> {
        let wrong = || {
            let sentence = "follow the table with the token of the seat first; name the seat if you hold several";
            ApiError::new("wrong_token", sentence)
        };
        let held = self.watch(table).ok_or_else(wrong)?;
        let meant = match seat {
            Some(seat) => held.seats.iter().find(|(known, _)| *known == seat),
            None => held.seats.first().filter(|_| held.seats.len() == 1),
        };
        let (seat, hash) = meant.ok_or_else(wrong)?;
        let room = self.server.known_room(table, &held.room).await?;
        if room.seat_of(hash) != Some(*seat) {
            return Err(ApiError::new("wrong_token", "this seat is no longer yours"));
        }
        Ok((room, *seat))
    }

    /// Locks the room for whoever looks: as a seat, or as a spectator where none is held.
    async fn looking(&self, table: &str, seat: Option<Seat>) -> Result<(Locked, Viewer), ApiError> {
        let not_followed = || ApiError::new("not_followed", "follow the table first");
        match self.watch(table) {
            None => Err(not_followed()),
            Some(held) if held.seats.is_empty() => {
                let room = self.server.known_room(table, &held.room).await?;
                // Whoever was shown out is a spectator no more.
                let is_here = room.followers.iter().any(|other| other.socket == self.number);
                if is_here { Ok((room, Viewer::Spectator)) } else { Err(not_followed()) }
            }
            Some(_) => {
                let (room, seat) = self.at_seat(table, seat).await?;
                Ok((room, Viewer::Seat(seat)))
            }
        }
    }

    fn answer(&self, id: Option<Value>, said: &Answer) {
        answer(&self.server, &self.out, id, said);
    }

    /// Leaves every table.
    async fn go(mut self) {
        // What an address had stored counts, also when its share is used up.
        let _ = self.server.may_write(self.out.address(), self.unpaid);
        if let Some(task) = self.lobby.take() {
            task.abort();
        }
        for watch in std::mem::take(&mut self.followed) {
            self.server.unfollow(watch.room, self.number).await;
        }
    }
}

/// The board as text, now or after an entry.
fn drawing(table: &dyn Table, viewer: Viewer, at: Option<u64>) -> Answer {
    let past = at.filter(|at| *at < table.step(viewer));
    match past.and_then(|at| Some((at, table.update_at(viewer, at)?))) {
        Some((at, then)) => Answer::Drawing {
            drawing: table.drawing_at(viewer, at).unwrap_or_default(),
            prompt: then.prompt,
            ending: Default::default(),
        },
        None => Answer::Drawing {
            drawing: table.drawing(viewer),
            prompt: table.prompt(viewer),
            ending: table.ending(viewer),
        },
    }
}

/// What a message is called by its sender, who waits for an answer by that name.
fn id_of(message: &str) -> Option<Value> {
    #[derive(Deserialize)]
    struct Named {
        id: Option<Value>,
    }
    serde_json::from_str::<Named>(message).ok()?.id
}

/// Whether it takes as much work as a call over HTTP, and is counted as one: whoever has many sockets gets no
/// larger share of the house. What plays and talks has limits of its own.
fn is_a_call(ask: &GuestAsk) -> bool {
    match ask {
        GuestAsk::Follow { .. }
        | GuestAsk::Check { .. }
        | GuestAsk::Outlook { .. }
        | GuestAsk::Help { .. }
        | GuestAsk::Legal { .. }
        | GuestAsk::Read { .. }
        | GuestAsk::Question { .. }
        | GuestAsk::Answered { .. }
        | GuestAsk::Translate { .. }
        | GuestAsk::Advise { .. }
        | GuestAsk::Events { .. }
        | GuestAsk::Log { .. }
        | GuestAsk::Draw { .. }
        | GuestAsk::Lobby { .. } => true,
        GuestAsk::Hello { .. }
        | GuestAsk::Unfollow { .. }
        | GuestAsk::Submit { .. }
        | GuestAsk::TakeBack { .. }
        | GuestAsk::Remember { .. }
        | GuestAsk::Chat { .. }
        | GuestAsk::Ping {} => false,
    }
}

/// Who looks, by the token that they show.
fn viewer_of(room: &Room, token: Option<&str>) -> Result<Viewer, ApiError> {
    match token {
        Some(token) => match room.seat_of(&token_hash(token)) {
            Some(seat) => Ok(Viewer::Seat(seat)),
            None => Err(ApiError::new("wrong_token", "this token holds no seat at this table")),
        },
        None if room.record.spectators => Ok(Viewer::Spectator),
        None => Err(ApiError::new("no_spectators", "this table may not be watched")),
    }
}

/// Sends the one answer to a message; what was refused is counted.
fn answer(server: &Server, out: &Outlet, id: Option<Value>, answer: &Answer) {
    if let Answer::Error(refusal) | Answer::Rejected(refusal) = answer {
        server.refused(&refusal.code, out.address());
    }
    out.send(reply(id, answer));
}

/// The one answer to a message, written: an object, whose fields follow the id where there is one.
fn reply(id: Option<Value>, answer: &Answer) -> Bytes {
    let Some(id) = id else { return text(answer) };
    let mut reply = Vec::with_capacity(MESSAGE);
    reply.extend_from_slice(b"{\"id\":");
    json::write(&id, &mut reply);
    let fields = reply.len();
    json::write(answer, &mut reply);
    reply[fields] = b',';
    reply.into()
}

/// What a model's answer comes to once it is there, for whoever asked.
async fn translated(
    server: &Server,
    table: &str,
    seat: Seat,
    sitting: &str,
    question: Question,
) -> Result<Answer, ApiError> {
    let Some(models) = server.models() else { return Ok(Answer::Done) };
    let input = question.input;
    let said = models.ask(table, seat, question).await?;
    let mut room = server.room(table).await?;
    still_sits(&room, seat, sitting)?;
    Ok(Answer::answered(room.playing()?, seat, input, &said)?)
}

/// Refuses where somebody else sits there by now.
fn still_sits(room: &Room, seat: Seat, sitting: &str) -> Result<(), ApiError> {
    if room.sitting(seat).is_none_or(|now| now.id != sitting) {
        return Err(ApiError::new("wrong_token", "this seat is no longer yours"));
    }
    Ok(())
}

/// A bot's wishes as a person would say them.
async fn put_in_words(
    server: &Server,
    table: &str,
    seat: Seat,
    sitting: &str,
    commands: &[Value],
) -> Result<Answer, ApiError> {
    let mut room = server.room(table).await?;
    still_sits(&room, seat, sitting)?;
    let table = room.playing()?;
    let choices = commands.iter().map(|command| {
        let text = table.say(seat.into(), command)?;
        let command = to_raw_value(command).expect("a JSON value");
        Ok(Choice { command, text, caution: None })
    });
    let choices = choices.collect::<Result<Vec<_>, Refusal>>()?;
    Ok(Answer::from(senet_kernel::Reading::commands(choices)))
}

/// The table of a room that was not closed.
fn going_on(room: &mut Room) -> Result<&mut (dyn Table + 'static), ApiError> {
    if room.record.state == State::Closed {
        return Err(ApiError::new("wrong_state", "the host has closed this table"));
    }
    room.playing()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_answer_carries_the_id_of_what_was_asked() {
        let pong = Answer::Pong { now_ms: 7 };
        let plain = json!({ "type": "pong", "now_ms": 7 });
        let said = |id: Option<Value>, answer: &Answer| -> Value {
            serde_json::from_slice(&reply(id, answer)).unwrap()
        };
        assert_eq!(said(None, &pong), plain);
        for id in [json!(1), json!("a\"b"), json!({ "of": [null] })] {
            let mut wanted = plain.clone();
            wanted["id"] = id.clone();
            assert_eq!(said(Some(id), &pong), wanted);
        }
        assert_eq!(said(Some(json!(2)), &Answer::Done), json!({ "id": 2, "type": "done" }));
    }
}
