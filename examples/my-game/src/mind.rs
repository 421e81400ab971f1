//! What bots go by.

use senet_bots::{Candidates, Evaluate, Mind, Policy};
use senet_kernel::{Game, Seat};

use crate::MyGame;

impl Evaluate for MyGame {
    /// Whoever is to act and finds one more than a seat can take, or twice that, is lost.
    fn evaluate(&self, seat: Seat) -> i32 {
        let lost = self.left().is_multiple_of(self.config().most + 1);
        if self.to_act().contains(seat) == lost { -100 } else { 100 }
    }
}

impl Policy for MyGame {}

impl Candidates for MyGame {}

impl Mind for MyGame {}
