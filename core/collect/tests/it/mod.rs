//! The tests, by what they are about.

mod ask;
mod asked;
mod diff;
mod pack;
mod shelf;
mod snapshot;
mod transform;
mod urls;
