//! One binary for all of them: linking several costs more than running them.

mod bounded;
mod dom;
mod html_allowlist;
mod json;
mod markdown_round_trip;
mod pages;
/// The same random documents that rendering is tested with on its own.
#[path = "../../../core/render/tests/it/random.rs"]
mod random;
mod runs;

use laika_protocol::KnownLinks;
use laika_protocol::document::Document;
use laika_render::{Evidence, SafeDocument, sanitise};

/// Passes a document through the gate with every address of the random documents known.
fn shown(document: &Document, title: &str) -> SafeDocument {
    let mut links = KnownLinks::default();
    random::ADDRESSES.iter().for_each(|address| links.add(address));
    sanitise(document, title, &Evidence { links: &links, citations: &[] })
}
