//! Codes for a second device, where one process has the store for itself.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::nodes::{LINK, Link};

/// Codes in memory, with how long they are good.
#[derive(Default)]
pub struct Codes(Mutex<HashMap<String, (Link, Instant)>>);

impl Codes {
    /// Keeps a code for a while. A sitting has one at a time.
    pub fn put(&self, code: &str, link: Link) {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        codes.retain(|_, (other, until)| *until > now && other.sitting != link.sitting);
        codes.insert(code.to_owned(), (link, now + LINK));
    }

    /// Takes a code, which is good once.
    pub fn take(&self, code: &str) -> Option<Link> {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (link, until) = codes.remove(code)?;
        (until > Instant::now()).then_some(link)
    }
}
