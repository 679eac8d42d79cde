//! SearXNG, and whoever answers as it does.

use laika_protocol::ToolError;
use laika_protocol::tools::typed::{PastTime, WebHit};
use serde_json::Value;
use url::Url;

use super::Wanted;
use crate::net::client::{Client, Question, below, host_of};
use crate::net::said::{DESCRIPTION, TITLE, address as web_address, json, list, text, unmarked};
use crate::net::settings::USUAL;

/// Results that are looked at, before some are left out.
const MOST_SEEN: usize = 100;

/// The question as an address.
pub(super) fn address(base: &str, wanted: &Wanted) -> Result<Url, ToolError> {
    let mut url = below(base, "search")?;
    let mut pairs = url.query_pairs_mut();
    pairs.append_pair("q", &wanted.words).append_pair("format", "json").append_pair("categories", "general");
    pairs.append_pair("safesearch", if wanted.safe { "2" } else { "0" });
    if let Some(time) = wanted.time {
        pairs.append_pair(
            "time_range",
            match time {
                PastTime::Day => "day",
                PastTime::Week => "week",
                PastTime::Month => "month",
                PastTime::Year => "year",
            },
        );
    }
    drop(pairs);
    Ok(url)
}

pub(super) fn ask(client: &Client<'_>, url: Url) -> Result<(Vec<WebHit>, bool), ToolError> {
    let question = Question::json(url, USUAL);
    let (answer, cached) = client.interface(&question)?;
    let host = host_of(&question.url);
    let body = json(host, &answer)?;
    let results = list(host, &body, "results")?;
    Ok((results.iter().take(MOST_SEEN).filter_map(hit).collect(), cached))
}

fn hit(value: &Value) -> Option<WebHit> {
    let url = web_address(value, "url")?;
    let description = value.get("content").and_then(Value::as_str).unwrap_or_default();
    Some(WebHit {
        title: text(value, "title", TITLE).unwrap_or_else(|| url.clone()),
        description: unmarked(description, DESCRIPTION),
        published: text(value, "publishedDate", 40),
        url,
    })
}
