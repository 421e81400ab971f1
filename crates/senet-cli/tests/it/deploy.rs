//! What stands in `deploy/`: options that the server knows, units that systemd takes, a backup that works.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::store::{damage, fresh, store_of};
use crate::{file, senet};

fn deploy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy")
}

fn read(name: &str) -> String {
    fs::read_to_string(deploy().join(name)).unwrap()
}

/// Options that do not exist are refused before anything else; an address that does not exist after all.
#[track_caller]
fn takes(options: &[&str]) {
    let mut args = vec!["serve"];
    args.extend(options);
    let store = args.iter().position(|arg| *arg == "--store").expect("a store is named");
    args[store + 1] = "memory";
    if let Some(addr) = args.iter().position(|arg| *arg == "--addr") {
        args.drain(addr..addr + 2);
    }
    args.extend(["--addr", "nowhere"]);
    let ran = senet(&args, "");
    assert!(ran.err.contains("cannot listen on nowhere"), "{args:?}: {}", ran.err);
}

#[test]
fn the_server_knows_the_options_of_the_unit_and_of_the_containers() {
    let unit = read("senet.service");
    let start = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
    takes(&start.split(' ').skip(2).collect::<Vec<_>>());
    let container = read("Containerfile");
    let list = |word: &str| {
        let line = container.lines().find_map(|line| line.strip_prefix(word)).unwrap();
        serde_json::from_str::<Vec<String>>(line.trim()).unwrap()
    };
    let whole = [list("ENTRYPOINT"), list("CMD")].concat();
    assert_eq!(whole[1], "serve");
    takes(&whole[2..].iter().map(String::as_str).collect::<Vec<_>>());
    let compose = read("compose.yaml");
    let command = compose.split("command:\n").nth(1).unwrap();
    let own = command.lines().map_while(|line| line.strip_prefix("      - "));
    let given: Vec<_> =
        list("ENTRYPOINT")[2..].iter().cloned().chain(own.map(str::to_owned)).collect();
    takes(&given.iter().map(String::as_str).collect::<Vec<_>>());
}

/// What is named is there, and is pinned to a version.
#[test]
fn the_containers_name_what_there_is() {
    let compose = read("compose.yaml");
    let root = deploy().join("..");
    for line in compose.lines().map(str::trim) {
        if let Some(image) = line.strip_prefix("image: ") {
            let tag = image.rsplit_once(':').map_or("", |(_, tag)| tag);
            assert!(!["", "latest"].contains(&tag), "{image} is pinned to no version");
        }
        if let Some(mount) = line.strip_prefix("- ./") {
            let kept = mount.split(':').next().unwrap();
            assert!(deploy().join(kept).exists(), "{kept}");
        }
        if let Some(path) = line.strip_prefix("dockerfile: ") {
            assert!(root.join(path).exists(), "{path}");
        }
        assert!(!line.contains('\t'), "YAML knows no tabs: {line}");
        for variable in line.split("${").skip(1) {
            let name = variable.split([':', '}']).next().unwrap();
            assert!(read("example.env").contains(&format!("{name}=")), "{name}");
        }
    }
    for line in read("Containerfile").lines().filter(|line| line.starts_with("FROM")) {
        assert!(line.contains(':') && !line.contains(":latest"), "{line}");
    }
}

/// The last stage of the Containerfile as an image whose base is this machine: its program, the libraries that
/// it needs, and the user that the stage makes.
#[cfg(target_os = "linux")]
fn lay_out(folder: &Path) -> String {
    let program = env!("CARGO_BIN_EXE_senet");
    let needs = Command::new("ldd").arg(program).output().expect("ldd is there");
    let needs = String::from_utf8(needs.stdout).unwrap();
    for library in needs.split_whitespace().filter(|word| word.starts_with('/')) {
        let place = folder.join("root").join(library.trim_start_matches('/'));
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::copy(library, place).unwrap();
    }
    fs::copy(program, folder.join("senet")).unwrap();
    let (etc, homes) = (folder.join("root/etc"), folder.join("homes/senet"));
    fs::create_dir_all(&etc).unwrap();
    fs::create_dir_all(homes).unwrap();
    fs::write(etc.join("passwd"), "senet:x:999:999::/var/lib/senet:/bin/false\n").unwrap();
    fs::write(etc.join("group"), "senet:x:999:\n").unwrap();
    let container = read("Containerfile");
    let (_, stage) = container.rsplit_once("FROM ").unwrap();
    let lines = stage.lines().skip(1).filter_map(|line| match line.split(' ').next() {
        // What makes the user is no part of a base without a shell.
        Some("RUN") => None,
        Some("COPY") => Some("COPY senet /usr/local/bin/senet"),
        _ => Some(line),
    });
    let base = "FROM scratch\nCOPY root/ /\nCOPY --chown=999:999 homes/ /var/lib/";
    std::iter::once(base).chain(lines).collect::<Vec<_>>().join("\n")
}

/// The image starts as its user, keeps its store in its volume, and ends when it is asked to. Without podman, or
/// where it may start nothing, that is left out.
#[cfg(target_os = "linux")]
#[test]
fn the_container_starts_and_keeps_its_store() {
    let podman = |args: &[&str]| {
        let ran = Command::new("podman").args(args).output().ok()?;
        let said = [ran.stdout, ran.stderr].concat();
        Some((ran.status.code(), String::from_utf8_lossy(&said).into_owned()))
    };
    if podman(&["--version"]).is_none() {
        eprintln!("left out: there is no podman");
        return;
    }
    let folder = PathBuf::from(file("container"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let stage = lay_out(&folder);
    fs::write(folder.join("Containerfile"), stage).unwrap();
    let name = format!("senet-test-{}", std::process::id());
    let built = podman(&["build", "--quiet", "--tag", &name, &folder.to_string_lossy()]).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    // Machines that are containers themselves raise no limits, and give no network.
    let limits =
        ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024", "--network", "none"];
    let run = |runtime: &[&str]| {
        let _ = podman(&["rm", "--force", "--volumes", &name]);
        let plain = ["run", "--detach", "--name", &name];
        podman(&[runtime, &plain, &limits, &[name.as_str()]].concat()).unwrap()
    };
    let started = match built.0 {
        Some(0) => [&[][..], &["--runtime", "runc"]].into_iter().find(|how| run(how).0 == Some(0)),
        _ => None,
    };
    let told = || podman(&["logs", &name]).unwrap().1;
    if started.is_some() {
        for _ in 0..600 {
            if told().contains("The game room is open at") {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
    let logs = told();
    let store = "sqlite:/var/lib/senet/senet.db";
    let exec = ["exec", &name, "/usr/local/bin/senet", "store", "check", "--store", store];
    let checked = podman(&exec).unwrap();
    let stopped = podman(&["stop", "--time", "20", &name]).unwrap();
    let ended = podman(&["inspect", "--format", "{{.State.ExitCode}} {{.Config.User}}", &name]);
    let _ = podman(&["rm", "--force", "--volumes", &name]);
    let _ = podman(&["rmi", "--force", &name]);
    if started.is_none() {
        eprintln!("left out: podman starts nothing here: {}", built.1);
        return;
    }
    assert!(logs.contains("The game room is open at"), "{logs}");
    assert_eq!(checked.0, Some(0), "{}", checked.1);
    assert_eq!(stopped.0, Some(0), "{}", stopped.1);
    assert_eq!(ended.unwrap().1.trim(), "0 senet", "it is asked to end, and does");
}

/// systemd takes the units as they are, but for the programs, which are not installed here.
#[test]
fn systemd_takes_the_units() {
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        eprintln!("left out: there is no systemd-analyze");
        return;
    }
    let folder = PathBuf::from(file("units"));
    fs::create_dir_all(&folder).unwrap();
    let mut verify = Command::new("systemd-analyze");
    verify.arg("verify");
    for name in ["senet.service", "senet-backup.service", "senet-backup.timer"] {
        let unit = read(name);
        let lines = unit.lines().map(|line| match line.strip_prefix("ExecStart=") {
            Some(_) => "ExecStart=/bin/true\n".to_owned(),
            None => format!("{line}\n"),
        });
        fs::write(folder.join(name), lines.collect::<String>()).unwrap();
        verify.arg(folder.join(name));
    }
    let ran = verify.output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    // It also tells of units of the machine, which are not ours.
    let ours: Vec<_> = said.lines().filter(|line| line.contains("senet")).collect();
    assert!(ours.is_empty(), "{ours:?}");
}

/// Copies are checked, the newest are kept, and a damaged store takes no good copy away.
#[cfg(unix)]
#[test]
fn the_backup_is_checked_and_old_copies_go() {
    let (path, tables) = store_of(8, "night.db");
    let folder = PathBuf::from(file("night"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let back_up = |store: &str| {
        let mut script = Command::new("sh");
        script.arg(deploy().join("backup.sh")).arg(store).arg(&folder).arg("2");
        script.env("SENET", env!("CARGO_BIN_EXE_senet")).output().unwrap()
    };
    let copies = || {
        let entries = fs::read_dir(&folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    for old in ["senet-2020-01-01T000000Z.db", "senet-2020-01-02T000000Z.db"] {
        fs::write(folder.join(old), "old").unwrap();
    }
    let ran = back_up(&path);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let kept = copies();
    assert_eq!(
        (kept.len(), kept[0].to_str()),
        (2, Some("senet-2020-01-02T000000Z.db")),
        "{kept:?}"
    );
    let copy = folder.join(&kept[1]);
    let store = format!("sqlite:{}", copy.display());
    assert_eq!(senet(&["store", "check", "--store", &store], "").code, Some(0));
    let hurt = fresh("night-hurt.db");
    fs::copy(&copy, &hurt).unwrap();
    damage(Path::new(&hurt), &format!("{}playing", tables[4]));
    assert!(!back_up(&hurt).status.success());
    let left = copies();
    assert!(kept.iter().all(|name| left.contains(name)), "{left:?}");
}

/// The page for operators uses what is there, instead of telling it again.
#[test]
fn the_docs_name_every_file() {
    let docs = fs::read_to_string(deploy().join("../docs/deploy.md")).unwrap();
    for entry in fs::read_dir(deploy()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(docs.contains(&format!("deploy/{name}")), "docs/deploy.md does not name {name}");
    }
}
