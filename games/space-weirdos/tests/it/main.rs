//! Space Weirdos, row by row.
mod solver;
