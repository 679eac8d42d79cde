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
pub mod choose;
mod dialect;
pub mod execute;
mod expected;
mod fence;
mod first_look;
pub mod goal;
pub mod ground;
mod markdown;
pub mod pack;
pub mod plain;
mod problem;
mod project;
mod prompts;
pub mod question;
mod repair;
pub mod route;
mod scan;
mod shape;
pub mod text;
mod tokens;

pub use aliases::{Aliases, Target};
pub use answer::{Answer, Routed, Stamp, read_answer};
pub use dialect::Dialect;
pub use expected::{Expected, LegacyPattern, Thinking};
pub use fence::{Fence, without_marks};
pub use first_look::{FIRST_LOOK_TOKENS, first_look};
pub use markdown::read_markdown;
pub use problem::Problem;
pub use project::{chunk_documents, summary_document};
pub use prompts::PromptFile;
pub use repair::{ask_again, repair_prompt};
pub use tokens::estimate_tokens;
