//! What holds for every place of keys, and what for each.

mod choice;
mod confine;
mod crash;
mod key_file;
mod secret_service;

use std::path::Path;
use std::process::Command;

use laika_os::key_store::{Choice, KeyError, KeyStore};
use laika_protocol::secret::Secret;
use tempfile::TempDir;

/// A data folder that is not made yet.
struct DataDir(TempDir);

impl DataDir {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> std::path::PathBuf {
        self.0.path().join("data")
    }

    fn file(&self, name: &str) -> std::path::PathBuf {
        self.path().join(name)
    }

    fn open(&self, choice: Choice) -> Result<KeyStore, KeyError> {
        KeyStore::open(&self.path(), choice)
    }
}

fn secret(text: &str) -> Secret {
    Secret::new(text.to_owned())
}

fn failure<T>(result: Result<T, KeyError>) -> KeyError {
    result.err().expect("should fail")
}

/// This test program again, for one test that is marked as ignored, with a data folder.
fn again(test: &str, data_dir: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([test, "--exact", "--ignored", "--nocapture"]).env("LAIKA_TEST_DATA_DIR", data_dir);
    command
}

fn given_data_dir() -> std::path::PathBuf {
    std::env::var_os("LAIKA_TEST_DATA_DIR").expect("started by another test").into()
}
