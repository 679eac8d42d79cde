//! One file for every subject.

mod headers;
mod streams;
mod window;
mod world;
