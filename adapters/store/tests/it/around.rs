//! What is kept beside the chain: settings of sites, packets of conversations, and a run's last event as a condition.

use laika_protocol::ids::ProfileId;
use laika_protocol::wire::SiteMode;
use laika_store::{Batch, Override, SiteNote, StoreError};

use super::world::*;

/// PRIV-007: what somebody set for a site in one profile is unknown in another.
#[test]
fn settings_of_a_site_belong_to_one_profile() {
    let folder = Folder::new();
    let store = folder.open();
    let other = ProfileId::parse("work").unwrap();
    let site = origin("https://a.example");
    let set = |mode| Override {
        profile: profile(),
        origin: site.clone(),
        label: Some("sensitive".into()),
        mode: Some(mode),
        created_at_ms: NOW,
    };
    store.set_override(set(SiteMode::Assist)).unwrap();
    store.set_override(set(SiteMode::Observe)).unwrap();
    let of = |profile: &ProfileId| store.reader().unwrap().overrides(profile).unwrap();
    assert_eq!(of(&profile()), [set(SiteMode::Observe)], "the later one holds");
    assert_eq!(of(&other), []);
    assert!(!store.clear_override(other, site.clone()).unwrap(), "another profile takes nothing back");
    assert!(store.clear_override(profile(), site).unwrap());
    assert_eq!(of(&profile()), []);
}

/// CTX-005, CTX-012: notes about a site belong to one profile, and are kept until they are taken away.
#[test]
fn ctx_012_notes_about_a_site_are_kept() {
    let folder = Folder::new();
    let (site, elsewhere) = (origin("https://a.example"), origin("https://b.example"));
    let other = ProfileId::parse("work").unwrap();
    let note = |text: &str| SiteNote {
        id: None,
        profile: profile(),
        origin: site.clone(),
        kind: "dont".into(),
        text: text.into(),
        created_at_ms: NOW,
    };
    let id = {
        let store = folder.open();
        assert_eq!(
            store.add_note(note("")).unwrap_err().code(),
            store.add_note(note(&"x".repeat(501))).unwrap_err().code()
        );
        store.add_note(note("buy the set")).unwrap()
    };
    let store = folder.open();
    let of = |profile: &ProfileId, origin| store.reader().unwrap().notes(profile, origin).unwrap();
    let written = SiteNote { id: Some(id), ..note("buy the set") };
    assert_eq!(of(&profile(), None), std::slice::from_ref(&written));
    assert_eq!(of(&profile(), Some(&site)), [written]);
    assert_eq!(of(&profile(), Some(&elsewhere)), []);
    assert_eq!(of(&other, None), []);
    assert!(!store.remove_note(other, id).unwrap(), "another profile takes nothing away");
    assert!(store.remove_note(profile(), id).unwrap() && !store.remove_note(profile(), id).unwrap());
}

/// PROT-059: stored packets can be asked with SQLite's own JSON functions.
#[test]
fn packets_are_queryable() {
    let folder = Folder::new();
    drop(two_runs(&folder.open()));
    let found: String = raw(&folder.database())
        .query_row("SELECT json_extract(packet_json, '$.input.goal') FROM messages", [], |row| row.get(0))
        .unwrap();
    assert!(found.contains("opening hours"), "{found}");
}

/// Records follow from what is before them: a batch for a run that has moved on is refused as a whole.
#[test]
fn a_run_that_has_moved_on_refuses_what_does_not_follow() {
    let folder = Folder::new();
    let store = folder.open();
    let after = |seq, records| Batch { after_seq: Some(seq), ..batch("one", NOW, records) };
    store.append(after(0, vec![started("one"), said("hello")])).unwrap();
    for seq in [0, 1, 3] {
        let refused = store.append(after(seq, vec![said("again")])).unwrap_err();
        assert_eq!(refused, StoreError::Moved { run: run("one"), after: seq, last: 2 });
    }
    assert_eq!(store.append(after(2, vec![said("again")])).unwrap().last_seq, 3);
    assert!(folder.verify().is_intact());
}
