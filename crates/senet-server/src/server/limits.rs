//! What guests may ask of the server.

use std::time::Duration;

use crate::retention::Retention;

/// What guests may ask of the server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Rooms that one address may make within an hour.
    pub tables_per_address: usize,
    /// Sockets in all.
    pub sockets: usize,
    /// Sockets of one address.
    pub sockets_per_address: usize,
    /// Bytes of one message.
    pub message_bytes: usize,
    /// Messages of one socket in a second, on average.
    pub messages_per_second: u32,
    /// Calls of one address in a second, on average.
    pub calls_per_second: u32,
    /// Characters of a player's name.
    pub name: usize,
    /// Characters of a line of chat.
    pub chat: usize,
    /// Connections in all.
    pub connections: usize,
    /// Connections of one address, sockets included.
    pub connections_per_address: usize,
    /// How long a connection may take to say what it wants, and stay silent between two calls.
    pub head: Duration,
    /// How long the body of a call may take to come.
    pub body: Duration,
    /// How often a silent socket is asked whether it lives.
    pub pulse: Duration,
    /// How often a node tells those that share its store that it lives; it is taken for dead after five
    /// beats without a word.
    pub beat: Duration,
    /// Bytes that one address may have stored within an hour: rooms, commands, memos, chat.
    pub bytes_per_address: u64,
    /// Bytes of the journal of one table.
    pub table_bytes: u64,
    /// Bytes of the memos of one seat at one table.
    pub memo_bytes: u64,
    /// Spectators of one table.
    pub spectators: usize,
    /// Spectators of one table from one address.
    pub spectators_per_address: usize,
    /// Public rooms of one address that are not over.
    pub public_per_address: usize,
    /// How long a public room where nobody is and nothing happens stays on the list.
    pub listed: Duration,
    /// The command that is asked whether a line of chat may be said, with its arguments; nothing as a
    /// rule.
    pub chat_filter: Vec<String>,
    /// How long the seats of a rematch are kept also for those who are not at the table before.
    pub rematch: Duration,
    /// How long a room that nobody follows stays in memory.
    pub idle: Duration,
    /// How long somebody who has gone is not yet away: until then their seat is nobody else's.
    pub away: Duration,
    /// How long rooms are kept.
    pub keep: Retention,
    /// Whether a proxy stands before the server, whose `X-Forwarded-For` tells where calls come from.
    pub behind_proxy: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            tables_per_address: 200,
            sockets: 50_000,
            sockets_per_address: 1_000,
            message_bytes: 64 * 1024,
            messages_per_second: 50,
            calls_per_second: 200,
            name: 64,
            chat: 500,
            connections: 60_000,
            connections_per_address: 1_200,
            head: Duration::from_secs(15),
            body: Duration::from_secs(20),
            pulse: Duration::from_secs(30),
            beat: Duration::from_secs(1),
            bytes_per_address: 256 << 20,
            table_bytes: 8 << 20,
            memo_bytes: 512 << 10,
            spectators: 500,
            spectators_per_address: 50,
            public_per_address: 20,
            listed: Duration::from_secs(15 * 60),
            chat_filter: Vec::new(),
            rematch: Duration::from_secs(60),
            idle: Duration::from_secs(60),
            away: Duration::from_secs(30),
            keep: Retention::default(),
            behind_proxy: false,
        }
    }
}

impl Limits {
    /// Sets one limit by its name.
    pub fn set(&mut self, name: &str, value: u32) -> Result<(), String> {
        let (count, seconds) = (value as usize, Duration::from_secs(value.max(1).into()));
        match name {
            "tables_per_address" => self.tables_per_address = count,
            "sockets" => self.sockets = count,
            "sockets_per_address" => self.sockets_per_address = count,
            "message_bytes" => self.message_bytes = count,
            "messages_per_second" => self.messages_per_second = value,
            "calls_per_second" => self.calls_per_second = value,
            "name" => self.name = count,
            "chat" => self.chat = count,
            "connections" => self.connections = count,
            "connections_per_address" => self.connections_per_address = count,
            "head_seconds" => self.head = seconds,
            "body_seconds" => self.body = seconds,
            "bytes_per_address" => self.bytes_per_address = value.into(),
            "table_bytes" => self.table_bytes = value.into(),
            "memo_bytes" => self.memo_bytes = value.into(),
            "spectators" => self.spectators = count,
            "spectators_per_address" => self.spectators_per_address = count,
            "public_per_address" => self.public_per_address = count,
            "listed_seconds" => self.listed = seconds,
            "keep_finished_days" => self.keep.finished_days = value,
            "keep_lobby_hours" => self.keep.lobby_hours = value,
            "rematch_seconds" => self.rematch = seconds,
            "idle_seconds" => self.idle = seconds,
            "away_seconds" => self.away = Duration::from_secs(value.into()),
            other => {
                return Err(format!(
                    "there is no limit \"{other}\"; there are {}",
                    Limits::NAMES.join(", ")
                ));
            }
        }
        Ok(())
    }

    /// The names of all limits.
    pub const NAMES: [&str; 24] = [
        "tables_per_address",
        "sockets",
        "sockets_per_address",
        "message_bytes",
        "messages_per_second",
        "calls_per_second",
        "name",
        "chat",
        "connections",
        "connections_per_address",
        "head_seconds",
        "body_seconds",
        "bytes_per_address",
        "table_bytes",
        "memo_bytes",
        "spectators",
        "spectators_per_address",
        "public_per_address",
        "listed_seconds",
        "rematch_seconds",
        "idle_seconds",
        "away_seconds",
        "keep_finished_days",
        "keep_lobby_hours",
    ];
}
