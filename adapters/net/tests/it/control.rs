//! The worker as a process: how it starts, what it understands, and when it ends.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use laika_net::{NetError, NetWorker, WorkerOptions};

use super::{Server, origins, program, rules, tunnel, worker};

fn is_running(id: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
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

#[tokio::test(flavor = "multi_thread")]
#[cfg(target_os = "linux")]
async fn dropping_the_worker_ends_it_and_its_connections() {
    let server = Server::echo();
    let worker = worker().await;
    let access = worker.open_context(rules(&[server.origin()])).await.unwrap();
    let mut stream = tunnel(&access, &server.address.to_string()).unwrap();
    let id = worker.process_id();
    assert!(worker.is_alive() && is_running(id));
    drop(worker);
    assert!(ends(id));
    assert!(!matches!(stream.read(&mut [0]), Ok(1..)));
}

#[tokio::test(flavor = "multi_thread")]
#[cfg(target_os = "linux")]
async fn a_worker_that_died_is_noticed() {
    let worker = worker().await;
    let killed = Command::new("kill").args(["-9", &worker.process_id().to_string()]).status().unwrap();
    assert!(killed.success() && ends(worker.process_id()));
    let error = worker.open_context(rules::<&str>(&[])).await.unwrap_err();
    assert!(matches!(error, NetError::Gone), "{error}");
    assert!(!worker.is_alive());
    let error =
        NetWorker::start::<&str>("/bin/false".as_ref(), &[], WorkerOptions::default()).await.unwrap_err();
    assert!(matches!(error, NetError::Start(_)), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_that_name_no_place_are_an_error() {
    let worker = worker().await;
    let mut bad = rules::<&str>(&[]);
    bad.documents = origins(&["https://example.com."]);
    assert!(matches!(worker.open_context(bad).await.unwrap_err(), NetError::BadRules));
}

/// The worker does what it understands completely, or nothing.
#[test]
fn an_order_that_is_not_understood_ends_the_worker() {
    let start = "{\"fixed_names\":null}\n";
    let long = format!("{{\"number\":1,\"what\":\"{}\"}}\n", "x".repeat(1_100_000));
    for (input, fine) in [
        (start, true),
        ("", true),
        ("nothing\n", false),
        ("{\"fixed_names\":null,\"more\":1}\n", false),
        (&format!("{start}{{\"number\":1,\"what\":{{\"own_ports\":{{\"ports\":[1]}}}}}}\n"), true),
        (&format!("{start}{{\"number\":1,\"what\":{{\"exec\":{{\"ports\":[1]}}}}}}\n"), false),
        (&format!("{start}{{\"number\":1,\"what\":{{\"own_ports\":{{\"ports\":[1],\"x\":1}}}}}}\n"), false),
        (&format!("{start}{{\"number\":1}}\n"), false),
        (&format!("{start}{{\"number\":1,"), false),
        (&format!("{start}{long}"), false),
    ] {
        let mut command = Command::new(program());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        // It may end before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.success(), fine, "{}", &input[..input.len().min(100)]);
    }
}

#[tokio::test(flavor = "multi_thread")]
#[cfg(target_os = "linux")]
async fn the_worker_is_confined_and_has_nothing_of_ours() {
    use laika_os::confine::Confinement;
    let worker = worker().await;
    let status = std::fs::read_to_string(format!("/proc/{}/status", worker.process_id())).unwrap();
    assert!(status.contains("NoNewPrivs:\t1"), "{status}");
    // The kernel decides this one, and the tests of the confinement itself say what it means.
    assert!(worker.confinement() != Confinement::None || !has_landlock());
    if let Ok(environment) = std::fs::read(format!("/proc/{}/environ", worker.process_id())) {
        assert_eq!(environment, b"");
    }
}

#[cfg(target_os = "linux")]
fn has_landlock() -> bool {
    std::fs::read_to_string("/sys/kernel/security/lsm").is_ok_and(|modules| modules.contains("landlock"))
}
