//! `senet table`: the protocol over stdin and stdout.

use std::io::{BufRead, Read, Write};

use anyhow::Result;
use senet_catalog::desk;
use senet_kernel::visible_json;

use crate::leash;

/// The most bytes of one message.
const MESSAGE: u64 = 16 * 1024 * 1024;

pub fn run() -> Result<()> {
    let mut desk = desk(crate::fresh_seed).on_a_leash(leash::of_level);
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        // One byte more than allowed tells a long line from one that just fits.
        if input.by_ref().take(MESSAGE + 1).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.len() as u64 > MESSAGE && line.last() != Some(&b'\n') {
            skip_line(&mut input)?;
        }
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        // A terminal may show what is written here: what is not for screens is escaped.
        let reply = serde_json::to_string(&desk.message(&text))?;
        writeln!(output, "{}", visible_json(&reply))?;
        output.flush()?;
    }
}

/// Passes over the rest of a line that is too long; its answer says that it is no JSON.
fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, done) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}
