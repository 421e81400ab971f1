//! pig as a module.

senet_guest::export!(senet_reference::pig::Pig);
