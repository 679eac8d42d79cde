//! Derpibooru, and other boards that run Philomena.

use laika_protocol::ToolError;
use laika_protocol::secret::Secret;
use laika_protocol::tools::typed::{BoardImage, Rating};
use serde_json::Value;

use super::{MOST_ARTISTS, MOST_TAGS, Wanted};
use crate::net::client::{Client, Question, below, host_of};
use crate::net::said::{TAG, address, clean, count, json, list, web_address, whole};
use crate::net::settings::USUAL;

pub(super) fn ask(
    client: &Client<'_>,
    wanted: &Wanted<'_>,
    key: Option<Secret>,
) -> Result<(Vec<BoardImage>, bool), ToolError> {
    let mut url = below(wanted.base, "api/v1/json/search/images")?;
    let mut query = format!("({})", wanted.tags);
    query.push_str(match wanted.rating {
        Rating::Safe => ", safe",
        Rating::Questionable => ", -explicit, -grimdark, -grotesque",
        Rating::Explicit => "",
    });
    if let Some(least) = wanted.min_score {
        query.push_str(&format!(", score.gte:{least}"));
    }
    if let Some(artist) = &wanted.artist {
        query.push_str(&format!(", artist:{artist}"));
    }
    url.query_pairs_mut()
        .append_pair("q", &query)
        .append_pair("per_page", &wanted.count.to_string())
        .append_pair("sf", "score")
        .append_pair("sd", "desc");
    let mut question = Question::json(url, USUAL);
    question.query_key = key.map(|key| ("key", key));
    let (answer, cached) = client.interface(&question)?;
    let host = host_of(&question.url);
    let body = json(host, &answer)?;
    let images = list(host, &body, "images")?.iter().take(wanted.count);
    Ok((images.filter_map(|value| image(value, wanted.base)).collect(), cached))
}

fn image(value: &Value, base: &str) -> Option<BoardImage> {
    let id = u64::try_from(whole(value, "id")?).ok()?;
    let all = value.get("tags").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let tags: Vec<String> =
        all.iter().filter_map(Value::as_str).map(|tag| clean(tag, TAG)).take(MOST_TAGS).collect();
    let has = |name: &str| all.iter().any(|tag| tag.as_str() == Some(name));
    // Whoever says nothing says nothing good.
    let rating = match (has("safe"), has("suggestive") || has("questionable")) {
        _ if has("explicit") || has("grimdark") || has("grotesque") => Rating::Explicit,
        (true, false) => Rating::Safe,
        (_, true) => Rating::Questionable,
        (false, false) => Rating::Explicit,
    };
    let artists = tags.iter().filter_map(|tag| tag.strip_prefix("artist:")).map(str::to_owned);
    let sources = value.get("source_urls").and_then(Value::as_array).and_then(|all| all.first()?.as_str());
    Some(BoardImage {
        id,
        url: address(value, "view_url").or_else(|| address(value.get("representations")?, "full"))?,
        page: below(base, &format!("images/{id}")).ok()?.into(),
        rating,
        score: whole(value, "score").unwrap_or_default(),
        favourites: whole(value, "faves").and_then(|count| u64::try_from(count).ok()),
        artists: artists.take(MOST_ARTISTS).collect(),
        source: address(value, "source_url").or_else(|| web_address(sources?)),
        width: count(value, "width"),
        height: count(value, "height"),
        tags,
    })
}
