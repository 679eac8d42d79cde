//! `laika summarize`: what a page says, every point with the words it stands on.

use anyhow::Result;
use laika_context::ground::{Grounding, Size};
use laika_policy::cloud::CloudDocument;
use laika_protocol::citation::Sources;
use laika_protocol::{KnownLinks, Path};
use laika_render::{Colour, Evidence, Terminal, sanitise, to_terminal};
use serde_json::json;

use super::{page, read_observation, with_mind};
use crate::arguments::think::Summarize;
use crate::arguments::work::{Ask, How, Mode};
use crate::commands::work;
use crate::printer::{Outcome, Printer, text_width};

pub(crate) fn run(summarize: &Summarize, printer: &mut Printer) -> Result<Outcome> {
    let Some(file) = &summarize.observation else { return live(summarize, printer) };
    let observation = read_observation(file, printer)?;
    let (document, material) = page(&observation)?;
    let grounding = Grounding::new(vec![material], summarize.question.as_deref(), Size::default());
    let grounded = if summarize.extractive {
        grounding.finish()
    } else {
        let documents = CloudDocument::of_page(&observation);
        with_mind(&summarize.model, documents, printer, async |mind, cancel, printer| {
            mind.ground(grounding, cancel, |done, all| {
                printer.say("reading", format_args!("part {} of {all}", done + 1))
            })
            .await
        })?
    };
    if summarize.model.json {
        let value = json!({
            "assistant": grounded.assistant, "method": grounded.method.as_str(), "dropped": grounded.dropped,
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
            grounded.method.as_str(),
            citations.len(),
            assistant.citations.len(),
            grounded.dropped
        ),
    );
    Ok(Outcome::Done)
}

/// A page that is read now: a run like any other, with its log.
fn live(summarize: &Summarize, printer: &mut Printer) -> Result<Outcome> {
    let page = summarize.address.as_deref().unwrap_or_default();
    let how = How {
        allow: Vec::new(),
        headed: false,
        strict: false,
        private: false,
        save_summary: false,
        background: false,
        model: summarize.model.model.clone(),
        no_model: summarize.extractive,
        save: None,
        json: summarize.model.json,
        folder: summarize.model.folder.clone(),
    };
    match &summarize.question {
        None => work::summarize::run(page, &how, printer),
        Some(question) => {
            let words = vec![page.to_owned(), question.clone()];
            let ask = Ask { words, collection: None, mode: Mode::Observe, how };
            work::ask::run(&ask, printer)
        }
    }
}
