//! The `senet` command with the web client in it.
//!
//! All that it does is the library's: when the page is built anew, this alone is compiled again.

use std::process::ExitCode;

#[allow(unused_imports, reason = "where no page was built there is no file of either kind")]
use senet_server::page::{Bytes, File, Made};

include!(concat!(env!("OUT_DIR"), "/files.rs"));

fn main() -> ExitCode {
    senet_cli::run(&FILES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_files_is_in_order() {
        assert!(FILES.is_sorted_by_key(|file| file.name));
    }

    #[test]
    fn every_text_and_every_module_lies_here_compressed() {
        for file in FILES.iter().filter(|file| senet_server::page::is_packed(file.name)) {
            let small = matches!(file.bytes, Bytes::Plain(bytes) if bytes.len() < 512);
            assert!(small || matches!(file.bytes, Bytes::Packed { .. }), "{}", file.name);
        }
    }
}
