//! Danbooru.

use laika_protocol::ToolError;
use laika_protocol::secret::Secret;
use laika_protocol::tools::typed::{BoardImage, Rating};
use serde_json::Value;

use super::{MOST_ARTISTS, MOST_TAGS, Wanted, split_tags};
use crate::net::client::{Client, Question, below, host_of};
use crate::net::failure::unreadable;
use crate::net::said::{address, count, json, whole};
use crate::net::settings::USUAL;

pub(super) fn ask(
    client: &Client<'_>,
    wanted: &Wanted<'_>,
    key: Option<Secret>,
) -> Result<(Vec<BoardImage>, bool), ToolError> {
    let mut url = below(wanted.base, "posts.json")?;
    // The board counts tags for people without an account; ratings and scores are free.
    let mut tags = wanted.tags.clone();
    if let Some(artist) = &wanted.artist {
        tags.push_str(&format!(" {}", artist.replace(' ', "_")));
    }
    tags.push_str(match wanted.rating {
        Rating::Safe => " rating:g",
        Rating::Questionable => " -rating:e",
        Rating::Explicit => "",
    });
    if let Some(least) = wanted.min_score {
        tags.push_str(&format!(" score:>={least}"));
    }
    let mut pairs = url.query_pairs_mut();
    pairs.append_pair("tags", &tags).append_pair("limit", &wanted.count.to_string());
    if let (Some(user), Some(_)) = (wanted.user, &key) {
        pairs.append_pair("login", user);
    }
    drop(pairs);
    let mut question = Question::json(url, USUAL);
    question.query_key = key.map(|key| ("api_key", key));
    let (answer, cached) = client.interface(&question)?;
    let host = host_of(&question.url);
    let Value::Array(posts) = json(host, &answer)? else {
        return Err(unreadable(host, "it is no list of pictures"));
    };
    let images = posts.iter().take(wanted.count).filter_map(|value| image(value, wanted.base));
    Ok((images.collect(), cached))
}

fn image(value: &Value, base: &str) -> Option<BoardImage> {
    let id = u64::try_from(whole(value, "id")?).ok()?;
    Some(BoardImage {
        id,
        // A picture that may not be seen has no address.
        url: address(value, "file_url").or_else(|| address(value, "large_file_url"))?,
        page: below(base, &format!("posts/{id}")).ok()?.into(),
        rating: match value.get("rating").and_then(Value::as_str) {
            Some("g") => Rating::Safe,
            Some("s" | "q") => Rating::Questionable,
            Some(_) | None => Rating::Explicit,
        },
        score: whole(value, "score").unwrap_or_default(),
        favourites: whole(value, "fav_count").and_then(|count| u64::try_from(count).ok()),
        artists: split_tags(value, "tag_string_artist", MOST_ARTISTS),
        tags: split_tags(value, "tag_string", MOST_TAGS),
        source: address(value, "source"),
        width: count(value, "image_width"),
        height: count(value, "image_height"),
    })
}
