//! The tests of collections.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test stops where it fails; clippy exempts only functions marked as tests"
)]

mod it;
