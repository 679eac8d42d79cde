//! What is weighed for one request.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::canonical::digest_parts;
use laika_protocol::ids::Sha256;
use laika_protocol::model::{Prompt, Speaker, Turn, Weighing, Weights};
use laika_protocol::tools;

use super::decide::{By, Decision, Fit, decide};
use super::lexicon::Lexicon;
use super::prefilter::{best_in_order, ranking};
use super::request::first_thing;
use crate::fence::{Fence, without_marks};
use crate::problem::Problem;
use crate::prompts::{PromptFile, turn};
use crate::tokens::estimate_tokens;

/// Tokens of tools in the prompt, by estimate (PIPE-017).
const TOOL_TOKENS: usize = 400;
/// Characters of a request that are routed; what somebody wants is said early.
const MOST_QUERY: usize = 600;
/// Characters of the line about the page.
const MOST_PAGE: usize = 120;
/// What stands before the name in the examples.
pub(super) const ANSWER_STARTS: &str = "Tool:";
/// Requests that say nothing, to learn how likely each candidate is anyway.
const CONTENT_FREE: [&str; 2] = ["N/A", "something"];

/// What could be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Tool { name: String, label: String },
    None,
    Clarify,
}

impl Choice {
    pub(super) fn label(&self) -> &str {
        match self {
            Self::Tool { label, .. } => label,
            Self::None => "none",
            Self::Clarify => "clarify",
        }
    }
}

/// How likely each candidate is whatever is asked: a matter of the tools and the model only, so one is kept for each
/// pair of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Prior {
    key: Sha256,
    pub(super) weights: Vec<f32>,
}

impl Prior {
    /// The key of the tools it belongs to.
    #[must_use]
    pub const fn key(&self) -> &Sha256 {
        &self.key
    }
}

/// One request on its way to a tool.
#[derive(Clone, Debug)]
pub struct Routing {
    pub(super) query: String,
    pub(super) choices: Vec<Choice>,
    /// How well the request fits each tool by its words.
    pub(super) fits: Vec<f32>,
    /// The words of the request that each tool does not know.
    pub(super) beside: Vec<Vec<String>>,
    pub(super) fit: Fit,
    head: Turn,
    listed: String,
    page: Option<String>,
    key: Sha256,
    prior: Option<Prior>,
}

impl Routing {
    /// A request, with the page it is made on in a few words, and the tools with their lines. The order of the tools does
    /// not matter.
    ///
    /// # Errors
    /// When there is no tool.
    pub fn new(
        query: &str,
        page: Option<&str>,
        tools: &[(&str, &str)],
        fence: &Fence,
    ) -> Result<Self, Problem> {
        let mut tools: Vec<(&str, &str)> = tools.to_vec();
        tools.sort_by_key(|(name, _)| (place(name), *name));
        tools.dedup_by_key(|(name, _)| *name);
        let query: String = without_marks(query).chars().take(MOST_QUERY).collect();
        let tools = fitting(&query, tools);
        if tools.is_empty() {
            return Err(Problem::NoTools);
        }
        let labels = labels(&tools);
        let listed = listed(&labels, &tools);
        let named = tools.iter().zip(labels);
        let mut choices: Vec<Choice> =
            named.map(|((name, _), label)| Choice::Tool { name: (*name).to_string(), label }).collect();
        choices.extend([Choice::None, Choice::Clarify]);
        let lexicon = Lexicon::new(&tools);
        let head = head(&examples());
        Ok(Self {
            fits: lexicon.fits(&query),
            beside: lexicon.beside(&query),
            fit: Fit::USUAL,
            key: key(&head, &listed, &choices),
            page: page.map(|page| fence.line("page", &page.chars().take(MOST_PAGE).collect::<String>())),
            query,
            choices,
            head,
            listed,
            prior: None,
        })
    }

    /// What the prior of these tools is kept under. A prior is of one model; whoever keeps it knows which.
    #[must_use]
    pub const fn prior_key(&self) -> &Sha256 {
        &self.key
    }

    /// What can be chosen: the wire name of a tool, `none` or `clarify`, and the word for it in the prompt.
    pub fn offered(&self) -> impl Iterator<Item = (&str, &str)> {
        self.choices.iter().map(|choice| match choice {
            Choice::Tool { name, label } => (name.as_str(), label.as_str()),
            Choice::None | Choice::Clarify => (choice.label(), choice.label()),
        })
    }

    /// With a prior from before, only the request itself is weighed. One of other tools is not taken.
    #[must_use]
    pub fn with_prior(mut self, prior: Option<&Prior>) -> Self {
        self.prior = prior.filter(|prior| prior.key == self.key).cloned();
        self
    }

    /// A model that was trained on what is asked here is shown no examples, and is decided with [`Fit::TUNED`]. Comes before
    /// [`Self::with_fit`] and [`Self::with_prior`].
    #[must_use]
    pub fn for_tuned(mut self, tuned: bool) -> Self {
        if tuned {
            self.fit = Fit::TUNED;
            self.head = head("");
            self.key = key(&self.head, &self.listed, &self.choices);
            self.prior = None;
        }
        self
    }

    /// Decided with other numbers.
    #[must_use]
    pub const fn with_fit(mut self, fit: Fit) -> Self {
        self.fit = fit;
        self
    }

    /// The numbers it is decided with.
    #[must_use]
    pub const fn fit(&self) -> Fit {
        self.fit
    }

    /// Whether the prior is not known, and would change anything.
    #[must_use]
    pub fn needs_prior(&self) -> bool {
        self.prior.is_none() && self.fit.prior > 0.0
    }

    /// What to weigh: the request, and the requests that say nothing if their weights are to be known.
    #[must_use]
    pub fn weighing(&self) -> Weighing {
        let mut prompts = alloc::vec![self.asked()];
        if self.needs_prior() {
            prompts.extend(CONTENT_FREE.iter().map(|query| self.prompt(query, None)));
        }
        // The answer goes on where the examples do, with a space.
        let candidates = self.choices.iter().map(|choice| format!(" {}", choice.label())).collect();
        Weighing { prompts, candidates }
    }

    /// What the weights say.
    ///
    /// # Errors
    /// When they are not of this weighing.
    pub fn decide(&self, weights: &Weights) -> Result<Decision, Problem> {
        let prior = self.prior(weights)?;
        let asked = weights.weights.first().ok_or(Problem::WeightsDoNotFit)?;
        Ok(decide(self, asked, &prior.weights, By::Weighing))
    }

    /// What words and rules say where there is no model to ask.
    #[must_use]
    pub fn by_words(&self) -> Decision {
        let none = alloc::vec![0.0; self.choices.len()];
        decide(self, &none, &none, By::Words)
    }

    /// The prior to keep for the next request with the same tools.
    ///
    /// # Errors
    /// When the weights are not of this weighing.
    pub fn prior(&self, weights: &Weights) -> Result<Prior, Problem> {
        let rows = weights.weights.as_slice();
        let expected = if self.needs_prior() { 1 + CONTENT_FREE.len() } else { 1 };
        let fits =
            |row: &Vec<f32>| row.len() == self.choices.len() && row.iter().all(|weight| weight.is_finite());
        if rows.len() != expected || !rows.iter().all(fits) {
            return Err(Problem::WeightsDoNotFit);
        }
        if let Some(prior) = &self.prior {
            return Ok(prior.clone());
        }
        if !self.needs_prior() {
            return Ok(Prior { key: self.key.clone(), weights: alloc::vec![0.0; self.choices.len()] });
        }
        #[expect(clippy::cast_precision_loss, reason = "a handful of rows")]
        let mean = |at: usize| rows[1..].iter().map(|row| row[at]).sum::<f32>() / CONTENT_FREE.len() as f32;
        Ok(Prior { key: self.key.clone(), weights: (0..self.choices.len()).map(mean).collect() })
    }

    /// The request itself, as far as it is about what is to be done first.
    pub(super) fn asked(&self) -> Prompt {
        self.prompt(first_thing(&self.query), self.page.as_deref())
    }

    fn prompt(&self, query: &str, page: Option<&str>) -> Prompt {
        let file = PromptFile::Route;
        let tools = ("tools", self.listed.as_str());
        let text = match page {
            Some(page) => file.filled("request on a page", &[tools, ("page", page), ("query", query)]),
            None => file.filled("request", &[tools, ("query", query)]),
        };
        let turns = alloc::vec![self.head.clone(), turn(Speaker::User, text)];
        Prompt { turns, fixed_turns: 1, answer_starts: ANSWER_STARTS.to_string() }
    }
}

/// Where a tool stands in the table; the others come behind it by name.
fn place(name: &str) -> usize {
    tools::TOOLS.iter().position(|tool| tool.name == name).unwrap_or(usize::MAX)
}

/// The tools that the prompt has room for.
fn fitting<'a>(query: &str, tools: Vec<(&'a str, &'a str)>) -> Vec<(&'a str, &'a str)> {
    let cost = |tools: &[(&str, &str)]| estimate_tokens(&listed(&labels(tools), tools));
    if cost(&tools) <= TOOL_TOKENS {
        return tools;
    }
    let ranking = ranking(query, &tools);
    let best =
        |keep: usize| best_in_order(&ranking, keep).into_iter().map(|at| tools[at]).collect::<Vec<_>>();
    let mut keep = tools.len();
    loop {
        keep -= 1;
        let kept = best(keep);
        if keep <= 1 || cost(&kept) <= TOOL_TOKENS {
            return kept;
        }
    }
}

/// A short word for each tool: a small model knows `click` better than `browser.click`.
fn labels(tools: &[(&str, &str)]) -> Vec<String> {
    let known = PromptFile::Route.pairs("labels");
    let labels: Vec<String> = tools.iter().map(|(name, _)| short(name, &known).to_string()).collect();
    let is_taken = |label: &str| {
        matches!(label, "none" | "clarify") || labels.iter().filter(|other| *other == label).count() > 1
    };
    let whole = |(name, label): (&str, &String)| {
        if is_taken(label) { name.replace('.', "_") } else { label.clone() }
    };
    tools.iter().zip(&labels).map(|((name, _), label)| whole((name, label))).collect()
}

fn listed(labels: &[String], tools: &[(&str, &str)]) -> String {
    let lines: Vec<String> = labels
        .iter()
        .zip(tools)
        .map(|(label, (_, line))| format!("- {label}: {}", without_marks(line)))
        .collect();
    lines.join("\n")
}

/// The word for a tool in the prompt: the one it is given there, or the end of its name.
fn short<'a>(name: &'a str, known: &[(&str, &'a str)]) -> &'a str {
    let given = known.iter().find(|(tool, _)| *tool == name).map(|(_, label)| *label);
    given.unwrap_or_else(|| name.rsplit('.').next().unwrap_or(name))
}

/// What a prior is kept under: all that is the same for every request.
fn key(head: &Turn, listed: &str, choices: &[Choice]) -> Sha256 {
    let fixed = [head.text.as_str(), listed].into_iter().chain(choices.iter().map(Choice::label));
    digest_parts(fixed.map(|part| Some(part.as_bytes())))
}

/// The rules and the examples: the same whatever is offered and asked.
fn head(examples: &str) -> Turn {
    turn(Speaker::System, PromptFile::Route.filled("system", &[("examples", examples)]).trim_end())
}

fn examples() -> String {
    let file = PromptFile::Route;
    let known = file.pairs("labels");
    let examples = file
        .pairs("examples")
        .into_iter()
        .map(|(request, tool)| file.filled("example", &[("query", request), ("label", short(tool, &known))]));
    examples.collect::<Vec<_>>().join("\n")
}
