//! What a process says that was taken over by a file it read: nothing is believed beyond its bounds.

use std::sync::Arc;
use std::time::{Duration, Instant};

use laika_protocol::ErrorCode;
use laika_tools::files::Files;
use serde_json::json;

use super::super::project_folder::code;
use super::super::toolbox::{NOW, permitted, prepared, run};
use super::{short, tools, world};

/// A process that says this once it was told where to work, and this when it was asked.
fn says(ready: &str, answer: &str) -> Option<Arc<Files>> {
    let script = format!("read setup; {ready}; read asked; {answer}");
    Some(Arc::new(Files::new("/bin/sh".into(), vec!["-c".into(), script.into()])))
}

const READY: &str = r#"echo '{"ready":"full"}'"#;

#[test]
fn surf_043_what_the_process_says_is_held_against_its_bounds() {
    let long = format!(
        r#"echo '{{"refused":{{"code":"INTERNAL","message":"{}","retryable":true}}}}'"#,
        "long ".repeat(400)
    );
    let digest = format!("sha256:{}", "0".repeat(64));
    let huge = format!(
        r#"printf '{{"change":{{"digest":"{digest}","files":[],"diff":"'; head -c 400000 /dev/zero | tr '\0' x; echo '"}}}}'"#
    );
    let cases = [
        ("exit 0", "exit 0", ErrorCode::Unavailable, "E_FILES_START"),
        ("echo nonsense", "exit 0", ErrorCode::Unavailable, "E_FILES_START"),
        (r#"echo '{"change":null}'"#, "exit 0", ErrorCode::Unavailable, "E_FILES_START"),
        (READY, "exit 0", ErrorCode::Internal, "E_FILES_BROKE_OFF"),
        (READY, "echo nonsense", ErrorCode::Internal, "E_FILES_BROKE_OFF"),
        (READY, READY, ErrorCode::Internal, "E_FILES_BROKE_OFF"),
        (READY, r#"printf '{"change":'"#, ErrorCode::Internal, "E_FILES_BROKE_OFF"),
        (
            READY,
            r"while :; do printf aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done | head -c 40000000",
            ErrorCode::Internal,
            "E_FILES_BROKE_OFF",
        ),
        (READY, &huge, ErrorCode::Internal, "E_FILES_BROKE_OFF"),
        (READY, &long, ErrorCode::Internal, "INTERNAL"),
    ];
    let folder = world();
    let change = json!({ "path": "notes/a.md", "search": "old", "replacement": "new" });
    for (ready, answer, kind, reason) in cases {
        let error =
            prepared(&tools(&folder, says(ready, answer)), "replace.file", change.clone()).unwrap_err();
        assert_eq!((error.code, code(&error)), (kind, reason), "{ready}; {answer}: {}", error.message);
        assert!(error.message.chars().count() <= 500, "{error:?}");
        assert_eq!(error.retryable, kind == ErrorCode::Unavailable, "that is ours to say");
    }
}

#[test]
fn surf_043_a_change_that_nobody_answers_for_may_have_happened() {
    let folder = world();
    let change = json!({ "path": "notes/a.md", "search": "old", "replacement": "new" });
    let call = prepared(&tools(&folder, None), "replace.file", change).unwrap();
    for answer in ["exit 0", "echo nonsense", READY, r#"echo '{"change":null}'"#] {
        let lost = tools(&folder, says(READY, answer)).act(
            &run(),
            permitted(&call),
            NOW,
            &short(Duration::from_secs(20)),
        );
        let error = lost.unwrap_err();
        assert_eq!((error.code, code(&error)), (ErrorCode::VerificationFailed, "E_FILES_LOST"), "{answer}");
    }
    // One that was not even ready has changed nothing.
    let error = tools(&folder, says("exit 0", "exit 0")).act(
        &run(),
        permitted(&call),
        NOW,
        &short(Duration::from_secs(20)),
    );
    assert_eq!(code(&error.unwrap_err()), "E_FILES_START");
    // Nor was a change that is not to the letter what was shown.
    let mut other = call.clone();
    if let Some(change) = &mut other.change {
        change.diff = change.diff.replace("new", "harmless");
    }
    let error =
        tools(&folder, super::worker()).act(&run(), permitted(&other), NOW, &short(Duration::from_secs(20)));
    assert_eq!(code(&error.unwrap_err()), "E_FILE_CHANGED");
    assert!(folder.text("notes/a.md").starts_with("old"));
}

#[test]
fn surf_043_a_process_that_does_not_stop_is_ended() {
    let folder = world();
    let tools = tools(&folder, says(READY, "while :; do :; done"));
    let call = prepared(&tools, "project.search", json!({ "query": "old" })).unwrap();
    let began = Instant::now();
    let error = tools.act(&run(), permitted(&call), NOW, &short(Duration::from_millis(300))).unwrap_err();
    assert_eq!(error.code, ErrorCode::Timeout);
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

/// What the process started, such as git, is in its group and ends with it.
#[test]
fn surf_043_what_it_started_ends_with_it() {
    let folder = world();
    let marker = format!("98765.{}", std::process::id());
    let script = format!("read setup; {READY}; read asked; sleep {marker} & wait");
    let led = vec!["/bin/sh".into(), "-c".into(), script.into()];
    let tools = tools(&folder, Some(Arc::new(Files::new("/usr/bin/setsid".into(), led))));
    let call = prepared(&tools, "project.search", json!({ "query": "old" })).unwrap();
    let running = || {
        let all = std::fs::read_dir("/proc").unwrap().flatten();
        let lines = all.filter_map(|one| std::fs::read_to_string(one.path().join("cmdline")).ok());
        lines.filter(|line| *line == format!("sleep\0{marker}\0")).count()
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let ended = tools.act(&run(), permitted(&call), NOW, &short(Duration::from_secs(1)));
            assert_eq!(ended.unwrap_err().code, ErrorCode::Timeout);
        });
        let until = Instant::now() + Duration::from_secs(10);
        while running() == 0 && Instant::now() < until {}
        assert_eq!(running(), 1, "it was started");
    });
    let until = Instant::now() + Duration::from_secs(10);
    while running() > 0 && Instant::now() < until {}
    assert_eq!(running(), 0);
}
