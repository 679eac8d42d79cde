//! The same decision with a model that cannot weigh: it writes the name, and everything else stays as it is.

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::model::{Ask, Prompt, Written};
use serde_json::{Value, json};

use super::decide::{By, Decision, WRITTEN, decide};
use super::routing::{ANSWER_STARTS, Routing};
use crate::execute::GREEDY;
use crate::problem::Problem;

/// Tokens of the longest name, and of what servers put around it.
const NAME_TOKENS: u32 = 48;

impl Routing {
    /// What to ask a model that cannot weigh: one of the candidates, as JSON.
    #[must_use]
    pub fn ask(&self) -> Ask {
        let labels: Vec<&str> = self.choices.iter().map(|choice| choice.label()).collect();
        Ask {
            prompt: Prompt { answer_starts: String::new(), ..self.asked() },
            shape: Some(json!({ "type": "string", "enum": labels })),
            sampling: GREEDY,
            max_tokens: NAME_TOKENS,
        }
    }

    /// What the name says that was written. It counts as if it had been weighed, and so does everything beside it: words
    /// that the request shares with a tool, and the clamp on asking back.
    ///
    /// # Errors
    /// When it is no candidate.
    pub fn read(&self, written: &Written) -> Result<Decision, Problem> {
        let text = written.text.trim();
        let said: String = match serde_json::from_str(text) {
            Ok(Value::String(said)) => said,
            // A model that is held to no shape writes as the examples do.
            Ok(_) | Err(_) => {
                text.strip_prefix(ANSWER_STARTS).unwrap_or(text).trim().trim_matches(['"', '`', '.']).into()
            }
        };
        let chosen = self.choices.iter().position(|choice| choice.label().eq_ignore_ascii_case(said.trim()));
        let chosen = chosen.ok_or(Problem::Unusable)?;
        let weight = |at: usize| if at == chosen { 0.0 } else { -WRITTEN };
        let asked: Vec<f32> = (0..self.choices.len()).map(weight).collect();
        Ok(decide(self, &asked, &alloc::vec![0.0; self.choices.len()], By::Writing))
    }
}
