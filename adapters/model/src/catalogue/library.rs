//! The models of this machine: what is here, which one is used, and whether it is still what was verified.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use super::carried::{self, Carried};
use super::hash::Sha256Hex;
use super::model::{Model, Own};
use super::progress::Watch;
use super::pull::partial::Partial;
use super::pull::{Program, verify};
use super::state::{self, State};
use super::{Catalogue, LibraryError, Picked, models_folder};
use crate::Files;

/// The models of this machine.
#[derive(Clone, Debug)]
pub struct Library {
    folder: PathBuf,
    catalogue: Catalogue,
    pip: Option<Program>,
    curl: Option<Program>,
    carried: Carried,
}

/// A model, and what there is of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The model.
    pub model: Model,
    /// What there is of it.
    pub presence: Presence,
    /// Where the file of its weights is, or would be.
    pub path: PathBuf,
    /// Where the file of its adapter is, or would be, if it has one.
    pub adapter: Option<PathBuf>,
    /// Whether the person gave the file, and the catalogue does not know it.
    pub imported: bool,
    /// Whether it is the one that is used.
    pub default: bool,
}

/// What there is of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Its file is here, and looks as it did when it was verified.
    Here,
    /// Its file is here, and is not the one that was verified.
    Changed,
    /// A file of its name is here, and was never verified.
    Unverified,
    /// So many bytes of it are here.
    Partial(u64),
    /// Nothing.
    Absent,
}

impl Presence {
    /// Its word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Here => "here",
            Self::Changed => "changed",
            Self::Unverified => "unverified",
            Self::Partial(_) => "partial",
            Self::Absent => "absent",
        }
    }
}

impl Library {
    /// The models in the usual folder of this person.
    pub fn usual() -> Result<Self, LibraryError> {
        Self::at(models_folder()?)
    }

    /// The models in this folder. It is made when something is put there.
    pub fn at(folder: impl Into<PathBuf>) -> Result<Self, LibraryError> {
        let catalogue = Catalogue::built_in()?;
        Ok(Self { folder: folder.into(), catalogue, pip: None, curl: None, carried: carried::BUILT_IN })
    }

    /// With another catalogue than the built-in one.
    #[must_use]
    pub fn with_catalogue(self, catalogue: Catalogue) -> Self {
        Self { catalogue, ..self }
    }

    /// With this pip instead of the one on the path.
    #[must_use]
    pub fn with_pip(self, pip: Program) -> Self {
        Self { pip: Some(pip), ..self }
    }

    /// With this curl instead of the one on the path.
    #[must_use]
    pub fn with_curl(self, curl: Program) -> Self {
        Self { curl: Some(curl), ..self }
    }

    /// With these adapters instead of those that the program carries.
    #[must_use]
    pub fn with_carried(self, carried: Carried) -> Self {
        Self { carried, ..self }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The catalogue.
    #[must_use]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The bytes of an adapter that the program carries.
    pub(super) fn carried(&self, file: &str) -> Option<&'static [u8]> {
        self.carried.iter().find(|(name, _)| *name == file).map(|(_, bytes)| *bytes)
    }

    pub(super) fn pip(&self) -> Option<&Program> {
        self.pip.as_ref()
    }

    pub(super) fn curl(&self) -> Option<&Program> {
        self.curl.as_ref()
    }

    pub(super) fn make_folder(&self) -> Result<(), LibraryError> {
        let made = DirBuilder::new().recursive(true).mode(0o700).create(&self.folder);
        made.map_err(LibraryError::io("make", &self.folder))
    }

    /// Every model: those of the catalogue, then those that were imported.
    pub fn entries(&self) -> Result<Vec<Entry>, LibraryError> {
        let state = state::read(&self.folder)?;
        let known = self.catalogue.models().iter().map(|model| self.entry(model, false, &state));
        let imported = state.imported.iter().map(|model| self.entry(model, true, &state));
        let mut entries: Vec<_> = known.chain(imported).collect();
        if let Some(at) = self.default_of(&entries, &state)
            && let Some(entry) = entries.get_mut(at)
        {
            entry.default = true;
        }
        Ok(entries)
    }

    /// The model of this name.
    pub fn find(&self, name: &str) -> Result<Entry, LibraryError> {
        let found = self.entries()?.into_iter().find(|entry| entry.model.name == name);
        found.ok_or_else(|| LibraryError::Unknown(name.to_owned()))
    }

    /// The model to use: the one that was chosen; else the recommended one, if it is here; else the first that is.
    pub fn default_model(&self) -> Result<Entry, LibraryError> {
        let default =
            self.entries()?.into_iter().find(|entry| entry.default).ok_or(LibraryError::NoneHere)?;
        default.usable()
    }

    /// The files of a model, if they look as they did when they were verified. Nothing is fetched.
    pub fn files(&self, name: &str) -> Result<Files, LibraryError> {
        self.find(name)?.usable().map(|entry| entry.files())
    }

    /// Makes a model the one that is used.
    pub fn choose(&self, name: &str) -> Result<Picked, LibraryError> {
        self.pick(Some(name))?;
        state::change(&self.folder, |state| state.chosen = Some(name.to_owned()))?;
        self.pick(None)
    }

    /// Reads all of a model's files and compares their hashes. A file that is right counts as verified from now on, one
    /// that is not no longer does.
    pub fn verify(&self, name: &str, watch: Watch<'_>) -> Result<Entry, LibraryError> {
        let entry = self.find(name)?;
        if let Some(adapter) = &entry.model.adapter {
            self.verify(&adapter.base, watch)?;
        }
        let (own, path) = (entry.model.own(), entry.own_path());
        let Ok(metadata) = fs::metadata(path) else {
            return Err(LibraryError::Absent(name.to_owned()));
        };
        let remembered = state::read(&self.folder)?.verified.remove(name).map(|verified| verified.sha256);
        let expected = own.sha256.cloned().or(remembered);
        let expected = expected.ok_or_else(|| LibraryError::Unpinned(name.to_owned()))?;
        let got = verify(path, metadata.len(), watch)?;
        if got != expected {
            state::change(&self.folder, |state| drop(state.verified.remove(name)))?;
            return Err(LibraryError::Damaged { name: name.to_owned(), expected, got });
        }
        self.remember(name, got, path)?;
        self.find(name)
    }

    /// Removes the file of a model and all that is remembered about it; the weights under an adapter are another
    /// model's, and stay. Says how many bytes that freed.
    pub fn remove(&self, name: &str) -> Result<u64, LibraryError> {
        let entry = self.find(name)?;
        let (path, partly) = (entry.own_path(), Partial::bytes_of(&self.folder, name));
        if !path.exists() && partly.is_none() && !entry.imported {
            return Err(LibraryError::Absent(name.to_owned()));
        }
        let partial = Partial::hold(&self.folder, name)?;
        let mut freed = partly.unwrap_or(0);
        partial.clear()?;
        if let Ok(metadata) = fs::metadata(path) {
            fs::remove_file(path).map_err(LibraryError::io("remove", path))?;
            freed += metadata.len();
        }
        state::change(&self.folder, |state| {
            state.verified.remove(name);
            state.imported.retain(|model| model.name != name);
            state.chosen.take_if(|chosen| chosen == name);
        })?;
        Ok(freed)
    }

    fn entry(&self, model: &Model, imported: bool, state: &State) -> Entry {
        let weights = Own {
            name: model.adapter.as_ref().map_or(&model.name, |adapter| &adapter.base),
            file: &model.file,
            bytes: model.bytes,
            sha256: model.sha256.as_ref(),
        };
        // An adapter without its weights is nothing.
        let presence = self.presence(weights, state);
        let is_whole = presence != Presence::Here || model.adapter.is_none();
        let presence = if is_whole { presence } else { self.presence(model.own(), state) };
        let path = self.folder.join(&model.file);
        let adapter = model.adapter.as_ref().map(|adapter| self.folder.join(&adapter.file));
        Entry { model: model.clone(), presence, path, adapter, imported, default: false }
    }

    fn presence(&self, own: Own<'_>, state: &State) -> Presence {
        // A newer catalogue may name another hash than the one that was found.
        let is_pinned = |sha256: &Sha256Hex| own.sha256.is_none_or(|pin| pin == sha256);
        match (fs::metadata(self.folder.join(own.file)), state.verified.get(own.name)) {
            (Ok(metadata), Some(verified)) if verified.fits(&metadata) && is_pinned(&verified.sha256) => {
                Presence::Here
            }
            (Ok(_), Some(_)) => Presence::Changed,
            (Ok(_), None) => Presence::Unverified,
            (Err(_), _) => {
                Partial::bytes_of(&self.folder, own.name).map_or(Presence::Absent, Presence::Partial)
            }
        }
    }

    fn default_of(&self, entries: &[Entry], state: &State) -> Option<usize> {
        let named = |name: &str| entries.iter().position(|entry| entry.model.name == name);
        if state.connected.iter().any(|one| state.chosen.as_ref() == Some(&one.name)) {
            return None;
        }
        let here = |at: &usize| entries.get(*at).is_some_and(|entry| entry.presence == Presence::Here);
        // A choice stands even where its file is gone: another model must not slip into its place.
        state
            .chosen
            .as_deref()
            .and_then(named)
            .or_else(|| named(self.catalogue.recommended()).filter(here))
            .or_else(|| entries.iter().position(|entry| entry.presence == Presence::Here))
    }
}

impl Entry {
    /// What it is loaded from.
    #[must_use]
    pub fn files(&self) -> Files {
        Files { weights: self.path.clone(), adapter: self.adapter.clone() }
    }

    /// Where the file is that it shares with no other model.
    pub(super) fn own_path(&self) -> &Path {
        self.adapter.as_ref().unwrap_or(&self.path)
    }

    pub(super) fn usable(self) -> Result<Self, LibraryError> {
        let name = self.model.name.clone();
        match self.presence {
            Presence::Here => Ok(self),
            Presence::Changed => Err(LibraryError::Changed(name)),
            Presence::Unverified => Err(LibraryError::Unverified(name)),
            Presence::Partial(_) | Presence::Absent => Err(LibraryError::Absent(name)),
        }
    }
}
