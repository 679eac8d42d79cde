//! The real Secret Service: a session bus and a key store of their own, in a home of their own.

use std::fs;
use std::os::unix::fs::DirBuilderExt as _;
use std::process::{Command, Stdio};

use laika_os::key_store::{Choice, KeyError, KeyStore, Place};

use super::{DataDir, again, failure, given_data_dir};

const PROGRAMS: [&str; 4] = ["dbus-run-session", "gnome-keyring-daemon", "secret-tool", "sh"];

/// Runs one of the ignored tests below on a bus of its own; nothing when a program for that is missing.
fn on_a_bus(test: &str, data: &DataDir, before: &str) -> Option<()> {
    let paths: Vec<_> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let missing = PROGRAMS.iter().find(|program| !paths.iter().any(|path| path.join(program).is_file()));
    if let Some(missing) = missing {
        eprintln!("skipped: {missing} is not installed");
        return None;
    }
    let home = data.0.path().join("home");
    fs::DirBuilder::new().recursive(true).mode(0o700).create(home.join("run")).unwrap();
    let inner = again(test, &data.path());
    let mut command = Command::new("dbus-run-session");
    command.args(["--", "sh", "-c", &format!("{before}\nexec \"$0\" \"$@\"")]);
    command.arg(inner.get_program()).args(inner.get_args());
    command
        .env("LAIKA_TEST_DATA_DIR", data.path())
        .env("HOME", &home)
        .env("XDG_RUNTIME_DIR", home.join("run"));
    for variable in ["XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "DISPLAY", "WAYLAND_DISPLAY"] {
        command.env_remove(variable);
    }
    // What the daemon leaves running must not hold our output open.
    let output = fs::File::create(data.0.path().join("output")).unwrap();
    command.stdin(Stdio::null()).stdout(output.try_clone().unwrap()).stderr(output);
    let status = command.status().unwrap();
    assert!(status.success(), "{}", fs::read_to_string(data.0.path().join("output")).unwrap());
    Some(())
}

const UNLOCKED: &str = "printf pass | gnome-keyring-daemon --unlock --components=secrets";

#[test]
fn keys_live_in_the_secret_service() {
    let data = DataDir::new();
    if on_a_bus("it::secret_service::inside_unlocked", &data, UNLOCKED).is_none() {
        return;
    }
    // The same folder without a bus: an error, never a new key.
    let other = DataDir::new();
    fs::rename(data.path(), other.path()).unwrap();
    on_a_bus("it::secret_service::inside_without_an_answer", &other, "unset DBUS_SESSION_BUS_ADDRESS")
        .unwrap();
}

#[test]
#[ignore = "needs a session bus; started by the test above"]
fn inside_unlocked() {
    let dir = given_data_dir();
    let mut store = KeyStore::open(&dir, Choice::Auto).unwrap();
    assert_eq!(store.describe().place, Place::OsKeyStore, "{:?}", store.describe().because);
    assert_eq!(store.describe().to_string(), "keys are in the system's key store (Secret Service)");
    let key = store.get_or_create("log").unwrap();
    let mut again = KeyStore::open(&dir, Choice::Auto).unwrap();
    assert_eq!(again.get_or_create("log").unwrap().expose(), key.expose());
    assert!(matches!(failure(KeyStore::open(&dir, Choice::KeyFile)), KeyError::KeptElsewhere(_)));
    assert!(!dir.join("keys").exists());
    again.get_or_create("other").unwrap();
    again.delete("other").unwrap();
    assert!(again.get("other").unwrap().is_none());

    // Another folder has keys of its own.
    let mut elsewhere = KeyStore::open(&dir.with_file_name("elsewhere"), Choice::OsKeyStore).unwrap();
    assert_ne!(elsewhere.get_or_create("log").unwrap().expose(), key.expose());

    // Locked: nothing is made, replaced or reported as removed. The program crashes when it is done, so its end is
    // not looked at.
    let _ = Command::new("secret-tool").args(["lock", "--collection=login"]).stderr(Stdio::null()).status();
    assert!(matches!(failure(store.get("log")), KeyError::StoreLocked));
    assert!(matches!(failure(store.get_or_create("log")), KeyError::StoreLocked));
    assert!(matches!(failure(store.delete("log")), KeyError::StoreLocked));
    assert!(matches!(failure(store.get_or_create("new")), KeyError::Unavailable(_)));
}

#[test]
#[ignore = "needs to be without a bus; started by a test above"]
fn inside_without_an_answer() {
    let dir = given_data_dir();
    let mut store = KeyStore::open(&dir, Choice::Auto).unwrap();
    assert_eq!(store.describe().place, Place::OsKeyStore);
    let error = failure(store.get_or_create("log"));
    assert!(matches!(error, KeyError::Unavailable(_)), "{error}");
    assert!(!dir.join("keys").exists());

    // A folder without a choice gets a file, and says why.
    let fresh = KeyStore::open(&dir.with_file_name("fresh"), Choice::Auto).unwrap().describe();
    assert_eq!(fresh.place, Place::KeyFile);
    assert!(fresh.because.unwrap().starts_with("the system's key store does not work: "));
    assert!(KeyStore::open(&dir.with_file_name("strict"), Choice::OsKeyStore).is_err());
    assert!(!dir.with_file_name("strict").join("key-store").exists());
}
