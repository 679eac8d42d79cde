//! What a model would be asked, counted: the same questions that the program would put to one.

use anyhow::{Context as _, Result, anyhow};
use laika_collect::ask::{Asking, Reads};
use laika_collect::pack::Member;
use laika_collect::transform::{Input, Work};
use laika_context::{Fence, estimate_tokens};
use laika_daemon::thinking::Questions;
use laika_protocol::collection::{Capture, Collection, Source, Transform};
use laika_protocol::ids::{CollectionId, UtcTime};
use laika_protocol::model::Ask;

use super::{QUESTION, desk};

/// Tokens, by estimate.
#[derive(Default)]
pub(super) struct Tokens {
    /// Of all questions together.
    pub(super) all: usize,
    /// Of the longest.
    pub(super) longest: usize,
}

/// What asking, or making this, would put to a model.
pub(super) fn tokens(what: Option<Transform>, sources: &[(Source, Capture)]) -> Result<Tokens> {
    let Some(transform) = what else {
        let members: Vec<Member<'_>> = sources
            .iter()
            .map(|(source, capture)| Member { source, capture: Some(capture), derived: None })
            .collect();
        return Ok(count(&mut Asking::new(&members, QUESTION, &Reads::default())));
    };
    Ok(count(&mut work(transform, &desk::config(transform), sources)?))
}

/// Something on its way from these sources.
pub(super) fn work(
    transform: Transform,
    config: &serde_json::Map<String, serde_json::Value>,
    sources: &[(Source, Capture)],
) -> Result<Work> {
    let at = UtcTime::parse("2026-05-01T12:00:00Z").context("a time")?;
    let collection = Collection {
        id: CollectionId::parse("col:bench").context("an id")?,
        title: "Bench".into(),
        tags: Vec::new(),
        created_at: at.clone(),
        updated_at: at.clone(),
    };
    let input = Input { collection: &collection, sources, made_at: at };
    Work::new(transform, config, &input).map_err(|error| anyhow!("{error} ({})", error.code()))
}

fn count(questions: &mut dyn Questions) -> Tokens {
    let mut tokens = Tokens::default();
    while let Some(ask) = questions.next(&Fence::new("bench")) {
        let own = of(&ask);
        tokens.all += own;
        tokens.longest = tokens.longest.max(own);
        questions.feed(None);
    }
    tokens
}

fn of(ask: &Ask) -> usize {
    ask.prompt.turns.iter().map(|turn| estimate_tokens(&turn.text)).sum()
}
