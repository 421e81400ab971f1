//! The web client: its modules and its pages.
//!
//! Each step says what it does, installs what it needs where that is possible, and says exactly
//! what to do where it is not.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::run::cargo_program;
use crate::{Make, build_programs, published, senet, target};

const TARGET: &str = "wasm32-unknown-unknown";
/// What makes a second compiler on Debian, where rustup cannot add the target.
const DEBIAN: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// The module that is no game: it has no table, and nothing is packed beside it.
const DOCUMENTS: &str = "space_weirdos";

/// Builds the games for the browser into `web/src/wasm`, a module each, and lays those of older rules beside
/// them; the answer is that folder.
pub fn build_wasm(root: &Path, make: Make) -> Result<PathBuf> {
    let out = root.join("web/src/wasm");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    build_modules(root, make, &modules(root)?, &out, For::Page)?;
    for (name, packed) in published::older(root)? {
        brotli(root, &packed, &out.join(format!("{name}.wasm")))?;
    }
    Ok(out)
}

/// The names of all modules of the house.
pub fn modules(root: &Path) -> Result<Vec<String>> {
    let examples = fs::read_dir(root.join("crates/senet-modules/examples"))?;
    let name = |path: PathBuf| path.file_stem().and_then(OsStr::to_str).map(str::to_owned);
    let mut names: Vec<String> = examples
        .map(|file| name(file?.path()).context("a game has a name"))
        .collect::<Result<_>>()?;
    names.sort();
    Ok(names)
}

/// Who opens a module.
#[derive(Clone, Copy, PartialEq)]
pub enum For {
    /// Every host.
    Hosts,
    /// The page alone, which asks by messages and by nothing else.
    Page,
}

/// Builds these modules of the house into a folder, each with what it is beside it.
pub fn build_modules(
    root: &Path,
    make: Make,
    names: &[String],
    out: &Path,
    whom: For,
) -> Result<()> {
    install_packages(root)?;
    say("building the games for the browser");
    let mut packages = vec!["-p", "senet-modules"];
    if whom == For::Page {
        packages.push("--no-default-features");
    }
    packages.extend(names.iter().flat_map(|name| ["--example", name]));
    compile_packages(root, make.browser(), &packages)?;
    let folder = linked(root, make);
    let senet = packer(root, make)?;
    fs::create_dir_all(out)?;
    let prepare = |name: &String| -> Result<()> {
        let file = name.replace('-', "_");
        let module = out.join(format!("{name}.wasm"));
        fs::copy(folder.join(format!("{file}.wasm")), &module)?;
        if make == Make::Published {
            shrink(root, &module)?;
        }
        if file != DOCUMENTS {
            let mut pack = Command::new(&senet);
            pack.args(["games", "pack"]).args([&module, &module]);
            if whom == For::Page {
                pack.args(["--of-house", name]);
            }
            run(&mut pack)?;
        }
        Ok(())
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    for some in names.chunks(cores) {
        std::thread::scope(|scope| {
            let begun: Vec<_> = some.iter().map(|one| scope.spawn(|| prepare(one))).collect();
            begun.into_iter().try_for_each(|one| one.join().expect("a step ends in an answer"))
        })?;
    }
    Ok(())
}

/// Where the linker leaves the modules of the house, with the names of their functions.
pub fn linked(root: &Path, make: Make) -> PathBuf {
    target(root).join("wasm").join(TARGET).join(make.browser()).join("examples")
}

/// Packs a file, or unpacks one that is packed.
pub fn brotli(root: &Path, from: &Path, to: &Path) -> Result<()> {
    run(web(root, "node").arg("scripts/brotli.js").args([from, to]))
}

/// The program that packs what a game is beside its module: built along with what else is built.
fn packer(root: &Path, make: Make) -> Result<PathBuf> {
    if make == Make::Quick {
        build_programs(root, make)?;
        return Ok(target(root).join(make.native()).join("senet"));
    }
    senet(root)
}

/// Makes a module smaller by what Binaryen knows.
fn shrink(root: &Path, raw: &Path) -> Result<()> {
    let before = kilo(raw)?;
    let tool = root.join("web/node_modules/binaryen/bin/wasm-opt");
    let small = raw.with_extension("small.wasm");
    run(Command::new("node")
        .arg(tool)
        .args([
            "-Os",
            // What is put into its only caller is longer there than it was: packed it does not pay for large ones.
            "--one-caller-inline-max-function-size=100",
            "--strip-debug",
            "--strip-producers",
            "--enable-bulk-memory",
            "--enable-sign-ext",
            "--enable-mutable-globals",
        ])
        .args(["--enable-nontrapping-float-to-int", "--enable-reference-types"])
        .args(["--enable-multivalue", "-o"])
        .args([small.as_os_str(), raw.as_os_str()]))?;
    fs::rename(&small, raw)?;
    let name = raw.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    say(&format!("{name}: {} kB, {before} kB before wasm-opt", kilo(raw)?));
    Ok(())
}

/// Builds the pages alone, around the tables that are there. No server may be compiled meanwhile: it
/// holds the files that this writes anew.
pub fn build_pages(root: &Path, make: Make) -> Result<()> {
    say("building the pages");
    let mut build = web(root, "npm");
    let effort = if make == Make::Quick { "quick" } else { "best" };
    run(build.args(["run", "build"]).env("SENET_PACK", effort))
}

/// Compiles the modules that the Rust tests open; they are told the folder by `SENET_MODULES`.
pub fn build_test_modules(root: &Path) -> Result<PathBuf> {
    let profile = Make::Quick.browser();
    compile_packages(root, profile, &["-p", "senet-modules", "--example", "connect-four"])?;
    compile_packages(root, profile, &["-p", "liars-dice", "-p", "my-game"])
}

/// Compiles modules, by the toolchain's own target or by the standard library's sources.
fn compile_packages(root: &Path, profile: &str, packages: &[&str]) -> Result<PathBuf> {
    install_compiler()?;
    let folder = target(root).join("wasm");
    let args = [&["build", "--profile", profile, "--target", TARGET], packages].concat();
    if has_target() {
        run(Command::new(cargo_program())
            .args(&args)
            .arg("--target-dir")
            .arg(&folder)
            .current_dir(root))?;
    } else {
        let linker = sysroot()?.join("lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld");
        run(Command::new("/usr/bin/cargo")
            .args(&args)
            .arg("-Zbuild-std=std,panic_abort")
            .arg("--target-dir")
            .arg(&folder)
            .env("RUSTC", "/usr/bin/rustc")
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
            // These are set by the cargo that runs this command, for its own toolchain.
            .env_remove("RUSTUP_TOOLCHAIN")
            .env_remove("CARGO")
            .env_remove("LD_LIBRARY_PATH")
            .env_remove("RUSTC_WRAPPER")
            .env_remove("RUSTC_WORKSPACE_WRAPPER")
            .current_dir(root))?;
    }
    Ok(folder.join(TARGET).join(profile))
}

/// Sees to a compiler for the browser: this one, or Debian's beside it.
pub fn install_compiler() -> Result<()> {
    if has_target() || add_target() { Ok(()) } else { install_second_compiler() }
}

fn has_target() -> bool {
    let lib = sysroot().map(|root| root.join("lib/rustlib").join(TARGET).join("lib"));
    lib.is_ok_and(|lib| lib.is_dir())
}

fn add_target() -> bool {
    say("adding the target for the browser by rustup");
    let added = Command::new("rustup").args(["target", "add", TARGET]).output();
    added.is_ok_and(|output| output.status.success())
}

fn install_second_compiler() -> Result<()> {
    let there = ["/usr/bin/rustc", "/usr/bin/cargo", "/usr/lib/rustlib/src/rust/library"];
    if there.iter().all(|path| Path::new(path).exists()) {
        return Ok(());
    }
    say("rustup cannot add the target here; installing Debian's compiler for the web");
    apt_install(&DEBIAN).context(
        "the tables cannot be built for the browser: run `rustup target add \
         wasm32-unknown-unknown`, or install rustc-web, cargo-web and rust-web-src on Debian",
    )
}

/// Installs packages of the system, where that is Debian's and one may.
pub fn apt_install(packages: &[&str]) -> Result<()> {
    let apt = |args: &[&str]| {
        let mut apt = Command::new("apt-get");
        run(apt.args(args).args(packages).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let install = ["install", "-y", "--no-install-recommends"];
    if apt(&install).is_ok() {
        return Ok(());
    }
    run(Command::new("apt-get").arg("update"))?;
    apt(&install)
}

/// The packages of the lock file, installed anew whenever it has changed.
pub fn install_packages(root: &Path) -> Result<()> {
    let lock = fs::read(root.join("web/package-lock.json"))?;
    let mark = root.join("web/node_modules/.senet-lock");
    if fs::read(&mark).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    say("installing the packages of the web client");
    ensure!(
        Command::new("npm").arg("--version").output().is_ok_and(|output| output.status.success()),
        "the web client is built with Node.js 20 or newer and npm: install both"
    );
    // Not `npm ci`, which refuses a lock file without the native parts of every other platform.
    npm(root, &["install", "--no-save", "--no-audit", "--no-fund"])?;
    fs::write(mark, lock)?;
    Ok(())
}

fn sysroot() -> Result<PathBuf> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output()?;
    Ok(PathBuf::from(String::from_utf8(output.stdout)?.trim()))
}

/// Runs npm for the web client.
pub fn npm(root: &Path, args: &[&str]) -> Result<()> {
    run(web(root, "npm").args(args))
}

/// A program in the folder of the web client.
pub fn web(root: &Path, program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root.join("web"));
    command
}

/// Runs a program, and fails where it fails.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed: {status}");
    }
    Ok(())
}

fn kilo(path: &Path) -> Result<u64> {
    Ok(fs::metadata(path)?.len() / 1000)
}

/// Says what is being done.
pub fn say(what: &str) {
    println!("• {what}");
}
