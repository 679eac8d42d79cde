//! Models behind a server: OpenAI and what speaks like it, Ollama, vLLM, llama-server, Anthropic.
//!
//! A server on this machine is a runner like any other. One on another machine is a cloud: it gets only an
//! [`EgressPack`](laika_policy::cloud::EgressPack), only with a permit for its exact bytes, and its answers are looked at
//! before anybody reads them. Nothing here connects: a [`Wire`] does, in the process that may.

mod anthropic;
mod api;
mod base;
mod error;
mod fit;
mod openai;
mod price;
mod reply;
mod runner;
mod schema;
#[cfg(test)]
mod tests;
mod wire;

pub use anthropic::Anthropic;
pub use api::{Api, Reply, Words};
pub use base::Base;
pub use error::{RemoteError, Said};
pub use openai::{Dialect, OpenAi};
pub(crate) use price::estimated_tokens;
pub use price::{Price, Spent};
pub use runner::{Answered, Remote, Settings};
pub use wire::{Wire, WireError};
