//! Writing an answer, token by token, inside its shape.

use std::time::{Duration, Instant};

use laika_protocol::model::{Ask, Ended, Usage, Written};
use llama_cpp_2::token::LlamaToken;
use llguidance::Matcher;
use serde_json::Value;

use super::engine::{Engine, Wanted};
use super::sampling::{Candidate, Dice, draw};
use super::shape::grammar;
use crate::ModelError;

/// What an answer must still fit, and the time that took.
struct Shape {
    matcher: Matcher,
    took: Duration,
}

impl Engine {
    /// Writes an answer.
    pub(super) fn write(&mut self, ask: &Ask, wanted: Wanted<'_>) -> Result<Written, ModelError> {
        let start = Instant::now();
        let mut usage = Usage::default();
        let mut shape = ask.shape.as_ref().map(|schema| self.shape(schema)).transpose()?;
        let read = self.read(&ask.prompt, 1, None, &mut usage, wanted)?;
        let room = self.most().saturating_sub(read.tokens);
        let most = usize::try_from(ask.max_tokens).unwrap_or(usize::MAX).min(room);
        let mut logits = read.logits;
        let mut dice = Dice::new(ask.sampling.seed);
        let mut bytes = Vec::new();
        let mut written = 0;
        let mut ended = Ended::Cut;
        let mut next = Vec::new();
        while written < most {
            wanted.check()?;
            next.clear();
            let complete = self.choose(ask, shape.as_mut(), logits, &mut dice, &mut next, &mut usage)?;
            if usage.first_ms == 0.0 {
                usage.first_ms = start.elapsed().as_secs_f64() * 1000.0;
            }
            let cut = next.len() > most - written;
            next.truncate(most - written);
            written += next.len();
            for token in &next {
                bytes.extend_from_slice(self.vocabulary.bytes(*token));
            }
            if complete && !cut {
                ended = Ended::Complete;
                break;
            }
            if written < most {
                let tokens: Vec<_> = next.iter().map(|token| LlamaToken(token.cast_signed())).collect();
                logits = self.extend(read.sequence, &tokens, wanted)?;
            }
        }
        let text = whole_letters(bytes);
        if shape.is_some() && ended == Ended::Complete && serde_json::from_str::<Value>(&text).is_err() {
            return Err(ModelError::Shape("the decoder left it".into()));
        }
        usage.written = u32::try_from(written).unwrap_or(u32::MAX);
        usage.shape_ms = shape.map_or(0.0, |shape| shape.took.as_secs_f64() * 1000.0);
        usage.total_ms = start.elapsed().as_secs_f64() * 1000.0;
        Ok(Written { text, ended, usage })
    }

    fn shape(&self, schema: &Value) -> Result<Shape, ModelError> {
        let start = Instant::now();
        let parser = self.shapes.create_parser(grammar(schema)?);
        let matcher = Matcher::new(parser);
        match matcher.get_error() {
            Some(error) => Err(ModelError::Shape(error.chars().take(500).collect())),
            None => Ok(Shape { matcher, took: start.elapsed() }),
        }
    }

    /// Chooses the next token, and adds those that the shape leaves no choice about. True where the answer is complete.
    fn choose(
        &self,
        ask: &Ask,
        shape: Option<&mut Shape>,
        logits: i32,
        dice: &mut Dice,
        next: &mut Vec<u32>,
        usage: &mut Usage,
    ) -> Result<bool, ModelError> {
        let logits = self.context.get_logits_ith(logits);
        let Some(shape) = shape else {
            let token = draw(self.unshaped(logits), &ask.sampling, dice).ok_or_else(nothing)?;
            return Ok(self.push(token, next));
        };
        // At the beginning there may be no choice at all.
        if shape.force(next, usage)? {
            return Ok(self.drop_end(next) || shape.matcher.is_stopped());
        }
        let candidates = shape.candidates(logits)?;
        if candidates.len() == 1 {
            usage.forced += 1;
        }
        let token = draw(candidates, &ask.sampling, dice).ok_or_else(nothing)?;
        if self.push(token, next) {
            return Ok(true);
        }
        shape.consume(token)?;
        shape.force(next, usage)?;
        Ok(self.drop_end(next) || shape.matcher.is_stopped())
    }

    /// What may come next where there is no shape.
    fn unshaped(&self, logits: &[f32]) -> Vec<Candidate> {
        let mut candidates: Vec<_> =
            (0..).zip(logits).map(|(token, logit)| Candidate { token, logit: *logit }).collect();
        for token in &self.forbidden {
            if let Some(candidate) = usize::try_from(*token).ok().and_then(|at| candidates.get_mut(at)) {
                candidate.logit = f32::NEG_INFINITY;
            }
        }
        candidates
    }

    /// Leaves only text; true where there was an end.
    fn drop_end(&self, next: &mut Vec<u32>) -> bool {
        let before = next.len();
        next.retain(|token| !self.vocabulary.ends(*token));
        next.len() < before
    }

    /// Adds a token of text; true where it is the end instead.
    fn push(&self, token: u32, next: &mut Vec<u32>) -> bool {
        let ends = self.vocabulary.ends(token);
        if !ends {
            next.push(token);
        }
        ends
    }
}

impl Shape {
    /// Takes the tokens that are forced now; true where there are some.
    fn force(&mut self, next: &mut Vec<u32>, usage: &mut Usage) -> Result<bool, ModelError> {
        let start = Instant::now();
        let forced = if self.matcher.is_stopped() { Vec::new() } else { self.matcher.consume_ff_tokens() };
        self.took += start.elapsed();
        self.sound()?;
        usage.forced += u32::try_from(forced.len()).unwrap_or_default();
        next.extend_from_slice(&forced);
        Ok(!forced.is_empty())
    }

    fn candidates(&mut self, logits: &[f32]) -> Result<Vec<Candidate>, ModelError> {
        let start = Instant::now();
        let mask = self.matcher.compute_mask_or_eos();
        self.took += start.elapsed();
        let mask = mask.map_err(|error| ModelError::Shape(error.to_string()))?;
        let mut candidates = Vec::new();
        mask.iter_set_entries(|at| {
            if let (Ok(token), Some(logit)) = (u32::try_from(at), logits.get(at)) {
                candidates.push(Candidate { token, logit: *logit });
            }
        });
        Ok(candidates)
    }

    fn consume(&mut self, token: u32) -> Result<(), ModelError> {
        let start = Instant::now();
        let consumed = self.matcher.consume_token(token);
        self.took += start.elapsed();
        consumed.map_err(|error| ModelError::Shape(error.to_string()))
    }

    /// A parser that gave up would let everything through.
    fn sound(&self) -> Result<(), ModelError> {
        self.matcher.get_error().map_or(Ok(()), |error| Err(ModelError::Shape(error)))
    }
}

fn nothing() -> ModelError {
    ModelError::Engine("no token can come next".into())
}

/// The text without a letter that was cut in the middle.
fn whole_letters(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let cut_at_end = error.utf8_error().error_len().is_none();
            let valid = error.utf8_error().valid_up_to();
            let mut bytes = error.into_bytes();
            if cut_at_end {
                bytes.truncate(valid);
            }
            String::from_utf8_lossy(&bytes).into_owned()
        }
    }
}
