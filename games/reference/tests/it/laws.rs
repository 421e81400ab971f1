//! The laws, for each game.

use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::KuhnPoker;
use senet_reference::pig::{Config, Pig};
use senet_reference::tic_tac_toe::TicTacToe;
use senet_testkit::laws;

laws!(tic_tac_toe, TicTacToe);
laws!(connect_four, ConnectFour);
laws!(pig, Pig, games = 8);
laws!(pig_at_its_limits, Pig, || vec![
    ("short", Config { seats: 2, target: 10, rounds: 1 }),
    ("few-rounds", Config { seats: 3, target: 1000, rounds: 3 }),
]);
laws!(kuhn_poker, KuhnPoker);
