//! kuhn-poker as a module.

senet_guest::export!(senet_reference::kuhn_poker::KuhnPoker);
