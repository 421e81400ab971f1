//! What takes long goes on beside the socket: looks back, hints, what words mean to a model.

use std::sync::atomic::Ordering;
use std::time::Duration;

use senet_kernel::{Question, Seat, Viewer};
use senet_table::protocol::Answer;
use senet_table::{Choice, Refusal, Table};
use serde_json::Value;
use serde_json::value::to_raw_value;

use super::guest::{Guest, answer, reply};
use crate::bots::{self, Thinker};
use crate::error::ApiError;
use crate::room::Room;
use crate::server::{Server, unknown_game};

/// How long a hint may take, its turn in the line included.
const HINT: Duration = Duration::from_secs(10);

impl Guest {
    /// Looks back into a game, as far as this entry, beside everything else: neither what comes after it on this
    /// socket waits, nor anybody else at the table.
    pub(super) async fn look_back(
        &self,
        id: Option<Value>,
        table: String,
        seat: Option<Seat>,
        at: Option<u64>,
        look: impl FnOnce(&dyn Table, Viewer) -> Answer + Send + 'static,
    ) -> Result<(), ApiError> {
        let (room, viewer) = self.looking(&table, seat).await?;
        let (server, out, known) = (self.server.clone(), self.out.clone(), room.shared());
        let asked = id.clone();
        let hash = viewer.seat().and_then(|seat| {
            let held = self.watch(&table)?.seats.iter().find(|(known, _)| *known == seat)?;
            Some(held.1.clone())
        });
        drop(room);
        tokio::spawn(async move {
            let house = server.clone();
            let looked = async move {
                let room = house.known_room(&table, &known).await?;
                // The seat may have become somebody else's in the meantime.
                if hash.is_some_and(|hash| room.seat_of(&hash) != viewer.seat()) {
                    return Err(ApiError::new("wrong_token", "this seat is no longer yours"));
                }
                let past = room.past(viewer, at.unwrap_or(0))?;
                drop(room);
                // All of a long game is long to write, too.
                Ok(reply(asked, &look(&*past.table()?, viewer)))
            };
            match server.pool().look_up(&out.asker(), looked).await {
                Ok(text) => out.send(text),
                Err(ApiError(refusal)) => answer(&server, &out, id, &Answer::Error(refusal)),
            }
        });
        Ok(())
    }

    /// Lets a bot think beside everything else; one hint at a time.
    pub(super) async fn advise(
        &self,
        id: Option<Value>,
        table: String,
        seat: Option<Seat>,
        bot: String,
    ) -> Result<(), ApiError> {
        let (mut room, seat) = self.at_seat(&table, seat).await?;
        let playing = room.playing()?;
        let (game, view) = (senet_catalog::of_journal(playing.header()), playing.view(seat.into()));
        let game = game.ok_or_else(|| unknown_game(&room.record.game))?;
        let sitting = room.sitting(seat).map(|sitting| sitting.id.clone()).unwrap_or_default();
        drop(room);
        if self.advising.swap(true, Ordering::Relaxed) {
            return Err(ApiError::new("one_at_a_time", "another hint is being thought out"));
        }
        let (server, out, advising) =
            (self.server.clone(), self.out.clone(), self.advising.clone());
        tokio::spawn(async move {
            let bot = Thinker { game, name: bot, seed: 1, view, seat };
            let advice = match bots::think(&server, &out.asker(), bot, HINT).await {
                Ok(Some(commands)) => {
                    put_in_words(&server, &table, seat, &sitting, &commands).await
                }
                Ok(None) => Err(ApiError::new("unknown_bot", "no such bot has anything to say")),
                Err(missed) => Err(missed.into()),
            };
            advising.store(false, Ordering::Relaxed);
            let advice = advice.unwrap_or_else(|ApiError(refusal)| Answer::Error(refusal));
            answer(&server, &out, id, &advice);
        });
        Ok(())
    }

    /// Asks the server's model what words mean, beside everything else; its answer is told when it comes.
    pub(super) async fn translate(
        &self,
        id: Option<Value>,
        table: String,
        seat: Option<Seat>,
        text: &str,
        input: Option<u32>,
    ) -> Result<(), ApiError> {
        let models = self.server.models();
        let models = models.ok_or_else(|| {
            ApiError::new("no_model", "no language model is set up on this server")
        })?;
        let (mut room, seat) = self.at_seat(&table, seat).await?;
        let question = models.question(&table, room.playing()?, seat, text, input)?;
        let sitting = room.sitting(seat).map(|sitting| sitting.id.clone()).unwrap_or_default();
        drop(room);
        let (server, out) = (self.server.clone(), self.out.clone());
        tokio::spawn(async move {
            let told = translated(&server, &table, seat, &sitting, question).await;
            let told = told.unwrap_or_else(|ApiError(refusal)| Answer::Error(refusal));
            answer(&server, &out, id, &told);
        });
        Ok(())
    }
}

/// The board as text, now or after an entry.
pub(super) fn drawing(table: &dyn Table, viewer: Viewer, at: Option<u64>) -> Answer {
    let past = at.filter(|at| *at < table.step(viewer));
    match past.and_then(|at| Some((at, table.update_at(viewer, at)?))) {
        Some((at, then)) => Answer::Drawing {
            drawing: table.drawing_at(viewer, at).unwrap_or_default(),
            prompt: then.prompt,
            ending: Default::default(),
        },
        None => Answer::Drawing {
            drawing: table.drawing(viewer),
            prompt: table.prompt(viewer),
            ending: table.ending(viewer),
        },
    }
}

/// What a model's answer comes to once it is there, for whoever asked.
pub(super) async fn translated(
    server: &Server,
    table: &str,
    seat: Seat,
    sitting: &str,
    question: Question,
) -> Result<Answer, ApiError> {
    let Some(models) = server.models() else { return Ok(Answer::Done) };
    let input = question.input;
    let said = models.ask(table, seat, question).await?;
    let mut room = server.room(table).await?;
    still_sits(&room, seat, sitting)?;
    Ok(Answer::answered(room.playing()?, seat, input, &said)?)
}

/// Refuses where somebody else sits there by now.
pub(super) fn still_sits(room: &Room, seat: Seat, sitting: &str) -> Result<(), ApiError> {
    if room.sitting(seat).is_none_or(|now| now.id != sitting) {
        return Err(ApiError::new("wrong_token", "this seat is no longer yours"));
    }
    Ok(())
}

/// A bot's wishes as a person would say them.
pub(super) async fn put_in_words(
    server: &Server,
    table: &str,
    seat: Seat,
    sitting: &str,
    commands: &[Value],
) -> Result<Answer, ApiError> {
    let mut room = server.room(table).await?;
    still_sits(&room, seat, sitting)?;
    let table = room.playing()?;
    let choices = commands.iter().map(|command| {
        let text = table.say(seat.into(), command)?;
        let command = to_raw_value(command).expect("a JSON value");
        Ok(Choice { command, text, caution: None })
    });
    let choices = choices.collect::<Result<Vec<_>, Refusal>>()?;
    Ok(Answer::from(senet_kernel::Reading::commands(choices)))
}
