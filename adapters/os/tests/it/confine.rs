//! A confined process cannot do what it is not allowed to, and a child takes nothing with it.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::fd::AsRawFd as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use laika_os::confine::{Allowed, ChildProcess, Confinement, confine};

use super::{again, given_data_dir};

/// Runs in a process of its own: confinement is for good.
#[test]
#[ignore = "started by another test"]
fn confined() {
    let folder = given_data_dir();
    let allowed = folder.join("allowed");
    let mut open_before = File::open(folder.join("secret")).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let read = [allowed.as_path(), Path::new("/does/not/exist")];
    let confinement = confine(&Allowed { read: &read, connect: true, descriptors: 64 }).unwrap();
    println!("confinement {}", confinement.word());
    if confinement == Confinement::None {
        return;
    }
    assert_eq!(fs::read_to_string(allowed.join("file")).unwrap(), "open");
    for path in ["secret", "missing", "."] {
        let error = File::open(folder.join(path)).unwrap_err();
        assert!(
            matches!(error.kind(), std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::NotFound),
            "{path}: {error}"
        );
    }
    for path in ["/etc/passwd", "/proc/self/environ", "/etc/shadow"] {
        assert!(File::open(path).is_err(), "{path}");
    }
    assert!(fs::read_dir(&folder).is_err());
    assert!(File::create(allowed.join("new")).is_err());
    assert!(fs::write(allowed.join("file"), "x").is_err());
    assert!(fs::remove_file(allowed.join("file")).is_err());
    assert!(Command::new("/bin/true").status().is_err());
    // What was open stays so: only what a process opens later is held back.
    let mut text = String::new();
    open_before.read_to_string(&mut text).unwrap();
    assert_eq!(text, "secret");
    let address = listener.local_addr().unwrap();
    TcpStream::connect(address).unwrap();
    if confinement == Confinement::Full {
        assert!(TcpListener::bind("127.0.0.1:0").is_err());
        let parent = rustix::process::getppid().unwrap();
        assert!(rustix::process::test_kill_process(parent).is_err());
    }
    // A thread made later is as confined.
    let secret = folder.join("secret");
    assert!(std::thread::spawn(move || File::open(secret).is_err()).join().unwrap());
    println!("held");
}

#[test]
fn a_confined_process_reads_only_what_it_may() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("allowed")).unwrap();
    fs::write(folder.path().join("allowed/file"), "open").unwrap();
    fs::write(folder.path().join("secret"), "secret").unwrap();
    let output = again("it::confine::confined", folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("held") || said.contains("confinement none"), "{said}");
}

fn is_running(id: u32) -> bool {
    // One that has ended and waits to be collected still has a folder.
    fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

fn ends(id: u32) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(10) {
        if !is_running(id) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_takes_nothing_with_it() {
    let kept = File::open("/etc/hostname").unwrap();
    // As if whoever started us had left it open.
    rustix::io::fcntl_setfd(&kept, rustix::io::FdFlags::empty()).unwrap();
    let script =
        format!("ls /proc/self/fd | tr '\\n' ' '; env | tr '\\n' ' '; pwd; cat <&{} ", kept.as_raw_fd());
    let (_child, _stdin, mut stdout) =
        ChildProcess::start(Path::new("/bin/sh"), &["-c", &script], &[("ONLY", "this")]).unwrap();
    let mut said = String::new();
    stdout.read_to_string(&mut said).unwrap();
    // The fourth one is the listing itself; a shell sets its own folder's name.
    assert!(said.starts_with("0 1 2 3 "), "{said}");
    assert!(said.contains("ONLY=this") && !said.contains("PATH=/") && !said.contains("HOME="), "{said}");
    assert!(said.trim_end().ends_with('/'), "{said}");
}

#[test]
fn a_child_ends_when_it_is_dropped() {
    let (child, stdin, stdout) = ChildProcess::start::<&str>(Path::new("/bin/cat"), &[], &[]).unwrap();
    let id = child.id();
    assert!(is_running(id));
    drop(child);
    assert!(ends(id));
    drop((stdin, stdout));
    let error = ChildProcess::start::<&str>(Path::new("/does/not/exist"), &[], &[]).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
}

#[test]
fn a_child_that_is_heard_tells_what_it_complains_about_and_how_it_ended() {
    let script = "cat; echo oh >&2; exit 3";
    let (child, mut pipes) = ChildProcess::start_heard(Path::new("/bin/sh"), &["-c", script], &[]).unwrap();
    assert!(child.ended_within(Duration::ZERO).is_none());
    pipes.stdin.write_all(b"words").unwrap();
    drop(pipes.stdin);
    let (mut said, mut complained) = (String::new(), String::new());
    pipes.stdout.read_to_string(&mut said).unwrap();
    pipes.stderr.read_to_string(&mut complained).unwrap();
    assert_eq!((said.as_str(), complained.as_str()), ("words", "oh\n"));
    assert_eq!(child.ended_within(Duration::from_secs(20)).and_then(|status| status.code()), Some(3));
    let (child, _pipes) = ChildProcess::start_heard(Path::new("/bin/sleep"), &["1000"], &[]).unwrap();
    child.kill();
    assert_eq!(child.ended_within(Duration::from_secs(20)).map(|status| status.success()), Some(false));
}

/// Starts a child that ignores the end of its input, says its number, and waits to be killed.
#[test]
#[ignore = "started by another test"]
fn parent() {
    let (child, _stdin, _stdout) = ChildProcess::start(Path::new("/bin/sleep"), &["1000"], &[]).unwrap();
    let mut out = std::io::stdout();
    writeln!(out, "child {}", child.id()).unwrap();
    out.flush().unwrap();
    std::thread::sleep(Duration::from_secs(1000));
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_does_not_outlive_a_killed_parent() {
    let mut parent =
        again("it::confine::parent", Path::new("/")).stdout(std::process::Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(parent.stdout.take().unwrap()).lines();
    let child: u32 = lines
        .map_while(Result::ok)
        .find_map(|line| line.split("child ").nth(1)?.trim().parse().ok())
        .expect("the child's number");
    assert!(is_running(child));
    parent.kill().unwrap();
    parent.wait().unwrap();
    assert!(ends(child));
}
