//! Linux: sleep by its two clocks, the battery by `/sys`, the session by what the login service leaves in `/run`.
//!
//! Whether the screen is locked is said on the system bus only, and is not known here.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::geteuid;
use rustix::time::{ClockId, clock_gettime};

use super::{Reading, Signals};

/// A battery that has less counts as nearly empty, in percent.
const NEARLY_EMPTY: u32 = 20;
/// A shorter gap between the clocks is no sleep.
const SHORTEST_SLEEP: Duration = Duration::from_secs(1);

/// The signals of a Linux.
#[derive(Debug)]
pub struct Linux {
    /// Where `/` is, so that another machine can be shown.
    root: PathBuf,
    /// How far the clock that counts sleep was ahead of the one that does not.
    ahead: Option<Duration>,
    /// Whether the user was logged in at some time.
    was_in: bool,
}

impl Default for Linux {
    fn default() -> Self {
        Self::below(Path::new("/"))
    }
}

impl Linux {
    /// The machine whose files are below this folder.
    #[must_use]
    pub fn below(root: &Path) -> Self {
        Self { root: root.to_owned(), ahead: None, was_in: false }
    }

    fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.root.join(path)).ok().map(|text| text.trim().to_owned())
    }

    fn slept(&mut self, ahead: Duration) -> Option<bool> {
        let before = self.ahead.replace(ahead)?;
        Some(ahead.saturating_sub(before) >= SHORTEST_SLEEP)
    }

    /// What the login service says of this user; one that was there and is gone has logged out.
    fn logged_out(&mut self) -> Option<bool> {
        let said = self.read(&format!("run/systemd/users/{}", geteuid().as_raw()));
        let state = said.as_ref().and_then(|text| text.lines().find_map(|line| line.strip_prefix("STATE=")));
        match state {
            Some(state) => {
                let out = matches!(state, "closing" | "offline");
                self.was_in |= !out;
                Some(out && self.was_in)
            }
            None => self.was_in.then_some(true),
        }
    }

    fn low_power(&self) -> Option<bool> {
        let saves = self.read("sys/firmware/acpi/platform_profile").map(|profile| profile == "low-power");
        let supplies = fs::read_dir(self.root.join("sys/class/power_supply"));
        let names: Vec<String> = supplies
            .map(|found| found.filter_map(|one| one.ok()?.file_name().into_string().ok()).collect())
            .unwrap_or_default();
        let of = |name: &str, what: &str| self.read(&format!("sys/class/power_supply/{name}/{what}"));
        let is = |name: &str, what: &str, value: &str| of(name, what).as_deref() == Some(value);
        let plugged = names.iter().any(|name| is(name, "type", "Mains") && is(name, "online", "1"));
        // A mouse has a battery too; only what the system itself runs on counts.
        let batteries =
            names.iter().filter(|name| is(name, "type", "Battery") && !is(name, "scope", "Device"));
        let empty = |name: &&String| {
            let left = of(name, "capacity").and_then(|text| text.parse::<u32>().ok());
            is(name, "status", "Discharging") && left.is_some_and(|left| left <= NEARLY_EMPTY)
        };
        let batteries: Vec<&String> = batteries.collect();
        let runs_out = (!batteries.is_empty()).then(|| !plugged && batteries.iter().all(empty));
        match (saves, runs_out) {
            (None, None) => None,
            (saves, runs_out) => Some(saves == Some(true) || runs_out == Some(true)),
        }
    }
}

impl Signals for Linux {
    fn look(&mut self) -> Reading {
        let of = |clock| {
            let now = clock_gettime(clock);
            let seconds = Duration::from_secs(u64::try_from(now.tv_sec).unwrap_or(0));
            seconds + Duration::from_nanos(u64::try_from(now.tv_nsec).unwrap_or(0))
        };
        // The one that counts sleep is read last, so that a moment in between never looks like one.
        let (awake, all) = (of(ClockId::Monotonic), of(ClockId::Boottime));
        Reading {
            slept: self.slept(all.saturating_sub(awake)),
            locked: None,
            logged_out: self.logged_out(),
            low_power: self.low_power(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn ops_003_a_gap_between_the_clocks_is_a_sleep() {
        let mut linux = Linux::below(Path::new("/nowhere"));
        let seconds = Duration::from_secs;
        assert_eq!(linux.slept(seconds(100)), None, "nobody knows what was before");
        assert_eq!(linux.slept(seconds(100)), Some(false));
        assert_eq!(linux.slept(seconds(160)), Some(true));
        assert_eq!(linux.slept(seconds(160)), Some(false));
    }

    #[test]
    fn eval_020_power_is_low_where_the_system_says_so() {
        let supply = |name: &str, what: &str| format!("sys/class/power_supply/{name}/{what}");
        let battery = |root: &Path, name: &str, status: &str, left: &str| {
            write(root, &supply(name, "type"), "Battery\n");
            write(root, &supply(name, "status"), status);
            write(root, &supply(name, "capacity"), left);
        };
        type Put<'a> = &'a dyn Fn(&Path);
        let cases: [(&str, Put<'_>, Option<bool>); 7] = [
            ("a machine without a battery", &|_| {}, None),
            ("a full one", &|root| battery(root, "BAT0", "Discharging", "80"), Some(false)),
            ("a nearly empty one", &|root| battery(root, "BAT0", "Discharging", "20"), Some(true)),
            ("one that is charged", &|root| battery(root, "BAT0", "Charging", "5"), Some(false)),
            (
                "an empty mouse",
                &|root| {
                    battery(root, "BAT0", "Discharging", "80");
                    battery(root, "hid", "Discharging", "3");
                    write(root, &supply("hid", "scope"), "Device");
                },
                Some(false),
            ),
            (
                "plugged in",
                &|root| {
                    battery(root, "BAT0", "Discharging", "5");
                    write(root, &supply("AC", "type"), "Mains");
                    write(root, &supply("AC", "online"), "1");
                },
                Some(false),
            ),
            (
                "a machine that saves power",
                &|root| write(root, "sys/firmware/acpi/platform_profile", "low-power\n"),
                Some(true),
            ),
        ];
        for (what, machine, low) in cases {
            let root = tempfile::tempdir().unwrap();
            machine(root.path());
            assert_eq!(Linux::below(root.path()).look().low_power, low, "{what}");
        }
    }

    #[test]
    fn ops_003_a_session_that_ends_is_a_logout() {
        let root = tempfile::tempdir().unwrap();
        let user = format!("run/systemd/users/{}", geteuid().as_raw());
        let mut linux = Linux::below(root.path());
        assert_eq!(linux.look().logged_out, None, "no login service");
        write(root.path(), &user, "NAME=ada\nSTATE=active\n");
        assert_eq!(linux.look().logged_out, Some(false));
        write(root.path(), &user, "NAME=ada\nSTATE=closing\n");
        assert_eq!(linux.look().logged_out, Some(true));
        fs::remove_file(root.path().join(&user)).unwrap();
        assert_eq!(linux.look().logged_out, Some(true), "gone is out");
    }
}
