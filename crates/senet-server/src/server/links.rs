//! Codes by which a second device takes a seat.

use std::time::{Duration, Instant};

use super::{Server, lock};
use crate::secret;
use crate::sitting::Sitting;

/// A code for a second device.
pub(super) struct Link {
    table: String,
    /// The sitting that gave it out, with which it ends.
    sitting: String,
    until: Instant,
}

impl Server {
    /// A code by which a second device can take a seat, for five minutes. A sitting has one at a time.
    pub fn link(&self, table: &str, sitting: &Sitting) -> String {
        let code = secret::link_code();
        let until = Instant::now() + Duration::from_secs(300);
        let mut links = lock(&self.0.links);
        links.retain(|_, link| link.until > Instant::now() && link.sitting != sitting.id);
        let (table, sitting) = (table.to_owned(), sitting.id.clone());
        links.insert(code.clone(), Link { table, sitting, until });
        code
    }

    /// Takes a code, which is good once: the table and the sitting that gave it out.
    pub fn take_link(&self, code: &str) -> Option<(String, String)> {
        let link = lock(&self.0.links).remove(code)?;
        (link.until > Instant::now()).then_some((link.table, link.sitting))
    }
}
