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
    /// Whether it speaks for the private windows of a browser.
    pub(super) is_private: bool,
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
        let is_private = features.iter().any(|feature| feature == "private");
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
        if !browsers.enter(&bridge) {
            let sentence = "this profile of your browser is connected already; if it is a copy of another, only one can be";
            return Err(Refusal::new("E_PROFILE_BUSY", sentence));
        }
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
        Ok((Self { bridge, key, last: id, is_private }, told))
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

    /// Hears what it says about its browser; whatever else it says is given back.
    pub(super) fn hears(&self, ask: Ask) -> Option<Ask> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "two of them are about its browser")]
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
                None
            }
            Ask::Happened { event } => {
                self.bridge.tell(renamed(event));
                None
            }
            other => Some(other),
        }
    }
}

/// Documents are named with a letter in front, as everywhere.
fn renamed(event: Happened) -> Happened {
    let Happened::DocumentGone { tab_id, frame_id, document_id } = event else { return event };
    let named = laika_protocol::ids::DocumentId::parse(&format!("d_{document_id}"));
    Happened::DocumentGone { tab_id, frame_id, document_id: named.unwrap_or(document_id) }
}

/// One line of bounded length: it goes to the person and into the log.
fn sentence(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(300).collect()
}

fn page_script_hash_here() -> Option<&'static str> {
    let first = PAGE_SCRIPT.lines().next()?;
    first.get(first.find("sha256:")?..)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use laika_protocol::ids::Sha256;
    use laika_protocol::schema::tool_schema_hash;

    use super::*;

    fn hello(version: &str, schema: &str, page: Option<&str>) -> ControlMessage {
        ControlMessage::SystemHello {
            protocol_version: ProtocolVersion::parse(version).unwrap(),
            schema_hash: Sha256::parse(schema).unwrap(),
            page_script_hash: page.map(|hash| Sha256::parse(hash).unwrap()),
            tools: Vec::new(),
            features: vec!["debugger".into(), "sites:3".into()],
        }
    }

    fn met(hello: &ControlMessage, browsers: &Browsers) -> Result<(Extension, Told), Refusal> {
        let profile = ProfileId::parse("p-1").unwrap();
        Extension::welcome(2, hello, profile, sync_channel(8).0, browsers)
    }

    #[test]
    fn tool_021_an_extension_of_another_version_is_told_what_to_update() {
        let (schema, page) = (tool_schema_hash(), page_script_hash_here());
        let other = format!("sha256:{}", "0".repeat(64));
        let browsers = Browsers::none().unwrap();
        for wrong in [
            hello("2.0", &schema, page),
            hello("1.0", &other, page),
            hello("1.0", &schema, Some(&other)),
            hello("1.0", &schema, None),
        ] {
            let refusal = met(&wrong, &browsers).err().unwrap();
            assert_eq!(refusal.code, "UNSUPPORTED");
            assert!(refusal.sentence.contains("update"), "{}", refusal.sentence);
        }
        assert!(browsers.profiles().is_empty());
        let (_, told) = met(&hello("1.0", &schema, page), &browsers).unwrap();
        assert!(matches!(told, Told::Welcome { id: 2, .. }));
        let standing = browsers.standing();
        assert_eq!((standing[0].sites, standing[0].real_input), (3, true));
        assert!(met(&ControlMessage::TabsList {}, &browsers).is_err(), "nothing else is a hello");
    }

    #[test]
    fn what_is_said_in_another_session_or_twice_is_not_heard() {
        let browsers = Browsers::none().unwrap();
        let good = hello("1.0", &tool_schema_hash(), page_script_hash_here());
        let (mut extension, told) = met(&good, &browsers).unwrap();
        let Told::Welcome { key, .. } = told else { panic!("{told:?}") };
        let mut said = |id, key: Option<&str>| extension.admits(id, key).err().map(|refusal| refusal.code);
        assert_eq!(said(3, None).as_deref(), Some("E_SESSION"));
        assert_eq!(said(3, Some("another")).as_deref(), Some("E_SESSION"));
        assert_eq!(said(3, Some(&key)), None);
        assert_eq!(said(3, Some(&key)).as_deref(), Some("E_ORDER"), "the same again");
        assert_eq!(said(2, Some(&key)).as_deref(), Some("E_ORDER"), "out of its order");
        assert_eq!(said(9, Some(&key)), None, "numbers may be left out");
        let busy = met(&good, &browsers).err().map(|refusal| refusal.code);
        assert_eq!(busy.as_deref(), Some("E_PROFILE_BUSY"), "nobody displaces who is there");
        browsers.leave(&extension.bridge);
        let (_, again) = met(&good, &browsers).unwrap();
        let Told::Welcome { key: other, .. } = again else { panic!("{again:?}") };
        assert_ne!(key, other, "every session has its own");
    }
}
