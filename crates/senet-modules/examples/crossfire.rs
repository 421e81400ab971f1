//! crossfire as a module.

senet_modules::house!(senet_crossfire::Crossfire);
