//! Cases side by side, on as many threads as there are processors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Result;

/// More would only wait for each other: every case is at least two processes.
const MOST: usize = 8;

/// What cases mostly do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mostly {
    Work,
    /// More of them fit on a processor.
    Wait,
}

/// Does `work` for every index below `count` and returns the results in their order; `tell` hears how many are done.
///
/// The first error ends it.
pub(super) fn map<T: Send>(
    count: usize,
    mostly: Mostly,
    work: impl Fn(usize) -> Result<T> + Sync,
    tell: &mut dyn FnMut(usize),
) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    let (say, hear) = std::sync::mpsc::channel();
    let processors = thread::available_parallelism().map_or(1, usize::from).min(MOST);
    let workers = if mostly == Mostly::Wait { 4 * processors } else { processors };
    let error = thread::scope(|scope| {
        for _ in 0..workers {
            let (next, done, work, say) = (&next, &done, &work, say.clone());
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        return;
                    }
                    let result = work(index).map(|value| {
                        done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((index, value));
                    });
                    // Nobody hears it any more after an error.
                    if say.send(result).is_err() {
                        return;
                    }
                }
            });
        }
        drop(say);
        let mut finished = 0;
        for result in hear {
            if let Err(error) = result {
                next.store(count, Ordering::Relaxed);
                return Some(error);
            }
            finished += 1;
            tell(finished);
        }
        None
    });
    if let Some(error) = error {
        return Err(error);
    }
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, value)| value).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_each_is_counted() {
        let mut told = Vec::new();
        let results =
            map(20, Mostly::Work, |index| Ok(index * index), &mut |count| told.push(count)).unwrap();
        assert_eq!(results, (0..20).map(|index| index * index).collect::<Vec<_>>());
        assert_eq!(told, (1..=20).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_ends_it() {
        let work = |index| if index == 3 { Err(anyhow::anyhow!("third")) } else { Ok(()) };
        assert_eq!(map(1_000, Mostly::Wait, work, &mut |_| {}).unwrap_err().to_string(), "third");
    }
}
