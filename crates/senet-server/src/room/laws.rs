//! What always holds of a room, whatever was done to it. `tests/model.rs` checks that the ways in which rooms
//! change keep it; every change in a build for tests is checked against it here.

use std::collections::BTreeSet;

use super::{Player, Room, State};

impl Room {
    /// Says which law is broken, where one is. The room must be settled.
    pub fn check(&self) -> Result<(), String> {
        self.check_seats()?;
        self.check_rights()?;
        self.check_journal()
    }

    /// No seat has two holders, nobody holds a seat that is nobody's, and a closed room has no holders.
    fn check_seats(&self) -> Result<(), String> {
        let mut sittings = BTreeSet::new();
        let mut tokens = BTreeSet::new();
        for (number, seat) in self.record.seats.iter().enumerate() {
            if seat.kept_for.is_some() && seat.player != Player::Open {
                return Err(format!("seat {number} is kept for somebody and taken"));
            }
            let Some(sitting) = &seat.sitting else { continue };
            if !matches!(seat.player, Player::Human { .. }) {
                return Err(format!("seat {number} is held and no person's"));
            }
            if self.record.state == State::Closed {
                return Err(format!("seat {number} is held in a closed room"));
            }
            let mut held = sitting.devices.iter().map(|device| &device.token);
            if sitting.devices.is_empty() || !sittings.insert(&sitting.id) {
                return Err(format!("the sitting on seat {number} is nobody's, or on two seats"));
            }
            if !held.all(|token| tokens.insert(token)) {
                return Err(format!("a token of seat {number} holds two seats"));
            }
        }
        Ok(())
    }

    /// No right outlives its sitting: neither a token's nor a socket's.
    fn check_rights(&self) -> Result<(), String> {
        if let Some(old) = self.record.sat.iter().find(|token| self.seat_of(token).is_some()) {
            return Err(format!("the token {old} has ended and holds a seat"));
        }
        if self.record.host.is_empty() && self.record.host_sits() {
            return Err("the host sits here and has no say".to_owned());
        }
        for follower in &self.followers {
            let seat = follower.viewer.seat();
            let held = follower.token.as_ref().and_then(|token| self.seat_of(token));
            if seat.is_some() && held != seat {
                return Err(format!(
                    "a socket looks through the eyes of {seat:?} and holds {held:?}"
                ));
            }
        }
        Ok(())
    }

    /// What was acknowledged is what is stored.
    fn check_journal(&self) -> Result<(), String> {
        let lines = self.lines().len() as u64;
        if self.unsettled() || self.version == 0 {
            return Err(format!("{} of {lines} lines are stored", self.stored));
        }
        if self.table.is_none() && matches!(self.record.state, State::Playing | State::Finished) {
            return Err("there is no table where one is played at".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::room::Record;
    use crate::sitting::Sitting;

    /// A settled room with Ann on its first seat, and with this done to it.
    #[track_caller]
    fn check(broken: impl FnOnce(&mut Record), says: Option<&str>) {
        let (sitting, _) = Sitting::begin(1);
        let seat = |player: Value, sitting: Option<&Sitting>| json!({ "player": player, "role": "", "sitting": sitting, "salt": "" });
        let ann = seat(json!({ "type": "human", "name": "Ann" }), Some(&sitting));
        let record = json!({ "game": "pig", "name": "Pig", "preset": null, "config": {},
            "seats": [ann, seat(json!({ "type": "open" }), None)], "host": "", "public": false,
            "spectators": true, "spectator_delay_ms": 0, "clock": null, "state": "lobby", "seed": "",
            "open_seed": false, "made_ms": 1, "changed_ms": 1, "entry": 0, "outcome": null,
            "rematch": null });
        let mut record: Record = serde_json::from_value(record).unwrap();
        broken(&mut record);
        let mut room = Room::new("room".to_owned(), record, None, 0);
        room.settled();
        let found = room.check().err();
        match (&found, says) {
            (Some(found), Some(says)) => assert!(found.contains(says), "{found}"),
            _ => assert_eq!(found.as_deref(), says),
        }
    }

    #[test]
    fn every_law_is_noticed_when_it_is_broken() {
        check(|_| {}, None);
        check(|record| record.seats[1] = record.seats[0].clone(), Some("on two seats"));
        check(
            |record| {
                let mut other = record.seats[0].clone();
                if let Some(sitting) = &mut other.sitting {
                    sitting.id = "another".to_owned();
                }
                record.seats[1] = other;
            },
            Some("holds two seats"),
        );
        check(|record| record.seats[0].player = Player::Open, Some("no person's"));
        check(|record| record.state = State::Closed, Some("closed room"));
        check(|record| record.state = State::Playing, Some("no table"));
        check(
            |record| {
                let sitting = record.seats[0].sitting.clone().unwrap();
                record.sat.push(sitting.devices[0].token.clone());
            },
            Some("has ended"),
        );
        check(
            |record| {
                if let Some(sitting) = &mut record.seats[0].sitting {
                    sitting.host = true;
                }
            },
            Some("no say"),
        );
    }
}
