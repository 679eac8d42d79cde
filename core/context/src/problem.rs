//! Why a step of the pipeline cannot go on, with a stable code and one sentence for a person.

use core::fmt;

/// Why a step of the pipeline cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The weights do not belong to what was weighed.
    WeightsDoNotFit,
    /// There is no tool to choose from.
    NoTools,
    /// The tool needs an element and the page has none that it can act on.
    NoElement,
    /// The tool needs an address and neither the person nor the page names one.
    NoAddress,
    /// The tool needs a text, and the person's words hold none that fits.
    NoText,
    /// The answer cannot be used, not even after one repair.
    Unusable,
}

impl Problem {
    /// The code for logs and programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::WeightsDoNotFit => "E_WEIGHTS_DO_NOT_FIT",
            Self::NoTools => "E_NO_TOOLS",
            Self::NoElement => "E_NO_ELEMENT",
            Self::NoAddress => "E_NO_ADDRESS",
            Self::NoText => "E_NO_TEXT",
            Self::Unusable => "E_ANSWER_UNUSABLE",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WeightsDoNotFit => "the model weighed something else than what it was asked to weigh",
            Self::NoTools => "no tool is available here",
            Self::NoElement => "the page shows nothing that this could act on",
            Self::NoAddress => "neither your words nor the page name an address to go to",
            Self::NoText => "your words hold no text to use for this, or only one that is too long",
            Self::Unusable => "the model's answer could not be used, not even after asking once more",
        })
    }
}

impl core::error::Error for Problem {}
