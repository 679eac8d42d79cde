//! What can be set for each transform, and the check of what was set.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::collection::Transform;
use serde_json::{Map, Value};

/// What a setting is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// Words.
    Text,
    /// A list of words.
    Texts,
    /// A whole number from 1.
    Number {
        /// The largest.
        most: u64,
    },
}

/// One setting of a transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub kind: SettingKind,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// What is meant where it is not set; nothing where it must be, or where nothing is meant.
    pub default: Option<u64>,
    /// Whether it must be set.
    pub required: bool,
}

/// A transform, described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransformInfo {
    /// Which it is.
    pub transform: Transform,
    /// What it is called.
    pub title: &'static str,
    /// What it makes, in one sentence.
    pub about: &'static str,
    /// What can be set.
    pub config: &'static [Setting],
}

const fn number(name: &'static str, about: &'static str, default: u64, most: u64) -> Setting {
    Setting { name, kind: SettingKind::Number { most }, about, default: Some(default), required: false }
}

const fn text(name: &'static str, about: &'static str, required: bool) -> Setting {
    Setting { name, kind: SettingKind::Text, about, default: None, required }
}

const COLUMNS: Setting = Setting {
    name: "columns",
    kind: SettingKind::Texts,
    about: "What is compared; without it, what most sources say of themselves.",
    default: None,
    required: false,
};

/// Every transform with its settings.
const INFOS: [TransformInfo; 11] = [
    TransformInfo {
        transform: Transform::Comparison,
        title: "Comparison",
        about: "A table: a row for each source, a column for each thing that is compared.",
        config: &[
            COLUMNS,
            number("most_columns", "The most columns that are proposed.", 6, 12),
            text("preferences", "What matters to you, in a sentence; the best row comes first.", false),
        ],
    },
    TransformInfo {
        transform: Transform::Timeline,
        title: "Timeline",
        about: "What happened, in order, each with its day.",
        config: &[number("most", "The most events.", 200, 1000)],
    },
    TransformInfo {
        transform: Transform::Brief,
        title: "Brief",
        about: "The main points of all sources, in their own words.",
        config: &[
            number("points", "The most points of one source.", 3, 12),
            text("question", "What it is about.", false),
        ],
    },
    TransformInfo {
        transform: Transform::Outline,
        title: "Outline",
        about: "The headings of all sources.",
        config: &[number("depth", "The deepest level of headings.", 3, 6)],
    },
    TransformInfo {
        transform: Transform::Glossary,
        title: "Glossary",
        about: "What words mean, as the sources say it.",
        config: &[number("most", "The most words.", 100, 500)],
    },
    TransformInfo {
        transform: Transform::Faq,
        title: "Questions and answers",
        about: "Questions that the sources ask and answer.",
        config: &[number("most", "The most questions.", 60, 300)],
    },
    TransformInfo {
        transform: Transform::StudyGuide,
        title: "Study guide",
        about: "What to learn: headings, words, points.",
        config: &[number("points", "The most points of one source.", 4, 12)],
    },
    TransformInfo {
        transform: Transform::Quiz,
        title: "Quiz",
        about: "Questions with choices; every choice stands in a source.",
        config: &[
            number("most", "The most questions.", 12, 60),
            number("choices", "Choices of a question.", 4, 6),
        ],
    },
    TransformInfo {
        transform: Transform::Flashcards,
        title: "Flashcards",
        about: "Cards with a word or a question on one side and what a source says on the other.",
        config: &[number("most", "The most cards.", 40, 200)],
    },
    TransformInfo {
        transform: Transform::Evidence,
        title: "Evidence",
        about: "What speaks for and against something.",
        config: &[text("claim", "What is claimed, in a sentence.", true)],
    },
    TransformInfo {
        transform: Transform::Spending,
        title: "Spending",
        about: "What was spent on what, with duplicates and subscriptions: totals only.",
        config: &[],
    },
];

/// Every transform, described.
#[must_use]
pub fn describe() -> Vec<TransformInfo> {
    INFOS.to_vec()
}

/// Why something cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransformError {
    /// There is nothing to make it from.
    #[error("E_NO_SOURCES: the collection has no captured source yet")]
    NoSources,
    /// There is no such setting.
    #[error("E_UNKNOWN_SETTING: `{name}` cannot be set here")]
    UnknownSetting {
        /// Its name.
        name: String,
    },
    /// A setting is not what it has to be.
    #[error("E_BAD_SETTING: `{name}` must be {expected}")]
    BadSetting {
        /// Its name.
        name: &'static str,
        /// What it has to be.
        expected: &'static str,
    },
    /// A setting is missing.
    #[error("E_MISSING_SETTING: `{name}` must be set")]
    MissingSetting {
        /// Its name.
        name: &'static str,
    },
}

impl TransformError {
    /// The code that stays.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSources => "E_NO_SOURCES",
            Self::UnknownSetting { .. } => "E_UNKNOWN_SETTING",
            Self::BadSetting { .. } => "E_BAD_SETTING",
            Self::MissingSetting { .. } => "E_MISSING_SETTING",
        }
    }
}

/// The settings of one transform, checked.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    info: TransformInfo,
    values: Map<String, Value>,
}

/// Words of one setting, and how many of them a list has.
const MOST_TEXT: usize = 1000;
const MOST_TEXTS: usize = 12;

impl Config {
    pub(crate) fn read(transform: Transform, values: &Map<String, Value>) -> Result<Self, TransformError> {
        let info = info(transform);
        for name in values.keys() {
            if !info.config.iter().any(|setting| setting.name == name) {
                return Err(TransformError::UnknownSetting { name: name.clone() });
            }
        }
        for setting in info.config {
            match values.get(setting.name) {
                None if setting.required => {
                    return Err(TransformError::MissingSetting { name: setting.name });
                }
                Some(value) => check(setting, value)?,
                None => {}
            }
        }
        Ok(Self { info, values: values.clone() })
    }

    pub(crate) fn number(&self, name: &str) -> usize {
        let default =
            self.info.config.iter().find(|setting| setting.name == name).and_then(|setting| setting.default);
        let value = self.values.get(name).and_then(Value::as_u64).or(default).unwrap_or(1);
        usize::try_from(value).unwrap_or(1)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
    }

    pub(crate) fn texts(&self, name: &str) -> Vec<String> {
        let list = self.values.get(name).and_then(Value::as_array).into_iter().flatten();
        list.filter_map(Value::as_str)
            .map(|text| text.trim().to_string())
            .filter(|text| !text.is_empty())
            .collect()
    }

    pub(crate) const fn title(&self) -> &'static str {
        self.info.title
    }

    pub(crate) const fn values(&self) -> &Map<String, Value> {
        &self.values
    }
}

fn info(transform: Transform) -> TransformInfo {
    // The table has them all; a test says so.
    INFOS.into_iter().find(|info| info.transform == transform).unwrap_or(INFOS[0])
}

fn check(setting: &Setting, value: &Value) -> Result<(), TransformError> {
    let short = |value: &Value| value.as_str().is_some_and(|text| text.chars().count() <= MOST_TEXT);
    let (fits, expected) = match setting.kind {
        SettingKind::Text => {
            let said = !setting.required || value.as_str().is_some_and(|text| !text.trim().is_empty());
            (short(value) && said, "words, at most 1000 characters")
        }
        SettingKind::Texts => {
            let list = value.as_array().filter(|list| list.len() <= MOST_TEXTS && list.iter().all(short));
            (list.is_some(), "a list of at most 12 texts")
        }
        SettingKind::Number { most } => (
            value.as_u64().is_some_and(|number| (1..=most).contains(&number)),
            "a whole number from 1 that is not too large",
        ),
    };
    if fits { Ok(()) } else { Err(TransformError::BadSetting { name: setting.name, expected }) }
}
