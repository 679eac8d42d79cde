//! One binary for all of them.

mod machine;
mod properties;
mod review;
mod scenarios;
mod transitions;
mod world;
