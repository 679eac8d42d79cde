//! What can be made from a collection: candidates by rules, a choice among them by a model or by score, an assembly that
//! cites.
//!
//! Architecture invariant: a model never writes a value. It says the number of a candidate or 0, and whatever of a source
//! stands in what was made is a span of what was captured of it. Without a model the rules' own best stands, where it is
//! good enough, and else it is unknown.

mod beside;
mod brief;
mod cards;
mod changes;
mod choice;
mod comparison;
mod concepts;
mod config;
mod evidence;
mod facts;
mod faq;
mod glossary;
mod outline;
mod page;
mod quiz;
pub mod read;
mod spending;
mod study;
mod timeline;

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_context::Fence;
use laika_protocol::collection::{
    Capture, Cited, Collection, Made, Part, Phrase, Source, SourceCitation, Transform,
};
use laika_protocol::ids::{CollectionId, UtcTime};
use laika_protocol::model::{Ask, Written};
use serde_json::{Map, Value};

pub use changes::{Change, compare};
pub use comparison::{Ranked, TableRow, rank};
pub use config::{Setting, SettingKind, TransformError, TransformInfo, describe};
pub use spending::{Amount, amount};

use choice::Open;
use config::Config;
use page::Page;

/// What something is made from.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    /// The collection.
    pub collection: &'a Collection,
    /// Its sources, each with the capture that is read.
    pub sources: &'a [(Source, Capture)],
    /// When it is made.
    pub made_at: UtcTime,
}

/// What a transform gives, before it is put together.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) parts: Vec<Part>,
    pub(crate) notes: Vec<Cited>,
    /// Pages that were used without being cited.
    pub(crate) used: BTreeSet<usize>,
}

impl Draft {
    pub(crate) fn note<const N: usize>(&mut self, phrase: Phrase, args: [String; N]) {
        self.notes.push(Cited::ours(phrase, args));
    }
}

/// What a transform found, before anything was chosen.
enum Plan {
    Comparison(comparison::Plan),
    Evidence(evidence::Plan),
    /// What needs no choice.
    Settled(Transform),
}

/// Something on its way: [`Work::next`] says what to ask, [`Work::feed`] takes what was written, and [`Work::finish`]
/// gives the result at any time, also when no model could be asked at all.
pub struct Work {
    transform: Transform,
    config: Config,
    title: String,
    collection_id: CollectionId,
    made_at: UtcTime,
    pages: Vec<Page>,
    plan: Plan,
    choices: Vec<Open>,
    /// The choices that are worth asking for, and how many of them were.
    asked: Vec<usize>,
    at: usize,
}

impl Work {
    /// Finds everything that can be found without a model.
    ///
    /// # Errors
    /// Where there is no source, or a setting is not what it has to be.
    pub fn new(
        transform: Transform,
        config: &Map<String, Value>,
        input: &Input<'_>,
    ) -> Result<Self, TransformError> {
        let config = Config::read(transform, config)?;
        if input.sources.is_empty() {
            return Err(TransformError::NoSources);
        }
        let pages: Vec<Page> =
            input.sources.iter().map(|(source, capture)| Page::new(source, capture)).collect();
        let (plan, choices) = match transform {
            Transform::Comparison => {
                let (plan, choices) = comparison::plan(&pages, &config);
                (Plan::Comparison(plan), choices)
            }
            Transform::Evidence => {
                let (plan, choices) = evidence::plan(&pages, &config);
                (Plan::Evidence(plan), choices)
            }
            Transform::Timeline
            | Transform::Brief
            | Transform::Outline
            | Transform::Glossary
            | Transform::Faq
            | Transform::StudyGuide
            | Transform::Quiz
            | Transform::Flashcards
            | Transform::Spending => (Plan::Settled(transform), Vec::new()),
        };
        let asked = (0..choices.len()).filter(|at| choices[*at].is_worth_asking()).collect();
        let title =
            format!("{}: {}", config.title(), laika_protocol::text::one_line(&input.collection.title));
        Ok(Self {
            transform,
            config,
            title,
            collection_id: input.collection.id.clone(),
            made_at: input.made_at.clone(),
            pages,
            plan,
            choices,
            asked,
            at: 0,
        })
    }

    /// How many questions are answered, and how many there are.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.at, self.asked.len())
    }

    /// What to ask next, with a fence of its own; nothing when everything was asked.
    #[must_use]
    pub fn next(&self, fence: &Fence) -> Option<Ask> {
        let choice = self.choices.get(*self.asked.get(self.at)?)?;
        Some(choice.ask(&self.pages.get(choice.page)?.text, fence))
    }

    /// Takes what was written; nothing where the model failed.
    pub fn feed(&mut self, written: Option<&Written>) {
        let Some(at) = self.asked.get(self.at) else { return };
        if let (Some(choice), Some(written)) = (self.choices.get_mut(*at), written) {
            choice.feed(&written.text);
        }
        self.at += 1;
    }

    /// What was made.
    #[must_use]
    pub fn finish(self) -> Made {
        let mut draft = match &self.plan {
            Plan::Comparison(plan) => comparison::assemble(&self.pages, &self.config, plan, &self.choices),
            Plan::Evidence(plan) => evidence::assemble(&self.pages, plan, &self.choices),
            Plan::Settled(transform) => settled(*transform, &self.pages, &self.config),
        };
        note_sensitive(&self.pages, self.transform, &mut draft);
        let cited = cited(&draft);
        let sources = self.pages.iter().enumerate().map(|(at, page)| {
            page.made_from(draft.used.contains(&at) || cited.contains(page.source.id.as_str()))
        });
        Made {
            transform: self.transform,
            title: self.title,
            collection_id: self.collection_id,
            config: self.config.values().clone(),
            made_at: self.made_at,
            sources: sources.collect(),
            notes: draft.notes,
            parts: draft.parts,
        }
    }
}

fn settled(transform: Transform, pages: &[Page], config: &Config) -> Draft {
    match transform {
        Transform::Timeline => timeline::make(pages, config),
        Transform::Brief => brief::make(pages, config),
        Transform::Outline => outline::make(pages, config),
        Transform::Glossary => glossary::make(pages, config),
        Transform::Faq => faq::make(pages, config),
        Transform::StudyGuide => study::make(pages, config),
        Transform::Quiz => quiz::make(pages, config),
        Transform::Flashcards => cards::make(pages, config),
        Transform::Spending => spending::make(pages),
        Transform::Comparison | Transform::Evidence => Draft::default(),
    }
}

/// The pages whose words may stand in what is made, with their index: of a bank or a hospital only totals are kept.
pub(crate) fn open(pages: &[Page]) -> impl Iterator<Item = (usize, &Page)> {
    pages.iter().enumerate().filter(|(_, page)| !page.source.sensitive)
}

fn note_sensitive(pages: &[Page], transform: Transform, draft: &mut Draft) {
    let left = pages.iter().filter(|page| page.source.sensitive).count();
    match left {
        0 => {}
        _ if transform == Transform::Spending => {}
        1 => draft.note(Phrase::SensitiveSource, []),
        _ => draft.note(Phrase::SensitiveSources, [left.to_string()]),
    }
}

/// The ids of all sources that are cited.
fn cited(draft: &Draft) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    each_citation(&draft.parts, &draft.notes, &mut |citation| {
        found.insert(citation.source_id.as_str().into());
    });
    found
}

/// Calls a function with every citation.
pub fn each_citation(parts: &[Part], notes: &[Cited], each: &mut dyn FnMut(&SourceCitation)) {
    crate::export::each_cited(parts, notes, &mut |cited| cited.citations.iter().for_each(&mut *each));
}
