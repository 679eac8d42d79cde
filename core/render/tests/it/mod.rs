//! What the tests share: short ways to write a document and to pass it through the gate.

mod forms;
mod gate;
mod html;
mod markdown;
mod random;
mod sources;
mod terminal;

use laika_protocol::KnownLinks;
use laika_protocol::citation::Checked;
use laika_protocol::document::{self, Block, Document, Inline};
use laika_render::{Evidence, SafeDocument, sanitise};
use serde_json::{Value, json};

/// A document from its JSON; only the children are written.
fn document(children: &Value) -> Document {
    let value = json!({ "type": "doc", "children": children });
    let (document, notes) = document::read(&value, &laika_protocol::Path::root()).unwrap();
    assert!(notes.is_empty(), "{notes:?}");
    document
}

/// Takes every word of a text for a known target.
fn known(text: &str) -> KnownLinks {
    let mut links = KnownLinks::default();
    text.split(' ').for_each(|word| links.add(word));
    links
}

fn shown(document: &Document, links: &KnownLinks, citations: &[Checked]) -> SafeDocument {
    sanitise(document, "", &Evidence { links, citations })
}

fn paragraph(children: Vec<Inline>) -> Block {
    Block::Paragraph { children }
}

/// A document of one paragraph.
fn line(children: Vec<Inline>) -> Document {
    Document::new(vec![paragraph(children)])
}
