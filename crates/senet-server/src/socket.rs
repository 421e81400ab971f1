//! Play over a WebSocket: one socket follows any number of tables.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use senet_kernel::{Actor, Seat, SeatSet, Viewer};
use senet_table::protocol::Answer;
use senet_table::{Choice, Refusal, Table};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc};

use crate::error::ApiError;
use crate::room::{Follower, Player, Room, text, update_text};
use crate::secret::token_hash;
use crate::server::{Locked, Server, now_ms};
use crate::store::{ChatRow, Which};

/// How many messages may wait for a reader.
const QUEUE: usize = 256;
/// The most entries that are told to somebody who comes back; beyond that the bare view does.
const CATCH_UP: u64 = 200;
/// The most tables that one socket follows.
const FOLLOWED: usize = 64;

/// The way out to one socket. A reader that does not keep up is let go.
#[derive(Clone)]
pub struct Outlet {
    queue: mpsc::Sender<Utf8Bytes>,
    full: Arc<Notify>,
}

impl Outlet {
    /// Queues a message.
    pub fn send(&self, text: Utf8Bytes) {
        if let Err(TrySendError::Full(_)) = self.queue.try_send(text) {
            self.full.notify_one();
        }
    }

    /// Whether the socket is gone.
    pub fn is_closed(&self) -> bool {
        self.queue.is_closed()
    }
}

/// What a client may say.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Said {
    Follow { table: String, token: Option<String>, since: Option<u64> },
    Unfollow { table: String },
    Submit { table: String, seat: Option<Seat>, request: Option<String>, command: Value },
    TakeBack { table: String, seat: Option<Seat>, request: Option<String> },
    Check { table: String, seat: Option<Seat>, command: Value },
    Legal { table: String, seat: Option<Seat> },
    Read { table: String, seat: Option<Seat>, text: String },
    Remember { table: String, seat: Option<Seat>, memo: Value },
    Advise { table: String, seat: Option<Seat>, bot: String },
    Events { table: String, seat: Option<Seat>, since: u64, until: Option<u64> },
    Draw { table: String, seat: Option<Seat> },
    Chat { table: String, seat: Option<Seat>, text: String },
    Lobby { on: bool },
    Ping {},
}

/// Serves a socket until it closes.
pub async fn serve(server: Server, socket: WebSocket) {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let (sink, stream) = socket.split();
    let (queue, queued) = mpsc::channel(QUEUE);
    let full = Arc::new(Notify::new());
    let out = Outlet { queue, full: full.clone() };
    let hello =
        json!({ "type": "hello", "now_ms": now_ms(), "version": env!("CARGO_PKG_VERSION") });
    out.send(text(&hello));
    let writer = tokio::spawn(write(sink, queued, full.clone()));
    let mut guest = Guest {
        number: NUMBER.fetch_add(1, Ordering::Relaxed),
        held: BTreeMap::new(),
        allowance: Allowance::new(server.limits().messages_per_second),
        lobby: None,
        server,
        out,
    };
    tokio::select! {
        () = guest.listen(stream) => {}
        _ = writer => {}
    }
    guest.go().await;
}

/// Writes what is queued: all that waits goes into one flush.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut queue: mpsc::Receiver<Utf8Bytes>,
    full: Arc<Notify>,
) {
    loop {
        let next = tokio::select! {
            biased;
            () = full.notified() => {
                let sentence = "you read too slowly; connect again and follow with `since`";
                let reason = Utf8Bytes::from_static(sentence);
                let _ = sink.send(Message::Close(Some(CloseFrame { code: 1008, reason }))).await;
                return;
            }
            next = queue.recv() => next,
        };
        let Some(first) = next else { return };
        if sink.feed(Message::Text(first)).await.is_err() {
            return;
        }
        while let Ok(more) = queue.try_recv() {
            if sink.feed(Message::Text(more)).await.is_err() {
                return;
            }
        }
        if sink.flush().await.is_err() {
            return;
        }
    }
}

/// Whoever is at the other end.
struct Guest {
    number: u64,
    server: Server,
    out: Outlet,
    /// The tables that are followed, with the seats held there.
    held: BTreeMap<String, SeatSet>,
    allowance: Allowance,
    lobby: Option<tokio::task::AbortHandle>,
}

impl Guest {
    async fn listen(&mut self, mut stream: SplitStream<WebSocket>) {
        while let Some(Ok(message)) = stream.next().await {
            let message = match message {
                Message::Text(text) => text,
                Message::Close(_) => return,
                Message::Ping(_) | Message::Pong(_) => continue,
                Message::Binary(_) => {
                    self.answer(None, &Answer::Error(Refusal::new("no_text", "messages are text")));
                    continue;
                }
            };
            if !self.allowance.take() {
                let sentence = "too many messages; wait a second and go on";
                self.answer(None, &Answer::Error(Refusal::new("too_many_messages", sentence)));
                continue;
            }
            self.hear(&message).await;
        }
    }

    async fn hear(&mut self, message: &str) {
        let mut json: Value = match serde_json::from_str(message) {
            Ok(json) => json,
            Err(error) => {
                let sentence = format!("the message is no JSON: {error}");
                return self.answer(None, &Answer::Error(Refusal::new("no_json", sentence)));
            }
        };
        let id = json.as_object_mut().and_then(|object| object.remove("id"));
        match serde_json::from_value::<Said>(json) {
            Err(error) => {
                let sentence = format!("the message is none of ours: {error}");
                self.answer(id, &Answer::Error(Refusal::new("no_message", sentence)));
            }
            Ok(said) => {
                if let Err(ApiError(refusal)) = self.obey(id.clone(), said).await {
                    self.answer(id, &Answer::Error(refusal));
                }
            }
        }
    }

    async fn obey(&mut self, id: Option<Value>, said: Said) -> Result<(), ApiError> {
        let answer = match said {
            Said::Follow { table, token, since } => {
                return self.follow(id, table, token, since).await;
            }
            Said::Unfollow { table } => {
                self.unfollow(&table).await?;
                Answer::Done
            }
            Said::Submit { table, seat, request, command } => {
                let seat = self.seat(&table, seat)?;
                let mut room = self.server.room(&table).await?;
                let judged = playing(&mut room)?.submit(
                    Actor::Seat(seat),
                    request.as_deref(),
                    &command,
                    Vec::new(),
                );
                self.settle(room, judged).await?
            }
            Said::TakeBack { table, seat, request } => {
                let seat = self.seat(&table, seat)?;
                let mut room = self.server.room(&table).await?;
                let judged = playing(&mut room)?.take_back(Actor::Seat(seat), request.as_deref());
                self.settle(room, judged).await?
            }
            Said::Remember { table, seat, memo } => {
                let seat = self.seat(&table, seat)?;
                let mut room = self.server.room(&table).await?;
                playing(&mut room)?.remember(seat, memo)?;
                self.server.settle(&mut room, false).await?;
                Answer::Done
            }
            Said::Chat { table, seat, text } => {
                self.chat(&table, seat, text).await?;
                Answer::Done
            }
            Said::Lobby { on } => {
                self.watch_lobby(on);
                Answer::Done
            }
            Said::Ping {} => {
                let pong = json!({ "id": id, "type": "pong", "now_ms": now_ms() });
                self.out.send(text(&pong));
                return Ok(());
            }
            Said::Check { table, seat, command } => {
                let seat = self.seat(&table, seat)?;
                let mut room = self.server.room(&table).await?;
                let checked = playing(&mut room)?.check(Actor::Seat(seat), &command);
                checked.map_or_else(Answer::Rejected, |()| Answer::Done)
            }
            Said::Legal { table, seat } => {
                let seat = self.seat(&table, seat)?;
                let mut room = self.server.room(&table).await?;
                Answer::Legal(playing(&mut room)?.legal(seat))
            }
            Said::Read { table, seat, text } => {
                let seat = self.seat(&table, seat)?;
                let mut room = self.server.room(&table).await?;
                reading(playing(&mut room)?.read(seat, &text)?)
            }
            Said::Advise { table, seat, bot } => self.advise(&table, seat, bot).await?,
            Said::Events { table, seat, since, until } => {
                let viewer = self.viewer(&table, seat)?;
                let mut room = self.server.room(&table).await?;
                let frames = playing(&mut room)?.history(viewer, since, until.unwrap_or(u64::MAX));
                Answer::Events { frames }
            }
            Said::Draw { table, seat } => {
                let viewer = self.viewer(&table, seat)?;
                let mut room = self.server.room(&table).await?;
                let table = playing(&mut room)?;
                Answer::Drawing {
                    drawing: table.drawing(viewer),
                    prompt: table.prompt(viewer),
                    ending: table.ending(viewer),
                }
            }
        };
        self.answer(id, &answer);
        Ok(())
    }

    async fn settle(
        &self,
        mut room: Locked,
        judged: Result<senet_table::Accepted, Refusal>,
    ) -> Result<Answer, ApiError> {
        let counters = self.server.counters();
        match judged {
            Err(refusal) => {
                counters.rejected.fetch_add(1, Ordering::Relaxed);
                Ok(Answer::Rejected(refusal))
            }
            Ok(accepted) => {
                self.server.settle(&mut room, false).await?;
                counters.accepted.fetch_add(1, Ordering::Relaxed);
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
    ) -> Result<(), ApiError> {
        if self.held.len() >= FOLLOWED && !self.held.contains_key(&table) {
            let sentence = format!("one socket follows at most {FOLLOWED} tables");
            return Err(ApiError::new("too_many_tables", sentence));
        }
        let chat = self.server.store().chat(&table).await?;
        let mut room = self.server.room(&table).await?;
        let viewer = viewer_of(&room, token.as_deref())?;
        room.followers.retain(|f| !(f.socket == self.number && f.viewer == viewer));
        let entry = room.table.as_ref().map_or(0, |table| table.entry());
        let seen =
            since.filter(|since| *since <= entry && entry - since <= CATCH_UP).unwrap_or(entry);
        let out = self.out.clone();
        room.followers.push(Follower { socket: self.number, viewer, out, seen: entry });
        let held = self.held.entry(table).or_default();
        *held = viewer.seat().map_or(*held, |seat| held.with(seat));
        self.out
            .send(text(&json!({ "id": id, "type": "followed", "table": room.id, "viewer": viewer,
            "room": room.view(), "chat": chat })));
        self.server.attendance_changed(&mut room);
        if let Some(table) = &room.table {
            let update = table.update(viewer, seen);
            let deadline = room.timer.deadline_ms();
            self.out.send(update_text(&room.id, viewer, now_ms(), deadline, &update));
        }
        Ok(())
    }

    async fn unfollow(&mut self, table: &str) -> Result<(), ApiError> {
        if self.held.remove(table).is_some() {
            let mut room = self.server.room(table).await?;
            room.followers.retain(|follower| follower.socket != self.number);
            self.server.attendance_changed(&mut room);
        }
        Ok(())
    }

    async fn chat(&self, table: &str, seat: Option<Seat>, said: String) -> Result<(), ApiError> {
        let viewer = self.viewer(table, seat)?;
        let most = self.server.limits().chat;
        let said = said.trim().to_owned();
        if said.is_empty() || said.chars().count() > most {
            let sentence = format!("a line of chat has 1 to {most} characters");
            return Err(ApiError::new("bad_chat", sentence));
        }
        let mut room = self.server.room(table).await?;
        let name =
            viewer.seat().and_then(|seat| match &room.record.seats.get(seat.index())?.player {
                Player::Human { name } => Some(name.clone()),
                Player::Open | Player::Bot { .. } => None,
            });
        let row = ChatRow {
            at_ms: now_ms(),
            seat: viewer.seat().map(u8::from),
            from: name.unwrap_or_else(|| "a spectator".to_owned()),
            text: said,
        };
        self.server.chat(&mut room, row).await
    }

    async fn advise(
        &self,
        table: &str,
        seat: Option<Seat>,
        bot: String,
    ) -> Result<Answer, ApiError> {
        let seat = self.seat(table, seat)?;
        let (game, view) = {
            let mut room = self.server.room(table).await?;
            (room.record.game.clone(), playing(&mut room)?.view(Viewer::Seat(seat)))
        };
        let place = self.server.bot_places().acquire_owned().await;
        let thought = tokio::task::spawn_blocking(move || {
            let _place = place;
            let mut bot = senet_catalog::find(&game)?.bot(&bot, 1)?;
            bot.choose(&view, seat).ok()
        });
        let unknown = || ApiError::new("unknown_bot", "there is no such bot");
        let commands = thought.await.ok().flatten().ok_or_else(unknown)?;
        let mut room = self.server.room(table).await?;
        let table = playing(&mut room)?;
        let choices = commands.iter().map(|command| {
            let text = table.say(Viewer::Seat(seat), command)?;
            let command = serde_json::value::to_raw_value(command).expect("a JSON value");
            Ok(Choice { command, text })
        });
        let choices = choices.collect::<Result<Vec<_>, Refusal>>()?;
        Ok(reading(senet_kernel::Reading::commands(choices)))
    }

    fn watch_lobby(&mut self, on: bool) {
        if let Some(task) = self.lobby.take() {
            task.abort();
        }
        if !on {
            return;
        }
        let (server, out) = (self.server.clone(), self.out.clone());
        let mut changes = server.lobby();
        let task = tokio::spawn(async move {
            loop {
                if let Ok(rooms) = server.list(Which::Public).await {
                    out.send(text(&json!({ "type": "lobby", "rooms": rooms })));
                }
                // Many changes within a moment are told once.
                tokio::time::sleep(std::time::Duration::from_millis(250)).await;
                if changes.changed().await.is_err() {
                    return;
                }
            }
        });
        self.lobby = Some(task.abort_handle());
    }

    /// The seat that is meant, which this socket must hold.
    fn seat(&self, table: &str, seat: Option<Seat>) -> Result<Seat, ApiError> {
        let held = self.held.get(table).copied().unwrap_or_default();
        let meant = match seat {
            Some(seat) => Some(seat).filter(|seat| held.contains(*seat)),
            None => held.iter().next().filter(|_| held.len() == 1),
        };
        meant.ok_or_else(|| {
            let sentence = "follow the table with the token of the seat first; name the seat if you hold several";
            ApiError::new("wrong_token", sentence)
        })
    }

    fn viewer(&self, table: &str, seat: Option<Seat>) -> Result<Viewer, ApiError> {
        match self.held.get(table) {
            None => Err(ApiError::new("not_followed", "follow the table first")),
            Some(held) if held.is_empty() => Ok(Viewer::Spectator),
            Some(_) => Ok(Viewer::Seat(self.seat(table, seat)?)),
        }
    }

    fn answer(&self, id: Option<Value>, answer: &Answer) {
        #[derive(Serialize)]
        struct Reply<'a> {
            #[serde(skip_serializing_if = "Option::is_none")]
            id: Option<Value>,
            #[serde(flatten)]
            answer: &'a Answer,
        }
        self.out.send(text(&Reply { id, answer }));
    }

    /// Leaves every table.
    async fn go(mut self) {
        if let Some(task) = self.lobby.take() {
            task.abort();
        }
        for table in std::mem::take(&mut self.held).into_keys() {
            let Ok(mut room) = self.server.room(&table).await else { continue };
            room.followers.retain(|follower| follower.socket != self.number);
            self.server.attendance_changed(&mut room);
        }
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

fn playing(room: &mut Room) -> Result<&mut (dyn Table + 'static), ApiError> {
    let table = room.table.as_deref_mut();
    table.ok_or_else(|| ApiError::new("wrong_state", "the game has not begun"))
}

fn reading(reading: senet_kernel::Reading<Choice>) -> Answer {
    Answer::Reading {
        commands: reading.commands,
        read_back: reading.read_back,
        not_understood: reading.not_understood,
        memo: reading.memo,
    }
}

/// How many messages a socket may still send: so many a second, and four seconds' worth at once.
struct Allowance {
    rate: f64,
    left: f64,
    at: Instant,
}

impl Allowance {
    fn new(rate: u32) -> Allowance {
        Allowance { rate: rate.into(), left: f64::from(rate) * 4.0, at: Instant::now() }
    }

    fn take(&mut self) -> bool {
        let now = Instant::now();
        let earned = now.duration_since(self.at).as_secs_f64() * self.rate;
        self.left = (self.left + earned).min(self.rate * 4.0);
        self.at = now;
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }
}
