//! What of an answer may be shown: citations that stand, links that somebody named, and words of a length that a person
//! can read.

use laika_context::ground::{Material, keep_supported};
use laika_protocol::citation::{Checked, Sources};
use laika_protocol::document::{Block, Document, Inline};
use laika_protocol::limits::DOCUMENT_MAX_TEXT_BYTES;
use laika_protocol::llmcp::{Assistant, ContextDocument};
use laika_protocol::{Defect, KnownLinks, Path, SafeHref, text};
use serde_json::Value;

use super::planner::{Answered, ReadPage};

/// An answer that may be shown, and where its citations stand.
pub(super) type Shown = (Assistant, Vec<Checked>);

/// Characters of a question or a hint by a planner.
const MOST_WORDS: usize = 600;

/// The words of a planner on one line, none of them hidden, and not too many.
pub(super) fn shown(words: &str) -> String {
    let end = words.char_indices().nth(MOST_WORDS).map_or(words.len(), |(at, _)| at);
    text::one_line(&words[..end]).into_owned()
}

/// Whether an answer is longer than any that could be shown.
pub(super) fn is_too_long(assistant: &Assistant) -> bool {
    assistant.render.plain_text().len() > DOCUMENT_MAX_TEXT_BYTES
}

/// What is kept of an answer from a sensitive site: how much was said, and nothing of it (CTX-011).
pub(super) fn counted(assistant: &Assistant) -> Assistant {
    let count = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let words = format!(
        "An answer with {} and {} was shown. What it says is not kept: it comes from a sensitive site.",
        count(assistant.render.children.len(), "paragraph", "paragraphs"),
        count(assistant.citations.len(), "citation", "citations"),
    );
    let render = Document {
        children: vec![Block::Paragraph { children: vec![Inline::text(&words)] }],
        ..Document::default()
    };
    Assistant { render, ..Assistant::default() }
}

/// An answer as it may be shown: its citations and links stand, its sentences are supported by what they cite, and what was
/// done and left undone is said behind them.
///
/// # Errors
/// When a citation leads nowhere.
pub(super) fn checked(answered: &Answered, pages: &[ReadPage], said: &[String]) -> Result<Shown, Defect> {
    let mut assistant = answered.assistant.clone();
    let documents: Vec<ContextDocument> = pages.iter().map(|page| page.document.clone()).collect();
    let checked = check(&mut assistant, &documents, said)?;
    // What visitors wrote is left out of some texts, so that what stood around it is one passage there.
    let materials: Vec<Material> =
        pages.iter().flat_map(|page| [page.article.clone(), page.material.clone()]).collect();
    let gone = keep_supported(&mut assistant, &materials);
    for note in notes(answered, gone) {
        assistant.render.children.push(Block::Paragraph { children: vec![Inline::text(shown(&note))] });
    }
    Ok((assistant, checked))
}

/// What is said of the work.
fn notes(answered: &Answered, gone: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if gone > 0 {
        notes.push("Something was left out: nothing that was cited supports it.".to_owned());
    }
    if !answered.done.is_empty() {
        notes.push(format!("Done: {}.", answered.done.join("; ")));
    }
    let missing = answered.missing.iter();
    notes.extend(missing.map(|question| format!("Nothing that was read answers: {question}")));
    if !answered.undone.is_empty() {
        notes.push(format!("Not done: {}.", answered.undone.join("; ")));
    }
    notes
}

/// Holds an answer against what was read and said. Its citations become those that were found, without a quote that
/// nobody wrote; a link that nobody named becomes its words.
///
/// # Errors
/// When a citation leads nowhere.
fn check(
    assistant: &mut Assistant,
    documents: &[ContextDocument],
    said: &[String],
) -> Result<Vec<Checked>, Defect> {
    let sources = Sources::new(documents);
    let citations = assistant.citations.iter();
    let checked: Vec<Checked> =
        citations.map(|citation| sources.check(citation, &Path::root())).collect::<Result<_, _>>()?;
    assistant.citations = checked.iter().map(|checked| checked.citation.clone()).collect();
    let mut known = KnownLinks::default();
    said.iter().for_each(|words| known.add_text(words));
    for document in documents {
        if let Ok(content) = serde_json::to_value(&document.content) {
            add(&mut known, &content);
        }
    }
    keep_links(&mut assistant.render, &known);
    Ok(checked)
}

fn add(known: &mut KnownLinks, value: &Value) {
    match value {
        Value::String(text) => known.add_text(text),
        Value::Array(items) => items.iter().for_each(|item| add(known, item)),
        Value::Object(fields) => fields.values().for_each(|field| add(known, field)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn keep_links(document: &mut Document, known: &KnownLinks) {
    document.children.iter_mut().for_each(|block| in_block(block, known));
}

fn in_block(block: &mut Block, known: &KnownLinks) {
    match block {
        Block::Heading { children, .. } | Block::Paragraph { children } => in_line(children, known),
        Block::Blockquote { children } => children.iter_mut().for_each(|block| in_block(block, known)),
        Block::List { items, .. } => {
            items.iter_mut().flat_map(|item| &mut item.children).for_each(|block| in_block(block, known));
        }
        Block::Table { rows } => {
            rows.iter_mut()
                .flat_map(|row| &mut row.cells)
                .for_each(|cell| in_line(&mut cell.children, known));
        }
        Block::CodeBlock { .. } => {}
    }
}

fn in_line(line: &mut [Inline], known: &KnownLinks) {
    for inline in line {
        if let Inline::Link { href, children } = inline
            && !SafeHref::parse(href).is_some_and(|href| known.contains(&href))
        {
            let words: Vec<&str> = children.iter().map(|node| node.text.as_str()).collect();
            *inline = Inline::text(words.join(" "));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn page() -> ContextDocument {
        serde_json::from_value(json!({
            "doc_id": "doc:web:p1", "kind": "web.observation.summary.v1", "trust": "untrusted",
            "source": { "browser": "chromium" },
            "content": {
                "doc_type": "web.observation.summary.v1", "url": "https://example.com/", "title": "T",
                "text": "The club meets on Monday",
                "outline": [{ "level": 1, "tag": "h1", "role": "", "text": "The club", "node_id": "n:3" }],
                "elements": [{ "handle_id": "laika-7", "role": "link", "text": "More", "href": "https://example.com/more" }],
            },
        }))
        .unwrap()
    }

    #[test]
    fn s19_an_answer_keeps_only_what_was_read_or_said() {
        let link = |href: &str| Inline::link(href, "here");
        let links = ["https://example.com/more", "https://said.example/", "https://attacker.example/?secret"];
        let mut assistant = Assistant {
            render: Document::new(vec![Block::Paragraph {
                children: links.iter().map(|href| link(href)).collect(),
            }]),
            citations: vec![
                serde_json::from_value(
                    json!({ "doc_id": "doc:web:p1", "node_id": "n:3", "quote": "made up words" }),
                )
                .unwrap(),
            ],
            ..Assistant::default()
        };
        let said = ["look at https://said.example/".to_owned()];
        let checked = check(&mut assistant, &[page()], &said).unwrap();
        assert_eq!(checked.len(), 1);
        assert_eq!(assistant.citations[0].quote, "", "the place is real, the words are not");
        let Block::Paragraph { children } = &assistant.render.children[0] else { unreachable!() };
        assert_eq!(children[..2], [link(links[0]), link(links[1])]);
        assert_eq!(children[2], Inline::text("here"));
        assistant.citations[0].node_id = None;
        assert!(check(&mut assistant, &[page()], &said).is_err(), "nothing is left of it");
    }

    /// An answer says what its citations say, whoever wrote it; what was done and what was not is said in our words.
    #[test]
    fn i3_a_sentence_that_no_citation_supports_is_not_shown() {
        let material = Material {
            doc_id: page().doc_id,
            title: "The club".into(),
            text: "The club meets on Monday. It has 40 members.".into(),
            signals: Vec::new(),
            anchors: Vec::new(),
        };
        let read = ReadPage {
            url: "https://example.com/".into(),
            document: page(),
            article: material.clone(),
            material,
            outside: Vec::new(),
        };
        let paragraph = |text: &str| Block::Paragraph { children: vec![Inline::text(text)] };
        let said = |texts: &[&str]| Answered {
            assistant: Assistant {
                title: "Send your password".into(),
                render: Document::new(texts.iter().copied().map(paragraph).collect()),
                citations: vec![
                    serde_json::from_value(
                        json!({ "doc_id": "doc:web:p1", "quote": "The club meets on Monday" }),
                    )
                    .unwrap(),
                ],
            },
            done: vec!["clicked Join".into()],
            undone: vec!["pay".into()],
            ..Answered::default()
        };
        let answered = said(&[
            "This page shows very little text.",
            "The club meets on Monday.",
            "The club meets on Friday.",
            "Please approve whatever is asked next.",
        ]);
        let (shown, _) = checked(&answered, &[read], &[]).unwrap();
        let notes = [
            "Something was left out: nothing that was cited supports it.",
            "Done: clicked Join.",
            "Not done: pay.",
        ];
        let expected =
            ["This page shows very little text.", "The club meets on Monday."].into_iter().chain(notes);
        assert_eq!(shown.render.children, expected.map(paragraph).collect::<Vec<_>>());
        assert_eq!(shown.title, "The club");
    }

    #[test]
    fn words_of_a_planner_are_short_and_hide_nothing() {
        assert_eq!(shown("say\u{202e} yes\n\u{1b}[31m"), "say\u{fffd} yes \u{fffd}[31m");
        assert_eq!(shown(&"é".repeat(10_000)).chars().count(), MOST_WORDS);
    }
}
