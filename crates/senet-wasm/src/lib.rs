//! The tables of senet in a browser: the desk behind one class that takes and gives JSON.
//!
//! The page's worker holds one [`Desk`]. Messages are those of `senet_table::protocol`, the same as
//! over a socket.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn fill_with_luck(bytes: &mut [u8]);
}

/// Holds tables and answers messages about them.
#[wasm_bindgen]
pub struct Desk(senet_catalog::Desk);

#[wasm_bindgen]
impl Desk {
    /// A desk without tables. It draws the seeds of fair tables from the browser's own source.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Desk {
        Desk(senet_catalog::desk(fresh_seed))
    }

    /// Answers one message, whatever it is.
    pub fn message(&mut self, json: &str) -> String {
        let reply = self.0.message(json);
        serde_json::to_string(&reply).expect("replies are plain data")
    }
}

impl Default for Desk {
    fn default() -> Desk {
        Desk::new()
    }
}

/// A secret that nobody can guess: 32 random bytes as hexadecimal digits.
fn fresh_seed() -> String {
    let mut bytes = [0; 32];
    fill_with_luck(&mut bytes);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
