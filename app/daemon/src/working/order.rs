//! What is to be done, as whoever starts a run says it.

use laika_protocol::ids::{Origin, ProfileId};
use laika_protocol::wire::SiteMode;
use serde::{Deserialize, Serialize};

use super::Agreed;

/// Something to be done.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Order {
    /// What the person wants, in their own words.
    pub goal: String,
    /// Where to begin; further pages are read from here on.
    pub urls: Vec<String>,
    /// Further sites that pages may come from.
    #[serde(default)]
    pub allow: Vec<Origin>,
    /// How much may be done without asking.
    pub mode: SiteMode,
    /// Whether nothing of it may stay.
    #[serde(default)]
    pub private: bool,
    /// Whether pages may load nothing from other hosts.
    #[serde(default)]
    pub strict: bool,
    /// Whether the person can see the window and act in it.
    #[serde(default)]
    pub headed: bool,
    /// Which browser it is done in.
    #[serde(default)]
    pub surface: Where,
    /// How much of the page it is about.
    #[serde(default)]
    pub part: Part,
    /// Who is there to be asked.
    pub asks: Asks,
}

/// Which browser something is done in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Where {
    /// One of Laika's own, without the person's logins.
    #[default]
    Workspace,
    /// The person's, through the extension in it.
    Mine {
        /// The tab to work in; a new one if none is named.
        #[serde(default)]
        tab_id: Option<u32>,
        /// Whose: set by the connection it comes over, whatever a message says.
        #[serde(default)]
        profile: Option<ProfileId>,
    },
}

/// How much of a page something is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// All of it.
    #[default]
    Page,
    /// What the person selected in it.
    Selection,
}

/// Who is there to be asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Asks {
    /// A person at a terminal, whose words the goal are.
    Person,
    /// Nobody: what would be asked is refused, and the goal is a program's word (S1).
    Nobody,
    /// Nobody, but what this grant covers was agreed to before.
    Grant(Box<Agreed>),
}

impl Order {
    /// What is recorded as said: the goal, and the pages it is about.
    #[must_use]
    pub fn words(&self) -> String {
        let missing: Vec<&str> =
            self.urls.iter().map(String::as_str).filter(|url| !self.goal.contains(url)).collect();
        if missing.is_empty() {
            self.goal.clone()
        } else {
            format!("{}\nPages: {}", self.goal, missing.join(" "))
        }
    }
}
