//! Looking back over HTTP: journals, old positions, finished games.

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use schemars::JsonSchema;
use senet_kernel::{Seat, Viewer};
use senet_table::Frame;
use senet_table::protocol::Update;
use senet_table::protocol::room::Switch;
use serde::Deserialize;

use super::{Bearer, changed};
use crate::analysis::{Look, LookedBack};
use crate::error::ApiError;
use crate::http::extract::{Body, Path, Query};
use crate::http::openapi::Call;
use crate::pool::Asker;
use crate::room::{Room, RoomView, State as Stage, text};
use crate::server::Server;
use crate::store::Which;

pub fn calls() -> Vec<Call> {
    vec![
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
        Call::get(
            "/api/tables/{table}/analysis",
            "What decided a game that is over, as far as it was looked at by now",
            get(analysis),
        )
        .may_show_token()
        .asks::<u64>("since")
        .gives::<LookedBack>(),
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
        Call::get("/api/finished", "Finished public games, newest first", get(finished))
            .asks::<String>("game")
            .asks::<String>("player")
            .asks::<i64>("before")
            .gives::<Vec<RoomView>>(),
    ]
}

async fn share(
    State(server): State<Server>,
    Path(table): Path<String>,
    token: Bearer,
    Body(body): Body<Switch>,
) -> Result<Json<RoomView>, ApiError> {
    let shared = changed(&server, &table, |room| {
        token.sat_here(room)?;
        if room.record.state == Stage::Lobby {
            // Whoever gets up before it begins has no say in a game of others.
            return Err(ApiError::new("wrong_state", "the game has not begun"));
        }
        room.edit().shared = body.on;
        Ok(())
    });
    shared.await
}

async fn journal(
    State(server): State<Server>,
    Path(table): Path<String>,
    asker: Asker,
    token: Bearer,
) -> Result<String, ApiError> {
    let house = server.clone();
    let told = async move {
        let mut room = house.room(&table).await?;
        if !room.is_over() {
            let sentence = "the journal is told when the game is over; until then `events` tells what you may know";
            return Err(ApiError::new("not_yet", sentence));
        }
        may_read(&room, &token)?;
        let journal = room.playing()?.journal().clone();
        drop(room);
        // A long one whose memos are left out is chained anew, line by line.
        Ok(journal.text_without_memos())
    };
    server.pool().look_up(&asker, told).await
}

async fn analysis(
    State(server): State<Server>,
    Path(table): Path<String>,
    asker: Asker,
    token: Bearer,
    Query(query): Query<Since>,
) -> Result<Json<LookedBack>, ApiError> {
    let house = server.clone();
    let begun = async move {
        let mut room = house.room(&table).await?;
        if !room.is_over() {
            return Err(ApiError::new("not_yet", "a game is looked back at when it is over"));
        }
        may_read(&room, &token)?;
        if let Some(known) = house.looks().known(&table, room.playing()?.entry()) {
            return Ok(known);
        }
        let past = room.past(Viewer::Spectator, 0)?;
        drop(room);
        // Of a long game it is long to say what everybody may know by when.
        house.looks().keep(&table, Look::at(&*past.table()?)?)
    };
    let look = server.pool().look_up(&asker, begun).await?;
    look.told(&server, &asker, query.since).await.map(Json)
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
    asker: Asker,
    token: Bearer,
    Query(query): Query<At>,
) -> Result<Json<Update>, ApiError> {
    let house = server.clone();
    let replayed = async move {
        let room = house.room(&table).await?;
        let viewer = eyes(&room, &token, query.r#as.as_deref())?;
        let past = room.past(viewer, query.at)?;
        drop(room);
        let update = past.table()?.update_at(viewer, query.at);
        update.ok_or_else(|| ApiError::new("no_such_entry", "there is no such entry"))
    };
    server.pool().look_up(&asker, replayed).await.map(Json)
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
    asker: Asker,
    token: Bearer,
    Query(query): Query<Since>,
) -> Result<Response, ApiError> {
    let house = server.clone();
    let told = async move {
        let room = house.room(&table).await?;
        let viewer = token.viewer(&room)?;
        let past = room.past(viewer, 0)?;
        drop(room);
        // All of a long game is long to write, too.
        Ok(text(&past.table()?.history(viewer, query.since, u64::MAX)))
    };
    let told = server.pool().look_up(&asker, told).await?;
    Ok(([(CONTENT_TYPE, "application/json")], told).into_response())
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
    asker: Asker,
    Query(query): Query<Search>,
) -> Result<Json<Vec<RoomView>>, ApiError> {
    let which = Which::Finished { game: query.game, player: query.player, before_ms: query.before };
    let house = server.clone();
    // A name that nobody has is looked for among all that was ever played.
    let found = async move { house.list(which).await };
    server.pool().look_up(&asker, found).await.map(Json)
}
