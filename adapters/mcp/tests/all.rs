//! All tests of this crate, in one program.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::wildcard_enum_match_arm,
    reason = "a test stops where it fails; clippy exempts only functions marked as tests"
)]

mod it;
