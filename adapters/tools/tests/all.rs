//! One test program.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test stops where it fails; clippy exempts only functions marked as tests"
)]

mod it;
