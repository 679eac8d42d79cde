//! What is appended is there, in order, in both chains, whoever looks and however often it is opened.

use laika_protocol::run::{Kind, Record};
use laika_protocol::wire::RunStatus;
use laika_store::{Batch, Check, Hash, Options, Reader, RunFilter, Signing, Store, StoreError};

use super::world::*;

#[test]
fn a_log_reads_back_and_verifies_after_reopening() {
    let folder = Folder::new();
    let heads = {
        let store = folder.open();
        let heads = two_runs(&store);
        assert!(verify(&store.reader().unwrap(), &[], &heads).is_intact());
        heads
    };
    let reader = folder.reader();
    let report = verify(&reader, &[], &heads);
    assert_eq!(report.problems, []);
    assert_eq!((report.events, report.runs, report.erased, report.heads), (13, 2, 0, 2));
    assert_eq!(report.confirmed, 2);
    assert!(report.to_string().starts_with("intact, 0 payloads erased; 13 events of 2 runs"), "{report}");

    let events = reader.events(&run("one"), 1, 100).unwrap();
    assert_eq!(events.len(), 10);
    assert_eq!(events[0].header.run_prev, Hash::NONE);
    assert!(events.windows(2).all(|pair| pair[1].header.run_prev == pair[0].header.hash));
    assert!(events.iter().zip(1..).all(|(event, seq)| event.header.seq == seq));
    let kinds: Vec<Kind> = reader.records(&run("one")).unwrap().iter().map(|(_, r)| r.kind()).collect();
    assert_eq!(kinds[..3], [Kind::Started, Kind::UserMessage, Kind::Observed]);
    assert_eq!(reader.events(&run("one"), 4, 2).unwrap()[0].header.seq, 4);

    let listed = reader.run(&run("one")).unwrap().unwrap();
    assert_eq!((listed.head.clone(), listed.checkpoint_seq), (heads[0].clone(), Some(6)));
    assert_eq!((listed.created_at_ms, listed.updated_at_ms), (NOW, NOW + 5));
    let of_site = RunFilter { site: Some(origin("https://a.example")), ..RunFilter::default() };
    assert_eq!(reader.runs(&of_site).unwrap().len(), 1);
    let of_state = RunFilter { status: vec![RunStatus::Paused], ..RunFilter::default() };
    assert_eq!(reader.runs(&of_state).unwrap(), []);
    assert_eq!(reader.runs(&RunFilter::default()).unwrap().len(), 2);

    assert_eq!(reader.conversations(9).unwrap()[0].messages, 1);
    let messages = reader.messages(&uuid(900)).unwrap();
    assert!(messages[0].packet_json.contains("opening hours"));
    let grants = reader.grants(&run("one")).unwrap();
    assert!(grants[0].ended.is_some());

    // The chain goes on where it stood.
    let store = folder.open();
    let next = store.append(batch("three", NOW + 6, [started("three")])).unwrap();
    assert_eq!((next.first_seq, next.last_seq), (1, 1));
    let events = store.reader().unwrap().events(&run("three"), 1, 9).unwrap();
    assert_eq!(events[0].header.log_seq, 14);
}

#[test]
fn each_run_can_be_verified_by_itself() {
    let folder = Folder::new();
    let heads = two_runs(&folder.open());
    for (name, events, at) in [("one", 10, 0), ("two", 3, 1)] {
        let check =
            Check { run: Some(run(name)), run_heads: &heads[at..=at], deep: true, ..Check::default() };
        let report = folder.reader().verify(&check, &mut |_| {}).unwrap();
        assert_eq!(report.problems, []);
        assert_eq!((report.events, report.confirmed), (events, 1));
    }
    // A head of another run is met only where that run was looked at.
    let check = Check { run: Some(run("one")), run_heads: &heads, ..Check::default() };
    let report = folder.reader().verify(&check, &mut |_| {}).unwrap();
    assert_eq!((report.events, report.confirmed), (13, 2));
    let check = Check { run: Some(run("none")), ..Check::default() };
    assert!(!folder.reader().verify(&check, &mut |_| {}).unwrap().is_intact());
}

#[test]
fn i14_a_private_log_works_alike_and_leaves_nothing() {
    let before = traces();
    let reader = {
        let store = Store::open(Options::memory(), NOW).unwrap();
        let heads = two_runs(&store);
        let anchor = store.anchor(NOW).unwrap();
        assert_eq!(traces(), before, "nothing is written or open while it lives");
        let report = verify(&store.reader().unwrap(), &[anchor], &heads);
        assert_eq!((report.problems.as_slice(), report.confirmed), (&[][..], 3));
        let other = Store::open(Options::memory(), NOW).unwrap();
        assert_eq!(other.reader().unwrap().runs(&RunFilter::default()).unwrap(), [], "each has its own");
        store.reader().unwrap()
    };
    assert_eq!(reader.runs(&RunFilter::default()).unwrap().len(), 2);
    drop(reader);
    assert_eq!(traces(), before);
}

/// Files that a database in memory would leave or have open if it were not one: of its own name, temporary files of
/// SQLite, and such that are open but no longer have a name. Other tests have theirs in folders.
fn traces() -> Vec<std::path::PathBuf> {
    let folders = [std::env::temp_dir(), ".".into(), "/dev/shm".into(), "/var/tmp".into()];
    let named = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
    let named = named.filter_map(|entry| Some(entry.ok()?.path()));
    let open = std::fs::read_dir("/proc/self/fd").into_iter().flatten();
    let open = open.filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok());
    let mut traces: Vec<_> = named
        .chain(open)
        .filter(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let id = name.strip_prefix("laika-").unwrap_or_default();
            let ours = id.len() >= 32 && id.bytes().take(32).all(|byte| byte.is_ascii_hexdigit());
            let nameless =
                name.ends_with("(deleted)") && !path.display().to_string().contains("laika-store-");
            ours || name.starts_with("etilqs") || nameless
        })
        .collect();
    traces.sort();
    traces.dedup();
    traces
}

#[test]
fn i16_only_one_writer_and_readers_that_cannot_write() {
    let folder = Folder::new();
    let store = folder.open();
    let again = Store::open(Options::folder(folder.path()), NOW);
    assert_eq!(again.unwrap_err().code(), "E_STORE_LOCKED");
    let copy = store.clone();
    drop(store);
    copy.append(batch("one", NOW, [started("one")])).unwrap();
    drop(copy);
    drop(folder.open());
    assert_eq!(Reader::open(&folder.path().join("nothing")).unwrap_err().code(), "E_STORE_NOTHING");
}

#[cfg(unix)]
#[test]
fn nobody_else_can_look_into_the_folder() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let store = folder.open();
    two_runs(&store);
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(folder.path()), 0o700);
    assert_eq!(mode(&folder.path().join("head-keys")), 0o700);
    for file in ["laika.db", "laika.db-wal", "laika.db-shm", "laika.lock", "head-keys/3.key"] {
        assert_eq!(mode(&folder.path().join(file)), 0o600, "{file}");
    }
}

#[test]
fn a_copy_of_the_database_alone_can_be_read() {
    let folder = Folder::new();
    let heads = two_runs(&folder.open());
    let copy = Folder::new();
    std::fs::copy(folder.database(), copy.path().join("copy %?#.db")).unwrap();
    let reader = Reader::open(&copy.path().join("copy %?#.db")).unwrap();
    assert_eq!(verify(&reader, &[], &heads).problems, []);
    assert_eq!(std::fs::read_dir(copy.path()).unwrap().count(), 1, "nothing is written beside it");
}

#[test]
fn what_nobody_waits_for_is_written_in_order_and_soon() {
    let folder = Folder::new();
    let store = folder.open();
    for n in 0..10 {
        store.later(batch("one", NOW + n, [said(&format!("message {n}"))])).unwrap();
    }
    let appended = store.append(batch("one", NOW + 10, [said("last")])).unwrap();
    assert_eq!((appended.first_seq, appended.signing), (11, Signing::NotDue));
    store.later(batch("one", NOW + 11, [said("alone")])).unwrap();
    let begun = std::time::Instant::now();
    while store.reader().unwrap().run(&run("one")).unwrap().unwrap().head.seq < 12 {
        assert!(begun.elapsed().as_secs() < 5);
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let texts: Vec<String> = store
        .reader()
        .unwrap()
        .records(&run("one"))
        .unwrap()
        .into_iter()
        .map(|(_, record)| match record {
            Record::UserMessage(message) => message.text,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(texts[..2], ["message 0", "message 1"]);
    assert_eq!(texts[9..], ["message 9", "last", "alone"]);
    store.later(Batch { records: Vec::new(), ..batch("one", NOW, []) }).unwrap();
    store.flush().unwrap();
    assert!(matches!(store.failure(), Some(StoreError::Batch(_))));
    assert_eq!(store.failure(), None);
    // What still waits when the log closes is written.
    store.later(batch("one", NOW + 12, [said("at the end")])).unwrap();
    drop(store);
    assert_eq!(folder.reader().run(&run("one")).unwrap().unwrap().head.seq, 13);
}
