//! Whoever is at the other end of a socket, and what they ask.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::body::Bytes;
use senet_kernel::{Actor, Seat, Viewer};
use senet_table::protocol::{Answer, GuestAsk, greeted, not_a_message};
use senet_table::{Refusal, Table};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::to_raw_value;

use super::acting::{ENTRY_BYTES, MEMOS, Submit};
use super::aside::drawing;
use super::ear::Heard;
use super::outlet::Outlet;
use super::talking::CHATTER;
use crate::error::ApiError;
use crate::limit::Allowance;
use crate::room::{MESSAGE, Room, text};
use crate::server::{Locked, Server, now_ms};

/// Whoever is at the other end.
pub(super) struct Guest {
    pub(super) number: u64,
    pub(super) server: Server,
    pub(super) out: Outlet,
    /// The tables that are followed.
    pub(super) followed: Vec<Watch>,
    pub(super) allowance: Allowance,
    pub(super) chatter: Allowance,
    pub(super) memos: Allowance,
    /// How many bytes were stored for this socket since they were last counted to its address.
    pub(super) unpaid: usize,
    pub(super) lobby: Option<tokio::task::AbortHandle>,
    /// Whether a hint is being thought out.
    pub(super) advising: Arc<AtomicBool>,
}

/// A table that is followed.
pub(super) struct Watch {
    pub(super) table: String,
    pub(super) room: Arc<tokio::sync::Mutex<Room>>,
    /// The seats held there, with the hashes of their tokens.
    pub(super) seats: Vec<(Seat, String)>,
}

impl Guest {
    /// Somebody new, who follows nothing yet.
    pub(super) fn new(server: Server, number: u64, out: Outlet) -> Guest {
        Guest {
            number,
            followed: Vec::new(),
            allowance: Allowance::new(server.limits().messages_per_second),
            chatter: Allowance::new(CHATTER),
            memos: Allowance::new(MEMOS),
            unpaid: 0,
            lobby: None,
            advising: Arc::default(),
            server,
            out,
        }
    }

    /// Takes what was said, of which there may be only so much, whatever it is.
    pub(super) async fn listen(&mut self, heard: Heard) {
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
    pub(super) fn watch(&self, table: &str) -> Option<&Watch> {
        self.followed.iter().find(|watch| watch.table == table)
    }

    pub(super) async fn hear(&mut self, message: &str) {
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

    pub(super) async fn obey(&mut self, id: Option<Value>, ask: GuestAsk) -> Result<(), ApiError> {
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

    /// Locks the room for the seat that is meant, which this socket must still hold.
    pub(super) async fn at_seat(
        &self,
        table: &str,
        seat: Option<Seat>,
    ) -> Result<(Locked, Seat), ApiError> {
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
    pub(super) async fn looking(
        &self,
        table: &str,
        seat: Option<Seat>,
    ) -> Result<(Locked, Viewer), ApiError> {
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

    pub(super) fn answer(&self, id: Option<Value>, said: &Answer) {
        answer(&self.server, &self.out, id, said);
    }

    /// Leaves every table.
    pub(super) async fn go(mut self) {
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

/// What a message is called by its sender, who waits for an answer by that name.
pub(super) fn id_of(message: &str) -> Option<Value> {
    #[derive(Deserialize)]
    struct Named {
        id: Option<Value>,
    }
    serde_json::from_str::<Named>(message).ok()?.id
}

/// Whether it takes as much work as a call over HTTP, and is counted as one: whoever has many sockets gets no
/// larger share of the house. What plays and talks has limits of its own.
pub(super) fn is_a_call(ask: &GuestAsk) -> bool {
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

/// Sends the one answer to a message; what was refused is counted.
pub(super) fn answer(server: &Server, out: &Outlet, id: Option<Value>, answer: &Answer) {
    if let Answer::Error(refusal) | Answer::Rejected(refusal) = answer {
        server.refused(&refusal.code, out.address());
    }
    out.send(reply(id, answer));
}

/// The one answer to a message, written: an object, whose fields follow the id where there is one.
pub(super) fn reply(id: Option<Value>, answer: &Answer) -> Bytes {
    let Some(id) = id else { return text(answer) };
    let mut reply = Vec::with_capacity(MESSAGE);
    reply.extend_from_slice(b"{\"id\":");
    senet_kernel::write(&id, &mut reply);
    let fields = reply.len();
    senet_kernel::write(answer, &mut reply);
    reply[fields] = b',';
    reply.into()
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
