//! A plugin as it lies in its folder: what it is called, what is started, and which files it is made of.

use std::fmt::Write as _;
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::PluginError;

/// The file that makes a folder a plugin.
pub const MANIFEST: &str = "plugin.toml";
/// Files that a plugin has at most. One that needs more should be packed.
const MOST_FILES: usize = 1000;
/// Bytes that a plugin has at most, all of which are read before each start.
const MOST_BYTES: u64 = 32 << 20;
/// How deep its folders may lie in each other.
const MOST_DEPTH: usize = 16;
/// Bytes of a manifest.
const MANIFEST_BYTES: u64 = 16 << 10;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    name: String,
    program: String,
    /// The fingerprint as it was approved; the line itself does not count.
    #[serde(default)]
    sha256: Option<String>,
}

/// A plugin in its folder, with the fingerprint that its files had when it was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    name: String,
    folder: PathBuf,
    program: PathBuf,
    fingerprint: String,
}

impl Installed {
    /// Opens the plugin in a folder. If its `plugin.toml` has a `sha256`, its files must be those.
    ///
    /// # Errors
    /// When the folder is none of a plugin, or its files were changed since `sha256` was written.
    pub fn open(folder: &Path) -> Result<Self, PluginError> {
        let folder = fs::canonicalize(folder).map_err(|error| no_plugin(folder, &error))?;
        let manifest = manifest(&folder)?;
        if !is_name(&manifest.name) {
            return Err(PluginError::Folder(
                "a `name` has 1 to 40 letters a to z, digits and hyphens".into(),
            ));
        }
        let is_inside = !manifest.program.is_empty()
            && Path::new(&manifest.program)
                .components()
                .all(|part| matches!(part, std::path::Component::Normal(_)));
        let program = folder.join(&manifest.program);
        if !is_inside || !fs::symlink_metadata(&program).is_ok_and(|file| file.is_file()) {
            return Err(PluginError::Folder("`program` names no file of this folder".into()));
        }
        let fingerprint = fingerprint(&folder, &manifest)?;
        if manifest.sha256.is_some_and(|pinned| pinned != fingerprint) {
            return Err(PluginError::Changed { name: manifest.name });
        }
        Ok(Self { name: manifest.name, folder, program, fingerprint })
    }

    /// Opens the plugin that somebody approved by its fingerprint. This is the one to use for a call: the approval is
    /// kept where the plugin cannot write it.
    ///
    /// # Errors
    /// As [`Installed::open`], and when the files have another fingerprint.
    pub fn open_approved(folder: &Path, approved: &str) -> Result<Self, PluginError> {
        let installed = Self::open(folder)?;
        if installed.fingerprint == approved {
            Ok(installed)
        } else {
            Err(PluginError::Changed { name: installed.name })
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is started.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// What is approved: a SHA-256 over the names, contents and executable bits of all its files, and of what
    /// `plugin.toml` says but for its own `sha256`.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Whether its files are still those that were opened. Asked before each start.
    pub(super) fn check(&self) -> Result<(), PluginError> {
        Self::open_approved(&self.folder, &self.fingerprint).map(drop)
    }
}

/// A name as it may stand in settings, in a tool's name and in a path.
pub(super) fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=40).contains(&text.len())
        && text.bytes().all(plain)
        && !text.starts_with('-')
        && !text.ends_with('-')
}

fn no_plugin(path: &Path, error: &dyn std::fmt::Display) -> PluginError {
    PluginError::Folder(format!("{}: {error}", path.display()))
}

fn manifest(folder: &Path) -> Result<Manifest, PluginError> {
    let path = folder.join(MANIFEST);
    if !fs::symlink_metadata(&path).is_ok_and(|file| file.is_file()) {
        return Err(PluginError::Folder(format!("there is no {MANIFEST} in {}", folder.display())));
    }
    let mut text = String::new();
    let file = fs::File::open(&path).map_err(|error| no_plugin(&path, &error))?;
    file.take(MANIFEST_BYTES).read_to_string(&mut text).map_err(|error| no_plugin(&path, &error))?;
    toml::from_str(&text).map_err(|error| PluginError::Folder(format!("{MANIFEST}: {}", error.message())))
}

fn fingerprint(folder: &Path, manifest: &Manifest) -> Result<String, PluginError> {
    let mut files = Vec::new();
    list(folder, Path::new(""), MOST_DEPTH, &mut files)?;
    files.sort();
    let mut all = Sha256::new();
    // Lengths first, so that no two folders read the same.
    let mut add = |bytes: &[u8]| {
        all.update((bytes.len() as u64).to_be_bytes());
        all.update(bytes);
    };
    add(b"laika plugin 1");
    add(manifest.name.as_bytes());
    add(manifest.program.as_bytes());
    let mut left = MOST_BYTES;
    for file in files.iter().filter(|file| file.as_path() != Path::new(MANIFEST)) {
        let path = folder.join(file);
        let opened = fs::File::open(&path).map_err(|error| no_plugin(&path, &error))?;
        let mode = opened.metadata().map_err(|error| no_plugin(&path, &error))?.permissions().mode();
        let mut content = Vec::new();
        let read =
            opened.take(left + 1).read_to_end(&mut content).map_err(|error| no_plugin(&path, &error))?;
        left = left.checked_sub(read as u64).ok_or_else(|| {
            PluginError::Folder(format!("a plugin has at most {} MiB of files", MOST_BYTES >> 20))
        })?;
        add(file.as_os_str().as_encoded_bytes());
        add(if mode & 0o111 == 0 { b"-" } else { b"x" });
        add(&content);
    }
    let mut text = String::new();
    for byte in all.finalize() {
        // Writing into a text does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// All files of a folder, by their path in it. A link or a device has no place there: what it leads to is not pinned.
fn list(root: &Path, inside: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), PluginError> {
    let folder = root.join(inside);
    for entry in fs::read_dir(&folder).map_err(|error| no_plugin(&folder, &error))? {
        let entry = entry.map_err(|error| no_plugin(&folder, &error))?;
        let path = inside.join(entry.file_name());
        let kind = entry.file_type().map_err(|error| no_plugin(&path, &error))?;
        if kind.is_dir() && depth > 0 {
            list(root, &path, depth - 1, files)?;
        } else if kind.is_file() && files.len() < MOST_FILES {
            files.push(path);
        } else {
            let rule = format!("a plugin has at most {MOST_FILES} plain files, no links, and not too deep");
            return Err(PluginError::Folder(format!("{}: {rule}", path.display())));
        }
    }
    Ok(())
}
