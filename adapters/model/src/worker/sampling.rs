//! Drawing one token out of many.
//!
//! The order is: temperature, then `top_k`, then `top_p`, then `min_p`, each over what the one before left.

use laika_protocol::model::Sampling;

/// A token that may come next, and how much speaks for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) token: u32,
    pub(super) logit: f32,
}

/// Random numbers that repeat for the same seed.
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 up to but not including 1.
    fn roll(&mut self) -> f64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // 53 bits are what a double holds exactly.
        #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
        let whole = (mixed >> 11) as f64;
        whole / 9_007_199_254_740_992.0
    }
}

/// How many of the most likely are sorted at first: nearly always enough for `top_p`.
const SORTED_FIRST: usize = 256;

/// Draws a token; `None` where no candidate is possible.
pub(super) fn draw(mut candidates: Vec<Candidate>, sampling: &Sampling, dice: &mut Dice) -> Option<u32> {
    candidates.retain(|candidate| candidate.logit.is_finite());
    let best = candidates.iter().max_by(|a, b| a.logit.total_cmp(&b.logit)).copied()?;
    // Also what is not a number takes the most likely one.
    if sampling.temperature.is_nan() || sampling.temperature <= 0.0 {
        return Some(best.token);
    }
    let most = usize::try_from(sampling.top_k).unwrap_or(usize::MAX);
    if most > 0 && most < candidates.len() {
        sort_first(&mut candidates, most);
        candidates.truncate(most);
    }
    let temperature = f64::from(sampling.temperature);
    let odds =
        |candidate: &Candidate| ((f64::from(candidate.logit) - f64::from(best.logit)) / temperature).exp();
    if sampling.top_p < 1.0 {
        keep_top(&mut candidates, f64::from(sampling.top_p), odds);
    }
    let least = f64::from(sampling.min_p);
    if least > 0.0 {
        // The odds of the best are 1, and it always stays.
        candidates.retain(|candidate| odds(candidate) >= least.min(1.0));
    }
    let all: f64 = candidates.iter().map(odds).sum();
    let mut left = dice.roll() * all;
    let drawn = candidates.iter().find(|candidate| {
        left -= odds(candidate);
        left < 0.0
    });
    drawn.or(candidates.last()).map(|candidate| candidate.token)
}

/// Puts the `most` most likely first, in order.
fn sort_first(candidates: &mut [Candidate], most: usize) {
    let descending = |a: &Candidate, b: &Candidate| b.logit.total_cmp(&a.logit).then(a.token.cmp(&b.token));
    if most < candidates.len() {
        candidates.select_nth_unstable_by(most, descending);
    }
    let most = most.min(candidates.len());
    candidates[..most].sort_unstable_by(descending);
}

/// Keeps the most likely that together have this probability, and at least one.
fn keep_top(candidates: &mut Vec<Candidate>, probability: f64, odds: impl Fn(&Candidate) -> f64) {
    let wanted = candidates.iter().map(&odds).sum::<f64>() * probability;
    let mut sorted = SORTED_FIRST;
    loop {
        sort_first(candidates, sorted);
        let mut sum = 0.0;
        let enough = candidates.iter().take(sorted).position(|candidate| {
            sum += odds(candidate);
            sum >= wanted
        });
        match enough {
            Some(last) => return candidates.truncate(last + 1),
            None if sorted >= candidates.len() => return,
            None => sorted = candidates.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Sampling = Sampling { temperature: 1.0, top_p: 1.0, top_k: 0, min_p: 0.0, seed: 0 };

    fn candidates(logits: &[f32]) -> Vec<Candidate> {
        (0..).zip(logits).map(|(token, logit)| Candidate { token, logit: *logit }).collect()
    }

    fn shares(logits: &[f32], sampling: &Sampling) -> Vec<f64> {
        let mut dice = Dice::new(7);
        let mut counts = vec![0.0; logits.len()];
        for _ in 0..20_000 {
            let token = draw(candidates(logits), sampling, &mut dice).unwrap();
            counts[usize::try_from(token).unwrap()] += 1.0 / 20_000.0;
        }
        counts
    }

    #[test]
    fn no_temperature_takes_the_most_likely() {
        let sampling = Sampling { temperature: 0.0, ..PLAIN };
        let drawn = draw(candidates(&[1.0, 3.0, f32::NAN, 2.0]), &sampling, &mut Dice::new(1));
        assert_eq!(drawn, Some(1));
        assert_eq!(draw(candidates(&[f32::NEG_INFINITY]), &PLAIN, &mut Dice::new(1)), None);
        assert_eq!(draw(Vec::new(), &PLAIN, &mut Dice::new(1)), None);
    }

    #[test]
    fn tokens_come_as_often_as_they_are_likely() {
        // Odds 1 : 2 : 4.
        let logits = [0.0, 2.0_f32.ln(), 4.0_f32.ln()];
        for (share, wanted) in shares(&logits, &PLAIN).iter().zip([1.0 / 7.0, 2.0 / 7.0, 4.0 / 7.0]) {
            assert!((share - wanted).abs() < 0.02, "{share} {wanted}");
        }
        // Half the temperature squares the odds: 1 : 4 : 16.
        let cold = Sampling { temperature: 0.5, ..PLAIN };
        for (share, wanted) in shares(&logits, &cold).iter().zip([1.0 / 21.0, 4.0 / 21.0, 16.0 / 21.0]) {
            assert!((share - wanted).abs() < 0.02, "{share} {wanted}");
        }
    }

    #[test]
    fn the_unlikely_can_be_left_out() {
        let logits = [0.0, 2.0_f32.ln(), 4.0_f32.ln()];
        let never = |sampling: Sampling| -> Vec<bool> {
            shares(&logits, &sampling).iter().map(|share| *share == 0.0).collect()
        };
        assert_eq!(never(Sampling { top_k: 2, ..PLAIN }), [true, false, false]);
        assert_eq!(never(Sampling { top_k: 1, ..PLAIN }), [true, true, false]);
        assert_eq!(never(Sampling { top_p: 0.8, ..PLAIN }), [true, false, false]);
        assert_eq!(never(Sampling { top_p: 0.0, ..PLAIN }), [true, true, false]);
        assert_eq!(never(Sampling { min_p: 0.4, ..PLAIN }), [true, false, false]);
        assert_eq!(never(Sampling { min_p: 9.0, ..PLAIN }), [true, true, false]);
    }

    #[test]
    fn much_is_kept_where_much_is_likely() {
        // All the same: 0.9 of a thousand is nine hundred, more than are sorted at first.
        let logits = vec![0.0; 1000];
        let sampling = Sampling { top_p: 0.9, ..PLAIN };
        let drawn = shares(&logits, &sampling).iter().filter(|share| **share > 0.0).count();
        assert_eq!(drawn, 900);
    }

    #[test]
    fn the_same_seed_draws_the_same() {
        let logits: Vec<_> = (0..50_u8).map(f32::from).map(|n| n / 10.0).collect();
        let run = |seed| {
            let mut dice = Dice::new(seed);
            (0..20).map(|_| draw(candidates(&logits), &PLAIN, &mut dice).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }
}
