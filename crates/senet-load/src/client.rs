//! A connection of a player, and calls over HTTP.

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// A larger buffer would be cleared on every read, which costs more than the read itself.
pub fn config() -> WebSocketConfig {
    WebSocketConfig::default().read_buffer_size(2 * 1024)
}

pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    pub async fn open(port: u16, path: &str) -> Result<Socket> {
        let stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.set_nodelay(true)?;
        let url = format!("ws://127.0.0.1:{port}{path}");
        let (socket, _) =
            tokio_tungstenite::client_async_with_config(url, stream, Some(config())).await?;
        Ok(Socket(socket))
    }

    pub async fn send(&mut self, text: String) -> Result<()> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// The next message that holds this.
    pub async fn wait(&mut self, wanted: &str) -> Result<Utf8Bytes> {
        loop {
            match self.0.next().await.context("the socket was closed")?? {
                Message::Text(text) if text.contains(wanted) => return Ok(text),
                Message::Text(text) if text.contains("\"type\":\"error\"") => bail!("{text}"),
                Message::Close(frame) => bail!("the socket was closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// Reads whatever comes, for ever, as an idle page does.
    pub async fn idle(mut self) {
        while let Some(Ok(_)) = self.0.next().await {}
    }
}

/// One connection for many calls.
pub struct Http(BufReader<TcpStream>);

impl Http {
    pub async fn open(port: u16) -> Result<Http> {
        let stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.set_nodelay(true)?;
        Ok(Http(BufReader::new(stream)))
    }

    /// What a call is answered with, which must be a success.
    pub async fn post(&mut self, path: &str, body: &Value) -> Result<Value> {
        match self.ask(path, body).await? {
            (200, answer) => Ok(answer),
            (status, answer) => bail!("{path}: {status}: {answer}"),
        }
    }

    /// The status and the answer of a call.
    pub async fn ask(&mut self, path: &str, body: &Value) -> Result<(u16, Value)> {
        let body = body.to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.0.write_all(request.as_bytes()).await?;
        let mut length = 0;
        let mut line = String::new();
        let mut first = String::new();
        loop {
            line.clear();
            self.0.read_line(&mut line).await?;
            let trimmed = line.trim();
            if first.is_empty() {
                trimmed.clone_into(&mut first);
            }
            if let Some((name, value)) = trimmed.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse()?;
            }
            if trimmed.is_empty() {
                break;
            }
        }
        let mut answer = vec![0; length];
        self.0.read_exact(&mut answer).await?;
        let status = first.split(' ').nth(1).context("no status")?.parse()?;
        Ok((status, serde_json::from_slice(&answer)?))
    }
}
