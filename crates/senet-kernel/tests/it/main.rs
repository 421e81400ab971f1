//! What the kernel's words promise.
#![allow(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod arrange;
mod dice;
mod events;
mod fault;
mod hash;
mod measures;
mod odds;
mod outcome;
mod plain;
mod read;
mod rng;
mod script;
mod seat;
mod secret;
mod tagged;
mod text;
mod toml;

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A value is this on the wire, both ways.
#[track_caller]
fn is_json<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, json: Value) {
    assert_eq!(serde_json::to_value(&value).unwrap(), json);
    assert_eq!(serde_json::from_value::<T>(json).unwrap(), value);
}

/// Nothing of this type looks so on the wire.
#[track_caller]
fn is_no<T: DeserializeOwned + Debug>(json: Value, why: &str) {
    assert_eq!(serde_json::from_value::<T>(json).unwrap_err().to_string(), why);
}
