//! How long a Stop takes, from a client of the server until the run is cancelled and its connections are cut.
//!
//! Each run is stopped in the middle of loading a page. The page's server sees its connection end: that is the moment from
//! which nothing of the run can reach anything.

mod page;

use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use laika_daemon::serving::{Ask, Choice, Client};
use laika_daemon::working::{Asks, News, Order, Part, Where};
use laika_protocol::ids::RunId;
use laika_protocol::wire::{RunStatus, SiteMode};
use serde_json::{Value, json};

use crate::check::{self, Check};
use crate::metric::Metric;
use crate::serving::Serving;
use crate::table::layout;
use crate::{Options, Outcome, Reports, print, skip};
use page::Page;

const STOPS: usize = 20;
/// What we want on a machine that has time.
const GOAL: Duration = Duration::from_millis(100);
/// What has to hold (RUN-036).
const BOUND: Duration = Duration::from_millis(200);
/// Whatever takes longer does not come.
const PATIENCE: Duration = Duration::from_secs(60);

/// What one stop took.
struct Took {
    /// Until the client heard that the run is cancelled.
    heard: Duration,
    /// Until the page's server saw the connection end.
    cut: Duration,
}

type States = Receiver<(RunId, RunStatus, Instant)>;

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    if laika_browser::find_program().is_none() {
        return skip(options, "there is no Chromium on this machine", reports);
    }
    let stops = options.cases.unwrap_or(STOPS).max(1);
    let page = Page::start()?;
    let mut serving = Serving::start(&options.laika)?;
    let (sender, states) = mpsc::channel();
    let client = serving.connect(
        Box::new(move |_, news| {
            if let News::State { state: Some(state), .. } = news {
                // Whoever listened may have seen enough.
                let _ = sender.send((state.run_id, state.status, Instant::now()));
            }
        }),
        Box::new(|| {}),
    )?;
    // The first run starts the browser, which is no part of what is measured.
    one(&client, &page, &states, 0)?;
    let mut took = Vec::new();
    for number in 1..=stops {
        (reports.progress)(&format!("stop: {number} of {stops}"));
        took.push(one(&client, &page, &states, number)?);
    }
    let after = page.after_cut();
    serving.end(client)?;
    let checks = checks(&took, after);
    let outcome = check::outcome(&checks);
    let seconds = |times: Vec<Duration>| times.iter().map(Duration::as_secs_f64).collect::<Vec<_>>();
    reports.metric(Metric::seconds("until the run is cancelled", &seconds(heard(&took))).at(ms_of(GOAL)));
    reports.metric(Metric::seconds("until its connections are cut", &seconds(cut(&took))).at(ms_of(GOAL)));
    print(options, reports, || text(&took, &checks), || json(&took, outcome, &checks))?;
    Ok(outcome)
}

/// Starts a run, stops it while its page is loading, and sees how long that takes.
fn one(client: &Client, page: &Page, states: &States, number: usize) -> Result<Took> {
    let order = Order {
        part: Part::Page,
        goal: "What does it say?".into(),
        urls: vec![page.url(number)],
        allow: Vec::new(),
        mode: SiteMode::Observe,
        private: false,
        strict: true,
        headed: false,
        surface: Where::default(),
        exposed: Vec::new(),
        asks: Asks::Nobody,
    };
    let begun = client.ask(Ask::Begin { order: Box::new(order), model: Choice::Without, grant: None })?;
    let run = begun.into_iter().next().context("no run was begun")?;
    let connection = page.asked(PATIENCE)?;
    // Another moment of the wait each time.
    std::thread::sleep(Duration::from_millis(10 + 17 * (number as u64 % 7)));
    let stopped = Instant::now();
    client.ask(Ask::Stop { run: Some(run.clone()) })?;
    let heard = loop {
        match states.recv_timeout(PATIENCE) {
            Ok((of, status, at)) if of == run && status.is_over() => {
                if status != RunStatus::Cancelled {
                    bail!("a run ended by itself: {}", status.as_str());
                }
                break at;
            }
            Ok(_) => {}
            Err(_) => bail!("a run was not stopped within {} seconds", PATIENCE.as_secs()),
        }
    };
    let cut = connection.ended(PATIENCE)?;
    Ok(Took { heard: heard.duration_since(stopped), cut: cut.saturating_duration_since(stopped) })
}

/// The value that this share of them does not exceed.
fn quantile(mut times: Vec<Duration>, percent: usize) -> Duration {
    times.sort_unstable();
    times.get((times.len() * percent).div_ceil(100).saturating_sub(1)).copied().unwrap_or(Duration::MAX)
}

fn heard(took: &[Took]) -> Vec<Duration> {
    took.iter().map(|took| took.heard).collect()
}

fn cut(took: &[Took]) -> Vec<Duration> {
    took.iter().map(|took| took.cut).collect()
}

fn ms_of(time: Duration) -> f64 {
    1e3 * time.as_secs_f64()
}

fn ms(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1_000.0)
}

fn checks(took: &[Took], after: usize) -> Vec<Check> {
    let held = |what: &'static str, times: Vec<Duration>| {
        let p95 = quantile(times, 95);
        let goal = if p95 <= GOAL { "met" } else { "missed" };
        Check {
            passed: p95 <= BOUND,
            what,
            found: format!("p95 {}, n {}; the goal of {} is {goal}", ms(p95), took.len(), ms(GOAL)),
            bound: format!("at most {}", ms(BOUND)),
        }
    };
    vec![
        held("stop until the run is cancelled", heard(took)),
        held("stop until its connections are cut", cut(took)),
        Check {
            passed: after == 0,
            what: "requests of a run after its connections were cut",
            found: after.to_string(),
            bound: "none".into(),
        },
    ]
}

fn text(took: &[Took], checks: &[Check]) -> String {
    let row = |name: &str, times: Vec<Duration>| {
        let at = |percent| ms(quantile(times.clone(), percent));
        vec![name.to_owned(), took.len().to_string(), at(50), at(95), at(100)]
    };
    let rows = [row("until cancelled", heard(took)), row("until cut", cut(took))];
    layout(1, &["stop", "n", "p50", "p95", "longest"], &rows) + "\n" + &check::lines(checks)
}

fn json(took: &[Took], outcome: Outcome, checks: &[Check]) -> Value {
    let times = |times: Vec<Duration>| {
        let at = |percent| quantile(times.clone(), percent).as_secs_f64() * 1_000.0;
        json!({ "n": times.len(), "p50Ms": at(50), "p95Ms": at(95), "longestMs": at(100) })
    };
    json!({
        "bench": "stop",
        "outcome": outcome.word(),
        "cancelled": times(heard(took)),
        "cut": times(cut(took)),
        "checks": check::json(checks),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_stop_fails() {
        let took = |ms: u64| Took { heard: Duration::from_millis(ms), cut: Duration::from_millis(ms) };
        let all = |slow: usize| (0..20).map(|at| took(if at < slow { 900 } else { 9 })).collect::<Vec<_>>();
        assert_eq!(check::outcome(&checks(&all(1), 0)), Outcome::Passed, "one in twenty");
        assert_eq!(check::outcome(&checks(&all(2), 0)), Outcome::Failed);
        assert_eq!(check::outcome(&checks(&all(0), 1)), Outcome::Failed, "something went out afterwards");
        assert_eq!(check::outcome(&checks(&[], 0)), Outcome::Failed, "nothing was measured");
    }
}
