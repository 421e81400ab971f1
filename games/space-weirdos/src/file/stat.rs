//! s
/// x
pub enum Stat {}
/// x
pub fn stat_line() {}
/// x
pub fn tag_words() {}
