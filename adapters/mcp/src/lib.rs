//! The Model Context Protocol, both ways: Laika's tools for other agents, and tools of other servers for Laika.

pub mod client;
pub mod http;
pub mod server;
