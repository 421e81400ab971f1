//! kuhn-poker as a module.

senet_modules::house!(senet_reference::kuhn_poker::KuhnPoker);
