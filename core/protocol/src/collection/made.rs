//! What is made from a collection. Every word of a source that stands in it is cited, by a span of what was captured.

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::phrase::{Ours, Phrase};
use crate::ids::{CollectionId, Sha256, SourceId, UtcTime};

/// What can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Transform {
    /// A table: a row for each source, a column for each thing that is compared.
    Comparison,
    /// What happened, in order.
    Timeline,
    /// The main points of all sources.
    Brief,
    /// The headings of all sources.
    Outline,
    /// What words mean.
    Glossary,
    /// Questions that the sources answer.
    Faq,
    /// What to learn: headings, words, points.
    StudyGuide,
    /// Questions with choices.
    Quiz,
    /// Cards with two sides.
    Flashcards,
    /// What speaks for and against something.
    Evidence,
    /// What was spent on what, with duplicates and subscriptions.
    Spending,
}

impl Transform {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Comparison,
        Self::Timeline,
        Self::Brief,
        Self::Outline,
        Self::Glossary,
        Self::Faq,
        Self::StudyGuide,
        Self::Quiz,
        Self::Flashcards,
        Self::Evidence,
        Self::Spending,
    ];

    /// Its name on the wire and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Comparison => "comparison",
            Self::Timeline => "timeline",
            Self::Brief => "brief",
            Self::Outline => "outline",
            Self::Glossary => "glossary",
            Self::Faq => "faq",
            Self::StudyGuide => "study_guide",
            Self::Quiz => "quiz",
            Self::Flashcards => "flashcards",
            Self::Evidence => "evidence",
            Self::Spending => "spending",
        }
    }
}

/// Where something stands in a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SourceCitation {
    /// The source.
    pub source_id: SourceId,
    /// The number of its capture.
    pub capture: u32,
    /// Its words, exactly: `text[start..end]` of the capture, in characters.
    pub quote: String,
    /// The first character.
    pub start: u32,
    /// After the last.
    pub end: u32,
}

/// Words with where they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cited {
    /// The words.
    pub text: String,
    /// Where they stand; empty only for words of ours.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub citations: Vec<SourceCitation>,
    /// Which words of ours they are; what was made before there were codes has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ours: Option<Ours>,
}

impl Cited {
    /// Words of a source or of the person.
    #[must_use]
    pub const fn new(text: String, citations: Vec<SourceCitation>) -> Self {
        Self { text, citations, ours: None }
    }

    /// Words of ours, in English.
    #[must_use]
    pub fn ours<const N: usize>(code: Phrase, args: [String; N]) -> Self {
        Self { text: code.say(&args), citations: Vec::new(), ours: Some(Ours { code, args: args.into() }) }
    }
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "cell", rename_all = "snake_case")]
pub enum Cell {
    /// The source does not say.
    Unknown,
    /// What it says.
    Value(Cited),
    /// A number of ours, computed from what is cited.
    Computed(Cited),
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its cells, one for each column.
    pub cells: Vec<Cell>,
}

/// A card with two sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The question.
    pub front: Cited,
    /// The answer.
    pub back: Cited,
}

/// A question with choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The question.
    pub question: Cited,
    /// The choices; each stands in a source.
    pub choices: Vec<String>,
    /// The right one, from 0.
    pub answer: u32,
}

/// A part of what was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "part", rename_all = "snake_case")]
pub enum Part {
    /// A heading.
    Heading {
        /// From 2.
        level: u8,
        /// Its words.
        words: Cited,
    },
    /// A paragraph, sentence by sentence.
    Paragraph {
        /// Its sentences.
        sentences: Vec<Cited>,
    },
    /// A list.
    List {
        /// Its entries.
        entries: Vec<Cited>,
    },
    /// A table.
    Table {
        /// The names of its columns; words of ours or of the person.
        columns: Vec<String>,
        /// Its rows.
        rows: Vec<Row>,
    },
    /// Cards.
    Cards {
        /// All of them.
        cards: Vec<Card>,
    },
    /// Questions with choices.
    Quiz {
        /// All of them.
        questions: Vec<Question>,
    },
}

/// A source as it was when something was made from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MadeFrom {
    /// The source.
    pub source_id: SourceId,
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Who published it.
    pub outlet: String,
    /// The number of the capture.
    pub capture: u32,
    /// Of the captured text.
    pub hash: Sha256,
    /// Whether anything of it is used.
    pub used: bool,
}

/// What was made from a collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Made {
    /// What it is.
    pub transform: Transform,
    /// Its title.
    pub title: String,
    /// The collection.
    pub collection_id: CollectionId,
    /// What was set for it.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub config: Map<String, Value>,
    /// When.
    pub made_at: UtcTime,
    /// From what: every source, whether it is used or not.
    pub sources: Vec<MadeFrom>,
    /// What there is to say about it: sources that say nothing, what they disagree about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Cited>,
    /// All of it, in order.
    pub parts: Vec<Part>,
}

/// Words or a document that were kept as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Saved {
    /// Its title.
    pub title: String,
    /// Words to find it by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// When.
    pub saved_at: UtcTime,
    /// All of it, in order. It cites nothing.
    pub parts: Vec<Part>,
}
