//! What a viewer may look back into. It is taken along from the room, so that nobody who plays there waits until
//! somebody has looked, however long the game is.

use std::sync::Arc;

use senet_kernel::SeatSet;
use senet_table::Table;

use crate::error::ApiError;
use crate::server::unknown_game;

/// A journal, as far as somebody may know of it.
pub struct Past {
    pub(super) game: String,
    pub(super) lines: Vec<Arc<str>>,
    /// The seats that bots play, which stand in no journal.
    pub(super) bots: SeatSet,
}

impl Past {
    /// The table as it was when the room was asked. It draws no dice, and takes as long as the game is.
    pub fn table(&self) -> Result<Box<dyn Table>, ApiError> {
        let mut table = opened(&self.game, &self.lines)?;
        table.seat_bots(self.bots);
        Ok(table)
    }
}

/// A table to be looked at, as the first lines of a journal tell it; there must be a header.
pub fn opened(game: &str, lines: &[Arc<str>]) -> Result<Box<dyn Table>, ApiError> {
    let text = lines.join("\n") + "\n";
    let known = senet_catalog::of_text(game, &text).ok_or_else(|| unknown_game(game))?;
    match known.load(&text, None, false) {
        Ok((table, _)) => Ok(table),
        Err(error) => {
            tracing::error!(%error, "a journal cannot be followed");
            Err(ApiError::new("bad_journal", format!("the stored journal is refused: {error}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use senet_kernel::{Actor, Seat, Viewer};
    use serde_json::{Value, json};
    use tower::util::ServiceExt;

    use crate::server::{Limits, Server};
    use crate::store::{Memory, Store};

    /// What somebody looks at is no part of the room: it is looked at for as long as it takes, and others play on.
    #[tokio::test]
    async fn a_look_back_keeps_nobody_from_playing() {
        let server = Server::new(Store::Memory(Memory::default()), Limits::default(), None);
        let me = |name| json!({ "type": "me", "name": name });
        let body = json!({ "game": "tic-tac-toe", "seats": [me("Ann"), me("Ben")] }).to_string();
        let asked = Request::post("/api/tables").header("content-type", "application/json");
        let asked = asked.body(Body::from(body)).unwrap();
        let answer = crate::app(server.clone()).oneshot(asked).await.unwrap().into_body();
        let made: Value =
            serde_json::from_slice(&to_bytes(answer, 1 << 20).await.unwrap()).unwrap();
        let id = made["table"].as_str().unwrap();
        let act = async |seat: Seat, square: u8| {
            let mut room = server.room(id).await.unwrap();
            let mark = json!({ "type": "mark", "square": square });
            let table = room.playing().unwrap();
            table.submit(Actor::Seat(seat), None, &mark, Vec::new()).unwrap();
            server.settle(&mut room).await.unwrap();
        };
        act(Seat::FIRST, 1).await;
        let past = server.room(id).await.unwrap().past(Viewer::Spectator, 1).unwrap();
        let held = past.table().unwrap();
        act(Seat::SECOND, 2).await;
        assert_eq!(held.step(Viewer::Spectator), 1);
        assert_eq!(past.table().unwrap().history(Viewer::Spectator, 0, 9).len(), 1);
        let room = server.room(id).await.unwrap();
        assert_eq!(room.known_to(Viewer::Spectator), 2);
        assert_eq!(room.past(Viewer::Spectator, 3).err().unwrap().0.code, "no_such_entry");
    }
}
