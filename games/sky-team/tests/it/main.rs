//! Sky Team, tried from outside.

mod laws;
