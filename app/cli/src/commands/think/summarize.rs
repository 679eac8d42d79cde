//! `laika summarize`: what a page says, every point with the words it stands on.

use anyhow::{Result, anyhow};
use laika_context::ground::{Grounded, Grounding, Material, Method, Size};
use laika_context::{Aliases, summary_document};
use laika_protocol::citation::Sources;
use laika_protocol::ids::DocId;
use laika_protocol::llmcp::{ContextDocument, Source, Trust};
use laika_protocol::observation::Observation;
use laika_protocol::{KnownLinks, Path};
use laika_render::{Colour, Evidence, Terminal, sanitise, to_terminal};
use serde_json::json;

use super::{read_observation, with_mind};
use crate::arguments::think::Summarize;
use crate::printer::{Outcome, Printer, text_width};

pub(crate) fn run(summarize: &Summarize, printer: &mut Printer) -> Result<Outcome> {
    let observation = read_observation(&summarize.observation, printer)?;
    let document = document(&observation)?;
    let material = Material::of_document(&document).ok_or_else(|| anyhow!("the observation has no text"))?;
    let grounding = Grounding::new(vec![material], summarize.question.as_deref(), Size::default());
    let grounded = if summarize.extractive {
        grounding.finish()
    } else {
        with_mind(&summarize.model, printer, async |mind, cancel, printer| {
            mind.ground(grounding, cancel, |done, all| {
                printer.say("reading", format_args!("part {} of {all}", done + 1))
            })
            .await
        })?
    };
    if summarize.model.json {
        let value = json!({
            "assistant": grounded.assistant, "method": method(&grounded), "dropped": grounded.dropped,
            "replaced": grounded.replaced, "unread": grounded.unread,
        });
        printer.data(format_args!("{value:#}\n"));
        return Ok(Outcome::Done);
    }
    let assistant = &grounded.assistant;
    let sources = Sources::new(std::slice::from_ref(&document));
    let checked = assistant.citations.iter().map(|citation| sources.check(citation, &Path::root()));
    let citations: Vec<_> = checked.filter_map(Result::ok).collect();
    let evidence = Evidence { links: &KnownLinks::default(), citations: &citations };
    let page = sanitise(&assistant.render, &assistant.title, &evidence);
    let colour = if printer.colours() { Colour::Ansi } else { Colour::Plain };
    printer.data(to_terminal(&page, &Terminal { width: text_width(), colour }));
    if grounded.unread > 0 {
        printer.say("unread", format_args!("{} parts of a long page were not read", grounded.unread));
    }
    printer.say(
        "written",
        format_args!(
            "{}; {} of {} citations are proven; {} sentences without support were left out",
            method(&grounded),
            citations.len(),
            assistant.citations.len(),
            grounded.dropped
        ),
    );
    Ok(Outcome::Done)
}

/// The page as one document, whole.
fn document(observation: &Observation) -> Result<ContextDocument> {
    let content = summary_document(observation, 0, &mut Aliases::default());
    Ok(ContextDocument {
        doc_id: DocId::parse("doc:web:page")?,
        kind: content.kind(),
        trust: Trust::Untrusted,
        source: Source { browser: "chromium".into(), tab_id: None },
        content,
    })
}

fn method(grounded: &Grounded) -> &'static str {
    match grounded.method {
        Method::Model => "in the model's words",
        Method::Mixed => "in the model's words and the page's",
        Method::Extractive => "in the page's own words",
        Method::Nothing => "nothing: the page has no text",
    }
}
