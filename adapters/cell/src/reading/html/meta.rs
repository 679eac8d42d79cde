//! What a page says about itself: title, author, date, language.

use serde_json::Value;

use super::super::answer::{MOST_LINE_CHARS, MOST_WORD_CHARS, short};
use super::super::text::{collapse, tidy};
use super::dom::{DOCUMENT, Dom, Id};

/// Data for machines longer than this is not for us.
const DATA_BYTES: usize = 512 << 10;
const MOST_BLOCKS: usize = 20;

/// What a page says about itself.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Meta {
    pub(super) title: Option<String>,
    pub(super) byline: Option<String>,
    pub(super) published: Option<String>,
    pub(super) language: Option<String>,
    pub(super) base: Option<String>,
}

const TITLES: &[&str] = &["og:title", "twitter:title", "dc.title", "dcterms.title", "parsely-title", "title"];
const AUTHORS: &[&str] =
    &["author", "article:author", "dc.creator", "dcterms.creator", "parsely-author", "byl"];
const DATES: &[&str] = &[
    "article:published_time",
    "og:published_time",
    "datepublished",
    "date",
    "pubdate",
    "publishdate",
    "dc.date",
    "dc.date.issued",
    "dcterms.created",
    "parsely-pub-date",
    "sailthru.date",
    "publish-date",
];

#[derive(Default)]
struct Found<'a> {
    named: Vec<(String, &'a str)>,
    title: Option<Id>,
    headings: Vec<Id>,
    data: Vec<Id>,
    author: Option<Id>,
    time: Option<&'a str>,
    meta_language: Option<&'a str>,
    base: Option<&'a str>,
    language: Option<&'a str>,
}

/// Reads what a page says about itself.
pub(super) fn read(dom: &Dom) -> Meta {
    let found = find(dom);
    let named = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| found.named.iter().find(|(own, _)| own == name))
            .and_then(|(_, value)| line(value))
    };
    let data = found.data.iter().find_map(|id| of_data(&dom.text(*id, DATA_BYTES))).unwrap_or_default();
    let text = |id: Id| line(&dom.text(id, 4 * MOST_LINE_CHARS));
    let author = named(AUTHORS).filter(|author| !author.starts_with("http"));
    Meta {
        title: named(TITLES)
            .or(data.title)
            .or_else(|| title(found.title.and_then(text), &found.headings, text)),
        byline: author.or(data.byline).or_else(|| found.author.and_then(text)),
        published: named(DATES)
            .or(data.published)
            .or_else(|| found.time.and_then(line))
            .and_then(|date| short(&date, MOST_WORD_CHARS)),
        language: found.language.or(found.meta_language).and_then(language),
        base: found.base.map(ToOwned::to_owned),
    }
}

fn find(dom: &Dom) -> Found<'_> {
    let mut found = Found::default();
    for id in dom.below(DOCUMENT) {
        let Some(element) = dom.element(id).filter(|element| element.is_html()) else { continue };
        let attribute = |name| element.attribute(name).map(str::trim).filter(|value| !value.is_empty());
        let is = |name, wanted| attribute(name).is_some_and(|value: &str| value.eq_ignore_ascii_case(wanted));
        match &*element.name.local {
            "html" => found.language = found.language.or(attribute("lang")),
            "base" => found.base = found.base.or(attribute("href")),
            "title" => found.title = found.title.or(Some(id)),
            "h1" => found.headings.push(id),
            "script" if is("type", "application/ld+json") && found.data.len() < MOST_BLOCKS => {
                found.data.push(id)
            }
            "meta" => {
                let name = attribute("property").or(attribute("name")).or(attribute("itemprop"));
                if let (Some(name), Some(value)) = (name, attribute("content")) {
                    found.named.push((name.to_ascii_lowercase(), value));
                }
            }
            "time" if is("itemprop", "datePublished") || found.time.is_none() => {
                found.time = attribute("datetime").or(found.time);
            }
            _ => {}
        }
        if is("rel", "author") || is("itemprop", "author") {
            found.author = found.author.or(Some(id));
        }
    }
    found.meta_language = found
        .named
        .iter()
        .find(|(name, _)| matches!(name.as_str(), "og:locale" | "language" | "content-language"))
        .map(|(_, value)| *value);
    found
}

/// The title of the page, or its one heading where that is a part of it: sites put their own name beside it.
fn title(whole: Option<String>, headings: &[Id], text: impl Fn(Id) -> Option<String>) -> Option<String> {
    let heading = if let [one] = headings { text(*one) } else { None };
    match (whole, heading) {
        (Some(whole), Some(heading)) if whole.contains(&heading) && heading.contains(' ') => Some(heading),
        (Some(whole), _) => Some(whole),
        (None, heading) => heading,
    }
}

fn language(said: &str) -> Option<String> {
    let word =
        said.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_')).next()?.replace('_', "-");
    (2..=35).contains(&word.len()).then_some(word)
}

fn line(words: &str) -> Option<String> {
    short(&collapse(&tidy(words)), MOST_LINE_CHARS)
}

/// What data for machines says, where it describes an article.
fn of_data(text: &str) -> Option<Meta> {
    let value: Value = serde_json::from_str(text.trim()).ok()?;
    let graph = value.get("@graph").and_then(Value::as_array);
    let all = value.as_array().or(graph).map_or_else(|| vec![&value], |all| all.iter().collect());
    let article = all.into_iter().find(|one| is_article(one))?;
    let words = |name: &str| article.get(name).and_then(Value::as_str).and_then(line);
    Some(Meta {
        title: words("headline").or_else(|| words("name")),
        byline: article.get("author").and_then(names),
        published: words("datePublished"),
        ..Meta::default()
    })
}

fn is_article(value: &Value) -> bool {
    let named = |kind: &Value| {
        kind.as_str()
            .is_some_and(|kind| kind.ends_with("Article") || kind.ends_with("Posting") || kind == "Report")
    };
    value
        .get("@type")
        .is_some_and(|kind| named(kind) || kind.as_array().is_some_and(|kinds| kinds.iter().any(named)))
}

fn names(author: &Value) -> Option<String> {
    let name = |one: &Value| {
        let words = one.as_str().or_else(|| one.get("name").and_then(Value::as_str))?;
        line(words)
    };
    match author.as_array() {
        Some(all) => {
            let names: Vec<String> = all.iter().take(10).filter_map(name).collect();
            (!names.is_empty()).then(|| names.join(", "))
        }
        None => name(author),
    }
}
