//! Erasing takes the payloads, leaves the chain, and leaves no byte of them in the files.

use laika_protocol::ids::{ArtifactId, Sha256};
use laika_protocol::run::{ErasedFor, Kind};
use laika_protocol::wire::SiteMode;
use laika_store::{Artifact, Batch, Forget, Override, RunFilter, RunRow, Signing, Site, Store, Windows};

use super::world::*;

/// A run that says its canary everywhere a payload, a message or a setting can.
fn leave_traces(store: &Store, name: &str, at_ms: u64, site: &str, canary: &str) {
    let n = canary.bytes().map(u64::from).sum::<u64>() + 10_000;
    let (message, prompt) = asked(n, &format!("message {canary}"));
    let big = format!("{canary} ").repeat(90);
    store
        .append(Batch {
            sites: vec![origin(site)],
            messages: vec![message],
            ..batch(
                name,
                at_ms,
                [
                    started(name),
                    said(&format!("said {canary}")),
                    observed(&big),
                    prompt,
                    intent(n, Some(&format!("key-{canary}"))),
                    result(n),
                    ended(),
                ],
            )
        })
        .unwrap();
    store
        .add_artifact(Artifact {
            id: ArtifactId::parse(&format!("art:{name}")).unwrap(),
            run: run(name),
            profile: profile(),
            origin: Some(origin(site)),
            kind: "screenshot".into(),
            media_type: "image/png".into(),
            bytes: 10,
            cipher_sha256: Sha256::parse(digest(b"x").as_str()).unwrap(),
            created_at_ms: at_ms,
            evicted_at_ms: None,
        })
        .unwrap();
    store
        .set_override(Override {
            profile: profile(),
            origin: origin(site),
            label: Some("sensitive".into()),
            mode: Some(SiteMode::Observe),
            created_at_ms: at_ms,
        })
        .unwrap();
}

/// Whether the raw files of the log hold a text.
fn lies_in_files(folder: &Folder, text: &str) -> bool {
    std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).filter(|p| p.is_file()).any(
        |path| {
            let bytes = std::fs::read(path).unwrap();
            bytes.windows(text.len()).any(|window| window == text.as_bytes())
        },
    )
}

#[test]
fn i16_forgetting_leaves_no_byte_and_an_intact_chain() {
    type Case<'a> = (&'a str, Forget, &'a [&'a str], &'a [&'a str]);
    let site = |text: &str| Forget::Site(Site::parse(text).unwrap());
    let cases: [Case<'_>; 4] = [
        ("run", Forget::Run(run("r1")), &["CANARYONE"], &["CANARYTWO", "CANARYTHREE"]),
        ("host", site("bank.example"), &["CANARYONE", "CANARYTWO"], &["CANARYTHREE"]),
        ("origin", site("https://my.bank.example"), &["CANARYTWO"], &["CANARYONE", "CANARYTHREE"]),
        ("everything", Forget::Everything, &["CANARYONE", "CANARYTWO", "CANARYTHREE"], &[]),
    ];
    for (name, what, gone, left) in cases {
        let folder = Folder::new();
        let store = folder.open();
        leave_traces(&store, "r1", NOW, "https://bank.example", "CANARYONE");
        leave_traces(&store, "r2", NOW + 1, "https://my.bank.example", "CANARYTWO");
        leave_traces(&store, "r3", NOW + 2, "https://notmybank.example", "CANARYTHREE");
        let before = store.anchor(NOW + 3).unwrap();
        for canary in gone {
            assert!(lies_in_files(&folder, canary), "the test would see it");
        }
        let mut stages = Vec::new();
        let removed = store.forget(what.clone(), NOW + 4, &mut |now| stages.push(now.stage)).unwrap();
        assert!(removed.clean && matches!(removed.signing, Signing::Signed(_)), "{name}: {removed:?}");
        assert_eq!((removed.runs, removed.payloads), (gone.len() as u64, 7 * gone.len() as u64), "{name}");
        assert_eq!((removed.artifacts.len(), removed.messages as usize), (gone.len(), gone.len()), "{name}");
        assert!(stages.contains(&"erasing") && stages.contains(&"rewriting the database"));
        for canary in gone {
            assert!(!lies_in_files(&folder, canary), "{name}: {canary} is still in the files");
        }
        for canary in left {
            assert!(lies_in_files(&folder, canary), "{name}: {canary}");
        }
        // Nothing of the settings of a forgotten site is left either.
        let origins: Vec<String> = store
            .reader()
            .unwrap()
            .overrides(&profile())
            .unwrap()
            .into_iter()
            .map(|set| set.origin.to_string())
            .collect();
        match &what {
            Forget::Run(_) => assert_eq!(origins.len(), 3),
            Forget::Site(site) => assert!(origins.iter().all(|own| !site.holds(&origin(own)))),
            Forget::Everything => assert_eq!(origins.len(), 0),
        }
        drop(store);
        let report = verify(&folder.reader(), &[before], &[]);
        assert_eq!(report.problems, [], "{name}");
        assert_eq!(report.erased, removed.payloads);
        assert_eq!(report.confirmed, 1);
        assert!(report.to_string().starts_with(&format!("intact, {} payloads erased", removed.payloads)));
    }
}

#[test]
fn what_is_forgotten_stays_accounted_for() {
    let folder = Folder::new();
    let store = folder.open();
    leave_traces(&store, "r1", NOW, "https://bank.example", "CANARYONE");
    let updated = store.reader().unwrap().run(&run("r1")).unwrap().unwrap().updated_at_ms;
    store.forget(Forget::Run(run("r1")), NOW + 9, &mut |_| {}).unwrap();
    let reader = store.reader().unwrap();
    let events = reader.events(&run("r1"), 1, 100).unwrap();
    assert_eq!(events.len(), 8);
    for event in &events[..7] {
        assert!(event.payload.is_none() && event.salt.is_none());
        let erased = event.erased.unwrap();
        assert_eq!((erased.reason, erased.at_ms), (ErasedFor::Forgotten, NOW + 9));
    }
    let records = reader.records(&run("r1")).unwrap();
    assert_eq!((records.len(), records[0].1.kind()), (1, Kind::Erased));
    let listed = reader.run(&run("r1")).unwrap().unwrap();
    assert_eq!(
        (listed.head.seq, listed.updated_at_ms),
        (8, updated),
        "forgetting is not activity of the run"
    );
    // The call is known for ever, its words are not (I8).
    let n = "CANARYONE".bytes().map(u64::from).sum::<u64>() + 10_000;
    let recorded = reader.recorded(&uuid(n)).unwrap().unwrap();
    assert_eq!((recorded.key, recorded.result), (None, None));
    assert_eq!(store.append(batch("r1", NOW, [intent(n, None)])).unwrap_err().code(), "E_STORE_REPEATED");
    // Once more changes nothing.
    let again = store.forget(Forget::Run(run("r1")), NOW + 10, &mut |_| {}).unwrap();
    assert_eq!((again.payloads, again.signing), (0, Signing::NotDue));
    let unknown = store.forget(Forget::Run(run("none")), NOW, &mut |_| {});
    assert_eq!(unknown.unwrap_err().code(), "E_STORE_NO_RUN");
    assert!(verify(&store.reader().unwrap(), &[], &[]).is_intact());
}

#[test]
fn runs_are_kept_as_long_as_the_windows_say() {
    let folder = Folder::new();
    let store = folder.open();
    for (name, days, sensitive) in
        [("old", 31, false), ("new", 29, false), ("sensitive", 8, true), ("sensitive-new", 6, true)]
    {
        let mut handed = batch(name, NOW - days * DAY, [started(name), said(name), ended()]);
        handed.run = RunRow { sensitive, ..row(name) };
        store.append(handed).unwrap();
    }
    let windows = Windows { days: 30, sensitive_days: 7 };
    let removed = store.prune(NOW, windows, &mut |_| {}).unwrap();
    assert_eq!((removed.runs, removed.payloads), (2, 6));
    let reader = store.reader().unwrap();
    let left = |name: &str| reader.records(&run(name)).unwrap().len();
    assert_eq!(["old", "new", "sensitive", "sensitive-new"].map(left), [1, 3, 1, 3]);
    let erased = reader.events(&run("old"), 1, 1).unwrap()[0].erased.unwrap();
    assert_eq!(erased.reason, ErasedFor::Retention);
    assert_eq!(store.prune(NOW + 1, windows, &mut |_| {}).unwrap().runs, 0);
    // A longer window for sensitive runs than for the others does not keep them longer.
    let odd = Windows { days: 5, sensitive_days: 90 };
    assert_eq!(store.prune(NOW + 2, odd, &mut |_| {}).unwrap().runs, 2);
    assert_eq!(verify(&reader, &[], &[]).erased, 12);
    assert!(verify(&reader, &[], &[]).is_intact());
}

#[test]
fn a_checkpoint_stands_for_what_was_seen_before_it() {
    let folder = Folder::new();
    let store = folder.open();
    let seen = [started("r"), observed("CANARYONE"), said("keep"), observed("CANARYTWO"), checkpoint(4)];
    store.append(batch("r", NOW, seen)).unwrap();
    store.append(batch("r", NOW, [observed("after")])).unwrap();
    let removed = store.compact(run("r"), NOW + 1).unwrap();
    assert_eq!((removed.payloads, removed.clean), (2, true));
    assert_eq!(store.compact(run("r"), NOW + 1).unwrap().payloads, 0);
    assert!(!lies_in_files(&folder, "CANARYONE") && !lies_in_files(&folder, "CANARYTWO"));
    let kinds: Vec<Kind> =
        store.reader().unwrap().records(&run("r")).unwrap().iter().map(|(_, record)| record.kind()).collect();
    assert_eq!(kinds, [Kind::Started, Kind::UserMessage, Kind::Checkpoint, Kind::Observed, Kind::Erased]);
    // The rest can still be forgotten, and each erasure keeps its own reason.
    store.forget(Forget::Everything, NOW + 2, &mut |_| {}).unwrap();
    let report = verify(&store.reader().unwrap(), &[], &[]);
    assert_eq!((report.problems.as_slice(), report.erased), (&[][..], 6));
    assert_eq!(store.reader().unwrap().runs(&RunFilter::default()).unwrap().len(), 1);
    assert_eq!(store.compact(run("none"), NOW).unwrap_err().code(), "E_STORE_NO_RUN");
}

#[test]
fn a_reader_of_an_old_state_is_named_as_the_reason_that_bytes_stay() {
    let folder = Folder::new();
    let store = folder.open();
    leave_traces(&store, "r1", NOW, "https://bank.example", "CANARYONE");
    let holder = raw(&folder.database());
    holder.execute_batch("BEGIN; SELECT * FROM run;").unwrap();
    let removed = store.forget(Forget::Everything, NOW, &mut |_| {}).unwrap();
    assert!(!removed.clean);
    // A crash now leaves files like these, and the next opening cleans them.
    let crashed = Folder::new();
    for name in ["laika.db", "laika.db-wal"] {
        std::fs::copy(folder.path().join(name), crashed.path().join(name)).unwrap();
    }
    assert!(lies_in_files(&crashed, "CANARYONE"), "the test would see it");
    let opened = crashed.open();
    assert!(!lies_in_files(&crashed, "CANARYONE"));
    assert!(verify(&opened.reader().unwrap(), &[], &[]).is_intact());
    holder.execute_batch("COMMIT").unwrap();
    assert!(store.forget(Forget::Everything, NOW, &mut |_| {}).unwrap().clean);
    assert!(!lies_in_files(&folder, "CANARYONE"));
}
