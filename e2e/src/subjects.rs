//! The functions that read what nobody vouches for. Each takes any text, and must neither panic nor take more than
//! linear time and memory.

use laika_context::{Expected, read_answer, read_markdown};
use laika_protocol::document::{self, Document};
use laika_protocol::json::{self, Caps};
use laika_protocol::limits::PACKET_MAX_BYTES;
use laika_protocol::llmcp::{TaskName, read_packet};
use laika_protocol::{KnownLinks, Path};
use laika_render::{
    Colour, Evidence, SafeDocument, Terminal, sanitise, to_html, to_html_page, to_markdown, to_terminal,
};

/// A function under proof.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// What it is called in a report.
    pub name: &'static str,
    /// Runs it and returns the size of what came out, so that no compiler drops the work.
    pub run: fn(&str) -> usize,
    /// Bytes it may allocate however small its input is.
    pub fixed_bytes: usize,
}

/// Schemas that are built on first use, and small buffers.
const USUAL: usize = 1024 * 1024;
/// The Markdown parser fills short rows of a table with empty cells, 2^18 of them at most.
const TABLE_CELLS: usize = 48 * 1024 * 1024;

/// Every function under proof.
pub const SUBJECTS: &[Subject] = &[
    Subject { name: "read_packet", run: run_packet, fixed_bytes: USUAL },
    Subject { name: "read_answer", run: run_answer, fixed_bytes: USUAL },
    Subject { name: "read_route", run: run_route, fixed_bytes: USUAL },
    Subject {
        name: "read_markdown",
        run: |text| read_markdown(text).children.len(),
        fixed_bytes: TABLE_CELLS,
    },
    Subject { name: "known_links", run: run_links, fixed_bytes: USUAL },
    Subject { name: "to_html", run: |text| with_document(text, to_html), fixed_bytes: USUAL },
    Subject { name: "to_html_page", run: |text| with_document(text, to_html_page), fixed_bytes: USUAL },
    Subject { name: "to_markdown", run: |text| with_document(text, to_markdown), fixed_bytes: USUAL },
    Subject { name: "to_terminal, narrow", run: |text| with_document(text, narrow), fixed_bytes: USUAL },
    Subject { name: "to_terminal, wide", run: |text| with_document(text, wide), fixed_bytes: USUAL },
];

fn run_packet(text: &str) -> usize {
    read_packet(text).map_or_else(|defects| defects.len(), |_| 1)
}

fn run_answer(text: &str) -> usize {
    read_answer(text, &Expected::for_task(TaskName::WebAnswer)).1.len()
}

fn run_route(text: &str) -> usize {
    read_answer(text, &Expected::for_task(TaskName::AgentRoute)).1.len()
}

fn run_links(text: &str) -> usize {
    let mut links = KnownLinks::default();
    links.add_text(text);
    usize::from(
        laika_protocol::SafeHref::parse("https://a.example/").is_some_and(|href| links.contains(&href)),
    )
}

fn narrow(document: &SafeDocument) -> String {
    to_terminal(document, &Terminal { width: 20, colour: Colour::Plain })
}

fn wide(document: &SafeDocument) -> String {
    to_terminal(document, &Terminal { width: usize::MAX, colour: Colour::Ansi })
}

fn with_document(text: &str, print: impl Fn(&SafeDocument) -> String) -> usize {
    let mut links = KnownLinks::default();
    links.add("https://a.example/");
    let document = read_document(text);
    print(&sanitise(&document, "", &Evidence { links: &links, citations: &[] })).len()
}

/// A document from JSON; any other text is a document of its paragraphs.
fn read_document(text: &str) -> Document {
    let read = json::read(text, Caps::bytes(PACKET_MAX_BYTES)).ok();
    let read = read.and_then(|value| document::read(&value, &Path::root()).ok());
    read.map_or_else(|| Document::from_text(text), |(document, _)| document)
}
