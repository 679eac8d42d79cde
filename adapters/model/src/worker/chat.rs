//! Writing a prompt as the model's family does: `ChatML`.
//!
//! The markers between turns are put in as tokens. What a turn says is cut into tokens of text only, so a page that
//! contains a marker cannot end its turn.

use laika_protocol::model::Prompt;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;

use super::vocabulary::Vocabulary;
use crate::ModelError;
use crate::chat::{CLOSE, OPEN, Piece, pieces};

#[cfg(test)]
mod tests;

/// The markers of a model.
#[derive(Clone, Debug)]
pub(super) struct Chat {
    open: LlamaToken,
    close: LlamaToken,
    /// What stands in front of everything, where the model wants that.
    begin: Option<LlamaToken>,
    /// A thought of nothing, for models that think aloud before they answer unless they seem to have done so (MODEL-011).
    thought: Vec<LlamaToken>,
}

impl Chat {
    pub(super) fn of(model: &LlamaModel) -> Result<Self, ModelError> {
        let vocabulary = model.vocab();
        let marker = |text: &str| match vocabulary.tokenize(text.as_bytes(), false, true)[..] {
            [token] if vocabulary.is_control(token) || vocabulary.is_eog(token) => Ok(token),
            _ => Err(ModelError::Weights("it does not know the turns of ChatML".into())),
        };
        let (open, close) = (marker(OPEN)?, marker(CLOSE)?);
        let begin = vocabulary.should_add_bos().then(|| vocabulary.bos()).filter(|begin| *begin != open);
        let word = |text: &str| match vocabulary.tokenize(text.as_bytes(), false, true)[..] {
            [token] => Some(token),
            _ => None,
        };
        let thought = word("<think>").zip(word("</think>")).map(|(think, done)| {
            let gap = || vocabulary.tokenize(b"\n\n", false, false);
            [vec![think], gap(), vec![done], gap()].concat()
        });
        Ok(Self { open, close, begin, thought: thought.unwrap_or_default() })
    }

    /// What ends a turn.
    pub(super) const fn end(&self) -> LlamaToken {
        self.close
    }

    /// The tokens of a prompt, up to where the answer begins.
    pub(super) fn tokens(
        &self,
        prompt: &Prompt,
        vocabulary: &Vocabulary,
    ) -> Result<Vec<LlamaToken>, ModelError> {
        let mut tokens: Vec<_> = self.begin.into_iter().collect();
        for piece in pieces(prompt) {
            match piece {
                Piece::Open => tokens.push(self.open),
                Piece::Close => tokens.push(self.close),
                Piece::Text(text) => tokens.extend(plain(&text, vocabulary)?),
                Piece::Thought => tokens.extend(&self.thought),
            }
        }
        Ok(tokens)
    }
}

/// The tokens of a text, none of which is a marker.
pub(super) fn plain(text: &str, vocabulary: &Vocabulary) -> Result<Vec<LlamaToken>, ModelError> {
    let is_text = |tokens: &[LlamaToken]| tokens.iter().all(|token| !vocabulary.is_marker(*token));
    let tokens = vocabulary.tokens(text);
    if is_text(&tokens) {
        return Ok(tokens);
    }
    // Some files list a marker among the words. Cut after each `<`, no marker is left in one piece.
    let apart: Vec<_> = text.split_inclusive('<').flat_map(|part| vocabulary.tokens(part)).collect();
    if is_text(&apart) {
        Ok(apart)
    } else {
        Err(ModelError::Request("the text contains a marker of the model".into()))
    }
}
