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
    /// Whether it was taken away from a device: then no other comes over from the game before.
    #[serde(default)]
    pub revoked: bool,
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
            revoked: false,
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
            revoked: false,
            mark: String::new(),
            blocked: Vec::new(),
        })
    }

    /// The device that holds it by a token.
    pub fn device(&self, hash: &str) -> Option<&Device> {
        self.devices.iter().find(|device| device.token == hash)
    }

    /// Whether a token holds it.
    pub fn is_held_by(&self, hash: &str) -> bool {
        self.device(hash).is_some()
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
        self
    }

    /// Lets a device of the game before hold it; the device's token here. Once it was taken away from a device
    /// no new one comes by way of that game: whoever held the seat there may have tokens of it that nobody
    /// knows of.
    pub fn take_over(&mut self, before: &Before, now_ms: i64) -> Result<String, ApiError> {
        let is_it = |device: &Device| device.from.as_ref() == Some(&before.device);
        if self.revoked && !self.devices.iter().any(is_it) {
            let sentence = "this seat was taken away from a device, so no other comes over from the game \
                            before; ask for a code where it is held";
            return Err(ApiError::new("wrong_token", sentence));
        }
        let token = self.link(now_ms)?;
        if let Some(device) = self.devices.last_mut() {
            device.from = Some(before.device.clone());
        }
        Ok(token)
    }

    /// Whether one more device may hold it.
    pub fn has_room(&self) -> Result<(), ApiError> {
        if self.devices.len() < DEVICES {
            return Ok(());
        }
        let sentence =
            format!("{DEVICES} devices hold this seat, which is the most; remove one first");
        Err(ApiError::new("too_many_devices", sentence))
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
        let gone = self.devices.remove(found).from;
        // It may have come over more than once, but does so no more.
        for device in &mut self.devices {
            device.from = device.from.take().filter(|from| gone.as_ref() != Some(from));
        }
        self.revoked = true;
        Ok(())
    }
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

    /// Whoever held the seat in the game before may have any number of its tokens.
    #[test]
    fn nobody_new_comes_over_once_a_device_was_revoked() {
        let by = |device: &str| Before {
            table: "old".to_owned(),
            sitting: "ann".to_owned(),
            device: device.to_owned(),
        };
        let mut sitting = Sitting::begin(1).0.after(&by("own"));
        for _ in 0..2 {
            sitting.take_over(&by("lost"), 2).unwrap();
        }
        let lost = sitting.devices[1].id();
        sitting.revoke(&lost).unwrap();
        for other in ["lost", "linked by the lost one"] {
            assert_eq!(sitting.take_over(&by(other), 3).unwrap_err().0.code, "wrong_token");
        }
        sitting.take_over(&by("own"), 3).unwrap();
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
