//! Everything that `integration.invoke` reaches: plugins and servers, by one list of names.

use laika_protocol::ids::ReasonCode;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::Invoke;
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::Bounds;
use laika_tools::outside::Way;
use laika_tools::toolbox::{Integrations, Operation};

use super::{Plugins, Servers};

/// Plugins and servers. A name is one of them.
pub(super) struct Both {
    pub(super) plugins: Plugins,
    pub(super) servers: Servers,
}

impl Both {
    fn of(&self, name: &str) -> Result<&dyn Integrations, ToolError> {
        let has = |all: &dyn Integrations| all.names().iter().any(|one| one == name);
        match (has(&self.plugins), has(&self.servers)) {
            (true, true) => Err(ToolError {
                reason: ReasonCode::parse("E_MCP_NAME_TAKEN").ok(),
                ..ToolError::new(ErrorCode::PolicyDenied, format!("a plugin and a server are both called `{name}`"))
            }),
            (false, true) => Ok(&self.servers),
            (true | false, false) => Ok(&self.plugins),
        }
    }
}

impl Integrations for Both {
    fn names(&self) -> Vec<String> {
        self.plugins.names().into_iter().chain(self.servers.names()).collect()
    }

    fn operation(&self, asked: &Invoke) -> Result<Operation, ToolError> {
        self.of(&asked.integration)?.operation(asked)
    }

    fn invoke(&self, asked: &Invoke, way: Way<'_>, bounds: &Bounds) -> Result<ToolResult, ToolError> {
        self.of(&asked.integration)?.invoke(asked, way, bounds)
    }
}
