//! The documents of the house as a module: it has no tables.

use std::sync::Arc;

use senet_desk::{AnyGame, Shelf};
use senet_table::Refusal;
use serde_json::Value;

#[allow(
    dead_code,
    unexpected_cfgs,
    reason = "what documents are is told beside the module, and no terminal runs in it"
)]
#[path = "../../senet-catalog/src/documents.rs"]
mod documents;

#[cfg_attr(not(target_arch = "wasm32"), allow(dead_code, reason = "only a module has exports"))]
struct Documents;

impl Shelf for Documents {
    fn games(&self) -> Vec<Arc<dyn AnyGame>> {
        Vec::new()
    }

    fn document(&self, system: &str, method: &str, input: Value) -> Result<Value, Refusal> {
        documents::document(system, method, input)
    }
}

senet_guest::export_desk!(Documents);
