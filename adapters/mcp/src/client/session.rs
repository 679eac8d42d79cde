//! One conversation with a server, from its introduction to its end.

use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ClientRequest, ErrorCode, ListToolsRequest, PaginatedRequestParams,
    ProtocolVersion, ServerResult,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, ClientServiceExt as _, RunningService, ServiceError,
};
use rmcp::transport::Transport;
use serde_json::{Map, Value};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{sleep, timeout};

use super::declining::Declining;
use super::lines::Lines;
use super::offered::Listed;
use super::posts::{Post, Posts};
use super::watch::Watch;
use super::{Called, ClientError, Limits};

/// Characters of what a server says of an error.
const MESSAGE_CHARS: usize = 300;
/// How long a server may take to hear that a call was called off.
const LAST_WORD: Duration = Duration::from_millis(200);

/// A server that introduced itself. Dropping it ends the conversation.
#[derive(Debug)]
pub struct Session {
    running: RunningService<RoleClient, Declining>,
    watch: Arc<Watch>,
}

impl std::fmt::Debug for Declining {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Declining")
    }
}

impl Session {
    /// Begins a conversation over the pipes of a process.
    ///
    /// # Errors
    /// When the server does not introduce itself within the limits.
    pub async fn over<R, W>(read: R, write: W, limits: Limits) -> Result<Self, ClientError>
    where
        R: AsyncRead + Unpin + Send + 'static,
        W: AsyncWrite + Unpin + Send + 'static,
    {
        let watch = Arc::new(Watch::new(limits));
        Self::begin(Lines::new(read, write, Arc::clone(&watch)), watch).await
    }

    /// Begins a conversation over HTTP.
    ///
    /// # Errors
    /// When the server does not introduce itself within the limits.
    pub async fn posting(post: Arc<dyn Post>, limits: Limits) -> Result<Self, ClientError> {
        let watch = Arc::new(Watch::new(limits));
        Self::begin(Posts::new(post, Arc::clone(&watch)), watch).await
    }

    async fn begin<T>(transport: T, watch: Arc<Watch>) -> Result<Self, ClientError>
    where
        T: Transport<RoleClient> + 'static,
    {
        let lifecycle = ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            legacy_version: Some(ProtocolVersion::V_2025_11_25),
        };
        let within = watch.limits.start;
        let served = Declining(Arc::clone(&watch)).serve_with_lifecycle(transport, lifecycle);
        match timeout(within, served).await {
            Ok(Ok(running)) => Ok(Self { running, watch }),
            Ok(Err(error)) => Err(watch.why().unwrap_or_else(|| unintroduced(&error))),
            Err(_) => Err(watch.why().unwrap_or(ClientError::Timeout(within))),
        }
    }

    /// What the server offers now. It is asked each time; nothing is remembered.
    ///
    /// # Errors
    /// When it does not answer within `within`, or offers what cannot be told apart.
    pub async fn tools(&self, within: Duration) -> Result<Listed, ClientError> {
        self.watch.begin();
        self.watch.take_change();
        let all = timeout(within, self.all_tools()).await.map_err(|_| ClientError::Timeout(within))??;
        Listed::of(all, &self.watch.limits)
    }

    async fn all_tools(&self) -> Result<Vec<rmcp::model::Tool>, ClientError> {
        let limits = self.watch.limits;
        let mut all = Vec::new();
        let mut cursor = None;
        for _ in 0..limits.pages {
            // By hand: the library keeps lists for as long as the server says, and answers with old ones after an error.
            let mut list = ListToolsRequest::default();
            list.params = Some(PaginatedRequestParams::default().with_cursor(cursor));
            let answer = self.running.peer().send_request(ClientRequest::ListToolsRequest(list)).await;
            let ServerResult::ListToolsResult(page) = answer.map_err(|error| self.failed(error))? else {
                return Err(ClientError::Nonsense("it was asked for its tools".into()));
            };
            all.extend(page.tools);
            if all.len() > limits.tools {
                return Err(ClientError::TooMany(limits.tools));
            }
            let Some(next) = page.next_cursor else { return Ok(all) };
            cursor = Some(next);
        }
        Err(ClientError::TooMany(limits.tools))
    }

    /// Has a tool do one thing, once. `off` is ready when somebody calls it off: the server is told, and nobody waits.
    ///
    /// # Errors
    /// When there is no answer that can be used. It is never tried again here.
    pub async fn call(
        &self,
        name: &str,
        arguments: Map<String, Value>,
        within: Duration,
        off: impl Future<Output = ()>,
    ) -> Result<Called, ClientError> {
        self.watch.begin();
        let asked = CallToolRequestParams::new(name.to_owned()).with_arguments(arguments);
        let answer = {
            let call = timeout(within, self.running.peer().call_tool_once(asked));
            tokio::select! {
                biased;
                answer = call => answer.map_err(|_| ClientError::Timeout(within)),
                () = off => Err(ClientError::Cancelled),
            }
        };
        if answer.is_err() {
            // What is dropped unanswered says so to the server.
            sleep(LAST_WORD).await;
        }
        match answer?.map_err(|error| self.failed(error))? {
            CallToolResponse::Complete(result) => {
                let (progress, declined) = self.watch.beside();
                Ok(Called { progress, declined, ..Called::of(result, self.watch.limits.result_bytes) })
            }
            CallToolResponse::InputRequired(_) => Err(ClientError::Asked),
            CallToolResponse::Task(_) => Err(ClientError::Later),
            #[allow(unreachable_patterns, clippy::wildcard_enum_match_arm, reason = "the library may add kinds")]
            _ => Err(ClientError::Nonsense("an answer of another kind".into())),
        }
    }

    /// Whether the server said since it listed them that its tools are others.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        self.watch.take_change()
    }

    /// Why the conversation is over, if it is.
    #[must_use]
    pub fn why_over(&self) -> Option<ClientError> {
        self.watch.why().or_else(|| self.running.is_closed().then_some(ClientError::Died))
    }

    fn failed(&self, error: ServiceError) -> ClientError {
        if let Some(why) = self.watch.why() {
            return why;
        }
        match error {
            ServiceError::McpError(said) => refused(&said),
            ServiceError::UnexpectedResponse => ClientError::Nonsense("an answer to another question".into()),
            ServiceError::Cancelled { .. } => ClientError::Cancelled,
            ServiceError::Timeout { timeout } => ClientError::Timeout(timeout),
            #[allow(clippy::wildcard_enum_match_arm, reason = "the library may add kinds")]
            _ => ClientError::Died,
        }
    }
}

fn refused(said: &rmcp::ErrorData) -> ClientError {
    let message: String = said.message.chars().take(MESSAGE_CHARS).collect();
    ClientError::Refused { code: said.code.0, message: laika_protocol::text::one_line(&message).into_owned() }
}

fn unintroduced(error: &ClientInitializeError) -> ClientError {
    match error {
        ClientInitializeError::NoCompatibleProtocolVersion { .. } => ClientError::Version,
        ClientInitializeError::JsonRpcError(said) if said.code == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => {
            ClientError::Version
        }
        ClientInitializeError::JsonRpcError(said) => refused(said),
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => unintroduced(fallback),
        #[allow(clippy::wildcard_enum_match_arm, reason = "the library may add kinds")]
        other => {
            let why: String = other.to_string().chars().take(MESSAGE_CHARS).collect();
            ClientError::Start(laika_protocol::text::one_line(&why).into_owned())
        }
    }
}
