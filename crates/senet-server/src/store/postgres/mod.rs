//! A store that many nodes share.
//!
//! One task writes. It takes all that has queued up and commits it in one transaction, so that many
//! tables share the way to the database and its wait for the disk. A lost connection fails what was
//! on its way and is made anew for what comes next. Nodes tell each other which rooms they change.

mod nodes;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use rustls_tokio_postgres::MakeRustlsConnect;
use tokio::sync::{Mutex, OnceCell, mpsc, oneshot};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Config, Row, Statement};

use super::parts::{Outcomes, Parts, noted};
use super::{
    Answer, CHAT, Change, ChatRow, Fate, LISTED, LOBBY, RoomRow, StoreError, Stored, Which, Write,
    tls,
};
use crate::secret::{self, Salt};

/// What each schema adds to the one before; the table `senet_schema` counts them.
pub(super) const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE rooms (
        id TEXT PRIMARY KEY,
        next_line BIGINT NOT NULL,
        state TEXT NOT NULL,
        public BOOLEAN NOT NULL,
        game TEXT NOT NULL,
        players TEXT NOT NULL,
        changed_ms BIGINT NOT NULL,
        json TEXT NOT NULL
    );
    CREATE INDEX rooms_by_state ON rooms (state, public, changed_ms);
    CREATE TABLE lines (
        room TEXT NOT NULL,
        line BIGINT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (room, line)
    );
    CREATE TABLE tokens (
        hash TEXT NOT NULL,
        room TEXT NOT NULL,
        PRIMARY KEY (hash, room)
    );
    CREATE INDEX tokens_by_room ON tokens (room);
    CREATE TABLE chat (
        number BIGSERIAL PRIMARY KEY,
        room TEXT NOT NULL,
        at_ms BIGINT NOT NULL,
        seat SMALLINT,
        sender TEXT NOT NULL,
        text TEXT NOT NULL
    );
    CREATE INDEX chat_by_room ON chat (room, number);
",
    "
    ALTER TABLE lines ADD COLUMN at_ms BIGINT NOT NULL DEFAULT 0;
    CREATE TABLE snapshots (
        room TEXT PRIMARY KEY,
        text TEXT NOT NULL
    );
",
    // Without the old column, programs that do not know of versions cannot write any more.
    "
    ALTER TABLE rooms ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
    ALTER TABLE rooms DROP COLUMN next_line;
    CREATE TABLE reports (
        number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        room TEXT NOT NULL,
        at_ms BIGINT NOT NULL,
        json TEXT NOT NULL
    );
",
    "
    CREATE TABLE nodes (
        id TEXT PRIMARY KEY,
        seen TIMESTAMPTZ NOT NULL
    );
    CREATE TABLE attendance (
        room TEXT NOT NULL,
        node TEXT NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
        json TEXT NOT NULL,
        PRIMARY KEY (room, node)
    );
    CREATE INDEX attendance_by_node ON attendance (node);
    CREATE TABLE links (
        sitting TEXT PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        room TEXT NOT NULL,
        until TIMESTAMPTZ NOT NULL
    );
",
    // Who made a room, so that a list may be fair to all who do; the device that gave a code out; and what
    // is mixed into marks of addresses.
    "
    ALTER TABLE rooms ADD COLUMN maker TEXT NOT NULL DEFAULT '';
    ALTER TABLE links ADD COLUMN device TEXT NOT NULL DEFAULT '';
    CREATE TABLE house (salt TEXT NOT NULL);
    INSERT INTO house VALUES (gen_random_uuid()::text || gen_random_uuid()::text);
",
];

/// Where nodes tell each other what they do.
const CHANNEL: &str = "senet_rooms";

/// Rooms without their tokens, which are nobody's business in a list.
const ROOMS: &str =
    "SELECT id, state, public, game, players, changed_ms, json, greatest(changed_ms,
    (SELECT at_ms FROM lines WHERE room = id ORDER BY line DESC LIMIT 1)) AS active_ms, maker FROM rooms";

/// The most writes in one commit.
const BATCH: usize = 1024;
/// How long the database may take for a commit or a query.
const ANSWERED_WITHIN: Duration = Duration::from_secs(10);
/// How long nothing may be heard of others before the database is asked whether it is still there.
const SILENCE: Duration = Duration::from_secs(5);
/// How long a database that could not be reached is left alone.
const PAUSE: Duration = Duration::from_millis(100);

/// Rooms in a PostgreSQL.
#[derive(Clone)]
pub struct Postgres {
    writes: mpsc::UnboundedSender<Job>,
    reader: Arc<Mutex<Option<Arc<Client>>>>,
    way: Arc<Way>,
    /// Whether something was met that cannot be read any more.
    damaged: Arc<AtomicBool>,
    /// The name of this node among those that share the database.
    node: Arc<str>,
}

struct Job {
    /// What to write; nothing just asks whether writing works.
    write: Option<Write>,
    answer: oneshot::Sender<Result<(), StoreError>>,
}

impl Postgres {
    /// Connects by a `postgres://` address, and brings the schema up to date.
    pub async fn open(url: &str) -> Result<Postgres, StoreError> {
        let way = Way::to(url)?;
        let client = way.connect().await?;
        Ok(Postgres::by(way, Some(client)))
    }

    /// The same where the database may still be down: until it comes nothing can be stored or read.
    pub async fn open_when_there(url: &str) -> Result<Postgres, StoreError> {
        let way = Way::to(url)?;
        match way.connect().await {
            Ok(client) => Ok(Postgres::by(way, Some(client))),
            Err(error @ StoreError::Unavailable(_)) => {
                tracing::warn!(%error, "the database does not answer yet; waiting for it");
                let store = Postgres::by(way, None);
                tokio::spawn(wait_for(store.way.clone()));
                Ok(store)
            }
            Err(error) => Err(error),
        }
    }

    fn by(way: Way, client: Option<Client>) -> Postgres {
        let (writes, queue) = mpsc::unbounded_channel();
        let (way, node) = (Arc::new(way), Arc::<str>::from(secret::table_name()));
        let damaged = Arc::<AtomicBool>::default();
        let writer = Writer { node: node.clone(), damaged: damaged.clone() };
        tokio::spawn(writer.write_all(way.clone(), queue));
        let reader = Arc::new(Mutex::new(client.map(Arc::new)));
        Postgres { writes, reader, way, damaged, node }
    }

    pub(super) fn is_damaged(&self) -> bool {
        self.damaged.load(Ordering::Relaxed)
    }

    pub(super) fn node(&self) -> &str {
        &self.node
    }

    pub(super) fn write(&self, write: Write) -> Answer {
        self.send(Some(write))
    }

    pub(super) fn ping(&self) -> Answer {
        self.send(None)
    }

    fn send(&self, write: Option<Write>) -> Answer {
        let (answer, answered) = oneshot::channel();
        // A writer that has stopped drops the answer, which the waiting side reports.
        let _ = self.writes.send(Job { write, answer });
        answered
    }

    pub(super) async fn load(&self, table: &str) -> Result<Option<Stored>, StoreError> {
        // One statement sees one moment: the version, the room and its lines belong together.
        let query = format!(
            "SELECT found.*, version,
             ARRAY(SELECT hash FROM tokens WHERE room = $1),
             ARRAY(SELECT text FROM lines WHERE room = $1 ORDER BY line),
             (SELECT text FROM snapshots WHERE room = $1),
             ARRAY(SELECT at_ms FROM lines WHERE room = $1 ORDER BY line)
             FROM ({ROOMS} WHERE id = $1) AS found JOIN rooms USING (id)"
        );
        let rooms = self.query(&query, &[&table]).await?;
        let Some(row) = rooms.first() else { return Ok(None) };
        let (_, mut room) = room_row(row);
        room.tokens = row.get(10);
        let lines = row.get::<_, Vec<&str>>(11).into_iter().map(Into::into).collect();
        let version = row.get::<_, i64>(9) as u64;
        Ok(Some(Stored { version, room, lines, times: row.get(13), snapshot: row.get(12) }))
    }

    pub(super) async fn list(&self, which: &Which) -> Result<Vec<(String, RoomRow)>, StoreError> {
        const ORDER: &str = "ORDER BY changed_ms DESC, id";
        let rows = match which {
            Which::Public { since_ms, here, maker } => {
                let query = format!(
                    "{ROOMS} WHERE public AND state IN ('lobby', 'playing')
                     AND (changed_ms >= $1 OR id = ANY($2) OR id IN (SELECT room FROM attendance))
                     AND ($3::text IS NULL OR maker = $3)
                     ORDER BY row_number() OVER (PARTITION BY maker ORDER BY changed_ms DESC, id),
                     changed_ms DESC, id LIMIT {LOBBY}"
                );
                self.query(&query, &[since_ms, here, maker]).await?
            }
            Which::Tokens(tokens) => {
                let query = format!(
                    "{ROOMS} WHERE id IN (SELECT room FROM tokens WHERE hash = ANY($1))
                     ORDER BY active_ms DESC, id LIMIT {LISTED}"
                );
                self.query(&query, &[tokens]).await?
            }
            Which::Finished { game, player, before_ms } => {
                let query = format!(
                    "{ROOMS} WHERE public AND state = 'finished'
                     AND ($1::text IS NULL OR game = $1)
                     AND ($2::text IS NULL OR position($2 IN players) > 0)
                     AND ($3::bigint IS NULL OR changed_ms < $3) {ORDER} LIMIT {LISTED}"
                );
                let player = player.as_ref().map(|name| format!("\n{}\n", name.to_lowercase()));
                self.query(&query, &[game, &player, before_ms]).await?
            }
        };
        Ok(rows.iter().map(room_row).collect())
    }

    pub(super) async fn playing(&self, after: &str) -> Result<Vec<(String, RoomRow)>, StoreError> {
        let query = format!(
            "{ROOMS} WHERE state = 'playing' AND id COLLATE \"C\" > $1
             ORDER BY id COLLATE \"C\" LIMIT {LISTED}"
        );
        Ok(self.query(&query, &[&after]).await?.iter().map(room_row).collect())
    }

    pub(super) async fn names(&self, after: &str) -> Result<Vec<String>, StoreError> {
        let query = format!(
            "SELECT id FROM rooms WHERE id COLLATE \"C\" > $1 ORDER BY id COLLATE \"C\" LIMIT {LISTED}"
        );
        let rows = self.query(&query, &[&after]).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    pub(super) async fn salt(&self) -> Result<Salt, StoreError> {
        let rows = self.query("SELECT salt FROM house", &[]).await?;
        let row = rows.first();
        let row = row.ok_or_else(|| StoreError::Unavailable("the salt is missing".to_owned()))?;
        Ok(Salt::of(row.get(0)))
    }

    pub(super) async fn reports(&self) -> Result<Vec<(String, String)>, StoreError> {
        let query = format!(
            "SELECT room, json FROM reports ORDER BY at_ms DESC, number DESC LIMIT {LISTED}"
        );
        let rows = self.query(&query, &[]).await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    pub(super) async fn reports_of(&self, table: &str) -> Result<Vec<String>, StoreError> {
        let query = "SELECT json FROM reports WHERE room = $1 ORDER BY number";
        Ok(self.query(query, &[&table]).await?.iter().map(|row| row.get(0)).collect())
    }

    pub(super) async fn expired(
        &self,
        before: [i64; 2],
        after: &str,
    ) -> Result<Vec<(String, u64)>, StoreError> {
        let query = format!(
            "SELECT id, version FROM rooms WHERE id COLLATE \"C\" > $3
             AND (state IN ('finished', 'closed') AND changed_ms < $1
             OR state = 'lobby' AND changed_ms < $2) ORDER BY id COLLATE \"C\" LIMIT {LISTED}"
        );
        let rows = self.query(&query, &[&before[0], &before[1], &after]).await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get::<_, i64>(1) as u64)).collect())
    }

    pub(super) async fn chat(&self, table: &str) -> Result<Vec<ChatRow>, StoreError> {
        let query = format!(
            "SELECT at_ms, seat, sender, text FROM chat WHERE room = $1
             ORDER BY number DESC LIMIT {CHAT}"
        );
        let rows = self.query(&query, &[&table]).await?;
        let chat = rows.iter().rev().map(|row| ChatRow {
            at_ms: row.get(0),
            seat: row.get::<_, Option<i16>>(1).map(|seat| seat as u8),
            from: row.get(2),
            text: row.get(3),
        });
        Ok(chat.collect())
    }

    /// The rooms that other nodes change, as they do so.
    pub(super) fn changes(&self) -> mpsc::UnboundedReceiver<Change> {
        let (told, changes) = mpsc::unbounded_channel();
        let (way, node) = (self.way.clone(), self.node.clone());
        tokio::spawn(async move {
            let mut deaf = 0_u64;
            while !told.is_closed() {
                let mut heard = false;
                let listened = listen(&way, &node, &told, &mut heard).await;
                deaf = if heard { 0 } else { deaf + 1 };
                // Once, and every half a minute: the log is for news.
                if let Err(error) = listened
                    && deaf % 30 <= 1
                {
                    tracing::warn!(%error, "other nodes cannot be heard");
                }
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        changes
    }

    async fn query(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        let client = {
            let mut reader = self.reader.lock().await;
            match reader.as_ref().filter(|client| !client.is_closed()) {
                Some(client) => client.clone(),
                None => reader.insert(Arc::new(self.way.connect().await?)).clone(),
            }
        };
        let Ok(rows) = tokio::time::timeout(ANSWERED_WITHIN, client.query(query, params)).await
        else {
            // A way on which nothing comes back is given up, unless another has done so already.
            self.reader.lock().await.take_if(|reader| Arc::ptr_eq(reader, &client));
            return Err(StoreError::Unavailable("the database takes too long".to_owned()));
        };
        rows.map_err(|error| noted(&self.damaged, unavailable(error)))
    }
}

/// How the database is reached.
struct Way {
    config: Config,
    tls: MakeRustlsConnect,
    /// Whether its schema is known to be up to date.
    current: OnceCell<()>,
}

impl Way {
    fn to(url: &str) -> Result<Way, StoreError> {
        let (mut config, tls) = tls::parse(url)?;
        config.connect_timeout(Duration::from_secs(5)).application_name("senet");
        Ok(Way { config, tls, current: OnceCell::new() })
    }

    /// A connection to a database whose schema is up to date.
    async fn connect(&self) -> Result<Client, StoreError> {
        let connected = self.config.connect(self.tls.clone()).await;
        let (mut client, connection) = connected.map_err(unavailable)?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!(%error, "the connection to the database is lost");
            }
        });
        self.current.get_or_try_init(|| migrate(&mut client)).await?;
        Ok(client)
    }
}

/// Asks again and again until the database answers, and says so in the log.
async fn wait_for(way: Arc<Way>) {
    let begun = Instant::now();
    for attempt in 1_u64.. {
        tokio::time::sleep(Duration::from_secs(1)).await;
        match way.connect().await {
            Ok(_) => {
                let seconds = begun.elapsed().as_secs();
                tracing::info!(seconds, "the database answers now");
                return;
            }
            Err(error) if attempt % 30 == 0 => {
                tracing::warn!(%error, "the database does not answer yet; waiting for it");
            }
            Err(_) => {}
        }
    }
}

/// Brings an older database up to date, step by step, one node at a time; a newer one is refused.
async fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let known = MIGRATIONS.len() as i64;
    let change = client.transaction().await.map_err(unavailable)?;
    change
        .batch_execute(
            "SELECT pg_advisory_xact_lock(7363110);
             CREATE TABLE IF NOT EXISTS senet_schema (version BIGINT NOT NULL);
             INSERT INTO senet_schema SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM senet_schema)",
        )
        .await
        .map_err(unavailable)?;
    let row = change.query_one("SELECT version FROM senet_schema", &[]).await;
    let found: i64 = row.map_err(unavailable)?.get(0);
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for migration in MIGRATIONS.iter().skip(found as usize) {
        change.batch_execute(migration).await.map_err(unavailable)?;
    }
    change.execute("UPDATE senet_schema SET version = $1", &[&known]).await.map_err(unavailable)?;
    change.commit().await.map_err(unavailable)
}

/// Hears what other nodes say until the connection is lost.
async fn listen(
    way: &Way,
    node: &str,
    told: &mpsc::UnboundedSender<Change>,
    heard: &mut bool,
) -> Result<(), StoreError> {
    let connected = way.config.connect(way.tls.clone()).await;
    let (client, mut connection) = connected.map_err(unavailable)?;
    let (say, mut messages) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        let mut stream = stream::poll_fn(move |context| connection.poll_message(context));
        while let Some(Ok(message)) = stream.next().await {
            if let AsyncMessage::Notification(note) = message {
                let _ = say.send(note.payload().to_owned());
            }
        }
    });
    client.batch_execute(&format!("LISTEN {CHANNEL}")).await.map_err(unavailable)?;
    *heard = true;
    // What was said before this is not said again.
    let _ = told.send(Change::Any);
    while let Some(payload) = heard_within(&client, &mut messages).await? {
        match payload.split_once(' ') {
            Some((other, change)) if other != node => {
                if told.send(Change::heard(change)).is_err() {
                    return Ok(());
                }
            }
            Some(_) | None => {}
        }
    }
    Err(StoreError::Unavailable("the connection is lost".to_owned()))
}

/// What is said next. Silence may be a way that was cut: after a while of it the database is asked.
async fn heard_within(
    client: &Client,
    messages: &mut mpsc::UnboundedReceiver<String>,
) -> Result<Option<String>, StoreError> {
    loop {
        if let Ok(message) = tokio::time::timeout(SILENCE, messages.recv()).await {
            return Ok(message);
        }
        let asked = tokio::time::timeout(SILENCE, client.simple_query("")).await;
        let late = || StoreError::Unavailable("the database does not answer".to_owned());
        asked.map_err(|_| late())?.map_err(unavailable)?;
    }
}

/// A connection that writes, with all that it says often.
struct Session {
    client: Client,
    see: Statement,
    delete: Statement,
    touch: Statement,
    put: Statement,
    lines: Statement,
    forget_tokens: Statement,
    tokens: Statement,
    chat: Statement,
    trim: Statement,
    report: Statement,
    snapshot: Statement,
    tell: Statement,
}

impl Session {
    async fn begin(way: &Way) -> Result<Session, StoreError> {
        let client = way.connect().await?;
        let prepare = async |text: &str| client.prepare(text).await.map_err(unavailable);
        Ok(Session {
            see: prepare(
                "SELECT 1 FROM rooms WHERE id = $1 AND ($2::bigint IS NULL OR version = $2)",
            )
            .await?,
            delete: prepare("DELETE FROM rooms WHERE id = $1 AND version = $2").await?,
            touch: prepare("UPDATE rooms SET version = $2 + 1 WHERE id = $1 AND version = $2")
                .await?,
            put: prepare(
                "INSERT INTO rooms
                 (id, version, state, public, game, players, changed_ms, json, maker)
                 SELECT $1::text, $2::bigint + 1, $3::text, $4::boolean, $5::text, $6::text,
                 $7::bigint, $8::text, $9::text
                 WHERE $2 = 0 OR EXISTS (SELECT 1 FROM rooms WHERE id = $1)
                 ON CONFLICT (id) DO UPDATE SET version = $2 + 1, state = $3, public = $4, game = $5,
                 players = $6, changed_ms = $7, json = $8, maker = $9 WHERE rooms.version = $2",
            )
            .await?,
            lines: prepare(
                "INSERT INTO lines (room, line, at_ms, text) SELECT $1, $2 + number - 1, $4, line
                 FROM unnest($3::text[]) WITH ORDINALITY AS new (line, number)",
            )
            .await?,
            forget_tokens: prepare("DELETE FROM tokens WHERE room = $1").await?,
            tokens: prepare(
                "INSERT INTO tokens (hash, room) SELECT hash, $1 FROM unnest($2::text[]) AS hash
                 ON CONFLICT DO NOTHING",
            )
            .await?,
            chat: prepare(
                "INSERT INTO chat (room, at_ms, seat, sender, text) VALUES ($1, $2, $3, $4, $5)",
            )
            .await?,
            report: prepare("INSERT INTO reports (room, at_ms, json) VALUES ($1, $2, $3)").await?,
            trim: prepare(&format!(
                "DELETE FROM chat WHERE room = $1 AND number <= (SELECT number FROM chat
                 WHERE room = $1 ORDER BY number DESC LIMIT 1 OFFSET {CHAT})"
            ))
            .await?,
            snapshot: prepare(
                "INSERT INTO snapshots (room, text) VALUES ($1, $2)
                 ON CONFLICT (room) DO UPDATE SET text = $2",
            )
            .await?,
            tell: prepare(&format!(
                "SELECT pg_notify('{CHANNEL}', news) FROM unnest($1::text[]) AS news"
            ))
            .await?,
            client,
        })
    }

    /// Writes a batch in one transaction. A conflict concerns only its own write; whatever else
    /// fails undoes the whole batch.
    async fn commit(&self, node: &str, jobs: &[Job]) -> Result<Outcomes, StoreError> {
        self.client.batch_execute("BEGIN").await.map_err(unavailable)?;
        // All nodes lock rooms in the same order, so that none waits for another in a ring. The
        // same room keeps the order in which it was written.
        let mut order: Vec<usize> = (0..jobs.len()).collect();
        order.sort_by_key(|i| jobs[*i].write.as_ref().map(|write| write.table.as_str()));
        let takes = order.iter().map(|i| self.take(&jobs[*i]));
        let mut results = vec![Ok(()); jobs.len()];
        for (i, taken) in order.iter().zip(join_all(takes).await) {
            if !taken.map_err(unavailable)? {
                results[*i] = Err(StoreError::Conflict);
            }
        }
        let accepted = || {
            let fine = order.iter().filter(|i| results[**i].is_ok());
            fine.filter_map(|i| jobs[*i].write.as_ref())
        };
        for put in join_all(accepted().map(|write| self.put(write))).await {
            put.map_err(unavailable)?;
        }
        let news = accepted().filter_map(Write::news);
        let news: Vec<_> = news.map(|change| format!("{node} {}", change.told())).collect();
        if !news.is_empty() {
            self.client.execute(&self.tell, &[&news]).await.map_err(unavailable)?;
        }
        self.client.batch_execute("COMMIT").await.map_err(unavailable)?;
        Ok(results)
    }

    /// Forgets what was begun; whether that worked.
    async fn roll_back(&self) -> bool {
        let done = self.client.batch_execute("ROLLBACK");
        matches!(tokio::time::timeout(ANSWERED_WITHIN, done).await, Ok(Ok(())))
    }

    /// Takes the next version of a room for a write, if it is free.
    async fn take(&self, job: &Job) -> Result<bool, tokio_postgres::Error> {
        let Some(write) = &job.write else { return Ok(true) };
        let version = write.version as i64;
        let (table, client) = (&write.table, &self.client);
        let taken = match &write.room {
            _ if write.fate == Fate::Gone => {
                client.execute(&self.delete, &[table, &version]).await?
            }
            None if write.is_change() => client.execute(&self.touch, &[table, &version]).await?,
            None => {
                let compared = write.snapshot.is_some().then_some(version);
                client.execute(&self.see, &[table, &compared]).await?
            }
            Some(room) => {
                let RoomRow { state, public, game, players, changed_ms, json, maker, .. } = room;
                let row: [&(dyn ToSql + Sync); 9] =
                    [table, &version, state, public, game, players, changed_ms, json, maker];
                client.execute(&self.put, &row).await?
            }
        };
        Ok(taken == 1)
    }

    /// Writes what belongs to the version that was taken.
    async fn put(&self, write: &Write) -> Result<(), tokio_postgres::Error> {
        let (table, client) = (&write.table, &self.client);
        if write.fate != Fate::Stays {
            for kind in ["lines", "snapshots", "chat", "reports", "tokens", "links"] {
                client.execute(&format!("DELETE FROM {kind} WHERE room = $1"), &[table]).await?;
            }
        }
        if !write.lines.is_empty() {
            let after = write.after as i64;
            let lines: Vec<&str> = write.lines.iter().map(|line| &**line).collect();
            client.execute(&self.lines, &[table, &after, &lines, &write.at_ms]).await?;
        }
        if let Some(room) = &write.room {
            client.execute(&self.forget_tokens, &[table]).await?;
            client.execute(&self.tokens, &[table, &room.tokens]).await?;
        }
        if let Some(text) = &write.snapshot {
            client.execute(&self.snapshot, &[table, text]).await?;
        }
        for chat in &write.chat {
            let seat = chat.seat.map(i16::from);
            let row: [&(dyn ToSql + Sync); 5] = [table, &chat.at_ms, &seat, &chat.from, &chat.text];
            client.execute(&self.chat, &row).await?;
        }
        for report in &write.reports {
            let json = serde_json::to_string(report).unwrap_or_default();
            client.execute(&self.report, &[table, &report.at_ms, &json]).await?;
        }
        if !write.chat.is_empty() {
            client.execute(&self.trim, &[table]).await?;
        }
        Ok(())
    }
}

/// The task that writes.
struct Writer {
    node: Arc<str>,
    damaged: Arc<AtomicBool>,
}

impl Writer {
    async fn write_all(self, way: Arc<Way>, mut queue: mpsc::UnboundedReceiver<Job>) {
        let mut session: Option<Session> = None;
        let mut failed: Option<(Instant, StoreError)> = None;
        let mut jobs = Vec::new();
        while queue.recv_many(&mut jobs, BATCH).await > 0 {
            session = session.filter(|session| !session.client.is_closed());
            if session.is_none() && failed.as_ref().is_none_or(|(at, _)| at.elapsed() > PAUSE) {
                match Session::begin(&way).await {
                    Ok(begun) => session = Some(begun),
                    Err(error) => failed = Some((Instant::now(), error)),
                }
            }
            let why = || failed.as_ref().map(|(_, error)| error.clone());
            let no_way = why()
                .unwrap_or_else(|| StoreError::Unavailable("the connection is lost".to_owned()));
            let outcomes = self.commit_all(&mut session, &no_way, &jobs).await;
            for (job, outcome) in jobs.drain(..).zip(outcomes) {
                // Whoever asked may have gone.
                let _ = job.answer.send(outcome);
            }
        }
    }

    /// Writes a batch, and says of each write what became of it.
    async fn commit_all(
        &self,
        session: &mut Option<Session>,
        no_way: &StoreError,
        jobs: &[Job],
    ) -> Outcomes {
        let mut parts = Parts::of(jobs.len());
        while let Some(part) = parts.next() {
            let written = match session {
                Some(session) => self.commit(session, &jobs[part.clone()]).await,
                None => Err(no_way.clone()),
            };
            // Damage is told by a database that goes on; whatever else was begun ends with the connection.
            let goes_on = match (&written, &*session) {
                (Ok(_), _) => true,
                (Err(StoreError::Damaged(_)), Some(session)) => session.roll_back().await,
                (Err(_), _) => false,
            };
            if !goes_on {
                *session = None;
            }
            parts.done(part, written);
        }
        parts.outcomes()
    }

    async fn commit(&self, session: &Session, jobs: &[Job]) -> Result<Outcomes, StoreError> {
        let commit = tokio::time::timeout(ANSWERED_WITHIN, session.commit(&self.node, jobs)).await;
        let late = || StoreError::Unavailable("the database takes too long".to_owned());
        commit.unwrap_or_else(|_| Err(late())).map_err(|error| noted(&self.damaged, error))
    }
}

fn room_row(row: &Row) -> (String, RoomRow) {
    let room = RoomRow {
        state: row.get(1),
        public: row.get(2),
        game: row.get(3),
        players: row.get(4),
        changed_ms: row.get(5),
        active_ms: row.get(7),
        tokens: Vec::new(),
        maker: row.get(8),
        json: row.get(6),
    };
    (row.get(0), room)
}

fn unavailable(error: tokio_postgres::Error) -> StoreError {
    // The details of an error may hold what was to be written, and have no place in a log.
    let cause =
        error.as_db_error().map(|cause| format!("{}: {}", cause.severity(), cause.message()));
    let class = error.code().map_or("", |code| &code.code()[..2]);
    match (class, cause) {
        // A name or a password that does not fit, or no such database.
        ("28" | "3D", Some(cause)) => StoreError::Refused(cause),
        // Data or an index that cannot be read any more.
        ("XX", Some(cause)) if is_damage(&error) => StoreError::Damaged(cause),
        (_, Some(cause)) => StoreError::Unavailable(cause),
        (_, None) => StoreError::Unavailable(in_full(&error)),
    }
}

fn is_damage(error: &tokio_postgres::Error) -> bool {
    let code = error.code();
    code == Some(&SqlState::DATA_CORRUPTED) || code == Some(&SqlState::INDEX_CORRUPTED)
}

/// An error with what caused it, which its own words leave out.
fn in_full(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let said = next.to_string();
        if !words.contains(&said) {
            words = format!("{words}: {said}");
        }
        cause = next.source();
    }
    words
}
