//! The tests, by what they are about.

mod diff;
mod snapshot;
mod urls;
