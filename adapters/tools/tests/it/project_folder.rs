//! A project for a test: its folder, its journal, and a secret outside that nothing may reach.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use laika_protocol::ToolError;
use laika_protocol::tools::typed::{ReplaceFile, ReplaceFiles};
use laika_tools::project::{Applied, Journal, Project, Replace, apply, plan};
use laika_tools::{Bounds, CallOff};

/// Words of the secret; if they appear anywhere, something was read outside.
pub(crate) const SECRET: &str = "CANARY-7f3a";

pub(crate) struct Folder {
    pub(crate) temp: tempfile::TempDir,
}

impl Folder {
    /// A project with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let temp = tempfile::tempdir().unwrap();
        for part in ["project", "outside"] {
            fs::create_dir(temp.path().join(part)).unwrap();
        }
        fs::write(temp.path().join("outside/secret.txt"), SECRET).unwrap();
        let folder = Self { temp };
        for (path, text) in files {
            folder.write(path, text.as_bytes());
        }
        folder
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.temp.path().join("project")
    }

    pub(crate) fn outside(&self) -> PathBuf {
        self.temp.path().join("outside")
    }

    pub(crate) fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn text(&self, path: &str) -> String {
        String::from_utf8_lossy(&fs::read(self.root().join(path)).unwrap()).into_owned()
    }

    pub(crate) fn project(&self) -> Project {
        Project::open(&self.root()).unwrap()
    }

    pub(crate) fn journal(&self) -> Journal {
        Journal::open(&self.temp.path().join("journal"), &self.project()).unwrap()
    }

    pub(crate) fn replace(&self, asked: &Replace) -> Result<Applied, ToolError> {
        let project = self.project();
        let plan = plan(&project, asked, &bounds())?;
        apply(&project, &self.journal(), &plan, &bounds())
    }

    /// Every file with its bytes, mode and time.
    pub(crate) fn everything(&self) -> BTreeMap<PathBuf, (Vec<u8>, u32, i64, i64)> {
        let mut all = BTreeMap::new();
        collect(&self.root(), &mut all);
        all
    }
}

fn collect(dir: &Path, all: &mut BTreeMap<PathBuf, (Vec<u8>, u32, i64, i64)>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let about = fs::symlink_metadata(&path).unwrap();
        if about.is_dir() {
            collect(&path, all);
        } else {
            let facts =
                (fs::read(&path).unwrap(), about.permissions().mode(), about.mtime(), about.mtime_nsec());
            all.insert(path, facts);
        }
    }
}

pub(crate) fn bounds() -> Bounds {
    Bounds::new(Duration::from_secs(60), &CallOff::default())
}

pub(crate) fn in_file(path: &str, search: &str, replacement: &str) -> Replace {
    Replace::File(ReplaceFile {
        path: path.into(),
        search: search.into(),
        replacement: replacement.into(),
        ..ReplaceFile::default()
    })
}

pub(crate) fn in_files(glob: &str, search: &str, replacement: &str) -> ReplaceFiles {
    ReplaceFiles {
        glob: vec![glob.into()],
        search: search.into(),
        replacement: replacement.into(),
        ..ReplaceFiles::default()
    }
}

pub(crate) fn code(error: &ToolError) -> &str {
    error.finest_code()
}
