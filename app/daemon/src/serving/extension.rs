//! The extension in the person's browser, at the other end of a connection: its hello, its key, and what it says.

use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use laika_browser::mine::Happened;
use laika_protocol::ids::{ProfileId, ProtocolVersion, ToolName};
use laika_protocol::limits::{STATE_MAX_BYTES, TOOL_RESULT_MAX_BYTES};
use laika_protocol::tools;
use laika_protocol::wire::{ControlMessage, PayloadLimits, check_hello};
use laika_protocol::{ErrorCode, ToolError};
use serde_json::Value;

use super::error::Refusal;
use super::message::{Ask, MOST_BYTES, Told};
use crate::browsers::{Bridge, Browsers, Post};
use crate::working::fresh_uuid;

/// The page script that this Laika works with; the extension has to carry the same.
const PAGE_SCRIPT: &str = include_str!("../../../../web/page/dist/page.js");

/// An extension that was welcomed.
pub(super) struct Extension {
    pub(super) bridge: Arc<Bridge>,
    key: String,
    /// The number of its last message.
    last: u64,
}

impl Extension {
    /// Checks a hello; an extension that was built for another Laika is told what to update (TOOL-021).
    pub(super) fn welcome(
        id: u64,
        hello: &ControlMessage,
        profile: ProfileId,
        queue: SyncSender<Told>,
        browsers: &Browsers,
    ) -> Result<(Self, Told), Refusal> {
        let ControlMessage::SystemHello { protocol_version, schema_hash, page_script_hash, features, .. } =
            hello
        else {
            return Err(Refusal::new("E_HELLO", "an extension has to say what it is built for"));
        };
        check_hello(protocol_version, schema_hash)?;
        if page_script_hash.as_ref().map(|hash| hash.as_str()) != page_script_hash_here() {
            let sentence = "the extension was built for another Laika; update both to one version";
            return Err(Refusal::new("UNSUPPORTED", sentence));
        }
        let key = fresh_uuid()?.to_string() + fresh_uuid()?.as_str();
        let makes_input = features.iter().any(|feature| feature == "debugger");
        let posts = Box::new(move |post: Post| {
            let told = match post {
                Post::Browse { request_id, deadline_ms, what } => {
                    Told::Browse { request_id, deadline_ms, what }
                }
                Post::Cancel { request_id } => Told::Cancel { request_id },
            };
            queue.try_send(told).is_ok()
        });
        let sites = features.iter().find_map(|feature| feature.strip_prefix("sites:")?.parse().ok());
        let bridge = Bridge::new(profile, makes_input, sites.unwrap_or_default(), posts);
        browsers.enter(&bridge);
        browsers.refuse(None);
        let bytes = |most: usize| u32::try_from(most).unwrap_or(u32::MAX);
        let message = ControlMessage::SystemWelcome {
            protocol_version: ProtocolVersion::current(),
            allowed_tools: tools::TOOLS.iter().filter_map(|tool| ToolName::parse(tool.name).ok()).collect(),
            limits: PayloadLimits {
                message_bytes: bytes(MOST_BYTES),
                tool_result_bytes: bytes(TOOL_RESULT_MAX_BYTES),
                state_bytes: bytes(STATE_MAX_BYTES),
            },
            features: Vec::new(),
        };
        let told = Told::Welcome { id, key: key.clone(), message: Box::new(message) };
        Ok((Self { bridge, key, last: id }, told))
    }

    /// Whether a message is the next one of this session: with its key, and with a number that was not there before.
    pub(super) fn admits(&mut self, id: u64, key: Option<&str>) -> Result<(), Refusal> {
        if key != Some(self.key.as_str()) {
            return Err(Refusal::new("E_SESSION", "this is not said in the session that is open"));
        }
        if id <= self.last {
            return Err(Refusal::new("E_ORDER", "this was said before, or is out of its order"));
        }
        self.last = id;
        Ok(())
    }

    /// What it says about its browser; none where it is something else.
    pub(super) fn hears(&self, ask: Ask) -> Result<(), Ask> {
        match ask {
            Ask::TabAnswer { request_id, ok, value, code, reason, message } => {
                let answer = if ok {
                    Ok(value.unwrap_or(Value::Null))
                } else {
                    let message = sentence(&message.unwrap_or_default());
                    Err(ToolError { reason, ..ToolError::new(code.unwrap_or(ErrorCode::Internal), message) })
                };
                // Whoever asked may have given up.
                let _ = self.bridge.answered(&request_id, answer);
                Ok(())
            }
            Ask::Happened { event } => {
                self.bridge.tell(renamed(event));
                Ok(())
            }
            other => Err(other),
        }
    }
}

/// Documents are named with a letter in front, as everywhere.
fn renamed(event: Happened) -> Happened {
    match event {
        Happened::DocumentGone { tab_id, frame_id, document_id } => {
            let named = laika_protocol::ids::DocumentId::parse(&format!("d_{document_id}"));
            Happened::DocumentGone { tab_id, frame_id, document_id: named.unwrap_or(document_id) }
        }
        event => event,
    }
}

/// One line of bounded length: it goes to the person and into the log.
fn sentence(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(300).collect()
}

fn page_script_hash_here() -> Option<&'static str> {
    let first = PAGE_SCRIPT.lines().next()?;
    first.get(first.find("sha256:")?..)
}
