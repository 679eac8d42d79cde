//! A planner that says what is written down for it, one thing after the other, whatever comes of them.

use std::time::Duration;

use laika_daemon::working::{Answered, PlanError, Planner, Thinking, Thought, View};
use laika_protocol::document::{Block, Document, Inline};
use laika_protocol::ids::ToolName;
use laika_protocol::llmcp::{Assistant, ToolCall};
use laika_protocol::run::HandoffNeed;
use serde_json::{Value, json};

/// One thing to say.
#[derive(Clone, Copy, Debug)]
pub(super) enum Move {
    /// Press what is called so.
    Click(&'static str),
    /// Type into the field that is called so.
    Type(&'static str, &'static str),
    /// Choose in the list that is called so.
    Select(&'static str, &'static str),
    /// Any call: its tool, and its arguments as JSON, where `SITE` is the site and `HERE` the folder of the scenario.
    Call(&'static str, &'static str),
    /// Ask the person something.
    Ask,
    /// Leave something to the person.
    HandOff,
    /// Nothing that could be used.
    Nothing,
}

/// The planner of one scenario.
pub(super) struct Scripted {
    moves: std::slice::Iter<'static, Move>,
    /// How long it thinks each time.
    thinks: Duration,
    site: String,
    here: String,
}

impl Scripted {
    pub(super) fn new(moves: &'static [Move], thinks: Duration, site: &str, here: &str) -> Self {
        Self { moves: moves.iter(), thinks, site: site.into(), here: here.into() }
    }

    fn say(&mut self, view: &View<'_>) -> Result<Thought, PlanError> {
        let call = |name: &str, arguments: Value| {
            let name =
                ToolName::parse(name).map_err(|_| PlanError::Unusable("there is no such tool".into()))?;
            let arguments = arguments.as_object().cloned().unwrap_or_default();
            Ok(Thought::Call(ToolCall { name, arguments }, "it is written down".into()))
        };
        match self.moves.next().copied() {
            None => Ok(Thought::Answer(Box::new(answer()))),
            Some(Move::Click(name)) => call("browser.click", json!({ "handleId": named(view, name) })),
            Some(Move::Type(name, text)) => {
                call("browser.type", json!({ "handleId": named(view, name), "text": text }))
            }
            Some(Move::Select(name, value)) => {
                call("browser.select", json!({ "handleId": named(view, name), "value": value }))
            }
            Some(Move::Call(tool, arguments)) => {
                let arguments = arguments.replace("SITE", &self.site).replace("HERE", &self.here);
                let read = serde_json::from_str(&arguments);
                call(tool, read.map_err(|error| PlanError::Unusable(error.to_string()))?)
            }
            Some(Move::Ask) => Ok(Thought::Clarify("Which one do you mean?".into())),
            Some(Move::HandOff) => {
                Ok(Thought::Handoff { need: HandoffNeed::Login, what: "log in".into(), element: None })
            }
            Some(Move::Nothing) => Err(PlanError::Unusable("nothing can be read in it".into())),
        }
    }
}

impl Planner for Scripted {
    fn next<'a>(&'a mut self, view: View<'a>) -> Thinking<'a> {
        Box::pin(async move {
            tokio::time::sleep(self.thinks).await;
            self.say(&view)
        })
    }

    fn model(&self) -> String {
        "scripted".into()
    }
}

/// The name of the element that the page calls so; one that no page has where there is none.
fn named(view: &View<'_>, name: &str) -> String {
    let mut elements = view.page.elements.iter();
    let found = elements.find(|element| element.accessible_name.contains(name));
    let alias = found.and_then(|element| view.aliases.alias(&element.handle_id));
    alias.map_or_else(|| "laika-99999".into(), |alias| alias.as_str().to_owned())
}

fn answer() -> Answered {
    let children = vec![Inline::text("Done.")];
    let render = Document::new(vec![Block::Paragraph { children }]);
    let assistant = Assistant { title: "Done".into(), render, citations: Vec::new() };
    Answered { assistant, method: "scripted".into(), ..Answered::default() }
}
