//! The line of heads: each key signs once, and a crash at any point leaves a log that goes on.

use laika_store::{Signing, StoreError};

use super::world::*;

fn keys(folder: &Folder) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder.path().join("head-keys"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_key_signs_one_head_and_is_gone() {
    let folder = Folder::new();
    let store = folder.open();
    assert_eq!(store.anchor(NOW).unwrap_err().code(), "E_STORE_EMPTY");
    assert_eq!(keys(&folder), ["1.key"]);
    let begun = store.append(batch("one", NOW, [started("one")])).unwrap();
    assert_eq!(begun.signing, Signing::NotDue);
    let first = store.anchor(NOW + 1).unwrap();
    assert_eq!(store.anchor(NOW + 2).unwrap(), first, "nothing happened since");
    assert_eq!(keys(&folder), ["2.key"]);
    let Signing::Signed(second) = store.append(batch("one", NOW + 3, [ended()])).unwrap().signing else {
        panic!("a run that ends is signed")
    };
    assert_eq!((second.epoch, second.log_seq, second.public_key), (2, 2, first.next_public_key));
    assert_eq!(keys(&folder), ["3.key"]);
    assert!(first.is_signed() && second.is_signed());
    assert!(verify(&store.reader().unwrap(), &[first, second], &[]).is_intact());
}

#[test]
fn a_crash_in_the_middle_of_signing_is_repaired() {
    let folder = Folder::new();
    let key = |name: &str| folder.path().join("head-keys").join(name);
    {
        let store = folder.open();
        store.append(batch("one", NOW, [started("one")])).unwrap();
    }
    let first = std::fs::read(key("1.key")).unwrap();
    // Before the head was durable: the next key was made, or only half of it.
    std::fs::write(key("2.key"), [7; 32]).unwrap();
    std::fs::write(key("2.key.new"), [7; 5]).unwrap();
    let store = folder.open();
    assert_eq!(keys(&folder), ["1.key"]);
    let head = store.anchor(NOW).unwrap();
    drop(store);
    // After it was durable: the old key was not erased yet.
    std::fs::write(key("1.key"), first).unwrap();
    let store = folder.open();
    assert_eq!(keys(&folder), ["2.key"]);
    store.append(batch("one", NOW, [said("more")])).unwrap();
    let next = store.anchor(NOW + 1).unwrap();
    assert_eq!((next.epoch, next.public_key), (2, head.next_public_key));
    assert!(verify(&store.reader().unwrap(), &[head, next], &[]).is_intact());
}

#[test]
fn no_new_line_of_heads_begins_silently() {
    for (name, wreck) in
        [("missing", None), ("of another line", Some(vec![9; 32])), ("half", Some(vec![9; 5]))]
    {
        let folder = Folder::new();
        {
            let store = folder.open();
            store.append(batch("one", NOW, [started("one")])).unwrap();
            store.anchor(NOW).unwrap();
        }
        let key = folder.path().join("head-keys/2.key");
        match wreck {
            Some(bytes) => std::fs::write(&key, bytes).unwrap(),
            None => std::fs::remove_file(&key).unwrap(),
        }
        // A key that may belong to a newer copy of the log is left alone.
        std::fs::write(folder.path().join("head-keys/9.key"), [1; 32]).unwrap();
        let store = folder.open();
        let appended = store.append(batch("one", NOW, [ended()])).unwrap();
        assert_eq!(appended.last_seq, 2, "{name}: what happened is recorded all the same");
        assert!(matches!(&appended.signing, Signing::Failed(StoreError::HeadKey { epoch: 2, .. })), "{name}");
        assert_eq!(store.anchor(NOW).unwrap_err().code(), "E_STORE_HEAD_KEY", "{name}");
        assert!(keys(&folder).contains(&"9.key".into()));
        let report = verify(&store.reader().unwrap(), &[], &[]);
        // A key that is gone has signed; then the head that it signed is missing here.
        let problems: Vec<_> = report.problems.iter().map(|problem| problem.sentence.as_str()).collect();
        let expected =
            if name == "missing" { &["heads 2 to 8 were signed and are missing"][..] } else { &[] };
        assert_eq!((problems.as_slice(), report.heads), (expected, 1), "{name}");
        // What was to be erased is erased.
        let removed = store.forget(laika_store::Forget::Everything, NOW, &mut |_| {}).unwrap();
        assert!(matches!(removed.signing, Signing::Failed(_)) && removed.payloads == 2, "{name}");
    }
}

/// Where the database is gone and its keys are not, the new log is not passed off as the first.
#[test]
fn a_vanished_log_leaves_a_trace() {
    let folder = Folder::new();
    two_runs(&folder.open());
    std::fs::remove_file(folder.database()).unwrap();
    let store = folder.open();
    let appended = store.append(batch("one", NOW, [started("one"), ended()])).unwrap();
    assert!(matches!(appended.signing, Signing::Failed(StoreError::HeadKey { epoch: 1, .. })));
    assert_eq!(keys(&folder), ["3.key"]);
    assert!(verify(&store.reader().unwrap(), &[], &[]).to_string().contains("heads 1 to 2 were signed"));
}

/// A table that reads as if it were empty is whole to the database. The keys say how many heads were signed.
#[test]
fn heads_that_are_gone_are_noticed_without_a_head_from_elsewhere() {
    for (lost, which) in [("epoch > 0", "heads 1 to 2"), ("epoch = 2", "heads 2 to 2")] {
        let folder = Folder::new();
        two_runs(&folder.open());
        assert!(folder.verify().is_intact());
        folder.tamper(&format!("DELETE FROM head WHERE {lost}"));
        let report = folder.verify();
        assert_eq!(report.problems.len(), 1, "{report}");
        assert_eq!(report.problems[0].code(), "E_LOG_HEAD");
        assert!(report.problems[0].sentence.starts_with(which), "{report}");
        // The database alone, as somebody else was given it, says nothing of keys.
        let alone = tempfile::tempdir().unwrap();
        let copy = alone.path().join("laika.db");
        std::fs::copy(folder.database(), &copy).unwrap();
        assert!(verify(&laika_store::Reader::open(&copy).unwrap(), &[], &[]).is_intact());
    }
}

/// Anybody can sign a head with a key of their own; the one before it names another.
#[test]
fn a_head_signed_by_somebody_else_is_noticed() {
    use ed25519_dalek::{Signer, SigningKey};
    let folder = Folder::new();
    let store = folder.open();
    two_runs(&store);
    let head = store.reader().unwrap().head().unwrap().unwrap();
    drop(store);
    let key = SigningKey::from_bytes(&[7; 32]);
    let public = key.verifying_key().to_bytes();
    let mut bytes = b"laika.head.1\n".to_vec();
    for number in [head.epoch, head.log_seq, head.at_ms] {
        bytes.extend(number.to_be_bytes());
    }
    bytes.extend([head.log_hash.0, public, public].concat());
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let signature = hex(&key.sign(&bytes).to_bytes());
    let public = hex(&public);
    folder.tamper(&format!(
        "UPDATE head SET public_key = x'{public}', next_public_key = x'{public}', signature = x'{signature}' \
         WHERE epoch = 2"
    ));
    let forged = folder.reader().head().unwrap().unwrap();
    assert!(forged.is_signed(), "the signature by itself is good");
    let report = folder.verify();
    assert_eq!(report.problems.iter().map(|problem| problem.code()).collect::<Vec<_>>(), ["E_LOG_HEAD"]);
    assert!(report.problems[0].sentence.contains("another key"), "{report}");
}
