//! What a person collects: captured sources, what is asked across them and what is made from them.
//!
//! Architecture invariant: no clock, no randomness, no IO. Whatever of a source stands in an answer or in something made
//! is a span of what was captured of it, and says which.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod ask;
pub mod diff;
pub mod export;
pub mod pack;
pub mod snapshot;
pub mod transform;
pub mod urls;
