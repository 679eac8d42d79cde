//! `define`: what a word means, and words near to it (INK-064).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Legacy, Permission, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "define",
    aliases: &[],
    category: Category::Reckoning,
    line: "look up a word's definition, synonyms or antonyms",
    effect: Effect::Local,
    arguments: &[
        Argument::new("word", ArgRole::LocalText),
        Argument::new("sense", ArgRole::Choice),
        Argument::new("include", ArgRole::Choice),
    ],
    argument_schema: TypeSchema::of::<Define>(),
    result_schema: TypeSchema::of::<Definitions>(),
    permissions: &[Permission::ReadOnly],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: Some(Legacy::whole("DEFINE", "word")),
};

/// The word to look up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Define {
    /// The word, or a few that are one expression, such as `hot dog`.
    #[schemars(length(min = 1, max = 100))]
    pub word: String,
    /// The kind of word; all kinds if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sense: Option<WordKind>,
    /// What to tell; everything if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub include: Option<DefineInclude>,
}

/// A kind of word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WordKind {
    /// A noun.
    Noun,
    /// A verb.
    Verb,
    /// An adjective.
    Adj,
    /// An adverb.
    Adv,
}

impl WordKind {
    /// Every kind, in the order in which meanings are told.
    pub const ALL: &[Self] = &[Self::Noun, Self::Verb, Self::Adj, Self::Adv];

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Noun => "noun",
            Self::Verb => "verb",
            Self::Adj => "adj",
            Self::Adv => "adv",
        }
    }
}

/// What to tell of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DefineInclude {
    /// Its meanings.
    Definitions,
    /// Words of the same meaning.
    Synonyms,
    /// Words of the opposite meaning.
    Antonyms,
}

/// The meanings of a word, most used first within a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Definitions {
    /// The word as it was asked for.
    pub word: String,
    /// Its meanings.
    #[schemars(length(max = 100))]
    pub meanings: Vec<Meaning>,
    /// Whether there are more meanings than are told.
    pub more: bool,
}

/// One meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Meaning {
    /// The word as the dictionary has it: `run` for `ran`.
    pub lemma: String,
    /// The kind of word.
    pub kind: WordKind,
    /// The meaning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// Sentences with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
    /// Words of the same meaning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub synonyms: Vec<String>,
    /// Words of the opposite meaning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub antonyms: Vec<String>,
}
