//! The machine that a number was measured on, and whether it was quiet enough for times.

use std::fs;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::stats;

/// The part of each core at others' work, above which a time says more about them than about us.
const BUSY: f64 = 0.5;
/// How long it is watched. The system's own load is that of the last minutes, in which an earlier suite ran.
const WATCHED: Duration = Duration::from_secs(1);

/// The machine, as it was when a suite began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Machine {
    pub(crate) system: String,
    pub(crate) cores: u64,
    /// Cores at work in the second before; unknown where the system does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) load: Option<f64>,
    /// Whether the program was built for debugging, which is no program to time.
    pub(crate) debug: bool,
}

impl Machine {
    /// Watches it for a second.
    pub(crate) fn now() -> Self {
        Self {
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            cores: thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
            load: watched(),
            debug: cfg!(debug_assertions),
        }
    }

    /// Why its times cannot be trusted.
    pub(crate) fn untrusted(&self) -> Option<String> {
        if self.debug {
            return Some("a debug build".into());
        }
        let load = self.load?;
        let busy = load > BUSY * stats::real(self.cores);
        busy.then(|| format!("load {load:.1} on {} cores before it began", self.cores))
    }

    /// In one line.
    pub(crate) fn line(&self) -> String {
        let load = self.load.map_or_else(|| "load unknown".into(), |load| format!("load {load:.1}"));
        let build = if self.debug { "debug build" } else { "release build" };
        format!("{}, {} cores, {load}, {build}", self.system, self.cores)
    }
}

fn watched() -> Option<f64> {
    let spent = || fs::read_to_string("/proc/stat").ok();
    let before = spent()?;
    thread::sleep(WATCHED);
    at_work(&before, &spent()?)
}

/// How many cores worked between two readings of `/proc/stat`.
fn at_work(before: &str, after: &str) -> Option<f64> {
    let cores = after.lines().filter(|line| line.starts_with("cpu")).count().checked_sub(1)?;
    let [(idle, all), (idle_after, all_after)] = [spent(before)?, spent(after)?];
    let all = all_after.checked_sub(all).filter(|all| *all > 0)?;
    let idle = idle_after.saturating_sub(idle).min(all);
    Some(stats::real(cores as u64) * stats::real(all - idle) / stats::real(all))
}

/// Ticks spent by all cores: idle, and in all. A tick that waits for a disk is idle, one that a host took is not.
fn spent(stat: &str) -> Option<(u64, u64)> {
    let line = stat.lines().next()?.strip_prefix("cpu ")?;
    // What a guest used was counted as its user's before.
    let ticks = line.split_whitespace().take(8).map(str::parse).collect::<Result<Vec<u64>, _>>().ok()?;
    Some((ticks.get(3)? + ticks.get(4)?, ticks.iter().sum()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_machine_and_a_debug_build_time_nothing() {
        let machine = |load: Option<f64>, debug| Machine { system: "linux".into(), cores: 2, load, debug };
        assert_eq!(machine(Some(0.4), false).untrusted(), None);
        assert_eq!(machine(None, false).untrusted(), None);
        assert_eq!(machine(Some(3.2), false).untrusted().unwrap(), "load 3.2 on 2 cores before it began");
        assert_eq!(machine(Some(0.4), true).untrusted().unwrap(), "a debug build");
    }

    #[test]
    fn cores_at_work_are_told_from_ticks_that_were_not_idle() {
        let stat = |user: u64, idle: u64, waiting: u64, stolen: u64| {
            format!("cpu  {user} 0 100 {idle} {waiting} 0 0 {stolen} 7 0\ncpu0 1 2 3\ncpu1 1 2 3\nintr 1\n")
        };
        let before = stat(1_000, 5_000, 10, 0);
        for (after, cores) in [
            (stat(1_000, 5_200, 10, 0), Some(0.0)),
            (stat(1_100, 5_100, 10, 0), Some(1.0)),
            (stat(1_200, 5_000, 10, 0), Some(2.0)),
            (stat(1_000, 5_100, 110, 0), Some(0.0)),
            (stat(1_000, 5_100, 10, 100), Some(1.0)),
            (stat(1_000, 5_000, 10, 0), None),
            (String::new(), None),
            ("cpu  1 x".to_owned(), None),
        ] {
            assert_eq!(at_work(&before, &after), cores, "{after}");
        }
    }
}
