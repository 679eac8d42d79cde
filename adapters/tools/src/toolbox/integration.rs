//! `integration.invoke`: what plugins and servers do, each operation decided as what it says of itself and the person
//! granted.

use std::sync::Arc;

use laika_policy::Described;
use laika_protocol::ToolError;
use laika_protocol::tools::typed::Invoke;
use laika_protocol::tools::{self, Tool, ToolResult};
use laika_protocol::wire::FileChange;

use super::settings::Set;
use super::{Kit, PlainTool, Task, Unavailable};
use crate::Bounds;
use crate::outside::{Destination, Way};

/// One operation of an integration, as the person approved it.
#[derive(Clone, Debug)]
pub struct Operation {
    /// What the gate knows of it.
    pub described: Described,
    /// The servers that it may ask, through Laika.
    pub hosts: Vec<Destination>,
}

/// The integrations of this machine.
pub trait Integrations: Send + Sync {
    /// Their names.
    fn names(&self) -> Vec<String>;

    /// The operation that is asked for, whose payload fits it.
    ///
    /// # Errors
    /// When there is no such integration or operation, it is not what was approved, or the payload does not fit it.
    fn operation(&self, asked: &Invoke) -> Result<Operation, ToolError>;

    /// Uses it, once.
    ///
    /// # Errors
    /// When it fails, or does not keep to what it said.
    fn invoke(&self, asked: &Invoke, way: Way<'_>, bounds: &Bounds) -> Result<ToolResult, ToolError>;
}

/// The tool through which integrations are used; none where its descriptor is missing.
pub(super) fn tool() -> Option<Arc<dyn PlainTool>> {
    Some(Arc::new(Invoking(tools::find("integration.invoke")?)))
}

struct Invoking(&'static Tool);

impl Invoking {
    fn operation(task: &Task<'_>) -> Result<Operation, ToolError> {
        task.integrations()?.operation(&task.read()?)
    }
}

impl PlainTool for Invoking {
    fn tool(&self) -> &'static Tool {
        self.0
    }

    fn available(&self, kit: &Kit, _: Set<'_>) -> Result<(), Unavailable> {
        if kit.integrations.as_ref().is_some_and(|all| !all.names().is_empty()) {
            return Ok(());
        }
        Err(Unavailable {
            why: "no plugin is installed and no server was added".to_owned(),
            fix: "`laika plugins add DIR` installs a plugin, `laika mcp add NAME -- COMMAND` adds a server".to_owned(),
        })
    }

    fn described(&self, task: &Task<'_>) -> Result<Described, ToolError> {
        Ok(Described::operation(self.0, &Self::operation(task)?.described))
    }

    fn hosts(&self, task: &Task<'_>) -> Result<Vec<Destination>, ToolError> {
        Ok(Self::operation(task)?.hosts)
    }

    fn run(&self, task: &Task<'_>, _: Option<&FileChange>) -> Result<ToolResult, ToolError> {
        task.integrations()?.invoke(&task.read()?, task.way()?, task.bounds)
    }
}
