//! The prompts, each a file with a name and a version, and the hash that pins its text.

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::canonical::digest_bytes;
use laika_protocol::ids::Sha256;
use laika_protocol::model::{Speaker, Turn};

/// A prompt file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptFile {
    /// Which tool, a question back, or neither.
    Route,
    /// The arguments of one tool.
    Execute,
    /// The main points of a part of a document.
    Summarise,
    /// What a part of a document says to a question.
    Answer,
    /// One text of the points of all parts.
    Reduce,
    /// One of a few candidates, or none of them.
    Choose,
    /// The arguments of a tool that somebody else made.
    Foreign,
}

impl PromptFile {
    /// Every prompt file.
    pub const ALL: &[Self] = &[
        Self::Route,
        Self::Execute,
        Self::Summarise,
        Self::Answer,
        Self::Reduce,
        Self::Choose,
        Self::Foreign,
    ];

    const fn source(self) -> &'static str {
        match self {
            Self::Route => include_str!("../../../prompts/route.md"),
            Self::Execute => include_str!("../../../prompts/execute.md"),
            Self::Summarise => include_str!("../../../prompts/summarise.md"),
            Self::Answer => include_str!("../../../prompts/answer.md"),
            Self::Reduce => include_str!("../../../prompts/reduce.md"),
            Self::Choose => include_str!("../../../prompts/choose.md"),
            Self::Foreign => include_str!("../../../prompts/foreign.md"),
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.setting("name")
    }

    /// Its version, raised with every change of its text.
    #[must_use]
    pub fn version(self) -> &'static str {
        self.setting("version")
    }

    /// The digest of the whole file, for logs.
    #[must_use]
    pub fn hash(self) -> Sha256 {
        digest_bytes(self.source().as_bytes())
    }

    fn setting(self, key: &str) -> &'static str {
        let lines = self.source().lines().skip(1).take_while(|line| *line != "---");
        let mut values = lines
            .filter_map(|line| line.split_once(": ").filter(|(name, _)| *name == key))
            .map(|(_, value)| value);
        values.next().unwrap_or_default()
    }

    /// The part under a heading, without the blank lines around it.
    pub(crate) fn part(self, heading: &str) -> &'static str {
        let mut parts = self.source().split("\n## ").skip(1).filter_map(|part| part.split_once('\n'));
        parts.find(|(name, _)| *name == heading).map_or("", |(_, text)| text.trim())
    }

    /// The part under a heading with its blanks filled in. What is filled in is never looked at again, so it cannot fill
    /// a blank itself.
    pub(crate) fn filled(self, heading: &str, values: &[(&str, &str)]) -> String {
        let mut rest = self.part(heading);
        let mut text = String::with_capacity(rest.len());
        while let Some((before, after)) = rest.split_once("{{") {
            text.push_str(before);
            let (name, behind) = after.split_once("}}").unwrap_or((after, ""));
            let value = values.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value);
            text.push_str(value);
            rest = behind;
        }
        text.push_str(rest);
        text
    }

    /// The entries of a list under a heading, each split at its arrow.
    pub(crate) fn pairs(self, heading: &str) -> Vec<(&'static str, &'static str)> {
        let entries = self.part(heading).lines().filter_map(|line| line.strip_prefix("- "));
        entries.filter_map(|entry| entry.split_once(" -> ")).collect()
    }
}

/// A turn.
pub(crate) fn turn(speaker: Speaker, text: impl Into<String>) -> Turn {
    Turn { speaker, text: text.into() }
}
