//! The devices that hold a seat, over HTTP: codes for one more, and the list of them.
//!
//! A code ends with the device that gave it out, and with the game: once there is a rematch, seats are linked
//! there.

use axum::Json;
use axum::extract::State;
use axum::routing::{get, post};
use senet_kernel::Seat;
use senet_table::protocol::room::{DeviceView, LinkCode, Linked, OneDevice};

use super::{Bearer, held_sitting, nobody_sits, sitting_mut};
use crate::error::ApiError;
use crate::http::extract::{Body, Path};
use crate::http::openapi::Call;
use crate::room::Room;
use crate::server::{Server, now_ms};
use crate::sitting::Device;
use crate::store::Link;

pub fn calls() -> Vec<Call> {
    vec![
        Call::post("/api/tables/{table}/link", "A code for a second device", post(link))
            .with_token()
            .gives::<LinkCode>(),
        Call::get("/api/tables/{table}/devices", "The devices that hold my seat", get(devices))
            .with_token()
            .gives::<Vec<DeviceView>>(),
        Call::post(
            "/api/tables/{table}/devices/revoke",
            "Take my seat away from a device",
            post(revoke),
        )
        .with_token()
        .takes::<OneDevice>()
        .gives::<Vec<DeviceView>>(),
        Call::post("/api/link", "Take a seat with a code", post(take_link))
            .takes::<LinkCode>()
            .gives::<Linked>(),
    ]
}

async fn link(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
) -> Result<Json<LinkCode>, ApiError> {
    let room = server.room(&table).await?;
    let sitting = held_sitting(&room, token.seat(&room)?)?;
    if room.record.rematch.is_some() {
        let sentence =
            "the game goes on in its rematch; take your seat there, and link devices there";
        return Err(ApiError::new("wrong_state", sentence));
    }
    sitting.has_room()?;
    let device = sitting.device(&token.hash()?).ok_or_else(nobody_sits)?;
    let link = Link { table: table.clone(), sitting: sitting.id.clone(), device: device.id() };
    Ok(Json(LinkCode { code: server.link(link).await? }))
}

async fn take_link(
    State(server): State<Server>,
    Body(body): Body<LinkCode>,
) -> Result<Json<Linked>, ApiError> {
    let no_such = || ApiError::new("no_such_code", "this code is not known, or its time is over");
    let found = server.take_link(body.code.trim()).await?;
    let Link { table, sitting, device } = found.ok_or_else(no_such)?;
    let linked = server.change(&table, |room| {
        let mut seats = Seat::first(room.record.seats.len());
        // Somebody else may be on that seat by now, or the device may have been revoked.
        let gave = |seat: &Seat| {
            let held = room.sitting(*seat).filter(|held| held.id == sitting);
            held.is_some_and(|held| held.devices.iter().any(|other| other.id() == device))
        };
        let goes_on = room.record.rematch.is_none();
        let seat = seats.find(gave).filter(|_| goes_on).ok_or_else(no_such)?;
        Ok((seat, sitting_mut(room, seat)?.link(now_ms())?))
    });
    let ((seat, token), _) = linked.await?;
    Ok(Json(Linked { table, seat, token }))
}

async fn devices(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
) -> Result<Json<Vec<DeviceView>>, ApiError> {
    let room = server.room(&table).await?;
    Ok(Json(devices_of(&room, &token)?))
}

async fn revoke(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
    Body(body): Body<OneDevice>,
) -> Result<Json<Vec<DeviceView>>, ApiError> {
    let revoked = server.change(&table, |room| {
        let seat = token.seat(room)?;
        sitting_mut(room, seat)?.revoke(&body.device)
    });
    let ((), room) = revoked.await?;
    // Whoever has taken it from the own device has nothing left to be told.
    Ok(Json(devices_of(&room, &token).unwrap_or_default()))
}

fn devices_of(room: &Room, token: &Bearer) -> Result<Vec<DeviceView>, ApiError> {
    let (seat, hash) = (token.seat(room)?, token.hash()?);
    let devices = room.sitting(seat).map_or(&[][..], |sitting| &sitting.devices);
    let view = |device: &Device| DeviceView {
        device: device.id(),
        since_ms: device.since_ms,
        this: device.token == hash,
    };
    Ok(devices.iter().map(view).collect())
}
