//! Sky Team, tried from outside.

mod abilities;
mod cockpit;
mod config;
mod golden;
mod landing;
mod laws;
mod literal;
mod modules;
mod outside;
mod placement;
mod rerolls;
mod rounds;
mod scenarios;
mod support;
mod views;
mod whole;
mod words;
