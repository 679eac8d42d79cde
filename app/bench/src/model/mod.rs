//! What the embedded models cost on this machine: loading, reading, writing, memory; and what is saved by not reading
//! again what was read. Beside each, the same engine by itself, in turns.

mod engine;

pub(crate) use engine::start_driver;

use std::time::Instant;

use anyhow::{Context as _, Result};
use laika_model::{Cancel, Embedded, Runner as _};
use laika_protocol::model::{Ask, Prompt, Sampling, Speaker, Turn, Written};
use serde_json::{Value, json};

use crate::check::{self, Check};
use crate::clock::median;
use crate::metric::{Better, Metric, Unit};
use crate::models::{self, Candidate};
use crate::{Options, Outcome, Reports, print, skip, table, web};
use engine::Engine;

const ROUNDS: usize = 3;
const WRITTEN: u32 = 48;
/// Words of a prompt of about 800 tokens, and of what follows it.
const PREFIX_WORDS: usize = 560;
/// How many times sooner the first token comes when the prompt before it is known.
const SOONER: f64 = 5.0;
/// Of what the engine writes by itself.
const OF_ENGINE: f64 = 0.9;

struct Row {
    name: String,
    mb: f64,
    load: f64,
    reads: f64,
    writes: f64,
    engine_reads: f64,
    engine_writes: f64,
    resident_mb: f64,
    prefix_tokens: f64,
    cold_ms: f64,
    warm_ms: f64,
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let models = models::here(options)?;
    if models.is_empty() {
        return skip(options, models::NONE_HERE, reports);
    }
    let runtime = web::runtime()?;
    let mut rows = Vec::new();
    for candidate in &models {
        (reports.progress)(&format!("model: {}", candidate.name));
        let mut engine = Engine::start(options, candidate, reports.progress)?;
        rows.push(runtime.block_on(measure(options, candidate, &mut engine))?);
    }
    let checks = checks(&rows, options.cases.is_some());
    let outcome = check::outcome(&checks);
    for row in &rows {
        let speed = |what, value| Metric::number(what, value, Unit::TokensPerSecond, Better::More);
        for metric in [
            speed("reading", row.reads).beside("the engine by itself", row.engine_reads),
            speed("writing", row.writes).beside("the engine by itself", row.engine_writes),
            Metric::number("memory", row.resident_mb, Unit::Megabytes, Better::Less),
            Metric::ratio("writing, of the engine by itself", row.writes / row.engine_writes, Better::More),
            Metric::ratio("reading, of the engine by itself", row.reads / row.engine_reads, Better::More),
            Metric::ratio("sooner where the prompt is known", row.cold_ms / row.warm_ms, Better::More)
                .at(SOONER),
        ] {
            reports.metric(metric.of(&row.name));
        }
    }
    print(
        options,
        reports,
        || text(&rows) + &check::lines(&checks),
        || json!({ "bench": "model", "outcome": outcome.word(), "models": rows.iter().map(Row::json).collect::<Vec<_>>(), "checks": check::json(&checks) }),
    )?;
    Ok(outcome)
}

async fn measure(options: &Options, candidate: &Candidate, engine: &mut Engine) -> Result<Row> {
    let start = Instant::now();
    let model = models::start(options, candidate).await?;
    let load = start.elapsed().as_secs_f64();
    let (mut reads, mut writes, mut engine_reads, mut engine_writes) = (vec![], vec![], vec![], vec![]);
    let (mut cold, mut warm, mut tokens) = (vec![], vec![], vec![]);
    for round in 0..ROUNDS {
        let text = words(round, 270);
        model.forget().await?;
        let written = write(&model, &text, "", WRITTEN).await?;
        let usage = written.usage;
        reads.push(1000.0 * f64::from(usage.read) / usage.first_ms);
        writes.push(1000.0 * f64::from(usage.written.saturating_sub(1)) / (usage.total_ms - usage.first_ms));
        let own = engine.write(&text, WRITTEN)?;
        engine_reads.push(own.prompt_per_second);
        engine_writes.push(own.predicted_per_second);

        let prefix = words(100 + round, PREFIX_WORDS);
        model.forget().await?;
        let first = write(&model, &prefix, "first", 1).await?.usage;
        let second = write(&model, &prefix, "and now another question", 1).await?.usage;
        tokens.push(f64::from(first.read));
        cold.push(first.first_ms);
        warm.push(second.first_ms);
    }
    let process = model.process_id().context("the model has no process")?;
    Ok(Row {
        name: candidate.name.clone(),
        mb: real_mb(candidate.bytes),
        load,
        reads: median(reads),
        writes: median(writes),
        engine_reads: median(engine_reads),
        engine_writes: median(engine_writes),
        resident_mb: resident(process)?,
        prefix_tokens: median(tokens),
        cold_ms: median(cold),
        warm_ms: median(warm),
    })
}

async fn write(model: &Embedded, text: &str, question: &str, most: u32) -> Result<Written> {
    let turn = |speaker, text: &str| Turn { speaker, text: text.into() };
    let mut turns = vec![turn(Speaker::System, text)];
    turns.push(turn(Speaker::User, question));
    let ask = Ask {
        prompt: Prompt { turns, fixed_turns: 0, answer_starts: String::new() },
        // A text that cannot end early, so that every run writes as many tokens.
        shape: (most > 1).then(|| json!({ "type": "string", "minLength": 2_000 })),
        sampling: Sampling { temperature: 0.0, top_p: 1.0, top_k: 0, min_p: 0.0, seed: 0 },
        max_tokens: most,
    };
    Ok(model.write(&ask, &Cancel::new()).await?)
}

/// So many words that no other round has in this order.
fn words(round: usize, count: usize) -> String {
    let word = |at: usize| {
        ["river", "lantern", "copper", "window", "garden", "morning", "bridge"][(at * 31 + round * 7) % 7]
    };
    (0..count).map(|at| format!("{} {}", word(at), (at * 13 + round) % 97)).collect::<Vec<_>>().join(", ")
}

/// Memory that the process holds, the mapped weights among it.
fn resident(process: u32) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).context("no /proc")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kilobytes / 1024.0)
}

fn real_mb(bytes: u64) -> f64 {
    crate::stats::real(bytes) / 1e6
}

/// Times of a few rounds on a busy machine say nothing: they are judged in full runs only.
fn checks(rows: &[Row], sample: bool) -> Vec<Check> {
    let judged = |bound: String| if sample { "judged in full runs only".into() } else { bound };
    rows.iter()
        .flat_map(|row| {
            let sooner = row.cold_ms / row.warm_ms;
            let share = row.writes / row.engine_writes;
            [
                Check {
                    passed: sample || sooner >= SOONER,
                    what: "first token sooner behind a known prefix",
                    found: format!("{sooner:.1}x at {:.0} tokens ({})", row.prefix_tokens, row.name),
                    bound: judged(format!("at least {SOONER}x")),
                },
                Check {
                    passed: sample || share >= OF_ENGINE,
                    what: "tokens a second, of the engine by itself",
                    found: format!("{share:.2}x ({})", row.name),
                    bound: judged(format!("at least {OF_ENGINE}x")),
                },
            ]
        })
        .collect()
}

fn text(rows: &[Row]) -> String {
    let head = [
        "model",
        "MB",
        "load s",
        "reads/s",
        "engine",
        "writes/s",
        "engine",
        "resident MB",
        "first ms",
        "known",
    ];
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let numbers = [
                row.mb,
                row.load,
                row.reads,
                row.engine_reads,
                row.writes,
                row.engine_writes,
                row.resident_mb,
                row.cold_ms,
                row.warm_ms,
            ];
            std::iter::once(row.name.clone())
                .chain(numbers.iter().map(|value| format!("{value:.1}")))
                .collect()
        })
        .collect();
    table::layout(1, &head, &rows)
}

impl Row {
    fn json(&self) -> Value {
        json!({
            "model": self.name, "megabytes": self.mb, "load_seconds": self.load, "reads_per_second": self.reads,
            "writes_per_second": self.writes, "engine_reads_per_second": self.engine_reads,
            "engine_writes_per_second": self.engine_writes, "resident_megabytes": self.resident_mb,
            "prefix_tokens": self.prefix_tokens, "first_ms": self.cold_ms, "first_ms_known": self.warm_ms,
        })
    }
}
