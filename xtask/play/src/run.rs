//! Starting other programs, and saying so.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Runs cargo in the workspace, says what for, and fails where it fails.
pub fn cargo(root: &Path, what: &str, args: &[&str]) -> Result<()> {
    run(what, Command::new(cargo_program()).args(args).current_dir(root))
}

/// The cargo that runs this command, or the one that is found.
pub fn cargo_program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs a program, says what for, and fails where it fails.
pub fn run(what: &str, command: &mut Command) -> Result<()> {
    let args: Vec<_> = command.get_args().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let program = program.to_string_lossy().into_owned();
    eprintln!("\n── {what}: {program} {}", args.join(" "));
    let status = command.status().with_context(|| format!("{program} could not be started"))?;
    if !status.success() {
        bail!("{what} failed: {program} {} ended with {status}", args.join(" "));
    }
    Ok(())
}

/// Whether a program is there: asked for its version it answers.
pub fn is_there(program: &str, args: &[&str]) -> bool {
    let quiet =
        Command::new(program).args(args).stdout(Stdio::null()).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}
