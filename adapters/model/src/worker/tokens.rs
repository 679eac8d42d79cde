//! What the engine reads, as numbers, without loading any weights: training is held against it.

use std::path::Path;

use laika_protocol::model::Prompt;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::token::LlamaToken;

use super::chat::{self, Chat};
use super::vocabulary::Vocabulary;
use crate::ModelError;

/// The tokens of a model. It reads the file in this process, so only a file that is trusted may be given.
pub struct Tokens {
    chat: Chat,
    vocabulary: Vocabulary,
}

impl Tokens {
    /// Reads the tokens of a file of weights, and keeps them until the process ends.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn read(weights: &Path) -> Result<Self, ModelError> {
        let wrong = |error: &dyn std::fmt::Display| ModelError::Weights(error.to_string());
        let mut backend = LlamaBackend::init().map_err(|error| wrong(&error))?;
        backend.void_logs();
        let parameters = LlamaModelParams::default().with_n_gpu_layers(0).with_vocab_only(true);
        let model =
            LlamaModel::load_from_file(&backend, weights, &parameters).map_err(|error| wrong(&error))?;
        let model: &'static LlamaModel = Box::leak(Box::new(model));
        Box::leak(Box::new(backend));
        let chat = Chat::of(model)?;
        let vocabulary = Vocabulary::new(model, chat.end());
        Ok(Self { chat, vocabulary })
    }

    /// The tokens of a prompt, up to where the answer begins.
    ///
    /// # Errors
    /// When the prompt contains a marker of the model.
    pub fn of_prompt(&self, prompt: &Prompt) -> Result<Vec<i32>, ModelError> {
        self.chat.tokens(prompt, &self.vocabulary).map(numbers)
    }

    /// The tokens of a text that follows a prompt.
    ///
    /// # Errors
    /// When the text contains a marker of the model.
    pub fn of_text(&self, text: &str) -> Result<Vec<i32>, ModelError> {
        chat::plain(text, &self.vocabulary).map(numbers)
    }
}

fn numbers(tokens: Vec<LlamaToken>) -> Vec<i32> {
    tokens.into_iter().map(|token| token.0).collect()
}
