//! flag-war as a module.

senet_modules::house!(senet_flag_war::FlagWar);
