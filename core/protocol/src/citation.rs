//! Checks citations against the documents they point into (C-40).

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use crate::ids::{DocId, Origin};
use crate::llmcp::{Citation, ContextDocument};
use crate::{Defect, DefectKind, Path, quoted};

/// Bytes a quote needs to prove anything; a letter stands in every document.
const SHORTEST_QUOTE: usize = 4;

/// A citation that was found in its document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The citation, less whatever of it is not in the document: quote, node and handle are each kept only if found.
    pub citation: Citation,
    /// The address of the document, if it has one.
    pub url: Option<String>,
    /// The origin of that address.
    pub origin: Option<Origin>,
}

/// The supplied documents, prepared once so that checking a citation costs one search.
#[derive(Debug, Default)]
pub struct Sources(Vec<Indexed>);

#[derive(Debug)]
struct Indexed {
    doc_id: DocId,
    url: Option<String>,
    texts: Vec<String>,
    nodes: BTreeSet<String>,
    handles: BTreeSet<String>,
}

impl Sources {
    /// Prepares the documents of a request.
    #[must_use]
    pub fn new(documents: &[ContextDocument]) -> Self {
        Self(documents.iter().map(Indexed::new).collect())
    }

    /// Checks one citation that stands at `path`.
    ///
    /// # Errors
    /// When its document was not supplied, or nothing it names is in that document.
    pub fn check(&self, citation: &Citation, path: &Path) -> Result<Checked, Defect> {
        let Some(document) = self.0.iter().find(|document| document.doc_id == citation.doc_id) else {
            let message = format!("the document {} was not supplied", quoted(citation.doc_id.as_str()));
            return Err(Defect::new(DefectKind::UnknownDocument, path.key("doc_id"), message));
        };
        let quote = fold(&citation.quote);
        let quote_found =
            quote.len() >= SHORTEST_QUOTE && document.texts.iter().any(|text| text.contains(&quote));
        let node_found = citation.node_id.as_ref().is_some_and(|node| document.nodes.contains(node.as_str()));
        let handle_found =
            citation.handle_id.as_ref().is_some_and(|id| document.handles.contains(id.as_str()));
        if !(quote_found || node_found || handle_found) {
            let message =
                format!("neither the quote {} nor a named place is in the document", quoted(&citation.quote));
            return Err(Defect::new(DefectKind::QuoteNotFound, path.key("quote"), message));
        }
        let mut citation = citation.clone();
        if !quote_found {
            // The place is real, the words are not: a quote that nobody wrote is never shown.
            citation.quote.clear();
        }
        citation.node_id = citation.node_id.filter(|_| node_found);
        citation.handle_id = citation.handle_id.filter(|_| handle_found);
        let origin = document.url.as_deref().and_then(Origin::of_url);
        Ok(Checked { citation, url: document.url.clone(), origin })
    }
}

impl Indexed {
    fn new(document: &ContextDocument) -> Self {
        let mut indexed = Self {
            doc_id: document.doc_id.clone(),
            url: document.content.url().map(ToOwned::to_owned),
            texts: Vec::new(),
            nodes: BTreeSet::new(),
            handles: BTreeSet::new(),
        };
        if let Ok(content) = serde_json::to_value(&document.content) {
            indexed.add("", &content);
        }
        indexed
    }

    /// Indexes what a person could read in the document. Names of tags, roles, tools and kinds are ours, not the page's,
    /// and an address is not something somebody wrote.
    fn add(&mut self, key: &str, value: &Value) {
        match (key, value) {
            ("node_id" | "nodeId", Value::String(id)) => _ = self.nodes.insert(id.clone()),
            ("handle_id", Value::String(id)) => _ = self.handles.insert(id.clone()),
            (key, Value::String(text)) if is_readable(key) => self.texts.push(fold(text)),
            (key, Value::Array(items)) => items.iter().for_each(|item| self.add(key, item)),
            (_, Value::Object(fields)) => fields.iter().for_each(|(key, field)| self.add(key, field)),
            (_, Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_)) => {}
        }
    }
}

/// Whether a field holds words of the page: those of our documents, and those of tool results.
fn is_readable(key: &str) -> bool {
    let of_documents = ["text", "title", "snippet", "author", "age", "score", "outlet", "context"];
    let of_results = ["accessibleName", "caption", "headers", "rows"];
    of_documents.contains(&key) || of_results.contains(&key)
}

/// Runs of white space become one space.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn outcome(citation: Value) -> String {
        let document: ContextDocument = serde_json::from_value(json!({
            "doc_id": "doc:web:summary", "kind": "web.observation.summary.v1", "trust": "untrusted",
            "source": { "browser": "chromium" },
            "content": {
                "doc_type": "web.observation.summary.v1", "url": "https://example.com:8443/a?secret=1", "title": "T",
                "text": "H1: The   quick\nbrown fox",
                "outline": [{ "level": 1, "tag": "h1", "role": "", "text": "The quick", "node_id": "n:3" }],
                "elements": [{ "handle_id": "laika-7", "role": "link", "text": "More" }],
            },
        }))
        .unwrap();
        let citation = serde_json::from_value(citation).unwrap();
        match Sources::new(&[document]).check(&citation, &Path::root()) {
            Ok(Checked { origin, citation, .. }) => {
                assert!(
                    citation.node_id.is_none_or(|node| node.as_str() == "n:3"),
                    "an invented place was kept"
                );
                format!("{} {:?}", origin.unwrap(), citation.quote)
            }
            Err(defect) => format!("{defect}"),
        }
    }

    #[test]
    fn a_citation_needs_a_document_and_a_place_in_it() {
        let doc = "doc:web:summary";
        for (citation, expected) in [
            (
                json!({ "doc_id": doc, "quote": "quick brown\tfox" }),
                "https://example.com:8443 \"quick brown\\tfox\"",
            ),
            (
                json!({ "doc_id": doc, "node_id": "n:3", "quote": "The quick" }),
                "https://example.com:8443 \"The quick\"",
            ),
            (json!({ "doc_id": doc, "node_id": "n:3", "quote": "made up" }), "https://example.com:8443 \"\""),
            (json!({ "doc_id": doc, "handle_id": "laika-7", "quote": "" }), "https://example.com:8443 \"\""),
            (
                json!({ "doc_id": doc, "node_id": "n:4", "quote": "made up" }),
                "$.quote QUOTE_NOT_FOUND: neither the quote `made up` nor a named place is in the document",
            ),
            (
                json!({ "doc_id": doc, "node_id": "n:4", "quote": "brown fox" }),
                "https://example.com:8443 \"brown fox\"",
            ),
            (
                json!({ "doc_id": doc, "quote": "a" }),
                "$.quote QUOTE_NOT_FOUND: neither the quote `a` nor a named place is in the document",
            ),
            (
                json!({ "doc_id": doc, "quote": "link" }),
                "$.quote QUOTE_NOT_FOUND: neither the quote `link` nor a named place is in the document",
            ),
            (
                json!({ "doc_id": doc, "quote": "web.observation" }),
                "$.quote QUOTE_NOT_FOUND: neither the quote `web.observation` nor a named place is in the document",
            ),
            (
                json!({ "doc_id": doc, "quote": "https://example.com" }),
                "$.quote QUOTE_NOT_FOUND: neither the quote `https://example.com` nor a named place is in the document",
            ),
            (
                json!({ "doc_id": doc, "quote": "" }),
                "$.quote QUOTE_NOT_FOUND: neither the quote `` nor a named place is in the document",
            ),
            (
                json!({ "doc_id": "doc:web:1", "quote": "The quick" }),
                "$.doc_id UNKNOWN_DOCUMENT: the document `doc:web:1` was not supplied",
            ),
        ] {
            assert_eq!(outcome(citation), expected);
        }
    }
}
