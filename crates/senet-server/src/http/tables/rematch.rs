//! The rematch over HTTP.

use axum::Json;
use axum::extract::State;
use axum::routing::post;
use senet_kernel::{Seat, SeatSet};
use senet_table::protocol::room::{Join, Seated};

use super::seats::{end_room, sit_down};
use super::{Bearer, sitting_mut};
use crate::error::ApiError;
use crate::http::extract::{Address, Path};
use crate::http::openapi::Call;
use crate::names;
use crate::room::{KeptFor, Player, Record, Room, SeatRecord, State as Stage};
use crate::server::{NewRoom, Server, now_ms};
use crate::sitting::Before;

pub fn calls() -> Vec<Call> {
    vec![
        Call::post(
            "/api/tables/{table}/rematch",
            "The same again, seats turned by one",
            post(rematch),
        )
        .with_token()
        .gives::<Seated>(),
    ]
}

/// The rematch: seats turned by one. Whoever asks first makes the room, which keeps the seats of the
/// others for them until they decline; they ask the same and find it.
async fn rematch(
    State(server): State<Server>,
    Path(table): Path<String>,
    Address(address): Address,
    token: Bearer,
) -> Result<Json<Seated>, ApiError> {
    let room = server.room(&table).await?;
    let old = token.seat(&room)?;
    if room.record.state != Stage::Finished {
        return Err(ApiError::new("wrong_state", "the game is not over yet"));
    }
    let new = old.next(room.record.seats.len());
    let (Some(name), Some(sitting)) = (called_again(&room.record, old), room.sitting(old)) else {
        return Err(ApiError::new("wrong_token", "this seat is no person's"));
    };
    let from = Before { table: table.clone(), sitting: sitting.id.clone(), device: token.hash()? };
    if let Some(next) = room.record.rematch.clone() {
        // No two rooms are ever locked at once.
        drop(room);
        return sit_again(&server, &address, next, name, new, from).await;
    }
    let again = same_again(&room, old, from.clone());
    drop(room);
    let made = server.make(&address, again).await?;
    let ours = made.room.table.clone();
    let noted = server.change(&table, |room| {
        let first = room.record.rematch.clone();
        if first.is_none() {
            room.edit().rematch = Some(ours.clone());
        }
        Ok(first)
    });
    if let (Some(first), _) = noted.await? {
        // Somebody else was quicker: theirs counts, and ours is nobody's.
        let ended = server.change(&ours, |room| {
            end_room(room);
            Ok(())
        });
        ended.await?;
        return sit_again(&server, &address, first, name, new, from).await;
    }
    let token = made.tokens.into_iter().next().map(|(_, token)| token).unwrap_or_default();
    let host_token = Some(made.host_token);
    Ok(Json(Seated { table: ours, seat: new, token, host_token, room: made.room }))
}

/// Takes the seat of a rematch that somebody else has made. Whoever asks twice sits there already,
/// and gets one more token.
async fn sit_again(
    server: &Server,
    address: &str,
    table: String,
    name: String,
    seat: Seat,
    from: Before,
) -> Result<Json<Seated>, ApiError> {
    let linked = server.change(&table, |room| {
        let mut seats = Seat::first(room.record.seats.len());
        let comes_from =
            |s: &Seat| room.sitting(*s).and_then(|s| s.from.as_ref()) == Some(&from.sitting);
        let Some(seat) = seats.find(comes_from) else { return Ok(None) };
        Ok(Some((seat, sitting_mut(room, seat)?.take_over(&from, now_ms())?)))
    });
    if let (Some((seat, token)), room) = linked.await? {
        let room = room.view();
        return Ok(Json(Seated { table, seat, token, host_token: None, room }));
    }
    let body = Join { name, seat: Some(seat), salt: String::new() };
    Ok(Json(sit_down(server, address, table, body, Some(from)).await?))
}

/// What the person on a seat is called in the rematch. Whoever is called as the game calls the seat is called
/// like the next one there: the old name is somebody else's.
fn called_again(record: &Record, seat: Seat) -> Option<String> {
    let (old, new) =
        (&record.seats[seat.index()], &record.seats[seat.next(record.seats.len()).index()]);
    let Player::Human { name } = &old.player else { return None };
    Some(if names::alike(name, &old.role) { new.role.clone() } else { name.clone() })
}

/// A room like this one with the seats turned by one, made by who sits on `mine`. The others' seats
/// are kept for them.
fn same_again(room: &Room, mine: Seat, from: Before) -> NewRoom {
    let record = &room.record;
    let again =
        |(place, seat): (&SeatRecord, Seat)| match (called_again(record, seat), &place.sitting) {
            (Some(name), _) if seat == mine => (Player::Human { name }, None),
            (Some(name), Some(sitting)) => {
                (Player::Open, Some(KeptFor { sitting: sitting.id.clone(), name }))
            }
            (None, _) if matches!(place.player, Player::Bot { .. }) => (place.player.clone(), None),
            (Some(_) | None, _) => (Player::Open, None),
        };
    let count = record.seats.len();
    let (mut seats, mut kept): (Vec<_>, Vec<_>) =
        record.seats.iter().zip(Seat::first(count)).map(again).unzip();
    seats.rotate_right(1);
    kept.rotate_right(1);
    NewRoom {
        game: record.game.clone(),
        preset: record.preset.clone(),
        config: record.preset.is_none().then(|| record.config.clone()),
        seats: Some(seats),
        mine: SeatSet::only(mine.next(count)),
        public: record.public,
        spectators: record.spectators,
        spectator_delay_ms: record.spectator_delay_ms,
        chat: record.chat,
        clock: record.clock,
        salt: String::new(),
        seed: None,
        kept,
        from: Some(from),
    }
}
