//! One binary for all of them.

mod config;
mod crossing;
mod elsewhere;
mod settings;
mod thinking;
mod tools;
