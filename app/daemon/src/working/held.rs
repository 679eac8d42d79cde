//! An answer on its way to the person, and what a run says of its model: the same whether it worked with pages or with
//! tools.

use std::sync::Arc;
use std::time::Instant;

use laika_agent::{Packet, Question, RunEvent};
use laika_protocol::ids::Uuid;
use laika_protocol::llmcp::Role;
use laika_protocol::run::Left;
use serde_json::json;

use super::answer::{self, Shown};
use super::keeping::KeptFile;
use super::news::{CitedPlace, Finished, News, Took};
use super::planner::{Answered, Leaves, Planner, ReadPage};
use super::tell::ToRun;
use super::{Tell, fresh_uuid};

/// An answer that was proposed, and what of it may be shown.
pub(super) struct Held {
    id: Uuid,
    answered: Answered,
    shown: Option<Shown>,
}

impl Held {
    /// Holds an answer against what was read and said. Nothing where there is no randomness for its name.
    pub(super) fn new(answered: Answered, pages: &[ReadPage], words: &[String]) -> Option<Self> {
        let shown = answer::checked(&answered, pages, words).ok();
        Some(Self { id: fresh_uuid().ok()?, answered, shown })
    }

    /// The answer as it is stored: what may be shown, or of a sensitive site that something was; one that may not be shown
    /// leaves nothing.
    pub(super) fn packet(&self, sensitive: bool) -> Option<Box<Packet>> {
        let (shown, _) = self.shown.as_ref()?;
        let kept = if sensitive { answer::counted(shown) } else { shown.clone() };
        Some(Box::new(Packet {
            id: self.id.clone(),
            turn: 1,
            sender: Role::Assistant,
            in_reply_to: None,
            value: json!({ "assistant": kept }),
        }))
    }
}

/// Shows the answer that is held, if it may be shown.
pub(super) fn deliver(
    held: Option<Held>,
    question: Question,
    tell: &Tell,
    files: Vec<KeptFile>,
    (took, started): (Took, Instant),
) -> RunEvent {
    let refused = RunEvent::Checked { question, confirmed: false, finished: false, answer: None };
    let Some(Held { id, answered, shown }) = held else { return refused };
    let Some((assistant, checked)) = shown else {
        let sentence = "a citation of the answer is not in what was read".to_owned();
        tell.news(News::Trouble { code: "E_CITATION".into(), sentence });
        return refused;
    };
    let ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let finished = Finished {
        places: checked.iter().map(CitedPlace::from).collect(),
        assistant,
        method: answered.method,
        fields: answered.fields,
        missing: answered.missing,
        undone: answered.undone,
        files,
        took: Took { ms, asks: tell.asks(), ..took },
    };
    tell.news(News::Answer(Box::new(finished)));
    RunEvent::Checked { question, confirmed: true, finished: true, answer: Some(id) }
}

/// That the model was asked, if it was.
pub(super) fn prompted(took: &mut Took, planner: &dyn Planner) -> Vec<RunEvent> {
    let before = took.tokens_read;
    (took.tokens_read, took.tokens_written) = planner.tokens();
    let tokens = took.tokens_read.saturating_sub(before);
    let asked = RunEvent::Prompted { model: planner.model(), tokens, left: None, packet: None };
    (tokens > 0).then_some(asked).into_iter().collect()
}

/// Puts on record what leaves for a model elsewhere, before it does.
pub(super) fn leaving(to_run: &ToRun) -> Leaves {
    let to_run = Arc::clone(to_run);
    Arc::new(move |model: &str, left: &Left| {
        let left = Some(left.clone());
        to_run(RunEvent::Prompted { model: model.into(), tokens: 0, left, packet: None });
    })
}
