//! Rooms over HTTP.

mod devices;
mod making;
mod past;
mod rematch;
mod seats;

use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use senet_kernel::{Seat, Viewer};

use super::openapi::Call;
use crate::error::ApiError;
use crate::room::{Room, RoomView, SeatRecord, State as Stage};
use crate::secret::token_hash;
use crate::server::{Locked, Server};
use crate::sitting::Sitting;

pub fn calls() -> Vec<Call> {
    let all = [making::calls(), seats::calls(), rematch::calls(), devices::calls(), past::calls()];
    all.into_iter().flatten().collect()
}

/// The token that a request shows, if any.
pub struct Bearer(Option<String>);

impl<S: Sync> FromRequestParts<S> for Bearer {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Bearer, Self::Rejection> {
        Ok(Bearer(bearer(&parts.headers)))
    }
}

fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(|token| token.trim().to_owned())
}

impl Bearer {
    fn hash(&self) -> Result<String, ApiError> {
        let token = self.0.as_deref().ok_or_else(|| {
            ApiError::new("no_token", "show your token in the header `authorization: Bearer …`")
        })?;
        Ok(token_hash(token))
    }

    pub fn seat(&self, room: &Room) -> Result<Seat, ApiError> {
        let wrong = || ApiError::new("wrong_token", "this token holds no seat at this table");
        room.seat_of(&self.hash()?).ok_or_else(wrong)
    }

    /// Whoever asks holds a seat, or held one in this game.
    fn sat_here(&self, room: &Room) -> Result<(), ApiError> {
        if room.sat_here(&self.hash()?) {
            return Ok(());
        }
        Err(ApiError::new("wrong_token", "this token never held a seat at this table"))
    }

    pub fn host(&self, room: &Room) -> Result<(), ApiError> {
        if self.hash()? == room.record.host {
            return Ok(());
        }
        Err(ApiError::new("not_host", "only the host of the table may do this"))
    }

    /// A seat's eyes, or a spectator's where the table may be watched.
    pub fn viewer(&self, room: &Room) -> Result<Viewer, ApiError> {
        if self.0.is_some() {
            return self.seat(room).map(Viewer::Seat);
        }
        if room.record.spectators {
            return Ok(Viewer::Spectator);
        }
        Err(ApiError::new("no_spectators", "this table may not be watched"))
    }
}

fn checked_salt(salt: String) -> Result<String, ApiError> {
    if salt.chars().count() > 64 {
        return Err(ApiError::new("bad_salt", "a salt has at most 64 characters"));
    }
    Ok(salt)
}

/// Changes a room; the room as it is then.
pub async fn changed(
    server: &Server,
    table: &str,
    change: impl FnMut(&mut Locked) -> Result<(), ApiError>,
) -> Result<Json<RoomView>, ApiError> {
    let ((), room) = server.change(table, change).await?;
    Ok(Json(room.view()))
}

pub fn lobby(room: &Room) -> Result<(), ApiError> {
    let sentence = match room.record.state {
        Stage::Lobby => return Ok(()),
        Stage::Playing | Stage::Finished => "the game has begun; you may watch it",
        Stage::Closed => "the host has closed this table",
    };
    Err(ApiError::new("wrong_state", sentence))
}

fn seat_mut(room: &mut Room, seat: Seat) -> Result<&mut SeatRecord, ApiError> {
    let no_seat = || ApiError::new("no_such_seat", format!("there is no {seat} at this table"));
    if seat.index() >= room.record.seats.len() {
        return Err(no_seat());
    }
    Ok(&mut room.edit().seats[seat.index()])
}

/// The sitting on a seat, to look at it.
fn held_sitting(room: &Room, seat: Seat) -> Result<&Sitting, ApiError> {
    room.sitting(seat).ok_or_else(nobody_sits)
}

/// The sitting on a seat, to change it.
fn sitting_mut(room: &mut Room, seat: Seat) -> Result<&mut Sitting, ApiError> {
    seat_mut(room, seat)?.sitting.as_mut().ok_or_else(nobody_sits)
}

fn nobody_sits() -> ApiError {
    ApiError::new("wrong_token", "nobody sits here")
}
