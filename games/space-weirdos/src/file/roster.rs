//! s
/// x
pub enum Roster {}
/// x
pub fn roster() {}
