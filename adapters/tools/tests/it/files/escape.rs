//! Ways out of the process that works on files, each tried from inside and judged by what it got and what it changed.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::super::project_folder::Folder;
use super::{example, world};

const SECRET: &str = "canary-81ad";

/// Every file below a folder with what can be changed of it.
fn state(folder: &Path) -> BTreeMap<String, (Vec<u8>, u32, u32, i64)> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let about = fs::symlink_metadata(&path).unwrap();
        if about.is_dir() {
            all.extend(state(&path));
        } else {
            let bytes = if about.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
            all.insert(path.display().to_string(), (bytes, about.mode(), about.uid(), about.mtime()));
        }
    }
    all
}

/// A project with bait in it, and what lies around it.
fn baited() -> Folder {
    let folder = world();
    let (root, outside, home) = (folder.root(), folder.outside(), folder.temp.path().join("home"));
    fs::write(outside.join("secret"), SECRET).unwrap();
    assert!(Command::new("git").args(["init", "-q"]).current_dir(&outside).status().unwrap().success());
    fs::write(outside.join("target"), "untouched").unwrap();
    fs::create_dir_all(home.join("journals/other")).unwrap();
    fs::create_dir_all(home.join("journals/own")).unwrap();
    for name in ["keys.json", "plugins.json", "journals/other/record.json"] {
        fs::write(home.join(name), SECRET).unwrap();
    }
    std::os::unix::fs::symlink(outside.join("secret"), root.join("link")).unwrap();
    std::os::unix::fs::symlink(&outside, root.join("folder")).unwrap();
    for (from, to) in [("/bin/true", "true"), ("/bin/true", "git-evil"), ("/bin/cat", "cat")] {
        fs::copy(from, root.join(to)).unwrap();
    }
    fs::write(root.join("script"), "#!/bin/sh\necho out\n").unwrap();
    fs::set_permissions(root.join("script"), fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

fn escapes(changes: bool) {
    let folder = baited();
    let home = folder.temp.path().join("home");
    let listener = UnixListener::bind(home.join("socket")).unwrap();
    let name = format!("laika-files-{}-{changes}", std::process::id());
    let hidden = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    let (tcp, udp) = (TcpListener::bind("127.0.0.1:0").unwrap(), UdpSocket::bind("127.0.0.1:0").unwrap());
    tcp.set_nonblocking(true).unwrap();
    udp.set_nonblocking(true).unwrap();
    listener.set_nonblocking(true).unwrap();
    hidden.set_nonblocking(true).unwrap();
    let about = fs::metadata(folder.root()).unwrap();
    let path = |path: &Path| json!({ "Unix": path.as_os_str().as_encoded_bytes() });
    let programs = std::env::var_os("PATH").unwrap();
    let setup = json!({
        "project": path(&folder.root()), "is": [about.dev(), about.ino()], "journals": path(&home.join("journals")),
        "programs": { "Unix": programs.as_encoded_bytes() }, "git_may_write": true, "changes": changes,
    });
    let project = laika_tools::project::Project::open(&folder.root()).unwrap();
    if changes {
        drop(laika_tools::project::Journal::among(&home.join("journals"), &project).unwrap());
    }
    let known = ["other", "own"];
    let own = fs::read_dir(home.join("journals")).unwrap().map(|one| one.unwrap().path());
    let own = own.into_iter().find(|one| !known.iter().any(|name| one.ends_with(name)));
    let git = std::env::split_paths(&programs).map(|one| one.join("git")).find(|one| one.is_file()).unwrap();
    let around = json!({
        "project": folder.root(), "outside": folder.outside(), "home": home,
        "journal": own.unwrap_or_else(|| home.join("journals/own")), "git": git, "parent": std::process::id(),
        "group": rustix::process::getpgrp().as_raw_nonzero().get(),
        "tcp": tcp.local_addr().unwrap().port(), "udp": udp.local_addr().unwrap().port(),
        "abstract_socket": name, "changes": changes,
    });
    let before = (state(&folder.outside()), state(&home), state(&folder.root()));
    let mut child = Command::new(example("file_attempts"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(format!("{setup}\n{around}\n").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    let said: BTreeMap<String, Value> =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {complaint}"));
    if said["confinement"] == "none" {
        return;
    }
    let mut refused = 0;
    for (name, got) in said.iter().filter(|(name, _)| *name != "confinement") {
        let got = got.as_str().unwrap();
        println!("{}  {name:42} {got}", if changes { "changes" } else { "reads  " });
        assert!(!got.starts_with("escaped"), "{name}: {got}");
        assert!(!got.contains(SECRET), "{name}: {got}");
        // Refused by a rule, not by an accident of the attempt.
        assert!(
            !got.contains("os error 22") && !got.contains("os error 14"),
            "{name} was not really tried: {got}"
        );
        refused += 1;
    }
    assert!(refused >= 70, "{refused}");
    assert_eq!((state(&folder.outside()), state(&home)), (before.0, before.1));
    if !changes {
        assert_eq!(state(&folder.root()), before.2);
    }
    assert!(tcp.accept().is_err() && listener.accept().is_err() && hidden.accept().is_err());
    assert!(udp.recv(&mut [0; 8]).is_err());
    println!(
        "escape from the process that works on files (changes: {changes}): {refused} attempts, 0 escapes"
    );
}

#[test]
fn surf_043_whoever_reads_finds_no_way_out() {
    escapes(false);
}

#[test]
fn surf_043_whoever_changes_finds_no_way_out() {
    escapes(true);
}
