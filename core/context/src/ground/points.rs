//! The points of a part: what is asked, and what of the answer can be kept.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use laika_protocol::model::{Ask, PIECE_OF, Prompt, Speaker};
use laika_protocol::text::one_line;
use serde_json::{Value, json};

use super::chrome::is_chrome;
use super::material::Material;
use super::support::supported;
use crate::execute::{GREEDY, object};
use crate::fence::{Fence, without_marks};
use crate::prompts::{PromptFile, turn};
use crate::text::{Sentence, fold, sentences, whole_words};

/// Characters of what is said about a quotation.
const MOST_TEXT: usize = 180;
/// Characters of a quotation that is asked for.
const MOST_QUOTE: usize = 180;
/// Sentences on both sides of a quotation that count as its source.
const AROUND: usize = 2;
/// Characters of a sentence that can stand for itself.
const MOST_SENTENCE: usize = 420;

/// Something that a document says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Point {
    /// The document.
    pub(super) material: usize,
    /// The quotation it rests on.
    pub(super) quote: Range<usize>,
    /// What it says: supported by the quotation and what stands around it.
    pub(super) text: String,
}

/// What became of what a model said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checked {
    /// Sentences that were not supported and are gone.
    pub(super) dropped: u32,
    /// Points for which the quotation's own sentence stands.
    pub(super) replaced: u32,
}

/// Asks for the points of one part of a document.
pub(super) fn ask(part: &str, name: &str, question: Option<&str>, most: usize, fence: &Fence) -> Ask {
    let file = if question.is_some() { PromptFile::Answer } else { PromptFile::Summarise };
    let values = [
        ("document", &fence.document(name, part) as &str),
        ("question", &without_marks(question.unwrap_or_default())),
    ];
    let turns = alloc::vec![
        turn(Speaker::System, file.part("system")),
        turn(Speaker::User, file.filled("task", &values)),
    ];
    let quote = json!({ "type": "string", "minLength": 1, "maxLength": MOST_QUOTE, PIECE_OF: [part] });
    let text = json!({ "type": "string", "minLength": 1, "maxLength": MOST_TEXT });
    // The quotation comes first: what is said then can lean on it.
    let point = object([("quote".to_string(), quote), ("text".to_string(), text)]);
    // A part may have nothing to say to a question; to a summary every part has something.
    let least = usize::from(question.is_none());
    let points = json!({ "type": "array", "items": point, "minItems": least, "maxItems": most });
    Ask {
        prompt: Prompt { turns, fixed_turns: 1, answer_starts: String::new() },
        shape: Some(object([("points".to_string(), points)])),
        sampling: GREEDY,
        max_tokens: u32::try_from(most * 120 + 20).unwrap_or(u32::MAX),
    }
}

/// The quotations and texts of an answer. One that was cut off gives those that are whole.
pub(super) fn said(text: &str) -> Vec<(String, String)> {
    let value: Option<Value> = serde_json::from_str(text.trim()).ok().or_else(|| whole_part(text));
    let points = value.as_ref().and_then(|value| value["points"].as_array()).cloned().unwrap_or_default();
    let field = |point: &Value, key: &str| point[key].as_str().map(ToString::to_string);
    points.iter().filter_map(|point| Some((field(point, "quote")?, field(point, "text")?))).collect()
}

/// The points before the place where an answer broke off: nothing here acts, so what is whole may be used.
fn whole_part(text: &str) -> Option<Value> {
    let start = text.find('{')?;
    let end = text.rfind('}')?;
    serde_json::from_str(&format!("{}]}}", text.get(start..=end)?)).ok()
}

/// Places of a document's sentences, found once.
pub(super) struct Places {
    sentences: Vec<Sentence>,
}

impl Places {
    pub(super) fn of(text: &str) -> Self {
        Self { sentences: sentences(text) }
    }

    /// The sentences that a piece touches.
    fn touched(&self, piece: &Range<usize>) -> Range<usize> {
        let from = self.sentences.partition_point(|sentence| sentence.at.end <= piece.start);
        let to = self.sentences.partition_point(|sentence| sentence.at.start < piece.end);
        from..to.max(from)
    }

    /// What counts as the source of a piece: its sentences and some around them.
    pub(super) fn around(&self, piece: &Range<usize>) -> Range<usize> {
        let touched = self.touched(piece);
        let from = touched.start.saturating_sub(AROUND);
        let to = (touched.end + AROUND).min(self.sentences.len());
        match self.sentences.get(from..to) {
            Some([first, .., last]) => first.at.start.min(piece.start)..last.at.end.max(piece.end),
            Some([only]) => only.at.start.min(piece.start)..only.at.end.max(piece.end),
            _ => piece.clone(),
        }
    }

    /// The whole sentence that a piece is of; the first, where it is of several.
    pub(super) fn whole(&self, piece: &Range<usize>) -> Option<Range<usize>> {
        self.sentences.get(self.touched(piece).start).map(|sentence| sentence.at.clone())
    }
}

/// Holds what a model said of one part against the document, and keeps what stands.
pub(super) fn check(
    said: &[(String, String)],
    part: &Range<usize>,
    material: (usize, &Material),
    places: &Places,
    checked: &mut Checked,
) -> Vec<Point> {
    let (index, material) = material;
    let mut points: Vec<Point> = Vec::new();
    for (quote, text) in said {
        let Some(quote) = place(quote, part, &material.text) else {
            checked.dropped += 1;
            continue;
        };
        let source = &material.text[places.around(&quote)];
        let kept = keep_supported(text, source, checked);
        let own = own_sentence(&quote, &material.text, places);
        let text = match own {
            // A copy of a part of the sentence may leave out who says it; then the whole sentence is better.
            Some(own) if !is_sentence(&kept) || is_piece(&kept, &own) => {
                checked.replaced += 1;
                own
            }
            None if !is_sentence(&kept) => continue,
            _ => kept,
        };
        let is_new = points.iter().all(|point| point.text != text && point.quote != quote);
        if is_new {
            points.push(Point { material: index, quote, text });
        }
    }
    points
}

/// Where a quotation stands in its part: its longest line, without the prefix of that line.
fn place(quote: &str, part: &Range<usize>, text: &str) -> Option<Range<usize>> {
    let within = text.get(part.clone())?;
    let whole = part.start + within.find(quote)?;
    let inner = sentences(quote);
    let lines = inner.iter().map(|sentence| sentence.line).max()?;
    let line = |number: usize| {
        let mut of_line = inner.iter().filter(|sentence| sentence.line == number);
        let first = of_line.next()?;
        let end = of_line.next_back().unwrap_or(first).at.end;
        Some(first.at.start..end)
    };
    let longest = (0..=lines).filter_map(line).max_by_key(ExactSize::size)?;
    let at = whole_words(text, whole + longest.start..whole + longest.end);
    // A word or two prove nothing; every page has them.
    (crate::text::words(&text[at.clone()]).len() >= 3).then_some(at)
}

trait ExactSize {
    fn size(&self) -> usize;
}

impl ExactSize for Range<usize> {
    fn size(&self) -> usize {
        self.end - self.start
    }
}

/// The sentences of a text that its source supports.
pub(super) fn keep_supported(text: &str, source: &str, checked: &mut Checked) -> String {
    let text = &one_line(text);
    let mut kept: Vec<&str> = Vec::new();
    for sentence in sentences(text) {
        let sentence = &text[sentence.at];
        if supported(sentence, &[source]) {
            kept.push(sentence);
        } else {
            checked.dropped += 1;
        }
    }
    // Two that stood apart may read as one sentence, now that nothing stands between them.
    let joined = kept.join(" ");
    let stands = sentences(&joined).into_iter().all(|sentence| supported(&joined[sentence.at], &[source]));
    if stands { joined } else { kept.first().map(ToString::to_string).unwrap_or_default() }
}

/// Whether a text reads as a sentence of its own, not as the rest of one.
fn is_sentence(text: &str) -> bool {
    let first = text.chars().find(|c| c.is_alphanumeric());
    first.is_some_and(|first| !first.is_lowercase()) && crate::text::words(text).len() >= 4
}

/// Whether a text is a part of a longer sentence, word for word.
fn is_piece(text: &str, whole: &str) -> bool {
    let (text, whole) = (fold(text), fold(whole));
    text.len() < whole.len() && whole.contains(&text)
}

/// The sentence of a quotation as it stands, where it is content.
fn own_sentence(quote: &Range<usize>, text: &str, places: &Places) -> Option<String> {
    let whole = places.whole(quote).filter(|whole| text[whole.clone()].chars().count() <= MOST_SENTENCE);
    let own = &text[whole.unwrap_or_else(|| quote.clone())];
    (!is_chrome(own)).then(|| own.into())
}
