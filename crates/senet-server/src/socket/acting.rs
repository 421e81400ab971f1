//! What a seat does at its table: commands, taking back, memos, and what is stored for them.

use std::sync::atomic::Ordering;
use std::time::Instant;

use senet_kernel::Seat;
use senet_table::protocol::Answer;
use senet_table::{Refusal, Table};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::guest::Guest;
use crate::error::ApiError;
use crate::room::{Room, State};
use crate::server::{ATTEMPTS, Locked};
use crate::store::StoreError;

/// Memos in a second, on average.
pub(super) const MEMOS: f64 = 5.0;

/// What the store is taken to need for a command, besides its own bytes.
pub(super) const ENTRY_BYTES: usize = 256;

/// After how many bytes the share of an address is looked at again.
const ACCOUNT: usize = 64 << 10;

/// The message that comes most often, which is read in one go and without copies; strings with
/// escapes go the longer way.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Submit<'a> {
    #[serde(rename = "type")]
    pub(super) _type: SubmitType,
    pub(super) id: Option<Value>,
    pub(super) table: &'a str,
    pub(super) seat: Option<Seat>,
    pub(super) request: Option<&'a str>,
    #[serde(borrow)]
    pub(super) command: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SubmitType {
    Submit,
}

impl Guest {
    pub(super) async fn submit(
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
    pub(super) async fn act(
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

    pub(super) async fn settle(
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

    /// Keeps a memo of a seat, where there is room for it.
    pub(super) async fn remember(
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
    pub(super) fn has_room_for_memo(
        &self,
        room: &Room,
        seat: Seat,
        bytes: usize,
    ) -> Result<(), ApiError> {
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
    pub(super) fn pay(&mut self, bytes: usize) -> Result<(), ApiError> {
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
    pub(super) fn has_room(&self, room: &Room, seat: Seat) -> Result<(), ApiError> {
        let (all, seats) = (self.server.limits().table_bytes, room.record.seats.len().max(1));
        if room.bytes_of(seat) < all / seats as u64 {
            return Ok(());
        }
        let sentence = format!(
            "this seat has used up its share of the {all} bytes that the journal of this table may have (`table_bytes`); it can do nothing more here but leave"
        );
        Err(ApiError::new("too_many_bytes", sentence))
    }
}

/// The table of a room that was not closed.
pub(super) fn going_on(room: &mut Room) -> Result<&mut (dyn Table + 'static), ApiError> {
    if room.record.state == State::Closed {
        return Err(ApiError::new("wrong_state", "the host has closed this table"));
    }
    room.playing()
}
