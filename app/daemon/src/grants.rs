//! Standing grants that the person made: a private file beside the log, each entry sealed with the key of this machine.
//!
//! What a program without that key writes there counts for nothing (S1). How often one was used is in the log, where it
//! cannot be put back with an older file.

use std::path::{Path, PathBuf};

use laika_os::files::{FileError, private};
use laika_policy::redact::SealKey;
use laika_policy::{StandingGrant, Uncovered, Unmakeable, Uses, Verb};
use laika_protocol::canonical;
use laika_protocol::ids::Sha256;
use laika_store::{DATABASE, Reader, StoreError};
use serde::{Deserialize, Serialize};

use crate::working::{Agreed, Counted};

/// The name of the file in Laika's folder.
const FILE: &str = "grants.json";
/// More grants than a person keeps in mind.
const MOST_GRANTS: usize = 256;

/// Why a grant cannot be made, found or used.
#[derive(Debug, thiserror::Error)]
pub enum GrantsError {
    /// There is none of this name.
    #[error("there is no grant `{0}`")]
    Unknown(String),
    /// The person took it back.
    #[error("the grant `{0}` was taken back")]
    Revoked(String),
    /// Somebody else wrote it.
    #[error("the grant `{0}` was not made with this Laika, or was changed since; it counts for nothing")]
    Forged(String),
    /// It is over.
    #[error("{why}: `{id}`")]
    Over {
        /// The grant.
        id: String,
        /// Why.
        why: Uncovered,
    },
    /// It cannot be agreed to.
    #[error(transparent)]
    Unmakeable(#[from] Unmakeable),
    /// There are too many.
    #[error("there are {MOST_GRANTS} grants already; take one back first")]
    TooMany,
    /// The folder is one that only the environment names.
    #[error("grants in `{}` count for nothing: only the environment names that folder", .0.display())]
    NamedFolder(PathBuf),
    /// The file is damaged.
    #[error("the grants in `{}` cannot be read: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// The file is not private, or cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The log cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl GrantsError {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unknown(_) => "E_NO_GRANT",
            Self::Revoked(_) => "E_GRANT_REVOKED",
            Self::Forged(_) => "E_GRANT_FORGED",
            Self::Over { why, .. } => why.code(),
            Self::Unmakeable(_) | Self::TooMany => "E_GRANT_INVALID",
            Self::NamedFolder(_) => "E_GRANT_NAMED_FOLDER",
            Self::Damaged { .. } | Self::File(_) => "E_GRANTS_FILE",
            Self::Store(error) => error.code(),
        }
    }
}

/// A grant as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Kept {
    /// What was agreed to.
    pub grant: StandingGrant,
    /// When, in milliseconds after 1970.
    pub made_at_ms: u64,
    /// When it was taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked_at_ms: Option<u64>,
    seal: Sha256,
}

/// How a grant stands.
#[derive(Debug)]
pub struct Standing {
    /// The grant.
    pub kept: Kept,
    /// How often it was used.
    pub used: Uses,
    /// Why it counts for nothing, if so.
    pub over: Option<GrantsError>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    grants: Vec<Kept>,
}

/// The grants of one folder.
pub struct Grants {
    folder: PathBuf,
    key: SealKey,
}

impl Grants {
    /// Those of this folder, with the key of this machine. `named_by_environment`: whether only a variable names it.
    ///
    /// # Errors
    /// When the folder is one in which no grant counts: whoever sets a variable could bring grants along (S12).
    pub fn of_folder(
        folder: &Path,
        named_by_environment: bool,
        machine_key: &[u8; 32],
    ) -> Result<Self, GrantsError> {
        if named_by_environment {
            return Err(GrantsError::NamedFolder(folder.to_owned()));
        }
        Ok(Self { folder: folder.to_owned(), key: SealKey::of_grants(machine_key) })
    }

    /// Keeps a grant that the person has just agreed to.
    ///
    /// # Errors
    /// When nobody may agree to it, or it cannot be kept.
    pub fn add(&self, grant: StandingGrant, now_ms: u64) -> Result<(), GrantsError> {
        grant.check(now_ms)?;
        let seal = self.seal(&grant, now_ms, None)?;
        self.change(|grants| {
            // What is long over makes room.
            if grants.len() >= MOST_GRANTS {
                grants.retain(|one| one.grant.expires_at_ms > now_ms);
            }
            if grants.len() >= MOST_GRANTS || grants.iter().any(|one| one.grant.id == grant.id) {
                return Err(GrantsError::TooMany);
            }
            grants.push(Kept { grant, made_at_ms: now_ms, revoked_at_ms: None, seal });
            Ok(())
        })
    }

    /// Takes a grant back. Anybody may: it only tightens.
    ///
    /// # Errors
    /// When there is none of this name, or that cannot be kept.
    pub fn revoke(&self, id: &str, now_ms: u64) -> Result<(), GrantsError> {
        self.change(|grants| {
            let kept = grants.iter_mut().find(|one| one.grant.id == id);
            let kept = kept.ok_or_else(|| GrantsError::Unknown(id.to_owned()))?;
            // One that was not made here stays what it is: nothing.
            if kept.revoked_at_ms.is_none() && self.is_sealed(kept) {
                kept.revoked_at_ms = Some(now_ms);
                kept.seal = self.seal(&kept.grant, kept.made_at_ms, kept.revoked_at_ms)?;
            }
            Ok(())
        })
    }

    /// Every grant, and how it stands.
    ///
    /// # Errors
    /// When the file or the log cannot be read.
    pub fn list(&self, now_ms: u64) -> Result<Vec<Standing>, GrantsError> {
        let reader = self.reader()?;
        self.read()?.into_iter().map(|kept| self.standing(kept, reader.as_ref(), now_ms)).collect()
    }

    /// The grant of this name, with how often it was used, if it can still answer anything.
    ///
    /// # Errors
    /// Why not.
    pub fn find(&self, id: &str, now_ms: u64) -> Result<Agreed, GrantsError> {
        let kept = self.read()?.into_iter().find(|one| one.grant.id == id);
        let kept = kept.ok_or_else(|| GrantsError::Unknown(id.to_owned()))?;
        let standing = self.standing(kept, self.reader()?.as_ref(), now_ms)?;
        match standing.over {
            Some(over) => Err(over),
            None => Ok(Agreed { grant: standing.kept.grant, counted: Counted::Ever(standing.used) }),
        }
    }

    fn standing(&self, kept: Kept, reader: Option<&Reader>, now_ms: u64) -> Result<Standing, GrantsError> {
        let id = || kept.grant.id.clone();
        let uses = reader.map(|reader| reader.grant_uses(&kept.grant.id)).transpose()?.unwrap_or_default();
        let used: Uses =
            uses.into_iter().filter_map(|(verb, uses)| Some((Verb::of_name(&verb)?, uses))).collect();
        let over = if !self.is_sealed(&kept) {
            Some(GrantsError::Forged(id()))
        } else if kept.revoked_at_ms.is_some() {
            Some(GrantsError::Revoked(id()))
        } else {
            kept.grant.is_open(&used, now_ms).err().map(|why| GrantsError::Over { id: id(), why })
        };
        Ok(Standing { kept, used, over })
    }

    /// The log, where there is one.
    fn reader(&self) -> Result<Option<Reader>, GrantsError> {
        let there = self.folder.join(DATABASE).is_file();
        Ok(there.then(|| Reader::open(&self.folder)).transpose()?)
    }

    fn path(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    fn is_sealed(&self, kept: &Kept) -> bool {
        self.seal(&kept.grant, kept.made_at_ms, kept.revoked_at_ms).is_ok_and(|seal| seal == kept.seal)
    }

    fn seal(
        &self,
        grant: &StandingGrant,
        made_at_ms: u64,
        revoked_at_ms: Option<u64>,
    ) -> Result<Sha256, GrantsError> {
        let digest = canonical::digest(&(grant, made_at_ms, revoked_at_ms));
        digest.map(|digest| self.key.digest(&digest)).map_err(|error| self.damaged(error.to_string()))
    }

    fn damaged(&self, why: String) -> GrantsError {
        GrantsError::Damaged { path: self.path(), why }
    }

    fn read(&self) -> Result<Vec<Kept>, GrantsError> {
        let Some(bytes) = private::read(&self.path())? else { return Ok(Vec::new()) };
        let file: File = serde_json::from_slice(&bytes).map_err(|error| self.damaged(error.to_string()))?;
        if file.version != 1 {
            return Err(self.damaged(format!("version {} is not 1", file.version)));
        }
        Ok(file.grants)
    }

    /// Changes what is kept, while nobody else does.
    fn change(
        &self,
        with: impl FnOnce(&mut Vec<Kept>) -> Result<(), GrantsError>,
    ) -> Result<(), GrantsError> {
        private::make_dir(&self.folder)?;
        let _lock = private::lock(&self.path().with_extension("lock"))?;
        let mut grants = self.read()?;
        with(&mut grants)?;
        let written = serde_json::to_vec_pretty(&File { version: 1, grants });
        let bytes = written.map_err(|error| self.damaged(error.to_string()))?;
        Ok(private::replace(&self.path(), &bytes)?)
    }
}
