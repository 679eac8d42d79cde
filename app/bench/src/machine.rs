//! The machine that a number was measured on, and whether it was quiet enough for times.

use std::fs;
use std::thread;

use serde::{Deserialize, Serialize};

/// Runnable work of others for each core, above which a time says more about them than about us.
const BUSY: f64 = 0.5;

/// The machine, as it was when a suite began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Machine {
    pub(crate) system: String,
    pub(crate) cores: u64,
    /// Processes that wanted to run in the minute before; unknown where the system does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) load: Option<f64>,
    /// Whether the program was built for debugging, which is no program to time.
    pub(crate) debug: bool,
}

impl Machine {
    pub(crate) fn now() -> Self {
        Self {
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            cores: thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
            load: fs::read_to_string("/proc/loadavg").ok().and_then(|text| load(&text)),
            debug: cfg!(debug_assertions),
        }
    }

    /// Why its times cannot be trusted.
    pub(crate) fn untrusted(&self) -> Option<String> {
        if self.debug {
            return Some("a debug build".into());
        }
        let load = self.load?;
        let busy = load > BUSY * crate::stats::real(self.cores);
        busy.then(|| format!("load {load:.1} on {} cores before it began", self.cores))
    }

    /// In one line.
    pub(crate) fn line(&self) -> String {
        let load = self.load.map_or_else(|| "load unknown".into(), |load| format!("load {load:.1}"));
        let build = if self.debug { "debug build" } else { "release build" };
        format!("{}, {} cores, {load}, {build}", self.system, self.cores)
    }
}

fn load(text: &str) -> Option<f64> {
    text.split_whitespace().next()?.parse().ok()
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
        assert_eq!(load("0.52 0.58 0.59 1/977 12345\n"), Some(0.52));
        assert_eq!(load(""), None);
    }
}
