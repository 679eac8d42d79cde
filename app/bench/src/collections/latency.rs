//! How quick the interface is: what a window asks for all the time, while pages are captured and while nothing happens.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use laika_daemon::collecting::Collect;
use laika_daemon::serving::Client;
use serde_json::{Value, json};

/// Between two requests.
const PAUSE: Duration = Duration::from_millis(20);
/// Requests while nothing happens, at least.
const LEAST: usize = 40;

/// Times of requests, in milliseconds, sorted.
pub(super) struct Latency(Vec<f64>);

impl Latency {
    fn new(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        Self(times)
    }

    /// How many there were.
    pub(super) fn requests(&self) -> usize {
        self.0.len()
    }

    /// The time that so many percent of them took at most.
    pub(super) fn percent(&self, percent: usize) -> f64 {
        let at = (self.0.len() * percent).div_ceil(100).saturating_sub(1);
        self.0.get(at).copied().unwrap_or(f64::NAN)
    }

    pub(super) fn json(&self) -> Value {
        json!({ "n": self.requests(), "p50_ms": self.percent(50), "p95_ms": self.percent(95), "most_ms": self.percent(100) })
    }

    pub(super) fn text(&self) -> String {
        format!(
            "p50 {:.1} ms, p95 {:.1} ms, at most {:.1} ms (n = {})",
            self.percent(50),
            self.percent(95),
            self.percent(100),
            self.requests()
        )
    }
}

/// The list of all collections and one of them with its sources, in turns.
fn ask(client: &Client, collection: &str, number: usize) -> Result<f64> {
    let what = if number.is_multiple_of(2) {
        Collect::List {}
    } else {
        Collect::Show { collection: collection.to_owned() }
    };
    let began = Instant::now();
    client.collect(what, |_, _, _| {}).map_err(|error| anyhow!("{error}"))?;
    Ok(1_000.0 * began.elapsed().as_secs_f64())
}

/// While this works.
pub(super) fn while_working(
    client: &Client,
    collection: &str,
    work: impl FnOnce() -> Result<()>,
) -> Result<Latency> {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let asking = scope.spawn(|| {
            let mut times = Vec::new();
            while !over.load(Ordering::Relaxed) {
                times.push(ask(client, collection, times.len())?);
                thread::sleep(PAUSE);
            }
            Ok::<_, anyhow::Error>(times)
        });
        let worked = work();
        over.store(true, Ordering::Relaxed);
        let times = asking.join().map_err(|_| anyhow!("the one who asks is gone"))??;
        worked?;
        Ok(Latency::new(times))
    })
}

/// While nothing else happens.
pub(super) fn of(client: &Client, collection: &str, requests: usize) -> Result<Latency> {
    let mut times = Vec::new();
    for number in 0..requests.clamp(LEAST, 400) {
        times.push(ask(client, collection, number)?);
        thread::sleep(PAUSE);
    }
    Ok(Latency::new(times))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_are_of_what_was_measured() {
        let latency = Latency::new((1..=20).rev().map(f64::from).collect());
        let all = [50, 95, 100].map(|percent| latency.percent(percent));
        assert_eq!(all.map(|time| time.round()), [10.0, 19.0, 20.0]);
        assert!(Latency::new(Vec::new()).percent(95).is_nan());
    }
}
