//! A disk that forgets: what a folder may hold after the power is cut.
//!
//! The model. A file holds what it held at its last sync; of what was written since, every 512-byte sector may hold any
//! version that it had since then, independently of every other (reordered and torn writes). Sectors are atomic, and
//! one that nobody wrote to stays as it is. A name (a file or folder made, renamed or removed) is kept only by a sync
//! of its folder: a sync of the file does not keep its name, which is stricter than common file systems are. Each name
//! that was not kept may be lost or kept, independently. A file that grew without its data holds zeros.
//!
//! After a sync that failed the kernel counts the pages as clean: what they held is on the disk or not, and no later
//! sync writes it unless the page (4,096 bytes) is written to again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::trace::op::Op;
use crate::random::Random;

const SECTOR: usize = 512;
const PAGE: u64 = 4096;

/// What survives of that which was not synced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Survives {
    Nothing,
    /// Names, and nothing of what was written.
    Names,
    /// What was written, and no names.
    Contents,
    /// Whole writes and names, each or not.
    Some,
    /// Sectors and names, each or not.
    Sectors,
    /// Everything, as after a kill.
    Everything,
}

impl Survives {
    pub(super) const ALL: [Self; 6] =
        [Self::Nothing, Self::Names, Self::Contents, Self::Some, Self::Sectors, Self::Everything];
}

/// Files by their paths; a folder has no content.
pub(super) type Image = BTreeMap<PathBuf, Option<Vec<u8>>>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Node {
    File(usize),
    Folder,
}

/// A change of names that may be lost.
#[derive(Debug, Clone)]
struct Move {
    at: usize,
    from: Option<PathBuf>,
    to: Option<(PathBuf, Node)>,
}

impl Move {
    /// The folder whose sync keeps it. A move between folders would need both; nothing here does that.
    fn folder(&self) -> Option<&Path> {
        let path = self.to.as_ref().map(|(path, _)| path).or(self.from.as_ref());
        path.and_then(|path| path.parent())
    }

    fn apply(&self, names: &mut BTreeMap<PathBuf, Node>) {
        if let Some(from) = &self.from {
            names.remove(from);
        }
        if let Some((to, node)) = &self.to {
            names.insert(to.clone(), *node);
        }
    }
}

/// A change of content that may be lost.
#[derive(Debug, Clone)]
struct Change {
    at: usize,
    what: Content,
    /// A sync of it failed, and later ones leave it out.
    clean: bool,
}

#[derive(Debug, Clone)]
enum Content {
    Bytes { at: u64, bytes: Vec<u8> },
    Length(u64),
}

impl Content {
    fn apply(&self, file: &mut Vec<u8>) {
        match self {
            Self::Bytes { at, bytes } => {
                let start = index(*at);
                let end = start + bytes.len();
                if file.len() < end {
                    file.resize(end, 0);
                }
                file[start..end].copy_from_slice(bytes);
            }
            Self::Length(length) => file.resize(index(*length), 0),
        }
    }

    fn pages(&self) -> std::ops::Range<u64> {
        match self {
            Self::Bytes { at, bytes } => at / PAGE..(at + bytes.len() as u64).div_ceil(PAGE),
            Self::Length(_) => 0..0,
        }
    }

    /// Takes away what lies beyond an end.
    fn shorten(&mut self, length: u64) {
        if let Self::Bytes { at, bytes } = self {
            bytes.truncate(index(length.saturating_sub(*at)));
        }
    }

    /// The same in pieces of which each lies in one page.
    fn in_pages(&self) -> Vec<Self> {
        let Self::Bytes { at, bytes } = self else { return vec![self.clone()] };
        let piece = |page: u64| {
            let (start, end) = ((page * PAGE).max(*at), ((page + 1) * PAGE).min(at + bytes.len() as u64));
            Self::Bytes { at: start, bytes: bytes[index(start - at)..index(end - at)].to_vec() }
        };
        self.pages().map(piece).collect()
    }
}

/// Everything here fits into memory, so an offset fits into a `usize`.
fn index(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

#[derive(Debug, Clone, Default)]
struct File {
    kept: Vec<u8>,
    changes: Vec<Change>,
}

/// The disk after some operations.
#[derive(Debug, Clone, Default)]
pub(super) struct Disk {
    files: Vec<File>,
    /// As running programs see them.
    names: BTreeMap<PathBuf, Node>,
    kept: BTreeMap<PathBuf, Node>,
    moves: Vec<Move>,
    /// When the syncs began that are under way, by thread.
    syncs: BTreeMap<u32, usize>,
    now: usize,
}

impl Disk {
    /// A disk that has kept everything in `image`.
    pub(super) fn of(image: &Image) -> Self {
        let mut disk = Self::default();
        for (path, content) in image {
            let node = match content {
                Some(content) => disk.file(content.clone()),
                None => Node::Folder,
            };
            disk.names.insert(path.clone(), node);
        }
        disk.kept = disk.names.clone();
        disk
    }

    fn file(&mut self, kept: Vec<u8>) -> Node {
        self.files.push(File { kept, changes: Vec::new() });
        Node::File(self.files.len() - 1)
    }

    pub(super) fn apply(&mut self, op: &Op) {
        self.now += 1;
        match op {
            Op::File(path) if !self.names.contains_key(path) => {
                let node = self.file(Vec::new());
                self.change_names(None, Some((path.clone(), node)));
            }
            Op::Folder(path) => self.change_names(None, Some((path.clone(), Node::Folder))),
            Op::Rename { from, to } => {
                if let Some(node) = self.names.get(from).copied() {
                    self.change_names(Some(from.clone()), Some((to.clone(), node)));
                }
            }
            Op::Remove(path) => self.change_names(Some(path.clone()), None),
            Op::Write { path, at, bytes } => {
                self.change(path, Content::Bytes { at: *at, bytes: bytes.clone() });
            }
            Op::Truncate { path, length } => self.change(path, Content::Length(*length)),
            Op::SyncBegan { thread, .. } => {
                self.syncs.insert(*thread, self.now);
            }
            Op::Synced { thread, path, kept } => {
                let began = self.syncs.remove(thread).unwrap_or(self.now);
                self.sync(path, *kept, began);
            }
            Op::File(_) | Op::Said(_) | Op::Effect(_) => {}
        }
    }

    fn change_names(&mut self, from: Option<PathBuf>, to: Option<(PathBuf, Node)>) {
        let change = Move { at: self.now, from, to };
        change.apply(&mut self.names);
        self.moves.push(change);
    }

    fn change(&mut self, path: &Path, what: Content) {
        if let Some(Node::File(file)) = self.names.get(path).copied()
            && let Some(file) = self.files.get_mut(file)
        {
            file.changes.push(Change { at: self.now, what, clean: false });
        }
    }

    fn sync(&mut self, path: &Path, kept: bool, began: usize) {
        match self.names.get(path).copied() {
            Some(Node::File(file)) => {
                let Some(file) = self.files.get_mut(file) else { return };
                if kept { file.keep(began) } else { file.fail(began) }
            }
            // The folder of the case itself has no name in it.
            Some(Node::Folder) => self.keep_names(path, kept, began),
            None if path.as_os_str().is_empty() => self.keep_names(path, kept, began),
            None => {}
        }
    }

    fn keep_names(&mut self, folder: &Path, kept: bool, began: usize) {
        if !kept {
            return;
        }
        let names = &mut self.kept;
        self.moves.retain(|change| {
            let is_kept = change.at <= began && change.folder() == Some(folder);
            if is_kept {
                change.apply(names);
            }
            !is_kept
        });
    }

    /// What the disk may hold if the power is cut now.
    pub(super) fn cut(&self, survives: Survives, random: &mut Random) -> Image {
        let mut names = self.kept.clone();
        for change in &self.moves {
            let is_kept = match survives {
                Survives::Nothing | Survives::Contents => false,
                Survives::Names | Survives::Everything => true,
                Survives::Some | Survives::Sectors => random.one_in(2),
            };
            if is_kept {
                change.apply(&mut names);
            }
        }
        let mut image = Image::new();
        for (path, node) in &names {
            // What lies in a folder that is lost is lost. A folder comes before what is in it.
            let is_found = path.parent().is_none_or(|folder| {
                folder.as_os_str().is_empty() || image.get(folder).is_some_and(Option::is_none)
            });
            if is_found {
                let content = match node {
                    Node::Folder => None,
                    Node::File(file) => {
                        Some(self.files.get(*file).map_or_else(Vec::new, |file| file.cut(survives, random)))
                    }
                };
                image.insert(path.clone(), content);
            }
        }
        image
    }
}

impl File {
    /// A sync that began then has kept what was written before it.
    fn keep(&mut self, began: usize) {
        let dirty: BTreeSet<u64> = (self.changes.iter())
            .filter(|change| !change.clean && change.at <= began)
            .flat_map(|change| change.what.pages())
            .collect();
        let kept = &mut self.kept;
        let mut cuts = Vec::new();
        self.changes.retain(|change| {
            let is_written = !change.clean || change.what.pages().any(|page| dirty.contains(&page));
            let is_kept = is_written && change.at <= began;
            if is_kept {
                change.what.apply(kept);
                if let Content::Length(length) = change.what {
                    cuts.push((change.at, length));
                }
            }
            !is_kept
        });
        // Pages that were cut off do not come back.
        for (at, length) in cuts {
            for change in self.changes.iter_mut().filter(|change| change.at < at) {
                change.what.shorten(length);
            }
        }
        self.changes
            .retain(|change| !matches!(&change.what, Content::Bytes { bytes, .. } if bytes.is_empty()));
    }

    /// A sync that began then has failed.
    fn fail(&mut self, began: usize) {
        let pieces = |change: Change| {
            let is_lost = change.at <= began && matches!(change.what, Content::Bytes { .. });
            let pieces = if is_lost { change.what.in_pages() } else { vec![change.what] };
            pieces.into_iter().map(move |what| Change { at: change.at, what, clean: change.clean || is_lost })
        };
        self.changes = std::mem::take(&mut self.changes).into_iter().flat_map(pieces).collect();
    }

    fn cut(&self, survives: Survives, random: &mut Random) -> Vec<u8> {
        // As the page cache held it, and as the disk may hold it: a sector is never put together from two versions.
        let (mut now, mut file) = (self.kept.clone(), self.kept.clone());
        for change in &self.changes {
            change.what.apply(&mut now);
            let whole = match survives {
                Survives::Nothing | Survives::Names => false,
                Survives::Contents | Survives::Everything => true,
                Survives::Some | Survives::Sectors => random.one_in(2),
            };
            match &change.what {
                Content::Length(length) if whole => file.resize(index(*length), 0),
                Content::Length(_) => {}
                Content::Bytes { at, bytes } => {
                    let sectors = index(*at) / SECTOR..(index(*at) + bytes.len()).div_ceil(SECTOR);
                    for sector in sectors {
                        let is_kept = if survives == Survives::Sectors { random.one_in(2) } else { whole };
                        if is_kept {
                            copy(&now, &mut file, sector);
                        }
                    }
                }
            }
        }
        file
    }
}

fn copy(from: &[u8], to: &mut Vec<u8>, sector: usize) {
    let start = (sector * SECTOR).min(from.len());
    let end = (start + SECTOR).min(from.len());
    if to.len() < end {
        to.resize(end, 0);
    }
    to[start..end].copy_from_slice(&from[start..end]);
}

#[cfg(test)]
#[path = "disk_tests.rs"]
mod tests;
