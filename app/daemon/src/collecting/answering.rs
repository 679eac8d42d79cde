//! A question across all sources of a collection, and the thinking that this and everything made from one need.

use laika_collect::ask::{Asking, Reads};
use laika_collect::pack::Member;
use laika_context::goal::Goal;
use laika_model::Runner as _;
use laika_protocol::collection::{Capture, Collection, Source};
use laika_store::Reader;
use serde_json::{Value, json};

use super::{Collecting, Means, shown};
use crate::now_ms;
use crate::serving::Refusal;
use crate::thinking::{Mind, Questions, ThinkError};

impl Collecting {
    /// Every source of a collection with what was captured of it last.
    pub(super) fn members(
        &self,
        reader: &Reader,
        collection: &Collection,
    ) -> Result<Vec<(Source, Option<Capture>)>, Refusal> {
        let sources = reader.sources(&collection.id)?;
        sources
            .into_iter()
            .map(|source| {
                let capture = reader.capture(&source.id, None)?;
                Ok((source, capture))
            })
            .collect()
    }

    pub(super) fn answer(
        &self,
        reader: &Reader,
        collection: &Collection,
        question: &str,
        means: &Means<'_>,
    ) -> Result<Value, Refusal> {
        if question.trim().is_empty() {
            return Err(Refusal::new("INVALID_ARGUMENT", "there is no question"));
        }
        let all = self.members(reader, collection)?;
        if all.iter().all(|(_, capture)| capture.is_none()) {
            return Err(nothing_captured());
        }
        let members: Vec<Member<'_>> =
            all.iter().map(|(source, capture)| member(source, capture.as_ref())).collect();
        // Several questions in one sentence are asked one by one.
        let mut questions = Goal::read(question).questions;
        if questions.is_empty() {
            questions.push(question.to_owned());
        }
        let (mut answers, mut model) = (Vec::new(), String::new());
        for question in questions {
            let mut asking = Asking::new(&members, &question, &Reads::default());
            model = self.think(&mut asking, means, "reading your sources")?;
            answers.push((question, asking.finish()));
        }
        Ok(json!({ "question": question, "answer": shown::answers(&answers, &all), "model": model }))
    }

    /// Puts every question to the model of whoever asks. Without one, or with one that is too small to write, the sources'
    /// own words suffice. Says which model it was.
    pub(super) fn think(
        &self,
        questions: &mut dyn Questions,
        means: &Means<'_>,
        what: &str,
    ) -> Result<String, Refusal> {
        let thought = |error: ThinkError| Refusal::new(error.code(), error.to_string());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Refusal::new("E_INTERNAL", error.to_string()))?;
        let told = |done: usize, all: usize| (means.tell)(done, all, what);
        runtime.block_on(async {
            let started = match &means.model {
                Some(start) => start().await.map_err(thought)?,
                None => None,
            };
            let Some(started) = started.filter(|started| started.writes) else {
                return Ok("none".to_owned());
            };
            // What leaves stands in the log of a run, and this is none: what was collected stays on this machine (I19).
            if !started.model.capabilities().local {
                let sentence =
                    "collections are read by a model on this machine alone; choose one with `--model`";
                return Err(Refusal::new("E_COLLECTION_STAYS", sentence));
            }
            let mind = Mind::within(started.model, &self.limits, now_ms);
            mind.put(questions, means.cancel, told).await.map_err(thought)?;
            Ok(started.name)
        })
    }
}

pub(super) fn nothing_captured() -> Refusal {
    let sentence = "nothing of this collection is captured yet; `laika collection show` says how far it is";
    Refusal::new("E_NOT_CAPTURED", sentence)
}

fn member<'a>(source: &'a Source, capture: Option<&'a Capture>) -> Member<'a> {
    // Of a sensitive source the store holds nothing but totals.
    let (capture, derived) = if source.sensitive { (None, capture) } else { (capture, None) };
    Member { source, capture, derived }
}
