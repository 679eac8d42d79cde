//! The questions, and the stored pages that they are about. Of the pages nothing is kept here but short answers and the
//! hashes of the sentences that give them.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::articles::unpacked;
use crate::labelled::{self, is_held_out};
use crate::web::{Reply, Site};

const QUESTIONS: &str = include_str!("../../data/questions.jsonl");

/// A question.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    pub(super) id: String,
    /// The file, below the folder of data.
    pub(super) page: String,
    pub(super) question: String,
    pub(super) kind: Kind,
    /// Any of these makes an answer right.
    pub(super) answers: Vec<String>,
    /// All of these have to be in it.
    #[serde(default)]
    pub(super) all: Vec<String>,
    /// The sentences that give the answer.
    pub(super) evidence_sha256: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Fact,
    Number,
    Reason,
    Yesno,
    /// The page does not say.
    Absent,
}

impl Kind {
    pub(super) const ALL: [Self; 5] = [Self::Fact, Self::Number, Self::Reason, Self::Yesno, Self::Absent];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Fact => "fact",
            Self::Number => "number",
            Self::Reason => "reason",
            Self::Yesno => "yes or no",
            Self::Absent => "not told",
        }
    }
}

impl Question {
    /// Whether it is scored and never shown.
    pub(super) fn is_held_out(&self) -> bool {
        is_held_out(&self.question)
    }
}

/// The questions; at most so many, from all over, always the same.
pub(super) fn questions(most: Option<usize>) -> Result<Vec<Question>> {
    Ok(labelled::sample(labelled::read("the questions", QUESTIONS)?, most))
}

/// The pages as they were stored: nothing runs in them.
pub(super) fn serve(data: &Path, questions: &[Question]) -> Result<Site> {
    let pages: Vec<String> = questions.iter().map(|question| question.page.clone()).collect();
    let data: PathBuf = data.to_owned();
    for page in &pages {
        bytes(&data.join(page)).with_context(|| format!("{page} cannot be read"))?;
    }
    Site::start(move |asked| {
        let name = asked.path.trim_start_matches('/');
        let page = pages.iter().find(|page| *page == name).and_then(|page| bytes(&data.join(page)).ok());
        page.map_or_else(
            || Reply::status(404),
            |page| {
                let mut reply = Reply::of("text/html; charset=utf-8", page);
                reply.headers.push(("Content-Security-Policy".into(), "script-src 'none'".into()));
                reply
            },
        )
    })
}

fn bytes(file: &Path) -> Result<Vec<u8>> {
    if file.extension().is_some_and(|ending| ending == "gz") {
        unpacked(file)
    } else {
        Ok(std::fs::read(file)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_have_answers_unless_the_page_does_not_tell() {
        let questions = questions(None).unwrap();
        assert_eq!(questions.len(), 90);
        for one in &questions {
            let told = one.kind != Kind::Absent;
            assert_eq!(told, !one.answers.is_empty() || !one.all.is_empty(), "{}", one.id);
            assert_eq!(told, !one.evidence_sha256.is_empty(), "{}", one.id);
        }
        let held_out = questions.iter().filter(|one| one.is_held_out()).count();
        assert!((25..45).contains(&held_out), "{held_out}");
    }
}
