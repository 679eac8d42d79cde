//! A prompt made ready to leave.

use laika_protocol::model::Ask;
use serde_json::Value;

use super::clean::clean;

/// A prompt from which everything was taken that must not leave. What is sent is made from it, byte for byte, and can be
/// shown before (MODEL-033, MODEL-035).
///
/// It cannot be made elsewhere:
/// ```compile_fail
/// fn forge(ask: laika_protocol::model::Ask) -> laika_policy::cloud::EgressPack { laika_policy::cloud::EgressPack(ask) }
/// ```
/// ```compile_fail
/// fn forge(ask: laika_protocol::model::Ask) -> laika_policy::cloud::EgressPack { ask.into() }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct EgressPack(Ask);

impl EgressPack {
    /// What is left.
    #[must_use]
    pub const fn ask(&self) -> &Ask {
        &self.0
    }
}

/// Takes out of a prompt what must not leave: secrets, numbers of accounts and papers, cookies, tokens, markup.
///
/// The same is taken out of its shape, so that an answer is held against what was sent.
#[must_use]
pub fn egress_pack(ask: &Ask) -> EgressPack {
    let mut ask = ask.clone();
    for turn in &mut ask.prompt.turns {
        turn.text = clean(&turn.text).into_owned();
    }
    ask.prompt.answer_starts = clean(&ask.prompt.answer_starts).into_owned();
    if let Some(shape) = &mut ask.shape {
        clean_values(shape);
    }
    EgressPack(ask)
}

/// Names stay as they are: they are the tool's own, and one that is not clean is refused when it is decided.
pub(super) fn clean_values(value: &mut Value) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
        Value::String(text) => *text = clean(text).into_owned(),
        Value::Array(items) => items.iter_mut().for_each(clean_values),
        Value::Object(fields) => fields.values_mut().for_each(clean_values),
    }
}
