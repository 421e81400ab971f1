//! What can still be read of a damaged SQLite file.
//!
//! A damaged page makes every query fail that comes across it. So rows are read by their numbers: where
//! a range cannot be read, its halves are tried, down to single rows, and only those on the damaged page
//! are lost.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, OpenFlags, Row};

use super::file::Lock;
use super::sqlite::{damage, room_row};
use super::{ChatRow, RoomRow, StoreError, Stored};

/// A file that may be damaged. Nothing is written to it.
pub struct Wreck {
    connection: Connection,
    #[expect(dead_code, reason = "it is held for as long as the file is read")]
    lock: Option<Lock>,
}

/// What is left of a room.
pub struct Piece {
    /// Its name.
    pub table: String,
    /// The room with the lines that follow each other from the first; none where the room itself is
    /// lost, and with it the seed and the seats.
    pub stored: Option<Stored>,
    /// What was said there.
    pub chat: Vec<ChatRow>,
    /// Whether something of it could not be read.
    pub hurt: bool,
}

type Lines = BTreeMap<i64, Arc<str>>;

impl Wreck {
    /// Opens a file that no server has.
    pub fn open(path: &Path) -> Result<Wreck, StoreError> {
        let lock = Some(Lock::take(path)?);
        Ok(Wreck { lock, ..Wreck::beside(path)? })
    }

    /// Opens a file that a server may have.
    pub fn beside(path: &Path) -> Result<Wreck, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(damage)?;
        let wreck = Wreck { connection, lock: None };
        // Without its first page a file has neither tables nor pages.
        wreck.number("PRAGMA schema_version").map_err(damage)?;
        Ok(wreck)
    }

    /// The names of all rooms of which anything is left.
    pub fn names(&self) -> Vec<String> {
        let mut names: BTreeSet<String> =
            self.rooms().into_values().map(|(name, _)| name).collect();
        let mut note = |row: &Row<'_>| row.get(0).map(|name| names.insert(name)).map(|_| ());
        // What an index covers can be read without the table.
        let _ = self.each("SELECT id FROM rooms INDEXED BY sqlite_autoindex_rooms_1", &mut note);
        let _ = self.each("SELECT DISTINCT room FROM tokens", &mut note);
        names.into_iter().collect()
    }

    /// All that is left, room by room.
    pub fn pieces(
        &self,
        mut take: impl FnMut(Piece) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut unknown: BTreeSet<String> = self.names().into_iter().collect();
        let mut chat = self.chat();
        let mut hurt = BTreeMap::new();
        for (number, (table, room)) in self.rooms() {
            unknown.remove(&table);
            match self.lines_of(number) {
                Ok(lines) => {
                    let said = chat.remove(&table).unwrap_or_default();
                    take(piece(table, room, lines, said, false))?;
                }
                Err(_) => {
                    hurt.insert(number, (table, room, Lines::new()));
                }
            }
        }
        if !hurt.is_empty() {
            self.scan("lines", "room, line, text", |row| {
                if let Some((_, _, lines)) = hurt.get_mut(&row.get(1)?) {
                    lines.insert(row.get(2)?, row.get(3)?);
                }
                Ok(())
            });
        }
        for (_, (table, room, lines)) in hurt {
            let said = chat.remove(&table).unwrap_or_default();
            take(piece(table, room, lines, said, true))?;
        }
        for table in unknown {
            let chat = chat.remove(&table).unwrap_or_default();
            take(Piece { table, stored: None, chat, hurt: true })?;
        }
        Ok(())
    }

    /// The rooms that can be read, by number.
    fn rooms(&self) -> BTreeMap<i64, (String, RoomRow)> {
        let mut rooms = BTreeMap::new();
        // Who made it stands in its record; older files have no column for that.
        let columns = "id, state, public, game, players, changed_ms, json, changed_ms, ''";
        self.scan("rooms", columns, |row| {
            rooms.insert(row.get(0)?, room_row(row, 1)?);
            Ok(())
        });
        rooms
    }

    fn lines_of(&self, number: i64) -> rusqlite::Result<Lines> {
        let mut query =
            self.connection.prepare_cached("SELECT line, text FROM lines WHERE room = ?1")?;
        query.query_map([number], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    }

    fn chat(&self) -> BTreeMap<String, Vec<ChatRow>> {
        let mut chat = BTreeMap::<String, Vec<ChatRow>>::new();
        self.scan("chat", "room, at_ms, seat, sender, text", |row| {
            let said = ChatRow {
                at_ms: row.get(2)?,
                seat: row.get(3)?,
                from: row.get(4)?,
                text: row.get(5)?,
            };
            chat.entry(row.get(1)?).or_default().push(said);
            Ok(())
        });
        chat
    }

    /// Hands over every row of a table that can be read, its number first.
    fn scan(
        &self,
        table: &str,
        columns: &str,
        mut take: impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
    ) {
        let query = format!(
            "SELECT rowid, {columns} FROM {table} NOT INDEXED WHERE rowid BETWEEN ?1 AND ?2 ORDER BY rowid"
        );
        let last = self.number(&format!("SELECT max(rowid) FROM {table}"));
        // Where the end is damaged: no more rows than would fill all pages, at 64 bytes each.
        let most = || Ok::<_, rusqlite::Error>(self.number("PRAGMA page_count")? * 64);
        let mut ranges = vec![(0, last.or_else(|_| most()).unwrap_or(0))];
        while let Some((from, to)) = ranges.pop() {
            let mut next = from;
            let read = self.range(&query, from, to, |row| {
                take(row)?;
                next = row.get::<_, i64>(0)? + 1;
                Ok(())
            });
            if read.is_ok() || next > to {
                continue;
            }
            // The row at `next` or the way to it is damaged. What comes after it may not be.
            if next == to {
                continue;
            }
            let middle = next + (to - next) / 2;
            ranges.push((middle + 1, to));
            ranges.push((next, middle));
        }
    }

    fn range(
        &self,
        query: &str,
        from: i64,
        to: i64,
        mut take: impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let mut query = self.connection.prepare_cached(query)?;
        let mut rows = query.query([from, to])?;
        while let Some(row) = rows.next()? {
            take(row)?;
        }
        Ok(())
    }

    fn each(
        &self,
        query: &str,
        take: &mut impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let mut query = self.connection.prepare(query)?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            take(row)?;
        }
        Ok(())
    }

    fn number(&self, query: &str) -> rusqlite::Result<i64> {
        let number = self.connection.query_row(query, [], |row| row.get::<_, Option<i64>>(0));
        number.map(Option::unwrap_or_default)
    }
}

/// A room with as many of its lines as follow each other from the first.
fn piece(table: String, room: RoomRow, lines: Lines, chat: Vec<ChatRow>, hurt: bool) -> Piece {
    let found = lines.len();
    let led = (0..).zip(lines).take_while(|(expected, (line, _))| expected == line);
    let lines: Vec<_> = led.map(|(_, (_, text))| text).collect();
    let hurt = hurt || lines.len() < found;
    let stored = Stored { room, lines, ..Stored::default() };
    Piece { table, stored: Some(stored), chat, hurt }
}
