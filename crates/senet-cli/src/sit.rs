//! `senet sit`: a bot, or any program, on a seat of a server.
//!
//! It joins by the invitation, or holds a seat already by its token, follows the table, and answers
//! whenever it is its seat's turn. A lost connection is taken up again; what was not answered is sent
//! again under the same request, so that nothing happens twice.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use futures_util::{SinkExt, StreamExt};
use senet_catalog::{AnyBot, AnyGame, Level, Program as _};
use senet_kernel::{Outcome, Seat, SeatSet, Viewer};
use senet_table::protocol::room::code_in;
use senet_table::{Countdown, Luck, Opening, Refusal, Start};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::args::Sit;
use crate::outside::{Answer, Outside, is_program};
use crate::{leash, networks, say};

/// The token of a seat that one holds already: it is a secret, and no argument that others can read.
const TOKEN: &str = "SENET_SEAT_TOKEN";
/// For so long a server that is gone is tried again.
const TRIED_FOR: Duration = Duration::from_secs(60);
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(500);

/// Plays a seat to the end of its game.
pub fn run(args: &Sit) -> Result<()> {
    let place = Place::read(&args.link)?;
    let room: Room = place.get("")?;
    let game = crate::game(&room.game)?;
    let mind = Mind::of(game.as_ref(), args)?;
    let sitting = sit_down(&place, args)?;
    say!("{} sits at {}, {}", args.who, place.table, room.name);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut player = Player {
        game,
        mind,
        place,
        sitting,
        clock: None,
        asked: None,
        idled: None,
        unanswered: Vec::new(),
        sent: 0,
    };
    runtime.block_on(player.play())
}

/// A table of a server.
struct Place {
    /// The server's address, without a slash at its end.
    server: String,
    table: String,
}

impl Place {
    /// Reads an invitation, `…/t/NAME`, or the page's own place, `…/#/join/NAME` or `…/#/online/NAME`.
    fn read(link: &str) -> Result<Place> {
        let parts = ["/t/", "/#/join/", "/#/online/"];
        let found = parts.iter().find_map(|part| link.trim().split_once(part));
        let known = |(server, _): &(&str, &str)| {
            server.starts_with("http://") || server.starts_with("https://")
        };
        let Some((server, table)) = found.filter(known) else {
            bail!("\"{link}\" is no invitation such as http://127.0.0.1:8642/t/k7f3q9");
        };
        let table = code_in(table);
        if table.is_empty() {
            bail!("\"{link}\" names no table behind its last slash");
        }
        Ok(Place { server: server.to_owned(), table })
    }

    fn get<T: DeserializeOwned>(&self, what: &str) -> Result<T> {
        let url = format!("{}/api/tables/{}{what}", self.server, self.table);
        self.answer(agent().get(&url).call())
    }

    fn post<T: DeserializeOwned>(&self, what: &str, token: &str, body: &Value) -> Result<T> {
        let url = format!("{}/api/tables/{}{what}", self.server, self.table);
        let mut request = agent().post(&url).header("content-type", "application/json");
        if !token.is_empty() {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        self.answer(request.send(body.to_string()))
    }

    fn answer<T: DeserializeOwned>(
        &self,
        answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<T> {
        let unreached = || format!("{} does not answer", self.server);
        let mut answer = answer.with_context(unreached)?;
        let good = answer.status().is_success();
        let text = answer.body_mut().read_to_string().with_context(unreached)?;
        if good && let Ok(told) = serde_json::from_str(&text) {
            return Ok(told);
        }
        match serde_json::from_str::<Refused>(&text) {
            Ok(refused) => Err(anyhow!(refused.sentence)),
            Err(_) => Err(anyhow!("{} is no senet server of this version", self.server)),
        }
    }

    fn socket(&self) -> String {
        format!("ws{}/api/socket", self.server.strip_prefix("http").unwrap_or_default())
    }
}

/// What asks over HTTP; a refusal is an answer like any other.
fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    config.timeout_global(Some(Duration::from_secs(30))).build().new_agent()
}

#[derive(Deserialize)]
struct Room {
    game: String,
    name: String,
}

#[derive(Deserialize)]
struct Refused {
    sentence: String,
}

/// A seat and what opens it.
#[derive(Deserialize)]
struct Sitting {
    token: String,
}

/// The seat whose token is in the environment, or an open one that is taken now.
fn sit_down(place: &Place, args: &Sit) -> Result<Sitting> {
    if let Ok(token) = std::env::var(TOKEN)
        && !token.is_empty()
    {
        return Ok(Sitting { token });
    }
    let seat = match args.seat {
        Some(0) => bail!("seats are counted from 1"),
        Some(number) => json!(number - 1),
        None => Value::Null,
    };
    let stem = Path::new(&args.who).file_stem().unwrap_or_default().to_string_lossy();
    let name = args.name.clone().unwrap_or_else(|| format!("{stem}, a program"));
    let sitting: Sitting = place.post("/join", "", &json!({ "name": name, "seat": seat }))?;
    eprintln!("senet: to go on with this seat later: {TOKEN}={}", sitting.token);
    Ok(sitting)
}

/// Who chooses.
enum Mind {
    House(Box<dyn AnyBot>, Level),
    Program(Outside),
}

impl Mind {
    fn of(game: &dyn AnyGame, args: &Sit) -> Result<Mind> {
        let who = args.who.as_str();
        if is_program(who) {
            return Ok(Mind::Program(Outside::start(who, args.patience.of_programs())?));
        }
        networks::open(game, std::slice::from_ref(&who.to_owned()))?;
        let mut seed = [0; 8];
        getrandom::fill(&mut seed).context("the system gives no random bytes")?;
        let bot = game.bot(who, u64::from_le_bytes(seed));
        let known =
            || format!("there is no bot \"{who}\"; there are {}", game.line().bots.join(", "));
        Ok(Mind::House(bot.with_context(known)?, Level::of_bot(who)))
    }

    /// What it wants, nothing where it talks nonsense or too late; none once it has gone.
    fn choose(
        &mut self,
        game: &dyn AnyGame,
        view: &RawValue,
        seat: Seat,
        left: Duration,
    ) -> Result<Option<Vec<Value>>> {
        let program = match self {
            Mind::House(bot, level) => {
                let time = Duration::from_millis(level.millis().into());
                let wanted = bot.think(view, seat, &leash::within(time.min(left)));
                return Ok(Some(wanted.map_err(unread)?));
            }
            Mind::Program(program) => program,
        };
        let Some(question) = game.question(view, seat).map_err(unread)? else {
            return Ok(Some(Vec::new()));
        };
        let answer = match program.ask_within(&question, left) {
            Answer::Line(answer) => answer,
            Answer::TooLate => return Ok(Some(Vec::new())),
            Answer::Gone => return Ok(None),
        };
        let wanted = game.understood(&answer).unwrap_or_else(|fault| {
            program.scold(&fault);
            Vec::new()
        });
        Ok(Some(wanted))
    }
}

/// The view is not one of the game as it is known here.
fn unread(refusal: Refusal) -> anyhow::Error {
    anyhow!("the server plays other rules: {}", refusal.sentence)
}

/// What the seat sees.
#[derive(Deserialize)]
struct Update {
    viewer: Viewer,
    entry: u64,
    to_act: SeatSet,
    awaited: SeatSet,
    prompt: String,
    outcome: Option<Outcome>,
    countdown: Option<Countdown>,
    view: Box<RawValue>,
}

/// When a seat is asked: once in a beat of the clock, and otherwise whenever something has happened.
type Occasion = (SeatSet, Option<u32>, Option<u64>);

impl Update {
    fn occasion(&self) -> Occasion {
        let beat = self.countdown.and_then(Countdown::beat);
        (self.to_act, beat, beat.is_none().then_some(self.entry))
    }

    /// Whether nothing goes on before the seat has acted.
    fn waits_for(&self, seat: Seat) -> bool {
        self.awaited.contains(seat) && self.countdown.and_then(Countdown::beat).is_none()
    }
}

/// How a connection ended.
enum End {
    /// The game is over.
    Over,
    /// The connection is lost.
    Lost,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Player {
    game: Arc<dyn AnyGame>,
    mind: Mind,
    place: Place,
    sitting: Sitting,
    /// The countdown that runs, and since when.
    clock: Option<(u32, Instant)>,
    /// When the mind was asked last, and when the seat idled last.
    asked: Option<Occasion>,
    idled: Option<Occasion>,
    /// What was sent and not answered yet.
    unanswered: Vec<Value>,
    /// How many commands were sent.
    sent: u64,
}

impl Player {
    async fn play(&mut self) -> Result<()> {
        let mut reached = Instant::now();
        loop {
            if let Ok((socket, _)) = connect_async(self.place.socket()).await {
                match self.follow(socket).await? {
                    End::Over => return Ok(()),
                    End::Lost => reached = Instant::now(),
                }
            }
            if reached.elapsed() > TRIED_FOR {
                bail!("{} has not answered for a minute", self.place.server);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Plays over one connection for as long as it lasts.
    async fn follow(&mut self, mut socket: Socket) -> Result<End> {
        let follow = json!({
            "type": "follow", "id": "follow", "table": self.place.table, "token": self.sitting.token,
        });
        let again = self.unanswered.clone();
        for message in std::iter::once(&follow).chain(&again) {
            if socket.send(Message::text(message.to_string())).await.is_err() {
                return Ok(End::Lost);
            }
        }
        let mut latest: Option<Update> = None;
        self.clock = None;
        while let Some(Ok(message)) = socket.next().await {
            let Message::Text(text) = message else { continue };
            let waited = !self.unanswered.is_empty();
            let news = self.heard(&text)?;
            let due = news.is_some() || waited;
            latest = news.or(latest);
            if let Some(update) = &latest {
                self.wind(update.countdown);
            }
            let Some(update) = latest.as_ref().filter(|_| due && self.unanswered.is_empty()) else {
                continue;
            };
            if update.outcome.is_some() {
                say!("{}", update.prompt);
                return Ok(End::Over);
            }
            if !self.act(&mut socket, update).await? {
                return Ok(End::Lost);
            }
        }
        Ok(End::Lost)
    }

    /// Takes in what the server says; an update, where it is one.
    fn heard(&mut self, text: &str) -> Result<Option<Update>> {
        #[derive(Deserialize)]
        struct Heard {
            r#type: String,
            id: Option<Value>,
            code: Option<String>,
            sentence: Option<String>,
        }
        let heard: Heard = serde_json::from_str(text).context("the server does not speak JSON")?;
        let sentence = heard.sentence.unwrap_or_default();
        match heard.r#type.as_str() {
            "update" => {
                let update = serde_json::from_str(text);
                return Ok(Some(
                    update.context("the server speaks another version of the protocol")?,
                ));
            }
            // What could not be stored has not happened: it is sent again with the next connection.
            "error" if heard.code.as_deref() == Some("not_stored") => {}
            "error" if heard.id.as_ref().is_none_or(|id| id == "follow") => bail!(sentence),
            "accepted" | "rejected" | "error" => {
                if !sentence.is_empty() {
                    eprintln!("senet: {sentence}");
                }
                self.unanswered.retain(|sent| Some(&sent["id"]) != heard.id.as_ref());
            }
            _ => {}
        }
        Ok(None)
    }

    /// Answers an update where it is the seat's turn; no where the connection is lost.
    async fn act(&mut self, socket: &mut Socket, update: &Update) -> Result<bool> {
        let Some(seat) = update.viewer.seat() else {
            bail!("this token opens no seat any more");
        };
        if !update.to_act.contains(seat) {
            return Ok(true);
        }
        let occasion = update.occasion();
        let mut wanted = Vec::new();
        if self.asked != Some(occasion) {
            self.asked = Some(occasion);
            wanted = self.chosen(update, seat)?;
        }
        // Nothing was wanted, or all of it was refused: the game's own way for the absent.
        if wanted.is_empty() && update.waits_for(seat) && self.idled != Some(occasion) {
            self.idled = Some(occasion);
            wanted.extend(idle(self.game.as_ref(), &update.view, seat));
        }
        for command in wanted {
            self.sent += 1;
            let request = format!("sit-{}-{}", update.entry, self.sent);
            let submit = json!({
                "type": "submit", "id": request, "table": self.place.table,
                "request": request, "command": command,
            });
            self.unanswered.push(submit.clone());
            if socket.send(Message::text(submit.to_string())).await.is_err() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Notes since when a countdown runs: the same number goes on.
    fn wind(&mut self, countdown: Option<Countdown>) {
        let number = countdown.map(|countdown| countdown.number);
        if self.clock.map(|(number, _)| number) != number {
            self.clock = number.map(|number| (number, Instant::now()));
        }
    }

    /// What is left of the table's countdown; without one there is time enough.
    fn left(&self, countdown: Option<Countdown>) -> Duration {
        let (Some(countdown), Some((_, since))) = (countdown, self.clock) else {
            return Duration::MAX;
        };
        Duration::from_millis(countdown.after_ms.into()).saturating_sub(since.elapsed())
    }

    /// What the mind wants. One that has gone takes its seat along, by the game's own rule.
    fn chosen(&mut self, update: &Update, seat: Seat) -> Result<Vec<Value>> {
        let left = self.left(update.countdown);
        if let Some(wanted) = self.mind.choose(self.game.as_ref(), &update.view, seat, left)? {
            return Ok(wanted);
        }
        self.place.post::<Value>("/leave", &self.sitting.token, &json!({}))?;
        bail!("the program has gone, and has left its seat");
    }
}

/// What an absent seat does, by the game's own rule, found from its view alone.
fn idle(game: &dyn AnyGame, view: &RawValue, seat: Seat) -> Option<Value> {
    let view = serde_json::from_str(view.get()).ok()?;
    let state = game.guess(view, Viewer::Seat(seat), 0).ok()?;
    let opening = Opening {
        start: Start::Position(state),
        preset: None,
        seats: Vec::new(),
        luck: Luck::Open { seed: String::new() },
        seed: None,
        script: Vec::new(),
        branch: None,
    };
    let mut table = game.open(opening).ok()?;
    table.idle(seat).ok()?;
    let line: Value = serde_json::from_str(table.journal().lines().last()?).ok()?;
    Some(line["entry"]["command"].clone())
}
