//! Tools that need neither a browser nor the network: project search and replace, git, maths, money, dates, words.
//!
//! A tool here is a function of its typed arguments, what it may touch (a [`project`] that was opened for it, or nothing)
//! and its [`Bounds`]. It decides nothing: whether it may run was decided before, and its result is untrusted text.

mod bounds;

pub use bounds::{Bounds, CallOff};
