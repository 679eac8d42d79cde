//! The program as a person meets it: what is typed, what is printed where, and the exit code.
#![allow(
    clippy::unwrap_used,
    reason = "a test stops where it fails; clippy exempts only functions marked as tests"
)]

mod it;
