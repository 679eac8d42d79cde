//! The choice is made once. What is missing later is an error, never a new key.

use std::fs;

use laika_os::key_store::{Choice, KeyError, Place};

use super::{DataDir, failure};

#[test]
fn a_choice_is_remembered() {
    let data = DataDir::new();
    let key = data.open(Choice::KeyFile).unwrap().get_or_create("log").unwrap();
    let again = data.open(Choice::Auto).unwrap();
    assert_eq!(again.describe().place, Place::KeyFile);
    assert_eq!(again.get("log").unwrap().unwrap().expose(), key.expose());
    let error = failure(data.open(Choice::OsKeyStore));
    assert!(matches!(error, KeyError::KeptElsewhere(Place::KeyFile)), "{error}");
    assert_eq!(error.hint().unwrap(), "choose `key_file` or `auto`");
    // The note is lost, the keys are not.
    fs::remove_file(data.file("key-store")).unwrap();
    let error = failure(again.get("log"));
    assert!(error.to_string().ends_with("is damaged: it is gone"), "{error}");
    assert!(matches!(failure(data.open(Choice::OsKeyStore)), KeyError::KeptElsewhere(Place::KeyFile)));
    assert_eq!(data.open(Choice::Auto).unwrap().get("log").unwrap().unwrap().expose(), key.expose());
}

#[test]
fn a_lost_key_is_not_made_again() {
    let data = DataDir::new();
    let mut store = data.open(Choice::KeyFile).unwrap();
    store.get_or_create("log").unwrap();
    fs::remove_file(data.file("keys")).unwrap();
    for mut store in [store, data.open(Choice::Auto).unwrap()] {
        assert!(matches!(failure(store.get("log")), KeyError::Gone(_)));
        let error = failure(store.get_or_create("log"));
        assert_eq!(error.to_string(), "the key `log` was made before and is gone");
        assert!(error.hint().unwrap().contains("backup"));
        assert!(!data.file("keys").exists());
    }
}

#[test]
fn a_note_that_cannot_be_read_stops_everything() {
    let data = DataDir::new();
    data.open(Choice::KeyFile).unwrap().get_or_create("log").unwrap();
    let good = fs::read_to_string(data.file("key-store")).unwrap();
    let bad = ["", "laika key store 2\n", &good[..good.len() - 1], &good.replace("key_file", "cloud")];
    for text in bad {
        fs::write(data.file("key-store"), text).unwrap();
        assert!(matches!(failure(data.open(Choice::Auto)), KeyError::Damaged { .. }), "{text:?}");
    }
    fs::write(data.file("key-store"), good).unwrap();
    assert!(data.open(Choice::Auto).is_ok());
}

#[test]
fn only_a_key_file_has_a_passphrase() {
    let mut store = DataDir::new().open(Choice::Memory).unwrap();
    assert_eq!(store.describe().place.code(), "memory");
    assert!(matches!(failure(store.set_passphrase(&super::secret("x"))), KeyError::NoPassphraseHere));
}
