//! What each address may use: connections, calls, bytes, rooms. Whoever goes beyond is told so, and so is
//! the log: where a refusal goes out, whatever it was by.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::{Server, lock};
use crate::error::ApiError;
use crate::limit::{Allowance, Counter, Hourly, TooMany};

/// The codes of refusals that mean that somebody has met a limit.
const LIMITS: [&str; 12] = [
    "too_many_connections",
    "too_many_sockets",
    "too_many_messages",
    "too_many_calls",
    "too_many_bytes",
    "too_many_tables",
    "too_many_spectators",
    "too_many_devices",
    "too_large",
    "too_much_to_tell",
    "too_slow",
    "busy",
];

/// Reports of one address within an hour.
pub(super) const REPORTS: u64 = 20;

impl Server {
    /// Lets a connection in.
    pub(crate) fn visit(&self, address: &str) -> Result<Counter, ApiError> {
        let limits = &self.0.limits;
        // All that comes through a proxy comes from one address.
        let own = if limits.behind_proxy { usize::MAX } else { limits.connections_per_address };
        self.0.connections.enter(address, own, limits.connections).map_err(|many| {
            // Whoever has no place is not heard, and so refused here.
            self.refused("too_many_connections", address);
            too_many("too_many_connections", "connections", many)
        })
    }

    /// Lets a socket in.
    pub(crate) fn enter(&self, address: &str) -> Result<Counter, ApiError> {
        let limits = &self.0.limits;
        let entered = self.0.sockets.enter(address, limits.sockets_per_address, limits.sockets);
        entered.map_err(|many| too_many("too_many_sockets", "sockets", many))
    }

    /// Counts a refusal, and tells the log where it was by a limit.
    pub(crate) fn refused(&self, code: &str, address: &str) {
        self.0.metrics.refused(code);
        if let Some(limit) = LIMITS.into_iter().find(|limit| *limit == code) {
            self.limit_met(limit, address);
        }
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

    /// Lets an address report once more.
    pub(crate) fn may_report(&self, address: &str) -> Result<(), ApiError> {
        self.0.reported.take(address, 1).map_err(|later| {
            let sentence = format!(
                "this address has reported {REPORTS} times within an hour; try again later"
            );
            ApiError::new("too_many_calls", sentence).later(later)
        })
    }

    /// Uses up some of what an address may have stored within an hour.
    pub(crate) fn may_write(&self, address: &str, bytes: usize) -> Result<(), ApiError> {
        self.0.written.take(address, bytes as u64).map_err(|later| {
            let most = self.0.limits.bytes_per_address;
            let sentence = format!(
                "this address has had {most} bytes stored within an hour (`bytes_per_address`), which is the most; try again later"
            );
            ApiError::new("too_many_bytes", sentence).later(later)
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
        let sentence = "too many calls; wait a second and go on";
        Err(ApiError::new("too_many_calls", sentence).later(Duration::from_secs(1)))
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
            return Err(ApiError::new("too_many_tables", sentence));
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
        Err(ApiError::new("too_many_tables", sentence))
    }
}

fn too_many(code: &str, what: &str, many: TooMany) -> ApiError {
    let sentence = match many {
        TooMany::Own(own) => format!("this address has {own} {what} open, which is the most"),
        TooMany::All(_) => "the server is full; try again later".to_owned(),
    };
    ApiError::new(code, sentence).later(Duration::from_secs(30))
}
