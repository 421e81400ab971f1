//! silosoft as a module.

senet_modules::house!(senet_silosoft::Silosoft);
