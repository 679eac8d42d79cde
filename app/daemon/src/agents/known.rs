//! What the person said about each agent: which places it may be told of, how much it may do, and what is open to it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use laika_os::files::{FileError, private};
use laika_policy::Place;
use laika_policy::cloud::{AgentRules, Sharing};
use laika_protocol::ids::Sha256;
use laika_protocol::wire::SiteMode;
use serde::{Deserialize, Serialize};

use crate::serving::Refusal;

/// In Laika's folder.
const FILE: &str = "agents.json";
const LONGEST_NAME: usize = 32;

/// The name of an agent: a label that whoever sets it up gives it, no proof of anything.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AgentName(String);

impl AgentName {
    /// Reads a name: small letters, digits and hyphens.
    ///
    /// # Errors
    /// When it is none.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if (1..=LONGEST_NAME).contains(&text.len()) && text.chars().all(good) && !text.starts_with('-') {
            return Ok(Self(text.to_owned()));
        }
        let sentence = "an agent's name is at most 32 small letters, digits and hyphens";
        Err(Refusal::new("E_AGENT_NAME", sentence))
    }

    /// The name alone.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The place that it is for the gate: `agent:` and the name.
    #[must_use]
    pub fn place(&self) -> Place {
        Place::parse(&format!("agent:{}", self.0)).unwrap_or_else(|_| Place::elsewhere())
    }
}

impl std::fmt::Display for AgentName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "agent:{}", self.0)
    }
}

impl TryFrom<String> for AgentName {
    type Error = Refusal;

    fn try_from(text: String) -> Result<Self, Refusal> {
        Self::parse(&text)
    }
}

impl From<AgentName> for String {
    fn from(name: AgentName) -> Self {
        name.0
    }
}

/// Something of Laika's own that an agent sees only if the person opened it to it (S9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Share {
    /// What earlier runs did.
    Runs,
    /// Files that were kept.
    Artifacts,
}

impl Share {
    /// Every one.
    pub const ALL: [Self; 2] = [Self::Runs, Self::Artifacts];

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::Artifacts => "artifacts",
        }
    }
}

/// What was said about one agent. Nothing is open to one that nothing was said about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Known {
    /// The most it may do by itself.
    #[serde(default = "asks_first")]
    pub mode: SiteMode,
    /// What it may be told of each place.
    #[serde(default)]
    pub rules: AgentRules,
    /// What of Laika's own is open to it.
    #[serde(default)]
    pub shares: BTreeSet<Share>,
    /// The digest of its token, where it connects over HTTP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Sha256>,
}

const fn asks_first() -> SiteMode {
    SiteMode::Assist
}

impl Default for Known {
    fn default() -> Self {
        Self { mode: asks_first(), rules: AgentRules::default(), shares: BTreeSet::new(), token: None }
    }
}

/// All of it, in a file that others cannot read.
#[derive(Clone, Debug)]
pub struct KnownAgents(PathBuf);

impl KnownAgents {
    /// Those of Laika's folder.
    #[must_use]
    pub fn of(home: &Path) -> Self {
        Self(home.join(FILE))
    }

    /// Every agent that something was said about.
    ///
    /// # Errors
    /// When the file cannot be read. Then no agent is let in: what was switched off might not be known.
    pub fn all(&self) -> Result<BTreeMap<AgentName, Known>, Refusal> {
        let Some(text) = private::read(&self.0).map_err(|error| unreadable(&error))? else {
            return Ok(BTreeMap::new());
        };
        serde_json::from_slice(&text).map_err(|_| {
            Refusal::new(
                "E_AGENTS_FILE",
                format!(
                    "`{FILE}` in Laika's folder is damaged; remove it, and say again what agents may know"
                ),
            )
        })
    }

    /// What was said about one.
    ///
    /// # Errors
    /// As for [`Self::all`].
    pub fn of_agent(&self, name: &AgentName) -> Result<Known, Refusal> {
        Ok(self.all()?.remove(name).unwrap_or_default())
    }

    /// Changes what was said about one.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn change(&self, name: &AgentName, change: impl FnOnce(&mut Known)) -> Result<Known, Refusal> {
        let mut all = self.all()?;
        let known = all.entry(name.clone()).or_default();
        change(known);
        let known = known.clone();
        self.write(&all)?;
        Ok(known)
    }

    /// Forgets everything that was said about one. False when nothing was.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn forget(&self, name: &AgentName) -> Result<bool, Refusal> {
        let mut all = self.all()?;
        let known = all.remove(name).is_some();
        self.write(&all)?;
        Ok(known)
    }

    /// Keeps what a person said about a place.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn say(&self, name: &AgentName, place: Place, sharing: Sharing) -> Result<(), Refusal> {
        self.change(name, |known| _ = known.rules.places.insert(place, sharing)).map(|_| ())
    }

    fn write(&self, all: &BTreeMap<AgentName, Known>) -> Result<(), Refusal> {
        let text = serde_json::to_vec_pretty(all).unwrap_or_default();
        private::replace(&self.0, &text).map_err(|error| unreadable(&error))
    }
}

fn unreadable(error: &FileError) -> Refusal {
    Refusal::new("E_AGENTS_FILE", format!("what was said about agents cannot be read or kept: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s1_a_name_is_a_plain_word() {
        for good in ["editor", "claude-code", "a1"] {
            assert_eq!(AgentName::parse(good).unwrap().place().as_str(), format!("agent:{good}"));
        }
        for bad in ["", "-x", "Editor", "a b", "a:b", "../x", "é", &"x".repeat(33), "a\n"] {
            assert_eq!(AgentName::parse(bad).unwrap_err().code, "E_AGENT_NAME", "{bad:?}");
        }
    }

    #[test]
    fn what_was_said_stays_and_a_damaged_file_lets_nobody_in() {
        let home = tempfile::tempdir().unwrap();
        let known = KnownAgents::of(home.path());
        let name = AgentName::parse("editor").unwrap();
        assert_eq!(known.of_agent(&name).unwrap(), Known::default());
        let place = Place::parse("https://a.example").unwrap();
        known.say(&name, place.clone(), Sharing::Preview).unwrap();
        assert_eq!(known.of_agent(&name).unwrap().rules.places.get(&place), Some(&Sharing::Preview));
        assert!(known.forget(&name).unwrap());
        assert!(!known.forget(&name).unwrap());
        std::fs::write(home.path().join(FILE), "{").unwrap();
        assert_eq!(known.of_agent(&name).unwrap_err().code, "E_AGENTS_FILE");
    }
}
