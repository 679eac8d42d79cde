//! Feeds as a list of what is new. Entities that a document makes up are never looked at, so that they cannot grow.

use laika_protocol::cell::{ReadLink, Reading};
use url::Url;

use super::answer::{MOST_LINE_CHARS, MOST_LINK_CHARS, MOST_LINKS, MOST_URL_CHARS, short};
use super::{html, text};

/// Entries that are read.
const MOST_ENTRIES: usize = 500;
/// Of what an entry says about itself.
const SUMMARY_CHARS: usize = 1_000;
/// One field of an entry, as it is written.
const FIELD_BYTES: usize = 64 << 10;

/// A feed as text.
#[derive(Debug)]
pub(super) struct Feed {
    pub(super) title: Option<String>,
    pub(super) text: String,
    pub(super) links: Vec<ReadLink>,
}

#[derive(Default)]
struct Entry {
    title: String,
    link: String,
    date: String,
    summary: String,
}

/// What a document is, read as a feed; nothing where it is none.
pub(super) fn feed(source: &str, reading: &Reading) -> Option<Feed> {
    let mut parts = Parts { rest: source };
    let mut open: Vec<&str> = Vec::new();
    let (mut title, mut entries) = (String::new(), Vec::<Entry>::new());
    let (mut is_feed, mut inside) = (false, false);
    while let Some(part) = parts.next() {
        match part {
            Part::Start { name, attributes, closed } => {
                is_feed |= matches!(name, "rss" | "feed" | "RDF");
                if !is_feed && open.is_empty() {
                    return None;
                }
                if matches!(name, "item" | "entry") {
                    if entries.len() == MOST_ENTRIES {
                        break;
                    }
                    entries.push(Entry::default());
                    inside = !closed;
                }
                if name == "link"
                    && inside
                    && let Some(entry) = entries.last_mut()
                    && (entry.link.is_empty() || attributes.contains("alternate"))
                    && let Some(href) = attribute(attributes, "href")
                {
                    entry.link = decoded(href);
                }
                if !closed {
                    open.push(name);
                }
            }
            Part::End { name } => {
                if matches!(name, "item" | "entry") {
                    inside = false;
                }
                if let Some(at) = open.iter().rposition(|own| *own == name) {
                    open.truncate(at);
                }
            }
            Part::Words(words) => {
                let name = open.last().copied().unwrap_or_default();
                if entries.is_empty() {
                    if name == "title" && title.len() < FIELD_BYTES {
                        title.push_str(&words);
                    }
                } else if inside && let Some(entry) = entries.last_mut() {
                    entry.add(name, &words);
                }
            }
        }
    }
    is_feed.then(|| written(&title, &entries, reading))
}

impl Entry {
    fn add(&mut self, name: &str, words: &str) {
        let field = match name {
            "title" => &mut self.title,
            "link" | "guid" if self.link.is_empty() || name == "link" => &mut self.link,
            "pubDate" | "published" | "updated" | "date" if self.date.is_empty() => &mut self.date,
            "description" | "summary" | "content" | "encoded" => &mut self.summary,
            _ => return,
        };
        if field.len() + words.len() <= FIELD_BYTES {
            field.push_str(words);
        }
    }
}

fn written(title: &str, entries: &[Entry], reading: &Reading) -> Feed {
    let base = Url::parse(&reading.url).ok();
    let mut feed =
        Feed { title: short(&html::words(title), MOST_LINE_CHARS), text: String::new(), links: Vec::new() };
    for entry in entries {
        let name = html::words(&entry.title);
        let url =
            base.as_ref().map_or_else(|| Url::parse(entry.link.trim()), |base| base.join(entry.link.trim()));
        let url = url
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https") && url.as_str().len() <= MOST_URL_CHARS);
        let summary = text::cut(&html::words(&entry.summary), SUMMARY_CHARS).text;
        let lines = [
            format!("- {}", if name.is_empty() { "(no title)" } else { &name }),
            text::collapse(&entry.date),
            url.as_ref().filter(|_| !entry.link.trim().is_empty()).map(Url::to_string).unwrap_or_default(),
            summary,
        ];
        feed.text
            .push_str(&lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n  "));
        feed.text.push_str("\n\n");
        if let Some(url) = url.filter(|_| feed.links.len() < MOST_LINKS && !entry.link.trim().is_empty()) {
            feed.links
                .push(ReadLink { text: short(&name, MOST_LINK_CHARS).unwrap_or_default(), url: url.into() });
        }
    }
    feed
}

enum Part<'a> {
    Start { name: &'a str, attributes: &'a str, closed: bool },
    End { name: &'a str },
    Words(String),
}

/// A document taken apart from its start, whatever is wrong with it.
struct Parts<'a> {
    rest: &'a str,
}

impl<'a> Parts<'a> {
    fn next(&mut self) -> Option<Part<'a>> {
        loop {
            let rest = self.rest;
            if rest.is_empty() {
                return None;
            }
            if let Some(data) = rest.strip_prefix("<![CDATA[") {
                let (words, after) = data.split_once("]]>").unwrap_or((data, ""));
                self.rest = after;
                return Some(Part::Words(words.to_owned()));
            }
            if let Some(comment) = rest.strip_prefix("<!--") {
                self.rest = comment.split_once("-->").map_or("", |(_, after)| after);
            } else if rest.starts_with("<?") {
                self.rest = rest.split_once("?>").map_or("", |(_, after)| after);
            } else if rest.starts_with("<!") {
                self.rest = after_declaration(rest);
            } else if let Some(tag) = rest.strip_prefix('<') {
                let (tag, after) = tag.split_once('>').unwrap_or((tag, ""));
                self.rest = after;
                return Some(of_tag(tag));
            } else {
                let end = rest.find('<').unwrap_or(rest.len());
                self.rest = &rest[end..];
                return Some(Part::Words(decoded(&rest[..end])));
            }
        }
    }
}

/// A declaration of a document may hold others in brackets.
fn after_declaration(rest: &str) -> &str {
    let end = rest.find('>').unwrap_or(rest.len());
    match rest[..end].find('[') {
        Some(_) => rest.split_once("]>").or_else(|| rest.split_once(']')).map_or("", |(_, after)| after),
        None => rest.get(end + 1..).unwrap_or_default(),
    }
}

fn of_tag(tag: &str) -> Part<'_> {
    let local = |name: &'_ str| name.rfind(':').map_or(0, |at| at + 1);
    if let Some(name) = tag.strip_prefix('/') {
        let name = name.trim();
        return Part::End { name: &name[local(name)..] };
    }
    let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
    let end = tag.find(char::is_whitespace).unwrap_or(tag.len());
    let name = &tag[..end];
    Part::Start { name: &name[local(name)..], attributes: &tag[end..], closed }
}

fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let value = attributes.split_once(name)?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value[1..].split(quote).next()
}

/// The five entities that XML knows, and characters by number; anything else stays as it is written.
fn decoded(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    let mut rest = words;
    while let Some((before, after)) = rest.split_once('&') {
        text.push_str(before);
        let entity =
            after.get(..after.len().min(12)).unwrap_or_default().split_once(';').map(|(name, _)| name);
        let character = entity.and_then(|name| match name {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => by_number(name),
        });
        match (character, entity) {
            (Some(character), Some(name)) => {
                text.push(character);
                rest = &after[name.len() + 1..];
            }
            (None, _) | (Some(_), None) => {
                text.push('&');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text
}

fn by_number(name: &str) -> Option<char> {
    let digits = name.strip_prefix('#')?;
    let number = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    number.ok().and_then(char::from_u32)
}
