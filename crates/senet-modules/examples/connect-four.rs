//! connect-four as a module.

senet_guest::export!(senet_reference::connect_four::ConnectFour);
