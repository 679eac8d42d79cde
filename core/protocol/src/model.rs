//! What is asked of a model, whatever runs it.
//!
//! A prompt is a list of turns; who runs the model knows how its family writes them. A shape is a JSON Schema: an
//! embedded model cannot leave it, everybody else's answer is checked against it.

mod pieces;

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use pieces::{chunks, has_piece};

/// A keyword of a string's schema: the value is a piece of one of these texts, word for word.
pub const PIECE_OF: &str = "x-piece-of";

/// Who says a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// The rules.
    System,
    /// What is asked.
    User,
    /// What the model said before, or examples of it.
    Assistant,
}

/// One turn of a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Who says it.
    pub speaker: Speaker,
    /// What is said.
    pub text: String,
}

/// What a model reads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prompt {
    /// The turns, in order.
    pub turns: Vec<Turn>,
    /// How many of the first turns are the same for every run and hold nothing of a page or a person; their state may
    /// be shared between runs (S3).
    #[serde(default)]
    pub fixed_turns: u32,
    /// What the answer starts with.
    #[serde(default)]
    pub answer_starts: String,
}

/// How tokens are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// 0 takes the most likely token.
    pub temperature: f32,
    /// Only the most likely tokens that together have this probability.
    pub top_p: f32,
    /// Only so many of the most likely tokens; 0 is all.
    pub top_k: u32,
    /// Only tokens at least so likely, as a part of the most likely one.
    pub min_p: f32,
    /// Where the random numbers start.
    pub seed: u64,
}

/// A text to be written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// What is read.
    pub prompt: Prompt,
    /// The JSON Schema of the answer; a text without it.
    #[serde(default)]
    pub shape: Option<Value>,
    /// How tokens are drawn.
    pub sampling: Sampling,
    /// The most tokens of the answer.
    pub max_tokens: u32,
}

/// Candidates to be weighed: how likely each is as the answer to each prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weighing {
    /// What is read; the candidates are weighed after each of them.
    pub prompts: Vec<Prompt>,
    /// What could be answered.
    pub candidates: Vec<String>,
}

/// A text that was written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// The text.
    pub text: String,
    /// Why it ends there.
    pub ended: Ended,
    /// What it took.
    pub usage: Usage,
}

/// Why a text ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// It is complete.
    Complete,
    /// It was cut at the most tokens: a shape may be incomplete.
    Cut,
}

/// The weight of every candidate after every prompt: the logarithm of its probability, all its tokens together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// By prompt, then by candidate.
    pub weights: Vec<Vec<f32>>,
    /// What it took.
    pub usage: Usage,
}

/// What a call of a model took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// Tokens of the prompt.
    pub read: u32,
    /// Those of them that were known from before.
    pub reused: u32,
    /// Tokens written, or weighed.
    pub written: u32,
    /// Those of them that the shape forced.
    pub forced: u32,
    /// Milliseconds until the first token.
    pub first_ms: f64,
    /// Milliseconds in all.
    pub total_ms: f64,
    /// Milliseconds of them spent on the shape.
    pub shape_ms: f64,
}
