//! Rooms over HTTP.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequestParts, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::routing::{get, post};
use schemars::JsonSchema;
use senet_kernel::{Seat, SeatSet, Viewer};
use senet_table::Frame;
use senet_table::protocol::Update;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::extract::{Address, Body, Path, Query};
use super::openapi::Call;
use crate::error::ApiError;
use crate::names;
use crate::room::{KeptFor, Player, Room, RoomView, SeatRecord, State as Stage, TurnClock};
use crate::secret::{mark, token_hash};
use crate::server::{Locked, NewRoom, Server, now_ms, unknown_game};
use crate::sitting::{Device, Sitting};
use crate::store::Which;

pub fn calls() -> Vec<Call> {
    vec![
        Call::get(
            "/api/tables",
            "The public rooms that can be joined or watched, newest first",
            get(public),
        )
        .gives::<Vec<RoomView>>(),
        Call::post("/api/tables", "Make a room", post(make)).takes::<Make>().gives::<Made>(),
        Call::post("/api/tables/mine", "The rooms of these tokens", post(mine))
            .takes::<Tokens>()
            .gives::<Vec<Mine>>(),
        Call::get("/api/tables/{table}", "One room", get(one)).gives::<RoomView>(),
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
        Call::post(
            "/api/tables/{table}/rematch",
            "The same again, seats turned by one",
            post(rematch),
        )
        .with_token()
        .gives::<Seated>(),
        Call::post("/api/tables/{table}/link", "A code for a second device", post(link))
            .with_token()
            .gives::<Code>(),
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
        Call::post(
            "/api/tables/{table}/share",
            "Let everybody read the journal, or not",
            post(share),
        )
        .with_token()
        .takes::<Switch>()
        .gives::<RoomView>(),
        Call::get(
            "/api/tables/{table}/journal",
            "The journal, once the game is over",
            get(journal),
        )
        .may_show_token(),
        Call::get("/api/tables/{table}/replay", "What a screen showed after an entry", get(replay))
            .may_show_token()
            .needs::<u64>("at")
            .asks::<String>("as")
            .gives::<Update>(),
        Call::get(
            "/api/tables/{table}/events",
            "What happened, as the asker may know it",
            get(events),
        )
        .may_show_token()
        .asks::<u64>("since")
        .gives::<Vec<Frame>>(),
        Call::post("/api/link", "Take a seat with a code", post(take_link))
            .takes::<Code>()
            .gives::<Linked>(),
        Call::get("/api/finished", "Finished public games, newest first", get(finished))
            .asks::<String>("game")
            .asks::<String>("player")
            .asks::<i64>("before")
            .gives::<Vec<RoomView>>(),
    ]
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

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Make {
    game: String,
    #[serde(default)]
    preset: Option<String>,
    #[serde(default)]
    config: Option<Value>,
    #[serde(default)]
    seats: Option<Vec<SeatAsk>>,
    #[serde(default)]
    public: bool,
    #[serde(default = "yes")]
    spectators: bool,
    #[serde(default)]
    spectator_delay_ms: u32,
    #[serde(default = "yes")]
    chat: bool,
    #[serde(default)]
    clock: Option<TurnClock>,
    #[serde(default)]
    salt: String,
    #[serde(default)]
    seed: Option<String>,
}

/// The longest that spectators can be made to wait.
const MAX_DELAY_MS: u32 = 3_600_000;

fn yes() -> bool {
    true
}

/// What a seat of a new room shall be.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum SeatAsk {
    Me { name: String },
    Open {},
    Bot { bot: String },
}

#[derive(Serialize, JsonSchema)]
struct Made {
    table: String,
    host_token: String,
    invite: String,
    seats: Vec<SeatToken>,
    room: RoomView,
}

/// A seat, and the secret that holds it.
#[derive(Serialize, JsonSchema)]
struct Seated {
    table: String,
    seat: Seat,
    token: String,
    /// Only for whoever made the room.
    #[serde(skip_serializing_if = "Option::is_none")]
    host_token: Option<String>,
    room: RoomView,
}

#[derive(Serialize, JsonSchema)]
struct Linked {
    table: String,
    seat: Seat,
    token: String,
}

#[derive(Serialize, JsonSchema)]
struct SeatToken {
    seat: Seat,
    token: String,
}

async fn make(
    State(server): State<Server>,
    Address(address): Address,
    Body(body): Body<Make>,
) -> Result<Json<Made>, ApiError> {
    let first = || vec![SeatAsk::Me { name: "Player 1".to_owned() }];
    let asked = body.seats.unwrap_or_else(first);
    let mine: SeatSet = (0..asked.len())
        .filter(|i| matches!(asked[*i], SeatAsk::Me { .. }))
        .filter_map(Seat::new)
        .collect();
    let seats = asked.into_iter().map(|seat| match seat {
        SeatAsk::Me { name } => Player::Human { name },
        SeatAsk::Open {} => Player::Open,
        SeatAsk::Bot { bot } => Player::Bot { bot },
    });
    let new = NewRoom {
        game: body.game,
        preset: body.preset,
        config: body.config,
        seats: seats.collect(),
        mine,
        public: body.public,
        spectators: body.spectators,
        spectator_delay_ms: body.spectator_delay_ms.min(MAX_DELAY_MS),
        chat: body.chat,
        clock: body.clock,
        salt: checked_salt(body.salt)?,
        seed: body.seed,
        kept: Vec::new(),
        from: None,
    };
    let made = server.make(&address, new).await?;
    let table = made.room.table.clone();
    let base = server.public_url().unwrap_or_default().trim_end_matches('/').to_owned();
    Ok(Json(Made {
        invite: format!("{base}/t/{table}"),
        table,
        host_token: made.host_token,
        seats: made.tokens.into_iter().map(|(seat, token)| SeatToken { seat, token }).collect(),
        room: made.room,
    }))
}

fn checked_salt(salt: String) -> Result<String, ApiError> {
    if salt.chars().count() > 64 {
        return Err(ApiError::new("bad_salt", "a salt has at most 64 characters"));
    }
    Ok(salt)
}

async fn public(State(server): State<Server>) -> Result<Json<Vec<RoomView>>, ApiError> {
    Ok(Json(server.list(Which::Public).await?))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Tokens {
    tokens: Vec<String>,
}

/// A room that a token opens.
#[derive(Serialize, JsonSchema)]
struct Mine {
    /// The seats that the tokens hold there.
    my_seats: Vec<Seat>,
    /// The seats that may act now.
    to_act: SeatSet,
    /// Whose turn it is and what is wanted, as the first of my seats is told; nothing before the start.
    prompt: String,
    #[serde(flatten)]
    room: RoomView,
}

async fn mine(
    State(server): State<Server>,
    Address(address): Address,
    Body(body): Body<Tokens>,
) -> Result<Json<Vec<Mine>>, ApiError> {
    let hashes = body.tokens.iter().take(1000).map(|token| token_hash(token)).collect();
    server.pool().look_up(&address, rooms_of(server.clone(), hashes)).await.map(Json)
}

async fn rooms_of(server: Server, hashes: Vec<String>) -> Result<Vec<Mine>, ApiError> {
    let rooms = server.list(Which::Tokens(hashes.clone())).await?;
    let mut mine = Vec::new();
    for view in rooms {
        // A room that cannot be opened any more keeps nobody from the others.
        let Ok(room) = server.room(&view.table).await else { continue };
        let mut my_seats: Vec<_> = hashes.iter().filter_map(|hash| room.seat_of(hash)).collect();
        my_seats.sort_unstable();
        my_seats.dedup();
        let viewer = my_seats.first().map_or(Viewer::Spectator, |seat| Viewer::Seat(*seat));
        let update = room.update_for(viewer, u64::MAX);
        let (to_act, prompt) =
            update.map(|update| (update.to_act, update.prompt)).unwrap_or_default();
        mine.push(Mine { my_seats, to_act, prompt, room: room.view() });
    }
    // The order, too, tells of nothing but what everybody may know of.
    mine.sort_by_key(|mine| std::cmp::Reverse(mine.room.active_ms));
    Ok(mine)
}

async fn one(
    State(server): State<Server>,
    Path(table): Path<String>,
) -> Result<Json<RoomView>, ApiError> {
    Ok(Json(server.room(&table).await?.view()))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Join {
    name: String,
    #[serde(default)]
    seat: Option<Seat>,
    #[serde(default)]
    salt: String,
}

async fn join(
    State(server): State<Server>,
    Path(table): Path<String>,
    Address(address): Address,
    Body(body): Body<Join>,
) -> Result<Json<Seated>, ApiError> {
    Ok(Json(sit_down(&server, &address, table, body, None).await?))
}

/// Takes an open seat; `from` is the sitting of the game before, for whom one may be kept.
async fn sit_down(
    server: &Server,
    address: &str,
    table: String,
    body: Join,
    from: Option<String>,
) -> Result<Seated, ApiError> {
    let player = Player::Human { name: body.name };
    server.check_player(&player, &[])?;
    let salt = checked_salt(body.salt)?;
    let (sitting, token) = Sitting::begin(now_ms());
    let sat = server.change(&table, |room| {
        lobby(room)?;
        room.may_come(address)?;
        let seat = open_seat(room, body.seat, from.as_deref())?;
        if let Player::Human { name } = &player {
            names::check_among(name, Some(seat), &room.record.seats, &bots(room)?)?;
        }
        let place = &mut room.edit().seats[seat.index()];
        place.player = player.clone();
        place.sitting =
            Some(Sitting { from: from.clone(), mark: mark(address), ..sitting.clone() });
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
/// idles where it has none.
fn get_up(room: &mut Room, seat: Seat) {
    if room.record.state == Stage::Playing {
        let left = room.table.as_mut().is_some_and(|table| table.leave(seat).is_ok());
        if !left {
            room.edit().seats[seat.index()].stand_in = Some("idle".to_owned());
        }
    }
    room.end_sitting(seat);
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

#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct StartNow {
    #[serde(default)]
    bot: Option<String>,
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
    let started = changed(&server, &table, |room| {
        token.host(room)?;
        lobby(room)?;
        server.check_player(&player, &bots(room)?)?;
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
fn end_room(room: &mut Room) {
    for seat in Seat::first(room.record.seats.len()) {
        room.end_sitting(seat);
    }
    room.edit().state = Stage::Closed;
}

/// A host ends nobody else's game: closing one that goes on is leaving it. Where nobody is left the
/// seats leave one after another by the game's own rules, and the room ends.
fn leave_as_host(room: &mut Room) -> Result<(), ApiError> {
    let seats: Vec<Seat> = Seat::first(room.record.seats.len()).collect();
    let mine = |room: &Room, seat: Seat| room.sitting(seat).is_some_and(|sitting| sitting.host);
    let own: Vec<Seat> = seats.iter().copied().filter(|seat| mine(room, *seat)).collect();
    if own.is_empty() && room.has_people() {
        let sentence = "people play here; the game is over when they end it or leave";
        return Err(ApiError::new("not_away", sentence));
    }
    for seat in own {
        get_up(room, seat);
    }
    if room.has_people() {
        return Ok(());
    }
    if let Some(table) = room.table.as_mut() {
        for seat in seats {
            // A game that is over by now, or that cannot be left, stays as it is.
            let _ = table.leave(seat);
        }
    }
    if room.table.as_ref().is_none_or(|table| table.outcome().is_none()) {
        end_room(room);
    }
    Ok(())
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Switch {
    on: bool,
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

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ToBot {
    seat: Seat,
    bot: String,
}

async fn to_bot(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
    Body(body): Body<ToBot>,
) -> Result<Json<RoomView>, ApiError> {
    let player = Player::Bot { bot: body.bot.clone() };
    let handed = changed(&server, &table, |room| {
        let own = token.seat(room).ok() == Some(body.seat);
        if !own {
            token.host(room)?;
        }
        server.check_player(&player, &bots(room)?)?;
        if own {
            seat_mut(room, body.seat)?.stand_in = Some(body.bot.clone());
            return Ok(());
        }
        take_over(&server, room, body.seat, body.bot.clone())
    });
    handed.await
}

/// The host gives a seat to a bot, or lets it idle. Over a seat whose holder is there a host has no
/// power, and whoever is replaced has no right left to it.
fn take_over(server: &Server, room: &mut Room, seat: Seat, by: String) -> Result<(), ApiError> {
    seat_mut(room, seat)?;
    if room.online(seat) {
        return Err(ApiError::new("not_away", "the player of this seat is connected"));
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

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OneSeat {
    seat: Seat,
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

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Replace {
    seat: Seat,
    by: String,
}

async fn replace(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
    Body(body): Body<Replace>,
) -> Result<Json<RoomView>, ApiError> {
    let replaced = changed(&server, &table, |room| {
        token.host(room)?;
        if body.by != "idle" {
            server.check_player(&Player::Bot { bot: body.by.clone() }, &bots(room)?)?;
        }
        take_over(&server, room, body.seat, body.by.clone())
    });
    replaced.await
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
    let (Some(name), Some(sitting)) = (room.record.seats[old.index()].name(), room.sitting(old))
    else {
        return Err(ApiError::new("wrong_token", "this seat is no person's"));
    };
    let from = sitting.id.clone();
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
    from: String,
) -> Result<Json<Seated>, ApiError> {
    let linked = server.change(&table, |room| {
        let mut seats = Seat::first(room.record.seats.len());
        let comes_from = |s: &Seat| room.sitting(*s).and_then(|s| s.from.as_ref()) == Some(&from);
        let Some(seat) = seats.find(comes_from) else { return Ok(None) };
        Ok(Some((seat, sitting_mut(room, seat)?.link(now_ms())?)))
    });
    if let (Some((seat, token)), room) = linked.await? {
        let room = room.view();
        return Ok(Json(Seated { table, seat, token, host_token: None, room }));
    }
    let body = Join { name, seat: Some(seat), salt: String::new() };
    Ok(Json(sit_down(server, address, table, body, Some(from)).await?))
}

/// A room like this one with the seats turned by one, made by who sits on `mine`. The others' seats
/// are kept for them.
fn same_again(room: &Room, mine: Seat, from: String) -> NewRoom {
    let record = &room.record;
    let again = |(place, seat): (&SeatRecord, Seat)| match (&place.player, &place.sitting) {
        (Player::Human { .. }, _) if seat == mine => (place.player.clone(), None),
        (Player::Human { name }, Some(sitting)) => {
            let kept = KeptFor { sitting: sitting.id.clone(), name: name.clone() };
            (Player::Open, Some(kept))
        }
        (Player::Human { .. } | Player::Open, _) => (Player::Open, None),
        (Player::Bot { .. }, _) => (place.player.clone(), None),
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
        seats,
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

async fn link(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
) -> Result<Json<Code>, ApiError> {
    let room = server.room(&table).await?;
    let seat = token.seat(&room)?;
    let sitting = held_sitting(&room, seat)?;
    sitting.has_room()?;
    Ok(Json(Code { code: server.link(&table, sitting) }))
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Code {
    code: String,
}

async fn take_link(
    State(server): State<Server>,
    Body(body): Body<Code>,
) -> Result<Json<Linked>, ApiError> {
    let no_such = || ApiError::new("no_such_code", "this code is not known, or its time is over");
    let (table, sitting) = server.take_link(body.code.trim()).ok_or_else(no_such)?;
    let linked = server.change(&table, |room| {
        let mut seats = Seat::first(room.record.seats.len());
        // A code ends with the sitting that gave it out: somebody else may be on that seat by now.
        let gave = |seat: &Seat| room.sitting(*seat).is_some_and(|held| held.id == sitting);
        let seat = seats.find(gave).ok_or_else(no_such)?;
        Ok((seat, sitting_mut(room, seat)?.link(now_ms())?))
    });
    let ((seat, token), _) = linked.await?;
    Ok(Json(Linked { table, seat, token }))
}

/// A device that holds a seat, as its holder is told.
#[derive(Serialize, JsonSchema)]
struct DeviceView {
    /// What it is called here.
    device: String,
    /// Since when it holds the seat.
    since_ms: i64,
    /// Whether it is the one that asks.
    this: bool,
}

async fn devices(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
) -> Result<Json<Vec<DeviceView>>, ApiError> {
    let room = server.room(&table).await?;
    Ok(Json(devices_of(&room, &token)?))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OneDevice {
    device: String,
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

async fn share(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
    Body(body): Body<Switch>,
) -> Result<Json<RoomView>, ApiError> {
    let shared = changed(&server, &table, |room| {
        token.sat_here(room)?;
        room.edit().shared = body.on;
        Ok(())
    });
    shared.await
}

async fn journal(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
) -> Result<String, ApiError> {
    let mut room = server.room(&table).await?;
    if !room.is_over() {
        let sentence = "the journal is told when the game is over; until then `events` tells what you may know";
        return Err(ApiError::new("not_yet", sentence));
    }
    may_read(&room, &token)?;
    Ok(room.playing()?.journal().text_without_memos())
}

/// Who may know all of a game that is over: those who sat here, and everybody where it is shared.
fn may_read(room: &Room, token: &Bearer) -> Result<(), ApiError> {
    if room.is_shared() || token.sat_here(room).is_ok() {
        return Ok(());
    }
    let sentence = "the game is for those who sat at the table; they have not shared it";
    Err(ApiError::new("not_shared", sentence))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct At {
    at: u64,
    #[serde(default)]
    r#as: Option<String>,
}

async fn replay(
    State(server): State<Server>,
    Path(table): Path<String>,
    Address(address): Address,
    token: Bearer,
    Query(query): Query<At>,
) -> Result<Json<Update>, ApiError> {
    let house = server.clone();
    let replayed = async move {
        let room = house.room(&table).await?;
        let viewer = eyes(&room, &token, query.r#as.as_deref())?;
        let update = room.looked_at(viewer, query.at)?.update_at(viewer, query.at);
        update.ok_or_else(|| ApiError::new("no_such_entry", "there is no such entry"))
    };
    server.pool().look_up(&address, replayed).await.map(Json)
}

/// Whose eyes may be looked through: one's own, and anybody's once the game is over.
fn eyes(room: &Room, token: &Bearer, wanted: Option<&str>) -> Result<Viewer, ApiError> {
    let own = token.viewer(room);
    let wanted = match wanted {
        None => return own,
        Some("spectator") => Viewer::Spectator,
        Some(number) => {
            let seat = number.parse().ok().filter(|n| *n < room.record.seats.len());
            let no_seat =
                || ApiError::new("no_such_seat", format!("there is no seat \"{number}\""));
            Viewer::Seat(seat.and_then(Seat::new).ok_or_else(no_seat)?)
        }
    };
    let over = room.is_over() && may_read(room, token).is_ok();
    if over || own.as_ref() == Ok(&wanted) || wanted == Viewer::Spectator && own.is_ok() {
        return Ok(wanted);
    }
    if room.is_over() {
        may_read(room, token)?;
    }
    Err(ApiError::new("not_yet", "until the game is over you look through your own eyes only"))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Since {
    #[serde(default)]
    since: u64,
}

async fn events(
    State(server): State<Server>,
    Path(table): Path<String>,
    Address(address): Address,
    token: Bearer,
    Query(query): Query<Since>,
) -> Result<Json<Vec<Frame>>, ApiError> {
    let house = server.clone();
    let told = async move {
        let room = house.room(&table).await?;
        let viewer = token.viewer(&room)?;
        Ok(room.looked_at(viewer, 0)?.history(viewer, query.since, u64::MAX))
    };
    server.pool().look_up(&address, told).await.map(Json)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Search {
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    player: Option<String>,
    #[serde(default)]
    before: Option<i64>,
}

async fn finished(
    State(server): State<Server>,
    Query(query): Query<Search>,
) -> Result<Json<Vec<RoomView>>, ApiError> {
    let which = Which::Finished { game: query.game, player: query.player, before_ms: query.before };
    Ok(Json(server.list(which).await?))
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
    if room.record.state == Stage::Lobby {
        return Ok(());
    }
    Err(ApiError::new("wrong_state", "the game has begun; you may watch it"))
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

fn bots(room: &Room) -> Result<Vec<String>, ApiError> {
    let id = &room.record.game;
    Ok(senet_catalog::find(id).ok_or_else(|| unknown_game(id))?.line().bots)
}
