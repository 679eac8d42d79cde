//! Whoever proposes the next step. What it says is a proposal, whoever it is.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use laika_context::Aliases;
use laika_context::ground::Material;
use laika_context::pack::Note;
use laika_model::Cancel;
use laika_policy::cloud::CloudDocument;
use laika_policy::config::Macro;
use laika_protocol::ToolError;
use laika_protocol::ids::HandleId;
use laika_protocol::limits::Limits;
use laika_protocol::llmcp::{Assistant, Content, ContextDocument, ToolCall};
use laika_protocol::observation::Observation;
use laika_protocol::run::{HandoffNeed, Left};
use laika_protocol::tools::{Tool, ToolResult};
use laika_protocol::wire::SiteMode;
use serde_json::Value;

use crate::thinking::ThinkError;

/// What comes later.
pub type Thinking<'a> = Pin<Box<dyn Future<Output = Result<Thought, PlanError>> + Send + 'a>>;

/// Told the name of a model on another machine, and what leaves for it.
pub type Leaves = Arc<dyn Fn(&str, &Left) + Send + Sync>;

/// What a planner sees.
pub struct View<'a> {
    /// Everything that was said, the goal first.
    pub words: &'a [String],
    /// How much may be done.
    pub mode: SiteMode,
    /// The page in front, without what tries to give orders.
    pub page: &'a Observation,
    /// The same as a document, with the names of this pack.
    pub content: &'a Content,
    /// The names of this pack.
    pub aliases: &'a Aliases,
    /// What the server said when the first page was opened, such as 404; nothing in the person's own browser.
    pub status: Option<u16>,
    /// Whether the page in front shows what a search found.
    pub results: bool,
    /// Every page that was read, the one in front last.
    pub pages: &'a [ReadPage],
    /// Looks up what the person wrote down about this site.
    pub notes: &'a (dyn Fn() -> Vec<Note> + Send + Sync),
    /// Whether the site is one whose texts no model is told.
    pub sensitive: bool,
    /// What came of the last proposal.
    pub last: Option<&'a Outcome>,
    /// Takes the question back.
    pub cancel: &'a Cancel,
    /// Told what leaves for which model on another machine, before it does.
    pub leaving: &'a Leaves,
    /// The bounds in force.
    pub limits: &'a Limits,
    /// Says what is being done.
    pub say: &'a (dyn Fn(String) + Send + Sync),
}

/// What a planner sees of a run with tools alone.
pub struct ToolView<'a> {
    /// Everything that was said, the request first.
    pub words: &'a [String],
    /// The tools that can be used.
    pub tools: &'a [&'static Tool],
    /// Those that cannot be used, and why not.
    pub not_ready: &'a [(&'static str, String)],
    /// Several steps under one name.
    pub macros: &'a BTreeMap<String, Macro>,
    /// What tools gave, in order.
    pub results: &'a [ToolResult],
    /// What tools gave, the last one last.
    pub pages: &'a [ReadPage],
    /// What came of the last proposal.
    pub last: Option<&'a Outcome>,
    /// Takes the question back.
    pub cancel: &'a Cancel,
    /// Told what leaves for which model on another machine, before it does.
    pub leaving: &'a Leaves,
    /// The bounds in force.
    pub limits: &'a Limits,
    /// Says what is being done.
    pub say: &'a (dyn Fn(String) + Send + Sync),
}

/// A page that was read.
#[derive(Clone, Debug)]
pub struct ReadPage {
    /// Its address.
    pub url: String,
    /// What citations are checked against: all of it.
    pub document: ContextDocument,
    /// What is planned and answered from: without what tries to give orders.
    pub material: Material,
    /// The same without what visitors wrote below it: what the page itself says.
    pub article: Material,
    /// What a model elsewhere would have to be told about it.
    pub outside: Vec<CloudDocument>,
}

/// What came of a proposal.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It was done.
    Done,
    /// The gate or the person said no, or it never came to it.
    Refused,
    /// It was tried and failed.
    Failed(ToolError),
}

/// A proposal.
#[derive(Clone, Debug)]
pub enum Thought {
    /// A call, and why this one, in our words.
    Call(ToolCall, String),
    /// The answer.
    Answer(Box<Answered>),
    /// A question to the person.
    Clarify(String),
    /// The person has to do something.
    Handoff {
        /// What for.
        need: HandoffNeed,
        /// What to do, and why.
        what: String,
        /// Where on the page.
        element: Option<HandleId>,
    },
}

/// An answer before it is checked: what pages say. What was done, and what was not, stands beside it and is put into words
/// once it is.
#[derive(Clone, Debug, Default)]
pub struct Answered {
    /// The answer.
    pub assistant: Assistant,
    /// Its sentences, one for each citation.
    pub points: Vec<String>,
    /// How it came about, in our words.
    pub method: String,
    /// Fields that were read out.
    pub fields: Option<Value>,
    /// Questions that nothing answers.
    pub missing: Vec<String>,
    /// What was done, in the order of doing.
    pub done: Vec<String>,
    /// What was to be done and was not.
    pub undone: Vec<String>,
}

/// Why there is no proposal.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The model gives no thought.
    #[error(transparent)]
    Think(#[from] ThinkError),
    /// There is no model, and this needs one.
    #[error("this needs a model, and none is installed")]
    NoModel,
    /// Nothing can be made of what it says.
    #[error("{0}")]
    Unusable(String),
}

impl PlanError {
    /// The code that stays.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Think(error) => error.code(),
            Self::NoModel => "E_NO_MODEL",
            Self::Unusable(_) => "E_UNUSABLE",
        }
    }
}

/// Whoever proposes the next step of one run.
pub trait Planner: Send {
    /// The next step.
    fn next<'a>(&'a mut self, view: View<'a>) -> Thinking<'a>;

    /// The next step of a run with tools alone.
    fn next_tool<'a>(&'a mut self, _: ToolView<'a>) -> Thinking<'a> {
        Box::pin(async { Err(PlanError::Unusable("this planner plans with pages only".into())) })
    }

    /// The name of the model that thinks.
    fn model(&self) -> String;

    /// Tokens read and written so far.
    fn tokens(&self) -> (u64, u64) {
        (0, 0)
    }
}
