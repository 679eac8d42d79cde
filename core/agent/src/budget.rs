//! How often something happened in the last minute.

use alloc::collections::VecDeque;

const MINUTE_MS: u64 = 60_000;

/// The moments of the last minute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastMinute {
    moments: VecDeque<u64>,
}

impl LastMinute {
    /// Counts one more, unless that is more than allowed. A clock that goes back frees nothing.
    #[must_use]
    pub fn count(&mut self, now_ms: u64, most: u64) -> bool {
        let now_ms = self.moments.back().copied().unwrap_or(0).max(now_ms);
        while self.moments.front().is_some_and(|first| first + MINUTE_MS <= now_ms) {
            self.moments.pop_front();
        }
        if self.moments.len() as u64 >= most {
            return false;
        }
        self.moments.push_back(now_ms);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_slides() {
        let mut minute = LastMinute::default();
        assert!(minute.count(0, 2) && minute.count(1_000, 2));
        assert!(!minute.count(59_999, 2), "two in a minute are enough");
        assert!(minute.count(60_000, 2), "the first is a minute ago");
        assert!(!minute.count(30_000, 2), "a clock that goes back frees nothing");
    }
}
