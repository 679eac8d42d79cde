//! The end of a run: its answer with its citations, what it took, and how to look at it again.

use anyhow::{Context as _, Result};
use laika_daemon::working::{Card, Finished, KeptFile, NotGranted, Step};
use laika_protocol::KnownLinks;
use laika_protocol::citation::Checked;
use laika_protocol::ids::{Origin, RunId};
use laika_protocol::run::Pause;
use laika_protocol::tools::ToolResult;
use laika_protocol::wire::{RunState, RunStatus};
use laika_render::{Colour, Evidence, SafeDocument, Terminal, sanitise, to_markdown, to_terminal};
use serde_json::json;

use crate::arguments::work::How;
use crate::output;
use crate::printer::{Outcome, Printer, text_width};

/// What was heard of a run.
#[derive(Default)]
pub(crate) struct End {
    pub(crate) run: Option<RunId>,
    pub(crate) state: Option<RunState>,
    pub(crate) finished: Option<Finished>,
    pub(crate) steps: Vec<Step>,
    pub(crate) answered: Vec<(Card, Option<String>, Option<NotGranted>)>,
    /// What the gate denied: the tool, the code and the sentence.
    pub(crate) denied: Vec<(String, String, String)>,
    pub(crate) question: Option<String>,
    pub(crate) trouble: Option<String>,
    pub(crate) suspicious: bool,
    pub(crate) files: Vec<KeptFile>,
    /// What tools gave.
    pub(crate) results: Vec<(String, ToolResult)>,
}

/// Prints what came of it.
pub(crate) fn finish(end: &End, how: &How, printer: &mut Printer) -> Result<Outcome> {
    let status = end.state.as_ref().map(|state| state.status);
    let page = end.finished.as_ref().map(safe);
    if let (Some(file), Some(page)) = (&how.save, &page) {
        output::write(file, to_markdown(page).as_bytes())
            .with_context(|| format!("cannot write {}", file.display()))?;
        printer.say("saved", file.display());
    }
    if how.json {
        printer.data(format_args!("{:#}\n", json(end)));
    } else if let Some(page) = &page {
        let colour = if printer.colours() { Colour::Ansi } else { Colour::Plain };
        printer.data(to_terminal(page, &Terminal { width: text_width(), colour }));
    }
    if let Some(finished) = &end.finished {
        let took = finished.took;
        let tokens = took.tokens_read + took.tokens_written;
        let seconds = std::time::Duration::from_millis(took.ms).as_secs_f32();
        printer.say(
            "took",
            format_args!(
                "{} steps, {} asks, {} pages, {} citations, {tokens} tokens, {seconds:.1} s; {}",
                took.steps,
                took.asks,
                took.pages,
                finished.places.len(),
                finished.method
            ),
        );
    }
    for file in &end.files {
        printer.say(
            "file",
            format_args!(
                "{} ({} bytes); `laika artifacts export {} FILE` takes it out",
                file.name, file.bytes, file.id
            ),
        );
    }
    if let Some(run) = end.run.as_ref().filter(|_| end.state.is_some() && !how.private) {
        printer.say("run", format_args!("{run}; `laika runs show {run}` shows all of it"));
    }
    Ok(match status {
        // A run that ends well may still have left something undone.
        Some(RunStatus::Completed) if end.finished.as_ref().is_some_and(|end| !end.undone.is_empty()) => {
            Outcome::Defects
        }
        Some(RunStatus::Completed) => Outcome::Done,
        Some(RunStatus::Paused | RunStatus::AwaitingApproval | RunStatus::Takeover) => Outcome::Waits,
        _ => Outcome::Defects,
    })
}

/// The answer as it may be shown: citations count because they were checked.
fn safe(finished: &Finished) -> SafeDocument {
    let citations = finished.assistant.citations.iter().zip(&finished.places);
    let citations: Vec<Checked> = citations
        .map(|(citation, place)| Checked {
            citation: citation.clone(),
            url: place.url.clone(),
            origin: place.url.as_deref().and_then(Origin::of_url),
        })
        .collect();
    let evidence = Evidence { links: &KnownLinks::default(), citations: &citations };
    sanitise(&finished.assistant.render, &finished.assistant.title, &evidence)
}

fn json(end: &End) -> serde_json::Value {
    let state = end.state.as_ref();
    let pause = state.and_then(|state| state.pause);
    json!({
        "run": end.run,
        "status": state.map(|state| state.status),
        "pause": pause,
        "pauseSentence": pause.map(Pause::sentence),
        "reasonCode": state.and_then(|state| state.last_reason_code.clone()),
        "answer": end.finished,
        "steps": end.steps,
        "asks": end.answered.iter().map(|(card, grant, why)| json!({ "card": card, "grant": grant, "notGranted": why })).collect::<Vec<_>>(),
        "question": end.question,
        "denied": end.denied.iter().map(|(tool, code, sentence)| json!({ "tool": tool, "code": code, "sentence": sentence })).collect::<Vec<_>>(),
        "suspicious": end.suspicious,
        "trouble": end.trouble,
        "files": end.files,
        "results": end.results.iter().map(|(tool, result)| json!({ "tool": tool, "result": result })).collect::<Vec<_>>(),
    })
}
