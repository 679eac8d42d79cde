//! `laika render`: a model's answer as a person may see it.

use anyhow::{Result, anyhow};
use laika_context::{Dialect, Expected, read_answer};
use laika_protocol::citation::{Checked, Sources};
use laika_protocol::json::{self, Caps};
use laika_protocol::limits::ANSWER_MAX_BYTES;
use laika_protocol::llmcp::{Assistant, Request, TaskName};
use laika_protocol::{Defect, DefectKind, KnownLinks, Path, document};
use laika_render::{Colour, Evidence, Terminal, sanitise, to_html, to_html_page, to_markdown, to_terminal};

use crate::arguments::{Form, Render};
use crate::input;
use crate::printer::{Outcome, Printer};

#[expect(clippy::wildcard_enum_match_arm, reason = "two kinds are special, all others are said as they are")]
pub(crate) fn run(render: &Render, printer: &mut Printer) -> Result<Outcome> {
    let request = render.context.as_deref().map(|path| input::read_request(path, printer)).transpose()?;
    let text = input::read(&render.file, printer)?;
    let (found, defects) = read(&text, request.as_ref());
    let Some((assistant, base)) = found else {
        for defect in &defects {
            printer.say("error", defect);
        }
        let hint = anyhow!("hint: give a response packet, or a document with \"type\": \"doc\"");
        return Err(hint.context(format!("{} is not an answer that can be shown", input::name(&render.file))));
    };
    let (citations, unproven) = check_citations(&assistant, request.as_ref());
    let links = request.as_ref().map(KnownLinks::of_request).unwrap_or_default();
    let evidence = Evidence { links: &links, citations: &citations };
    let page = sanitise(&assistant.render, &assistant.title, &evidence);
    match render.to {
        Form::Text => {
            let colour = if printer.colours() { Colour::Ansi } else { Colour::Plain };
            printer.data(to_terminal(&page, &Terminal { width: width(render), colour }));
        }
        Form::Md => printer.data(to_markdown(&page)),
        Form::Html if render.fragment => printer.data(to_html(&page)),
        Form::Html => printer.data(to_html_page(&page)),
    }
    let mut unchecked = 0;
    let notes: Vec<Defect> =
        page.notes().iter().map(|note| Defect { path: note.path.within(&base), ..note.clone() }).collect();
    for defect in defects.iter().chain(&unproven).chain(&notes) {
        match defect.kind {
            // A stored packet has an envelope; that is nothing to speak of.
            DefectKind::EnvelopeIgnored => {}
            // Without the request nothing can be checked; one hint says so for all.
            DefectKind::UnknownDocument | DefectKind::LinkAsText if request.is_none() => unchecked += 1,
            _ => printer.say(if defect.is_error() { "warning" } else { "note" }, defect),
        }
    }
    if unchecked > 0 {
        let what = "links and citations could not be checked and are not shown as such";
        printer.say("hint", format_args!("{unchecked} {what}; give the request with --context FILE"));
    }
    let (links, proven) = (page.links(), citations.len());
    let cited = proven
        + unproven.len()
        + defects.iter().filter(|one| one.kind == DefectKind::UnknownDocument).count();
    let all = links.kept + links.as_text;
    let summary = format!("{} of {all} links and {proven} of {cited} citations are proven", links.kept);
    printer.say("shown", summary);
    Ok(Outcome::Done)
}

/// The answer in a text, and where its document stands: a document itself, or whatever a model may write as an answer.
fn read(text: &str, request: Option<&Request>) -> (Option<(Assistant, Path)>, Vec<Defect>) {
    let whole = json::read(text, Caps::bytes(ANSWER_MAX_BYTES));
    if let Ok(value) = &whole
        && value["type"] == "doc"
    {
        return match document::read(value, &Path::root()) {
            Ok((render, notes)) => {
                (Some((Assistant { render, ..Assistant::default() }, Path::root())), notes)
            }
            Err(defect) => (None, vec![defect]),
        };
    }
    let mut expected = Expected::for_task(TaskName::WebAnswer);
    expected.tools = laika_protocol::tools::TOOLS.to_vec();
    let documents = request.map(|request| request.context.documents.as_slice()).unwrap_or_default();
    expected.documents = documents.iter().map(|document| document.doc_id.clone()).collect();
    let (answer, defects) = read_answer(text, &expected);
    match answer.dialect {
        // Words that are no answer are not shown as one.
        None | Some(Dialect::Text) => (None, defects),
        Some(_) => (Some((answer.assistant, Path::root().key("assistant").key("render"))), defects),
    }
}

fn check_citations(assistant: &Assistant, request: Option<&Request>) -> (Vec<Checked>, Vec<Defect>) {
    let sources =
        Sources::new(request.map(|request| request.context.documents.as_slice()).unwrap_or_default());
    let path = Path::root().key("assistant").key("citations");
    let (mut checked, mut unproven) = (Vec::new(), Vec::new());
    for (index, citation) in assistant.citations.iter().enumerate() {
        match sources.check(citation, &path.index(index)) {
            Ok(citation) => checked.push(citation),
            Err(defect) => unproven.push(defect),
        }
    }
    (checked, unproven)
}

fn width(render: &Render) -> usize {
    let terminal = || terminal_size::terminal_size().map(|(width, _)| width.0);
    // Lines much longer than this are hard to read, however wide the window is.
    usize::from(render.width.unwrap_or_else(|| terminal().unwrap_or(80).clamp(20, 100)))
}
