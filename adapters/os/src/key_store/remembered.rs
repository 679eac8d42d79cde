//! What was decided for a data folder: where its keys are, and which there are.
//!
//! The file `key-store` holds no secret. It is there so that a key store that does not answer today, or a key file that
//! was lost, is noticed. Without it both would look like a first start, and a first start makes new keys.
//!
//! ```text
//! laika key store 1
//! place os_key_store
//! profile 6f1c0e0d9b3b7d55c9f54f3f1e0a6b2c
//! key artifacts
//! ```

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::files::private;

use super::key::fill_random;
use super::place::Keeping;
use super::{KeyError, is_name};

const FIRST_LINE: &str = "laika key store 1";

pub(super) struct Remembered {
    path: PathBuf,
    pub(super) keeping: Keeping,
    /// Tells the folders of one person apart in the system's key store. Random rather than made from the path, so that
    /// a folder that is moved keeps its keys, and a new one in its old place does not get them.
    pub(super) profile: String,
    names: BTreeSet<String>,
}

impl Remembered {
    pub(super) fn read(dir: &Path) -> Result<Option<Self>, KeyError> {
        let path = dir.join("key-store");
        let Some(bytes) = private::read(&path)? else { return Ok(None) };
        let parsed = str::from_utf8(&bytes).ok().and_then(|text| Self::parse(&path, text));
        parsed.map(Some).ok_or_else(|| KeyError::damaged(&path, "it does not say where the keys are"))
    }

    pub(super) fn decide(dir: &Path, keeping: Keeping, profile: String) -> Result<Self, KeyError> {
        let decided = Self { path: dir.join("key-store"), keeping, profile, names: BTreeSet::new() };
        decided.write()?;
        Ok(decided)
    }

    pub(super) fn new_profile() -> Result<String, KeyError> {
        let mut bytes = [0; 16];
        fill_random(&mut bytes)?;
        Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Called when the key is safely stored: one that nobody has used yet may be lost.
    pub(super) fn add(&mut self, name: &str) -> Result<(), KeyError> {
        if self.names.insert(name.to_owned()) { self.write() } else { Ok(()) }
    }

    /// Called when the key is gone for good.
    pub(super) fn remove(&mut self, name: &str) -> Result<(), KeyError> {
        if self.names.remove(name) { self.write() } else { Ok(()) }
    }

    fn write(&self) -> Result<(), KeyError> {
        let Self { keeping, profile, .. } = self;
        let mut text = format!("{FIRST_LINE}\nplace {}\nprofile {profile}\n", keeping.code());
        self.names.iter().for_each(|name| text.extend(["key ", name, "\n"]));
        Ok(private::replace(&self.path, text.as_bytes())?)
    }

    fn parse(path: &Path, text: &str) -> Option<Self> {
        let mut lines = text.strip_suffix('\n')?.split('\n');
        lines.next().filter(|line| *line == FIRST_LINE)?;
        let keeping = Keeping::of_code(lines.next()?.strip_prefix("place ")?)?;
        let profile = lines.next()?.strip_prefix("profile ").filter(|profile| is_name(profile))?.to_owned();
        let names =
            lines.map(|line| line.strip_prefix("key ").filter(|name| is_name(name)).map(str::to_owned));
        Some(Self { path: path.to_owned(), keeping, profile, names: names.collect::<Option<_>>()? })
    }
}
