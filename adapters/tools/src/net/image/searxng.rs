//! Pictures that SearXNG finds.

use laika_protocol::ToolError;
use laika_protocol::tools::typed::{FoundImage, ImageSearch, Images};
use serde_json::Value;

use super::is_of_size;
use crate::net::client::{Client, Question, below, host_of};
use crate::net::said::{TITLE, address, json, list, text};
use crate::net::settings::USUAL;

/// Results that are looked at, before some are left out.
const MOST_SEEN: usize = 200;

pub(super) fn ask(
    client: &Client<'_>,
    base: &str,
    asked: &ImageSearch,
    safe: bool,
) -> Result<(Images, bool), ToolError> {
    let mut url = below(base, "search")?;
    url.query_pairs_mut()
        .append_pair("q", &asked.query)
        .append_pair("format", "json")
        .append_pair("categories", "images")
        .append_pair("safesearch", if safe { "2" } else { "0" });
    let question = Question::json(url, USUAL);
    let (answer, cached) = client.interface(&question)?;
    let host = host_of(&question.url);
    let body = json(host, &answer)?;
    let results = list(host, &body, "results")?.iter().take(MOST_SEEN);
    let images = results.filter_map(image).filter(|image| is_of_size(image, asked.size)).collect();
    let unknown = [
        ("type", asked.kind.is_some()),
        ("license", asked.license.is_some()),
        ("color", asked.color.is_some()),
    ];
    let not_filtered =
        unknown.iter().filter(|(_, asked)| *asked).map(|(name, _)| (*name).to_owned()).collect();
    Ok((Images { engine: "searxng".to_owned(), images, not_filtered }, cached))
}

fn image(value: &Value) -> Option<FoundImage> {
    let url = address(value, "img_src")?;
    let size = text(value, "resolution", 40).and_then(|text| resolution(&text));
    Some(FoundImage {
        title: text(value, "title", TITLE).unwrap_or_else(|| url.clone()),
        page: address(value, "url"),
        thumbnail: address(value, "thumbnail_src"),
        width: size.map(|(width, _)| width),
        height: size.map(|(_, height)| height),
        creator: text(value, "author", TITLE),
        url: Some(url),
        ..FoundImage::default()
    })
}

/// `1200 x 800`, `1200×800`, `1200*800`.
fn resolution(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let size = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    numbers.next().is_none().then_some(size)
}
