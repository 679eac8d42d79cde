//! One binary for all of them.

mod properties;
mod review;
mod scenarios;
mod transitions;
mod world;
