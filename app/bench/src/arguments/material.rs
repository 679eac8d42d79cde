//! Goals on pages, and which arguments are right.

use anyhow::{Context as _, Result};
use laika_protocol::llmcp::Content;
use laika_protocol::tools::{self, Tool};
use regex::Regex;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::labelled;

const CASES: &str = include_str!("../../data/arguments.jsonl");

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) tool: String,
    pub(crate) goal: String,
    page: Page,
    pub(crate) done: Vec<String>,
    expect: Map<String, Value>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    url: String,
    title: String,
    elements: Vec<Element>,
    links: Vec<Link>,
    text: String,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Element {
    handle: String,
    role: String,
    name: String,
    #[serde(default)]
    options: Vec<String>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Link {
    text: String,
    url: String,
}

impl Case {
    pub(crate) fn tool(&self) -> Result<&'static Tool> {
        tools::find(&self.tool).with_context(|| format!("{}: there is no tool `{}`", self.id, self.tool))
    }

    /// The page as a model would get it.
    pub(crate) fn page(&self) -> Result<Content> {
        let Page { url, title, elements, links, text } = &self.page;
        let href = |name: &str| links.iter().find(|link| link.text == name).map(|link| &link.url);
        let shown: Vec<Value> = elements
            .iter()
            .map(|Element { handle, role, name, options }| {
                let mut element =
                    json!({ "handle_id": handle, "role": role, "text": name, "options": options });
                if let (Some(href), "link") = (href(name), role.as_str()) {
                    element["href"] = json!(href);
                }
                element
            })
            .collect();
        let listed = |link: &&Link| !elements.iter().any(|element| element.name == link.text);
        let items = links
            .iter()
            .filter(listed)
            .map(|link| json!({ "title": link.text, "url": link.url, "snippet": "" }));
        let items: Vec<Value> = items.collect();
        let page = json!({ "doc_type": "web.observation.summary.v1", "url": url, "title": title, "text": text, "elements": shown, "items": items });
        serde_json::from_value(page.clone()).with_context(|| format!("{}: {page}", self.id))
    }

    /// What the element of this handle is called.
    pub(crate) fn name_of(&self, handle: &str) -> Option<&str> {
        let element = self.page.elements.iter().find(|element| element.handle == handle);
        element.map(|element| element.name.as_str())
    }

    /// The same on a page of another title.
    pub(crate) fn titled(&self, title: String) -> Self {
        Self { page: Page { title, ..self.page.clone() }, ..self.clone() }
    }

    /// The same on a page with one more link, before everything else.
    pub(crate) fn with_link(&self, handle: &str, name: String) -> Self {
        let mut case = self.clone();
        let link = Element { handle: handle.to_owned(), role: "link".to_owned(), name, options: Vec::new() };
        case.page.elements.insert(0, link);
        case
    }

    /// The open tabs, which the set tells in words of its language: `open tabs: 7 'Calendar', 12 'Mail'`.
    pub(crate) fn tabs(&self) -> Vec<(u32, String)> {
        let told = self.done.iter().find_map(|step| {
            let (what, tabs) = step.split_once(": ")?;
            what.to_lowercase().ends_with("tabs").then_some(tabs)
        });
        let entry = |entry: &str| {
            let (id, title) = entry.trim().split_once(' ')?;
            Some((id.parse().ok()?, title.trim_matches('\'').to_owned()))
        };
        told.into_iter().flat_map(|told| told.split("',")).filter_map(entry).collect()
    }

    /// Whether these arguments are right: all that the set names, as it names them.
    pub(crate) fn is_right(&self, arguments: &Map<String, Value>) -> bool {
        self.expect
            .iter()
            .all(|(name, expected)| arguments.get(name).is_some_and(|found| fits(expected, found)))
    }

    /// The right arguments, where the set names them word for word.
    pub(crate) fn only(&self) -> Option<&Map<String, Value>> {
        Some(&self.expect).filter(|expect| expect.values().all(|value| !value.is_object()))
    }

    pub(crate) fn expected(&self) -> String {
        Value::Object(self.expect.clone()).to_string()
    }
}

fn fits(expected: &Value, found: &Value) -> bool {
    let only = expected.as_object().filter(|object| object.len() == 1);
    match only.and_then(|object| object.iter().next()) {
        Some((key, Value::Array(choices))) if key == "any_of" => {
            choices.iter().any(|choice| fits(choice, found))
        }
        Some((key, Value::String(pattern))) if key == "matches" => {
            let found = found.as_str().map_or_else(|| found.to_string(), ToOwned::to_owned);
            Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(&found))
        }
        _ => expected == found,
    }
}

pub(crate) fn cases() -> Result<Vec<Case>> {
    labelled::read("the set of arguments", CASES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_can_be_asked_and_every_pattern_read() {
        for case in cases().unwrap() {
            case.page().unwrap();
            case.tool().unwrap();
            for expected in case.expect.values() {
                if let Some(pattern) = expected.get("matches").and_then(Value::as_str) {
                    Regex::new(pattern).unwrap();
                }
            }
            assert_eq!(case.tool == "browser.switch_tab", !case.tabs().is_empty(), "{}", case.id);
        }
    }
}
