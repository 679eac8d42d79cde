//! The worker can compute and read its weights, and nothing else.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::Command;

use laika_model::{Cancel, Files, Runner as _, worker};

use super::{GREEDY, ask, model, user, weights};

fn refused(error: &std::io::Error) -> bool {
    error.kind() == ErrorKind::PermissionDenied
}

/// Devices that a process which may compute on them would open, as far as they are here; those that everybody has come
/// first, so that there is always one to refuse.
fn devices() -> Vec<PathBuf> {
    let listed = |folder: &str| fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let computes = |name: &str| ["nvidia", "kfd", "accel", "dxg"].iter().any(|start| name.starts_with(start));
    let found = listed("/dev").map(|entry| entry.path()).filter(|path| {
        path.file_name().and_then(|name| name.to_str()).is_some_and(computes) && !path.is_dir()
    });
    let cards = listed("/dev/dri").map(|entry| entry.path()).filter(|path| !path.is_dir());
    ["/dev/null", "/dev/zero"].into_iter().map(PathBuf::from).chain(found).chain(cards).collect()
}

/// Runs in a process of its own: confinement is for good. It does what the worker does before it loads the weights, and
/// after.
#[test]
#[ignore = "started by another test"]
fn confined() {
    let weights = PathBuf::from(std::env::var_os("LAIKA_TEST_WEIGHTS").expect("started by another test"));
    let files = Files { adapter: Some(weights.with_file_name("adapter")), weights: weights.clone() };
    let beside = weights.with_file_name("beside");
    let devices = devices();
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let confinement = worker::confine_to(&files).unwrap();
    println!("confinement {}", confinement.word());
    assert!(files.paths().all(|path| File::open(path).is_ok()));
    for opened in [false, true] {
        if opened {
            worker::open_nothing_more().unwrap();
            assert!(files.paths().all(|path| refused(&File::open(path).unwrap_err())));
        }
        assert!(refused(&TcpStream::connect(address).unwrap_err()));
        assert!(refused(&TcpListener::bind("127.0.0.1:0").unwrap_err()));
        assert!(refused(&UdpSocket::bind("127.0.0.1:0").unwrap_err()));
        assert!(refused(&UnixStream::connect("/run/none").unwrap_err()));
        for path in [beside.as_path(), "/etc/passwd".as_ref(), "/proc/self/environ".as_ref()] {
            assert!(refused(&File::open(path).unwrap_err()), "{}", path.display());
        }
        // MODEL-038: no device can be opened, so nothing can depend on one.
        for device in &devices {
            assert!(refused(&File::open(device).unwrap_err()), "{}", device.display());
        }
        assert!(File::create(weights.with_file_name("new")).is_err());
        assert!(fs::remove_file(&weights).is_err());
        assert!(Command::new("/bin/true").status().is_err());
        // A thread made later is as confined, and can be made.
        let later = std::thread::spawn(move || {
            TcpStream::connect(address).is_err() && File::open("/etc/passwd").is_err()
        });
        assert!(later.join().unwrap());
    }
    println!("held");
}

#[test]
fn connecting_and_other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().join("weights");
    fs::write(&weights, "w").unwrap();
    for beside in ["adapter", "beside"] {
        fs::write(folder.path().join(beside), "b").unwrap();
    }
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["it::confinement::confined", "--exact", "--ignored", "--nocapture", "--test-threads=1"])
        .env("LAIKA_TEST_WEIGHTS", &weights)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("held"), "{said}");
}

/// MODEL-038: what answers is the processor. The process of the model holds no device and no driver of one.
#[tokio::test]
async fn the_running_worker_holds_no_device() {
    let model = model().await;
    let written = model.write(&ask(user("Say hello."), None, GREEDY, 4), &Cancel::new()).await.unwrap();
    assert!(written.usage.written > 0, "it answers");
    let process = format!("/proc/{}", model.process_id().unwrap());
    // Who is not root may not look into a process that hides its memory; then there is only the answer.
    let (maps, held) =
        match (fs::read_to_string(format!("{process}/maps")), fs::read_dir(format!("{process}/fd"))) {
            (Ok(maps), Ok(held)) => (maps, held),
            (Err(error), _) | (_, Err(error)) => return assert!(refused(&error), "{error}"),
        };
    for driver in ["/dev/", "libcuda", "libvulkan", "libOpenCL", "libhsa", "libamdhip", "libze_loader"] {
        assert!(!maps.contains(driver), "{driver}: {maps}");
    }
    let held: Vec<PathBuf> = held.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok()).collect();
    assert!(!held.is_empty());
    for one in held.iter().filter(|one| one.starts_with("/dev")) {
        assert_eq!(one.to_str(), Some("/dev/null"), "{held:?}");
    }
}

#[tokio::test]
async fn the_running_worker_is_confined() {
    let _ = weights();
    let model = model().await;
    let status = fs::read_to_string(format!("/proc/{}/status", model.process_id().unwrap())).unwrap();
    let line = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().to_owned()
    };
    assert_eq!(line("NoNewPrivs:"), "1");
    // 2 is a filter of system calls; there is one for opening too.
    assert_eq!(line("Seccomp:"), "2");
    assert!(line("Seccomp_filters:").parse::<u32>().unwrap() >= 4);
    let limits = fs::read_to_string(format!("/proc/{}/limits", model.process_id().unwrap())).unwrap();
    let data = limits.lines().find(|line| line.starts_with("Max data size")).unwrap();
    assert!(!data.contains("unlimited"), "{data}");
    assert_ne!(model.confinement(), laika_os::confine::Confinement::None);
}
