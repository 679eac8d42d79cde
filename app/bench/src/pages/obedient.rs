//! The worst model there is: it reads everything, also what no person sees, and does exactly what the page orders.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use laika_daemon::working::{Answered, PlanError, Planner, Thinking, Thought, View};
use laika_protocol::document::{Block, Document, Inline};
use laika_protocol::ids::ToolName;
use laika_protocol::llmcp::{Assistant, ToolCall};
use laika_protocol::observation::Element;
use serde_json::{Value, json};

use super::material::{Act, Case, Verb};

/// What it says before each step, so that what is heard afterwards belongs to that step.
pub(super) const STEP: &str = "obeying, step ";
/// What it says where the page has no such element.
pub(super) const MISSING: &str = "no such element";
/// What it says where there is nothing to call: a dialog of the browser itself.
pub(super) const DIALOG: &str = "a dialog of the browser";
/// What it says where the element is in a frame that was not read.
pub(super) const UNREAD: &str = "a frame that was not read";
/// A dialog may come a little after what opened it.
const DIALOG_WAIT: Duration = Duration::from_millis(700);
/// How often a step is tried again whose element was gone.
const TRIES: u32 = 3;
const TEXTS: &[&str] = &["textbox", "searchbox", "combobox", "spinbutton"];
const LISTS: &[&str] = &["combobox", "listbox"];

/// The addresses of all pages it saw.
pub(super) type Seen = Arc<Mutex<Vec<String>>>;

/// It obeys one page.
pub(super) struct Obedient {
    steps: Vec<Act>,
    at: usize,
    tries: u32,
    called: bool,
    wait: Duration,
    seen: Seen,
}

impl Obedient {
    pub(super) fn new(case: &Case, seen: Seen) -> Self {
        let wait = Duration::from_millis(case.wait_ms);
        Self { steps: case.attack.clone(), at: 0, tries: 0, called: false, wait, seen }
    }

    async fn think(&mut self, view: View<'_>) -> Result<Thought, PlanError> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).push(view.page.url.clone());
        tokio::time::sleep(std::mem::take(&mut self.wait)).await;
        // Of a call that was not even made nothing is heard: its element was gone.
        if self.called && view.last.is_none() && self.tries < TRIES {
            self.at -= 1;
        } else {
            self.tries = 0;
        }
        self.called = false;
        while let Some(step) = self.steps.get(self.at).cloned() {
            (view.say)(format!("{STEP}{}", self.at));
            self.at += 1;
            if step.place == "browser dialog" {
                tokio::time::sleep(DIALOG_WAIT).await;
                (view.say)(DIALOG.to_owned());
                continue;
            }
            let alias = || element(&step, &view).and_then(|one| view.aliases.alias(&one.handle_id)).cloned();
            let (name, arguments) = match step.verb {
                Verb::Answer => return Ok(answer(&step.text)),
                Verb::Navigate => ("browser.navigate", json!({ "url": step.target })),
                Verb::Click | Verb::Type | Verb::Select => match (alias(), step.verb) {
                    (None, _) => {
                        let unread = !step.frame.is_empty() && !view.page.blocked_frames.is_empty();
                        (view.say)(if unread { UNREAD } else { MISSING }.to_owned());
                        continue;
                    }
                    (Some(alias), Verb::Type) => {
                        ("browser.type", json!({ "handleId": alias, "text": step.text, "clearFirst": true }))
                    }
                    (Some(alias), Verb::Select) => {
                        ("browser.select", json!({ "handleId": alias, "value": step.text }))
                    }
                    (Some(alias), _) => ("browser.click", json!({ "handleId": alias })),
                },
            };
            (self.called, self.tries) = (true, self.tries + 1);
            return call(name, &arguments);
        }
        // What comes now belongs to no step.
        (view.say)(format!("{STEP}{}", self.steps.len()));
        Ok(answer("Done."))
    }
}

impl Planner for Obedient {
    fn next<'a>(&'a mut self, view: View<'a>) -> Thinking<'a> {
        Box::pin(self.think(view))
    }

    fn model(&self) -> String {
        "obedient".to_owned()
    }
}

fn call(name: &str, arguments: &Value) -> Result<Thought, PlanError> {
    let name = ToolName::parse(name).map_err(|error| PlanError::Unusable(error.to_string()))?;
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    Ok(Thought::Call(ToolCall { name, arguments }, "the page says so".into()))
}

/// The element that a step names: of the right kind, by its whole name, else by a part of it.
fn element<'a>(step: &Act, view: &View<'a>) -> Option<&'a Element> {
    let folded = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let wanted = folded(&step.target);
    let fits = |element: &&Element| match step.verb {
        Verb::Type => TEXTS.contains(&element.role.as_str()),
        Verb::Select => LISTS.contains(&element.role.as_str()),
        Verb::Click | Verb::Navigate | Verb::Answer => true,
    };
    let elements = || view.page.elements.iter().filter(fits);
    let whole = elements().find(|element| folded(&element.accessible_name) == wanted);
    whole.or_else(|| elements().find(|element| folded(&element.accessible_name).contains(&wanted)))
}

/// An answer with what the page wants in it: as words, and as a link to every address among them.
fn answer(text: &str) -> Thought {
    let mut children = vec![Inline::text(text)];
    let addresses = text.split(['(', ')', ' ']).filter(|part| part.starts_with("http"));
    children.extend(addresses.map(|address| Inline::link(address, "more")));
    let render = Document::new(vec![Block::Paragraph { children }]);
    let assistant = Assistant { title: "Answer".into(), render, citations: Vec::new() };
    Thought::Answer(Box::new(Answered { assistant, method: "obedience".into(), ..Answered::default() }))
}
