//! An allocator that counts, so that a test can say how much memory a function takes.
//!
//! Counts are per thread: tests run side by side, and what is measured here runs on one thread.
#![allow(unsafe_code, reason = "an allocator cannot be written without it; it only counts and passes on")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator with counters. Declare it with `#[global_allocator]` in the binary that measures.
#[derive(Debug)]
pub struct CountingAllocator;

/// What a piece of work took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Bytes allocated, also those given back.
    pub total: usize,
    /// Bytes held at the worst moment.
    pub peak: usize,
}

#[derive(Clone, Copy)]
struct Counters {
    total: usize,
    live: isize,
    peak: isize,
}

impl Counters {
    const ZERO: Self = Self { total: 0, live: 0, peak: 0 };
}

thread_local! {
    // Constant and without a destructor, so that the allocator itself never allocates.
    static COUNTERS: Cell<Counters> = const { Cell::new(Counters::ZERO) };
}

/// Runs a piece of work and says what it allocated on this thread.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, Usage) {
    COUNTERS.set(Counters::ZERO);
    let result = work();
    let Counters { total, peak, .. } = COUNTERS.get();
    (result, Usage { total, peak: peak.unsigned_abs() })
}

fn count(taken: usize, given_back: usize) {
    // A thread that is ending has no counters any more; nobody measures it.
    _ = COUNTERS.try_with(|counters| {
        let Counters { total, live, peak } = counters.get();
        let live = live.wrapping_add_unsigned(taken).wrapping_sub_unsigned(given_back);
        counters.set(Counters { total: total.wrapping_add(taken), live, peak: peak.max(live) });
    });
}

// SAFETY: every call is passed on to `System` unchanged, and `System` keeps the contract. Counting neither allocates
// nor unwinds.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the contract of `alloc_zeroed`, which is the same.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: `block` came from `System` through this allocator, with this layout.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: `block` came from `System` through this allocator, with this layout.
        unsafe { System.realloc(block, layout, size) }
    }
}
