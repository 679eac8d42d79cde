//! Brave's interface for programs.

use laika_protocol::ToolError;
use laika_protocol::secret::Secret;
use laika_protocol::tools::typed::{PastTime, WebHit};
use serde_json::Value;

use super::Wanted;
use crate::net::client::{Client, Question, below, host_of};
use crate::net::failure::unreadable;
use crate::net::said::{DESCRIPTION, TITLE, address, json, text, unmarked};
use crate::net::settings::USUAL;

/// The most that one question may ask for.
const MOST: usize = 20;

pub(super) fn ask(
    client: &Client<'_>,
    base: &str,
    wanted: &Wanted,
    key: Option<Secret>,
) -> Result<(Vec<WebHit>, bool), ToolError> {
    let mut url = below(base, "res/v1/web/search")?;
    let mut pairs = url.query_pairs_mut();
    pairs.append_pair("q", &wanted.words).append_pair("count", &wanted.count.min(MOST).to_string());
    pairs.append_pair("safesearch", if wanted.safe { "strict" } else { "off" });
    if let Some(time) = wanted.time {
        pairs.append_pair(
            "freshness",
            match time {
                PastTime::Day => "pd",
                PastTime::Week => "pw",
                PastTime::Month => "pm",
                PastTime::Year => "py",
            },
        );
    }
    drop(pairs);
    let mut question = Question::json(url, USUAL);
    question.header_key = key.map(|key| ("x-subscription-token", key));
    let (answer, cached) = client.interface(&question)?;
    let host = host_of(&question.url);
    let body = json(host, &answer)?;
    let Some(web) = body.get("web") else {
        // Nothing of the web was found, only something of another kind.
        let is_answer = body.get("type").and_then(Value::as_str) == Some("search");
        return if is_answer {
            Ok((Vec::new(), cached))
        } else {
            Err(unreadable(host, "there is no `web` in it"))
        };
    };
    let results = crate::net::said::list(host, web, "results")?;
    Ok((results.iter().take(MOST).filter_map(hit).collect(), cached))
}

fn hit(value: &Value) -> Option<WebHit> {
    let url = address(value, "url")?;
    let description = value.get("description").and_then(Value::as_str).unwrap_or_default();
    let title = value.get("title").and_then(Value::as_str).map(|title| unmarked(title, TITLE));
    Some(WebHit {
        title: title.filter(|title| !title.is_empty()).unwrap_or_else(|| url.clone()),
        description: unmarked(description, DESCRIPTION),
        published: text(value, "page_age", 40),
        url,
    })
}
