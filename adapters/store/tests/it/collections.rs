//! Collections: what is added once, kept in versions, tried again after a crash, and refused.

use laika_protocol::collection::{
    CUT_MARK, Capture, CaptureHead, CaptureMode, Collection, Failure, MOST_CAPTURED, MOST_SOURCES, Made,
    MadeFrom, Source, SourceKind, SourceState, Transform,
};
use laika_protocol::ids::{ArtifactId, CollectionId, SourceId, UtcTime};
use laika_protocol::llmcp::{ExtractedLink, SourceHeading};
use laika_protocol::time;
use laika_store::artifact::ArtifactFiles;
use laika_store::{KeptCapture, KnownSource, Options, SourceCounts, SourceProgress, Store, StoreError};

use super::world::*;

pub(crate) fn at(ms: u64) -> UtcTime {
    UtcTime::parse(&time::to_iso(ms)).unwrap()
}

pub(crate) fn collection_id(id: &str) -> CollectionId {
    CollectionId::parse(id).unwrap()
}

pub(crate) fn source_id(id: &str) -> SourceId {
    SourceId::parse(id).unwrap()
}

pub(crate) fn art(id: &str) -> ArtifactId {
    ArtifactId::parse(id).unwrap()
}

pub(crate) fn collection(id: &str) -> Collection {
    Collection {
        id: collection_id(id),
        title: format!("About {id}"),
        tags: vec!["home".into()],
        created_at: at(NOW),
        updated_at: at(NOW),
    }
}

pub(crate) fn source(collection: &str, id: &str, url: &str) -> Source {
    Source {
        id: source_id(id),
        collection_id: collection_id(collection),
        kind: SourceKind::Url,
        url: url.into(),
        title: url.into(),
        outlet: "a.example".into(),
        added_at: at(NOW),
        mode: CaptureMode::Auto,
        state: SourceState::Waiting,
        tries: 0,
        retry_at: None,
        failure: None,
        sensitive: false,
        confidential: false,
        latest: None,
    }
}

pub(crate) fn capture(source: &str, at_ms: u64, title: &str, text: &str) -> Capture {
    Capture {
        source_id: source_id(source),
        head: CaptureHead {
            number: 99,
            captured_at: at(at_ms),
            published_at: None,
            hash: digest(text.as_bytes()),
            chars: u32::try_from(text.chars().count()).unwrap(),
            cut: false,
        },
        title: title.into(),
        text: text.into(),
        outline: vec![SourceHeading { level: 2, text: "Rent".into() }],
        links: vec![ExtractedLink {
            url: "https://c.example/".into(),
            text: "more".into(),
            context: "see more".into(),
        }],
        derived: false,
    }
}

pub(crate) fn made(collection: &str, sources: &[(&str, &str)]) -> Made {
    Made {
        transform: Transform::Comparison,
        title: "Flats".into(),
        collection_id: collection_id(collection),
        config: serde_json::Map::new(),
        made_at: at(NOW),
        sources: sources
            .iter()
            .map(|(id, url)| MadeFrom {
                source_id: source_id(id),
                url: (*url).into(),
                title: format!("title of {url}"),
                outlet: "a.example".into(),
                capture: 1,
                hash: digest(url.as_bytes()),
                used: false,
            })
            .collect(),
        notes: Vec::new(),
        parts: Vec::new(),
    }
}

/// A collection with sources.
pub(crate) fn filled(store: &Store, id: &str, sources: &[(&str, &str)]) {
    store.create_collection(collection(id)).unwrap();
    let sources = sources.iter().map(|(name, url)| source(id, name, url)).collect();
    store.add_sources(collection_id(id), sources, NOW).unwrap();
}

fn state(state: SourceState, tries: u32, retry_at_ms: Option<u64>) -> SourceProgress {
    SourceProgress { state, tries, retry_at_ms, failure: None }
}

/// CTX-018: an address stands in a collection once, whoever adds it again.
#[test]
fn an_address_is_added_once_to_a_collection() {
    let folder = Folder::new();
    let store = folder.open();
    filled(&store, "one", &[("s1", "https://a.example/"), ("s2", "https://b.example/")]);
    let again = vec![
        source("one", "s3", "https://a.example/"),
        source("one", "s4", "https://c.example/"),
        source("one", "s5", "https://c.example/"),
    ];
    let added = store.add_sources(collection_id("one"), again, NOW + 5).unwrap();
    assert_eq!(added.added, [source_id("s4")]);
    let known = |url: &str, id| KnownSource { url: url.into(), id: source_id(id) };
    assert_eq!(added.known, [known("https://a.example/", "s1"), known("https://c.example/", "s4")]);
    // Another collection has it too.
    filled(&store, "two", &[("t1", "https://a.example/")]);
    let reader = store.reader().unwrap();
    let urls = |id| {
        let sources = reader.sources(&collection_id(id)).unwrap();
        sources.into_iter().map(|source| source.url).collect::<Vec<_>>()
    };
    assert_eq!(urls("one"), ["https://a.example/", "https://b.example/", "https://c.example/"]);
    assert_eq!(urls("two"), ["https://a.example/"]);
    // What was handed in comes back.
    assert_eq!(reader.source(&source_id("t1")).unwrap(), Some(source("two", "t1", "https://a.example/")));
    let listed = reader.collections().unwrap();
    assert_eq!(listed[0].collection, Collection { updated_at: at(NOW + 5), ..collection("one") });
    assert_eq!(listed[0].sources, SourceCounts { waiting: 3, ..SourceCounts::default() });
    store.rename_collection(collection_id("two"), "Zwei".into(), NOW + 9).unwrap();
    store.tag_collection(collection_id("two"), vec!["work".into()], NOW + 8).unwrap();
    let two = store.reader().unwrap().collections().unwrap().remove(0).collection;
    assert_eq!(
        (two.title.as_str(), two.tags, two.updated_at),
        ("Zwei", vec!["work".to_owned()], at(NOW + 9))
    );
    let refused = store.rename_collection(collection_id("none"), "x".into(), NOW).unwrap_err();
    assert_eq!(refused.code(), "E_STORE_NO_COLLECTION");
}

/// CTX-019: a text that did not change is no new version, and five versions are kept.
#[test]
fn captures_are_kept_in_versions() {
    let folder = Folder::new();
    let store = folder.open();
    filled(&store, "one", &[("s1", "https://a.example/")]);
    let put =
        |n: u64, text: &str| store.put_capture(capture("s1", NOW + n, &format!("Title {n}"), text)).unwrap();
    assert_eq!(put(1, "first"), KeptCapture { number: 1, is_new: true });
    assert_eq!(put(2, "first"), KeptCapture { number: 1, is_new: false });
    let kept = |number| store.reader().unwrap().capture(&source_id("s1"), number).unwrap();
    let first = kept(None).unwrap();
    assert_eq!(
        (first.head.number, first.head.captured_at.clone(), first.title.as_str()),
        (1, at(NOW + 2), "Title 2")
    );
    let mut handed = capture("s1", NOW + 2, "Title 2", "first");
    handed.head.number = 1;
    assert_eq!(first, handed, "nothing else is changed");
    for n in 2..=7 {
        assert_eq!(put(n, &format!("text {n}")).number, u32::try_from(n).unwrap());
    }
    // The text of before the last is a version of its own again.
    assert_eq!(put(8, "text 6"), KeptCapture { number: 8, is_new: true });
    let reader = store.reader().unwrap();
    let numbers: Vec<u32> =
        reader.capture_heads(&source_id("s1")).unwrap().iter().map(|head| head.number).collect();
    assert_eq!(numbers, [8, 7, 6, 5, 4]);
    assert_eq!((kept(Some(3)), kept(Some(5)).unwrap().text.as_str()), (None, "text 5"));
    let source = reader.source(&source_id("s1")).unwrap().unwrap();
    assert_eq!((source.state, source.title.as_str()), (SourceState::Captured, "Title 8"));
    assert_eq!(source.latest.unwrap().number, 8);
    assert_eq!(reader.collection(&collection_id("one")).unwrap().unwrap().sources.captured, 1);
    // Only the latest is found.
    assert_eq!(reader.search("text 6", None, 9).unwrap().len(), 1);
    assert_eq!(reader.search("text 7", None, 9).unwrap(), []);
    assert!(verify(&reader, &[], &[]).is_intact());
}

/// A capture that was under way when the process was killed waits again, and counts as tried.
#[test]
fn a_kill_in_the_middle_of_a_capture_leaves_it_waiting() {
    let folder = Folder::new();
    let store = folder.open();
    filled(
        &store,
        "one",
        &[("s1", "https://a.example/1"), ("s2", "https://a.example/2"), ("s3", "https://a.example/3")],
    );
    let due = |store: &Store, now| {
        let due = store.reader().unwrap().due_sources(now, 9).unwrap();
        due.iter().map(|source| source.id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(due(&store, NOW), ["s1", "s2", "s3"]);
    assert_eq!(store.reader().unwrap().due_sources(NOW, 2).unwrap().len(), 2);
    store.set_source_progress(source_id("s1"), state(SourceState::Capturing, 1, None)).unwrap();
    let failure = Failure { code: "E_SLOW".into(), sentence: "The page took too long.".into() };
    let later =
        SourceProgress { failure: Some(failure.clone()), ..state(SourceState::Waiting, 2, Some(NOW + 500)) };
    store.set_source_progress(source_id("s2"), later).unwrap();
    assert_eq!(due(&store, NOW), ["s3"]);
    assert_eq!(due(&store, NOW + 500), ["s3", "s2"], "whoever waits longest is first");
    store.set_source_progress(source_id("s3"), state(SourceState::Failed, 5, None)).unwrap();
    assert_eq!(store.reader().unwrap().next_due_ms().unwrap(), Some(NOW + 500));

    // What is on the disk at this moment is what a kill leaves.
    let killed = Folder::new();
    for name in ["laika.db", "laika.db-wal"] {
        std::fs::copy(folder.path().join(name), killed.path().join(name)).unwrap();
    }
    let opened = killed.open();
    let one = |id: &str| opened.reader().unwrap().source(&source_id(id)).unwrap().unwrap();
    assert_eq!(one("s1").state, SourceState::Capturing);
    assert_eq!((opened.requeue_unfinished().unwrap(), opened.requeue_unfinished().unwrap()), (1, 0));
    assert_eq!((one("s1").state, one("s1").tries), (SourceState::Waiting, 1));
    assert_eq!((one("s2").failure, one("s2").retry_at), (Some(failure), Some(at(NOW + 500))));
    assert_eq!(one("s3").state, SourceState::Failed);
    assert_eq!(due(&opened, NOW), ["s1"]);
    // A capture that comes back ends all that.
    opened.put_capture(capture("s2", NOW + 9, "", "here")).unwrap();
    let done = one("s2");
    assert_eq!((done.state, done.tries, done.retry_at, done.failure), (SourceState::Captured, 0, None, None));
    assert_eq!(done.title, "https://a.example/2", "no title does not take the old one away");
    // And one that comes back for a source that is gone is refused.
    opened.remove_source(source_id("s2"), NOW + 10).unwrap();
    let refused = opened.put_capture(capture("s2", NOW + 11, "", "there")).unwrap_err();
    assert_eq!(refused, StoreError::NoSource(source_id("s2")));
}

/// CTX-011: of a sensitive source nothing but totals reaches the disk.
#[test]
fn ctx_011_of_a_sensitive_source_only_totals_are_kept() {
    let folder = Folder::new();
    let store = folder.open();
    store.create_collection(collection("one")).unwrap();
    let bank = Source { sensitive: true, ..source("one", "bank", "https://bank.example/") };
    store.add_sources(collection_id("one"), vec![bank.clone()], NOW).unwrap();
    let words = capture("bank", NOW, "Account", "CANARYWORD 12 EUR");
    assert_eq!(store.put_capture(words.clone()).unwrap_err(), StoreError::SensitiveText(source_id("bank")));
    let linked = Capture { derived: true, ..words.clone() };
    assert_eq!(store.put_capture(linked).unwrap_err().code(), "E_SENSITIVE_TEXT");
    let totals =
        Capture { derived: true, links: Vec::new(), ..capture("bank", NOW, "Account", "Spent: 12 EUR") };
    store.put_capture(totals.clone()).unwrap();
    assert!(!super::collections_erased::lies_in_files(&folder, "CANARYWORD"));
    let sql = "INSERT INTO capture SELECT 9, source_id, 9, 1, NULL, hash, 1, 0, 0, '', 'x', '[]', '[]' FROM capture";
    assert!(raw(&folder.database()).execute(sql, []).is_err(), "not even behind the back of the store");

    // One that turns out to be sensitive loses what was captured of it; the mark may come with a second adding.
    for again in [false, true] {
        let (id, url) =
            if again { ("mail", "https://mail.example/") } else { ("post", "https://post.example/") };
        store.add_sources(collection_id("one"), vec![source("one", id, url)], NOW).unwrap();
        store.put_capture(capture(id, NOW, "Inbox", "CANARYMAIL")).unwrap();
        assert!(super::collections_erased::lies_in_files(&folder, "CANARYMAIL"));
        if again {
            let marked = Source { sensitive: true, confidential: true, ..source("one", "other", url) };
            let added = store.add_sources(collection_id("one"), vec![marked], NOW).unwrap();
            assert_eq!(added.known[0].id, source_id(id));
        } else {
            store.mark_source(source_id(id), true, true).unwrap();
        }
        assert!(!super::collections_erased::lies_in_files(&folder, "CANARYMAIL"));
        let reader = store.reader().unwrap();
        assert_eq!(reader.search("canarymail", None, 9).unwrap(), []);
        let now = reader.source(&source_id(id)).unwrap().unwrap();
        assert_eq!((now.sensitive, now.confidential, now.state), (true, true, SourceState::Waiting));
        assert_eq!(now.latest, None);
        // Numbers go on, so that a citation of before never points into another text.
        let kept = store.put_capture(Capture { source_id: source_id(id), ..totals.clone() }).unwrap();
        assert_eq!(kept.number, 2);
    }
}

#[test]
fn what_is_too_long_or_not_what_it_says_is_refused() {
    let folder = Folder::new();
    let store = folder.open();
    filled(&store, "one", &[("s1", "https://a.example/")]);
    let code = |result: Result<(), StoreError>| result.map_err(|error| error.code());
    let titled = |title: String| store.create_collection(Collection { title, ..collection("x") });
    for title in [String::new(), "x".repeat(201), "a\0b".into()] {
        assert_eq!(code(titled(title)), Err("E_STORE_COLLECTION"));
    }
    assert_eq!(code(titled("ü".repeat(200))), Ok(()));
    assert_eq!(code(store.create_collection(collection("x"))), Err("E_STORE_COLLECTION"), "the id is taken");
    let good = || source("one", "new", "https://new.example/");
    let head = CaptureHead { number: 1, ..capture("s1", NOW, "", "x").head };
    for (why, wrong) in [
        ("no address", Source { url: String::new(), ..good() }),
        ("a long address", Source { url: format!("https://a.example/{}", "x".repeat(8_192)), ..good() }),
        ("a long title", Source { title: "x".repeat(501), ..good() }),
        ("a long outlet", Source { outlet: "x".repeat(501), ..good() }),
        ("another collection", Source { collection_id: collection_id("x"), ..good() }),
        ("a taken id", Source { id: source_id("s1"), ..good() }),
        ("a text that nobody handed in", Source { latest: Some(head), ..good() }),
        ("captured without a text", Source { state: SourceState::Captured, ..good() }),
    ] {
        // The good one before it is not written either.
        let other = source("one", "other", "https://other.example/");
        let result = store.add_sources(collection_id("one"), vec![other, wrong], NOW).map(drop);
        assert_eq!(code(result), Err("E_STORE_COLLECTION"), "{why}");
        assert_eq!(store.reader().unwrap().source(&source_id("other")).unwrap(), None, "{why}");
    }
    let captured = state(SourceState::Captured, 0, None);
    assert_eq!(code(store.set_source_progress(source_id("s1"), captured)), Err("E_STORE_COLLECTION"));

    let whole = "ä".repeat(MOST_CAPTURED);
    let cut = |text: &str, cut| {
        let mut capture = capture("s1", NOW, "t", text);
        capture.head.cut = cut;
        capture
    };
    let mut other_hash = cut("text", false);
    other_hash.head.hash = digest(b"other");
    let mut other_length = cut("text", false);
    other_length.head.chars = 5;
    for (why, capture, expected) in [
        ("as long as it may be", cut(&whole, false), Ok(())),
        ("cut, with the mark", cut(&format!("{whole}\n\n{CUT_MARK}"), true), Ok(())),
        ("the mark, but not cut", cut(&format!("{whole}\n\n{CUT_MARK}"), false), Err("E_STORE_COLLECTION")),
        ("too long", cut(&format!("{whole}x"), false), Err("E_STORE_COLLECTION")),
        ("a long title", Capture { title: "x".repeat(501), ..cut("t", false) }, Err("E_STORE_COLLECTION")),
        ("another hash", other_hash, Err("E_STORE_COLLECTION")),
        ("another length", other_length, Err("E_STORE_COLLECTION")),
    ] {
        assert_eq!(code(store.put_capture(capture).map(drop)), expected, "{why}");
    }

    let many = |from: usize, count: usize| -> Vec<Source> {
        (from..from + count)
            .map(|n| source("x", &format!("m{n}"), &format!("https://m.example/{n}")))
            .collect()
    };
    let added = store.add_sources(collection_id("x"), many(0, MOST_SOURCES), NOW).unwrap();
    assert_eq!(added.added.len(), MOST_SOURCES);
    let full = store.add_sources(collection_id("x"), many(MOST_SOURCES - 1, 2), NOW).unwrap_err();
    assert_eq!(full, StoreError::CollectionFull(collection_id("x")));
    assert!(full.to_string().contains(&MOST_SOURCES.to_string()), "{full}");
    assert_eq!(store.add_sources(collection_id("x"), many(0, 3), NOW).unwrap().known.len(), 3);
}

/// What is made again is the next version; its body is encrypted, and nothing of it is in the database.
#[test]
fn what_is_made_has_versions_and_an_encrypted_body() {
    let folder = Folder::new();
    let store = folder.open();
    let files = ArtifactFiles::in_dir(&folder.path().join("artifacts"), &[7; 32]).unwrap();
    let urls = [("s1", "https://a.example/"), ("s2", "https://b.example/")];
    filled(&store, "one", &urls);
    let body = made("one", &urls);
    let first = store.keep_made(&files, art("m1"), &body).unwrap();
    let second = store.keep_made(&files, art("m2"), &body).unwrap();
    let brief = Made { transform: Transform::Brief, ..body.clone() };
    let other = store.keep_made(&files, art("m3"), &brief).unwrap();
    assert_eq!((first.version, second.version, other.version), (1, 2, 1));
    let reader = store.reader().unwrap();
    let listed = reader.made(&collection_id("one")).unwrap();
    assert_eq!(listed, [other, second.clone(), first]);
    assert_eq!(listed[1].sources.len(), 2);
    assert_eq!(reader.made_row(&art("m2")).unwrap(), Some(second));
    assert_eq!(reader.collections().unwrap()[0].made, 3);
    assert_eq!(reader.open_made(&files, &art("m2")).unwrap(), body);
    assert_eq!(reader.files().unwrap(), [art("m1"), art("m2"), art("m3")]);
    assert!(!super::collections_erased::lies_in_files(&folder, "title of https"), "only the file has it");
    // Nothing is written over, and what is refused leaves no file.
    assert_eq!(store.keep_made(&files, art("m1"), &brief).unwrap_err().code(), "E_STORE_COLLECTION");
    assert_eq!(reader.open_made(&files, &art("m1")).unwrap(), body);
    let nowhere = Made { collection_id: collection_id("none"), ..body.clone() };
    assert_eq!(store.keep_made(&files, art("m4"), &nowhere).unwrap_err().code(), "E_STORE_NO_COLLECTION");
    assert_eq!(files.names().unwrap().len(), 3);
    assert_eq!(reader.open_made(&files, &art("m4")).unwrap_err().code(), "E_STORE_NO_MADE");
    assert!(store.remove_made(art("m1")).unwrap() && !store.remove_made(art("m1")).unwrap());
    assert_eq!(store.keep_made(&files, art("m5"), &body).unwrap().version, 3);
}

/// I14: what is collected in private lies in memory, works the same, and is gone.
#[test]
fn a_private_collection_never_touches_the_disk() {
    let store = Store::open(Options::memory(), NOW).unwrap();
    filled(&store, "one", &[("s1", "https://a.example/")]);
    store.put_capture(capture("s1", NOW, "Rent", "warm rent")).unwrap();
    assert_eq!(store.reader().unwrap().search("warm", None, 9).unwrap().len(), 1);
    assert!(verify(&store.reader().unwrap(), &[], &[]).is_intact());
    assert!(store.remove_collection(collection_id("one")).unwrap().sources == 1);
    assert_eq!(store.reader().unwrap().search("warm", None, 9).unwrap(), []);
}
