//! Shapes: a JSON Schema becomes a grammar that the answer cannot leave.
//!
//! What holds no piece of a text is left to the decoder's own reading of JSON Schema. Around pieces the grammar is built
//! here, because a schema has no word for "a part of this text".

mod accept;
mod formats;
mod grammar;
mod prepare;

use llguidance::api::ParserLimits;

pub use accept::shape_accepts;
pub(super) use grammar::grammar;

/// Makes room for shapes with pieces of long texts: the usual limits end at about two thousand words.
pub(super) const fn set_limits(limits: &mut ParserLimits) {
    limits.initial_lexer_fuel = 20_000_000;
    limits.step_lexer_fuel = 10_000_000;
    limits.max_lexer_states = 1_000_000;
    // What goes wrong is told to a person, not the whole grammar.
    limits.verbose_errors = false;
}
