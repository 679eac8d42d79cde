//! Calls as what they do to the world: to the data folder, to the effects, and to whoever reads the child's words.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::line::unhex;
use super::{Call, End, Event};

/// One thing that was done. Paths are below the folder of the case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) enum Op {
    /// A file was opened and is made if it is not there.
    File(PathBuf),
    Folder(PathBuf),
    Write {
        path: PathBuf,
        at: u64,
        bytes: Vec<u8>,
    },
    Truncate {
        path: PathBuf,
        length: u64,
    },
    Rename {
        from: PathBuf,
        to: PathBuf,
    },
    Remove(PathBuf),
    /// The disk was asked to keep a file or the names of a folder, while others go on.
    SyncBegan {
        thread: u32,
        path: PathBuf,
    },
    /// It answered.
    Synced {
        thread: u32,
        path: PathBuf,
        kept: bool,
    },
    /// The child said something that was heard outside.
    Said(Vec<u8>),
    /// Something happened outside that cannot be taken back.
    Effect(PathBuf),
}

/// Calls that a recording has to see. Those that the model does not know are here to be noticed.
pub(in super::super) const RECORDED: &str = "?open,?openat,?creat,?write,?writev,?pwrite64,?pwritev,?pwritev2,?lseek,\
    ?fsync,?fdatasync,?ftruncate,?rename,?renameat,?renameat2,?unlink,?unlinkat,?rmdir,?mkdir,?mkdirat,?mmap,?dup,\
    ?dup2,?dup3,?truncate,?fallocate,?copy_file_range,?sendfile,?splice,?link,?linkat,?symlink,?symlinkat,?msync,\
    ?sync,?syncfs,?sync_file_range";

/// The folder of a case, and what it holds for whom.
struct Reading<'a> {
    root: &'a Path,
    /// The file that takes what the child says.
    said: &'a Path,
    /// Where the next `write` to a descriptor goes.
    places: BTreeMap<i64, u64>,
    ops: Vec<Op>,
}

/// Turns calls into what they did. The folder is `root`; the child's words go to `said` in it.
pub(in super::super) fn read(events: Vec<Event>, root: &Path, said: &Path) -> Result<Vec<Op>> {
    let mut reading = Reading { root, said, places: BTreeMap::new(), ops: Vec::new() };
    for event in events {
        match event {
            Event::Began(call) => {
                if let "fsync" | "fdatasync" = call.name.as_str()
                    && let Some(path) = reading.file(&call, 0)?
                {
                    reading.ops.push(Op::SyncBegan { thread: call.thread, path });
                }
            }
            Event::Ended(call) => {
                reading.call(&call).with_context(|| format!("`{}` in the recording", call.name))?;
            }
        }
    }
    Ok(reading.ops)
}

impl Reading<'_> {
    fn call(&mut self, call: &Call) -> Result<()> {
        let returned = match &call.end {
            End::Returned(number, _) => *number,
            End::Failed(_) if matches!(call.name.as_str(), "fsync" | "fdatasync") => -1,
            End::Failed(_) | End::Open => return Ok(()),
        };
        match call.name.as_str() {
            "open" | "openat" | "creat" => self.open(call, returned)?,
            "write" | "writev" => {
                let place = self.places.entry(descriptor(call)?).or_default();
                let at = *place;
                *place += u64::try_from(returned)?;
                self.write(call, at, returned)?;
            }
            "pwrite64" | "pwritev" | "pwritev2" => self.write(call, number(call, 3)?, returned)?,
            "lseek" => {
                self.places.insert(descriptor(call)?, u64::try_from(returned)?);
            }
            "fsync" | "fdatasync" => {
                if let Some(path) = self.file(call, 0)? {
                    self.ops.push(Op::Synced { thread: call.thread, path, kept: returned == 0 });
                }
            }
            "ftruncate" => {
                if let Some(path) = self.file(call, 0)? {
                    self.ops.push(Op::Truncate { path, length: number(call, 1)? });
                }
            }
            "rename" => self.rename(self.named(call, 0)?, self.named(call, 1)?)?,
            "renameat" | "renameat2" => self.rename(self.named(call, 1)?, self.named(call, 3)?)?,
            "unlink" | "rmdir" => self.name(self.named(call, 0)?, Op::Remove),
            "unlinkat" => self.name(self.named(call, 1)?, Op::Remove),
            "mkdir" => self.name(self.named(call, 0)?, Op::Folder),
            "mkdirat" => self.name(self.named(call, 1)?, Op::Folder),
            "mmap" => self.map(call)?,
            _ => self.refuse(call)?,
        }
        Ok(())
    }

    fn open(&mut self, call: &Call, returned: i64) -> Result<()> {
        self.places.insert(returned, 0);
        let flags = call.arguments.iter().find(|argument| argument.starts_with("O_"));
        let flags: Vec<_> = flags.map_or(Vec::new(), |flags| flags.split('|').collect());
        let is_made = call.name == "creat" || flags.contains(&"O_CREAT");
        let End::Returned(_, Some(path)) = &call.end else { return Ok(()) };
        let Some(path) = self.below(&path_of(path)) else { return Ok(()) };
        if path.starts_with("effects") {
            if is_made {
                self.ops.push(Op::Effect(path));
            }
            return Ok(());
        }
        if flags.contains(&"O_APPEND") {
            bail!("a file is opened to append to, which the model of the disk does not know");
        }
        if is_made {
            self.ops.push(Op::File(path.clone()));
        }
        if call.name == "creat" || flags.contains(&"O_TRUNC") {
            self.ops.push(Op::Truncate { path, length: 0 });
        }
        Ok(())
    }

    fn write(&mut self, call: &Call, at: u64, returned: i64) -> Result<()> {
        let Some(path) = self.file(call, 0)? else { return Ok(()) };
        let mut bytes = strings(call.arguments.get(1).context("it writes nothing")?)?;
        let written = usize::try_from(returned)?;
        if bytes.len() < written {
            bail!("it wrote more than the recording holds");
        }
        bytes.truncate(written);
        self.ops.push(if path == self.said { Op::Said(bytes) } else { Op::Write { path, at, bytes } });
        Ok(())
    }

    fn rename(&mut self, from: PathBuf, to: PathBuf) -> Result<()> {
        match (self.below(&from), self.below(&to)) {
            (Some(from), Some(to)) => self.ops.push(Op::Rename { from, to }),
            (None, None) => {}
            (Some(path), None) | (None, Some(path)) => {
                bail!("`{}` is moved out of or into the folder", path.display());
            }
        }
        Ok(())
    }

    fn name(&mut self, path: PathBuf, op: fn(PathBuf) -> Op) {
        // The folder of the effects is outside: no disk of ours has to keep it.
        self.ops.extend(self.below(&path).filter(|path| !path.starts_with("effects")).map(op));
    }

    /// The shared memory of SQLite is lost with the power. Nothing else may be written past the calls.
    fn map(&self, call: &Call) -> Result<()> {
        let has = |word: &str| {
            call.arguments.iter().take(4).any(|argument| argument.split('|').any(|flag| flag == word))
        };
        let Some(path) = call.arguments.get(4).map(|argument| path_behind(argument)).transpose()?.flatten()
        else {
            return Ok(());
        };
        let writes = has("PROT_WRITE") && !has("MAP_PRIVATE");
        if writes && self.below(&path).is_some() && !path.to_string_lossy().ends_with("-shm") {
            bail!("`{}` is written through memory, where no recording sees it", path.display());
        }
        Ok(())
    }

    /// Calls that the model does not know must not touch the folder.
    fn refuse(&self, call: &Call) -> Result<()> {
        if matches!(call.name.as_str(), "dup" | "dup2" | "dup3") && self.file(call, 0)?.is_none() {
            return Ok(());
        }
        if paths(call)?.iter().any(|path| self.below(path).is_some()) {
            bail!("the model of the disk does not know this call");
        }
        Ok(())
    }

    /// The file behind a descriptor, if it is one of ours.
    fn file(&self, call: &Call, index: usize) -> Result<Option<PathBuf>> {
        let argument = call.arguments.get(index).context("an argument is missing")?;
        Ok(path_behind(argument)?.and_then(|path| self.below(&path)))
    }

    /// A path that is written out. The child is started with absolute ones.
    fn named(&self, call: &Call, index: usize) -> Result<PathBuf> {
        let path = path_of(&strings(call.arguments.get(index).context("an argument is missing")?)?);
        if path.is_relative() {
            bail!("`{}` is a relative path", path.display());
        }
        Ok(path)
    }

    fn below(&self, path: &Path) -> Option<PathBuf> {
        path.strip_prefix(self.root).ok().map(Path::to_path_buf)
    }
}

/// Every path that a call names, written out or behind a descriptor. What it returns is not among them.
pub(in super::super) fn paths(call: &Call) -> Result<Vec<PathBuf>> {
    let writes = matches!(call.name.as_str(), "write" | "writev" | "pwrite64" | "pwritev" | "pwritev2");
    let mut paths = Vec::new();
    for argument in &call.arguments {
        if argument.starts_with('"') && !writes {
            paths.push(path_of(&strings(argument)?));
        } else if !argument.starts_with(['"', '[']) && !argument.starts_with("AT_FDCWD") {
            paths.extend(path_behind(argument)?);
        }
    }
    Ok(paths)
}

fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(bytes))
}

/// `5</a/b>` is /a/b.
fn path_behind(argument: &str) -> Result<Option<PathBuf>> {
    let Some((_, rest)) = argument.split_once('<') else { return Ok(None) };
    // A file without a name does not outlive its process.
    if rest.ends_with("(deleted)") {
        return Ok(None);
    }
    let path = rest.split('>').next().unwrap_or_default();
    // Pipes, sockets and the like are not written in hex, and are none of ours.
    if !path.starts_with('\\') {
        return Ok(None);
    }
    unhex(path).map(|path| Some(path_of(&path)))
}

fn descriptor(call: &Call) -> Result<i64> {
    let argument = call.arguments.first().context("a descriptor is missing")?;
    argument.split('<').next().unwrap_or_default().parse().context("a descriptor is not a number")
}

fn number(call: &Call, index: usize) -> Result<u64> {
    let argument = call.arguments.get(index).context("a number is missing")?;
    argument.parse().with_context(|| format!("`{argument}` is not a number"))
}

/// Every string in an argument, one after the other: a plain one, or those of a list of buffers.
fn strings(argument: &str) -> Result<Vec<u8>> {
    if argument.contains("\"...") {
        bail!("a string is cut off in the recording");
    }
    let mut bytes = Vec::new();
    for string in argument.split('"').skip(1).step_by(2) {
        bytes.extend(unhex(string)?);
    }
    Ok(bytes)
}

#[cfg(test)]
#[path = "op_tests.rs"]
mod tests;
