//! pig as a module.

senet_modules::house!(senet_reference::pig::Pig);
