//! Seats over HTTP: taking one, giving it up, handing it to a bot; and what a host may do.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::routing::post;
use senet_kernel::Seat;
use senet_table::protocol::room::{
    Join, OneSeat, Replace, RoomView, Seated, StartNow, Switch, ToBot,
};

use super::{Bearer, changed, checked_salt, lobby, seat_mut};
use crate::error::ApiError;
use crate::http::extract::{Address, Body, Path};
use crate::http::openapi::Call;
use crate::names;
use crate::room::{Player, Room, SeatRecord, State as Stage};
use crate::server::{Server, now_ms};
use crate::sitting::{Before, Sitting};

pub fn calls() -> Vec<Call> {
    vec![
        Call::post("/api/tables/{table}/join", "Take an open seat", post(join))
            .takes::<Join>()
            .gives::<Seated>(),
        Call::post("/api/tables/{table}/leave", "Give my seat up", post(leave))
            .with_token()
            .gives::<RoomView>(),
        Call::post("/api/tables/{table}/start", "Start now; bots take the open seats", post(start))
            .with_token()
            .may_take::<StartNow>()
            .gives::<RoomView>(),
        Call::post("/api/tables/{table}/close", "End the room", post(close))
            .with_token()
            .gives::<RoomView>(),
        Call::post("/api/tables/{table}/chat", "Switch the chat on or off", post(chat))
            .with_token()
            .takes::<Switch>()
            .gives::<RoomView>(),
        Call::post("/api/tables/{table}/bot", "Hand a seat to a bot", post(to_bot))
            .with_token()
            .takes::<ToBot>()
            .gives::<RoomView>(),
        Call::post("/api/tables/{table}/human", "Take my seat back from a bot", post(to_human))
            .with_token()
            .takes::<OneSeat>()
            .gives::<RoomView>(),
        Call::post("/api/tables/{table}/replace", "Replace a seat that is away", post(replace))
            .with_token()
            .takes::<Replace>()
            .gives::<RoomView>(),
    ]
}

async fn join(
    State(server): State<Server>,
    Path(table): Path<String>,
    Address(address): Address,
    Body(body): Body<Join>,
) -> Result<Json<Seated>, ApiError> {
    Ok(Json(sit_down(&server, &address, table, body, None).await?))
}

/// Takes an open seat; `from` is by what they come over from the game before, where one may be kept for them.
pub(super) async fn sit_down(
    server: &Server,
    address: &str,
    table: String,
    body: Join,
    from: Option<Before>,
) -> Result<Seated, ApiError> {
    let player = Player::Human { name: body.name };
    server.check_player(&player, &[])?;
    let salt = checked_salt(body.salt)?;
    let mark = server.mark(address).await?;
    let (sitting, token) = Sitting::begin(now_ms());
    let sitting = Sitting { mark: mark.clone(), ..sitting };
    let sitting = match &from {
        Some(before) => sitting.after(before),
        None => sitting,
    };
    let sat = server.change(&table, |room| {
        lobby(room)?;
        room.may_come(&mark)?;
        let seat = open_seat(room, body.seat, sitting.from.as_deref())?;
        if let Player::Human { name } = &player {
            names::check_among(name, Some(seat), &room.record.seats, &room.bots()?)?;
            // Whoever watches may sit down under the name that they have.
            if room.marks_of_spectators(name).iter().any(|other| *other != mark) {
                return Err(names::taken(name));
            }
        }
        let place = &mut room.edit().seats[seat.index()];
        place.player = player.clone();
        place.sitting = Some(sitting.clone());
        place.salt.clone_from(&salt);
        place.kept_for = None;
        server.start_if_full(room)?;
        Ok(seat)
    });
    let (seat, room) = sat.await?;
    Ok(Seated { table, seat, token, host_token: None, room: room.view() })
}

/// The seat that somebody may take: the one that is named, or the first.
fn open_seat(room: &Room, named: Option<Seat>, from: Option<&str>) -> Result<Seat, ApiError> {
    let seats = &room.record.seats;
    let Some(seat) = named else {
        let open = |seat: &Seat| seats[seat.index()].is_open_to(from);
        let none = || ApiError::new("no_open_seat", "every seat is taken; you may watch");
        return Seat::first(seats.len()).find(open).ok_or_else(none);
    };
    match seats.get(seat.index()) {
        Some(place) if place.is_open_to(from) => Ok(seat),
        Some(SeatRecord { kept_for: Some(kept), .. }) => {
            let sentence = format!("this seat is kept for {}; choose another", kept.name);
            Err(ApiError::new("seat_kept", sentence))
        }
        Some(_) | None => Err(ApiError::new("seat_taken", "this seat is not open; choose another")),
    }
}

async fn leave(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
) -> Result<Json<RoomView>, ApiError> {
    let left = server.change(&table, |room| {
        let seat = token.seat(room)?;
        let sitting = room.sitting(seat).map(|sitting| sitting.id.clone()).unwrap_or_default();
        get_up(room, seat);
        if room.record.state == Stage::Playing && room.record.host.is_empty() && !room.has_people()
        {
            end_deserted(room);
        }
        Ok(sitting)
    });
    let (sitting, room) = left.await?;
    let (view, rematch) = (room.view(), room.record.rematch.clone());
    // No two rooms are ever locked at once.
    drop(room);
    if let Some(rematch) = rematch {
        decline(&server, &rematch, &sitting).await?;
    }
    Ok(Json(view))
}

/// Somebody gets up: their sitting ends, and in play their seat leaves by the game's own rules, or
/// idles where it has none. A host who gets up has no say any more.
fn get_up(room: &mut Room, seat: Seat) {
    let is_host = room.sitting(seat).is_some_and(|sitting| sitting.host);
    if room.record.state == Stage::Playing {
        let left = room.table.as_mut().is_some_and(|table| table.leave(seat).is_ok());
        if !left {
            room.edit().seats[seat.index()].stand_in = Some("idle".to_owned());
        }
    }
    room.end_sitting(seat);
    if is_host && !room.record.host_sits() {
        room.edit().host.clear();
    }
}

/// Whoever leaves a game that is over plays no rematch: their place there is anybody's.
async fn decline(server: &Server, rematch: &str, sitting: &str) -> Result<(), ApiError> {
    let waits = |place: &SeatRecord| place.kept_for.as_ref().is_some_and(|k| k.sitting == sitting);
    let declined = server.change(rematch, |room| {
        if let Some(index) = room.record.seats.iter().position(waits) {
            room.edit().seats[index].kept_for = None;
        }
        Ok(())
    });
    declined.await.map(|_| ())
}

async fn start(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
    body: Result<Option<Json<StartNow>>, JsonRejection>,
) -> Result<Json<RoomView>, ApiError> {
    let body = body?;
    let bot = body.and_then(|Json(body)| body.bot).unwrap_or_else(|| "normal".to_owned());
    let player = Player::Bot { bot };
    let there = still_there(&server, &table).await?;
    let started = changed(&server, &table, |room| {
        token.host(room)?;
        lobby(room)?;
        server.check_player(&player, &room.bots()?)?;
        for seat in &room.record.seats {
            is_not_kept(seat, &there)?;
        }
        for seat in &mut room.edit().seats {
            if seat.player == Player::Open {
                seat.player = player.clone();
                seat.kept_for = None;
            }
        }
        server.start_if_full(room).map(|_| ())
    });
    started.await
}

async fn close(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
) -> Result<Json<RoomView>, ApiError> {
    let closed = changed(&server, &table, |room| {
        token.host(room)?;
        match room.record.state {
            Stage::Lobby => end_room(room),
            Stage::Playing => leave_as_host(room)?,
            Stage::Finished | Stage::Closed => {}
        }
        Ok(())
    });
    closed.await
}

/// Ends a room, and everybody's sitting with it.
pub(super) fn end_room(room: &mut Room) {
    for seat in Seat::first(room.record.seats.len()) {
        room.end_sitting(seat);
    }
    room.edit().state = Stage::Closed;
}

/// A host ends nobody else's game: closing one that goes on is leaving it. Where nobody is left the room ends.
fn leave_as_host(room: &mut Room) -> Result<(), ApiError> {
    let mine = |seat: &Seat| room.sitting(*seat).is_some_and(|sitting| sitting.host);
    let own: Vec<Seat> = Seat::first(room.record.seats.len()).filter(mine).collect();
    if own.is_empty() && room.has_people() {
        let sentence = "people play here; the game is over when they end it or leave";
        return Err(ApiError::new("not_away", sentence));
    }
    for seat in own {
        get_up(room, seat);
    }
    if !room.has_people() {
        end_deserted(room);
    }
    Ok(())
}

/// Nobody is left of those who played: the seats leave one after another by the game's own rules, and the room
/// ends.
fn end_deserted(room: &mut Room) {
    let seats = Seat::first(room.record.seats.len());
    if let Some(table) = room.table.as_mut() {
        for seat in seats {
            // A game that is over by now, or that cannot be left, stays as it is.
            let _ = table.leave(seat);
        }
    }
    if room.table.as_ref().is_none_or(|table| table.outcome().is_none()) {
        end_room(room);
    }
}

async fn chat(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
    Body(body): Body<Switch>,
) -> Result<Json<RoomView>, ApiError> {
    let switched = changed(&server, &table, |room| {
        token.host(room)?;
        room.edit().chat = body.on;
        Ok(())
    });
    switched.await
}

async fn to_bot(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
    Body(body): Body<ToBot>,
) -> Result<Json<RoomView>, ApiError> {
    let player = Player::Bot { bot: body.bot.clone() };
    look_around(&server, &table).await?;
    let there = still_there(&server, &table).await?;
    let handed = changed(&server, &table, |room| {
        let own = token.seat(room).ok() == Some(body.seat);
        if !own {
            token.host(room)?;
        }
        server.check_player(&player, &room.bots()?)?;
        if own {
            seat_mut(room, body.seat)?.stand_in = Some(body.bot.clone());
            return Ok(());
        }
        take_over(&server, room, body.seat, body.bot.clone(), &there)
    });
    handed.await
}

/// Looks who is there at other nodes, before somebody is taken for away.
async fn look_around(server: &Server, table: &str) -> Result<(), ApiError> {
    let mut room = server.room(table).await?;
    server.look_around(&mut room).await
}

/// The sittings of the game before for which seats of its rematch are kept, and whose holders are still at that
/// table, or were not given the time to come back to it: over their seats a host has no more power than over
/// those who are here.
async fn still_there(server: &Server, table: &str) -> Result<Vec<String>, ApiError> {
    let room = server.room(table).await?;
    let kept = room.record.seats.iter().filter_map(|seat| seat.kept_for.as_ref());
    let mut kept: Vec<String> = kept.map(|kept| kept.sitting.clone()).collect();
    let patience = server.limits().rematch.as_millis() as i64;
    if now_ms() < room.record.made_ms.saturating_add(patience) {
        return Ok(kept);
    }
    let before = room.record.before.clone().filter(|_| !kept.is_empty());
    // No two rooms are ever locked at once.
    drop(room);
    let Some(before) = before else { return Ok(Vec::new()) };
    let mut old = match server.room(&before).await {
        Ok(old) => old,
        // A game that is kept no more has nobody at it.
        Err(error) if error.0.code == "no_such_table" => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    server.look_around(&mut old).await?;
    let sits = |seat: &Seat, held: &String| {
        old.is_there(*seat, server.limits().away)
            && old.sitting(*seat).is_some_and(|sitting| sitting.id == *held)
    };
    let seats = old.record.seats.len();
    kept.retain(|held| Seat::first(seats).any(|seat| sits(&seat, held)));
    Ok(kept)
}

/// Refuses where an open seat waits for somebody who may still come.
fn is_not_kept(place: &SeatRecord, there: &[String]) -> Result<(), ApiError> {
    match &place.kept_for {
        Some(kept) if there.contains(&kept.sitting) => {
            let sentence = format!("this seat is kept for {}, who has not declined yet", kept.name);
            Err(ApiError::new("seat_kept", sentence))
        }
        Some(_) | None => Ok(()),
    }
}

/// The host gives a seat to a bot, or lets it idle. Over a seat whose holder is there a host has no
/// power, and whoever is replaced has no right left to it.
fn take_over(
    server: &Server,
    room: &mut Room,
    seat: Seat,
    by: String,
    there: &[String],
) -> Result<(), ApiError> {
    is_not_kept(seat_mut(room, seat)?, there)?;
    let patience = server.limits().away;
    if room.is_there(seat, patience) {
        let sentence =
            "the player of this seat is here, or may come back any moment; give them a little time";
        return Err(ApiError::new("not_away", sentence).later(patience));
    }
    room.end_sitting(seat);
    let (lobby, idle) = (room.record.state == Stage::Lobby, by == "idle");
    let place = seat_mut(room, seat)?;
    match (lobby, idle) {
        (true, false) => {
            place.player = Player::Bot { bot: by };
            place.kept_for = None;
            server.start_if_full(room)?;
        }
        (true, true) => place.kept_for = None,
        (false, _) => place.stand_in = Some(by),
    }
    Ok(())
}

async fn to_human(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
    Body(body): Body<OneSeat>,
) -> Result<Json<RoomView>, ApiError> {
    let taken = changed(&server, &table, |room| {
        if token.seat(room)? != body.seat {
            return Err(ApiError::new("wrong_token", "this token holds another seat"));
        }
        seat_mut(room, body.seat)?.stand_in = None;
        Ok(())
    });
    taken.await
}

async fn replace(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
    Body(body): Body<Replace>,
) -> Result<Json<RoomView>, ApiError> {
    look_around(&server, &table).await?;
    let there = still_there(&server, &table).await?;
    let replaced = changed(&server, &table, |room| {
        token.host(room)?;
        if body.by != "idle" {
            server.check_player(&Player::Bot { bot: body.by.clone() }, &room.bots()?)?;
        }
        take_over(&server, room, body.seat, body.by.clone(), &there)
    });
    replaced.await
}
