//! flag-war as a module.

senet_guest::export!(senet_flag_war::FlagWar);
