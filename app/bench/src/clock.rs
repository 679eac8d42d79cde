//! Times of things that are done in turns, so that a slow moment of the machine meets all of them.

use std::time::Instant;

/// The median seconds that each piece of work took, over this many rounds, each doing it `batch` times.
pub(crate) fn in_turns<const N: usize>(
    rounds: usize,
    batch: u32,
    mut work: [&mut dyn FnMut(); N],
) -> [f64; N] {
    let mut times: [Vec<f64>; N] = std::array::from_fn(|_| Vec::with_capacity(rounds));
    for _ in 0..rounds {
        for (work, times) in work.iter_mut().zip(&mut times) {
            let start = Instant::now();
            for _ in 0..batch {
                work();
            }
            times.push(start.elapsed().as_secs_f64() / f64::from(batch));
        }
    }
    times.map(median)
}

/// The middle one; of an even number the upper of the two.
pub(crate) fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slow_round_does_not_count() {
        assert!((median(vec![1.0, 900.0, 2.0]) - 2.0).abs() < 1e-9);
        assert!(median(Vec::new()).is_nan());
    }

    #[test]
    fn every_piece_is_done_equally_often() {
        let (mut one, mut other) = (0, 0);
        let times = in_turns(3, 4, [&mut || one += 1, &mut || other += 1]);
        assert_eq!((one, other), (12, 12));
        assert!(times.iter().all(|time| *time >= 0.0));
    }
}
