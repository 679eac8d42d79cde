//! One binary for all of them.

mod properties;
mod scenarios;
mod transitions;
mod world;
