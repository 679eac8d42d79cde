//! `web.read`: read one page or document of the web as text (INK-009 to INK-017, C-35).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Legacy, Permission, Tool};
use crate::cell::{ReadKind, ReadLink, ReadMode};
use crate::ids::HttpUrl;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "web.read",
    aliases: &[],
    category: Category::Network,
    line: "fetch a web address or PDF and read its text",
    effect: Effect::Fetch,
    arguments: &[
        Argument::new("url", ArgRole::Url),
        Argument::new("mode", ArgRole::Choice),
        Argument::new("maxLength", ArgRole::Count),
    ],
    argument_schema: TypeSchema::of::<WebRead>(),
    result_schema: TypeSchema::of::<WebPage>(),
    permissions: &[Permission::ReadOnly, Permission::Network],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: Some(Legacy::whole("WEB_READ", "url")),
};

/// What to read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WebRead {
    /// The address.
    pub url: HttpUrl,
    /// What it is about (`article`, if not said), or everything on it (`full`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<ReadMode>,
    /// Characters of text to give; 10,000 if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100_000))]
    pub max_length: Option<u32>,
}

/// What was read; the text itself is the text of the result. A page that leads elsewhere has only `redirect`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WebPage {
    /// Where it is, after redirects within the same place.
    pub url: String,
    /// Where it leads instead, at another place: read that, if it is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect: Option<String>,
    /// What kind of document it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<ReadKind>,
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Who wrote it, as it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byline: Option<String>,
    /// When it was published, as it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
    /// Its language, as it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Pages of a PDF document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<u32>,
    /// Where its links lead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100))]
    pub links: Vec<ReadLink>,
    /// Characters of text that were left out.
    pub left_out: u64,
    /// Whether it has next to no text of its own, and scripts that would make some in a browser.
    pub needs_scripts: bool,
}
