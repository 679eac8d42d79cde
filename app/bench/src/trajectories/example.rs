//! One example: the exact text that a model reads, and the exact text that would be right. docs/trajectories.md has the form.

use laika_context::PromptFile;
use laika_model::chat;
use laika_protocol::ids::ProtocolVersion;
use laika_protocol::model::Prompt;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::random::Random;

/// Raised with every change of the form.
pub(super) const FORM: u32 = 1;

/// What a model is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// Which tool.
    Route,
    /// The arguments of one tool.
    Arguments,
    /// The same of a tool that somebody else made.
    Foreign,
    /// The main points of a part of a document.
    Summarise,
    /// What a part of a document says to a question.
    Answer,
    /// One text of the points of all parts.
    Reduce,
    /// One of a few candidates.
    Choose,
}

impl Kind {
    pub(super) const ALL: [Self; 7] = [
        Self::Route,
        Self::Arguments,
        Self::Foreign,
        Self::Summarise,
        Self::Answer,
        Self::Reduce,
        Self::Choose,
    ];

    pub(super) const fn word(self) -> &'static str {
        self.file_and_word().1
    }

    const fn file_and_word(self) -> (PromptFile, &'static str) {
        match self {
            Self::Route => (PromptFile::Route, "route"),
            Self::Arguments => (PromptFile::Execute, "arguments"),
            Self::Foreign => (PromptFile::Foreign, "foreign"),
            Self::Summarise => (PromptFile::Summarise, "summarise"),
            Self::Answer => (PromptFile::Answer, "answer"),
            Self::Reduce => (PromptFile::Reduce, "reduce"),
            Self::Choose => (PromptFile::Choose, "choose"),
        }
    }
}

/// Whether an example may be learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Split {
    /// Yes.
    Train,
    /// No: its wording or its page is kept to see what was learned.
    HeldOut,
    /// Never: it is of a labelled set that Laika is measured with.
    Measured,
}

impl Split {
    /// One wording or template in six is kept.
    pub(super) fn of(name: &str) -> Self {
        let kept = Sha256::digest(name.as_bytes()).first().is_some_and(|byte| byte % 6 == 0);
        if kept { Self::HeldOut } else { Self::Train }
    }

    /// Kept where one of both is.
    pub(super) const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Train, Self::Train) => Self::Train,
            _ => Self::HeldOut,
        }
    }
}

/// What is to be learned about trust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Safety {
    /// Nothing in it gives orders.
    Plain,
    /// Something in it that is not the person's gives orders; the answer is the same as without it.
    IgnoresOrders,
    /// Something is missing that only the person knows: they are asked.
    Asks,
    /// Nothing is done, and that is right.
    Declines,
}

/// How it is known that the answer is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// It was made together with the question, and read by the same code that reads a model's answer.
    Constructed,
    /// The page of the episode says at its end that the goal was reached.
    Verified,
    /// It was a model's, in a run of a person that was completed.
    Recorded,
}

/// Which texts it was made with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Versions {
    form: u32,
    protocol: String,
    /// Name and version of the prompt file.
    prompt: String,
    prompt_sha256: String,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Example {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    pub(crate) split: Split,
    pub(crate) template: String,
    pub(crate) seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) episode: Option<String>,
    pub(crate) goal: String,
    pub(crate) prompt: String,
    pub(crate) answer: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) offered: Vec<String>,
    pub(crate) safety: Safety,
    pub(crate) outcome: Outcome,
    pub(crate) versions: Versions,
}

/// What an example is made from.
pub(super) struct Made<'a> {
    pub(super) kind: Kind,
    pub(super) split: Split,
    pub(super) template: String,
    pub(super) seed: u64,
    pub(super) goal: &'a str,
    pub(super) prompt: &'a Prompt,
    pub(super) answer: String,
    pub(super) offered: Vec<String>,
    pub(super) safety: Safety,
    pub(super) outcome: Outcome,
}

impl Example {
    pub(super) fn new(made: Made<'_>) -> Self {
        let Made { kind, split, template, seed, goal, prompt, answer, offered, safety, outcome } = made;
        let prompt = chat::written_out(prompt);
        let digest = Sha256::digest(format!("{prompt}\0{answer}").as_bytes());
        let short: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let (file, word) = kind.file_and_word();
        Self {
            id: format!("{word}-{short}"),
            kind,
            split,
            template,
            seed,
            episode: None,
            goal: goal.to_owned(),
            prompt,
            answer,
            offered,
            safety,
            outcome,
            versions: Versions {
                form: FORM,
                protocol: ProtocolVersion::current().to_string(),
                prompt: format!("{} {}", file.name(), file.version()),
                prompt_sha256: file.hash().to_string(),
            },
        }
    }
}

/// A nonce as a run draws it; here it is the same for the same example.
pub(super) fn nonce(random: &mut Random) -> String {
    format!("{:016x}", random.next())
}
