//! A summary or an answer, step by step: the parts are asked one after another, then their points become one text.
//!
//! The caller drives it: [`Grounding::next`] says what to ask, [`Grounding::feed`] takes what was written, and
//! [`Grounding::finish`] gives the result at any time, also when no model could be asked at all.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use laika_protocol::document::{Block, Document, Inline, ListItem, ListItemTag};
use laika_protocol::llmcp::{Assistant, Citation};
use laika_protocol::model::{Ask, Prompt, Speaker, Written};
use serde_json::{Value, json};

use super::chunk::chunks;
use super::extract::extractive;
use super::held::MOST_TITLE;
use super::material::Material;
use super::notes::{NO_TEXT, NOTHING_ABOUT_IT, covers};
use super::points::{self, Checked, Places, Point};
use super::support::supported;
use crate::execute::{GREEDY, object};
use crate::fence::{Fence, without_marks};
use crate::prompts::{PromptFile, turn};
use crate::text::sentences;

/// Points that make a summary; where the model gives fewer, sentences of the document are added.
const ENOUGH: usize = 3;

/// Points after which it shows whether a model can write.
const WEAK: u32 = 3;

/// How much is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Tokens of one part, by estimate.
    pub part_tokens: usize,
    /// Parts that are read.
    pub parts: usize,
    /// Points of one part.
    pub points_of_part: usize,
    /// Points of the result.
    pub points: usize,
}

impl Default for Size {
    fn default() -> Self {
        Self { part_tokens: 700, parts: 6, points_of_part: 2, points: 5 }
    }
}

/// How a result came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The model wrote all of it.
    Model,
    /// Some of it are sentences of the document as they stand.
    Mixed,
    /// All of it are sentences of the document as they stand.
    Extractive,
    /// The documents say nothing that helps.
    Nothing,
}

impl Method {
    /// In words for a person.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Model => "in the model's words",
            Self::Mixed => "in the model's words and the page's",
            Self::Extractive => "in the page's own words",
            Self::Nothing => "nothing was found",
        }
    }
}

/// A text that stands on what was read.
#[derive(Clone, Debug)]
pub struct Grounded {
    /// The text and where it stands; there is a citation for every point, in the same order.
    pub assistant: Assistant,
    /// The points as plain words, one for each citation.
    pub points: Vec<String>,
    /// How it came about.
    pub method: Method,
    /// Sentences of the model that the documents do not support; they are not in the text.
    pub dropped: u32,
    /// Points for which the document's own sentence stands.
    pub replaced: u32,
    /// Parts that were not read because there are too many.
    pub unread: u32,
}

impl Grounded {
    /// The sentences that what stands around their quotation does not support, held against the documents once more:
    /// none, unless something is wrong with this module.
    #[must_use]
    pub fn unsupported(&self, materials: &[Material]) -> Vec<String> {
        let mut found = Vec::new();
        for (point, citation) in self.points.iter().zip(&self.assistant.citations) {
            let of = materials.iter().filter(|material| material.doc_id == citation.doc_id);
            let sources: Vec<&str> =
                of.flat_map(|material| around_every(material, &citation.quote)).collect();
            let sentences = sentences(point).into_iter().map(|sentence| &point[sentence.at]);
            found
                .extend(sentences.filter(|sentence| !supported(sentence, &sources)).map(ToString::to_string));
        }
        found
    }
}

/// What stands around a quotation, at every place where it occurs, up to a few.
pub(super) fn around_every<'a>(material: &'a Material, quote: &str) -> Vec<&'a str> {
    const MOST_PLACES: usize = 20;
    if quote.is_empty() {
        return Vec::new();
    }
    let places = Places::of(&material.text);
    let at = material.text.match_indices(quote).take(MOST_PLACES);
    at.map(|(at, _)| &material.text[places.around(&(at..at + quote.len()))]).collect()
}

enum Phase {
    Parts(usize),
    Reduce,
    Done,
}

/// A summary or an answer on its way.
pub struct Grounding {
    materials: Vec<Material>,
    places: Vec<Places>,
    question: Option<String>,
    size: Size,
    /// The parts to read: the document and the place in it.
    parts: Vec<(usize, Range<usize>)>,
    unread: u32,
    points: Vec<Point>,
    title: String,
    checked: Checked,
    phase: Phase,
}

impl Grounding {
    /// A summary of some documents, or an answer to a question from them.
    #[must_use]
    pub fn new(materials: Vec<Material>, question: Option<&str>, size: Size) -> Self {
        let every = materials.iter().enumerate().flat_map(|(at, material)| {
            let parts = chunks(&material.text, size.part_tokens).into_iter();
            parts.map(move |part| (at, trimmed(&material.text, part)))
        });
        let every: Vec<(usize, Range<usize>)> = every.collect();
        let all = every.len();
        let parts = chosen(every, &materials, question, size.parts);
        Self {
            places: materials.iter().map(|material| Places::of(&material.text)).collect(),
            question: question.map(ToString::to_string),
            unread: u32::try_from(all - parts.len()).unwrap_or(u32::MAX),
            points: Vec::new(),
            title: String::new(),
            checked: Checked::default(),
            phase: if parts.is_empty() { Phase::Done } else { Phase::Parts(0) },
            materials,
            size,
            parts,
        }
    }

    /// How many questions are answered, and how many there are at most.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let all = self.parts.len() + usize::from(self.parts.len() > 1);
        match self.phase {
            Phase::Parts(at) => (at, all),
            Phase::Reduce => (self.parts.len(), all),
            Phase::Done => (all, all),
        }
    }

    /// What to ask next, with a fence of its own; nothing when everything was asked.
    #[must_use]
    pub fn next(&self, fence: &Fence) -> Option<Ask> {
        match self.phase {
            Phase::Parts(at) => {
                let (material, part) = self.parts.get(at)?;
                let material = &self.materials[*material];
                let name = format!("{} part {} of {}", material.doc_id, at + 1, self.parts.len());
                let alone = self.size.points.min(2 * self.size.points_of_part);
                let most = if self.parts.len() == 1 { alone } else { self.size.points_of_part };
                Some(points::ask(&material.text[part.clone()], &name, self.question.as_deref(), most, fence))
            }
            Phase::Reduce => Some(self.reduce(fence)),
            Phase::Done => None,
        }
    }

    /// Takes what was written; nothing where the model failed.
    pub fn feed(&mut self, written: Option<&Written>) {
        let text = written.map_or("", |written| written.text.as_str());
        match self.phase {
            Phase::Parts(at) => {
                self.take_points(at, text);
                let last = at + 1 >= self.parts.len();
                self.phase = if self.is_too_weak() {
                    Phase::Done
                } else if !last {
                    Phase::Parts(at + 1)
                } else if self.parts.len() > 1 && self.points.len() > self.size.points {
                    Phase::Reduce
                } else {
                    Phase::Done
                };
            }
            Phase::Reduce => {
                self.take_reduced(text);
                self.phase = Phase::Done;
            }
            Phase::Done => {}
        }
    }

    fn take_points(&mut self, at: usize, text: &str) {
        let Some((index, part)) = self.parts.get(at) else { return };
        let material = (*index, &self.materials[*index]);
        let said = points::said(text);
        let mut found = points::check(&said, part, material, &self.places[*index], &mut self.checked);
        found.retain(|point| self.points.iter().all(|known| known.text != point.text));
        self.points.append(&mut found);
    }

    /// Whether the model only ever gave words that its source does not support. Then asking on is no use, and what it
    /// chose to quote says no more than what it wrote.
    fn is_too_weak(&self) -> bool {
        let of_model = u32::try_from(self.points.len()).unwrap_or(u32::MAX);
        of_model >= WEAK && self.checked.replaced >= of_model
    }

    fn reduce(&self, fence: &Fence) -> Ask {
        let file = PromptFile::Reduce;
        let lines: Vec<String> =
            self.points.iter().zip(1..).map(|(point, number)| format!("{number}. {}", point.text)).collect();
        let document = fence.document("points", &lines.join("\n"));
        let wanted = match &self.question {
            Some(question) => format!("Question: {}", without_marks(question)),
            None => "Write the summary.".into(),
        };
        let turns = alloc::vec![
            turn(Speaker::System, file.part("system")),
            turn(Speaker::User, file.filled("task", &[("document", &document), ("wanted", &wanted)])),
        ];
        let number = json!({ "enum": (1..=self.points.len()).collect::<Vec<_>>() });
        let text = |most: usize| json!({ "type": "string", "minLength": 1, "maxLength": most });
        let point = object([("number".to_string(), number), ("text".to_string(), text(180))]);
        let list = json!({ "type": "array", "items": point, "minItems": 1, "maxItems": self.size.points });
        let shape = object([("title".to_string(), text(80)), ("points".to_string(), list)]);
        Ask {
            prompt: Prompt { turns, fixed_turns: 1, answer_starts: String::new() },
            shape: Some(shape),
            sampling: GREEDY,
            max_tokens: u32::try_from(self.size.points * 70 + 60).unwrap_or(u32::MAX),
        }
    }

    /// The points that were chosen, each in its new words where its own source supports them.
    fn take_reduced(&mut self, text: &str) {
        let Ok(value) = serde_json::from_str::<Value>(text.trim()) else { return };
        let mut chosen: Vec<Point> = Vec::new();
        for said in value["points"].as_array().into_iter().flatten() {
            let number = said["number"].as_u64().and_then(|number| usize::try_from(number).ok());
            let point = number.and_then(|number| self.points.get(number.checked_sub(1)?)).cloned();
            let Some(mut point) = point.filter(|point| chosen.iter().all(|known| known.quote != point.quote))
            else {
                continue;
            };
            let source = self.source(&point).to_string();
            let new =
                points::keep_supported(said["text"].as_str().unwrap_or_default(), &source, &mut self.checked);
            if !new.is_empty() {
                point.text = new;
            }
            chosen.push(point);
        }
        if !chosen.is_empty() {
            self.points = chosen;
        }
        let title = value["title"].as_str().unwrap_or_default().trim();
        let sources: Vec<&str> = self.points.iter().map(|point| self.source(point)).collect();
        if supported(title, &[&sources.join("\n")]) {
            self.title = title.into();
        }
    }

    fn source(&self, point: &Point) -> &str {
        let text = &self.materials[point.material].text;
        &text[self.places[point.material].around(&point.quote)]
    }

    /// Whether the result will be made of what a model chose, not of sentences that rules chose.
    #[must_use]
    pub fn is_of_model(&self) -> bool {
        !self.points.is_empty() && !self.is_too_weak()
    }

    /// The result, from whatever was fed so far.
    #[must_use]
    pub fn finish(self) -> Grounded {
        self.finish_with_places().0
    }

    /// The result, and for each of its points the document and the place in it that it rests on: a quotation may stand
    /// in a text more than once, and only this says which one was read.
    #[must_use]
    pub fn finish_with_places(mut self) -> (Grounded, Vec<(usize, Range<usize>)>) {
        if self.is_too_weak() {
            self.points.clear();
            self.checked.replaced = 0;
        }
        let of_model = self.points.len();
        let replaced = usize::try_from(self.checked.replaced).unwrap_or(usize::MAX);
        let enough = if self.question.is_some() { 1 } else { ENOUGH.min(self.size.points) };
        let short = of_model < enough;
        if short {
            self.fill(enough);
        }
        let room = self.size.points;
        if self.points.len() > room {
            // No choice was made: every part keeps its first points.
            let step = self.points.len().div_ceil(room);
            self.points = core::mem::take(&mut self.points).into_iter().step_by(step).collect();
        }
        let method = match (of_model, self.points.len()) {
            (_, 0) => Method::Nothing,
            (0, _) => Method::Extractive,
            (all, _) if replaced >= all => Method::Extractive,
            _ if replaced > 0 || short => Method::Mixed,
            _ => Method::Model,
        };
        let citations: Vec<Citation> = self
            .points
            .iter()
            .map(|point| self.materials[point.material].cite(point.quote.clone()))
            .collect();
        let title = if self.title.is_empty() { self.own_title() } else { self.title.clone() };
        let places = self.points.iter().map(|point| (point.material, point.quote.clone())).collect();
        let grounded = Grounded {
            assistant: Assistant { title, render: self.document(), citations },
            points: self.points.into_iter().map(|point| point.text).collect(),
            method,
            dropped: self.checked.dropped,
            replaced: self.checked.replaced,
            unread: self.unread,
        };
        (grounded, places)
    }

    /// Adds the best sentences that no point speaks of yet; all that there is room for, where there is no point at all.
    fn fill(&mut self, enough: usize) {
        let room = if self.points.is_empty() { self.size.points } else { enough };
        for one in self.extracted() {
            let meets = |known: &Point| {
                known.material == one.material
                    && known.quote.start < one.quote.end
                    && one.quote.start < known.quote.end
            };
            if self.points.len() < room && !self.points.iter().any(meets) {
                self.points.push(one);
            }
        }
        if self.question.is_none() {
            self.points.sort_by_key(|point| (point.material, point.quote.start));
        }
    }

    /// The best sentences as they stand, of all documents in turn.
    fn extracted(&self) -> Vec<Point> {
        let of_each = self.size.points.div_ceil(self.materials.len().max(1)).max(1);
        let passages = self.materials.iter().enumerate().flat_map(|(material, one)| {
            let found = extractive(&one.text, &one.title, self.question.as_deref(), of_each);
            found.into_iter().map(move |passage| {
                let text = one.text[passage.at.clone()].to_string();
                (passage.score, Point { material, quote: passage.at, text })
            })
        });
        let mut passages: Vec<(f32, Point)> = passages.collect();
        if self.question.is_some() {
            passages.sort_by(|(a, _), (b, _)| b.total_cmp(a));
            passages.truncate(self.size.points.min(3));
        }
        passages.into_iter().map(|(_, point)| point).take(self.size.points).collect()
    }

    fn own_title(&self) -> String {
        let title = self.materials.first().map_or("", |material| material.title.as_str());
        title.chars().take(MOST_TITLE).collect()
    }

    fn document(&self) -> Document {
        let paragraph = |text: &str| Block::Paragraph { children: alloc::vec![Inline::text(text)] };
        let mut blocks = Vec::new();
        let notes = self.materials.iter().filter_map(Material::access_note);
        let mut notes: Vec<&str> = notes.collect();
        notes.dedup();
        blocks.extend(notes.into_iter().map(paragraph));
        if self.points.is_empty() {
            let nothing = match self.question {
                Some(_) => NOTHING_ABOUT_IT,
                None => NO_TEXT,
            };
            blocks.push(paragraph(nothing));
        } else if self.question.is_some() {
            blocks.extend(self.points.iter().map(|point| paragraph(&point.text)));
        } else {
            let item = |point: &Point| ListItem {
                node_type: ListItemTag,
                children: alloc::vec![paragraph(&point.text)],
            };
            blocks.push(Block::List { ordered: false, items: self.points.iter().map(item).collect() });
        }
        if self.unread > 0 && !self.points.is_empty() {
            let (read, all) =
                (self.parts.len(), self.parts.len() + usize::try_from(self.unread).unwrap_or(0));
            blocks.push(paragraph(&covers(read, all)));
        }
        Document::new(blocks)
    }
}

/// A part without the white space around it.
fn trimmed(text: &str, part: Range<usize>) -> Range<usize> {
    let words = &text[part.clone()];
    let start = part.start + (words.len() - words.trim_start().len());
    start..start + words.trim().len()
}

/// The parts to read: all, where they are few; else those that are about the question, or the first, the last and some
/// evenly between. In the order of the text.
fn chosen(
    parts: Vec<(usize, Range<usize>)>,
    materials: &[Material],
    question: Option<&str>,
    most: usize,
) -> Vec<(usize, Range<usize>)> {
    if parts.len() <= most {
        return parts;
    }
    let all = parts.len();
    let mut keep: Vec<usize> = match question {
        Some(question) => {
            let worth = |(at, part): &(usize, Range<usize>)| -> f32 {
                let found = extractive(&materials[*at].text[part.clone()], "", Some(question), 2);
                found.iter().map(|passage| passage.score).sum()
            };
            let worths: Vec<f32> = parts.iter().map(worth).collect();
            let mut order: Vec<usize> = (0..all).collect();
            order.sort_by(|a, b| worths[*b].total_cmp(&worths[*a]));
            order.truncate(most.max(1));
            order
        }
        None => (0..most.max(1)).map(|at| at * (all - 1) / most.saturating_sub(1).max(1)).collect(),
    };
    keep.sort_unstable();
    keep.dedup();
    keep.into_iter().map(|at| parts[at].clone()).collect()
}
