//! What got through, channel by channel.

use serde_json::{Value, json};

use super::bare::Control;
use super::channel::CHANNELS;
use super::guarded::Found;
use crate::Outcome;
use crate::check::{self, Check};
use crate::metric::Metric;
use crate::stats::Share;
use crate::table;

/// All three runs.
pub(super) struct Measured {
    /// The channels that were tried.
    pub(super) numbers: Vec<usize>,
    /// A plain browser.
    pub(super) bare: Control,
    pub(super) proxy: Found,
    pub(super) everything: Found,
}

impl Measured {
    /// What is stored and compared.
    pub(super) fn metrics(&self) -> Vec<Metric> {
        let n = self.numbers.len() as u64;
        let through = |through: &dyn Fn(usize) -> bool| names(&self.numbers, through).len() as u64;
        let bare = through(&|number| self.bare.through[number] > 0);
        let without = Share::new(bare, n).value().unwrap_or(f64::NAN);
        vec![
            Metric::none(
                "channels through the proxy alone",
                through(&|number| self.proxy.through[number] > 0),
                n,
            )
            .beside("without a guard", without),
            Metric::none(
                "channels through a strict run",
                through(&|number| self.everything.through[number] > 0),
                n,
            ),
        ]
    }

    pub(super) fn checks(&self) -> Vec<Check> {
        let numbers = &self.numbers;
        let n = numbers.len();
        let silent = names(numbers, |number| self.bare.through[number] == 0);
        let mut checks = vec![Check {
            passed: silent.is_empty() && n > 0,
            what: "control, no guard",
            found: format!("{} of {n} channels got through{}", n - silent.len(), list(&silent)),
            bound: "all, or the others prove nothing".into(),
        }];
        checks.extend(found_checks(
            &self.proxy,
            numbers,
            [
                "the proxy alone",
                "the proxy alone, pages",
                "the proxy alone, browser's log",
                "the proxy alone, Stop",
            ],
        ));
        checks.extend(found_checks(
            &self.everything,
            numbers,
            ["strict run", "strict run, pages", "strict run, browser's log", "strict run, Stop"],
        ));
        checks.push(Check {
            passed: self.proxy.submits == 1 && self.everything.submits == 1,
            what: "a form whose server hangs up (S11)",
            found: format!(
                "arrived {} and {} times; {} times without a guard",
                self.proxy.submits, self.everything.submits, self.bare.submits
            ),
            bound: "once each".into(),
        });
        checks
    }

    pub(super) fn text(&self, checks: &[Check]) -> String {
        let rows: Vec<_> = self
            .numbers
            .iter()
            .map(|&number| (number, &CHANNELS[number]))
            .map(|(number, channel)| {
                let counts = [&self.bare.through, &self.proxy.through, &self.everything.through];
                [channel.name.to_owned()]
                    .into_iter()
                    .chain(counts.map(|counts| counts[number].to_string()))
                    .chain([self.proxy.asked[number].to_string()])
                    .collect()
            })
            .collect();
        let head = ["times it got through", "no guard", "proxy alone", "strict", "asked the proxy"];
        let text = table::layout(1, &head, &rows) + "\n";
        text + &check::lines(checks)
    }

    pub(super) fn json(&self, outcome: Outcome, checks: &[Check]) -> Value {
        let channels: Vec<_> = self
            .numbers
            .iter()
            .map(|&number| (number, &CHANNELS[number]))
            .map(|(number, channel)| {
                json!({
                    "channel": channel.name,
                    "no_guard": self.bare.through[number],
                    "proxy": self.proxy.through[number],
                    "strict": self.everything.through[number],
                    "asked_the_proxy": self.proxy.asked[number],
                })
            })
            .collect();
        json!({
            "bench": "leaks",
            "outcome": outcome.word(),
            "n": self.numbers.len(),
            "no_guard": { "submits": self.bare.submits },
            "channels": channels,
            "proxy": found_json(&self.proxy),
            "strict": found_json(&self.everything),
            "checks": check::json(checks),
        })
    }
}

/// Names of the channels that are meant.
fn names(numbers: &[usize], meant: impl Fn(usize) -> bool) -> Vec<&'static str> {
    numbers.iter().filter(|number| meant(**number)).map(|number| CHANNELS[*number].name).collect()
}

fn list(names: &[&str]) -> String {
    if names.is_empty() { String::new() } else { format!("; not: {}", names.join(", ")) }
}

fn found_checks(
    found: &Found,
    numbers: &[usize],
    [leaks, pages, log, stop]: [&'static str; 4],
) -> [Check; 4] {
    let n = numbers.len();
    // Whatever was not tried must not get through either.
    let all: Vec<_> = (0..CHANNELS.len()).collect();
    let through = names(&all, |number| found.through[number] > 0);
    let missing = names(numbers, |number| !found.ran.contains(&number));
    let quiet = found.connected.is_empty() && found.lookups == 0;
    let by_itself = found.past_the_proxy.is_empty() && found.packets == 0 && found.names == 0;
    [
        Check {
            passed: through.is_empty() && quiet && n > 0,
            what: leaks,
            found: format!(
                "{} of {n} channels got through {through:?}, {} other hosts connected, {} refused names looked up, {} requests refused",
                through.len(),
                found.connected.len(),
                found.lookups,
                found.refused,
            ),
            bound: "none, none and none".into(),
        },
        Check {
            passed: missing.is_empty() && found.refused > 0,
            what: pages,
            found: format!("{} of {n} ran{}", n - missing.len(), list(&missing)),
            bound: "all".into(),
        },
        Check {
            passed: by_itself,
            what: log,
            found: format!(
                "{} connections past the proxy {:?}, {} UDP packets, {} names looked up",
                found.past_the_proxy.len(),
                found.past_the_proxy,
                found.packets,
                found.names,
            ),
            bound: "none".into(),
        },
        Check {
            passed: found.beats > 0 && found.beats_after_stop == 0,
            what: stop,
            found: format!(
                "{} requests of workers in the second before, {} after; it took {} ms",
                found.beats,
                found.beats_after_stop,
                found.stop.as_millis(),
            ),
            bound: "some before, none after".into(),
        },
    ]
}

fn found_json(found: &Found) -> Value {
    json!({
        "ran": found.ran.len(),
        "connected": found.connected,
        "lookups": found.lookups,
        "refused": found.refused,
        "past_the_proxy": found.past_the_proxy,
        "udp_packets": found.packets,
        "names": found.names,
        "submits": found.submits,
        "beats_before_stop": found.beats,
        "beats_after_stop": found.beats_after_stop,
        "stop_ms": found.stop.as_millis(),
    })
}
