//! Whole games as stored text.

use senet_kernel::Text;
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::KuhnPoker;
use senet_reference::pig::{Config, Pig};
use senet_reference::tic_tac_toe::TicTacToe;
use senet_testkit::{Moves, golden};

fn random<G: Text>(config: &G::Config) {
    golden::<G>(&format!("tests/golden/{}.jsonl", G::ID), config, "golden", Moves::Random);
}

#[test]
fn games_are_told_as_they_were() {
    random::<TicTacToe>(&Default::default());
    random::<ConnectFour>(&Default::default());
    random::<Pig>(&Config { seats: 3, target: 20, ..Default::default() });
    random::<KuhnPoker>(&Default::default());
}
