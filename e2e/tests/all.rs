//! Proofs over several crates: what a page can hold, what comes back from Markdown, what hostile input costs.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test stops where it fails; clippy exempts only functions marked as tests"
)]

mod it;

#[global_allocator]
static ALLOCATOR: laika_e2e::sys::CountingAllocator = laika_e2e::sys::CountingAllocator;
