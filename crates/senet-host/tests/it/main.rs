//! Modules at their host: games of the house that play the same as built in, and modules that do what
//! no module should.

#![allow(clippy::unwrap_used, reason = "a test that fails says where")]
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "tests build modules and read files"
)]

mod border;
mod build;
mod folder;
mod hostile;
mod house;
mod lies;
mod puppet;
