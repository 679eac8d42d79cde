//! Planning with tools alone: each part of the request becomes one call, by its form where that says enough, else by the
//! model; then the answer stands on what the tools gave.

use std::collections::BTreeMap;

use laika_context::execute::Task;
use laika_context::ground::{Grounded, Grounding, Material, Method, Size};
use laika_context::plain;
use laika_context::{FIRST_LOOK_TOKENS, Problem};
use laika_policy::config::Macro;
use laika_protocol::ids::{HttpUrl, ToolName};
use laika_protocol::llmcp::{self, ToolCall};
use laika_protocol::tools::{self, Tool};
use serde_json::{Map, Value};

use super::Thinker;
use crate::thinking::{Request, ThinkError};
use crate::working::planner::{Answered, Outcome, PlanError, Thought, ToolView};

/// Calls of one request (INK-073).
const MOST_CALLS: usize = 12;
/// Bytes of an argument of a macro's step, once it is filled in.
const MOST_FILLED: usize = 16 * 1024;
/// Characters of a step in words.
const MOST_WORDS: usize = 120;

/// How far a request with tools has come.
#[derive(Default)]
pub(super) struct Hand {
    heard: usize,
    /// What is still to be done, the next first.
    todo: Vec<Part>,
    /// What was proposed and is not settled.
    open: Option<Open>,
    done: Vec<String>,
    undone: Vec<String>,
    /// The results that answer each part, by the number of their document.
    answers: Vec<(String, usize)>,
    /// How many calls were proposed.
    calls: usize,
    /// Calls that were done: to read the same again says nothing new (INK-073).
    made: Vec<ToolCall>,
    /// How many macros were begun, and the documents that their steps gave.
    macros: usize,
    gave: BTreeMap<StepOf, usize>,
}

/// A step of a macro: which one was begun, and its number in it, from 1.
type StepOf = (usize, usize);

struct Open {
    part: String,
    words: String,
    call: ToolCall,
    step: Option<StepOf>,
}

/// A part of a request.
enum Part {
    /// In the person's words.
    Said(String),
    /// A step of a macro.
    Step { part: String, tool: String, arguments: Map<String, Value>, query: String, step: StepOf },
}

impl Thinker {
    pub(super) async fn think_tools(&mut self, view: ToolView<'_>) -> Result<Thought, PlanError> {
        self.hear_tools(&view);
        self.learn_tools(&view);
        while !self.hand.todo.is_empty() {
            if self.hand.calls >= MOST_CALLS {
                let left = self.hand.todo.drain(..).map(|part| part.words()).collect::<Vec<_>>();
                self.hand.undone.extend(left);
                break;
            }
            let part = self.hand.todo.remove(0);
            let words = part.words();
            let (call, why, step) = match part {
                Part::Step { tool, arguments, query, step, .. } => {
                    let given = |number: usize| {
                        let at = self.hand.gave.get(&(step.0, number))?;
                        view.pages.get(*at).map(|page| page.material.text.as_str())
                    };
                    let Some(filled) = fill(arguments, &query, &given) else {
                        self.hand.undone.push(format!("{words} (a step names what no step before it gave)"));
                        self.end_macro(step.0);
                        continue;
                    };
                    (call(&tool, filled)?, format!("a step of: {words}"), Some(step))
                }
                Part::Said(said) => match self.call_for(&said, &view).await? {
                    Wanted::Call(call, why) => (call, why, None),
                    Wanted::Clarify(question) => return Ok(Thought::Clarify(question)),
                    Wanted::Nothing => {
                        self.hand.undone.push(words);
                        continue;
                    }
                    Wanted::NotHere(why) => {
                        self.hand.undone.push(format!("{words} ({why})"));
                        continue;
                    }
                },
            };
            // To look at the same again says nothing new; whether to change the same again is the gate's question.
            let reads = tools::find(call.name.as_str()).is_some_and(|tool| !tool.effect.is_mutating());
            if reads && step.is_none() && self.hand.made.contains(&call) {
                continue;
            }
            self.hand.calls += 1;
            self.hand.open = Some(Open { part: words, words: in_words(&call), call: call.clone(), step });
            return Ok(Thought::Call(call, why));
        }
        Ok(Thought::Answer(Box::new(self.answer_tools(&view).await?)))
    }

    /// Takes in what was said since the last time.
    fn hear_tools(&mut self, view: &ToolView<'_>) {
        let new = view.words.get(self.hand.heard..).unwrap_or_default();
        for clause in new.iter().flat_map(|words| plain::clauses(words)) {
            match named_macro(&clause, view) {
                Some((made, query)) => {
                    self.hand.macros += 1;
                    let steps = made.steps.iter().enumerate().map(|(at, step)| Part::Step {
                        part: clause.clone(),
                        tool: step.tool.clone(),
                        arguments: step.arguments.clone(),
                        query: query.clone(),
                        step: (self.hand.macros, at + 1),
                    });
                    self.hand.todo.extend(steps);
                }
                None => self.hand.todo.push(Part::Said(clause)),
            }
        }
        self.hand.heard = view.words.len();
    }

    /// Takes in what came of the last call.
    fn learn_tools(&mut self, view: &ToolView<'_>) {
        let Some(open) = self.hand.open.take() else { return };
        match view.last {
            Some(Outcome::Done) => {
                let at = view.pages.len().saturating_sub(1);
                self.hand.done.push(open.words);
                self.hand.made.push(open.call);
                self.hand.answers.push((open.part, at));
                if let Some(step) = open.step {
                    self.hand.gave.insert(step, at);
                }
            }
            Some(Outcome::Refused | Outcome::Failed(_)) | None => {
                self.hand.undone.push(open.words);
                // What comes after rests on it.
                if let Some((number, _)) = open.step {
                    self.end_macro(number);
                }
            }
        }
    }

    /// Leaves out what is left of a macro.
    fn end_macro(&mut self, number: usize) {
        self.hand.todo.retain(|part| !matches!(part, Part::Step { step, .. } if step.0 == number));
    }

    /// The call that a part of the request wants.
    async fn call_for(&mut self, said: &str, view: &ToolView<'_>) -> Result<Wanted, PlanError> {
        let ready = |name: &str| view.tools.iter().find(|tool| tool.name == name).copied();
        // One that is named and cannot be used is refused with its reason; nothing else stands in for it.
        if let Some((name, arguments)) = plain::said(said) {
            if let Some((_, why)) = view.not_ready.iter().find(|(off, _)| *off == name) {
                return Ok(Wanted::NotHere(why.clone()));
            }
            return Ok(Wanted::Call(call(name, arguments)?, format!("you said: {said}")));
        }
        self.start_model(view.say, view.leaving, view.limits).await?;
        let Some(mind) = &mut self.mind else { return Ok(self.by_words(said, view)) };
        // A question changes nothing, whatever a small model makes of it.
        let asks = said.trim_end().ends_with('?');
        let fits = |tool: &&&Tool| !(asks && tool.effect.is_mutating());
        let offered: Vec<(&str, &str)> =
            view.tools.iter().filter(fits).map(|tool| (tool.name, tool.line)).collect();
        (view.say)("choosing a tool".to_owned());
        let request = Request { query: said, page: None, tools: &offered };
        let decision = mind.route(&request, view.cancel).await?;
        let tool = match (decision.route.choice, decision.route.tool) {
            (llmcp::Choice::Clarify, _) => {
                let question = decision.route.question.unwrap_or_else(|| "What exactly should I do?".into());
                return Ok(Wanted::Clarify(question));
            }
            (llmcp::Choice::CallTool, Some(name)) => ready(name.as_str()),
            (llmcp::Choice::CallTool | llmcp::Choice::None, _) => None,
        };
        // Its words are what stands in files; a small model would leave most of them out.
        let Some(tool) = tool.filter(|tool| tool.name != "project.search") else {
            return Ok(self.by_words(said, view));
        };
        let done: Vec<&str> = self.hand.done.iter().map(String::as_str).collect();
        let task = Task {
            tool,
            goal: said,
            page: None,
            done: &done,
            pack: None,
            tabs: &[],
            tokens: FIRST_LOOK_TOKENS,
        };
        (view.say)(format!("filling in {}", tool.name));
        match mind.fill(&task, view.cancel).await {
            Ok(call) => Ok(Wanted::Call(call, format!("you said: {said}"))),
            Err(ThinkError::Problem(Problem::NoElement | Problem::NoAddress)) => Ok(Wanted::Nothing),
            Err(ThinkError::Problem(_)) if asks => Ok(self.by_words(said, view)),
            Err(error) => Err(error.into()),
        }
    }

    /// Where no model says more: a question is looked up in the project.
    #[expect(clippy::unused_self, reason = "it stands for what a model would do")]
    fn by_words(&self, said: &str, view: &ToolView<'_>) -> Wanted {
        let Some(tool) = view.tools.iter().find(|tool| tool.name == "project.search") else {
            return Wanted::Nothing;
        };
        let arguments =
            serde_json::json!({ "query": said.trim_end_matches(['?', '.', '!']), "contextLines": 2 });
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        match call(tool.name, arguments) {
            Ok(call) => Wanted::Call(call, "its words are looked up in the project".to_owned()),
            Err(_) => Wanted::Nothing,
        }
    }

    async fn answer_tools(&mut self, view: &ToolView<'_>) -> Result<Answered, PlanError> {
        let mut grounded: Option<Grounded> = None;
        let answers = std::mem::take(&mut self.hand.answers);
        for (part, at) in &answers {
            let Some(page) = view.pages.get(*at) else { continue };
            let material = page.material.clone();
            let found = self.ground_result(part, &page.url, material, view).await?;
            grounded = Some(match grounded.take() {
                Some(before) => before.then(found),
                None => found,
            });
        }
        self.hand.answers = answers;
        let grounded = grounded.unwrap_or_else(|| Grounded::of_passages("", &[], &[]));
        Ok(Answered {
            method: grounded.method.as_str().to_owned(),
            points: grounded.points,
            assistant: grounded.assistant,
            fields: None,
            missing: Vec::new(),
            done: Vec::new(),
            undone: std::mem::take(&mut self.hand.undone),
        })
    }

    /// What a result says to a part of the request: its brief; and for what was found in files, the lines that answer.
    async fn ground_result(
        &mut self,
        part: &str,
        url: &str,
        material: Material,
        view: &ToolView<'_>,
    ) -> Result<Grounded, PlanError> {
        let brief = material.text.lines().next().map_or(0, str::len);
        let materials = [material];
        let told = Grounded::of_passages("", &materials, &[(0, 0..brief)]);
        let quotes = url.ends_with("project.search") || url.ends_with("git");
        if !quotes || materials[0].text[brief..].trim().is_empty() {
            return Ok(told);
        }
        let [material] = materials;
        let body = Material { text: material.text[brief..].trim_start().to_owned(), ..material };
        let grounding = Grounding::new(vec![body.clone()], Some(part), Size::default());
        let found = match self.mind.as_ref().filter(|_| self.writes) {
            Some(mind) => {
                let say = |done: usize, all: usize| (view.say)(format!("reading part {} of {all}", done + 1));
                mind.ground(grounding, view.cancel, say).await?
            }
            None => grounding.finish(),
        };
        if found.method == Method::Nothing {
            // Nothing of it answers in a sentence: the first hits do.
            let end = body.text.match_indices('\n').nth(5).map_or(body.text.len(), |(at, _)| at);
            return Ok(told.then(Grounded::of_passages("", &[body], &[(0, 0..end)])));
        }
        Ok(told.then(found))
    }
}

enum Wanted {
    Call(ToolCall, String),
    Clarify(String),
    Nothing,
    /// Its tool cannot be used.
    NotHere(String),
}

impl Part {
    fn words(&self) -> String {
        match self {
            Self::Said(words) | Self::Step { part: words, .. } => words.clone(),
        }
    }
}

fn call(name: &str, arguments: Map<String, Value>) -> Result<ToolCall, PlanError> {
    let name = tools::resolve(name).map_or(name, |tool| tool.name);
    let name = ToolName::parse(name).map_err(|_| PlanError::Unusable(format!("there is no tool {name}")))?;
    Ok(ToolCall { name, arguments })
}

/// A macro that a part of the request names, and what is asked of it.
fn named_macro<'a>(clause: &str, view: &ToolView<'a>) -> Option<(&'a Macro, String)> {
    let inner = clause.strip_prefix(":::TOOL:").and_then(|rest| rest.strip_suffix(":::")).unwrap_or(clause);
    let (name, query) = inner.split_once([':', ' ']).unwrap_or((inner, ""));
    view.macros.get(name).map(|made| (made, query.trim().to_owned()))
}

/// Arguments with what was asked, and what earlier steps gave, in their places; nothing where a place names what is not
/// there, or there is too much of it.
fn fill<'a>(
    arguments: Map<String, Value>,
    query: &'a str,
    given: &impl Fn(usize) -> Option<&'a str>,
) -> Option<Map<String, Value>> {
    arguments.into_iter().map(|(name, value)| Some((name, filled(value, query, given)?))).collect()
}

fn filled<'a>(value: Value, query: &'a str, given: &impl Fn(usize) -> Option<&'a str>) -> Option<Value> {
    Some(match value {
        Value::String(text) => Value::String(put(&text, query, given)?),
        Value::Array(items) => {
            items.into_iter().map(|item| filled(item, query, given)).collect::<Option<Vec<_>>>()?.into()
        }
        Value::Object(fields) => fill(fields, query, given)?.into(),
        other @ (Value::Null | Value::Bool(_) | Value::Number(_)) => other,
    })
}

/// One pass over the template: what is put in is never read as a template itself.
fn put<'a>(template: &str, query: &'a str, given: &impl Fn(usize) -> Option<&'a str>) -> Option<String> {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}")?;
        text.push_str(before);
        text.push_str(match name.trim().split_once('.') {
            None if name.trim() == "query" => query,
            Some((number, "summary")) => given(number.parse().ok()?)?.lines().next().unwrap_or_default(),
            Some((number, "text")) => given(number.parse().ok()?)?,
            Some((number, "url")) => first_address(given(number.parse().ok()?)?)?,
            _ => return None,
        });
        rest = after;
        if text.len() > MOST_FILLED {
            return None;
        }
    }
    text.push_str(rest);
    (text.len() <= MOST_FILLED).then_some(text)
}

/// The address at the beginning of a line: searches put that of each result there, and titles never.
fn first_address(text: &str) -> Option<&str> {
    let mut starts = text.lines().filter_map(|line| line.split_whitespace().next());
    starts.find(|word| HttpUrl::read(word).is_some())
}

/// A call in words, for the answer and for the person.
fn in_words(call: &ToolCall) -> String {
    let line = tools::find(call.name.as_str()).map_or("", |tool: &Tool| tool.line);
    let first = call.arguments.values().find_map(Value::as_str).unwrap_or_default();
    let words =
        if first.is_empty() { format!("{} ({line})", call.name) } else { format!("{}: {first}", call.name) };
    words.chars().take(MOST_WORDS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_074_places_of_a_template_are_filled_once() {
        let given = |number: usize| (number == 1).then_some("first {{query}}\nmore");
        let filled = |template: &str| put(template, "cats", &given);
        assert_eq!(filled("a {{query}} b").as_deref(), Some("a cats b"));
        assert_eq!(
            filled("{{1.summary}}").as_deref(),
            Some("first {{query}}"),
            "what is put in is no template"
        );
        assert_eq!(filled("{{1.text}}").as_deref(), Some("first {{query}}\nmore"));
        assert_eq!((filled("{{2.text}}"), filled("{{secret}}"), filled("{{query")), (None, None, None));
        assert_eq!(filled("{{1.url}}"), None, "the step gave no address");
        let long = "x".repeat(MOST_FILLED);
        assert_eq!(put("{{query}}{{query}}", &long, &given), None);
    }

    /// INK-074: the first address that a search found, and not one that stands in a title.
    #[test]
    fn ink_074_a_step_can_take_the_first_address_of_another() {
        let found = "2 results for “x”; the first is “https://evil.example/ is best” at https://a.example/1\n\
            1. https://evil.example/ is best\n   https://a.example/1\n   read https://evil.example/\n\
            2. Second\n   https://b.example/2\n";
        let given = |number: usize| (number == 1).then_some(found);
        assert_eq!(put("{{1.url}}", "x", &given).as_deref(), Some("https://a.example/1"));
        assert_eq!(first_address("javascript:alert(1)\nhttps://u:p@c.example/\n"), None);
    }
}
