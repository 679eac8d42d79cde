//! A server with what the protocol's conformance suite asks servers for, behind Laika's own front of HTTP.
//!
//! A tool for tests. Laika's own server offers neither prompts nor resources, and asks its clients for nothing; this
//! one does, so that the suite can try the front and the library under it with all there is in the protocol.
//! `conformance_server` prints the address it serves at; `conformance_server stdio` speaks over its pipes instead.
#![allow(
    deprecated,
    reason = "the suite still asks for sampling and log messages, which the protocol gives up"
)]

mod asking;
mod fixtures;

use std::io::Write as _;
use std::net::TcpListener;
use std::time::Duration;

use laika_mcp::http::{Doors, Limits, serve};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    ErrorData, GetPromptRequestParams, GetPromptResponse, GetPromptResult, Implementation, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, LoggingLevel,
    LoggingMessageNotificationParam, PaginatedRequestParams, ProgressNotificationParam,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ServerCapabilities, ServerConfig,
    SetLevelRequestParams, SubscribeRequestParams, UnsubscribeRequestParams,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, ServiceExt as _};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

type Context = RequestContext<RoleServer>;

/// Offers the suite's fixtures.
struct Fixtures;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    if std::env::args().nth(1).as_deref() == Some("stdio") {
        Fixtures.serve((tokio::io::stdin(), tokio::io::stdout())).await?.waiting().await?;
        return Ok(());
    }
    let listener = TcpListener::bind("127.0.0.1:0")?;
    writeln!(std::io::stdout(), "http://{}/mcp", listener.local_addr()?)?;
    // The suite opens a session for every scenario, and does not close all of them.
    let doors = Doors::open_for_tests().with_limits(Limits { sessions: 100, ..Limits::default() });
    // Whoever started it holds the other end of its input.
    let until = async {
        let _ = tokio::io::copy(&mut tokio::io::stdin(), &mut tokio::io::sink()).await;
    };
    serve(listener, doors, |_| Fixtures, until).await?;
    Ok(())
}

/// Fixtures are written as they appear on the wire.
fn typed<T: DeserializeOwned>(value: Value) -> Result<T, ErrorData> {
    serde_json::from_value(value).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

fn text(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }] })
}

impl Fixtures {
    async fn call(&self, name: &str, arguments: &Value, context: &Context) -> Result<Value, ErrorData> {
        if let Some(result) = fixtures::result(name) {
            return Ok(result);
        }
        match name {
            "test_tool_with_logging" => log(context).await,
            "test_tool_with_progress" => progress(context).await,
            "test_sampling" => asking::sample(arguments, context).await,
            "test_elicitation" | "test_elicitation_sep1034_defaults" | "test_elicitation_sep1330_enums" => {
                asking::elicit(name, arguments, context).await
            }
            other => Err(ErrorData::invalid_params(format!("there is no tool `{other}`"), None)),
        }
    }
}

async fn log(context: &Context) -> Result<Value, ErrorData> {
    for line in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
        let message = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(line));
        let _ = context.peer.notify_logging_message(message).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(text("Three lines were logged"))
}

async fn progress(context: &Context) -> Result<Value, ErrorData> {
    for progress in [0.0, 50.0, 100.0] {
        if let Some(token) = context.meta.get_progress_token() {
            let message = ProgressNotificationParam::new(token, progress).with_total(100.0);
            let _ = context.peer.notify_progress(message).await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(text("All of it is done"))
}

impl ServerHandler for Fixtures {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_completions()
            .enable_logging()
            .enable_prompts()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_tools()
            .build();
        ServerConfig::new(capabilities).with_server_info(Implementation::new("laika-conformance", "0.1.0"))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        typed(json!({ "tools": fixtures::tools() }))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.map_or(Value::Null, Value::Object);
        let result = self.call(&request.name, &arguments, &context).await?;
        typed::<CallToolResult>(result).map(Into::into)
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        typed(json!({ "prompts": fixtures::prompts() }))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = request.arguments.map_or(Value::Null, |arguments| json!(arguments));
        let messages = fixtures::prompt(&request.name, &arguments)
            .ok_or_else(|| ErrorData::invalid_params("there is no such prompt", None))?;
        typed::<GetPromptResult>(json!({ "messages": messages })).map(Into::into)
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        typed(json!({ "resources": fixtures::resources() }))
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        typed(json!({ "resourceTemplates": fixtures::templates() }))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let contents = fixtures::resource(&request.uri)
            .ok_or_else(|| ErrorData::resource_not_found("there is no such resource", None))?;
        typed::<ReadResourceResult>(json!({ "contents": [contents] })).map(Into::into)
    }

    async fn subscribe(&self, _request: SubscribeRequestParams, _context: Context) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(
        &self,
        _request: UnsubscribeRequestParams,
        _context: Context,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn complete(
        &self,
        _request: CompleteRequestParams,
        _context: Context,
    ) -> Result<CompleteResult, ErrorData> {
        typed(json!({ "completion": { "values": ["test-one", "test-two"], "total": 2, "hasMore": false } }))
    }

    async fn set_level(&self, _request: SetLevelRequestParams, _context: Context) -> Result<(), ErrorData> {
        Ok(())
    }
}
