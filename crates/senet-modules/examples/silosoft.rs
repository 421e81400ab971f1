//! silosoft as a module.

senet_guest::export!(senet_silosoft::Silosoft);
