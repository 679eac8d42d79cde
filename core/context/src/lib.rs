//! What a model sees, and what it says.
//!
//! Now: reading answers. A model's output is untrusted text; it becomes an [`Answer`] through strict parsing only, and
//! nothing that acts is ever guessed at or repaired.
//!
//! Architecture invariant: pure. The same text and the same expectation give the same answer and the same defects, in
//! time linear in the text.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod answer;
mod call;
mod dialect;
mod expected;
mod markdown;
mod repair;
mod scan;

pub use answer::{Answer, Routed, Stamp, read_answer};
pub use dialect::Dialect;
pub use expected::{Expected, LegacyPattern, Thinking};
pub use markdown::read_markdown;
pub use repair::repair_prompt;
