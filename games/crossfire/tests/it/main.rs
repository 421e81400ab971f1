//! The tests of Crossfire Sector. `desk` sets battles up from drawn boards; the rest are rows.

mod laws;
