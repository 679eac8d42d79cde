//! DuckDuckGo's page for browsers without scripts. It is a page, so that a process that can do nothing else reads it.

use laika_protocol::ToolError;
use laika_protocol::cell::{ReadLink, ReadMode, Reading};
use laika_protocol::tools::typed::{PastTime, WebHit};
use url::Url;

use super::Wanted;
use crate::net::client::{Client, Kind, LARGEST_ANSWER, Question, below, host_of};
use crate::net::said::{DESCRIPTION, TITLE, clean, web_address};
use crate::net::settings::USUAL;
use crate::toolbox::Task;

/// Characters of the page; only its links count.
const MOST_CHARS: usize = 20_000;

pub(super) fn ask(
    client: &Client<'_>,
    task: &Task<'_>,
    base: &str,
    wanted: &Wanted,
) -> Result<(Vec<WebHit>, bool), ToolError> {
    let mut url = below(base, "html")?;
    // The page itself ends with a stroke; without it, the answer is a redirect.
    url.set_path(&format!("{}/", url.path()));
    let mut pairs = url.query_pairs_mut();
    pairs.append_pair("q", &wanted.words).append_pair("kp", if wanted.safe { "1" } else { "-2" });
    if let Some(time) = wanted.time {
        pairs.append_pair(
            "df",
            match time {
                PastTime::Day => "d",
                PastTime::Week => "w",
                PastTime::Month => "m",
                PastTime::Year => "y",
            },
        );
    }
    drop(pairs);
    let mut question = Question::json(url, USUAL);
    question.accept = "text/html";
    question.kind = Kind::Interface;
    question.most_bytes = LARGEST_ANSWER;
    let (answer, cached) = client.interface(&question)?;
    let reading = Reading {
        url: question.url.to_string(),
        content_type: answer.header("content-type").map(str::to_owned),
        mode: ReadMode::Full,
        most_chars: MOST_CHARS,
    };
    let page = task.cells()?.read(&answer.body, &reading, task.bounds)?;
    Ok((hits(&page.links, host_of(&question.url)), cached))
}

/// Results are links out of the page: one with the title, and one with the description, to the same address.
fn hits(links: &[ReadLink], own: &str) -> Vec<WebHit> {
    let mut hits: Vec<WebHit> = Vec::new();
    for link in links {
        let Some(url) = target(&link.url, own) else { continue };
        let words = clean(&link.text, DESCRIPTION);
        match hits.iter_mut().find(|hit| hit.url == url) {
            None => {
                let title = if words.is_empty() { url.clone() } else { clean(&words, TITLE) };
                hits.push(WebHit { title, url, ..WebHit::default() });
            }
            // The address itself stands between the title and the description.
            Some(hit) if words.contains(' ') && words != hit.title && hit.description.len() < words.len() => {
                hit.description = words;
            }
            Some(_) => {}
        }
    }
    hits
}

/// Where a link of the page really leads: through the counter of clicks, which is not asked, and never back to the page.
fn target(link: &str, own: &str) -> Option<String> {
    let url = Url::parse(link).ok()?;
    let inner = url.query_pairs().find(|(name, _)| name == "uddg").map(|(_, value)| value.into_owned());
    let target = web_address(&inner.unwrap_or_else(|| link.to_owned()))?;
    let host = Url::parse(&target).ok()?.host_str()?.to_owned();
    let own = own.split('.').rev().take(2).collect::<Vec<_>>();
    // Links of the engine itself, advertisements among them.
    let is_own = host.split('.').rev().take(2).collect::<Vec<_>>() == own;
    (!is_own).then_some(target)
}
