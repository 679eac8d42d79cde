//! A project: a folder that a person opened, held as a descriptor, so that nothing outside it can be named.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use laika_protocol::ToolError;
use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};

use super::path::ProjectPath;
use super::refusal::{denied, invalid, of_io, shown};

/// Bytes of a file that is read whole.
pub const FILE_MOST_BYTES: u64 = 64 * 1024 * 1024;

/// A project that was opened.
#[derive(Debug)]
pub struct Project {
    dir: Dir,
    root: PathBuf,
}

impl Project {
    /// Opens a folder as a project.
    ///
    /// # Errors
    ///
    /// `E_PROJECT` if it is not a folder, or the root of the machine.
    pub fn open(folder: &Path) -> Result<Self, ToolError> {
        let root = folder.canonicalize().map_err(|error| of_io("open", &folder.to_string_lossy(), &error))?;
        if root.parent().is_none() {
            return Err(invalid(
                "E_PROJECT",
                "the root of the machine is no project; open a folder below it",
            ));
        }
        let dir = Dir::open_ambient_dir(&root, ambient_authority())
            .map_err(|error| of_io("open", &root.to_string_lossy(), &error))?;
        Ok(Self { dir, root })
    }

    /// Where it is; for programs that must be told, and for a person.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Its folder.
    pub(crate) fn fd(&self) -> BorrowedFd<'_> {
        self.dir.as_fd()
    }

    /// Opens the folder that a path lies in, one name after the other and never through a link.
    pub(crate) fn folder_of(&self, path: &ProjectPath) -> Result<OwnedFd, ToolError> {
        let mut folder = open_folder(self.dir.as_fd(), ".")
            .map_err(|error| of_io("open", path.as_str(), &error.into()))?;
        for name in path.split().0 {
            folder = match open_folder(folder.as_fd(), name) {
                Ok(next) => next,
                Err(error) => return Err(explained(folder.as_fd(), name, path, error)),
            };
        }
        Ok(folder)
    }

    /// Opens a regular file for reading.
    ///
    /// # Errors
    ///
    /// `E_PATH_LINK`, `E_PATH_SPECIAL`, `E_PATH_MISSING` and what the system says.
    pub fn open_file(&self, path: &ProjectPath) -> Result<File, ToolError> {
        let folder = self.folder_of(path)?;
        open_regular(folder.as_fd(), path).map(|(file, _)| file)
    }

    /// Reads a regular file whole.
    ///
    /// # Errors
    ///
    /// As [`Self::open_file`], and `E_FILE_TOO_LARGE`.
    pub fn read(&self, path: &ProjectPath) -> Result<Vec<u8>, ToolError> {
        let folder = self.folder_of(path)?;
        let (mut file, stat) = open_regular(folder.as_fd(), path)?;
        read_whole(&mut file, &stat, path)
    }
}

/// Opens a folder by one name, which is no link.
pub(crate) fn open_folder(
    parent: BorrowedFd<'_>,
    name: impl rustix::path::Arg,
) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(parent, name, flags, Mode::empty())
}

/// Opens a file by one name without following a link or waiting for the other end of a pipe; `None` if it is not regular.
pub(crate) fn open_if_regular(
    parent: BorrowedFd<'_>,
    name: impl rustix::path::Arg,
) -> rustix::io::Result<Option<(File, Stat)>> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = rustix::fs::openat(parent, name, flags, Mode::empty())?;
    // Only what was opened can be judged: the name may be another file by now.
    let stat = rustix::fs::fstat(&file)?;
    let regular = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
    Ok(regular.then(|| (File::from(file), stat)))
}

/// Opens the file of a path in its folder.
pub(crate) fn open_regular(folder: BorrowedFd<'_>, path: &ProjectPath) -> Result<(File, Stat), ToolError> {
    let name = path.split().1;
    match open_if_regular(folder, name) {
        Ok(Some(opened)) => Ok(opened),
        Ok(None) => Err(not_regular(path)),
        Err(error) => Err(explained(folder, name, path, error)),
    }
}

/// Reads a file whole, no further than its bound.
pub(crate) fn read_whole(file: &mut File, stat: &Stat, path: &ProjectPath) -> Result<Vec<u8>, ToolError> {
    let size = u64::try_from(stat.st_size).unwrap_or(0);
    let mut bytes = Vec::new();
    if size <= FILE_MOST_BYTES {
        bytes.reserve_exact(usize::try_from(size).unwrap_or(0) + 1);
        file.take(FILE_MOST_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| of_io("read", path.as_str(), &error))?;
    }
    if size > FILE_MOST_BYTES || bytes.len() as u64 > FILE_MOST_BYTES {
        return Err(invalid(
            "E_FILE_TOO_LARGE",
            format!("`{}` is larger than {} MiB", shown(path.as_str()), FILE_MOST_BYTES >> 20),
        ));
    }
    Ok(bytes)
}

fn not_regular(path: &ProjectPath) -> ToolError {
    denied("E_PATH_SPECIAL", format!("`{}` is not an ordinary file", shown(path.as_str())))
}

/// Why a name could not be opened: a link is refused as such, whatever the system called it.
fn explained(folder: BorrowedFd<'_>, name: &str, path: &ProjectPath, error: rustix::io::Errno) -> ToolError {
    let kind = rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)
        .map(|stat| FileType::from_raw_mode(stat.st_mode));
    match kind {
        Ok(FileType::Symlink) => denied(
            "E_PATH_LINK",
            format!("`{}` goes through a link; name the file itself", shown(path.as_str())),
        ),
        Ok(FileType::Fifo | FileType::Socket | FileType::CharacterDevice | FileType::BlockDevice) => {
            not_regular(path)
        }
        Ok(FileType::RegularFile | FileType::Directory | FileType::Unknown) | Err(_) => {
            of_io("open", path.as_str(), &io::Error::from(error))
        }
    }
}
