//! Nodes on one PostgreSQL: a table of those that live, one of who follows which room where, and one of
//! codes for second devices. Whatever is stored there counts until somebody deletes it: a node that falls
//! silent is deleted by those that live, and all that it said of its guests with it.

use std::time::Duration;

use tokio_postgres::Row;

use super::super::nodes::{Attendance, Beat, Change, Elsewhere, LINK, Link};
use super::{CHANNEL, Postgres, StoreError};

impl Postgres {
    /// Says that this node lives, and learns who else does. Nodes that have been silent for so long are
    /// deleted.
    pub(in super::super) async fn beat(
        &self,
        silence: Option<Duration>,
    ) -> Result<Beat, StoreError> {
        let silence = silence.map(|silence| silence.as_secs_f64());
        let rows = self
            .query(
                "WITH own AS (
                     INSERT INTO nodes (id, seen) VALUES ($1, now())
                     ON CONFLICT (id) DO UPDATE SET seen = now() RETURNING xmax = 0 AS anew
                 ), gone AS (
                     DELETE FROM nodes WHERE id <> $1 AND $2::float8 IS NOT NULL
                     AND seen < now() - make_interval(secs => $2) RETURNING id
                 )
                 SELECT (SELECT anew FROM own),
                 ARRAY(SELECT id FROM nodes WHERE id <> $1 AND id NOT IN (SELECT id FROM gone))",
                &[&&*self.node, &silence],
            )
            .await?;
        let row = first(&rows)?;
        Ok(Beat { anew: row.get(0), others: row.get(1) })
    }

    /// This node ends, and nobody follows anything here any more.
    pub(in super::super) async fn part(&self) -> Result<(), StoreError> {
        let tell = format!("{} {}", self.node, Change::Any.told());
        let query = format!(
            "WITH own AS (DELETE FROM nodes WHERE id = $1 RETURNING id)
             SELECT pg_notify('{CHANNEL}', $2) FROM own"
        );
        self.query(&query, &[&&*self.node, &tell]).await.map(|_| ())
    }

    /// Tells the other nodes something.
    pub(in super::super) async fn tell(&self, change: &Change) -> Result<(), StoreError> {
        let tell = format!("{} {}", self.node, change.told());
        let query = format!("SELECT pg_notify('{CHANNEL}', $1)");
        self.query(&query, &[&tell]).await.map(|_| ())
    }

    /// Who follows a room at this node from now on.
    pub(in super::super) async fn attend(
        &self,
        room: &str,
        who: &Attendance,
    ) -> Result<(), StoreError> {
        let tell = format!("{} {}", self.node, Change::Presence(room.to_owned()).told());
        let change = if who.is_empty() {
            "DELETE FROM attendance WHERE node = $1 AND room = $2 AND $3::text IS NOT NULL"
        } else {
            "INSERT INTO attendance (node, room, json) VALUES ($1, $2, $3)
             ON CONFLICT (room, node) DO UPDATE SET json = $3"
        };
        let query = format!(
            "WITH changed AS ({change} RETURNING 1) SELECT pg_notify('{CHANNEL}', $4) FROM changed"
        );
        let json = serde_json::to_string(who).expect("attendance is plain data");
        self.query(&query, &[&&*self.node, &room, &json, &tell]).await.map(|_| ())
    }

    /// Who follows these rooms at other nodes.
    pub(in super::super) async fn elsewhere(
        &self,
        rooms: &[String],
    ) -> Result<Vec<Elsewhere>, StoreError> {
        let query = "SELECT room, node, json FROM attendance WHERE room = ANY($1) AND node <> $2";
        let rows = self.query(query, &[&rooms, &&*self.node]).await?;
        let read = |row: &Row| {
            let who = serde_json::from_str(row.get(2)).ok()?;
            Some(Elsewhere { room: row.get(0), node: row.get(1), who })
        };
        // What a newer node says in words of its own is no reason to stop.
        Ok(rows.iter().filter_map(read).collect())
    }

    /// How many changes a room has seen; none where there is no such room.
    pub(in super::super) async fn version(&self, room: &str) -> Result<Option<u64>, StoreError> {
        let rows = self.query("SELECT version FROM rooms WHERE id = $1", &[&room]).await?;
        Ok(rows.first().map(|row| row.get::<_, i64>(0) as u64))
    }

    /// Keeps a code for a while. A sitting has one at a time.
    pub(in super::super) async fn put_link(
        &self,
        code: &str,
        link: &Link,
    ) -> Result<(), StoreError> {
        let query = "WITH old AS (DELETE FROM links WHERE until < now())
             INSERT INTO links (sitting, code, room, device, until)
             VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
             ON CONFLICT (sitting) DO UPDATE
             SET code = $2, room = $3, device = $4, until = excluded.until";
        let (Link { table, sitting, device }, seconds) = (link, LINK.as_secs_f64());
        self.query(query, &[sitting, &code, table, device, &seconds]).await.map(|_| ())
    }

    /// Takes a code, which is good once.
    pub(in super::super) async fn take_link(&self, code: &str) -> Result<Option<Link>, StoreError> {
        let query =
            "DELETE FROM links WHERE code = $1 RETURNING room, sitting, device, until > now()";
        let rows = self.query(query, &[&code]).await?;
        let link = |row: &Row| Link { table: row.get(0), sitting: row.get(1), device: row.get(2) };
        Ok(rows.first().filter(|row| row.get::<_, bool>(3)).map(link))
    }
}

fn first(rows: &[Row]) -> Result<&Row, StoreError> {
    rows.first().ok_or_else(|| StoreError::Unavailable("the database says nothing".to_owned()))
}
