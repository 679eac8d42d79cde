//! `web.search`: what a search engine finds. Which engine is asked is the person's setting; without one, nobody is.

mod brave;
mod duckduckgo;
mod searxng;

use std::fmt::Write as _;

use laika_protocol::ToolError;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{WebHit, WebHits, WebSearch};
use url::Url;

use super::client::Client;
use super::said::{clean, counted};
use super::settings::{CACHE_TTL, KEY, SAFE_SEARCH, has_way, is_safe, not_set, server, unavailable};
use crate::refusal::{answer, invalid};
use crate::toolbox::{BuiltIn, Kit, Set, Setting, Takes, Task, Unavailable};

/// Results where nothing is said (INK-018).
const USUAL_COUNT: u32 = 5;
/// Where Brave answers programs.
const BRAVE: &str = "https://api.search.brave.com";
/// Where DuckDuckGo has its plain page.
const DUCKDUCKGO: &str = "https://html.duckduckgo.com";
/// The place of the words in an address of one's own.
const PLACE: &str = "{query}";

pub(super) const SEARCH: BuiltIn = BuiltIn {
    settings: &[
        Setting {
            name: "engine",
            takes: Takes::OneOf(&["searxng", "brave", "duckduckgo", "custom"]),
            about: "who is asked; nobody where this is not set",
            argument: None,
        },
        Setting {
            name: "endpoint",
            takes: Takes::Address,
            about: "where the engine is: a SearXNG of yours, or another address of Brave or DuckDuckGo",
            argument: None,
        },
        Setting {
            name: "template",
            takes: Takes::AddressWith(PLACE),
            about: "for `custom`: an address that answers as SearXNG does, in JSON",
            argument: None,
        },
        Setting {
            name: "max_results",
            takes: Takes::UpTo(20),
            about: "the most results that a search gives",
            argument: Some("count"),
        },
        SAFE_SEARCH,
        KEY,
        CACHE_TTL,
    ],
    needs: &[has_way, has_engine],
    goes_to: |task| server(Engine::of(task.set).map_err(|missing| unavailable(&missing))?.address()),
    ..BuiltIn::new("web.search", |task, _| search(task))
};

/// Who is asked, and where.
enum Engine<'a> {
    Searxng(&'a str),
    Brave(&'a str),
    Duckduckgo(&'a str),
    Custom(&'a str),
}

impl<'a> Engine<'a> {
    fn of(set: Set<'a>) -> Result<Self, Unavailable> {
        let fix = |what: &str| format!("set {what} (`laika tools config web.search NAME=VALUE`)");
        let endpoint = set.text("endpoint");
        match set.text("engine") {
            None => Err(not_set(
                "no search engine is set",
                &fix("`engine` and where it is, such as engine=searxng"),
            )),
            Some("searxng") => endpoint
                .map(Self::Searxng)
                .ok_or_else(|| not_set("it is not set where SearXNG is", &fix("`endpoint`"))),
            Some("brave") if set.text("key").is_none() => Err(not_set(
                "Brave wants a key",
                &fix("`key` to the name of one that `laika tools key` keeps"),
            )),
            Some("brave") => Ok(Self::Brave(endpoint.unwrap_or(BRAVE))),
            Some("duckduckgo") => Ok(Self::Duckduckgo(endpoint.unwrap_or(DUCKDUCKGO))),
            Some(_) => set
                .text("template")
                .map(Self::Custom)
                .ok_or_else(|| not_set("it is not set where the engine is", &fix("`template`"))),
        }
    }

    const fn address(&self) -> &'a str {
        match self {
            Self::Searxng(address)
            | Self::Brave(address)
            | Self::Duckduckgo(address)
            | Self::Custom(address) => address,
        }
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::Searxng(_) => "searxng",
            Self::Brave(_) => "brave",
            Self::Duckduckgo(_) => "duckduckgo",
            Self::Custom(_) => "custom",
        }
    }
}

fn has_engine(_: &Kit, set: Set<'_>) -> Result<(), Unavailable> {
    Engine::of(set).map(|_| ())
}

/// What an engine is asked.
struct Wanted {
    /// The words, with the site where one is named.
    words: String,
    count: usize,
    time: Option<laika_protocol::tools::typed::PastTime>,
    safe: bool,
}

fn search(task: &Task<'_>) -> Result<ToolResult, ToolError> {
    let asked: WebSearch = task.read()?;
    let engine = Engine::of(task.set).map_err(|missing| unavailable(&missing))?;
    let wanted = Wanted {
        words: words(&asked)?,
        count: asked.count.unwrap_or(USUAL_COUNT) as usize,
        time: asked.time,
        safe: is_safe(task.set, asked.safe),
    };
    let client = Client::of(task)?;
    let (mut results, cached) = match engine {
        Engine::Searxng(address) => searxng::ask(&client, searxng::address(address, &wanted)?)?,
        Engine::Custom(template) => searxng::ask(&client, filled(template, &wanted.words)?)?,
        Engine::Brave(address) => brave::ask(&client, address, &wanted, task.key()?)?,
        Engine::Duckduckgo(address) => duckduckgo::ask(&client, task, address, &wanted)?,
    };
    let mut seen = std::collections::BTreeSet::new();
    results.retain(|hit| seen.insert(hit.url.clone()));
    results.truncate(wanted.count);
    told(&engine, &asked.query, results, cached)
}

/// The words and the site as every engine takes them (INK-021).
fn words(asked: &WebSearch) -> Result<String, ToolError> {
    let query = clean(&asked.query, 400);
    if query.is_empty() {
        return Err(invalid("E_QUERY", "there are no words to search for"));
    }
    let Some(site) = &asked.site else { return Ok(query) };
    let site = site.trim().trim_start_matches("https://").trim_start_matches("http://").trim_end_matches('/');
    let is_name = site.contains('.')
        && site
            .split('.')
            .all(|label| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-'));
    if !is_name {
        return Err(invalid("E_SITE", "`site` takes the name of a site, such as `example.com`"));
    }
    Ok(format!("{query} site:{site}"))
}

fn filled(template: &str, words: &str) -> Result<Url, ToolError> {
    let coded: String = url::form_urlencoded::byte_serialize(words.as_bytes()).collect();
    let unreadable = |_| invalid("E_TOOL_SETTING", "`template` is no address");
    Url::parse(&template.replace(PLACE, &coded)).map_err(unreadable)
}

fn told(
    engine: &Engine<'_>,
    query: &str,
    results: Vec<WebHit>,
    cached: bool,
) -> Result<ToolResult, ToolError> {
    let hits = WebHits { engine: engine.name().to_owned(), results };
    let mut text = String::new();
    for (at, hit) in hits.results.iter().enumerate() {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{}. {}\n   {}", at + 1, hit.title, hit.url);
        if !hit.description.is_empty() {
            let _ = writeln!(text, "   {}", hit.description);
        }
    }
    let query = clean(query, 80);
    let summary = match hits.results.first() {
        Some(first) => format!(
            "{} for “{query}”; the first is “{}” at {}",
            counted(hits.results.len(), "result"),
            first.title,
            first.url
        ),
        None => format!("nothing was found for “{query}”"),
    };
    Ok(answer(&hits, summary, text)?.with("engine", engine.name()).with("cached", cached))
}
