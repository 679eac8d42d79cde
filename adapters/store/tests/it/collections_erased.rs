//! What was collected and is forgotten or removed is gone: from the tables, from the index, and from every file.

use laika_protocol::collection::Source;
use laika_store::artifact::ArtifactFiles;
use laika_store::{Forget, Signing, Site, Store, Windows};

use super::collections::{art, capture, collection, collection_id, filled, made, source, source_id};
use super::world::*;

/// Whether the raw files of the log hold a text, in whatever case: the index folds it.
pub(crate) fn lies_in_files(folder: &Folder, text: &str) -> bool {
    let entries = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.is_file()).any(|path| {
        let bytes = std::fs::read(path).unwrap();
        bytes.windows(text.len()).any(|window| window.eq_ignore_ascii_case(text.as_bytes()))
    })
}

/// Words that no file has unless they were captured, enough of them that the index has many pages.
fn words(canary: &str, salt: u32) -> String {
    let filler: String = (0..1_500).map(|n| format!("w{:x} ", (n * 7_919 + salt) % 100_003)).collect();
    let canaries: String = (0..200).map(|n| format!("{canary}x{n} ")).collect();
    format!("{filler}{canary} {canaries}").chars().take(24_000).collect()
}

/// Two versions of three sources of two sites in two collections, and a thing made from each.
fn world(folder: &Folder) -> (Store, ArtifactFiles) {
    let store = folder.open();
    let files = ArtifactFiles::in_dir(&folder.path().join("artifacts"), &[7; 32]).unwrap();
    let bank = ("bank", "https://my.bank.example/flats");
    let shop = ("shop", "https://shop.example/flats");
    filled(&store, "one", &[bank, shop]);
    filled(&store, "two", &[("other", "https://notmybank.example/")]);
    for (n, (id, canary)) in
        (0..).zip([("bank", "CANARYBANK"), ("shop", "CANARYSHOP"), ("other", "CANARYOTHER")])
    {
        for version in 0..2 {
            let text = words(&format!("{canary}v{version}"), n * 31 + version);
            store.put_capture(capture(id, NOW, &format!("{canary} title {version}"), &text)).unwrap();
        }
    }
    store.keep_made(&files, art("both"), &made("one", &[bank, shop])).unwrap();
    store.keep_made(&files, art("shop"), &made("one", &[shop])).unwrap();
    store.keep_made(&files, art("other"), &made("two", &[("other", "https://notmybank.example/")])).unwrap();
    (store, files)
}

#[test]
fn i16_what_was_collected_is_forgotten_with_its_site() {
    type Act = fn(&Store) -> laika_store::Removed;
    let site: Act = |store| {
        store.forget(Forget::Site(Site::parse("bank.example").unwrap()), NOW + 9, &mut |_| {}).unwrap()
    };
    let removed_collection: Act = |store| store.remove_collection(collection_id("one")).unwrap();
    let everything: Act = |store| store.forget(Forget::Everything, NOW + 9, &mut |_| {}).unwrap();
    let cases: [(&str, Act, &[&str], &[&str]); 3] = [
        ("site", site, &["CANARYBANK"], &["both"]),
        ("collection", removed_collection, &["CANARYBANK", "CANARYSHOP"], &["both", "shop"]),
        ("everything", everything, &["CANARYBANK", "CANARYSHOP", "CANARYOTHER"], &["both", "other", "shop"]),
    ];
    let all = ["CANARYBANK", "CANARYSHOP", "CANARYOTHER"];
    for (name, act, gone, artifacts) in cases {
        let folder = Folder::new();
        let (store, files) = world(&folder);
        assert!(all.iter().all(|canary| lies_in_files(&folder, canary)), "the test would see it");
        let mut removed = act(&store);
        assert!(removed.clean, "{name}");
        assert_eq!(removed.sources, gone.len() as u64, "{name}");
        removed.artifacts.sort();
        assert_eq!(removed.artifacts, artifacts.iter().map(|id| art(id)).collect::<Vec<_>>(), "{name}");
        removed.artifacts.iter().for_each(|id| files.delete(id).unwrap());
        let reader = store.reader().unwrap();
        assert_eq!(files.names().unwrap().len(), reader.files().unwrap().len(), "{name}");
        for canary in all {
            let stays = !gone.contains(&canary);
            assert_eq!(lies_in_files(&folder, canary), stays, "{name}: {canary}");
            assert_eq!(
                reader.search(&format!("{canary}v1"), None, 9).unwrap().len(),
                usize::from(stays),
                "{name}"
            );
        }
        assert!(verify(&reader, &[], &[]).is_intact(), "{name}");
        // It goes on as if it had never been.
        if name == "site" {
            store
                .add_sources(
                    collection_id("one"),
                    vec![source("one", "bank", "https://my.bank.example/flats")],
                    NOW,
                )
                .unwrap();
            assert_eq!(store.put_capture(capture("bank", NOW, "t", "anew")).unwrap().number, 1);
            assert_eq!(reader.search("anew", None, 9).unwrap().len(), 1);
        }
    }
    // A run that is forgotten takes nothing of a collection with it.
    let folder = Folder::new();
    let (store, _) = world(&folder);
    store.append(batch("r1", NOW, [started("r1"), ended()])).unwrap();
    let removed = store.forget(Forget::Run(run("r1")), NOW + 9, &mut |_| {}).unwrap();
    assert_eq!((removed.sources, removed.artifacts.len()), (0, 0));
    assert!(matches!(removed.signing, Signing::Signed(_)) && lies_in_files(&folder, "CANARYBANK"));
}

/// What was made rests on a site even after its source was removed, and says its address even where nothing is used.
#[test]
fn what_was_made_is_forgotten_after_its_source_is_gone() {
    let folder = Folder::new();
    let (store, _) = world(&folder);
    let removed = store.remove_source(source_id("bank"), NOW).unwrap();
    assert_eq!((removed.sources, removed.artifacts.len(), removed.clean), (1, 0, true));
    for canary in ["CANARYBANKv0", "CANARYBANKv1", "CANARYBANK title"] {
        assert!(!lies_in_files(&folder, canary), "{canary} is still in the files");
    }
    assert_eq!(store.remove_source(source_id("bank"), NOW).unwrap_err().code(), "E_STORE_NO_SOURCE");
    let site = Forget::Site(Site::parse("https://my.bank.example").unwrap());
    let removed = store.forget(site, NOW, &mut |_| {}).unwrap();
    assert_eq!((removed.sources, removed.artifacts), (0, vec![art("both")]));
    assert!(verify(&store.reader().unwrap(), &[], &[]).is_intact());
}

/// An address may lead to another site: what was read there goes with that site, under whatever address it was added.
#[test]
fn what_was_read_through_a_redirect_is_forgotten_with_the_site_it_led_to() {
    let bank = Forget::Site(Site::parse("bank.example").unwrap());
    // Also what was made from it, and also after the source itself was removed, or leads elsewhere now.
    for (removed_before, leads_elsewhere_now) in [(false, false), (false, true), (true, false)] {
        let folder = Folder::new();
        let store = folder.open();
        let files = ArtifactFiles::in_dir(&folder.path().join("artifacts"), &[7; 32]).unwrap();
        let (short, other) = (("short", "https://short.example/x"), ("other", "https://other.example/"));
        filled(&store, "one", &[short, other]);
        let site = |origin: &str| laika_protocol::ids::Origin::parse(origin).unwrap();
        store.read_on(source_id("short"), site("https://my.bank.example")).unwrap();
        store.put_capture(capture("short", NOW, "Account", "CANARYBANK")).unwrap();
        store.read_on(source_id("other"), site("https://other.example")).unwrap();
        store.put_capture(capture("other", NOW, "Other", "CANARYOTHER")).unwrap();
        store.keep_made(&files, art("both"), &made("one", &[short, other])).unwrap();
        store.keep_made(&files, art("other"), &made("one", &[other])).unwrap();
        if leads_elsewhere_now {
            store.read_on(source_id("short"), site("https://news.example")).unwrap();
            store.put_capture(capture("short", NOW + 1, "News", "now")).unwrap();
        }
        if removed_before {
            store.remove_source(source_id("short"), NOW).unwrap();
        }
        let removed = store.forget(bank.clone(), NOW + 9, &mut |_| {}).unwrap();
        assert_eq!(removed.sources, u64::from(!removed_before));
        assert_eq!(removed.artifacts, [art("both")]);
        assert!(removed.clean && !lies_in_files(&folder, "CANARYBANK"));
        assert!(!lies_in_files(&folder, "my.bank.example"), "its name is gone, too");
        assert!(lies_in_files(&folder, "CANARYOTHER"));
    }
    let nobody = laika_protocol::ids::Origin::parse("https://a.example").unwrap();
    let folder = Folder::new();
    assert_eq!(folder.open().read_on(source_id("x"), nobody).unwrap_err().code(), "E_STORE_NO_SOURCE");
}

/// What the person collects is kept until they remove it: no window of time takes it.
#[test]
fn collections_do_not_grow_old() {
    let folder = Folder::new();
    let (store, _) = world(&folder);
    let removed =
        store.prune(NOW + 10_000 * DAY, Windows { days: 1, sensitive_days: 1 }, &mut |_| {}).unwrap();
    assert_eq!((removed.sources, removed.artifacts.len()), (0, 0));
    assert_eq!(store.reader().unwrap().collections().unwrap().len(), 2);
}

/// Notes and files of the person are of no site.
#[test]
fn a_note_is_of_no_site() {
    let folder = Folder::new();
    let store = folder.open();
    store.create_collection(collection("one")).unwrap();
    let note = Source {
        kind: laika_protocol::collection::SourceKind::Note,
        ..source("one", "n1", "note:bank.example")
    };
    store.add_sources(collection_id("one"), vec![note], NOW).unwrap();
    store.put_capture(capture("n1", NOW, "Mine", "words of mine")).unwrap();
    let removed = store.forget(Forget::Site(Site::parse("bank.example").unwrap()), NOW, &mut |_| {}).unwrap();
    assert_eq!(removed.sources, 0);
    assert_eq!(store.reader().unwrap().search("mine", None, 9).unwrap().len(), 1);
}
