//! `laika render`: a model's answer as a person may see it.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use laika_context::{Dialect, Expected, read_answer};
use laika_protocol::citation::{Checked, Sources};
use laika_protocol::json::{self, Caps};
use laika_protocol::limits::ANSWER_MAX_BYTES;
use laika_protocol::llmcp::{Assistant, Request, TaskName, ToolCall};
use laika_protocol::{Defect, DefectKind, KnownLinks, Path as JsonPath, document, tools};
use laika_render::{
    Colour, Evidence, SafeDocument, Terminal, sanitise, to_html, to_html_page, to_markdown, to_terminal,
};
use serde_json::Value;

use crate::arguments::{Form, Render};
use crate::input;
use crate::printer::{self, Outcome, Printer};

pub(crate) fn run(render: &Render, printer: &mut Printer) -> Result<Outcome> {
    if render.file == Path::new("-") && render.context.as_deref() == Some(Path::new("-")) {
        bail!("standard input can be the answer or the request, not both");
    }
    let request = render.context.as_deref().map(|path| input::read_request(path, printer)).transpose()?;
    let text = input::read(&render.file, printer)?;
    let (found, mut defects) = read(&text, request.as_ref());
    let Some(Found { assistant, base, calls }) = found else {
        for defect in &defects {
            printer.say("error", defect);
        }
        let hint = anyhow!("hint: give a response packet, or a document with \"type\": \"doc\"");
        return Err(hint.context(format!("{} is not an answer that can be shown", input::name(&render.file))));
    };
    let citations = check_citations(&assistant, request.as_ref(), &mut defects);
    let links = request.as_ref().map(KnownLinks::of_request).unwrap_or_default();
    let page =
        sanitise(&assistant.render, &assistant.title, &Evidence { links: &links, citations: &citations });
    show(render, &page, printer);

    let notes = page.notes().iter().map(|note| Defect { path: note.path.within(&base), ..note.clone() });
    defects.extend(notes);
    say_defects(&defects, request.is_some(), printer);
    for call in calls {
        printer.say("proposed", format_args!("{} {} (not run)", call.name, Value::Object(call.arguments)));
    }
    let (kept, all) = (page.links().kept, page.links().kept + page.links().as_text);
    let refused = [DefectKind::UnknownDocument, DefectKind::QuoteNotFound];
    let cited = citations.len() + defects.iter().filter(|defect| refused.contains(&defect.kind)).count();
    let proven = citations.len();
    printer.say("shown", format_args!("{kept} of {all} links and {proven} of {cited} citations are proven"));
    Ok(Outcome::Done)
}

fn show(render: &Render, page: &SafeDocument, printer: &mut Printer) {
    match render.to {
        Form::Text => {
            let colour = if printer.colours() { Colour::Ansi } else { Colour::Plain };
            printer.data(to_terminal(page, &Terminal { width: width(render), colour }));
        }
        Form::Md => printer.data(to_markdown(page)),
        Form::Html if render.fragment => printer.data(to_html(page)),
        Form::Html => printer.data(to_html_page(page)),
    }
}

fn say_defects(defects: &[Defect], has_request: bool, printer: &Printer) {
    let mut unchecked = 0;
    for defect in defects {
        let needs_request = matches!(defect.kind, DefectKind::UnknownDocument | DefectKind::LinkAsText);
        if needs_request && !has_request {
            // Without the request nothing can be checked; one hint says so for all.
            unchecked += 1;
        } else if defect.kind != DefectKind::EnvelopeIgnored {
            // A stored packet has an envelope; that is nothing to speak of.
            printer.say(if defect.is_error() { "warning" } else { "note" }, defect);
        }
    }
    if unchecked > 0 {
        let what = "links and citations could not be checked and are not shown as such";
        printer.say("hint", format_args!("{unchecked} {what}; give the request with --context FILE"));
    }
}

struct Found {
    assistant: Assistant,
    /// Where its document stands in the input.
    base: JsonPath,
    calls: Vec<ToolCall>,
}

/// The answer in a text: a document itself, or whatever a model may write as an answer.
fn read(text: &str, request: Option<&Request>) -> (Option<Found>, Vec<Defect>) {
    let root = JsonPath::root();
    if let Ok(value) = json::read(text, Caps::bytes(ANSWER_MAX_BYTES))
        && value["type"] == "doc"
    {
        return match document::read(&value, &root) {
            Ok((render, notes)) => {
                let assistant = Assistant { render, ..Assistant::default() };
                (Some(Found { assistant, base: root, calls: Vec::new() }), notes)
            }
            Err(defect) => (None, vec![defect]),
        };
    }
    let mut expected = request.map_or_else(|| Expected::for_task(TaskName::WebAnswer), Expected::for_request);
    expected.task = TaskName::WebAnswer;
    expected.tools = tools::TOOLS.to_vec();
    let (answer, defects) = read_answer(text, &expected);
    let base = match answer.dialect {
        // Words that are no answer are not shown as one.
        None | Some(Dialect::Text) => return (None, defects),
        Some(Dialect::Llmcp) => root.key("assistant").key("render"),
        Some(_) => root,
    };
    let calls = answer.call.into_iter().chain(answer.deferred).collect();
    (Some(Found { assistant: answer.assistant, base, calls }), defects)
}

fn check_citations(
    assistant: &Assistant,
    request: Option<&Request>,
    defects: &mut Vec<Defect>,
) -> Vec<Checked> {
    let sources =
        Sources::new(request.map(|request| request.context.documents.as_slice()).unwrap_or_default());
    let path = JsonPath::root().key("assistant").key("citations");
    let mut checked = Vec::new();
    for (index, citation) in assistant.citations.iter().enumerate() {
        match sources.check(citation, &path.index(index)) {
            Ok(citation) => checked.push(citation),
            Err(defect) => defects.push(defect),
        }
    }
    checked
}

fn width(render: &Render) -> usize {
    render.width.map_or_else(printer::text_width, usize::from)
}
