//! A new file of the project. Nothing that exists is ever replaced.

use std::fs::File;
use std::io::Write as _;
use std::os::fd::OwnedFd;

use laika_protocol::{ErrorCode, ToolError};
use rustix::fs::{AtFlags, Mode, OFlags};

use super::refusal::{of_io, refused, shown};
use super::{Project, ProjectPath};

/// A file that is not there yet, in a folder that is.
pub(crate) struct NewFile {
    path: ProjectPath,
    folder: OwnedFd,
}

impl NewFile {
    /// The file to be.
    ///
    /// # Errors
    /// When its folder is not there, or the file is.
    pub(crate) fn at(project: &Project, path: ProjectPath) -> Result<Self, ToolError> {
        let folder = project.folder_of(&path).map_err(|error| {
            if error.finest_code() != "E_PATH_MISSING" {
                return error;
            }
            let message = format!("the folder of `{}` is not there; make it first", shown(path.as_str()));
            refused(ErrorCode::NotFound, "E_PATH_MISSING", message)
        })?;
        if rustix::fs::statat(&folder, path.split().1, AtFlags::SYMLINK_NOFOLLOW).is_ok() {
            return Err(exists(&path));
        }
        Ok(Self { path, folder })
    }

    /// Where it will be.
    pub(crate) const fn path(&self) -> &ProjectPath {
        &self.path
    }

    /// Writes it; what was begun and fails is removed.
    ///
    /// # Errors
    /// When it is there by now, or cannot be written.
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), ToolError> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let opened = rustix::fs::openat(&self.folder, self.path.split().1, flags, Mode::from_raw_mode(0o644));
        let file = opened.map_err(|error| {
            if error == rustix::io::Errno::EXIST {
                exists(&self.path)
            } else {
                of_io("write", self.path.as_str(), &error.into())
            }
        })?;
        let mut file = File::from(file);
        let filled = file.write_all(bytes).and_then(|()| file.sync_all());
        filled.map_err(|error| {
            self.remove();
            of_io("write", self.path.as_str(), &error)
        })
    }

    /// Takes it away again.
    pub(crate) fn remove(&self) {
        let _gone = rustix::fs::unlinkat(&self.folder, self.path.split().1, AtFlags::empty());
    }
}

fn exists(path: &ProjectPath) -> ToolError {
    let message = format!("`{}` exists, and nothing is replaced; take another name", shown(path.as_str()));
    refused(ErrorCode::PreconditionFailed, "E_PATH_EXISTS", message)
}
