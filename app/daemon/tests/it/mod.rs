//! One binary for all of them.
