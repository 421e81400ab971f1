//! s
/// x
pub enum Paper {}
/// x
pub fn sheet() {}
