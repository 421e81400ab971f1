//! The desk: every game through the protocol's messages, and whatever else may arrive.

#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

mod architecture;
mod arena;
mod desk;
mod encoding;
mod fuzz;
mod minds;
mod names;
mod sentences;
mod twins;
mod vocabulary;

use senet_catalog::Desk;
use serde_json::Value;

fn desk() -> Desk {
    senet_catalog::desk(|| "a secret".to_owned())
}

/// Sends a message and reads the answer.
fn ask(desk: &mut Desk, message: &Value) -> Value {
    serde_json::to_value(desk.message(&message.to_string())).unwrap()
}
