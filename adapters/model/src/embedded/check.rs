//! What the process says is believed only as far as it can be an answer to what was asked.

use std::io;

use laika_os::confine::Confinement;
use laika_protocol::model::Usage;
use tokio::io::AsyncRead;

use super::process::check_refusal;
use crate::ModelError;
use crate::wire::{self, Greeting, Order, REPLY_BYTES, Reply, Said, What};

/// No token of any model is longer.
const TOKEN_BYTES: usize = 1024;
/// The most letters of a model's name.
const NAME_CHARS: usize = 100;

/// What the process says of itself when it is ready.
#[derive(Debug)]
pub(super) struct Introduced {
    pub(super) confinement: Confinement,
    pub(super) model: String,
    pub(super) context: u32,
}

/// Reads the greeting of a process that may have at most so many tokens of context.
pub(super) async fn greeting(
    from: &mut (impl AsyncRead + Unpin),
    most_context: u32,
) -> Result<Introduced, ModelError> {
    let greeting = wire::receive::<Greeting>(from, REPLY_BYTES).await;
    // What is wrong with it would be told in its own words, so only that it is wrong is told.
    match greeting
        .map_err(|error| ModelError::Start(format!("its greeting is not valid ({})", error.kind())))?
    {
        Greeting::Refused(error) => Err(check_refusal(error)),
        Greeting::Ready(ready) => {
            let confinement = [Confinement::Full, Confinement::Partial, Confinement::None]
                .into_iter()
                .find(|confinement| confinement.word() == ready.confinement)
                .ok_or(ModelError::Broken)?;
            let model = ready.model.chars().filter(|letter| !letter.is_control()).take(NAME_CHARS).collect();
            Ok(Introduced { confinement, model, context: ready.context.min(most_context) })
        }
    }
}

/// Reads the answer to an order.
pub(super) async fn answer_to(
    order: &Order,
    from: &mut (impl AsyncRead + Unpin),
) -> Result<Said, ModelError> {
    let reply = wire::receive::<Reply>(from, REPLY_BYTES).await.map_err(|error| {
        let ended = error.kind() == io::ErrorKind::UnexpectedEof;
        if ended { ModelError::Crashed } else { ModelError::Broken }
    })?;
    if reply.number == order.number { fits(&order.what, reply.said) } else { Err(ModelError::Broken) }
}

/// The answer, if it can be one to this order.
fn fits(what: &What, said: Said) -> Result<Said, ModelError> {
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
