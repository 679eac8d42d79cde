//! Pictures: found on the web, found in the project, saved into it.

mod header;
mod local;
mod openverse;
mod save;
mod searxng;

use std::fmt::Write as _;

use laika_protocol::ToolError;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{FoundImage, ImageSearch, ImageSize, Images};

use super::client::Client;
use super::said::{clean, counted};
use super::settings::{CACHE_TTL, KEY, MOST_PICTURES, SAFE_SEARCH, is_safe, not_set, server, unavailable};
use crate::refusal::{answer, invalid};
use crate::toolbox::{BuiltIn, Kit, Set, Setting, Takes, Task, Unavailable};
pub(super) use save::SAVE;

/// Pictures where nothing is said (INK-031).
const USUAL_COUNT: u32 = 10;
/// Where Openverse answers programs.
const OPENVERSE: &str = "https://api.openverse.org";

pub(super) const SEARCH: BuiltIn = BuiltIn {
    settings: &[
        Setting {
            name: "engine",
            takes: Takes::OneOf(&["searxng", "openverse"]),
            about: "who is asked for pictures on the web; nobody where this is not set",
            argument: None,
        },
        Setting {
            name: "endpoint",
            takes: Takes::Address,
            about: "where the engine is: a SearXNG of yours, or another address of Openverse",
            argument: None,
        },
        MOST_PICTURES,
        SAFE_SEARCH,
        KEY,
        CACHE_TTL,
    ],
    needs: &[has_somewhere],
    goes_to: |task| {
        let asked: ImageSearch = task.read()?;
        if asked.local == Some(true) {
            return Ok(None);
        }
        server(Engine::of(task).map_err(|missing| unavailable(&missing))?.address())
    },
    ..BuiltIn::new("image.search", |task, _| search(task))
};

/// Who is asked, and where.
enum Engine<'a> {
    Searxng(&'a str),
    Openverse(&'a str),
}

impl<'a> Engine<'a> {
    fn of(task: &Task<'a>) -> Result<Self, Unavailable> {
        if task.kit.outside.is_none() {
            return Err(not_set(
                "there is no way to the network here",
                "ask with `local` for the project's own",
            ));
        }
        Self::set(task.set)
    }

    fn set(set: Set<'a>) -> Result<Self, Unavailable> {
        let fix = "`laika tools config image.search engine=openverse`, or engine=searxng and its endpoint";
        match (set.text("engine"), set.text("endpoint")) {
            (Some("openverse"), endpoint) => Ok(Self::Openverse(endpoint.unwrap_or(OPENVERSE))),
            (Some(_), Some(endpoint)) => Ok(Self::Searxng(endpoint)),
            (Some(_), None) => Err(not_set("it is not set where SearXNG is", fix)),
            (None, _) => Err(not_set("no engine for pictures is set", fix)),
        }
    }

    const fn address(&self) -> &'a str {
        match self {
            Self::Searxng(address) | Self::Openverse(address) => address,
        }
    }
}

/// The project's own pictures need no engine.
fn has_somewhere(kit: &Kit, set: Set<'_>) -> Result<(), Unavailable> {
    if kit.project.is_some() { Ok(()) } else { Engine::set(set).map(|_| ()) }
}

fn search(task: &Task<'_>) -> Result<ToolResult, ToolError> {
    let asked: ImageSearch = task.read()?;
    if clean(&asked.query, 400).is_empty() {
        return Err(invalid("E_QUERY", "there are no words to search for"));
    }
    let count = asked.count.unwrap_or(USUAL_COUNT) as usize;
    let (mut images, cached) = if asked.local == Some(true) {
        (local::find(task.project()?, &asked, count, task.bounds)?, false)
    } else {
        let engine = Engine::of(task).map_err(|missing| unavailable(&missing))?;
        let (client, safe) = (Client::of(task)?, is_safe(task.set, None));
        match engine {
            Engine::Searxng(address) => searxng::ask(&client, address, &asked, safe)?,
            Engine::Openverse(address) => openverse::ask(&client, address, &asked, count, task.key()?)?,
        }
    };
    images.images.truncate(count);
    told(&images, &asked, cached)
}

/// Whether a picture is as large as was asked for; of one whose size is not known, nobody can say no.
fn is_of_size(image: &FoundImage, size: Option<ImageSize>) -> bool {
    let (Some(size), Some(width), Some(height)) = (size, image.width, image.height) else { return true };
    let longer = width.max(height);
    match size {
        ImageSize::Small => longer < 500,
        ImageSize::Medium => (500..1200).contains(&longer),
        ImageSize::Large => longer >= 1200,
        ImageSize::Wallpaper => width >= 1920 && height >= 1080 && width > height,
    }
}

fn told(images: &Images, asked: &ImageSearch, cached: bool) -> Result<ToolResult, ToolError> {
    let mut text = String::new();
    for (at, image) in images.images.iter().enumerate() {
        let place = image.url.as_deref().or(image.path.as_deref()).unwrap_or_default();
        // Writing to a text cannot fail.
        let _ = write!(text, "{}. {}\n   {place}", at + 1, image.title);
        if let (Some(width), Some(height)) = (image.width, image.height) {
            let _ = write!(text, " ({width}×{height})");
        }
        if let Some(license) = &image.license {
            let _ = write!(text, ", {license}");
        }
        text.push('\n');
    }
    let (count, query) = (images.images.len(), clean(&asked.query, 80));
    let mut summary = if count == 0 {
        format!("no pictures were found for “{query}”")
    } else {
        format!("{} for “{query}”", counted(count, "picture"))
    };
    if !images.not_filtered.is_empty() {
        let _ = write!(summary, "; the engine cannot filter by {}", images.not_filtered.join(", "));
    }
    let engine = images.engine.clone();
    Ok(answer(images, summary, text)?.with("engine", engine).with("cached", cached))
}
