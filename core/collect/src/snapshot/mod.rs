//! What was seen of a source as a text that is kept: Markdown that shows its structure, and nothing that acts.

mod cut;
mod escape;
mod lines;
mod links;
mod plain;
mod published;

pub(crate) use escape::unescaped;
pub use plain::Plain;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::canonical::digest_bytes;
use laika_protocol::collection::{Capture, CaptureHead, CaptureMode};
use laika_protocol::ids::{Origin, Sha256, SourceId, UtcTime};
use laika_protocol::llmcp::{ExtractedLink, SourceHeading};
use laika_protocol::observation::{Comment, Item, Observation};
use laika_protocol::text::one_line;

use crate::urls::Address;
use lines::{Line, markdown, of_page, of_words};

/// Characters of a title.
const MOST_TITLE: usize = 300;
/// Entries from which on a page can be a list.
const LIST: usize = 5;
/// Headings that are kept.
const MOST_HEADINGS: usize = 200;

/// A capture before it belongs to a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// What it calls itself.
    pub title: String,
    /// Who published it: the host without `www.`; nothing for words that are not from the web.
    pub outlet: String,
    /// The text.
    pub text: String,
    /// Its headings.
    pub outline: Vec<SourceHeading>,
    /// Links found in it.
    pub links: Vec<ExtractedLink>,
    /// When it was published, if the page says so.
    pub published_at: Option<UtcTime>,
    /// Of the text.
    pub hash: Sha256,
    /// Whether the source is longer than what was kept.
    pub cut: bool,
    /// The site that it was read on, where its address led in the end; none for words that are not from the web.
    pub read_on: Option<Origin>,
}

impl Body {
    /// The capture of a source.
    #[must_use]
    pub fn capture(self, source_id: SourceId, number: u32, captured_at: UtcTime) -> Capture {
        let chars = u32::try_from(self.text.chars().count()).unwrap_or(u32::MAX);
        let head = CaptureHead {
            number,
            captured_at,
            published_at: self.published_at,
            hash: self.hash,
            chars,
            cut: self.cut,
        };
        Capture {
            source_id,
            head,
            title: self.title,
            text: self.text,
            outline: self.outline,
            links: self.links,
            derived: false,
        }
    }
}

/// What was seen of a page: the first look, and those that read on from where the one before ended.
#[must_use]
pub fn of_page_looks(looks: &[Observation], mode: CaptureMode) -> Option<Body> {
    let first = looks.first()?;
    let is_list = match mode {
        CaptureMode::Article => false,
        CaptureMode::List => true,
        CaptureMode::Auto => is_mostly_items(first),
    };
    let lines = if is_list { entries(looks) } else { article(looks) };
    let goes_on = looks.last().is_some_and(|last| last.next_cursor.is_some());
    let (text, cut) = cut::within(markdown(&lines), goes_on);
    Some(Body {
        title: title(&first.title),
        outlet: Address::read(&first.url).map(|address| address.outlet()).unwrap_or_default(),
        outline: outline(&lines),
        links: links::of_looks(looks),
        published_at: published::published(&first.text),
        hash: digest_bytes(text.as_bytes()),
        text,
        cut,
        read_on: Origin::of_url(&first.url),
    })
}

/// Words of the person, or of a file of theirs.
#[must_use]
pub fn of_text(name: &str, text: &str) -> Body {
    let lines = of_words(text);
    let (text, cut) = cut::within(markdown(&lines), false);
    Body {
        title: title(name),
        outlet: String::new(),
        outline: outline(&lines),
        links: Vec::new(),
        published_at: None,
        hash: digest_bytes(text.as_bytes()),
        text,
        cut,
        read_on: None,
    }
}

fn title(text: &str) -> String {
    one_line(text).trim().chars().take(MOST_TITLE).collect()
}

fn outline(lines: &[Line]) -> Vec<SourceHeading> {
    let heading =
        |line: &Line| Some(SourceHeading { level: line.heading()?, text: line.words().to_string() });
    lines.iter().filter_map(heading).take(MOST_HEADINGS).collect()
}

/// Whether the entries of a page are most of what it says.
fn is_mostly_items(page: &Observation) -> bool {
    let of_item = |item: &Item| item.title.chars().count() + item.snippet.chars().count();
    let of_items: usize = page.items.iter().map(of_item).sum();
    page.items.len() >= LIST && 2 * of_items >= page.text.chars().count()
}

fn entries(looks: &[Observation]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    if let Some(first) = looks.first() {
        lines.push(Line::new_heading(1, &first.title));
    }
    let mut seen = alloc::collections::BTreeSet::new();
    for item in looks.iter().flat_map(|look| &look.items) {
        if !seen.insert((&item.title, &item.url)) {
            continue;
        }
        let comments = item.comment_count.map(|count| format!(" ({count} comments)")).unwrap_or_default();
        let words = match (item.title.trim(), item.snippet.trim()) {
            ("", snippet) => snippet.to_string(),
            (title, "") => format!("{title}{comments}"),
            // A snippet often begins with the title.
            (title, snippet) if snippet.starts_with(title) => format!("{snippet}{comments}"),
            (title, snippet) => format!("{title}{comments}: {snippet}"),
        };
        lines.push(Line::new_entry(&words));
    }
    // A list without entries is read as what it is.
    if lines.len() > 1 { lines } else { article(looks) }
}

fn article(looks: &[Observation]) -> Vec<Line> {
    let mut lines: Vec<Line> = looks.iter().flat_map(|look| of_page(&look.text)).collect();
    let said = |comment: &Comment| {
        let start: String = comment.text.chars().take(60).collect();
        looks.iter().any(|look| look.text.contains(start.trim()))
    };
    for comment in looks.iter().flat_map(|look| &look.comments).filter(|comment| !said(comment)) {
        let age = if comment.age.is_empty() { String::new() } else { format!(" ({})", comment.age) };
        lines.push(Line::new_quote(&format!("{}{age}: {}", comment.author, comment.text)));
    }
    lines
}
