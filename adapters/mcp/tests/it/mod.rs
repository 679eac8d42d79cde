//! One file for every subject.

mod client_hostile;
mod client_http;
mod http;
mod wire;
