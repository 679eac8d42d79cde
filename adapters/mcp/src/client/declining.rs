//! Our side of the protocol: a client that has nothing to offer. What a server asks for, it does not get (S1, S9).
#![allow(deprecated, reason = "servers may still ask for what the protocol gives up, and must still hear a no")]

use std::future::{Future, ready};
use std::sync::Arc;

use laika_protocol::text;
use rmcp::ClientHandler;
use rmcp::model::{
    ClientCapabilities, ClientConfig, CreateMessageRequestParams, CreateMessageResult, CustomRequest, CustomResult,
    ElicitRequestParams, ElicitResult, ErrorCode, ErrorData, Implementation, ListRootsResult,
    ProgressNotificationParam,
};
use rmcp::service::{NotificationContext, RequestContext, RoleClient};

use super::watch::Watch;

/// Characters of one line about how far it is.
const LINE_CHARS: usize = 200;

/// Declines everything, and keeps what was declined.
pub(super) struct Declining(pub(super) Arc<Watch>);

impl Declining {
    fn no<T: Send>(&self, what: &'static str) -> impl Future<Output = Result<T, ErrorData>> + Send + use<T> {
        self.0.declined(what);
        let message = format!("this client offers no {what}");
        ready(Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None)))
    }
}

impl ClientHandler for Declining {
    fn get_info(&self) -> ClientConfig {
        // No capability is declared: a server that asks all the same breaks the protocol, and gets an error.
        let own = Implementation::new("laika", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), own)
    }

    fn create_message(
        &self,
        _: CreateMessageRequestParams,
        _: RequestContext<RoleClient>,
    ) -> impl Future<Output = Result<CreateMessageResult, ErrorData>> + Send + '_ {
        self.no("sampling")
    }

    fn list_roots(
        &self,
        _: RequestContext<RoleClient>,
    ) -> impl Future<Output = Result<ListRootsResult, ErrorData>> + Send + '_ {
        self.no("roots")
    }

    fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> impl Future<Output = Result<ElicitResult, ErrorData>> + Send + '_ {
        self.no("elicitation")
    }

    fn on_custom_request(
        &self,
        _: CustomRequest,
        _: RequestContext<RoleClient>,
    ) -> impl Future<Output = Result<CustomResult, ErrorData>> + Send + '_ {
        self.no("other requests")
    }

    fn on_progress(
        &self,
        said: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) -> impl Future<Output = ()> + Send + '_ {
        let message: String = said.message.unwrap_or_default().chars().take(LINE_CHARS).collect();
        let part = said.total.filter(|total| *total > 0.0).map(|total| said.progress / total * 100.0);
        let part = part.filter(|part| (0.0..=100.0).contains(part));
        let share = part.map_or_else(String::new, |part| format!("{part:.0} % "));
        self.0.progressed(format!("{share}{}", text::one_line(&message)));
        ready(())
    }

    fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) -> impl Future<Output = ()> + Send + '_ {
        self.0.note_change();
        ready(())
    }
}
