//! A run to hand on: an uncompressed tar that anyone can verify without this program or its database.

mod export;
mod line;
mod page;
mod tar;
mod verify;

use laika_protocol::ids::ProtocolVersion;
use laika_protocol::run::SCHEMA_VERSION;
use serde::{Deserialize, Serialize};

use crate::RunHead;
use crate::verify::WORDING;

pub use verify::verify_bundle;

/// How to verify a bundle, for whoever writes another program for it.
const SCHEMA: &str = include_str!("schema.txt");

/// The files of a bundle, in this order and no other.
mod name {
    pub(super) const MANIFEST: &str = "manifest.json";
    pub(super) const EVENTS: &str = "events.jsonl";
    pub(super) const PATH: &str = "path.jsonl";
    pub(super) const HEADS: &str = "heads.jsonl";
    pub(super) const PAGE: &str = "page.html";
    pub(super) const SCHEMA: &str = "schema.txt";
}

/// What a bundle says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Manifest {
    laika: String,
    version: u32,
    run: String,
    schema_version: u32,
    protocol_version: String,
    exported_at_ms: u64,
    events: u64,
    head: ManifestHead,
    wording: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ManifestHead {
    seq: u64,
    hash: String,
}

impl Manifest {
    fn new(head: &RunHead, events: u64, exported_at_ms: u64) -> Self {
        Self {
            laika: "bundle".into(),
            version: 1,
            run: head.run.to_string(),
            schema_version: SCHEMA_VERSION,
            protocol_version: ProtocolVersion::current().to_string(),
            exported_at_ms,
            events,
            head: ManifestHead { seq: head.seq, hash: head.hash.to_string() },
            wording: WORDING.into(),
        }
    }
}
