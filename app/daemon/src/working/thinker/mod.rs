//! The planner of the product: the goal taken apart, and a model for what words alone do not decide.

mod tools;

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;

use laika_context::execute::Task;
use laika_context::goal::{
    Assist, Entering, Found, Goal, MOST_PAGES, More, Next, Placed, Plan, Pressed, Wanted, WayOut, extract,
};
use laika_context::ground::{Grounded, Grounding, Material, Method, Size, extractive};
use laika_context::pack::{Fact, Memory, PACK_TOKENS, Pack, Step};
use laika_context::{FIRST_LOOK_TOKENS, Problem, estimate_tokens};
use laika_model::Runner as _;
use laika_protocol::ids::{HandleAlias, HandleId, Origin, ToolName};
use laika_protocol::limits::Limits;
use laika_protocol::llmcp::{self, Content, ToolCall};
use laika_protocol::observation::{Item, Observation};
use laika_protocol::tools::{TOOLS, find as find_tool};
use laika_protocol::wire::SiteMode;
use serde_json::{Map, Value, json};

use self::tools::Hand;
use super::planner::{Answered, Leaves, Outcome, PlanError, Planner, Thinking, Thought, ToolView, View};
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

/// Pages of the view that one step scrolls: to the end of what is loaded, on most pages.
const MOST_SCROLLED: i64 = 10;

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
    /// What was done.
    done: Vec<Step>,
    /// What the person was asked about, because a form wants it.
    wanted: Option<Wanted>,
    /// What the last proposal would do, in words.
    proposed: Option<String>,
    from: String,
    /// The same with tools alone.
    hand: Hand,
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
            wanted: None,
            proposed: None,
            from: String::new(),
            hand: Hand::default(),
        }
    }

    /// Takes in what was said since the last time: more words are more to do.
    fn hear(&mut self, words: &[String]) {
        let new = words.get(self.heard..).unwrap_or_default();
        if new.is_empty() {
            return;
        }
        match self.wanted.take() {
            Some(wanted) => self.plan.tells(&wanted, &new.join(" ")),
            None => self.plan = Plan::new(Goal::read(&new.join("\n"))),
        }
        self.heard = words.len();
    }

    /// Takes in what came of the last proposal.
    fn learn(&mut self, view: &View<'_>) {
        let Some(proposed) = self.proposed.take() else { return };
        match view.last {
            Some(Outcome::Done) => {
                self.plan.done(view.page.url != self.from);
                let origin = view.page.origin.to_string();
                self.done.push(Step { words: proposed, origin });
            }
            Some(Outcome::Failed(error)) if error.finest_code() == "E_COVERED" => self.plan.was_covered(),
            Some(Outcome::Failed(error)) if error.finest_code() == "E_FILE_FIELD" => self.plan.was_file(),
            Some(Outcome::Failed(error)) if error.finest_code() == "E_FORM_INCOMPLETE" => {
                self.plan.was_incomplete();
            }
            Some(Outcome::Refused | Outcome::Failed(_)) => self.plan.not_done(),
            None => {}
        }
    }

    async fn think(&mut self, view: View<'_>) -> Result<Thought, PlanError> {
        self.hear(view.words);
        self.learn(&view);
        self.plan.on_results(view.results);
        self.from.clone_from(&view.page.url);
        let materials: Vec<Material> = view.pages.iter().map(|page| page.material.clone()).collect();
        // A clause may turn out to be a question; then the next part is what comes next.
        for _ in 0..=self.plan.goal().acts.len() + 4 {
            let thought = match self.plan.next(view.page, &materials, view.mode != SiteMode::Observe) {
                Next::Clear(way) => self.clear(&way, &view)?,
                Next::HandOff(Assist { need, what, element }) => {
                    Some(Thought::Handoff { need, what, element })
                }
                Next::AskFor(wanted) => {
                    let question = asked_for(&wanted);
                    self.wanted = Some(wanted);
                    Some(Thought::Clarify(question))
                }
                Next::Enter { entry, fields, of_page } => {
                    Some(self.enter(&entry.value, &fields, of_page, &view)?)
                }
                Next::Uncover { clause, press } => {
                    let alias = alias_of(&view, &press.handle)?;
                    let why = format!("what you named may be behind it: {clause}");
                    let words = format!("opened {}", press.name);
                    Some(self.call("browser.click", json!({ "handleId": alias }), &words, why)?)
                }
                Next::Choose { typed, press } => {
                    let alias = alias_of(&view, &press.handle)?;
                    let why = format!("the page offers it for what was typed: {typed}");
                    let words = format!("chose {}", press.name);
                    Some(self.call("browser.click", json!({ "handleId": alias }), &words, why)?)
                }
                Next::Act { clause, press: Some(press), .. } => Some(self.press(&clause, &press, &view)?),
                Next::Act { clause, sends, press: None } => self.act(&clause, sends, &view).await?,
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
                Next::More { question, more, number } => self.more(&question, &more, number, &view)?,
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

    /// Gets out of the way what lies over the page; nothing where the model's pack has no name for the button.
    fn clear(&mut self, way: &WayOut, view: &View<'_>) -> Result<Option<Thought>, PlanError> {
        let Some(alias) = view.aliases.alias(&way.handle) else {
            self.plan.not_done();
            return Ok(None);
        };
        let why = if way.refuses {
            "something lies over the page and asks you to agree; this refuses it"
        } else {
            "something lies over the page; this closes it, and nothing is agreed to"
        };
        let words = format!("closed what lay over the page ({})", way.name);
        self.call("browser.click", json!({ "handleId": alias }), &words, why.to_owned()).map(Some)
    }

    /// Asks for more of what is in front; nothing where the model's pack has no name for the button.
    fn more(
        &mut self,
        question: &str,
        more: &More,
        number: usize,
        view: &View<'_>,
    ) -> Result<Option<Thought>, PlanError> {
        (view.say)(format!("page {number} of at most {MOST_PAGES}"));
        let why = format!("nothing so far answers: {question}");
        let call = match more {
            More::Press { handle, name } => {
                let Some(alias) = view.aliases.alias(handle) else {
                    self.plan.not_done();
                    return Ok(None);
                };
                self.call("browser.click", json!({ "handleId": alias }), &format!("pressed {name}"), why)
            }
            More::Open { url, name } => {
                self.call("browser.navigate", json!({ "url": url }), &format!("opened {name}"), why)
            }
            More::Scroll => {
                self.call("browser.scroll", json!({ "deltaY": MOST_SCROLLED }), "scrolled for more", why)
            }
        };
        call.map(Some)
    }

    /// Enters something into the field that its name says; where several could be meant, the first of the page's order.
    fn enter(
        &mut self,
        value: &str,
        fields: &[Placed],
        of_page: bool,
        view: &View<'_>,
    ) -> Result<Thought, PlanError> {
        let field = fields.first().ok_or_else(|| PlanError::Unusable("no field".into()))?;
        let alias = alias_of(view, &field.handle)?;
        self.plan.enters(&field.handle);
        let why = if of_page {
            "you pointed at this on the page; the value is the page's, not yours"
        } else {
            "you said what belongs into this field"
        };
        let why = why.to_owned();
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

    /// Presses what a clause names.
    fn press(&mut self, clause: &str, press: &Pressed, view: &View<'_>) -> Result<Thought, PlanError> {
        let alias = alias_of(view, &press.handle)?;
        let words = format!("clicked {}", press.name);
        self.call("browser.click", json!({ "handleId": alias }), &words, format!("you said: {clause}"))
    }

    /// Does one clause of the goal; nothing where it turns out to be a question.
    async fn act(
        &mut self,
        clause: &str,
        sends: bool,
        view: &View<'_>,
    ) -> Result<Option<Thought>, PlanError> {
        self.begin(view).await?;
        let facts = if view.sensitive { Vec::new() } else { self.facts(view) };
        let Some(mind) = &mut self.mind else { return Err(PlanError::NoModel) };
        let (tool, page) = if sends {
            (find_tool("browser.click"), buttons(view.content))
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
                    (find_tool(tool.as_str()), view.content.clone())
                }
                (llmcp::Choice::CallTool | llmcp::Choice::None, _) => {
                    self.plan.asks_instead();
                    return Ok(None);
                }
            }
        };
        let tool = tool.ok_or_else(|| PlanError::Unusable("there is no such tool".into()))?;
        let page = if view.sensitive { without_text(page) } else { page };
        let memory = Memory {
            origin: view.page.origin.as_str(),
            steps: &self.done,
            facts: &facts,
            notes: &(view.notes)(),
            tabs: &[],
        };
        let pack = packed(mind, &memory).await;
        let done: Vec<&str> = self.done.iter().map(|step| step.words.as_str()).collect();
        let task = Task {
            tool,
            goal: clause,
            page: Some(&page),
            done: &done,
            pack: Some(&pack),
            tabs: &[],
            tokens: FIRST_LOOK_TOKENS,
        };
        (view.say)(format!("filling in {}", tool.name));
        match mind.fill(&task, view.cancel).await {
            Ok(call) => {
                self.proposed = Some(told(&call, view.page, view));
                Ok(Some(Thought::Call(call, format!("you said: {clause}"))))
            }
            // The page has nothing to do it with: that is no fault of the model.
            Err(ThinkError::Problem(Problem::NoElement | Problem::NoAddress)) => {
                if !self.plan.found_nothing(view.page) {
                    self.plan.give_up();
                }
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// What was found for the questions of the goal, sentence by sentence.
    fn facts(&self, view: &View<'_>) -> Vec<Fact> {
        let materials: Vec<Material> = view.pages.iter().map(|page| page.material.clone()).collect();
        let found = self.plan.known(&materials).into_iter().filter_map(|known| known.found);
        let fact = |(page, found): (usize, Found)| {
            let text = materials[page].text.get(found.at)?.to_owned();
            Some(Fact { text, origin: Origin::of_url(&view.pages[page].url)?.to_string() })
        };
        found.filter_map(fact).collect()
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
        if goal.results {
            let page: Vec<Material> = materials.last().cloned().into_iter().collect();
            let places: Vec<_> = listed(view.page, &page).into_iter().map(|at| (0, at)).collect();
            add(Grounded::of_passages("", &page, &places), &mut grounded);
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
        if grounded.assistant.title.is_empty() {
            grounded.assistant.title = view.page.title.chars().take(120).collect();
        }
        Ok(Answered {
            method: grounded.method.as_str().to_owned(),
            points: grounded.points,
            assistant: grounded.assistant,
            fields,
            missing,
            done: if goal.only_reads() {
                Vec::new()
            } else {
                self.done.iter().map(|step| step.words.clone()).collect()
            },
            undone: self.plan.given_up().to_vec(),
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
        // What a sensitive site says is shown to the person in its own words, and told to no model.
        let writes = self.writes && !view.sensitive;
        let Some(mind) = self.mind.as_ref().filter(|_| writes) else { return Ok(grounding.finish()) };
        let say = |done: usize, all: usize| (view.say)(format!("reading part {} of {all}", done + 1));
        Ok(mind.ground(grounding, view.cancel, say).await?)
    }

    /// Starts the model, once, and says what it may be told.
    async fn begin(&mut self, view: &View<'_>) -> Result<(), PlanError> {
        self.start_model(view.say, view.leaving, view.limits).await?;
        if let Some(mind) = &self.mind {
            view.pages.iter().for_each(|page| mind.model().reads(&page.outside));
        }
        Ok(())
    }

    /// Starts the model, once.
    async fn start_model(
        &mut self,
        say: &(dyn Fn(String) + Send + Sync),
        leaving: &Leaves,
        limits: &Limits,
    ) -> Result<(), PlanError> {
        if !self.started {
            say("starting the model".to_owned());
            if let Some(StartedModel { name, mut model, routes, writes }) = (self.start)().await? {
                let (leaving, of) = (Arc::clone(leaving), name.clone());
                model.tell(Arc::new(move |left| leaving(&of, left)));
                (self.name, self.writes) = (name, writes);
                self.mind = Some(Mind::within(model, limits, now_ms).routing_by_words(!routes));
            }
            self.started = true;
        }
        Ok(())
    }
}

impl Planner for Thinker {
    fn next<'a>(&'a mut self, view: View<'a>) -> Thinking<'a> {
        Box::pin(self.think(view))
    }

    fn next_tool<'a>(&'a mut self, view: ToolView<'a>) -> Thinking<'a> {
        Box::pin(self.think_tools(view))
    }

    fn model(&self) -> String {
        self.name.clone()
    }

    fn tokens(&self) -> (u64, u64) {
        self.mind.as_ref().map_or((0, 0), Mind::tokens)
    }
}

/// What a form wants, as a question. What the page calls it is quoted.
fn asked_for(wanted: &Wanted) -> String {
    const MOST_OPTIONS: usize = 12;
    let offered: Vec<&str> = wanted.options.iter().map(String::as_str).take(MOST_OPTIONS).collect();
    let offered = if offered.is_empty() { String::new() } else { format!(" ({})", offered.join(", ")) };
    format!("The form is not sent without \"{}\"{offered}. What belongs there?", wanted.label)
}

/// What there is room for, by the model's own count of tokens; by an estimate, where it cannot count.
async fn packed(mind: &Mind<AnyModel>, memory: &Memory<'_>) -> Pack {
    let everything = Pack::of(memory, usize::MAX, &|_| 0);
    let lines: Vec<String> = everything.told.into_iter().flat_map(|told| told.lines).collect();
    let counts = if lines.is_empty() { Ok(Vec::new()) } else { mind.model().count(&lines).await };
    let counts: HashMap<String, u32> = lines.into_iter().zip(counts.unwrap_or_default()).collect();
    Pack::of(memory, PACK_TOKENS, &|line| {
        counts
            .get(line)
            .map_or_else(|| estimate_tokens(line), |count| usize::try_from(*count).unwrap_or(usize::MAX))
    })
}

/// A page without its text: what can be chosen from, and nothing of what it says.
fn without_text(mut content: Content) -> Content {
    if let Content::ObservationSummary { text, items, .. } = &mut content {
        text.clear();
        items.clear();
    }
    content
}

fn alias_of(view: &View<'_>, handle: &HandleId) -> Result<HandleAlias, PlanError> {
    let alias = view.aliases.alias(handle).cloned();
    alias.ok_or_else(|| PlanError::Unusable("the field has no name in this pack".into()))
}

/// Where the entries of a page of results stand in its text, the first ones; its own words, where it lists nothing.
fn listed(page: &Observation, material: &[Material]) -> Vec<std::ops::Range<usize>> {
    const MOST: usize = 5;
    let Some(Material { text, title, .. }) = material.first() else { return Vec::new() };
    let lines = |entry: &Item| {
        let words = if entry.snippet.trim().is_empty() { &entry.title } else { &entry.snippet };
        let words: String = words.trim().lines().next().unwrap_or_default().chars().take(40).collect();
        let at = text.find(&words).filter(|_| !words.is_empty())?;
        let from = text[..at].rfind('\n').map_or(0, |at| at + 1);
        let to = text[at..].find('\n').map_or(text.len(), |end| at + end);
        Some(from..to)
    };
    let mut found: Vec<_> = page.items.iter().filter_map(lines).collect();
    found.dedup();
    found.truncate(MOST);
    if found.is_empty() {
        found = extractive(text, title, None, 3).into_iter().map(|passage| passage.at).collect();
    }
    found
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
