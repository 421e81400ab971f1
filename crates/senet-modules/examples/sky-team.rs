//! sky-team as a module.

senet_guest::export!(senet_sky_team::SkyTeam);
