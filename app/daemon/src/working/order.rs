//! What is to be done, as whoever starts a run says it.

use std::path::PathBuf;

use laika_protocol::ids::{Origin, ProfileId};
use laika_protocol::run::Exposure;
use laika_protocol::wire::SiteMode;
use serde::{Deserialize, Serialize};

use super::Agreed;
use crate::agents::AgentName;

/// What stands between the words and the folder that they are about.
pub(crate) const PROJECT: &str = "\nProject: ";

/// What stands between the words and the pages that they are about.
pub(crate) const PAGES: &str = "\nPages: ";

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
    /// What whoever asks for it knows from earlier runs; set by the connection it comes over (S3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exposed: Vec<Exposure>,
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
    /// None: tools alone.
    Tools {
        /// The folder that they may work in.
        #[serde(default)]
        project: Option<PathBuf>,
    },
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
    /// A person, wherever they are; the goal is the word of this agent, and never theirs (S1).
    Agent(AgentName),
}

impl Order {
    /// What is recorded as said: the goal, and the pages it is about.
    #[must_use]
    pub fn words(&self) -> String {
        let missing: Vec<&str> =
            self.urls.iter().map(String::as_str).filter(|url| !self.goal.contains(url)).collect();
        if let Where::Tools { project: Some(project) } = &self.surface {
            format!("{}{PROJECT}{}", self.goal, project.display())
        } else if missing.is_empty() {
            self.goal.clone()
        } else {
            format!("{}{PAGES}{}", self.goal, missing.join(" "))
        }
    }
}
