//! The keys: where they are, whether they are locked, and whether their place answers.

use std::path::Path;

use laika_os::key_store::{Choice, KeyError, KeyStore, Place};

use super::finding::{Check, Finding};
use super::scratch::Scratch;
use super::teller::{Teller, aside};

/// A name that no key has: its place is asked, and says that there is none.
const NOBODY: &str = "doctor";

pub(super) async fn examine(folder: &Path, tell: &Teller) {
    let folder = folder.to_owned();
    tell.doing("asking for the keys");
    tell.found(aside(move || look(&folder)).await);
}

fn look(folder: &Path) -> Finding {
    // Opening decides where keys go and remembers it; so before there are any, another folder is asked about.
    let decided = ["key-store", "keys"].iter().any(|name| folder.join(name).symlink_metadata().is_ok());
    if decided {
        return KeyStore::open(folder, Choice::Auto)
            .and_then(|store| state(&store))
            .unwrap_or_else(|error| failed(&error));
    }
    let scratch = match Scratch::make() {
        Ok(scratch) => scratch,
        Err(error) => {
            let fix = "make room in the temporary folder, or name another with `TMPDIR`";
            return Check::Keys.warn(
                "E_KEYS",
                format!("whether keys can be kept cannot be told: {error}"),
                fix,
            );
        }
    };
    let first = KeyStore::open(scratch.path(), Choice::Auto);
    match first.map(|store| store.describe()) {
        Ok(description) => {
            let place = match description.place {
                Place::OsKeyStore => "the system's key store",
                Place::KeyFile | Place::KeyFilePassphrase => "a file that only you can read",
                Place::Memory => "memory",
            };
            let because = description.because.map(|why| format!(" ({why})")).unwrap_or_default();
            Check::Keys.ok(format!("none yet; the first will be kept in {place}{because}"))
        }
        Err(error) => failed(&error),
    }
}

fn state(store: &KeyStore) -> Result<Finding, KeyError> {
    let description = store.describe();
    if store.is_locked() {
        return Ok(Check::Keys.ok(format!("{description}; locked until you give it")));
    }
    store.get(NOBODY)?;
    Ok(Check::Keys.ok(description.to_string()))
}

fn failed(error: &KeyError) -> Finding {
    let fix =
        error.hint().unwrap_or_else(|| "mend what the system complains about, then look again".to_owned());
    match error {
        // It opens as soon as the person is there.
        KeyError::StoreLocked => Check::Keys.warn("E_KEYS_LOCKED", error.to_string(), fix),
        KeyError::Name(_)
        | KeyError::TooLong(_)
        | KeyError::Unavailable(_)
        | KeyError::NotAKey(_)
        | KeyError::NeedsPassphrase
        | KeyError::WrongPassphrase
        | KeyError::EmptyPassphrase
        | KeyError::NoMemory
        | KeyError::NoPassphraseHere
        | KeyError::Damaged { .. }
        | KeyError::Changed(_)
        | KeyError::NotPrivate { .. }
        | KeyError::KeptElsewhere(_)
        | KeyError::Gone(_)
        | KeyError::Random(_)
        | KeyError::Io { .. } => Check::Keys.fail("E_KEYS", error.to_string(), fix),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use laika_protocol::secret::Secret;

    use super::*;

    #[test]
    fn keys_are_looked_at_and_never_made() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("laika");
        assert!(look(&folder).found.starts_with("none yet"), "{:?}", look(&folder));
        assert!(!folder.exists());

        let mut store = KeyStore::open(&folder, Choice::KeyFile).unwrap();
        store.get_or_create("machine").unwrap();
        assert!(look(&folder).found.contains("not protected by a passphrase"), "{:?}", look(&folder));
        store.set_passphrase(&Secret::new("correct horse battery".into())).unwrap();
        drop(store);
        let locked = look(&folder);
        assert_eq!(locked.state.word(), "ok");
        assert!(locked.found.contains("locked"), "{locked:?}");

        fs::set_permissions(folder.join("keys"), fs::Permissions::from_mode(0o644)).unwrap();
        let open = look(&folder);
        assert_eq!(open.state.word(), "fail");
        assert!(open.state.trouble().unwrap().fix.contains("chmod 600"), "{open:?}");
        fs::set_permissions(folder.join("keys"), fs::Permissions::from_mode(0o600)).unwrap();
        fs::write(folder.join("keys"), "not keys").unwrap();
        assert_eq!(look(&folder).state.word(), "fail");
    }
}
