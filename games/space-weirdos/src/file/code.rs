//! Soon.
use super::Refusal;
use crate::{Catalogue, Warband};
pub(crate) const PREFIX: &str = "SW1.";
/// x
pub fn decode(_: &Catalogue, _: &str) -> Result<Warband, Refusal> { todo!() }
/// x
pub fn encode(_: &Catalogue, _: &Warband) -> String { todo!() }
