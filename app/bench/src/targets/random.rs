//! Random choices that are the same in every run: SplitMix64, one stream for each case.

/// A stream of choices.
pub(super) struct Random(u64);

impl Random {
    /// The stream of one case, whatever ran before it or runs beside it.
    pub(super) fn of(case: usize) -> Self {
        let mut random = Self(0x7461_7267_6574_7301 ^ case as u64);
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 if there is none.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        match bound as u64 {
            0 => 0,
            bound => usize::try_from(self.next() % bound).unwrap_or(0),
        }
    }

    /// One of them.
    pub(super) fn pick(&mut self, list: &[&'static str]) -> &'static str {
        list.get(self.below(list.len())).copied().unwrap_or_default()
    }
}
