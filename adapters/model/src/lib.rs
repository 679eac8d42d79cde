//! Runners of models, and the process of the embedded one.
//!
//! Architecture invariant: whoever runs it, a model only ever gives text and numbers. Nothing here acts on them.

pub mod catalogue;
pub mod chat;
mod embedded;
mod error;
mod files;
mod no_model;
pub mod recorded;
pub mod remote;
mod runner;
pub mod scripted;
mod wire;
pub mod worker;

pub use embedded::{Embedded, EmbeddedOptions};
pub use error::ModelError;
pub use files::Files;
pub use no_model::NoModel;
pub use runner::{Cancel, Capabilities, Runner};
pub use worker::shape_accepts;
