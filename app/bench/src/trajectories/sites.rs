//! Pages that are written down whole, with what people say on them: their elements are easily mistaken for each other, as
//! they are where somebody has built a page for one purpose.

use laika_protocol::tools::{self, Tool};
use serde_json::{Map, Value, json};

use super::example::Split;
use super::fills::Thing;

const LINES: &str = include_str!("../../data/trajectories/sites.txt");
/// Where the handle of the element that is meant goes, within what a tool is given.
pub(super) const HANDLE: &str = "@";

/// A page.
pub(super) struct Site {
    pub(super) address: &'static str,
    pub(super) title: &'static str,
    pub(super) things: Vec<Thing>,
    pub(super) wishes: Vec<Wish>,
    pub(super) split: Split,
}

/// What somebody says on it, and the call that is right.
pub(super) struct Wish {
    pub(super) says: String,
    pub(super) tool: &'static Tool,
    /// The place of the element that is meant.
    pub(super) at: Option<usize>,
    /// All arguments; in the place of handles and addresses stands [`HANDLE`].
    pub(super) arguments: Map<String, Value>,
}

/// All of them. A page begins with `@ address | title`; its other lines are elements, or what else people want there.
pub(super) fn sites() -> Vec<Site> {
    LINES.split("\n@ ").skip(1).filter_map(site).collect()
}

fn site(text: &'static str) -> Option<Site> {
    let (head, lines) = text.split_once('\n')?;
    let (address, title) = head.split_once(" | ")?;
    let mut things: Vec<Thing> = Vec::new();
    let mut wishes = Vec::new();
    for line in lines.lines().filter(|line| !line.is_empty()) {
        let mut parts = line.splitn(3, " | ").map(str::trim);
        let (role, what, said) = (parts.next()?, parts.next()?, parts.next());
        let (name, options) = offering(what);
        let of = Of::named(role);
        let at = if of.is_element() {
            things.push(Thing { role, name: name.to_owned(), options: options.clone() });
            Some(things.len() - 1)
        } else {
            things.iter().position(|thing| thing.name == name)
        };
        for wish in said.into_iter().flat_map(|said| said.split("; ")) {
            wishes.push(of.wish(wish, at, &options)?);
        }
    }
    Some(Site { address, title, things, wishes, split: Split::of(&format!("site:{address}")) })
}

/// What the wishes of a line are for.
#[derive(Clone, Copy)]
enum Of {
    /// An element that is clicked.
    Clicked,
    /// A field that is typed into.
    Typed,
    /// A list that is chosen of.
    Chosen,
    /// A table that is read.
    Read,
    /// A text: a tool, and the argument that it is.
    Text(&'static str, &'static str),
    /// Waiting for an element, for a text, or for the page.
    Awaited { kind: &'static str, what: Awaited },
    /// A new tab.
    Opened,
}

/// What is waited for.
#[derive(Clone, Copy)]
enum Awaited {
    Element,
    Text,
    Page,
}

impl Of {
    fn named(word: &str) -> Self {
        let awaited = |kind, what| Self::Awaited { kind, what };
        match word {
            "textbox" | "searchbox" | "spinbutton" => Self::Typed,
            "combobox" => Self::Chosen,
            "table" => Self::Read,
            "find" => Self::Text("browser.find", "query"),
            "look" => Self::Text("content.find", "query"),
            "search" => Self::Text("search", "query"),
            "newtab" => Self::Opened,
            "wait gone" => awaited("element_gone", Awaited::Element),
            "wait ready" => awaited("element_ready", Awaited::Element),
            "wait appears" => awaited("text_appears", Awaited::Text),
            "wait vanishes" => awaited("text_gone", Awaited::Text),
            "wait changed" => awaited("page_changed", Awaited::Page),
            "wait settled" => awaited("page_settled", Awaited::Page),
            _ => Self::Clicked,
        }
    }

    const fn is_element(self) -> bool {
        matches!(self, Self::Clicked | Self::Typed | Self::Chosen | Self::Read)
    }

    /// What a wish says and asks for; nothing where it has not the form.
    fn wish(self, wish: &str, at: Option<usize>, options: &[&str]) -> Option<Wish> {
        let plain = |tool, arguments: Value| Some((wish.to_owned(), tool, arguments));
        let (says, tool, arguments) = match self {
            Self::Clicked => plain("browser.click", json!({ "handleId": HANDLE })),
            Self::Read => plain("browser.extract_table", json!({ "handleId": HANDLE })),
            Self::Opened => plain("browser.open_tab", json!({ "url": HANDLE })),
            Self::Chosen => {
                let (says, value) = wish.split_once(" -> ").filter(|(_, value)| options.contains(value))?;
                Some((says.to_owned(), "browser.select", json!({ "handleId": HANDLE, "value": value })))
            }
            Self::Typed => {
                let (says, text) = marked(wish)?;
                Some((says, "browser.type", json!({ "handleId": HANDLE, "text": text })))
            }
            Self::Text(tool, argument) => {
                let (says, text) = marked(wish)?;
                Some((says, tool, json!({ argument: text })))
            }
            Self::Awaited { kind, what: Awaited::Element } => {
                plain("browser.wait_for", json!({ "condition": { "kind": kind, "handleId": HANDLE } }))
            }
            Self::Awaited { kind, what: Awaited::Page } => {
                plain("browser.wait_for", json!({ "condition": { "kind": kind } }))
            }
            Self::Awaited { kind, what: Awaited::Text } => {
                let (says, text) = marked(wish)?;
                Some((says, "browser.wait_for", json!({ "condition": { "kind": kind, "text": text } })))
            }
        }?;
        let at = if self.means_element() { Some(at?) } else { None };
        Some(Wish { says, tool: tools::find(tool)?, at, arguments: arguments.as_object()?.clone() })
    }

    const fn means_element(self) -> bool {
        self.is_element() || matches!(self, Self::Opened | Self::Awaited { what: Awaited::Element, .. })
    }
}

/// The name of something, and what it offers, which stands behind it.
pub(super) fn offering(what: &str) -> (&str, Vec<&str>) {
    what.split_once(" = ").map_or((what, Vec::new()), |(name, offered)| (name, offered.split(", ").collect()))
}

/// A wish without its braces, and what stands in them.
pub(super) fn marked(wish: &str) -> Option<(String, &str)> {
    let (before, rest) = wish.split_once('{')?;
    let (text, behind) = rest.split_once('}')?;
    Some((format!("{before}{text}{behind}"), text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_read_whole() {
        let all = sites();
        assert_eq!(all.len(), LINES.lines().filter(|line| line.starts_with("@ ")).count());
        for Site { address, things, wishes, .. } in &all {
            assert!(things.len() >= 8 && wishes.len() >= 12, "{address}");
            assert!(wishes.iter().all(|wish| !wish.says.contains(['{', '}', '|'])), "{address}");
        }
        let kept = all.iter().filter(|one| one.split == Split::HeldOut).count();
        assert!(kept * 10 > all.len() && kept * 4 < all.len(), "{kept} of {}", all.len());
    }
}
