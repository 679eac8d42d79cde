//! Random choices that are the same in every run of the same seed: SplitMix64, one stream for each case.

use std::sync::atomic::{AtomicU64, Ordering};

/// The seed of the run. It is one for the whole process, because a suite's parts draw in many places and threads.
static SEED: AtomicU64 = AtomicU64::new(0);

/// From now on another set of choices is drawn; 0 is the one of record.
pub(crate) fn set_seed(seed: u64) {
    SEED.store(seed, Ordering::Relaxed);
}

/// A stream of choices.
pub(crate) struct Random(u64);

impl Random {
    /// The stream of one case of one part, whatever ran before it or runs beside it.
    pub(crate) fn of(part: &str, case: usize) -> Self {
        let seed = SEED.load(Ordering::Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut state = 0x6c61_696b_6100_0001_u64 ^ case as u64 ^ seed;
        for byte in part.bytes() {
            state = Self(state ^ u64::from(byte)).next();
        }
        Self(state)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 if there is none.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        match bound as u64 {
            0 => 0,
            // It is below a `usize`, so it is one.
            bound => usize::try_from(self.next() % bound).unwrap_or(0),
        }
    }

    /// A number between both, both included.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// Yes in one of so many cases.
    pub(crate) fn one_in(&mut self, cases: usize) -> bool {
        self.below(cases) == 0
    }

    /// One of them.
    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        let index = self.below(list.len());
        list.get(index)
    }

    /// The same things in another order.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_case_gives_the_same_choices_and_another_one_others() {
        let choices = |part, case| {
            let mut random = Random::of(part, case);
            [random.next(), random.next()]
        };
        assert_eq!(choices("kills", 7), choices("kills", 7));
        assert_ne!(choices("kills", 7), choices("kills", 8));
        assert_ne!(choices("kills", 7), choices("cuts", 7));
    }

    #[test]
    fn numbers_stay_in_their_bounds_and_reach_both() {
        let mut random = Random::of("bounds", 0);
        let seen: Vec<_> = (0..200).map(|_| random.between(3, 5)).collect();
        assert!([3, 4, 5].iter().all(|number| seen.contains(number)));
        assert!(seen.iter().all(|number| (3..=5).contains(number)));
        assert_eq!(random.below(0), 0);
        assert_eq!(random.pick::<u8>(&[]), None);
        let mut list = [1, 2, 3, 4, 5, 6, 7, 8];
        random.shuffle(&mut list);
        assert_ne!(list, [1, 2, 3, 4, 5, 6, 7, 8]);
        list.sort_unstable();
        assert_eq!(list, [1, 2, 3, 4, 5, 6, 7, 8]);
    }
}
