//! A project's files, worked on in a process that can reach nothing else (SURF-043).
//!
//! The side that asks is [`Files`]; the process is [`worker`]. Whoever only looks gets a process that can only read, one
//! for a run. A change that was decided gets one of its own that can write, and that ends with it.

mod answer;
mod parent;
mod room;
mod wire;
pub mod worker;

pub use parent::Files;
