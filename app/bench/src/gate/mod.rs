//! What the gate costs: one decision against reading the same call as JSON, and indexing against the length of the text.
//!
//! Ratios of things done in turns in one run mean the same on every machine; times do not.

mod prose;
mod report;
mod world;

use std::hint::black_box;

use anyhow::{Result, anyhow};
use laika_policy::{Document, Evidence, Grants};
use laika_protocol::json;

use crate::stats::real;
use crate::{Options, Outcome, Reports, clock, hinted, print};
use report::{Decided, Indexed, Report};
use world::{Asked, CAPS, CHARACTERS, DOCUMENTS, World};

/// In a debug build the ratios say nothing, so that few rounds are enough to show that it works.
const IS_DEBUG: bool = cfg!(debug_assertions);
const ROUNDS: usize = if IS_DEBUG { 11 } else { 501 };
const BATCH: u32 = if IS_DEBUG { 4 } else { 32 };
const INDEX_ROUNDS: usize = if IS_DEBUG { 1 } else { 15 };
const FACTORS: [usize; 4] = [1, 2, 4, 8];
const NOW_MS: u64 = 1_000_000;

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let documents = world::documents(DOCUMENTS, CHARACTERS)?;
    let world = World::new(documents.clone())?;
    (reports.progress)("gate: deciding");
    let decided =
        world.calls(&documents)?.iter().map(|asked| decide(&world, asked)).collect::<Result<_>>()?;
    (reports.progress)("gate: indexing");
    let more = FACTORS.map(|factor| (DOCUMENTS * factor, CHARACTERS));
    let longer = FACTORS.map(|factor| (DOCUMENTS, CHARACTERS * factor));
    let indexed = vec![index("more documents", more)?, index("longer documents", longer)?];
    let report = Report::new(decided, indexed, IS_DEBUG);
    report.metrics().into_iter().for_each(|metric| reports.metric(metric));
    print(options, reports, || report.text(), || report.json())?;
    Ok(report.outcome())
}

fn decide(world: &World, asked: &Asked) -> Result<Decided> {
    let (facts, grants) = (world.facts(&asked.call), Grants::default());
    let verdict = world.policy.decide(&asked.call, &facts, &grants, NOW_MS);
    // Either would cut the work short, or change what is asked.
    if facts.is_quarantined() || verdict.explanation().row.is_none() {
        let hint = "the documents or facts of this benchmark no longer fit the gate";
        return Err(hinted(format!("`{}` is not decided as an ordinary call", asked.name), hint));
    }
    let mut read = || {
        // What it reads was read before.
        let _ = black_box(json::read(black_box(&asked.text), CAPS));
    };
    let mut decide = || {
        black_box(world.policy.decide(black_box(&asked.call), &facts, &grants, NOW_MS));
    };
    let [read, decide] = clock::in_turns(ROUNDS, BATCH, [&mut read, &mut decide]);
    Ok(Decided { call: asked.name, bytes: asked.text.len(), reason: verdict.reason().code(), read, decide })
}

/// Seconds for each amount of text.
fn index(what: &'static str, amounts: [(usize, usize); FACTORS.len()]) -> Result<Indexed> {
    let mut texts = Vec::new();
    for (count, characters) in amounts {
        texts.push(world::documents(count, characters)?);
    }
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); texts.len()];
    for _ in 0..INDEX_ROUNDS {
        for (documents, times) in texts.iter().zip(&mut times) {
            times.push(index_once(documents.clone())?);
        }
    }
    let bytes = |documents: &Vec<Document>| documents.iter().map(|document| document.text.len() as u64).sum();
    let sizes: Vec<u64> = texts.iter().map(bytes).collect();
    let times = times.into_iter().map(clock::median);
    Ok(Indexed { what, sizes: sizes.into_iter().zip(times).collect() })
}

fn index_once(documents: Vec<Document>) -> Result<f64> {
    let start = std::time::Instant::now();
    let evidence = black_box(Evidence::default().with_documents(documents));
    let took = start.elapsed().as_secs_f64();
    evidence.map(|_| took).map_err(|error| anyhow!("{error}"))
}
