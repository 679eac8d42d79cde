//! Shows that reading and printing take linear time on hostile input.
//!
//! For each function and family of inputs it prints the time for n and for 4n bytes and how many times longer the
//! second took. Linear work gives about 4, quadratic work about 16; everything below 8 passes.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use laika_e2e::hostile::{Family, families};
use laika_e2e::subjects::{SUBJECTS, Subject};
use serde_json::{Value, json};

/// Small enough that both sizes stay in the processor's cache, which would otherwise look like worse than linear.
const SMALL: usize = 60 * 1024;
const FACTOR: usize = 4;
const WORST_RATIO: f64 = 8.0;
/// Below this a time says more about the machine than about the function.
const NOISE: Duration = Duration::from_micros(400);
/// How long one pair is timed, and how long if it looks bad. The best runs count, for noise only ever adds.
const PATIENCE: Duration = Duration::from_millis(20);
const MORE_PATIENCE: Duration = Duration::from_millis(200);
const LOOKS_BAD: f64 = 5.0;
/// Linear work on the small input is far below this; after it the large input would only hold up the report.
const HOPELESS: Duration = Duration::from_secs(1);

/// Time readers and printers on hostile input of two sizes.
#[derive(Parser)]
struct Arguments {
    /// Print one JSON object instead of lines.
    #[arg(long)]
    json: bool,
}

/// The best times of one function on one family of inputs.
struct Pair {
    subject: &'static Subject,
    family: &'static Family,
    small: Duration,
    /// Nothing where the small input already took too long.
    large: Option<Duration>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut pairs = Vec::new();
    for subject in SUBJECTS {
        for family in families() {
            let pair = compare(subject, family);
            if !arguments.json {
                say(&pair.line());
            }
            pairs.push(pair);
        }
    }
    let worst = pairs.iter().map(Pair::ratio).fold(0.0, f64::max);
    let linear = worst < WORST_RATIO;
    if arguments.json {
        let list: Vec<Value> = pairs.iter().map(Pair::value).collect();
        say(&json!({ "linear": linear, "worst_ratio": worst, "families": list.len(), "pairs": list })
            .to_string());
    } else {
        let verdict = if linear { "ok" } else { "NOT LINEAR" };
        say(&format!("linear: {} families, worst ratio {worst:.1} ({verdict})", pairs.len()));
    }
    if linear { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Pair {
    /// How many times longer the larger input took; 0 where that is too fast to tell.
    fn ratio(&self) -> f64 {
        self.large.map_or(f64::INFINITY, |large| ratio_of([self.small, large]))
    }

    fn line(&self) -> String {
        let (subject, family, ratio) = (self.subject.name, self.family.name, self.ratio());
        let mark = if ratio < WORST_RATIO { "" } else { "  <-- not linear" };
        let [small, large] = [Some(self.small), self.large].map(milliseconds);
        format!("{subject:20} {family:40} {small:>9.3} ms {large:>9.3} ms  x{ratio:.1}{mark}")
    }

    fn value(&self) -> Value {
        let [small, large] = [Some(self.small), self.large].map(milliseconds);
        json!({
            "subject": self.subject.name, "family": self.family.name,
            "small_ms": small, "large_ms": large, "ratio": self.ratio(),
        })
    }
}

fn milliseconds(time: Option<Duration>) -> f64 {
    time.map_or(f64::INFINITY, |time| time.as_secs_f64() * 1e3)
}

fn compare(subject: &'static Subject, family: &'static Family) -> Pair {
    let inputs = [(family.make)(SMALL), (family.make)(SMALL * FACTOR)];
    let mut best = [time(subject, &inputs[0]), Duration::MAX];
    if best[0] > HOPELESS {
        return Pair { subject, family, small: best[0], large: None };
    }
    let mut spent = Duration::ZERO;
    // Turn by turn, so that a slow moment of the machine meets both.
    while spent < PATIENCE || spent < MORE_PATIENCE && ratio_of(best) > LOOKS_BAD {
        for (input, best) in inputs.iter().zip(&mut best) {
            let took = time(subject, input);
            *best = took.min(*best);
            // Very fast functions would otherwise run thousands of times.
            spent += took.max(PATIENCE / 32);
        }
    }
    Pair { subject, family, small: best[0], large: Some(best[1]) }
}

fn ratio_of([small, large]: [Duration; 2]) -> f64 {
    if large < NOISE { 0.0 } else { large.as_secs_f64() / small.max(NOISE / 8).as_secs_f64() }
}

fn time(subject: &Subject, input: &str) -> Duration {
    let start = Instant::now();
    std::hint::black_box((subject.run)(std::hint::black_box(input)));
    start.elapsed()
}

#[expect(clippy::print_stdout, reason = "the report is what this program is for")]
fn say(line: &str) {
    println!("{line}");
}
