//! What each address may use: connections, calls, bytes, rooms. Whoever goes beyond is told so, and so is
//! the log.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::{Server, lock};
use crate::error::ApiError;
use crate::limit::{Allowance, Counter, Hourly, TooMany};

/// Reports of one address within an hour.
pub(super) const REPORTS: u64 = 20;

impl Server {
    /// Lets a connection in.
    pub(crate) fn visit(&self, address: &str) -> Result<Counter, ApiError> {
        let limits = &self.0.limits;
        // All that comes through a proxy comes from one address.
        let own = if limits.behind_proxy { usize::MAX } else { limits.connections_per_address };
        self.0.connections.enter(address, own, limits.connections).map_err(|too_many| {
            self.too_many("too_many_connections", "connections", address, too_many)
        })
    }

    /// Lets a socket in.
    pub(crate) fn enter(&self, address: &str) -> Result<Counter, ApiError> {
        let limits = &self.0.limits;
        let entered = self.0.sockets.enter(address, limits.sockets_per_address, limits.sockets);
        entered.map_err(|many| self.too_many("too_many_sockets", "sockets", address, many))
    }

    fn too_many(&self, code: &'static str, what: &str, address: &str, many: TooMany) -> ApiError {
        self.limit_met(code, address);
        let sentence = match many {
            TooMany::Own(own) => format!("this address has {own} {what} open, which is the most"),
            TooMany::All(_) => "the server is full; try again later".to_owned(),
        };
        ApiError::new(code, sentence).later(Duration::from_secs(30))
    }

    /// The mark by which an address is known again in what is stored.
    pub(crate) async fn mark(&self, address: &str) -> Result<String, ApiError> {
        let salt = self.0.salt.get_or_try_init(|| self.0.store.salt()).await?;
        Ok(salt.mark(address))
    }

    /// Tells the log that somebody has met a limit; once a second for each kind, however often.
    pub(crate) fn limit_met(&self, code: &'static str, address: &str) {
        if let Some(times) = self.0.notices.due(code) {
            tracing::warn!(event = "limit", code, address, times, "a limit was met");
        }
    }

    /// Refuses what goes beyond a limit, and tells the log.
    pub(crate) fn refuse(
        &self,
        code: &'static str,
        address: &str,
        sentence: impl Into<String>,
    ) -> ApiError {
        self.limit_met(code, address);
        ApiError::new(code, sentence)
    }

    /// Lets an address report once more.
    pub(crate) fn may_report(&self, address: &str) -> Result<(), ApiError> {
        self.0.reported.take(address, 1).map_err(|later| {
            let sentence = format!(
                "this address has reported {REPORTS} times within an hour; try again later"
            );
            self.refuse("too_many_calls", address, sentence).later(later)
        })
    }

    /// Uses up some of what an address may have stored within an hour.
    pub(crate) fn may_write(&self, address: &str, bytes: usize) -> Result<(), ApiError> {
        self.0.written.take(address, bytes as u64).map_err(|later| {
            let most = self.0.limits.bytes_per_address;
            let sentence = format!(
                "this address has had {most} bytes stored within an hour (`bytes_per_address`), which is the most; try again later"
            );
            self.refuse("too_many_bytes", address, sentence).later(later)
        })
    }

    /// Whether an address may call once more.
    pub(crate) fn may_call(&self, address: &str) -> Result<(), ApiError> {
        let mut calls = lock(&self.0.calls);
        let rate = self.0.limits.calls_per_second;
        let allowance =
            calls.of(address, || Allowance::new(rate), |allowance| !allowance.is_full());
        if allowance.take() {
            return Ok(());
        }
        drop(calls);
        let sentence = "too many calls; wait a second and go on";
        Err(self.refuse("too_many_calls", address, sentence).later(Duration::from_secs(1)))
    }

    pub(super) fn may_make(&self, address: &str) -> Result<(), ApiError> {
        let mut made = lock(&self.0.made);
        let now = Instant::now();
        let old = |time: &Instant| now.duration_since(*time) >= Hourly::HOUR;
        let is_new = |times: &mut VecDeque<Instant>| times.back().is_some_and(|time| !old(time));
        let times = made.of(address, VecDeque::new, is_new);
        while times.front().is_some_and(old) {
            times.pop_front();
        }
        if times.len() >= self.0.limits.tables_per_address {
            let sentence = format!(
                "this address has made {} tables within an hour, which is the most; try again later",
                times.len()
            );
            drop(made);
            return Err(self.refuse("too_many_tables", address, sentence));
        }
        times.push_back(now);
        Ok(())
    }

    /// Whether an address may have one more public room.
    pub(super) async fn may_publish(&self, address: &str) -> Result<(), ApiError> {
        let (most, mark) = (self.0.limits.public_per_address, self.mark(address).await?);
        if self.public_rooms(Some(mark)).await?.len() < most {
            return Ok(());
        }
        let sentence = format!(
            "this address has {most} public tables on the list (`public_per_address`), which is the most; close one, or make a private one"
        );
        Err(self.refuse("too_many_tables", address, sentence))
    }
}
