//! Approving the file of a project: what it would loosen is shown first, and exactly that file may loosen exactly that.

use std::path::{Path, PathBuf};

use laika_os::files::guarded;
use laika_policy::config::{Layer, Source, Standing, Value, merge};
use laika_protocol::canonical::digest_bytes;
use laika_protocol::ids::Sha256;

use super::places::real;
use super::{Approved, ConfigError, Places, approvals as kept, file, own_layers};

/// A file that could be approved.
#[derive(Clone, Debug)]
pub struct Proposal {
    path: PathBuf,
    sha256: Sha256,
    approved: bool,
    loosens: Vec<Loosened>,
}

/// One setting that an approval would loosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loosened {
    /// What it is without the approval.
    pub now: Value,
    /// What it would be.
    pub then: Value,
    /// Where the file says so.
    pub place: String,
}

impl Proposal {
    /// Reads a file, or the nearest one of the project here, and finds out what it would loosen. Variables and flags of this
    /// moment are left out: an approval outlives them.
    ///
    /// # Errors
    /// When there is no such file or a file cannot be read, and in a folder where approvals do not count.
    pub fn of(places: &Places, named: Option<&Path>) -> Result<Self, ConfigError> {
        if places.folder_from_environment {
            return Err(ConfigError::NamedFolder(places.folder.clone()));
        }
        let (path, bytes) = match named {
            Some(named) => {
                let path = real(named)?;
                let bytes = guarded::read_any(&path)?;
                bytes.map(|bytes| (path, bytes)).ok_or(ConfigError::NoProject)?
            }
            None => places.projects()?.pop().ok_or(ConfigError::NoProject)?,
        };
        let sha256 = digest_bytes(&bytes);
        let wishes = file::read(&path, &bytes)?;
        let with = |standing| {
            let mut layers = own_layers(places)?;
            layers.push(Layer { source: Source::Project, standing, wishes: wishes.clone() });
            Ok::<_, ConfigError>(merge(layers))
        };
        let (now, then) = (with(Standing::Unapproved)?, with(Standing::Trusted)?);
        let loosens = then.values.loosened_from(&now.values).into_iter().map(|setting| {
            let wish = wishes.iter().find(|wish| wish.value.setting() == setting);
            let place = wish.map(|wish| wish.place.clone()).unwrap_or_default();
            Loosened { now: now.values.get(setting), then: then.values.get(setting), place }
        });
        let loosens: Vec<Loosened> = loosens.collect();
        let may_loosen = kept::of(places, &path, &sha256)?;
        let approved = loosens.iter().all(|one| may_loosen.contains(&one.now.setting()));
        Ok(Self { path, sha256, approved, loosens })
    }

    /// The file, without links.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it is.
    #[must_use]
    pub const fn sha256(&self) -> &Sha256 {
        &self.sha256
    }

    /// Whether it may loosen all of that already.
    #[must_use]
    pub const fn is_approved(&self) -> bool {
        self.approved
    }

    /// What it would loosen.
    #[must_use]
    pub fn loosens(&self) -> &[Loosened] {
        &self.loosens
    }

    /// Remembers that the person approved what was read and shown; what the file has become since does not count.
    ///
    /// # Errors
    /// When it cannot be remembered.
    pub fn approve(&self, places: &Places, now_ms: u64) -> Result<(), ConfigError> {
        let file = self.path.to_str().ok_or_else(|| ConfigError::PathNotText(self.path.clone()))?.to_owned();
        kept::change(places, |approved| {
            approved.retain(|one| one.file != file);
            let loosens = self.loosens.iter().map(|one| one.now.setting().key()).collect();
            approved.push(Approved { file, sha256: self.sha256.clone(), loosens, at_ms: now_ms });
        })
    }
}

/// Everything that is approved.
///
/// # Errors
/// When it cannot be read.
pub fn approvals(places: &Places) -> Result<Vec<Approved>, ConfigError> {
    kept::read(places)
}

/// Takes an approval back. False when there was none.
///
/// # Errors
/// When what is approved cannot be read or written.
pub fn forget(places: &Places, named: &Path) -> Result<bool, ConfigError> {
    // The file may be gone; then it is forgotten by the name that it had.
    let path = real(named).unwrap_or_else(|_| places.started_in.join(named));
    let mut had = false;
    kept::change(places, |approved| {
        approved.retain(|one| {
            let same = Path::new(&one.file) == path;
            had |= same;
            !same
        });
    })?;
    Ok(had)
}
