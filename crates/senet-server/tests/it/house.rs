//! A server on a port of its own, and clients of it.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use futures_util::{SinkExt, StreamExt};
use senet_server::store::{Memory, Store};
use senet_server::{Limits, Server, app};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tower::ServiceExt;

pub struct House {
    pub server: Server,
    pub address: SocketAddr,
}

impl House {
    pub async fn new() -> House {
        House::on(Store::Memory(Memory::default()), Limits::default()).await
    }

    pub async fn on(store: Store, limits: Limits) -> House {
        let server = Server::new(store, limits, None);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(senet_server::serve(listener, server.clone(), std::future::pending()));
        House { server, address }
    }

    /// Calls the router as a function.
    pub async fn call(
        &self,
        method: &str,
        path: &str,
        token: &str,
        body: Value,
    ) -> (StatusCode, Value) {
        let mut request = Request::builder().method(method).uri(path);
        if !token.is_empty() {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = match body {
            Value::Null => request.body(Body::empty()),
            body => request
                .header("content-type", "application/json")
                .body(Body::from(body.to_string())),
        };
        let response = app(self.server.clone()).oneshot(request.unwrap()).await.unwrap();
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    pub async fn post(&self, path: &str, token: &str, body: Value) -> Value {
        let (status, answer) = self.call("POST", path, token, body).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer
    }

    pub async fn get(&self, path: &str, token: &str) -> Value {
        let (status, answer) = self.call("GET", path, token, Value::Null).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer
    }

    /// Sends a body as it is, with one more header; what came back.
    pub async fn send(&self, path: &str, header: (&str, &str), body: &str) -> (StatusCode, Value) {
        let request = Request::builder()
            .method("POST")
            .uri(path)
            .header("content-type", "application/json")
            .header(header.0, header.1)
            .body(Body::from(body.to_owned()));
        let response = app(self.server.clone()).oneshot(request.unwrap()).await.unwrap();
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap())
    }

    /// The headers of a page.
    pub async fn headers(&self, path: &str) -> HeaderMap {
        let request = Request::builder().uri(path).body(Body::empty()).unwrap();
        app(self.server.clone()).oneshot(request).await.unwrap().headers().clone()
    }

    /// A room with a person at every seat: its name and the seats' tokens.
    pub async fn full(&self, game: &str, more: Value) -> (String, Vec<String>) {
        let mut ask = json!({ "game": game, "seats": [{ "type": "me", "name": "Ann" }] });
        ask.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        let made = self.post("/api/tables", "", ask).await;
        let table = made["table"].as_str().unwrap().to_owned();
        let mut tokens = vec![made["seats"][0]["token"].as_str().unwrap().to_owned()];
        let seats = made["room"]["seats"].as_array().unwrap().len();
        for i in 1..seats {
            let joined = self
                .post(
                    &format!("/api/tables/{table}/join"),
                    "",
                    json!({ "name": format!("Guest {i}") }),
                )
                .await;
            tokens.push(joined["token"].as_str().unwrap().to_owned());
        }
        (table, tokens)
    }

    /// A game of tic-tac-toe that the first seat has won: its room, the seats' tokens, and a client that has both.
    pub async fn won(&self) -> (String, Vec<String>, Client) {
        let (table, tokens) = self.full("tic-tac-toe", json!({})).await;
        let mut client = self.client().await;
        for token in &tokens {
            client.follow(&table, token, None).await;
        }
        for (seat, square) in [(0, 1), (1, 4), (0, 2), (1, 5), (0, 3)] {
            let command = json!({ "type": "mark", "square": square });
            let submit =
                json!({ "type": "submit", "table": table, "seat": seat, "command": command });
            assert_eq!(client.ask(submit).await["type"], "accepted");
        }
        (table, tokens, client)
    }

    pub async fn client(&self) -> Client {
        House::client_at(self.address).await
    }

    /// A client that comes by another door.
    pub async fn client_at(address: SocketAddr) -> Client {
        let url = format!("ws://{address}/api/socket");
        let (socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        let mut client = Client { socket, heard: VecDeque::new(), number: 0, traffic: Vec::new() };
        assert_eq!(client.next().await["type"], "hello");
        client
    }
}

pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// What came while an answer was awaited.
    heard: VecDeque<Value>,
    number: u64,
    /// All that was ever received, as text.
    pub traffic: Vec<String>,
}

impl Client {
    pub async fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// The next message, of whatever kind.
    pub async fn next(&mut self) -> Value {
        if let Some(heard) = self.heard.pop_front() {
            return heard;
        }
        self.receive().await.expect("the server says something")
    }

    async fn receive(&mut self) -> Option<Value> {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(20), self.socket.next()).await;
            match next.expect("an answer within 20 seconds")? {
                Ok(Message::Text(text)) => {
                    self.traffic.push(text.to_string());
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Whether the server closes the socket, after whatever it still has to say.
    pub async fn closes(&mut self) -> bool {
        while self.receive().await.is_some() {}
        true
    }

    /// Asks and waits for the one answer.
    pub async fn ask(&mut self, mut message: Value) -> Value {
        self.number += 1;
        let id = json!(self.number);
        message["id"] = id.clone();
        self.send(&message.to_string()).await;
        loop {
            let heard = self.receive().await.expect("the server answers");
            if heard["id"] == id {
                return heard;
            }
            self.heard.push_back(heard);
        }
    }

    /// The next message of this kind.
    pub async fn wait(&mut self, kind: &str) -> Value {
        loop {
            let next = self.next().await;
            if next["type"] == kind {
                return next;
            }
        }
    }

    /// The newest update that has come so far, after a ping has cleared the way.
    pub async fn latest(&mut self) -> Value {
        self.ask(json!({ "type": "ping" })).await;
        let mut updates = self.heard.drain(..).filter(|message| message["type"] == "update");
        updates.next_back().unwrap_or_default()
    }

    pub async fn follow(&mut self, table: &str, token: &str, since: Option<u64>) -> Value {
        let mut message = json!({ "type": "follow", "table": table });
        if !token.is_empty() {
            message["token"] = json!(token);
        }
        if let Some(since) = since {
            message["since"] = json!(since);
        }
        let followed = self.ask(message).await;
        assert_eq!(followed["type"], "followed", "{followed}");
        followed
    }
}
