//! Pictures that may be used again, from Openverse.

use laika_protocol::ToolError;
use laika_protocol::secret::Secret;
use laika_protocol::tools::typed::{FoundImage, ImageKind, ImageLicense, ImageSearch, ImageSize, Images};
use serde_json::Value;

use super::is_of_size;
use crate::net::client::{Client, Question, below, host_of};
use crate::net::said::{TAG, TITLE, address, count as pixels, json, list, text};
use crate::net::settings::USUAL;

/// The most that may be asked for without an account.
const MOST: usize = 20;
/// Tags of one picture.
const MOST_TAGS: usize = 30;

pub(super) fn ask(
    client: &Client<'_>,
    base: &str,
    asked: &ImageSearch,
    count: usize,
    key: Option<Secret>,
) -> Result<(Images, bool), ToolError> {
    let mut url = below(base, "v1/images")?;
    // The service answers an address without the stroke with a redirect.
    url.set_path(&format!("{}/", url.path()));
    let mut pairs = url.query_pairs_mut();
    pairs.append_pair("q", &asked.query).append_pair("page_size", &count.min(MOST).to_string());
    pairs.append_pair("mature", "false");
    if let Some(size) = asked.size {
        pairs.append_pair(
            "size",
            match size {
                ImageSize::Small => "small",
                ImageSize::Medium => "medium",
                ImageSize::Large | ImageSize::Wallpaper => "large",
            },
        );
    }
    if asked.size == Some(ImageSize::Wallpaper) {
        pairs.append_pair("aspect_ratio", "wide");
    }
    if let Some(kind) = asked.kind {
        pairs.append_pair(
            "category",
            match kind {
                ImageKind::Photo => "photograph",
                ImageKind::Clipart | ImageKind::Line => "illustration",
            },
        );
    }
    match asked.license {
        Some(ImageLicense::PublicDomain) => drop(pairs.append_pair("license", "cc0,pdm")),
        Some(ImageLicense::Commercial) => drop(pairs.append_pair("license_type", "commercial")),
        Some(ImageLicense::Modify) => drop(pairs.append_pair("license_type", "modification")),
        // Everything there is under such a licence.
        Some(ImageLicense::CreativeCommons) | None => {}
    }
    drop(pairs);
    let mut question = Question::json(url, USUAL);
    question.header_key = key.map(|key| ("authorization", Secret::new(format!("Bearer {}", key.expose()))));
    let (answer, cached) = client.interface(&question)?;
    let host = host_of(&question.url);
    let body = json(host, &answer)?;
    let results = list(host, &body, "results")?.iter().take(MOST);
    let images = results.filter_map(image);
    // Sizes of the service are its own; only that of a wallpaper has numbers.
    let wanted = asked.size.filter(|size| *size == ImageSize::Wallpaper);
    let images = images.filter(|image| is_of_size(image, wanted)).collect();
    let not_filtered = asked.color.map(|_| "color".to_owned()).into_iter().collect();
    Ok((Images { engine: "openverse".to_owned(), images, not_filtered }, cached))
}

fn image(value: &Value) -> Option<FoundImage> {
    let url = address(value, "url")?;
    let tags = value.get("tags").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let license = text(value, "license", TAG).map(|name| match text(value, "license_version", 20) {
        Some(version) => format!("{name} {version}"),
        None => name,
    });
    Some(FoundImage {
        title: text(value, "title", TITLE).unwrap_or_else(|| url.clone()),
        page: address(value, "foreign_landing_url"),
        thumbnail: address(value, "thumbnail"),
        width: pixels(value, "width"),
        height: pixels(value, "height"),
        bytes: pixels(value, "filesize").map(u64::from),
        license,
        creator: text(value, "creator", TITLE),
        tags: tags.iter().filter_map(|tag| text(tag, "name", TAG)).take(MOST_TAGS).collect(),
        url: Some(url),
        path: None,
    })
}
