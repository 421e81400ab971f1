//! Honest games keep every law.

use senet_reference::tic_tac_toe::TicTacToe;

senet_testkit::laws!(tic_tac_toe, TicTacToe);
