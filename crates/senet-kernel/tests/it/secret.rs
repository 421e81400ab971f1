//! The places of what is hidden.

use senet_kernel::{Depth, Secret};

#[test]
fn a_place_within_a_state_stands_behind_the_place_of_that_state() {
    let secret = Secret::new("/hands/0", Depth::Values);
    assert_eq!((secret.place(), secret.depth()), ("/hands/0", Depth::Values));
    let within = secret.within("/battle");
    assert_eq!((within.place(), within.depth()), ("/battle/hands/0", Depth::Values));
}
