//! Settings out of files, variables and flags, and what a person approved of them.
//!
//! What may be loosened by whom is decided in [`laika_policy::config`]; here files are read and approvals kept.
//!
//! Architecture invariant: a file that cannot be read stops with a message. There is no falling back to less.

mod approvals;
mod approve;
mod environment;
mod error;
mod file;
mod flags;
mod places;

use std::path::PathBuf;
use std::time::Duration;

use laika_policy::config::{
    Layer, Merged, ModelName, OriginRules, SearchEngine, Setting, Source, Standing, Values, Wish, merge,
};
use laika_policy::redact::{Audit, Keep};
use laika_protocol::canonical::digest_bytes;
use laika_protocol::ids::Sha256;
use laika_protocol::limits::{Limit, Limits};
use laika_protocol::wire::SiteMode;
use laika_store::Windows;

pub use approvals::Approved;
pub use approve::{Loosened, Proposal, approvals, forget};
pub use environment::OTHER_VARIABLES;
pub use error::ConfigError;
pub use flags::Flags;
pub use places::Places;

use crate::Settings;

/// The file of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectFile {
    /// Where it is, without links.
    pub path: PathBuf,
    /// What it is.
    pub sha256: Sha256,
    /// The settings that the person lets exactly this file loosen.
    pub may_loosen: Vec<Setting>,
}

/// The settings in force.
#[derive(Clone, Debug)]
pub struct Config {
    merged: Merged,
    projects: Vec<ProjectFile>,
}

impl Config {
    /// Reads every layer that there is.
    ///
    /// # Errors
    /// When a file is there and cannot be read, is not safe, or says something that no setting takes; when a variable
    /// does.
    pub fn load(places: &Places, flags: Flags) -> Result<Self, ConfigError> {
        Self::over(own_layers(places)?, places, flags)
    }

    /// The settings as they would be if the person's own file said this.
    ///
    /// # Errors
    /// When a layer cannot be read, this one among them.
    pub fn with_own_file(places: &Places, text: &[u8]) -> Result<Self, ConfigError> {
        let mut layers = own_layers(places)?;
        layers.retain(|layer| layer.source != Source::User);
        layers.push(user_layer(places, text)?);
        Self::over(layers, places, Flags::default())
    }

    fn over(mut layers: Vec<Layer>, places: &Places, flags: Flags) -> Result<Self, ConfigError> {
        let mut projects = Vec::new();
        for (path, bytes) in places.projects()? {
            let sha256 = digest_bytes(&bytes);
            let may_loosen = approvals::of(places, &path, &sha256)?;
            let approved = |wish: &Wish| may_loosen.contains(&wish.value.setting());
            let (own, other): (Vec<_>, Vec<_>) = file::read(&path, &bytes)?.into_iter().partition(approved);
            for (standing, wishes) in [(Standing::Trusted, own), (Standing::Unapproved, other)] {
                layers.push(Layer { source: Source::Project, standing, wishes });
            }
            projects.push(ProjectFile { path, sha256, may_loosen });
        }
        layers.push(environment::layer(&places.variables)?);
        layers.push(flags.layer());
        Ok(Self { merged: merge(layers), projects })
    }

    /// All values.
    #[must_use]
    pub const fn values(&self) -> &Values {
        &self.merged.values
    }

    /// All values, where they came from, and what was not allowed.
    #[must_use]
    pub const fn explained(&self) -> &Merged {
        &self.merged
    }

    /// The files of the project, the nearest last.
    #[must_use]
    pub fn projects(&self) -> &[ProjectFile] {
        &self.projects
    }

    /// How much a run may do.
    #[must_use]
    pub const fn mode(&self) -> SiteMode {
        self.values().mode
    }

    /// Whether a run leaves nothing on disk.
    #[must_use]
    pub const fn private(&self) -> bool {
        self.values().private
    }

    /// Whether hosts that no document comes from are refused.
    #[must_use]
    pub const fn strict(&self) -> bool {
        self.values().strict
    }

    /// Where a run may go; asked before every navigation, besides the gate.
    #[must_use]
    pub const fn origins(&self) -> &OriginRules {
        &self.values().origins
    }

    /// Where searches go.
    #[must_use]
    pub const fn search_engine(&self) -> Option<&SearchEngine> {
        self.values().search_engine.as_ref()
    }

    /// The model that plans; none for the one that was chosen.
    #[must_use]
    pub fn model(&self) -> Option<&str> {
        self.values().model.as_ref().map(ModelName::as_str)
    }

    /// The bounds.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.values().limits
    }

    /// How much of a typed text is kept.
    #[must_use]
    pub fn audit(&self) -> Audit {
        self.values().audit()
    }

    /// How much of a packet is kept.
    #[must_use]
    pub const fn keep(&self) -> Keep {
        self.values().keep()
    }

    /// How long an ask waits for its answer.
    #[must_use]
    pub const fn ask_timeout(&self) -> Duration {
        Duration::from_secs(self.values().ask_timeout_s)
    }

    /// How long runs are kept.
    #[must_use]
    pub fn retention(&self) -> Windows {
        let days = |limit| u32::try_from(self.limits().get(limit)).unwrap_or(0);
        let all = days(Limit::RetentionDays);
        Windows { days: all, sensitive_days: days(Limit::SensitiveRetentionDays).min(all) }
    }

    /// Sets the loop up with it: bounds, what is kept, how long an ask waits, and where runs and searches go.
    pub fn set_up(&self, settings: &mut Settings) {
        settings.limits = self.limits().clone();
        settings.audit = self.audit();
        settings.keep = self.keep();
        settings.search_engine = self.search_engine().cloned();
        settings.origins = self.origins().clone();
        settings.ask_timeout = self.ask_timeout();
    }
}

/// The files of the machine and of the person.
fn own_layers(places: &Places) -> Result<Vec<Layer>, ConfigError> {
    let mut layers = Vec::new();
    if let Some(bytes) = laika_os::files::guarded::read(&places.system)? {
        let wishes = file::read(&places.system, &bytes)?;
        layers.push(Layer { source: Source::System, standing: Standing::Trusted, wishes });
    }
    if let Some(bytes) = laika_os::files::guarded::read(&places.user_file())? {
        layers.push(user_layer(places, &bytes)?);
    }
    Ok(layers)
}

/// The person's own file, with what it says.
fn user_layer(places: &Places, bytes: &[u8]) -> Result<Layer, ConfigError> {
    let standing = if places.folder_from_environment { Standing::NamedFolder } else { Standing::Trusted };
    let wishes = file::read(&places.user_file(), bytes)?;
    Ok(Layer { source: Source::User, standing, wishes })
}
