//! The planner of the product: the goal taken apart, and a model for what words alone do not decide.

use std::pin::Pin;
use std::sync::Arc;

use laika_context::execute::Task;
use laika_context::goal::{Entering, Goal, Next, Placed, Plan, extract};
use laika_context::ground::{Grounded, Grounding, Material, Method, Size, extractive};
use laika_context::{FIRST_LOOK_TOKENS, Problem};
use laika_protocol::ids::{HandleAlias, HandleId, ToolName};
use laika_protocol::llmcp::{self, Content, ToolCall};
use laika_protocol::observation::{Observation, Signal};
use laika_protocol::run::HandoffNeed;
use laika_protocol::tools::{self, TOOLS};
use laika_protocol::wire::SiteMode;
use serde_json::{Map, Value, json};

use super::planner::{Answered, Outcome, PlanError, Planner, Thinking, Thought, View};
use crate::daemon::now_ms;
use crate::thinking::{AnyModel, Mind, Request, ThinkError};

/// Tools that read what is in front anyway: a clause that wants one of them is a question about the page.
const READING: &[&str] = &[
    "browser.observe_dom",
    "browser.find",
    "content.find",
    "browser.get_selection_links",
    "browser.extract_table",
];

/// Starts the model of a run; nothing where none is installed.
pub type StartModel = Arc<
    dyn Fn() -> Pin<Box<dyn Future<Output = Result<Option<StartedModel>, ThinkError>> + Send>> + Send + Sync,
>;

/// A model that was started.
pub struct StartedModel {
    /// Its name.
    pub name: String,
    /// The model.
    pub model: AnyModel,
    /// Whether it chooses tools better than words do.
    pub routes: bool,
    /// Whether it is good enough to write for a person; else answers are in the pages' own words.
    pub writes: bool,
}

/// The planner of one run.
pub struct Thinker {
    start: StartModel,
    mind: Option<Mind<AnyModel>>,
    started: bool,
    writes: bool,
    name: String,
    plan: Plan,
    heard: usize,
    /// What was done, in words.
    done: Vec<String>,
    /// What the last proposal would do, in words.
    proposed: Option<String>,
    from: String,
}

impl Thinker {
    /// A planner that starts its model when it first needs one.
    #[must_use]
    pub fn new(start: StartModel) -> Self {
        Self {
            start,
            mind: None,
            started: false,
            writes: false,
            name: "none".to_owned(),
            plan: Plan::default(),
            heard: 0,
            done: Vec::new(),
            proposed: None,
            from: String::new(),
        }
    }

    /// Takes in what was said since the last time: more words are more to do.
    fn hear(&mut self, words: &[String]) {
        let new = words.get(self.heard..).unwrap_or_default();
        if !new.is_empty() {
            self.plan = Plan::new(Goal::read(&new.join("\n")));
            self.heard = words.len();
        }
    }

    /// Takes in what came of the last proposal.
    fn learn(&mut self, view: &View<'_>) {
        let Some(proposed) = self.proposed.take() else { return };
        match view.last {
            Some(Outcome::Done) => {
                self.plan.done(view.page.url != self.from);
                self.done.push(proposed);
            }
            Some(Outcome::Refused | Outcome::Failed(_)) => self.plan.not_done(),
            None => {}
        }
    }

    async fn think(&mut self, view: View<'_>) -> Result<Thought, PlanError> {
        self.hear(view.words);
        self.learn(&view);
        self.from.clone_from(&view.page.url);
        // Only the person can log in, and only where they can act.
        if view.page.signals.contains(&Signal::AuthGate) && !self.plan.goal().only_reads() {
            let what = "this page wants you to log in first, which only you can do".to_owned();
            return Ok(Thought::Handoff(HandoffNeed::Login, what));
        }
        let materials: Vec<Material> = view.pages.iter().map(|page| page.material.clone()).collect();
        // A clause may turn out to be a question; then the next part is what comes next.
        for _ in 0..=self.plan.goal().acts.len() + 1 {
            let thought = match self.plan.next(view.page, &materials, view.mode != SiteMode::Observe) {
                Next::Enter { entry, fields } => Some(self.enter(&entry.value, &fields, &view)?),
                Next::Act { clause, sends } => self.act(&clause, sends, &view).await?,
                Next::Open { question, leads } => {
                    let lead =
                        leads.first().ok_or_else(|| PlanError::Unusable("no link to follow".into()))?;
                    self.plan.opens(&lead.url);
                    let why = format!("it may answer: {question}");
                    Some(self.call(
                        "browser.navigate",
                        json!({ "url": lead.url }),
                        &format!("opened {}", lead.text),
                        why,
                    )?)
                }
                Next::Answer => Some(Thought::Answer(Box::new(self.answer(&view, materials.clone()).await?))),
            };
            if let Some(thought) = thought {
                return Ok(thought);
            }
        }
        Err(PlanError::Unusable("the goal leads to nothing that can be done".into()))
    }

    fn call(&mut self, name: &str, arguments: Value, words: &str, why: String) -> Result<Thought, PlanError> {
        let name =
            ToolName::parse(name).map_err(|_| PlanError::Unusable(format!("there is no tool {name}")))?;
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        self.proposed = Some(words.to_owned());
        Ok(Thought::Call(ToolCall { name, arguments }, why))
    }

    /// Enters something into the field that its name says; where several could be meant, the first of the page's order.
    fn enter(&mut self, value: &str, fields: &[Placed], view: &View<'_>) -> Result<Thought, PlanError> {
        let field = fields.first().ok_or_else(|| PlanError::Unusable("no field".into()))?;
        let alias = alias_of(view, &field.handle)?;
        self.plan.enters(&field.handle);
        let why = "you said what belongs into this field".to_owned();
        let words = |verb: &str, place: &str| format!("{verb} {value} {place} {}", field.name);
        match field.how {
            Entering::Type => self.call(
                "browser.type",
                json!({ "handleId": alias, "text": value }),
                &words("typed", "into"),
                why,
            ),
            Entering::Choose => self.call(
                "browser.select",
                json!({ "handleId": alias, "value": value }),
                &words("chose", "in"),
                why,
            ),
        }
    }

    /// Does one clause of the goal; nothing where it turns out to be a question.
    async fn act(
        &mut self,
        clause: &str,
        sends: bool,
        view: &View<'_>,
    ) -> Result<Option<Thought>, PlanError> {
        self.begin(view).await?;
        let Some(mind) = &mut self.mind else { return Err(PlanError::NoModel) };
        let (tool, page) = if sends {
            (tools::find("browser.click"), buttons(view.content))
        } else {
            let offered: Vec<(&str, &str)> = TOOLS.iter().map(|tool| (tool.name, tool.line)).collect();
            let request = Request { query: clause, page: Some(&view.page.title), tools: &offered };
            (view.say)("choosing what to do".to_owned());
            let decision = mind.route(&request, view.cancel).await?;
            match (decision.route.choice, decision.route.tool) {
                (llmcp::Choice::Clarify, _) => {
                    let question =
                        decision.route.question.unwrap_or_else(|| "What exactly should I do?".into());
                    return Ok(Some(Thought::Clarify(question)));
                }
                (llmcp::Choice::CallTool, Some(tool)) if tool.as_str() == "content.summarize" => {
                    self.plan.summarises_instead();
                    return Ok(None);
                }
                (llmcp::Choice::CallTool, Some(tool)) if !READING.contains(&tool.as_str()) => {
                    (tools::find(tool.as_str()), view.content.clone())
                }
                (llmcp::Choice::CallTool | llmcp::Choice::None, _) => {
                    self.plan.asks_instead();
                    return Ok(None);
                }
            }
        };
        let tool = tool.ok_or_else(|| PlanError::Unusable("there is no such tool".into()))?;
        let done: Vec<&str> = self.done.iter().map(String::as_str).collect();
        let task =
            Task { tool, goal: clause, page: Some(&page), done: &done, tabs: &[], tokens: FIRST_LOOK_TOKENS };
        (view.say)(format!("filling in {}", tool.name));
        match mind.fill(&task, view.cancel).await {
            Ok(call) => {
                self.proposed = Some(told(&call, view.page, view));
                Ok(Some(Thought::Call(call, format!("you said: {clause}"))))
            }
            // The page has nothing to do it with: that is no fault of the model.
            Err(ThinkError::Problem(Problem::NoElement | Problem::NoAddress)) => {
                self.plan.give_up();
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn answer(&mut self, view: &View<'_>, materials: Vec<Material>) -> Result<Answered, PlanError> {
        let goal = self.plan.goal().clone();
        let mut grounded: Option<Grounded> = None;
        let add = |part: Grounded, grounded: &mut Option<Grounded>| {
            *grounded = Some(match grounded.take() {
                Some(before) => before.then(part),
                None => part,
            });
        };
        let mut missing = Vec::new();
        if goal.summary {
            let page: Vec<Material> =
                view.pages.last().map(|page| page.article.clone()).into_iter().collect();
            add(self.ground(view, page, None).await?, &mut grounded);
        }
        for known in self.plan.known(&materials) {
            let part = match known.found {
                Some((page, found)) => Grounded::of_passages("", &materials, &[(page, found.at)]),
                None => self.ground(view, materials.clone(), Some(&known.question)).await?,
            };
            if part.method == Method::Nothing {
                missing.push(known.question);
            } else {
                add(part, &mut grounded);
            }
        }
        let fields = (!goal.fields.is_empty()).then(|| self.fields(&goal.fields, &materials, &mut missing));
        let fields = fields.map(|(part, values)| {
            add(part, &mut grounded);
            values
        });
        if !goal.only_reads() {
            // What the page says now is what came of it.
            let last = materials.len().saturating_sub(1);
            let said =
                materials.last().map(|page| extractive(&page.text, &page.title, None, 2)).unwrap_or_default();
            let places: Vec<_> = said.into_iter().map(|passage| (last, passage.at)).collect();
            add(Grounded::of_passages("", &materials, &places), &mut grounded);
        }
        let mut grounded = grounded.unwrap_or_else(|| Grounded::of_passages("", &materials, &[]));
        if !self.done.is_empty() && !goal.only_reads() {
            grounded = grounded.noting(&format!("Done: {}.", self.done.join("; ")));
        }
        for question in &missing {
            grounded = grounded.noting(&format!("Nothing that was read answers: {question}"));
        }
        if !self.plan.given_up().is_empty() {
            grounded = grounded.noting(&format!("Not done: {}.", self.plan.given_up().join("; ")));
        }
        missing.extend(self.plan.given_up().iter().cloned());
        if grounded.assistant.title.is_empty() {
            grounded.assistant.title = view.page.title.chars().take(120).collect();
        }
        Ok(Answered {
            method: grounded.method.as_str().to_owned(),
            points: grounded.points,
            assistant: grounded.assistant,
            fields,
            missing,
        })
    }

    /// The fields of the page in front, each with the words it stands in.
    fn fields(
        &self,
        names: &[String],
        materials: &[Material],
        missing: &mut Vec<String>,
    ) -> (Grounded, Value) {
        let mut values = Map::new();
        let mut places = Vec::new();
        for name in names {
            let last = materials.len().saturating_sub(1);
            let found = materials.last().and_then(|page| extract(name, &page.title, &page.text));
            let value = found.map_or(Value::Null, |field| {
                let quote = materials[last].text.get(field.at.clone()).unwrap_or_default().to_owned();
                places.push((last, field.at));
                json!({ "value": field.value, "quote": quote, "docId": materials[last].doc_id })
            });
            if value.is_null() {
                missing.push(name.clone());
            }
            values.insert(name.clone(), value);
        }
        (Grounded::of_passages("", materials, &places), Value::Object(values))
    }

    /// A text that stands on pages: by the model where there is one, else in the pages' own words.
    async fn ground(
        &mut self,
        view: &View<'_>,
        materials: Vec<Material>,
        question: Option<&str>,
    ) -> Result<Grounded, PlanError> {
        let grounding = Grounding::new(materials, question, Size::default());
        self.begin(view).await?;
        let Some(mind) = self.mind.as_ref().filter(|_| self.writes) else { return Ok(grounding.finish()) };
        let say = |done: usize, all: usize| (view.say)(format!("reading part {} of {all}", done + 1));
        Ok(mind.ground(grounding, view.cancel, say).await?)
    }

    /// Starts the model, once.
    async fn begin(&mut self, view: &View<'_>) -> Result<(), PlanError> {
        if !self.started {
            (view.say)("starting the model".to_owned());
            if let Some(StartedModel { name, model, routes, writes }) = (self.start)().await? {
                (self.name, self.writes) = (name, writes);
                self.mind = Some(Mind::within(model, view.limits, now_ms).routing_by_words(!routes));
            }
            self.started = true;
        }
        if let Some(mind) = &self.mind {
            view.pages.iter().for_each(|page| mind.model().reads(&page.outside));
        }
        Ok(())
    }
}

impl Planner for Thinker {
    fn next<'a>(&'a mut self, view: View<'a>) -> Thinking<'a> {
        Box::pin(self.think(view))
    }

    fn model(&self) -> String {
        self.name.clone()
    }

    fn tokens(&self) -> (u64, u64) {
        self.mind.as_ref().map_or((0, 0), Mind::tokens)
    }
}

fn alias_of(view: &View<'_>, handle: &HandleId) -> Result<HandleAlias, PlanError> {
    let alias = view.aliases.alias(handle).cloned();
    alias.ok_or_else(|| PlanError::Unusable("the field has no name in this pack".into()))
}

/// The page with its buttons only: what sends a form is one of them.
fn buttons(content: &Content) -> Content {
    let mut content = content.clone();
    if let Content::ObservationSummary { elements, .. } = &mut content {
        let pressed: Vec<_> = elements.iter().filter(|element| element.role == "button").cloned().collect();
        if !pressed.is_empty() {
            *elements = pressed;
        }
    }
    content
}

/// A call in words, for the next question and for the person.
fn told(call: &ToolCall, page: &Observation, view: &View<'_>) -> String {
    let text = |name: &str| call.arguments.get(name).and_then(Value::as_str).unwrap_or_default();
    let alias = HandleAlias::parse(text("handleId")).ok();
    let target = alias.and_then(|alias| view.aliases.target(&alias).cloned());
    let name = target
        .and_then(|target| page.elements.iter().find(|element| element.handle_id == target.handle))
        .map_or("", |element| element.accessible_name.as_str());
    match call.name.as_str() {
        "browser.click" => format!("clicked {name}"),
        "browser.type" => format!("typed {} into {name}", text("text")),
        "browser.select" => format!("chose {} in {name}", text("value")),
        "browser.navigate" | "browser.open_tab" => format!("opened {}", text("url")),
        other => other.trim_start_matches("browser.").replace('_', " "),
    }
}
