//! What the executor is shown of a page: what it can choose from, and a little text.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::ids::HttpUrl;
use laika_protocol::llmcp::{Content, Element};
use laika_protocol::text::one_line;

use crate::tokens::estimate_tokens;

const MOST_NAME: usize = 80;
const MOST_URL: usize = 300;

/// A page, whatever document it came in.
#[derive(Clone, Copy, Default)]
pub(super) struct Page<'a> {
    pub(super) url: &'a str,
    pub(super) title: &'a str,
    pub(super) text: &'a str,
    pub(super) elements: &'a [Element],
    content: Option<&'a Content>,
}

impl<'a> Page<'a> {
    pub(super) fn of(content: Option<&'a Content>) -> Self {
        match content {
            Some(Content::ObservationSummary { url, title, text, elements, .. }) => {
                Self { url, title, text, elements, content }
            }
            Some(
                Content::ObservationChunk { url, title, text, .. }
                | Content::CollectionSource { url, title, text, .. },
            ) => Self { url, title, text, content, ..Self::default() },
            Some(Content::CollectionIndex { .. } | Content::ToolResult { .. }) | None => {
                Self { content, ..Self::default() }
            }
        }
    }

    /// The links of the page that could be gone to, each address once.
    pub(super) fn links(&self) -> Vec<(&'a str, &'a str)> {
        let mut links: Vec<(&str, &str)> = Vec::new();
        let mut add = |text: &'a str, url: &'a str| {
            let good = url.len() <= MOST_URL && HttpUrl::parse(url).is_ok();
            if good && !links.iter().any(|(_, known)| *known == url) {
                links.push((text, url));
            }
        };
        for element in self.elements {
            if let Some(href) = &element.href {
                add(&element.text, href);
            }
        }
        if let Some(Content::ObservationSummary { items, .. }) = self.content {
            items.iter().for_each(|item| add(&item.title, &item.url));
        }
        if let Some(Content::CollectionSource { extracted_links, .. }) = self.content {
            extracted_links.iter().for_each(|link| add(&link.text, &link.url));
        }
        links
    }

    /// The start of the page's text, at most so many tokens.
    pub(super) fn start(&self, tokens: usize) -> String {
        let mut room = tokens;
        let mut text = String::new();
        for line in self.text.lines().filter(|line| !line.trim().is_empty()) {
            let line = cut(line, 160);
            let Some(rest) = room.checked_sub(estimate_tokens(&line) + 1) else { break };
            room = rest;
            text.push_str(&line);
            text.push('\n');
        }
        text
    }
}

/// An element on a line: its handle first, because that is what is asked for.
pub(super) fn element_line(element: &Element) -> String {
    format!("{} {} \"{}\"", element.handle_id.as_str(), one_line(&element.role), name(&element.text))
}

/// A list on a line, with what of it can be chosen.
pub(super) fn list_line(element: &Element, options: &[String]) -> String {
    let options: Vec<String> = options.iter().map(|option| name(option)).collect();
    format!("{} [{}]", element_line(element), options.join(" | "))
}

/// A link on a line.
pub(super) fn link_line(text: &str, url: &str) -> String {
    format!("{url} \"{}\"", name(text))
}

fn name(text: &str) -> String {
    cut(&one_line(text), MOST_NAME).replace('"', "'")
}

/// At most so many characters, with a mark where something is missing.
pub(super) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.into(),
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
    }
}
