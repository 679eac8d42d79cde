//! Keys in a file: kept, private, and sealed when asked.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use laika_os::key_store::{Choice, Key, KeyError, Place};

use super::{DataDir, failure, secret};

#[test]
fn keys_are_kept_replaced_and_removed() {
    for choice in [Choice::KeyFile, Choice::Memory] {
        let data = DataDir::new();
        let mut store = data.open(choice).unwrap();
        assert!(store.get("log").unwrap().is_none());
        let first = store.get_or_create("log").unwrap();
        let other = store.get_or_create("artifacts").unwrap();
        assert_ne!(first.expose(), other.expose());
        assert_eq!(store.get_or_create("log").unwrap().expose(), first.expose());
        store.put("log", &Key::new(&[7; 32])).unwrap();
        if choice == Choice::KeyFile {
            store = data.open(choice).unwrap();
        }
        assert_eq!(store.get("log").unwrap().unwrap().expose(), &[7; 32]);
        store.delete("log").unwrap();
        store.delete("log").unwrap();
        assert!(store.get("log").unwrap().is_none());
        assert_ne!(store.get_or_create("log").unwrap().expose(), &[7; 32]);
        assert_eq!(store.get("artifacts").unwrap().unwrap().expose(), other.expose());
        for name in ["", "Log", "a b", "-w", "../keys", &"x".repeat(65)] {
            assert!(matches!(failure(store.get_or_create(name)), KeyError::Name(_)), "{name}");
        }
        assert_eq!(data.path().exists(), choice == Choice::KeyFile);
    }
}

#[test]
fn what_others_could_read_or_replace_is_refused() {
    let data = DataDir::new();
    data.open(Choice::KeyFile).unwrap().get_or_create("log").unwrap();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let set =
        |path: &std::path::Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    assert_eq!(mode(&data.path()), 0o700);
    for name in ["keys", "key-store"] {
        let file = data.file(name);
        assert_eq!(mode(&file), 0o600);
        for open in [0o640, 0o604, 0o620] {
            set(&file, open);
            let error = failure(data.open(Choice::Auto));
            assert!(matches!(error, KeyError::NotPrivate { .. }), "{error}");
            assert!(error.hint().unwrap().contains("chmod 600"));
        }
        set(&file, 0o600);
        let real = data.file("elsewhere");
        fs::rename(&file, &real).unwrap();
        symlink(&real, &file).unwrap();
        assert!(failure(data.open(Choice::Auto)).to_string().contains("symbolic link"));
        fs::rename(&real, &file).unwrap();
    }
    set(&data.path(), 0o750);
    assert!(failure(data.open(Choice::Auto)).hint().unwrap().contains("chmod 700"));
    set(&data.path(), 0o700);
    assert!(data.open(Choice::Auto).unwrap().get("log").unwrap().is_some());
}

#[test]
fn somebody_elses_file_is_refused() {
    let data = DataDir::new();
    data.open(Choice::KeyFile).unwrap().get_or_create("log").unwrap();
    if std::os::unix::fs::chown(data.file("keys"), Some(12345), None).is_err() {
        eprintln!("skipped: only root can give a file away");
        return;
    }
    assert!(failure(data.open(Choice::Auto)).to_string().contains("belongs to somebody else"));
}

#[test]
fn a_passphrase_is_set_changed_and_removed() {
    let data = DataDir::new();
    let mut store = data.open(Choice::KeyFile).unwrap();
    let key = store.get_or_create("log").unwrap();
    assert!(store.describe().to_string().ends_with("keys (not protected by a passphrase)"));
    assert!(matches!(failure(store.set_passphrase(&secret(""))), KeyError::EmptyPassphrase));
    store.set_passphrase(&secret("correct horse")).unwrap();
    let file = fs::read(data.file("keys")).unwrap();
    assert!(!file.windows(32).any(|bytes| bytes == key.expose()));

    let mut locked = data.open(Choice::Auto).unwrap();
    assert!(locked.is_locked());
    assert_eq!(locked.describe().place, Place::KeyFilePassphrase);
    assert!(locked.describe().to_string().ends_with("keys (protected by a passphrase)"));
    for refused in [
        locked.get("log").map(drop),
        locked.get_or_create("new").map(drop),
        locked.delete("log"),
        locked.set_passphrase(&secret("mine now")),
        locked.remove_passphrase(),
    ] {
        assert!(matches!(failure(refused), KeyError::NeedsPassphrase));
    }
    assert!(matches!(failure(locked.unlock(&secret("correct house"))), KeyError::WrongPassphrase));
    assert_eq!(fs::read(data.file("keys")).unwrap(), file);
    locked.unlock(&secret("correct horse")).unwrap();
    assert_eq!(locked.get("log").unwrap().unwrap().expose(), key.expose());
    // A key that is added later is sealed too.
    let added = locked.get_or_create("artifacts").unwrap();

    locked.set_passphrase(&secret("battery staple")).unwrap();
    // The one that was open before the change does not go on with the old passphrase.
    assert!(matches!(failure(store.get("log")), KeyError::Changed(_)));
    let mut changed = data.open(Choice::KeyFile).unwrap();
    assert!(matches!(failure(changed.unlock(&secret("correct horse"))), KeyError::WrongPassphrase));
    changed.unlock(&secret("battery staple")).unwrap();
    changed.remove_passphrase().unwrap();
    let open = data.open(Choice::KeyFile).unwrap();
    assert_eq!(open.describe().place.code(), "key_file");
    assert_eq!(open.get("log").unwrap().unwrap().expose(), key.expose());
    assert_eq!(open.get("artifacts").unwrap().unwrap().expose(), added.expose());
}

#[test]
fn secrets_are_kept_sealed_and_forgotten() {
    for choice in [Choice::KeyFile, Choice::Memory] {
        let data = DataDir::new();
        let mut store = data.open(choice).unwrap();
        assert!(store.secret("model:a.b").unwrap().is_none());
        store.delete_secret("model:a.b").unwrap();
        store.put_secret("model:a.b", &secret("sk-first")).unwrap();
        store.put_secret("model:a.b", &secret("sk-c4n4ry-second")).unwrap();
        store.put_secret("model:c", &secret("sk-third")).unwrap();
        if choice == Choice::KeyFile {
            store = data.open(choice).unwrap();
            for file in fs::read_dir(data.path()).unwrap() {
                let bytes = fs::read(file.unwrap().path()).unwrap();
                assert!(
                    !bytes.windows(6).any(|piece| piece == b"c4n4ry"),
                    "a secret stands in a file in clear"
                );
            }
        }
        assert_eq!(store.secret("model:a.b").unwrap(), Some(secret("sk-c4n4ry-second")));
        store.delete_secret("model:a.b").unwrap();
        assert!(store.secret("model:a.b").unwrap().is_none());
        assert_eq!(store.secret("model:c").unwrap(), Some(secret("sk-third")));
        assert!(matches!(failure(store.put_secret("", &secret("x"))), KeyError::Name(_)));
        assert_eq!(data.path().exists(), choice == Choice::KeyFile);
    }
}

#[test]
fn a_passphrase_holds_secrets_back_too() {
    let data = DataDir::new();
    let mut store = data.open(Choice::KeyFile).unwrap();
    store.put_secret("model:a", &secret("sk-a")).unwrap();
    store.set_passphrase(&secret("correct horse")).unwrap();
    let mut store = data.open(Choice::Auto).unwrap();
    assert!(matches!(failure(store.secret("model:a")), KeyError::NeedsPassphrase));
    assert!(matches!(failure(store.put_secret("model:a", &secret("x"))), KeyError::NeedsPassphrase));
    store.unlock(&secret("correct horse")).unwrap();
    assert_eq!(store.secret("model:a").unwrap(), Some(secret("sk-a")));
}

#[test]
fn secrets_without_their_key_are_an_error() {
    let data = DataDir::new();
    let mut store = data.open(Choice::KeyFile).unwrap();
    store.put_secret("model:a", &secret("sk-a")).unwrap();
    store.put("secrets", &Key::new(&[9; 32])).unwrap();
    assert!(matches!(failure(store.secret("model:a")), KeyError::Damaged { .. }));
    assert!(matches!(failure(store.put_secret("model:a", &secret("sk-b"))), KeyError::Damaged { .. }));
}
