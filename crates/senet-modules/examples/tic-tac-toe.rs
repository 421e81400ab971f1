//! tic-tac-toe as a module.

senet_modules::house!(senet_reference::tic_tac_toe::TicTacToe);
