//! `wiki`: an article of an encyclopedia that runs MediaWiki, such as Wikipedia: its summary, all of it, or one section.

mod parts;

use std::fmt::Write as _;

use laika_protocol::ToolError;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{AskWiki, WikiFound, WikiPart};
use serde_json::Value;
use url::Url;

use super::client::{Client, Question, below, host_of};
use super::failure::unreadable;
use super::said::{DESCRIPTION, TITLE, address, clean_lines, json, list, nothing_found, text};
use super::settings::{CACHE_TTL, USUAL, has_way, not_set, server, unavailable};
use crate::refusal::{answer, invalid};
use crate::toolbox::{BuiltIn, Kit, Set, Setting, Takes, Task, Unavailable};
use parts::{headings, section};

/// The place of the language in the address that is set.
const PLACE: &str = "{language}";
/// Characters of an article.
const MOST_TEXT: usize = 100_000;
/// Articles that are looked through for the one that is meant.
const MOST_HITS: &str = "8";
/// Meanings of a word that are listed.
const MOST_CHOICES: usize = 50;
/// Articles about something near.
const MOST_RELATED: usize = 5;

pub(super) const WIKI: BuiltIn = BuiltIn {
    settings: &[
        Setting {
            name: "endpoint",
            takes: Takes::LanguageAddress,
            about: "the encyclopedia, such as `https://{language}.wikipedia.org`; nobody is asked where this is not set",
            argument: None,
        },
        Setting {
            name: "language",
            takes: Takes::Text,
            about: "the language where none is said",
            argument: Some("language"),
        },
        CACHE_TTL,
    ],
    needs: &[has_way, has_endpoint],
    goes_to: |task| server(&base(task, &task.read()?)?),
    ..BuiltIn::new("wiki", |task, _| look_up(task))
};

fn has_endpoint(_: &Kit, set: Set<'_>) -> Result<(), Unavailable> {
    let fix = "`laika tools config wiki endpoint=https://{language}.wikipedia.org` sets it";
    set.text("endpoint").map(|_| ()).ok_or_else(|| not_set("no encyclopedia is set", fix))
}

fn language(asked: &AskWiki) -> Result<&str, ToolError> {
    let language = asked.language.as_deref().unwrap_or("en");
    // It becomes a label of the server's name, so that it must be nothing else.
    let is_code = language
        .split('-')
        .all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_lowercase()));
    if is_code { Ok(language) } else { Err(invalid("E_LANGUAGE", "`language` takes a code such as `de`")) }
}

fn base(task: &Task<'_>, asked: &AskWiki) -> Result<String, ToolError> {
    has_endpoint(task.kit, task.set).map_err(|missing| unavailable(&missing))?;
    Ok(task.set.text("endpoint").unwrap_or_default().replace(PLACE, language(asked)?))
}

struct Encyclopedia<'a> {
    client: Client<'a>,
    base: String,
}

fn look_up(task: &Task<'_>) -> Result<ToolResult, ToolError> {
    let asked: AskWiki = task.read()?;
    let part =
        asked.part.unwrap_or_else(|| asked.section.as_ref().map_or(WikiPart::Summary, |_| WikiPart::Section));
    if part == WikiPart::Section && asked.section.is_none() {
        return Err(invalid("E_SECTION", "name the section by its heading in `section`"));
    }
    let wiki = Encyclopedia { client: Client::of(task)?, base: base(task, &asked)? };
    let titles = wiki.find(&asked.topic)?;
    let Some(title) = best(&titles, &asked.topic) else {
        return Err(nothing_found("the encyclopedia has no article about this"));
    };
    let (found, extract) = wiki.summary(title, &asked)?;
    if found.ambiguous {
        return told(WikiFound { choices: wiki.choices(&found.title, &titles)?, ..found }, "");
    }
    let related = titles.iter().filter(|other| **other != found.title && *other != title);
    let found = WikiFound { related: related.take(MOST_RELATED).cloned().collect(), ..found };
    if part == WikiPart::Summary {
        return told(found, &extract);
    }
    let whole = wiki.whole(&found.title)?;
    let sections = headings(&whole);
    let text = match (part, &asked.section) {
        (WikiPart::Section, Some(heading)) => section(&whole, heading).ok_or_else(|| {
            let known: Vec<&str> = sections.iter().map(String::as_str).take(15).collect();
            nothing_found(&format!("the article has no section of that name; it has {}", known.join(", ")))
        })?,
        (WikiPart::Summary | WikiPart::Full | WikiPart::Section, _) => whole,
    };
    told(WikiFound { sections, ..found }, &text)
}

/// The article that is meant: the one with this very title, or else the first.
fn best<'a>(titles: &'a [String], topic: &str) -> Option<&'a str> {
    let plain = |text: &str| text.trim().replace('_', " ").to_lowercase();
    let same = titles.iter().find(|title| plain(title) == plain(topic));
    same.or_else(|| titles.first()).map(String::as_str)
}

impl Encyclopedia<'_> {
    fn ask(&self, path: &str, pairs: &[(&str, &str)]) -> Result<(Url, Value), ToolError> {
        let mut url = below(&self.base, path)?;
        if !pairs.is_empty() {
            url.query_pairs_mut().extend_pairs(pairs);
        }
        let question = Question::json(url, USUAL);
        let (answer, _) = self.client.interface(&question)?;
        let body = json(host_of(&question.url), &answer)?;
        Ok((question.url, body))
    }

    fn find(&self, topic: &str) -> Result<Vec<String>, ToolError> {
        let (url, body) = self.ask("w/rest.php/v1/search/page", &[("q", topic), ("limit", MOST_HITS)])?;
        let pages = list(host_of(&url), &body, "pages")?;
        Ok(pages.iter().filter_map(|page| text(page, "title", TITLE)).collect())
    }

    fn summary(&self, title: &str, asked: &AskWiki) -> Result<(WikiFound, String), ToolError> {
        let mut url = below(&self.base, "api/rest_v1/page/summary")?;
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.push(&title.replace(' ', "_"));
        }
        let question = Question::json(url, USUAL);
        let (answer, _) = self.client.interface(&question)?;
        let host = host_of(&question.url);
        let body = json(host, &answer)?;
        let own = || below(&self.base, &format!("wiki/{}", title.replace(' ', "_"))).map(String::from);
        let said = body.pointer("/content_urls/desktop").and_then(|desktop| address(desktop, "page"));
        // Its own address, or none of its own.
        let here = said.filter(|url| Url::parse(url).is_ok_and(|url| url.origin() == question.url.origin()));
        let found = WikiFound {
            title: text(&body, "title", TITLE)
                .ok_or_else(|| unreadable(host, "there is no `title` in it"))?,
            description: text(&body, "description", DESCRIPTION),
            url: here.map_or_else(own, Ok)?,
            language: language(asked)?.to_owned(),
            ambiguous: body.get("type").and_then(Value::as_str) == Some("disambiguation"),
            ..WikiFound::default()
        };
        let extract = body.get("extract").and_then(Value::as_str).unwrap_or_default();
        Ok((found, clean_lines(extract, MOST_TEXT)))
    }

    /// What a word may mean: the articles that its page leads to (INK-028).
    fn choices(&self, title: &str, titles: &[String]) -> Result<Vec<String>, ToolError> {
        let pairs = [
            ("action", "query"),
            ("format", "json"),
            ("formatversion", "2"),
            ("prop", "links"),
            ("plnamespace", "0"),
            ("pllimit", "50"),
            ("redirects", "1"),
            ("titles", title),
        ];
        let (_, body) = self.ask("w/api.php", &pairs)?;
        let links =
            body.pointer("/query/pages/0/links").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let mut choices: Vec<String> = links.iter().filter_map(|link| text(link, "title", TITLE)).collect();
        if choices.is_empty() {
            choices = titles.iter().filter(|other| *other != title).cloned().collect();
        }
        choices.truncate(MOST_CHOICES);
        Ok(choices)
    }

    fn whole(&self, title: &str) -> Result<String, ToolError> {
        let pairs = [
            ("action", "query"),
            ("format", "json"),
            ("formatversion", "2"),
            ("prop", "extracts"),
            ("explaintext", "1"),
            ("exsectionformat", "wiki"),
            ("redirects", "1"),
            ("titles", title),
        ];
        let (url, body) = self.ask("w/api.php", &pairs)?;
        let extract = body.pointer("/query/pages/0/extract").and_then(Value::as_str);
        let extract = extract.ok_or_else(|| unreadable(host_of(&url), "there is no text in it"))?;
        Ok(clean_lines(extract, MOST_TEXT))
    }
}

fn told(found: WikiFound, extract: &str) -> Result<ToolResult, ToolError> {
    let mut text = format!("# {}\n", found.title);
    // Writing to a text cannot fail.
    if let Some(description) = &found.description {
        let _ = writeln!(text, "{description}");
    }
    let _ = writeln!(text, "{}", found.url);
    if found.ambiguous {
        let _ = writeln!(text, "\nIt may mean:");
        for choice in &found.choices {
            let _ = writeln!(text, "- {choice}");
        }
    } else {
        let _ = writeln!(text, "\n{}", extract.trim());
    }
    if !found.related.is_empty() {
        let _ = writeln!(text, "\nRelated: {}", found.related.join(", "));
    }
    let summary = if found.ambiguous {
        let some: Vec<&str> = found.choices.iter().map(String::as_str).take(5).collect();
        format!(
            "“{}” may mean {} things: {}; ask for one of them",
            found.title,
            found.choices.len(),
            some.join(", ")
        )
    } else {
        let first = extract.trim().lines().next().unwrap_or_default();
        let first: String = first.chars().take(400).collect();
        format!("{} ({}): {first}", found.title, found.url)
    };
    let source = found.url.clone();
    Ok(answer(&found, summary, text)?.with("source", source))
}
