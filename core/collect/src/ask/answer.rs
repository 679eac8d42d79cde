//! An answer from sources: its sentences with where they stand, who disagrees, and who was heard.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_context::ground::Method;
use laika_protocol::collection::{Cited, SourceCitation};
use laika_protocol::ids::SourceId;

use crate::pack::{Member, Pack};

/// Sources that are named in a line.
const MOST_NAMES: usize = 6;

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What the sources say, the best first; each sentence has at least one citation.
    pub sentences: Vec<Cited>,
    /// Where they give different values, all of them.
    pub disagreement: Option<Disagreement>,
    /// Which sources were heard.
    pub coverage: Coverage,
    /// How it came about.
    pub method: Method,
}

/// Different values for the same thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// At least two.
    pub sides: Vec<Side>,
}

/// One of several values, and who gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The values in one form.
    pub values: Vec<String>,
    /// Who says so, and where.
    pub said: Vec<(SourceId, Cited)>,
}

/// Which sources were heard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Those that are cited.
    pub used: Vec<SourceId>,
    /// Those that have a text and say nothing that answers.
    pub silent: Vec<SourceId>,
    /// Those that may say something, and for which there was no room.
    pub left_out: Vec<SourceId>,
    /// Those of which there is no text, or none that may be used.
    pub without_text: Vec<SourceId>,
}

impl Answer {
    /// Whether no source answers.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.sentences.is_empty() && self.disagreement.is_none()
    }

    /// Every citation of the answer.
    #[must_use]
    pub fn citations(&self) -> Vec<&SourceCitation> {
        let sides = self.disagreement.iter().flat_map(|disagreement| &disagreement.sides);
        let of_sides = sides.flat_map(|side| side.said.iter().map(|(_, said)| said));
        self.sentences.iter().chain(of_sides).flat_map(|cited| &cited.citations).collect()
    }

    /// What the sides say, one sentence each, with the name of its source before it.
    #[must_use]
    pub fn sides(&self, members: &[Member<'_>]) -> Vec<Cited> {
        let name = |id: &SourceId| members.iter().find(|member| member.source.id == *id).map(name_of);
        let sides = self.disagreement.iter().flat_map(|disagreement| &disagreement.sides);
        let said = sides.flat_map(|side| &side.said);
        let line = |(id, said): &(SourceId, Cited)| {
            let text = format!("{} says: {}", name(id).unwrap_or_else(|| id.to_string()), said.text);
            Cited::new(text, said.citations.clone())
        };
        said.map(line).collect()
    }

    /// Who was heard, in words.
    #[must_use]
    pub fn coverage_line(&self, members: &[Member<'_>]) -> String {
        let names = |ids: &[SourceId]| {
            let of = |id: &SourceId| members.iter().find(|member| member.source.id == *id).map(name_of);
            let mut named = ids.iter().take(MOST_NAMES).filter_map(of).collect::<Vec<_>>().join(", ");
            if ids.len() > MOST_NAMES {
                named.push_str(&format!(" and {} more", ids.len() - MOST_NAMES));
            }
            named
        };
        let Coverage { used, silent, left_out, without_text } = &self.coverage;
        let read = used.len() + silent.len();
        let mut line = match (used.len(), read) {
            (_, 0) => "There is no text of any source yet.".to_string(),
            (0, 1) => "Not in your sources: the one that was read says nothing about this.".to_string(),
            (0, _) => {
                format!("Not in your sources: none of the {read} that were read says anything about this.")
            }
            (some, _) => format!("From {some} of {read} sources: {}.", names(used)),
        };
        if !used.is_empty() && !silent.is_empty() {
            line.push_str(&format!(" Nothing about it in: {}.", names(silent)));
        }
        if !left_out.is_empty() {
            line.push_str(&format!(" No room for: {}.", names(left_out)));
        }
        if !without_text.is_empty() && read > 0 {
            line.push_str(&format!(" Not read: {}.", names(without_text)));
        }
        line
    }
}

/// What a person calls a source: its title, or who published it where the title may not be told.
fn name_of(member: &Member<'_>) -> String {
    let title = member.title();
    if title.is_empty() { member.source.outlet.clone() } else { title }
}

pub(super) fn assemble(
    members: &[Member<'_>],
    pack: &Pack<'_>,
    sentences: Vec<(usize, Cited)>,
    disagreement: Option<Disagreement>,
    method: Method,
) -> Answer {
    let mut answer = Answer {
        sentences: sentences.into_iter().map(|(_, cited)| cited).collect(),
        disagreement,
        coverage: Coverage::default(),
        method,
    };
    let cited: BTreeSet<SourceId> =
        answer.citations().into_iter().map(|citation| citation.source_id.clone()).collect();
    for (at, member) in members.iter().enumerate() {
        let id = member.source.id.clone();
        let list = if cited.contains(&id) {
            &mut answer.coverage.used
        } else if !pack.has_text(at) {
            &mut answer.coverage.without_text
        } else if pack.was_left_out(at) {
            &mut answer.coverage.left_out
        } else {
            &mut answer.coverage.silent
        };
        list.push(id);
    }
    answer
}
