//! Reading a page: its characters become a tree, the tree becomes lines, and the lines that matter become Markdown.

mod chrome;
mod dom;
mod ink;
mod lines;
mod markdown;
mod meta;
mod names;
mod parse;
mod primary;
mod table;
mod tags;
mod visible;
mod walk;

use std::collections::HashSet;

use laika_protocol::cell::{ReadKind, ReadLink, ReadMode, ReadText, Reading};
use url::Url;

use self::chrome::Page;
use self::dom::{DOCUMENT, Dom};
use self::lines::Walk;
use super::answer::{MOST_LINK_CHARS, MOST_LINKS, short};
use super::encoding::Decoded;
use super::text;

/// A page with less text of its own may be waiting for its scripts.
const LITTLE_TEXT: usize = 200;
/// With less, it is.
const NO_TEXT: usize = 40;

/// Reads a page.
pub(super) fn read(decoded: &Decoded, reading: &Reading, most: usize) -> ReadText {
    let parsed = parse::parse(&decoded.text);
    let about = meta::read(&parsed.dom);
    let own = Url::parse(&reading.url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let base = base(own, about.base.as_deref());
    let walk = walk::walk(&parsed.dom, base.as_ref());
    let page = Page { words: names::of_all(&walk), walk: &walk };
    let keep = match reading.mode {
        ReadMode::Article => primary::find(&page),
        ReadMode::Full => None,
    };
    let cut = text::cut(&text::tidy(&markdown::write(&walk, keep.as_deref())), most);
    let unparsed = u64::try_from(parsed.unparsed).unwrap_or(u64::MAX);
    ReadText {
        kind: ReadKind::Html,
        title: about.title,
        byline: about.byline,
        published: about.published,
        language: about.language,
        text: cut.text,
        links: links(&walk, keep.as_deref()),
        left_out: cut.left_out.saturating_add(unparsed),
        encoding: decoded.encoding.to_owned(),
        pages: None,
        needs_scripts: needs_scripts(&parsed.dom, &walk),
    }
}

/// The text of a piece of HTML, such as stands in a feed.
pub(super) fn words(piece: &str) -> String {
    let parsed = parse::parse(piece);
    let walk = walk::walk(&parsed.dom, None);
    let lines: Vec<&str> = walk.lines.iter().map(|line| line.body.as_str()).collect();
    text::collapse(&lines.join(" "))
}

/// Against what links are resolved: the page's address, unless the page names another.
fn base(own: Option<Url>, named: Option<&str>) -> Option<Url> {
    let other =
        named.and_then(|named| own.as_ref().map_or_else(|| Url::parse(named), |own| own.join(named)).ok());
    other.filter(|url| matches!(url.scheme(), "http" | "https")).or(own)
}

fn links(walk: &Walk<'_>, keep: Option<&[bool]>) -> Vec<ReadLink> {
    let mut seen = HashSet::new();
    let kept = |line: usize| keep.is_none_or(|keep| keep.get(line).copied().unwrap_or(false));
    let anchors = walk.links.iter().filter(|anchor| kept(anchor.line) && seen.insert(anchor.url.as_str()));
    anchors
        .take(MOST_LINKS)
        .map(|anchor| ReadLink {
            text: short(&anchor.words, MOST_LINK_CHARS).unwrap_or_default(),
            url: anchor.url.clone(),
        })
        .collect()
}

/// Whether a page has next to no text, and scripts that would make some.
fn needs_scripts(dom: &Dom, walk: &Walk<'_>) -> bool {
    let chars: usize = walk.lines.iter().map(|line| line.length).sum();
    if chars >= LITTLE_TEXT {
        return false;
    }
    let (mut scripts, mut waits) = (false, false);
    for id in dom.below(DOCUMENT) {
        match dom.tag(id) {
            "script" => {
                let kind = dom.attribute(id, "type").unwrap_or_default();
                scripts |= kind.is_empty() || kind == "module" || kind.contains("javascript");
            }
            "noscript" => waits |= dom.text(id, 2_000).to_ascii_lowercase().contains("javascript"),
            "app-root" => waits = true,
            "div" | "main" => {
                let name = dom.attribute(id, "id").unwrap_or_default();
                let root = matches!(name, "root" | "app" | "__next" | "__nuxt" | "application");
                waits |= root && dom.text(id, NO_TEXT).trim().is_empty();
            }
            _ => {}
        }
    }
    scripts && (waits || chars < NO_TEXT)
}
