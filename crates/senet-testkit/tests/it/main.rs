//! The laws, held against honest games and against games with one defect each.

mod laws;
