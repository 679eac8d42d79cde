//! What a model sees, and what it says.
//!
//! It sees documents made from observations, in which handles have short names of this pack only. Its output is untrusted
//! text; it becomes an [`Answer`] through strict parsing only, and nothing that acts is ever guessed at or repaired.
//!
//! Architecture invariant: pure. The same text and the same expectation give the same answer and the same defects, in
//! time linear in the text.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod aliases;
mod answer;
mod call;
mod dialect;
mod expected;
mod first_look;
mod markdown;
mod project;
mod repair;
mod scan;
mod tokens;

pub use aliases::{Aliases, Target};
pub use answer::{Answer, Routed, Stamp, read_answer};
pub use dialect::Dialect;
pub use expected::{Expected, LegacyPattern, Thinking};
pub use first_look::{FIRST_LOOK_TOKENS, first_look};
pub use markdown::read_markdown;
pub use project::{chunk_documents, summary_document};
pub use repair::repair_prompt;
pub use tokens::estimate_tokens;
