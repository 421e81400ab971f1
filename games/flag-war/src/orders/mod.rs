//! Orders in plain language.

use senet_kernel::{Reading, Seat};

use crate::board::Square;
use crate::command::Command;
use crate::view::{Own, View};

/// Reads what a player typed.
pub fn read(
    _view: &View,
    _seat: Seat,
    _text: &str,
    _memo: &serde_json::Value,
) -> Result<Reading<Command>, String> {
    Err("not yet".to_owned())
}

/// What standing plans ask for now.
pub fn follow(_view: &View, _seat: Seat, _memo: &serde_json::Value) -> Option<Reading<Command>> {
    None
}

/// Where own pieces end in the open round by their orders.
pub(crate) fn landing_squares(own: &Own, round: u32) -> Vec<Square> {
    let now = own.plan.iter().filter(|entry| entry.round == round && entry.from != entry.to);
    now.filter_map(|entry| entry.to).collect()
}
