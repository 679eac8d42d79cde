//! One call of a tool: what was asked, and what there is to do it with.

use laika_protocol::ids::RunId;
use laika_protocol::secret::Secret;
use laika_protocol::{ErrorCode, ToolError};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::settings::Set;
use super::{Collections, Integrations, Kit};
use crate::Bounds;
use crate::cells::Cells;
use crate::git::Git;
use crate::outside::{Destination, Way};
use crate::project::Project;

/// One call, while it is prepared and when it is done.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// What was asked, held against its schema.
    pub arguments: &'a Map<String, Value>,
    /// What the person has set for this tool.
    pub set: Set<'a>,
    /// What tools work with.
    pub kit: &'a Kit,
    /// What bounds the call.
    pub bounds: &'a Bounds,
    /// The run that it is of, once it was decided about.
    pub run: Option<&'a RunId>,
    /// The servers that it may ask: none before it was decided about.
    pub(super) to: &'a [Destination],
}

impl<'a> Task<'a> {
    /// A call with nothing set that may ask no server.
    #[must_use]
    pub const fn new(arguments: &'a Map<String, Value>, kit: &'a Kit, bounds: &'a Bounds) -> Self {
        Self { arguments, set: Set::NONE, kit, bounds, run: None, to: &[] }
    }

    /// Typed arguments. They were held against their schema before, so that only a gap in it comes here.
    ///
    /// # Errors
    /// When they are not of this type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, ToolError> {
        serde_json::from_value(Value::Object(self.arguments.clone())).map_err(|error| {
            let message: String =
                format!("the arguments cannot be read: {error}").chars().take(480).collect();
            ToolError::new(ErrorCode::InvalidArgument, message)
        })
    }

    /// The project.
    ///
    /// # Errors
    /// When none is open.
    pub fn project(&self) -> Result<&'a Project, ToolError> {
        self.kit.project.as_deref().ok_or_else(|| unavailable("no project is open"))
    }

    /// Git.
    pub(crate) fn git(&self) -> Result<Git, ToolError> {
        let git = Git::find(&self.kit.programs)?;
        Ok(if self.kit.alone { git.in_our_group() } else { git })
    }

    /// The way to the servers that were decided about.
    ///
    /// # Errors
    /// When there is none.
    pub fn way(&self) -> Result<Way<'a>, ToolError> {
        let outside = self.kit.outside.as_deref().ok_or_else(|| unavailable("there is no way outside"))?;
        Ok(Way { outside, to: self.to, bounds: self.bounds })
    }

    /// The processes for what others made.
    ///
    /// # Errors
    /// When there are none.
    pub fn cells(&self) -> Result<&'a dyn Cells, ToolError> {
        self.kit.cells.as_deref().ok_or_else(|| unavailable("there are no processes to read this in"))
    }

    /// The plugins that the person installed.
    ///
    /// # Errors
    /// When there are none.
    pub fn integrations(&self) -> Result<&'a dyn Integrations, ToolError> {
        self.kit.integrations.as_deref().ok_or_else(|| unavailable("no plugin is installed"))
    }

    /// Whoever keeps collections.
    ///
    /// # Errors
    /// When nobody does.
    pub fn collections(&self) -> Result<&'a dyn Collections, ToolError> {
        self.kit.collections.as_deref().ok_or_else(|| unavailable("nobody keeps collections here"))
    }

    /// The key that the setting `key` names, if it names one.
    ///
    /// # Errors
    /// When there is no key of that name, or the store cannot be read.
    pub fn key(&self) -> Result<Option<Secret>, ToolError> {
        let Some(name) = self.set.text("key") else { return Ok(None) };
        let keys = self.kit.keys.as_deref().ok_or_else(|| unavailable("there is no store of keys"))?;
        let missing = || {
            let hint = format!("there is no key `{name}`; `laika tools key {name}` keeps one");
            unavailable(&hint)
        };
        keys.key(name)?.ok_or_else(missing).map(Some)
    }
}

fn unavailable(message: &str) -> ToolError {
    ToolError::new(ErrorCode::Unavailable, message)
}
