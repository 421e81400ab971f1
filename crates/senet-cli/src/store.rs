//! `senet store`: look after what the server keeps.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write as _};
use std::path::Path;

use anyhow::{Context, Result, bail};
use senet_server::store::{ChatRow, Store, StoreError, Stored, Write};
use serde::{Deserialize, Serialize};

use crate::args::StoreJob;
use crate::{say, serve};

pub fn run(job: &StoreJob) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match job {
            StoreJob::Check { store } => check(&serve::store(store.as_deref()).await?).await,
            StoreJob::Backup { store, file } => {
                backup(&serve::store(store.as_deref()).await?, file).await
            }
            StoreJob::Export { store, file } => {
                export(&serve::store(store.as_deref()).await?, file).await
            }
            StoreJob::Import { store, file } => {
                import(&serve::store(store.as_deref()).await?, file).await
            }
        }
    })
}

/// A room with all that belongs to it, as a line of an export.
#[derive(Serialize, Deserialize)]
struct Exported {
    table: String,
    #[serde(flatten)]
    stored: Stored,
    chat: Vec<ChatRow>,
}

async fn check(store: &Store) -> Result<()> {
    let (mut rooms, mut entries, mut bad) = (0, 0, 0);
    let mut names = Names::of(store);
    while let Some(table) = names.next().await? {
        rooms += 1;
        let Some(stored) = store.load(&table).await? else { continue };
        match senet_server::verify(&stored) {
            Ok(count) => entries += count,
            Err(sentence) => {
                bad += 1;
                say!("{table}: {sentence}");
            }
        }
    }
    say!("{rooms} rooms, {entries} entries, {bad} bad");
    if bad > 0 {
        bail!("{bad} rooms are not as they were written");
    }
    Ok(())
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

async fn export(store: &Store, file: &Path) -> Result<()> {
    let made = File::create_new(file);
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
        let Stored { room, lines, .. } = stored;
        let at_ms = room.active_ms;
        let room = Some(room);
        let write = Write { table, at_ms, lines, room, chat, ..Write::default() };
        match store.write(write).await {
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
