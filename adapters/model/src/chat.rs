//! How a prompt is written out for the family of the embedded models: `ChatML`.
//!
//! A prompt is pieces: marks between turns, and texts. The engine makes a token of a mark and tokens of text of a text, so
//! that no text can be a mark; training data has the same pieces as one text.

use std::borrow::Cow;

use laika_protocol::model::{Prompt, Speaker};

/// A piece of a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// What opens a turn.
    Open,
    /// What closes one.
    Close,
    /// Text, of which nothing is a mark.
    Text(Cow<'a, str>),
    /// Where a model that thinks aloud seems to have done so.
    Thought,
}

/// What opens a turn, as text.
pub const OPEN: &str = "<|im_start|>";
/// What closes one.
pub const CLOSE: &str = "<|im_end|>";

/// The pieces of a prompt, up to where the answer begins.
#[must_use]
pub fn pieces(prompt: &Prompt) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for turn in &prompt.turns {
        let speaker = match turn.speaker {
            Speaker::System => "system",
            Speaker::User => "user",
            Speaker::Assistant => "assistant",
        };
        pieces.push(Piece::Open);
        pieces.push(Piece::Text(format!("{speaker}\n{}", turn.text).into()));
        pieces.push(Piece::Close);
        pieces.push(Piece::Text("\n".into()));
    }
    pieces.push(Piece::Open);
    pieces.push(Piece::Text("assistant\n".into()));
    pieces.push(Piece::Thought);
    pieces.push(Piece::Text(prompt.answer_starts.as_str().into()));
    pieces
}

/// A prompt as one text, for a model that does not think aloud. What is answered follows it, and then [`CLOSE`].
#[must_use]
pub fn written_out(prompt: &Prompt) -> String {
    let text = |piece| match piece {
        Piece::Open => Cow::Borrowed(OPEN),
        Piece::Close => Cow::Borrowed(CLOSE),
        Piece::Text(text) => text,
        Piece::Thought => Cow::Borrowed(""),
    };
    pieces(prompt).into_iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use laika_protocol::model::Turn;

    #[test]
    fn a_prompt_ends_where_the_answer_begins() {
        let turn = |speaker, text: &str| Turn { speaker, text: text.into() };
        let turns = vec![turn(Speaker::System, "Choose."), turn(Speaker::User, "Request: back")];
        let prompt = Prompt { turns, fixed_turns: 1, answer_starts: "Tool:".into() };
        assert_eq!(
            written_out(&prompt),
            "<|im_start|>system\nChoose.<|im_end|>\n<|im_start|>user\nRequest: back<|im_end|>\n\
             <|im_start|>assistant\nTool:"
        );
    }
}
