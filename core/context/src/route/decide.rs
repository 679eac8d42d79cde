//! What the weights say: the calibrated scores, the margin, and the clamp on asking back.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::ids::ToolName;
use laika_protocol::llmcp::{self, Route};

use super::chord::chord;
use super::general::{General, general};
use super::key::{Missing, has_blank, is_of_mail, missing, needs_address, needs_key, stays_in_tab};
use super::request::Request;
use super::routing::{Choice, Routing};

/// How far every other candidate is behind the one that was written, where nothing can be weighed: more than all the rest
/// can make up for, so that the name stands where no rule is against it.
pub(super) const WRITTEN: f32 = 20.0;

/// A request that shares this much with a tool by its words is about it.
const KNOWN: f32 = 0.3;

/// Every number of the decision, fitted on development requests (`laika bench routing` fits them anew).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// How much of the prior is taken off. All of it would make rare names too cheap; where nothing is, it is not asked for.
    pub prior: f32,
    /// What words shared with a tool are worth beside the model's weights.
    pub words: f32,
    /// What a tool loses that needs an address where the request has none.
    pub no_address: f32,
    /// What a question of general knowledge is worth for answering without a tool.
    pub general: f32,
    /// What it is worth for that when no tool shares a word with the request.
    pub no_words: f32,
    /// How far `clarify` may be behind the best tool where the key may be missing.
    pub perhaps: f32,
    /// How far it may be behind where the key is clearly missing.
    pub clearly: f32,
    /// How far `clarify` has to be ahead of `none` to be believed that something is wanted at all.
    pub wanted: f32,
    /// How far `clarify` has to be ahead of everything to be believed where no rule sees what is missing.
    pub sure: f32,
}

impl Fit {
    /// What a model is decided with that was never trained on what Laika asks.
    pub const USUAL: Self = Self {
        prior: 0.6,
        words: 1.5,
        no_address: 3.0,
        general: 5.0,
        no_words: 4.0,
        perhaps: 1.0,
        clearly: 20.0,
        wanted: f32::INFINITY,
        sure: f32::INFINITY,
    };

    /// What a model is decided with that was trained on it. It has no prejudice worth taking off, so that only the request is
    /// read; it knows by itself what is no request for a tool, and what is one without its key.
    pub const TUNED: Self =
        Self { prior: 0.0, words: 3.0, general: 0.0, no_words: 0.0, wanted: 0.0, sure: 8.0, ..Self::USUAL };
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The choice, in the router's own form.
    pub route: Route,
    /// Every candidate with its score, best first.
    pub scores: Vec<Score>,
    /// How far the choice is ahead of the next candidate; negative where a rule overruled the best.
    pub margin: f32,
    /// How the model was asked.
    pub by: By,
}

/// How a model was asked for its choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// It weighed every candidate.
    Weighing,
    /// It wrote one name. The weights say only which.
    Writing,
    /// There is none: words and rules alone.
    Words,
}

impl By {
    /// Its word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Weighing => "weighing",
            Self::Writing => "writing",
            Self::Words => "words",
        }
    }
}

/// A candidate and its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The wire name of a tool, `none` or `clarify`.
    pub name: String,
    /// The calibrated logarithm of its probability, with what its words are worth.
    pub score: f32,
    /// The logarithm of its probability as the model gave it.
    pub weight: f32,
    /// The same after requests that say nothing; that of `none` is the likeliest tool's.
    pub prior: f32,
    /// How well it fits by words alone.
    pub fit: f32,
}

pub(super) fn decide(routing: &Routing, asked: &[f32], prior: &[f32], by: By) -> Decision {
    let (general, fit) = (general(&routing.query), routing.fit);
    // Who asks how something works names it, and does not want it done.
    let words = if general.explains() { fit.words / 2.0 } else { fit.words };
    let has_address = Request::read(&routing.query).has_address;
    // Where no tool knows a word of the request, it is likely about something else.
    let best_fit = routing.fits.iter().copied().fold(0.0, f32::max);
    let unknown = (1.0 - 2.0 * best_fit).max(0.0);
    let unfit = |name: &str| match name {
        // "Forward that email to Ada" is no step in the history, however near the words are.
        "browser.forward" if is_of_mail(&routing.query) => WRITTEN,
        "browser.open_tab" if stays_in_tab(&routing.query) => WRITTEN,
        name if !has_address && needs_address(name) => fit.no_address,
        _ => 0.0,
    };
    let keys = chord(&routing.query);
    // Nothing to do is the right answer to a request that says nothing, so its prior is no prejudice that could be
    // taken off. It gets that of the likeliest tool.
    let tools = (0..routing.choices.len()).filter(|at| matches!(routing.choices[*at], Choice::Tool { .. }));
    let likeliest = tools.map(|at| prior[at]).fold(f32::NEG_INFINITY, f32::max);
    let prior = |at: usize| if routing.choices[at] == Choice::None { likeliest } else { prior[at] };
    let score = |at: usize| {
        let fits = routing.fits.get(at).copied().unwrap_or_default();
        let bonus = match &routing.choices[at] {
            Choice::Tool { name, .. } if keys == Some(name.as_str()) => WRITTEN,
            Choice::Tool { name, .. } => words * fits - unfit(name),
            Choice::None => fit.general * general.counts() + fit.no_words * unknown,
            Choice::Clarify => 0.0,
        };
        Score {
            name: name(&routing.choices[at]).to_string(),
            score: asked[at] - fit.prior * prior(at) + bonus,
            weight: asked[at],
            prior: prior(at),
            fit: fits,
        }
    };
    let scores: Vec<Score> = (0..routing.choices.len()).map(score).collect();
    let chosen = choose(routing, &scores, general, by);
    let behind = (0..scores.len()).filter(|at| *at != chosen).map(|at| scores[at].score);
    let margin = scores[chosen].score - behind.fold(f32::NEG_INFINITY, f32::max);
    let route = route(routing, chosen, &scores);
    let mut scores = scores;
    scores.sort_by(|a, b| b.score.total_cmp(&a.score));
    Decision { route, scores, margin, by }
}

fn name(choice: &Choice) -> &str {
    match choice {
        Choice::Tool { name, .. } => name,
        Choice::None | Choice::Clarify => choice.label(),
    }
}

fn best(scores: &[Score], may: impl Fn(usize) -> bool) -> Option<usize> {
    let allowed = (0..scores.len()).filter(|at| may(*at));
    allowed.max_by(|a, b| scores[*a].score.total_cmp(&scores[*b].score))
}

/// The best candidate; a general question has no tool (PIPE-005), and `clarify` is only for a lookup that lacks its key
/// (PIPE-006).
fn choose(routing: &Routing, scores: &[Score], general: General, by: By) -> usize {
    let (choices, last) = (&routing.choices, scores.len().saturating_sub(1));
    if general == General::Only {
        return best(scores, |at| choices[at] == Choice::None).unwrap_or(last);
    }
    let without = best(scores, |at| choices[at] != Choice::Clarify).unwrap_or(last);
    let Some(clarify) = best(scores, |at| choices[at] == Choice::Clarify) else { return without };
    // One that only wrote a name did not say how sure it is.
    let is_sure =
        by == By::Weighing && scores[clarify].weight - heaviest(scores, clarify) >= routing.fit.sure;
    if is_sure && choices.iter().any(is_lookup) {
        return lacking_nothing(routing, scores).unwrap_or(clarify);
    }
    let meant = if choices[without] == Choice::None {
        let is_wanted = scores[clarify].score - scores[without].score >= routing.fit.wanted;
        // A blank stands for what is to be filled in: something is wanted, and it is not said.
        let has_blank = has_blank(&routing.query);
        best(scores, |at| {
            let is_left_blank = has_blank && scores[at].fit >= KNOWN;
            matches!(choices[at], Choice::Tool { .. }) && is_left_blank
                || is_wanted && is_lookup(&choices[at])
        })
    } else {
        Some(without)
    };
    let Some(meant) = meant else { return without };
    if !is_lookup(&choices[meant]) {
        return meant;
    }
    let left = routing.beside.get(meant).map_or(&[][..], Vec::as_slice);
    let may_be_behind = match missing(&routing.query, left) {
        Missing::No => return without,
        Missing::Perhaps => routing.fit.perhaps,
        Missing::Clearly => routing.fit.clearly,
    };
    if scores[meant].score - scores[clarify].score <= may_be_behind { clarify } else { meant }
}

/// The tool that the request speaks of, if nothing can be missing for it: it needs nothing, and there is no blank, but at most a
/// pause ("summarise ... this page").
fn lacking_nothing(routing: &Routing, scores: &[Score]) -> Option<usize> {
    let tool = best(scores, |at| matches!(routing.choices[at], Choice::Tool { .. }))?;
    let needs_nothing = !is_lookup(&routing.choices[tool]) && !has_blank(&routing.query);
    (needs_nothing && scores[tool].fit >= KNOWN).then_some(tool)
}

/// What the model gave the likeliest of the others.
fn heaviest(scores: &[Score], but: usize) -> f32 {
    let others = scores.iter().enumerate().filter(|(at, _)| *at != but);
    others.map(|(_, score)| score.weight).fold(f32::NEG_INFINITY, f32::max)
}

/// Whether a choice looks something up, and has to be told what.
fn is_lookup(choice: &Choice) -> bool {
    matches!(choice, Choice::Tool { name, .. } if needs_key(name))
}

fn route(routing: &Routing, chosen: usize, scores: &[Score]) -> Route {
    match &routing.choices[chosen] {
        Choice::Tool { name, .. } => match ToolName::parse(name) {
            Ok(tool) => Route { choice: llmcp::Choice::CallTool, tool: Some(tool), question: None },
            // A name that could not be called is no choice.
            Err(_) => Route { choice: llmcp::Choice::None, tool: None, question: None },
        },
        Choice::None => Route { choice: llmcp::Choice::None, tool: None, question: None },
        Choice::Clarify => {
            let meant = best(scores, |at| is_lookup(&routing.choices[at]));
            let question = question(meant.map_or("", |at| name(&routing.choices[at])));
            Route { choice: llmcp::Choice::Clarify, tool: None, question: Some(question.to_string()) }
        }
    }
}

/// The one question for what a tool is missing.
fn question(tool: &str) -> &'static str {
    match tool {
        "search" => "What should I search for?",
        "browser.navigate" | "browser.open_tab" => "Which address should I open?",
        "browser.click" => "Which button or link should I click?",
        "browser.type" => "What should I type, and into which field?",
        "browser.select" => "Which option should I choose?",
        "browser.find" | "content.find" => "What should I look for on the page?",
        _ => "What exactly should I look up?",
    }
}
