//! Making a room over HTTP, and finding one.

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use senet_kernel::{Seat, SeatSet, Viewer};
use senet_table::protocol::room::{Made, MakeRoom, MyRoom, RoomView, SeatToken, SeatWish, Tokens};

use super::checked_salt;
use crate::error::ApiError;
use crate::http::extract::{Address, Body, Path};
use crate::http::openapi::Call;
use crate::pool::Asker;
use crate::room::Player;
use crate::secret::token_hash;
use crate::server::{NewRoom, Server};
use crate::store::Which;

pub fn calls() -> Vec<Call> {
    vec![
        Call::get(
            "/api/tables",
            "The public rooms that can be joined or watched, newest first",
            get(public),
        )
        .gives::<Vec<RoomView>>(),
        Call::post("/api/tables", "Make a room", post(make)).takes::<MakeRoom>().gives::<Made>(),
        Call::post("/api/tables/mine", "The rooms of these tokens", post(mine))
            .takes::<Tokens>()
            .gives::<Vec<MyRoom>>(),
        Call::get("/api/tables/{table}", "One room", get(one)).gives::<RoomView>(),
    ]
}

/// The longest that spectators can be made to wait.
const MAX_DELAY_MS: u32 = 3_600_000;

async fn make(
    State(server): State<Server>,
    Address(address): Address,
    Body(body): Body<MakeRoom>,
) -> Result<Json<Made>, ApiError> {
    let asked = body.seats.as_deref().unwrap_or_default();
    let mine: SeatSet = (0..asked.len())
        .filter(|i| matches!(asked[*i], SeatWish::Me { .. }))
        .filter_map(Seat::new)
        .collect();
    let player = |seat| match seat {
        SeatWish::Me { name } => Player::Human { name },
        SeatWish::Open {} => Player::Open,
        SeatWish::Bot { bot } => Player::Bot { bot },
    };
    let seats = body.seats.map(|seats| seats.into_iter().map(player).collect());
    let new = NewRoom {
        game: body.game,
        preset: body.preset,
        config: body.config,
        seats,
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

async fn public(State(server): State<Server>) -> Result<Response, ApiError> {
    let kind = [(CONTENT_TYPE, "application/json")];
    Ok((kind, server.public_json().await?).into_response())
}

async fn mine(
    State(server): State<Server>,
    asker: Asker,
    Body(body): Body<Tokens>,
) -> Result<Json<Vec<MyRoom>>, ApiError> {
    let hashes = body.tokens.iter().take(1000).map(|token| token_hash(token)).collect();
    server.pool().look_up(&asker, rooms_of(server.clone(), hashes)).await.map(Json)
}

async fn rooms_of(server: Server, hashes: Vec<String>) -> Result<Vec<MyRoom>, ApiError> {
    let rooms = server.list(Which::Tokens(hashes.clone())).await?;
    let mut mine = Vec::new();
    for view in rooms {
        // Between two rooms it is asked whether anybody still waits for them.
        tokio::task::yield_now().await;
        // A room that cannot be opened any more keeps nobody from the others.
        let Ok(room) = server.room(&view.table).await else { continue };
        let mut my_seats: Vec<_> = hashes.iter().filter_map(|hash| room.seat_of(hash)).collect();
        my_seats.sort_unstable();
        my_seats.dedup();
        let viewer = my_seats.first().map_or(Viewer::Spectator, |seat| Viewer::Seat(*seat));
        let update = room.update_for(viewer, u64::MAX);
        let (to_act, awaited, prompt) =
            update.map(|update| (update.to_act, update.awaited, update.prompt)).unwrap_or_default();
        mine.push(MyRoom { my_seats, to_act, awaited, prompt, room: room.brief() });
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
