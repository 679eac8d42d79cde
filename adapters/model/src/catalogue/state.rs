//! What is remembered: which files were verified, which model was chosen, what was imported, which servers were
//! connected, and what may leave for them.
//!
//! Without it files are verified again, servers are to be connected again, and nothing may leave.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use laika_policy::cloud::CloudRules;
use serde::{Deserialize, Serialize};

use super::LibraryError;
use super::connection::Connection;
use super::hash::Sha256Hex;
use super::model::Model;
use super::read::is_name;

const FILE: &str = "state.json";
const LOCK: &str = ".state.lock";
/// More than thousands of models take.
const MOST_BYTES: u64 = 4 << 20;

/// What is remembered.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    version: u32,
    /// The model that the person chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) chosen: Option<String>,
    /// The address of the hub that the person named last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) hub: Option<String>,
    /// The files that were verified, by model.
    #[serde(default)]
    pub(super) verified: BTreeMap<String, Verified>,
    /// The models that came from files of the person.
    #[serde(default)]
    pub(super) imported: Vec<Model>,
    /// The models behind servers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) connected: Vec<Connection>,
    /// What may leave for a model on another machine.
    #[serde(default)]
    pub(super) cloud: CloudRules,
}

impl Default for State {
    fn default() -> Self {
        Self {
            version: 1,
            chosen: None,
            hub: None,
            verified: BTreeMap::new(),
            imported: Vec::new(),
            connected: Vec::new(),
            cloud: CloudRules::default(),
        }
    }
}

/// A file as it was when its hash was right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Verified {
    pub(super) sha256: Sha256Hex,
    pub(super) bytes: u64,
    modified_s: u64,
    modified_ns: u32,
}

impl Verified {
    /// The file as it is now.
    pub(super) fn now(sha256: Sha256Hex, metadata: &Metadata) -> io::Result<Self> {
        let modified = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Self {
            sha256,
            bytes: metadata.len(),
            modified_s: modified.as_secs(),
            modified_ns: modified.subsec_nanos(),
        })
    }

    /// Whether the file still looks the same, without reading it.
    pub(super) fn fits(&self, metadata: &Metadata) -> bool {
        metadata.is_file() && Self::now(self.sha256.clone(), metadata).is_ok_and(|now| now == *self)
    }
}

/// Reads what is remembered about a folder; nothing where there is nothing.
pub(super) fn read(folder: &Path) -> Result<State, LibraryError> {
    let path = folder.join(FILE);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(State::default()),
        Err(error) => return Err(LibraryError::io("open", &path)(error)),
    };
    let mut text = String::new();
    file.take(MOST_BYTES).read_to_string(&mut text).map_err(LibraryError::io("read", &path))?;
    let damaged = |why: String| LibraryError::State { path: path.clone(), why };
    let state: State = serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
    if state.version != 1 {
        return Err(damaged(format!("version {} is not 1", state.version)));
    }
    // The file of an imported model is part of a path.
    if let Some(model) = state.imported.iter().find(|model| !is_name(&model.name) || !is_own_file(model)) {
        return Err(damaged(format!("`{}` is no imported model", model.name.escape_debug())));
    }
    if let Some((one, why)) = state.connected.iter().find_map(|one| Some((one, one.defect()?))) {
        return Err(damaged(format!("`{}`: {why}", one.name.escape_debug())));
    }
    Ok(state)
}

/// An imported model's file is called like the model, and is all there is of it.
fn is_own_file(model: &Model) -> bool {
    model.file == file_of_import(&model.name) && model.adapter.is_none()
}

/// The file of an imported model.
pub(super) fn file_of_import(name: &str) -> String {
    format!("{name}.gguf")
}

/// Changes what is remembered, one process at a time. After a crash the old is there or the new.
pub(super) fn change(folder: &Path, how: impl FnOnce(&mut State)) -> Result<(), LibraryError> {
    let _lock = lock(&folder.join(LOCK))?;
    let mut state = read(folder)?;
    how(&mut state);
    let path = folder.join(FILE);
    let beside = folder.join("state.json.new");
    let write = || -> io::Result<()> {
        let mut file = File::create(&beside)?;
        file.write_all(&serde_json::to_vec_pretty(&state)?)?;
        file.sync_all()?;
        fs::rename(&beside, &path)?;
        File::open(folder)?.sync_all()
    };
    write().map_err(LibraryError::io("write", &path))
}

fn lock(path: &PathBuf) -> Result<File, LibraryError> {
    let open = || {
        let file = File::options().create(true).truncate(false).write(true).open(path)?;
        file.lock()?;
        Ok(file)
    };
    open().map_err(LibraryError::io("lock", path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_changed_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.gguf");
        fs::write(&file, "x").unwrap();
        let seen = Verified::now("a".repeat(64).parse().unwrap(), &file.metadata().unwrap()).unwrap();
        change(folder.path(), |state| {
            state.chosen = Some("x".into());
            state.verified.insert("x".into(), seen.clone());
        })
        .unwrap();
        let state = read(folder.path()).unwrap();
        assert_eq!((state.chosen.as_deref(), &state.verified["x"]), (Some("x"), &seen));
        assert!(seen.fits(&file.metadata().unwrap()));
        fs::write(&file, "y").unwrap();
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(2);
        File::options().write(true).open(&file).unwrap().set_modified(later).unwrap();
        assert!(!seen.fits(&file.metadata().unwrap()));
    }

    #[test]
    fn changes_of_many_threads_are_all_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.gguf");
        fs::write(&file, "x").unwrap();
        let seen = Verified::now("a".repeat(64).parse().unwrap(), &file.metadata().unwrap()).unwrap();
        std::thread::scope(|scope| {
            for index in 0..16 {
                let (folder, seen) = (folder.path(), seen.clone());
                scope.spawn(move || {
                    change(folder, |state| drop(state.verified.insert(index.to_string(), seen))).unwrap();
                });
            }
        });
        assert_eq!(read(folder.path()).unwrap().verified.len(), 16);
    }

    #[test]
    fn a_damaged_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let model = r#"{"name":"x","title":"t","family":"f","licence":"l","quantisation":"q","tier":"small",
            "roles":["agent"],"file":"../../x.gguf","context":512,"template":"chatml",
            "sampling":{"temperature":0,"top_p":1,"top_k":0,"min_p":0}}"#;
        for text in [
            "",
            "{",
            r#"{"version":2}"#,
            r#"{"version":1,"more":1}"#,
            &format!(r#"{{"version":1,"imported":[{model}]}}"#),
            r#"{"version":1,"cloud":{"enabled":true,"destinations":[]}}"#,
            r#"{"version":1,"connected":[{"name":"x","kind":"openai","at":"http://api.example/v1","model":"m",
                "context":8192,"sampling":true,"has_key":true}]}"#,
        ] {
            fs::write(folder.path().join(FILE), text).unwrap();
            let error = read(folder.path()).unwrap_err();
            assert_eq!(error.code(), "E_MODEL_STATE", "{text}: {error}");
        }
    }
}
