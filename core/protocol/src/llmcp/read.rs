//! Strict reading of packets: version first, then the schema, then what a schema cannot say.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::{PROTOCOL_NAME, PROTOCOL_VERSION, Request, Response};
use crate::json::{self, Caps};
use crate::limits::PACKET_MAX_BYTES;
use crate::schema::{self, schema_of};
use crate::{Defect, DefectKind, Path, quoted, tools};

/// A packet.
#[derive(Clone, Debug, PartialEq)]
pub enum Packet {
    /// A question to a model.
    Request(Request),
    /// Its answer.
    Response(Response),
}

/// Reads one packet.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_packet(text: &str) -> Result<Packet, Vec<Defect>> {
    let (value, defects) = inspect(text);
    match value {
        Some(value) if defects.is_empty() => match value["type"].as_str() {
            Some("request") => schema::typed(value).map(Packet::Request),
            _ => schema::typed(value).map(Packet::Response),
        },
        _ => Err(defects),
    }
}

/// Every defect of a packet; none if it is good. A response is also held against the request it answers, if given.
#[must_use]
pub fn check_packet(text: &str, request: Option<&Request>) -> Vec<Defect> {
    match (read_packet(text), request) {
        (Err(defects), _) => defects,
        (Ok(Packet::Response(response)), Some(request)) => check_reply(&response, request),
        (Ok(_), _) => Vec::new(),
    }
}

/// Looks at every layer, also at those above a broken one: a person who mends a packet wants to see it all at once.
fn inspect(text: &str) -> (Option<Value>, Vec<Defect>) {
    let (value, mut defects) = json::inspect(text, Caps::bytes(PACKET_MAX_BYTES));
    let Some(value) = value else { return (None, defects) };
    let wrong_version = check_version(&value);
    if !wrong_version.is_empty() {
        // The rest was written to other rules; complaining about it would only mislead.
        defects.extend(wrong_version);
        return (None, defects);
    }
    match value["type"].as_str() {
        Some("request") => {
            defects.extend(schema::validate(&schema_of::<Request>(), &value));
            defects.extend(check_request(&value));
        }
        Some("response") => {
            defects.extend(schema::validate(&schema_of::<Response>(), &value));
            defects.extend(check_response(&value));
        }
        found => {
            let message = match found {
                Some(found) => format!("must be `request` or `response`, found {}", quoted(found)),
                None => "a packet is a `request` or a `response`; `type` is missing".into(),
            };
            let kind =
                if value.get("type").is_none() { DefectKind::MissingField } else { DefectKind::NotAllowed };
            defects.push(Defect::new(kind, Path::root().key("type"), message));
        }
    }
    (Some(value), defects)
}

fn check_version(value: &Value) -> Vec<Defect> {
    let mut defects = Vec::new();
    let path = Path::root().key("protocol");
    if let Some(name) = value["protocol"]["name"].as_str()
        && name != PROTOCOL_NAME
    {
        let message = format!("must be `{PROTOCOL_NAME}`, found {}", quoted(name));
        defects.push(Defect::new(DefectKind::WrongVersion, path.key("name"), message));
    }
    if let Some(version) = value["protocol"]["version"].as_u64()
        && version != u64::from(PROTOCOL_VERSION)
    {
        let message = format!("this build speaks version {PROTOCOL_VERSION}, found {version}");
        defects.push(Defect::new(DefectKind::WrongVersion, path.key("version"), message));
    }
    defects
}

fn check_request(request: &Value) -> Vec<Defect> {
    let mut defects = Vec::new();
    if matches!(request["sender"]["role"].as_str(), Some("assistant" | "tool")) {
        let path = Path::root().key("sender").key("role");
        defects.push(Defect::new(DefectKind::Mismatch, path, "a request comes from a `user` or the `agent`"));
    }
    let documents = request["context"]["documents"].as_array().map_or(&[][..], Vec::as_slice);
    let chunks = documents.iter().filter(|document| is_chunk(document)).count();
    let mut next_chunk = 1;
    let mut seen = BTreeSet::new();
    // The schema bounds both lists; what is beyond was reported and is not worth looking at.
    for (index, document) in documents.iter().enumerate().take(200) {
        let path = Path::root().key("context").key("documents").index(index);
        let content = &document["content"];
        if let Some(id) = document["doc_id"].as_str()
            && !seen.insert(id)
        {
            defects.push(Defect::new(
                DefectKind::DuplicateId,
                path.key("doc_id"),
                format!("{} stands twice", quoted(id)),
            ));
        }
        if document["kind"].is_string()
            && content["doc_type"].is_string()
            && document["kind"] != content["doc_type"]
        {
            let message = "`kind` and `content.doc_type` must be the same";
            defects.push(Defect::new(DefectKind::Mismatch, path.key("kind"), message));
        }
        if document["trust"] == "trusted" {
            // Every kind of v1 carries text from outside (PROT-013, PROT-035).
            let message = "a document of this kind is always `untrusted`";
            defects.push(Defect::new(DefectKind::NotAllowed, path.key("trust"), message));
        }
        if is_chunk(document) {
            for (field, expected) in [("chunk_index", next_chunk), ("chunk_count", chunks)] {
                if let Some(found) = content[field].as_u64()
                    && usize::try_from(found) != Ok(expected)
                {
                    let message =
                        format!("chunks stand in order and are counted; expected {expected}, found {found}");
                    defects.push(Defect::new(DefectKind::Mismatch, path.key("content").key(field), message));
                }
            }
            next_chunk += 1;
        }
    }
    defects
}

fn is_chunk(document: &Value) -> bool {
    document["content"]["doc_type"] == "web.observation.chunk.v1"
}

fn check_response(response: &Value) -> Vec<Defect> {
    let mut defects = Vec::new();
    if matches!(response["sender"]["role"].as_str(), Some("user" | "agent" | "tool")) {
        let path = Path::root().key("sender").key("role");
        defects.push(Defect::new(DefectKind::Mismatch, path, "a response comes from the `assistant`"));
    }
    for (index, call) in response["tool_calls"].as_array().into_iter().flatten().enumerate().take(32) {
        let path = Path::root().key("tool_calls").index(index);
        if let Some(name) = call["name"].as_str() {
            let none = Map::new();
            defects.extend(tools::check_call(name, call["arguments"].as_object().unwrap_or(&none), &path));
        }
    }
    defects
}

fn check_reply(response: &Response, request: &Request) -> Vec<Defect> {
    let mut defects = Vec::new();
    let root = Path::root();
    if response.in_reply_to.request_id != request.id {
        let path = root.key("in_reply_to").key("request_id");
        defects.push(Defect::new(DefectKind::Mismatch, path, "this is not the id of the given request"));
    }
    if response.conversation != request.conversation {
        let path = root.key("conversation");
        defects.push(Defect::new(
            DefectKind::Mismatch,
            path,
            "a response has the conversation and turn of its request",
        ));
    }
    let sources = crate::citation::Sources::new(&request.context.documents);
    let citations = root.key("assistant").key("citations");
    let checked = response.assistant.citations.iter().enumerate();
    defects.extend(checked.filter_map(|(index, one)| sources.check(one, &citations.index(index)).err()));
    defects
}
