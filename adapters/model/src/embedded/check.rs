//! What the process says is believed only as far as it can be an answer to what was asked.

use laika_protocol::model::Usage;

use crate::ModelError;
use crate::wire::{Said, What};

/// No token of any model is longer.
const TOKEN_BYTES: usize = 1024;

/// The answer, if it can be one to this order.
pub(super) fn fits(what: &What, said: Said) -> Result<Said, ModelError> {
    let good = match (what, &said) {
        (What::Write(ask), Said::Written(written)) => {
            let most = usize::try_from(ask.max_tokens).unwrap_or(usize::MAX).saturating_mul(TOKEN_BYTES);
            written.text.len() <= most && written.usage.written <= ask.max_tokens && is_sound(&written.usage)
        }
        (What::Weigh(weighing), Said::Weights(weights)) => {
            weights.weights.len() == weighing.prompts.len()
                && weights.weights.iter().all(|row| row.len() == weighing.candidates.len())
                && weights.weights.iter().flatten().all(|weight| weight.is_finite() && *weight <= 0.001)
                && is_sound(&weights.usage)
        }
        (What::Count(texts), Said::Counts(counts)) => {
            counts.len() == texts.len()
                && counts.iter().zip(texts).all(|(count, text)| {
                    // A space may stand in front of the first.
                    usize::try_from(*count).is_ok_and(|count| count <= text.len() + 1)
                })
        }
        (What::Forget, Said::Forgotten) | (_, Said::Refused(_)) => true,
        (What::Write(_) | What::Weigh(_) | What::Count(_) | What::Forget | What::Cancel(_), _) => false,
    };
    if good { Ok(said) } else { Err(ModelError::Broken) }
}

fn is_sound(usage: &Usage) -> bool {
    let is_time = |ms: f64| ms.is_finite() && ms >= 0.0;
    usage.reused <= usage.read
        && is_time(usage.first_ms)
        && is_time(usage.total_ms)
        && is_time(usage.shape_ms)
}
