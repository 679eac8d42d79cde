//! The tests, by what they are about.

mod asked;
mod diff;
mod shelf;
mod snapshot;
mod transform;
mod urls;
