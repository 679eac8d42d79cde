//! Who stands in the model's place: it knows the scene, is asked what a model would be asked, and says what is right.

use std::sync::{Arc, Mutex, PoisonError};

use laika_context::Fence;
use laika_context::route::Routing;
use laika_daemon::thinking::StandIn;
use laika_model::{Capabilities, ModelError};
use laika_protocol::model::{Ask, Ended, Prompt, Usage, Weighing, Weights, Written};
use laika_protocol::tools::{self, TOOLS};
use serde_json::{Map, Value, json};

use super::super::example::Kind;
use super::super::fills;
use super::scene::Scene;
use super::widgets::{Act, Doable};

/// How far every other candidate is behind the right one: more than words could make up for.
const SURE: f32 = -40.0;

/// A question with its right answer.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) kind: Kind,
    pub(super) about: String,
    pub(super) prompt: Prompt,
    pub(super) answer: String,
    pub(super) offered: Vec<String>,
    /// The step it is about.
    pub(super) step: Option<usize>,
    /// Whether the person is asked, or nothing is said.
    pub(super) asks: bool,
    pub(super) declines: bool,
}

/// The questions of one episode, in order.
pub(super) type Questions = Arc<Mutex<Vec<Question>>>;

/// The oracle of one scene.
pub(super) struct Oracle {
    pub(super) scene: Arc<Scene>,
    pub(super) questions: Questions,
    /// Which of the steps were answered for, so that the same words can mean two of them.
    pub(super) done: Mutex<Vec<usize>>,
}

impl Oracle {
    pub(super) fn new(scene: Arc<Scene>, questions: Questions) -> Self {
        Self { scene, questions, done: Mutex::default() }
    }

    fn note(&self, question: Question) {
        self.questions.lock().unwrap_or_else(PoisonError::into_inner).push(question);
    }

    /// The step that a clause of the goal means; the first of them that was not done yet.
    fn step(&self, clause: &str) -> Option<(usize, &Doable)> {
        let bare = |text: &str| {
            let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
        };
        let clause = bare(clause);
        let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let meant = |says: &str| {
            let says = bare(says);
            says == clause || (says.ends_with(&clause) || clause.ends_with(&says)) && !clause.is_empty()
        };
        let all = || self.scene.steps.iter().enumerate().filter(|(_, step)| meant(&step.says));
        all().find(|(at, _)| !done.contains(at)).or_else(|| all().next_back())
    }

    fn route(&self, weighing: &Weighing) -> Option<Vec<Vec<f32>>> {
        let prompt = weighing.prompts.first()?;
        let query = last(prompt)?.rsplit_once("\nRequest: ")?.1;
        let (at, step) = self.step(query)?;
        let right = match &step.act {
            Act::Click(_) => "browser.click",
            Act::Type(..) => "browser.type",
            Act::Choose(..) => "browser.select",
            Act::Tool(name, _) => name,
            Act::Ask => "clarify",
        };
        let offered: Vec<(&str, &str)> = TOOLS.iter().map(|tool| (tool.name, tool.line)).collect();
        let routing = Routing::new(query, None, &offered, &Fence::new("x")).ok()?;
        let label = routing.offered().find(|(name, _)| *name == right)?.1.to_owned();
        let answer = format!(" {label}");
        if !weighing.candidates.contains(&answer) {
            return None;
        }
        self.note(Question {
            kind: Kind::Route,
            about: query.to_owned(),
            prompt: prompt.clone(),
            answer: answer.clone(),
            offered: weighing.candidates.clone(),
            step: Some(at),
            asks: step.act == Act::Ask,
            declines: false,
        });
        let row = |prompt: usize| {
            let weight = |candidate: &String| if prompt == 0 && *candidate != answer { SURE } else { 0.0 };
            weighing.candidates.iter().map(weight).collect()
        };
        Some((0..weighing.prompts.len()).map(row).collect())
    }

    fn fill(&self, ask: &Ask, shape: &Value) -> Option<String> {
        let tool = tools::find(shape["properties"]["tool"]["const"].as_str()?)?;
        let told = last(&ask.prompt)?;
        let clause = told.rsplit_once("Goal: ")?.1;
        let (at, step) = self.step(clause)?;
        let mut arguments = Map::new();
        match &step.act {
            Act::Click(name) => _ = arguments.insert("handleId".into(), json!(handle(told, name)?)),
            Act::Type(name, text) => {
                arguments.insert("handleId".into(), json!(handle(told, name)?));
                arguments.insert("text".into(), json!(text));
            }
            Act::Choose(name, value) => {
                arguments.insert("handleId".into(), json!(handle(told, name)?));
                arguments.insert("value".into(), json!(value));
            }
            Act::Tool(_, given) => arguments = given.as_object().cloned().unwrap_or_default(),
            Act::Ask => {}
        }
        let answer = fills::answer(tool, shape, &arguments)?;
        self.done.lock().unwrap_or_else(PoisonError::into_inner).push(at);
        self.note(Question {
            kind: Kind::Arguments,
            about: clause.to_owned(),
            prompt: ask.prompt.clone(),
            answer: answer.clone(),
            offered: fills::offered(tool, shape),
            step: Some(at),
            asks: false,
            declines: false,
        });
        Some(answer)
    }

    fn points(&self, ask: &Ask, shape: &Value) -> Option<String> {
        let document = self.scene.document.as_ref()?;
        let told = last(&ask.prompt)?;
        let question = told.rsplit_once("\nQuestion: ").map(|(_, question)| question);
        let most = usize::try_from(shape["properties"]["points"]["maxItems"].as_u64()?).ok()?;
        let points = document.points(question, told, most);
        let declines = points.is_empty();
        let answer = json!({ "points": points }).to_string();
        self.note(Question {
            kind: if question.is_some() { Kind::Answer } else { Kind::Summarise },
            about: question.unwrap_or(&document.title).to_owned(),
            prompt: ask.prompt.clone(),
            answer: answer.clone(),
            offered: Vec::new(),
            step: None,
            asks: false,
            declines,
        });
        Some(answer)
    }
}

impl StandIn for Oracle {
    /// It is asked as the model is that will learn from it.
    fn capabilities(&self) -> Capabilities {
        Capabilities { tuned: true, ..Capabilities::of_engine("oracle".into(), 8192) }
    }

    fn write(&self, ask: &Ask) -> Result<Written, ModelError> {
        let shape = ask.shape.as_ref().unwrap_or(&Value::Null);
        let text = if shape["properties"]["tool"].is_null() {
            self.points(ask, shape)
        } else {
            self.fill(ask, shape)
        };
        let text = text.ok_or_else(|| ModelError::ScriptEnded(without(&ask.prompt)))?;
        Ok(Written { text, ended: Ended::Complete, usage: Usage::default() })
    }

    fn weigh(&self, weighing: &Weighing) -> Result<Weights, ModelError> {
        let weights = self.route(weighing).ok_or_else(|| {
            ModelError::ScriptEnded(weighing.prompts.first().map(without).unwrap_or_default())
        })?;
        Ok(Weights { weights, usage: Usage::default() })
    }

    fn count(&self, texts: &[String]) -> Vec<u32> {
        let count = |text: &String| u32::try_from(laika_context::estimate_tokens(text)).unwrap_or(u32::MAX);
        texts.iter().map(count).collect()
    }
}

/// The question that has no right answer, without what comes before it.
fn without(prompt: &Prompt) -> String {
    let told = last(prompt).unwrap_or_default();
    told.rsplit_once("<done").map_or(told, |(before, _)| before).chars().take(1_500).collect()
}

/// What is asked last.
fn last(prompt: &Prompt) -> Option<&str> {
    prompt.turns.last().map(|turn| turn.text.as_str())
}

/// The handle of the element that is called exactly so, in the list that the model is shown.
fn handle<'a>(told: &'a str, name: &str) -> Option<&'a str> {
    let end = format!("\"{}\"", name.replace('"', "'"));
    // What a list offers stands behind its name.
    let named = |line: &'a str| line.split_once("\" [").map_or(line, |(named, _)| &line[..=named.len()]);
    let lines = told.lines().filter(|line| line.starts_with("laika-")).map(named);
    let mut lines = lines.filter(|line| line.ends_with(&end));
    lines.find_map(|line| {
        let (handle, rest) = line.split_once(' ')?;
        // Only the role stands between both.
        (!rest.trim_end_matches(end.as_str()).contains('"')).then_some(handle)
    })
}
