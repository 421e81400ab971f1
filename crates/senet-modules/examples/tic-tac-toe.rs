//! tic-tac-toe as a module.

senet_guest::export!(senet_reference::tic_tac_toe::TicTacToe);
