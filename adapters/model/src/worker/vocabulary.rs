//! The tokens of a model, as the engine and the shapes need them.

use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;
use llama_cpp_2::vocab::{LlamaVocab, VocabType};
use toktrie::{TokRxInfo, TokTrie, TokenId, TokenizerEnv};

/// In front of the bytes of a token that is no text.
const NO_TEXT: u8 = TokTrie::SPECIAL_TOKEN_MARKER;

/// The tokens of a model.
pub(super) struct Vocabulary {
    model: &'static LlamaModel,
    trie: TokTrie,
    /// Whether a text has one tokenisation wherever it stands, so that forced text can be cut into tokens ahead.
    canonical: bool,
}

impl Vocabulary {
    /// Reads the tokens of a model; `end` ends a turn.
    pub(super) fn new(model: &'static LlamaModel, end: LlamaToken) -> Self {
        let vocabulary = model.vocab();
        let mut ends = vec![end.0.cast_unsigned()];
        let mut words = Vec::with_capacity(usize::try_from(vocabulary.n_tokens()).unwrap_or_default());
        for token in vocabulary.tokens() {
            if vocabulary.is_eog(token) && token != end {
                ends.push(token.0.cast_unsigned());
            }
            words.push(bytes(&vocabulary, token));
        }
        let info = TokRxInfo::new(u32::try_from(words.len()).unwrap_or_default(), end.0.cast_unsigned());
        let trie = TokTrie::from(&info, &words).with_eos_tokens(&ends);
        Self { model, trie, canonical: vocabulary.vocab_type() == VocabType::BPE }
    }

    /// Cuts a text into tokens, all of them text.
    pub(super) fn tokens(&self, text: &str) -> Vec<LlamaToken> {
        self.model.vocab().tokenize(text.as_bytes(), false, false)
    }

    /// Whether a token ends an answer.
    pub(super) fn ends(&self, token: u32) -> bool {
        self.trie.eos_tokens().contains(&token)
    }

    /// Whether a token is no text.
    pub(super) fn is_marker(&self, token: LlamaToken) -> bool {
        let token = token.0.cast_unsigned();
        self.ends(token) || self.trie.is_special_token(token)
    }

    /// Tokens that an answer never holds: they neither are text nor end it.
    pub(super) fn forbidden(&self) -> Vec<u32> {
        let all = 0..u32::try_from(self.trie.vocab_size()).unwrap_or_default();
        all.filter(|token| !self.ends(*token))
            .filter(|token| self.trie.is_special_token(*token) || self.trie.token(*token).is_empty())
            .collect()
    }

    /// The bytes of a token of text.
    pub(super) fn bytes(&self, token: u32) -> &[u8] {
        self.trie.token(token)
    }
}

fn bytes(vocabulary: &LlamaVocab<'_>, token: LlamaToken) -> Vec<u8> {
    let control = vocabulary.is_control(token) || vocabulary.is_eog(token);
    let text = if control { Vec::new() } else { vocabulary.token_to_piece(token, false, None) };
    if !text.is_empty() {
        return text;
    }
    let name = vocabulary.token_to_piece(token, true, None);
    if name.is_empty() { name } else { [&[NO_TEXT], name.as_slice()].concat() }
}

impl TokenizerEnv for Vocabulary {
    fn tok_trie(&self) -> &TokTrie {
        &self.trie
    }

    fn tokenize_bytes(&self, text: &[u8]) -> Vec<TokenId> {
        // Bytes that are no text, such as half a letter, have no tokens of their own in the engine.
        self.trie.tokenize_with_greedy_fallback(text, |text| {
            self.tokens(text).into_iter().map(|token| token.0.cast_unsigned()).collect()
        })
    }

    fn tokenize_is_canonical(&self) -> bool {
        self.canonical
    }
}
