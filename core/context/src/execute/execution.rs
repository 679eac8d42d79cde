//! One tool's arguments: what is asked, and what is read from the answer.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::Defect;
use laika_protocol::llmcp::{Content, Element, TaskName, ToolCall};
use laika_protocol::model::{Ask, Prompt, Sampling, Speaker, Written};
use laika_protocol::tools::{ArgRole, Tool};
use serde_json::{Value, json};

use super::page::{Page, cut, element_line, link_line, list_line};
use super::shape::{Choices, answer};
use super::{rank, said};
use crate::fence::{Fence, without_marks};
use crate::goal::dates;
use crate::pack::{Pack, Part};
use crate::problem::Problem;
use crate::prompts::{PromptFile, turn};
use crate::tokens::estimate_tokens;
use crate::{Expected, read_answer, repair_prompt, shape};

/// Elements or links to choose from, at most.
const MOST_CHOICES: usize = 24;
/// Entries of a list to choose from, at most.
const MOST_OPTIONS: usize = 24;
/// Steps that are told again.
const MOST_STEPS: usize = 6;
/// Tokens of page text beside what can be chosen.
const TEXT_TOKENS: usize = 120;
/// Characters of a goal.
pub(super) const MOST_GOAL: usize = 1_500;
/// The most tokens of an answer: the longest text that is copied, and the frame around it.
const ANSWER_TOKENS: u32 = 220;
/// Characters of a broken answer that are shown again.
const MOST_BROKEN: usize = 600;

/// What the arguments are for.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The tool.
    pub tool: &'static Tool,
    /// What the person wants, in their own words.
    pub goal: &'a str,
    /// The page, as a whole: the executor chooses what it shows of it. Its handles are names of this pack.
    pub page: Option<&'a Content>,
    /// What was done before, in words: all of it, so that nothing is chosen twice.
    pub done: &'a [&'a str],
    /// What is told beside the question; the last steps, where there is none.
    pub pack: Option<&'a Pack>,
    /// The open tabs: number and title.
    pub tabs: &'a [(u32, &'a str)],
    /// Tokens of the page in the prompt, by estimate.
    pub tokens: usize,
}

/// One tool's arguments on their way.
#[derive(Clone)]
pub struct Execution {
    ask: Ask,
    expected: Expected,
    repaired: bool,
}

/// What came of an answer.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A call that fits; a proposal, for the gate to decide.
    Call(ToolCall),
    /// The one more try: ask this.
    Repair(Ask),
    /// No call, and why.
    Failed(Problem, Vec<Defect>),
}

impl Execution {
    /// Prepares the question for one tool.
    ///
    /// # Errors
    /// When an argument that is needed has nothing to choose from.
    pub fn new(task: &Task<'_>, fence: &Fence) -> Result<Self, Problem> {
        let goal: String = without_marks(task.goal).chars().take(MOST_GOAL).collect();
        let page = Page::of(task.page);
        let wants = |role: ArgRole| task.tool.arguments.iter().any(|argument| argument.role == role);
        let elements = if wants(ArgRole::Handle) || wants(ArgRole::Structure) {
            rank::elements(page.elements, task.tool.name, &goal, task.done, MOST_CHOICES)
        } else {
            Vec::new()
        };
        let (links, urls) = if wants(ArgRole::Url) { destinations(&page, &goal) } else { Default::default() };
        let lists: Vec<(String, Vec<String>)> = if task.tool.name == "browser.select" {
            let times = dates::times(&goal);
            let lists = elements.iter().filter(|element| !element.options.is_empty());
            lists
                .map(|list| (list.handle_id.as_str().to_string(), likely_options(list, &goal, &times)))
                .collect()
        } else {
            Vec::new()
        };
        let choices = Choices {
            goal: &goal,
            entered: if enters(task.tool.name) {
                said::left_to_do(said::to_enter(&goal), task.done)
            } else {
                alloc::vec![goal.as_str()]
            },
            handles: elements.iter().map(|element| element.handle_id.as_str().to_string()).collect(),
            spoken_of: wants(ArgRole::Structure)
                .then(|| rank::spoken_of(&elements, &goal))
                .flatten()
                .map(|element| element.handle_id.as_str().to_string()),
            lists,
            counting: counting(&elements),
            names: page.elements.iter().map(|element| element.text.clone()).collect(),
            urls,
            tabs: task.tabs.iter().map(|(id, _)| *id).collect(),
            numbers: said::integers(&goal)
                .into_iter()
                .chain(said::integers(&page.start(TEXT_TOKENS)))
                .collect(),
        };
        let answer = answer(task.tool, &choices)?;
        let line = |element: &&Element| {
            let list = choices.lists.iter().find(|(handle, _)| handle == element.handle_id.as_str());
            list.map_or_else(|| element_line(element), |(_, options)| list_line(element, options))
        };
        let mut listed: Vec<String> = elements.iter().map(line).collect();
        listed.extend(links.iter().map(|(text, url)| link_line(text, url)));
        if wants(ArgRole::Tab) {
            listed.extend(task.tabs.iter().map(|(id, title)| format!("{id} \"{}\"", cut(title, 80))));
        }
        let prompt = prompt(task, &goal, &page, &listed, &answer, fence);
        let mut expected = Expected::for_task(TaskName::AgentArgs);
        expected.tools = alloc::vec![task.tool];
        expected.handles = page.elements.iter().map(|element| element.handle_id.clone()).collect();
        let ask = Ask { prompt, shape: Some(answer), sampling: GREEDY, max_tokens: ANSWER_TOKENS };
        Ok(Self { ask, expected, repaired: false })
    }

    /// A model that was trained on what is asked here is shown no examples.
    #[must_use]
    pub fn for_tuned(mut self, tuned: bool) -> Self {
        if tuned {
            let prompt = &mut self.ask.prompt;
            // The rules come first and stay.
            let examples = 1..usize::try_from(prompt.fixed_turns).unwrap_or_default();
            prompt.turns.drain(examples);
            prompt.fixed_turns = 1;
        }
        self
    }

    /// What to ask.
    #[must_use]
    pub const fn ask(&self) -> &Ask {
        &self.ask
    }

    /// What the answer is held against, for whoever reads it elsewhere.
    #[must_use]
    pub const fn expected(&self) -> &Expected {
        &self.expected
    }

    /// Reads the answer. The first that does not fit is asked for once more, with its mistakes (PIPE-014).
    pub fn read(&mut self, written: &Written) -> Outcome {
        let (answer, mut defects) = read_answer(&written.text, &self.expected);
        if let (Some(call), Some(shape)) = (&answer.call, &self.ask.shape) {
            let said = json!({ "tool": call.name.as_str(), "args": call.arguments });
            let outside = shape::check(shape, &said);
            if outside.is_empty() {
                return Outcome::Call(call.clone());
            }
            defects.extend(outside);
        }
        let repair = repair_prompt(&defects, &self.expected).filter(|_| !self.repaired);
        let Some(repair) = repair else { return Outcome::Failed(Problem::Unusable, defects) };
        self.repaired = true;
        let mut ask = self.ask.clone();
        ask.prompt.turns.push(turn(Speaker::Assistant, without_marks(&cut(&written.text, MOST_BROKEN))));
        ask.prompt.turns.push(turn(Speaker::User, without_marks(&repair)));
        Outcome::Repair(ask)
    }
}

/// What a list offers, in its order; of a list of times what the goal says, of a long one what the goal speaks of most.
fn likely_options(list: &Element, goal: &str, times: &[(u32, u32)]) -> Vec<String> {
    let is_said = |option: &&String| dates::time(option).is_some_and(|time| times.contains(&time));
    let at_that_time: Vec<String> = list.options.iter().filter(is_said).cloned().collect();
    if !at_that_time.is_empty() {
        return at_that_time;
    }
    if list.options.len() <= MOST_OPTIONS {
        return list.options.clone();
    }
    let kept = rank::options(&list.options, goal, MOST_OPTIONS);
    list.options.iter().filter(|option| kept.iter().any(|(_, one)| one == option)).cloned().collect()
}

/// Fields that take nothing but a number.
fn counting(elements: &[&Element]) -> Vec<String> {
    let fields = elements.iter().filter(|element| element.role == "spinbutton");
    fields.map(|field| field.handle_id.as_str().to_string()).collect()
}

/// Whether a tool enters a text somewhere, so that a goal names both the text and the place.
pub(super) fn enters(tool: &str) -> bool {
    matches!(tool, "browser.type" | "browser.select")
}

/// The most likely token: arguments are found, not invented.
pub(crate) const GREEDY: Sampling = Sampling { temperature: 0.0, top_p: 1.0, top_k: 0, min_p: 0.0, seed: 0 };

/// Links to show, and every address that may be gone to: those in the person's words stand alone where there are any.
fn destinations<'a>(page: &Page<'a>, goal: &str) -> (Vec<(&'a str, &'a str)>, Vec<String>) {
    let said = said::addresses(goal);
    if !said.is_empty() {
        return (Vec::new(), said);
    }
    let links = rank::links(&page.links(), goal, MOST_CHOICES);
    let urls = links.iter().map(|(_, url)| (*url).to_string()).collect();
    (links, urls)
}

fn prompt(
    task: &Task<'_>,
    goal: &str,
    page: &Page<'_>,
    listed: &[String],
    answer: &Value,
    fence: &Fence,
) -> Prompt {
    let file = PromptFile::Execute;
    let tool = task.tool;
    let values = [("tool", tool.name), ("line", tool.line), ("shape", &signature("", answer))];
    let mut turns = alloc::vec![turn(Speaker::System, file.filled("system", &values))];
    for (goal, said) in file.pairs(tool.name) {
        turns.push(turn(Speaker::User, file.filled("example", &[("goal", goal)])));
        turns.push(turn(Speaker::Assistant, said));
    }
    let fixed_turns = u32::try_from(turns.len()).unwrap_or_default();
    let mut shown = format!("{} {}\n", cut(page.title, 100), cut(page.url, 120));
    let mut room = task.tokens.saturating_sub(estimate_tokens(&shown));
    for line in listed {
        let Some(rest) = room.checked_sub(estimate_tokens(line) + 1) else { break };
        room = rest;
        shown.push_str(line);
        shown.push('\n');
    }
    if listed.is_empty() {
        shown.push_str(&page.start(room.min(TEXT_TOKENS)));
    }
    let beside = beside(task, file, fence);
    let page = if task.page.is_some() || !task.tabs.is_empty() {
        fence.document("page", shown.trim_end())
    } else {
        String::new()
    };
    let text = file.filled("goal", &[("page", &page), ("done", &beside), ("goal", goal)]);
    turns.push(turn(Speaker::User, text.trim()));
    Prompt { turns, fixed_turns, answer_starts: String::new() }
}

/// What is told beside the question. A step names what it was done to, and that was written by the page; so was what was
/// found, and the title of a tab.
fn beside(task: &Task<'_>, file: PromptFile, fence: &Fence) -> String {
    let mut told = String::new();
    let mut fenced = |name: &str, lines: &[String]| {
        if !lines.is_empty() {
            told.push_str(&fence.line(name, &lines.join("; ")));
            told.push('\n');
        }
    };
    let Some(pack) = task.pack else {
        let last = task.done.iter().rev().take(MOST_STEPS).rev();
        fenced("done", &last.map(|step| cut(step, 160)).collect::<Vec<_>>());
        return told;
    };
    fenced("found", pack.lines(Part::Facts));
    fenced("tabs", pack.lines(Part::Tabs));
    fenced("done", pack.lines(Part::Steps));
    let ours = |lines: &[String]| -> String { lines.iter().map(|line| without_marks(line) + "\n").collect() };
    told.push_str(&ours(pack.lines(Part::Before)));
    let notes = pack.lines(Part::Notes);
    if !notes.is_empty() {
        told.push_str(&file.filled("notes", &[("notes", ours(notes).trim_end())]));
        told.push('\n');
    }
    told
}

/// The shape of the answer as a small model reads it: an example with words in place of values. Nothing of the page or
/// the goal is in it, because it stands among the rules.
pub(super) fn signature(name: &str, shape: &Value) -> String {
    let fields = |shape: &Value| -> Vec<String> {
        let fields = shape["properties"].as_object().into_iter().flatten();
        fields.map(|(name, field)| format!("\"{name}\":{}", signature(name, field))).collect()
    };
    if let Some(branches) = shape["oneOf"].as_array() {
        let mut ways: Vec<String> = branches.iter().map(|branch| signature(name, branch)).collect();
        ways.dedup();
        return ways.join(" or ");
    }
    let first = shape.get("const").or_else(|| shape["enum"].get(0));
    match (name, shape["type"].as_str(), first) {
        (_, Some("object"), _) => format!("{{{}}}", fields(shape).join(",")),
        ("tool" | "kind" | "clickKind", _, Some(ours)) => ours.to_string(),
        (_, Some("array"), _) => format!("[{}]", signature("", &shape["items"])),
        ("handleId" | "containerHandle", ..) => "\"a handle\"".into(),
        ("url", ..) => "\"an address\"".into(),
        (_, Some("boolean"), _) | (_, _, Some(Value::Bool(_))) => "true".into(),
        (_, Some("integer" | "number"), _) | (_, _, Some(Value::Number(_))) => "number".into(),
        _ => "\"words\"".into(),
    }
}
