//! Collections at size: 200 sources and 5 MB of text in the real program, asked and made into everything there is; how
//! time and tokens grow, whether the interface stays quick while pages are captured, and whether every citation stands.
//!
//! With `--model`, the labelled comparisons and claims as well: what a model makes better or worse than the rules alone.

mod asked;
mod desk;
mod latency;
mod material;
mod models;
mod report;

use std::time::Instant;

use anyhow::{Context as _, Result};
use laika_daemon::collecting::Collect;
use laika_daemon::serving::Client;
use laika_protocol::collection::Transform;

use crate::check;
use crate::clock::median;
use crate::serving::Serving;
use crate::{Options, Outcome, Reports, print, skip, skip_part};
use desk::Desk;
use latency::Latency;

/// Sources of the largest collection, unless said otherwise.
const SOURCES: usize = 200;
/// One in so many of them is a page that the browser captures; the rest are files.
const PAGES: usize = 10;
/// Sites that have these pages.
const SITES: usize = 4;
/// How often everything is made; a sample once.
const ROUNDS: usize = 3;
/// The question.
const QUESTION: &str = "Which flats allow pets?";
/// Words that are looked for.
const WORDS: [&str; 5] = ["rent", "pets allowed", "tram depot", "levy", "surveyor winter"];

/// One thing at every size.
struct Row {
    what: String,
    /// Seconds, by size.
    seconds: Vec<f64>,
    /// Tokens of everything that a model would be asked, by size.
    tokens: Vec<usize>,
    /// The longest of these questions.
    longest: usize,
}

/// Everything that was found.
struct Found {
    sizes: Vec<usize>,
    bytes: usize,
    pages: usize,
    /// Seconds until all pages were captured.
    captured_s: f64,
    rows: Vec<Row>,
    search_s: Vec<f64>,
    busy: Latency,
    idle: Latency,
    /// Those that are a span of what was captured, and all.
    citations: (u64, u64),
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    if laika_browser::find_program().is_none() {
        return skip(options, "no Chromium", reports);
    }
    let largest = options.cases.unwrap_or(SOURCES).max(8);
    let sizes = [8, 4, 2, 1].map(|part| largest / part).to_vec();
    let mut serving = Serving::start(&options.laika)?;
    let client = serving.connect(Box::new(|_, _| {}), Box::new(|| {}))?;
    let other = serving.connect(Box::new(|_, _| {}), Box::new(|| {}))?;
    let rounds = if options.cases.is_some() { 1 } else { ROUNDS };
    let found = measure(&client, &other, sizes, rounds, reports)?;
    drop(other);
    serving.end(client)?;
    let mut models = Vec::new();
    if !options.models.is_empty() {
        models = models::measure(options, reports)?;
        if models.len() == 1 {
            skip_part(
                options,
                "none of these models is on this machine; `laika model pull` fetches one",
                reports,
            )?;
        }
    }
    report::metrics(&found).into_iter().for_each(|metric| reports.metric(metric));
    let checks = report::checks(&found);
    let outcome = check::outcome(&checks);
    print(
        options,
        reports,
        || format!("{}{}{}", report::text(&found), report::of_models(&models), check::lines(&checks)),
        || report::json(&found, &models, outcome, &checks),
    )?;
    Ok(outcome)
}

fn measure(
    client: &Client,
    other: &Client,
    sizes: Vec<usize>,
    rounds: usize,
    reports: &mut Reports<'_>,
) -> Result<Found> {
    let mut desks = Vec::new();
    for size in &sizes {
        (reports.progress)(&format!("collections: {size} sources"));
        desks.push(Desk::create(client, &format!("Of {size}"))?);
    }
    let (largest, desk) = sizes.last().copied().zip(desks.last()).context("there is a size")?;
    let sites = desk::sites(SITES)?;
    let is_page = |number: usize| number.is_multiple_of(PAGES);
    for (size, desk) in sizes.iter().zip(&desks) {
        let numbers = (0..*size).filter(|number| *size < largest || !is_page(*number));
        desk.add(numbers.map(desk::file).collect())?;
    }
    let pages: Vec<usize> = (0..largest).filter(|number| is_page(*number)).collect();
    (reports.progress)(&format!("collections: capturing {} pages", pages.len()));
    let sources = pages.iter().map(|number| desk::page(&sites, *number)).collect::<Result<Vec<_>>>()?;
    let began = Instant::now();
    desk.add(sources)?;
    let busy = latency::while_working(other, &desk.collection, || desk.captured())?;
    let captured_s = began.elapsed().as_secs_f64();
    let idle = latency::of(other, &desk.collection, busy.requests())?;
    let mut read = Vec::new();
    for desk in &desks {
        read.push(desk.read()?);
    }
    let texts = desk::texts(&read.concat());
    let mut rows = Vec::new();
    let mut citations = (0, 0);
    let whats = std::iter::once(None).chain(Transform::ALL.into_iter().map(Some));
    for what in whats {
        let name = what.map_or("ask", Transform::as_str);
        (reports.progress)(&format!("collections: {name}"));
        let mut seconds: Vec<Vec<f64>> = sizes.iter().map(|_| Vec::new()).collect();
        for _ in 0..rounds {
            for (desk, seconds) in desks.iter().zip(&mut seconds) {
                let began = Instant::now();
                let told = match what {
                    None => desk.ask(QUESTION)?,
                    Some(transform) => desk.make(transform, desk::config(transform))?,
                };
                seconds.push(began.elapsed().as_secs_f64());
                let (stand, all) = desk::citations(&told, &texts);
                citations = (citations.0 + stand, citations.1 + all);
            }
        }
        let asked = read.iter().map(|sources| asked::tokens(what, sources)).collect::<Result<Vec<_>>>()?;
        rows.push(Row {
            what: name.to_owned(),
            seconds: seconds.into_iter().map(median).collect(),
            longest: asked.iter().map(|one| one.longest).max().unwrap_or(0),
            tokens: asked.into_iter().map(|one| one.all).collect(),
        });
    }
    let mut search_s = Vec::new();
    for words in WORDS.iter().cycle().take(4 * WORDS.len()) {
        let began = Instant::now();
        let found = desk.collect(Collect::Search { query: (*words).into(), collection: None })?;
        search_s.push(began.elapsed().as_secs_f64());
        anyhow::ensure!(
            !found["found"].as_array().is_none_or(Vec::is_empty),
            "nothing was found for {words}"
        );
    }
    let bytes = read.last().map_or(0, |sources| sources.iter().map(|(_, capture)| capture.text.len()).sum());
    Ok(Found { sizes, bytes, pages: pages.len(), captured_s, rows, search_s, busy, idle, citations })
}
