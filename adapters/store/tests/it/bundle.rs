//! A bundle proves what it says without the log, and whatever is changed in it is noticed.

use laika_protocol::run::{ProposalOutcome, Record};
use laika_store::{
    Anchor, Batch, Check, Forget, Hash, Parts, RunHead, Store, StoreError, commitment, verify_bundle,
};

use super::world::*;

fn export(store: &Store, name: &str) -> Vec<u8> {
    let mut bundle = Vec::new();
    store.export(&run(name), &mut bundle, NOW + 100, &mut |_| {}).unwrap();
    bundle
}

/// The files of a bundle, by a reader that is not ours.
fn files(bundle: &[u8]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut at = 0;
    while bundle[at] != 0 {
        let name = bundle[at..at + 100].split(|byte| *byte == 0).next().unwrap();
        let size = std::str::from_utf8(&bundle[at + 124..at + 135]).unwrap();
        let size = usize::from_str_radix(size, 8).unwrap();
        let body = &bundle[at + 512..at + 512 + size];
        files.push((String::from_utf8(name.to_vec()).unwrap(), String::from_utf8(body.to_vec()).unwrap()));
        at += 512 + size.next_multiple_of(512);
    }
    files
}

#[test]
fn a_bundle_verifies_without_the_log() {
    let folder = Folder::new();
    let store = folder.open();
    let heads = two_runs(&store);
    let anchor = store.anchor(NOW + 9).unwrap();
    for (name, events, path, at) in [("one", 10, 0, 0), ("two", 3, 0, 1)] {
        let bundle = export(&store, name);
        let report = verify_bundle(&*bundle, &[], &heads[at..=at]).unwrap();
        assert_eq!(report.problems, [], "{name}");
        assert_eq!((report.events, report.runs), (events, 1));
        let files = files(&bundle);
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        let expected =
            ["manifest.json", "events.jsonl", "path.jsonl", "heads.jsonl", "page.html", "schema.txt"];
        assert_eq!(names, expected);
        assert_eq!(files[2].1.lines().count(), path);
        assert!(files[0].1.contains("\"wording\":\"tamper-evident since the last head you hold elsewhere\""));
    }
    // A run that no head covers gets one; what happened in the log until then leads to it.
    store.append(batch("three", NOW + 10, [started("three"), said("hello")])).unwrap();
    store.append(batch("four", NOW + 11, [started("four"), said("secret of another run")])).unwrap();
    let reader = store.reader().unwrap();
    let uncovered = reader.export(&run("three"), &mut Vec::new(), NOW, &mut |_| {});
    assert_eq!(uncovered.unwrap_err().code(), "E_STORE_NO_HEAD");
    let bundle = export(&store, "three");
    assert!(verify_bundle(&*bundle, &[], &[]).unwrap().is_intact());
    assert_eq!(codes(&bundle, &[anchor]), ["E_LOG_ANCHOR"], "it was signed before the run began");
    let path = &files(&bundle)[2].1;
    assert_eq!(path.lines().count(), 2);
    assert!(!String::from_utf8_lossy(&bundle).contains("secret of another run"));
    let none = store.export(&run("none"), &mut Vec::new(), NOW, &mut |_| {});
    assert_eq!(none.unwrap_err().code(), "E_STORE_NO_RUN");
}

#[test]
fn what_was_erased_is_shown_as_erased() {
    let folder = Folder::new();
    let store = folder.open();
    two_runs(&store);
    store.compact(run("one"), NOW + 20).unwrap();
    let report = verify_bundle(&*export(&store, "one"), &[], &[]).unwrap();
    assert_eq!((report.problems.as_slice(), report.erased), (&[][..], 1));
    store.forget(Forget::Run(run("one")), NOW + 21, &mut |_| {}).unwrap();
    let bundle = export(&store, "one");
    let report = verify_bundle(&*bundle, &[], &[]).unwrap();
    assert_eq!((report.problems.as_slice(), report.erased, report.events), (&[][..], 10, 12));
    assert!(!String::from_utf8_lossy(&bundle).contains("When do they open"));
    assert!(files(&bundle)[4].1.contains("Erased 2026-01-24T12:34:56.810Z"));
}

#[test]
fn heads_from_elsewhere_are_held_against_a_bundle() {
    let folder = Folder::new();
    let store = folder.open();
    let [one, _] = two_runs(&store);
    let first = store.reader().unwrap().head().unwrap().unwrap();
    let bundle = export(&store, "one");
    let faults = |anchors: &[Anchor], heads: &[RunHead]| {
        let report = verify_bundle(&*bundle, anchors, heads).unwrap();
        (report.confirmed, report.problems.iter().map(|problem| problem.code()).collect::<Vec<_>>())
    };
    assert_eq!(faults(std::slice::from_ref(&first), std::slice::from_ref(&one)), (2, vec![]));
    let other = RunHead { hash: Hash([7; 32]), ..one.clone() };
    assert_eq!(faults(&[], &[other]), (0, vec!["E_LOG_RUN_HEAD"]));
    let later = RunHead { seq: 11, ..one };
    assert_eq!(faults(&[], &[later]), (0, vec!["E_LOG_RUN_HEAD"]), "the bundle was cut off");
    let unsigned = Anchor { signature: [0; 64], ..first.clone() };
    assert_eq!(faults(&[unsigned], &[]), (0, vec!["E_LOG_ANCHOR", "E_LOG_ANCHOR"]));
    // Another line of heads: the same log, written anew on another day with other keys.
    let copy = Folder::new();
    let again = copy.open();
    two_runs(&again);
    let forged = again.reader().unwrap().head().unwrap().unwrap();
    assert!(forged.is_signed());
    assert_eq!(faults(&[forged], &[]), (0, vec!["E_LOG_ANCHOR"]));
}

#[test]
fn every_changed_byte_is_noticed() {
    let folder = Folder::new();
    let store = folder.open();
    store.append(batch("r", NOW, [started("r"), said("a \"quoted\" <b>word</b>")])).unwrap();
    let anchor = store.anchor(NOW).unwrap();
    store.append(batch("other", NOW, [said("x")])).unwrap();
    store.forget(Forget::Run(run("r")), NOW + 1, &mut |_| {}).unwrap();
    store.append(batch("r", NOW + 2, [said("after \\ that"), ended()])).unwrap();
    let mut bundle = export(&store, "r");
    assert!(verify_bundle(&*bundle, std::slice::from_ref(&anchor), &[]).unwrap().is_intact());
    let mut refused = 0;
    for at in 0..bundle.len() {
        // One bit each, and the bit that turns a letter into another case for some.
        for change in [1, 0x20].into_iter().take(1 + usize::from(at % 4 == 0)) {
            bundle[at] ^= change;
            match verify_bundle(&*bundle, std::slice::from_ref(&anchor), &[]) {
                Ok(report) => {
                    let name = &bundle[at.saturating_sub(20)..(at + 20).min(bundle.len())];
                    assert!(!report.is_intact(), "byte {at}: {}", String::from_utf8_lossy(name));
                }
                Err(error) => {
                    assert!(matches!(error, StoreError::Bundle(_) | StoreError::Form(_)), "{at}: {error}");
                    refused += 1;
                }
            }
            bundle[at] ^= change;
        }
    }
    assert!(refused > 0);
    // Cut off anywhere, or with something behind it.
    for end in (0..bundle.len()).step_by(97).chain([bundle.len() - 1]) {
        assert_eq!(verify_bundle(&bundle[..end], &[], &[]).unwrap_err().code(), "E_STORE_BUNDLE", "{end}");
    }
    bundle.push(0);
    assert_eq!(verify_bundle(&*bundle, &[], &[]).unwrap_err().code(), "E_STORE_BUNDLE");
}

/// A header as any tar would write it.
fn entry(name: &str, kind: u8, body: &[u8], claimed: Option<u64>) -> Vec<u8> {
    let mut block = [0_u8; 512];
    block[..name.len()].copy_from_slice(name.as_bytes());
    block[100..108].copy_from_slice(b"0000644\0");
    block[108..116].copy_from_slice(b"0000000\0");
    block[116..124].copy_from_slice(b"0000000\0");
    let size = claimed.unwrap_or(body.len() as u64);
    block[124..136].copy_from_slice(format!("{size:011o}\0").as_bytes());
    block[136..148].copy_from_slice(b"00000000000\0");
    block[148..156].copy_from_slice(b"        ");
    block[156] = kind;
    block[257..265].copy_from_slice(b"ustar\x0000");
    block[329..337].copy_from_slice(b"0000000\0");
    block[337..345].copy_from_slice(b"0000000\0");
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let mut bytes = block.to_vec();
    bytes.extend_from_slice(body);
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes
}

#[test]
fn hostile_bundles_are_refused() {
    let folder = Folder::new();
    let store = folder.open();
    two_runs(&store);
    let files = files(&export(&store, "one"));
    type Change<'a> = dyn Fn(usize, &str, &[u8]) -> Vec<u8> + 'a;
    let rebuilt = |change: &Change<'_>| {
        let mut bytes: Vec<u8> = files
            .iter()
            .enumerate()
            .flat_map(|(at, (name, body))| change(at, name, body.as_bytes()))
            .collect();
        bytes.extend([0; 1024]);
        bytes
    };
    let same = rebuilt(&|_, name, body| entry(name, b'0', body, None));
    assert!(verify_bundle(&*same, &[], &[]).unwrap().is_intact(), "the test writes them alike");
    let with = |at: usize, other: Vec<u8>| {
        rebuilt(&move |n, name, body| if n == at { other.clone() } else { entry(name, b'0', body, None) })
    };
    let deep = format!("{}\n", "[".repeat(100_000));
    let wide = vec![b'x'; 9 * 1024 * 1024];
    let body = |at: usize| files[at].1.as_bytes();
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("nothing", Vec::new()),
        ("zeros", vec![0; 4096]),
        ("text", b"hello".to_vec()),
        ("another name", with(1, entry("../events.jsonl", b'0', body(1), None))),
        ("a link", with(1, entry("events.jsonl", b'2', body(1), None))),
        ("a folder", with(1, entry("events.jsonl", b'5', body(1), None))),
        ("a long name", with(1, entry("events.jsonl", b'L', body(1), None))),
        ("a huge claim", with(1, entry("events.jsonl", b'0', body(1), Some((1 << 33) - 1)))),
        ("a small claim", with(1, entry("events.jsonl", b'0', body(1), Some(3)))),
        (
            "twice",
            with(
                1,
                [entry("events.jsonl", b'0', body(1), None), entry("events.jsonl", b'0', body(1), None)]
                    .concat(),
            ),
        ),
        ("one missing", with(1, Vec::new())),
        (
            "one more",
            with(5, [entry("schema.txt", b'0', body(5), None), entry("more", b'0', b"", None)].concat()),
        ),
        ("no json", with(1, entry("events.jsonl", b'0', b"no\n", None))),
        ("deep json", with(1, entry("events.jsonl", b'0', deep.as_bytes(), None))),
        ("a long line", with(1, entry("events.jsonl", b'0', &wide, None))),
        ("a line without end", with(1, entry("events.jsonl", b'0', &body(1)[..body(1).len() - 1], None))),
        (
            "spaces",
            with(
                1,
                entry(
                    "events.jsonl",
                    b'0',
                    files[1].1.replace("{\"logSeq\"", "{ \"logSeq\"").as_bytes(),
                    None,
                ),
            ),
        ),
        (
            "a second key",
            with(
                1,
                entry(
                    "events.jsonl",
                    b'0',
                    files[1].1.replace("{\"logSeq\"", "{\"seq\":1,\"logSeq\"").as_bytes(),
                    None,
                ),
            ),
        ),
        (
            "a key more",
            with(
                1,
                entry(
                    "events.jsonl",
                    b'0',
                    files[1].1.replace("{\"logSeq\"", "{\"x\":1,\"logSeq\"").as_bytes(),
                    None,
                ),
            ),
        ),
        ("not text", with(1, entry("events.jsonl", b'0', b"\xff\n", None))),
        ("a long manifest", with(0, entry("manifest.json", b'0', &wide, None))),
        (
            "another version",
            with(
                0,
                entry(
                    "manifest.json",
                    b'0',
                    files[0].1.replace("\"version\":1", "\"version\":2").as_bytes(),
                    None,
                ),
            ),
        ),
        (
            "another run",
            with(0, entry("manifest.json", b'0', files[0].1.replace("\"one\"", "\"two\"").as_bytes(), None)),
        ),
    ];
    for (name, bytes) in cases {
        assert_eq!(verify_bundle(&*bytes, &[], &[]).map_err(|e| e.code()), Err("E_STORE_BUNDLE"), "{name}");
    }
    let reported = [
        ("no events", with(1, entry("events.jsonl", b'0', b"", None))),
        ("no heads", with(3, entry("heads.jsonl", b'0', b"", None))),
        ("a path that is none", with(2, entry("path.jsonl", b'0', body(1), None))),
        ("another page", with(4, entry("page.html", b'0', b"<script>", None))),
        ("another schema", with(5, entry("schema.txt", b'0', b"", None))),
        (
            "an event less",
            with(
                1,
                entry(
                    "events.jsonl",
                    b'0',
                    files[1].1.split_inclusive('\n').skip(1).collect::<String>().as_bytes(),
                    None,
                ),
            ),
        ),
    ];
    for (name, bytes) in reported {
        assert!(!verify_bundle(&*bytes, &[], &[]).unwrap().is_intact(), "{name}");
    }
}

#[test]
fn the_page_is_text_and_nothing_else() {
    let folder = Folder::new();
    let store = folder.open();
    let nasty = "<script>alert(1)</script> \u{202e}evil\u{200b} & \"quoted\" 'too' <a href=\"https://x.example\">x</a>";
    let output = Record::ModelOutput(laika_protocol::run::ModelOutput {
        message_id: None,
        digest: None,
        model: "<img src=x>".into(),
        tokens: 1,
        outcome: ProposalOutcome::Answer,
        deferred: 0,
        reason_code: None,
    });
    store
        .append(Batch {
            sites: vec![],
            ..batch("r", NOW, [started("r"), said(nasty), observed(nasty), output, ended()])
        })
        .unwrap();
    let bundle = export(&store, "r");
    assert!(verify_bundle(&*bundle, &[], &[]).unwrap().is_intact());
    let page = &files(&bundle)[4].1;
    let tags: std::collections::BTreeSet<&str> =
        page.split('<').skip(1).map(|rest| rest.split([' ', '>']).next().unwrap()).collect();
    let ours = [
        "!doctype", "/body", "/h1", "/h2", "/head", "/html", "/p", "/pre", "/style", "/title", "body", "h1",
        "h2", "head", "html", "meta", "p", "pre", "style", "title",
    ];
    assert_eq!(tags.into_iter().collect::<Vec<_>>(), ours);
    assert!(page.contains("default-src 'none'; style-src 'unsafe-inline'"));
    assert!(!page.contains('\u{202e}') && !page.contains('\u{200b}'));
    assert!(page.contains("&lt;script&gt;"));
}

/// The events of a bundle with one payload replaced, and everything after it hashed anew: what somebody can do who has
/// the file and no key.
fn rewritten(events: &str, seq: u64, payload: &str) -> String {
    let mut before: Option<Hash> = None;
    let mut text = String::new();
    for line in events.lines() {
        let mut event: serde_json::Value = serde_json::from_str(line).unwrap();
        let number = |event: &serde_json::Value, name: &str| event[name].as_u64().unwrap();
        let hash =
            |event: &serde_json::Value, name: &str| Hash::parse(event[name].as_str().unwrap()).unwrap();
        if number(&event, "seq") >= seq {
            if number(&event, "seq") == seq {
                event["payload"] = payload.into();
                let salt: Vec<u8> = (0..16)
                    .map(|at| {
                        u8::from_str_radix(&event["salt"].as_str().unwrap()[2 * at..2 * at + 2], 16).unwrap()
                    })
                    .collect();
                event["commitment"] = commitment(&salt, payload.as_bytes()).to_string().into();
            } else {
                let before = before.unwrap();
                event["runPrev"] = before.to_string().into();
                event["logPrev"] = before.to_string().into();
            }
            let (run_prev, log_prev) = (hash(&event, "runPrev"), hash(&event, "logPrev"));
            let commitment = hash(&event, "commitment");
            let parts = Parts {
                log_seq: number(&event, "logSeq"),
                seq: number(&event, "seq"),
                at_ms: number(&event, "atMs"),
                schema_version: 1,
                run: event["run"].as_str().unwrap().as_bytes(),
                kind: event["kind"].as_str().unwrap().as_bytes(),
                protocol_version: event["protocolVersion"].as_str().unwrap().as_bytes(),
                run_prev: &run_prev.0,
                log_prev: &log_prev.0,
                commitment: &commitment.0,
            };
            event["hash"] = parts.hash(&mut Vec::new()).to_string().into();
        }
        before = Some(hash(&event, "hash"));
        text += &format!("{event}\n");
    }
    text
}

fn packed(files: &[(String, String)]) -> Vec<u8> {
    let mut bundle: Vec<u8> =
        files.iter().flat_map(|(name, body)| entry(name, b'0', body.as_bytes(), None)).collect();
    bundle.extend([0; 1024]);
    bundle
}

fn codes(bundle: &[u8], anchors: &[Anchor]) -> Vec<&'static str> {
    let report = verify_bundle(bundle, anchors, &[]).unwrap();
    report.problems.iter().map(|problem| problem.code()).collect()
}

/// S15: whoever takes the machine later has the current key, and signs a new head over a history of their own. The old
/// heads stay genuine in the bundle, but they no longer fit its events, and the head that somebody holds shows it.
#[test]
fn s15_a_later_key_cannot_rewrite_what_an_older_head_covers() {
    let folder = Folder::new();
    let store = folder.open();
    store.append(batch("one", NOW, [started("one"), said("buy nothing"), ended()])).unwrap();
    let held = store.reader().unwrap().head().unwrap().unwrap();
    store.append(batch("one", NOW + 1, [said("a word after the end")])).unwrap();
    let mut files = files(&export(&store, "one"));
    drop(store);
    let key = std::fs::read(folder.path().join("head-keys/3.key")).unwrap();
    let key = ed25519_dalek::SigningKey::from_bytes(&key.try_into().unwrap());
    let payload = stored(said("buy everything")).get().bytes.clone();
    files[1].1 = rewritten(&files[1].1, 2, std::str::from_utf8(&payload).unwrap());
    let last: serde_json::Value = serde_json::from_str(files[1].1.lines().last().unwrap()).unwrap();
    let last_hash = Hash::parse(last["hash"].as_str().unwrap()).unwrap();
    let mut forged = Anchor {
        epoch: 3,
        log_seq: 4,
        log_hash: last_hash,
        at_ms: NOW + 2,
        public_key: key.verifying_key().to_bytes(),
        next_public_key: [5; 32],
        signature: [0; 64],
    };
    forged.signature = ed25519_dalek::Signer::sign(&key, &forged.signed_bytes()).to_bytes();
    assert!(forged.is_signed());
    files[3].1 += &(forged.to_json() + "\n");
    files[0].1 = files[0].1.replace(files_head(&files[0].1), &last_hash.to_string());
    let found = codes(&packed(&files), &[held]);
    assert!(found.contains(&"E_LOG_HEAD"), "the heads of before do not fit: {found:?}");
}

fn files_head(manifest: &str) -> &str {
    manifest.split("\"hash\":\"").nth(1).unwrap().split('"').next().unwrap()
}

/// The end of a run cannot be moved to where only bare headers of other runs belong.
#[test]
fn the_end_of_a_run_cannot_be_hidden() {
    let folder = Folder::new();
    let store = folder.open();
    store.append(batch("one", NOW, [started("one"), said("hello"), ended()])).unwrap();
    let held = store.reader().unwrap().head().unwrap().unwrap();
    let mut files = files(&export(&store, "one"));
    let mut lines: Vec<String> = files[1].1.lines().map(str::to_owned).collect();
    let mut end: serde_json::Value = serde_json::from_str(&lines.pop().unwrap()).unwrap();
    end.as_object_mut().unwrap().retain(|name, _| name != "salt" && name != "payload");
    files[1].1 = lines.join("\n") + "\n";
    files[2].1 = format!("{end}\n");
    let found = codes(&packed(&files), &[held]);
    assert!(found.contains(&"E_LOG_LINK"), "{found:?}");
}

/// What somebody holds must be met: a head that says nothing about the bundle is not counted as a yes.
#[test]
fn a_head_that_says_nothing_is_a_problem() {
    let folder = Folder::new();
    let store = folder.open();
    let [_, two] = two_runs(&store);
    let bundle = export(&store, "one");
    store.append(batch("three", NOW + 10, [started("three"), ended()])).unwrap();
    let later = store.anchor(NOW + 11).unwrap();
    assert_eq!(codes(&bundle, &[later]), ["E_LOG_ANCHOR"]);
    let report = verify_bundle(&*bundle, &[], &[two]).unwrap();
    assert_eq!(report.problems[0].code(), "E_LOG_RUN_HEAD");
}

/// A head of the log says something about one run only through the whole log before it: asked for one run with such a
/// head, the whole log is walked, and a run that was rewritten beside it shows.
#[test]
fn s15_a_head_of_the_log_does_not_vouch_for_a_rewritten_run() {
    let folder = Folder::new();
    let store = folder.open();
    store.append(batch("one", NOW, [started("one"), said("buy nothing")])).unwrap();
    store.append(batch("two", NOW, [started("two"), ended()])).unwrap();
    let anchor = store.anchor(NOW + 1).unwrap();
    let mut bundle = Vec::new();
    store.export(&run("one"), &mut bundle, NOW, &mut |_| {}).unwrap();
    drop(store);
    let payload = stored(said("buy everything")).get().bytes.clone();
    let changed = rewritten(&files(&bundle)[1].1, 2, std::str::from_utf8(&payload).unwrap());
    let event: serde_json::Value = serde_json::from_str(changed.lines().nth(1).unwrap()).unwrap();
    let (commitment, hash) = (event["commitment"].as_str().unwrap(), event["hash"].as_str().unwrap());
    let payload: String = payload.iter().map(|byte| format!("{byte:02x}")).collect();
    folder.tamper(&format!(
        "UPDATE event_payload SET payload = x'{payload}' WHERE log_seq = 2;
         UPDATE run_event SET commitment = x'{commitment}', hash = x'{hash}' WHERE log_seq = 2;
         UPDATE run SET head_hash = x'{hash}' WHERE run_id = 'one';"
    ));
    let anchors = [anchor];
    let check = Check { run: Some(run("one")), anchors: &anchors, ..Check::default() };
    let report = folder.reader().verify(&check, &mut |_| {}).unwrap();
    assert_eq!(report.problems.first().map(|problem| problem.code()), Some("E_LOG_LINK"));
}
