//! Words and sentences of any language, as far as that goes without a dictionary.

mod sentences;
mod stop;
mod words;

pub use sentences::{Line, Sentence, sentences};
pub use stop::{is_negation, is_stop};
pub use words::{content_words, fold, is_unspaced, number_of_word, numbers, stem, whole_words, words};
