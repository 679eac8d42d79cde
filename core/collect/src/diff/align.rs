//! Which pieces of two texts are the same ones.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

/// How often every piece may be looked at; beyond that, what is left counts as gone and new.
const MOST_PASSES: usize = 64;

/// The pieces that stay, as pairs of their places, in order.
pub(super) fn pairs(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let (old, new) = numbered(old, new);
    let mut found = Vec::new();
    // A stack, not recursion, and a bound: how deep this goes is the texts' doing.
    let mut open = alloc::vec![(0..old.len(), 0..new.len())];
    let mut left = MOST_PASSES * (old.len() + new.len());
    while let Some((mut of_old, mut of_new)) = open.pop() {
        while let (Some(one), Some(other)) = (old[of_old.clone()].first(), new[of_new.clone()].first())
            && one == other
        {
            found.push((of_old.start, of_new.start));
            of_old.start += 1;
            of_new.start += 1;
        }
        while let (Some(one), Some(other)) = (old[of_old.clone()].last(), new[of_new.clone()].last())
            && one == other
        {
            of_old.end -= 1;
            of_new.end -= 1;
            found.push((of_old.end, of_new.end));
        }
        let cost = of_old.len() + of_new.len();
        if of_old.is_empty() || of_new.is_empty() || cost > left {
            continue;
        }
        left -= cost;
        let anchors = anchors(&old, of_old.clone(), &new, of_new.clone());
        if anchors.is_empty() {
            // Nothing stands once in both: what is here is gone and new.
            continue;
        }
        let (mut from, mut to) = (of_old.start, of_new.start);
        for (one, other) in anchors {
            open.push((from..one, to..other));
            found.push((one, other));
            (from, to) = (one + 1, other + 1);
        }
        open.push((from..of_old.end, to..of_new.end));
    }
    found.sort_unstable();
    found
}

/// The same number for the same piece.
fn numbered<'a>(old: &[&'a str], new: &[&'a str]) -> (Vec<usize>, Vec<usize>) {
    let mut known: BTreeMap<&'a str, usize> = BTreeMap::new();
    let mut number = |piece: &'a str| -> usize {
        let next = known.len();
        *known.entry(piece).or_insert(next)
    };
    let old = old.iter().copied().map(&mut number).collect();
    (old, new.iter().copied().map(&mut number).collect())
}

/// The longest run of pieces that stand once in both, in the same order.
fn anchors(old: &[usize], of_old: Range<usize>, new: &[usize], of_new: Range<usize>) -> Vec<(usize, usize)> {
    let mut places: BTreeMap<usize, (u32, usize, u32, usize)> = BTreeMap::new();
    for at in of_old {
        let entry = places.entry(old[at]).or_default();
        (entry.0, entry.1) = (entry.0 + 1, at);
    }
    for at in of_new {
        if let Some(entry) = places.get_mut(&new[at]) {
            (entry.2, entry.3) = (entry.2 + 1, at);
        }
    }
    let once = places.into_values().filter(|entry| entry.0 == 1 && entry.2 == 1);
    let mut once: Vec<(usize, usize)> = once.map(|entry| (entry.1, entry.3)).collect();
    once.sort_unstable();
    rising(&once)
}

/// The longest part of some pairs in which the second numbers rise.
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // Of every length, the run that ends lowest; and for each pair, the one before it in its run.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, (_, value)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *value);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut run = Vec::new();
    let mut next = ends.last().copied();
    while let Some(at) = next {
        run.push(pairs[at]);
        next = before[at];
    }
    run.reverse();
    run
}
