//! One binary for all of them.

mod collecting;
mod config;
mod crossing;
mod elsewhere;
mod mcp;
mod network;
mod settings;
mod summary;
mod thinking;
mod tools;
