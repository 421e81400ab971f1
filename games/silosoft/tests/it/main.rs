//! The rules, as rows.
#![allow(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod laws;
