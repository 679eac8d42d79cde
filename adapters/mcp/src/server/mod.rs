//! Laika for other agents. This is a relay: it lists, passes on and prints; what may happen and what may be told is decided
//! elsewhere, and nothing that a client says here is a person's word (S1).

mod prompts;
mod resources;
mod tools;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, GetPromptRequestParams,
    GetPromptResponse, Implementation, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value};
use tokio::sync::mpsc;

pub use resources::Kept;
pub use tools::{listed, tool_names};

/// Why something was not done: a code that stays, and one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence} ({code})")]
pub struct Refused {
    /// The code.
    pub code: String,
    /// The sentence.
    pub sentence: String,
}

/// What comes later.
pub type Later<T> = Pin<Box<dyn Future<Output = Result<T, Refused>> + Send>>;

/// Laika at the other end. A call that is dropped is taken back.
pub trait Laika: Send + Sync + 'static {
    /// Has a tool used; what it waits for is told in between.
    fn call(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
        notes: mpsc::UnboundedSender<String>,
    ) -> Later<String>;

    /// Reads something of Laika's own.
    fn read(&self, what: Kept) -> Later<String>;
}

/// The server, for one client.
pub struct Server<L> {
    laika: Arc<L>,
    all_tools: bool,
}

impl<L: Laika> Server<L> {
    /// A server that lists the few tools that are always needed, or all.
    #[must_use]
    pub fn new(laika: Arc<L>, all_tools: bool) -> Self {
        Self { laika, all_tools }
    }

    async fn called(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let arguments = request.arguments.unwrap_or_default();
        if request.name == tools::FIND {
            let query = arguments.get("query").and_then(Value::as_str).unwrap_or_default();
            return told(tools::found(query));
        }
        let (tool, arguments) = match tools::meant(&request.name, arguments) {
            Ok(meant) => meant,
            Err(refused) => return not_done(&refused),
        };
        let (notes, mut noted) = mpsc::unbounded_channel();
        let mut call = self.laika.call(&tool, arguments, notes);
        let (token, steps) = (context.meta.get_progress_token(), AtomicU32::new(0));
        loop {
            tokio::select! {
                // Dropping the call takes it back.
                () = context.ct.cancelled() => {
                    return not_done(&Refused { code: "E_CANCELLED".into(), sentence: "the call was taken back".into() });
                }
                Some(note) = noted.recv() => {
                    if let Some(token) = &token {
                        let step = f64::from(steps.fetch_add(1, Ordering::Relaxed) + 1);
                        let progress = ProgressNotificationParam::new(token.clone(), step).with_message(note);
                        // Whoever does not listen is not told.
                        let _ = context.peer.notify_progress(progress).await;
                    }
                }
                done = &mut call => {
                    return match done {
                        Ok(text) => told(text),
                        Err(refused) => not_done(&refused),
                    };
                }
            }
        }
    }
}

fn told(text: String) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

/// A refusal is an answer that a model can read and go on from.
fn not_done(refused: &Refused) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(refused.to_string())])
}

impl<L: Laika> ServerHandler for Server<L> {
    fn get_info(&self) -> ServerConfig {
        let capabilities =
            ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("laika", env!("CARGO_PKG_VERSION")))
            .with_instructions(prompts::INSTRUCTIONS)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::listed(true).into_iter().find(|tool| tool.name == name)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::listed(self.all_tools)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Ok(self.called(request, context).await.into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::listed()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::written(&request).map(Into::into)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::listed()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let what = resources::meant(&request.uri)?;
        let text = self.laika.read(what).await;
        let text = text.map_err(|refused| ErrorData::invalid_request(refused.to_string(), None))?;
        Ok(resources::told(text, request.uri).into())
    }
}

/// Serves one client over this process' own input and output until it leaves.
///
/// # Errors
/// When the client does not speak the protocol.
pub async fn over_stdio<L: Laika>(server: Server<L>) -> Result<(), String> {
    use rmcp::ServiceExt as _;
    let service =
        server.serve((tokio::io::stdin(), tokio::io::stdout())).await.map_err(|error| error.to_string())?;
    service.waiting().await.map(|_| ()).map_err(|error| error.to_string())
}
