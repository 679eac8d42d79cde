//! A column of a comparison: what is wanted, in every word for it that we know.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_context::text::{content_words, fold, stem};

use crate::transform::concepts::{Concept, Kind, concept_of, has_phrase};
use crate::transform::read::{Unit, days, quantities};

/// A column.
#[derive(Clone)]
pub(crate) struct Column {
    /// What it is called.
    pub(crate) name: String,
    /// Its words, folded.
    pub(crate) folded: String,
    /// The stems of its words that say something.
    pub(crate) stems: Vec<String>,
    /// A year that it is about.
    pub(crate) year: Option<String>,
    /// What it is of.
    concept: Option<&'static Concept>,
}

impl Column {
    pub(crate) fn new(name: &str) -> Self {
        let folded = fold(name);
        let year = folded.split(' ').find(|word| {
            word.len() == 4 && word.starts_with(['1', '2']) && word.bytes().all(|b| b.is_ascii_digit())
        });
        let year = year.map(ToString::to_string);
        let concept = concept_of(&folded);
        let stems =
            content_words(name).into_iter().filter(|word| Some(word.as_str()) != year.as_deref()).collect();
        Self { name: name.into(), stems, folded, year, concept }
    }

    pub(crate) const fn concept(&self) -> Option<&'static Concept> {
        self.concept
    }

    pub(crate) fn kind(&self) -> Kind {
        self.concept().map_or(Kind::Text, |concept| concept.kind)
    }

    /// How well a label names this column, in thousandths.
    pub(crate) fn named_by(&self, label: &str) -> u32 {
        if label.is_empty() || self.year.as_ref().is_some_and(|year| speaks_of_other_year(label, year)) {
            return 0;
        }
        let exact = label == self.folded;
        if exact {
            return 1000;
        }
        let of_words = self.words_in(label).max(self.is_part_of(label));
        let Some(concept) = self.concept() else { return of_words };
        if concept.not.iter().any(|not| has_phrase(label, not)) {
            return 0;
        }
        let named = concept.names.contains(&label);
        let inside = concept.names.iter().filter(|name| has_phrase(label, name)).map(|name| name.len()).max();
        // The label may be of something more special: the operating profit is not the profit.
        let other = concept_of(label).is_some_and(|other| other.name != concept.name);
        let of_concept = match inside {
            Some(_) if named => 940,
            Some(_) if !other => 880,
            _ => 0,
        };
        of_words.max(of_concept)
    }

    /// Whether a label says nothing but some of the column's words: `Battery` for the battery life.
    fn is_part_of(&self, label: &str) -> u32 {
        let mut words =
            label.split(' ').filter(|word| !laika_context::text::is_stop(word)).map(stem).peekable();
        let any = words.peek().is_some();
        if any && words.all(|word| self.stems.iter().any(|wanted| is_same(word, wanted))) { 720 } else { 0 }
    }

    /// How many of the column's words stand in a folded text, in thousandths.
    pub(crate) fn words_in(&self, folded: &str) -> u32 {
        if self.stems.is_empty() {
            return 0;
        }
        let words: Vec<&str> = folded.split(' ').map(stem).collect();
        let found = self.stems.iter().filter(|wanted| words.iter().any(|word| is_same(word, wanted))).count();
        let extra = words.len().saturating_sub(self.stems.len()).min(5);
        let part = 900 * found / self.stems.len();
        u32::try_from(part.saturating_sub(if found == 0 { 0 } else { 25 * extra })).unwrap_or_default()
    }
}

/// Whether two stems are of the same word; a long one may be a part of a compound.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    let long = |word: &str| word.chars().count() >= 5;
    one == other
        || long(other) && one.ends_with(other)
        || long(one) && other.ends_with(one)
        || long(other) && one.starts_with(other) && one.len() <= other.len() + 3
}

/// Whether a text names a year, and not this one.
pub(crate) fn speaks_of_other_year(folded: &str, year: &str) -> bool {
    let is_year = |word: &&str| {
        let digits = word.trim_start_matches(|c: char| c.is_alphabetic());
        digits.len() == 4
            && (digits.starts_with("19") || digits.starts_with("20"))
            && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let mut years = folded.split(' ').filter(is_year).peekable();
    years.peek().is_some() && !years.any(|word| word.ends_with(year))
}

/// Whether a text has something that looks like a value of a kind.
pub(crate) fn looks_like(text: &str, kind: Kind) -> bool {
    !places(text, kind).is_empty()
}

/// Where the values of a kind stand in a text.
pub(crate) fn places(text: &str, kind: Kind) -> Vec<core::ops::Range<usize>> {
    match kind {
        Kind::Text => Vec::new(),
        Kind::Date => {
            days(text, Some(2000)).into_iter().map(|found| found.at).chain(bare_years(text)).collect()
        }
        Kind::Money
        | Kind::Area
        | Kind::Length
        | Kind::Weight
        | Kind::Time
        | Kind::Percent
        | Kind::Data
        | Kind::Heat
        | Kind::Count => {
            quantities(text).into_iter().filter(|one| is_of(one.unit, kind)).map(|one| one.at).collect()
        }
    }
}

/// `Built 1936`: a year that only its label makes one.
fn bare_years(text: &str) -> Vec<core::ops::Range<usize>> {
    let found = quantities(text).into_iter().filter(|one| one.unit == Unit::Plain && one.value.scale == 0);
    found
        .filter(|one| (1500..=2100).contains(&one.value.mantissa) && one.at.len() == 4)
        .map(|one| one.at)
        .collect()
}

pub(crate) const fn is_of(unit: Unit, kind: Kind) -> bool {
    match kind {
        Kind::Money => matches!(unit, Unit::Money(_)),
        Kind::Area => matches!(unit, Unit::Area),
        Kind::Length => matches!(unit, Unit::Length),
        Kind::Weight => matches!(unit, Unit::Weight),
        Kind::Time => matches!(unit, Unit::Time),
        Kind::Percent => matches!(unit, Unit::Percent),
        Kind::Data => matches!(unit, Unit::Data),
        Kind::Heat => matches!(unit, Unit::Heat),
        Kind::Count => matches!(unit, Unit::Plain),
        Kind::Date | Kind::Text => false,
    }
}
