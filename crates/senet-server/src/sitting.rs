//! A sitting: somebody on a seat, from sitting down to getting up.
//!
//! Tokens, codes and sockets belong to a sitting, not to a chair. Whatever ends the sitting ends them
//! all: whoever sits down next is somebody else. That somebody sat here is remembered apart from it,
//! and opens nothing but the journal of a game that is over.

use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::secret::{self, token_hash};

/// The most devices that hold one seat.
pub const DEVICES: usize = 8;

/// Somebody on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sitting {
    /// What tells it from every other sitting, on this seat and on others.
    pub id: String,
    /// The devices that it is held by; never none.
    pub devices: Vec<Device>,
    /// Whether it is the host's.
    #[serde(default)]
    pub host: bool,
    /// The sitting of the game before, where this one is its rematch.
    #[serde(default)]
    pub from: Option<String>,
    /// The devices of that sitting that have come over, by the hashes of their tokens there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub came: Vec<String>,
    /// The mark of the address that sat down.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mark: String,
    /// The names of those whom it does not hear.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<String>,
}

/// A device that holds a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// The hash of its token.
    pub token: String,
    /// Since when it holds the seat.
    pub since_ms: i64,
    /// The hash of its token in the game before, where it has come over from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// By what somebody comes over from a game to its rematch.
#[derive(Clone, Debug)]
pub struct Before {
    /// The table of that game.
    pub table: String,
    /// Their sitting there.
    pub sitting: String,
    /// The hash of the token that they show.
    pub device: String,
}

impl Sitting {
    /// Somebody sits down, and holds the seat by a new token.
    pub fn begin(now_ms: i64) -> (Sitting, String) {
        let token = secret::token();
        let device = Device { token: token_hash(&token), since_ms: now_ms, from: None };
        let sitting = Sitting {
            id: secret::token(),
            devices: vec![device],
            host: false,
            from: None,
            came: Vec::new(),
            mark: String::new(),
            blocked: Vec::new(),
        };
        (sitting, token)
    }

    /// The sitting that older versions kept as bare hashes of tokens.
    pub fn of_tokens(tokens: Vec<String>) -> Option<Sitting> {
        let id = token_hash(tokens.first()?);
        let devices = tokens.into_iter().map(|token| Device { token, since_ms: 0, from: None });
        Some(Sitting {
            id,
            devices: devices.collect(),
            host: false,
            from: None,
            came: Vec::new(),
            mark: String::new(),
            blocked: Vec::new(),
        })
    }

    /// Whether a token holds it.
    pub fn is_held_by(&self, hash: &str) -> bool {
        self.devices.iter().any(|device| device.token == hash)
    }

    /// Lets one more device hold it; the device's token.
    pub fn link(&mut self, now_ms: i64) -> Result<String, ApiError> {
        self.has_room()?;
        let token = secret::token();
        self.devices.push(Device { token: token_hash(&token), since_ms: now_ms, from: None });
        Ok(token)
    }

    /// The same sitting as one that goes on from the game before.
    pub fn after(mut self, before: &Before) -> Sitting {
        self.from = Some(before.sitting.clone());
        if let Some(device) = self.devices.first_mut() {
            device.from = Some(before.device.clone());
        }
        self.came = vec![before.device.clone()];
        self
    }

    /// Lets a device of the game before hold it; the device's token here. One from which it was taken away
    /// does not come back by way of that game.
    pub fn take_over(&mut self, before: &Before, now_ms: i64) -> Result<String, ApiError> {
        let is_it = |device: &Device| device.from.as_ref() == Some(&before.device);
        let has_come = self.came.contains(&before.device);
        if has_come && !self.devices.iter().any(is_it) {
            let sentence = "this seat was taken away from your device";
            return Err(ApiError::new("wrong_token", sentence));
        }
        if !has_come && self.came.len() >= DEVICES {
            return Err(too_many_devices());
        }
        let token = self.link(now_ms)?;
        if let Some(device) = self.devices.last_mut() {
            device.from = Some(before.device.clone());
        }
        if !has_come {
            self.came.push(before.device.clone());
        }
        Ok(token)
    }

    /// Whether one more device may hold it.
    pub fn has_room(&self) -> Result<(), ApiError> {
        if self.devices.len() < DEVICES {
            return Ok(());
        }
        Err(too_many_devices())
    }

    /// Takes a device's right away. The last one can only leave the table.
    pub fn revoke(&mut self, id: &str) -> Result<(), ApiError> {
        let found = self.devices.iter().position(|device| device.id() == id);
        let no_such = || ApiError::new("no_such_device", "no such device holds this seat");
        let found = found.ok_or_else(no_such)?;
        if self.devices.len() == 1 {
            let sentence = "this is the only device that holds the seat; leave the table instead";
            return Err(ApiError::new("last_device", sentence));
        }
        self.devices.remove(found);
        Ok(())
    }
}

fn too_many_devices() -> ApiError {
    let sentence = format!("{DEVICES} devices hold this seat, which is the most; remove one first");
    ApiError::new("too_many_devices", sentence)
}

impl Device {
    /// What a device is called in the list of them, which tells nothing of its token.
    pub fn id(&self) -> String {
        token_hash(&self.token)[..12].to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sitting_has_a_bounded_number_of_devices() {
        let (mut sitting, first) = Sitting::begin(1);
        for _ in 1..DEVICES {
            sitting.link(2).unwrap();
        }
        assert_eq!(sitting.link(3).unwrap_err().0.code, "too_many_devices");
        assert!(sitting.is_held_by(&token_hash(&first)));
        let id = sitting.devices[0].id();
        sitting.revoke(&id).unwrap();
        assert!(!sitting.is_held_by(&token_hash(&first)));
        assert_eq!(sitting.revoke(&id).unwrap_err().0.code, "no_such_device");
    }

    #[test]
    fn the_last_device_stays() {
        let (mut sitting, _) = Sitting::begin(1);
        let id = sitting.devices[0].id();
        assert_eq!(sitting.revoke(&id).unwrap_err().0.code, "last_device");
    }

    #[test]
    fn what_older_versions_stored_is_one_sitting() {
        let tokens = vec!["a".to_owned(), "b".to_owned()];
        let sitting = Sitting::of_tokens(tokens.clone()).unwrap();
        assert_eq!(Sitting::of_tokens(tokens), Some(sitting.clone()), "it is the same each time");
        assert!(sitting.is_held_by("a") && sitting.is_held_by("b"));
        assert_eq!(Sitting::of_tokens(Vec::new()), None);
    }
}
