//! connect-four as a module.

senet_modules::house!(senet_reference::connect_four::ConnectFour);
