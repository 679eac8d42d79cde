//! One file for every subject.

mod http;
mod wire;
