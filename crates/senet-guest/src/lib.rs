//! Makes a game one WASM module with a small stable border.
//!
//! One line turns a crate of the type `cdylib` into a module that every house opens:
//!
//! ```
//! # use senet_reference::tic_tac_toe::TicTacToe;
//! senet_guest::export!(TicTacToe);
//! # fn main() {}
//! ```
//!
//! `cargo build --release --target wasm32-unknown-unknown` then writes the module.
//!
//! # The border
//! Bytes in, bytes out. A host asks for room (`senet_room`), writes a message there, and calls one
//! of two functions, which say where the answer lies:
//!
//! | export | what |
//! |---|---|
//! | `senet_border() -> u32` | the version of the border, [`BORDER`] |
//! | `senet_room(length: u32) -> u32` | the address of room for so many bytes |
//! | `senet_answer(length: u32) -> u64` | answers a message of `senet_table::protocol` |
//! | `senet_call(length: u32) -> u64` | answers a [`Call`] of a host |
//! | `senet_leash() -> u32` | the address of a byte; a host that writes 1 there ends the thinking |
//!
//! An answer's address stands in the upper half, its length in the lower. A module imports nothing but
//! `senet.random() -> u64`, luck for fresh seeds, and `senet.log(address: u32, length: u32)`, a line for
//! the host, such as the reason of a panic. Modules for the page alone ([`export_page!`]) import a clock, too,
//! `senet.now() -> f64` in milliseconds: it ends a thought for which the machine is too slow.
//!
//! What a module is (its name, rules, schemas, presets and bots) stands in custom sections once it was
//! packed, and can be read there without running it.

mod border;
mod call;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use border::Border;
pub use call::{
    About, Analysing, BORDER, Call, Change, Changed, JournalFault, Look, News, Opened, Placed,
    Reply,
};

/// Puts the board of a game into its module: a script and its style, by their paths from the file that this
/// stands in. The page shows it in a frame of its own, which gets messages and nothing else.
#[macro_export]
macro_rules! board {
    ($script:literal, $style:literal) => {
        /// The sections of the module that hold its board.
        #[cfg(target_arch = "wasm32")]
        #[allow(unsafe_code, reason = "the names of a module's sections count as unsafe code")]
        mod senet_board {
            #[used]
            #[unsafe(link_section = "senet.board.js")]
            static SCRIPT: [u8; include_bytes!($script).len()] = *include_bytes!($script);

            #[used]
            #[unsafe(link_section = "senet.board.css")]
            static STYLE: [u8; include_bytes!($style).len()] = *include_bytes!($style);
        }
    };
}

/// Makes the crate a module of this game.
#[macro_export]
macro_rules! export {
    ($game:ty) => {
        $crate::exports! {
            $crate::Border::of::<$game>;

            #[unsafe(no_mangle)]
            extern "C" fn senet_call(length: u32) -> u64 {
                $crate::wasm::call(length, $crate::Border::of::<$game>)
            }

            #[unsafe(no_mangle)]
            extern "C" fn senet_leash() -> u32 {
                $crate::wasm::leash()
            }
        }
    };
}

/// Makes the crate a module of this game for the page, which asks by messages alone: it answers no calls of a
/// host, and is smaller for that. The page gives it a clock, by which thoughts end in time on a slow machine.
#[macro_export]
macro_rules! export_page {
    ($game:ty) => {
        $crate::exports! { $crate::Border::of_page::<$game>; }
    };
}

/// Makes the crate a module of a desk that is no game: of documents, say. It answers the protocol's
/// messages and nothing else.
#[macro_export]
macro_rules! export_desk {
    ($shelf:expr) => {
        $crate::exports! { || $crate::Border::of_desk($shelf); }
    };
}

/// What every module exports, and more.
#[doc(hidden)]
#[macro_export]
macro_rules! exports {
    ($border:expr; $($more:item)*) => {
        /// The exports of the module.
        #[cfg(target_arch = "wasm32")]
        #[allow(unsafe_code, reason = "the names of a module's exports count as unsafe code")]
        mod senet_module {
            #[allow(unused_imports, reason = "the game may be named by its path")]
            use super::*;

            #[unsafe(no_mangle)]
            extern "C" fn senet_border() -> u32 {
                $crate::BORDER
            }

            #[unsafe(no_mangle)]
            extern "C" fn senet_room(length: u32) -> u32 {
                $crate::wasm::room(length)
            }

            #[unsafe(no_mangle)]
            extern "C" fn senet_answer(length: u32) -> u64 {
                $crate::wasm::answer(length, $border)
            }

            $($more)*
        }
    };
}
