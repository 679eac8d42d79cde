//! What network tools share over all runs: when each host was last asked, what it allows, and answers that are still fresh.
//! All of it is in memory only.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::cache::Cache;
use super::pace::Pace;
use super::robots::Rulings;

/// Tells how much time went by, and lets some go by.
pub trait Ticks: Send + Sync {
    /// The time since some moment that stays the same.
    fn now(&self) -> Duration;

    /// Waits.
    fn wait(&self, time: Duration);
}

/// The clock of this machine that never goes back.
struct Machine(Instant);

impl Ticks for Machine {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn wait(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// One for all runs: hosts do not care which of them asks.
pub struct Web {
    pub(super) ticks: Box<dyn Ticks>,
    pace: Mutex<Pace>,
    robots: Mutex<Rulings>,
    cache: Mutex<Cache>,
}

impl Default for Web {
    fn default() -> Self {
        Self::with(Box::new(Machine(Instant::now())))
    }
}

impl std::fmt::Debug for Web {
    /// What was read is nobody's to print.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Web").finish_non_exhaustive()
    }
}

impl Web {
    /// With another clock.
    #[must_use]
    pub fn with(ticks: Box<dyn Ticks>) -> Self {
        Self { ticks, pace: Mutex::default(), robots: Mutex::default(), cache: Mutex::default() }
    }

    /// Forgets every answer, as when a person clears what Laika keeps.
    pub fn forget(&self) {
        *self.cache() = Cache::default();
        *self.robots() = Rulings::default();
    }

    pub(super) fn pace(&self) -> MutexGuard<'_, Pace> {
        of(&self.pace)
    }

    pub(super) fn robots(&self) -> MutexGuard<'_, Rulings> {
        of(&self.robots)
    }

    pub(super) fn cache(&self) -> MutexGuard<'_, Cache> {
        of(&self.cache)
    }
}

/// A thread that broke off left plain values behind: at worst a host is asked a little too early.
fn of<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
