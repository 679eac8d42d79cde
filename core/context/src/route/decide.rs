//! What the weights say: the calibrated scores, the margin, and the clamp on asking back.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::ids::ToolName;
use laika_protocol::llmcp::{self, Route};

use super::key::{Missing, missing, needs_key};
use super::routing::{Choice, Routing};
use crate::text::words;

/// Every number of the decision, fitted on development requests.
pub mod fit {
    /// How much of the prior is taken off. All of it would make rare names too cheap.
    pub const PRIOR: f32 = 0.75;
    /// What words shared with a tool are worth beside the model's weights.
    pub const WORDS: f32 = 2.5;
    /// What a question of general knowledge is worth for answering without a tool.
    pub const GENERAL: f32 = 1.5;
    /// How far `clarify` may be behind the best tool where the key may be missing.
    pub const PERHAPS: f32 = 1.0;
    /// How far it may be behind where the key is clearly missing.
    pub const CLEARLY: f32 = 20.0;
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The choice, in the router's own form.
    pub route: Route,
    /// Every candidate with its score, best first.
    pub scores: Vec<Score>,
    /// How far the choice is ahead of the next candidate; negative where the clamp overruled the best.
    pub margin: f32,
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

pub(super) fn decide(routing: &Routing, asked: &[f32], prior: &[f32]) -> Decision {
    let general = if is_general(&routing.query) { 1.0 } else { 0.0 };
    // Nothing to do is the right answer to a request that says nothing, so its prior is no prejudice that could be
    // taken off. It gets that of the likeliest tool.
    let tools = (0..routing.choices.len()).filter(|at| matches!(routing.choices[*at], Choice::Tool { .. }));
    let likeliest = tools.map(|at| prior[at]).fold(f32::NEG_INFINITY, f32::max);
    let prior = |at: usize| if routing.choices[at] == Choice::None { likeliest } else { prior[at] };
    let score = |at: usize| {
        let fit = routing.fits.get(at).copied().unwrap_or_default();
        let bonus = match &routing.choices[at] {
            Choice::Tool { .. } => fit::WORDS * fit,
            Choice::None => fit::GENERAL * general,
            Choice::Clarify => 0.0,
        };
        Score {
            name: name(&routing.choices[at]).to_string(),
            score: asked[at] - fit::PRIOR * prior(at) + bonus,
            weight: asked[at],
            prior: prior(at),
            fit,
        }
    };
    let scores: Vec<Score> = (0..routing.choices.len()).map(score).collect();
    let chosen = choose(routing, &scores);
    let behind = (0..scores.len()).filter(|at| *at != chosen).map(|at| scores[at].score);
    let margin = scores[chosen].score - behind.fold(f32::NEG_INFINITY, f32::max);
    let route = route(routing, chosen, &scores);
    let mut scores = scores;
    scores.sort_by(|a, b| b.score.total_cmp(&a.score));
    Decision { route, scores, margin }
}

fn name(choice: &Choice) -> &str {
    match choice {
        Choice::Tool { name, .. } => name,
        Choice::None | Choice::Clarify => choice.label(),
    }
}

fn best(routing: &Routing, scores: &[Score], may: impl Fn(&Choice) -> bool) -> Option<usize> {
    let allowed = (0..scores.len()).filter(|at| may(&routing.choices[*at]));
    allowed.max_by(|a, b| scores[*a].score.total_cmp(&scores[*b].score))
}

/// The best candidate; `clarify` only for a lookup that lacks its key (PIPE-006).
fn choose(routing: &Routing, scores: &[Score]) -> usize {
    let last = scores.len().saturating_sub(1);
    let without = best(routing, scores, |choice| *choice != Choice::Clarify).unwrap_or(last);
    let Some(clarify) = best(routing, scores, |choice| *choice == Choice::Clarify) else { return without };
    let Choice::Tool { name, .. } = &routing.choices[without] else { return without };
    if !needs_key(name) {
        return without;
    }
    let left = routing.beside.get(without).map_or(&[][..], Vec::as_slice);
    let behind = scores[without].score - scores[clarify].score;
    let may_be_behind = match missing(&routing.query, left) {
        Missing::No => return without,
        Missing::Perhaps => fit::PERHAPS,
        Missing::Clearly => fit::CLEARLY,
    };
    if behind <= may_be_behind { clarify } else { without }
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
            let meant = best(routing, scores, |choice| matches!(choice, Choice::Tool { .. }));
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

/// Whether a request asks for knowledge or words rather than for something to be done or looked up (C-48).
fn is_general(query: &str) -> bool {
    const STARTS: &[&str] = &[
        "what is",
        "what are",
        "whats",
        "what does",
        "who is",
        "who was",
        "why",
        "how do i",
        "how do you",
        "how to",
        "how does",
        "how can i",
        "how would",
        "explain",
        "tell me",
        "define",
        "describe",
        "write a",
        "write me",
        "compose",
        "is it",
        "are there",
        "can you explain",
        "difference between",
        "what s",
        "hello",
        "hi",
        "hey",
        "thanks",
        "thank you",
        "good morning",
        "who are you",
        "was ist",
        "was sind",
        "was bedeutet",
        "wie funktioniert",
        "wie kann",
        "wie mache",
        "warum",
        "wieso",
        "erkläre",
        "erklär",
        "wer ist",
        "wer war",
        "danke",
        "hallo",
        "qu est",
        "quest",
        "pourquoi",
        "comment",
        "explique",
        "qui est",
        "bonjour",
        "merci",
        "qué es",
        "por qué",
        "cómo",
        "explica",
        "quién",
        "hola",
        "gracias",
    ];
    /// Words that need the page, the web or the present (C-48).
    const NEEDED: &[&str] = &[
        "page",
        "site",
        "website",
        "article",
        "tab",
        "tabs",
        "button",
        "link",
        "links",
        "table",
        "here",
        "this",
        "current",
        "currently",
        "today",
        "latest",
        "now",
        "search",
        "google",
        "look",
        "selected",
        "screen",
        "field",
        "seite",
        "artikel",
        "hier",
        "heute",
        "aktuell",
        "suche",
        "ici",
        "cet",
        "cette",
        "aujourdhui",
        "cherche",
        "página",
        "este",
        "esta",
        "hoy",
        "busca",
    ];
    let words = words(query);
    let start = words.iter().take(4).fold(String::new(), |start, word| start + word + " ");
    let starts =
        STARTS.iter().any(|known| start.strip_prefix(known).is_some_and(|rest| rest.starts_with(' ')));
    starts && !words.iter().any(|word| NEEDED.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn general_questions_are_told_from_lookups() {
        for (query, expected) in [
            ("What is photosynthesis?", true),
            ("how do I sort a list in Python", true),
            ("what is this page about", false),
            ("what is the latest news", false),
            ("Warum ist der Himmel blau?", true),
            ("click the button", false),
            ("whatsoever", false),
        ] {
            assert_eq!(is_general(query), expected, "{query}");
        }
    }
}
