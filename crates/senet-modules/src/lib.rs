//! The games of the house, each as a module of its own: one line for each in `examples/`.
//!
//! The page fetches them one by one, releases keep those of every rules number, and the tests show that
//! a game plays the same as a module as it does built in.
