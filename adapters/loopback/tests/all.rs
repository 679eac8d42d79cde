//! The door and the window with real sockets.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops where it fails; clippy exempts only functions marked as tests"
)]

mod it;
