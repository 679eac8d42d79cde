//! A worker that was taken over by its document can compute, and nothing else.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use laika_cell::reading::worker;

use super::{example, sys};

fn refused<T>(result: std::io::Result<T>) -> bool {
    result.is_err_and(|error| error.kind() == ErrorKind::PermissionDenied)
}

/// Runs in a process of its own: confinement is for good. It does what the worker does before the document arrives.
#[test]
#[ignore = "started by another test"]
fn shut_in() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let own = std::env::current_exe().unwrap();
    worker::shut_in().unwrap();
    for path in ["/etc/passwd", "/proc/self/environ", "/proc/self/mem", "/dev/tty", "/dev/null", "/"] {
        assert!(refused(File::open(path)), "{path}");
    }
    assert!(refused(File::open(&own)));
    assert!(fs::write("/tmp/laika-was-here", "x").is_err());
    assert!(fs::read_dir("/tmp").is_err());
    assert!(fs::remove_file(&own).is_err());
    assert!(refused(TcpStream::connect(address)));
    assert!(refused(TcpListener::bind("127.0.0.1:0")));
    assert!(refused(UdpSocket::bind("127.0.0.1:0")));
    assert!(refused(UnixStream::connect("/run/none")));
    assert!(Command::new("/bin/true").status().is_err());
    for (name, result) in sys::attempts() {
        assert!(refused(result), "{name}");
    }
    // A thread made later is as confined, and can be made.
    let later = thread::spawn(move || {
        refused(TcpStream::connect(address))
            && refused(File::open("/etc/passwd"))
            && sys::attempts().into_iter().all(|(_, result)| refused(result))
    });
    assert!(later.join().unwrap());
    println!("held");
}

#[test]
fn s17_whatever_a_document_makes_the_worker_do_is_refused() {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([
            "it::reading::confinement::shut_in",
            "--exact",
            "--ignored",
            "--nocapture",
            "--test-threads=1",
        ])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("held"), "{said}");
}

#[test]
fn the_worker_is_confined_before_it_was_told_anything() {
    let mut child =
        Command::new(example("read_worker")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let field = |file: &str, name: &str| {
        let text = fs::read_to_string(format!("/proc/{}/{file}", child.id())).unwrap();
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line[name.len().min(line.len())..].split_whitespace().next().unwrap_or_default().to_owned()
    };
    // 2 is a filter of system calls; it waits for its first line then.
    let confined = (0..1_000).any(|_| {
        thread::sleep(Duration::from_millis(10));
        field("status", "Seccomp:") == "2" && field("status", "Seccomp_filters:") == "2"
    });
    assert!(confined);
    assert_eq!(field("status", "NoNewPrivs:"), "1");
    assert_eq!(field("limits", "Max cpu time"), "60");
    assert_eq!(field("limits", "Max file size"), "0");
    assert_ne!(field("limits", "Max data size"), "unlimited");
    drop(child.stdin.take());
    child.wait().unwrap();
}
