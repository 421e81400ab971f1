//! sky-team as a module.

senet_modules::house!(senet_sky_team::SkyTeam);
