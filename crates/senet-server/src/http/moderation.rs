//! Peace at the table: who is put out, who is not heard, and what operators are told.
//!
//! A host puts people out of the lobby and spectators out of the room, and mutes anybody. Everybody at
//! the table can stop hearing somebody, and report them: the report keeps the last lines of chat.
//! People are meant by their seat or by their name, which nobody else has at a table.

use std::process::Stdio;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::routing::post;
use senet_kernel::Seat;
use senet_table::protocol::room::{Hush, Kick, Report, Reported};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use super::extract::{Address, Body, Path};
use super::openapi::Call;
use super::tables::{Bearer, changed, lobby};
use crate::error::ApiError;
use crate::names;
use crate::room::{Hushed, Room, RoomView};
use crate::server::{Server, now_ms};
use crate::store::{ReportRow, Write};

/// The most characters of a report.
const REPORT: usize = 1000;
/// How many lines of chat a report keeps.
const EVIDENCE: usize = 50;
/// The most names on one list.
const LIST: usize = 100;

pub fn calls() -> Vec<Call> {
    vec![
        Call::post(
            "/api/tables/{table}/kick",
            "Put somebody out: a seat in the lobby, a spectator at any time",
            post(kick),
        )
        .with_token()
        .takes::<Kick>()
        .gives::<RoomView>(),
        Call::post(
            "/api/tables/{table}/mute",
            "Nobody hears somebody any more, or again",
            post(mute),
        )
        .with_token()
        .takes::<Hush>()
        .gives::<RoomView>(),
        Call::post(
            "/api/tables/{table}/block",
            "I do not hear somebody any more, or again",
            post(block),
        )
        .with_token()
        .takes::<Hush>()
        .gives::<RoomView>(),
        Call::post(
            "/api/tables/{table}/report",
            "Tell whoever runs the server of somebody, with the last lines of chat",
            post(report),
        )
        .may_show_token()
        .takes::<Report>()
        .gives::<Reported>(),
    ]
}

async fn kick(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
    Body(body): Body<Kick>,
) -> Result<Json<RoomView>, ApiError> {
    let mut room = server.room(&table).await?;
    token.host(&room)?;
    // Whoever has just come to another node may not have been heard of here yet.
    server.look_around(&mut room).await?;
    drop(room);
    let kicked = server.change(&table, |room| {
        token.host(room)?;
        let name = meant(room, body.seat, body.name.as_deref())?;
        let seat = seated(room, &name);
        let marks = match seat {
            Some(seat) => {
                lobby(room)?;
                let mark = room.sitting(seat).map(|sitting| sitting.mark.clone());
                room.end_sitting(seat);
                mark.into_iter().collect()
            }
            None => {
                let mut marks = room.show_out(&name);
                marks.extend(room.called_elsewhere(&name));
                marks
            }
        };
        if body.bar {
            let barred = &mut room.edit().barred;
            barred.extend(marks.into_iter().filter(|mark| !mark.is_empty()));
            barred.dedup();
            let old = barred.len().saturating_sub(LIST);
            barred.drain(..old);
        }
        let far = seat.is_none() && !room.called_elsewhere(&name).is_empty();
        Ok(far.then_some(name))
    });
    let (far, mut room) = kicked.await?;
    if let Some(name) = far {
        server.show_out_elsewhere(&table, &name).await?;
    }
    server.attendance_changed(&mut room);
    Ok(Json(room.view()))
}

/// Puts a name on a list, or takes it off.
fn note(list: &mut Vec<String>, name: String, on: bool) {
    list.retain(|other| !names::alike(other, &name));
    if on {
        list.push(name);
        let old = list.len().saturating_sub(LIST);
        list.drain(..old);
    }
}

/// The same for where somebody comes from: a spectator has another name as soon as they like.
fn hush(list: &mut Vec<Hushed>, name: &str, marks: Vec<String>, on: bool) {
    list.retain(|other| !names::alike(&other.name, name));
    if on {
        let marks = marks.into_iter().filter(|mark| !mark.is_empty());
        list.extend(marks.map(|mark| Hushed { name: name.to_owned(), mark }));
        let old = list.len().saturating_sub(LIST);
        list.drain(..old);
    }
}

async fn mute(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
    Body(body): Body<Hush>,
) -> Result<Json<RoomView>, ApiError> {
    let muted = changed(&server, &table, |room| {
        token.host(room)?;
        let name = meant(room, body.seat, body.name.as_deref())?;
        let mut marks = room.marks_of_spectators(&name);
        let sitting = seated(room, &name).and_then(|seat| room.sitting(seat));
        marks.extend(sitting.map(|sitting| sitting.mark.clone()));
        hush(&mut room.edit().hushed, &name, marks, body.on);
        note(&mut room.edit().muted, name, body.on);
        Ok(())
    });
    muted.await
}

async fn block(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
    Body(body): Body<Hush>,
) -> Result<Json<RoomView>, ApiError> {
    let blocked = changed(&server, &table, |room| {
        let own = token.seat(room)?;
        let name = meant(room, body.seat, body.name.as_deref())?;
        if let Some(sitting) = &mut room.edit().seats[own.index()].sitting {
            note(&mut sitting.blocked, name, body.on);
        }
        Ok(())
    });
    blocked.await
}

async fn report(
    State(server): State<Server>,
    Path(table): Path<String>,
    Address(address): Address,
    token: Bearer,
    Body(body): Body<Report>,
) -> Result<Json<Reported>, ApiError> {
    if body.text.chars().count() > REPORT || names::is_harmful(&body.text) {
        let sentence = format!("a report has 1 to {REPORT} characters that can be seen");
        return Err(ApiError::new("bad_report", sentence));
    }
    let room = server.room(&table).await?;
    let by = match token.host(&room) {
        // A host may have no seat.
        Ok(()) => "the host".to_owned(),
        Err(_) => room.called(token.viewer(&room)?),
    };
    let about = meant(&room, body.seat, body.name.as_deref())?;
    drop(room);
    server.may_report(&address)?;
    let mut chat = server.store().chat(&table).await?;
    let old = chat.len().saturating_sub(EVIDENCE);
    chat.drain(..old);
    let (at_ms, lines) = (now_ms(), chat.len());
    let report = ReportRow { at_ms, by, about, text: body.text, chat };
    tracing::warn!(
        event = "report",
        table,
        "somebody was reported; `senet store reports` shows it"
    );
    let write = Write { table, at_ms, reports: vec![report], ..Write::default() };
    server.store().write(write).await?;
    Ok(Json(Reported { lines }))
}

/// The name of whoever is meant.
fn meant(room: &Room, seat: Option<Seat>, name: Option<&str>) -> Result<String, ApiError> {
    let nobody = || ApiError::new("no_such_person", "name a seat where somebody sits, or a name");
    match (seat, name) {
        (Some(seat), None) => {
            let record = room.record.seats.get(seat.index());
            record.and_then(|record| record.name()).ok_or_else(nobody)
        }
        (None, Some(name)) if !names::is_harmful(name) => Ok(name.chars().take(64).collect()),
        (Some(_), Some(_)) | (None, Some(_) | None) => Err(nobody()),
    }
}

/// The seat of a name.
fn seated(room: &Room, name: &str) -> Option<Seat> {
    let is_meant = |seat: &Seat| {
        let record = &room.record.seats[seat.index()];
        record.name().is_some_and(|other| names::alike(&other, name))
    };
    Seat::first(room.record.seats.len()).find(is_meant)
}

/// Asks the command that operators have named whether a line of chat may be said. It gets the line as
/// JSON on its input and says yes by ending well, no by ending with 1.
pub async fn ask_filter(server: &Server, table: &str, text: &str) -> Result<(), ApiError> {
    /// How long it may think.
    const JUDGED_WITHIN: Duration = Duration::from_secs(2);
    let Some((program, arguments)) = server.limits().chat_filter.split_first() else {
        return Ok(());
    };
    let asked = async {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).kill_on_drop(true);
        let mut child = command.spawn()?;
        let line = json!({ "table": table, "text": text }).to_string() + "\n";
        if let Some(mut input) = child.stdin.take() {
            // A command that does not want to know has its answer already.
            let _ = input.write_all(line.as_bytes()).await;
        }
        child.wait().await
    };
    match tokio::time::timeout(JUDGED_WITHIN, asked).await {
        Ok(Ok(status)) if status.success() => Ok(()),
        Ok(Ok(status)) if status.code() == Some(1) => {
            Err(ApiError::new("bad_chat", "this is not said here; say it in other words"))
        }
        failed => {
            tracing::error!(?failed, program, "the chat filter has not answered");
            Err(ApiError::new("bad_chat", "nothing can be said for now; try again soon"))
        }
    }
}
