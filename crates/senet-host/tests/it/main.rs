//! Modules at their host: games of the house that play the same as built in, and modules that do what
//! no module should.

#![allow(clippy::unwrap_used, reason = "a test that fails says where")]
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "tests build modules and read files"
)]

mod border;
mod broken;
mod build;
#[path = "../../../senet-testkit/tests/it/defect.rs"]
#[allow(dead_code, reason = "the laws of the testkit catch more")]
mod defect;
mod doors;
mod folder;
mod hostile;
mod house;
mod lies;
mod puppet;
mod spoilt;
#[path = "../../../senet-testkit/tests/it/toy.rs"]
#[allow(dead_code, reason = "the laws of the testkit catch more")]
mod toy;
