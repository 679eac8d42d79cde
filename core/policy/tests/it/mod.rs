//! One binary for all of them.

mod classify;
mod config;
mod exhaustive;
mod expected;
mod grants;
mod hostile;
mod inject;
mod laundering;
mod linear;
mod properties;
mod redact;
mod scenarios;
mod standing;
mod tokens;
mod world;
