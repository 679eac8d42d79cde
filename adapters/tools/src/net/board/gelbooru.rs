//! Gelbooru, and older boards of its kind.

use laika_protocol::ToolError;
use laika_protocol::secret::Secret;
use laika_protocol::tools::typed::{BoardImage, Rating};
use serde_json::Value;

use super::{MOST_TAGS, Wanted, split_tags};
use crate::net::client::{Client, Question, below, host_of};
use crate::net::said::{address, count, json, list, whole};
use crate::net::settings::USUAL;

pub(super) fn ask(
    client: &Client<'_>,
    wanted: &Wanted<'_>,
    key: Option<Secret>,
) -> Result<(Vec<BoardImage>, bool), ToolError> {
    let mut url = below(wanted.base, "index.php")?;
    let mut tags = wanted.tags.clone();
    if let Some(artist) = &wanted.artist {
        tags.push_str(&format!(" {}", artist.replace(' ', "_")));
    }
    tags.push_str(match wanted.rating {
        Rating::Safe => " rating:general",
        Rating::Questionable => " -rating:explicit",
        Rating::Explicit => "",
    });
    if let Some(least) = wanted.min_score {
        tags.push_str(&format!(" score:>={least}"));
    }
    let mut pairs = url.query_pairs_mut();
    pairs.extend_pairs([("page", "dapi"), ("s", "post"), ("q", "index"), ("json", "1")]);
    pairs.append_pair("limit", &wanted.count.to_string()).append_pair("tags", &tags);
    if let (Some(user), Some(_)) = (wanted.user, &key) {
        pairs.append_pair("user_id", user);
    }
    drop(pairs);
    let mut question = Question::json(url, USUAL);
    question.query_key = key.map(|key| ("api_key", key));
    let (answer, cached) = client.interface(&question)?;
    let host = host_of(&question.url);
    let body = json(host, &answer)?;
    // Where nothing was found, there is no list; older boards give the list alone.
    let is_empty = body.get("post").is_none() && body.get("@attributes").is_some();
    let posts = match body.as_array() {
        Some(posts) => posts.as_slice(),
        None if is_empty => &[],
        None => list(host, &body, "post")?,
    };
    let images = posts.iter().take(wanted.count).filter_map(|value| image(value, wanted.base));
    Ok((images.collect(), cached))
}

fn image(value: &Value, base: &str) -> Option<BoardImage> {
    let id = whole(value, "id").filter(|id| *id >= 0)?;
    let mut page = below(base, "index.php").ok()?;
    page.query_pairs_mut().extend_pairs([("page", "post"), ("s", "view"), ("id", &id.to_string())]);
    Some(BoardImage {
        id: u64::try_from(id).ok()?,
        url: address(value, "file_url")?,
        page: page.into(),
        rating: match value.get("rating").and_then(Value::as_str) {
            Some("general" | "safe") => Rating::Safe,
            Some("sensitive" | "questionable") => Rating::Questionable,
            Some(_) | None => Rating::Explicit,
        },
        score: whole(value, "score").unwrap_or_default(),
        favourites: None,
        artists: Vec::new(),
        tags: split_tags(value, "tags", MOST_TAGS),
        source: address(value, "source"),
        width: count(value, "width"),
        height: count(value, "height"),
    })
}
