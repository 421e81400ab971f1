//! The rules of Flag War, row by row.

mod board;
mod laws;
