//! The module's side of the border: room for messages, the two ways to be asked, luck and the log.
//!
//! All that passes the border lies in two buffers of this module's own, so that no address from
//! outside is ever followed.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

use senet_desk::{Leash, Level};

use crate::Border;

#[allow(unsafe_code, reason = "what the host gives; each is safe to call with any numbers")]
#[link(wasm_import_module = "senet")]
unsafe extern "C" {
    /// Eight bytes that nobody can guess.
    safe fn random() -> u64;
    /// A line for the host.
    safe fn log(address: u32, length: u32);
    /// Milliseconds on a clock that never goes back. Only the page has one: a module that does not ask for it
    /// does not import it.
    safe fn now() -> f64;
}

#[derive(Default)]
struct Module {
    inbox: Vec<u8>,
    outbox: Vec<u8>,
    border: Option<Border>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Whether the host wants an answer now.
static PULLED: AtomicBool = AtomicBool::new(false);

/// Makes room for a message of so many bytes, and says where.
pub fn room(length: u32) -> u32 {
    MODULE.with_borrow_mut(|module| {
        module.inbox.clear();
        module.inbox.resize(length as usize, 0);
        module.inbox.as_ptr() as u32
    })
}

/// Answers a message of the protocol.
pub fn answer(length: u32, border: fn() -> Border) -> u64 {
    asked(length, border, Border::message)
}

/// Answers a call of the host.
pub fn call(length: u32, border: fn() -> Border) -> u64 {
    asked(length, border, Border::call)
}

/// Where the byte lies that the host writes to end the thinking.
pub fn leash() -> u32 {
    PULLED.as_ptr() as u32
}

/// The leash that the host pulls by that byte.
pub(crate) fn of_host() -> Leash {
    PULLED.store(false, Ordering::Relaxed);
    Leash::until(|| PULLED.load(Ordering::Relaxed))
}

/// A leash of the page's clock, which is pulled once the level's time is over, counted from now.
pub(crate) fn of_level(level: Level) -> Leash {
    let end = now() + f64::from(level.millis());
    Leash::until(move || now() >= end)
}

/// A secret that nobody can guess: 32 bytes as hexadecimal digits.
pub(crate) fn fresh_seed() -> String {
    (0..4).map(|_| format!("{:016x}", random())).collect()
}

fn asked(length: u32, border: fn() -> Border, way: fn(&mut Border, &[u8]) -> Vec<u8>) -> u64 {
    MODULE.with_borrow_mut(|module| {
        let border = module.border.get_or_insert_with(|| {
            std::panic::set_hook(Box::new(|panic| say(&panic.to_string())));
            border()
        });
        let message = module.inbox.get(..length as usize).unwrap_or_default();
        module.outbox = way(border, message);
        (module.outbox.as_ptr() as u64) << 32 | module.outbox.len() as u64
    })
}

fn say(line: &str) {
    log(line.as_ptr() as u32, line.len() as u32);
}
