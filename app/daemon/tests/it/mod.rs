//! One binary for all of them.

mod crossing;
mod elsewhere;
mod thinking;
