//! A question across sources: what they say to it, sentence by sentence, each with where it stands.
//!
//! The caller drives it like every grounded text: [`Asking::next`] says what to ask a model, [`Asking::feed`] takes what
//! it wrote, and [`Asking::finish`] gives the answer at any time, also when no model was asked at all. Nothing is said
//! that no source says: where none does, the answer is that.

mod answer;
mod candidates;
mod disagreement;

pub use answer::{Answer, Coverage, Disagreement, Side};

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_context::Fence;
use laika_context::ground::{Grounding, Material, Method, Size};
use laika_context::text::fold;
use laika_protocol::collection::Cited;
use laika_protocol::model::{Ask, Written};

use crate::pack::{Member, Pack};
use candidates::{Candidate, Field};

/// Sentences of an answer.
const MOST_SENTENCES: usize = 5;

/// How much is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reads {
    /// Tokens of all passages together.
    pub tokens: usize,
    /// How a model is asked.
    pub size: Size,
}

impl Default for Reads {
    fn default() -> Self {
        Self { tokens: 6_000, size: Size { parts: 8, points: MOST_SENTENCES, ..Size::default() } }
    }
}

/// A question on its way.
pub struct Asking<'a> {
    members: Vec<Member<'a>>,
    pack: Pack<'a>,
    question: String,
    grounding: Grounding,
}

impl<'a> Asking<'a> {
    /// A question to the sources of a collection.
    #[must_use]
    pub fn new(members: &[Member<'a>], question: &str, reads: &Reads) -> Self {
        let pack = Pack::about(members, question, reads.tokens);
        let material = |part: &crate::pack::Part| Material {
            doc_id: part.doc_id.clone(),
            title: pack.title(part),
            text: part.text.clone(),
            signals: Vec::new(),
            anchors: Vec::new(),
        };
        let materials = pack.parts().iter().map(material).collect();
        let grounding = Grounding::new(materials, Some(question), reads.size);
        Self { members: members.to_vec(), pack, question: question.to_string(), grounding }
    }

    /// How many questions a model has answered, and how many there are at most.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        self.grounding.progress()
    }

    /// What to ask a model next, with a fence of its own; nothing when everything was asked.
    #[must_use]
    pub fn next(&self, fence: &Fence) -> Option<Ask> {
        self.grounding.next(fence)
    }

    /// Takes what the model wrote; nothing where it failed, or where there is none.
    pub fn feed(&mut self, written: Option<&Written>) {
        self.grounding.feed(written);
    }

    /// The answer, from whatever was fed so far.
    #[must_use]
    pub fn finish(self) -> Answer {
        let Self { members, pack, question, grounding } = self;
        let field = Field::read(&question, &pack);
        let found = field.answers();
        let of_model = grounding.is_of_model();
        let (grounded, places) = grounding.finish_with_places();
        let mut sentences: Vec<(usize, Cited)> = Vec::new();
        let mut method = grounded.method;
        if of_model {
            // What a model picks from a source that says nothing to the question is no answer either.
            for (point, (part, place)) in grounded.points.iter().zip(&places) {
                if field.speaks_of_it(*part, place) {
                    let cited =
                        pack.parts().get(*part).and_then(|of| Some((of.member, pack.cite(of, place)?)));
                    sentences.extend(cited.map(|(member, citation)| {
                        (member, Cited::new(point.clone(), alloc::vec![citation]))
                    }));
                }
            }
        }
        let disagreement = disagreement::between(&field, &found, &pack, &members);
        if sentences.is_empty() {
            method = Method::Extractive;
            sentences = of_rules(Field::best(&found), &field, &pack);
        }
        if sentences.is_empty() && disagreement.is_none() {
            method = Method::Nothing;
        }
        answer::assemble(&members, &pack, sentences, disagreement, method)
    }
}

/// The best sentence of each source that answers, the best first; one that says the same as another goes with it.
fn of_rules(found: &[Candidate], field: &Field<'_>, pack: &Pack<'_>) -> Vec<(usize, Cited)> {
    let mut sentences: Vec<(usize, Cited, String)> = Vec::new();
    for candidate in found {
        let Some(part) = pack.parts().get(candidate.part) else { continue };
        let Some(citation) = pack.cite(part, &candidate.at) else { continue };
        let text = field.words(candidate);
        let folded = fold(text);
        if let Some((_, known, _)) = sentences.iter_mut().find(|(_, _, known)| *known == folded) {
            known.citations.push(citation);
        } else if sentences.len() < MOST_SENTENCES {
            let cited = Cited::new(text.to_string(), alloc::vec![citation]);
            sentences.push((part.member, cited, folded));
        }
    }
    sentences.into_iter().map(|(member, cited, _)| (member, cited)).collect()
}
