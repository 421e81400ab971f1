//! `senet store`: look after what the server keeps.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write as _};
use std::path::Path;

use anyhow::{Context, Result, bail};
use senet_server::Mended;
use senet_server::retention::{self, Kept, Retention};
use senet_server::store::{ChatRow, Piece, Sqlite, Store, StoreError, Stored, Wreck, Write};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::args::StoreJob;
use crate::serve::Access::{self, Alone, Beside};
use crate::{say, serve};

pub fn run(job: &StoreJob) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match job {
            StoreJob::Check { store, .. } => check(store.as_deref()).await,
            StoreJob::Backup { store, file } => backup(&opened(store, Beside).await?, file).await,
            StoreJob::Salvage { store, file, .. } => salvage(store.as_deref(), file).await,
            StoreJob::Reports { store } => reports(&opened(store, Beside).await?).await,
            StoreJob::Prune { store, finished_days, lobby_hours } => {
                let keep = Retention { finished_days: *finished_days, lobby_hours: *lobby_hours };
                prune(&opened(store, Alone).await?, keep).await
            }
            StoreJob::Erase { store, player, room } => {
                let store = opened(store, Alone).await?;
                match (player, room) {
                    (Some(player), _) => erase_player(&store, player).await,
                    (None, room) => erase_room(&store, room.as_deref().unwrap_or_default()).await,
                }
            }
            StoreJob::Export { store, file } => export(&opened(store, Alone).await?, file).await,
            StoreJob::Import { store, file } => import(&opened(store, Alone).await?, file).await,
        }
    })
}

async fn opened(store: &Option<String>, access: Access) -> Result<Store> {
    serve::store(store.as_deref(), access).await
}

/// A room with all that belongs to it, as a line of an export.
#[derive(Serialize, Deserialize)]
struct Exported {
    table: String,
    #[serde(flatten)]
    stored: Stored,
    chat: Vec<ChatRow>,
}

async fn check(named: Option<&str>) -> Result<()> {
    let store = serve::store(named, Beside).await?;
    let names = names(&store, named).await?;
    let (mut entries, mut whole, mut bad) = (0, Vec::new(), 0);
    for table in &names {
        let verdict = match store.load(table).await {
            Ok(None) => continue,
            Ok(Some(stored)) => senet_server::verify(&stored),
            Err(error @ StoreError::Damaged(_)) => Err(error.to_string()),
            Err(error) => return Err(error.into()),
        };
        match verdict {
            Ok(count) => {
                entries += count;
                whole.push(table.as_str());
            }
            Err(sentence) => {
                bad += 1;
                say!("{table}: {sentence}");
            }
        }
    }
    let faults = match &store {
        Store::Sqlite(sqlite) => sqlite.faults().await?,
        Store::Memory(_) | Store::Postgres(_) => Vec::new(),
    };
    for fault in &faults {
        say!("The file is damaged: {fault}");
    }
    let rooms = names.len();
    say!("{rooms} rooms, {entries} entries, {bad} bad");
    if bad > 0 || !faults.is_empty() {
        say!("Whole are: {}", whole.join(" "));
        bail!("not all is as it was written; senet store salvage saves what can be read");
    }
    Ok(())
}

/// The names of all rooms, also where the list of them is damaged.
async fn names(store: &Store, named: Option<&str>) -> Result<Vec<String>> {
    let mut all = Vec::new();
    let mut names = Names::of(store);
    loop {
        match names.next().await {
            Ok(Some(table)) => all.push(table),
            Ok(None) => return Ok(all),
            Err(error) if matches!(error.downcast_ref(), Some(StoreError::Damaged(_))) => {
                return Ok(Wreck::beside(&serve::file(named)?)?.names());
            }
            Err(error) => return Err(error),
        }
    }
}

async fn prune(store: &Store, keep: Retention) -> Result<()> {
    if keep.is_off() {
        bail!("say which: --finished-days DAYS, --lobby-hours HOURS, or both");
    }
    let deleted = retention::prune(store, keep, senet_server::now_ms(), |_| false).await?;
    compact(store).await?;
    say!("{deleted} rooms were deleted");
    Ok(())
}

async fn erase_room(store: &Store, table: &str) -> Result<()> {
    let Some(stored) = store.load(table).await? else { bail!("there is no room \"{table}\"") };
    retention::delete(store, table.to_owned(), stored.version).await?;
    compact(store).await?;
    say!("The room {table} was erased");
    Ok(())
}

async fn erase_player(store: &Store, player: &str) -> Result<()> {
    let mut erased = 0;
    let mut names = Names::of(store);
    while let Some(table) = names.next().await? {
        let at = || format!("room {table}");
        // Beside a server the room may change in between: then it is read again.
        for attempt in 0.. {
            let Some(kept) = Kept::of(store, &table).await? else { break };
            let forgotten = retention::forget(&kept, player);
            let forgotten = forgotten.map_err(anyhow::Error::msg).with_context(at)?;
            let Some(forgotten) = forgotten else { break };
            match store.write(forgotten.write(table.clone())).await {
                Err(StoreError::Conflict) if attempt < 100 => continue,
                done => done.with_context(at)?,
            }
            erased += 1;
            break;
        }
    }
    compact(store).await?;
    say!("\"{player}\" was erased from {erased} rooms");
    Ok(())
}

/// Leaves nothing of what was deleted in the file.
async fn compact(store: &Store) -> Result<()> {
    if let Store::Sqlite(sqlite) = store {
        sqlite.compact().await?;
    }
    Ok(())
}

/// Copies what can still be read.
async fn salvage(named: Option<&str>, file: &Path) -> Result<()> {
    let from = serve::file(named)?;
    if file.exists() {
        bail!("{} is there already; name a new file", file.display());
    }
    let wreck = Wreck::open(&from).with_context(|| format!("cannot read {}", from.display()))?;
    let store = Store::Sqlite(Sqlite::open(file)?);
    let (found, mut pieces) = mpsc::channel(16);
    let reading = tokio::task::spawn_blocking(move || {
        wreck.pieces(|piece| {
            let gone = |_| StoreError::Unavailable("the new file cannot be written".to_owned());
            found.blocking_send(piece).map_err(gone)
        })
    });
    let (mut whole, mut cut, mut lost) = (0, 0, 0);
    while let Some(Piece { table, stored, chat, hurt }) = pieces.recv().await {
        let before = stored.as_ref().map_or(0, |stored| stored.lines.len());
        let Some(Mended { stored, missing }) = stored.and_then(senet_server::mend) else {
            lost += 1;
            say!("{table}: lost; the room itself cannot be read");
            continue;
        };
        if let Some(game) = missing {
            say!(
                "{table}: its game {game} is not here (see --games); what can be read is saved unjudged"
            );
        }
        let lines = stored.lines.len();
        if hurt || lines < before {
            cut += 1;
            say!("{table}: saved up to line {lines} of its journal");
        } else {
            whole += 1;
        }
        put(&store, table, stored, chat).await?;
    }
    reading.await??;
    say!(
        "{whole} rooms were saved whole, {cut} in part, {lost} are lost; they are in {}",
        file.display()
    );
    Ok(())
}

/// Writes a room that the store does not have.
async fn put(
    store: &Store,
    table: String,
    stored: Stored,
    chat: Vec<ChatRow>,
) -> Result<(), StoreError> {
    let Stored { room, lines, .. } = stored;
    let at_ms = room.active_ms;
    let room = Some(room);
    store.write(Write { table, at_ms, lines, room, chat, ..Write::default() }).await
}

async fn backup(store: &Store, file: &Path) -> Result<()> {
    let Store::Sqlite(sqlite) = store else {
        bail!("only an SQLite store is copied like this; use pg_dump, or senet store export");
    };
    if file.exists() {
        bail!("{} is there already; name a new file", file.display());
    }
    sqlite.backup(file).await.with_context(|| format!("cannot write {}", file.display()))?;
    say!("The store was copied to {}", file.display());
    Ok(())
}

async fn reports(store: &Store) -> Result<()> {
    let reports = store.reports().await?;
    for (table, report) in &reports {
        say!(
            "{table}, at {} ms since 1970: {} reports {}: {}",
            report.at_ms,
            report.by,
            report.about,
            report.text
        );
        for line in &report.chat {
            say!("    {}: {}", line.from, line.text);
        }
    }
    say!("{} reports", reports.len());
    Ok(())
}

async fn export(store: &Store, file: &Path) -> Result<()> {
    let made = new_private(file);
    let mut out = BufWriter::new(made.with_context(|| format!("cannot write {}", file.display()))?);
    let mut rooms = 0;
    let mut names = Names::of(store);
    while let Some(table) = names.next().await? {
        let Some(stored) = store.load(&table).await? else { continue };
        let chat = store.chat(&table).await?;
        serde_json::to_writer(&mut out, &Exported { table, stored, chat })?;
        out.write_all(b"\n")?;
        rooms += 1;
    }
    out.into_inner().map_err(|error| error.into_error())?.sync_all()?;
    say!("{rooms} rooms were written to {}; the file holds secrets", file.display());
    Ok(())
}

/// A new file that only its owner may read.
fn new_private(path: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

async fn import(store: &Store, file: &Path) -> Result<()> {
    let opened = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    let (mut taken, mut known) = (0, 0);
    for (i, line) in BufReader::new(opened).lines().enumerate() {
        let at = || format!("line {} of {}", i + 1, file.display());
        let room: Exported = serde_json::from_str(&line.with_context(at)?).with_context(at)?;
        let Exported { table, stored, chat } = room;
        if store.load(&table).await?.is_some() {
            known += 1;
            continue;
        }
        match put(store, table, stored, chat).await {
            Ok(()) => taken += 1,
            Err(StoreError::Conflict) => known += 1,
            Err(error) => return Err(error).with_context(at),
        }
    }
    say!("{taken} rooms were read; {known} were there already");
    Ok(())
}

/// The names of all rooms, page by page.
struct Names<'a> {
    store: &'a Store,
    page: std::vec::IntoIter<String>,
    last: String,
}

impl Names<'_> {
    fn of(store: &Store) -> Names<'_> {
        Names { store, page: Vec::new().into_iter(), last: String::new() }
    }

    async fn next(&mut self) -> Result<Option<String>> {
        if self.page.len() == 0 {
            self.page = self.store.names(&self.last).await?.into_iter();
        }
        let name = self.page.next();
        if let Some(name) = &name {
            self.last.clone_from(name);
        }
        Ok(name)
    }
}
