//! A choice that a model may make: one of a few candidates or none of them, or what the rules would take.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use laika_context::Fence;
use laika_context::choose::Choice;
use laika_protocol::model::Ask;

/// What came of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// Nobody was asked, or nothing of use was answered.
    Open,
    /// A candidate.
    Of(usize),
    /// None of them.
    Nothing,
}

/// A choice.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    /// What is wanted, in words of ours or of the person.
    pub(crate) wanted: String,
    /// The page, and what of it is shown.
    pub(crate) page: usize,
    pub(crate) shown: Range<usize>,
    /// What can be chosen.
    pub(crate) options: Vec<String>,
    /// What the rules take.
    pub(crate) by_rules: Option<usize>,
    /// Whether the rules are so sure that nobody is asked.
    pub(crate) sure: bool,
    answer: Answer,
}

impl Open {
    pub(crate) fn new(
        wanted: String,
        page: (usize, Range<usize>),
        options: Vec<String>,
        by_rules: Option<usize>,
        sure: bool,
    ) -> Self {
        let (page, shown) = page;
        Self { wanted, page, shown, options, by_rules, sure, answer: Answer::Open }
    }

    /// Whether it makes sense to ask.
    pub(crate) fn is_worth_asking(&self) -> bool {
        !self.sure && !self.options.is_empty()
    }

    fn choice<'a>(&'a self, text: &'a str) -> Choice<'a> {
        let document = text.get(self.shown.clone()).unwrap_or_default();
        Choice { wanted: &self.wanted, name: "source", document, candidates: &self.options }
    }

    pub(crate) fn ask(&self, text: &str, fence: &Fence) -> Ask {
        self.choice(text).ask(fence)
    }

    pub(crate) fn feed(&mut self, written: &str) {
        self.answer = match self.choice("").read(written) {
            Some(0) => Answer::Nothing,
            Some(number) => Answer::Of(number - 1),
            None => Answer::Open,
        };
    }

    /// The candidate that stands, if any.
    pub(crate) const fn chosen(&self) -> Option<usize> {
        match self.answer {
            Answer::Open => self.by_rules,
            Answer::Of(at) => Some(at),
            Answer::Nothing => None,
        }
    }
}
