//! One binary for all of them.

mod crossing;
