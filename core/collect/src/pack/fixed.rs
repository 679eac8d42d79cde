//! Weights of words in whole numbers: the same on every machine.

/// What one is, in fixed point.
pub(super) const ONE: u64 = 256;
/// How soon a word that is said again adds nothing, in thousandths.
const SATURATION: u64 = 1_200;

/// The logarithm to the base of two, in fixed point, by straight lines between the powers.
pub(super) fn log2(n: u64) -> u64 {
    let n = n.max(1);
    let whole = u64::from(n.ilog2());
    // Above the power, n lies as far as its logarithm nearly does.
    let above = if whole >= 8 { n >> (whole - 8) } else { n << (8 - whole) };
    whole * ONE + above - ONE
}

/// How much a word says that stands in `found` of `all` passages.
pub(crate) fn rarity(found: usize, all: usize) -> u64 {
    let as_u64 = |n: usize| u64::try_from(n).unwrap_or(u64::MAX >> 8);
    log2(as_u64(all) + 1).saturating_sub(log2(as_u64(found) + 1)) + ONE / 4
}

/// How much it adds that a word stands `times` in a passage of `length` words, where passages have `usual` words: from 0
/// to just over two, in thousandths.
pub(super) fn presence(times: usize, length: usize, usual: usize) -> u64 {
    let as_u64 = |n: usize| u64::try_from(n.min(1 << 20)).unwrap_or(0);
    let longer = 250 + 750 * as_u64(length) / as_u64(usual).max(1);
    as_u64(times) * (1_000 + SATURATION) * 1_000
        / (as_u64(times) * 1_000 + SATURATION * longer / 1_000).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_rise_and_level_off() {
        assert_eq!([1, 2, 3, 4, 1024].map(log2), [0, 256, 384, 512, 2560]);
        assert!((1..4000).all(|n| log2(n) <= log2(n + 1)));
        assert!(rarity(1, 1000) > rarity(10, 1000) && rarity(1000, 1000) > 0);
        assert!(presence(0, 50, 50) == 0 && presence(1, 50, 50) < presence(3, 50, 50));
        assert!(presence(1, 200, 50) < presence(1, 20, 50) && presence(1_000_000, 50, 50) <= 2_200);
    }
}
