//! `web.read`: one page or document as text. It is fetched here and read in a process that can do nothing else.

use std::fmt::Write as _;
use std::time::Duration;

use laika_protocol::cell::{ReadKind, ReadText, Reading};
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{WebPage, WebRead};
use laika_protocol::{ErrorCode, ToolError};
use url::Url;

use super::client::{Client, Got, Kind, LARGEST_ANSWER, Question, host_of, page_of};
use super::said::{TITLE, clean, clean_lines};
use super::settings::{CACHE_TTL, has_way};
use crate::refusal::{answer, refusal};
use crate::scripts::Rendered;
use crate::toolbox::{BuiltIn, Kit, Set, Setting, Takes, Task, Unavailable};

/// Characters of text where nothing is said (INK-011).
const USUAL_LENGTH: u32 = 10_000;
/// Links that are given as data.
const MOST_LINKS: usize = 100;
/// Links that stand below the text.
const SHOWN_LINKS: usize = 20;
/// For how long a page counts that says nothing itself.
const USUAL_TIME: Duration = Duration::from_secs(5 * 60);
/// What is taken, best first.
const ACCEPT: &str =
    "text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,application/json;q=0.8,*/*;q=0.1";

pub(super) const READ: BuiltIn = BuiltIn {
    settings: &[
        Setting {
            name: "max_length",
            takes: Takes::UpTo(100_000),
            about: "the most characters of text that are given",
            argument: Some("maxLength"),
        },
        Setting {
            name: "enable_js",
            takes: Takes::Switch,
            about: "`true` opens a page that only its scripts write in a browser of Laika's own",
            argument: None,
        },
        CACHE_TTL,
    ],
    needs: &[has_way, has_cells],
    ..BuiltIn::new("web.read", |task, _| read(task))
};

fn has_cells(kit: &Kit, _: Set<'_>) -> Result<(), Unavailable> {
    let fix = "see `laika doctor`: pages are read only in a confined process";
    match kit.cells {
        Some(_) => Ok(()),
        None => Err(Unavailable { why: "pages cannot be read safely here".to_owned(), fix: fix.to_owned() }),
    }
}

fn read(task: &Task<'_>) -> Result<ToolResult, ToolError> {
    let asked: WebRead = task.read()?;
    let question = Question {
        url: page_of(&asked.url)?,
        kind: Kind::Page,
        accept: ACCEPT,
        header_key: None,
        query_key: None,
        most_bytes: LARGEST_ANSWER,
        usual: USUAL_TIME,
    };
    let (url, page, cached) = match Client::of(task)?.get(&question)? {
        Got::Answer { url, answer, cached } => (url, answer, cached),
        Got::Elsewhere(to) => return elsewhere(&question.url, &to),
    };
    let content_type = page.header("content-type").map(str::to_owned);
    if let Some(kind) = content_type.as_deref().filter(|kind| !can_be_read(kind)) {
        let kind: String = kind.chars().filter(char::is_ascii_graphic).take(60).collect();
        let message = format!("{} gives {kind}, which is no text", host_of(&url));
        return Err(refusal(ErrorCode::Unsupported, "E_CONTENT_TYPE", &message));
    }
    let reading = Reading {
        url: url.to_string(),
        content_type,
        mode: asked.mode.unwrap_or_default(),
        most_chars: asked.max_length.unwrap_or(USUAL_LENGTH) as usize,
    };
    let text = task.cells()?.read(&page.body, &reading, task.bounds)?;
    match task.kit.scripts.as_deref().filter(|_| text.needs_scripts && task.set.is_on("enable_js")) {
        Some(browser) => {
            let text = written(browser.render(&url, task.bounds)?, text, reading.most_chars);
            Ok(told(&url, text, &reading, cached)?.with("rendered", true))
        }
        None => told(&url, text, &reading, cached),
    }
}

/// The page as its scripts have written it.
fn written(seen: Rendered, page: ReadText, most: usize) -> ReadText {
    let left_out = seen.text.chars().count().saturating_sub(most) as u64;
    let title = if seen.title.is_empty() { page.title.clone() } else { Some(seen.title) };
    let text = seen.text.chars().take(most).collect();
    ReadText { title, text, left_out, needs_scripts: false, ..page }
}

/// Whether a document of this kind has a text at all. What says nothing is looked at by the reader.
fn can_be_read(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let (family, name) = kind.split_once('/').unwrap_or((&kind, ""));
    match family {
        "text" | "" => true,
        "application" => {
            ["html", "xhtml", "xml", "json", "pdf", "javascript", "toml", "yaml", "octet-stream", "rtf"]
                .iter()
                .any(|part| name.contains(part))
        }
        "message" => true,
        _ => false,
    }
}

fn elsewhere(from: &Url, to: &Url) -> Result<ToolResult, ToolError> {
    let summary = format!("{} leads to {to}; read that, if it is wanted", host_of(from));
    let page = WebPage { url: from.to_string(), redirect: Some(to.to_string()), ..WebPage::default() };
    let result = answer(&page, &summary, &summary)?;
    Ok(ToolResult { success: false, ..result.with("redirect", to.as_str()) })
}

fn told(url: &Url, read: ReadText, reading: &Reading, cached: bool) -> Result<ToolResult, ToolError> {
    let short = |text: Option<String>| text.map(|text| clean(&text, TITLE)).filter(|text| !text.is_empty());
    let page = WebPage {
        url: url.to_string(),
        redirect: None,
        kind: Some(read.kind),
        title: short(read.title),
        byline: short(read.byline),
        published: short(read.published),
        language: short(read.language),
        pages: read.pages,
        links: read.links.into_iter().take(MOST_LINKS).collect(),
        left_out: read.left_out,
        needs_scripts: read.needs_scripts,
    };
    let body = clean_lines(&read.text, reading.most_chars);
    let mut text = String::new();
    // Writing to a text cannot fail.
    let _ = writeln!(text, "# {}", page.title.as_deref().unwrap_or_else(|| host_of(url)));
    let about: Vec<&str> = [page.byline.as_deref(), page.published.as_deref(), Some(page.url.as_str())]
        .into_iter()
        .flatten()
        .collect();
    let _ = writeln!(text, "{}\n\n{}", about.join(" · "), body.trim_end());
    if page.left_out > 0 {
        let _ = writeln!(text, "\n[{} characters left out]", page.left_out);
    }
    if !page.links.is_empty() {
        let _ = writeln!(text, "\nLinks:");
        for link in page.links.iter().take(SHOWN_LINKS) {
            let _ = writeln!(text, "- {}: {}", clean(&link.text, TITLE), link.url);
        }
    }
    let summary = brief(&page, url, body.chars().count());
    let result = answer(&page, summary, text)?
        .with("source", url.as_str())
        .with("encoding", read.encoding)
        .with("needsScripts", page.needs_scripts)
        .with("cached", cached);
    Ok(result)
}

fn brief(page: &WebPage, url: &Url, characters: usize) -> String {
    let name = page.title.as_deref().unwrap_or_else(|| host_of(url));
    let kind = match page.kind {
        Some(ReadKind::Pdf) => format!("PDF, {} pages, ", page.pages.unwrap_or_default()),
        Some(ReadKind::Html | ReadKind::Text | ReadKind::Json) | None => String::new(),
    };
    let left = if page.left_out > 0 { format!(", {} more left out", page.left_out) } else { String::new() };
    let scripts = if page.needs_scripts {
        "; the page makes its text by scripts: open it in the browser to read it, or set `enable_js`"
    } else {
        ""
    };
    format!("read “{name}” at {}: {kind}{characters} characters{left}{scripts}", host_of(url))
}
