//! Keys in the system's key store, by way of the programs that belong to it.
//!
//! A secret never stands on a command line, where every process of the machine could read it: it goes through pipes.

use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use zeroize::Zeroizing;

use super::bounded::{self, Output};
use super::{Key, KeyError};

/// A key store that is asleep, or waits for somebody to type a password, counts as one that does not work.
const LIMIT: Duration = Duration::from_secs(5);

pub(super) struct OsKeyStore {
    kind: Kind,
    program: PathBuf,
    profile: String,
    limit: Duration,
}

#[derive(Clone, Copy)]
enum Kind {
    /// Linux: whatever answers for `org.freedesktop.secrets`, through libsecret's `secret-tool`.
    SecretService,
    /// macOS: the login keychain, through `security`.
    Keychain,
}

impl OsKeyStore {
    /// The key store of this system. It may not work; see [`Self::probe`].
    pub(super) fn here(profile: &str) -> Result<Self, KeyError> {
        let (kind, program) = if cfg!(target_os = "linux") {
            (Kind::SecretService, "secret-tool")
        } else if cfg!(target_os = "macos") {
            (Kind::Keychain, "/usr/bin/security")
        } else {
            return Err(KeyError::Unavailable("none is known for this system".to_owned()));
        };
        Ok(Self { kind, program: program.into(), profile: profile.to_owned(), limit: LIMIT })
    }

    pub(super) fn name() -> &'static str {
        if cfg!(target_os = "macos") { "Keychain" } else { "Secret Service" }
    }

    /// Whether it really keeps a key: one that takes it and forgets it is worse than none.
    pub(super) fn probe(&self) -> Result<(), KeyError> {
        self.put("probe", &Key::random()?)?;
        self.delete("probe")
    }

    pub(super) fn get(&self, name: &str) -> Result<Option<Key>, KeyError> {
        let found = match self.kind {
            Kind::SecretService => self.secret_service_get(name),
            Kind::Keychain => self.keychain_get(name),
        }?;
        let key = |text: Zeroizing<Vec<u8>>| {
            Key::from_hex(text.trim_ascii()).ok_or_else(|| KeyError::NotAKey(name.to_owned()))
        };
        found.map(key).transpose()
    }

    pub(super) fn put(&self, name: &str, key: &Key) -> Result<(), KeyError> {
        match self.kind {
            Kind::SecretService => self.secret_service_put(name, key),
            Kind::Keychain => self.keychain_put(name, key),
        }?;
        match self.get(name)? {
            Some(kept) if kept.expose() == key.expose() => Ok(()),
            Some(_) | None => Err(KeyError::Unavailable("it did not keep what it was given".to_owned())),
        }
    }

    pub(super) fn delete(&self, name: &str) -> Result<(), KeyError> {
        match self.kind {
            Kind::SecretService => self.secret_service_delete(name),
            Kind::Keychain => self.keychain_delete(name),
        }
    }

    fn secret_service_get(&self, name: &str) -> Result<Option<Zeroizing<Vec<u8>>>, KeyError> {
        let output = self.secret_tool(&["lookup"], name, b"")?;
        match output.exit_code {
            Some(0) => return Ok(Some(output.stdout)),
            Some(1) if output.stderr.is_empty() => {}
            _ => return Err(complaint(&output)),
        }
        // "Not there" and "locked, and nobody unlocked it" look the same so far. Only a search finds locked ones.
        if self.secret_service_has(name)? { Err(KeyError::StoreLocked) } else { Ok(None) }
    }

    fn secret_service_has(&self, name: &str) -> Result<bool, KeyError> {
        let output = self.secret_tool(&["search"], name, b"")?;
        if output.exit_code == Some(0) { Ok(!output.stdout.is_empty()) } else { Err(complaint(&output)) }
    }

    fn secret_service_put(&self, name: &str, key: &Key) -> Result<(), KeyError> {
        let output = self.secret_tool(&["store", "--label=Laika"], name, key.to_hex().as_bytes())?;
        if output.exit_code == Some(0) { Ok(()) } else { Err(complaint(&output)) }
    }

    fn secret_service_delete(&self, name: &str) -> Result<(), KeyError> {
        // It says 1 when there is nothing to remove, and also when it is locked.
        let output = self.secret_tool(&["clear"], name, b"")?;
        if !output.stderr.is_empty() {
            return Err(complaint(&output));
        }
        if self.secret_service_has(name)? { Err(KeyError::StoreLocked) } else { Ok(()) }
    }

    fn secret_tool(&self, action: &[&str], name: &str, input: &[u8]) -> Result<Output, KeyError> {
        let of = ["application", "laika", "name", name, "profile", &self.profile];
        self.run(&[action, &of].concat(), input)
    }

    fn keychain_get(&self, name: &str) -> Result<Option<Zeroizing<Vec<u8>>>, KeyError> {
        let output = self.run(&["find-generic-password", "-a", name, "-s", &self.service(), "-w"], b"")?;
        match output.exit_code {
            Some(0) => Ok(Some(output.stdout)),
            Some(Self::KEYCHAIN_NOT_FOUND) => Ok(None),
            _ => Err(complaint(&output)),
        }
    }

    fn keychain_put(&self, name: &str, key: &Key) -> Result<(), KeyError> {
        // `-w` without a value asks on the terminal, not on standard input; only whole commands are read from there.
        // No part of them needs quoting: names, profiles and keys have no spaces.
        let (service, key) = (self.service(), key.to_hex());
        let line = ["add-generic-password -U -a ", name, " -s ", &service, " -w ", &key, "\n"];
        let mut command = Zeroizing::new(String::with_capacity(256));
        command.extend(line);
        let output = self.run(&["-i"], command.as_bytes())?;
        if output.exit_code == Some(0) { Ok(()) } else { Err(complaint(&output)) }
    }

    fn keychain_delete(&self, name: &str) -> Result<(), KeyError> {
        let output = self.run(&["delete-generic-password", "-a", name, "-s", &self.service()], b"")?;
        match output.exit_code {
            Some(0 | Self::KEYCHAIN_NOT_FOUND) => Ok(()),
            _ => Err(complaint(&output)),
        }
    }

    /// `errSecItemNotFound` as the program's exit status.
    const KEYCHAIN_NOT_FOUND: i32 = 44;

    fn service(&self) -> String {
        format!("laika.{}", self.profile)
    }

    fn run(&self, arguments: &[&str], input: &[u8]) -> Result<Output, KeyError> {
        let mut command = Command::new(&self.program);
        // What it complains about is shown to people in one language.
        command.args(arguments).env("LC_ALL", "C");
        bounded::run(command, input, self.limit).map_err(|error| {
            KeyError::Unavailable(if error.kind() == io::ErrorKind::NotFound {
                format!("`{}` is not installed", self.program.display())
            } else {
                error.to_string()
            })
        })
    }
}

/// The last line a program complained with: the ones before it are warnings.
fn complaint(output: &Output) -> KeyError {
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    let line: String =
        line.unwrap_or("it gave no reason").chars().filter(|c| !c.is_control()).take(200).collect();
    KeyError::Unavailable(line)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Instant;

    use tempfile::TempDir;

    use super::*;

    /// A key store whose program is this script.
    fn scripted(kind: Kind, script: &str) -> (TempDir, OsKeyStore) {
        let dir = tempfile::tempdir().unwrap();
        let program = dir.path().join("program");
        let text = dir.path().join("text");
        fs::write(&text, format!("#!/bin/sh\ncd '{}'\n{script}\n", dir.path().display())).unwrap();
        // Written by another process: a test that forks meanwhile would hold it open, and the system then refuses to
        // run it.
        assert!(
            Command::new("install").args(["-m", "700"]).args([&text, &program]).status().unwrap().success()
        );
        let limit = Duration::from_millis(600);
        (dir, OsKeyStore { kind, program, profile: "p".to_owned(), limit })
    }

    fn reason<T>(result: Result<T, KeyError>) -> String {
        result.err().unwrap().to_string()
    }

    #[test]
    fn a_program_that_hangs_is_not_waited_for() {
        // The second one ends at once, but what it started keeps its output open.
        for script in ["exec sleep 3", "sleep 3 & exit 0"] {
            let (_dir, store) = scripted(Kind::SecretService, script);
            let started = Instant::now();
            assert!(reason(store.get("log")).ends_with("it did not answer within 0.6 s"), "{script}");
            assert!(started.elapsed() < Duration::from_secs(2));
        }
    }

    #[test]
    fn what_goes_wrong_is_said() {
        let (_dir, store) = scripted(Kind::SecretService, "echo warning >&2; echo 'no bus' >&2; exit 1");
        assert_eq!(reason(store.get("log")), "the system's key store does not work: no bus");
        let (_dir, store) = scripted(Kind::SecretService, "exit 3");
        assert!(reason(store.get("log")).ends_with("it gave no reason"));
        let (_dir, store) = scripted(Kind::SecretService, "echo hunter2");
        assert_eq!(reason(store.get("log")), "what the system's key store holds as `log` is not a key");
        // It takes everything and keeps nothing.
        let (_dir, store) = scripted(Kind::SecretService, "[ $1 = store ] || { [ $1 = search ] || exit 1; }");
        assert!(reason(store.probe()).ends_with("it did not keep what it was given"));
        let (dir, store) = scripted(Kind::SecretService, "");
        fs::remove_file(dir.path().join("program")).unwrap();
        assert!(reason(store.probe()).ends_with("is not installed"));
    }

    /// The real program runs on macOS only. This one has its exit codes and refuses a secret as an argument.
    #[test]
    fn the_keychain_is_spoken_to_as_its_manual_says() {
        let script = r#"
            echo "$*" >> arguments
            case "$1" in
                -i) read command; set -- $command
                    [ "$1 $2 $3 $4 $5 $6 $7" = "add-generic-password -U -a log -s laika.p -w" ] && echo "$8" > kept ;;
                find-generic-password) [ -f kept ] && cat kept || exit 44 ;;
                delete-generic-password) [ -f kept ] && rm kept || exit 44 ;;
            esac"#;
        let (dir, store) = scripted(Kind::Keychain, script);
        assert!(store.get("log").unwrap().is_none());
        let key = Key::random().unwrap();
        store.put("log", &key).unwrap();
        assert_eq!(store.get("log").unwrap().unwrap().expose(), key.expose());
        store.delete("log").unwrap();
        store.delete("log").unwrap();
        assert!(store.get("log").unwrap().is_none());
        let arguments = fs::read_to_string(dir.path().join("arguments")).unwrap();
        assert!(!arguments.contains(key.to_hex().as_str()));
    }
}
