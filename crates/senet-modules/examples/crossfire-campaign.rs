//! crossfire-campaign as a module.

senet_guest::export!(senet_crossfire::Campaign);
