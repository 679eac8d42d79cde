//! The side that asks believes nothing and waits for nobody: workers that lie, hang, flood or die.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use laika_cell::reading::{MOST_DOCUMENT_BYTES, ReadCode, ReadError, Reader};
use laika_protocol::cell::{ReadMode, ReadText};

use super::{DEADLINE, reader, reading};

/// A worker that is a script.
fn pretender(folder: &Path, script: &str) -> Reader {
    let program = folder.join("worker.sh");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o700)).unwrap();
    Reader { program: PathBuf::from("/bin/sh"), arguments: vec![OsString::from(program)] }
}

fn asked(script: &str, deadline: Duration) -> Result<ReadText, ReadError> {
    let folder = tempfile::tempdir().unwrap();
    pretender(folder.path(), script).read(b"words", &reading("", ReadMode::Full), deadline, &|| false)
}

fn said(text: &str) -> Result<ReadText, ReadError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("said");
    fs::write(&file, text).unwrap();
    pretender(folder.path(), &format!("/bin/cat {}", file.display())).read(
        b"words",
        &reading("", ReadMode::Full),
        DEADLINE,
        &|| false,
    )
}

/// What an answer is changed by.
type Lie<'a> = Box<dyn Fn(&mut serde_json::Value) + 'a>;

fn answer(change: impl Fn(&mut serde_json::Value)) -> String {
    let mut text = serde_json::json!({
        "kind": "text", "title": null, "byline": null, "published": null, "language": null, "text": "hello",
        "links": [], "leftOut": 0, "encoding": "UTF-8", "pages": null, "needsScripts": false,
    });
    change(&mut text);
    format!("{}\n", serde_json::json!({ "text": text }))
}

#[test]
fn s17_an_answer_is_held_to_its_bounds() {
    assert_eq!(said(&answer(|_| ())).unwrap().text, "hello");
    let long = "x".repeat(100_001);
    let many: Vec<_> =
        (0..201).map(|n| serde_json::json!({ "text": "", "url": format!("https://x/{n}") })).collect();
    let lies: [(&str, Lie<'_>); 7] = [
        ("more text than asked for", Box::new(|text| text["text"] = long.clone().into())),
        ("too many links", Box::new(|text| text["links"] = many.clone().into())),
        ("no link at all", Box::new(|text| text["links"] = serde_json::json!([{ "text": "", "url": "x" }]))),
        (
            "a link that runs",
            Box::new(|text| {
                text["links"] = serde_json::json!([{ "text": "", "url": "javascript:alert(1)" }])
            }),
        ),
        ("an unknown field", Box::new(|text| text["more"] = 1.into())),
        ("a missing field", Box::new(|text| drop(text.as_object_mut().unwrap().remove("kind")))),
        ("too many pages", Box::new(|text| text["pages"] = u32::MAX.into())),
    ];
    for (what, lie) in lies {
        assert_eq!(said(&answer(lie)).unwrap_err().code, ReadCode::BrokeOff, "{what}");
    }
    for nonsense in [
        "",
        "\n",
        "{}",
        "null\n",
        "{\"text\":",
        "[1]\n",
        "\u{0}\u{0}\n",
        "{\"refused\":{\"code\":\"E_X\"}}\n",
    ] {
        assert_eq!(said(nonsense).unwrap_err().code, ReadCode::BrokeOff, "{nonsense:?}");
    }
}

#[test]
fn tricks_in_an_answer_become_visible() {
    let read = said(&answer(|text| {
        text["text"] = "a\u{1b}[31m\u{202e}b\nc".into();
        text["title"] = "one\ntwo\u{7}".into();
        text["byline"] = "n".repeat(5_000).into();
        text["encoding"] = "\u{1b}".into();
    }))
    .unwrap();
    assert_eq!(read.text, "a\u{fffd}[31m\u{fffd}b\nc");
    assert_eq!(read.title.as_deref(), Some("one two\u{fffd}"));
    assert_eq!(read.byline.unwrap().len(), 300);
    assert_eq!(read.encoding, "\u{fffd}");
}

#[test]
fn an_error_of_a_worker_is_one_of_its_own_in_one_line() {
    let refused = |code: &str| {
        let message = format!("bad\n\u{1b}{}", "x".repeat(1_000));
        let line = serde_json::json!({ "refused": { "code": code, "message": message } });
        said(&format!("{line}\n")).unwrap_err()
    };
    let error = refused("E_READ_KIND");
    assert_eq!(error.code, ReadCode::Kind);
    assert!(error.message.starts_with("bad \u{fffd}x") && error.message.chars().count() == 300);
    // What only the side that asks can know.
    for code in ["E_READ_TIMEOUT", "E_READ_CANCELLED", "E_READ_START", "E_READ_BROKE_OFF"] {
        assert_eq!(refused(code).code, ReadCode::BrokeOff);
    }
}

#[test]
fn a_worker_that_dies_hangs_or_floods_is_an_error_and_gone() {
    assert_eq!(asked("exit 3", DEADLINE).unwrap_err().code, ReadCode::BrokeOff);
    assert_eq!(asked("kill -SEGV $$", DEADLINE).unwrap_err().code, ReadCode::BrokeOff);
    let error = asked("while :; do :; done", Duration::from_millis(300)).unwrap_err();
    assert_eq!(error.code, ReadCode::Timeout);
    assert_eq!(error.message, "reading the document took longer than 1 s");
    let error = asked("exec /usr/bin/head -c 20000000 /dev/zero", DEADLINE).unwrap_err();
    assert_eq!(error.code, ReadCode::TooLarge);
    let nowhere = Reader { program: "/nowhere/worker".into(), arguments: Vec::new() };
    let error = nowhere.read(b"", &reading("", ReadMode::Full), DEADLINE, &|| false).unwrap_err();
    assert_eq!(error.code, ReadCode::Start);
}

#[test]
fn what_is_no_longer_wanted_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let asked = AtomicUsize::new(0);
    let cancelled = || asked.fetch_add(1, Ordering::Relaxed) >= 3;
    let begun = Instant::now();
    let error = pretender(folder.path(), "while :; do :; done")
        .read(b"words", &reading("", ReadMode::Full), DEADLINE, &cancelled)
        .unwrap_err();
    assert_eq!(error.code, ReadCode::Cancelled);
    assert!(begun.elapsed() < DEADLINE);
}

#[test]
fn a_document_that_is_too_large_is_not_even_handed_over() {
    let document = vec![b' '; MOST_DOCUMENT_BYTES + 1];
    let error = reader().read(&document, &reading("", ReadMode::Full), DEADLINE, &|| false).unwrap_err();
    assert_eq!(error.code, ReadCode::TooLarge);
}

#[test]
fn every_error_has_a_name_that_programs_can_rely_on() {
    for code in [
        ReadCode::Start,
        ReadCode::Unconfined,
        ReadCode::BrokeOff,
        ReadCode::Timeout,
        ReadCode::Cancelled,
        ReadCode::TooLarge,
        ReadCode::Kind,
        ReadCode::Encrypted,
        ReadCode::Unreadable,
    ] {
        assert_eq!(serde_json::to_value(code).unwrap(), code.word());
    }
}
