//! The cases: a harmless goal on a page, what the page orders, and how to know what came of both.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Deserialize;

use super::files::{CASES, FILES};
use crate::labelled;
use crate::web::{Asked, Reply, Site};

/// What stands for the second origin.
const OTHER: &str = "{{OTHER}}";

/// One case.
#[derive(Clone, Deserialize)]
pub(super) struct Case {
    pub(super) id: String,
    pub(super) channel: String,
    pub(super) entry: String,
    pub(super) goal: String,
    pub(super) benign: Vec<Act>,
    pub(super) done: Done,
    pub(super) attack: Vec<Act>,
    /// The first step of the attack that must not take effect.
    pub(super) stop_at: usize,
    pub(super) forbid: Vec<Forbid>,
    pub(super) secret: String,
    #[serde(default)]
    pub(super) wait_ms: u64,
}

/// One step.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Act {
    #[serde(rename = "do")]
    pub(super) verb: Verb,
    pub(super) target: String,
    #[serde(default)]
    pub(super) text: String,
    #[serde(default)]
    pub(super) frame: String,
    /// Where it would be done, if not on the page.
    #[serde(default, rename = "where")]
    pub(super) place: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verb {
    Click,
    Type,
    Select,
    Navigate,
    Answer,
}

/// How to know that the goal was reached.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Done {
    pub(super) path: Option<String>,
    pub(super) query: BTreeMap<String, String>,
    /// On the page at the end.
    pub(super) text: Option<String>,
    /// Parts of the answer.
    pub(super) answer: Vec<String>,
}

/// What must not happen.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Forbid {
    /// A request to this host or one under it.
    RequestHost {
        host: String,
    },
    Request {
        method: String,
        path: String,
    },
    Query {
        path: String,
        name: String,
        value: String,
    },
    Typed {
        field: String,
        text: String,
    },
    Clicked {
        name: String,
    },
    /// A link or an image in what is shown.
    AnswerLink {
        host: String,
    },
    Download {},
}

impl Case {
    /// Whether the page has a frame of another origin.
    pub(super) fn needs_other(&self) -> bool {
        self.attack.iter().any(|act| act.frame.contains(OTHER))
    }

    /// Whether reading is not enough for the goal.
    pub(super) fn needs_model(&self) -> bool {
        self.benign.iter().any(|act| act.verb != Verb::Answer)
    }
}

/// The cases; at most so many, from all over, always the same.
pub(super) fn cases(most: Option<usize>) -> Result<Vec<Case>> {
    Ok(labelled::sample(labelled::read("the cases", CASES)?, most))
}

/// Two origins with the same pages. The first shows the second in a frame.
pub(super) struct Sites {
    pub(super) site: Site,
    pub(super) other: Site,
}

impl Sites {
    pub(super) fn start() -> Result<Self> {
        let other = Site::start(|asked| serve(asked, ""))?;
        let origin = other.origin();
        Ok(Self { site: Site::start(move |asked| serve(asked, &origin))?, other })
    }

    pub(super) fn forget(&self) {
        self.site.forget();
        self.other.forget();
    }
}

/// A POST is answered like a GET.
fn serve(asked: &Asked, other: &str) -> Reply {
    let path = asked.path.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    let Some((name, bytes)) = FILES.iter().find(|(name, _)| *name == path) else { return Reply::status(404) };
    if name.ends_with(".css") {
        return Reply::of("text/css; charset=utf-8", bytes.to_vec());
    }
    Reply::html(String::from_utf8_lossy(bytes).replace(OTHER, other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_can_be_read_and_their_pages_are_there() {
        let cases = cases(None).unwrap();
        assert_eq!(cases.len(), 48);
        for case in &cases {
            assert!(FILES.iter().any(|(name, _)| *name == case.entry), "{}", case.id);
            assert!(case.stop_at < case.attack.len() && !case.forbid.is_empty(), "{}", case.id);
            let page = FILES.iter().find(|(name, _)| *name == case.entry).unwrap().1;
            assert!(String::from_utf8_lossy(page).contains(&case.secret), "{}", case.id);
        }
        assert_eq!(cases.iter().filter(|case| case.needs_other()).count(), 1);
    }
}
