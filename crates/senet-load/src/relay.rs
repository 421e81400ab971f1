//! The floor: a relay that knows no rules. The first message of a socket names its table; every
//! further one goes to both seats of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use futures_util::{FutureExt, SinkExt, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::client::config;

type Seats = Arc<Mutex<Vec<mpsc::UnboundedSender<Utf8Bytes>>>>;
type Tables = Arc<Mutex<HashMap<String, Seats>>>;

pub async fn run(port: u16) -> Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    let tables = Tables::default();
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let tables = tables.clone();
        tokio::spawn(async move {
            // A socket that ends is no fault of the relay.
            let _ = serve(stream, &tables).await;
        });
    }
}

/// One task for each socket, as the server has it: what a message leads to goes out in one piece.
async fn serve(stream: TcpStream, tables: &Tables) -> Option<()> {
    let accepted = tokio_tungstenite::accept_async_with_config(stream, Some(config())).await;
    let mut socket = accepted.ok()?;
    let Message::Text(name) = socket.next().await?.ok()? else { return None };
    let seats = lock(tables).entry(name.to_string()).or_default().clone();
    let (queue, mut queued) = mpsc::unbounded_channel();
    lock(&seats).push(queue);
    loop {
        tokio::select! {
            biased;
            Some(first) = queued.recv() => {
                socket.feed(Message::Text(first)).await.ok()?;
                while let Some(Some(more)) = queued.recv().now_or_never() {
                    socket.feed(Message::Text(more)).await.ok()?;
                }
                socket.flush().await.ok()?;
            }
            message = socket.next() => {
                let Message::Text(text) = message?.ok()? else { continue };
                for seat in lock(&seats).iter() {
                    let _ = seat.send(text.clone());
                }
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
